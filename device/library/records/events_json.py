"""The events of the log in Tableside's own JSON, and the clock turn by turn."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from device.errors import CodecError
from device.library.matches.event_time import EventTime
from device.library.matches.story import GameTold, StepKind
from device.store.log.event_codec import EVENTS, decode_event
from device.store.log.logbook import event_json
from device.store.log.store import LogEntry
from engine.board import Side
from engine.i18n import marked
from engine.records.tableside.json_values import Values
from engine.state.events import Event

Json = dict[str, Any]
CLOCKS = "clocks"
"""The key under which the clock stands beside the match."""


def event_data(entry: LogEntry, time: float | None, pictures: Iterable[str]) -> Json:
    """An event as it stands in the log; `time` is when it was (seconds since 1970, None: not known).

    `frames` are the numbers of the frames it was read from, `pictures` the ids of those that are kept.
    """
    told = event_json(entry, named=False)
    del told["who"]
    return {**told, "time": time, "pictures": list(pictures)}


def clock_data(games: Iterable[GameTold], dates: Callable[[EventTime], float | None]) -> list[Json]:
    """What the chess clock showed after every turn, where there was one: seconds left; and when that was, seconds since
    1970, where it is known.
    """
    return [
        {
            "game": told.number,
            "turn": step.turn,
            **{side.value: round(step.match_state.clock.left(side), 1) for side in Side},
            "time": dates(step.moment),
        }
        for told in games
        for step in told.steps
        if step.kind is StepKind.TURN and step.match_state.clock is not None
    ]


def events_in(beside: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events that stand beside a match, those left out that are of a kind which this version does not know.

    Raises InvalidRecord with the place of what is damaged.
    """
    found = []
    for each in Values(beside).objects("events", marked("event {number}")):
        kind, body = each.text("kind"), each.at("body")
        if kind not in EVENTS:
            continue
        try:
            found.append(decode_event(kind, json.dumps(body.data)))
        except CodecError as error:
            raise each.wrong(error) from error
    return tuple(found)
