"""The ground of a board of points: what it looks like where nothing lies, seen itself or
told by points that are alike.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.board import POINTS
from vision.bare.strips import AlikePoints, strip_of
from vision.board_model import EMPTY_SIZE, BoardModel, empty_picture
from vision.frame import FloatArray, Mask, Picture

TOLD = 170
"""How opaque (0-255) a ground's PNG is where others tell what it looks like."""
TOLD_KNOWN = 0.5
"""How well the board network is told that a place is known of which others tell; what was seen itself is 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The bare board seen from above (192x256x3 BGR), true where it is `known` (192x256).

    `told`: the part of it that was not seen itself, but is as other points of the same colour tell.
    """

    picture: Picture
    known: Mask
    told: Mask

    def png(self) -> bytes:
        """A PNG of it, transparent where it is not known, a little so where it is told by others."""
        alpha = np.where(self.known, np.where(self.told, TOLD, 255), 0).astype(np.uint8)
        return cv2.imencode(".png", np.dstack([self.picture, alpha]))[1].tobytes()


def small(rectified: Picture) -> Picture:
    """A rectified picture (512x384) as small as the ground is (256x192)."""
    return np.asarray(cv2.resize(rectified, EMPTY_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4)
def ground_of(png: bytes) -> Ground | None:
    """The ground that a model keeps as a PNG; None where that is no picture. Unpacked once, as every look needs it."""
    raw = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    picture = empty_picture(png)
    if raw is None or picture is None:
        return None
    alpha = np.full(EMPTY_SIZE[::-1], 255, np.uint8)
    if raw.shape[2:] == (4,):
        # models of former versions keep smaller pictures
        alpha = np.asarray(cv2.resize(raw[:, :, 3], EMPTY_SIZE, interpolation=cv2.INTER_NEAREST), np.uint8)
    picture.flags.writeable = False
    return Ground(picture, alpha > 0, (alpha > 0) & (alpha <= TOLD))


def pieced(
    picture: Picture, seen: Mask, bare: Collection[int], model: BoardModel, even: Mask | None = None
) -> Ground:
    """The ground that a small picture (256x192) shows of which it is known which points are bare.

    `seen`: where nothing lies, nor stands: checkers reach beyond their points; `even`: where light is as on most of the
    board (None: everywhere). A point that is not bare, and what of others is not evenly lit, looks like the nearest
    points of its colour that are; bar, middle and rims look as they do.
    """
    even = np.ones_like(seen) if even is None else even
    clear = seen & even
    made, known, told = picture.copy(), clear.copy(), np.zeros_like(seen)
    others = AlikePoints(picture, clear, model)
    for site in POINTS:
        strip = strip_of(model, site)
        elsewhere = ~even[strip] if site in bare else np.ones_like(even[strip])
        if elsewhere.any():
            look, is_told = others.told(bare, site)
            made[strip] = np.where(elsewhere[:, :, None], look, picture[strip])
            told[strip] = elsewhere & is_told
            known[strip] = clear[strip] & ~elsewhere | told[strip]
    return Ground(made, known, told)


def shown_at(ground: Ground, picture: Picture, places: FloatArray, size: tuple[float, float]) -> Ground:
    """The ground as a small picture (192x256) shows it itself about N places (Nx2, its pixels), out to a size (across,
    along, in pixels), whatever others tell of it.
    """
    if not len(places):
        return ground
    here = np.zeros(ground.known.shape, np.uint8)
    for x, y in np.rint(places).astype(int).tolist():
        cv2.ellipse(here, (x, y), (round(size[0]), round(size[1])), 0, 0, 360, 1, -1)
    shown = here > 0
    made = np.where(shown[:, :, None], picture, ground.picture)
    return Ground(made, ground.known | shown, ground.told & ~shown)


def told_by_others(picture: Picture, seen: Mask, bare: Collection[int], model: BoardModel) -> Ground:
    """The ground of every point as the bare others of its colour tell it in a small picture; nothing else is known."""
    made, known = picture.copy(), np.zeros(picture.shape[:2], bool)
    others = AlikePoints(picture, seen, model)
    for site in POINTS:
        strip = strip_of(model, site)
        made[strip], known[strip] = others.told(bare, site)
    return Ground(made, known, known)
