"""The referee's profiles: which throws count, premature throws, illegal plays, wrong
set-ups, giving up (rules section 6).
"""

from collections.abc import Callable

import pytest

from engine.board import CubePlace, Side
from engine.dice import Roll
from engine.match.match import Result, Score
from engine.position_parsing import parse_position
from engine.profile import HOME, NARDY, SILENT, TOURNAMENT, profile_of
from engine.state.events import (
    Amended,
    Cocked,
    Counts,
    CubeFault,
    FaultCleared,
    GameOver,
    MatchStarted,
    Played,
    PrematureThrow,
    ResignOffered,
    ResignRefused,
    SetupFault,
    SetupFixed,
    SetupStands,
    Thrown,
    ThrownTooSoon,
)
from engine.state.match_state import Phase
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerResign,
    DemandRethrow,
    NewGame,
    OfferCube,
    OfferResign,
    Resign,
    SetScore,
)
from engine.words.reasons import CubeReason, ThrowReason
from tests.referee.conftest import AFTER_31, AFTER_31_HALF, AFTER_31_WRONG, AFTER_64, START, kinds

WRONG_START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 7(1) 6(5)"
CLOSED = "W: 6(3) 5(2) 4(2) 3(2) 2(2) 1(3) 7(1) B: bar(1) 6(5) 5(5) 4(4)"


def begun(evening: Callable, **options: str):
    """An evening under a profile, home unless `name` says otherwise: Anna's 3-1 of the opening lies on the board."""
    table = evening(profile=profile_of(options.pop("name", "home"), options))
    table.see()
    table.opening(3, 1)
    assert table.match_state.phase is Phase.TO_MOVE
    return table


# Which throws count


def test_the_match_says_under_which_profile_it_is_refereed(evening: Callable) -> None:
    table = evening(profile=NARDY)
    (started, _) = table.see()
    assert isinstance(started, MatchStarted) and started.profile == NARDY == table.match_state.profile
    table.tell(NewGame(new_match=True, length=3, profile=TOURNAMENT))
    assert table.match_state.profile == TOURNAMENT
    table.tell(NewGame(new_match=True))
    assert table.match_state.profile == TOURNAMENT


def test_nardy_dice_may_lie_in_either_half_and_are_his_whose_turn_it_is(evening: Callable) -> None:
    table = begun(evening, name="nardy")
    table.play(AFTER_31)
    table.lift()
    assert kinds(table.throw(Side.WHITE, 6, 4)) == ["Thrown"]
    assert table.match_state.side is Side.BLACK and table.match_state.roll == Roll.of(6, 4)
    table.play(AFTER_64)
    assert kinds(table.lift()) == ["Played"]


def test_nardy_dice_on_both_halves_are_thrown_again(evening: Callable) -> None:
    table = begun(evening, name="nardy")
    table.play(AFTER_31)
    table.lift()
    (cocked,) = table.throw_at((6, "left", 0.2), (4, "right", 0.8))
    assert isinstance(cocked, Cocked) and cocked.side is Side.BLACK


def test_half_any_dice_may_lie_on_both_halves(evening: Callable) -> None:
    table = begun(evening, throws="half_any")
    table.play(AFTER_31)
    table.lift()
    (thrown,) = table.throw_at((6, "left", 0.2), (4, "right", 0.8))
    assert thrown == Thrown(Side.BLACK, Roll.of(6, 4))


def test_dice_pushed_aside_are_no_throw_of_the_opponents(evening: Callable) -> None:
    table = begun(evening, name="nardy")
    table.hand()
    assert table.throw_at((3, "right", 0.6), (1, "right", 0.95), seconds=4.0) == []
    table.play(AFTER_31)
    assert kinds(table.lift()) == ["Played"]


def test_nardy_dice_thrown_beside_those_of_a_finished_turn_end_it(evening: Callable) -> None:
    table = begun(evening, name="nardy")
    table.play(AFTER_31)
    assert kinds(table.throw_beside(Side.WHITE, 6, 4)) == ["Played", "Thrown"]
    assert table.match_state.side is Side.BLACK


