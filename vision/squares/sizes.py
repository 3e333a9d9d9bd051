"""How large and how high the men on a board of squares are, as they show it."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel, Lift
from vision.frame import Picture
from vision.pose import pose_of
from vision.rectify import canvas_of
from vision.squares.men import Men, canvas_lift
from vision.squares.square_geometry import PITCH, SIDE, middles

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
