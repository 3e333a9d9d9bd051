"""Printed markers stuck on a board's frame: where they are in a picture, and where the board is by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.rectify import UNIT, Bend, Corners, Matrix, Rectifier, as_corners, transform

PLACES = ("far-left", "far-right", "near-right", "near-left")
"""Which corner each of the markers 0 to 3 is stuck at, as the near player sees the board."""
SPREAD = 0.5
"""Markers tell where a board is only where they lie so far apart, in board coordinates."""
LARGEST_ERROR = 0.012
"""How far markers may lie from where they should, in widths of the board, before one of them was moved."""

Tags: TypeAlias = Mapping[int, NDArray[np.float64]]
"""Number of a marker to the 4x2 pixels of its corners, its own left upper one first, clockwise."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on a board's frame: its number (0-3, see `PLACES`) and its four corners in board coordinates."""

    number: int
    corners: tuple[tuple[float, float], ...]


def dictionary() -> cv2.aruco.Dictionary:
    """The family of the markers (Garrido-Jurado et al. 2014): 4x4 squares, of which there are 50."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def find_tags(picture: Picture) -> Tags:
    """The markers 0 to 3 in a picture; one that is seen twice is left out, for nobody knows which is meant."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # four squares of sixteen may be misread in this family; a pattern of felt must not become a marker
    settings.errorCorrectionRate = 0.3
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary(), settings).detectMarkers(picture)
    seen = [] if numbers is None else [int(number) for number in np.ravel(numbers)]
    return {
        number: np.asarray(pixels, dtype=np.float64).reshape(4, 2)
        for number, pixels in zip(seen, corners, strict=True)
        if number < len(PLACES) and seen.count(number) == 1
    }


def quarter_turns(tags: Tags) -> int | None:
    """How many quarter turns to the left bring a picture upright, with the near side at the bottom; None: unknown."""
    middles = {number: pixels.mean(axis=0) for number, pixels in tags.items()}
    across = [middles[b] - middles[a] for a, b in ((0, 1), (3, 2)) if a in middles and b in middles]
    along = [middles[b] - middles[a] for a, b in ((0, 3), (1, 2)) if a in middles and b in middles]
    # what runs down the picture would run across it after a quarter turn to the left
    steps = [*across, *(np.array([y, -x]) for x, y in along)]
    if not steps:
        return None
    x, y = np.mean([step / np.linalg.norm(step) for step in steps], axis=0)
    return int(np.round(np.degrees(np.arctan2(y, x)) / 90)) % 4


def markers_of(tags: Tags, rectifier: Rectifier) -> tuple[Marker, ...]:
    """Where the markers in a picture lie on the board."""
    return tuple(
        Marker(number, tuple((float(u), float(v)) for u, v in rectifier.board(tags[number])))
        for number in sorted(tags)
    )


def corners_by(markers: Sequence[Marker], tags: Tags, bend: Bend | None = None) -> Corners | None:
    """Where the corners of the playing surface are by the markers seen; None where they do not tell.

    At least two must be seen that lie far apart, and none beside where the others have it. The markers lie as high as
    the frame, so that a camera that has been carried far sees the corners a little beside these. `bend`: what the
    lens does to the picture.
    """
    known = {marker.number: marker for marker in markers}
    both = [number for number in sorted(tags) if number in known]
    if len(both) < 2:
        return None
    places = np.concatenate([np.array(known[number].corners) for number in both])
    pixels = np.concatenate([tags[number] for number in both])
    if bend is not None:
        pixels = bend.straight(pixels)
    if min(np.ptp(places, axis=0)) < SPREAD:
        return None
    found, _ = cv2.findHomography(places, pixels)
    if found is None:
        return None
    to_pixels: Matrix = np.asarray(found, dtype=np.float64)
    corners = transform(to_pixels, UNIT)
    wide = float(np.linalg.norm(corners[1] + corners[2] - corners[0] - corners[3])) / 2
    if np.linalg.norm(transform(to_pixels, places) - pixels, axis=1).max() > LARGEST_ERROR * wide:
        return None
    return as_corners(corners if bend is None else bend.bent(corners))
