"""The second pass over a film: what only the later game shows is put right, and nothing else."""

from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.match.match import CheckerTurn, Result, Score
from engine.play import Play
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.referee.backwards import read_backwards
from engine.state.events import Amended, Asked, Candidate, Corrected, Event, GameOver, Played, Settled
from engine.state.match_state import Question
from engine.state.messages import Answer
from engine.state.reducer import reduce
from tests.referee.conftest import AFTER_31
from tests.referee.test_turn_revision import Mistaken

Turns = list[tuple[Side, tuple[int, int], str]]

WHITE, BLACK = Side.WHITE, Side.BLACK
IMAGINED = "W: 24(2) 13(5) 8(2) 6(5) 4(1) B: 24(2) 13(5) 8(3) 6(5)"
SINCE: Turns = [
    (BLACK, (6, 4), "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)"),
    (WHITE, (6, 5), "W: 24(1) 18(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)"),
    (BLACK, (6, 4), "W: 24(1) 18(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 13(4) 9(1) 8(4) 6(5)"),
    (WHITE, (4, 3), "W: 20(1) 18(1) 13(3) 10(1) 8(3) 6(4) 5(2) B: 24(1) 13(4) 9(1) 8(4) 6(5)"),
    (BLACK, (3, 1), "W: 20(1) 18(1) 13(3) 10(1) 8(3) 6(4) 5(2) B: 23(1) 13(4) 8(4) 6(6)"),
]
AT_LAST: Turns = [(WHITE, (6, 2), "W: 20(1) 18(1) 13(2) 8(4) 7(1) 6(4) 5(2) B: 23(1) 13(4) 8(4) 6(6)")]


class Filmed(Mistaken):
    """An evening that is filmed, so that it can be read backwards."""

    def follow(self, turns: Turns) -> None:
        for side, roll, after in turns:
            self.throw(side, *roll)
            self.play(after)
            self.lift()

    def read_backwards(self) -> tuple[Event, ...]:
        events = read_backwards(self.match_state, self.tracker, self.heard).events
        for event in events:
            self.match_state = reduce(self.match_state, event)
        return events

    @property
    def turns(self) -> list[CheckerTurn]:
        assert self.match_state.game is not None
        return [turn for turn in self.match_state.game.turns if isinstance(turn, CheckerTurn)]


def seen_wrongly(p: float, until: Turns = SINCE) -> Filmed:
    """White's 8/5 6/5, taken for 8/4 from then on until the turns given are played."""
    table = Filmed()
    table.see()
    table.opening(3, 1)
    table.wrong = {"p6": ((5, 0), p), "p5": ((0, 0), p), "p4": ((1, 0), p)}
    table.play(AFTER_31)
    table.lift()
    table.see(3.0)
    table.follow(until)
    return table


def seen_rightly_at_last(table: Filmed) -> None:
    """The eye sees what is there when White plays 6-2, and the film ends."""
    table.wrong = {}
    table.follow(AT_LAST)
    table.close()


def asked_of_the_first_turn(table: Filmed) -> Question:
    """People have been asked how the first turn was played, and have not answered."""
    roll = Roll.of(3, 1)
    options = tuple(Candidate(roll, None, parse_position(each), True, 0.5) for each in (IMAGINED, AFTER_31))
    table.match_state = reduce(table.match_state, Asked(9, "anew", WHITE, options, 0))
    return table.match_state.questions[-1]


def boards(*turns: Turns) -> list[Position]:
    return [parse_position(AFTER_31), *(parse_position(after) for each in turns for _, _, after in each)]


def test_what_only_a_much_later_turn_disproves_is_put_right_in_all_turns_since() -> None:
    table = seen_wrongly(0.55)
    seen_rightly_at_last(table)
    assert table.turns[0].after == parse_position(IMAGINED) and table.turns[-1].fault is not None
    events = table.read_backwards()
    # what people had been asked of the first turn is answered with it
    assert {type(event) for event in events} == {Amended, Settled}
    assert table.match_state.questions == ()
    assert [turn.after for turn in table.turns] == boards(SINCE, AT_LAST)
    assert not any(turn.fault for turn in table.turns)
    for before, turn in zip([table.game.start, *boards(SINCE)], table.turns, strict=True):
        assert turn.before == before and turn.roll is not None
        assert turn.after in {each.position for each in legal_plays(table.game, before, turn.side, turn.roll)}


