"""Disturbances: named, at random, and what they do to a scene and to a picture."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.simulator.disturbances import (
    Disturbance,
    Trouble,
    disturbed,
    is_dropped,
    marred,
    named_disturbance,
    random_disturbances,
)
from vision.scene import Scene, Sizes

SCENE = Scene(())


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("dark", Disturbance(Trouble.DARK, 0.0, inf)),
        ("frozen@30", Disturbance(Trouble.FROZEN, 30.0, inf)),
        ("pushed@30-", Disturbance(Trouble.PUSHED, 30.0, inf)),
        ("lost@30-40.5", Disturbance(Trouble.LOST, 30.0, 40.5)),
        ("club", None),
        ("dark@", None),
        ("dark@-3", None),
        ("dark30", None),
        ("7", None),
    ],
)
def test_a_word_names_a_disturbance_and_when_it_is(word: str, meant: Disturbance | None) -> None:
    assert named_disturbance(word) == meant


@given(st.integers(0, 2**32), st.sampled_from([20.0, 60.0, 300.0]))
def test_an_evening_has_one_disturbance_in_so_many_seconds(seed: int, every: float) -> None:
    found = random_disturbances(seed, 3600.0, every)
    assert len(found) == 3600 / every
    for number, each in enumerate(found):
        assert number * every <= each.start < (number + 1) * every
        assert 0.2 <= each.end - each.start <= 40
    assert found == random_disturbances(seed, 3600.0, every)
    assert found == random_disturbances(seed, 7200.0, every)[: len(found)]


def test_at_random_everything_happens_that_may() -> None:
    assert {each.trouble for each in random_disturbances(1)} == set(Trouble)
    some = (Trouble.DARK, Trouble.LOST)
    assert {each.trouble for each in random_disturbances(1, kinds=some)} == set(some)


def test_a_lamp_that_flickers_is_never_the_same() -> None:
    flicker = (Disturbance(Trouble.FLICKER, 1.0, 3.0),)
    lights = [disturbed(SCENE, number / 5, flicker, Sizes()).light for number in range(20)]
    assert lights[:5] == [1.0] * 5 == lights[15:]
    assert len(set(lights[5:15])) == 10
    assert all(0.5 <= light <= 1.1 for light in lights)


def test_a_picture_turns_black_or_noisy_and_stays_what_it_was() -> None:
    picture = np.full((120, 160, 3), 128, np.uint8)
    none, black, noise = frozenset[Trouble](), frozenset({Trouble.BLACK}), frozenset({Trouble.NOISE})
    assert marred(picture, 1, none) is picture
    assert not marred(picture, 1, black).any()
    grainy = marred(picture, 1, noise)
    assert 10 < grainy.std() < 18
    assert abs(grainy.mean() - 128) < 1
    assert np.array_equal(grainy, marred(picture, 1, noise))
    assert not np.array_equal(grainy, marred(picture, 2, noise))
    assert (picture == 128).all()


def test_about_half_of_the_pictures_are_dropped() -> None:
    assert 400 < sum(is_dropped(number) for number in range(1000)) < 600
