"""The board itself, empty: table, playing surface, trays, bar and frame, painted once for a look and then kept."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.drawing.board_look import Appearance, Colour, Material
from vision.drawing.materials import bgr, grain, light_field
from vision.drawing.pinhole_camera import Array, Array32, Picture, Projector, outer_edges
from vision.drawing.square_drawing import square_colours
from vision.scene import TABLE_LEVEL, Sizes, Trays

PER_CM = 26.0
"""Texels to the centimetre."""
FINER = 2
"""How many times finer than the picture the board is painted before it is scaled down."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle of the board in plan: left, right, near, far; the heights of its foot and top."""

    left: float
    right: float
    near: float
    far: float
    foot: float
    top: float


def empty_board(look: Appearance) -> Picture:
    """The picture of the board with nothing on it, without the sensor's noise."""
    camera = look.camera
    fine = replace(camera, focal=camera.focal * FINER, size=(camera.size[0] * FINER, camera.size[1] * FINER))
    eye = Projector(fine)
    canvas = _table(look, eye)
    sizes = look.sizes
    boxes = _boxes(sizes)
    _paint(canvas, eye, (0, 0, 0), (sizes.width, 0, 0), (0, sizes.depth, 0), _surface(look))
    for left, right, near, far in _wells(sizes):
        texture = _well_floor(look, right - left, far - near)
        z = sizes.tray_floor
        _paint(canvas, eye, (left, near, z), (right - left, 0, 0), (0, far - near, 0), texture)
        for number, (x, turned) in enumerate(((left, False), (right, True))):
            if (eye.eye[0] > x) != turned:
                _wall(
                    canvas,
                    eye,
                    look,
                    (x, near, z),
                    (0, far - near, 0),
                    sizes.rail_height - z,
                    0.62,
                    40 + number,
                )
        _wall(canvas, eye, look, (left, far, z), (right - left, 0, 0), sizes.rail_height - z, 0.55, 42)
    for number, box in enumerate(boxes):
        _box(canvas, eye, look, box, number)
    canvas *= cv2.resize(light_field(look), fine.size, interpolation=cv2.INTER_LINEAR)[..., None]
    small = cv2.resize(canvas, camera.size, interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(small + 0.5, 0, 255), np.uint8)


def _wells(sizes: Sizes) -> list[tuple[float, float, float, float]]:
    wells = []
    columns = []
    if sizes.trays in (Trays.RIGHT, Trays.BOTH):
        columns.append(sizes.width + sizes.rail)
    if sizes.trays in (Trays.LEFT, Trays.BOTH):
        columns.append(-sizes.rail - sizes.tray)
    middle, half = sizes.depth / 2, sizes.rail * 0.5
    for left in columns:
        wells += [
            (left, left + sizes.tray, 0.0, middle - half),
            (left, left + sizes.tray, middle + half, sizes.depth),
        ]
    return wells


def _boxes(sizes: Sizes) -> list[_Box]:
    """The raised parts, in an order in which none hides one that comes later; each from its foot on the inner side.

    Outside, only the near side of the frame is ever seen.
    """
    left, right, near, far = outer_edges(sizes)
    top, depth = sizes.rail_height, sizes.depth
    middle = (sizes.width - sizes.bar) / 2
    boxes = [_Box(middle, middle + sizes.bar, 0.0, depth, 0.0, sizes.bar_height)] if sizes.bar else []
    boxes.append(_Box(left, right, depth, far, 0.0, top))
    for well_left, well_right, well_near, _ in _wells(sizes):
        if well_near > 0:
            boxes.append(
                _Box(well_left, well_right, depth / 2 - sizes.rail / 2, well_near, sizes.tray_floor, top)
            )
    boxes += [
        _Box(-sizes.rail, 0.0, 0.0, depth, 0.0, top),
        _Box(sizes.width, sizes.width + sizes.rail, 0.0, depth, 0.0, top),
    ]
    if sizes.trays in (Trays.RIGHT, Trays.BOTH):
        boxes.append(_Box(right - sizes.rail, right, 0.0, depth, sizes.tray_floor, top))
    if sizes.trays in (Trays.LEFT, Trays.BOTH):
        boxes.append(_Box(left, left + sizes.rail, 0.0, depth, sizes.tray_floor, top))
    boxes.append(_Box(left, right, near, 0.0, TABLE_LEVEL, top))
    return boxes


