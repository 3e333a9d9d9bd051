"""What was read, drawn over the picture."""

from collections.abc import Callable

import numpy as np

from vision.board_model import BoardModel
from vision.overlay import overlay
from vision.reading import examine


def test_an_overlay_is_a_changed_copy(
    model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object], mark: Callable[..., None]
) -> None:
    painted = paint({6: (5, 0), 12: (0, 5), 25: (1, 0)})
    maps = painted.maps  # type: ignore[attr-defined]
    mark(maps.die, 0.7, 0.5)
    mark(maps.cube, 0.5, 1.04)
    maps.foreign[:40, 100:120] = 1.0
    before = painted.picture.copy()  # type: ignore[attr-defined]
    reading = examine(model, painted.picture, knowing(maps, die=3, cube=2))  # type: ignore[attr-defined, arg-type]
    drawn = overlay(painted.picture, model, reading.observation, reading.tops, "The view is clear.")  # type: ignore[attr-defined]
    assert drawn.shape == before.shape and drawn.dtype == np.uint8
    assert np.array_equal(painted.picture, before)  # type: ignore[attr-defined]
    assert 0.01 < float((drawn != before).any(axis=2).mean()) < 0.5
