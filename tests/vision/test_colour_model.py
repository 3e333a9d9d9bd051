"""The looks of the two kinds of checkers."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_model import BoardModel, ColourModel, Shade
from vision.colour_model import (
    GLARE,
    SHADING,
    TAIL,
    Looks,
    colour_model_of,
    kind_chances,
    learn_colour_model,
    log_densities,
)
from vision.detections import Spot

IVORY, NAVY, RED, PALE = (
    (215.0, 127.0, 142.0),
    (70.0, 131.0, 108.0),
    (110.0, 165.0, 145.0),
    (236.0, 128.0, 128.0),
)


def checkers(
    colour: tuple[float, float, float], count: int, seed: int, shade: float = 0.08
) -> NDArray[np.float64]:
    """Looks of some checkers of one colour, each in a little light of its own."""
    random = np.random.default_rng(seed)
    gain = random.normal(1, shade, (count, 1))
    base = np.array([0.0, 128.0, 128.0] * 2)
    return np.asarray(base + (np.array(colour * 2) - base) * gain + random.normal(0, 2, (count, 6)))


@pytest.mark.parametrize(("one", "other"), [(IVORY, NAVY), (RED, PALE), (NAVY, RED)])
@pytest.mark.parametrize("counts", [(15, 15), (2, 14), (15, 1)])
def test_two_kinds_are_told_apart(
    one: tuple[float, float, float], other: tuple[float, float, float], counts: tuple[int, int]
) -> None:
    looks = np.concatenate([checkers(one, counts[0], 1), checkers(other, counts[1], 2)])
    chances = np.array(kind_chances(looks, learn_colour_model(looks)))
    light = one[0] > other[0]
    assert ((chances > 0.5) == np.repeat([light, not light], counts)).all()


def test_one_kind_alone_is_not_split() -> None:
    looks = checkers(IVORY, 12, 3, shade=0.03)
    assert learn_colour_model(looks) is None
    assert min(kind_chances(looks, None)) > 0.5
    assert max(kind_chances(checkers(NAVY, 4, 3), None)) < 0.5


def test_glare_does_not_make_dark_checkers_light() -> None:
    looks = np.concatenate([checkers(IVORY, 13, 1), checkers(NAVY, 13, 2)])
    colour_model = learn_colour_model(looks)
    shining = np.array([[70 + 0.35 * 185, 130.0, 115.0] * 2])
    assert kind_chances(shining, colour_model)[0] < 0.5


@pytest.mark.parametrize("light", [0.3, 2.2])
def test_in_odd_light_hue_tells_the_kind(light: float) -> None:
    """A beam of sun lies on one heap only, or no more: red checkers stay red in a third of the light."""
    grey = np.array([0.0, 128.0, 128.0] * 2)
    seen_in = np.array(RED * 2), np.array((110.0, 129.0, 139.0) * 2)
    red, pale = (grey + (looks - grey) * light for looks in seen_in)
    spread = (8.0, 3.0, 3.0) * 2
    known = ColourModel(Shade(tuple(seen_in[1] + 3), 15), Shade(tuple(seen_in[0]), 15), spread)
    chances = kind_chances(np.array([red, pale]), known)
    assert chances[0] < 0.3 and chances[1] > 0.7


def test_what_has_lost_its_hue_in_too_much_light_is_of_the_lighter_kind() -> None:
    bluish, greenish = (251.0, 121.0, 127.0), (222.0, 129.0, 131.0)
    colour_model = ColourModel(Shade(bluish * 2, 15), Shade(greenish * 2, 15), (6.0, 3.0, 3.0) * 2)
    white, lit = kind_chances(np.array([[255.0, 128.0, 128.0] * 2, [240.0, 128.0, 130.0] * 2]), colour_model)
    assert white > 0.55 and lit < 0.3


def test_the_lighter_kind_is_light_whatever_its_label() -> None:
    looks = np.concatenate([checkers(NAVY, 5, 1), checkers(IVORY, 6, 2)])
    colour_model = colour_model_of(looks, np.repeat([0, 1], [5, 6]))
    assert colour_model is not None
    assert colour_model.light.mean[0] > colour_model.dark.mean[0]
    assert (colour_model.light.seen, colour_model.dark.seen) == (6, 5)


def test_too_few_checkers_teach_nothing() -> None:
    assert learn_colour_model(checkers(IVORY, 2, 1)) is None
    assert learn_colour_model(np.empty((0, 6))) is None


def test_what_was_learned_decides_about_checkers_of_one_kind_alone() -> None:
    colour_model = ColourModel(Shade(IVORY * 2, 15), Shade((150.0, 127.0, 140.0) * 2, 15), (6.0,) * 6)
    assert max(kind_chances(checkers((150.0, 127.0, 140.0), 5, 1, 0.02), colour_model)) < 0.5


@pytest.mark.parametrize("many", [1, 7])
def test_densities_are_those_of_a_distribution_that_strays_by_shade_and_glare(many: int) -> None:
    random = np.random.default_rng(5)
    looks, means, spread = (
        random.uniform(0, 250, (7, 6)),
        random.uniform(0, 255, (many, 6)),
        [6.0, 3.0, 3.0] * 2,
    )
    grey, white = np.array([0.0, 128.0, 128.0] * 2), np.array([255.0, 128.0, 128.0] * 2)
    for look, mean, told in zip(
        looks, np.resize(means, (7, 6)), log_densities(looks, means, spread), strict=True
    ):
        shade, glare = SHADING * (mean - grey), GLARE * (white - mean)
        scatter = np.diag(np.square(1.5 * np.array(spread))) + np.outer(shade, shade) + np.outer(glare, glare)
        square = (look - mean) @ np.linalg.inv(scatter) @ (look - mean)
        density = -0.5 * (TAIL + 6) * np.log1p(square / TAIL) - 0.5 * np.linalg.slogdet(scatter)[1]
        assert told == pytest.approx(density)


def test_every_place_is_looked_at_but_once() -> None:
    picture = np.random.default_rng(6).integers(0, 255, (384, 512, 3), dtype=np.uint8)
    spots = [Spot(0.2, 0.3, 0.9), Spot(0.7, 0.6, 0.4)]
    looks = Looks(picture, BoardModel((640, 480), ((90, 60), (560, 64), (590, 430), (60, 424))))
    first = looks.at(spots[:1])
    picture[:] = 0
    assert (looks.at(spots)[0] == first[0]).all() and (looks.at(spots)[1, [0, 3]] == 0).all()
