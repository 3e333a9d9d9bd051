"""The starting position as a lesson."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.board import Kind
from vision.bare.bare_background import known_background, known_ground
from vision.bare.ground import ground_of, small
from vision.bare.start_reading import read_start, start_counts
from vision.board_model import BoardModel
from vision.detections import Detections, Spot, from_maps
from vision.nets import SURFACE

SEEN = np.ones((192, 256), bool)


def sites(home_right: bool, swapped: bool = False) -> dict[int, tuple[int, int]]:
    found = {site: (max(men, 0), max(-men, 0)) for site, men in start_counts(home_right).items()}
    return {site: men[::-1] for site, men in found.items()} if swapped else found


@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("swapped", [True, False])
@pytest.mark.parametrize("said", [True, False])
def test_it_is_known_from_all_sides(
    cold: BoardModel, paint: Callable[..., object], home_right: bool, swapped: bool, said: bool
) -> None:
    painted = paint(sites(home_right, swapped))
    picture = painted.picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    started = read_start(rectified, from_maps(painted.maps), SEEN, cold, said)  # type: ignore[attr-defined]
    assert started is not None and started.home_right is home_right
    assert started.model.near is (Kind.DARK if swapped else Kind.LIGHT)
    colour_model = started.model.colour_model
    assert colour_model is not None and colour_model.light.seen == colour_model.dark.seen >= 8
    assert started.model.empty is not None and ground_of(started.model.empty) is not None


def test_where_checkers_reach_beyond_their_points_nothing_is_learned(
    cold: BoardModel, paint: Callable[..., object]
) -> None:
    """What is known of the bare board is what it looks like bare: of long rows, none reaches into the middle as print."""
    painted = paint(sites(True), larger=1.2)
    rectified, bare = (
        cold.rectifier(each.shape).rectify(each)
        for each in (painted.picture, paint({}).picture)  # type: ignore[attr-defined]
    )
    started = read_start(rectified, from_maps(painted.maps), SEEN, cold, said=True)  # type: ignore[attr-defined]
    assert started is not None and started.model.empty is not None
    ground = ground_of(started.model.empty)
    assert ground is not None
    away = np.abs(ground.picture.astype(float) - small(bare)).mean(2)[ground.known & ~ground.told]
    assert np.mean(away > 40) < 0.002 and ground.known.mean() > 0.9


def test_imagined_checkers_do_not_mislead_it(cold: BoardModel, paint: Callable[..., object]) -> None:
    everywhere = paint(sites(True) | {site: (1, 0) for site in (2, 3, 4, 9, 10, 11, 14, 15, 21, 22)})
    picture = paint(sites(True)).picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    found = from_maps(everywhere.maps)  # type: ignore[attr-defined]
    started = read_start(rectified, found, SEEN, cold, said=False)
    assert started is not None and started.model.checker == pytest.approx(cold.checker, rel=0.12)


def test_a_side_that_nobody_sees_is_learned_where_it_was_said_to_stand(
    cold: BoardModel, paint: Callable[..., object]
) -> None:
    """Fifteen in the points' own colours: what stands between bare points tells them all the same."""
    picture = paint(sites(True)).picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    near = from_maps(paint({site: (light, 0) for site, (light, _) in sites(True).items()}).maps)  # type: ignore[attr-defined]
    assert read_start(rectified, near, SEEN, cold, said=False) is None
    started = read_start(rectified, near, SEEN, cold, said=True)
    assert started is not None and started.home_right
    plain = read_start(rectified, from_maps(paint(sites(True)).maps), SEEN, cold, said=True)  # type: ignore[attr-defined]
    assert (
        plain is not None and plain.model.colour_model is not None and started.model.colour_model is not None
    )
    learned, known = (np.array(each.model.colour_model.dark.mean) for each in (started, plain))  # type: ignore[union-attr]
    assert np.abs(learned - known).max() < 8
    # another position teaches nothing, though it was said to be the start
    other = paint({4: (5, 0), 9: (5, 0), 14: (5, 0), 20: (0, 5), 3: (0, 5), 18: (0, 5)}).picture  # type: ignore[attr-defined]
    assert read_start(cold.rectifier(other.shape).rectify(other), near, SEEN, cold, said=True) is None


