"""Legal plays against counts, oracles of other programs and the vectors of the rules."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.board import Side
from engine.dice import ALL_ROLLS, Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.plays.legal import completable, legal_plays
from engine.plays.notation import made, parse_play, played_out
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame

PERFT = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text(encoding="utf-8"))
START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"


@pytest.mark.parametrize("game_id", PERFT)
def test_number_of_results_from_the_start(game_id: str) -> None:
    game = find_game(game_id)
    counts = {str(roll): len(legal_plays(game, game.start, Side.WHITE, roll)) for roll in ALL_ROLLS}
    assert counts == PERFT[game_id]["rolls"]


def test_number_of_replies_to_every_opening(backgammon: TablesGame) -> None:
    openings = [
        outcome.position
        for roll in ALL_ROLLS
        if not roll.is_doublet
        for outcome in legal_plays(backgammon, backgammon.start, Side.WHITE, roll)
    ]
    replies = [
        outcome.position
        for position in set(openings)
        for roll in ALL_ROLLS
        for outcome in legal_plays(backgammon, position, Side.BLACK, roll)
    ]
    found = (len(openings), len(set(openings)), len(replies), len(set(replies)))
    counts = PERFT["backgammon"]
    assert found == tuple(counts[k] for k in ("opening", "opening_distinct", "replies", "replies_distinct"))


@pytest.mark.parametrize(("variant", "game_id"), [("standard", "backgammon"), ("hyper", "hypergammon")])
def test_agrees_with_three_other_generators(
    shared: Path, from_letters: Callable[[str, int], Position], variant: str, game_id: str
) -> None:
    game = find_game(game_id)
    lines = (shared / "oracle" / "backgammon_moves.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["variant"] == variant]
    assert len(rows) > 500
    for row in rows:
        position = from_letters(row["pos"], game.men)
        outcomes = legal_plays(game, position, Side.WHITE, Roll.of(*row["roll"]))
        expected = {from_letters(result, game.men) for result in row["results"]}
        assert {outcome.position for outcome in outcomes} == expected, row["id"]
        assert len(outcomes) == len(expected), row["id"]
        for outcome in outcomes:
            assert made(game, position, Side.WHITE, outcome.play) == outcome.position, row["id"]


def test_agrees_on_tricky_positions(
    shared: Path, from_letters: Callable[[str, int], Position], backgammon: TablesGame
) -> None:
    rows = json.loads((shared / "oracle" / "tricky.json").read_text(encoding="utf-8"))
    for row in rows:
        outcomes = legal_plays(backgammon, from_letters(row["pos"], 15), Side.WHITE, Roll.of(*row["roll"]))
        expected = {from_letters(result, 15) for result in row["results"]}
        assert {outcome.position for outcome in outcomes} == expected, row["name"]


VECTORS = [
    ("BG-1", "backgammon", START, "6-5", ["24/18/13", "24/13"], {"24/19 13/7": "R.block"}, 2, 7),
    ("BG-2", "backgammon", "W: 20(1) B: 16(2) 6(1)", "6-5", ["20/14"], {"20/15": "R.higher_die"}, 1, 1),
    (
        "BG-3", "backgammon", "W: bar(1) 6(5) 8(3) B: 4(2) 6(5) 24(1)", "4-2", ["bar/23 6/2", "bar/23 8/4"],
        {"bar/21 6/4": "R.block", "8/4 6/4": "R.bar_first"}, 2, 2,
    ),
    ("BG-4", "backgammon", "W: 5(2) B: 24(2)", "6-5", ["5/off(2)"], {"5/off": "R.must_use"}, 2, 1),
    (
        "BG-5", "backgammon", "W: 6(1) 3(1) B: 24(2)", "6-1", ["6/off 3/2", "6/5/off"], {"3/2 6/5": "R.dice"}, 2, 2,
    ),
    (
        "BG-6", "backgammon", "W: 6(2) 4(1) B: 13(2)", "5-5", ["6/1(2) 4/off 1/off"],
        {"6/1(2) 4/off": "R.must_use"}, 4, 1,
    ),
    ("PO-1", "portes", START, "6-6", ["24/18(2) 13/7(2)", "24/18(2) 8/2(2)"], {"24/12": "R.block"}, 4, 11),
    (
        "PN-1", "persian_nard", "W: 8(2) 6(3) 13(5) 24(2) 7(3) B: 20(1) 24(2) 13(5) 8(2) 6(5)", "3-2",
        ["8/5* 8/6", "8/5* 13/11", "7/5* 8/5"], {"8/5*/3": "R.hit_run"}, 2, 27,
    ),
    ("HG-1", "hypergammon", "W: 24(1) 23(1) 22(1) B: 24(1) 23(1) 22(1)", "2-1", ["24/22 23/22", "24/21"], {}, 2, 6),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game_id", "text", "dice", "legal", "illegal", "most", "count"),
    [vector[1:] for vector in VECTORS],
    ids=[vector[0] for vector in VECTORS],
)
def test_vectors_of_the_rules(
    game_id: str, text: str, dice: str, legal: list[str], illegal: dict[str, str], most: int, count: int
) -> None:
    game, roll = find_game(game_id), Roll.parse(dice)
    position = parse_position(text, game.men)
    outcomes = legal_plays(game, position, Side.WHITE, roll)
    assert len(outcomes) == count
    assert {len(outcome.play.moves) for outcome in outcomes} == {most}
    for play in legal:
        assert parse_play(game, position, Side.WHITE, roll, play) in outcomes
    for play, rule in illegal.items():
        seen = played_out(game, position, Side.WHITE, play).position
        assert explain(game, position, Side.WHITE, roll, seen).rule == rule


def test_nothing_to_play_is_one_empty_play(backgammon: TablesGame) -> None:
    position = parse_position("W: bar(1) 6(5) B: 6(2) 5(2) 4(2) 3(2) 2(2) 1(2)")
    (outcome,) = legal_plays(backgammon, position, Side.WHITE, Roll.of(6, 6))
    assert outcome.position == position
    assert outcome.play.moves == ()


def test_the_last_checker_may_leave_without_hitting_on_the_way(backgammon: TablesGame) -> None:
    position = parse_position("W: 4(1) B: 22(1) 6(1)")
    outcomes = legal_plays(backgammon, position, Side.WHITE, Roll.of(6, 1))
    assert {outcome.position.black[25] for outcome in outcomes} == {0, 1}


def test_a_turn_can_be_completed_from_start_middle_and_end(backgammon: TablesGame) -> None:
    roll = Roll.of(3, 1)
    way = completable(backgammon, backgammon.start, Side.WHITE, roll)
    ends = {outcome.position for outcome in legal_plays(backgammon, backgammon.start, Side.WHITE, roll)}
    half = played_out(backgammon, backgammon.start, Side.WHITE, "8/5").position
    wrong = played_out(backgammon, backgammon.start, Side.WHITE, "8/4 6/2").position
    assert {backgammon.start, half} | ends <= way
    assert wrong not in way


def test_a_first_move_that_kills_the_second_is_no_way_to_go(backgammon: TablesGame) -> None:
    position = parse_position("W: 20(1) 10(1) B: 21(2) 11(2)")
    way = completable(backgammon, position, Side.WHITE, Roll.of(6, 5))
    assert played_out(backgammon, position, Side.WHITE, "20/15").position in way
    assert played_out(backgammon, position, Side.WHITE, "10/5").position not in way
