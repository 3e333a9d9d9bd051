"""The nine places that tell where a board lies: corners that follow from them, and a look at painted boards."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lattice import look, look_closer
from vision.nets import LATTICE, VIEW_SIZE
from vision.reading import own_nets
from vision.rectify import Corners, as_corners, rectifier

Paint = Callable[..., object]
Sites = dict[int, tuple[int, int]]

TRUE: Corners = ((60.0, 40.0), (190.0, 44.0), (210.0, 160.0), (40.0, 150.0))


class _SeeingNets:
    """A network that sees the lattice of a board at certain places of its view, and some of them elsewhere."""

    def __init__(
        self, corners: Corners, board_problem: tuple[int, ...] = (), missing: tuple[int, ...] = ()
    ) -> None:
        self._places = rectifier(corners).pixels(np.array(LATTICE))
        self._misplaced, self._missing = board_problem, missing

    def lattice(self, view: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Chances with a peak at each place."""
        ys, xs = np.mgrid[:48, :64] * 4 + 1.5
        chances = []
        for k, (x, y) in enumerate(self._places):
            away = 40.0 if k in self._misplaced else 0.0
            peak = np.exp(-((xs - x - away) ** 2 + (ys - y) ** 2) / 18)
            chances.append(peak / peak.sum() * (0.001 if k in self._missing else 0.95))
        return np.array(chances, np.float32)


def _off(one: Corners, other: Corners) -> float:
    return float(np.abs(np.array(one) - np.array(other)).max())


def _usually_off(one: Corners, other: Corners) -> float:
    return float(np.linalg.norm(np.array(one) - np.array(other), axis=1).mean())


def test_corners_follow_from_the_places_of_the_lattice() -> None:
    seen = look(np.zeros((*VIEW_SIZE[::-1], 3), np.uint8), _SeeingNets(TRUE))  # type: ignore[arg-type]
    assert seen is not None and _off(seen.corners, TRUE) < 1.0
    assert 0.9 < seen.chance <= 1.0 and seen.bent < 0.01


def test_a_place_seen_elsewhere_or_not_at_all_does_not_move_the_corners() -> None:
    nets = _SeeingNets(TRUE, board_problem=(2,), missing=(6,))
    seen = look(np.zeros((*VIEW_SIZE[::-1], 3), np.uint8), nets)  # type: ignore[arg-type]
    assert seen is not None and _off(seen.corners, TRUE) < 2.5
    assert seen.chance < 0.9


def test_too_few_places_are_no_board() -> None:
    nets = _SeeingNets(TRUE, missing=(0, 1, 2, 5, 8))
    assert look(np.zeros((*VIEW_SIZE[::-1], 3), np.uint8), nets) is None  # type: ignore[arg-type]


def test_nothing_is_seen_where_nothing_is() -> None:
    seen = look(np.full((480, 640, 3), 120, np.uint8), own_nets())
    assert seen is None or seen.chance < 0.05


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_closer_look_comes_nearer(paint: Paint, corners: Corners, start: Sites, mirrored: bool) -> None:
    picture, _ = paint(start)  # type: ignore[misc]
    beside = as_corners(np.array(corners) + np.array([[40, 30], [35, -25], [-30, 40], [25, 35]]))
    seen = look_closer(picture, beside, own_nets(), mirrored=mirrored)
    assert seen is not None and _usually_off(seen.corners, corners) < 0.75 * _usually_off(beside, corners)
    turned = np.ascontiguousarray(cv2.flip(picture, 1))
    flipped = as_corners(np.array([(1279 - x, y) for x, y in np.array(beside)[[1, 0, 3, 2]]]))
    other = look_closer(turned, flipped, own_nets(), mirrored=not mirrored)
    assert other is not None
    back = as_corners(np.array([(1279 - x, y) for x, y in np.array(other.corners)[[1, 0, 3, 2]]]))
    assert _usually_off(back, seen.corners) < 15
