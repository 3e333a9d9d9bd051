"""Dice and the doubling cube: what they show, where they lie, what counts."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.board import CubePlace
from vision.board_model import BoardModel
from vision.checkers import Top
from vision.cuboids.cube_reading import place_of, read_cube
from vision.cuboids.dice_reading import look_at_dice, read_dice
from vision.detections import Spot
from vision.frame import Picture
from vision.rectify import Corners, Rectifier, rectifier

PICTURE = np.full((480, 640, 3), 90, np.uint8)
SMALL = ((200.0, 150.0), (440.0, 150.0), (440.0, 330.0), (200.0, 330.0))
"""The corners of a board with much about it."""
ASIDE = ((75.0, 107.0), (565.0, 107.0), (740.0, 468.0), (-100.0, 468.0))
"""The corners of a board that a camera looks at from half its depth before the near rail, at an angle of 45 degrees."""


@pytest.mark.parametrize(
    ("u", "v", "place"),
    [
        (0.5, 0.5, CubePlace.CENTRE),
        (0.5, 0.36, CubePlace.CENTRE),
        (-0.04, 0.5, CubePlace.CENTRE),
        (1.05, 0.48, CubePlace.CENTRE),
        (0.5, 1.04, CubePlace.NEAR),
        (0.5, 0.95, CubePlace.NEAR),
        (1.04, 0.9, CubePlace.NEAR),
        (0.5, -0.05, CubePlace.FAR),
        (0.48, 0.04, CubePlace.FAR),
        (-0.05, 0.1, CubePlace.FAR),
        (0.25, 0.5, CubePlace.OFFERED_NEAR),
        (0.3, 0.8, CubePlace.OFFERED_NEAR),
        (0.75, 0.5, CubePlace.OFFERED_FAR),
        (0.9, 0.2, CubePlace.OFFERED_FAR),
    ],
)
def test_where_the_cube_lies(model: BoardModel, u: float, v: float, place: CubePlace) -> None:
    assert place_of(u, v, model) is place


def test_the_likeliest_cube_is_taken(
    model: BoardModel, knowing: Callable[..., object], paint: Callable[..., object]
) -> None:
    bare = paint({}).maps  # type: ignore[attr-defined]
    spots = [Spot(0.2, 0.4, 0.3), Spot(0.5, 1.04, 0.95)]
    homographies = rectifier(model.corners)
    nets = knowing(bare, cube=8)
    cube = read_cube(spots, nets, PICTURE, homographies, model)  # type: ignore[arg-type]
    assert cube is not None
    assert (cube.value, cube.place) == (8, CubePlace.NEAR)
    assert 0.8 < cube.p <= 1.0
    assert read_cube(spots, knowing(bare), PICTURE, homographies, model) is None  # type: ignore[arg-type]
    assert read_cube([], nets, PICTURE, homographies, model) is None  # type: ignore[arg-type]
    again = read_cube([], nets, PICTURE, homographies, model, cube)  # type: ignore[arg-type]
    assert again is not None and again.place is CubePlace.NEAR


@pytest.mark.parametrize(
    ("corners", "middle", "at", "place"),
    [
        (SMALL, 0.5, 1.1, CubePlace.NEAR),
        # from far aside the upper face of one on the far rail is seen beyond what a wider picture of the board shows
        (ASIDE, 0.41, -0.24, CubePlace.FAR),
    ],
)
def test_a_cube_on_the_frame_is_found_on_a_wider_picture(
    model: BoardModel,
    knowing: Callable[..., object],
    paint: Callable[..., object],
    mark: Callable[..., None],
    corners: Corners,
    middle: float,
    at: float,
    place: CubePlace,
) -> None:
    wide = paint({}).maps  # type: ignore[attr-defined]
    mark(wide.cube, 0.5, 0.5 + 0.85 * (at - middle))
    aside, places = replace(model, corners=corners), rectifier(corners)
    picture = spotted(places, at)
    cube = read_cube([], knowing(wide, cube=4), picture, places, aside)  # type: ignore[arg-type]
    assert cube is not None and (cube.value, cube.place) == (4, place)
    assert places.board(np.array([cube.px]))[0][1] == pytest.approx(at, abs=0.01)


def test_a_cube_is_read_by_its_upper_face_not_by_its_side(
    model: BoardModel, knowing: Callable[..., object], paint: Callable[..., object]
) -> None:
    aside, places = replace(model, corners=ASIDE), rectifier(ASIDE)
    nets = knowing(paint({}).maps, cube=4)  # type: ignore[attr-defined]
    seen = [Spot(0.5, 0.5, 0.95)]
    both = read_cube(seen, nets, spotted(places, 0.5, 0.41), places, aside)  # type: ignore[arg-type]
    alone = read_cube(seen, nets, spotted(places, 0.5), places, aside)  # type: ignore[arg-type]
    assert both is not None and alone is not None
    found = places.board(np.array([both.px, alone.px]))[:, 1]
    assert found == pytest.approx([0.41, 0.5], abs=0.02)


def test_a_cube_of_which_the_map_sees_the_side_alone_is_found_by_its_upper_face(
    model: BoardModel, knowing: Callable[..., object], paint: Callable[..., object]
) -> None:
    aside, places = replace(model, corners=ASIDE), rectifier(ASIDE)
    nets, picture = knowing(paint({}).maps, cube=4), spotted(places, 0.41)  # type: ignore[attr-defined]
    found = read_cube([Spot(0.5, 0.5, 0.95)], nets, picture, places, aside)  # type: ignore[arg-type]
    assert found is not None and places.board(np.array([found.px]))[0][1] == pytest.approx(0.41, abs=0.02)
    # a faint trace is looked at where it is and nowhere else
    assert read_cube([Spot(0.5, 0.5, 0.2)], nets, picture, places, aside) is None  # type: ignore[arg-type]


def spotted(places: Rectifier, *at: float) -> Picture:
    """A black picture with something light on the board's middle line at each v."""
    picture = np.zeros_like(PICTURE)
    for v in at:
        x, y = places.pixels(np.array([[0.5, v]]))[0]
        cv2.circle(picture, (round(x), round(y)), 5, (90, 90, 90), cv2.FILLED)
    return picture


