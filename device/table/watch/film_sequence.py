"""The frames of films in sequence, as they were taken: with their own times, and the right way up;
and whether they are a time-lapse, told by how often on the board in them everything has changed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from engine.i18n import phrase
from vision.frame import Frame
from vision.motion.stillness import Stillness, window_of
from vision.rectify import Corners, rectifier

USUAL_RATE = 25.0
"""How many frames a second a film is taken to have that does not say it."""


def frames_of(paths: Sequence[Path], every: float | None = None) -> Iterator[Frame]:
    """The frames of films, one film after the other, numbers and times going on from each to the next.

    Times are those that every frame bears, for phones take fewer frames a second where it is dark; by the film's rate
    where frames bear none; `every` so many seconds in a time-lapse, whatever they bear. Raises CameraError where a film
    cannot be read.
    """
    number, begun = 0, 0.0
    for path in paths:
        first = number
        with _opened(path) as film:
            step = every or 1 / _rate(film)
            time = begun - step
            while True:
                more, picture = film.read()
                if not more:
                    break
                told = begun + film.get(cv2.CAP_PROP_POS_MSEC) / 1000
                time = told if every is None and time < told else time + step
                yield Frame(np.asarray(picture, np.uint8), time, number)
                number += 1
            begun = time + step
        if number == first:
            raise CameraError(phrase("{path} has no pictures in it; it may be damaged or no film", path=path))


def length_of(paths: Sequence[Path]) -> int:
    """How many frames films say that they have, all of them together. Raises CameraError."""
    total = 0
    for path in paths:
        with _opened(path) as film:
            total += max(0, int(film.get(cv2.CAP_PROP_FRAME_COUNT)))
    return total


def _rate(film: cv2.VideoCapture) -> float:
    rate = film.get(cv2.CAP_PROP_FPS)
    return rate if rate > 0 else USUAL_RATE


@contextmanager
def _opened(path: Path) -> Iterator[cv2.VideoCapture]:
    if not path.is_file():
        raise CameraError(phrase("there is no film {path}; give the path of a video file", path=path))
    film = cv2.VideoCapture(str(path))
    try:
        if not film.isOpened():
            raise CameraError(
                phrase(
                    "{path} cannot be opened as a film; convert it to MP4 (H.264) and try again", path=path
                )
            )
        yield film
    finally:
        film.release()


LOOKED_AT = 300
"""So many frames from its beginning on tell whether a film is a time-lapse."""
LIVELY = 3.5
"""So often in a second, on average, nobody comes to rest: thrown, moved and lifted takes seconds."""
SOME = 8
"""So often the board must have come to rest for that to be told."""
SUDDEN = 0.002
"""In so large a share of the board something changes in the last moment before it comes to rest in a
time-lapse; hands slow down before they rest.
"""
USUAL = 0.75
"""Between two frames of a time-lapse so many seconds have passed where nobody says how many: phones take one every half
second or second.
"""


def seconds_between(path: Path, corners: Corners) -> float | None:
    """How many seconds have passed from frame to frame of a film if it is a time-lapse; None: it plays as fast as life.

    Raises CameraError, PictureError.
    """
    stillness, laid = Stillness(), rectifier(corners)
    times: list[float] = []
    stirred: list[float] = []
    for frame in islice(frames_of([path]), LOOKED_AT):
        window = window_of(laid, frame.shape)
        thumb = window.thumb_of(frame)
        moves = stillness.moves(thumb)
        stirred.append(stillness.stirred if moves else 0.0)
        if not times:
            stillness.settle(thumb)
        times.append(frame.time)
        if len(times) == SOME and times[-1] * 2 * LIVELY > SOME:
            # there are too few frames a second for so much to happen in them
            return None
    rests = sum(before > SUDDEN and not now for before, now in pairwise(stirred))
    return USUAL if rests >= SOME and rests > LIVELY * (times[-1] - times[0]) else None
