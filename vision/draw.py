"""The inverse of reading: a scene drawn as the picture that a camera over the table would take.

It serves the simulator and the overlays, and shares no geometry and no colours with the reader, or the two would
agree by construction.
"""

from functools import lru_cache

import cv2
import numpy as np

from vision.drawing.blocks import BlockPainter
from vision.drawing.board_look import Appearance, preset, presets, random_appearance
from vision.drawing.checker_drawing import CheckerPainter
from vision.drawing.hands import LimbPainter, darken
from vision.drawing.materials import light_field
from vision.drawing.pinhole_camera import Array, Array32, Picture, Projector, blend, outer_edges
from vision.drawing.room_background import corners as board_corners
from vision.drawing.room_background import empty_board
from vision.scene import Checker, DoublingCube, Scene, SceneDie

__all__ = ["Appearance", "Studio", "corners", "draw", "preset", "presets", "random_appearance", "studio"]

_COARSER = 2
"""How many times coarser than the picture shadows are painted."""
_GRAINS = 3
"""How many pictures of noise are kept."""


class Studio:
    """A look set up before a camera: draws scenes, and keeps what does not change from one to the next."""

    def __init__(self, look: Appearance) -> None:
        self.look = look
        self._eye = Projector(look.camera)
        self._board = empty_board(look)
        light = light_field(look)
        self._checkers = CheckerPainter(look, self._eye, light)
        self._blocks = BlockPainter(look, self._eye, light)
        self._limbs = LimbPainter(look, self._eye)
        self._grain = _grain(look)
        self._rail, self._rail_window = self._near_rail()
        self._standing: Scene | None = None
        self._standing_picture = self._board
        self._last: Scene | None = None
        self._last_picture = self._board

    def draw(self, scene: Scene, number: int = 0) -> Picture:
        """The picture of a scene, height x width x 3, blue green red; `number` picks the noise of that frame."""
        if scene != self._last:
            self._last_picture = self._exposed(scene)
            self._last = scene
        return self._noisy(self._last_picture, number)

    def _exposed(self, scene: Scene) -> Picture:
        standing = Scene(scene.checkers, scene.dice, scene.cube)
        if standing != self._standing:
            self._standing_picture = self._still_life(standing)
            self._standing = standing
        picture = self._standing_picture.copy()
        for checker in scene.held:
            self._cast(picture, [self._checkers.shadow(checker, self.look.lamp, 0.0)])
            self._checkers.paint(picture, checker)
        for hand in scene.hands:
            self._limbs.paint_hand(picture, hand)
        for cup in scene.cups:
            self._limbs.paint_cup(picture, cup)
        if self.look.blur:
            picture = np.asarray(cv2.GaussianBlur(picture, (3, 3), self.look.blur), np.uint8)
        if any(scene.nudge):
            picture = self._nudged(picture, scene.nudge)
        if scene.light != 1.0:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=max(0.0, scene.light)), np.uint8)
        return picture

    def _still_life(self, scene: Scene) -> Picture:
        """What stands on the board, painted from the farthest to the nearest."""
        picture = self._board.copy()
        things: list[Checker | SceneDie | DoublingCube] = [*scene.checkers, *scene.dice]
        if scene.cube is not None:
            things.append(scene.cube)
        things.sort(key=self._distance, reverse=True)
        self._cast(picture, [self._shadow(thing, thing.at.z) for thing in things if not _is_stacked(thing)])
        on_frame = [
            thing for thing in things if thing.at.z >= self.look.sizes.rail_height and not _is_stacked(thing)
        ]
        for thing in things:
            if thing not in on_frame:
                self._paint(picture, thing)
        self._restore_near_rail(picture)
        for thing in on_frame:
            self._cast(picture, [self._shadow(thing, thing.at.z)])
            self._paint(picture, thing)
        return picture

    def _paint(self, picture: Picture, thing: Checker | SceneDie | DoublingCube) -> None:
        if _is_stacked(thing):
            self._cast(picture, [self._shadow(thing, thing.at.z)])
        match thing:
            case Checker():
                self._checkers.paint(picture, thing)
            case SceneDie():
                self._blocks.paint_die(picture, thing)
            case DoublingCube():
                self._blocks.paint_cube(picture, thing)

    def _near_rail(self) -> tuple[Array32, tuple[int, int, int, int]]:
        """Where the frame's near side hides what lies behind it: how much of each pixel, and in which window."""
        left, right, near, _ = outer_edges(self.look.sizes)
        top = self.look.sizes.rail_height
        quad = np.array([(left, near, top), (right, near, top), (right, 0, top), (left, 0, top)], np.float64)
        pixels = self._eye.project(quad)
        window = self._eye.bounds(pixels) or (0, 0, 1, 1)
        mask = np.zeros((window[3] - window[1], window[2] - window[0]), np.uint8)
        cv2.fillConvexPoly(mask, ((pixels - window[:2]) * 16).round().astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask.astype(np.float32) * np.float32(1 / 255), window

    def _restore_near_rail(self, picture: Picture) -> None:
        left, top, right, bottom = self._rail_window
        blend(picture, self._rail_window, self._board[top:bottom, left:right].astype(np.float32), self._rail)

    def _distance(self, thing: Checker | SceneDie | DoublingCube) -> float:
        return float(self._eye.distance(np.array([thing.at.x, thing.at.y, thing.at.z])))

    def _shadow(self, thing: Checker | SceneDie | DoublingCube, ground: float) -> Array:
        lamp = self.look.lamp
        match thing:
            case Checker():
                return self._checkers.shadow(thing, lamp, ground)
            case SceneDie():
                return self._blocks.shadow(self._blocks.die_corners(thing), lamp, ground)
            case DoublingCube():
                return self._blocks.shadow(self._blocks.cube_corners(thing), lamp, ground)

    def _cast(self, picture: Picture, outlines: list[Array]) -> None:
        """Darkens a picture by shadows, each the hull of some places."""
        if not outlines:
            return
        hulls = [cv2.convexHull(self._eye.project(outline).astype(np.float32)) for outline in outlines]
        window = self._eye.bounds(np.concatenate(hulls)[:, 0], margin=round(6 * self.look.softness))
        if window is None:
            return
        left, top, right, bottom = window
        mask = np.zeros(((bottom - top) // _COARSER + 1, (right - left) // _COARSER + 1), np.uint8)
        for hull in hulls:
            shape = ((hull - (left, top)) / _COARSER * 16).round().astype(np.int32)
            cv2.fillConvexPoly(mask, shape, 255, cv2.LINE_AA, 4)
        full = (mask.shape[1] * _COARSER, mask.shape[0] * _COARSER)
        soft = cv2.GaussianBlur(mask, (0, 0), self.look.softness / _COARSER * 1.6)
        dim = np.asarray(cv2.resize(soft, full, interpolation=cv2.INTER_LINEAR), np.uint8)
        darken(picture[top:bottom, left:right], dim[: bottom - top, : right - left], self.look.shade)

    def _nudged(self, picture: Picture, nudge: tuple[float, float, float]) -> Picture:
        width, height = self.look.camera.size
        move = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(nudge[2])), 1.0)
        move[:, 2] += np.array(nudge[:2])
        return np.asarray(
            cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REFLECT_101), np.uint8
        )

    def _noisy(self, picture: Picture, number: int) -> Picture:
        if not self._grain:
            return picture.copy()
        width, height = self.look.camera.size
        more, less = self._grain[number % _GRAINS]
        x, y = (number * 37) % 64, (number * 53) % 64
        brighter = cv2.add(picture, more[y : y + height, x : x + width])
        return np.asarray(cv2.subtract(brighter, less[y : y + height, x : x + width]), np.uint8)


