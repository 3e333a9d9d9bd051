"""The ground of a board of squares: what its squares look like when they are empty, and how strange they look now."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import EMPTY_SIZE, BoardModel
from vision.frame import FloatArray, Picture
from vision.rectify import SPAN_X, SPAN_Y, WIDTH, canvas_of
from vision.squares.men import Men, raised_middles
from vision.squares.square_geometry import PITCH, SQUARES, squares_of

REACH = 0.5
"""How far round the place of a man the ground is looked at, in widths of a square."""
EVEN, EVEN_NOISE = 4.0, 2.5
"""A difference that is as likely a man as a shadow: so many grey levels, and so many
times that of the empty squares.
"""
MOST_EVEN = 1.8
"""How much larger than that it is at most where men differ from the ground more than that."""
SURE, FEW_MEN = 0.9, 3
"""By so many men that are as likely as this, by their shape alone, it is known how much men differ from the ground."""
STEEPNESS = 5.0
"""How fast the odds grow with the difference."""
LEAST, MOST = -10.0, 2.5
"""What the ground can say at most against a man, and for one: what is not there is sure,
what is there may be a shadow.
"""
GAINS = (0.3, 1.6)
"""How much weaker and stronger a square's pattern may be in another light."""
BARE = 0.004
"""Of squares less likely to hold a man than this the looks are kept."""
FAINT = 0.25
"""Not of those in which the network alone sees one more likely than this."""
FEW = 8
"""By fewer empty squares than this nothing is known of a picture's noise."""

SAME = 9.0
"""What differs less than this from how it looked before, in Lab, is the same."""

_SCALE = EMPTY_SIZE[0] / WIDTH


@dataclass(frozen=True, slots=True, eq=False)
class SquareGround:
    """The empty board seen from above (192x256x3 uint8 BGR), true of those of the 81 squares that are `known`."""

    picture: Picture
    known: NDArray[np.bool_]


def ground_of(model: BoardModel) -> SquareGround | None:
    """The ground that a calibration told; None where it told none."""
    picture = model.empty_picture()
    if picture is None:
        return None
    known = np.zeros(SQUARES, dtype=bool)
    known[list(range(SQUARES) if model.bare is None else model.bare)] = True
    return SquareGround(picture, known)


def small(rectified: Picture) -> Picture:
    """A canvas (512x384) as small as a ground is."""
    return np.asarray(cv2.resize(rectified, EMPTY_SIZE, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def ground_evidence(
    ground: SquareGround | None, rectified: Picture, men: Men, model: BoardModel
) -> FloatArray:
    """81 log-likelihood ratios: what the difference from the ground says for a man; NaN where it is not known."""
    if ground is None or not ground.known.any():
        return np.full(SQUARES, np.nan)
    strange = _strangeness(ground.picture, small(rectified), model)
    bare = ground.known & (men.scores < 0.5)
    usual = float(np.median(strange[bare if bare.sum() >= FEW else ground.known]))
    even = EVEN + EVEN_NOISE * usual
    taken = strange[ground.known & (men.scores > SURE)]
    if len(taken) >= FEW_MEN:
        # Half-way, as ratios go, from an empty square to the plainest of the men.
        even = float(np.clip(np.sqrt((usual + 1) * np.quantile(taken, 0.2)), even, MOST_EVEN * even))
    odds = STEEPNESS * np.log(np.maximum(strange, 1e-3) / even)
    return np.where(ground.known, np.clip(odds, LEAST, MOST), np.nan)


def as_before(ground: SquareGround | None, rectified: Picture, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Where a canvas looks as it does in the ground's picture, in cells of maps
    (height, width): nothing new is there.
    """
    if ground is None:
        return np.zeros(shape, dtype=bool)
    size = (shape[1], shape[0])
    before, after = (
        cv2.cvtColor(cv2.resize(each, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB).astype(
            np.float32
        )
        for each in (ground.picture, rectified)
    )
    before[:, :, 0] *= float(np.median(after[:, :, 0] / np.maximum(before[:, :, 0], 1.0)))
    before[:, :, 1:] += np.median(after[:, :, 1:] - before[:, :, 1:], axis=(0, 1))
    return np.asarray(np.linalg.norm(after - before, axis=2) < SAME)


def learned(
    ground: SquareGround | None, rectified: Picture, men: Men, hidden: tuple[int, ...]
) -> SquareGround:
    """The ground with what the squares look like that are surely empty now."""
    bare = (men.chances < BARE) & (men.scores < FAINT)
    bare[list(hidden)] = False
    now = small(rectified)
    if ground is None:
        return SquareGround(now, bare)
    squares = squares_of(now.shape[:2])
    fresh = bare[squares] & (squares >= 0)
    picture = np.where(fresh[..., None], now, ground.picture)
    return SquareGround(picture, ground.known | bare)


def _strangeness(ground: Picture, now: Picture, model: BoardModel) -> FloatArray:
    """81: what is left of the difference from the ground (root mean square of L, a, b) where a man would stand.

    An even change of the light over a square, and of its contrast, is set aside.
    """
    before, after = (cv2.cvtColor(each, cv2.COLOR_BGR2LAB).astype(np.float64) for each in (ground, now))
    places = np.rint(canvas_of(raised_middles(model)) * _SCALE - 0.25).astype(int)
    reach_x, reach_y = REACH * PITCH[0] * SPAN_X * _SCALE, REACH * PITCH[1] * SPAN_Y * _SCALE
    dy, dx = np.mgrid[-int(reach_y) : int(reach_y) + 1, -int(reach_x) : int(reach_x) + 1]
    disc = np.hypot(dx / reach_x, dy / reach_y) <= 1
    ys = np.clip(places[:, 1:2] + dy[disc][None], 0, now.shape[0] - 1)
    xs = np.clip(places[:, 0:1] + dx[disc][None], 0, now.shape[1] - 1)
    old, new = before[ys, xs], after[ys, xs]
    old, new = old - old.mean(axis=1, keepdims=True), new - new.mean(axis=1, keepdims=True)
    # a plain square has no contrast to change
    power = (old * old).sum(axis=1) + 2.0 * disc.sum()
    gain = np.clip(((old * new).sum(axis=1) + 2.0 * disc.sum()) / power, *GAINS)
    left = new - gain[:, None] * old
    return np.asarray(np.sqrt((left * left).mean(axis=1).sum(axis=1)), dtype=np.float64)
