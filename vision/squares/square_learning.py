"""What the eye learns of a board of squares while it looks: colours, the king, how large and how high the men are, and
what the empty squares look like. Most of it the starting position of Tablut teaches: twenty-five men of whom it is
known where they stand and whose they are.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import Kind
from vision.board_model import BoardModel, ColourModel, King, Lift
from vision.colour_model import colour_model_of
from vision.frame import Picture
from vision.pose import pose_of
from vision.rectify import canvas_of
from vision.squares.men import Men, canvas_lift, learn_king
from vision.squares.square_geometry import MIDDLE, PITCH, SIDE, SQUARES, middles, square_named
from vision.squares.square_ground import SquareGround, ground_of, learned
from vision.squares.square_reading import SquareReading

USUAL_WIDTH, USUAL_HEIGHT = 0.74, 0.28
"""The diameter and the height that men usually have, in widths of a square."""
WIDTHS = np.arange(0.54, 0.97, 0.03)
"""The diameters that are tried, in widths of a square."""
SURE = 0.6
"""Men as likely as this are measured."""
FEW = 6
"""By fewer men than this nothing is learned."""
WEIGHT = 30.0
"""How much what is usual counts beside what is seen, in squares of distances from the camera's foot."""
TALLEST = 0.12
"""The most by which tops are ever raised."""
DEFENDERS = "e3 e4 e6 e7 c5 d5 f5 g5"
ATTACKERS = "a4 a5 a6 b5 d1 e1 f1 e2 i4 i5 i6 h5 d9 e9 f9 e8"
"""Where men stand at the start, the king on e5 (Linnaeus, Iter Lapponicum, 1732)."""
MISSED = 2
"""So many squares may be otherwise in a picture of the start of which nobody has said that it is one."""
APART = 0.93
"""How often a square on which a man stands at the start must look more like it than an
empty one, where somebody has.
"""
ENOUGH = 6
"""From so many men of either kind colours are known for good."""


def with_usual_sizes(model: BoardModel) -> BoardModel:
    """The model with the size that men usually have, and the lift that the camera's place gives them."""
    pose = pose_of(model.rectifier((model.size[1], model.size[0])), model.size, aspect=1.0, freedom=0.01)
    height, width = USUAL_HEIGHT / SIDE, USUAL_WIDTH / SIDE
    lift = Lift(height / max(pose.height - height, 3 * height), pose.u, pose.v)
    return replace(model, checker=(width, width), lift=lift)


def learn_sizes(men: Men, model: BoardModel, rectified: Picture) -> BoardModel:
    """The model with the men's height and diameter as those on a canvas (512x384) show them."""
    sure = np.flatnonzero(men.found & (men.chances > SURE))
    if len(sure) < FEW:
        return model
    k = _lift(men, model, sure)
    width = _width(men, model, sure, rectified)
    return replace(model, lift=replace(model.lift, k=k), checker=(width, width))


def _lift(men: Men, model: BoardModel, sure: NDArray[np.int64]) -> float:
    """By how much tops are raised, by where they appear beside the middles of their squares."""
    lift, flat, scale = canvas_lift(model), middles()[sure], np.array(PITCH)
    ray = ((flat - np.array([lift.u, lift.v])) / scale).ravel()
    shift = ((men.places[sure] - flat) / scale).ravel()
    weights, k = np.ones(len(ray)), lift.k
    for _ in range(8):
        known = WEIGHT * lift.k
        k = float((weights * ray * shift).sum() + known) / float((weights * ray * ray).sum() + WEIGHT)
        # the king may stand higher, and a man beside the middle of his square
        weights = 1 / (1 + np.abs(shift - k * ray) / 0.08)
    return float(np.clip(k, 0.003, TALLEST))


