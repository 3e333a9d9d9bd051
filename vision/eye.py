"""The eye: frames in, sights out; it reads a board only while nothing moves, and never the same scene for ever."""

import time
from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from vision.board_model import BoardModel
from vision.checkers import Top, find_tops, read_sites, sure_looks
from vision.detections import Detections
from vision.discs import find_discs
from vision.frame import Frame, Picture
from vision.observation import CubeFace, Die, Observation, View, fuse
from vision.palette import learn_palette
from vision.rectify import Rectifier
from vision.stillness import FEW, Thumb, Window, changed, is_dark, window_of

LOOKS = 5
"""How many looks at a still scene are fused; after them it is not looked at again until something moves."""
HAND_SHARE = 0.004
"""The share of the board that a foreign thing must cover to be one."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eye makes of a frame: the state of the scene and, where it is clear, what the board says.

    `frames`: the numbers of the frames that the observation was read from.
    """

    view: View
    observation: Observation | None = None
    frames: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One picture read: the observation, the checkers it rests on, and all that was found."""

    observation: Observation
    tops: tuple[Top, ...]
    detections: Detections
    view: View


def read_picture(model: BoardModel, picture: Picture) -> Observation:
    """What one picture says of the board."""
    return examine(model, picture).observation


def examine(model: BoardModel, picture: Picture) -> Reading:
    """What one picture says of the board, with all that it rests on."""
    return _examine(model, model.rectifier(picture.shape), picture)


class Eye:
    """Sees the frames of one camera, in order; reads while the scene is still and fuses up to five looks at it."""

    def __init__(self, model: BoardModel) -> None:
        self._model = model
        self._rectifier: Rectifier | None = None
        self._window: Window | None = None
        self._shape: tuple[int, ...] = ()
        self._thumb: Thumb | None = None
        self._key: Thumb | None = None
        self._looks: deque[Observation] = deque(maxlen=LOOKS)
        self._frames: deque[int] = deque(maxlen=LOOKS)
        self._sight = Sight(View.LOST)

    @property
    def model(self) -> BoardModel:
        """The model as it is now: a cold one learns the colours of its checkers from what it sees."""
        return self._model

    def see(self, frame: Frame | None) -> Sight:
        """What this frame shows; None (no frame came) is a lost view."""
        if frame is None:
            self._forget()
            return Sight(View.LOST)
        rectifier, window = self._placed(frame.picture)
        thumb = window.thumb(frame.picture)
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
        reading = _examine(self._model, rectifier, frame.picture)
        self._key = thumb if self._key is None else self._key
        if reading.view is not View.CLEAR:
            return Sight(reading.view)
        self._learn(reading)
        self._looks.append(reading.observation)
        self._frames.append(frame.number)
        self._sight = Sight(View.CLEAR, fuse(tuple(self._looks)), tuple(self._frames))
        return self._sight

    def _placed(self, picture: Picture) -> tuple[Rectifier, Window]:
        if self._rectifier is None or self._window is None or picture.shape != self._shape:
            self._rectifier = self._model.rectifier(picture.shape)
            self._window = window_of(self._rectifier, picture.shape)
            self._shape = picture.shape
            self._thumb = None
            self._forget()
        return self._rectifier, self._window

    def _forget(self) -> None:
        self._looks.clear()
        self._frames.clear()
        self._key = None

    def _learn(self, reading: Reading) -> None:
        if self._model.palette is None:
            palette = learn_palette(sure_looks(reading.tops))
            if palette is not None and min(palette.light.seen, palette.dark.seen) >= 3:
                self._model = replace(self._model, palette=palette)


def _examine(model: BoardModel, rectifier: Rectifier, picture: Picture) -> Reading:
    start = time.perf_counter()
    rectified = rectifier.rectify(picture)
    detections = _find(rectified, model)
    tops = find_tops(detections, rectified, model)
    sites = read_sites(tops, detections.foreign, model)
    dice: tuple[Die, ...] = ()
    cube: CubeFace | None = None
    view = View.HAND if float(np.mean(detections.foreign > 0.5)) > HAND_SHARE else View.CLEAR
    ms = (time.perf_counter() - start) * 1000
    return Reading(Observation(sites, dice, cube, True, ms), tops, detections, view)


def _find(rectified: Picture, model: BoardModel) -> Detections:
    spots = find_discs(rectified, model.checker, 0.38)
    return Detections(tops=tuple(replace(spot, score=min(1.0, spot.score * 1.6)) for spot in spots))
