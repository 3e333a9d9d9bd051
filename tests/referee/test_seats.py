"""Who sits where, where no starting position has told it: asked about within two turns, accusing nobody."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import CheckerTurn
from engine.position_parsing import parse_position
from engine.referee.seats import EVERY, MIRRORED, likely_seating
from engine.state.events import Asked, FaultSeen, Played, Reseated, Settled
from engine.state.messages import Answer, JoinGame, NewGame
from engine.state.reducer import reduce
from engine.turn.appearance import as_position, seen_as
from tests.referee.conftest import Evening, die

MIDDLE = "W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
LATER = "W: 24(1) 13(2) 8(3) 7(1) 6(4) 5(2) 4(2) B: 24(1) 22(1) 13(4) 9(1) 8(2) 6(4) 5(2)"
DANCING = "B: bar(1) 24(2) 13(1) 4(1) 3(2) 2(3) 1(5)"
"""Black cannot enter by a six, five or four."""
FAR_ON = f"W: 20(1) 19(1) 6(2) 4(4) 3(1) 2(6) {DANCING}"
ENTERED = "W: 11(1) 7(1) 6(2) 4(4) 3(1) 2(6) B: 24(1) 20(2) 13(1) 4(1) 3(2) 2(3) 1(5)"
TURNS = (
    (Side.BLACK, (4, 1), "W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(1) 23(1) 13(5) 8(2) 6(5) 4(1)"),
    (Side.WHITE, (6, 2), "W: 24(2) 13(2) 8(3) 6(5) 5(3) B: 24(1) 23(1) 13(5) 8(2) 6(5) 4(1)"),
    (Side.BLACK, (6, 5), "W: 24(2) 13(2) 8(3) 6(5) 5(3) B: 23(1) 13(6) 8(2) 6(5) 4(1)"),
)
TWIN = Seating(Kind.DARK, False, False)
"""By it plays along a row look as they do by the usual seating."""
OTHERS = [each for each in (*EVERY, *MIRRORED) if each not in (Seating(), TWIN)]
BACKGAMMON = find_game("backgammon")


def seated(
    evening: Callable[..., Evening],
    truth: Seating,
    believed: Seating,
    sure: float = 0.995,
    position: str = MIDDLE,
) -> Evening:
    """A game under way that is joined by itself, at a table at which people sit otherwise than is believed."""
    table = evening(join=True)
    table.tracker = replace(table.tracker, near=believed.near)
    table.match_state = replace(table.match_state, seating=believed)
    table.seating, table.sure = truth, sure
    table.position = parse_position(position)
    table.see()
    return table


def take(table: Evening, number: int) -> None:
    side, dice, after = TURNS[number]
    table.throw(side, *dice)
    table.play(after)
    table.lift(3.0)


def questions(table: Evening) -> list[Asked]:
    return [each for each in table.events if isinstance(each, Asked) and each.what == "seating"]


def faults(table: Evening) -> list[object]:
    turns = table.match_state.game.turns if table.match_state.game else ()
    marked = [turn for turn in turns if isinstance(turn, CheckerTurn) and turn.fault]
    return [*marked, *(each for each in table.events if isinstance(each, FaultSeen))]


@pytest.mark.parametrize("sure", [0.995, 0.9, 0.75], ids=["clear", "noisy", "very noisy"])
@pytest.mark.parametrize("believed", OTHERS, ids=str)
def test_a_wrong_seating_is_asked_about_within_two_turns_and_put_right(
    evening: Callable[..., Evening], believed: Seating, sure: float
) -> None:
    table = seated(evening, Seating(), believed, sure)
    take(table, 0)
    take(table, 1)
    (asked,) = questions(table)
    assert faults(table) == []
    assert [each.seating for each in asked.candidates] == [believed, Seating()]
    assert table.match_state.seating == Seating(), "two turns are enough to go on by it"
    take(table, 2)
    assert len(questions(table)) == 1 and faults(table) == [] and table.match_state.questions
    table.tell(Answer(asked.question, 1))
    match_state = table.match_state
    assert (match_state.seating, match_state.questions, match_state.position) == (
        Seating(),
        (),
        parse_position(TURNS[2][2]),
    )
    assert match_state.game is not None and match_state.game.start == parse_position(MIDDLE)
    turns = [turn for turn in match_state.game.turns if isinstance(turn, CheckerTurn)]
    assert [(turn.side, turn.roll.dice, turn.after) for turn in turns if turn.roll] == [
        (side, dice, parse_position(after)) for side, dice, after in TURNS
    ]
    assert not any(turn.fault or turn.inferred for turn in turns)
    assert [turn.before for turn in turns] == [
        parse_position(each) for each in (MIDDLE, TURNS[0][2], TURNS[1][2])
    ]
    table.throw(Side.WHITE, 2, 1)
    table.play("W: 24(2) 13(2) 8(2) 6(5) 5(4) B: 23(1) 13(6) 8(2) 6(5) 4(1)")
    table.lift(3.0)
    assert faults(table) == [] and table.match_state.questions == ()


@pytest.mark.parametrize("misread", [0, 1])
def test_a_die_misread_while_the_seating_is_in_question_accuses_nobody(
    evening: Callable[..., Evening], misread: int
) -> None:
    table = seated(evening, Seating(), Seating(Kind.DARK))
    for number, (side, (first, second), after) in enumerate(TURNS[:2]):
        seen, p = ((2, 1)[number], 0.7) if number == misread else (second, 0.9995)
        table.throw(side, first, seen, p=p)
        table.play(after)
        table.lift(3.0)
    assert table.match_state.seating == Seating() and faults(table) == []
    game = table.match_state.game
    assert game is not None
    turns = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
    assert [(turn.roll, turn.after) for turn in turns] == [
        (Roll.of(*dice), parse_position(after)) for _, dice, after in TURNS[:2]
    ]
    (asked,) = (each for each in table.match_state.questions if each.what == "roll")
    assert (asked.turns, asked.candidates[0].roll) == (misread + 1, Roll.of(*TURNS[misread][1]))


@pytest.mark.parametrize("truth", [each for each in MIRRORED if each != TWIN], ids=str)
def test_a_mirrored_picture_is_asked_about_within_two_turns_of_a_joined_game(
    evening: Callable[..., Evening], truth: Seating
) -> None:
    table = seated(evening, truth, Seating())
    take(table, 0)
    take(table, 1)
    (asked,) = questions(table)
    assert faults(table) == [] and truth in [each.seating for each in asked.candidates[1:]]
    take(table, 2)
    assert faults(table) == [] and table.match_state.seating == truth


@pytest.mark.parametrize("truth", [*EVERY, *MIRRORED], ids=str)
def test_who_sits_as_believed_is_not_asked(evening: Callable[..., Evening], truth: Seating) -> None:
    table = seated(evening, truth, truth, 0.9)
    for number in range(3):
        take(table, number)
    assert questions(table) == [] and faults(table) == []


@pytest.mark.parametrize("believed", [each for each in OTHERS if each.hand_right], ids=str)
def test_a_position_that_people_told_stands_in_their_own_numbers(
    evening: Callable[..., Evening], believed: Seating
) -> None:
    table = evening()
    table.match_state = replace(table.match_state, seating=believed)
    table.position = parse_position(MIDDLE)
    table.tell(JoinGame(table.position, Side.BLACK))
    table.see()
    take(table, 0)
    take(table, 1)
    (asked,) = questions(table)
    assert faults(table) == []
    table.tell(Answer(asked.question, 1))
    assert (table.match_state.seating, table.match_state.position) == (Seating(), parse_position(TURNS[1][2]))


def test_who_says_that_it_is_as_believed_has_the_play_called_illegal(evening: Callable[..., Evening]) -> None:
    table = seated(evening, Seating(), Seating(Kind.DARK))
    take(table, 0)
    (asked,) = questions(table)
    assert table.match_state.game is not None and table.match_state.game.turns[0].fault is None  # type: ignore[union-attr]
    table.tell(Answer(asked.question, 0))
    assert table.match_state.seating == Seating(Kind.DARK) and table.match_state.questions == ()
    assert table.match_state.game.turns[0].fault is not None  # type: ignore[union-attr]
    take(table, 1)
    assert len(questions(table)) == 1 and faults(table), "it is not asked twice"


def test_who_says_so_after_two_turns_has_the_game_read_back(evening: Callable[..., Evening]) -> None:
    table = seated(evening, Seating(), Seating(Kind.DARK))
    take(table, 0)
    start = table.match_state.game.start  # type: ignore[union-attr]
    take(table, 1)
    (asked,) = questions(table)
    table.tell(Answer(asked.question, 0))
    match_state = table.match_state
    assert (match_state.seating, match_state.questions) == (Seating(Kind.DARK), ())
    assert match_state.game is not None and match_state.game.start == start
    assert all(isinstance(turn, CheckerTurn) and turn.fault for turn in match_state.game.turns)


def test_a_play_that_only_looked_so_is_illegal_once_the_next_is_legal(
    evening: Callable[..., Evening],
) -> None:
    table = seated(evening, Seating(), Seating(), position=LATER)
    table.throw(Side.BLACK, 2, 1)
    # Ben plays backwards, as though the board were the other way round.
    table.play("W: 24(1) 13(2) 8(3) 7(1) 6(4) 5(2) 4(2) B: 24(1) 22(1) 15(1) 13(3) 10(1) 8(2) 6(4) 5(2)")
    table.lift(3.0)
    assert len(questions(table)) == 1 and not faults(table)
    table.throw(Side.WHITE, 6, 2)
    table.play("W: 24(1) 13(1) 8(3) 7(1) 6(4) 5(3) 4(2) B: 24(1) 22(1) 15(1) 13(3) 10(1) 8(2) 6(4) 5(2)")
    table.lift(3.0)
    assert [type(each) for each in table.events if isinstance(each, Settled | Reseated)] == [Settled]
    assert faults(table)


def test_a_board_that_is_nearly_at_its_start_tells_who_sits_where(evening: Callable[..., Evening]) -> None:
    table = seated(evening, Seating(), Seating())
    table.throw(Side.BLACK, 2, 1)
    table.play("W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(2) 15(1) 13(4) 9(1) 8(2) 6(5)")
    table.lift(3.0)
    assert questions(table) == [] and faults(table)


@pytest.mark.parametrize(
    "names", [("dark", "dark", "dark"), ("light", "light", "light"), ("light", "dark", "dark")]
)
def test_where_all_checkers_are_entered_the_first_ones_tell_whose_are_whose(names: tuple[str, ...]) -> None:
    """The board is empty at first, and as long as one side alone has checkers on it, light ones may be taken for dark:
    nobody is asked, nor accused.
    """
    table = Evening(game_id="russian_backgammon")
    table.see()
    table.opening(1, 4)
    first, second, third = (Seating(Kind(name), home_right=True) for name in names)
    table.seating = first
    table.play("W: hand(15) B: 24(1) 21(1) hand(13)")
    table.lift(3.0)
    table.throw(Side.WHITE, 6, 2)
    table.seating = second
    table.play("W: 23(1) 19(1) hand(13) B: 24(1) 21(1) hand(13)")
    table.lift(3.0)
    table.throw(Side.BLACK, 5, 1)
    table.seating = third
    table.play("W: 23(1) bar(1) hand(13) B: 20(1) 19(1) hand(13)")
    table.lift(3.0)
    assert table.match_state.seating == table.seating and table.match_state.position == table.position
    game = table.match_state.game
    assert game is not None
    played = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
    assert [(str(turn.roll), turn.fault, turn.inferred) for turn in played] == [
        ("4-1", None, False),
        ("6-2", None, False),
        ("5-1", None, False),
    ]
    assert not any(isinstance(each, Asked | FaultSeen) for each in table.events)


def test_where_a_film_ends_before_anybody_answers_the_likelier_is_taken(
    evening: Callable[..., Evening],
) -> None:
    table = seated(evening, Seating(), Seating(Kind.DARK))
    take(table, 0)
    assert table.match_state.seating == Seating(Kind.DARK)
    table.close()
    assert table.match_state.seating == Seating() and len(table.match_state.questions) == 1
    assert table.match_state.position == parse_position(TURNS[0][2])


def test_a_starting_position_that_was_seen_tells_who_sits_where(evening: Callable[..., Evening]) -> None:
    table = evening()
    table.seating = Seating(Kind.DARK, False)
    table.see()
    table.opening(3, 1)
    # Backwards: as though the board were the other way round.
    table.play("W: 24(2) 15(1) 13(4) 9(1) 8(2) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift(3.0)
    assert questions(table) == [] and faults(table)


def test_a_mirrored_picture_shows_within_two_turns_of_a_game_that_begins(
    evening: Callable[..., Evening],
) -> None:
    table = evening()
    table.seating = Seating(Kind.LIGHT, False, False)
    table.see()
    # Anna threw 3, Ben 1; in the picture her die lies at the left hand
    table.dice = (die(3, "left", 0.25), die(1, "right", 0.75))
    table.see()
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift(3.0)
    (asked,) = questions(table)
    assert faults(table) == [] and table.seating in [each.seating for each in asked.candidates[1:]]
    table.throw(Side.BLACK, 4, 2)
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(2) 6(4) 4(2)")
    table.lift(3.0)
    assert faults(table) == [] and table.match_state.seating == table.seating
    turns = table.match_state.game.turns  # type: ignore[union-attr]
    assert [turn.side for turn in turns] == [Side.WHITE, Side.BLACK]
    assert table.throw(Side.WHITE, 2, 1) and table.match_state.side is Side.WHITE


def test_a_game_that_a_person_begins_on_a_board_the_other_way_round(evening: Callable[..., Evening]) -> None:
    table = evening()
    table.seating = Seating(Kind.LIGHT, False)
    table.tell(NewGame())
    table.dice = (die(3, "right", 0.75), die(1, "left", 0.25))
    table.see()
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift(3.0)
    assert faults(table) == []
    (asked,) = questions(table)
    table.tell(Answer(asked.question, 1))
    assert table.match_state.seating == table.seating


def test_some_starting_positions_tell_no_seating() -> None:
    """Where all checkers begin beside the board, it looks the same whoever sits where."""
    game = find_game("tabula")
    assert len({seen_as(game, game.start, seating) for seating in EVERY}) == 1
    assert len({seen_as(BACKGAMMON, BACKGAMMON.start, seating) for seating in EVERY}) == 4


@pytest.mark.parametrize("seating", EVERY, ids=str)
def test_who_sits_where_is_guessed_by_how_far_the_checkers_have_come(seating: Seating) -> None:
    board = seen_as(BACKGAMMON, parse_position(TURNS[2][2]), seating)
    found = {each: as_position(BACKGAMMON, board, each, BACKGAMMON.start) for each in EVERY}
    assert likely_seating(BACKGAMMON, found) == seating


def test_a_seating_that_was_concluded_is_given_up_again_where_the_game_does_not_go_on_by_it(
    evening: Callable[..., Evening],
) -> None:
    """The first play was illegal and happened to fit another seating, by which nothing since makes sense."""
    table = seated(evening, Seating(), Seating(Kind.DARK))
    wrong = Seating(Kind.LIGHT, home_right=False)
    table.throw(Side.BLACK, 4, 1)
    table.play("W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(1) 22(1) 13(5) 8(2) 6(5) 4(1)")
    table.lift(3.0)
    (asked,) = questions(table)
    game = table.match_state.game
    assert game is not None
    (turn,) = game.turns
    assert isinstance(turn, CheckerTurn)
    boards = [
        as_position(BACKGAMMON, seen_as(BACKGAMMON, each, Seating(Kind.DARK)), wrong, BACKGAMMON.start)
        for each in (game.start, turn.after)
    ]
    concluded = Reseated(wrong, boards[0], (Played(turn.side, turn.roll, turn.play, boards[1]),))
    table.match_state = reduce(table.match_state, concluded)
    for side, dice, after in (
        (Side.WHITE, (6, 2), "W: 24(2) 13(2) 8(3) 6(5) 5(3) B: 24(1) 22(1) 13(5) 8(2) 6(5) 4(1)"),
        (Side.BLACK, (6, 5), "W: 24(2) 13(2) 8(3) 6(5) 5(3) B: 22(1) 13(6) 8(2) 6(5) 4(1)"),
        (Side.WHITE, (2, 1), "W: 24(2) 13(2) 8(2) 6(5) 5(4) B: 22(1) 13(6) 8(2) 6(5) 4(1)"),
    ):
        table.throw(side, *dice)
        table.play(after)
        table.lift(3.0)
    assert table.match_state.seating == Seating() and asked.question == table.match_state.questions[0].number
    turns = table.match_state.game.turns  # type: ignore[union-attr]
    assert [isinstance(each, CheckerTurn) and each.fault is not None for each in turns] == [
        True,
        False,
        False,
        False,
    ]


def test_that_most_checkers_have_not_left_their_start_tells_between_seatings(
    evening: Callable[..., Evening],
) -> None:
    """Plakoto: by another seating, in a mirrored picture, all plays are as legal, but nobody begins where they stand."""
    table = evening(join=True, game_id="plakoto")
    table.tracker = replace(table.tracker, near=Kind.DARK)
    table.position = parse_position("W: 24(13) 19(1) 18(1) B: 24(11) 19(4)", table.game)
    table.see()
    for side, dice, after in (
        (Side.BLACK, (5, 3), "W: 24(13) 19(1) 18(1) B: 24(9) 21(1) 19(5)"),
        (Side.WHITE, (3, 1), "W: 24(11) 23(1) 21(1) 19(1) 18(1) B: 24(9) 21(1) 19(5)"),
    ):
        table.throw(side, *dice)
        table.hand()
        table.position = parse_position(after, table.game)
        table.see()
        table.lift(3.0)
    assert table.match_state.seating == Seating() and faults(table) == []


def test_a_throw_that_nobody_saw_makes_no_mirrored_picture(evening: Callable[..., Evening]) -> None:
    table = seated(evening, Seating(), Seating(Kind.DARK), position=FAR_ON)
    table.throw(Side.WHITE, 6, 5)
    table.play(f"W: 15(1) 13(1) 6(2) 4(4) 3(1) 2(6) {DANCING}")
    table.lift(3.0)
    table.throw(Side.BLACK, 6, 4)
    # Black cannot enter; White throws the same, which is taken for Black's throw
    table.play(f"W: 11(1) 7(1) 6(2) 4(4) 3(1) 2(6) {DANCING}")
    table.lift(3.0)
    assert table.match_state.seating == Seating()
    table.throw(Side.BLACK, 5, 4)
    table.play(ENTERED)
    table.lift(3.0)
    table.throw(Side.WHITE, 2, 1)
    assert faults(table) == [] and table.match_state.position == parse_position(ENTERED)
