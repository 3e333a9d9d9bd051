"""What happened while nobody saw: turns that ended unseen, and a cube that was taken unseen."""

from dataclasses import replace
from typing import Any

import pytest

from engine.board import BAR, CubePlace, Side, View
from engine.dice import Roll
from engine.match.match import CheckerTurn, CubeTurn, Score
from engine.position_parsing import parse_position
from engine.state.events import Asked, Cocked, Doubled, FaultSeen, Played, Taken, Thrown
from engine.state.match_state import Phase
from engine.state.messages import Answer, CubeSeen, JoinGame, Look, Resign, SetPosition, SetRoll, SetTurn
from engine.turn.appearance import seen_as
from engine.turn.tracker import TurnTracker
from tests.referee.conftest import AFTER_31, Evening, called, die, observation
from vision.observation import Chance, Observation

AFTER_31_42 = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(2) 6(4) 4(2)"
AFTER_31_42_61 = "W: 24(2) 13(4) 8(1) 7(2) 6(4) 5(2) B: 24(2) 13(5) 8(2) 6(4) 4(2)"


def cube(value: int, place: CubePlace) -> CubeSeen:
    return CubeSeen(value, place, 0.98)


def plays(events: list[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, Played)]


def while_unseen(table: Any, side: Side, roll: Roll, board: str, seconds: float, view: View) -> None:
    """For so many seconds nothing is seen; then a throw of a side lies there, and another board."""
    table.dice = table.make_dice(side, *roll.dice)
    table.position = parse_position(board)
    table.see(seconds, view)


@pytest.mark.parametrize("view", [View.COVERED, View.DARK, View.LOST, View.MOVED, View.MOVING])
def test_a_turn_that_ended_unseen_is_concluded_from_the_reply(started: Any, view: View) -> None:
    table = started
    # While nothing is seen, White plays their 3-1, lifts their dice, and Black throws and plays 4-2.
    while_unseen(table, Side.BLACK, Roll.of(4, 2), AFTER_31_42, 6.0, view)
    table.see(2.0)
    assert [(each.side, each.roll, each.after, each.inferred) for each in plays(table.events)] == [
        (Side.WHITE, Roll.of(3, 1), parse_position(AFTER_31), True)
    ]
    assert (table.match_state.side, table.match_state.roll) == (Side.BLACK, Roll.of(4, 2))
    table.lift()
    assert plays(table.events)[-1].after == parse_position(AFTER_31_42)
    assert called(table.events) == []


def test_a_turn_that_nobody_saw_at_all_is_concluded_from_the_reply_and_asked_about(started: Any) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    # While nothing is seen, Black throws and plays 4-2, and White throws and plays 6-1.
    while_unseen(table, Side.WHITE, Roll.of(6, 1), AFTER_31_42_61, 9.0, View.DARK)
    table.see(2.0)
    table.lift()
    turns = [turn for turn in table.match_state.game.turns if isinstance(turn, CheckerTurn)]
    assert [(turn.side, turn.after, turn.inferred) for turn in turns] == [
        (Side.WHITE, parse_position(AFTER_31), False),
        (Side.BLACK, parse_position(AFTER_31_42), True),
        (Side.WHITE, parse_position(AFTER_31_42_61), False),
    ]
    assert [event.what for event in table.events if isinstance(event, Asked)] == ["missed"]
    assert called(table.events) == []


def test_once_a_missed_turn_is_known_the_next_is_refereed_as_ever(started: Any) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    # Black throws and plays 4-2 while nothing is seen; White throws, and is at their play as soon as that counts.
    table.position = parse_position(AFTER_31_42)
    table.see(4.0, View.LOST)
    table.dice = table.make_dice(Side.WHITE, 6, 1)
    while table.match_state.side is not Side.WHITE:
        table.see(table.STEP)
    table.see(9.0, View.MOVING)
    table.play("W: 24(2) 13(4) 8(3) 6(4) 5(2) B: 24(2) 13(5) 8(2) 6(4) 4(2)")
    assert len([event for event in table.events if isinstance(event, FaultSeen)]) == 1


