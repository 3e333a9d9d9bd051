"""Where a small picture of a board lies beside another: the camera may sway, the board be nudged.

The strongest edges of one, its anchor, are found again in the other by the Gauss-Newton method with weights
that let go of hands and dice (Baker & Matthews 2004, inverse compositional; Tukey's weights). An even change
of the light is let go of, too.
"""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray
from vision.rectify import Matrix

Level: TypeAlias = NDArray[np.float32]
"""Grey levels of a small picture, smoothed."""

PLACES = 1500
"""At how many places, those with the strongest edges, two pictures are compared at most."""
RIM = 3
"""So many rows and columns at the edge of a picture are no places."""
ROUNDS = 12
"""How often a pose is put right at most."""
SETTLED = 0.02
"""A step by which no corner moves further, in pixels of the small picture, is the last."""
AWAY = 6.0
"""A pose that lies so many pixels of it from where it was sought has run away."""
TUKEY, DEVIATION, FINEST = 4.685, 1.4826, 1.5
"""Tukey's constant, in standard deviations; one of these in median deviations; the least of these, in grey levels."""
DAMPING = 1e-2
"""What keeps a picture without edges from throwing a pose far (Levenberg)."""
LEVELS, SPREAD = 10.0, 0.25
"""By so many grey levels, or so large a share of the deviation of all places, a place may differ and agree."""
CONTRAST = 2.5
"""By so large a factor the contrast may have changed with the light: a grey wall is no board in little light."""
HOLDS = 0.5
"""So large a share of the places must agree for a pose to hold."""

STEADY: Matrix = np.eye(3)
"""The pose of a picture that lies on its anchor."""


class Anchor:
    """A small picture that others are laid on."""

    def __init__(self, level: Level) -> None:
        height, width = level.shape
        x = cv2.Sobel(level, cv2.CV_32F, 1, 0, ksize=3) / 8
        y = cv2.Sobel(level, cv2.CV_32F, 0, 1, ksize=3) / 8
        strength = (x * x + y * y)[RIM:-RIM, RIM:-RIM]
        many = min(PLACES, strength.size // 4)
        strongest = np.argpartition(strength.ravel(), -many)[-many:]
        rows, columns = (each + RIM for each in np.unravel_index(strongest, strength.shape))
        self._places = np.column_stack([columns, rows, np.ones(many)])
        self._wanted = level[rows, columns].astype(np.float64)
        self._centre = np.array(
            [[2 / width, 0, (1 - width) / width], [0, 2 / width, (1 - height) / width], [0, 0, 1]]
        )
        self._uncentre = np.asarray(np.linalg.inv(self._centre))
        self._corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
        u, v, _ = self._centre @ self._places.T
        gx, gy = (each[rows, columns].astype(np.float64) * (width / 2) for each in (x, y))
        self._spread = float(self._wanted.std())
        light = self._wanted - self._wanted.mean()
        self._slopes = np.column_stack([gx * u, gx * v, gx, gy * u, gy * v, gy, light, np.ones(many)])

    def pose(self, level: Level, seed: Matrix) -> tuple[Matrix, float]:
        """The affine map (3x3) from the anchor to where it lies in another picture, sought from `seed`, and the share
        of the places that agree there.

        The seed itself, with 0, where nothing near it holds.
        """
        matrix, even, contrast = seed, np.zeros(len(self._wanted)), 0.0
        for _ in range(ROUNDS):
            off = self._sample(level, matrix) - self._wanted
            rest = np.abs(off - even - np.median(off - even))
            reach = TUKEY * max(DEVIATION * float(np.median(rest)), FINEST)
            weighted = self._slopes * (np.clip(1 - (rest / reach) ** 2, 0, None) ** 2)[:, None]
            step = np.linalg.solve(weighted.T @ self._slopes + DAMPING * np.eye(8), weighted.T @ off)
            even, contrast = self._slopes[:, 6:] @ step[6:], float(step[6])
            inverse = np.linalg.inv(np.eye(3) + np.append(step[:6], [0.0, 0.0, 0.0]).reshape(3, 3))
            before, matrix = matrix, matrix @ self._uncentre @ inverse @ self._centre
            if not np.isfinite(matrix).all() or self.apart(matrix, seed) > AWAY:
                return seed, 0.0
            if self.apart(matrix, before) < SETTLED:
                break
        rest = np.abs(self._sample(level, matrix) - self._wanted - even)
        share = float(np.mean(rest < max(LEVELS, SPREAD * self._spread)))
        holds = share >= HOLDS and 1 / CONTRAST < 1 + contrast < CONTRAST
        return (matrix, share) if holds else (seed, 0.0)

    def apart(self, one: Matrix, other: Matrix) -> float:
        """How far apart the farthest corners of the picture are after two poses, in its pixels."""
        return float(np.abs(self._corners @ (one - other)[:2].T).max())

    def _sample(self, level: Level, matrix: Matrix) -> FloatArray:
        x, y = (self._places @ matrix[:2].T).astype(np.float32).T.copy()
        found = cv2.remap(level, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, np.float64).ravel()


def warped(level: Level, matrix: Matrix) -> Level:
    """A picture laid on the anchor by its pose."""
    size = (level.shape[1], level.shape[0])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(level, matrix[:2], size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.float32)
