"""Games that are under way when they are first seen, or of which people say how they stand."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.board import CubePlace, Kind, Occupancy, Seating, Side, View
from engine.dice import Roll
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, Crawford, Score
from engine.position_parsing import parse_position
from engine.state.events import Doubled, FaultSeen
from engine.state.match_state import Phase
from engine.state.messages import Answer, CubeSeen, JoinGame, Look, SetScore
from engine.turn.appearance import seen_as
from tests.referee.conftest import Evening, die, observation

MIDDLE = "W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
PLAYED = "W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(1) 23(1) 13(5) 8(2) 4(1) 6(5)"
HEAPED = "W: 24(2) 13(10) 6(3) B: 24(2) 13(5) 8(3) 6(5)"


@pytest.fixture
def joined(evening: Callable[..., Evening]) -> Evening:
    table = evening(length=5, join=True)
    table.position = parse_position(MIDDLE)
    table.tell(JoinGame(table.position, Side.BLACK, Score(4, 2), Cube(2, Side.WHITE)))
    return table


def test_people_say_how_a_game_stands(joined: Evening) -> None:
    match_state = joined.match_state
    assert (match_state.phase, match_state.side, match_state.score) == (
        Phase.TO_THROW,
        Side.BLACK,
        Score(4, 2),
    )
    assert (match_state.position, match_state.crawford) == (joined.position, Crawford.ACTIVE)
    joined.throw(Side.BLACK, 4, 1)
    joined.play(PLAYED)
    events = joined.lift()
    assert [type(each).__name__ for each in events] == ["Played"]
    assert events[0].fault is None and joined.match_state.position == parse_position(PLAYED)


def test_the_cube_is_where_people_say(evening: Callable[..., Evening]) -> None:
    table = evening(length=5)
    table.tell(JoinGame(parse_position(MIDDLE), Side.BLACK, None, Cube(4, Side.WHITE)))
    assert (table.match_state.cube.value, table.match_state.cube.owner) == (4, Side.WHITE)
    assert table.match_state.score == Score(0, 0)


def test_a_game_on_record_goes_on_as_people_say(started: Evening) -> None:
    started.tell(JoinGame(parse_position(MIDDLE), Side.BLACK))
    match_state = started.match_state
    assert (match_state.phase, match_state.side, match_state.position) == (
        Phase.TO_THROW,
        Side.BLACK,
        parse_position(MIDDLE),
    )
    assert len(match_state.record.games) == 1


@pytest.mark.parametrize("on", [False, True], ids=["no game is on", "one is"])
def test_people_say_who_sits_where(evening: Callable[..., Evening], started: Evening, on: bool) -> None:
    table = started if on else evening()
    table.tell(JoinGame(parse_position(MIDDLE), Side.BLACK, seating=Seating(Kind.DARK, False)))
    assert (table.match_state.seating, table.match_state.position) == (
        Seating(Kind.DARK, False),
        parse_position(MIDDLE),
    )


def test_dice_of_the_play_before_are_no_throw(joined: Evening) -> None:
    joined.dice = (die(6, "right", 0.7), die(2, "right", 0.8))
    assert joined.see() == [] and joined.match_state.phase is Phase.TO_THROW
    joined.dice = (*joined.dice, die(4, "left", 0.2), die(1, "left", 0.3))
    joined.see()
    assert joined.match_state.roll == Roll.of(4, 1)


def test_dice_that_lay_there_from_the_beginning_are_no_throw(evening: Callable[..., Evening]) -> None:
    table = evening(join=True)
    table.position = parse_position(MIDDLE)
    table.dice = (die(3, "right", 0.7), die(1, "right", 0.8))
    table.see()
    assert table.match_state.phase is Phase.NO_GAME
    table.lift()
    table.throw(Side.BLACK, 4, 1)
    assert table.match_state.game is not None and table.match_state.game.start == parse_position(MIDDLE)
    assert (table.match_state.side, table.match_state.fault) == (Side.BLACK, None)


def test_an_opening_throw_that_lies_beside_the_start_from_the_beginning_counts(
    evening: Callable[..., Evening],
) -> None:
    table = evening(join=True)
    table.opening(3, 1)
    assert (table.match_state.phase, table.match_state.roll) == (Phase.TO_MOVE, Roll.of(3, 1))


def overlooked(table: Evening, sure: float) -> Look:
    """A look at the heap in which some of its checkers are overlooked, so surely."""
    whole = seen_as(table.game, parse_position(HEAPED), table.seating)
    site = whole.light.index(10)
    light = list(whole.light)
    light[site] = 7
    table.time += table.STEP
    seen = observation(Occupancy(tuple(light), whole.dark))
    heap = seen.sites[site - 1]
    shares = {7: sure, 8: (1 - sure) * 0.7, 9: (1 - sure) * 0.2, 10: (1 - sure) * 0.1}
    chances = tuple(replace(heap.chances[0], light=count, p=p) for count, p in shares.items())
    sites = (*seen.sites[: site - 1], replace(heap, chances=chances), *seen.sites[site:])
    return Look(table.time, 0, View.CLEAR, replace(seen, sites=sites), table.dice)


@pytest.mark.parametrize(("sure", "questions"), [(0.9, 0), (0.9999, 1)])
def test_men_that_are_missing_are_not_off_while_others_are_on_their_way(
    evening: Callable[..., Evening], sure: float, questions: int
) -> None:
    table = evening(join=True)
    for _ in range(3):
        table.tell(overlooked(table, sure))
    table.dice = (die(4, "left", 0.2), die(1, "left", 0.3))
    for _ in range(10):
        table.tell(overlooked(table, sure))
    assert table.match_state.game is not None
    assert table.match_state.game.start == parse_position(HEAPED)
    assert len(table.match_state.questions) == questions


def test_men_are_off_where_one_was_hit_while_the_others_are_at_home(evening: Callable[..., Evening]) -> None:
    table = evening(join=True)
    table.position = parse_position("W: bar(1) 5(2) 4(3) 3(3) 2(4) off(2) B: 24(4) 19(1) 3(3) 2(4) 1(3)")
    table.see()
    table.throw(Side.WHITE, 5, 4)
    assert table.match_state.game is not None and table.match_state.game.start == table.position


def test_sides_that_were_told_wrongly_are_asked_about_at_the_first_play(
    evening: Callable[..., Evening],
) -> None:
    table = evening(join=True)
    before = parse_position("W: 24(2) 13(3) 8(3) 6(5) 5(2) B: 24(1) 23(1) 13(5) 8(2) 6(5) 4(1)")
    told = Kind.DARK if table.seating.near is Kind.LIGHT else Kind.LIGHT
    table.tracker = replace(table.tracker, near=told)
    table.position = before
    table.see()
    table.throw(Side.WHITE, 3, 1)
    assert table.match_state.game is not None and table.match_state.seating == Seating(told)
    events = table.play("W: 24(2) 13(3) 8(2) 6(4) 5(4) B: 24(1) 23(1) 13(5) 8(2) 6(5) 4(1)")
    events += table.lift(4.0)
    assert not any(isinstance(event, FaultSeen) for event in events)
    (question,) = table.match_state.questions
    assert question.what == "seating"
    right = next(k for k, each in enumerate(question.candidates) if each.seating == table.seating)
    table.tell(Answer(question.number, right))
    (turn,) = table.match_state.game.turns
    assert isinstance(turn, CheckerTurn) and (turn.side, turn.fault) == (Side.WHITE, None)
    assert table.match_state.seating == table.seating and table.match_state.game.start == before


@pytest.mark.parametrize(
    ("seen", "value", "owner"),
    [
        (CubeSeen(2, CubePlace.NEAR, 0.98), 2, Side.WHITE),
        (CubeSeen(4, CubePlace.FAR, 0.98), 4, Side.BLACK),
        (CubeSeen(64, CubePlace.CENTRE, 0.98), 1, None),
        (CubeSeen(64, CubePlace.FAR, 0.98), 1, None),
        (CubeSeen(2, CubePlace.NEAR, 0.6), 1, None),
    ],
)
def test_the_cube_of_a_game_that_is_joined_is_whose_it_lies_with(
    evening: Callable[..., Evening], seen: CubeSeen, value: int, owner: Side | None
) -> None:
    table = evening(length=5, join=True)
    table.position, table.cube = parse_position(MIDDLE), seen
    table.see()
    table.throw(Side.BLACK, 4, 1)
    assert table.match_state.game is not None
    assert (table.match_state.cube.value, table.match_state.cube.owner) == (value, owner)
    assert table.match_state.cube_fault is None and table.match_state.roll == Roll.of(4, 1)


@pytest.mark.parametrize("taken", [True, False])
@pytest.mark.parametrize(("value", "before"), [(2, Cube()), (8, Cube(4, Side.WHITE))])
def test_a_game_is_joined_by_a_double(
    evening: Callable[..., Evening], value: int, before: Cube, taken: bool
) -> None:
    """Nobody threw since the camera looks: passed, it is the end of the game; taken, the game goes on."""
    table = evening(length=0, join=True)
    table.position = parse_position(PLAYED)
    table.see()
    table.put_cube(value, CubePlace.OFFERED_NEAR, seconds=2.0)
    assert (table.match_state.cube, table.match_state.position) == (
        before.offered(Side.WHITE),
        table.position,
    )
    table.put_cube(value if taken else 64, CubePlace.FAR if taken else CubePlace.CENTRE)
    game = table.match_state.game
    assert game is not None and table.match_state.questions == ()
    if not taken:
        assert game.result is not None
        assert (game.result.winner, game.result.points) == (Side.WHITE, before.value)
        return
    table.throw(Side.WHITE, 3, 1)
    after = PLAYED.replace("8(3) 6(5) 5(2)", "8(2) 6(4) 5(4)")
    table.play(after)
    table.lift()
    assert table.match_state.cube == Cube(value, Side.BLACK)
    assert table.match_state.position == parse_position(after)


def test_a_crawford_game_is_joined_by_no_double(evening: Callable[..., Evening]) -> None:
    table = evening(length=5, join=True)
    table.tell(SetScore(Score(4, 1)))
    table.position = parse_position(PLAYED)
    table.see()
    events = table.put_cube(2, CubePlace.OFFERED_FAR, seconds=4.0)
    assert not any(isinstance(each, Doubled) for each in events)
    assert table.match_state.phase is Phase.NO_GAME


@pytest.mark.parametrize("board", [MIDDLE, PLAYED.replace("6(5) 5(2)", "6(2)")], ids=["wrongly", "half"])
def test_a_cube_that_lies_about_while_the_board_is_set_up_is_no_double(
    evening: Callable[..., Evening], board: str
) -> None:
    table = evening(join=True)
    table.position = parse_position(board)
    table.put_cube(2, CubePlace.OFFERED_FAR, seconds=4.0)
    assert table.match_state.phase is Phase.NO_GAME


@pytest.mark.parametrize("board", ["W: off(15) B: off(15)", "W: 24(2) 13(5) 8(3) 6(5) B: off(15)"])
def test_dice_that_are_thrown_while_the_board_is_set_up_begin_no_game(
    evening: Callable[..., Evening], board: str
) -> None:
    """In the dark, too, the eye may see no checker of thirty."""
    table = evening(join=True)
    table.position = parse_position(board)
    table.see()
    table.throw(Side.WHITE, 6, 1)
    table.lift()
    assert table.match_state.phase is Phase.NO_GAME and table.match_state.game is None


def test_sides_that_were_told_rightly_stay_where_the_first_play_is_illegal(
    evening: Callable[..., Evening],
) -> None:
    table = evening(join=True)
    table.position = parse_position(MIDDLE)
    table.see()
    table.throw(Side.WHITE, 3, 1)
    # the opponent's checker is pushed aside, too
    table.play("W: 24(2) 13(2) 8(4) 6(5) 5(2) B: 24(2) 13(4) 11(1) 8(3) 6(5)")
    table.lift()
    assert table.match_state.seating == table.seating


def plakoto(
    evening: Callable[..., Evening], start: str, *turns: tuple[Side, tuple[int, int], str]
) -> list[CheckerTurn]:
    """The turns on record of a game of plakoto that is joined, after these were seen."""
    table = evening(join=True, game_id="plakoto")
    table.position = parse_position(start, table.game)
    table.see()
    for side, dice, after in turns:
        table.throw(side, *dice)
        table.hand()
        table.position = parse_position(after, table.game)
        table.see()
        table.lift(5.0)
    game = table.match_state.game
    assert game is not None and table.match_state.questions == ()
    assert not any(isinstance(event, FaultSeen) for event in table.events)
    return [turn for turn in game.turns if isinstance(turn, CheckerTurn)]


def test_whose_checker_lies_beneath_is_not_known_of_a_game_that_is_joined(
    evening: Callable[..., Evening],
) -> None:
    """Plakoto: one of each stands on a point; the one on top moves off turns later, and nobody is accused."""
    turns = plakoto(
        evening,
        "W: 24(11) 20(1) 14(2) 11(1) B: 24(11) 13(1) 10(2) pin(5)",
        (Side.BLACK, (2, 1), "W: 24(11) 20(1) 14(2) 11(1) B: 24(11) 10(3) pin(5)"),
        (Side.WHITE, (4, 3), "W: 24(11) 20(1) 14(1) 11(1) 7(1) B: 24(11) 10(3) pin(5)"),
        (Side.BLACK, (4, 1), "W: 24(11) 20(1) 14(1) 11(1) 7(1) B: 24(10) 19(1) 10(3) pin(5)"),
        (Side.WHITE, (5, 3), "W: 24(11) 14(1) 12(1) 11(1) 7(1) B: 24(10) 19(1) 10(3) 5(1)"),
    )
    assert [turn.fault for turn in turns] == [None] * 4


def test_who_may_be_pinned_need_not_move(evening: Callable[..., Evening]) -> None:
    """Plakoto: White could play but for the checker that lies beneath Black's, or on it: nobody saw which."""
    start = "W: 24(14) pin(20) B: 24(3) 23(2) 5(1) 4(2) 3(2) 2(5)"
    (turn,) = plakoto(evening, start, (Side.WHITE, (1, 1), start))
    assert turn.fault is None and not turn.play.moves