def test_a_reply_that_bears_off_is_known_for_one(started: Any) -> None:
    table = started
    table.sure = 0.9999
    table.position = parse_position("W: 6(2) 5(2) 4(2) off(9) B: 6(2) 5(2) 4(2) off(9)")
    table.tell(SetPosition(table.position))
    table.dice = ()
    table.see(1.0)
    table.tell(SetTurn(Side.WHITE))
    table.throw(Side.WHITE, 6, 5)
    table.position = parse_position("W: 6(1) 5(1) 4(2) off(11) B: 6(1) 5(1) 4(3) off(10)")
    table.dice = table.make_dice(Side.BLACK, 6, 1)
    table.see(8.0, View.DARK)
    table.see(2.0)
    table.lift()
    assert [(each.side, each.fault, each.inferred) for each in plays(table.events)[-2:]] == [
        (Side.WHITE, None, True),
        (Side.BLACK, None, False),
    ]
    assert called(table.events) == []


def test_an_illegal_play_is_still_called_when_the_opponent_throws(started: Any) -> None:
    table = started
    table.position = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(1) 4(1) B: 24(2) 13(5) 8(3) 6(5)")
    table.dice = table.make_dice(Side.BLACK, 4, 2)
    table.see(4.0, View.DARK)
    table.see(2.0)
    played = plays(table.events)
    assert len(played) == 1
    assert played[0].fault is not None


def test_a_double_that_was_taken_unseen_counts_when_its_owner_throws(started: Any) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    # While nothing is seen, Black doubles, White takes, and Black throws.
    table.cube, table.dice = cube(2, CubePlace.NEAR), table.make_dice(Side.BLACK, 4, 2)
    table.see(8.0, View.COVERED)
    table.see(1.0)
    words = [type(event) for event in table.events if isinstance(event, Doubled | Taken | Thrown)]
    assert words[-3:] == [Doubled, Taken, Thrown]
    assert (table.match_state.cube.value, table.match_state.cube.owner) == (2, Side.WHITE)
    turn = table.match_state.game.turns[-1]
    assert isinstance(turn, CubeTurn)
    assert (turn.side, turn.value) == (Side.BLACK, 2)


@pytest.mark.parametrize(
    ("value", "place"), [(4, CubePlace.NEAR), (2, CubePlace.FAR), (64, CubePlace.NEAR), (2, CubePlace.CENTRE)]
)
def test_a_cube_that_no_double_has_put_there_says_nothing(started: Any, value: int, place: CubePlace) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    table.cube, table.dice = cube(value, place), table.make_dice(Side.BLACK, 4, 2)
    table.see(8.0, View.COVERED)
    table.see(1.0)
    assert not any(isinstance(event, Doubled | Taken) for event in table.events)
    assert table.match_state.roll == Roll.of(4, 2)


ODD = "W: 24(2) 13(4) 8(3) 6(5) 2(1) B: 24(2) 13(5) 8(3) 6(5)"
"""A board to which no play of 3-1 leads from the start."""
LATER = "W: 24(1) 18(2) 13(4) 8(3) 6(5) B: 24(1) 22(1) 13(4) 8(4) 6(5)"
"""A board to which no two turns lead from there."""


def questions(events: Any) -> list[Asked]:
    return [event for event in events if isinstance(event, Asked)]


def test_after_a_long_blindness_nobody_is_accused_but_all_are_asked(started: Any) -> None:
    table = started
    table.position = parse_position(ODD)
    table.see(10.0, View.COVERED)
    table.see(3.0)
    assert called(table.events) == [] and not questions(table.events)
    table.lift(4.0)
    (played,) = plays(table.events)
    assert (played.after, played.inferred, played.fault) == (parse_position(ODD), True, None)
    (asked,) = questions(table.events)
    assert asked.what == "unseen"
    assert [each.position for each in asked.candidates] == [parse_position(ODD), table.game.start]
    table.tell(Answer(asked.question, 1))
    assert (table.match_state.phase, table.match_state.position) == (Phase.TO_MOVE, table.game.start)
    assert not table.match_state.questions