def test_a_cube_in_the_middle_is_likelier_unturned(
    model: BoardModel, knowing: Callable[..., object], paint: Callable[..., object]
) -> None:
    nets = knowing(paint({}).maps, cube=32)  # type: ignore[attr-defined]
    nets.cube_classes[:] = [0.05, 0.05, 0.05, 0.05, 0.42, 0.36, 0.02]  # type: ignore[attr-defined]
    homographies = rectifier(model.corners)
    centre = read_cube([Spot(0.5, 0.5, 0.95)], nets, PICTURE, homographies, model)  # type: ignore[arg-type]
    near = read_cube([Spot(0.5, 1.04, 0.95)], nets, PICTURE, homographies, model)  # type: ignore[arg-type]
    assert centre is not None and near is not None
    assert (centre.value, near.value) == (64, 32)


def test_dice_are_read_with_their_half(model: BoardModel, knowing: Callable[..., object]) -> None:
    spots = [Spot(0.3, 0.5, 0.9), Spot(0.8, 0.6, 0.9), Spot(0.6, 0.2, 0.2)]
    homographies = rectifier(model.corners)
    traces = look_at_dice(spots, knowing(None, die=5), PICTURE, homographies)  # type: ignore[arg-type]
    dice = read_dice(traces, homographies, model)
    assert [(die.value, die.half, die.flat) for die in dice] == [(5, "left", True), (5, "right", True)]
    assert all(die.p > 0.9 for die in dice)
    expected = rectifier(model.corners).pixels(np.array([[0.3, 0.5]]))[0]
    assert dice[0].px == pytest.approx(tuple(expected))


def test_what_leans_or_lies_outside_or_on_a_checker_is_not_flat(
    model: BoardModel, knowing: Callable[..., object]
) -> None:
    homographies = rectifier(model.corners)

    def read(spot: Spot, die: int, tops: tuple[Top, ...] = ()) -> bool:
        traces = look_at_dice([spot], knowing(None, die=die), PICTURE, homographies)  # type: ignore[arg-type]
        return read_dice(traces, homographies, model, tops)[0].flat

    inside = Spot(0.3, 0.5, 0.9)
    assert read(inside, 4)
    assert not read(inside, 0)
    assert not read(Spot(1.05, 0.5, 0.9), 4)
    assert not read(Spot(0.3, -0.04, 0.9), 4)
    inside = Spot(0.3, 0.5, 0.97)
    below = Top(0.305, 0.5, 0.9, (0.0,) * 6, 16)
    beside = Top(0.365, 0.5, 0.9, (0.0,) * 6, 16)
    assert not read(inside, 4, (below,))
    assert read(inside, 4, (beside,))


def test_a_third_die_must_be_sure(model: BoardModel, knowing: Callable[..., object]) -> None:
    homographies = rectifier(model.corners)

    def count(spots: list[Spot]) -> int:
        traces = look_at_dice(spots, knowing(None, die=2), PICTURE, homographies)  # type: ignore[arg-type]
        return len(read_dice(traces, homographies, model))

    spots = [Spot(0.2, 0.5, 0.95), Spot(0.3, 0.5, 0.95)]
    assert count([*spots, Spot(0.7, 0.5, 0.5)]) == 2
    assert count([*spots, Spot(0.7, 0.5, 0.95), Spot(0.8, 0.5, 0.95)]) == 4
    assert count([]) == 0


def test_a_die_is_no_cube(
    model: BoardModel, knowing: Callable[..., object], paint: Callable[..., object]
) -> None:
    homographies = rectifier(model.corners)
    nets = knowing(paint({}).maps, die=6, cube=64)  # type: ignore[attr-defined]
    traces = look_at_dice([Spot(0.3, 0.5, 0.98)], nets, PICTURE, homographies)  # type: ignore[arg-type]
    cubes = [Spot(0.301, 0.5, 0.1)]
    assert read_cube(cubes, nets, PICTURE, homographies, model, dice=traces) is None  # type: ignore[arg-type]
    assert read_cube(cubes, nets, PICTURE, homographies, model) is not None  # type: ignore[arg-type]
