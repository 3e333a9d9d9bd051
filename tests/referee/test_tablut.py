"""Tablut before the referee, on looks that a perfect eye would give: moves, captures, faults, and how a game ends."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.store.log.event_codec import decode_event, encode_event
from engine.board import Kind, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import CheckerTurn, Result
from engine.play import Outcome
from engine.plays.legal import completable, legal_plays
from engine.plays.notation import parse_play, play_text
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.profile import profile_of
from engine.referee.judge import finish
from engine.squares import KING
from engine.state.events import (
    Amended,
    Asked,
    Corrected,
    Event,
    FaultCleared,
    FaultSeen,
    GameOver,
    GameStarted,
    Played,
    Settled,
)
from engine.state.match_state import MatchState, Phase
from engine.state.messages import (
    AcceptPlay,
    Answer,
    Done,
    NewGame,
    OfferCube,
    Resign,
    SetPosition,
    SetRoll,
    SetTurn,
    Tick,
    Undo,
)
from engine.state.reducer import reduce
from engine.turn.tracker import TurnTracker
from engine.words.wording import Names, reason

sys.path[:0] = [str(Path(__file__).parent)]

from tablut_evening import Evening, OptionValues

W, B = Side.WHITE, Side.BLACK


@pytest.fixture
def table() -> Evening:
    """A game of Tablut that has just begun."""
    evening = Evening()
    evening.see()
    evening.events.clear()
    return evening


def said(event: Event) -> str:
    assert isinstance(event, FaultSeen)
    return reason(event.fault, Names("Anna", "Ben"))


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_the_game_begins_when_its_board_is_set_up() -> None:
    evening = Evening()
    events = evening.see()
    started = next(event for event in events if isinstance(event, GameStarted))
    assert started.start == evening.game.start
    assert evening.match_state.phase is Phase.TO_MOVE
    assert evening.match_state.side is W
    assert evening.match_state.roll is None
    assert not evening.match_state.cube.in_play


def test_whose_checkers_are_the_defenders_is_told_by_the_board() -> None:
    evening = Evening(near=Kind.DARK)
    evening.see()
    assert evening.match_state.seating is not None
    assert evening.match_state.seating.near is Kind.DARK
    evening.make("c5-c1")
    assert evening.written == ["c5-c1"]


def test_a_move_that_lasts_is_recorded_and_it_is_the_opponents_turn(table: Evening) -> None:
    assert table.make("c5-c1", 0.8) == []
    assert kinds(table.see(0.6)) == [Played]
    assert table.match_state.side is B
    assert table.match_state.phase is Phase.TO_MOVE
    assert kinds(table.make("a4-a2")) == [Played]
    assert table.match_state.side is W
    assert table.written == ["c5-c1", "a4-a2"]


def test_a_board_that_stands_untouched_says_nothing(table: Evening) -> None:
    assert table.see(30.0) == []


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
@pytest.mark.parametrize(
    "options",
    [
        {},
        pytest.param(
            {"corner_escape": True, "throne_open": True, "king_custodial": True}, marks=pytest.mark.long
        ),
    ],
)
def test_whole_games_are_recorded_exactly(seed: int, options: OptionValues) -> None:
    evening, random = Evening(options, near=random_kind(seed)), Random(seed)
    evening.see()
    played: list[Outcome] = []
    side, position = W, evening.game.start
    result: tuple[Side | None, int, str] | None = None
    while result is None and len(played) < 60:
        outcome = weighed(legal_plays(evening.game, position, side, None), random)
        played.append(outcome)
        for halfway in passed(evening, position, side, outcome, random):
            assert not evening.show(halfway, 0.6)
        events = evening.show(outcome.position, 1.2)
        position = outcome.position
        result = win_of(evening.game, position, side)
        assert kinds(events) == ([Played, GameOver] if result else [Played])
        side = side.other
    assert [turn.play for turn in evening.turns] == [outcome.play for outcome in played]
    assert [turn.after for turn in evening.turns] == [outcome.position for outcome in played]
    assert not any(turn.fault for turn in evening.turns)
    if result is not None:
        assert evening.match_state.game is not None
        assert evening.match_state.game.result == Result(*result)


def random_kind(seed: int) -> Kind:
    return Kind.DARK if seed % 2 else Kind.LIGHT


def weighed(outcomes: tuple[Outcome, ...], random: Random) -> Outcome:
    """A legal play at random, those that capture being preferred."""
    capturing = [outcome for outcome in outcomes if outcome.play.captured]
    return random.choice(capturing or outcomes)


def passed(
    evening: Evening, position: Position, side: Side, outcome: Outcome, random: Random
) -> list[Position]:
    """A board or two through which the move passes: the captured men still stand."""
    taken = outcome.play.captured
    if not taken:
        return []
    theirs = list(outcome.position.of(side.other))
    found = []
    for kept in (taken, taken[1:]):
        counts = list(theirs)
        for square in kept:
            counts[square] = position.of(side.other)[square]
        white, black = (outcome.position.white, counts) if side is W else (counts, outcome.position.black)
        found.append(Position(tuple(white), tuple(black)))
    return [each for each in found if each != outcome.position][: random.randint(0, 2)]


def test_several_captures_by_one_move(table: Evening) -> None:
    table.set_up("W: Kg8 b1 d1 B: c5 a1 e1", B)
    assert table.change("c5-c1") == []
    assert table.change("xb1") == []
    assert kinds(table.change("xd1")) == [Played]
    assert table.written[-1] == "c5-c1xd1xb1"


def test_captured_men_that_stand_too_long_are_named(table: Evening) -> None:
    table.set_up("W: Kg8 b1 d1 B: c5 a1 e1", B)
    assert table.change("c5-c1", seconds=3.6) == []
    (event,) = table.see(1.0)
    assert said(event) == "Anna's men on b1, d1 are captured and must be taken off."
    (event,) = table.change("xb1", seconds=5.0)
    assert said(event) == "Anna's man on d1 is captured and must be taken off."
    assert kinds(table.change("xd1")) == [FaultCleared, Played]
    assert table.turns[-1].fault is None


ILLEGAL = [
    ("W: Ke7 c3 B: i9", W, ("e7-e5",), "R.throne", "e7-e5 is illegal: the king may not return to the throne."),
    ("W: Ke7 c3 B: i9", W, ("e7-e3",), "R.throne", "e7-e3 is illegal: the throne may not be passed over."),
    ("W: Kg8 B: d5 i9", B, ("d5-e5",), "R.throne", "d5-e5 is illegal: only the king may stop on the throne."),
    ("W: Kg8 d4 B: d2 a3", W, ("d4-d3", "xd2"), "R.capture", "Ben's man was taken off d2, but it is not captured."),
    ("W: Kg8 c3 B: d5 i9", W, ("c3-c7", "g8-g7"), "R.too_many", "Two men were moved, but only one may be: c3-c7 g8-g7."),
    ("W: Kg8 c3 B: c5 i8", W, ("c3-c7",), "R.block", "c3-c7 is illegal: the way is blocked, on c5."),
    ("W: Kg8 c3 B: c5 i8", W, ("c3-d4",), "R.straight", "c3-d4 is illegal: it is not in a straight line."),
    ("W: Kg8 c3 B: c5 i8", W, ("xc3",), "R.conservation", "A man of Anna's has vanished from c3."),
    ("W: Kg8 c3 B: c5 i8", W, ("c5-c6",), "R.opponent_man", "Ben's man was moved from c5 to c6, but it is Anna's turn."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "side", "changes", "rule", "text"), ILLEGAL)
def test_what_is_illegal_is_said_and_can_be_put_right(
    table: Evening, position: str, side: Side, changes: tuple[str, ...], rule: str, text: str
) -> None:
    table.set_up(position, side)
    (event,) = table.change(*changes)
    assert isinstance(event, FaultSeen)
    assert event.fault.rule == rule
    assert event.side is side
    assert said(event) == text
    assert table.see(20.0) == []
    assert kinds(table.show(position)) == [FaultCleared]
    legal = next(
        each for each in legal_plays(table.game, table.position, side, None) if not each.play.captured
    )
    assert kinds(table.show(legal.position))[:1] == [Played]
    assert table.turns[-1].play == legal.play


def test_an_illegal_board_may_be_put_right_at_once(table: Evening) -> None:
    table.change("c5-d6")
    assert kinds(table.change("d6-c6")) == [FaultCleared, Played]
    assert table.written == ["c5-c6"]


def test_an_illegal_move_stands_when_the_opponent_moves_on(table: Evening) -> None:
    (event,) = table.change("c5-d4")
    assert isinstance(event, FaultSeen)
    events = table.change("a4-a3")
    assert kinds(events) == [Played, Played]
    first, second = table.turns
    assert first.fault is not None
    assert first.fault.rule == "R.straight"
    assert (play_text(first.play), play_text(second.play)) == ("c5-d4", "a4-a3")
    assert second.fault is None
    assert table.match_state.side is W


def test_an_illegal_move_after_one_that_stands_is_told_apart(table: Evening) -> None:
    table.change("c5-d4")
    events = table.change("a4-b3", seconds=3.0)
    assert kinds(events) == [Played, FaultSeen]
    assert said(events[1]) == "a4-b3 is illegal: it is not in a straight line."
    assert kinds(table.change("b3-a3")) == [FaultCleared, Played]
    assert table.written == ["c5-d4", "a4-a3"]


def test_a_slow_capture_after_an_illegal_move_lets_that_stand(table: Evening) -> None:
    table.set_up("W: Kg8 d3 h2 B: d2 a4 i9", W)
    assert kinds(table.change("h2-g4")) == [FaultSeen]
    assert kinds(table.change("a4-d4", seconds=3.0)) == [Played]
    assert table.match_state.side is B
    assert kinds(table.change("xd3")) == [Played]
    assert table.written[-2:] == ["h2-g4", "a4-d4xd3"]


def test_a_man_in_the_hand_is_not_moved_on_from(table: Evening) -> None:
    table.change("c5-d4")
    events = table.change("xd4")
    assert kinds(events) == [FaultSeen]
    assert not table.turns


def test_in_a_tournament_an_illegal_move_does_not_stand() -> None:
    table = Evening(profile=profile_of("tournament"))
    table.see()
    table.change("c5-d4")
    events = table.change("a4-a3")
    assert kinds(events) == [FaultSeen]
    assert not table.turns
    table.tell(Done(table.time))
    assert not table.turns
    assert kinds(table.show(table.game.start)) == [FaultCleared]


def test_who_moves_on_after_the_opponents_man_was_touched_is_not_guessed(table: Evening) -> None:
    table.change("a4-a3")
    events = table.change("i4-i3")
    assert kinds(events) == [FaultSeen]
    assert not table.turns


def test_a_captured_man_that_is_left_standing_is_an_illegal_play(table: Evening) -> None:
    table.set_up("W: Kg8 d3 B: d2 a4 i9", B)
    assert table.change("a4-d4", seconds=2.0) == []
    events = table.change("g8-g7")
    assert kinds(events) == [Played, Played]
    first, _ = table.turns[-2:]
    assert first.fault is not None
    assert first.fault.rule == "R.capture"


def test_two_quick_moves_are_told_apart(table: Evening) -> None:
    events = table.change("c5-c2", "a4-a3")
    assert kinds(events) == [Played, Played]
    assert table.written == ["c5-c2", "a4-a3"]
    assert table.turns[0].inferred
    assert table.match_state.side is W


def test_a_reply_that_captures_what_nobody_saw_come_is_asked_about(table: Evening) -> None:
    table.set_up("W: Kg8 d9 c5 B: d2 a4 i9", W)
    events = table.change("xd9", "a4-d4")
    played = [event for event in events if isinstance(event, Played)]
    assert len(played) == 2
    assert play_text(played[0].play) == "d9-d3"
    assert played[0].inferred


def test_a_move_can_be_changed_until_the_opponent_has_moved(table: Evening) -> None:
    table.make("c5-c1")
    assert table.change("c1-c5", seconds=0.8) == []
    assert kinds(table.change("c5-c2")) == [Amended]
    assert table.written == ["c5-c2"]
    assert table.match_state.side is B
    table.make("a4-a3")
    assert table.written == ["c5-c2", "a4-a3"]


def test_a_capture_can_be_taken_back_and_played_otherwise(table: Evening) -> None:
    start = "W: Kg8 d3 B: d2 a4 i9"
    table.set_up(start, B)
    table.change("a4-d4", "xd3")
    assert table.written[-1] == "a4-d4xd3"
    assert table.change("d4-a4", seconds=1.4) == []
    assert table.show(start, 0.8) == []
    assert kinds(table.change("a4-a2")) == [Amended]
    assert table.written[-1] == "a4-a2"


def test_a_move_that_is_taken_back_for_good_is_no_move(table: Evening) -> None:
    table.make("c5-c1")
    assert kinds(table.show(table.game.start, 2.4)) == [Corrected]
    assert table.written == []
    assert table.match_state.side is W
    table.make("e3-d3")
    assert table.written == ["e3-d3"]


def test_a_man_that_falls_off_after_the_move_is_missed(table: Evening) -> None:
    table.make("c5-c1")
    events = table.change("xc1", seconds=6.0)
    assert kinds(events) == [FaultSeen]
    assert said(events[0]) == "Anna's man was taken off c1, but it is not captured."


def test_the_king_escapes(table: Evening) -> None:
    table.set_up("W: Kc3 B: i9", W)
    events = table.make("c3-c1")
    assert kinds(events) == [Played, GameOver]
    assert table.match_state.game is not None
    assert table.match_state.game.result == Result(W, 1, "escape")
    assert table.match_state.score.white == 1
    assert table.match_state.phase is Phase.OVER


def test_the_king_is_captured_and_taken_off(table: Evening) -> None:
    table.set_up("W: Ke6 B: d6 e7 f9", B)
    assert table.change("f9-f6") == []
    events = table.change("xe6")
    assert kinds(events) == [Played, GameOver]
    assert table.match_state.game is not None
    assert table.match_state.game.result == Result(B, 1, "capture")


def test_the_third_repetition_is_a_draw(table: Evening) -> None:
    events: list[Event] = []
    for text in ("c5-c4", "a4-a3", "c4-c5", "a3-a4") * 2:
        assert not any(isinstance(event, GameOver | GameStarted) for event in events)
        events = table.make(text)
    assert kinds(events) == [Played, GameOver]
    assert table.match_state.game is not None
    assert table.match_state.game.result == Result(None, 0, "repetition")
    assert (table.match_state.score.white, table.match_state.score.black) == (0, 0)


def test_the_next_game_begins_on_the_board_set_up_anew(table: Evening) -> None:
    table.set_up("W: Kc3 B: i9", W)
    table.make("c3-c1")
    events = table.show(table.game.start)
    assert kinds(events) == [GameStarted]
    assert table.match_state.side is W
    table.make("c5-c1")
    assert table.written == ["c5-c1"]
    assert len(table.match_state.record.games) == 2


def test_a_board_set_up_anew_in_the_middle_begins_a_new_game(table: Evening) -> None:
    for text in ("c5-c1", "a4-a2", "e3-d3"):
        table.make(text)
    assert GameStarted in kinds(table.show(table.game.start, 2.4))
    assert table.written == []


def test_a_board_that_is_being_cleared_is_no_fault_at_once(table: Evening) -> None:
    for text in ("c5-c1", "a4-a2", "e3-d3"):
        table.make(text)
    half = Position(table.game.start.white, (0,) * 81)
    assert table.show(half, 8.0) == []
    assert kinds(table.see(6.0)) == [FaultSeen]
    assert GameStarted in kinds(table.show(table.game.start, 2.4))


def test_resigning(table: Evening) -> None:
    table.make("c5-c1")
    table.tell(Resign(B, 1))
    assert table.match_state.game is not None
    assert table.match_state.game.result == Result(W, 1, "resigned")
    table.tell(Undo())
    assert table.match_state.phase is Phase.TO_MOVE
    assert table.match_state.side is B


def test_what_a_person_takes_back_is_not_played_again_by_the_board(table: Evening) -> None:
    table.make("c5-c1")
    table.tell(Undo())
    assert table.match_state.side is W
    assert table.see(5.0) == []
    assert table.written == []
    table.show(table.game.start)
    table.make("e3-d3")
    assert table.written == ["e3-d3"]


def test_undoing_the_end_of_the_game(table: Evening) -> None:
    table.set_up("W: Kc3 B: i9", W)
    table.make("c3-c1")
    table.tell(Undo())
    assert table.match_state.phase is Phase.TO_MOVE
    assert table.match_state.side is W
    assert table.match_state.score.white == 0


def test_a_person_can_play_without_the_camera(table: Evening) -> None:
    table.tracker = TurnTracker()
    for text in ("c5-c1", "a4-a2"):
        assert table.match_state.position is not None
        assert table.match_state.side is not None
        after = parse_play(
            table.game, table.match_state.position, table.match_state.side, None, text
        ).position
        table.tell(SetPosition(after))
    assert table.written == ["c5-c1", "a4-a2"]
    amended = parse_play(table.game, table.turns[0].after, B, None, "a4-a3").position
    table.tell(SetPosition(amended))
    assert table.written == ["c5-c1", "a4-a3"]
    table.tell(SetPosition(parse_position("W: Kc3 B: i9", table.game)))
    assert str(table.match_state.position) == "W: Kc3 B: i9"
    assert table.match_state.side is W


def test_what_a_person_says_outlasts_what_the_camera_sees(table: Evening) -> None:
    table.make("c5-c1")
    right = parse_play(table.game, table.game.start, W, None, "c5-c2").position
    assert kinds(table.tell(SetPosition(right))) == [Amended]
    assert table.see(5.0) == []
    assert table.written == ["c5-c2"]
    table.position = right
    table.make("a4-a3")
    assert table.written == ["c5-c2", "a4-a3"]


def test_whose_turn_it_is_can_be_put_right(table: Evening) -> None:
    table.tell(SetTurn(B))
    assert table.match_state.phase is Phase.TO_MOVE
    table.make("a4-a3")
    assert table.written == ["a4-a3"]
    assert table.match_state.side is W


def test_done_ends_the_turn_at_once(table: Evening) -> None:
    table.make("c5-c1", 0.4)
    assert kinds(table.tell(Done(table.time))) == [Played]
    table.make("a4-b3", 0.4)
    assert kinds(table.tell(Done(table.time))) == [Played]
    assert table.turns[-1].fault is not None
    assert table.match_state.fault_stands
    assert table.see(3.0) == []
    table.show(table.turns[0].after, 0.6)
    assert kinds(table.change("a4-a3")) == [Amended]
    assert table.turns[-1].fault is None
    assert table.match_state.fault is None


def test_people_may_let_an_illegal_move_stand(table: Evening) -> None:
    table.change("c5-d4")
    table.tell(AcceptPlay())
    assert table.written == ["c5-d4"]
    assert table.turns[0].fault is not None
    assert table.match_state.fault is None
    assert table.match_state.side is B
    table.make("a4-a3")
    assert table.written == ["c5-d4", "a4-a3"]


def test_what_cannot_be_made_out_is_looked_at_again_and_then_asked(table: Evening) -> None:
    one, two = (
        parse_play(table.game, table.game.start, W, None, text).position for text in ("c5-c2", "c5-c1")
    )
    c1, c2 = 2, 11
    assert one.white[c2]
    assert two.white[c1]
    table.doubts = {c1: ((1, 0), 0.4), c2: ((0, 0), 0.4)}
    events = table.show(one, 4.0)
    assert events == []
    events = table.see(3.0)
    assert kinds(events) == [Played, Asked]
    question = events[-1]
    assert isinstance(question, Asked)
    assert {play_text(each.play) for each in question.candidates if each.play} == {"c5-c1", "c5-c2"}
    table.doubts = {}
    table.position = two
    other = next(
        i for i, each in enumerate(question.candidates) if each.play and play_text(each.play) == "c5-c1"
    )
    events = table.tell(Answer(question.question, other))
    assert Settled in kinds(events)
    assert table.written == ["c5-c1"]
    assert not table.match_state.questions


def test_what_has_no_meaning_without_dice_is_ignored(table: Evening) -> None:
    assert table.tell(SetRoll(W, Roll.of(3, 1))) == []
    assert table.tell(OfferCube()) == []
    assert table.tell(Tick(table.time + 1)) == []


def test_a_person_starts_a_game_anew(table: Evening) -> None:
    table.make("c5-c1")
    table.tell(NewGame())
    assert table.match_state.position == table.game.start
    assert table.match_state.side is W


def test_the_film_ends_with_a_move_on_the_board(table: Evening) -> None:
    table.make("c5-c1", 0.4)
    judgement = finish(table.match_state, table.tracker)
    assert kinds(list(judgement.events)) == [Played]


def test_a_board_of_another_shape_says_nothing(table: Evening, evening: Callable[..., Any]) -> None:
    tables = evening(game_id="tablut")
    tables.game = find_game("backgammon")
    tables.position = tables.game.start
    assert not any(isinstance(event, GameStarted) for event in tables.see())


def test_the_log_leads_back_to_the_same_ledger() -> None:
    table = Evening({"repetition": "draw"})
    table.see()
    table.make("c5-c1")
    table.change("a4-b3")
    table.change("b3-a3")
    table.change("e3-f2")
    table.change("i4-i3")
    table.make("d5-d4")
    table.tell(Undo())
    table.tell(SetTurn(B))
    table.tell(SetPosition(parse_position("W: Ke6 B: d6 e7 f9", table.game)))
    table.show("W: Ke6 B: d6 e7 f9")
    table.change("f9-f6")
    table.change("xe6")
    assert table.match_state.phase is Phase.OVER
    match_state = table.blank
    for event in table.events:
        kind, body = encode_event(event)
        again = decode_event(kind, body)
        assert again == event
        match_state = reduce(match_state, again, 0)
    assert replace(match_state, frame=0, seq=0).position == table.match_state.position
    assert match_state.score == table.match_state.score
    assert [turn.play for turn in all_turns(match_state)] == [
        turn.play for turn in all_turns(table.match_state)
    ]
    assert [turn.after.past for turn in all_turns(match_state)] == [
        turn.after.past for turn in all_turns(table.match_state)
    ]
    assert match_state.phase is table.match_state.phase
    assert KING not in table.position.white


def all_turns(match_state: MatchState) -> list[CheckerTurn]:
    return [turn for game in match_state.record.games for turn in game.turns if isinstance(turn, CheckerTurn)]


def test_boards_on_the_way_are_never_flagged(table: Evening) -> None:
    table.set_up("W: Kg8 b1 d1 B: c5 a1 e1", B)
    for board in completable(table.game, table.position, B, None):
        if not any(each.position == board for each in legal_plays(table.game, table.position, B, None)):
            assert not any(isinstance(event, FaultSeen) for event in table.show(board, 2.0))
