"""Whole boards drawn in a few milliseconds: a flat playing surface, seen by a random camera inside a raised frame.

Far plainer than what `render` makes, but of many more kinds: what the search for corners learns from. World
coordinates: x to the right, y towards the near player, z up; the playing surface is 1 deep, its middle the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import LATTICE
from vision.training import textures
from vision.training.finding.printed_surfaces import clutter, playing_surface
from vision.training.finding.surroundings import SIZE, background

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

DEEP = 240
"""Pixels of a texture to the depth of a playing surface."""
_PLACES = np.array(LATTICE)


@dataclass(frozen=True, slots=True, eq=False)
class FlatView:
    """A camera: `turn` and `away` take places of the world into it, `lens` to pixels."""

    turn: Floats
    away: Floats
    lens: Floats

    def plane(self, height: float) -> Floats:
        """The homography from x and y at a height to pixels."""
        turn = self.turn
        return np.asarray(
            self.lens @ np.column_stack([turn[:, 0], turn[:, 1], self.away - height * turn[:, 2]])
        )

    def pixels(self, places: Floats) -> Floats:
        """Nx3 places of the world as Nx2 pixels."""
        seen = (np.atleast_2d(places) * [1, 1, -1] @ self.turn.T + self.away) @ self.lens.T
        return np.asarray(seen[:, :2] / seen[:, 2:])


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A picture and where the board's `LATTICE` lies in it (9x2 pixels); None: there is no board, or a sideways one."""

    picture: Picture
    lattice: Floats | None


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """The measures of a frame: how wide the surface is, its rail, trays with a block in their middle, the
    bar; how far it rises above the playing surface and reaches below it.
    """

    wide: float
    rail: float
    rise: float
    bar: float
    raised_bar: bool
    trays: tuple[float, float]
    block: float
    foot: float

    def outer(self) -> tuple[float, float, float, float]:
        left, right = (tray + self.rail if tray else 0.0 for tray in self.trays)
        half = self.wide / 2 + self.rail
        return -half - left, -0.5 - self.rail, half + right, 0.5 + self.rail

    def holes(self) -> list[tuple[float, float, float, float]]:
        half, bar = self.wide / 2, self.bar * self.wide / 2
        holes = (
            [(-half, -0.5, -bar, 0.5), (bar, -0.5, half, 0.5)]
            if self.raised_bar
            else [(-half, -0.5, half, 0.5)]
        )
        for sign, tray in zip((-1, 1), self.trays, strict=True):
            if tray:
                ends = sorted((sign * (half + self.rail), sign * (half + self.rail + tray)))
                if self.block:
                    holes += [(ends[0], -0.5, ends[1], -self.block), (ends[0], self.block, ends[1], 0.5)]
                else:
                    holes.append((ends[0], -0.5, ends[1], 0.5))
        return holes


def draw(rng: np.random.Generator, photographs: Sequence[Picture] = ()) -> Drawn:
    """A random picture of a board, now and then of none, or of one that stands sideways.

    `photographs`: pieces of which may lie behind the board.
    """
    picture = background(rng, photographs)
    kind = rng.choice(["board", "sideways", "none"], p=[0.88, 0.07, 0.05])
    if kind == "none":
        return Drawn(_finished(rng, picture), None)
    wide = rng.uniform(0.95, 1.75)
    bar = 0.0 if rng.uniform() < 0.15 else rng.uniform(0.01, 0.13)
    frame = _Frame(
        wide=wide,
        rail=rng.choice([0.0, rng.uniform(0.005, 0.12)], p=[0.08, 0.92]),
        rise=rng.choice([0.0, rng.uniform(0.0, 0.05), rng.uniform(0.02, 0.12)], p=[0.15, 0.5, 0.35]),
        bar=bar,
        raised_bar=bool(bar > 0.015 and rng.uniform() < 0.55),
        trays=_trays(rng),
        block=rng.choice([0.0, 0.03, rng.uniform(0.02, 0.2)]),
        foot=rng.uniform(0.0, 0.15),
    )
    view = _view(rng, frame, sideways=kind == "sideways")
    colours = [textures.colour(rng) for _ in range(4)]
    _lay_board(rng, picture, view, frame, colours)
    if rng.uniform() < 0.35:
        _hide(rng, picture, view, frame)
    if kind == "sideways":
        return Drawn(_finished(rng, picture), None)
    places = np.column_stack([(_PLACES - 0.5) * [wide, 1.0], np.zeros(9)])
    return Drawn(_finished(rng, picture), view.pixels(places))


