"""The frames of films in sequence, as they were taken: with their own times, and the right way up."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from engine.i18n import phrase
from vision.frame import Frame

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
