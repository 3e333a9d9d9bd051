"""By how much a board has shifted in the picture since it was last known where it lies, checkers and hands aside.

Two rectified pictures of the board and its frame are laid over each other: first at the few places where the one
correlates best with the other, then to a fraction of a pixel by the Gauss-Newton method with weights that let go of
whatever does not fit (Baker & Matthews 2004, inverse compositional; Tukey's weights).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import FloatArray, Picture
from vision.rectify import (
    SPAN_X,
    SPAN_Y,
    UNIT,
    Corners,
    Lens,
    Matrix,
    Rectifier,
    as_corners,
    bend_of,
    rectifier,
    transform,
)

GREY = np.array([[0.1, 0.35, 0.55]])
"""Shares of blue, green and red in a view: red and black points must differ, which in usual grey they hardly do."""
SIZE = (256, 192)
"""Width and height of the views that are compared, in pixels."""
ZOOM = 0.86
"""How much smaller than usual the board is drawn in a view, so that its frame and some of the room are on it."""
RIM = 0.05
"""How far beyond the playing surface a view still shows the board, in board coordinates: its frame."""
SAMPLES = 6000
"""At how many places, those with the strongest edges, two views are compared."""
ALIKE = 0.5
"""Places that differ by less than this, in standard deviations of what is around, are alike."""
ROUNDS = 25
"""How often a shift is put right at most."""
SEEDS = 4
"""From how many coarse places a shift is sought."""
CLEAR = 0.6
"""Where so large a share agrees, a board is recognised."""
NEARLY = 0.6
"""Where so large a share agrees without any shift, the board cannot be far off."""
BENT = 0.02
"""A shift must agree by so much more once it is bent by perspective to be so."""
FAR, ELSEWHERE = 6.0, 14.0
"""By so many pixels of the rectified picture (512x384) a shift is a large one, and a place another one."""
TUKEY, DEVIATION, FINEST = 4.685, 1.4826, 0.3
"""Tukey's constant, in standard deviations; one of these in median deviations; differences below are never let go."""
DAMPING = 1e-3
"""What keeps a view without edges from throwing a shift far (Levenberg)."""
SETTLED = 2e-5
"""A step in which no number of the homography changes by more is the last."""
AWAY = 40.0
"""A shift that goes so many pixels of the rectified picture from where it was sought has run away."""
FAINT = 0.1
"""What correlates less than this is no place to seek a shift from."""
CORE = 0.19
"""The share of a view on each side that is left out where its middle is sought in another."""

_X, _Y = np.meshgrid(np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """Where a board has gone: its `corners` now, how many pixels of the rectified picture (512x384) the farthest of
    them went (`by`), and which share of what is to be seen agrees (0-1) then and without any shift (`unmoved`).
    `rival` is the share with the best other place, nearly half a point's width off or more.
    """

    corners: Corners
    by: float
    agreement: float
    unmoved: float
    rival: float


def glimpse(picture: Picture, corners: Corners, lens: Lens | None = None) -> Picture:
    """A board and its frame as they look with these corners: 192x256 grey levels, for `shift_since`."""
    return _view(picture, rectifier(corners, bend_of(lens, picture.shape)))


def shift_since(before: Picture, picture: Picture, corners: Corners, lens: Lens | None = None) -> Shift:
    """How the board in a picture lies beside its corners, by the `glimpse` of it from when they were right.

    A picture of something else agrees little. A shift is looked for nearby first, and far and wide where that fails.
    """
    bend = bend_of(lens, picture.shape)
    plane = rectifier(corners, bend)
    found = _shift(before, picture, plane)
    if found.by <= FAR or found.agreement < CLEAR:
        return found
    # over there the frame is seen in full again
    again = _shift(before, picture, rectifier(found.corners, bend))
    by = float(np.linalg.norm(plane.board(np.array(again.corners)) - UNIT, axis=1).max()) * SPAN_X
    return Shift(again.corners, by, again.agreement, found.unmoved, max(found.rival, again.rival))


def _view(picture: Picture, plane: Rectifier) -> Picture:
    return np.asarray(cv2.transform(plane.rectify(picture, 0.5, ZOOM), GREY), dtype=np.uint8)


def _shift(before: Picture, picture: Picture, plane: Rectifier) -> Shift:
    then, now = _even(before), _even(_view(picture, plane))
    places, slopes = _edges(then)
    wanted = _sample(then, places, np.eye(3))
    still = np.eye(3)
    found = [(_agreement(wanted, now, places, still), still)]

    # far and wide even where something nearby fits a little: one point looks much like the next
    seeds = (still,) if found[0][0] >= NEARLY else (still, *_seeds(then, now))
    for seed in seeds:
        stiff = _settled(wanted, slopes, now, places, seed, _STIFF)
        if stiff is None:
            continue
        found.append((_agreement(wanted, now, places, stiff), stiff))
        bent = _settled(wanted, slopes, now, places, stiff, np.eye(8))
        # what moves only a little is not bent by perspective, but checkers that went can make it seem so
        if bent is not None and _agreement(wanted, now, places, bent) > found[-1][0] + BENT:
            found.append((_agreement(wanted, now, places, bent), bent))
    best, matrix = max(found, key=lambda each: each[0])
    rival = max((share for share, other in found if _apart(matrix, other) > ELSEWHERE), default=0.0)
    return Shift(_corners(plane, matrix), _apart(matrix, still), best, found[0][0], rival)


def _agreement(wanted: FloatArray, now: FloatArray, places: FloatArray, matrix: Matrix) -> float:
    """The share of the places at which two evened views are alike once one of them is moved by a homography."""
    return float(np.mean(np.abs(_sample(now, places, matrix) - wanted) < ALIKE))


def _even(grey: Picture) -> FloatArray:
    """A view with its light evened out: grey levels off what is around, in standard deviations of that."""
    level = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    off = level - cv2.GaussianBlur(level, (0, 0), 9.0)
    spread = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), 14.0)) + 4.0
    return np.asarray(off / spread)