def test_a_question_of_long_ago_is_settled_by_the_later_game() -> None:
    for p in (0.55, 0.001):
        table = seen_wrongly(p)
        question = asked_of_the_first_turn(table)
        seen_rightly_at_last(table)
        assert question in table.match_state.questions
        table.read_backwards()
        assert table.match_state.questions == ()
        assert [turn.after for turn in table.turns] == boards(SINCE, AT_LAST)


def test_what_nothing_decides_stays_open() -> None:
    table = seen_wrongly(0.6, SINCE[:1])
    question = asked_of_the_first_turn(table)
    before = table.turns
    assert table.read_backwards() == ()
    assert table.turns == before and question in table.match_state.questions


def test_what_a_person_has_said_of_a_turn_stays() -> None:
    table = seen_wrongly(0.6, [])
    (question,) = table.match_state.questions
    imagined = parse_position(IMAGINED)
    choice = next(k for k, each in enumerate(question.candidates) if each.position == imagined)
    table.tell(Answer(question.number, choice))
    table.follow(SINCE)
    seen_rightly_at_last(table)
    table.read_backwards()
    assert table.turns[0].after == imagined


def test_a_true_fault_stays_though_turns_about_it_are_put_right() -> None:
    # with 6-4 Black plays 14/8 and 13/8, a 5
    since = [
        *SINCE[:2],
        (BLACK, (6, 4), "W: 24(1) 18(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 13(4) 8(5) 6(5)"),
        (WHITE, (4, 3), "W: 20(1) 18(1) 13(3) 10(1) 8(3) 6(4) 5(2) B: 24(1) 13(4) 8(5) 6(5)"),
        (BLACK, (2, 1), "W: 20(1) 18(1) 13(3) 10(1) 8(3) 6(4) 5(2) B: 23(1) 13(4) 8(4) 6(6)"),
    ]
    table = seen_wrongly(0.55, since)
    seen_rightly_at_last(table)
    assert [k for k, turn in enumerate(table.turns) if turn.fault] == [3, 6]
    table.read_backwards()
    assert [turn.after for turn in table.turns] == boards(since, AT_LAST)
    assert [k for k, turn in enumerate(table.turns) if turn.fault] == [3]


def test_a_right_record_is_left_alone() -> None:
    table = seen_wrongly(0.001)
    seen_rightly_at_last(table)
    assert table.read_backwards() == ()


def test_the_result_of_a_game_is_that_of_the_plays_it_was_won_by() -> None:
    table = Filmed(join=True)
    table.position = parse_position("W: 2(1) 1(2) off(12) B: 6(8) 5(7)")
    table.see()
    borne_off = "W: 1(1) off(14) B: 6(6) 5(8) off(1)"
    table.follow([(WHITE, (2, 1), "W: 1(1) off(14) B: 6(8) 5(7)"), (BLACK, (6, 1), borne_off)])
    table.throw(WHITE, 3, 1)
    table.play("W: off(15) B: 6(6) 5(8) off(1)", seconds=4.0)
    assert table.match_state.game is not None and table.match_state.game.result == Result(WHITE, 1, "single")
    right = table.turns
    # as though the checker borne off had been overlooked, and the game were a gammon
    black = replace(right[1], after=replace(right[1].after, black=right[0].after.black))
    white = replace(right[2], after=replace(right[2].after, black=right[0].after.black))
    assert win_of(table.game, white.after, WHITE) is not None
    for event in (
        Corrected("undo", undo=True),
        Amended(Play(), black.after, black.roll, turn=1, inferred=True),
        Played(WHITE, white.roll, white.play, white.after),
        GameOver(Result(WHITE, 2, "gammon")),
    ):
        table.match_state = reduce(table.match_state, event)
    assert table.match_state.score == Score(2, 0)
    events = table.read_backwards()
    assert any(isinstance(event, GameOver) for event in events)
    assert [turn.after for turn in table.turns] == [turn.after for turn in right]
    assert table.match_state.game is not None and table.match_state.game.result == Result(WHITE, 1, "single")
    assert table.match_state.score == Score(1, 0)
    assert table.turns[1].roll == Roll.of(6, 1)
