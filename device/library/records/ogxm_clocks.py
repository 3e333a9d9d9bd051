"""A chess clock in OGXM: its settings, and when each turn was done, from our own and back."""

from collections.abc import Iterable, Mapping
from typing import Any

from device.library.records.events_json import CLOCKS
from engine.board import Side
from engine.match.chess_clock import full_clock
from engine.match.match import Match, Score
from engine.match.terms import ClockKind

Json = dict[str, Any]


def clocks_in(document: Json, numbers: Iterable[Iterable[int]]) -> list[Json]:
    """When each turn of a document was done, seconds since 1970, where it is told; `numbers` are those of the turns
    that its plies belong to, game by game. What a clock showed then no document tells.
    """
    begun = (document.get("clock_info") or {}).get("start_timestamp")
    if not begun:
        return []
    done = {
        (game, turn): begun + ply["timestamp_ms"] / 1000
        for game, (told, turns) in enumerate(zip(document["games"], numbers, strict=True), 1)
        for ply, turn in zip(told["plies"], turns, strict=True)
        if turn and ply.get("timestamp_ms") is not None
    }
    return [{"game": game, "turn": turn, "time": time} for (game, turn), time in done.items()]


def with_clocks(
    document: Json, numbers: Iterable[Iterable[int]], match: Match, beside: Mapping[str, Any]
) -> Json:
    """The document of a match with the clock that stands beside it, as far as it is known when turns were done;
    `numbers` are those of the turns that its plies belong to, game by game. The same document where it makes no sense.
    """
    try:
        return _with_clocks(document, numbers, match, beside.get(CLOCKS) or ())
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return document


def _with_clocks(
    document: Json, numbers: Iterable[Iterable[int]], match: Match, told: Iterable[Json]
) -> Json:
    terms = match.terms
    done = {
        (each["game"], each["turn"]): float(each["time"]) for each in told if each.get("time") is not None
    }
    if not done or terms.clock is ClockKind.OFF:
        return document
    begun = latest = min(done.values())
    games = []
    for game, (written, turns) in enumerate(zip(document["games"], numbers, strict=True), 1):
        plies = []
        for ply, turn in zip(written["plies"], turns, strict=True):
            # a turn of which nobody knows when it was done lies between its neighbours
            latest = max(latest, done.get((game, turn), latest))
            plies.append({**ply, "timestamp_ms": round(1000 * (latest - begun))})
        games.append({**written, "plies": plies})
    clock = full_clock(terms, match.length, Score())
    settings = {
        "reserve_ms": round(1000 * clock.left(Side.WHITE)),
        "delay_ms": 0 if terms.clock is ClockKind.PLAIN else 1000 * terms.clock_delay,
        "increment_ms": 0,
        "start_timestamp": int(begun),
    }
    return {**document, "clock_info": settings, "games": games}
