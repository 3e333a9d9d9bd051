"""What was read, drawn over the picture."""

from collections.abc import Callable

import numpy as np

from engine.board import CubePlace
from vision.board_model import BoardModel
from vision.inks import size_of
from vision.label_layout import Rectangle
from vision.observation import SITES, Chance, CubeFace, Die, Observation, Site
from vision.overlay import marks, overlay
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


def test_no_label_covers_another_nor_a_die_or_the_cube(model: BoardModel) -> None:
    """Measured with a doubtful count of both kinds on every other site, and dice and cube anywhere on the board."""
    sites = tuple(
        Site(each, (Chance(each % 2 * 5, each % 4, 0.7),))
        if each % 2
        else Site(each, (), hidden=each % 4 == 0)
        for each in SITES
    )
    seen = np.linspace(0.05, 0.95, 7)
    for width, height in ((640, 480), (1280, 960)):
        rectifier = model.rectifier((height, width))
        size = size_of(rectifier.shrinking())
        for u in seen:
            places = rectifier.pixels(np.column_stack([np.full(7, u), seen]))
            for (x, y), (a, b) in zip(places, places[3:], strict=False):
                die = Die((0.9, 0.02, 0.02, 0.02, 0.02, 0.02), "left", True, 0.0, 0.0, (float(a), float(b)))
                cube = CubeFace(64, CubePlace.CENTRE, 0.8, (float(x), float(y)))
                drawn = marks(
                    rectifier, model, Observation(sites, (die,), cube), size, (width, height), "The view."
                )
                boxes = [box for _, box in drawn] + [Rectangle(each.px, (size, size)) for each in (die, cube)]
                assert len(boxes) > 40
                covered = [
                    (one, other)
                    for at, one in enumerate(boxes)
                    for other in boxes[:at]
                    if one.shared(other) > 4
                ]
                assert covered == []
