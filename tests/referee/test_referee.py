"""The referee at a board: what they say of throws, turns, faults, doubles and games as people play them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.board import CubePlace, Kind, Seating, Side, View
from engine.dice import Roll
from engine.match.cube import CubeAction
from engine.match.match import CubeTurn, Result, Score
from engine.position_parsing import parse_position
from engine.state.events import (
    Played,
    Thrown,
    Tied,
    ViewChanged,
)
from engine.state.match_state import Phase
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    Done,
    JoinGame,
    NewGame,
    OfferCube,
    Resign,
    SetPosition,
    SetRoll,
    SetScore,
    SetTurn,
    Undo,
)
from tests.referee.conftest import AFTER_31, AFTER_31_HALF, AFTER_31_WRONG, AFTER_64, START, die, kinds


def test_a_match_and_a_game_begin_with_the_starting_position(evening: Callable) -> None:
    table = evening()
    assert kinds(table.see()) == ["MatchStarted", "GameStarted"]
    assert table.match_state.phase is Phase.TO_THROW
    assert table.match_state.side is None


@pytest.mark.parametrize("seating", [Seating(n, h) for n in Kind for h in (True, False)])
def test_the_starting_position_tells_who_has_which_checkers(evening: Callable, seating: Seating) -> None:
    table = evening()
    table.seating = seating
    table.see()
    assert table.match_state.seating == seating


def test_the_higher_die_of_the_opening_throw_begins_with_both(started) -> None:
    assert started.events[-1] == Thrown(Side.WHITE, Roll.of(3, 1), opening=True)
    assert started.match_state.phase is Phase.TO_MOVE


def test_a_tie_is_thrown_again(evening: Callable) -> None:
    table = evening()
    table.see()
    assert table.opening(4, 4) == [Tied(4)]
    table.lift()
    assert kinds(table.opening(2, 5)) == ["Thrown"]
    assert table.match_state.side is Side.BLACK


def test_a_legal_play_is_recorded_when_the_dice_are_lifted(started) -> None:
    assert kinds(started.play(AFTER_31)) == []
    events = started.lift()
    assert kinds(events) == ["Played"]
    assert started.match_state.position == parse_position(AFTER_31)
    assert started.match_state.side is Side.BLACK and started.match_state.phase is Phase.TO_THROW
    assert started.match_state.last_play.fault is None


def test_a_turn_half_made_is_not_flagged_while_the_dice_lie(started) -> None:
    assert started.play(AFTER_31_HALF, seconds=6.0) == []


def test_a_turn_half_made_stands_as_illegal_when_the_dice_are_lifted(started) -> None:
    started.play(AFTER_31_HALF)
    (played,) = started.lift(2.0)
    assert isinstance(played, Played) and played.fault is not None
    assert played.fault.rule == "R.must_use"


def test_the_opponents_throw_ends_the_turn(started) -> None:
    started.play(AFTER_31)
    events = started.throw(Side.BLACK, 6, 4)
    assert kinds(events) == ["Played", "Thrown"]
    assert started.match_state.side is Side.BLACK and started.match_state.roll == Roll.of(6, 4)


def test_done_ends_the_turn_and_the_dice_that_stay_are_old(started) -> None:
    started.play(AFTER_31)
    assert kinds(started.tell(Done(started.time))) == ["Played"]
    assert started.see(2.0) == []
    assert kinds(started.throw(Side.BLACK, 6, 4)) == ["Thrown"]


def test_an_illegal_board_is_flagged_after_a_second_and_cleared_when_put_right(started) -> None:
    flagged = started.play(AFTER_31_WRONG)
    assert kinds(flagged) == ["FaultSeen"]
    assert flagged[0].seen == parse_position(AFTER_31_WRONG)
    first_still = started.frame - 10 + 1
    assert abs(started.frames[-1] - first_still) <= 2
    assert kinds(started.play(AFTER_31)) == ["FaultCleared"]
    assert kinds(started.lift()) == ["Played"]
    assert started.match_state.last_play.fault is None


def test_an_illegal_board_under_a_hand_or_for_less_than_a_second_is_not_flagged(started) -> None:
    assert started.play(AFTER_31_WRONG, seconds=0.8) == []
    assert kinds(started.hand(1.4)) == ["ViewChanged"]
    assert kinds(started.play(AFTER_31, seconds=1.0)) == ["ViewChanged"]


def test_an_illegal_play_stands_when_the_opponent_throws(started) -> None:
    started.play(AFTER_31_WRONG)
    started.lift(2.0)
    events = started.throw(Side.BLACK, 6, 4)
    assert kinds(events) == ["Thrown"]
    turn = started.match_state.game.turns[0]
    assert turn.fault is not None and turn.after == parse_position(AFTER_31_WRONG)
    assert started.match_state.position == parse_position(AFTER_31_WRONG)


def test_a_lifted_illegal_play_can_be_put_right_until_the_opponent_throws(started) -> None:
    started.play(AFTER_31_WRONG)
    assert kinds(started.lift(2.0)) == ["Played"]
    assert kinds(started.play(AFTER_31)) == ["Amended"]
    assert started.match_state.last_play.fault is None
    started.throw(Side.BLACK, 6, 4)
    assert started.match_state.game.turns[0].after == parse_position(AFTER_31)


def test_the_record_is_what_stands_when_the_opponent_throws(started) -> None:
    started.play(AFTER_31)
    started.lift()
    events = started.play(AFTER_31_WRONG)
    assert kinds(events) == ["Amended"] and events[0].fault is not None


def test_a_leaning_die_is_called_cocked_once_and_thrown_again(started) -> None:
    started.play(AFTER_31)
    started.lift()
    good, leaning = started.make_dice(Side.BLACK, 6, 4)
    events = started.show_dice(good, started.leaning(leaning), seconds=4.0)
    assert kinds(events) == ["Cocked"] and events[0].side is Side.BLACK
    assert started.match_state.phase is Phase.TO_THROW
    started.lift()
    assert kinds(started.throw(Side.BLACK, 5, 4)) == ["Thrown"]
    assert started.match_state.roll == Roll.of(5, 4)


def test_a_throw_that_seemed_cocked_counts_once_it_lies_flat_and_is_played(started) -> None:
    """The eye took a flat die for a leaning one: what is played with it, legal or not, is judged all the same."""
    started.play(AFTER_31)
    started.lift()
    good, other = started.make_dice(Side.BLACK, 6, 4)
    assert kinds(started.show_dice(good, started.leaning(other), seconds=2.0)) == ["Cocked"]
    started.dice = (good, other)
    events = started.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 15(1) 13(5) 8(3) 6(5)", seconds=4.0)
    assert kinds(events) == ["Thrown", "FaultSeen"] and events[0].roll == Roll.of(6, 4)


def test_of_three_dice_that_lie_there_two_are_played(started) -> None:
    """One leans, and beside it lies the one with which it was tried again: no roll of backgammon has three dice."""
    started.play(AFTER_31)
    started.lift()
    good, other = started.make_dice(Side.BLACK, 6, 1)
    tried, _ = started.make_dice(Side.WHITE, 4, 2)
    beside = replace(tried, half="left", u=good.u + 0.05, v=0.7)
    assert kinds(started.show_dice(good, started.leaning(other), beside, seconds=2.0)) == ["Cocked"]
    events = started.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)", seconds=4.0)
    assert kinds(events)[0] == "Thrown" and events[0].roll == Roll.of(6, 4)
    assert all(each.fault is None for each in events if isinstance(each, Played))


def test_dice_lifted_without_a_move_and_thrown_again_did_not_count(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 4)
    assert started.lift(6.0) == []
    events = started.throw(Side.BLACK, 5, 2)
    assert kinds(events) == ["Cocked", "Thrown"] and events[0].side is Side.BLACK
    assert started.match_state.roll == Roll.of(5, 2) and len(started.match_state.game.turns) == 1


def test_who_throws_again_without_a_move_and_badly_once_more_has_not_passed(started) -> None:
    """One die of the throw that did not count lay where one of the next does, which leans."""
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 1)
    first = started.dice
    started.dice = (first[1], die(1, "left", 0.4, v=0.6))
    assert started.see(5.0) == []
    started.lift(6.0)
    started.throw(Side.BLACK, 5, 2)
    assert started.match_state.roll == Roll.of(5, 2) and len(started.match_state.game.turns) == 1


def test_dice_lifted_without_a_move_for_long_is_an_illegal_play(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 4)
    (played,) = started.lift(10.0)
    assert isinstance(played, Played) and played.fault is not None and played.fault.rule == "R.must_use"


def test_dice_on_both_halves_are_cocked_after_the_opening(started) -> None:
    started.play(AFTER_31)
    started.lift()
    assert kinds(started.opening(2, 6)) == ["Cocked"]


def test_dice_on_the_opponents_half_are_cocked(started) -> None:
    started.play(AFTER_31)
    started.lift()
    assert kinds(started.throw(Side.WHITE, 2, 6)) == ["Cocked"]
    assert started.match_state.side is Side.BLACK


def test_dice_that_lay_beside_the_board_before_say_nothing(started) -> None:
    spare = started.leaning(started.make_dice(Side.WHITE, 1, 1)[0])
    started.play(AFTER_31)
    started.hand()
    started.show_dice(spare, seconds=1.0)
    started.see(2.0)
    first, second = started.make_dice(Side.BLACK, 6, 4)
    assert "Thrown" in kinds(started.show_dice(first, second, seconds=2.0))


def test_a_die_misread_is_read_again_when_the_board_shows_another_throw(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 3, p=0.3)
    events = started.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    assert kinds(events) == ["Thrown"]
    assert events[0] == Thrown(Side.BLACK, Roll.of(6, 4), inferred=True)
    assert kinds(started.lift()) == ["Played"]
    assert started.match_state.last_play.fault is None


def test_between_an_illegal_play_and_a_misread_die_the_people_are_asked(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 3, p=0.985)
    board = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)"
    assert kinds(started.play(board, seconds=4.0)) == ["Asked"]
    assert kinds(started.lift(3.0)) == ["Played"]
    seen, other = started.match_state.questions[0].candidates
    assert (seen.roll, seen.legal, other.roll, other.legal) == (Roll.of(6, 3), False, Roll.of(6, 4), True)
    started.tell(Answer(started.match_state.questions[0].number, 1))
    assert started.match_state.last_play.roll == Roll.of(6, 4) and started.match_state.last_play.fault is None


def test_a_turn_nobody_saw_is_concluded_and_asked_about(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.hand()
    started.position = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    started.see(0.4)
    events = started.throw(Side.WHITE, 5, 5)
    assert "Played" in kinds(events) and "Asked" in kinds(events) and kinds(events)[-1] == "Thrown"
    turn = started.match_state.game.turns[1]
    assert turn.side is Side.BLACK and turn.inferred and turn.roll == Roll.of(6, 4)


def test_a_player_who_is_closed_out_does_not_throw(evening: Callable) -> None:
    table = evening(join=True)
    closed = "W: 6(2) 5(2) 4(2) 3(2) 2(2) 1(3) 8(2) B: bar(1) 6(5) 5(5) 4(4)"
    table.position = parse_position(closed)
    table.see()
    table.throw(Side.WHITE, 2, 1)
    table.play("W: 6(3) 5(2) 4(2) 3(2) 2(2) 1(3) 7(1) B: bar(1) 6(5) 5(5) 4(4)")
    table.lift()
    events = table.throw(Side.WHITE, 6, 1)
    assert kinds(events) == ["Played", "Thrown"]
    assert events[0].side is Side.BLACK and events[0].roll is None and events[0].play.moves == ()


def test_a_dance(evening: Callable) -> None:
    table = evening(join=True)
    position = "W: 6(2) 5(2) 4(2) 3(2) 2(2) 8(3) 7(2) B: bar(1) 6(5) 5(5) 4(4)"
    table.position = parse_position(position)
    table.see()
    table.throw(Side.BLACK, 5, 5)
    events = table.lift()
    assert kinds(events) == ["Played"] and events[0].play.moves == () and events[0].fault is None


def test_a_game_joined_in_the_middle_at_a_throw(evening: Callable) -> None:
    table = evening(join=True)
    table.position = parse_position(AFTER_31)
    table.see()
    assert table.match_state.phase is Phase.NO_GAME
    assert kinds(table.throw(Side.BLACK, 6, 4)) == ["GameStarted", "Thrown"]
    assert table.match_state.game.start == parse_position(AFTER_31)


def test_a_service_waits_for_the_starting_position(evening: Callable) -> None:
    table = evening()
    table.position = parse_position(AFTER_31)
    table.throw(Side.BLACK, 6, 4)
    assert table.match_state.phase is Phase.NO_GAME


def test_double_and_take(started) -> None:
    started.play(AFTER_31)
    started.lift()
    assert kinds(started.put_cube(2, CubePlace.OFFERED_FAR)) == ["Doubled"]
    assert kinds(started.put_cube(2, CubePlace.NEAR)) == ["Taken"]
    assert started.match_state.cube.value == 2 and started.match_state.cube.owner is Side.WHITE
    assert started.match_state.last_turn == CubeTurn(
        Side.BLACK, 2, CubeAction.TAKE, started.match_state.last_turn.frame
    )
    assert kinds(started.throw(Side.BLACK, 6, 4)) == ["Thrown"]


def test_double_and_pass(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_FAR)
    assert kinds(started.put_cube(64, CubePlace.CENTRE)) == ["GameOver"]
    assert started.match_state.game.result == Result(Side.BLACK, 1, "passed")
    assert started.match_state.score == Score(0, 1)


def test_a_double_by_word_of_mouth(started) -> None:
    started.play(AFTER_31)
    started.lift()
    assert kinds(started.tell(OfferCube())) == ["Doubled"]
    assert kinds(started.tell(AnswerCube(take=True))) == ["Taken"]
    assert started.tell(AnswerCube(take=False)) == []
    assert started.tell(OfferCube()) == []
    started.tell(SetTurn(Side.WHITE))
    started.tell(OfferCube())
    assert kinds(started.tell(AnswerCube(take=False))) == ["GameOver"]
    assert started.match_state.game.result == Result(Side.WHITE, 2, "passed")


def test_setting_up_the_next_game_passes_a_double(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.put_cube(2, CubePlace.OFFERED_FAR)
    assert kinds(started.play(START)) == ["GameOver", "GameStarted"]
    assert started.match_state.score == Score(0, 1)


def test_setting_up_the_next_game_in_the_middle_of_one_asks_who_resigned(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 4)
    started.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    started.lift()
    events = started.play(START)
    assert kinds(events) == ["Asked", "GameStarted"] and events[0].what == "resigned"
    assert started.match_state.match.games[0].result is None


def test_who_resigned_is_told_after_the_board_was_set_up_anew(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.throw(Side.BLACK, 6, 4)
    started.play(AFTER_64)
    started.lift()
    started.play(START)
    assert [each.what for each in started.match_state.questions] == ["resigned"]
    assert kinds(started.tell(Resign(Side.BLACK, 2))) == ["Conceded", "Settled"]
    assert started.match_state.match.games[0].result == Result(Side.WHITE, 2, "resigned")
    assert started.match_state.score == Score(2, 0) == started.match_state.game.score
    assert started.match_state.phase is Phase.TO_THROW and started.match_state.questions == ()


def test_a_double_out_of_turn_is_a_fault_of_the_cube(started) -> None:
    started.play(AFTER_31)
    started.lift()
    assert kinds(started.put_cube(2, CubePlace.OFFERED_NEAR)) == ["CubeFault"]


def test_a_double_ends_the_opponents_turn(started) -> None:
    started.play(AFTER_31)
    assert kinds(started.put_cube(2, CubePlace.OFFERED_FAR)) == ["Played", "Doubled"]


def test_no_cube_in_the_crawford_game(evening: Callable) -> None:
    table = evening(length=2)
    table.see()
    table.tell(SetScore(Score(1, 0)))
    table.tell(NewGame())
    assert table.match_state.game.crawford and not table.match_state.cube.in_play
    table.opening(1, 3)
    assert kinds(table.put_cube(2, CubePlace.OFFERED_FAR)) == ["CubeFault"]


def bearing_off(table) -> None:
    table.position = parse_position("W: 2(1) 1(1) B: 1(2)")
    table.see()
    table.throw(Side.WHITE, 6, 5)


def test_the_last_checker_off_ends_the_game_and_the_match(evening: Callable) -> None:
    table = evening(length=1, join=True)
    bearing_off(table)
    events = table.play("W: B: 1(2)", seconds=3.0)
    assert kinds(events) == ["Played", "GameOver", "MatchOver"]
    assert table.match_state.game.result == Result(Side.WHITE, 1, "single")


def test_the_next_match_begins_when_the_last_is_won(evening: Callable) -> None:
    table = evening(length=1, join=True)
    bearing_off(table)
    table.play("W: B: 1(2)", seconds=3.0)
    table.dice = ()
    assert kinds(table.play(START)) == ["MatchStarted", "GameStarted"]
    assert table.match_state.match_number == 2 and table.match_state.score == Score(0, 0)


def test_gammon_with_the_cube(evening: Callable) -> None:
    table = evening(length=7, join=True)
    table.position = parse_position("W: 2(1) 1(1) B: 1(15)")
    table.see()
    table.throw(Side.BLACK, 6, 1)
    assert table.match_state.phase is Phase.TO_MOVE


def test_what_is_not_sure_is_asked_and_settled_by_a_person(started) -> None:
    started.sure = 0.4
    started.hidden = (6, 5, 4, 3)
    started.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    events = started.lift(4.0)
    assert kinds(events) == ["Played", "Asked"]
    question = started.match_state.questions[0]
    assert len(question.candidates) == 2
    assert kinds(started.tell(Answer(question.number, 1)))[-1] == "Settled"
    assert started.match_state.questions == ()
    assert started.match_state.last_play.after == question.candidates[1].position


def test_a_question_settles_itself_when_the_board_is_seen_well(started) -> None:
    started.hidden = (6, 5, 4, 3, 7, 8)
    started.play(AFTER_31)
    assert kinds(started.lift(4.0)) == ["Played", "Asked"]
    started.hidden = ()
    assert "Settled" in kinds(started.see(2.0))
    assert started.match_state.position == parse_position(AFTER_31)


def test_views_are_told(started) -> None:
    assert started.see(2.0, View.DARK) == [ViewChanged(View.DARK)]
    assert started.see(1.0) == [ViewChanged(View.CLEAR)]
    assert started.see(0.6, View.MOVING) == []


def test_a_person_puts_everything_right(started) -> None:
    started.play(AFTER_31)
    started.lift()
    started.tell(SetRoll(Side.WHITE, Roll.of(4, 2)))
    assert started.match_state.last_play.fault is not None
    started.tell(SetRoll(Side.WHITE, Roll.of(3, 1)))
    assert started.match_state.last_play.fault is None
    other = parse_position("W: 24(1) 23(1) 13(4) 10(1) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
    assert kinds(started.tell(SetPosition(other))) == ["Amended"]
    assert started.match_state.position == other
    started.tell(Undo())
    assert started.match_state.phase is Phase.TO_MOVE and started.match_state.roll == Roll.of(3, 1)
    started.tell(SetTurn(Side.BLACK))
    assert started.match_state.side is Side.BLACK and started.match_state.phase is Phase.TO_THROW
    started.tell(Resign(Side.BLACK, 2))
    assert started.match_state.game.result == Result(Side.WHITE, 2, "resigned")


def test_an_illegal_play_is_accepted(started) -> None:
    started.play(AFTER_31_WRONG)
    assert kinds(started.tell(AcceptPlay())) == ["Played", "FaultCleared"]
    assert started.match_state.last_play.fault is not None and started.match_state.fault is None


def test_the_film_ends_with_the_dice_on_the_board(started) -> None:
    started.play(AFTER_31)
    assert kinds(started.close()) == ["Played"]


def test_the_film_ends_before_the_play(started) -> None:
    assert started.close() == []


def test_who_is_dolted_is_told_so_and_has_lost_once_the_opponent_throws(evening: Callable) -> None:
    table = evening(length=0, game_id="ketch_dolt")
    table.position = parse_position("W: hand(13) 6(1) 2(1) B: hand(12) 6(2) 3(1)")
    table.tell(JoinGame(table.position, Side.WHITE))
    table.see()
    table.throw(Side.WHITE, 6, 2)
    # In the middle of the exchange nobody is accused.
    assert "FaultSeen" not in kinds(table.play("W: hand(12) 6(2) 2(1) B: hand(12) 6(2) 3(1)"))
    table.play("W: hand(11) 6(2) 2(2) B: hand(13) 6(1) 3(1)")
    table.lift()
    assert table.match_state.position == table.position and table.match_state.side is Side.BLACK
    table.throw(Side.BLACK, 6, 2)
    table.play("W: hand(11) 6(2) 2(2) B: hand(11) 6(2) 3(1) 2(1)")
    table.lift()
    table.throw(Side.WHITE, 5, 4)
    (turn,) = [turn for turn in table.match_state.game.turns if turn.fault is not None]
    assert (turn.side, turn.fault.rule) == (Side.BLACK, "R.dolted")
    result = table.match_state.game.result
    assert (result.winner, result.points, result.how) == (Side.WHITE, 1, "dolted")
