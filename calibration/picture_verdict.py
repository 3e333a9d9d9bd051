"""What there is to say about a board in front of a camera, in English sentences that are put into a language later."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.board import Shape
from engine.i18n import marked
from vision.board_model import BoardModel
from vision.colour_model import appearance
from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.pose import USUAL_ASPECT, pose_of
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y, Rectifier
from vision.squares.square_geometry import canvas_place, on_canvas

ALIKE = {
    "left": marked(
        "Light and dark checkers are hard to tell apart here: more light from the left would help, "
        "or checkers of other colours."
    ),
    "right": marked(
        "Light and dark checkers are hard to tell apart here: more light from the right would help, "
        "or checkers of other colours."
    ),
}
"""By the side that is darker, as all that follows."""
DARKER = {
    "left": marked(
        "The left of the board is much darker than the rest: more light from the left would help."
    ),
    "right": marked(
        "The right of the board is much darker than the rest: more light from the right would help."
    ),
}
LOST_ON_POINTS = {
    ("light", "light", "left"): marked(
        "Light checkers and light points are hard to tell apart here: more light from the left would help."
    ),
    ("light", "light", "right"): marked(
        "Light checkers and light points are hard to tell apart here: more light from the right would help."
    ),
    ("light", "dark", "left"): marked(
        "Light checkers and dark points are hard to tell apart here: more light from the left would help."
    ),
    ("light", "dark", "right"): marked(
        "Light checkers and dark points are hard to tell apart here: more light from the right would help."
    ),
    ("dark", "light", "left"): marked(
        "Dark checkers and light points are hard to tell apart here: more light from the left would help."
    ),
    ("dark", "light", "right"): marked(
        "Dark checkers and light points are hard to tell apart here: more light from the right would help."
    ),
    ("dark", "dark", "left"): marked(
        "Dark checkers and dark points are hard to tell apart here: more light from the left would help."
    ),
    ("dark", "dark", "right"): marked(
        "Dark checkers and dark points are hard to tell apart here: more light from the right would help."
    ),
}
"""By the checkers, the points and the darker side."""
LITTLE = marked("There is little light: switch on a lamp, best one that shines on the board from above.")
WELL = marked("The board can be read well as it stands.")
NO_KING = marked("Who the king is will be known for sure once the starting position has been seen.")
"""Of a board of squares: cold, the king is the one man unlike all others."""
MANY = 10
"""Among so many checkers there are both kinds."""
CLOSE = 26.0
"""Colours nearer to each other than this, in Lab, are hard to tell apart."""
SMALL = 300.0
"""Fewer pixels than this across the playing surface are too few to read dice."""
SMALL_SQUARES = 220.0
"""The same of a board of squares, where men must be told apart."""
DIM = 55.0
"""A mean brightness (0-255) below this is too little light."""
WHITE = 252
"""Brighter than this (0-255) is white beyond measure."""
GLARE = 0.04
"""A larger share of the surface than this that is so white is glare."""
STEEP = 1.9
"""A camera farther than this from the board's middle, in camera heights, sees the far checkers badly."""


@dataclass(frozen=True, slots=True)
class BoardLight:
    """The light on a board: its mean brightness, 0-255, the share of it that is white
    beyond measure, what would help.
    """

    mean: float
    white: float
    said: tuple[str, ...]


def light_of(picture: Picture, model: BoardModel | None = None) -> BoardLight:
    """The light on the board in a picture; without a model of all of the picture, of which only darkness is told."""
    surface = picture if model is None else _surface(model, model.rectifier(picture.shape), picture)
    lightness = _lightness(surface)
    mean, white = float(lightness.mean()), float((lightness > WHITE).mean())
    if model is None:
        # the room around a board may well be in the dark
        return BoardLight(mean, white, (LITTLE,) if mean < DIM / 2 else ())
    return BoardLight(mean, white, tuple(_light(lightness)))


def place_of(model: BoardModel, picture: Picture) -> tuple[str, ...]:
    """What is wrong with where the camera stands; nothing where all is well."""
    return tuple(_place(model, model.rectifier(picture.shape).shrinking() * SPAN_X))


