"""One picture of a camera or a film, with its time."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.i18n import phrase
from vision.errors import PictureError

Picture: TypeAlias = NDArray[np.uint8]
"""HxWx3 uint8, blue green red."""
FloatArray: TypeAlias = NDArray[np.floating[Any]]
"""An array of floating-point numbers of any shape."""
Mask: TypeAlias = NDArray[np.bool_]
"""Where something is so in a picture, a map or a list of places; any shape."""


GLIMPSE = 4
"""A glimpse is so many times smaller than its picture, each way."""


class Exposure:
    """A picture that a camera holds for a moment, and the glimpse of it that was taken at once.

    `take` gets it from the camera; `shape`: of what it gets. After `let_go` nothing is asked of the camera any more.
    """

    def __init__(self, glimpse: Picture, shape: tuple[int, ...], take: Callable[[], Picture]) -> None:
        self.glimpse, self.shape = glimpse, shape
        self._take: Callable[[], Picture] | None = take
        self._picture: Picture | None = None
        self._lock = Lock()

    @property
    def picture(self) -> Picture:
        """The picture; the glimpse of it, enlarged, where nobody asked while the camera held it. From any thread."""
        with self._lock:
            if self._picture is None:
                self._picture = self._take() if self._take else self._enlarged()
                self._take = None
            return self._picture

    def let_go(self) -> None:
        """The camera goes on to its next picture; waits while somebody is taking this one."""
        with self._lock:
            self._take = None

    def _enlarged(self) -> Picture:
        height, width = self.shape[:2]
        return np.asarray(cv2.resize(self.glimpse, (width, height)), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (HxWx3 uint8 BGR), its time in seconds from the source's own start, and its number from 0."""

    taken: Picture | Exposure
    time: float
    number: int

    @property
    def picture(self) -> Picture:
        """The picture in full, which is taken now where the camera still holds it."""
        return self.taken.picture if isinstance(self.taken, Exposure) else self.taken

    @property
    def glimpse(self) -> Picture | None:
        """The picture GLIMPSE times smaller, where the camera gave it besides; None: there is only the picture."""
        return self.taken.glimpse if isinstance(self.taken, Exposure) else None

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the picture, which is not taken for it."""
        return self.taken.shape

    def at(self, time: float, number: int) -> "Frame":
        """The same picture at another time, under another number."""
        return Frame(self.taken, time, number)


def load_picture(path: Path | str) -> Picture:
    """The picture stored in a file; PictureError where there is none that can be opened."""
    try:
        data = np.frombuffer(Path(path).read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise PictureError(
            phrase(
                "{path} cannot be read ({strerror}): check the name of the file.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise PictureError(
            phrase("{path} is not a picture that can be opened: use a JPEG or PNG file.", path=path)
        )
    return np.asarray(picture, dtype=np.uint8)
