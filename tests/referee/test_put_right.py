"""What people put right stays right, and what they take back can be made again, whatever the camera goes on seeing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.board import CubePlace, Seating, Side
from engine.dice import Roll
from engine.match.cube import Cube, CubeAction
from engine.match.match import Crawford, CubeTurn, Result, Score
from engine.plays import membership
from engine.plays.membership import forget_searches, sampled, some_play
from engine.position import Position
from engine.position_parsing import parse_position
from engine.state.match_state import Phase
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    Done,
    NewGame,
    OfferCube,
    Resign,
    SetCube,
    SetPosition,
    SetRoll,
    SetScore,
    SetTurn,
    Undo,
)
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import seen_as
from engine.turn.misread import Misread
from engine.turn.turn_reading import MARGIN, TurnVerdict, read_turn
from tests.referee.conftest import AFTER_31, AFTER_64, START, kinds
from tests.sure_evidence import Sure

OTHER_31 = "W: 24(1) 23(1) 13(4) 10(1) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"


def test_done_before_a_move_leaves_the_opening_throw_with_its_winner(started) -> None:
    assert started.tell(Done(started.time)) == []
    (played,) = started.see(2.0)
    assert played.side is Side.WHITE and played.fault.rule == "R.must_use"


def test_a_double_said_on_the_page_waits_while_the_cube_stays_in_the_middle(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(OfferCube())
    assert started.see(3.0) == []
    started.tell(AnswerCube(take=True))
    assert started.see(3.0) == [] and started.match_state.cube == Cube(2, Side.WHITE)


def test_a_double_said_on_the_page_is_passed_by_word_too(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(OfferCube())
    started.see()
    assert kinds(started.tell(AnswerCube(take=False))) == ["GameOver"]


def test_a_take_by_throwing_leaves_the_cube_where_it_lies(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_FAR)
    assert kinds(started.throw(Side.BLACK, 6, 4)) == ["Taken", "Thrown"]
    assert started.see(3.0) == []


def test_a_fault_of_the_cube_ends_when_it_is_put_back(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_NEAR)
    assert started.match_state.cube_fault is not None
    started.put_cube(64, CubePlace.CENTRE)
    assert started.match_state.cube_fault is None


def test_a_roll_told_by_a_person_outlasts_what_the_camera_reads(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 5)
    started.tell(SetRoll(Side.BLACK, Roll.of(6, 4)))
    assert started.see(3.0) == [] and started.match_state.roll == Roll.of(6, 4)
    started.play(AFTER_64)
    assert kinds(started.tell(Done(started.time))) == ["Played"]
    assert started.match_state.last_play.fault is None


def test_a_roll_told_where_no_dice_are_seen_waits_for_the_play(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(SetRoll(Side.BLACK, Roll.of(6, 4)))
    assert started.see(8.0) == [] and started.match_state.phase is Phase.TO_MOVE


def test_a_position_told_by_a_person_outlasts_what_the_camera_reads(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(SetPosition(parse_position(OTHER_31)))
    assert started.see(3.0) == []
    assert started.match_state.position == parse_position(OTHER_31)


def test_the_play_after_a_position_told_is_judged_from_that_position(started) -> None:
    started.play(AFTER_31)
    started.lift()
    set_by_hand = "W: 24(2) 13(5) 8(2) 6(4) 4(2) B: 24(2) 13(5) 8(3) 6(5)"
    started.tell(SetPosition(parse_position(set_by_hand)))
    started.play(set_by_hand)
    started.throw(Side.BLACK, 6, 4)
    started.play("W: 24(2) 13(5) 8(2) 6(4) 4(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    started.lift()
    assert kinds(started.play("W: 24(2) 13(5) 8(2) 6(4) 4(2) B: 24(2) 13(4) 8(3) 6(5) 3(1)")) == ["Amended"]
    assert started.match_state.last_play.fault is None
    started.tell(Undo())
    assert started.match_state.position == parse_position(set_by_hand)


def test_the_first_play_is_taken_back_on_the_board_and_made_again(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.play(START, seconds=3.0)
    assert len(started.match_state.match.games) == 0 and started.match_state.game is not None
    started.play(OTHER_31)
    assert started.match_state.last_play.fault is None
    assert started.match_state.position == parse_position(OTHER_31)


def test_after_a_restart_the_dice_that_still_lie_are_no_new_throw(started) -> None:
    from engine.turn.tracker import TurnTracker

    started.play(AFTER_31)
    started.tell(Done(started.time))
    started.tracker = TurnTracker()
    assert started.see(3.0) == []


def test_the_last_checker_off_by_a_change_after_the_turn_ends_the_game(evening: Callable) -> None:
    table = evening(length=3, join=True)
    table.position = parse_position("W: 2(1) 1(1) B: 1(15)")
    table.see()
    table.throw(Side.WHITE, 2, 1)
    table.play("W: 1(1) B: 1(15)")
    table.lift(2.5)
    assert kinds(table.play("W: B: 1(15)"))[-1] == "GameOver"
    assert table.match_state.game.result == Result(Side.WHITE, 2, "gammon")


def test_an_answer_to_an_old_question_changes_no_later_turn(started) -> None:
    started.hidden = (6, 5, 4, 3, 7, 8)
    started.play(AFTER_31)
    started.lift(4.0)
    question = started.match_state.questions[0]
    started.throw(Side.BLACK, 6, 4)
    started.play(AFTER_64)
    started.lift(4.0)
    assert len(started.match_state.game.turns) == 2
    before = started.match_state.position
    started.tell(Answer(question.number, 1))
    assert started.match_state.position == before and question not in started.match_state.questions


def test_the_cube_put_right_while_a_double_is_on_offer(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_FAR)
    started.tell(SetCube(Cube(4, Side.BLACK)))
    assert kinds(started.tell(AnswerCube(take=True))) == ["Taken"]
    assert started.match_state.cube == Cube(8, Side.WHITE)


def test_whose_turn_it_is_put_right_while_a_double_is_on_offer(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_FAR)
    started.tell(SetTurn(Side.WHITE))
    assert not any(isinstance(turn, CubeTurn) for turn in started.match_state.game.turns)
    assert started.match_state.cube.may_double(Side.WHITE)


def test_a_finished_game_is_not_ended_twice(started) -> None:
    started.tell(Resign(Side.WHITE, 1))
    assert started.tell(SetTurn(Side.BLACK)) == []
    assert started.tell(Resign(Side.WHITE, 1)) == []
    assert started.match_state.score == Score(0, 1)


def test_a_resignation_is_taken_back(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(Resign(Side.WHITE, 1))
    started.tell(Undo())
    assert started.match_state.score == Score() and started.match_state.game.result is None
    assert started.match_state.phase is Phase.TO_THROW and started.match_state.side is Side.BLACK


def test_an_undone_turn_waits_to_be_played_again(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(Undo())
    assert started.see(3.0) == [] and started.match_state.phase is Phase.TO_MOVE
    started.play(OTHER_31)
    assert kinds(started.tell(Done(started.time))) == ["Played"]


def test_undo_keeps_a_score_put_right(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(SetScore(Score(3, 1)))
    started.tell(Undo())
    assert started.match_state.score == Score(3, 1)


def test_undo_of_a_take_puts_the_double_away(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_FAR)
    started.put_cube(2, CubePlace.NEAR)
    assert started.match_state.last_turn.answer is CubeAction.TAKE
    started.tell(Undo())
    assert started.match_state.cube == Cube() and started.match_state.side is Side.BLACK


def test_the_crawford_game_begun_anew_is_still_the_crawford_game(evening: Callable) -> None:
    table = evening(length=2)
    table.see()
    table.tell(SetScore(Score(1, 0)))
    table.tell(NewGame())
    table.tell(NewGame())
    assert table.match_state.game.crawford and not table.match_state.cube.in_play


def test_two_dice_on_one_half_do_not_open_a_game(evening: Callable) -> None:
    table = evening()
    table.see()
    assert kinds(table.throw(Side.WHITE, 3, 3)) == ["Cocked"]
    assert table.match_state.side is None


def test_an_accepted_fault_is_the_movers(started) -> None:
    started.play("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
    started.lift(2.0)
    (cleared,) = started.tell(AcceptPlay())
    assert cleared.side is Side.WHITE


def test_a_score_put_right_makes_or_unmakes_the_crawford_game(started) -> None:
    started.tell(SetScore(Score(4, 2)))
    assert started.match_state.crawford is Crawford.ACTIVE
    assert started.match_state.game.crawford and not started.match_state.cube.in_play
    started.tell(SetScore(Score(3, 2)))
    assert started.match_state.crawford is Crawford.PENDING
    assert not started.match_state.game.crawford and started.match_state.cube.in_play


def _to_move(table: Any, start: Position, roll: Roll) -> None:
    """White is to move with a roll, on a board that somebody has set."""
    table.tell(NewGame())
    table.tell(SetPosition(start))
    table.tell(SetTurn(Side.WHITE))
    table.tell(SetRoll(Side.WHITE, roll))


def test_a_turn_that_can_end_in_too_many_ways_to_list_is_told_like_any_other(
    evening: Callable[..., Any],
) -> None:
    table = evening(game_id="gul_bara")
    start = parse_position("W: 24(9) 20(6) B: 24(9) 20(6)")
    roll = Roll.of(3, 3)
    _to_move(table, start, roll)
    assert table.match_state.phase is Phase.TO_MOVE and isinstance(table.game, TablesGame)
    after = some_play(table.game, table.match_state.position, Side.WHITE, roll).position
    table.tell(SetPosition(after))
    last = table.match_state.last_play
    assert last is not None and (last.roll, last.after, last.fault) == (roll, after, None)
    table.tell(SetRoll(Side.WHITE, Roll.of(4, 4)))
    assert table.match_state.last_play is not None and table.match_state.last_play.roll == Roll.of(4, 4)


def test_where_nobody_can_say_whether_a_play_is_legal_nobody_is_accused(
    evening: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening(game_id="gul_bara", options=(("delay", 0),))
    assert isinstance(table.game, TablesGame)
    start = parse_position("W: 24(4) 21(6) 19(1) 18(1) 15(3) B: 24(9) 23(1) 20(1) 16(1) 14(1) 13(2)")
    roll = Roll.of(1, 1)
    _to_move(table, start, roll)
    after = sampled(table.game, table.match_state.position, Side.WHITE, roll, 1)[0].position
    table.tell(SetPosition(after))
    assert table.match_state.last_play.after == after
    monkeypatch.setattr(membership, "_MOST_FOR_ONE", 1)
    forget_searches()
    table.tell(SetRoll(Side.WHITE, roll))
    last = table.match_state.last_play
    assert (last.roll, last.after, last.fault) == (roll, after, None)


def test_where_nobody_can_say_how_another_roll_ends_it_is_not_taken_without_a_question(
    evening: Callable[..., Any],
) -> None:
    table, seating, roll = evening(game_id="gul_bara", options=(("delay", 0),)), Seating(), Roll.of(1, 1)
    _to_move(
        table, parse_position("W: 24(4) 21(6) 19(1) 18(1) 15(3) B: 24(9) 23(1) 20(1) 16(1) 14(1) 13(2)"), roll
    )
    game, start = table.game, table.match_state.position
    evidence = Sure(seen_as(game, sampled(game, start, Side.WHITE, roll, 1)[0].position, seating))
    reading = read_turn(game, start, Side.WHITE, roll, seating, evidence)
    assert reading.ongoing is TurnVerdict.LEGAL
    found = Misread(roll, Side.WHITE, reading, 2 * MARGIN)
    assert not found.sure and replace(found, reading=replace(reading, known=True)).sure
