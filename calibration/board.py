"""The steps that make the model of a board: the bar, the checkers' size, their colours, the verdict."""

from dataclasses import dataclass, replace

import numpy as np

from vision.board_model import BoardModel
from vision.checkers import learn_sizes, sure_looks
from vision.eye import examine
from vision.frame import Picture
from vision.palette import learn_palette
from vision.pattern import find_bar
from vision.pose import pose_of, usual_sizes
from vision.rectify import Corners, rectifier


@dataclass(frozen=True, slots=True)
class Calibration:
    """A board's model, and what there is to say about it, in sentences for the person who set the board up."""

    model: BoardModel
    verdict: tuple[str, ...]


def model_from_corners(
    corners: Corners, picture: Picture, empty: Picture | None = None, start: Picture | None = None
) -> Calibration:
    """The model of a board from its four corners and a picture; better with one of it empty and one of the start."""
    rectified = rectifier(corners).rectify(picture if empty is None else empty)
    bar = find_bar(rectified)
    height, width = picture.shape[:2]
    model = BoardModel((width, height), corners, bar)
    checker, lift = usual_sizes(pose_of(rectifier(corners), model.size), model.pitch)
    model = replace(model, checker=checker, lift=lift)
    if empty is not None:
        model = model.with_empty(rectified)
    reading = examine(model, picture if start is None else start)
    model = learn_sizes(reading.tops, model)
    reading = examine(model, picture if start is None else start)
    model = replace(model, palette=learn_palette(sure_looks(reading.tops)))
    return Calibration(model, verdict_of(model))


def verdict_of(model: BoardModel) -> tuple[str, ...]:
    """What there is to say about a model."""
    if model.palette is None:
        return (
            "The two kinds of checkers could not be told apart yet: they will be learned from the first plays.",
        )
    apart = np.linalg.norm(np.array(model.palette.light.mean) - np.array(model.palette.dark.mean))
    if apart < 40:
        return ("Light and dark checkers are hard to tell apart here: more even light would help.",)
    return ("The board is ready.",)