def test_who_says_turns_later_which_board_it_was_is_heard(started: Any) -> None:
    table = started
    table.position = parse_position(ODD)
    table.see(10.0, View.COVERED)
    table.see(3.0)
    table.lift(4.0)
    (asked,) = questions(table.events)
    table.throw(Side.BLACK, 6, 4)
    table.play(ODD.replace("B: 24(2)", "B: 24(1) 14(1)"))
    table.lift()
    table.tell(Answer(asked.question, 1))
    right = parse_position(str(table.game.start).replace("B: 24(2)", "B: 24(1) 14(1)"))
    assert table.match_state.position == right and not table.match_state.questions
    assert [(turn.after, turn.fault, turn.inferred) for turn in table.match_state.game.turns] == [
        (table.game.start, None, True),
        (right, None, False),
    ]


class BarOverlooked(Evening):
    """An evening before an eye that is all but sure that the bar is empty."""

    sure_of_bar = 0.0

    def tell(self, message: Any) -> Any:
        if isinstance(message, Look) and isinstance(message.evidence, Observation) and self.sure_of_bar:
            told = (Chance(0, 0, self.sure_of_bar), Chance(1, 0, 1 - self.sure_of_bar))
            sites = message.evidence.sites
            sites = tuple(replace(each, chances=told) if each.index == BAR else each for each in sites)
            message = replace(message, evidence=replace(message.evidence, sites=sites))
        return super().tell(message)


