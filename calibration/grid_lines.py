"""The four corners of a board of squares, put right by its grid where a hand has set them a little beside."""

import itertools

import cv2
import numpy as np

from vision.frame import FloatArray, Picture
from vision.rectify import SPAN_Y, UNIT, Corners, as_corners, canvas_of, rectifier
from vision.squares.square_geometry import SHARE, SIDE, on_canvas

REACH = 0.016
"""How far corners are put right, in board coordinates."""
APART = 0.02
"""How far from the line between two squares the edges may be that stand for it, in board coordinates: carved squares
have a gap between them, drawn lines two edges each."""
SCALE = 1.5
"""How much larger than the rectified picture the one is on which lines are looked for."""
ALONG = 90
"""At how many places along a line edges are looked for."""
GRAIN = 31
"""Over so many pixels along a line it is smoothed, so that lines stay and the grain of wood and felt goes."""
GAIN = 1.04
"""How much stronger the edges must be under other corners than under those given."""
STEPS = (0.004, 0.002, 0.001, 0.0005, 0.00025)
"""By how much corners are moved at a time, ever less."""

_LINES = np.arange(1, SIDE) / SIDE
_PLACES = (np.arange(ALONG) + 0.5) / ALONG
# How the four corners go at a time: all one way, the board wider, sheared, or fanned out.
_MODES = np.array([[1, 1, 1, 1], [-1, 1, 1, -1], [1, 1, -1, -1], [-1, 1, -1, 1]], dtype=np.float64)


def refine_grid(corners: Corners, picture: Picture) -> Corners:
    """The corners moved to where the lines between the squares say that they lie; as they are where none do."""
    given = rectifier(corners)
    flat = on_canvas(given).rectify(picture, SCALE)
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32)
    across = _offsets(_symmetry(lab), False)
    along = _offsets(_symmetry(np.ascontiguousarray(lab.transpose(1, 0, 2))), True)
    places = UNIT + np.column_stack([across, along])
    return as_corners(given.pixels(places))


def _symmetry(lab: FloatArray) -> FloatArray:
    """How strong the upright edges are that lie alike to the left and to the right of every pixel.

    That is the middle of a drawn line, of the gap between two carved squares, and an edge between two colours.
    """
    signed = [cv2.Sobel(cv2.blur(lab[:, :, k], (1, GRAIN)), cv2.CV_32F, 1, 0, ksize=3) for k in range(3)]
    edges = cv2.GaussianBlur(np.abs(signed).max(axis=0), (0, 0), sigmaX=1.0, sigmaY=0.1)
    usual = float(np.median(edges))
    edges = np.maximum(edges - 1.5 * usual, 0)
    edges = edges / (edges + 4 * usual + 2.0)
    total = np.zeros_like(edges)
    for shift in range(round(APART * SPAN_Y * SCALE) + 1):
        left, right = np.roll(edges, shift, axis=1), np.roll(edges, -shift, axis=1)
        total += left * right * (1.0 if shift else 0.5)
    return np.asarray(cv2.GaussianBlur(total, (0, 0), 1.0))


def _offsets(strength: FloatArray, turned: bool) -> FloatArray:
    """By how much the four corners are to be moved across the lines (far-left first), for the strongest edges."""
    u, v = (each.ravel().astype(np.float32) for each in np.meshgrid(_LINES, _PLACES))
    far_u, far_v = (v, u) if turned else (u, v)
    weights = np.stack([(1 - far_u) * (1 - far_v), far_u * (1 - far_v), far_u * far_v, (1 - far_u) * far_v])

    def score(offsets: FloatArray) -> float:
        moved = u + offsets @ weights
        places = np.column_stack([v, moved] if turned else [moved, v])
        places[:, 0] = 0.5 + (places[:, 0] - 0.5) * SHARE
        pixels = canvas_of(places, SCALE).astype(np.float32)
        x, y = (pixels[:, 1], pixels[:, 0]) if turned else (pixels[:, 0], pixels[:, 1])
        found = cv2.remap(strength, x[None], y[None], cv2.INTER_LINEAR)
        return float(found.mean())

    start = score(np.zeros(4))
    modes = _MODES if not turned else _MODES[:, [0, 3, 2, 1]]
    steps = np.arange(-2, 3) * REACH / 4
    shifts = np.arange(-4, 5) * REACH / 4
    tried = [np.array(each) @ modes[:3] for each in itertools.product(shifts, steps, steps)]
    offsets = max(tried, key=score)
    best = score(offsets)
    for step in STEPS:
        better = True
        while better:
            better = False
            for mode, sign in itertools.product(modes, (-1.0, 1.0)):
                moved = np.clip(offsets + sign * step * mode, -1.5 * REACH, 1.5 * REACH)
                now = score(moved)
                if now > best + 1e-9:
                    best, offsets, better = now, moved, True
    return offsets if best > GAIN * start or np.abs(offsets).max() < REACH / 4 else np.zeros(4)
