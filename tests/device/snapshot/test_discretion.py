"""What everybody may see while a game is on, under each profile; and what the referee behind the PIN sees."""

from dataclasses import replace

from device.signals.buttons import Button, command_of
from device.signals.lamps import DARK, LampState, lamps_of
from device.status.snapshot.discretion import RECORDING
from device.status.snapshot.table_snapshot import Circumstances, Report, Snapshot, snapshot_of
from device.store.log.event_codec import decode_event, encode_event
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.games import find_game
from engine.match.match import CheckerTurn, Crawford, Game, Match, Result, Score
from engine.position_parsing import parse_position
from engine.profile import HOME, SILENT, TOURNAMENT, Profile, profile_of
from engine.state.events import Candidate, Counts, MatchStarted, PrematureThrow, ResignOffered, ThrownTooSoon
from engine.state.match_state import MatchState, Phase, Question, new_match_state
from engine.state.messages import Answer, Done
from engine.words.reasons import CubeReason, ThrowReason

BACKGAMMON = find_game("backgammon")
START = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
WRONG = parse_position("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
ROLL = Roll.of(3, 1)
PLAY = likely_play(BACKGAMMON, START, Side.WHITE, WRONG, ROLL)
FAULT = explain(BACKGAMMON, START, Side.WHITE, ROLL, WRONG)
TURN = CheckerTurn(Side.WHITE, ROLL, PLAY, WRONG, FAULT, before=START)
QUESTION = Question(
    3,
    "roll",
    Side.WHITE,
    (Candidate(ROLL, PLAY, WRONG, False, 0.5), Candidate(ROLL, PLAY, AFTER, True, 0.5)),
    1,
)


def illegal(profile: Profile, **changes: object) -> MatchState:
    """Ben is to throw; Anna's illegal play stands on the board, and the referee has a question."""
    match_state = replace(
        new_match_state(Match(5, "Anna", "Ben"), profile),
        phase=Phase.TO_THROW,
        seating=Seating(),
        position=WRONG,
        side=Side.BLACK,
        game=Game(START, Score(1, 2), turns=(TURN,)),
        score=Score(1, 2),
        fault=FAULT,
        seen=WRONG,
        questions=(QUESTION,),
        match_number=1,
        seq=17,
    )
    return replace(match_state, **changes)  # type: ignore[arg-type]


def over(profile: Profile) -> MatchState:
    game = Game(START, Score(1, 2), turns=(TURN,), result=Result(Side.BLACK, 1, "single"))
    return illegal(profile, phase=Phase.OVER, side=None, game=game, score=Score(1, 3), fault=None, seen=None)


def test_at_home_everything_is_shown_to_everybody() -> None:
    snapshot = snapshot_of(illegal(HOME))
    assert snapshot.fault is not None and snapshot.question is not None and snapshot.position == WRONG
    assert snapshot.last_play is not None and snapshot.last_play.illegal is not None
    assert snapshot.fault.text == snapshot.last_play.illegal
    assert snapshot.fault.text.endswith("; 8/4 is legal.")
    assert not snapshot.kept_back and snapshot.as_json()["position"]["pips"] is not None  # type: ignore[index]


def test_silent_shows_that_a_game_is_being_recorded_and_nothing_else() -> None:
    match_state = illegal(
        SILENT,
        roll=Roll.of(6, 4),
        phase=Phase.TO_MOVE,
        cocked=ThrowReason.LEANS,
        cube_fault=CubeReason.OPPONENTS,
        premature=ThrownTooSoon(Side.BLACK, ROLL, PrematureThrow.UNFINISHED, Counts.LATER),
        setup=WRONG,
        resigning=ResignOffered(Side.BLACK, 1),
        view=View.HAND,
        score=Score(1, 2),
    )
    snapshot = snapshot_of(match_state)
    assert snapshot.says == RECORDING
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
        assert getattr(snapshot, field) is None, field
    assert snapshot.question is None and snapshot.questions == 0
    assert snapshot.premature is snapshot.setup is snapshot.resign is None and snapshot.cube_may == ()
    assert snapshot.game.phase is None and snapshot.game.result is None and snapshot.kept_back
    assert snapshot.score == Score(1, 2) and snapshot.match.white == "Anna"
    assert snapshot.camera.view is View.CLEAR
    assert lamps_of(snapshot) == DARK
    assert command_of(Button.CONFIRM, snapshot) == Done(0.0)


def test_silent_looks_the_same_whatever_happens_in_the_game() -> None:
    quiet = snapshot_of(illegal(SILENT, fault=None, seen=None, questions=(), side=Side.WHITE, position=AFTER))
    assert snapshot_of(illegal(SILENT)) == quiet
    assert snapshot_of(illegal(SILENT, phase=Phase.DOUBLED)) == quiet


def test_a_camera_that_sees_nothing_is_told_of_even_then() -> None:
    snapshot = snapshot_of(illegal(SILENT, view=View.DARK), Circumstances(Report(camera="It is night.")))
    assert snapshot.says == "It is night." and lamps_of(snapshot) == LampState(ask=True)
    assert (
        snapshot_of(illegal(SILENT), Circumstances(Report("The disk is full."))).says == "The disk is full."
    )


def test_once_the_game_is_over_silent_shows_all_and_asks_what_it_had_to_ask() -> None:
    snapshot = snapshot_of(over(SILENT))
    assert snapshot.question is not None and len(snapshot.question.candidates) == 2
    assert snapshot.position == WRONG and snapshot.score == Score(1, 3)
    assert snapshot.last_play is not None and snapshot.last_play.illegal is not None
    assert not snapshot.kept_back


def test_the_desk_sees_all_at_once_even_then() -> None:
    match_state = illegal(SILENT)
    assert snapshot_of(match_state, desk=True) == replace(
        snapshot_of(replace(match_state, profile=HOME)), profile="silent"
    )


def test_in_a_tournament_no_board_no_pips_no_hints_but_the_fault() -> None:
    snapshot = snapshot_of(illegal(TOURNAMENT, questions=()))
    assert snapshot.fault is not None and snapshot.fault.text == "Anna's play is not legal." == snapshot.says
    assert snapshot.fault.points == () and snapshot.position is snapshot.seen is snapshot.last_play is None
    assert snapshot.kept_back and lamps_of(snapshot).illegal
    assert snapshot.to_play is Side.BLACK


def test_in_a_tournament_a_question_is_answered_at_the_desk_only() -> None:
    snapshot = snapshot_of(illegal(TOURNAMENT, fault=None, seen=None))
    assert snapshot.question is not None and snapshot.question.candidates == ()
    assert command_of(Button.CONFIRM, snapshot) == Done(0.0)
    desk = snapshot_of(illegal(TOURNAMENT, fault=None, seen=None), desk=True)
    assert command_of(Button.CONFIRM, desk) == Answer(3, 0)


def test_under_responsible_no_fault_is_shown_nor_hinted_at() -> None:
    snapshot = snapshot_of(illegal(profile_of("home", {"illegal_plays": "responsible"})))
    assert snapshot.fault is snapshot.seen is snapshot.question is None and snapshot.says == "Ben to throw."
    assert snapshot.last_play is not None and snapshot.last_play.illegal is None
    assert snapshot.position == WRONG and not lamps_of(snapshot).illegal


def test_pip_counts_and_the_board_are_kept_back_each_for_itself() -> None:
    pips = snapshot_of(illegal(profile_of("home", {"pip_counts": "off"}))).as_json()
    assert pips["position"]["pips"] is None  # type: ignore[index]
    assert snapshot_of(illegal(profile_of("home", {"live_board": "off"}))).position is None


def said(match_state: MatchState) -> Snapshot:
    return snapshot_of(replace(match_state, questions=(), fault=None, seen=None))


def test_what_is_said_of_a_throw_made_too_soon() -> None:
    premature = ThrownTooSoon(Side.BLACK, Roll.of(6, 4), PrematureThrow.UNFINISHED, Counts.NO)
    moving = illegal(HOME, phase=Phase.TO_MOVE, side=Side.WHITE, roll=ROLL, premature=premature)
    assert said(moving).says == "Ben's throw does not count: Anna has not finished. Throw again afterwards."
    later = replace(moving, premature=replace(premature, counts=Counts.LATER))
    assert said(later).says == "Ben threw 6-4 too soon: it counts, and Anna finishes first."
    asked = replace(moving, premature=replace(premature, counts=Counts.UNLESS_ASKED))
    assert said(asked).premature is not None and said(asked).premature.may_demand  # type: ignore[union-attr]
    assert said(asked).says == "Ben threw 6-4 too soon: it counts unless Anna wants it thrown again."
    assert said(illegal(HOME, premature=premature)).says == "Throw again, Ben: that was too soon."
    insisted = illegal(TOURNAMENT, questions=(), premature=replace(premature, why=PrematureThrow.FAULT))
    assert snapshot_of(insisted).says == (
        "Ben's throw does not count: Anna's play is illegal and has to be put right first."
    )


def test_what_is_said_of_a_wrong_set_up() -> None:
    wrong = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 7(1) 6(5)")
    snapshot = said(illegal(HOME, setup=wrong))
    assert snapshot.says == (
        "The board is set up wrongly. Ben should have 3 on their 8, not 2, 0 on their 7, not 1."
    )
    assert snapshot.setup == snapshot.says


def test_what_is_said_of_an_offer_to_give_up() -> None:
    snapshot = said(illegal(HOME, resigning=ResignOffered(Side.BLACK, 2)))
    assert snapshot.says == "Ben offers to give up for 2 points: does Anna accept or play on?"
    assert snapshot.as_json()["resign"] == {"side": "B", "grade": 2, "text": snapshot.says}


def test_what_the_lamps_say_of_it() -> None:
    premature = ThrownTooSoon(Side.BLACK, Roll.of(6, 4), PrematureThrow.UNFINISHED, Counts.NO)
    assert lamps_of(said(illegal(HOME, premature=premature))).illegal
    assert not lamps_of(said(illegal(HOME, premature=replace(premature, counts=Counts.LATER)))).illegal
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