@pytest.mark.parametrize("sure", [0.999, 0.9998])
def test_a_hit_checker_that_is_not_seen_on_the_bar_accuses_nobody(sure: float) -> None:
    """It is overlooked, or still in a hand: people are asked, and neither who hit it nor who enters it is called."""
    table = BarOverlooked()
    table.see()
    table.opening(3, 1)
    table.play("W: 24(2) 13(4) 10(1) 8(3) 6(4) 5(1) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift()
    table.throw(Side.BLACK, 6, 3)
    table.sure_of_bar = sure
    table.play("W: bar(1) 24(2) 13(4) 8(3) 6(4) 5(1) B: 24(1) 15(1) 13(5) 8(3) 6(5)")
    table.lift(4.0)
    table.throw(Side.WHITE, 5, 2)
    table.see(4.0)
    assert called(table.events) == [] and [each.what for each in questions(table.events)] == ["play"]
    assert table.match_state.position == table.position


def test_hands_under_which_a_cup_stands_are_no_sight_of_the_board(started: Any) -> None:
    table = started
    table.position = parse_position(ODD)
    for _ in range(4):
        table.see(1.0, View.COVERED)
        table.see(2.0, View.HAND)
    table.see(2.0)
    assert called(table.events) == []


def test_once_the_board_has_been_seen_as_it_should_be_illegal_plays_are_called_again(started: Any) -> None:
    table = started
    table.see(10.0, View.COVERED)
    table.see(2.0)
    table.play(ODD, 3.0)
    assert len(called(table.events)) == 1


def test_turns_that_nobody_can_count_are_asked_about_and_the_next_throw_counts(started: Any) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    table.position = parse_position(LATER)
    table.see(30.0, View.DARK)
    table.see(3.0)
    assert called(table.events) == [] and len(plays(table.events)) == 1
    table.throw(Side.BLACK, 6, 2)
    assert table.match_state.position == parse_position(LATER)
    assert (table.match_state.side, table.match_state.roll) == (Side.BLACK, Roll.of(6, 2))
    assert [each.what for each in questions(table.events)] == ["unseen"]
    assert called(table.events) == []


HALF_61 = AFTER_31_42.replace("W: 24(2) 13(5) 8(2)", "W: 24(2) 13(4) 11(1) 8(2)")
"""White has moved a checker by 2 of a 6-1: no play of it leads there, but the checker may be moved on."""


def back_to_a_half_played_throw(table: Any) -> None:
    """While nothing is seen Black throws and plays 4-2, and White throws 6-1 and begins to play."""
    table.play(AFTER_31)
    table.lift()
    while_unseen(table, Side.WHITE, Roll.of(6, 1), HALF_61, 10.0, View.COVERED)
    table.see(3.0)
    assert [each.what for each in questions(table.events)] == ["unseen"]


def test_a_throw_that_was_half_played_when_the_board_was_seen_again_is_played_from_before(
    started: Any,
) -> None:
    table = started
    back_to_a_half_played_throw(table)
    table.play(AFTER_31_42_61, 3.0)
    table.lift(4.0)
    assert called(table.events) == [] and not table.match_state.questions
    last = table.match_state.game.turns[-1]
    assert (last.roll, last.after, last.fault, last.inferred) == (
        Roll.of(6, 1),
        parse_position(AFTER_31_42_61),
        None,
        False,
    )


def test_what_is_played_from_a_board_in_doubt_accuses_nobody(started: Any) -> None:
    table = started
    back_to_a_half_played_throw(table)
    table.play(HALF_61.replace("W: 24(2)", "W: 24(1) 20(1)"), 3.0)
    table.lift(4.0)
    assert called(table.events) == []
    last = table.match_state.game.turns[-1]
    assert (last.fault, last.inferred) == (None, True)
    table.throw(Side.BLACK, 6, 4)
    table.see(1.0)
    assert called(table.events) == []


def test_the_opponents_move_after_a_short_blindness_accuses_nobody(started: Any) -> None:
    """Three seconds are too short for two turns, but not for the opponent's first move."""
    table = started
    table.play(ODD, 0.3)
    while_unseen(
        table, Side.BLACK, Roll.of(6, 4), ODD.replace("B: 24(2)", "B: 24(1) 15(1)"), 3.0, View.COVERED
    )
    table.see(3.0)
    table.lift(4.0)
    assert called(table.events) == []
    assert [each.inferred for each in plays(table.events)] == [True] * len(plays(table.events))


def test_a_board_on_which_both_have_moved_before_the_throw_is_asked_about(started: Any) -> None:
    """Hands alone were seen meanwhile, and Black's throw may be their second one."""
    table = started
    table.play(AFTER_31)
    table.lift()
    table.dice = table.make_dice(Side.BLACK, 5, 5)
    table.position = parse_position("W: 24(1) 13(5) 11(1) 8(2) 6(4) 5(2) B: 24(1) 21(1) 13(5) 8(3) 6(5)")
    for _ in range(6):
        table.see(1.0, View.HAND)
        table.see(1.0, View.MOVING)
    table.see(3.0)
    assert (table.match_state.side, table.match_state.roll) == (Side.BLACK, Roll.of(5, 5))
    assert table.match_state.position == table.position
    table.lift(4.0)
    assert called(table.events) == [] and "unseen" in [each.what for each in questions(table.events)]


def test_a_throw_out_of_turn_after_a_blindness_means_that_a_turn_was_missed(started: Any) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    table.position = parse_position(LATER)
    table.see(30.0, View.DARK)
    table.throw(Side.WHITE, 6, 2)
    turn = plays(table.events)[-1]
    assert (turn.side, turn.roll, turn.inferred, turn.fault) == (Side.BLACK, None, True, None)
    assert (table.match_state.side, table.match_state.roll) == (Side.WHITE, Roll.of(6, 2))
    assert [each.what for each in questions(table.events)] == ["unseen"]


def test_after_a_restart_nobody_is_accused_of_what_happened_meanwhile(started: Any) -> None:
    table = started
    table.tracker, table.time = TurnTracker(), 0.0
    table.position = parse_position(ODD)
    table.see(3.0)
    assert called(table.events) == []
    table.lift(4.0)
    assert [each.what for each in questions(table.events)] == ["unseen"]


def test_checkers_that_were_borne_off_unseen_are_gone_for_good(started: Any) -> None:
    table = started
    table.sure = 0.9995
    table.position = parse_position("W: 6(2) 5(3) 4(3) 2(2) off(5) B: 8(1) 6(3) 5(2) 2(3) off(6)")
    table.tell(SetPosition(table.position))
    table.dice = ()
    table.see(1.0)
    table.tell(SetTurn(Side.BLACK))
    table.throw(Side.BLACK, 2, 1)
    # Black plays, White takes two off, Black plays and lifts, White has thrown and taken two more off.
    table.position = parse_position("W: 5(2) 4(2) 2(2) off(9) B: 6(2) 5(3) 2(3) 1(1) off(6)")
    table.dice = ()
    table.see(14.0, View.LOST)
    table.see(5.0)
    assert called(table.events) == []
    assert plays(table.events)[-1].after.white == table.position.white
    assert [each.what for each in questions(table.events)] == ["unseen"]


@pytest.mark.parametrize(
    ("seen", "what"),
    [(AFTER_31, "missed"), (LATER, "unseen")],
)
def test_an_opening_that_nobody_saw_is_concluded_from_the_board(evening: Any, seen: str, what: str) -> None:
    table = evening()
    table.see(2.0)
    table.position = parse_position(seen)
    table.see(20.0, View.DARK)
    table.throw(Side.BLACK, 4, 2)
    (turn,) = plays(table.events)
    assert (turn.side, turn.after, turn.inferred, turn.fault) == (
        Side.WHITE,
        parse_position(seen),
        True,
        None,
    )
    assert [each.what for each in questions(table.events)] == [what]
    assert (table.match_state.side, table.match_state.roll) == (Side.BLACK, Roll.of(4, 2))
    assert not any(isinstance(event, Cocked) for event in table.events)


def test_two_dice_of_one_player_do_not_begin_a_game(evening: Any) -> None:
    table = evening()
    table.see(2.0)
    table.throw(Side.BLACK, 4, 2)
    assert any(isinstance(event, Cocked) for event in table.events) and not plays(table.events)


def test_who_throws_and_plays_before_anybody_saw_who_begins_has_begun(evening: Any) -> None:
    table = evening(game_id="long_nardy")
    table.see()
    table.dice = table.make_dice(Side.WHITE, 5, 4)
    table.position = parse_position("W: 24(14) 15(1) B: 24(15)")
    table.see()
    table.lift()
    assert [(each.side, each.roll, each.after, each.inferred) for each in plays(table.events)] == [
        (Side.WHITE, Roll.of(5, 4), table.position, False)
    ]
    assert called(table.events) == []


def heap_read_short(table: Any, count: int) -> Look:
    """A look at the board in which Black's heap is taken for a smaller one."""
    table.time += table.STEP
    table.frame += 1
    seen = observation(seen_as(table.game, table.position, table.seating))
    site = max(seen.sites, key=lambda each: each.likeliest.dark)
    true = site.likeliest.dark
    other = replace(site.likeliest, dark=count, p=0.985)
    heap = replace(site, chances=(other, replace(other, dark=true, p=0.0009)))
    sites = tuple(heap if each is site else each for each in seen.sites)
    return Look(table.time, table.frame, View.CLEAR, replace(seen, sites=sites), table.dice)


def test_men_overlooked_in_a_heap_were_not_borne_off_unseen(evening: Any) -> None:
    table = evening(game_id="long_nardy")
    table.see()
    # While nothing is seen, both play once or twice, and White throws again.
    table.position = parse_position("W: 24(13) 19(1) 10(1) B: 24(13) 11(1) 9(1)")
    table.see(20.0, View.COVERED)
    table.dice = table.make_dice(Side.WHITE, 5, 4)
    for _ in range(15):
        table.tell(heap_read_short(table, 9))
    assert table.match_state.position == table.position
    question = next(each for each in table.match_state.questions if each.what == "unseen")
    boards = [candidate.position for candidate in question.candidates]
    assert parse_position("W: 24(13) 19(1) 10(1) B: 24(9) 11(1) 9(1) off(4)") in boards
    assert called(table.events) == []


def test_a_throw_that_is_seen_after_its_play_is_not_waited_for_to_be_played(started: Any) -> None:
    table = started
    table.play(AFTER_31)
    table.lift()
    # While nothing is seen Black throws and plays 4-2, all but lifting the dice.
    while_unseen(table, Side.BLACK, Roll.of(4, 2), AFTER_31_42, 9.0, View.DARK)
    table.see(2.0)
    table.lift()
    table.throw(Side.WHITE, 6, 1)
    turns = [turn for turn in table.match_state.game.turns if isinstance(turn, CheckerTurn)]
    assert [(turn.side, turn.roll, turn.after) for turn in turns] == [
        (Side.WHITE, Roll.of(3, 1), parse_position(AFTER_31)),
        (Side.BLACK, Roll.of(4, 2), parse_position(AFTER_31_42)),
    ]
    assert called(table.events) == []
    assert table.match_state.questions == ()


CLEARED = "W: off(15) B: 24(2) 2(4) 1(9)"


def cleared(evening: Any, white: str, *, swept: str = CLEARED, dice: tuple[Any, ...] = ()) -> Any:
    """A table at which White's last checkers, of whose throw no more than `dice` were seen, are gone."""
    table = evening(length=0)
    table.position = parse_position(f"W: {white} B: 24(2) 2(4) 1(9)")
    table.tell(JoinGame(table.position, Side.WHITE))
    table.show_dice(*dice, seconds=2.0)
    table.play(swept)
    return table


def standing(table: Any) -> tuple[Any, ...]:
    """Whose turn it is, what was played, and what is asked."""
    game = table.match_state.game
    return (
        table.match_state.phase,
        table.match_state.side,
        len(game.turns),
        [each.what for each in table.match_state.questions],
    )


def test_a_board_that_is_cleared_though_its_throw_was_not_seen_ends_the_game(evening: Any) -> None:
    """Of the last throw one die was read alone."""
    table = cleared(evening, "2(2) off(13)", dice=(die(4, "right", 0.9),))
    game = table.match_state.game
    assert game.result is not None
    assert (game.result.winner, game.result.how) == (Side.WHITE, "backgammon")
    (turn,) = game.turns
    assert turn.inferred and turn.fault is None and 4 in turn.roll.dice
    (asked,) = table.match_state.questions
    assert asked.what == "missed" and asked.candidates[-1].play is None
    # They had been swept up: the game goes on, and is not concluded again while the board stays empty.
    table.tell(Answer(asked.number, len(asked.candidates) - 1))
    table.see(4.0)
    assert standing(table) == (Phase.TO_THROW, Side.WHITE, 0, [])
    assert table.match_state.score == Score()
    table.dice, table.position = (), table.match_state.position
    table.see(2.0)
    table.throw(Side.WHITE, 6, 3)
    table.play(CLEARED)
    assert table.match_state.game.result is not None and not table.match_state.questions


@pytest.mark.parametrize(
    ("white", "swept", "how"),
    [
        # a doublet alone wins
        ("6(4) off(11)", CLEARED, "backgammon"),
        # two numbers would, but all the checkers are gone
        ("3(2) off(13)", "W: off(15) B: off(15)", "backgammon"),
    ],
)
def test_it_is_asked_at_once_who_has_won_a_board_that_may_have_been_swept(
    evening: Any, white: str, swept: str, how: str
) -> None:
    table = cleared(evening, white, swept=swept)
    assert standing(table) == (Phase.TO_THROW, Side.WHITE, 0, ["swept"])
    (asked,) = table.match_state.questions
    assert asked.candidates[0].play is None
    table.tell(Answer(asked.number, 1))
    game = table.match_state.game
    assert (game.result.winner, game.result.how) == (Side.WHITE, how)
    assert game.turns[-1].inferred and not table.match_state.questions


def test_a_swept_board_that_is_no_win_is_asked_about_once(evening: Any) -> None:
    table = cleared(evening, "6(4) off(11)")
    (asked,) = table.match_state.questions
    table.tell(Answer(asked.number, 0))
    table.see(4.0)
    assert standing(table) == (Phase.TO_THROW, Side.WHITE, 0, [])
    # The checkers are put back, and swept up again: the question is a new one, which their coming back answers.
    table.position = table.match_state.position
    table.see(2.0)
    table.play(CLEARED)
    assert standing(table)[-1] == ["swept"]
    table.position = table.match_state.position
    table.see(2.0)
    assert standing(table) == (Phase.TO_THROW, Side.WHITE, 0, [])
    table.play(CLEARED)
    table.tell(Resign(Side.BLACK, 2))
    assert table.match_state.game.result.points == 2 and not table.match_state.questions


def test_a_swept_board_is_asked_about_anew_in_another_turn(evening: Any) -> None:
    table = cleared(evening, "6(4) off(11)")
    (first,) = table.match_state.questions
    # Nobody answers: the throw lies there and is played, and so is the opponent's.
    table.throw(Side.WHITE, 2, 1)
    table.play("W: 6(2) 5(1) 4(1) off(11) B: 24(2) 2(4) 1(9)")
    table.throw(Side.BLACK, 2, 1)
    table.play("W: 6(2) 5(1) 4(1) off(11) B: 23(1) 22(1) 2(4) 1(9)")
    table.dice = ()
    table.see(2.0)
    table.play("W: off(15) B: 23(1) 22(1) 2(4) 1(9)")
    asked = [each for each in table.match_state.questions if each.what == "swept"]
    assert [each.number for each in asked] != [first.number] and len(asked) == 1


def test_a_swept_board_is_asked_about_anew_once_both_turns_are_told(evening: Any) -> None:
    table = cleared(evening, "6(4) off(11)")
    (first,) = table.match_state.questions
    # Nobody answers, and the board stays swept: what both threw and played is said at the desk.
    table.tell(SetRoll(Side.WHITE, Roll.of(2, 1)))
    table.tell(SetPosition(parse_position("W: 6(2) 5(1) 4(1) off(11) B: 24(2) 2(4) 1(9)")))
    table.tell(SetTurn(Side.BLACK))
    table.tell(SetRoll(Side.BLACK, Roll.of(2, 1)))
    table.tell(SetPosition(parse_position("W: 6(2) 5(1) 4(1) off(11) B: 23(1) 22(1) 2(4) 1(9)")))
    table.tell(SetTurn(Side.WHITE))
    table.see(4.0)
    (asked,) = table.match_state.questions
    assert (asked.what, asked.turns) == (
        "swept",
        len(table.match_state.game.turns),
    ) and asked.number != first.number
    table.tell(Answer(asked.number, 1))
    assert table.match_state.game.result.winner is Side.WHITE and not table.match_state.questions


BEFORE_HIT = "W: 24(2) 13(3) 8(2) 6(4) 5(1) 3(3) B: 24(2) 13(4) 8(1) 7(2) 6(4) 2(2)"
ON_BAR = "W: bar(1) 24(2) 13(3) 8(2) 6(4) 3(3) B: 24(1) 20(1) 13(3) 8(2) 7(2) 6(4) 2(2)"
PLAYED_ON = "W: bar(1) 24(2) 13(3) 8(2) 6(4) 3(3) B: 20(2) 13(2) 8(2) 7(3) 6(4) 2(2)"
"""Black hits with 5-4; White dances with 6-2, 6-6 or 2-2, which nobody sees; Black throws 6-4 and makes a point."""


@pytest.fixture
def hit() -> Evening:
    """Black has thrown 5-4."""
    table = Evening(join=True)
    table.position = parse_position(BEFORE_HIT)
    table.see()
    table.throw(Side.BLACK, 5, 4)
    return table


def test_a_dance_that_nobody_saw_is_concluded_from_the_next_throw(hit: Evening) -> None:
    table = hit
    table.dice, table.position = (), parse_position(ON_BAR)
    table.see(10.0, View.COVERED)
    table.see(1.0)
    events = table.throw(Side.BLACK, 6, 4)
    assert [type(event) for event in events] == [Played, Asked, Thrown]
    danced, asked, _ = events
    assert isinstance(danced, Played) and isinstance(asked, Asked)
    assert (danced.side, danced.play.moves, danced.inferred) == (Side.WHITE, (), True)
    assert {each.roll for each in asked.candidates} <= {Roll.of(6, 2), Roll.of(6, 6), Roll.of(2, 2)}


def test_dice_on_the_movers_half_with_which_they_play_on_are_theirs(hit: Evening) -> None:
    """Nothing was hidden, and yet nobody saw the dance: the throw was taken for one on the wrong half."""
    table = hit
    table.play(ON_BAR)
    table.lift()
    assert [type(event) for event in table.throw(Side.BLACK, 6, 4)] == [Cocked]
    table.play(PLAYED_ON)
    table.lift()
    game = table.match_state.game
    assert game is not None and called(table.events) == []
    turns = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
    assert [(turn.side, turn.after == parse_position(PLAYED_ON)) for turn in turns] == [
        (Side.BLACK, False),
        (Side.WHITE, False),
        (Side.BLACK, True),
    ]


def test_an_opening_played_unseen_is_no_wrong_set_up() -> None:
    """The board is first seen when Anna's 3-1 has been played already, and still lies there."""
    table = Evening()
    table.position, table.dice = parse_position(AFTER_31), (die(3, "right", 0.75), die(1, "left", 0.25))
    table.see(4.0)
    table.lift()
    game = table.match_state.game
    assert game is not None and table.match_state.setup is None and called(table.events) == []
    assert game.start == table.game.start
    assert [(each.side, each.after, each.fault) for each in plays(table.events)] == [
        (Side.WHITE, parse_position(AFTER_31), None)
    ]


def test_a_throw_that_was_played_before_it_was_seen_is_judged_from_the_board_before(started: Any) -> None:
    """However long nothing was seen: what the dice that lie there explain needs no question."""
    table = started
    table.play(AFTER_31)
    table.lift()
    while_unseen(table, Side.BLACK, Roll.of(4, 2), AFTER_31_42, 10.0, View.COVERED)
    table.see(2.0)
    table.lift()
    assert [(each.side, each.after, each.inferred) for each in plays(table.events)] == [
        (Side.WHITE, parse_position(AFTER_31), False),
        (Side.BLACK, parse_position(AFTER_31_42), False),
    ]
    assert questions(table.events) == []


def test_another_throw_of_the_mover_tells_that_the_opponent_has_had_a_turn(started: Any) -> None:
    table = started
    # While nothing is seen, White plays their 3-1, Black throws and plays 4-2, and White throws 6-5.
    while_unseen(table, Side.WHITE, Roll.of(6, 5), AFTER_31_42, 12.0, View.DARK)
    table.see(2.0)
    state = table.match_state
    assert (state.phase, state.side, state.roll) == (Phase.TO_MOVE, Side.WHITE, Roll.of(6, 5))
    assert [each.inferred for each in plays(table.events)] == [True, True]
    assert [each.what for each in questions(table.events)] == ["unseen"]


def test_a_throw_beside_a_board_in_doubt_that_is_lifted_had_been_played(started: Any) -> None:
    table = started
    while_unseen(table, Side.WHITE, Roll.of(6, 5), AFTER_31_42, 12.0, View.DARK)
    table.see(2.0)
    table.lift()
    events = table.throw(Side.BLACK, 6, 5)
    assert [type(event) for event in events] == [Thrown]
    assert called(table.events) == []


def test_a_die_that_shows_another_face_where_one_lay_is_of_another_throw(started: Any) -> None:
    """While nothing is seen Black plays 4-2, White throws and plays 6-1, and Black throws 6-5 just where the 4-2 lay."""
    table = started
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 4, 2)
    thrown, table.position = table.dice, parse_position(AFTER_31_42_61)
    table.dice = tuple(
        die(value, each.half, each.u, each.v) for value, each in zip((6, 5), thrown, strict=True)
    )
    table.see(10.0, View.COVERED)
    table.see(2.0)
    assert (table.match_state.side, table.match_state.roll) == (Side.BLACK, Roll.of(6, 5))