def test_a_player_who_is_closed_out_is_passed_over_where_the_half_tells_nothing(evening: Callable) -> None:
    table = evening(join=True, profile=NARDY)
    table.position = parse_position("W: 6(2) 5(2) 4(2) 3(2) 2(2) 1(3) 8(2) B: bar(1) 6(5) 5(5) 4(4)")
    table.see()
    table.throw(Side.WHITE, 2, 1)
    table.play(CLOSED)
    table.lift()
    played, thrown = table.throw(Side.BLACK, 6, 1)
    assert isinstance(played, Played) and played.roll is None and played.side is Side.BLACK
    assert thrown == Thrown(Side.WHITE, Roll.of(6, 1))


def test_a_die_on_a_checker_is_for_people_to_try_where_it_may_count(evening: Callable) -> None:
    table = begun(evening, throws="french")
    table.play(AFTER_31)
    table.lift()
    good, leaning = table.make_dice(Side.BLACK, 6, 4)
    (held_up,) = table.show_dice(good, table.leaning(leaning), seconds=3.0)
    assert held_up == Cocked(Side.BLACK, ThrowReason.ON_A_CHECKER)
    events = table.play(AFTER_64)
    assert events == [Thrown(Side.BLACK, Roll.of(6, 4), inferred=True)]


# Throws made too soon


def test_at_home_a_throw_beside_an_unfinished_play_is_void(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31_HALF)
    assert table.throw_beside(Side.BLACK, 6, 4) == [
        ThrownTooSoon(Side.BLACK, Roll.of(6, 4), PrematureThrow.UNFINISHED, Counts.NO)
    ]
    assert table.match_state.side is Side.WHITE and table.match_state.phase is Phase.TO_MOVE
    table.dice = table.dice[:2]
    assert table.play(AFTER_31) == []
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.fault is None and table.match_state.premature is not None
    assert kinds(table.throw(Side.BLACK, 5, 2)) == ["Thrown"]
    assert table.match_state.roll == Roll.of(5, 2) and table.match_state.premature is None


def test_a_throw_before_the_mover_has_touched_a_checker_is_too_soon(evening: Callable) -> None:
    table = begun(evening)
    assert kinds(table.throw_beside(Side.BLACK, 6, 4)) == ["ThrownTooSoon"]


def test_a_throw_beside_a_finished_play_ends_the_turn_though_the_dice_lie(evening: Callable) -> None:
    for name in ("home", "tournament", "nardy", "silent"):
        table = begun(evening, name=name)
        table.play(AFTER_31)
        assert kinds(table.throw_beside(Side.BLACK, 6, 4)) == ["Played", "Thrown"], name


def test_a_play_finished_just_after_the_opponent_threw_is_finished(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31_HALF)
    assert table.throw_beside(Side.BLACK, 6, 4, seconds=0.6) == []
    assert kinds(table.play(AFTER_31)) == ["Played", "Thrown"]
    assert table.match_state.game.turns[0].after == parse_position(AFTER_31)


def test_dice_lifted_amid_a_play_end_it_as_before(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31_HALF)
    events = table.throw(Side.BLACK, 6, 4)
    assert kinds(events) == ["Played", "Thrown"] and events[0].fault is not None


def test_a_void_throw_that_is_played_all_the_same_counts_once_the_mover_has_finished(
    evening: Callable,
) -> None:
    table = begun(evening)
    table.play(AFTER_31_HALF)
    table.throw_beside(Side.BLACK, 6, 4)
    theirs = table.dice[2:]
    table.play(AFTER_31)
    table.hand()
    assert kinds(table.show_dice(*theirs, seconds=1.0)) == ["Played"]
    assert table.play(AFTER_64) == [Thrown(Side.BLACK, Roll.of(6, 4), inferred=True)]
    assert kinds(table.lift()) == ["Played"]


def test_a_void_throw_that_is_played_at_once_shows_that_the_turn_was_over(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31_HALF)
    table.throw_beside(Side.BLACK, 6, 4)
    events = table.play("W: 24(2) 13(5) 8(2) 6(5) 5(1) B: 24(1) 14(1) 13(5) 8(3) 6(5)", seconds=3.0)
    assert kinds(events) == ["Played", "Thrown"]
    assert events[0].fault is not None and events[0].fault.rule == "R.must_use"
    assert events[1] == Thrown(Side.BLACK, Roll.of(6, 4), inferred=True)
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.side is Side.BLACK and table.match_state.last_play.fault is None


