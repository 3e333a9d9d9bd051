"""Painting hands with their forearms, and cups: round limbs, shaded like the cylinders they nearly are."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.drawing.board_look import Appearance, Colour
from vision.drawing.materials import bgr
from vision.drawing.pinhole_camera import Array, Picture, Projector, blend
from vision.scene import Cup, Hand


@dataclass(frozen=True, slots=True)
class _Limb:
    """A limb: a cylinder with round ends that tapers from one place to another; radii in centimetres."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    start_radius: float
    end_radius: float
    colour: Colour


def _limbs(hand: Hand, look: Appearance) -> tuple[list[_Limb], list[_Limb]]:
    """The limbs of a hand: those of skin, and the sleeve."""
    sizes = look.sizes
    skin = look.palette.far_skin if hand.far else look.palette.near_skin
    sleeve = look.palette.far_sleeve if hand.far else look.palette.near_sleeve
    shoulder_y = sizes.depth + 62.0 if hand.far else -62.0
    shoulder_x = sizes.width / 2 + (-10.0 if hand.far else 10.0)
    grip = np.array([hand.at.x, hand.at.y, hand.at.z])
    ahead = grip[:2] - np.array([shoulder_x, shoulder_y])
    ahead = np.array([*(ahead / np.linalg.norm(ahead)), 0.0])
    side = np.array([-ahead[1], ahead[0], 0.0]) * -1.0
    up = np.array([0.0, 0.0, 1.0])

    def spot(forward: float, sideways: float, height: float) -> tuple[float, float, float]:
        place = grip + ahead * forward + side * sideways + up * height
        return float(place[0]), float(place[1]), float(place[2])

    spread = 1 + 0.6 * hand.open
    reach = 0.4 + 2.2 * hand.open
    limbs = [
        _Limb(spot(-8.6, -1.6, 3.6), spot(-4.4, -3.1 * spread, 2.9), 1.55, 1.12, skin),
        _Limb(spot(-4.4, -3.1 * spread, 2.9), spot(-0.6 + hand.open, -1.4 * spread, 0.8), 1.12, 0.82, skin),
        _Limb(spot(-12.5, 1.1, 4.6), spot(-6.2, 2.35, 4.2), 1.75, 1.2, skin),
        _Limb(spot(-12.5, -1.0, 4.6), spot(-6.0, -1.9, 4.2), 1.8, 1.3, skin),
        _Limb(spot(-12.5, 0.0, 4.7), spot(-5.9, 0.3, 4.4), 2.0, 1.35, skin),
        _Limb(spot(-21.0, 0.0, 6.6), spot(-12.0, 0.0, 4.8), 2.7, 2.3, skin),
    ]
    for number, (base, tip, short) in enumerate(_FINGERS):
        thick = 0.92 if number else 0.80
        knuckle = spot(-5.9 - 0.35 * short, base, 4.5)
        middle = spot(-2.6 - 0.6 * short, (base * 0.62 + tip * 0.38) * spread**0.5, 3.9 - 1.6 * hand.open)
        end = spot(reach - 0.9 * short, tip * spread, 0.8)
        limbs += [
            _Limb(knuckle, middle, thick * 1.16, thick, skin),
            _Limb(middle, end, thick, thick * 0.8, skin),
        ]
    sleeves = [
        _Limb(spot(-46.0, 0.0, 12.0), spot(-19.4, 0.0, 6.6), 5.2, 3.5, sleeve),
        _Limb(spot(-19.6, 0.0, 6.6), spot(-18.6, 0.0, 6.4), 3.7, 3.7, sleeve),
        _Limb(spot(-86.0, 0.0, 20.0), spot(-46.0, 0.0, 12.0), 6.4, 5.2, sleeve),
    ]
    return limbs, sleeves


_FINGERS = ((2.75, 1.75, 1.1), (0.95, 0.75, 0.2), (-0.9, -0.25, 0.0), (-2.6, -1.0, 0.5))
"""Little finger to forefinger: sideways at the knuckle and at the tip, and by how much
it is shorter, in centimetres.
"""


