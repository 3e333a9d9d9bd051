"""Stories: what the log tells of a match is what was shown while it was played, as the record has it in the end."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import Told
from sqlalchemy import select, update

from device.library.match_library import Library
from device.library.matches.heads import head_of, head_text, parse_head
from device.library.matches.match_query import MatchQuery
from device.library.matches.story import StepKind, StoryMark
from device.library.matches.story_telling import Telling
from device.store.log.schema import HEADS
from device.store.log.store import LogEntry, Source
from device.table.service.resume import fold, resume
from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.i18n import ENGLISH
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, Crawford, CubeTurn, Match, Result, Score
from engine.match_formats import find_match_format
from engine.plays.notation import parse_play, played_out
from engine.state.events import (
    Amended,
    Asked,
    Candidate,
    Conceded,
    Corrected,
    Event,
    FaultCleared,
    FaultSeen,
    GameOver,
    GameStarted,
    MatchStarted,
    Played,
    Reseated,
    Settled,
    Thrown,
)
from engine.state.match_state import new_match_state
from engine.state.messages import AnswerCube, NewGame, OfferCube, Resign, SetNames, SetScore, Undo

GAMES = ("backgammon", "plakoto", "trictrac", "fevga", "tablut", "tavli_match")
SAME = ("position", "seen", "seating", "to_play", "cube", "score", "last_play")
BACKGAMMON = find_game("backgammon")
W, B = Side.WHITE, Side.BLACK


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    table = Told(tmp_path / "log.db")
    yield table
    table.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_story_shows_what_was_shown(told: Told, game: str) -> None:
    told.begin(2, match_format=find_match_format(game))
    told.tell(SetNames("Anna", "Ben"))
    told.play(9)
    told.win()
    library = Library(told.service)
    story = library.story(told.match_state.match_number, admitted=True)
    assert story is not None
    games: Any = story.as_json(ENGLISH)["games"]
    turns = [step for each in games for step in each["steps"] if step["kind"] == "turn"]
    assert len(turns) == sum(each["turns"] for each in games) >= 9
    for step in turns:
        shown = told.shown[step["seq"]]
        assert {name: step[name] for name in SAME} == {name: shown[name] for name in SAME}
    assert [each["steps"][0]["kind"] for each in games] == ["start"] * len(games)
    assert games[0]["steps"][0]["position"]["text"] == str(story.story.games[0].game.start)
    for each in games:
        # with the end of a game that of the match may have come, and was shown with it
        shown = told.shown[min(seq for seq in told.shown if seq >= each["steps"][-1]["seq"])]
        assert each["board"] == shown["game"]
    assert "Anna won the match." in games[-1]["steps"][-1]["says"]
    library.close()


def test_a_turn_that_was_taken_back_is_told_as_a_correction_alone(told: Told) -> None:
    told.begin(5)
    told.play(3)
    told.tell(Undo())
    told.play(1)
    library = Library(told.service)
    story = library.story(told.match_state.match_number, admitted=True)
    assert story is not None
    steps = story.story.games[0].steps
    kinds = [step.kind for step in steps if step.kind in (StepKind.TURN, StepKind.CORRECTION)]
    # who begins was said by a person, too
    assert kinds == [StepKind.CORRECTION, StepKind.TURN, StepKind.TURN, StepKind.CORRECTION, StepKind.TURN]
    assert [step.turn for step in steps if step.kind is StepKind.TURN] == [1, 2, 3]
    record = told.match_state.record.games[0]
    assert [turn.after for turn in record.turns if isinstance(turn, CheckerTurn)] == [
        step.match_state.position for step in steps if step.kind is StepKind.TURN
    ]
    library.close()


def test_doubles_and_their_answers_are_steps(told: Told) -> None:
    told.begin(7)
    told.play(2)
    told.tell(OfferCube(), AnswerCube(take=True))
    told.play(1)
    told.tell(OfferCube(), Undo(), OfferCube(), AnswerCube(take=False))
    library = Library(told.service)
    story = library.story(told.match_state.match_number, admitted=True)
    assert story is not None
    kinds = [step.kind.value for step in story.story.games[0].steps if step.kind is not StepKind.CORRECTION]
    assert kinds == ["start", "turn", "turn", "double", "answer", "turn", "double", "result"]
    cubes = [step.match_state.cube.value for step in story.story.games[0].steps if step.kind is StepKind.TURN]
    assert cubes == [1, 1, 2]
    library.close()


class Log:
    """Events written down by hand, from the start of a game of backgammon in which White threw 3-1."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        begun = MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING)
        game = GameStarted(BACKGAMMON.start, Seating(Kind.LIGHT, True), False, Cube(), W)
        self.happen(begun, game, Thrown(W, Roll.of(3, 1)))

    def happen(self, *events: Event, source: Source = Source.CAMERA) -> None:
        for event in events:
            seq = len(self.entries) + 1
            self.entries.append(
                LogEntry("1", seq, 1, 1, 1.75e9 + seq, float(seq), True, source, (seq,), event)
            )

    @property
    def story(self) -> Any:
        telling = Telling()
        for entry in self.entries:
            telling.add(entry)
        return telling.story()