def test_in_a_tournament_a_premature_throw_stands_and_is_played_next(evening: Callable) -> None:
    table = begun(evening, name="tournament")
    table.play(AFTER_31_HALF)
    assert table.throw_beside(Side.BLACK, 6, 4) == [
        ThrownTooSoon(Side.BLACK, Roll.of(6, 4), PrematureThrow.UNFINISHED, Counts.LATER)
    ]
    assert table.play(AFTER_31) == []
    theirs = table.dice[2:]
    table.hand()
    assert kinds(table.show_dice(*theirs, seconds=1.0)) == ["Played", "Thrown"]
    assert table.match_state.roll == Roll.of(6, 4) and table.match_state.side is Side.BLACK
    assert table.play(AFTER_64) == []
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.fault is None


def test_a_throw_that_stands_cannot_be_thrown_again(evening: Callable) -> None:
    table = begun(evening, premature="stand")
    table.throw_beside(Side.BLACK, 6, 4)
    table.dice = table.dice[:2]
    assert table.see() == []
    assert table.throw_beside(Side.BLACK, 5, 5) == []
    table.play(AFTER_31)
    table.dice = table.dice[:2]
    assert kinds(table.lift()) == ["Played", "Thrown"]
    assert table.match_state.roll == Roll.of(6, 4)
    assert table.see(5.0) == []
    assert table.play(AFTER_64, seconds=4.0) == []
    assert kinds(table.throw(Side.WHITE, 5, 2)) == ["Played", "Thrown"]


@pytest.mark.parametrize("demanded", [True, False])
def test_the_mover_may_have_a_premature_throw_made_again(evening: Callable, demanded: bool) -> None:
    table = begun(evening, premature="opponent_choice")
    assert table.tell(DemandRethrow()) == []
    table.play(AFTER_31_HALF)
    (premature,) = table.throw_beside(Side.BLACK, 6, 4)
    assert premature.counts is Counts.UNLESS_ASKED
    if demanded:
        assert kinds(table.tell(DemandRethrow())) == ["ThrownTooSoon"]
        assert table.tell(DemandRethrow()) == []
    table.play(AFTER_31)
    theirs = table.dice[2:]
    table.hand()
    events = table.show_dice(*theirs, seconds=1.0)
    assert kinds(events) == (["Played"] if demanded else ["Played", "Thrown"])


# Illegal plays


def test_condoned_an_illegal_play_stands_once_the_opponent_throws(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31_WRONG)
    table.lift(2.0)
    assert kinds(table.throw(Side.BLACK, 6, 4)) == ["Thrown"]


def test_under_legal_moves_the_opponents_throw_waits_for_a_legal_play(evening: Callable) -> None:
    table = begun(evening, illegal_plays="legal_moves")
    table.play(AFTER_31_WRONG)
    table.lift(2.0)
    assert table.throw(Side.BLACK, 6, 4) == [
        ThrownTooSoon(Side.BLACK, Roll.of(6, 4), PrematureThrow.FAULT, Counts.NO)
    ]
    assert table.match_state.phase is Phase.TO_THROW and table.match_state.fault is not None
    assert kinds(table.play(AFTER_31)) == ["Amended"]
    assert table.match_state.fault is None and not table.match_state.must_put_right
    table.lift()
    assert kinds(table.throw(Side.BLACK, 5, 2)) == ["Thrown"]
    assert table.match_state.premature is None


def test_under_legal_moves_dice_that_still_lie_make_no_difference(evening: Callable) -> None:
    table = begun(evening, illegal_plays="legal_moves")
    assert kinds(table.play(AFTER_31_WRONG)) == ["FaultSeen"]
    assert kinds(table.throw_beside(Side.BLACK, 6, 4)) == ["Played", "ThrownTooSoon"]
    assert table.match_state.must_put_right


def test_under_legal_moves_no_double_before_the_play_is_put_right(evening: Callable) -> None:
    table = begun(evening, illegal_plays="legal_moves")
    table.play(AFTER_31_WRONG)
    table.lift(2.0)
    assert table.tell(OfferCube()) == []
    assert kinds(table.put_cube(2, CubePlace.OFFERED_FAR)) == ["CubeFault"]
    assert table.match_state.cube_fault is CubeReason.FAULT_FIRST