def verdict_of(
    model: BoardModel, picture: Picture, empty: Picture | None = None, seen: int = 0
) -> tuple[str, ...]:
    """The sentences: what is hard to see here and what would help; one sentence of praise where nothing is.

    `seen`: how many checkers the picture shows.
    """
    rectifier = model.rectifier(picture.shape)
    lightness = _lightness(_surface(model, rectifier, picture))
    said = [*_light(lightness), *_place(model, rectifier.shrinking() * SPAN_X)]
    if model.colour_model is None and seen >= MANY:
        said.append(ALIKE[_darker_side(lightness)])
    elif model.colour_model is None:
        said.append(
            marked(
                "The two kinds of checkers have not been seen side by side yet: they are learned from the "
                "first position."
            )
        )
    else:
        points = empty if model.shape is Shape.TABLES else None
        background = None if points is None else model.rectifier(points.shape).rectify(points)
        said += _colours(model, background, _darker_side(lightness))
    if model.shape is Shape.TAFL and seen >= MANY and model.king is None:
        said.append(NO_KING)
    return tuple(said) or (WELL,)


def _surface(model: BoardModel, rectifier: Rectifier, picture: Picture) -> Picture:
    """The playing surface seen from above."""
    if model.shape is Shape.TABLES:
        return rectifier.rectify(picture)[INSET_Y : INSET_Y + SPAN_Y, INSET_X : INSET_X + SPAN_X]
    left, right = (round(INSET_X + canvas_place(u, 0.5)[0] * SPAN_X) for u in (0.0, 1.0))
    return on_canvas(rectifier).rectify(picture)[INSET_Y : INSET_Y + SPAN_Y, left:right]


def _lightness(surface: Picture) -> FloatArray:
    return cv2.cvtColor(surface, cv2.COLOR_BGR2LAB)[:, :, 0].astype(np.float32)


def _light(lightness: FloatArray) -> list[str]:
    said = []
    if float(lightness.mean()) < DIM:
        said.append(LITTLE)
    if float((lightness > WHITE).mean()) > GLARE:
        said.append(marked("A part of the board is dazzlingly bright: turn the lamp away or make it weaker."))
    third = lightness.shape[1] // 3
    left, right = float(lightness[:, :third].mean()), float(lightness[:, -third:].mean())
    if max(left, right) > 1.7 * max(min(left, right), 1.0):
        side = "left" if left < right else "right"
        said.append(DARKER[side])
    return said


def _place(model: BoardModel, across: float) -> list[str]:
    said = []
    if across < (SMALL if model.shape is Shape.TABLES else SMALL_SQUARES):
        said.append(
            marked("The board is small in the picture: move the camera nearer or choose a larger picture.")
        )
    aspect = USUAL_ASPECT if model.shape is Shape.TABLES else 1.0
    pose = pose_of(model.rectifier((model.size[1], model.size[0])), model.size, aspect)
    away = np.hypot((pose.u - 0.5) * pose.aspect, pose.v - 0.5) / max(pose.height, 0.01)
    if away > STEEP:
        said.append(
            marked(
                "The camera looks at the board very much from the side: raise it, so that no checker hides another."
            )
        )
    return said


def _darker_side(lightness: FloatArray) -> str:
    quarter = lightness.shape[1] // 4
    return "left" if lightness[:, :quarter].mean() < lightness[:, -quarter:].mean() else "right"


def _colours(model: BoardModel, empty: Picture | None, side: str) -> list[str]:
    colour_model = model.colour_model
    assert colour_model is not None
    said = []
    light, dark = np.array(colour_model.light.mean), np.array(colour_model.dark.mean)
    if _apart(light, dark) < CLOSE:
        said.append(ALIKE[side])
    if empty is not None:
        spots = [Spot(model.middle(point), 0.07 if point > 12 else 0.93, 1.0) for point in range(1, 25)]
        points = appearance(empty, spots, (model.checker[0] * 0.5, model.checker[1] * 0.5))[:, :3]
        bright = points[:, 0] >= np.median(points[:, 0])
        for name, looks in (("light", light), ("dark", dark)):
            for shade, colours in (("light", points[bright]), ("dark", points[~bright])):
                if len(colours) and _apart(looks, np.tile(np.median(colours, axis=0), 2)) < CLOSE / 2:
                    said.append(LOST_ON_POINTS[name, shade, side])
    return said


def _apart(one: FloatArray, two: FloatArray) -> float:
    return float(max(np.linalg.norm((one - two)[:3]), np.linalg.norm((one - two)[3:])))
