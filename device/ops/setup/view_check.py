"""Looking: whether light and focus are good and the whole board is in view, told from one picture."""

import cv2
import numpy as np

from calibration.locate import Located
from calibration.picture_verdict import DIM, GLARE, SMALL, WHITE
from device.ops.doctor.sight_checks import MARGIN, SHARP
from device.ops.setup.step_verdict import Said, StepVerdict
from engine.i18n import phrase
from vision.errors import PictureError
from vision.frame import FloatArray, Picture
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y, Corners, rectifier
from vision.sharpness import sharpness

WIDTH = 640
"""At about this width a picture is as large as the board in it will be when it is read."""
UNEVEN = 1.7
"""One side of a board that is so many times as bright as the other is unevenly lit."""
PITCH_DARK = 8.0
"""A mean grey level (0-255) below which there is no picture but the lens' cap."""


def verdict_of_view(picture: Picture, located: Located | None, *, squares: bool = False) -> StepVerdict:
    """What there is to say of a picture, and of the board that was located in it; those of `squares` are not."""
    corners = located.corners if located is not None else None
    light = light_said(picture, corners)
    if float(picture[::4, ::4].mean()) < PITCH_DARK:
        return StepVerdict.of([light])
    says = [light, focus_said(picture, corners)]
    return StepVerdict.of(says if squares else [*says, board_said(picture.shape, located)])


def light_said(picture: Picture, corners: Corners | None = None) -> Said:
    """Whether there is enough light, even and without glare, on the board where it is known."""
    if float(picture[::4, ::4].mean()) < PITCH_DARK:
        return Said(
            "light", False, phrase("The picture is black: take the cap off the lens, or switch on a lamp.")
        )
    lightness = _lightness(picture, corners)
    if float(lightness.mean()) < (DIM if corners else DIM / 2):
        return Said(
            "light",
            False,
            phrase("There is little light: switch on a lamp, best one that shines on the board from above."),
        )
    if corners is None:
        return Said("light", True, phrase("There is light enough."))
    if float((lightness > WHITE).mean()) > GLARE:
        return Said(
            "light",
            False,
            phrase("A part of the board is dazzlingly bright: turn the lamp away or make it weaker."),
        )
    third = lightness.shape[1] // 3
    left, right = float(lightness[:, :third].mean()), float(lightness[:, -third:].mean())
    if left > UNEVEN * right:
        return Said(
            "light",
            False,
            phrase(
                "The right of the board is much darker than the rest: more light from the right would help."
            ),
        )
    if right > UNEVEN * left:
        return Said(
            "light",
            False,
            phrase(
                "The left of the board is much darker than the rest: more light from the left would help."
            ),
        )
    return Said("light", True, phrase("The light is good."))


def focus_said(picture: Picture, corners: Corners | None = None) -> Said:
    """Whether the board, or what there is in the picture, is in focus."""
    value = sharpness(_seen(picture, corners))
    if value < SHARP:
        return Said(
            "focus",
            False,
            phrase(
                "The picture is blurred: turn the lens until the edges of the points are crisp, wipe it, "
                "and let the camera stand firmly."
            ),
        )
    return Said("focus", True, phrase("The picture is sharp."))


def board_said(shape: tuple[int, ...], located: Located | None) -> Said:
    """Whether the whole board is in view, and large enough."""
    if located is None or not _is_in_view(shape, located.corners):
        return Said(
            "board",
            False,
            phrase(
                "I cannot make out the whole board: let all four corners of the playing field be seen, "
                "with a little of the frame around them, and take hands and cups away."
            ),
        )
    places = np.array(located.corners)
    across = float(np.linalg.norm(places[1] - places[0]) + np.linalg.norm(places[2] - places[3])) / 2
    if across < SMALL:
        return Said("board", False, phrase("The board is small in the picture: bring the camera nearer."))
    if not located.is_sure:
        return Said(
            "board",
            False,
            phrase("I think I see the board, but am not sure: look at its corners closely in the next step."),
            bars=False,
        )
    return Said("board", True, phrase("The whole board is in view."))


def _is_in_view(shape: tuple[int, ...], corners: Corners) -> bool:
    height, width = shape[:2]
    room = np.array([width, height])
    places = np.array(corners)
    return bool(np.all((places >= room * MARGIN) & (places <= room * (1 - MARGIN))))


def _seen(picture: Picture, corners: Corners | None) -> Picture:
    """The board seen from above; where it is not known, all of the picture at about that size."""
    if corners is not None:
        try:
            return rectifier(corners).rectify(picture)
        except PictureError:
            pass
    height, width = picture.shape[:2]
    size = (WIDTH, max(1, WIDTH * height // width))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _lightness(picture: Picture, corners: Corners | None) -> FloatArray:
    seen = _seen(picture, corners)
    if corners is not None:
        seen = seen[INSET_Y : INSET_Y + SPAN_Y, INSET_X : INSET_X + SPAN_X]
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB)[:, :, 0], np.float32)
