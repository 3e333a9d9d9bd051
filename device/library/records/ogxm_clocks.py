"""A chess clock in OGXM: its settings, and when each turn was done."""

from collections.abc import Iterable, Mapping
from typing import Any

from device.library.records.events_json import CLOCKS
from engine.board import Side
from engine.match.chess_clock import full_clock
from engine.match.match import Match, Score
from engine.match.terms import ClockKind

Json = dict[str, Any]


def with_clocks(
    document: Json, numbers: Iterable[Iterable[int]], match: Match, beside: Mapping[str, Any]
) -> Json:
    """The document of a match with the clock that stands beside it, as far as it is known when turns were done;
    `numbers` are those of the turns that its plies belong to, game by game.
    """
    terms = match.terms
    try:
        done = {
            (each["game"], each["turn"]): float(each["time"])
            for each in beside.get(CLOCKS) or ()
            if each.get("time") is not None
        }
    except (KeyError, TypeError, ValueError, AttributeError):
        return document
    if not done or terms.clock is ClockKind.OFF:
        return document
    begun = latest = min(done.values())
    games = []
    for game, (told, turns) in enumerate(zip(document["games"], numbers, strict=True), 1):
        plies = []
        for ply, turn in zip(told["plies"], turns, strict=True):
            # a turn of which nobody knows when it was done lies between its neighbours
            latest = max(latest, done.get((game, turn), latest))
            plies.append({**ply, "timestamp_ms": round(1000 * (latest - begun))})
        games.append({**told, "plies": plies})
    clock = full_clock(terms, match.length, Score())
    settings = {
        "reserve_ms": round(1000 * clock.left(Side.WHITE)),
        "delay_ms": 0 if terms.clock is ClockKind.PLAIN else 1000 * terms.clock_delay,
        "increment_ms": 0,
        "start_timestamp": int(begun),
    }
    return {**document, "clock_info": settings, "games": games}
