"""The eye: frames in, sights out; it reads a board only while nothing moves, and never the same scene for ever."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol, TypeVar

import cv2
import numpy as np

from engine.board import Shape, View
from vision.background import weighed
from vision.board_model import BoardModel
from vision.checkers import Top, find_tops, read_sites, settle, sure_looks
from vision.cube import read_cube
from vision.detections import Detections, from_maps
from vision.dice import look_at_dice, read_dice, upright
from vision.follow import Find, Whereabouts
from vision.frame import Frame, Picture
from vision.nets import Nets
from vision.observation import CubeFace, Observation, fuse
from vision.palette import kind_chances, learn_palette
from vision.rectify import Rectifier
from vision.squares.ground import Ground
from vision.squares.learning import learn_squares
from vision.squares.observation import Seen, SquareObservation, fuse_squares
from vision.squares.reading import SquareReading, examine_squares, read_squares
from vision.stillness import FEW, Thumb, Window, changed, is_dark, window_of

LOOKS = 5
"""How many looks at a still scene are fused; after them it is not looked at again until something moves."""
FEW_CHECKERS, ENOUGH = 3, 10
"""From so many checkers of either kind colours are learned, and from so many they are known for good."""
FOREIGN_SHARE = 0.004
"""The share of the rectified picture that a foreign thing must cover to be one."""
RIM = 3
"""How near to the rim of the maps, in cells, a foreign thing reaches that comes in from outside."""
PATIENCE = 3.0
"""After how many seconds without movement what lies on the board is taken to stay there, and read around."""
CUBE_ROOM = (0.5, 0.75)
"""Within how many diameters of a checker from the cube's upper face no checker and no die can have its own."""
COVERED_SHARE = 0.3
"""The share of the picture from which on what lies on the board leaves nothing worth reading."""


T = TypeVar("T")


class Timed(Protocol):
    """Does one stage of a reading, and may look at the clock meanwhile."""

    def __call__(self, stage: str, do: Callable[[], T], /) -> T:
        """What the stage makes."""


def untimed(_stage: str, do: Callable[[], T], /) -> T:
    """Does a stage of a reading, no more."""
    return do()


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eye makes of a frame: the state of the scene and, where it is clear, what the board says.

    `frames`: the numbers of the frames that the observation was read from.
    """

    view: View
    observation: Seen | None = None
    frames: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One picture read: the observation, the checkers it rests on, and all that was found."""

    observation: Observation
    tops: tuple[Top, ...]
    detections: Detections
    view: View


def read_picture(model: BoardModel, picture: Picture, nets: Nets | None = None) -> Seen:
    """What one picture says of the board; `nets`: those that come with Tableside unless given."""
    if model.shape is Shape.TAFL:
        return examine_squares(model, picture, nets or own_nets()).observation
    return examine(model, picture, nets).observation


def examine(model: BoardModel, picture: Picture, nets: Nets | None = None, timed: Timed = untimed) -> Reading:
    """What one picture says of a board of points, with all that it rests on.

    `timed` does the stages: rectify, board, dice, cube, checkers.
    """
    return _examine(model, nets or own_nets(), model.rectifier(picture.shape), picture, timed=timed)


@lru_cache(maxsize=1)
def own_nets() -> Nets:
    """The networks that come with Tableside, loaded once."""
    return Nets.load()