def _trays(rng: np.random.Generator) -> tuple[float, float]:
    """How wide the trays left and right are; 0 where there is none."""
    wide = rng.uniform(0.06, 0.28)
    left, right = ((0.0, 0.0), (wide, wide), (wide, 0.0), (0.0, wide))[
        int(rng.choice(4, p=[0.45, 0.33, 0.09, 0.13]))
    ]
    return left, right


def _view(rng: np.random.Generator, frame: _Frame, sideways: bool) -> FlatView:
    tilt = np.radians(
        rng.choice([rng.uniform(0, 15), rng.uniform(10, 40), rng.uniform(30, 55)], p=[0.4, 0.4, 0.2])
    )
    beside = np.radians(rng.normal(0, 30) if rng.uniform() < 0.75 else rng.uniform(-180, 180))
    roll = np.radians(rng.normal(0, 5) if rng.uniform() < 0.7 else rng.uniform(-32, 32))
    if sideways:
        roll += np.pi / 2 * rng.choice([-1, 1])
    turn = _spin(roll - beside) @ _tip(tilt) @ _spin(beside)
    away = np.array([0.0, 0.0, rng.uniform(1.3, 5.0)])
    places = np.column_stack([(_PLACES[[0, 2, 8, 6]] - 0.5) * [frame.wide, 1.0], np.zeros(4)])
    at = FlatView(turn, away, np.eye(3)).pixels(places)
    span, size = np.ptp(at, axis=0), np.array(SIZE)
    stretch = np.exp(rng.normal(0, 0.12))
    fill = rng.uniform(0.42, 0.98)
    scale = fill * float(min(size[0] / (span[0] * stretch), size[1] / span[1]))
    scales = scale * np.array([stretch, 1.0])
    room = size - span * scales
    corner = room * rng.beta(1.5, 1.5, 2) - at.min(axis=0) * scales
    lens = np.array([[scales[0], 0, corner[0]], [0, scales[1], corner[1]], [0, 0, 1]])
    return FlatView(turn, away, lens)


def _spin(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _tip(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, s], [0, -s, c]])


def _shade(rng: np.random.Generator) -> tuple[float, ...]:
    return tuple(float(255 * c) for c in textures.colour(rng))


def _lay_board(
    rng: np.random.Generator, picture: Picture, view: FlatView, frame: _Frame, colours: list[Floats]
) -> None:
    left, far, right, near = frame.outer()
    wood = colours[3] if rng.uniform() < 0.7 else textures.near(rng, colours[0], 0.06)
    shade = 255 * wood
    box = [(left, far), (right, far), (right, near), (left, near)]
    if rng.uniform() < 0.6:
        _shadow(rng, picture, view, box, frame)
    for k in range(4):
        _face(
            picture,
            view,
            box[k],
            box[(k + 1) % 4],
            -frame.foot,
            frame.rise,
            shade * rng.uniform(0.5, 1.0),
            False,
        )
    floor = np.empty((round((near - far) * DEEP), round((right - left) * DEEP), 3), np.uint8)
    felt = colours[0] if rng.uniform() < 0.6 else colours[2]
    floor[:] = 255 * (wood if frame.rise < 0.01 else felt)
    if frame.rise < 0.01 and rng.uniform() < 0.7:
        floor[:] = np.asarray(255 * textures.material(rng, *floor.shape[:2], wood), np.uint8)
    if frame.rise >= 0.01 and rng.uniform() < 0.45:
        floor[:] = np.asarray(255 * textures.material(rng, *floor.shape[:2], colours[0]), np.uint8)
    surface = playing_surface(rng, round(frame.wide * DEEP), DEEP, frame.bar, colours)
    x, y = round((-frame.wide / 2 - left) * DEEP), round((-0.5 - far) * DEEP)
    patch = floor[y : y + DEEP, x : x + surface.shape[1]]
    patch[:] = surface[: patch.shape[0], : patch.shape[1]]
    if frame.rise > 0.01:
        _shade_rims(rng, floor, x, y, surface.shape[1])
    _over(picture, floor, None, view.plane(0.0), (left, far))
    if rng.uniform() < 0.6:
        _checkers(rng, picture, view, frame)
    if frame.rise < 0.01 or frame.rail <= 0:
        return
    top = np.asarray(255 * textures.material(rng, *floor.shape[:2], wood), np.uint8)
    solid = np.full(top.shape[:2], 255, np.uint8)
    for a, b, c, d in frame.holes():
        corners = [(a, b), (c, b), (c, d), (a, d)]
        for k in range(4):
            wall = shade * rng.uniform(0.35, 1.1)
            _face(picture, view, corners[k], corners[(k + 1) % 4], 0.0, frame.rise, wall, True)
        rows = slice(round((b - far) * DEEP), round((d - far) * DEEP))
        solid[rows, round((a - left) * DEEP) : round((c - left) * DEEP)] = 0
    middle = round(-left * DEEP)
    if frame.raised_bar and rng.uniform() < 0.6:
        wide = int(rng.integers(1, 4))
        cv2.line(top, (middle, 0), (middle, top.shape[0]), tuple(float(v) for v in shade * 0.3), wide)
    if frame.raised_bar and rng.uniform() < 0.5:
        reach, tall, metal = (
            rng.uniform(0.1, 0.5) * frame.bar * frame.wide * DEEP,
            rng.uniform(8, 22),
            _shade(rng),
        )
        for place in (rng.uniform(0.12, 0.3), rng.uniform(0.7, 0.88)):
            at = y + place * DEEP
            low, high = (round(middle - reach), round(at - tall)), (round(middle + reach), round(at + tall))
            cv2.rectangle(top, low, high, metal, -1)
    _over(picture, top, solid, view.plane(frame.rise), (left, far))
    for k in range(4):
        _face(
            picture,
            view,
            box[k],
            box[(k + 1) % 4],
            -frame.foot,
            frame.rise,
            shade * rng.uniform(0.5, 1.0),
            False,
        )


