"""What an observation says of occupancies, and how it travels."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import CubePlace, Evidence, Occupancy, View
from vision.errors import VisionError
from vision.observation import FLOOR, SITES, Chance, CubeFace, Die, Observation, Site, fuse, site_from_table


def observation(
    contents: dict[int, tuple[Chance, ...]], hidden: tuple[int, ...] = (), **more: object
) -> Observation:
    """An observation that is sure of emptiness wherever nothing else is said."""
    empty = (Chance(0, 0, 1.0),)
    return Observation(
        tuple(Site(i, () if i in hidden else contents.get(i, empty), i in hidden) for i in SITES),
        **more,  # type: ignore[arg-type]
    )


def occupancy(**sites: tuple[int, int]) -> Occupancy:
    """An occupancy from keywords: p6=(5, 0), p25 the bar, p0 off."""
    light, dark = [0] * 26, [0] * 26
    for name, (a, b) in sites.items():
        light[int(name[1:])], dark[int(name[1:])] = a, b
    return Occupancy(tuple(light), tuple(dark))


UNSURE = observation(
    {6: (Chance(5, 0, 0.7), Chance(4, 0, 0.3)), 25: (Chance(0, 1, 0.99), Chance(0, 0, 0.01))}
)


def test_the_likeliest_board_costs_nothing() -> None:
    evidence: Evidence = UNSURE
    assert evidence.log_likelihood(occupancy(p6=(5, 0), p25=(0, 1))) == 0.0
    assert evidence.log_likelihood(occupancy(p6=(4, 0), p25=(0, 1))) == pytest.approx(math.log(3 / 7))


def test_no_single_site_can_veto_a_board() -> None:
    assert UNSURE.log_likelihood(occupancy(p6=(5, 0), p25=(0, 1), p1=(2, 0))) == pytest.approx(
        math.log(FLOOR)
    )
    assert UNSURE.log_likelihood(occupancy(p6=(99, 0), p25=(0, 1))) == pytest.approx(math.log(FLOOR))


def test_checkers_off_are_not_judged() -> None:
    one, other = occupancy(p6=(5, 0), p25=(0, 1)), occupancy(p0=(10, 14), p6=(5, 0), p25=(0, 1))
    assert UNSURE.log_likelihood(one) == UNSURE.log_likelihood(other)


def test_a_hidden_site_says_nothing() -> None:
    blind = observation({}, hidden=(6,))
    assert blind.log_likelihood(occupancy(p6=(5, 0))) == blind.log_likelihood(occupancy()) == 0.0
    assert blind.hidden == (6,)
    assert blind.as_json()["points"]["6"] is None
    assert blind.as_json()["hidden"] == ["6"]


def test_best_without_men_is_the_likeliest_of_every_site() -> None:
    best = UNSURE.best(None)
    assert best.light[6] == 5 and best.dark[25] == 1 and best.light[0] == best.dark[0] == 0


def test_best_conserves_the_checkers() -> None:
    crowded = observation(
        {
            6: (Chance(8, 0, 0.9), Chance(7, 0, 0.1)),
            8: (Chance(8, 0, 0.6), Chance(7, 0, 0.4)),
            1: (Chance(0, 3, 1.0),),
        }
    )
    best = crowded.best((15, 3))
    assert (best.light[6], best.light[8], best.dark[1]) == (8, 7, 3)
    assert best.light[0] == best.dark[0] == 0


def test_what_is_missing_stands_where_nothing_can_be_seen() -> None:
    best = observation({6: (Chance(5, 0, 1.0),)}, hidden=(8,)).best((8, 0))
    assert (best.light[6], best.light[8]) == (5, 3)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 15), min_size=25, max_size=25), st.integers(0, 15), st.integers(0, 15))
def test_best_has_just_the_men(counts: list[int], light: int, dark: int) -> None:
    seen = Observation(
        tuple(
            Site(i, (Chance(n, 0, 0.6), Chance(0, n, 0.4)) if n else (Chance(0, 0, 1.0),))
            for i, n in zip(SITES, counts, strict=True)
        )
    )
    best = seen.best((light, dark))
    assert (sum(best.light), sum(best.dark)) == (light, dark)
    assert min(best.light) >= 0 and min(best.dark) >= 0


def test_an_observation_survives_its_journey_as_json() -> None:
    full = observation(
        {6: (Chance(5, 0, 0.7), Chance(4, 0, 0.3))},
        hidden=(7,),
        dice=(Die((0.1, 0.1, 0.5, 0.1, 0.1, 0.1), "left", True, 0.2, 0.5, (100.0, 200.0)),),
        cube=CubeFace(64, CubePlace.CENTRE, 0.9, (10.0, 20.0)),
        still=False,
        ms=12.5,
        looks=3,
    )
    assert Observation.from_data(json.loads(json.dumps(full.to_data()))) == full


@pytest.mark.parametrize(
    "data", [{}, {"version": 99}, {"version": 1, "sites": [[1]]}, {"version": 1, "sites": None}]
)
def test_damaged_data_are_refused_in_words(data: dict[str, object]) -> None:
    with pytest.raises(VisionError):
        Observation.from_data(data)


def test_json_has_every_key_that_programs_rely_on() -> None:
    told = UNSURE.as_json()
    assert set(told) == {"points", "bar", "off", "dice", "cube", "still", "hidden", "ms"}
    assert told["points"]["6"] == {"light": 5, "dark": 0, "p": 0.7}
    assert sorted(map(int, told["points"])) == list(range(1, 25))
    assert told["bar"] == {"light": 0, "dark": 1, "p": 0.99}


def test_several_looks_outweigh_one() -> None:
    good, bad = ({6: (Chance(5, 0, 0.9), Chance(4, 0, 0.1))}, {6: (Chance(4, 0, 0.9), Chance(5, 0, 0.1))})
    fused = fuse([observation(good), observation(good), observation(bad)])
    assert (fused.sites[5].likeliest.light, fused.looks) == (5, 3)
    assert 0.5 < fused.sites[5].likeliest.p < 0.9


def test_dice_are_fused_by_their_place() -> None:
    def die(value: int, u: float, flat: bool = True) -> Die:
        faces = [0.04] * 6
        faces[value - 1] = 0.8
        return Die(tuple(faces), "right", flat, u, 0.5, (u * 100, 50.0))  # type: ignore[arg-type]

    looks = [
        (die(3, 0.6), die(5, 0.8)),
        (die(5, 0.801), die(3, 0.601)),
        (die(2, 0.6), die(5, 0.8), die(1, 0.1)),
    ]
    fused = fuse([observation({}, dice=dice) for dice in looks])
    assert sorted((d.value, round(d.u, 1)) for d in fused.dice) == [(3, 0.6), (5, 0.8)]


def test_the_cube_is_what_most_looks_say() -> None:
    cubes = [CubeFace(2, CubePlace.NEAR, 0.9, (1.0, 2.0)), CubeFace(2, CubePlace.NEAR, 0.8, (1.0, 2.0)), None]
    fused = fuse([observation({}, cube=cube) for cube in cubes])
    assert fused.cube is not None and (fused.cube.value, fused.cube.place) == (2, CubePlace.NEAR)
    assert fuse([observation({}, cube=cubes[0]), observation({}), observation({})]).cube is None


def test_hidden_in_most_looks_is_hidden() -> None:
    fused = fuse([observation({}, hidden=(3,)), observation({}, hidden=(3,)), observation({})])
    assert fused.hidden == (3,)


def test_nothing_cannot_be_fused() -> None:
    with pytest.raises(VisionError):
        fuse([])


def test_a_table_is_normalised_and_sorted() -> None:
    table = np.zeros((16, 16))
    table[2, 0], table[3, 0], table[0, 1] = 2.0, 6.0, 1e-9
    site = site_from_table(4, table)
    assert [(c.light, c.dark) for c in site.chances] == [(3, 0), (2, 0)]
    assert site.likeliest.p == pytest.approx(0.75)


def test_views_bear_the_names_that_messages_use() -> None:
    from engine.state import messages

    assert {v.name: v.value for v in View} == {v.name: v.value for v in messages.View}
    assert {p.name: p.value for p in CubePlace} == {p.name: p.value for p in messages.CubePlace}
