"""Happenings: what a hook can be told of, by names that people write into the settings, each with a sentence."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from device.errors import CodecError
from engine.board import Side
from engine.fault import Fault
from engine.match.match import Result, Score
from engine.plays.notation import play_text
from engine.state.events import (
    Amended,
    Asked,
    Beavered,
    Cocked,
    Conceded,
    Corrected,
    CubeFault,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    FlagFell,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Played,
    ResignOffered,
    SetupFault,
    Taken,
    Thrown,
)
from engine.words.reasons import CubeReason
from engine.words.wording import Names, sentence

Json = Mapping[str, Any]

HAPPENINGS = {
    "match_started": "a match begins",
    "game_started": "a game begins",
    "throw": "dice are thrown",
    "play": "a play is made",
    "illegal": "the board shows an illegal play, which may still be put right",
    "corrected": "it has been put right",
    "stands": "an illegal play stands",
    "double": "a double is offered",
    "take": "a double is taken; that it is passed tells game_over",
    "beaver": "a double is beavered",
    "cube": "the cube is moved against the rules",
    "cocked": "a throw does not count",
    "question": "the referee is not sure, and asks",
    "setup": "the starting position is set up wrongly",
    "resign": "a player offers to give up",
    "flag": "a player's time is up",
    "changed": "a person puts the record right",
    "game_over": "a game is over",
    "match_over": "a match is over",
}
"""What can be told of, and when that is so."""
ALL = "all"
"""What stands for everything."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a sentence needs to know besides the event: the players and the score, None where it is not known."""

    names: Names = field(default_factory=Names)
    score: Score | None = None

    def after(self, event: Event) -> "Setting":
        """The same once an event has happened."""
        match event:
            case MatchStarted():
                return Setting(Names(event.white, event.black), Score())
            case GameOver(result=result) | Conceded(result=result) if self.score is not None:
                return replace(self, score=self.score.plus(result.winner, result.points))
            case Corrected():
                names = self.names if event.names is None else Names(*event.names)
                return Setting(names, event.score or self.score)
            case _:
                return self


def decoded(told: Json) -> Event | None:
    """The event that the logbook tells; None for one of a newer version."""
    # late, as it brings all that reads pictures with it, which settings are read without
    from device.store.log.event_codec import decode_event

    try:
        return decode_event(str(told["kind"]), json.dumps(told["body"]))
    except CodecError:
        return None


def name_of(event: Event) -> str | None:
    """What an event is called here; None for one that no hook is told of."""
    match event:
        case Played(fault=fault) | Amended(fault=fault) if fault is not None:
            return "stands"
        case Amended() | Corrected():
            return "changed" if isinstance(event, Corrected) else None
        case CubeFault(why=None):
            return None
        case _:
            return _NAMES.get(type(event))


_NAMES: dict[type, str] = {
    MatchStarted: "match_started",
    GameStarted: "game_started",
    Thrown: "throw",
    Played: "play",
    FaultSeen: "illegal",
    FaultCleared: "corrected",
    Doubled: "double",
    Taken: "take",
    Beavered: "beaver",
    CubeFault: "cube",
    Cocked: "cocked",
    Asked: "question",
    SetupFault: "setup",
    ResignOffered: "resign",
    FlagFell: "flag",
    GameOver: "game_over",
    Conceded: "game_over",
    MatchOver: "match_over",
}


def payload(name: str, event: Event, told: Json, setting: Setting, *, simulated: bool) -> dict[str, Any]:
    """What a hook is told: JSON with a sentence, who plays and how it stands, and the event as the log has it."""
    score = setting.score
    return {
        "event": name,
        "text": text_of(event, setting.names),
        "table": told["table"],
        "seq": told["seq"],
        "match": told["match"],
        "game": told["game"],
        "time": datetime.fromtimestamp(told["wall"], UTC).isoformat(timespec="seconds"),
        "clock_set": told["clock_set"],
        "simulated": simulated,
        "players": {"white": setting.names.white, "black": setting.names.black},
        "score": None if score is None else {"white": score.white, "black": score.black},
        "kind": told["kind"],
        "body": told["body"],
    }


def text_of(event: Event, names: Names) -> str:
    """An event as an English sentence."""
    match event:
        case MatchStarted():
            return f"{names.of(Side.WHITE)} and {names.of(Side.BLACK)} begin {_length(event.length)}."
        case GameStarted():
            return "A game begins, the Crawford game." if event.crawford else "A game begins."
        case Thrown():
            return f"{names.of(event.side)} throws {event.roll}."
        case Played(fault=Fault() as fault) | Amended(fault=Fault() as fault):
            return f"An illegal play stands: {sentence(fault, names)}"
        case Played():
            played = play_text(event.play) or "nothing"
            return f"{names.of(event.side)} plays {played}{f' with {event.roll}' if event.roll else ''}."
        case FaultSeen():
            return f"An illegal play: {sentence(event.fault, names)}"
        case FaultCleared():
            return "The illegal play has been put right."
        case Doubled():
            return f"{names.of(event.side)} doubles to {event.value}."
        case Taken():
            return f"{names.of(event.side)} takes."
        case Beavered():
            return f"{names.of(event.side)} beavers."
        case CubeFault(why=CubeReason() as why):
            return f"{names.of(event.side)} may not double: {why.sentence}."
        case Cocked():
            return f"{names.of(event.side)}'s throw does not count: {event.why.sentence}."
        case Asked():
            return "The referee is not sure, and asks."
        case SetupFault():
            return "The starting position is set up wrongly."
        case ResignOffered():
            return f"{names.of(event.side)} offers to give up."
        case FlagFell():
            return f"{names.of(event.side)}'s time is up."
        case Corrected():
            return "The record was put right by hand."
        case GameOver() | Conceded():
            return _won(event.result, names)
        case MatchOver():
            return f"{names.of(event.winner)} wins the match."
        case _:
            return ""


def _length(length: int) -> str:
    return (
        "a match of single games" if length == 0 else f"a match to {length} point{'' if length == 1 else 's'}"
    )


def _won(result: Result, names: Names) -> str:
    if result.winner is None:
        return "The game is a draw."
    points = "1 point" if result.points == 1 else f"{result.points} points"
    return f"{names.of(result.winner)} wins {points} ({result.how})."
