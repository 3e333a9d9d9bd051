"""What everybody may see while a game is on, under each profile; and what the referee behind the PIN sees."""

from dataclasses import replace

from device.signals.buttons import Button, command_of
from device.signals.lamps import DARK, LampState, lamps_of
from device.status.snapshot.discretion import RECORDING
from device.status.snapshot.snapshot import Notice, notice_of
from device.store.log.event_codec import decode_event, encode_event
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.games import find_game
from engine.match.match import CheckerTurn, Crawford, Game, Match, Result, Score
from engine.position_parsing import parse_position
from engine.profile import HOME, SILENT, TOURNAMENT, Profile, profile_of
from engine.state.events import Candidate, Counts, Hasty, MatchStarted, ResignOffered, ThrownTooSoon
from engine.state.match_state import Ledger, Phase, Question, new_ledger
from engine.state.messages import Answer, Done

BACKGAMMON = find_game("backgammon")
START = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
WRONG = parse_position("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
ROLL = Roll.of(3, 1)
PLAY = likely_play(BACKGAMMON, START, Side.WHITE, WRONG, ROLL)
FAULT = explain(BACKGAMMON, START, Side.WHITE, ROLL, WRONG)
TURN = CheckerTurn(Side.WHITE, ROLL, PLAY, WRONG, FAULT, before=START)
QUESTION = Question(
    3, "roll", Side.WHITE, (Candidate(ROLL, PLAY, WRONG, False, 0.5), Candidate(ROLL, PLAY, AFTER, True, 0.5)), 1
)  # fmt: skip


def illegal(profile: Profile, **changes: object) -> Ledger:
    """Ben is to throw; Anna's illegal play stands on the board, and the referee has a question."""
    ledger = replace(
        new_ledger(Match(5, "Anna", "Ben"), profile), phase=Phase.TO_THROW, seating=Seating(), position=WRONG,
        side=Side.BLACK, game=Game(START, Score(1, 2), turns=(TURN,)), score=Score(1, 2), fault=FAULT, seen=WRONG,
        questions=(QUESTION,), match_number=1, seq=17,
    )  # fmt: skip
    return replace(ledger, **changes)  # type: ignore[arg-type]


def over(profile: Profile) -> Ledger:
    game = Game(START, Score(1, 2), turns=(TURN,), result=Result(Side.BLACK, 1, "single"))
    return illegal(profile, phase=Phase.OVER, side=None, game=game, score=Score(1, 3), fault=None, seen=None)


def test_at_home_everything_is_shown_to_everybody() -> None:
    notice = notice_of(illegal(HOME))
    assert notice.fault is not None and notice.question is not None and notice.position == WRONG
    assert notice.last_play is not None and notice.last_play.illegal is not None
    assert notice.fault.told == f"{notice.last_play.illegal} Legal: 8/4 or …"
    assert not notice.kept_back and notice.as_json()["position"]["pips"] is not None  # type: ignore[index]


def test_silent_shows_that_a_game_is_being_recorded_and_nothing_else() -> None:
    ledger = illegal(
        SILENT, roll=Roll.of(6, 4), phase=Phase.TO_MOVE, cocked="a die leans", cube_fault="not his",
        hasty=ThrownTooSoon(Side.BLACK, ROLL, Hasty.UNFINISHED, Counts.LATER), setup=WRONG,
        resigning=ResignOffered(Side.BLACK, 1), view=View.HAND, score=Score(1, 2),
    )  # fmt: skip
    notice = notice_of(ledger)
    assert notice.says == RECORDING
    for field in (
        "position",
        "seen",
        "to_play",
        "roll",
        "roll_name",
        "last_play",
        "fault",
        "cocked",
        "cube_fault",
    ):
        assert getattr(notice, field) is None, field
    assert notice.question is None and notice.questions == 0
    assert notice.hasty is notice.setup is notice.resign is None and notice.cube_may == ()
    assert notice.game.phase is None and notice.game.result is None and notice.kept_back
    assert notice.score == Score(1, 2) and notice.match.white == "Anna"
    assert notice.camera.view is View.CLEAR
    assert lamps_of(notice) == DARK
    assert command_of(Button.CONFIRM, notice) == Done(0.0)


def test_silent_looks_the_same_whatever_happens_in_the_game() -> None:
    quiet = notice_of(illegal(SILENT, fault=None, seen=None, questions=(), side=Side.WHITE, position=AFTER))
    assert notice_of(illegal(SILENT)) == quiet
    assert notice_of(illegal(SILENT, phase=Phase.DOUBLED)) == quiet


def test_a_camera_that_sees_nothing_is_told_of_even_then() -> None:
    notice = notice_of(illegal(SILENT, view=View.DARK), camera="It is night.")
    assert notice.says == "It is night." and lamps_of(notice) == LampState(ask=True)
    assert notice_of(illegal(SILENT), trouble="The disk is full.").says == "The disk is full."


def test_once_the_game_is_over_silent_shows_all_and_asks_what_it_had_to_ask() -> None:
    notice = notice_of(over(SILENT))
    assert notice.question is not None and len(notice.question.candidates) == 2
    assert notice.position == WRONG and notice.score == Score(1, 3)
    assert notice.last_play is not None and notice.last_play.illegal is not None
    assert not notice.kept_back


def test_the_desk_sees_all_at_once_even_then() -> None:
    ledger = illegal(SILENT)
    assert notice_of(ledger, desk=True) == replace(notice_of(replace(ledger, profile=HOME)), profile="silent")


def test_in_a_tournament_no_board_no_pips_no_hints_but_the_fault() -> None:
    notice = notice_of(illegal(TOURNAMENT, questions=()))
    assert notice.fault is not None and notice.fault.text == "Anna's play is not legal." == notice.says
    assert notice.fault.points == () and notice.position is notice.seen is notice.last_play is None
    assert notice.kept_back and lamps_of(notice).illegal
    assert notice.to_play is Side.BLACK


def test_in_a_tournament_a_question_is_answered_at_the_desk_only() -> None:
    notice = notice_of(illegal(TOURNAMENT, fault=None, seen=None))
    assert notice.question is not None and notice.question.candidates == ()
    assert command_of(Button.CONFIRM, notice) == Done(0.0)
    desk = notice_of(illegal(TOURNAMENT, fault=None, seen=None), desk=True)
    assert command_of(Button.CONFIRM, desk) == Answer(3, 0)


def test_under_responsible_no_fault_is_shown_nor_hinted_at() -> None:
    notice = notice_of(illegal(profile_of("home", {"illegal_plays": "responsible"})))
    assert notice.fault is notice.seen is notice.question is None and notice.says == "Ben to throw."
    assert notice.last_play is not None and notice.last_play.illegal is None
    assert notice.position == WRONG and not lamps_of(notice).illegal


def test_pip_counts_and_the_board_are_kept_back_each_for_itself() -> None:
    pips = notice_of(illegal(profile_of("home", {"pip_counts": "off"}))).as_json()
    assert pips["position"]["pips"] is None  # type: ignore[index]
    assert notice_of(illegal(profile_of("home", {"live_board": "off"}))).position is None


def said(ledger: Ledger) -> Notice:
    return notice_of(replace(ledger, questions=(), fault=None, seen=None))


def test_what_is_said_of_a_throw_made_too_soon() -> None:
    hasty = ThrownTooSoon(Side.BLACK, Roll.of(6, 4), Hasty.UNFINISHED, Counts.NO)
    moving = illegal(HOME, phase=Phase.TO_MOVE, side=Side.WHITE, roll=ROLL, hasty=hasty)
    assert said(moving).says == "Ben's throw does not count: Anna has not finished. Throw again afterwards."
    later = replace(moving, hasty=replace(hasty, counts=Counts.LATER))
    assert said(later).says == "Ben threw 6-4 too soon: it counts, and Anna finishes first."
    asked = replace(moving, hasty=replace(hasty, counts=Counts.UNLESS_ASKED))
    assert said(asked).hasty is not None and said(asked).hasty.may_demand  # type: ignore[union-attr]
    assert said(asked).says == "Ben threw 6-4 too soon: it counts unless Anna wants it thrown again."
    assert said(illegal(HOME, hasty=hasty)).says == "Throw again, Ben: that was too soon."
    insisted = illegal(TOURNAMENT, questions=(), hasty=replace(hasty, why=Hasty.FAULT))
    assert notice_of(insisted).says == (
        "Ben's throw does not count: Anna's play is illegal and has to be put right first."
    )


def test_what_is_said_of_a_wrong_set_up() -> None:
    wrong = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 7(1) 6(5)")
    notice = said(illegal(HOME, setup=wrong))
    assert notice.says == (
        "The board is set up wrongly. Ben should have 3 on his 8, not 2, 0 on his 7, not 1."
    )
    assert notice.setup == notice.says


def test_what_is_said_of_an_offer_to_give_up() -> None:
    notice = said(illegal(HOME, resigning=ResignOffered(Side.BLACK, 2)))
    assert notice.says == "Ben offers to give up for 2 points: does Anna accept or play on?"
    assert notice.as_json()["resign"] == {"side": "B", "grade": 2, "text": notice.says}


def test_what_the_lamps_say_of_it() -> None:
    hasty = ThrownTooSoon(Side.BLACK, Roll.of(6, 4), Hasty.UNFINISHED, Counts.NO)
    assert lamps_of(said(illegal(HOME, hasty=hasty))).illegal
    assert not lamps_of(said(illegal(HOME, hasty=replace(hasty, counts=Counts.LATER)))).illegal
    assert lamps_of(said(illegal(HOME, setup=WRONG))).illegal
    assert lamps_of(said(illegal(HOME, resigning=ResignOffered(Side.BLACK, 2)))).ask


def test_a_log_from_before_there_were_profiles_is_of_a_match_at_home() -> None:
    kind, body = encode_event(MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING, TOURNAMENT))
    assert decode_event(kind, body) == MatchStarted(
        "backgammon", 5, "Anna", "Ben", Crawford.PENDING, TOURNAMENT
    )
    old = '{"game_id":"backgammon","length":5,"white":"Anna","black":"Ben","crawford":"pending"}'
    event = decode_event("MatchStarted", old)
    assert isinstance(event, MatchStarted) and event.profile == HOME
