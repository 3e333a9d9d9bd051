"""Samples: one event of each kind that hooks can be told of, to try them with."""

import json
import time
from typing import Any

from device.hooks.hook_delivery import payload
from device.store.log.event_codec import encode_event
from device.store.log.happenings import Setting
from engine.board import Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Crawford, Result, Score
from engine.plays.notation import parse_play, played_out
from engine.state.events import (
    Asked,
    Beavered,
    Cocked,
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
from engine.tables.tables_game import TablesGame
from engine.words.reasons import CubeReason, ThrowReason
from engine.words.wording import Names


def sample(name: str, table: str) -> dict[str, Any]:
    """What a hook is told of an event of that name at a table where Anna plays Ben;
    `"sample": true` stands in it, too.
    """
    event = _event(name)
    kind, body = encode_event(event)
    told = {
        "table": table,
        "seq": 0,
        "match": 0,
        "game": 1,
        "wall": time.time(),
        "clock_set": True,
        "kind": kind,
        "body": json.loads(body),
    }
    score = Score(5, 3) if name == "match_over" else Score(2, 1)
    return {
        **payload(name, event, told, Setting(Names("Anna", "Ben"), score), simulated=False),
        "sample": True,
    }


def _event(name: str) -> Event:
    game, roll, white, black = find_game("backgammon"), Roll.of(3, 1), Side.WHITE, Side.BLACK
    assert isinstance(game, TablesGame)
    legal = parse_play(game, game.start, white, roll, "8/5 6/5")
    wrong = played_out(game, game.start, white, "8/5 8/5")
    fault = explain(game, game.start, white, roll, wrong.position)
    match name:
        case "match_started":
            return MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING)
        case "game_started":
            return GameStarted(game.start, Seating(), False, Cube())
        case "throw":
            return Thrown(white, roll)
        case "play":
            return Played(white, roll, legal.play, legal.position)
        case "illegal":
            return FaultSeen(white, fault, wrong.position)
        case "corrected":
            return FaultCleared(white)
        case "stands":
            return Played(white, roll, wrong.play, wrong.position, fault)
        case "double":
            return Doubled(white, 2)
        case "take":
            return Taken(black)
        case "beaver":
            return Beavered(black)
        case "cube":
            return CubeFault(white, CubeReason.OPPONENTS)
        case "cocked":
            return Cocked(white, ThrowReason.LEANS)
        case "question":
            return Asked(1, "play", white, ())
        case "setup":
            return SetupFault(game.start)
        case "resign":
            return ResignOffered(black, 1)
        case "flag":
            return FlagFell(black)
        case "changed":
            return Corrected("score", score=Score(2, 1))
        case "match_over":
            return MatchOver(white)
        case _:
            return GameOver(Result(white, 2, "gammon"))
