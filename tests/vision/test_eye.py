"""The eye: when it reads, when it does not, and what it makes of several looks."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from engine.board import CubePlace, View
from vision.board_model import BoardModel
from vision.errors import ModelError
from vision.eye import LOOKS, PATIENCE, Eye
from vision.frame import GLIMPSE, Exposure, Frame, Picture
from vision.reading import examine, read_picture

START = {6: (5, 0), 8: (3, 0), 13: (5, 0), 24: (2, 0), 1: (0, 2), 12: (0, 5), 17: (0, 3), 19: (0, 5)}
PLAYED = {**START, 6: (4, 0), 7: (1, 0)}


class Stage:
    """A board in front of an eye, and networks that know what is on it."""

    def __init__(
        self, model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]
    ) -> None:
        self.paint, self.knowing = paint, knowing
        self.number = 0
        self.set(START)
        self.eye = Eye(model, self.nets)

    def set(self, sites: dict[int, tuple[int, int]]) -> None:
        """Sets checkers."""
        painted = self.paint(sites)
        self.picture, maps = painted.picture, painted.maps  # type: ignore[attr-defined]
        if hasattr(self, "nets"):
            self.nets.maps = maps
        else:
            self.nets = self.knowing(maps)

    def look(self, picture: object = None) -> object:
        """What the eye makes of the next frame, a fifth of a second later."""
        self.number += 1
        shown = self.picture if picture is None else picture
        noise = np.random.default_rng(self.number).integers(-2, 3, shown.shape)
        shown = np.clip(shown + noise, 0, 255).astype(np.uint8)
        return self.eye.see(Frame(shown, self.number / 5, self.number))


@pytest.fixture
def stage(model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]) -> Stage:
    """A stage with the starting position."""
    return Stage(model, paint, knowing)


def test_a_still_board_is_read_and_then_left_alone(stage: Stage) -> None:
    sights = [stage.look() for _ in range(LOOKS + 4)]
    assert all(sight.view is View.CLEAR for sight in sights)  # type: ignore[attr-defined]
    last = sights[-1]
    assert last.observation.best(None).light[6] == 5  # type: ignore[attr-defined]
    assert last.frames == tuple(range(1, LOOKS + 1))  # type: ignore[attr-defined]
    assert sights[-1] is sights[-2]
    # once more than there were looks: where no cube lies on the board, the frame round it is searched once
    assert stage.nets.boards_read == LOOKS + 1


def test_movement_is_not_read_and_the_new_board_is(stage: Stage) -> None:
    stage.look()
    stage.set(PLAYED)
    moving = stage.look()
    assert (moving.view, moving.observation) == (View.MOVING, None)  # type: ignore[attr-defined]
    sight = stage.look()
    assert sight.observation.best(None).light[7] == 1  # type: ignore[attr-defined]
    assert sight.frames == (3,)  # type: ignore[attr-defined]


def test_a_hand_is_not_read(stage: Stage) -> None:
    stage.nets.maps.foreign[60:96, 40:60] = 0.9
    sight = stage.look()
    assert (sight.view, sight.observation) == (View.HAND, None)  # type: ignore[attr-defined]


def test_a_cup_left_on_the_board_is_read_around_after_a_while(stage: Stage) -> None:
    stage.nets.maps.foreign[20:40, 40:55] = 0.9
    views = [stage.look().view for _ in range(round(PATIENCE * 5) + 4)]  # type: ignore[attr-defined]
    assert views[0] is View.COVERED
    assert views[-1] is View.CLEAR
    assert stage.look().observation.hidden  # type: ignore[attr-defined]


def test_lights_out_and_lost_frames(stage: Stage) -> None:
    assert stage.look(stage.picture // 40).view is View.DARK  # type: ignore[attr-defined]
    assert stage.eye.see(None).view is View.LOST
    stage.look()
    assert stage.look().view is View.CLEAR  # type: ignore[attr-defined]


def test_a_pushed_board_is_followed(stage: Stage) -> None:
    stage.look()
    before = np.array(stage.eye.model.corners)
    pushed = np.roll(stage.picture, (10, 14), axis=(0, 1))
    stage.look(pushed)
    sight = stage.look(pushed)
    assert sight.view is View.CLEAR  # type: ignore[attr-defined]
    assert np.abs(np.array(stage.eye.model.corners) - before - (14, 10)).max() < 1.5
    stage.look()
    assert stage.look().view is View.CLEAR  # type: ignore[attr-defined]
    assert np.abs(np.array(stage.eye.model.corners) - before).max() < 1.5


def test_a_camera_that_looks_elsewhere_is_noticed_until_it_looks_back(stage: Stage) -> None:
    stage.look()
    corners = stage.eye.model.corners
    away = np.roll(stage.picture, (150, 210), axis=(0, 1))
    stage.look(away)
    sights = [stage.look(away) for _ in range(3)]
    assert {sight.view for sight in sights} == {View.MOVED}  # type: ignore[attr-defined]
    assert stage.eye.model.corners == corners
    stage.look()
    assert stage.look().view is View.CLEAR  # type: ignore[attr-defined]


def test_a_board_that_creeps_is_followed_all_the_way(stage: Stage) -> None:
    stage.look()
    before = np.array(stage.eye.model.corners)
    for step in range(1, 9):
        crept = np.roll(stage.picture, (step, 2 * step), axis=(0, 1))
        stage.look(np.zeros_like(crept))
        stage.look(crept)
        assert stage.look(crept).view is View.CLEAR  # type: ignore[attr-defined]
    assert np.abs(np.array(stage.eye.model.corners) - before - (16, 8)).max() < 1.5


def test_a_cold_model_learns_the_colours_and_keeps_them(
    cold: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]
) -> None:
    stage = Stage(cold, paint, knowing)
    stage.look()
    learned = stage.eye.model.colour_model
    assert learned is not None and learned.light.mean[0] > learned.dark.mean[0]
    stage.set({3: (0, 2)})
    stage.look()
    sight = stage.look()
    assert sight.observation.best(None).dark[3] == 2  # type: ignore[attr-defined]
    assert stage.eye.model.colour_model == learned


def test_one_picture_is_read_with_dice_and_cube(
    model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object], mark: Callable[..., None]
) -> None:
    painted = paint(START)
    maps = painted.maps  # type: ignore[attr-defined]
    mark(maps.die, 0.7, 0.5)
    mark(maps.die, 0.8, 0.55)
    mark(maps.cube, 0.5, 0.5)
    mark(maps.die, 0.5, 0.5, 0.6)
    observation = read_picture(model, painted.picture, knowing(maps, die=4, cube=64))  # type: ignore[attr-defined, arg-type]
    assert [die.value for die in observation.dice] == [4, 4]
    assert observation.cube is not None
    assert (observation.cube.value, observation.cube.place) == (64, CubePlace.CENTRE)
    assert observation.as_json()["points"]["6"]["light"] == 5


def test_the_network_is_told_what_is_known_of_the_bare_board(
    model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object], mark: Callable[..., None]
) -> None:
    painted, bare = paint(START), paint({})
    picture = painted.picture  # type: ignore[attr-defined]

    def told(by: BoardModel, maps: object) -> list[float | None]:
        """How well the best known place was known, look by look at the whole board."""
        nets = knowing(maps)
        examine(by, picture, nets)  # type: ignore[arg-type]
        # the last look is at the frame, for the cube
        return [None if given is None else float(given[..., 3].max()) for given in nets.given]  # type: ignore[attr-defined]

    maps = painted.maps  # type: ignore[attr-defined]
    rectify = model.rectifier(picture.shape).rectify
    assert told(model, maps) == [None, None]
    assert told(model.with_empty(rectify(bare.picture)), maps) == [1.0, None]  # type: ignore[attr-defined]
    # what is known is of another board: it is looked at once more, as if nothing were
    other = np.random.default_rng(6).integers(0, 255, (384, 512, 3)).astype(np.uint8)
    assert told(model.with_empty(other), maps) == [1.0, None, None]
    # a checker that may be none has the board looked at again, with what bare points tell of others
    mark(maps.checker, *model.lift.raised(model.middle(10), 1 - 0.5 * model.checker[1]), 0.4)
    assert told(model, maps) == [None, None, 0.5]


def test_a_board_of_which_most_lies_in_a_hard_shadow_is_read_all_the_same(
    model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]
) -> None:
    painted, bare = paint(START), paint({})
    picture = painted.picture.copy()  # type: ignore[attr-defined]
    known = model.with_empty(model.rectifier(picture.shape).rectify(bare.picture))  # type: ignore[attr-defined]
    side = picture.shape[1] * 3 // 8
    picture[:, side:] = picture[:, side:] * 0.3
    seen = examine(known, picture, knowing(painted.maps))  # type: ignore[arg-type, attr-defined]
    assert seen.known
    wrong = {
        site.index: site.likeliest
        for site in seen.observation.sites
        if (site.likeliest.light, site.likeliest.dark) != START.get(site.index, (0, 0))
    }
    assert not wrong


def test_a_picture_of_another_camera_is_refused(model: BoardModel, knowing: Callable[..., object]) -> None:
    with pytest.raises(ModelError):
        examine(model, np.zeros((300, 300, 3), np.uint8), knowing(None))  # type: ignore[arg-type]


class TwoStreams:
    """The frames of a camera that gives glimpses, and how often its full pictures were taken."""

    def __init__(self) -> None:
        self.taken = 0

    def frame(self, picture: Picture, number: int) -> Frame:
        def take() -> Picture:
            self.taken += 1
            return picture

        glimpse = np.ascontiguousarray(picture[::GLIMPSE, ::GLIMPSE])
        return Frame(Exposure(glimpse, picture.shape, take), number / 5, number)


def test_by_glimpses_the_same_is_seen_and_full_pictures_are_taken_only_to_be_read(
    stage: Stage, model: BoardModel
) -> None:
    camera, other = TwoStreams(), Eye(model, stage.nets)
    still = [stage.picture.astype(np.uint8)] * (LOOKS + 4)
    stage.set(PLAYED)
    played = [stage.picture.astype(np.uint8)] * (LOOKS + 6)
    stage.set(START)
    taken = []
    for number, picture in enumerate([*still, *played]):
        if number == len(still):
            stage.set(PLAYED)
        plain = stage.eye.see(Frame(picture, number / 5, number))
        lazy = other.see(camera.frame(picture, number))
        assert (lazy.view, lazy.frames) == (plain.view, plain.frames)
        assert (lazy.observation is None) is (plain.observation is None)
        taken.append(camera.taken)
    assert taken[: LOOKS + 4] == [*range(1, LOOKS + 1), LOOKS, LOOKS, LOOKS, LOOKS]
    assert taken[-1] == 2 * LOOKS


def test_a_camera_that_sways_is_read_and_its_board_is_followed(stage: Stage) -> None:
    sights = []
    for k in range(LOOKS + 6):
        x, y = round(5 * np.sin(1.3 * k)), round(3 * np.sin(2.1 * k))
        sights.append(stage.look(np.roll(stage.picture, (y, x), axis=(0, 1))))
    assert all(sight.view is View.CLEAR for sight in sights)  # type: ignore[attr-defined]
    assert sights[-1].frames == tuple(range(1, LOOKS + 1))  # type: ignore[attr-defined]
    before = np.array(stage.eye.rest)
    stage.look(np.roll(stage.picture, (0, 4), axis=(0, 1)))
    assert np.abs(np.array(stage.eye.model.corners) - before - (4, 0)).max() < 1.0


def test_pictures_of_another_size_may_sway_too(stage: Stage) -> None:
    twice = cv2.resize(stage.picture, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    before = np.array(stage.eye.model.corners)
    stage.look(twice)
    assert stage.look(np.roll(twice, (6, -8), axis=(0, 1))).view is View.CLEAR  # type: ignore[attr-defined]
    assert np.abs(np.array(stage.eye.model.corners) - before - (-4, 3)).max() < 1.0


def test_where_pictures_come_seldom_what_has_changed_is_read_at_once(stage: Stage) -> None:
    stage.eye.see(Frame(stage.picture, 0.0, 0))
    stage.set(PLAYED)
    assert stage.eye.see(Frame(stage.picture, 1.0, 1)).view is View.CLEAR
    stage.set(START)
    assert stage.eye.see(Frame(stage.picture, 1.2, 2)).view is View.MOVING


def test_whoever_hides_most_of_the_board_covers_it_moving_or_not(stage: Stage) -> None:
    stage.look()
    height, width = stage.picture.shape[:2]
    someone = np.random.default_rng(7).integers(20, 60, (height, width, 1), np.uint8)
    _y, x = np.ogrid[:height, :width]
    for step in range(4):
        there = np.abs(x - width / 2 - 0.03 * width * step) < 0.35 * width
        sight = stage.look(np.where(there[..., None], someone, stage.picture))
        assert (sight.view, sight.observation) == (View.COVERED, None)  # type: ignore[attr-defined]
    stage.nets.maps.foreign[:, 20:] = 0.9
    for _ in range(2):
        sight = stage.look(np.where(there[..., None], someone, stage.picture))
    assert sight.view is View.COVERED  # type: ignore[attr-defined]
