"""How much light there is: too little to read by, or so little that pictures are made brighter before they are read."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.motion.anchor import Level

Tone = NDArray[np.uint8]
"""How bright each of 256 grey levels is to be."""
BLACK, FLAT = 20.0, 7.0
"""The mean grey level and the standard deviation, in grey levels, below which a picture shows too little to be read.

Of boards in a lit room the darkest has a mean of 60, the palest a deviation of 36; in a quarter of that light they are
made brighter and read.
"""
DIM = 0.35
"""A board that has so small a share of its usual light is not read: a lamp has been switched off."""
BRIGHT = 1.2
"""By this factor the light must come back above what was dim, so that it does not flicker to and fro."""
ACCUSTOMED = 20.0
"""After so many seconds of less light that is the usual one: a picture that still shows something is read by it."""
USUAL_SECONDS = 10.0
"""The usual light is that of the last so many seconds."""
PLAIN, TOP = 128.0, 99
"""So bright (grey levels) is the brightest of a hundred places of a board, in one of its colours, at least: on 709
pictures in usual light at least 137.
"""
MOST = 8.0
"""No shade is made more than so many times as bright: in less light than that its noise is all that shows."""
SUNLESS, MANY = 64.0, 40
"""Of a hundred places of a board so many are darker than this (grey levels) only where most of it lies in the dark
beside a beam of sun (and on five of those 709 pictures): dark shades are then made brighter than bright ones.
"""
BENT = 0.45
"""A tone is bent at most so much, as an exponent from 0 to 1: a beam five times as bright is twice as bright then."""
LEVELS = 255.0
"""The brightest grey level."""
EVERY = 4
"""Of every so many pixels, each way, one is looked at."""


class LightMeter:
    """Follows the light on one board, from thumb to thumb of it."""

    def __init__(self) -> None:
        self._usual: float | None = None
        self._dim_since: float | None = None
        self._before = 0.0

    def is_dark(self, thumb: Level, time: float) -> bool:
        """Whether there is too little light in a thumb to read by; `time` in seconds."""
        few = thumb[::4, ::4]
        level = float(few.mean())
        passed, self._before = time - self._before, time
        if level < BLACK and float(few.std()) < FLAT:
            self._dim_since = time if self._dim_since is None else self._dim_since
            return True
        usual = self._usual
        bound = DIM if self._dim_since is None else DIM * BRIGHT
        if usual is not None and level < bound * usual:
            self._dim_since = time if self._dim_since is None else self._dim_since
            if 0 <= time - self._dim_since < ACCUSTOMED:
                return True
            usual = None
        self._dim_since = None
        share = min(1.0, max(0.0, passed / USUAL_SECONDS))
        self._usual = level if usual is None else usual + (level - usual) * share
        return False


def brightening(board: Picture) -> Tone | None:
    """How bright each grey level of a picture of a playing surface is to be made; None: it is as it should be."""
    many, top = np.percentile(board[::EVERY, ::EVERY].max(axis=2), (MANY, TOP))
    gain = min(max(1.0, PLAIN / max(float(top), 1.0)), MOST)
    lit = max(gain * float(many), 1.0)
    bend = max(math.log(SUNLESS / LEVELS) / math.log(lit / LEVELS), BENT) if lit < SUNLESS else 1.0
    if gain == bend == 1.0:
        return None
    levels = np.arange(256)
    bent = np.clip(levels * gain / LEVELS, 0, 1) ** bend * LEVELS
    return np.asarray(np.rint(np.minimum(bent, levels * MOST)), np.uint8)


def brightened(picture: Picture, tone: Tone | None) -> Picture:
    """A picture in such a tone."""
    return picture if tone is None else np.asarray(cv2.LUT(picture, tone), np.uint8)
