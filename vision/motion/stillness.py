"""A cheap look at every frame, before it is read: whether anything moves."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import GLIMPSE, Frame, Picture
from vision.motion.anchor import STEADY, Anchor, Level, warped
from vision.rectify import Corners, Matrix, Rectifier, as_corners, transform

LARGEST = 360
"""A thumb is at most so many pixels wide: of larger pictures more pixels go into one of it."""
CHANGE = 9.0
"""How many grey levels the mean of 3x3 pixels of a thumb must change by to have moved."""
DEVIATIONS = 5.5
"""By how many standard deviations of the noise it must change at least."""
NOISY = 30.0
"""How many grey levels are movement in the noisiest picture."""
BANDED, FLICKER = (0.5, 2.0), 0.04
"""By what factors light may change from frame to frame in one row of a picture; by how much more in one row than in
another it must, to be looked at.
"""
SOFT = 20
"""A band fades over such a part of a picture at least."""
WHITE = 128.0
"""Of what is as bright as this (grey levels, the mean of many pixels) half may be as bright as a camera can tell."""
FEW = 4
"""How many changed places (of those looked at) are movement."""
SLACK = 0.2
"""By so many pixels of a thumb edges may lie off where a board sways: parts of it lie higher than others."""
LEAST = 0.08
"""By so many pixels of a thumb a board must lie elsewhere for that to be looked at."""
SMALLEST = 16
"""A thumb of fewer rows or columns is no anchor."""
SEEN = 0.3
"""By so many pixels of a thumb a board must lie elsewhere for people to see it."""
FAR = 4.0
"""An anchor that lies so many pixels of a thumb elsewhere is taken anew."""
FRESH = 0.8
"""Where a smaller share of its places agrees, an anchor is taken anew."""


Changes = Callable[[Level, Level, float], int]
"""In how many places a thumb differs from the one before it; edges may lie off by so many pixels."""


@dataclass(frozen=True, slots=True)
class Window:
    """Where a board lies in a picture, its frame included: rows `top` to `bottom`, columns `left` to `right`,
    all of them multiples of `step`, the number of pixels across that go into one of a thumb.
    """

    top: int
    bottom: int
    left: int
    right: int
    step: int = GLIMPSE

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a thumb."""
        return (self.right - self.left) // self.step, (self.bottom - self.top) // self.step

    def thumb(self, picture: Picture) -> Level:
        """The grey levels (green) in the window, smoothed: every one the mean of so many
        pixels that noise hardly shows.
        """
        # of a large picture rows are left out: there are enough pixels even so
        part = picture[self.top : self.bottom : self.step // GLIMPSE, self.left : self.right]
        return self._smoothed(np.asarray(cv2.extractChannel(part, 1), np.uint8))

    def thumb_of(self, frame: Frame) -> Level:
        """The same of a frame: from its glimpse where it has one, so that its picture need not be taken."""
        glimpse = frame.glimpse
        if glimpse is None:
            return self.thumb(frame.picture)
        top, bottom, left, right = (n // GLIMPSE for n in (self.top, self.bottom, self.left, self.right))
        return self._smoothed(np.ascontiguousarray(glimpse[top:bottom, left:right, 1]))

    def _smoothed(self, green: Picture) -> Level:
        small = cv2.resize(green, self.size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.blur(small.astype(np.float32), (3, 3)))

    def moved(self, corners: Corners, pose: Matrix) -> Corners:
        """Corners in the picture of a thumb's anchor as they lie in that of a thumb with this pose."""
        middle = (self.step - 1) / 2
        full = np.array([[self.step, 0, self.left + middle], [0, self.step, self.top + middle], [0, 0, 1]])
        return as_corners(transform(full @ pose @ np.linalg.inv(full), np.array(corners)))


def window_of(rectifier: Rectifier, shape: tuple[int, ...], margin: float = 0.06) -> Window:
    """The window of a board, a share of its size wider on every side."""
    low, high = -margin, 1 + margin
    rim = rectifier.line(np.array([[low, low], [high, low], [high, high], [low, high]]), closed=True)
    (left, top), (right, bottom) = rim.min(axis=0), rim.max(axis=0)
    height, width = shape[:2]
    left, right, top, bottom = (
        max(0, int(left)),
        min(width, int(right) + 1),
        max(0, int(top)),
        min(height, int(bottom) + 1),
    )
    step = GLIMPSE * max(1, -(-(right - left) // (LARGEST * GLIMPSE)))
    left, top = left // step * step, top // step * step
    return Window(
        top, max(top + step, bottom // step * step), left, max(left + step, right // step * step), step
    )


@dataclass(frozen=True, slots=True, eq=False)
class _AnchoredPicture:
    """A thumb laid on the anchor; `rim`: so many rows and columns at its edge may have been beyond the window."""

    level: Level
    rim: int


class Stillness:
    """Tells of one thumb after the other whether something has moved on the board, which
    may itself sway in the picture.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forgets everything: another window is looked at."""
        self._anchor: Anchor | None = None
        self._pose, self._agreed, self._found = STEADY, 1.0, True
        self._last: _AnchoredPicture | None = None
        self._scene: _AnchoredPicture | None = None
        self._stirred = 0.0

    @property
    def stirred(self) -> float:
        """In how large a share of the last thumb something has changed since the one before it."""
        return self._stirred

    @property
    def hides(self) -> bool:
        """Whether so much has changed in the last thumb that the board cannot be made out in it."""
        return not self._found

    @property
    def pose(self) -> Matrix:
        """Where in the last thumb its anchor lies (3x3, pixels of a thumb)."""
        return self._pose

    @property
    def has_scene(self) -> bool:
        """Whether the last thumb shows the scene that was kept."""
        return self._scene is not None

    def moves(self, thumb: Level) -> bool:
        """Whether something has moved since the last thumb; a kept scene that is no longer seen is let go of."""
        last, scene, before = self._last, self._scene, (self._pose, self._agreed)
        now = there = self._anchored(thumb, self._pose)
        self._found = True
        off, other = _both_off(last, scene, now, changed)
        if max(off, other) >= FEW and self._finds(thumb):
            now = self._anchored(thumb, self._pose)
            off, other = _both_off(last, scene, now, changed)
        if max(off, other) >= FEW:
            off, other = _both_off(last, scene, there, changed_in_bands)
            if max(off, other) < FEW:
                # bands had been taken for a board that lies elsewhere
                now, (self._pose, self._agreed) = there, before
            elif now is not there:
                off, other = _both_off(last, scene, now, changed_in_bands)
        self._last, self._stirred = now, off / now.level.size
        if max(off, other) >= FEW:
            self._scene = None
        return off >= FEW

    @property
    def is_off(self) -> bool:
        """Whether in the last thumb its anchor lies elsewhere, by so much that it can be seen."""
        return self._anchor is not None and self._anchor.apart(self._pose, STEADY) > SEEN

    @property
    def is_stale(self) -> bool:
        """Whether the last thumb had better be the anchor."""
        return self._anchor is None or self._agreed < FRESH or self._anchor.apart(self._pose, STEADY) > FAR

    def lay(self, thumb: Level) -> None:
        """Finds out exactly where the anchor lies in the last thumb, given once more."""
        if self._finds(thumb):
            self._last = self._anchored(thumb, self._pose)

    def _finds(self, thumb: Level) -> bool:
        """Finds the anchor in a thumb; whether it is elsewhere than it was."""
        if self._anchor is None:
            return False
        pose, agreed = self._anchor.pose(thumb, self._pose)
        self._found = agreed > 0
        if not agreed or self._anchor.apart(pose, self._pose) < LEAST:
            return False
        self._pose, self._agreed = pose, agreed
        return True

    def keep(self) -> None:
        """The last thumb shows a scene that may stay."""
        self._scene = self._last

    def settle(self, thumb: Level) -> None:
        """The last thumb, given once more, is the anchor from now on, and the scene that is kept."""
        self._anchor = Anchor(thumb) if min(thumb.shape) > SMALLEST else None
        self._pose, self._agreed = STEADY, 1.0
        self._last = self._scene = _AnchoredPicture(thumb, 0)

    def let_go(self) -> None:
        """The scene that was kept may be another."""
        self._scene = None

    def _anchored(self, thumb: Level, pose: Matrix) -> _AnchoredPicture:
        if self._anchor is None or pose is STEADY:
            return _AnchoredPicture(thumb, 0)
        return _AnchoredPicture(warped(thumb, pose), int(self._anchor.apart(pose, STEADY)) + 2)


def _both_off(
    last: _AnchoredPicture | None, scene: _AnchoredPicture | None, now: _AnchoredPicture, changes: Changes
) -> tuple[int, int]:
    """In how many places a thumb differs from the last, and from the scene that was kept; 0 where there is none."""
    off, other = (0 if each is None else _differing(each, now, changes) for each in (last, scene))
    return off, other


def _differing(one: _AnchoredPicture, other: _AnchoredPicture, changes: Changes) -> int:
    """In how many places two thumbs differ that are laid on the anchor."""
    rim = max(one.rim, other.rim)
    if not rim:
        return changes(one.level, other.level, 0.0)
    height, width = one.level.shape
    inner = np.s_[rim : height - rim, rim : width - rim]
    return changes(one.level[inner], other.level[inner], SLACK)


def changed(before: Level, after: Level, slack: float = 0.0) -> int:
    """How many places have changed, an even change of the light set aside; edges may lie off by `slack` pixels."""
    level = float(before[::4, ::4].mean())
    gain = float(np.clip(after[::4, ::4].mean() / max(level, 1.0), 0.8, 1.25))
    return _beyond(np.asarray(cv2.addWeighted(after, 1.0, before, -gain, 0.0), np.float32), before, slack)


def changed_in_bands(before: Level, after: Level, slack: float = 0.0) -> int:
    """The same where the light may have changed from row to row, or from column to column: lamps flicker with the
    mains, and a shutter that rolls shows that as bands.
    """
    counts = [changed(before, after, slack)]
    for along in (1, 0):
        gains = _bands(before, after, along)
        if np.ptp(gains) > FLICKER:
            counts.append(_beyond(_unlike(before, after, gains), before, slack))
    return min(counts)


def _bands(before: Level, after: Level, along: int) -> Level:
    """By how much the light has changed in each row of a thumb (`along` 1: Hx1) or in each column (0: 1xW): not by
    much more than in the rows beside it, as it would where an arm reaches all over the board.
    """
    few = np.s_[:, ::8] if along else np.s_[::8]
    gains = np.median((after[few] + 1) / (before[few] + 1), axis=along, keepdims=True)
    wide = max(3, gains.size // SOFT)
    smooth = cv2.blur(np.clip(gains, *BANDED), (1, wide) if along else (wide, 1))
    return np.asarray(smooth.reshape(gains.shape), np.float32)


def _unlike(before: Level, after: Level, gains: Level) -> Level:
    """How much brighter places are than light that has changed by `gains` makes them; places that may be as bright as
    a camera can tell may have changed by less than the light has.
    """
    lit = before * gains
    less = np.where(np.maximum(before, after) >= WHITE, before, lit)
    return np.asarray(after - np.clip(after, np.minimum(lit, less), np.maximum(lit, less)), np.float32)


def _beyond(difference: Level, before: Level, slack: float) -> int:
    """In how many places two thumbs differ by more than noise, and edges that lie a little off, tell."""
    few = difference[::8, ::8]
    middle = float(np.median(few))
    noise = 1.4826 * float(np.median(np.abs(few - middle)))
    bound = min(max(CHANGE, DEVIATIONS * noise), NOISY)
    off = np.abs(difference - middle)
    many = int(np.count_nonzero(off > bound))
    return int(np.count_nonzero(off > bound + slack * _slope(before))) if slack and many else many


def _slope(level: Level) -> Level:
    """By how many grey levels a thumb changes from pixel to pixel."""
    x, y = (cv2.Sobel(level, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(x, y), np.float32)
