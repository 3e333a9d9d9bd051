"""When there is too little light to read by."""

import numpy as np
import pytest

from vision.motion.anchor import Level
from vision.motion.stillness import ACCUSTOMED, LightMeter


def thumb(share: float = 1.0) -> Level:
    """A board under so large a share of its light."""
    return np.asarray(np.random.default_rng(1).normal(120, 45, (80, 100)).clip(0, 255) * share, np.float32)


@pytest.mark.parametrize("share", [0.002, 0.05, 0.15])
def test_a_room_that_is_nearly_dark_is_dark_at_once(share: float) -> None:
    light = LightMeter()
    assert not light.is_dark(thumb(), 0.0)
    assert light.is_dark(thumb(share), 0.2)
    assert light.is_dark(thumb(share), 3.0)
    assert not light.is_dark(thumb(), 3.2)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.2])
def test_a_film_may_begin_in_the_dark(share: float) -> None:
    assert LightMeter().is_dark(thumb(share), 0.0)


@pytest.mark.parametrize("share", [0.5, 0.75, 1.6])
def test_a_little_less_light_is_not_dark(share: float) -> None:
    light = LightMeter()
    assert not light.is_dark(thumb(), 0.0)
    assert not light.is_dark(thumb(share), 0.2)


def test_one_gets_accustomed_to_little_light_that_still_shows_something() -> None:
    light = LightMeter()
    light.is_dark(thumb(), 0.0)
    views = [light.is_dark(thumb(0.32), second / 2) for second in range(1, round(2 * ACCUSTOMED) + 6)]
    assert views[0] and views[-10] and not views[-1]
    assert not light.is_dark(thumb(0.32), 2 * ACCUSTOMED)


def test_an_evening_that_falls_slowly_is_followed() -> None:
    light = LightMeter()
    for second in range(600):
        assert not light.is_dark(thumb(1.0 - 0.68 * second / 600), float(second))
