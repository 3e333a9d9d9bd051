"""What a look at a board of squares says of every board that it might be."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Kind, Occupancy
from vision.errors import VisionError
from vision.observation import Observation
from vision.squares.square_geometry import KING, MAN, SQUARES
from vision.squares.square_observation import SquareObservation, fuse_squares, seen_from_data


def observed(seed: int, hidden: tuple[int, ...] = ()) -> SquareObservation:
    """Probabilities at random, mostly sure."""
    rng = np.random.default_rng(seed)
    men = rng.dirichlet([0.2] * 3, SQUARES)
    king = rng.dirichlet([0.05] * (SQUARES + 1))
    return SquareObservation(
        tuple((float(a), float(b), float(c)) for a, b, c in men),
        tuple(float(p) for p in king[:-1]),
        float(rng.uniform()),
        hidden,
    )


def plain(sure: float = 0.95) -> SquareObservation:
    """A light king with a light man beside him and a dark one, all but sure."""
    men = [(0.98, 0.01, 0.01)] * SQUARES
    men[39], men[30], men[40] = (0.01, 0.98, 0.01), (0.01, 0.01, 0.98), (0.02, 0.9, 0.08)
    kings = [0.0] * SQUARES
    kings[40] = sure
    return SquareObservation(tuple(men), tuple(kings))


def with_piece(board: Occupancy, number: int, light: int, dark: int) -> Occupancy:
    """The board with something else on a square."""
    sides = (list(board.light), list(board.dark))
    sides[0][number], sides[1][number] = light, dark
    return Occupancy(tuple(sides[0]), tuple(sides[1]))


def test_the_likeliest_board_is_what_was_seen() -> None:
    best = plain().best()
    assert (best.light[40], best.light[39], best.dark[30]) == (KING, MAN, MAN)
    assert sum(best.light) + sum(best.dark) == 4
    assert plain().log_likelihood(best) == pytest.approx(0.0)


def test_other_boards_are_less_likely_by_what_they_have_otherwise() -> None:
    seen, best = plain(), plain().best()
    gone = with_piece(best, 30, 0, 0)
    assert seen.log_likelihood(gone) == pytest.approx(math.log(0.01 / 0.98), abs=1e-6)
    no_king = with_piece(best, 40, MAN, 0)
    assert seen.log_likelihood(no_king) == pytest.approx(math.log(0.05 / 0.95), abs=1e-6)
    elsewhere = with_piece(no_king, 39, KING, 0)
    assert seen.log_likelihood(elsewhere) < seen.log_likelihood(no_king)
    assert seen.log_likelihood(with_piece(best, 39, KING, 0)) < -11


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000), st.lists(st.integers(0, 80), max_size=4), st.integers(0, 80), st.integers(0, 4)
)
def test_no_board_fits_better_than_the_best(seed: int, hidden: list[int], square: int, what: int) -> None:
    seen = observed(seed, tuple(sorted(set(hidden))))
    best = seen.best()
    assert seen.log_likelihood(best) <= 1e-9
    contents = [(0, 0), (MAN, 0), (0, MAN), (KING, 0), (0, KING)][what]
    assert seen.log_likelihood(with_piece(best, square, *contents)) <= 1e-9
    assert (best.light + best.dark).count(KING) <= 1


def test_what_is_hidden_may_be_anything() -> None:
    seen = SquareObservation(plain().men, plain().king, hidden=(30,))
    best = seen.best()
    assert best.dark[30] == 0
    assert seen.log_likelihood(with_piece(best, 30, 0, MAN)) == pytest.approx(0.0)
    assert seen.squares[30].hidden
    assert seen.as_json()["sites"]["d4"] is None
    assert seen.as_json()["hidden"] == ["d4"]


def test_it_is_told_by_the_names_of_the_squares() -> None:
    told = plain().as_json()
    assert len(told["sites"]) == SQUARES
    assert told["sites"]["e5"] == {"light": 1, "dark": 0, "king": True, "p": 0.95}
    assert told["sites"]["d4"] == {"light": 0, "dark": 1, "king": False, "p": 0.98}
    assert told["sites"]["a1"] == {"light": 0, "dark": 0, "king": False, "p": 0.98}
    assert (told["dice"], told["cube"], told["still"]) == ([], None, True)


def test_the_king_is_of_the_kind_that_he_is_likelier_of() -> None:
    seen = SquareObservation(plain().men, plain().king, king_light=0.2)
    assert seen.best().dark[40] == KING
    assert seen.squares[40].kind is Kind.DARK
    light = with_piece(seen.best(), 40, KING, 0)
    assert seen.log_likelihood(light) == pytest.approx(math.log(0.2 / 0.8))


def test_looks_are_fused() -> None:
    sure, unsure = plain(), plain(0.5)
    fused = fuse_squares([sure, sure, unsure])
    assert fused.looks == 3
    assert fused.best() == sure.best()
    assert fused.king[40] < sure.king[40]
    assert fuse_squares([sure]) is sure
    one, two = (SquareObservation(sure.men, sure.king, hidden=hidden) for hidden in ((30,), ()))
    assert fuse_squares([one, one, two]).hidden == (30,)
    assert fuse_squares([one, two, two]).hidden == ()
    with pytest.raises(VisionError):
        fuse_squares([])


def test_it_comes_back_from_its_data() -> None:
    seen = observed(3, (1, 2))
    assert seen_from_data(seen.to_data()) == seen
    empty = Observation(())
    assert isinstance(seen_from_data(empty.to_data()), Observation)
    for damage in ({"squares": [[1, 0, 0]]}, {"king": [0.1]}, {"hidden": [99]}, {"version": 9}):
        with pytest.raises(VisionError):
            seen_from_data({**seen.to_data(), **damage})