RIGHT = parse_play(BACKGAMMON, BACKGAMMON.start, W, Roll.of(3, 1), "8/5 6/5")
WRONG = played_out(BACKGAMMON, BACKGAMMON.start, W, "8/4 6/5")
FAULT = explain(BACKGAMMON, BACKGAMMON.start, W, Roll.of(3, 1), WRONG.position)


def test_an_illegal_board_that_was_put_right_is_a_fault_and_no_turn() -> None:
    log = Log()
    log.happen(FaultSeen(W, FAULT, WRONG.position), FaultSeen(W, FAULT, WRONG.position), FaultCleared(W))
    log.happen(Played(W, Roll.of(3, 1), RIGHT.play, RIGHT.position))
    game = log.story.games[0]
    assert [step.kind for step in game.steps] == [
        StepKind.START,
        StepKind.FAULT,
        StepKind.PUT_RIGHT,
        StepKind.TURN,
    ]
    assert [step.marks for step in game.steps] == [(), (StoryMark.FAULT,), (), ()]
    assert (game.faults, game.steps[1].match_state.seen) == (1, WRONG.position)


def test_an_illegal_play_that_stood_is_a_turn_with_a_fault() -> None:
    log = Log()
    log.happen(
        FaultSeen(W, FAULT, WRONG.position), Played(W, Roll.of(3, 1), WRONG.play, WRONG.position, FAULT)
    )
    game = log.story.games[0]
    assert [step.marks for step in game.steps] == [(), (StoryMark.FAULT,), (StoryMark.FAULT,)]
    assert (game.faults, head_of(log.story).faults) == (1, 1)
    assert game.steps[-1].match_state.fault == FAULT


def test_a_play_that_was_put_right_long_ago_is_right_in_the_story() -> None:
    log = Log()
    reply = parse_play(BACKGAMMON, WRONG.position, B, Roll.of(6, 5), "24/13")
    log.happen(Played(W, Roll.of(3, 1), WRONG.play, WRONG.position, FAULT), Thrown(B, Roll.of(6, 5)))
    log.happen(Played(B, Roll.of(6, 5), reply.play, reply.position), GameOver(Result(W, 1, "resigned")))
    log.happen(Amended(RIGHT.play, RIGHT.position, Roll.of(3, 1), turn=0), source=Source.PERSON)
    game = log.story.games[0]
    turns = [step for step in game.steps if step.kind is StepKind.TURN]
    assert (turns[0].match_state.position, turns[0].match_state.fault) == (RIGHT.position, None)
    assert (turns[0].marks, game.corrections, game.faults) == ((StoryMark.CORRECTION,), 1, 0)
    assert turns[1].match_state.position == reply.position


def test_a_game_that_was_read_anew_is_told_as_it_was_read_then() -> None:
    log = Log()
    seating = Seating(Kind.DARK, True)
    log.happen(Played(W, Roll.of(3, 1), WRONG.play, WRONG.position, inferred=True))
    log.happen(Reseated(seating, BACKGAMMON.start, (Played(W, Roll.of(3, 1), RIGHT.play, RIGHT.position),)))
    game = log.story.games[0]
    assert [step.kind for step in game.steps] == [StepKind.START, StepKind.TURN, StepKind.CORRECTION]
    assert {step.match_state.seating for step in game.steps} == {seating}
    assert game.steps[1].match_state.position == RIGHT.position and not game.faults


def test_a_question_is_told_with_its_boards_and_its_answer() -> None:
    log = Log()
    other = parse_play(BACKGAMMON, BACKGAMMON.start, W, Roll.of(3, 1), "24/20")
    choices = tuple(Candidate(Roll.of(3, 1), each.play, each.position, True, 0.5) for each in (RIGHT, other))
    log.happen(Played(W, Roll.of(3, 1), RIGHT.play, RIGHT.position), Asked(1, "play", W, choices))
    log.happen(Settled(1, 0), source=Source.PERSON)
    game = log.story.games[0]
    assert [step.kind for step in game.steps] == [
        StepKind.START,
        StepKind.TURN,
        StepKind.QUESTION,
        StepKind.SETTLED,
    ]
    assert (game.questions, game.steps[2].marks) == (1, (StoryMark.QUESTION,))
    assert game.steps[2].match_state.questions[-1].candidates == choices


