"""Squares cut about dice and cubes: what lies where in them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.crops import cube_cut, die_cut

PLANE = np.array([[400.0, 40, 100], [-30, 300, 90], [0.05, 0.1, 1]])
PART = st.floats(0.0, 1.0)
HALF = st.floats(-0.9, 0.9)


@given(PART, PART, st.floats(-180, 180), HALF, HALF)
def test_a_place_in_the_square_and_its_pixel_belong_together(
    u: float, v: float, spin: float, right: float, down: float
) -> None:
    for cut in (die_cut(PLANE, (u, v), spin), cube_cut(PLANE, (u, v), 1.1, spin)):
        assert cut.away(cut.pixel((right, down))) == pytest.approx((right, down), abs=1e-4)


@given(PART, PART)
def test_the_middle_of_the_square_is_the_place_it_was_cut_about(u: float, v: float) -> None:
    x, y, w = PLANE @ np.array([u, v, 1.0])
    assert die_cut(PLANE, (u, v)).pixel((0, 0)) == pytest.approx((x / w, y / w), abs=1e-3)


def test_what_lies_away_from_the_middle_shows_there() -> None:
    picture = np.zeros((500, 700, 3), np.uint8)
    cut = cube_cut(PLANE, (0.5, 0.5))
    x, y = np.rint(cut.pixel((0.5, -0.25))).astype(int)
    picture[y - 2 : y + 3, x - 2 : x + 3] = 255
    rows, columns = np.nonzero(cut.of(picture)[..., 0] > 127)
    middle = (cut.side - 1) / 2
    assert (columns.mean() - middle) * 2 / cut.side == pytest.approx(0.5, abs=0.06)
    assert (rows.mean() - middle) * 2 / cut.side == pytest.approx(-0.25, abs=0.06)