def test_whom_a_checker_pins_is_not_told_by_what_was_before_nobody_looked(evening: Any) -> None:
    """White's checker on their 18-point pinned Black's there, or lay below it: it does not after nobody looked."""
    table = evening(join=True, game_id="plakoto")
    table.position = parse_position("W: 24(14) pin(18) B: 24(14) 7(1)", table.game)
    table.see()
    table.throw(Side.WHITE, 2, 1)
    table.tell(SetPosition(table.position))
    # While nothing is seen White plays, Black leaves, White comes there first, and Black throws and comes, too.
    table.position = parse_position("W: 24(12) 22(1) 21(1) 18(1) B: 24(13) 22(1) pin(7)", table.game)
    table.dice = table.make_dice(Side.WHITE, 6, 3)
    table.see(12.0, View.COVERED)
    table.see(2.0)
    position = table.match_state.position
    assert position is not None and position.past.pinned == (0, 0)


def test_a_board_that_stood_there_before_the_reply_was_thrown_is_no_reply(evening: Any) -> None:
    """Black's 6/2 passes White's blot; had they hit it, White could have entered with their 5 to where it stands."""
    table = evening(join=True)
    left = "W: 20(1) 16(3) 10(1) 7(2) 6(2) 4(2) 3(2) 2(2) B: 24(2) 20(2) 12(1) 11(2) 10(1) 8(1) 4(1) 2(5)"
    table.position = parse_position(left.replace(" 4(1) 2(5)", " 6(1) 4(1) 2(4)"))
    table.see()
    table.throw(Side.BLACK, 1, 1, p=0.93)
    table.play(left, 3.0)
    assert [each.what for each in questions(table.events)] == ["roll"]
    table.lift(0.8)
    table.hand()
    table.throw(Side.WHITE, 5, 4)
    assert plays(table.events)[-1].after == parse_position(left)