def _shadow(
    rng: np.random.Generator, picture: Picture, view: FlatView, box: list[tuple[float, float]], frame: _Frame
) -> None:
    mask = np.zeros(picture.shape[:2], np.uint8)
    base = np.array([[*each, -frame.foot] for each in box]) + np.append(rng.normal(0, 0.04, 2), 0.0)
    cv2.fillConvexPoly(mask, np.round(view.pixels(base)).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 6)))[..., None].astype(np.float32) / 255
    picture[:] = (picture * (1 - rng.uniform(0.2, 0.7) * soft)).astype(np.uint8)


def _shade_rims(rng: np.random.Generator, floor: Picture, x: int, y: int, wide: int) -> None:
    """The shadow that the frame throws on the playing surface along one or two of its edges."""
    if rng.uniform() < 0.5:
        return
    dark, reach = 1 - rng.uniform(0.1, 0.6), rng.uniform(2, 20)
    for side in rng.choice(4, int(rng.integers(1, 3)), replace=False):
        deep = int(reach)
        rows, columns = slice(y, y + DEEP), slice(x, x + wide)
        part = [
            floor[y : y + deep, columns],
            floor[y + DEEP - deep : y + DEEP, columns],
            floor[rows, x : x + deep],
            floor[rows, x + wide - deep : x + wide],
        ][side]
        part[:] = (part * dark).astype(np.uint8)


