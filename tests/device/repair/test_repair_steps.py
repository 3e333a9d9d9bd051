"""Mending: the fewest steps from any board to any other, and a list of them that ticks itself off."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as some

from device.status.board_problem import BoardProblem, Why
from device.status.repair_steps import BESIDE, RepairStep, Ticked, heaps_of, mended, steps, ticked
from device.status.snapshot.repair_view import RepairView
from engine.board import Kind, Seating, Side
from engine.games import find_game
from engine.i18n import Translator
from engine.past import Past
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.words.wording import Names

BACKGAMMON = find_game("backgammon")
TABLUT = find_game("tablut")
START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
GAMES = [
    find_game(name) for name in ("backgammon", "plakoto", "long_nardy", "brade", "tablut", "american_nardy")
]


def scattered(game: TablesGame | TaflGame, rng: Random) -> Position:
    """A board on which the checkers of the start lie anywhere, on each other too."""
    sides = []
    for men in (game.start.white, game.start.black):
        if isinstance(game, TaflGame):
            shuffled = [*men]
            rng.shuffle(shuffled)
            sides.append(tuple(piece * (rng.random() < 0.8) for piece in shuffled))
            continue
        counts = [0] * len(men)
        for _ in range(sum(men)):
            counts[rng.randrange(len(counts))] += 1
        sides.append(tuple(counts))
    hand = (rng.randrange(3), rng.randrange(3)) if any(game.start.past.hand) else (0, 0)
    return Position(sides[0], sides[1], Past(hand=hand))


def fewest(game: TablesGame | TaflGame, should: Position, seen: Position) -> int:
    """How many checkers have to be touched at the very least."""
    there, here = heaps_of(game, should), heaps_of(game, seen)
    return sum(max((here[key] - there[key]).total(), (there[key] - here[key]).total()) for key in there)


@settings(max_examples=60, deadline=None)
@given(some.sampled_from(GAMES), some.randoms(use_true_random=False))
def test_the_steps_make_of_what_is_seen_what_is_believed(game: TablesGame | TaflGame, rng: Random) -> None:
    should, seen = scattered(game, rng), scattered(game, rng)
    made = steps(game, should, seen)
    assert mended(game, seen, made) == heaps_of(game, should)
    assert len(made) == fewest(game, should, seen)
    assert steps(game, should, should) == ()


@settings(max_examples=40, deadline=None)
@given(some.sampled_from(GAMES), some.randoms(use_true_random=False))
def test_the_list_ticks_itself_off_whatever_is_done_first(game: TablesGame | TaflGame, rng: Random) -> None:
    should, seen = scattered(game, rng), scattered(game, rng)
    todo = [*steps(game, should, seen)]
    rows = ticked((), tuple(todo))
    while todo:
        todo.remove(rng.choice(todo))
        rows = ticked(rows, tuple(todo))
        assert sum(not row.done for row in rows) == len(todo)
        assert sorted(map(repr, todo)) == sorted(repr(row.step) for row in rows if not row.done)
    assert all(row.done for row in rows)


def board(text: str, game: TablesGame | TaflGame = BACKGAMMON) -> Position:
    return parse_position(text, game)


def texts(
    should: Position, seen: Position, game: TablesGame | TaflGame = BACKGAMMON, **more: object
) -> list[str]:
    rows = ticked((), steps(game, should, seen))
    board_problem = BoardProblem(Why.FAULT, more.pop("side", Side.WHITE), (should,), seen, rows)  # type: ignore[arg-type]
    shown = RepairView.of(board_problem, game, more.pop("seating", Seating()), Names("Anna", "Ben"))  # type: ignore[arg-type]
    assert shown is not None
    return [step.text for step in shown.steps]


def test_each_step_says_which_checker_goes_where() -> None:
    seen = board("W: 24(2) 13(5) 8(4) 6(4) B: 24(2) 13(5) 8(3) 7(1) 6(4)")
    assert texts(board(START), seen) == [
        "Put a light checker from 8 back on 6.",
        "Put a dark checker from 18 back on 19.",
    ]
    dark = Seating(Kind.DARK)
    assert texts(board(START), seen, side=Side.BLACK, seating=dark) == [
        "Put a dark checker from 17 back on 19.",
        "Put a light checker from 7 back on 6.",
    ]
    hit = board("W: bar(1) 24(2) 13(5) 8(3) 6(4) off(0) B: 24(2) 13(5) 8(3) 6(4) off(1)")
    assert texts(board(START), hit) == [
        "Put a light checker from the bar back on 6.",
        "Put a dark checker from beside the board on 19.",
    ]
    assert texts(hit, board(START)) == [
        "Put a light checker from 6 on the bar.",
        "Take a dark checker from 19 off the board.",
    ]
    there, here = (
        board(f"W: K{king} e3 e4 B: {black}", TABLUT) for king, black in (("e5", "d1 a5"), ("e6", "d1"))
    )
    assert texts(there, here, TABLUT) == ["Put the king from e6 back on e5.", "Put a dark man back on a5."]
    assert texts(here, there, TABLUT) == [
        "Put the king from e5 back on e6.",
        "Take the dark man on a5 off the board.",
    ]


def test_a_hitter_goes_back_before_the_one_he_hit() -> None:
    before = board("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 21(1) 13(4) 8(3) 6(5)")
    after = board("W: 24(2) 13(5) 8(3) 6(4) 4(1) B: bar(1) 24(2) 13(4) 8(3) 6(5)")
    made = steps(BACKGAMMON, before, after)
    assert [(step.side, step.origin, step.target) for step in made] == [
        (Side.WHITE, 4, 6),
        (Side.BLACK, 25, 21),
    ]


def test_a_checker_put_elsewhere_is_asked_for_where_it_is() -> None:
    first = steps(
        BACKGAMMON, board(START), board("W: 24(2) 13(4) 11(1) 8(3) 7(1) 6(4) B: 24(2) 13(5) 8(3) 6(5)")
    )
    rows = ticked((), first)
    assert [(row.step.origin, row.step.target) for row in rows] == [(11, 13), (7, 6)]
    later = steps(
        BACKGAMMON, board(START), board("W: 24(2) 13(4) 8(3) 7(1) 6(4) 5(1) B: 24(2) 13(5) 8(3) 6(5)")
    )
    again = ticked(rows, later)
    assert [(row.step.origin, row.step.target, row.done) for row in again] == [(7, 13, False), (5, 6, False)]
    lifted = (RepairStep(Side.WHITE, BESIDE, 13), RepairStep(Side.WHITE, 7, 6))
    assert [row.step for row in ticked(rows, lifted)] == [*lifted]
    assert ticked(rows, ()) == tuple(Ticked(row.step, done=True) for row in rows)


def test_the_list_is_told_in_the_tongue_of_who_reads_it() -> None:
    seen = board("W: 24(2) 13(5) 8(3) 7(1) 6(4) B: 24(2) 13(5) 8(3) 6(5)")
    board_problem = BoardProblem(
        Why.TOLD, Side.WHITE, (), None, ticked((), steps(BACKGAMMON, board(START), seen))
    )
    loud = Translator("x", lambda text: text.replace("Put", "PUT"))
    shown = RepairView.of(board_problem, BACKGAMMON, None, Names("Anna", "Ben", loud))
    assert shown is not None and shown.told and shown.counted == "Points as Anna counts them."
    assert shown.as_json()["steps"] == [
        {"text": "PUT a light checker from 7 back on 6.", "side": "W", "done": False, "from": 7, "to": 6}
    ]
