"""The games with code of their own against the counts of the naive generators."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.board import OFF, Side
from engine.dice import Roll
from engine.games import find_game
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.tables.tables_game import TablesGame
from engine.trictrac import EntryObstacle
from engine.trictrac.movement import Turn

COUNTED: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "perft" / "families.toml").read_text(encoding="utf-8")
)
CHASES = ["ad_elta_stelpur", "chase_nardy", "icelandic_nardy"]
ENTRIES = {"trictrac": EntryObstacle.JANS, "toccategli": EntryObstacle.PAIRS}


def game_of(name: str) -> TablesGame:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    return game


def standing(slots: list[int]) -> tuple[int, ...]:
    counts = [int(site in slots) for site in range(26)]
    counts[OFF] = 6 - len(slots)
    return tuple(counts)


@pytest.mark.parametrize("name", CHASES)
def test_chase_games(name: str) -> None:
    game, counted = game_of(name), COUNTED[name]
    found = {text: legal_plays(game, game.start, Side.WHITE, Roll.parse(text)) for text in counted["start"]}
    assert {text: len(each) for text, each in found.items()} == counted["start"]
    second = sum(
        len(legal_plays(game, each.position, Side.BLACK, Roll.parse(text)))
        for each in found["6-1"]
        for text in counted["start"]
    )
    assert [sum(map(len, found.values())), second] == counted["plies"]
    for white, black, dice, count in counted["cases"]:
        position = Position(standing(white), standing(black))
        assert len(legal_plays(game, position, Side.WHITE, Roll.of(*dice))) == count, (white, black, dice)


@pytest.mark.parametrize("name", ENTRIES)
def test_movement_of_trictrac(name: str) -> None:
    counted, entry = COUNTED[name], ENTRIES[name]
    start, theirs = (*[0] * 24, 15, 0), (0, 15, *[0] * 24)
    boards = [(start, theirs, Roll.parse(text).dice, count) for text, count in counted["start"].items()]
    boards += [
        (tuple(own), tuple(others), tuple(dice), count) for own, others, dice, count in counted["cases"]
    ]
    for own, others, dice, count in boards:
        turn = Turn(own, others, dice, entry)
        assert len({way.own for way in turn.usable()}) == count, (own, others, dice)
