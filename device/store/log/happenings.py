"""Happenings: what a hook can be told of, by names that people write into the settings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from device.errors import CodecError
from engine.errors import EngineError
from engine.match.match import Score
from engine.match_format import Chosen
from engine.rules import gives_numbers
from engine.state.events import (
    Amended,
    Asked,
    Beavered,
    CaptainChanged,
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
from engine.words.wording import Names

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
    """What a sentence needs to know besides the event: the players and the score, None where it is not known; and
    whether the game's numbers are given to who plays, not thrown.
    """

    names: Names = field(default_factory=Names)
    score: Score | None = None
    given: bool = False

    def after(self, event: Event) -> "Setting":
        """The same once an event has happened."""
        match event:
            case MatchStarted():
                return Setting(Names(event.white, event.black), Score())
            case GameStarted(chosen=Chosen() as chosen):
                return replace(self, given=_gives_numbers(chosen, self.given))
            case CaptainChanged():
                return replace(self, names=Names(*event.names))
            case GameOver(result=result) | Conceded(result=result) if self.score is not None:
                return replace(self, score=self.score.plus(result.winner, result.points))
            case Corrected():
                names = self.names if event.names is None else Names(*event.names)
                return replace(self, names=names, score=event.score or self.score)
            case _:
                return self


def _gives_numbers(chosen: Chosen, otherwise: bool) -> bool:
    """Whether a game gives its numbers; `otherwise` where it is known here no more, as a plugin's that is gone."""
    try:
        return gives_numbers(chosen.rules())
    except EngineError:
        return otherwise


def event_of(told: Json) -> Event | None:
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
