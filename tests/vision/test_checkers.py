"""Checkers onto points, and how likely every count is."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from vision.board_model import BoardModel, Lift
from vision.checkers import assign, covered_shares, find_tops, read_sites
from vision.colour_model import Looks
from vision.detections import Spot, from_maps
from vision.observation import SITES

START = {6: (5, 0), 8: (3, 0), 13: (5, 0), 24: (2, 0), 1: (0, 2), 12: (0, 5), 17: (0, 3), 19: (0, 5)}
SITUATIONS = [
    START,
    {6: (1, 0), 25: (0, 1)},
    {25: (2, 0), 24: (0, 1), 13: (0, 4)},
    {12: (6, 0), 13: (0, 4)},
    {7: (1, 1), 5: (0, 3), 18: (2, 0)},
    {},
]


def read(model: BoardModel, painted: object) -> dict[int, tuple[int, int]]:
    """What is read of a painted board, sites that hold something."""
    from vision.rectify import rectifier

    detections = from_maps(painted.maps)  # type: ignore[attr-defined]
    rectified = rectifier(model.corners).rectify(painted.picture)  # type: ignore[attr-defined]
    sites = read_sites(find_tops(detections, Looks(rectified, model), model), detections.foreign, model)
    assert [site.index for site in sites] == list(SITES)
    return {
        s.index: (s.likeliest.light, s.likeliest.dark) for s in sites if s.likeliest.light or s.likeliest.dark
    }


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_stands_there_is_read(
    situation: dict[int, tuple[int, int]], model: BoardModel, paint: Callable[..., object]
) -> None:
    assert read(model, paint(situation)) == situation


def test_colours_are_learned_from_a_cold_board(cold: BoardModel, paint: Callable[..., object]) -> None:
    assert read(cold, paint(START)) == START


def test_probabilities_are_high_where_all_is_plain(model: BoardModel, paint: Callable[..., object]) -> None:
    painted = paint(START)
    detections = from_maps(painted.maps)  # type: ignore[attr-defined]
    from vision.rectify import rectifier

    tops = find_tops(detections, Looks(rectifier(model.corners).rectify(painted.picture), model), model)  # type: ignore[attr-defined]
    assert min(site.likeliest.p for site in read_sites(tops, detections.foreign, model)) > 0.9


def test_how_many_lie_below_others_on_the_bar_does_not_show(
    model: BoardModel, paint: Callable[..., object]
) -> None:
    """On the bar checkers are heaped up, straight: as many as are seen is likeliest, but never sure."""
    painted = paint({25: (2, 0)})
    rectified = model.rectifier(painted.picture.shape).rectify(painted.picture)  # type: ignore[attr-defined]
    tops = find_tops(from_maps(painted.maps), Looks(rectified, model), model)  # type: ignore[attr-defined]
    bar = read_sites(tops, np.zeros((96, 128), np.float32), model)[-1]
    assert (bar.likeliest.light, bar.likeliest.dark) == (2, 0) and 0.9 < bar.likeliest.p < 0.97
    assert next(chance.p for chance in bar.chances if (chance.light, chance.dark) == (3, 0)) > 0.02


def test_a_faint_checker_makes_the_count_unsure(model: BoardModel, paint: Callable[..., object]) -> None:
    painted = paint({6: (3, 0)})
    maps = painted.maps  # type: ignore[attr-defined]
    maps.checker[66:75] *= 0.42
    from vision.rectify import rectifier

    tops = find_tops(from_maps(maps), Looks(rectifier(model.corners).rectify(painted.picture), model), model)  # type: ignore[attr-defined]
    site = read_sites(tops, maps.foreign, model)[5]
    assert 0.3 < site.likeliest.p < 0.9
    assert {chance.light for chance in site.chances if chance.p > 0.05} >= {2, 3}


def test_a_hand_hides_the_points_below_it(model: BoardModel) -> None:
    foreign = np.zeros((96, 128), np.float32)
    foreign[:50, 8:30] = 1.0
    shares = covered_shares(foreign, model)
    hidden = {site for site, share in shares.items() if share > 0.25}
    assert {13, 14} <= hidden and 24 not in hidden and 12 not in hidden
    assert {site.index for site in read_sites((), foreign, model) if site.hidden} == hidden


@pytest.mark.parametrize("lift", [Lift(0.0, 0.5, 0.5), Lift(0.03, 0.5, 1.4), Lift(0.03, -0.2, 1.0)])
def test_checkers_are_put_on_their_points_however_the_camera_stands(model: BoardModel, lift: Lift) -> None:
    tilted = replace(model, lift=lift)
    spots, sites = [], []
    for site in range(1, 25):
        for k in range(5):
            v = model.checker[1] * (k + 0.5)
            u, v = lift.raised(model.middle(site), v if site > 12 else 1 - v)
            spots.append(Spot(u, v, 1.0))
            sites.append(site)
    assert assign(spots, tilted) == sites


def test_what_lies_beside_the_board_stands_on_no_point(model: BoardModel) -> None:
    assert assign([Spot(1.2, 0.5, 1.0), Spot(0.5, -0.2, 1.0)], model) == [0, 0]


def test_a_hand_beyond_the_end_of_a_pile_hides_nothing(
    model: BoardModel, paint: Callable[..., object]
) -> None:
    from vision.rectify import rectifier

    painted = paint({6: (2, 0), 8: (3, 0)})
    foreign = np.zeros((96, 128), np.float32)
    foreign[52:66, 66:76] = 1.0
    detections = from_maps(painted.maps)  # type: ignore[attr-defined]
    rectified = rectifier(model.corners).rectify(painted.picture)  # type: ignore[attr-defined]
    tops = find_tops(detections, Looks(rectified, model), model)
    seen = {site.index: site for site in read_sites(tops, foreign, model)}
    assert not seen[6].hidden and seen[6].likeliest.light == 2
    foreign[66:74, 66:76] = 1.0
    assert {site.index for site in read_sites(tops, foreign, model) if site.hidden} == {6}
