"""Painting dice and the doubling cube: cubes with rounded edges and something on each face."""

from math import cos, sin

import cv2
import numpy as np

from vision.drawing.board_look import Appearance, Colour
from vision.drawing.materials import bgr
from vision.drawing.pinhole_camera import Array, Array32, Picture, Projector, blend
from vision.scene import DoublingCube, SceneDie

TEXELS = 72
FINER = 4
"""How many times finer than the picture a block is painted before it is scaled down."""

NORMALS = {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1), 4: (0, 0, -1), 5: (0, -1, 0), 6: (-1, 0, 0)}
"""Which way each face of a die looks: opposite faces add up to seven, and 1, 2, 3 run anticlockwise (right-handed)."""
CUBE_FACES = {1: 2, 2: 4, 3: 8, 4: 16, 5: 32, 6: 64}
"""The number of a doubling cube on the face where a die has 1 to 6."""
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip
_CORNERS = np.array(
    [(-0.5, -0.5), (TEXELS - 0.5, -0.5), (TEXELS - 0.5, TEXELS - 0.5), (-0.5, TEXELS - 0.5)], np.float32
)
_CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def about(axis: tuple[float, float, float], angle: float) -> Array:
    """The rotation by an angle about an axis of length 1; 3 x 3."""
    x, y, z = axis
    cross = np.array([(0, -z, y), (z, 0, -x), (-y, x, 0)], np.float64)
    turned: Array = np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * (cross @ cross)
    return turned


def _upright(face: int) -> Array:
    """A rotation that brings a face to the top."""
    normal = np.array(NORMALS[face], np.float64)
    if normal[2] == 1:
        return np.eye(3)
    if normal[2] == -1:
        return about((1.0, 0.0, 0.0), np.pi)
    axis = np.cross(normal, (0.0, 0.0, 1.0))
    return about((float(axis[0]), float(axis[1]), float(axis[2])), np.pi / 2)


def attitude(face: int, turn: float, tip: float = 0.0, axis: float = 0.0) -> Array:
    """How a block lies with a face (numbered as a die's) up, turned about the vertical, then tipped; 3 x 3."""
    lying: Array = about((cos(axis), sin(axis), 0.0), tip) @ about((0.0, 0.0, 1.0), turn) @ _upright(face)
    return lying


def face_edges(face: int) -> tuple[Array, Array]:
    """The directions of a face's texture, to the right and down, seen from outside; vectors of length 1."""
    normal = np.array(NORMALS[face], np.float64)
    down = -np.array({1: (0, 0, 1), 2: (0, 0, 1), 3: (0, 1, 0), 4: (0, 1, 0), 5: (0, 0, 1), 6: (0, 0, 1)}[face],
                     np.float64)  # fmt: skip
    return np.cross(normal, down), down


