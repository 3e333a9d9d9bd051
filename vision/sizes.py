"""How large checkers are, how high their upper faces stand, and where the bar is, as checkers in rows show it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

import numpy as np

from engine.board import BAR, POINTS, column_of
from vision.board_model import BoardModel, Lift, from_edge
from vision.checkers import SURE, Top
from vision.frame import FloatArray

FEW = 4
"""Fewer checkers than these tell nothing."""
NEIGHBOURS, USUAL_GAPS = (0.75, 1.25), 3
"""So many diameters apart checkers of a row lie, however well these are known; what is known of them beforehand counts
like so many gaps.
"""
LARGEST = 1.02
"""A checker is no wider than so many times its point."""
OFF_ACROSS, OFF_ALONG = 0.1, 0.1
"""How far from its place people lay a checker, in widths of a point and in diameters."""
HEIGHT_FREEDOM, CAMERA_FREEDOM, BAR_FREEDOM = 0.3, (0.06, 0.08), 0.006
"""By what share checkers may be higher or lower than is usual, how far (u, v) the camera may stand off the place where
the corners have it, and an end of the bar off the place where the pattern of the points has it.
"""
LOWEST, HIGHEST = 0.002, 0.06
"""Between these an upper face's height lies, in heights of the camera above it."""
FARTHEST = 2.5
"""The camera stands no farther off the board's middle than this, in board coordinates."""
FARTHEST_END, NO_BAR = 0.015, 1e-6
"""An end of the bar lies no farther off than this, and where there is no bar it does not move."""
ROUNDS = 6
"""In so many rounds what fits ill comes to count less."""


class Seen(Protocol):
    """Where an upper face appears, in board coordinates."""

    @property
    def u(self) -> float: ...

    @property
    def v(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Laid:
    """An upper face and where its checker lies: its point (1-24), and how far from the edge, in diameters; None where
    that is not known.
    """

    seen: Seen
    site: int
    place: float | None


def learn_sizes(tops: Sequence[Top], model: BoardModel) -> BoardModel:
    """The model with the checkers' diameters, their lift and the bar as the checkers of a picture show them.

    What is known beforehand counts like a few checkers do, so that a handful cannot mislead.
    """
    sure = [top for top in tops if top.score > SURE and top.site != BAR]
    if len(sure) < FEW:
        return model
    rows = {
        site: sorted((top for top in sure if top.site == site), key=lambda top: top.v, reverse=site <= 12)
        for site in POINTS
    }
    # people begin at the edge; what follows may lie on others
    laid = [Laid(top, site, None if k else 0.5) for site, row in rows.items() for k, top in enumerate(row)]
    return fitted(laid, usual_gap([gap for row in rows.values() for gap in gaps_of(row)], model), model)


def gaps_of(row: Sequence[Seen]) -> list[float]:
    """How far apart the checkers of a row lie, in its order."""
    return [abs(b.v - a.v) for a, b in pairwise(row)]


def usual_gap(gaps: Sequence[float], model: BoardModel) -> float:
    """How far apart checkers mostly lie that lie beside each other, of which the model knows something."""
    known, (least, most) = model.checker[1], NEIGHBOURS
    return float(np.median([gap for gap in gaps if least < gap / known < most] + [known] * USUAL_GAPS))


def fitted(laid: Sequence[Laid], apart: float, model: BoardModel) -> BoardModel:
    """The model with the diameters, the lift and the bar with which checkers appear where they do, `apart` from each
    other along their rows.
    """
    measured = np.array([each for one in laid for each in _measured(one, apart, model)])
    told, off = measured[:, :-1], measured[:, -1]
    usual, known = _known(model)
    weights = np.ones(len(told))
    for _ in range(ROUNDS):
        left, right = np.vstack([told * weights[:, None], usual]), np.concatenate([off * weights, known])
        found = np.linalg.lstsq(left, right, rcond=None)[0]
        weights = 1 / (1 + np.abs(off - told @ found))
    k = float(np.clip(found[0], LOWEST, HIGHEST))
    u, v = (float(c) for c in np.clip(found[1:3] / k, 0.5 - FARTHEST, 0.5 + FARTHEST))
    ends = np.clip(found[3:], -FARTHEST_END, FARTHEST_END)
    bar = None if model.bar is None else (model.bar[0] + float(ends[0]), model.bar[1] + float(ends[1]))
    there = replace(model, bar=bar)
    along = apart / (1 + k)
    across = min(along * model.checker[0] / model.checker[1], LARGEST * there.pitch)
    return replace(there, checker=(across, along), lift=Lift(k, u, v))


def _measured(each: Laid, apart: float, model: BoardModel) -> Iterator[FloatArray]:
    """What an upper face tells of k, k times the camera's place (u, v), and how far the ends of the bar lie off: what
    each adds to how far it appears off its place, and how far that is, in what is usual.
    """
    middle, spread = model.middle(each.site), OFF_ACROSS * model.pitch
    # it is (1 + k) times as far as its point, less k times the camera's place
    yield np.array([middle, -1.0, 0.0, *_moved_by_bar(each.site), each.seen.u - middle]) / spread
    if each.place is not None:
        place, spread = from_edge(each.site, each.place * apart), OFF_ALONG * apart
        yield np.array([place, 0.0, -1.0, 0.0, 0.0, each.seen.v - place]) / spread


def _moved_by_bar(site: int) -> tuple[float, float]:
    """How far the middle of a point moves with the bar's left end and with its right end."""
    column = column_of(site)
    return ((column + 0.5) / 6, 0.0) if column < 6 else (0.0, (11.5 - column) / 6)


def _known(model: BoardModel) -> tuple[FloatArray, FloatArray]:
    """What is known of the five beforehand, as though it had been measured."""
    k = model.lift.k
    usual = np.diag([1 / k, 1.0, 1.0, 1.0, 1.0])
    usual[1, :2] = -model.lift.u / k, 1 / k
    usual[2, :3] = -model.lift.v / k, 0.0, 1 / k
    end = NO_BAR if model.bar is None else BAR_FREEDOM
    freedom = np.array([HEIGHT_FREEDOM, *CAMERA_FREEDOM, end, end])
    return usual / freedom[:, None], np.array([1 / HEIGHT_FREEDOM, 0.0, 0.0, 0.0, 0.0])
