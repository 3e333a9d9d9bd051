"""Ketch-dolt: laying and drawing, who is dolted, bearing off, and a naive generator as the judge."""

import random
import sys
from pathlib import Path

import pytest

from engine.board import Side
from engine.dice import ALL_ROLLS, Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.plays.legal import completable, legal_plays
from engine.plays.notation import parse_play, played_out, written
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, sentence

sys.path.insert(0, str(Path(__file__).parent))

from naive_families import ketch_results

NAMES = Names("Anna", "Ben")
FOUND = find_game("ketch_dolt")
assert isinstance(FOUND, TablesGame)
GAME: TablesGame = FOUND
FULL = GAME.with_options({"full_tables": True})
UNDER_WAY = "W: hand(13) 6(1) 2(1) B: hand(12) 6(2) 3(1)"


def board(text: str) -> Position:
    return parse_position(text, GAME)


@pytest.mark.parametrize(
    ("before", "roll", "plays"),
    [
        (UNDER_WAY, "6-2", {"hand/6* hand/2": "W: hand(11) 6(2) 2(2) B: hand(13) 6(1) 3(1)"}),
        # one alone lies there
        (UNDER_WAY, "3-3", {"hand/3*(1) hand/3": "W: hand(11) 6(1) 3(2) 2(1) B: hand(13) 6(2)"}),
        (UNDER_WAY, "6-6", {"hand/6*(2)": "W: hand(11) 6(3) 2(1) B: hand(14) 3(1)"}),
        # the last one is laid, and another borne off: with either number first
        (
            "W: hand(1) 6(8) 2(6) B: hand(12) 6(2) 3(1)",
            "6-2",
            {
                "hand/6* 2/off": "W: 6(9) 2(5) off(1) B: hand(13) 6(1) 3(1)",
                "hand/2 6/off": "W: 6(7) 2(7) off(1) B: hand(12) 6(2) 3(1)",
            },
        ),
        # nothing is drawn from a full table, and what lies on no point of the number is lost
        ("W: hand(5) 6(10) B: 6(3) 3(1) off(11)", "6-3", {"hand/6 hand/3": "W: hand(3) 6(11) 3(1) B: 6(3) 3(1) off(11)"}),
        ("W: 6(3) 3(1) off(11) B: hand(5) 6(10)", "6-5", {"6/off": "W: 6(2) 3(1) off(12) B: hand(5) 6(10)"}),
        ("W: 6(3) off(12) B: hand(5) 6(10)", "5-4", {"": "W: 6(3) off(12) B: hand(5) 6(10)"}),
    ],
)  # fmt: skip
def test_what_a_throw_does(before: str, roll: str, plays: dict[str, str]) -> None:
    position = board(before)
    found = legal_plays(GAME, position, Side.WHITE, Roll.parse(roll))
    assert {each.position for each in found} == {board(text) for text in plays.values()}
    for text, after in plays.items():
        outcome = parse_play(GAME, position, Side.WHITE, Roll.parse(roll), text.replace("(1)", ""))
        assert (outcome.position, str(outcome.position)) == (board(after), after)
    (mirrored, *_) = legal_plays(GAME, position.mirrored(), Side.BLACK, Roll.parse(roll))
    assert mirrored.position.mirrored() in {each.position for each in found}


def test_a_table_that_is_full_is_drawn_from_where_that_is_agreed_on() -> None:
    position = board("W: hand(5) 6(10) B: 6(3) 3(1) off(11)")
    (only,) = legal_plays(FULL, position, Side.WHITE, Roll.of(6, 3))
    assert str(only.position) == "W: hand(3) 6(11) 3(1) B: hand(2) 6(2) off(11)"
    (again,) = legal_plays(FULL, only.position, Side.BLACK, Roll.of(6, 5))
    assert str(again.position) == "W: hand(4) 6(10) 3(1) B: 6(3) 5(1) off(11)"
    assert GAME.departures[0].instead == "full_tables=true"


