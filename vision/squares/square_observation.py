"""What one look at a board of squares says: probabilities for every square, and for where the king stands."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.board import Kind, Occupancy
from engine.i18n import phrase
from vision.errors import VisionError
from vision.frame import FloatArray
from vision.observation import CubeFace, Die, Observation, undamaged
from vision.squares.square_geometry import KING, MAN, SQUARES, square_name

FLOOR = 1e-5
"""The least probability that any contents of a square is given, so that no one square can veto a board."""
DATA_VERSION = 1

_LOG_FLOOR = math.log(FLOOR)
_KINDS = KING + 1
"""How many ways there are in which a square may be held by one kind: not, by a man, by the king."""
_ROWS = np.arange(SQUARES) * _KINDS * _KINDS
_CONTENTS = ((0, 0), (MAN, 0), (0, MAN))


@dataclass(frozen=True, slots=True)
class Square:
    """What stands on a square, numbered from the near left corner: nothing, a man of a kind or the king; how surely.

    `kind` is None where nothing stands; `hidden`: the square cannot be seen.
    """

    number: int
    kind: Kind | None
    king: bool
    p: float
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class SquareObservation:
    """Probabilities of what stands on 81 squares.

    `men`: for every square the probabilities (0-1) of nothing, a light and a dark man, if the king is not there;
    `king`: for every square that he is, what is missing to 1 that he is on none that can be seen; `king_light`: that
    he is of the light kind. Satisfies `engine.board.Evidence`. `ms`: the milliseconds that the reading took; `looks`:
    how many were fused.
    """

    men: tuple[tuple[float, float, float], ...]
    king: tuple[float, ...]
    king_light: float = 1.0
    hidden: tuple[int, ...] = ()
    still: bool = True
    ms: float = 0.0
    looks: int = 1
    _logs: FloatArray = field(init=False, repr=False, compare=False)
    _king: FloatArray = field(init=False, repr=False, compare=False)
    _best: Occupancy | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Lays out the logarithms, so that thousands of boards can be judged in a frame."""
        men = np.log(np.maximum(np.array(self.men, dtype=np.float64), FLOOR))
        men -= men.max(axis=1, keepdims=True)
        absent = max(1 - sum(self.king), FLOOR)
        king = np.append(np.array(self.king, dtype=np.float64), absent)
        unseen = list(self.hidden)
        men[unseen] = 0.0
        king[unseen] = absent
        king = np.log(np.maximum(king, FLOOR))
        kinds = np.log(np.maximum(np.array([self.king_light, 1 - self.king_light]), FLOOR))
        # The king where he is likeliest, and everywhere else the likeliest man: no board can do better.
        king -= king.max()
        kinds -= kinds.max()
        logs = np.full((SQUARES, _KINDS * _KINDS), _LOG_FLOOR)
        logs[:, [0, MAN, _KINDS * MAN]] = men
        # What would be likely there as a man says nothing of a king.
        logs[:, [KING, _KINDS * KING]] = king[:-1, None] - king[-1] + kinds
        object.__setattr__(self, "_logs", logs.ravel())
        object.__setattr__(self, "_king", king)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice: games on squares have none."""
        return ()

    @property
    def cube(self) -> CubeFace | None:
        """The doubling cube: games on squares have none."""
        return None

    @property
    def squares(self) -> tuple[Square, ...]:
        """What is likeliest on every square by itself, in their order."""
        return tuple(self._square(number) for number in range(SQUARES))

    def log_likelihood(self, occupancy: Occupancy) -> float:
        """Natural logarithm of how well an occupancy fits: 0 for the likeliest board, less for others."""
        return sum(self.by_site(occupancy))

    def by_site(self, occupancy: Occupancy) -> tuple[float, ...]:
        """What each square adds to that, and, last, where the king is."""
        light, dark = (np.frombuffer(bytes(counts), np.uint8) for counts in (occupancy.light, occupancy.dark))
        contents = np.minimum(light, KING) + _KINDS * np.minimum(dark, KING)
        kings = occupancy.light.count(KING) + occupancy.dark.count(KING)
        of_king = float(self._king[-1]) + _LOG_FLOOR * max(0, kings - 1)
        return (*self._logs[_ROWS + contents].tolist(), of_king)

    def best(self, men: tuple[int, int] | None = None) -> Occupancy:
        """The likeliest occupancy, with one king at most; how many men there are does not change it. Found once."""
        if self._best is not None:
            return self._best
        likeliest = np.argmax(self._logs.reshape(SQUARES, -1)[:, [0, MAN, _KINDS * MAN]], axis=1)
        contents = np.array(_CONTENTS)[likeliest]
        contents[list(self.hidden)] = 0
        place = int(np.argmax(self._king))
        if place < SQUARES and place not in self.hidden:
            contents[place] = (KING, 0) if self.king_light >= 0.5 else (0, KING)
        light, dark = (tuple(column) for column in contents.T.tolist())
        best = Occupancy(light, dark)
        object.__setattr__(self, "_best", best)
        return best

    def as_json(self) -> dict[str, Any]:
        """The keys `sites` to `ms` of a line of `tableside read --json`."""
        return {
            "sites": {square_name(square.number): _square_json(square) for square in self.squares},
            "dice": [],
            "cube": None,
            "still": self.still,
            "hidden": [square_name(number) for number in self.hidden],
            "ms": round(self.ms, 1),
        }

    def to_data(self) -> dict[str, Any]:
        """Plain lists and numbers from which `from_data` makes the same observation again."""
        return {
            "version": DATA_VERSION,
            "squares": [list(chances) for chances in self.men],
            "king": list(self.king),
            "king_light": self.king_light,
            "hidden": list(self.hidden),
            "still": self.still,
            "ms": self.ms,
            "looks": self.looks,
        }

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> "SquareObservation":
        """The observation that `to_data` wrote down; VisionError where the data are damaged."""
        with undamaged(data, DATA_VERSION):
            men = tuple((float(a), float(b), float(c)) for a, b, c in data["squares"])
            king = tuple(float(p) for p in data["king"])
            hidden = tuple(int(number) for number in data["hidden"])
            if not len(men) == len(king) == SQUARES or not set(hidden) <= set(range(SQUARES)):
                raise ValueError(f"a board has {SQUARES} squares, not {len(men)} and {len(king)}")
            return SquareObservation(
                men,
                king,
                float(data["king_light"]),
                hidden,
                bool(data["still"]),
                float(data["ms"]),
                int(data["looks"]),
            )

    def _square(self, number: int) -> Square:
        if number in self.hidden:
            return Square(number, None, False, 0.0, True)
        king = self.king[number]
        likeliest = max(range(3), key=self.men[number].__getitem__)
        man = (1 - king) * self.men[number][likeliest]
        if king >= man:
            return Square(number, Kind.LIGHT if self.king_light >= 0.5 else Kind.DARK, True, king)
        return Square(number, (None, Kind.LIGHT, Kind.DARK)[likeliest], False, man)


Seen = Observation | SquareObservation
"""What a look at a board says, of points or of squares."""


def _square_json(square: Square) -> dict[str, Any] | None:
    if square.hidden:
        return None
    return {
        "light": int(square.kind is Kind.LIGHT),
        "dark": int(square.kind is Kind.DARK),
        "king": square.king,
        "p": round(square.p, 4),
    }


def seen_from_data(data: Mapping[str, Any]) -> "Seen":
    """The observation of points or squares that its `to_data` wrote down; VisionError where the data are damaged."""
    return SquareObservation.from_data(data) if "squares" in data else Observation.from_data(data)


def fuse_squares(observations: Sequence[SquareObservation]) -> SquareObservation:
    """One observation of several looks at the same still board: log-probabilities averaged."""
    if not observations:
        raise VisionError(phrase("There is nothing to fuse: at least one look is needed."))
    if len(observations) == 1:
        return observations[0]
    unseen = np.array([[number in look.hidden for look in observations] for number in range(SQUARES)])
    weight = np.where(unseen.all(axis=1, keepdims=True), 1.0, 1.0 - unseen).T[..., None]
    men = np.log(np.maximum([look.men for look in observations], FLOOR))
    fused = np.exp((weight * men).sum(axis=0) / weight.sum(axis=0))
    fused /= fused.sum(axis=1, keepdims=True)
    kings = [[*look.king, max(1 - sum(look.king), FLOOR)] for look in observations]
    king = np.exp(np.log(np.maximum(kings, FLOOR)).mean(axis=0))
    king /= king.sum()
    light = float(np.mean([look.king_light for look in observations]))
    hidden = np.flatnonzero(2 * unseen.sum(axis=1) > len(observations))
    return SquareObservation(
        tuple((float(a), float(b), float(c)) for a, b, c in fused),
        tuple(float(p) for p in king[:-1]),
        light,
        tuple(int(number) for number in hidden),
        all(look.still for look in observations),
        sum(look.ms for look in observations) / len(observations),
        sum(look.looks for look in observations),
    )
