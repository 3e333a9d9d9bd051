"""The games with code of their own against the counts of the naive generators."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.board import BAR, OFF, Side
from engine.dice import ALL_ROLLS, Roll
from engine.games import find_game
from engine.past import Past
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of
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


@pytest.mark.parametrize("name", ["dames_rabattues", "doublets", "kiz_tavlasi", "yahoudieh"])
def test_games_of_laying_down_and_lifting(name: str) -> None:
    game = game_of(name)
    for steps in COUNTED[name]["cases"]:
        position = game.start
        for dice, count, piles, laid in steps:
            ends = [each.position for each in legal_plays(game, position, Side.WHITE, Roll.of(*dice))]
            assert len(ends) == count, (position, dice)
            wanted = (tuple(laid), tuple(piles))
            found = next(each for each in ends if (each.white[1:7], each.white[7:13]) == wanted)
            # What the opponent has of it is not played here.
            position = replace(found, past=replace(found.past, owed=(), again=False))
        assert win_of(game, position, Side.WHITE)


def test_ketch_dolt() -> None:
    game, counted = game_of("ketch_dolt"), COUNTED["ketch_dolt"]
    boards, plies = [game.start], []
    for side in (Side.WHITE, Side.BLACK, Side.WHITE):
        boards = [
            each.position for at in boards for roll in ALL_ROLLS for each in legal_plays(game, at, side, roll)
        ]
        plies.append(len(boards))
    assert plies == counted["plies"]
    for (own, theirs), (heap, heap2), dice, results in counted["cases"]:
        mine, others = in_table(own, heap), in_table(theirs, heap2)
        position = Position(mine, others, Past(hand=(heap, heap2)))
        found = [each.position for each in legal_plays(game, position, Side.WHITE, Roll.of(*dice))]
        told = sorted(
            [[*each.white[1:7]], [*each.black[1:7]], each.white[BAR], each.black[BAR]] for each in found
        )
        assert told == results, (own, theirs, heap, heap2, dice)


def in_table(men: list[int], heap: int) -> tuple[int, ...]:
    """A side's counts: what lies in its table and its hand, the rest being off."""
    return (game_of("ketch_dolt").men - sum(men) - heap, *men, *[0] * 18, heap)