@pytest.mark.parametrize(
    ("game", "before", "roll", "seen", "rule", "stood", "dolted"),
    [
        # the last checker is laid without drawing, and another borne off
        (GAME, "W: hand(1) 6(8) 2(6) B: hand(12) 6(2) 3(1)", "6-2", "W: hand(1) 6(9) 2(5) B: hand(12) 6(2) 3(1)",
         "R.dolted", "W: 6(9) 2(5) off(1) B: hand(12) 6(2) 3(1)", True),
        # what is drawn from a table that was full is in the hand again
        (FULL, "W: hand(5) 6(10) B: 6(3) 3(1) off(11)", "6-3", "W: hand(3) 6(11) 3(1) B: 6(2) 3(1) off(12)",
         "R.dolted", "W: hand(3) 6(11) 3(1) B: hand(1) 6(2) 3(1) off(11)", True),
        (GAME, "W: hand(10) 6(5) B: 6(14) 3(1)", "6-2", "W: hand(8) 6(6) 2(1) B: 6(13) 3(1) off(1)",
         "R.opponent_man", "W: hand(8) 6(6) 2(1) B: hand(1) 6(13) 3(1)", False),
    ],
)  # fmt: skip
def test_what_lies_beside_the_board_is_told_apart_by_how_it_came_there(
    game: TablesGame, before: str, roll: str, seen: str, rule: str, stood: str, dolted: bool
) -> None:
    fault = explain(game, board(before), Side.WHITE, Roll.parse(roll), board(seen))
    stands = after_turn(game, board(before), Side.WHITE, Roll.parse(roll), board(seen))
    assert (fault.rule, str(stands)) == (rule, stood)
    assert win_of(game, stands, Side.WHITE) == ((Side.BLACK, 1, "dolted") if dolted else None)


@pytest.mark.parametrize(
    ("roll", "seen", "rule", "told", "dolted"),
    [
        ("6-2", "W: hand(11) 6(2) 2(2) B: hand(12) 6(2) 3(1)", "R.dolted",
         "Anna is dolted: hand/6 must draw Ben's checker across; hand/6* hand/2 is legal.", True),
        # with the first number alone
        ("6-2", "W: hand(12) 6(2) 2(1) B: hand(12) 6(2) 3(1)", "R.dolted",
         "Anna is dolted: hand/6 must draw Ben's checker across; hand/6* hand/2 is legal.", True),
        ("6-6", "W: hand(11) 6(3) 2(1) B: hand(13) 6(1) 3(1)", "R.dolted",
         "Anna is dolted: hand/6 must draw Ben's checker across; hand/6*(2) is legal.", True),
        ("6-2", "W: hand(12) 6(2) 2(1) B: hand(13) 6(1) 3(1)", "R.must_use",
         "Both numbers can be played: hand/6* hand/2 uses the 6 and the 2.", False),
        ("6-2", "W: hand(11) 6(2) 2(2) B: hand(14) 6(1)", "R.opponent_man",
         "Ben's checker was drawn from 3 though none was laid there; hand/6* hand/2 is legal.", False),
        ("6-2", "W: hand(11) 6(2) 3(1) 2(1) B: hand(14) 6(1)", "R.dice",
         "Hand/3 needs a 3: only the 6 and the 2 were thrown; hand/6* hand/2 is legal.", False),
        ("6-2", "W: hand(13) 3(1) 2(1) B: hand(13) 6(1) 3(1)", "R.direction",
         "6/3 is illegal: no checker goes to the point of another number; hand/6* hand/2 is legal.", False),
        # what is off no point while there are some to lay is in the hand
        ("6-2", "W: hand(12) 6(1) 2(1) off(1) B: hand(12) 6(2) 3(1)", "R.must_use",
         "Both numbers can be played: hand/6* hand/2 uses the 6 and the 2.", False),
    ],
)  # fmt: skip
def test_who_does_not_draw_is_dolted(roll: str, seen: str, rule: str, told: str, dolted: bool) -> None:
    before, after = board(UNDER_WAY), board(seen)
    fault = explain(GAME, before, Side.WHITE, Roll.parse(roll), after)
    assert (fault.rule, sentence(fault, NAMES)) == (rule, told)
    stands = after_turn(GAME, before, Side.WHITE, Roll.parse(roll), after)
    assert win_of(GAME, stands, Side.WHITE) == ((Side.BLACK, 1, "dolted") if dolted else None)
    theirs = after_turn(GAME, before.mirrored(), Side.BLACK, Roll.parse(roll), after.mirrored())
    assert win_of(GAME, theirs, Side.BLACK) == ((Side.WHITE, 1, "dolted") if dolted else None)
    assert after not in {each.position for each in legal_plays(GAME, before, Side.WHITE, Roll.parse(roll))}


