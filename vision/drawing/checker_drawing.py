"""Painting checkers: cylinders that lie on the board, on each other, or stand on their rims in a tray."""

import cv2
import numpy as np

from engine.board import Kind
from vision.drawing.board_look import Appearance, FaceStyle, Material
from vision.drawing.materials import bgr, grain
from vision.drawing.pinhole_camera import Array, Array32, Picture, Projector, blend
from vision.scene import Checker

TEXELS = 96
"""The size of a face's texture; the face fills it but for a texel at each side."""
AROUND = 32
"""The corners with which a rim is drawn."""
TURNS = 6
"""How many differently turned faces are kept of each kind."""

_ANGLES = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
RIM = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_CORNERS = np.array(
    [(-0.5, -0.5), (TEXELS - 0.5, -0.5), (TEXELS - 0.5, TEXELS - 0.5), (-0.5, TEXELS - 0.5)], np.float32
)
_SQUARE = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], np.float64) * (TEXELS / (TEXELS - 3))


class CheckerPainter:
    """Paints the checkers of one look; keeps the textures of their faces."""

    def __init__(self, look: Appearance, eye: Projector, light: Array32) -> None:
        self.look, self.eye, self.light = look, eye, light
        self.radius, self.thickness = look.sizes.checker / 2, look.sizes.thickness
        self.faces = {kind: [_face(look, kind, turn) for turn in range(TURNS)] for kind in Kind}
        palette = look.palette
        self.walls = {Kind.LIGHT: bgr(palette.light), Kind.DARK: bgr(palette.dark)}
        lamp = np.array(look.lamp) / np.linalg.norm(look.lamp)
        self.lamp = lamp

    def rims(self, checker: Checker) -> Array:
        """The corners of a checker's lower (or nearer) and upper (or farther) rim, 2 x AROUND x 3."""
        at, r, t = checker.at, self.radius, self.thickness
        if checker.on_edge:
            flat = np.stack([at.x + RIM[:, 0] * r, np.zeros(AROUND), at.z + r + RIM[:, 1] * r], axis=1)
            return np.stack([flat + (0, at.y - t / 2, 0), flat + (0, at.y + t / 2, 0)])
        flat = np.stack([at.x + RIM[:, 0] * r, at.y + RIM[:, 1] * r, np.full(AROUND, at.z)], axis=1)
        return np.stack([flat, flat + (0, 0, t)])

    def paint(self, picture: Picture, checker: Checker) -> None:
        """Paints a checker over what lies farther away."""
        pixels = self.eye.project(self.rims(checker))
        hull = cv2.convexHull(pixels.reshape(-1, 2).astype(np.float32))
        window = self.eye.bounds(hull[:, 0])
        if window is None:
            return
        left, top, right, bottom = window
        bright = float(self.light[min(top, self.light.shape[0] - 1), min(left, self.light.shape[1] - 1)])
        outline = np.round((hull - (left, top)) * 16).astype(np.int32)
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 4)
        wall = self._wall(checker, pixels, window) * np.float32(bright)
        blend(picture, window, wall, mask.astype(np.float32) * np.float32(1 / 255))
        self._paint_face(picture, checker, window, bright)

    def _wall(self, checker: Checker, pixels: Array, window: tuple[int, int, int, int]) -> Array32:
        """The colours of a checker's side, a row or a column of them for the whole window."""
        left, top, right, bottom = window
        colour = self.walls[checker.kind]
        if checker.on_edge:
            high, low = pixels[..., 1].min(), pixels[..., 1].max()
            height = np.clip(1 - 2 * (np.arange(top, bottom) - high) / max(low - high, 1), -1, 1)
            shade = 0.42 + 0.60 * np.clip(0.35 + 0.75 * height, 0, 1)
            column: Array32 = (colour * shade[:, None]).astype(np.float32)[:, None, :]
            return column
        low, high = pixels[0, :, 0].min(), pixels[0, :, 0].max()
        across = np.clip((np.arange(left, right) - (low + high) / 2) / max((high - low) / 2, 1), -1, 1)
        ahead = -np.sqrt(1 - across**2)
        shade = (
            0.44 + 0.34 * np.clip(across * self.lamp[0] + ahead * self.lamp[1], 0, 1) + 0.12 * np.abs(ahead)
        )
        row: Array32 = (colour * shade[:, None]).astype(np.float32)[None, :, :]
        return row

    def _paint_face(
        self, picture: Picture, checker: Checker, window: tuple[int, int, int, int], bright: float
    ) -> None:
        at, r, t = checker.at, self.radius, self.thickness
        if checker.on_edge:
            near = at.y - t / 2
            if self.eye.eye[1] >= near:
                return
            square = np.stack(
                [at.x + _SQUARE[:, 0] * r, np.full(4, near), at.z + r + _SQUARE[:, 1] * r], axis=1
            )
            bright *= 0.62
        else:
            square = np.stack(
                [at.x + _SQUARE[:, 0] * r, at.y + _SQUARE[:, 1] * r, np.full(4, at.z + t)], axis=1
            )
        corners = self.eye.project(square) - window[:2]
        face = self.faces[checker.kind][int(checker.turn * TURNS / (2 * np.pi)) % TURNS]
        self._lay(picture, face, corners, window, bright)

    def _lay(
        self,
        picture: Picture,
        face: Array32,
        corners: Array,
        window: tuple[int, int, int, int],
        bright: float,
    ) -> None:
        left, top, right, bottom = window
        spread = cv2.getPerspectiveTransform(_CORNERS, corners.astype(np.float32))
        laid = cv2.warpPerspective(face, spread, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
        part = picture[top:bottom, left:right]
        over = part * (1 - laid[..., 3:])
        over += laid[..., :3] * np.float32(bright)
        over += np.float32(0.5)
        np.copyto(part, np.minimum(over, 255), casting="unsafe")

    def shadow(self, checker: Checker, lamp: tuple[float, float, float], ground: float) -> Array:
        """The outline of a checker's shadow on a plane at a height; n x 3."""
        rims = self.rims(checker).reshape(-1, 3)
        rise = rims[:, 2] - ground
        cast: Array = rims - np.stack([lamp[0] / lamp[2] * rise, lamp[1] / lamp[2] * rise, rise], axis=1)
        return cast


def _relief(face: FaceStyle, r: Array32) -> Array32:
    """The height of a face at a distance from its middle, 0 to 1 at the rim, in shares of its radius."""
    bevel = -0.35 * np.maximum(r - 0.93, 0)
    match face:
        case FaceStyle.RINGED:
            return np.asarray(bevel - 0.03 * np.exp(-(((r - 0.62) / 0.05) ** 2)), np.float32)
        case FaceStyle.DISHED:
            return np.asarray(bevel - 0.05 / (1 + np.exp((r - 0.70) * 30)), np.float32)
        case FaceStyle.DOMED:
            groove = -0.02 * np.exp(-(((r - 0.78) / 0.035) ** 2)) - 0.02 * np.exp(
                -(((r - 0.34) / 0.035) ** 2)
            )
            return np.asarray(bevel - 0.06 * r * r + groove, np.float32)
        case FaceStyle.PLAIN:
            return np.asarray(bevel * 1.4, np.float32)


def _face(look: Appearance, kind: Kind, turn: int) -> Array32:
    """The texture of a face: blue, green, red times alpha, and alpha; TEXELS x TEXELS x 4."""
    palette = look.palette
    body, inlay = (
        (palette.light, palette.light_inlay) if kind is Kind.LIGHT else (palette.dark, palette.dark_inlay)
    )
    fine = 2
    size = TEXELS * fine
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    unit = (size - 3 * fine) / 2
    xs, ys = (xs - (size - 1) / 2) / np.float32(unit), (ys - (size - 1) / 2) / np.float32(unit)
    r = np.hypot(xs, ys)
    seed = look.seed * 97 + turn + (40 if kind is Kind.DARK else 0)
    grain_of = grain(look.checkers, size, size, seed, size / look.sizes.checker, bool(turn % 2))
    if look.checkers is not Material.WOOD:
        grain_of = 1 + (cv2.GaussianBlur(grain_of, (0, 0), 1.5) - 1) * np.float32(0.6)
    inside = 1 / (1 + np.exp(np.clip((r - 0.60) * 60, -30, 30)))
    if look.face is FaceStyle.PLAIN:
        inside *= 0
    colour = bgr(body) + (bgr(inlay) - bgr(body)) * inside[..., None]
    height = _relief(look.face, r) * np.float32(unit)
    slope_y, slope_x = np.gradient(height)
    lamp = np.array(look.lamp) / np.linalg.norm(look.lamp)
    normal = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    facing = (-slope_x * lamp[0] + slope_y * lamp[1] + lamp[2]) * normal
    sheen = 0.06 * (xs * lamp[0] - ys * lamp[1])
    light = 0.50 + 0.58 * np.maximum(facing, 0) + sheen
    glint = (
        np.maximum(facing - 0.93, 0) * 0.9 * (14 if look.face in (FaceStyle.DISHED, FaceStyle.DOMED) else 6)
    )
    alpha = np.clip((1 - r) * np.float32(unit / fine) + 0.5, 0, 1)[..., None]
    shaded = colour * (grain_of * light)[..., None] + glint[..., None] * 8
    texture = np.concatenate([np.clip(shaded, 0, 250) * alpha, alpha], axis=2).astype(np.float32)
    return np.asarray(cv2.resize(texture, (TEXELS, TEXELS), interpolation=cv2.INTER_AREA), np.float32)