def _edges(then: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The places on the board with the strongest edges (Nx2) and how the view changes with a homography's eight
    numbers there (Nx8).
    """
    x = cv2.Sobel(then, cv2.CV_32F, 1, 0, ksize=3) / 8
    y = cv2.Sobel(then, cv2.CV_32F, 0, 1, ksize=3) / 8
    low, high = (_view_of(np.array([[place, place]]))[0] for place in (-RIM, 1 + RIM))
    inside = (low[0] < _X) & (high[0] > _X) & (low[1] < _Y) & (high[1] > _Y)
    strength = np.where(inside, x * x + y * y, 0.0)
    strongest = np.argpartition(strength.ravel(), -SAMPLES)[-SAMPLES:]
    rows, columns = np.unravel_index(strongest, strength.shape)
    places = np.stack([columns, rows], axis=1).astype(np.float64)
    u, v = _centred(places).T
    gx, gy = (each[rows, columns] * (SIZE[0] / 2) for each in (x, y))
    along = gx * u + gy * v
    return places, np.stack([gx * u, gx * v, gx, gy * u, gy * v, gy, -along * u, -along * v], axis=1)


def _seeds(then: FloatArray, now: FloatArray) -> list[Matrix]:
    """The shifts with which the middle of a view correlates best with another view, at most `SEEDS` of them."""
    left, top = round(SIZE[0] * CORE), round(SIZE[1] * CORE)
    core = then[top : SIZE[1] - top, left : SIZE[0] - left]
    match = cv2.matchTemplate(now.astype(np.float32), core.astype(np.float32), cv2.TM_CCOEFF_NORMED)
    seeds: list[Matrix] = []
    for _ in range(SEEDS):
        _, height, _, (x, y) = cv2.minMaxLoc(match)
        if height < FAINT:
            break
        seeds.append(np.array([[1, 0, x - left], [0, 1, y - top], [0, 0, 1]], dtype=np.float64))
        cv2.rectangle(match, (x - 5, y - 5), (x + 5, y + 5), (-1.0,), -1)
    return seeds


def _settled(
    wanted: FloatArray,
    slopes: FloatArray,
    now: FloatArray,
    places: FloatArray,
    seed: Matrix,
    ways: FloatArray,
) -> Matrix | None:
    """The homography near a seed that takes a view best to another; None where it runs away.

    `ways` (8xN): in which N combinations of a homography's eight numbers it may change.
    """
    matrix, jacobian = seed, slopes @ ways
    for _ in range(ROUNDS):
        off = _sample(now, places, matrix) - wanted
        reach = max(TUKEY * DEVIATION * float(np.median(np.abs(off))), FINEST)
        weighted = jacobian * (np.clip(1 - (off / reach) ** 2, 0, None) ** 2)[:, None]
        try:
            step = ways @ np.linalg.solve(
                weighted.T @ jacobian + DAMPING * np.eye(ways.shape[1]), weighted.T @ off
            )
            # inverse compositional: the step moves the old view, so its inverse moves the new one
            inverse = np.linalg.inv(np.eye(3) + np.append(step, 0.0).reshape(3, 3))
        except np.linalg.LinAlgError:
            return None
        matrix = matrix @ _UNCENTRE @ inverse @ _CENTRE
        matrix = np.asarray(matrix / matrix[2, 2])
        if not np.isfinite(matrix).all() or _apart(matrix, seed) > AWAY:
            return None
        if np.abs(step).max() < SETTLED:
            break
    return matrix


_STIFF = np.array(
    [[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0] * 4, [0] * 4],
    dtype=np.float64,
)
"""How a stiff thing moves in its plane: it grows, turns, and goes along x and y."""
_CENTRE = np.array([[2 / SIZE[0], 0, -1 + 1 / SIZE[0]], [0, 2 / SIZE[0], (1 - SIZE[1]) / SIZE[0]], [0, 0, 1]])
_UNCENTRE = np.asarray(np.linalg.inv(_CENTRE), dtype=np.float64)


def _centred(places: FloatArray) -> FloatArray:
    return transform(_CENTRE, places)


def _sample(now: FloatArray, places: FloatArray, matrix: Matrix) -> FloatArray:
    x, y = transform(matrix, places).astype(np.float32).T.copy()
    found = cv2.remap(now, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.float32).ravel()


def _view_of(uv: FloatArray) -> FloatArray:
    """Places on the board as pixels of a view."""
    middle, span = np.array(SIZE) / 2, np.array([SPAN_X, SPAN_Y]) / 2
    return np.asarray((uv - 0.5) * span * ZOOM + middle)


def _board_of(pixels: FloatArray) -> FloatArray:
    middle, span = np.array(SIZE) / 2, np.array([SPAN_X, SPAN_Y]) / 2
    return np.asarray((pixels - middle) / (span * ZOOM) + 0.5)


def _corners(plane: Rectifier, matrix: Matrix) -> Corners:
    return as_corners(plane.pixels(_board_of(transform(matrix, _view_of(UNIT)))))


def _apart(one: Matrix, other: Matrix) -> float:
    """How far apart the farthest corners are after two homographies, in pixels of the rectified picture."""
    corners = _view_of(UNIT)
    return float(np.linalg.norm(transform(one, corners) - transform(other, corners), axis=1).max() * 2 / ZOOM)