def _is_stacked(thing: Checker | SceneDie | DoublingCube) -> bool:
    return isinstance(thing, Checker) and not thing.on_edge and thing.at.z > 0.05


def _grain(look: Appearance) -> list[tuple[Picture, Picture]]:
    """The sensor's noise: what it adds and what it takes away, a little larger than the picture."""
    if look.noise <= 0:
        return []
    rng = np.random.default_rng(look.seed)
    width, height = look.camera.size
    pairs = []
    for _ in range(_GRAINS):
        noise = rng.standard_normal((height + 64, width + 64, 3), dtype=np.float32) * np.float32(look.noise)
        pairs.append(
            (np.maximum(noise, 0).round().astype(np.uint8), np.maximum(-noise, 0).round().astype(np.uint8))
        )
    return pairs


@lru_cache(maxsize=2)
def studio(look: Appearance) -> Studio:
    """The studio for a look; the last two are kept, since setting one up takes about a second."""
    return Studio(look)


def draw(scene: Scene, look: Appearance, number: int = 0) -> Picture:
    """The picture of a scene, height x width x 3, blue green red; `number` picks the noise of that frame."""
    return studio(look).draw(scene, number)


def corners(look: Appearance) -> Array:
    """The pixels of the playing surface's corners: far-left, far-right, near-right, near-left; 4 x 2."""
    return board_corners(look)