def test_a_result_that_was_told_later_ends_the_game_it_is_of() -> None:
    log = Log()
    log.happen(Played(W, Roll.of(3, 1), RIGHT.play, RIGHT.position))
    log.happen(GameStarted(BACKGAMMON.start, Seating(Kind.LIGHT, True), False, Cube(), W))
    log.happen(Conceded(Result(B, 2, "resigned")), source=Source.PERSON)
    first, second = log.story.games
    assert (first.result, first.steps[-1].kind) == (Result(B, 2, "resigned"), StepKind.RESULT)
    assert (second.result, second.game.score) == (None, Score(0, 2))
    assert [outcome.points for outcome in head_of(log.story).outcomes] == [2]
    # of the second game nothing is told where it is kept back, though its number is before that of the result
    bare = log.story.without_open_game()
    assert (bare.last, len(bare.games)) == (second.steps[0].seq - 1, 1) and bare.last < first.steps[-1].seq


def test_names_that_were_put_right_are_right_from_the_first() -> None:
    log = Log()
    log.happen(Corrected("names", names=("Anne", "Ben")), source=Source.PERSON)
    assert {step.match_state.match.white for step in log.story.games[0].steps} == {"Anne"}


def test_a_head_is_kept_and_read_again() -> None:
    log = Log()
    log.happen(Played(W, Roll.of(3, 1), RIGHT.play, RIGHT.position), GameOver(Result(W, 1, "resigned")))
    head = head_of(log.story)
    assert parse_head(head_text(head)) == head
    assert parse_head('{"version": 0}') is None
    earlier = {
        name: value for name, value in json.loads(head_text(head)).items() if name not in ("tallies", "dice")
    }
    assert parse_head(json.dumps({**earlier, "version": 1})) == replace(head, tallies={}, counted=False)


def test_what_an_earlier_version_told_is_listed_at_once_and_counted_when_it_is_wanted(tmp_path: Path) -> None:
    told = Told(tmp_path / "log.db")
    for _ in range(3):
        told.begin(1)
        told.play(6)
        told.win(W)
    told.begin(1)
    library = Library(told.service)
    right = library.matches(admitted=True)[1:]
    library.close()
    store, _ = told.service.storage
    with store.database.begin() as connection:
        for row in connection.execute(select(HEADS)).all():
            # Turns that no log has: it is seen whether it was read or told anew.
            body = {**json.loads(row.body), "version": 1, "turns": 999, "tallies": {}}
            connection.execute(update(HEADS).where(HEADS.c.match == row.match).values(body=json.dumps(body)))
    assert [each.head.turns for each in library.matches(admitted=True)[1:]] == [999] * 3
    assert library.listing(MatchQuery(), admitted=True, counted=True).matches[1:] == right
    library.close()
    assert library.matches(admitted=True)[1:] == right, "and it is kept"
    assert not library.count()
    library.close()
    told.close()


MOVES = st.lists(
    st.sampled_from(
        ("turn", "turn", "turn", "undo", "double", "take", "pass", "resign", "game", "match", "score")
    ),
    max_size=24,
)


@given(moves=MOVES, seed=st.integers(0, 99))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
def test_whatever_happens_log_story_and_ledger_agree(moves: list[str], seed: int) -> None:
    with TemporaryDirectory() as folder:
        told = Told(Path(folder) / "log.db", seed=seed)
        told.begin(3)
        commands = {
            "undo": Undo(),
            "double": OfferCube(),
            "take": AnswerCube(take=True),
            "pass": AnswerCube(take=False),
            "resign": Resign(W, 1),
            "game": NewGame(),
            "match": NewGame(new_match=True),
            "score": SetScore(Score(1, 0)),
        }
        for move in moves:
            if move == "turn":
                told.play(1)
            else:
                told.tell(commands[move])
        library = Library(told.service)
        shown = library.story(told.match_state.match_number, admitted=True)
        assert shown is not None
        record = told.match_state.record
        assert shown.story.match == record
        for told_game, game in zip(shown.story.games, record.games, strict=True):
            steps = [step for step in told_game.steps if step.kind in (StepKind.TURN, StepKind.DOUBLE)]
            assert [step.turn for step in steps] == list(range(1, len(game.turns) + 1))
            for step, turn in zip(steps, game.turns, strict=True):
                assert isinstance(turn, CubeTurn) is (step.kind is StepKind.DOUBLE)
                assert isinstance(turn, CubeTurn) or step.match_state.position == turn.after
        store, _ = told.service.storage
        blank = new_match_state(Match(0, "", ""))
        whole = fold(blank, store.load("1"))
        assert replace(resume(store, "1", blank).match_state, frame=0) == replace(whole, frame=0)
        # what was reckoned while it was played is what is reckoned afterwards
        fresh = Library(told.service)
        assert library.listing(MatchQuery(), admitted=True) == fresh.listing(MatchQuery(), admitted=True)
        library.close()
        fresh.close()
        told.close()
