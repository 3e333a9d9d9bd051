"""The starting position of Tablut as a lesson: twenty-five men of whom it is known where
they stand and whose they are.
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.board import Kind
from vision.board_model import BoardModel, ColourModel, King
from vision.colour_model import colour_model_of
from vision.squares.king import learn_king
from vision.squares.men import Men
from vision.squares.square_geometry import MIDDLE, SQUARES, square_named

DEFENDERS = "e3 e4 e6 e7 c5 d5 f5 g5"
ATTACKERS = "a4 a5 a6 b5 d1 e1 f1 e2 i4 i5 i6 h5 d9 e9 f9 e8"
"""Where men stand at the start, the king on e5 (Linnaeus, Iter Lapponicum, 1732)."""
MISSED = 2
"""So many squares may be otherwise in a picture of the start of which nobody has said that it is one."""
APART = 0.93
"""How often a square on which a man stands at the start must look more like it than an
empty one, where somebody has.
"""


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
