"""What the picture of the empty board adds: checkers that the network overlooks, and those that it imagines."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from vision.background import background, weighed
from vision.board_model import BoardModel
from vision.detections import Detections, Spot, from_maps
from vision.frame import Picture

Rectified = Callable[[dict[int, tuple[int, int]]], Picture]


@pytest.fixture
def rectified(model: BoardModel, paint: Callable[..., object]) -> Rectified:
    """The rectified picture of a painted board."""

    def make(sites: dict[int, tuple[int, int]]) -> Picture:
        picture = paint(sites).picture  # type: ignore[attr-defined]
        return model.rectifier(picture.shape).rectify(picture)

    return make


@pytest.fixture
def warm(model: BoardModel, rectified: Rectified) -> BoardModel:
    """The model with a picture of its empty board."""
    return model.with_empty(rectified({}))


def first_place(model: BoardModel, site: int) -> tuple[float, float]:
    v = 0.5 * model.checker[1]
    return model.lift.raised(model.middle(site), v if site > 12 else 1 - v)


@pytest.mark.parametrize("site", [1, 7, 11, 13, 23])
@pytest.mark.parametrize("contents", [(1, 0), (0, 1)])
def test_an_overlooked_blot_is_seen(
    warm: BoardModel, rectified: Rectified, site: int, contents: tuple[int, int]
) -> None:
    found = weighed(Detections(), rectified({site: contents}), warm)
    sure = [top for top in found.tops if top.score > 0.5]
    assert len(sure) == 1
    assert np.hypot(*(np.array([sure[0].u, sure[0].v]) - first_place(warm, site))) < 0.02


def test_a_bare_board_stays_bare_and_what_was_imagined_goes(warm: BoardModel, rectified: Rectified) -> None:
    u, v = first_place(warm, 7)
    found = weighed(Detections((Spot(u, v, 0.7),)), rectified({}), warm)
    assert all(top.score < 0.1 for top in found.tops)


@pytest.mark.parametrize("gain", [0.6, 1.25])
def test_other_light_is_no_checker(warm: BoardModel, rectified: Rectified, gain: float) -> None:
    dimmed = np.clip(rectified({}) * gain, 0, 255).astype(np.uint8)
    assert not [top for top in weighed(Detections(), dimmed, warm).tops if top.score > 0.5]


def test_nothing_is_supposed_below_a_hand_or_a_die(warm: BoardModel, rectified: Rectified) -> None:
    picture = rectified({8: (1, 0)})
    covered = np.ones((96, 128), np.float32)
    assert not [t for t in weighed(Detections(foreign=covered), picture, warm).tops if t.score > 0.5]
    die = Spot(*first_place(warm, 8), 0.9)
    assert not weighed(Detections(dice=(die,)), picture, warm).tops


def test_without_an_empty_board_or_colours_nothing_is_changed(
    model: BoardModel, warm: BoardModel, rectified: Rectified, paint: Callable[..., object]
) -> None:
    picture = rectified({8: (2, 0)})
    found = from_maps(paint({8: (2, 0)}).maps)  # type: ignore[attr-defined]
    assert background(model, picture) is None
    assert weighed(found, picture, model) is found
    assert weighed(found, picture, replace(warm, palette=None)) is found