def _face(
    picture: Picture,
    view: FlatView,
    one: tuple[float, float],
    other: tuple[float, float],
    low: float,
    high: float,
    shade: Floats,
    inner: bool,
) -> None:
    """An upright side of the frame, if it is turned towards the camera."""
    quad = view.pixels(np.array([[*one, low], [*other, low], [*other, high], [*one, high]]))
    turned = float(np.cross(np.append(quad[1] - quad[0], 0), np.append(quad[2] - quad[0], 0))[2])
    if (turned < 0) == inner:
        colour = tuple(float(v) for v in np.clip(shade, 0, 255))
        cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def _over(
    picture: Picture, sheet: Picture, solid: Picture | None, plane: Floats, begin: tuple[float, float]
) -> None:
    """A sheet of texture laid on a plane that begins there, over what is drawn already."""
    place = np.array([[1 / DEEP, 0, begin[0]], [0, 1 / DEEP, begin[1]], [0, 0, 1]])
    matrix = plane @ place
    mask = np.full(sheet.shape[:2], 255, np.uint8) if solid is None else solid
    seen = cv2.warpPerspective(sheet, matrix, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(mask, matrix, SIZE, flags=cv2.INTER_LINEAR).astype(np.uint16)[..., None]
    picture[:] = ((picture * (255 - share) + seen * share) // 255).astype(np.uint8)


def _checkers(rng: np.random.Generator, picture: Picture, view: FlatView, frame: _Frame) -> None:
    """Piles along the points, a few checkers elsewhere, dice."""
    point = frame.wide * (1 - frame.bar) / 12
    radius, thick = min(point * rng.uniform(0.4, 0.5), 0.05), rng.uniform(0.008, 0.04)
    shades = [np.array(_shade(rng)), np.array(_shade(rng))]
    wide = round(frame.wide * DEEP)
    solid, top = np.zeros((DEEP, wide), np.uint8), np.zeros((DEEP, wide, 3), np.uint8)
    rings, inner = rng.uniform() < 0.5, [np.array(_shade(rng)), np.array(_shade(rng))]
    places: list[tuple[float, float, int]] = []
    full = rng.uniform(0.15, 0.6)
    for column in range(12):
        x = (column + 0.5) * point + (frame.bar * frame.wide if column >= 6 else 0)
        for near in (False, True):
            kind = int(rng.integers(2))
            for k in range(int(rng.integers(1, 7)) if rng.uniform() < full else 0):
                y = radius * (2 * k + 1) * rng.uniform(1.0, 1.03)
                places.append((x, 1 - y if near else y, kind))
    for _ in range(int(rng.integers(0, 4))):
        places.append((rng.uniform(0, frame.wide), rng.uniform(0.05, 0.95), int(rng.integers(2))))
    for x, y, kind in places:
        at, size = (round(x * DEEP * 8), round(y * DEEP * 8)), round(radius * DEEP * 8)
        cv2.circle(solid, at, size, 255, -1, cv2.LINE_AA, 3)
        cv2.circle(top, at, size + 8, tuple(map(float, shades[kind])), -1, cv2.LINE_AA, 3)
        if rings:
            cv2.circle(top, at, round(size * 0.6), tuple(map(float, inner[kind])), -1, cv2.LINE_AA, 3)
    for _ in range(int(rng.integers(0, 4))):
        x, y, edge = rng.uniform(0.05, 0.95) * wide, rng.uniform(0.3, 0.7) * DEEP, rng.uniform(6, 10)
        square = cv2.boxPoints(((x, y), (edge, edge), float(rng.uniform(0, 90)))).astype(np.int32)
        cv2.fillConvexPoly(top, square, _shade(rng), cv2.LINE_AA)
        cv2.fillConvexPoly(solid, square, 255, cv2.LINE_AA)
    begin = (-frame.wide / 2, -0.5)
    dark = (top * rng.uniform(0.4, 0.9)).astype(np.uint8)
    for height in (0.0, thick / 2):
        _over(picture, dark, solid, view.plane(height), begin)
    _over(picture, top, solid, view.plane(thick), begin)


def _hide(rng: np.random.Generator, picture: Picture, view: FlatView, frame: _Frame) -> None:
    """Arms from the picture's edge, cups and clocks over the board."""
    width, height = SIZE
    for _ in range(int(rng.integers(1, 4))):
        place = np.array([rng.uniform(-0.5, 0.5) * frame.wide, rng.uniform(-0.5, 0.5), 0.0])
        at = view.pixels(place)[0]
        shade = _shade(rng) if rng.uniform() < 0.6 else (140.0, 170.0, 215.0)
        thick = rng.uniform(0.03, 0.11) * width
        if rng.uniform() < 0.55:
            end = np.array([rng.uniform(-0.2, 1.2) * width, rng.choice([-0.1, 1.1]) * height])
            elbow = (at + end) / 2 + rng.normal(0, 25, 2)
            line = np.round(np.array([at, elbow, end])).astype(np.int32)
            cv2.polylines(picture, [line], False, shade, int(thick), cv2.LINE_AA)
            sleeve = np.round(np.array([elbow, end])).astype(np.int32)
            cv2.polylines(picture, [sleeve], False, _shade(rng), int(thick * 1.2), cv2.LINE_AA)
            for _ in range(4):
                tip = np.round(at + rng.normal(0, thick * 0.7, 2)).astype(int)
                cv2.line(
                    picture,
                    np.round(at).astype(int).tolist(),
                    tip.tolist(),
                    shade,
                    max(3, int(thick / 4)),
                    cv2.LINE_AA,
                )
        else:
            clutter(rng, picture, 0.15, (float(at[0]), float(at[1])))


def _finished(rng: np.random.Generator, picture: Picture) -> Picture:
    """The picture in its light: brighter on one side, a lamp's pool, a little out of focus."""
    width, height = SIZE
    if rng.uniform() < 0.4:
        pool = 1 + rng.uniform(0.05, 0.3) * cv2.resize(
            rng.normal(0, 1, (3, 4)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
        )
        picture = np.asarray(np.clip(picture * pool[..., None], 0, 255), np.uint8)
    if rng.uniform() < 0.15:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 1.5))), np.uint8)
    return picture