def test_a_row_in_the_glare_is_still_the_start(cold: BoardModel, paint: Callable[..., object]) -> None:
    """Five of a side look rather like the other's; where they stand leaves no doubt."""
    painted = paint(sites(True))
    picture = painted.picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    left, top, _, high = SURFACE
    half, glare = round(top + high / 2), rectified[:, : round(left + cold.pitch * SURFACE[2])]
    glare[half:] = np.clip(glare[half:] * 0.35 + 160, 0, 255).astype(np.uint8)
    found = from_maps(painted.maps)  # type: ignore[attr-defined]
    assert read_start(rectified, found, SEEN, cold, said=False) is None
    started = read_start(rectified, found, SEEN, cold, said=True)
    assert started is not None and started.home_right


@pytest.mark.parametrize(
    "other",
    [
        {},
        {4: (3, 0), 20: (0, 4), 9: (2, 0)},
        {
            24: (2, 0),
            13: (4, 0),
            8: (3, 0),
            5: (1, 0),
            6: (5, 0),
            1: (0, 2),
            12: (0, 4),
            17: (0, 3),
            19: (0, 5),
            21: (0, 1),
        },
        {12: (15, 0), 24: (0, 15)},
        {
            24: (2, 0),
            13: (5, 0),
            8: (2, 0),
            6: (4, 0),
            4: (2, 0),
            1: (0, 2),
            12: (0, 5),
            17: (0, 3),
            19: (0, 5),
        },
    ],
)
def test_other_positions_are_not_taken_for_it(
    cold: BoardModel, paint: Callable[..., object], other: dict[int, tuple[int, int]]
) -> None:
    painted = paint(other)
    picture = painted.picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    assert read_start(rectified, from_maps(painted.maps), SEEN, cold, said=False) is None  # type: ignore[attr-defined]


def test_sixteen_points_of_one_colour_alone_are_no_start(
    cold: BoardModel, paint: Callable[..., object]
) -> None:
    one = {site: (sum(men), 0) for site, men in sites(True).items()}
    painted = paint(one)
    picture = painted.picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    assert read_start(rectified, Detections(), SEEN, replace(cold), said=True) is None


def test_what_looks_like_a_die_is_a_part_of_the_board(cold: BoardModel, paint: Callable[..., object]) -> None:
    """A hinge beside a point that is not bare at the start, whose own ground others would tell."""
    painted = paint(sites(True))
    picture = painted.picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    u, v = cold.middle(1), 0.68
    x, y = round(SURFACE[0] + u * SURFACE[2]), round(SURFACE[1] + v * SURFACE[3])
    cv2.rectangle(rectified, (x - 9, y - 9), (x + 9, y + 9), (210, 230, 240), -1)
    found, hinge = from_maps(painted.maps), Spot(u, v, 0.99)  # type: ignore[attr-defined]

    def dice_left(fixed: tuple[Spot, ...]) -> int:
        started = read_start(rectified, found, SEEN, cold, said=True, fixed=fixed)
        assert started is not None
        later = replace(found, dice=(hinge,))
        bare = known_ground(started.model, rectified)
        assert bare is not None
        behind = known_background(started.model, bare, later)
        assert behind is not None
        return len(behind.without_board(later, started.model).dice)

    assert dice_left(fixed=()) == 1
    assert dice_left(fixed=(hinge,)) == 0
    # a checker's top is none, though it has dots like a die
    on_top = Spot(cold.middle(6), 0.95, 0.99)
    started = read_start(rectified, found, SEEN, cold, said=True, fixed=(on_top,))
    plain = read_start(rectified, found, SEEN, cold, said=True)
    assert started is not None and plain is not None and started.model.empty == plain.model.empty


@pytest.mark.parametrize("moved", [False, True])
def test_rows_of_printed_rings_are_no_checkers(
    cold: BoardModel, paint: Callable[..., object], moved: bool
) -> None:
    start = sites(True)
    shown = {**start, 13: (0, 0), 6: (0, 0), 15: (5, 0), 4: (5, 0)} if moved else start
    worn = np.random.default_rng(3)
    picture = paint(shown).picture.copy()  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    for site in range(1, 25):
        for k in range(sum(shown.get(site, ())), 5):
            v = 0.05 + 0.09 * k
            u, v = cold.middle(site), v if site > 12 else 1 - v
            x, y = SURFACE[0] + u * SURFACE[2], SURFACE[1] + v * SURFACE[3]
            ink = (250, 250, 250) if site % 2 else (40, 40, 160)
            cv2.circle(
                rectified, (round(x), round(y)), int(worn.integers(6, 13)), ink, int(worn.integers(1, 5))
            )
    full = {site: start.get(site, (5, 0)) for site in range(1, 25)}
    found = from_maps(paint(full).maps)  # type: ignore[attr-defined]
    started = read_start(rectified, found, SEEN, cold, said=True)
    if moved:
        assert started is None
    else:
        assert started is not None and started.home_right