def test_the_officials_may_let_it_stand_and_the_players_may_just_go_on(evening: Callable) -> None:
    table = begun(evening, illegal_plays="legal_moves")
    table.play(AFTER_31_WRONG)
    table.lift(2.0)
    assert kinds(table.tell(AcceptPlay())) == ["FaultCleared"]
    assert kinds(table.throw(Side.BLACK, 6, 4)) == ["Thrown"]
    other = begun(evening, illegal_plays="legal_moves")
    other.play(AFTER_31_WRONG)
    other.lift(2.0)
    other.throw(Side.BLACK, 6, 4)
    events = other.play("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    assert events == [Thrown(Side.BLACK, Roll.of(6, 4), inferred=True)]
    assert other.match_state.game.turns[0].fault is not None


def test_a_premature_throw_that_stands_waits_for_the_illegal_play_to_be_put_right(evening: Callable) -> None:
    table = begun(evening, name="tournament")
    table.play(AFTER_31_HALF)
    table.throw_beside(Side.BLACK, 6, 4)
    table.play(AFTER_31_WRONG)
    theirs = table.dice[2:]
    table.hand()
    events = table.show_dice(*theirs, seconds=3.0)
    assert kinds(events) == ["Played"] and events[0].fault is not None
    events = table.play(AFTER_31)
    assert kinds(events) == ["Amended", "Thrown"] and isinstance(events[0], Amended)
    assert table.match_state.roll == Roll.of(6, 4)


def test_responsible_players_call_themselves_and_the_fault_is_on_record(evening: Callable) -> None:
    table = begun(evening, illegal_plays="responsible")
    table.play(AFTER_31_WRONG)
    table.lift(2.0)
    assert kinds(table.throw(Side.BLACK, 6, 4)) == ["Thrown"]
    assert table.match_state.game.turns[0].fault is not None


# Wrong set-ups


def wrongly_begun(evening: Callable, **options: str):
    table = evening(profile=profile_of("home", options))
    table.position = parse_position(WRONG_START)
    assert kinds(table.see()) == ["MatchStarted"]
    assert kinds(table.opening(3, 1)) == ["GameStarted", "SetupFault", "Thrown"]
    assert table.match_state.setup == parse_position(WRONG_START)
    return table


def wrong(position: str) -> str:
    """A position with the checker of Ben's that stands wrongly where it stands."""
    return position.replace("B: 24(2) 13(5) 8(3)", "B: 24(2) 13(5) 8(2) 7(1)").replace(
        "B: 24(1) 14(1) 13(5) 8(3)", "B: 24(1) 14(1) 13(5) 8(2) 7(1)"
    )


def test_a_game_that_begins_from_a_wrong_set_up_is_refereed_and_told_of(evening: Callable) -> None:
    table = wrongly_begun(evening)
    table.play(wrong(AFTER_31))
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.fault is None


def test_a_wrong_set_up_is_put_right_before_a_play(evening: Callable) -> None:
    table = wrongly_begun(evening)
    assert table.play(START) == [SetupFixed(parse_position(START))]
    assert table.match_state.game.start == parse_position(START) == table.match_state.position
    table.play(AFTER_31)
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.fault is None


def test_a_wrong_set_up_is_put_right_together_with_a_play(evening: Callable) -> None:
    table = wrongly_begun(evening)
    assert kinds(table.play(AFTER_31)) == ["SetupFixed"]
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.fault is None


def test_a_wrong_set_up_is_put_right_after_a_play(evening: Callable) -> None:
    table = wrongly_begun(evening)
    table.play(wrong(AFTER_31))
    table.lift()
    assert kinds(table.play(AFTER_31)) == ["SetupFixed"]
    assert table.match_state.setup is None and table.match_state.last_play.after == parse_position(AFTER_31)
    assert table.match_state.game.start == parse_position(START)
    assert kinds(table.throw(Side.BLACK, 6, 4)) == ["Thrown"]


def test_it_stands_once_the_player_who_began_has_begun_his_second_turn(evening: Callable) -> None:
    table = wrongly_begun(evening)
    table.play(wrong(AFTER_31))
    table.lift()
    table.throw(Side.BLACK, 6, 4)
    table.play(wrong(AFTER_64))
    table.lift()
    assert table.match_state.setup is not None
    assert kinds(table.throw(Side.WHITE, 5, 5)) == ["Thrown", "SetupStands"]
    assert table.match_state.setup is None
    events = table.play(AFTER_64, seconds=3.0)
    assert kinds(events) == ["FaultSeen"]


def test_or_once_five_throws_have_been_made(evening: Callable) -> None:
    table = wrongly_begun(evening, setup_fix_until="five_throws")
    table.play(wrong(AFTER_31))
    table.lift()
    played = (
        (Side.BLACK, 6, 4, wrong(AFTER_64)),
        (Side.WHITE, 2, 1, "W: 24(2) 13(5) 8(1) 6(4) 5(3) B: 24(1) 14(1) 13(5) 8(2) 7(1) 6(5)"),
        (Side.BLACK, 1, 1, "W: 24(2) 13(5) 8(1) 6(4) 5(3) B: 24(1) 14(1) 13(5) 8(2) 7(1) 6(1) 5(4)"),
    )
    for side, first, second, after in played:
        assert kinds(table.throw(side, first, second)) == ["Thrown"]
        table.play(after)
        assert kinds(table.lift(2.0)) == ["Played"]
    assert table.match_state.setup is not None
    assert kinds(table.throw(Side.WHITE, 2, 1)) == ["Thrown", "SetupStands"]


def test_a_missing_checker_is_a_wrong_set_up_and_the_game_goes_on_without_it(evening: Callable) -> None:
    table = evening()
    table.position = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 6(5)")
    table.see()
    events = table.opening(3, 1)
    assert SetupFault in [type(event) for event in events]
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(2) 6(5)")
    assert kinds(table.lift()) == ["Played"]
    assert table.match_state.last_play.fault is None


def test_a_board_still_being_set_up_begins_no_game(evening: Callable) -> None:
    table = evening()
    table.position = parse_position(WRONG_START)
    assert kinds(table.throw(Side.WHITE, 3, 1)) == ["MatchStarted"]
    assert table.see(4.0) == []
    table.dice = ()
    table.position = parse_position("W: 24(2) 13(2) 6(5) B: 13(5) 8(3) 6(5)")
    assert table.opening(3, 1) == []
    assert table.match_state.phase is Phase.NO_GAME


# Giving up


def test_an_offer_to_give_up_is_accepted(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31)
    table.lift()
    assert table.tell(OfferResign(Side.BLACK, 2)) == [ResignOffered(Side.BLACK, 2)]
    assert table.tell(OfferResign(Side.BLACK, 1)) == []
    (over,) = table.tell(AnswerResign(accept=True))
    assert over == GameOver(Result(Side.WHITE, 2, "resigned"))
    assert table.match_state.score == Score(2, 0) and table.match_state.resigning is None


def test_an_offer_to_give_up_is_refused_and_it_is_played_on(evening: Callable) -> None:
    table = begun(evening)
    assert table.tell(AnswerResign(accept=True)) == []
    table.tell(OfferResign(Side.BLACK, 1))
    assert table.tell(AnswerResign(accept=False)) == [ResignRefused(Side.WHITE)]
    table.play(AFTER_31)
    assert kinds(table.lift()) == ["Played"]
    table.tell(OfferResign(Side.BLACK, 1))
    table.throw(Side.BLACK, 6, 4)
    assert table.match_state.resigning is None
    assert table.tell(AnswerResign(accept=True)) == []


def test_who_may_give_up_singly_is_not_asked_to_wait(evening: Callable) -> None:
    for options, event in (((), "ResignOffered"), ((("early_resignation", True),), "GameOver")):
        table = evening(game_id="verkehren", options=options)
        table.see()
        table.opening(6, 2)
        assert table.match_state.side is Side.WHITE
        assert kinds(table.tell(OfferResign(Side.BLACK, 1)))[:1] == [event]


def test_an_offer_counts_the_cube(evening: Callable) -> None:
    table = begun(evening)
    table.play(AFTER_31)
    table.lift()
    table.put_cube(2, CubePlace.OFFERED_FAR)
    table.put_cube(2, CubePlace.NEAR)
    table.tell(OfferResign(Side.BLACK, 3))
    table.tell(AnswerResign(accept=True))
    assert table.match_state.game.result == Result(Side.WHITE, 6, "resigned")


def test_before_a_game_has_begun_nobody_can_give_up(evening: Callable) -> None:
    assert evening().tell(OfferResign(Side.BLACK, 1))[1:] == []


# The cube at the start, and passing


def test_a_cube_left_at_a_side_is_told_of_when_the_game_begins(evening: Callable) -> None:
    table = evening()
    table.put_cube(64, CubePlace.NEAR, seconds=2.0)
    events = table.opening(3, 1)
    assert kinds(events) == ["Thrown", "CubeFault"]
    assert table.match_state.cube_fault is CubeReason.AT_START
    (cleared,) = table.put_cube(64, CubePlace.CENTRE)
    assert isinstance(cleared, CubeFault) and cleared.why is None
    assert table.match_state.cube.value == 1 and table.match_state.score == Score()


def test_in_the_crawford_game_the_cube_may_lie_anywhere(evening: Callable) -> None:
    table = evening(length=2)
    table.put_cube(64, CubePlace.NEAR, seconds=2.0)
    table.tell(SetScore(Score(1, 0)))
    table.tell(NewGame())
    table.see()
    assert kinds(table.opening(3, 1)) == ["Thrown"]


def closed_out(evening: Callable, **options: str):
    table = evening(join=True, profile=profile_of("home", options))
    table.position = parse_position("W: 6(2) 5(2) 4(2) 3(2) 2(2) 1(3) 8(2) B: bar(1) 6(5) 5(5) 4(4)")
    table.see()
    table.throw(Side.WHITE, 2, 1)
    table.play(CLOSED)
    table.lift()
    return table


def test_over_a_player_who_is_closed_out_the_opponent_may_double(evening: Callable) -> None:
    assert kinds(closed_out(evening).put_cube(2, CubePlace.OFFERED_NEAR)) == ["Played", "Doubled"]


def test_without_the_automatic_pass_he_has_to_throw(evening: Callable) -> None:
    table = closed_out(evening, auto_pass_closed_out="off")
    assert kinds(table.throw(Side.WHITE, 6, 1)) == ["Cocked"]
    table.lift()
    assert kinds(table.throw(Side.BLACK, 6, 1)) == ["Thrown"]
    assert kinds(table.lift()) == ["Played"]
    assert kinds(table.throw(Side.WHITE, 6, 1)) == ["Thrown"]


# One pair of dice for both


def test_lifting_a_shared_pair_of_dice_ends_no_turn_but_throwing_it_does(evening: Callable) -> None:
    table = begun(evening, shared_dice="on")
    table.play(AFTER_31)
    assert table.lift(3.0) == []
    assert kinds(table.throw(Side.BLACK, 6, 4)) == ["Played", "Thrown"]


def test_a_shared_pair_in_nardy_may_show_the_same_again(evening: Callable) -> None:
    table = begun(evening, name="nardy", shared_dice="on")
    table.play(AFTER_31)
    assert table.lift(2.0) == []
    assert kinds(table.throw(Side.WHITE, 3, 1)) == ["Played", "Thrown"]
    assert table.match_state.side is Side.BLACK


# Silence is for what is shown; the record is the same


def test_silence_records_everything(evening: Callable) -> None:
    table = begun(evening, name="silent")
    assert table.match_state.profile == SILENT != HOME
    flagged = table.play(AFTER_31_WRONG)
    assert kinds(flagged) == ["FaultSeen"]
    assert isinstance(table.play(AFTER_31)[0], FaultCleared)
    assert kinds(table.lift()) == ["Played"]


def test_a_question_that_had_to_wait_is_answered_once_the_game_is_over(evening: Callable) -> None:
    table = begun(evening, name="silent")
    table.play(AFTER_31)
    table.lift()
    table.throw(Side.BLACK, 6, 3, p=0.985)
    assert kinds(table.play(AFTER_64, seconds=4.0)) == ["Asked"]
    assert kinds(table.lift(3.0)) == ["Played"]
    (question,) = table.match_state.questions
    table.throw(Side.WHITE, 5, 2)
    table.play("W: 24(1) 22(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    table.lift()
    table.tell(Resign(Side.BLACK, 1))
    assert table.match_state.phase is Phase.OVER and table.match_state.questions == (question,)
    assert kinds(table.tell(Answer(question.number, 1))) == ["Amended", "Settled"]
    second = table.match_state.game.turns[1]
    assert second.roll == Roll.of(6, 4) and second.fault is None
    assert (
        table.match_state.game.result == Result(Side.WHITE, 1, "resigned")
        and table.match_state.phase is Phase.OVER
    )


def test_the_limit_of_a_wrong_set_up_is_told_once(evening: Callable) -> None:
    table = wrongly_begun(evening)
    for _ in range(2):
        table.play(START)
    assert sum(isinstance(event, SetupFixed | SetupStands) for event in table.events) == 1