class BlockPainter:
    """Paints the dice and the cube of one look; keeps the textures of their faces."""

    def __init__(self, look: Appearance, eye: Projector, light: Array32) -> None:
        self.look, self.eye, self.light = look, eye, light
        self.lamp = np.array(look.lamp) / np.linalg.norm(look.lamp)
        palette = look.palette
        self.dice = {
            far: {value: _pipped(value, body, pip) for value in range(1, 7)}
            for far, body, pip in (
                (False, palette.die, palette.pip),
                (True, palette.far_die, palette.far_pip),
            )
        }
        self.numbers = {
            face: _numbered(number, palette.cube, palette.digit) for face, number in CUBE_FACES.items()
        }

    def paint_die(self, picture: Picture, die: SceneDie) -> None:
        """Paints a die over what lies farther away."""
        palette = self.look.palette
        body = palette.far_die if die.far else palette.die
        self._paint(picture, self.die_corners(die), self.dice[die.far], body)

    def paint_cube(self, picture: Picture, cube: DoublingCube) -> None:
        """Paints the doubling cube over what lies farther away."""
        self._paint(picture, self.cube_corners(cube), self.numbers, self.look.palette.cube)

    def die_corners(self, die: SceneDie) -> tuple[Array, Array, float]:
        """The middle of a die, its rotation and half its edge."""
        half = self.look.sizes.die / 2
        lying = attitude(die.value, die.turn, die.tip, die.axis)
        rise = half * float(np.abs(lying[2]).sum())
        return np.array([die.at.x, die.at.y, die.at.z + rise]), lying, half

    def cube_corners(self, cube: DoublingCube) -> tuple[Array, Array, float]:
        """The middle of the doubling cube, its rotation and half its edge. Raises KeyError for no such number."""
        half = self.look.sizes.cube / 2
        face = {number: face for face, number in CUBE_FACES.items()}[cube.value]
        lying = _level_text(face, cube.turn)
        return np.array([cube.at.x, cube.at.y, cube.at.z + half]), lying, half

    def _paint(
        self, picture: Picture, block: tuple[Array, Array, float], faces: dict[int, Array32], body: Colour
    ) -> None:
        middle, lying, half = block
        rounding = half * 0.16
        shrunk = self.eye.project(middle + (_CUBE * (half - rounding)) @ lying.T)
        scale = self.eye.scale(middle)
        window = self.eye.bounds(shrunk, margin=int(rounding * scale) + 3)
        if window is None:
            return
        left, top, right, bottom = window
        size = ((right - left) * FINER, (bottom - top) * FINER)
        mask = np.zeros((size[1], size[0]), np.uint8)
        hull = cv2.convexHull(((shrunk - (left, top) + 0.5) * FINER * 16).round().astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, 4)
        cv2.polylines(mask, [hull], True, 255, max(1, round(2 * rounding * scale * FINER)), cv2.LINE_8, 4)
        bright = float(self.light[min(bottom, self.light.shape[0]) - 1, min(right, self.light.shape[1]) - 1])
        colours = np.empty((size[1], size[0], 3), np.float32)
        colours[:] = bgr(body) * (0.80 * bright)
        to_eye = self.eye.eye - middle
        for face, texture in faces.items():
            normal = lying @ np.array(NORMALS[face], np.float64)
            if normal @ to_eye <= half:
                continue
            shade = bright * (0.50 + 0.56 * max(0.0, float(normal @ self.lamp)))
            right_edge, down_edge = (lying @ edge * half for edge in face_edges(face))
            centre = middle + normal * half
            square = np.stack(
                [
                    centre - right_edge - down_edge,
                    centre + right_edge - down_edge,
                    centre + right_edge + down_edge,
                    centre - right_edge + down_edge,
                ]
            )
            corners = ((self.eye.project(square) - (left, top) + 0.5) * FINER - 0.5).astype(np.float32)
            spread = cv2.getPerspectiveTransform(_CORNERS, corners)
            laid = cv2.warpPerspective(texture, spread, size, flags=cv2.INTER_LINEAR)
            colours *= 1 - laid[..., 3:]
            colours += laid[..., :3] * np.float32(shade)
        small = (right - left, bottom - top)
        alpha = np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), np.float32) * np.float32(
            1 / 255
        )
        paint = np.asarray(cv2.resize(colours, small, interpolation=cv2.INTER_AREA), np.float32)
        blend(picture, window, np.minimum(paint, 255), alpha)

    def shadow(
        self, block: tuple[Array, Array, float], lamp: tuple[float, float, float], ground: float
    ) -> Array:
        """The outline of a block's shadow on a plane at a height; n x 3."""
        middle, lying, half = block
        corners = middle + (_CUBE * half * 0.94) @ lying.T
        rise = np.maximum(corners[:, 2] - ground, 0)
        cast: Array = corners - np.stack(
            [lamp[0] / lamp[2] * rise, lamp[1] / lamp[2] * rise, corners[:, 2] - ground], axis=1
        )
        return np.concatenate([cast, corners * (1, 1, 0) + (0, 0, ground)]) if rise.min() < 0.1 else cast


def _level_text(face: int, turn: float) -> Array:
    """A rotation with a face up and its writing upright to the near player, but for a turn."""
    lying = attitude(face, 0.0)
    down = lying @ face_edges(face)[1]
    skew = np.arctan2(down[1], down[0]) + np.pi / 2
    level: Array = about((0.0, 0.0, 1.0), turn - float(skew)) @ lying
    return level


def _blank(colour: Colour) -> Array32:
    """A face without anything on it, its corners rounded off; four times finer than it is kept."""
    size = TEXELS * 4
    texture = np.zeros((size, size, 4), np.float32)
    mask = np.zeros((size, size), np.uint8)
    inset, rounding = round(size * 0.05), round(size * 0.14)
    cv2.rectangle(
        mask,
        (inset + rounding, inset + rounding),
        (size - inset - rounding, size - inset - rounding),
        255,
        -1,
    )
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rounding + 1, 2 * rounding + 1))
    solid = np.asarray(cv2.dilate(mask, disc), np.float32) / 255
    alpha = cv2.GaussianBlur(solid, (0, 0), size * 0.012)
    texture[..., :3] = bgr(colour) * alpha[..., None]
    texture[..., 3] = alpha
    return texture


def _kept(texture: Array32) -> Array32:
    return np.asarray(cv2.resize(texture, (TEXELS, TEXELS), interpolation=cv2.INTER_AREA), np.float32)


def _pipped(value: int, body: Colour, pip: Colour) -> Array32:
    texture = _blank(body)
    size = texture.shape[0]
    for across, down in _PIPS[value]:
        centre = (
            round((size / 2 + across * size * 0.25) * 16),
            round((size / 2 + down * size * 0.25) * 16),
        )
        radius = size * (0.098 if value > 1 else 0.115)
        colour = (*map(float, bgr(pip)), 1.0)
        cv2.circle(texture, centre, round(radius * 16), colour, -1, cv2.LINE_AA, 4)
    return _kept(texture)


def _numbered(number: int, body: Colour, digit: Colour) -> Array32:
    texture = _blank(body)
    size = texture.shape[0]
    text, font = str(number), cv2.FONT_HERSHEY_DUPLEX
    thick = round(size * 0.055)
    (wide, tall), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = min(size * 0.56 / wide, size * 0.46 / tall)
    (wide, tall), _ = cv2.getTextSize(text, font, scale, 1)
    place = (round((size - wide) / 2), round((size + tall) / 2))
    ink = np.zeros((size, size), np.uint8)
    cv2.putText(ink, text, place, font, scale, 255, thick, cv2.LINE_AA)
    share = (ink.astype(np.float32) / 255)[..., None]
    texture[..., :3] += (bgr(digit) - texture[..., :3]) * share
    return _kept(texture)