def _width(men: Men, model: BoardModel, sure: NDArray[np.int64], rectified: Picture) -> float:
    """The diameter of men: where what looks like them ends, on the side on which their walls do not show."""
    lab = cv2.cvtColor(rectified, cv2.COLOR_BGR2LAB).astype(np.float32)
    lift, scale = canvas_lift(model), np.array(PITCH)
    gains = np.zeros((len(sure), len(WIDTHS)))
    for row, square in enumerate(sure):
        place = men.places[square]
        away = (place - np.array([lift.u, lift.v])) / scale
        angles = np.arctan2(away[1], away[0]) + np.linspace(-1.9, 1.9, 21)
        circle = np.column_stack([np.cos(angles), np.sin(angles)]) * scale
        halves = np.concatenate([WIDTHS / 2 - 0.035, WIDTHS / 2 + 0.035])
        pixels = canvas_of((place + halves[:, None, None] * circle[None]).reshape(-1, 2)).astype(np.float32)
        rims = cv2.remap(lab, pixels[None, :, 0], pixels[None, :, 1], cv2.INTER_LINEAR)[0]
        inside, outside = rims.reshape(2, len(WIDTHS), len(angles), 3)
        gains[row] = np.linalg.norm(np.median(outside - inside, axis=1), axis=1)
    gains /= gains.max(axis=1, keepdims=True) + 6.0
    usual = -0.075 * np.square((WIDTHS - USUAL_WIDTH) / 0.25)
    return float(WIDTHS[int(np.argmax(gains.mean(axis=0) + usual))]) / SIDE


@dataclass(frozen=True, slots=True)
class StartLesson:
    """What the starting position teaches: the looks of both kinds, which of them are the king's men, and the king."""

    colour_model: ColourModel
    near: Kind
    king: King


def is_start(men: Men, told: bool = False) -> bool:
    """Whether men stand as at the start; where somebody has `told` so, they need only seem to."""
    start = np.zeros(SQUARES, dtype=bool)
    start[list(taken())] = True
    if int(np.sum((men.chances > 0.5) != start)) <= MISSED:
        return True
    return told and float(np.mean(men.scores[start][:, None] > men.scores[~start][None])) > APART


def taken() -> tuple[int, ...]:
    """The squares on which somebody stands at the start: defenders, attackers, the king."""
    return (*_numbers(DEFENDERS), *_numbers(ATTACKERS), MIDDLE)


def as_started(men: Men) -> Men:
    """The same where it is known that they stand as at the start."""
    chances = np.full(SQUARES, 0.001)
    chances[list(taken())] = 0.999
    return replace(men, chances=chances)


def learn_start(men: Men, model: BoardModel) -> StartLesson | None:
    """The lesson of men who stand as at the start; None where the two kinds look alike."""
    defenders, attackers = _numbers(DEFENDERS), _numbers(ATTACKERS)
    squares = [*defenders, *attackers]
    label = np.array([0] * len(defenders) + [1] * len(attackers))
    colour_model = colour_model_of(men.looks[squares], label)
    if colour_model is None:
        return None
    mine = np.median(men.looks[defenders], axis=0)
    light, dark = np.array(colour_model.light.mean), np.array(colour_model.dark.mean)
    near = Kind.LIGHT if np.linalg.norm(mine - light) < np.linalg.norm(mine - dark) else Kind.DARK
    return StartLesson(colour_model, near, learn_king(as_started(men), model, MIDDLE))


def _numbers(names: str) -> list[int]:
    return [square_named(name) for name in names.split()]


def learn_squares(
    reading: SquareReading, model: BoardModel, ground: SquareGround | None
) -> tuple[BoardModel, SquareGround]:
    """The model and the ground after a look at the board without hands over it; light stays light."""
    if model.king is None or model.near is None:
        model = _from_start(reading, model)
    if model.colour_model is None and reading.colour_model is not None:
        colour_model = reading.colour_model
        if min(colour_model.light.seen, colour_model.dark.seen) >= ENOUGH:
            model = learn_sizes(reading.men, replace(model, colour_model=colour_model), reading.canvas)
    return model, learned(ground or ground_of(model), reading.canvas, reading.men, reading.observation.hidden)


def _from_start(reading: SquareReading, model: BoardModel) -> BoardModel:
    """The model with what a starting position tells, where it is one."""
    if not is_start(reading.men):
        return model
    lesson = learn_start(as_started(reading.men), model)
    if lesson is None:
        return model
    return replace(model, colour_model=lesson.colour_model, near=lesson.near, king=lesson.king)