class LimbPainter:
    """Paints the hands and cups of one look."""

    def __init__(self, look: Appearance, eye: Projector) -> None:
        self.look, self.eye = look, eye
        lamp = np.array(look.lamp) / np.linalg.norm(look.lamp)
        self.lamp = eye.axes @ lamp

    def paint_hand(self, picture: Picture, hand: Hand) -> None:
        """Paints a hand with its shadow over the picture."""
        skin, sleeve = _limbs(hand, self.look)
        self._shade(picture, skin + sleeve)
        self._paint(picture, skin, 1.5)
        self._paint(picture, sleeve, 1.0)

    def _ends(self, limb: _Limb) -> tuple[Array, float, float]:
        ends = np.array([limb.start, limb.end])
        pixels = self.eye.project(ends)
        return pixels, limb.start_radius * self.eye.scale(ends[0]), limb.end_radius * self.eye.scale(ends[1])

    def _paint(self, picture: Picture, limbs: list[_Limb], smooth: float) -> None:
        """Paints limbs of one colour as one body: their heights in pixels are laid over each other, then lit."""
        ends = [self._ends(limb) for limb in limbs]
        reach = np.concatenate([(a - ra, a + ra, b - rb, b + rb) for (a, b), ra, rb in ends])
        window = self.eye.bounds(reach)
        if window is None:
            return
        left, top, right, bottom = window
        heights = np.full((bottom - top, right - left), -1e3, np.float32)
        cover = np.zeros((bottom - top, right - left), np.float32)
        for limb, ((a, b), ra, rb) in zip(limbs, ends, strict=True):
            part = self.eye.bounds(np.array([a - ra, a + ra, b - rb, b + rb]))
            if part is None:
                continue
            here = slice(part[1] - top, part[3] - top), slice(part[0] - left, part[2] - left)
            xs = np.arange(part[0], part[2], dtype=np.float32)[None, :] - np.float32(a[0])
            ys = np.arange(part[1], part[3], dtype=np.float32)[:, None] - np.float32(a[1])
            run = (b - a).astype(np.float32)
            along = np.clip((xs * run[0] + ys * run[1]) / np.float32(max(run @ run, 1e-6)), 0, 1)
            radius = np.float32(ra) + np.float32(rb - ra) * along
            off = np.sqrt((xs - along * run[0]) ** 2 + (ys - along * run[1]) ** 2)
            scale = np.float32(ra / limb.start_radius)
            axis = np.float32(limb.start[2]) + np.float32(limb.end[2] - limb.start[2]) * along
            bulge = np.sqrt(np.maximum(radius * radius - off * off, 0)) - np.maximum(
                off - radius, 0
            ) * np.float32(2)
            np.maximum(heights[here], axis * scale + bulge, out=heights[here])
            np.maximum(cover[here], np.clip(radius - off + np.float32(0.5), 0, 1), out=cover[here])
        heights = np.where(cover > 0, heights, cv2.blur(heights, (3, 3)))
        heights = np.asarray(cv2.GaussianBlur(np.maximum(heights, 0), (0, 0), smooth), np.float32)
        slope_x = cv2.Sobel(heights, cv2.CV_32F, 1, 0, scale=0.125)
        slope_y = cv2.Sobel(heights, cv2.CV_32F, 0, 1, scale=0.125)
        steep = 1 / np.sqrt(1 + slope_x * slope_x + slope_y * slope_y)
        lamp = self.lamp.astype(np.float32)
        lit = -(slope_x * lamp[0] + slope_y * lamp[1] + lamp[2]) * steep
        shade = np.float32(0.46) + np.float32(0.26) * steep + np.float32(0.34) * np.maximum(lit, 0)
        colour = bgr(limbs[0].colour)
        warm = (1 - steep)[..., None] * np.array((-0.10, -0.05, 0.06), np.float32) + 1
        blend(picture, window, np.clip(colour * warm * shade[..., None], 0, 255), cover)

    def _shade(self, picture: Picture, limbs: list[_Limb]) -> None:
        """Darkens what lies under some limbs."""
        finer = 4
        height, width = picture.shape[0] // finer + 1, picture.shape[1] // finer + 1
        mask = np.zeros((height, width), np.uint8)
        slope = np.array([self.look.lamp[0], self.look.lamp[1]]) / self.look.lamp[2]
        for limb in limbs:
            ends = np.array([limb.start, limb.end])
            ends[:, :2] -= slope * ends[:, 2:]
            ends[:, 2] = 0
            (a, b), radius = self.eye.project(ends) / finer, limb.end_radius * self.eye.scale(ends[1]) / finer
            line = [(round(float(p[0])), round(float(p[1]))) for p in (a, b)]
            cv2.line(mask, line[0], line[1], 255, max(1, round(2 * radius)), cv2.LINE_AA)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 3.0), np.uint8)
        spots = cv2.boundingRect(mask)
        if not spots[2]:
            return
        x0, y0 = spots[0] * finer, spots[1] * finer
        x1, y1 = min(picture.shape[1], x0 + spots[2] * finer), min(picture.shape[0], y0 + spots[3] * finer)
        if x0 >= x1 or y0 >= y1:
            return
        dim = cv2.resize(mask, (width * finer, height * finer), interpolation=cv2.INTER_LINEAR)
        darken(picture[y0:y1, x0:x1], np.asarray(dim, np.uint8)[y0:y1, x0:x1], self.look.shade * 0.85)

    def paint_cup(self, picture: Picture, cup: Cup) -> None:
        """Paints a cup with its shadow over the picture."""
        look, at = self.look, cup.at
        foot, rim = (at.x, at.y, at.z + 0.5), (at.x, at.y, at.z + cup.height)
        colour = look.palette.far_sleeve
        self._shade(picture, [_Limb(foot, rim, cup.radius, cup.radius, colour)])
        angles = np.linspace(0, 2 * np.pi, 48)
        ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(48)], axis=1)
        low = self.eye.project(np.array(foot) + ring * cup.radius * 0.82)
        high = self.eye.project(np.array(rim) + ring * cup.radius)
        inner = self.eye.project(np.array(rim) + ring * cup.radius * 0.9)
        drink = self.eye.project(np.array(rim) - (0, 0, 1.6) + ring * cup.radius * 0.86)
        both = np.concatenate([low, high]).astype(np.float32)
        window = self.eye.bounds(both)
        if window is None:
            return
        left, top, right, bottom = window
        across = (np.arange(left, right) - both[:, 0].mean()) / max(1.0, float(np.ptp(both[:, 0])) / 2)
        ahead = np.sqrt(np.clip(1 - across**2, 0, 1))
        wall = (
            bgr(look.palette.light)
            * (0.42 + 0.5 * ahead - 0.2 * across * np.sign(look.lamp[0] or 1))[:, None]
        )
        for outline, paint in (
            (cv2.convexHull(both), wall.astype(np.float32)[None]),
            (high.astype(np.float32), bgr(look.palette.light)),
            (inner.astype(np.float32), bgr(look.palette.light) * np.float32(0.5)),
            (np.array(drink, np.float32), np.array((22, 40, 66), np.float32)),
        ):
            mask = np.zeros((bottom - top, right - left), np.uint8)
            shape = np.round((outline.reshape(-1, 2) - (left, top)) * 16).astype(np.int32)
            cv2.fillConvexPoly(mask, shape, 255, cv2.LINE_AA, 4)
            blend(
                picture,
                window,
                np.clip(paint, 0, 255).astype(np.float32),
                mask.astype(np.float32) * np.float32(1 / 255),
            )


def darken(part: Picture, mask: Picture, depth: float) -> None:
    """Darkens a part of a picture in place by a mask of its size, 255 the full depth (0-1)."""
    factor = cv2.cvtColor(255 - cv2.convertScaleAbs(mask, alpha=depth), cv2.COLOR_GRAY2BGR)
    np.copyto(part, cv2.multiply(np.ascontiguousarray(part), factor, scale=1 / 255))