def _paint(
    canvas: Array32,
    eye: Projector,
    origin: tuple[float, float, float],
    along: tuple[float, float, float],
    across: tuple[float, float, float],
    texture: Array32,
) -> None:
    """Paints a flat rectangle with a texture (rows go along `across`, columns along `along`)."""
    start, u_edge, v_edge = (np.array(part, np.float64) for part in (origin, along, across))
    corners = np.array([start, start + u_edge, start + u_edge + v_edge, start + v_edge])
    window = eye.bounds(eye.project(corners), margin=12)
    if window is None:
        return
    x0, y0, x1, y1 = window
    u, v = eye.on_plane(start, u_edge, v_edge, window)
    inside = (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)
    rows, columns = texture.shape[:2]
    seen = cv2.remap(
        texture,
        u * np.float32(columns - 1),
        v * np.float32(rows - 1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    part = canvas[y0:y1, x0:x1]
    part[inside] = seen[inside]


def _table(look: Appearance, eye: Projector) -> Array32:
    """The table that the board lies on, with the board's shadow."""
    texels = 14.0
    texture = grain(look.table, 1024, 1024, look.seed + 1, texels)
    origin = np.array([0.0, 0.0, TABLE_LEVEL])
    x, y = eye.on_plane(origin, np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))
    bright = cv2.remap(
        texture,
        np.mod(x * texels, 2047),
        np.mod(y * texels, 2047),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    left, right, near, far = outer_edges(look.sizes)
    drop = look.sizes.rail_height - TABLE_LEVEL
    reach = -np.array(look.lamp[:2]) / look.lamp[2] * drop
    for shift, soft, depth in ((reach, 2.2, look.shade * 0.9), (reach * 0.0, 1.4, 0.45)):
        dx = np.maximum(left + shift[0] - x, x - right - shift[0])
        dy = np.maximum(near + shift[1] - y, y - far - shift[1])
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
        bright *= 1 - np.float32(depth) / (1 + np.exp(np.clip(outside / np.float32(soft * 0.4), -30, 30)))
    return np.asarray(bgr(look.palette.table) * bright[..., None], np.float32)


def _surface(look: Appearance) -> Array32:
    """The playing surface with its 24 points and the shadows that frame and bar throw on it."""
    sizes, palette = look.sizes, look.palette
    width, height = round(sizes.width * PER_CM), round(sizes.depth * PER_CM)
    cloth = grain(look.surface, height, width, look.seed + 2, PER_CM)
    colours = np.empty((height, width, 3), np.float32)
    colours[:] = square_colours(look, width, height) if look.squares else bgr(palette.field)
    for slot in () if look.squares else range(1, 25):
        colour = bgr(palette.point if slot % 2 else palette.other_point)
        outline = np.array([(x * PER_CM, y * PER_CM) for x, y in _triangle(sizes, slot)])
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        rows = (
            slice(0, round(sizes.point_length * PER_CM) + 2)
            if slot <= 12
            else slice(height - round(sizes.point_length * PER_CM) - 2, height)
        )
        # nothing of a point lies farther aside than its outline, which is two texels thick
        columns = slice(max(0, int(outline[:, 0].min()) - 4), int(outline[:, 0].max()) + 6)
        here = colours[rows, columns]
        here += (colour - here) * (mask[rows, columns].astype(np.float32) / 255)[..., None]
        edge = np.zeros((height, width), np.uint8)
        cv2.polylines(edge, [np.round(outline * 16).astype(np.int32)], True, 255, 2, cv2.LINE_AA, 4)
        here *= 1 - 0.16 * (edge[rows, columns].astype(np.float32) / 255)[..., None]
    return np.asarray(colours * (cloth * _dimmed(look, width, height))[..., None], np.float32)


def _triangle(sizes: Sizes, slot: int) -> list[tuple[float, float]]:
    x, half = sizes.point_x(slot), sizes.point_width * 0.47
    base, tip = (0.0, sizes.point_length) if slot <= 12 else (sizes.depth, sizes.depth - sizes.point_length)
    return [(x - half, base), (x + half, base), (x, tip)]


def _dimmed(look: Appearance, width: int, height: int) -> Array32:
    """The shade on the playing surface: soft shadows of frame and bar, and the dusk along them."""
    sizes = look.sizes
    pad = round(6 * PER_CM)
    room = np.zeros((height + 2 * pad, width + 2 * pad), np.float32)
    shade = room.copy()
    shift = [-part / look.lamp[2] * PER_CM for part in look.lamp[:2]]
    middle = (sizes.width - sizes.bar) / 2 * PER_CM
    frame, bar = room + 1, room.copy()
    frame[pad:-pad, pad:-pad] = 0
    bar[pad:-pad, pad + round(middle) : pad + round(middle + sizes.bar * PER_CM)] = 1
    for part, tall in ((frame, sizes.rail_height), (bar, sizes.bar_height)):
        for step in np.linspace(0.15, 1.0, 6):
            move = np.array([[1, 0, shift[0] * tall * step], [0, 1, shift[1] * tall * step]], np.float32)
            moved = cv2.warpAffine(
                part, move, (part.shape[1], part.shape[0]), borderMode=cv2.BORDER_REPLICATE
            )
            np.maximum(shade, np.asarray(moved, np.float32), out=shade)
    soft = cv2.GaussianBlur(shade, (0, 0), 0.22 * PER_CM)
    dusk = cv2.GaussianBlur(np.maximum(frame, bar * 0.6), (0, 0), 0.9 * PER_CM)
    light = (1 - look.shade * soft) * (1 - 0.35 * dusk)
    return np.asarray(light[pad:-pad, pad:-pad], np.float32)


def _tinted(
    look: Appearance, colour: Colour, material: Material, along: float, across: float, seed: int
) -> Array32:
    rows, columns = max(4, round(across * PER_CM)), max(4, round(along * PER_CM))
    texture = grain(material, rows, columns, look.seed * 31 + seed, PER_CM, along >= across)
    return np.asarray(bgr(colour) * texture[..., None], np.float32)


def _well_floor(look: Appearance, along: float, across: float) -> Array32:
    floor = _tinted(look, look.palette.field, look.surface, along, across, 50)
    rows, columns = floor.shape[:2]
    wall = np.zeros((rows + 80, columns + 80), np.float32) + 1
    wall[40:-40, 40:-40] = 0
    dusk = cv2.GaussianBlur(wall, (0, 0), 1.2 * PER_CM / 2)[40:-40, 40:-40]
    return np.asarray(floor * (0.78 - 0.45 * dusk)[..., None], np.float32)


def _wall(
    canvas: Array32,
    eye: Projector,
    look: Appearance,
    origin: tuple[float, float, float],
    along: tuple[float, float, float],
    height: float,
    brightness: float,
    seed: int,
) -> None:
    length = float(np.abs(along).sum())
    texture = _tinted(look, look.palette.frame, look.frame, length, height, seed) * brightness
    texture *= np.linspace(0.7, 1.05, texture.shape[0], dtype=np.float32)[:, None, None]
    _paint(canvas, eye, origin, along, (0, 0, height), texture)


def _facing(look: Appearance, normal: tuple[float, float, float]) -> float:
    lamp = np.array(look.lamp) / np.linalg.norm(look.lamp)
    return float(0.52 + 0.55 * max(0.0, float(lamp @ np.array(normal))))


def _box(canvas: Array32, eye: Projector, look: Appearance, box: _Box, seed: int) -> None:
    """Paints the sides of a raised part that can be seen, and its top."""
    tall, wide, deep = box.top - box.foot, box.right - box.left, box.far - box.near
    if eye.eye[1] < box.near:
        light = _facing(look, (0, -1, 0))
        _wall(canvas, eye, look, (box.left, box.near, box.foot), (wide, 0, 0), tall, light, seed)
    if eye.eye[1] > box.far:
        light = _facing(look, (0, 1, 0))
        _wall(canvas, eye, look, (box.left, box.far, box.foot), (wide, 0, 0), tall, light, seed)
    if eye.eye[0] < box.left:
        light = _facing(look, (-1, 0, 0))
        _wall(canvas, eye, look, (box.left, box.near, box.foot), (0, deep, 0), tall, light, seed)
    if eye.eye[0] > box.right:
        light = _facing(look, (1, 0, 0))
        _wall(canvas, eye, look, (box.right, box.near, box.foot), (0, deep, 0), tall, light, seed)
    top = _tinted(look, look.palette.frame, look.frame, wide, deep, seed + 20) * np.float32(
        _facing(look, (0, 0, 1))
    )
    _rounded(top)
    _paint(canvas, eye, (box.left, box.near, box.top), (wide, 0, 0), (0, deep, 0), top)


def _rounded(top: Array32) -> None:
    """Lightens the edges of a top's long sides a little, as a planed edge catches the light."""
    rows, columns = top.shape[:2]
    ys, xs = np.arange(rows, dtype=np.float32)[:, None], np.arange(columns, dtype=np.float32)[None, :]
    nearest = np.minimum(ys, rows - 1 - ys) if columns >= rows else np.minimum(xs, columns - 1 - xs)
    top *= (1 + 0.22 * np.exp(-((nearest - 3) ** 2) / 12))[..., None]


def corners(look: Appearance) -> Array:
    """The pixels of the playing surface's corners: far-left, far-right, near-right, near-left; 4 x 2."""
    width, depth = look.sizes.width, look.sizes.depth
    places = np.array([(0, depth, 0), (width, depth, 0), (width, 0, 0), (0, 0, 0)], np.float64)
    return Projector(look.camera).project(places)
