"""The light on a board: told by what is known of it or, where nothing is, by its points of one colour."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.bench.disturbances import sunlit
from vision.bare.bare_background import clear_of, known_background, known_ground, weighed
from vision.bare.ground import Ground, ground_of, pieced, small
from vision.bare.light import LitGround, evenly_lit, own_light, shadows, steady
from vision.bare.start_reading import StartReading, read_start, start_counts
from vision.bare.strips import in_pixels
from vision.board_model import BoardModel, Shade
from vision.colour_model import Looks, appearance, in_likelier_light, learn_colour_model
from vision.detections import Detections, Spot, from_maps
from vision.frame import FloatArray, Picture
from vision.rectify import canvas_of

START = {site: (max(men, 0), max(-men, 0)) for site, men in start_counts(True).items()}
EVERYWHERE = np.ones((192, 256), bool)
LEFT, RIGHT = np.s_[30:160, 20:45], np.s_[30:160, 110:235]
"""Parts of the small picture that lie well to either side of the edge of the shadow."""


def shadowed(picture: Picture, share: float) -> Picture:
    """A picture of which the left has so much of the light."""
    wide = picture.shape[1]
    light = share + (1 - share) / (1 + np.exp(-(np.arange(wide) / wide - 0.3) * 90))
    return np.asarray(picture * light[None, :, None], np.uint8)


@pytest.fixture
def start(cold: BoardModel, paint: Callable[..., object]) -> tuple[Picture, Detections]:
    """The starting position, rectified, and what a network sees of it."""
    painted = paint(START)
    picture = painted.picture  # type: ignore[attr-defined]
    return cold.rectifier(picture.shape).rectify(picture), from_maps(painted.maps)  # type: ignore[attr-defined]


def light_on(rectified: Picture, found: Detections, model: BoardModel) -> FloatArray:
    light = own_light(small(rectified), clear_of(found, model), model)
    assert light is not None
    return light


def shade_on(rectified: Picture, found: Detections, model: BoardModel) -> FloatArray | None:
    return shadows(light_on(rectified, found, model), clear_of(found, model))


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_points_of_one_colour_tell_a_shadow(
    start: tuple[Picture, Detections], cold: BoardModel, share: float
) -> None:
    rectified, found = start
    light = light_on(shadowed(rectified, share), found, cold)
    assert np.median(light[LEFT]) == pytest.approx(share, rel=0.15)
    assert np.median(light[RIGHT]) == pytest.approx(1, rel=0.05)
    shade = shadows(light, clear_of(found, cold))
    assert shade is not None and np.median(shade[RIGHT]) == 1
    size = in_pixels(cold.checker)
    assert evenly_lit(shade, size)[RIGHT].mean() > 0.9 and not evenly_lit(shade, size)[LEFT].any()
    assert steady(shade, size)[RIGHT].mean() > 0.9 and steady(shade, size)[LEFT].mean() > 0.7
    assert not steady(shade, size)[40:150, 75:79].any(), "the edge of a shadow is no part of the board"


@pytest.mark.parametrize("wide", [0.25, 0.35, 0.4])
def test_a_beam_over_some_of_the_board_is_one(
    start: tuple[Picture, Detections], cold: BoardModel, wide: float
) -> None:
    """What it lies on, or else what it does not, is in one light, not in patches."""
    rectified, found = start
    light = light_on(sunlit(rectified, 0.45, 3.0, wide), found, cold)
    beam, beside = light[60:130, 110:120], light[60:130, 190:235]
    assert np.median(beam) / np.median(beside) == pytest.approx(3, rel=0.15)
    assert np.std(np.log(beam)) < 0.1 and np.std(np.log(beside)) < 0.04


@pytest.mark.parametrize("wide", [0.15, 0.4, 0.6])
def test_the_light_in_which_a_board_is_known_is_the_usual_one(
    start: tuple[Picture, Detections], cold: BoardModel, wide: float
) -> None:
    """However wide a beam is, what is out of it is in the light that the board was seen in."""
    rectified, found = start
    started = read_start(np.asarray(rectified / 3, np.uint8), found, EVERYWHERE, cold, said=True)
    assert started is not None
    beamed = sunlit(rectified, 0.45, 3.0, wide)
    bare = known_ground(started.model, beamed)
    assert bare is not None
    shade = bare.in_shade(clear_of(found, started.model), started.model).shade
    assert shade is not None and np.median(shade[40:150, 205:235]) == 1
    assert np.median(shade[40:150, 110:122]) == pytest.approx(3, rel=0.2)


def test_even_light_is_even(start: tuple[Picture, Detections], cold: BoardModel) -> None:
    rectified, found = start
    assert shade_on(rectified, found, cold) is None
    assert evenly_lit(None, (12.0, 12.0)).all() and steady(None, (12.0, 12.0)).all()


@pytest.mark.parametrize("said", [True, False])
def test_a_start_in_a_shadow_is_one(start: tuple[Picture, Detections], cold: BoardModel, said: bool) -> None:
    """Kinds are as they are in the light, and the ground is that of the lit board."""
    rectified, found = start
    lit, dark = (
        read_start(each, found, EVERYWHERE, cold, said) for each in (rectified, shadowed(rectified, 0.3))
    )
    assert lit is not None and dark is not None and lit.home_right is dark.home_right
    for one, other in zip(kinds(lit), kinds(dark), strict=True):
        assert one == pytest.approx(other, abs=25)
    for region in (LEFT, RIGHT):
        assert np.median(bright(dark)[region] / bright(lit)[region]) == pytest.approx(1, abs=0.15)


def kinds(started: StartReading) -> tuple[tuple[float, ...], tuple[float, ...]]:
    known = started.model.colour_model
    assert known is not None
    return known.light.mean, known.dark.mean


def bright(started: StartReading) -> FloatArray:
    assert started.model.empty is not None
    ground = ground_of(started.model.empty)
    assert ground is not None
    return np.asarray(ground.picture.mean(axis=2) + 4, np.float64)


def test_a_board_of_two_tones_is_in_no_shadow(
    start: tuple[Picture, Detections], cold: BoardModel, paint: Callable[..., object]
) -> None:
    """Half of the board is of a darker make; the checkers on it are none."""
    rectified, found = start
    empty = paint({}).picture  # type: ignore[attr-defined]
    bare = cold.rectifier(empty.shape).rectify(empty)
    is_checker = (np.abs(rectified.astype(int) - bare).max(axis=2) > 12)[:, :, None]
    toned = np.where(is_checker, rectified, shadowed(rectified, 0.5))
    assert shade_on(toned, found, cold) is not None
    started = read_start(toned, found, EVERYWHERE, cold, said=True)
    assert started is not None
    shown = small(shadowed(bare, 0.5)).mean(axis=2) + 4
    assert np.median(bright(started)[LEFT] / shown[LEFT]) == pytest.approx(1, abs=0.1)


def test_looks_are_told_without_a_shadow_unless_that_makes_them_unlikely(
    start: tuple[Picture, Detections], model: BoardModel
) -> None:
    rectified, found = start
    dark = shadowed(rectified, 0.3)
    shade = shade_on(dark, found, model)
    spots = [top for top in found.tops if canvas_of(np.array([[top.u, top.v]]))[0, 0] < 110]
    here, usual = (appearance(each, spots, model.checker) for each in (dark, rectified))
    warm = model.with_empty(rectified)
    told = in_likelier_light(Looks(dark, warm), shade, 1.0, found.tops, warm)[0].at(spots)
    assert np.abs(told - usual).mean() < 0.25 * np.abs(here - usual).mean()
    # the board was seen in a shadow that has gone: what seems to be in more light now is not
    plain = in_likelier_light(Looks(rectified, warm), shade, 1.0, found.tops, warm)[0].at(spots)
    assert plain == pytest.approx(usual)
    cold = replace(model, colour_model=None)
    few = in_likelier_light(Looks(dark, cold), shade, 1.0, spots[:3], cold)[0].at(spots)
    assert few == pytest.approx(here), "three checkers do not tell in what light they are"


@pytest.mark.parametrize("share", [0.4, 1.0])
def test_kinds_are_known_in_as_much_light_as_the_board(
    start: tuple[Picture, Detections], model: BoardModel, share: float
) -> None:
    """A beam of sun has moved on: all that it lay on is darker, the bare board and both kinds of checkers."""
    rectified, found = start
    started = read_start(rectified, found, EVERYWHERE, model, said=True)
    assert started is not None
    warm, dark = started.model, np.asarray(rectified * share, np.uint8)
    bare = known_ground(warm, dark)
    assert bare is not None and bare.times == pytest.approx(share, abs=0.16)
    looks, now = in_likelier_light(Looks(dark, warm), None, bare.times, found.tops, warm)
    assert now.colour_model is not None and warm.colour_model is not None
    for kind, known in (
        (now.colour_model.light, warm.colour_model.light),
        (now.colour_model.dark, warm.colour_model.dark),
    ):
        assert kind.mean[0] == pytest.approx(known.mean[0] * bare.times, rel=0.03)
    gain = looks.likely(found.tops, now.colour_model) - looks.likely(found.tops, warm.colour_model)
    assert gain > 0.5 if share < 1 else now == warm


def test_on_a_board_of_which_nothing_else_is_known_a_shade_makes_kinds_anew(
    start: tuple[Picture, Detections], cold: BoardModel
) -> None:
    """Both kinds were learned as a beam lay on one of them; what one picture tells without it is believed then."""
    rectified, found = start
    dark = shadowed(rectified, 0.3)
    shade = shade_on(dark, found, cold)
    lit = learn_colour_model(Looks(rectified, cold).at(found.tops))
    assert lit is not None
    grey = np.array([0.0, 128.0, 128.0] * 2)
    dimmer = Shade(tuple(grey + (np.array(lit.dark.mean) - grey) * 0.3), 15)
    misled = replace(cold, colour_model=replace(lit, dark=dimmer))
    _, now = in_likelier_light(Looks(dark, misled), shade, 1.0, found.tops, misled)
    assert now.colour_model is not None
    assert now.colour_model.dark.mean == pytest.approx(lit.dark.mean, abs=12)
    assert now.colour_model.light.mean == pytest.approx(lit.light.mean, abs=12)


def test_what_is_bleached_hides_no_bare_point(model: BoardModel, start: tuple[Picture, Detections]) -> None:
    """A kind that is brighter than a camera can tell says nothing of points that are a little darker."""
    board = np.full_like(start[0], (150, 200, 215))
    warm = model.with_empty(board)
    look = appearance(board, [Spot(0.3, 0.9, 1.0)], model.checker)[0]
    assert warm.colour_model is not None
    bleached = replace(warm.colour_model.light, mean=(255.0, *look[1:3], 255.0, *look[4:]))
    warm = replace(warm, colour_model=replace(warm.colour_model, light=bleached))
    bare = known_ground(warm, board)
    assert bare is not None
    behind = known_background(warm, bare, Detections())
    assert behind is not None
    assert not weighed(Detections(), Looks(board, warm), warm, behind).tops


def test_what_is_not_evenly_lit_is_told_by_others(cold: BoardModel, paint: Callable[..., object]) -> None:
    picture = paint({}).picture  # type: ignore[attr-defined]
    lit = small(cold.rectifier(picture.shape).rectify(picture))
    even = EVERYWHERE.copy()
    even[:, :100] = False
    ground = pieced(shadowed(lit, 0.3), EVERYWHERE, range(1, 25), cold, even)
    assert ground.told[LEFT].any() and not ground.told[RIGHT].any()
    away = np.abs(ground.picture.astype(float) - lit).mean(axis=2)
    assert np.median(away[LEFT][ground.told[LEFT]]) < 6


def test_a_board_of_which_little_is_known_tells_its_light_by_itself(
    start: tuple[Picture, Detections], cold: BoardModel
) -> None:
    rectified, found = start
    dark = small(shadowed(rectified, 0.3))
    known = np.zeros((192, 256), bool)
    known[60:90, 200:230] = True
    bare = LitGround.of(Ground(dark, known, np.zeros_like(known)), dark)
    shade = bare.in_shade(clear_of(found, cold), cold).shade
    assert shade is not None
    assert np.median(shade[LEFT]) == pytest.approx(0.3, rel=0.2) and np.median(shade[RIGHT]) == 1