class Eye:
    """Sees the frames of one camera, in order; reads while the scene is still and fuses up to five looks at it.

    `find` finds the corners anew in a picture where board or camera were moved too far to be followed.
    """

    def __init__(self, model: BoardModel, nets: Nets | None = None, find: Find | None = None) -> None:
        self._model = model
        self._nets = nets or own_nets()
        self._whereabouts = Whereabouts(self._nets, find)
        self._blind: View | None = None
        self._rectifier: Rectifier | None = None
        self._window: Window | None = None
        self._shape: tuple[int, ...] = ()
        self._thumb: Thumb | None = None
        self._key: Thumb | None = None
        self._since = 0.0
        self._cube: CubeFace | None = None
        self._looks: deque[Seen] = deque(maxlen=LOOKS)
        self._frames: deque[int] = deque(maxlen=LOOKS)
        self._ground: Ground | None = None
        self._sight = Sight(View.LOST)

    @property
    def model(self) -> BoardModel:
        """The model as it is now: a cold one learns the colours of its checkers from what it sees, and its corners
        follow a board that is pushed.
        """
        return self._model

    def see(self, frame: Frame | None) -> Sight:
        """What this frame shows; None (no frame came) is a lost view."""
        if frame is None:
            self._forget()
            return Sight(View.LOST)
        rectifier, window = self._placed(frame.shape)
        thumb = window.thumb_of(frame)
        before, self._thumb = self._thumb, thumb
        if is_dark(thumb):
            self._forget()
            return Sight(View.DARK)
        if before is not None and changed(before, thumb) >= FEW:
            self._forget()
            return Sight(View.MOVING)
        if self._key is not None and changed(self._key, thumb) >= FEW:
            self._forget()
        if len(self._looks) == LOOKS:
            return self._sight
        if self._key is None:
            self._key, self._since = thumb, frame.time
            rectifier = self._settled(rectifier, frame)
        elif self._whereabouts.is_due(frame.time):
            rectifier = self._settled(rectifier, frame)
        if self._blind is not None:
            return Sight(self._blind)
        earlier = self._looks[0] if self._looks else None
        reading = self._read(self._model, rectifier, frame.picture, earlier)
        if reading.view is not View.CLEAR and not self._may_read(reading, frame.time):
            return Sight(reading.view)
        self._learn(reading)
        self._cube = reading.observation.cube or self._cube
        self._looks.append(reading.observation)
        self._frames.append(frame.number)
        self._sight = Sight(View.CLEAR, self._fused(), tuple(self._frames))
        if len(self._looks) == 1:
            self._whereabouts.remember(self._model, frame.picture, reading.observation)
        return self._sight

    def _read(
        self, model: BoardModel, rectifier: Rectifier, picture: Picture, earlier: Seen | None = None
    ) -> Reading | SquareReading:
        """Reads a picture; `earlier`: the first look at the same still scene."""
        if model.shape is Shape.TAFL:
            return read_squares(model, self._nets, rectifier, picture, self._ground)
        before = earlier if isinstance(earlier, Observation) else None
        return _examine(model, self._nets, rectifier, picture, before, self._cube)

    def _fused(self) -> Seen:
        """What all looks at the still scene say together."""
        squares = [each for each in self._looks if isinstance(each, SquareObservation)]
        return (
            fuse_squares(squares)
            if squares
            else fuse([each for each in self._looks if isinstance(each, Observation)])
        )

    def _may_read(self, reading: Reading | SquareReading, now: float) -> bool:
        """Whether to read around what lies on the board: it has lain there for a while, and leaves enough to see."""
        waited = now - self._since > PATIENCE
        return reading.view is View.COVERED and waited and _covered(reading) < COVERED_SHARE

    def _settled(self, rectifier: Rectifier, frame: Frame) -> Rectifier:
        """The homographies of the board where it lies now, which is found out once for every still scene, or once more
        where the corners could not be searched at first.
        """
        picture = frame.picture

        def read(model: BoardModel) -> Seen:
            return self._read(model, model.rectifier(picture.shape), picture).observation

        model = self._whereabouts.settle(self._model, picture, read, self._since, frame.time)
        self._blind = None
        if model is None:
            reading = self._read(self._model, rectifier, picture)
            self._blind = View.MOVED if _covered(reading) < COVERED_SHARE else reading.view
            return rectifier
        has_moved = model.corners != self._model.corners
        self._model = model
        if has_moved:
            self._rectifier = rectifier = model.rectifier(picture.shape)
            self._window = window_of(rectifier, picture.shape)
            self._thumb = self._key = self._window.thumb_of(frame)
        return rectifier

    def _placed(self, shape: tuple[int, ...]) -> tuple[Rectifier, Window]:
        if self._rectifier is None or self._window is None or shape != self._shape:
            self._rectifier = self._model.rectifier(shape)
            self._window = window_of(self._rectifier, shape)
            self._shape = shape
            self._thumb = self._cube = None
            self._forget()
        return self._rectifier, self._window

    def _forget(self) -> None:
        self._looks.clear()
        self._frames.clear()
        self._key = None

    def _learn(self, reading: Reading | SquareReading) -> None:
        """Learns the colours of the checkers until enough of both kinds have been seen; light stays light."""
        if isinstance(reading, SquareReading):
            self._model, self._ground = learn_squares(reading, self._model, self._ground)
            return
        known = self._model.palette
        if known is not None and min(known.light.seen, known.dark.seen) >= ENOUGH:
            return
        palette = learn_palette(sure_looks(reading.tops))
        if palette is None or min(palette.light.seen, palette.dark.seen) < FEW_CHECKERS:
            return
        if known is not None and min(palette.light.seen, palette.dark.seen) <= min(
            known.light.seen, known.dark.seen
        ):
            return
        if known is not None:
            kinds = kind_chances(np.array([palette.light.mean, palette.dark.mean]), known)
            if kinds[0] < 0.9 or kinds[1] > 0.1:
                return
        self._model = replace(self._model, palette=palette)


