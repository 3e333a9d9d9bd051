"""The cube, the stakes and draws over the board: what is offered, refused, beavered, undone, and what a game counts."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.board import CubePlace, Side
from engine.dice import Roll
from engine.match.cube import Cube, CubeAction, Progression
from engine.match.match import Crawford, CubeTurn, Result, Score
from engine.match.terms import BeaverPass, CubeUse, NoDouble, Stake, Terms
from engine.position_parsing import parse_position
from engine.state.events import Beavered, Raccooned, Tied
from engine.state.match_state import Phase, may_do, why_no_double
from engine.state.messages import (
    AnswerCube,
    JoinGame,
    NewGame,
    OfferCube,
    RaccoonCube,
    Resign,
    SetCube,
    SetPosition,
    SetRoll,
    SetScore,
    SetTurn,
    Undo,
)
from engine.words.reasons import CubeReason
from tests.referee.conftest import AFTER_31, AFTER_64, kinds

W, B = Side.WHITE, Side.BLACK
BEAVERS = Terms(beaver=True, raccoon=True)
LAST = "W: 1(1) off(14) B: 6(15)"


def playing(evening: Callable, terms: Terms | None = None, length: int = 0):
    """An evening at which Anna has played 3-1 and Ben is to throw."""
    table = evening(length, terms=terms)
    table.see()
    table.opening(3, 1)
    table.play(AFTER_31)
    table.lift()
    return table


def doubled(evening: Callable, terms: Terms | None = None, length: int = 0):
    """The same evening, Ben having doubled by word of mouth."""
    table = playing(evening, terms, length)
    table.tell(OfferCube())
    assert table.match_state.phase is Phase.DOUBLED
    return table


def bear_off(table, position: str = LAST, side: Side = W) -> None:
    """A side that has the board nearly empty throws and takes its last checker off."""
    table.tell(SetPosition(parse_position(position)))
    table.position = parse_position(position)
    table.see(0.6)
    table.tell(SetTurn(side))
    table.throw(side, 6, 5)
    table.play(position.replace("W: 1(1) off(14)", "W: off(15)"))
    table.lift()


def test_cu_1_a_pass_costs_what_the_cube_stood_at(evening: Callable) -> None:
    table = doubled(evening)
    table.tell(AnswerCube(take=False))
    assert table.match_state.game.result == Result(B, 1, "passed")


def test_cu_2_a_redouble_that_is_passed_costs_two(evening: Callable) -> None:
    table = playing(evening)
    table.tell(SetCube(Cube(2, B)))
    table.tell(OfferCube())
    assert table.match_state.last_turn.value == 4
    table.tell(AnswerCube(take=False))
    assert table.match_state.score == Score(0, 2)


def test_cu_3_and_4_a_gammon_counts_the_cube_and_under_jacoby_only_a_turned_one(evening: Callable) -> None:
    for terms, cube, points in ((None, Cube(4, W), 8), (Terms(jacoby=True), Cube(), 1)):
        table = playing(evening, terms)
        table.tell(SetCube(cube))
        bear_off(table)
        assert table.match_state.game.result.points == points


def test_cu_5_a_cube_that_is_the_opponents_is_not_turned(evening: Callable) -> None:
    table = playing(evening)
    table.tell(SetCube(Cube(2, W)))
    table.tell(OfferCube())
    assert table.match_state.phase is Phase.TO_THROW
    assert why_no_double(table.match_state, B) is CubeReason.OPPONENTS
    assert kinds(table.put_cube(4, CubePlace.OFFERED_FAR)) == ["CubeFault"]


def test_cu_6_and_7_beaver_and_raccoon_by_word_of_mouth(evening: Callable) -> None:
    table = doubled(evening, BEAVERS)
    assert may_do(table.match_state) == (CubeAction.TAKE, CubeAction.PASS, CubeAction.BEAVER)
    assert table.tell(AnswerCube(take=True, beaver=True)) == [Beavered(W)]
    assert (table.match_state.cube.value, table.match_state.cube.owner) == (4, W)
    assert (table.match_state.phase, table.match_state.side) == (Phase.TO_THROW, B)
    assert may_do(table.match_state) == (CubeAction.PASS, CubeAction.RACCOON)
    assert table.tell(RaccoonCube()) == [Raccooned(B)]
    assert (table.match_state.cube.value, table.match_state.cube.owner) == (8, W)
    assert may_do(table.match_state) == ()
    table.tell(Undo())
    assert (table.match_state.cube.value, table.match_state.beaver is not None) == (4, True)
    table.tell(Undo())
    assert (table.match_state.cube, table.match_state.phase) == (Cube().offered(B), Phase.DOUBLED)
    table.tell(Undo())
    assert (table.match_state.cube, table.match_state.phase, table.match_state.side) == (
        Cube(),
        Phase.TO_THROW,
        B,
    )
    assert len(table.match_state.game.turns) == 1


def test_beaver_and_raccoon_on_the_board(evening: Callable) -> None:
    table = playing(evening, BEAVERS)
    assert kinds(table.put_cube(2, CubePlace.OFFERED_FAR)) == ["Doubled"]
    assert kinds(table.put_cube(4, CubePlace.NEAR)) == ["Beavered"]
    assert kinds(table.put_cube(8, CubePlace.NEAR)) == ["Raccooned"]
    assert table.match_state.cube == Cube(8, W)
    assert kinds(table.throw(B, 6, 4)) == ["Thrown"]


def test_a_cube_taken_first_and_turned_then_is_a_beaver_too(evening: Callable) -> None:
    table = playing(evening, BEAVERS)
    table.put_cube(2, CubePlace.OFFERED_FAR)
    assert kinds(table.put_cube(2, CubePlace.NEAR)) == ["Taken"]
    assert kinds(table.put_cube(4, CubePlace.NEAR)) == ["Beavered"]
    assert table.match_state.cube == Cube(4, W)
    (turn,) = [each for each in table.match_state.game.turns if isinstance(each, CubeTurn)]
    assert (turn.side, turn.value, turn.answer) == (B, 2, CubeAction.BEAVER)


def test_a_beaver_is_passed_for_what_the_cube_stood_at_before_it(evening: Callable) -> None:
    for passing in ("word", "board"):
        table = playing(evening, BEAVERS)
        table.put_cube(2, CubePlace.OFFERED_FAR)
        table.put_cube(4, CubePlace.NEAR)
        if passing == "word":
            table.tell(AnswerCube(take=False))
        else:
            table.put_cube(64, CubePlace.CENTRE)
        assert table.match_state.game.result == Result(W, 2, "passed")
        table.tell(Undo())
        assert table.match_state.beaver is not None and table.match_state.cube == Cube(4, W)
        assert table.match_state.score == Score() and table.match_state.side is B


def test_a_beaver_that_must_be_accepted_is_not_passed(evening: Callable) -> None:
    table = doubled(evening, replace(BEAVERS, beaver_pass=BeaverPass.MUST_ACCEPT))
    table.tell(AnswerCube(take=True, beaver=True))
    table.tell(AnswerCube(take=False))
    assert table.match_state.phase is Phase.TO_THROW and table.match_state.game.result is None


def test_nobody_beavers_where_that_was_not_agreed(evening: Callable) -> None:
    table = doubled(evening)
    assert table.tell(AnswerCube(take=True, beaver=True)) == []
    assert table.tell(AnswerCube(take=True)) != [] and table.tell(RaccoonCube()) == []


def test_cu_8_and_9_ties_at_the_opening_double_the_cube(evening: Callable) -> None:
    table = evening(0, terms=Terms(auto_doubles=2))
    table.see()
    seen = []
    for _ in range(3):
        seen += table.opening(4, 4)
        table.lift()
    assert seen == [Tied(4, 2), Tied(4, 4), Tied(4)]
    assert table.match_state.cube == Cube(4)
    table.opening(3, 1)
    table.play(AFTER_31)
    table.lift()
    table.tell(OfferCube())
    table.tell(AnswerCube(take=True))
    assert table.match_state.cube == Cube(8, W)
    table.tell(Undo())
    assert table.match_state.cube == Cube(4)


def test_ma_1_the_crawford_game_is_played_without_the_cube(evening: Callable) -> None:
    table = evening(7)
    table.see()
    table.tell(SetScore(Score(6, 3)))
    table.tell(NewGame())
    assert table.match_state.crawford is Crawford.ACTIVE and not table.match_state.cube.in_play
    without = evening(7, terms=Terms(crawford=False))
    without.see()
    without.tell(SetScore(Score(6, 3)))
    without.tell(NewGame())
    assert without.match_state.cube.in_play


def test_ma_2_holland_waits_until_both_have_thrown_twice(evening: Callable) -> None:
    table = evening(7, terms=Terms(holland=True))
    table.see()
    table.tell(SetScore(Score(6, 3)))
    table.tell(NewGame())
    table.tell(Resign(W, 1))
    table.tell(NewGame())
    assert table.match_state.crawford is Crawford.EXPIRED and table.match_state.cube.in_play
    table.tell(SetRoll(W, Roll.of(3, 1)))
    table.tell(SetPosition(parse_position(AFTER_31)))
    table.tell(SetRoll(B, Roll.of(6, 4)))
    table.tell(SetPosition(parse_position(AFTER_64)))
    assert table.match_state.side is W
    assert why_no_double(table.match_state, W) is CubeReason.HOLLAND
    table.tell(OfferCube())
    assert table.match_state.phase is Phase.TO_THROW


def test_ma_3_there_is_one_crawford_game(evening: Callable) -> None:
    table = evening(5)
    table.see()
    table.tell(SetScore(Score(4, 3)))
    table.tell(NewGame())
    table.tell(Resign(W, 1))
    assert table.match_state.score == Score(4, 4)
    table.tell(NewGame())
    assert table.match_state.crawford is Crawford.EXPIRED and table.match_state.cube.in_play


@pytest.mark.parametrize(
    ("black", "result"), [("1(1) off(14)", (None, 0, "draw")), ("6(15)", (W, 2, "gammon"))]
)
def test_ma_4_the_last_turn_equalises(evening: Callable, black: str, result: tuple) -> None:
    table = evening(5, terms=Terms(last_turn_equaliser=True))
    table.see()
    table.opening(3, 1)
    table.play(AFTER_31)
    table.lift()
    table.dice = ()
    bear_off(table, f"W: 1(1) off(14) B: {black}")
    assert table.match_state.game.result is None and table.match_state.side is B
    after = "W: off(15) B: off(15)" if result[0] is None else "W: off(15) B: 6(13) 5(1) 4(1)"
    table.tell(SetRoll(B, Roll.of(2, 1)))
    table.tell(SetPosition(parse_position(after)))
    assert table.match_state.game.result == Result(*result)
    if result[0] is None:
        assert table.match_state.score == Score()


def test_who_begins_does_not_double_before_his_first_play(evening: Callable) -> None:
    table = evening(0, terms=Terms(no_double_first_turn=NoDouble.BOTH))
    table.see()
    table.tell(SetTurn(W))
    assert why_no_double(table.match_state, W) is not None
    table.tell(SetRoll(W, Roll.of(3, 1)))
    table.tell(SetPosition(parse_position(AFTER_31)))
    assert table.match_state.side is B and why_no_double(table.match_state, B) is not None
    other = playing(evening)
    assert why_no_double(other.match_state, B) is None
    joined = evening(0)
    joined.see()
    joined.tell(SetTurn(W))
    assert why_no_double(joined.match_state, W) is not None
    joined.tell(JoinGame(parse_position(AFTER_31), W))
    assert why_no_double(joined.match_state, W) is None


def test_the_stake_is_raised_by_one_where_that_was_agreed(evening: Callable) -> None:
    table = doubled(evening, Terms(stake_progression=Progression.ARITHMETIC))
    table.tell(AnswerCube(take=True))
    assert (
        table.match_state.cube.value,
        table.match_state.cube.owner,
        table.match_state.cube.next_value,
    ) == (2, W, 3)
    table.tell(SetCube(Cube(3, W)))
    assert table.match_state.cube.next_value == 4


def test_a_resignation_counts_the_stake_agreed_on(evening: Callable) -> None:
    table = playing(evening, Terms(stake=Stake.PER_MAN))
    table.tell(Resign(W, 1))
    assert table.match_state.game.result == Result(B, 15, "resigned")
    table = playing(evening, Terms(jacoby=True))
    table.tell(Resign(W, 3))
    assert table.match_state.game.result == Result(B, 1, "resigned")


def test_the_cube_is_used_or_not_as_was_agreed(evening: Callable) -> None:
    for game_id, use, used in (
        ("portes", CubeUse.USUAL, False),
        ("portes", CubeUse.ON, True),
        ("backgammon", CubeUse.OFF, False),
    ):
        table = evening(0, game_id=game_id, terms=Terms(cube=use))
        table.see()
        assert table.match_state.cube.in_play is used
