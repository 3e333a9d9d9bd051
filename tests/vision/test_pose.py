"""What a rail hides of a board that is seen from the side."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.bare.bare_background import known_background, known_ground, weighed
from vision.board_model import BoardModel
from vision.checkers import assign
from vision.colour_model import Looks, appearance
from vision.detections import Detections, Spot
from vision.frame import Picture
from vision.pose import hidden_by_rails
from vision.rectify import canvas_of

FROM_BELOW = ((215.0, 110.0), (425.0, 110.0), (490.0, 290.0), (150.0, 290.0))
"""The corners of a board as a low camera sees it that stands beyond its near rail."""
RAIL_V = 0.955
"""Down to here that rail leaves the board to be seen."""


@pytest.fixture
def low(model: BoardModel) -> BoardModel:
    """The painted board before a low camera."""
    return replace(model, corners=FROM_BELOW)


def behind_a_rail(rectified: Picture) -> Picture:
    """A rectified picture with a rail over the foot of the near points."""
    picture = rectified.copy()
    picture[round(canvas_of(np.array([[0.5, RAIL_V]]))[0, 1]) :] = (30, 50, 70)
    return picture


def test_a_camera_above_the_board_sees_all_of_it(model: BoardModel) -> None:
    assert hidden_by_rails(model) is None


def test_only_the_rail_before_the_camera_hides_something(low: BoardModel) -> None:
    hidden = hidden_by_rails(low)
    assert hidden is not None and hidden.shape == (384, 512)
    foot, head = (int(canvas_of(np.array([[0.5, v]]))[0, 1]) for v in (0.98, 0.85))
    assert hidden[foot].all() and not hidden[:head].any()
    smaller = hidden_by_rails(low, 0.5)
    assert smaller is not None and (smaller == hidden[::2, ::2]).mean() > 0.99


def test_behind_a_rail_or_below_a_die_no_point_is_surely_bare(
    model: BoardModel, low: BoardModel, paint: Callable[..., Any]
) -> None:
    """The network sees nothing there, and nobody else does."""
    painted = paint({}).picture
    picture = behind_a_rail(model.rectifier(painted.shape).rectify(painted))
    bare = known_ground(low.with_empty(picture), picture)
    assert bare is not None
    die = Spot(low.middle(20), low.lift.raised(0.5, 0.5 * low.checker[1])[1], 0.9)
    behind = known_background(low.with_empty(picture), bare, Detections(dice=(die,)))
    assert behind is not None
    found = weighed(Detections(dice=(die,)), Looks(picture, low), replace(low, colour_model=None), behind)
    scores = {site: top.score for top, site in zip(found.tops, assign(found.tops, low), strict=True)}
    assert all(0.02 < scores[site] < 0.1 for site in range(1, 13))
    assert 0.005 < scores[20] < 0.02
    assert not scores.keys() & set(range(13, 25)) - {20}


def test_a_checker_half_behind_the_rail_is_not_denied(
    model: BoardModel, low: BoardModel, paint: Callable[..., Any]
) -> None:
    bare, picture = (
        behind_a_rail(model.rectifier(each.picture.shape).rectify(each.picture))
        for each in (paint({}), paint({2: (0, 1)}))
    )
    v = low.lift.raised(0.5, 1 - 0.5 * low.checker[1])[1]
    seen = Detections(tuple(Spot(low.middle(site), v, 0.8) for site in (2, 4)))
    scores = {}
    for each in (model, low):
        known = each.with_empty(bare)
        ground = known_ground(known, picture)
        assert ground is not None
        behind = known_background(known, ground, Detections())
        assert behind is not None
        found = weighed(seen, Looks(picture, known), known, behind)
        scores[each.corners] = [spot.score for spot in found.tops]
    assert scores[low.corners][0] > 0.9 and scores[low.corners][1] < 0.5
    # from above no rail can hide it, so that what looks as bare as ever is bare
    assert max(scores[model.corners]) < 0.1


def test_its_colours_are_those_of_the_half_that_shows(low: BoardModel) -> None:
    picture = np.full((384, 512, 3), 200, np.uint8)
    spot = Spot(0.3, RAIL_V, 1.0)
    hidden = hidden_by_rails(low)
    whole = appearance(picture, [spot], low.checker)
    looks = appearance(behind_a_rail(picture), [spot], low.checker, hidden=hidden)
    assert looks == pytest.approx(whole)
    assert appearance(behind_a_rail(picture), [spot], low.checker) != pytest.approx(whole)