def _examine(
    model: BoardModel,
    nets: Nets,
    rectifier: Rectifier,
    picture: Picture,
    before: Observation | None = None,
    last: CubeFace | None = None,
    timed: Timed = untimed,
) -> Reading:
    """Reads a picture; `before`: of the same still scene, whose cube is not looked at again; `last`: the last cube."""
    start = time.perf_counter()
    rectified = timed("rectify", lambda: rectifier.rectify(picture))
    found = timed("board", lambda: from_maps(nets.board(rectified)))
    traces = timed(
        "dice", lambda: look_at_dice(found.dice, nets, picture, rectifier, upright(rectifier, model))
    )
    if before is not None:
        cube = before.cube
    else:
        cube = timed("cube", lambda: read_cube(found.cubes, nets, picture, rectifier, model, last, traces))
    kept = found
    if cube is not None:
        u, v = rectifier.board(np.array([cube.px]))[0]
        traces = tuple(trace for trace in traces if trace.spot.away(u, v, model.checker) > CUBE_ROOM[1])
        kept = replace(
            found, tops=tuple(spot for spot in found.tops if spot.away(u, v, model.checker) > CUBE_ROOM[0])
        )
    detections = timed("checkers", lambda: weighed(kept, rectified, model))
    tops = timed(
        "checkers", lambda: settle(find_tops(detections, rectified, model), detections.foreign, model)
    )
    dice = timed("dice", lambda: read_dice(traces, rectifier, model, tops))
    sites = timed("checkers", lambda: read_sites(tops, detections.foreign, model))
    ms = (time.perf_counter() - start) * 1000
    return Reading(Observation(sites, dice, cube, True, ms), tops, detections, _view(detections))


def _covered(reading: Reading | SquareReading) -> float:
    """The share of the picture that foreign things cover."""
    return float(np.mean(reading.detections.foreign > 0.5))


def _view(detections: Detections) -> View:
    """HAND where something comes in over the edge, COVERED where something lies on the board, else CLEAR."""
    mask = (detections.foreign > 0.5).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    height, width = mask.shape
    view = View.CLEAR
    for label in range(1, count):
        x, y, wide, high, area = (int(n) for n in stats[label])
        if area < FOREIGN_SHARE * mask.size:
            continue
        if min(x, y, width - x - wide, height - y - high) <= RIM:
            return View.HAND
        view = View.COVERED
    return view