@pytest.mark.parametrize(
    ("position", "roll", "won"),
    [
        ("W: 6(1) 3(1) off(13) B: 1(1) off(14)", "6-3", (Side.WHITE, 1, "single")),
        ("W: 6(1) 3(1) off(13) B: hand(15)", "6-3", (Side.WHITE, 1, "single")),
        ("W: 6(1) off(14) B: 1(15)", "6-6", (Side.WHITE, 1, "single")),
        ("W: 6(2) off(13) B: 1(1) off(14)", "6-5", None),
        ("W: 3(2) off(13) B: 1(1) off(14)", "6-5", None),
    ],
)
def test_who_is_off_first_wins_a_point(position: str, roll: str, won: tuple[Side, int, str] | None) -> None:
    (only,) = legal_plays(GAME, board(position), Side.WHITE, Roll.parse(roll))
    assert win_of(GAME, only.position, Side.WHITE) == won


def test_laying_and_drawing_may_be_done_in_either_order() -> None:
    before, roll = board(UNDER_WAY), Roll.of(6, 3)
    way = completable(GAME, before, Side.WHITE, roll)
    for text in (
        "W: hand(12) 6(2) 2(1) B: hand(12) 6(2) 3(1)",
        "W: hand(13) 6(1) 2(1) B: hand(13) 6(1) 3(1)",
        "W: hand(11) 6(2) 3(1) 2(1) B: hand(12) 6(2) 3(1)",
        "W: hand(13) 6(1) 2(1) B: hand(14) 6(1)",
    ):
        assert board(text) in way


@pytest.mark.parametrize("game", [GAME, FULL], ids=["as it is", "full"])
def test_games_as_a_naive_generator_has_them(game: TablesGame) -> None:
    rng = random.Random(31)
    turns, ended = 0, []
    for _ in range(12):
        position, side = game.start, Side.WHITE
        while (won := win_of(game, position, side.other)) is None:
            roll = rng.choice(ALL_ROLLS)
            own, theirs = position.of(side), position.of(side.other)
            tables = ({n: own[n] for n in range(1, 7)}, {n: theirs[n] for n in range(1, 7)})
            found = legal_plays(game, position, side, roll)
            told = {
                (mine[1:7], others[1:7], mine[25], others[25])
                for mine, others in ((each.position.of(side), each.position.of(side.other)) for each in found)
            }
            assert told == ketch_results(tables, (own[25], theirs[25]), roll.dice, game is FULL)
            outcome = rng.choice(found)
            assert sum(outcome.position.white) == sum(outcome.position.black) == 15
            text = written(game, position, side, outcome.play)
            assert parse_play(game, position, side, roll, text) == outcome
            assert played_out(game, position, side, text).position == outcome.position
            position, side, turns = outcome.position, side.other, turns + 1
        own, theirs = position.of(side.other), position.of(side)
        assert won == (side.other, 1, "single") and own[0] == 15 > theirs[0]
        ended.append(won)
    assert 400 < turns < 1500 and {each[0] for each in ended} == set(Side)
