"""The rows of the starting position: how large checkers are, how high they stand and where the bar is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.board import POINTS
from vision.board_model import BoardModel
from vision.checkers import SURE, assign
from vision.detections import Detections, Spot
from vision.sizes import FEW, Laid, fitted, gaps_of, usual_gap

GAPS, UNEVEN, EVEN = 8, 0.15, 0.75
"""Of so many gaps at least between neighbours in a row so large a share must differ by less than so much (as a share)
from the usual one for that to tell how large checkers are.
"""


def sized_by_rows(
    detections: Detections, sites: Mapping[int, int], usual: BoardModel, supposed: BoardModel
) -> BoardModel:
    """The model that is supposed, with checkers as large and as high as those are that are seen in rows, and with the
    bar where these leave it.

    `sites`: how many stand on the points of the picture, as `start_counts` has it; `usual`: with checkers as is usual
    on such a board, from which their size is told where rows are whole and even.
    """
    laid, gaps = [], list[float]()
    for site, row in _rows(detections, sites, supposed):
        is_whole = len(row) == abs(sites.get(site, 0))
        gaps += gaps_of(row) if is_whole else []
        laid += [Laid(spot, site, k + 0.5 if is_whole or not k else None) for k, spot in enumerate(row)]
    if len(laid) < FEW:
        return supposed
    if not _even(gaps):
        return fitted(laid, usual_gap(gaps, supposed), supposed)
    return fitted(laid, float(np.median(gaps)), replace(supposed, checker=usual.checker, lift=usual.lift))


def _rows(
    detections: Detections, sites: Mapping[int, int], model: BoardModel
) -> Iterator[tuple[int, list[Spot]]]:
    """The points of the columns that are not bare at the start, each with its checkers from the edge inwards.

    Where two rows of a column meet, they are parted by how many there should be or, where others are seen, by the
    widest gap.
    """
    sure = [spot for spot in detections.tops if spot.score > SURE]
    columns: dict[int, list[Spot]] = {}
    for spot, site in zip(sure, assign(sure, model), strict=True):
        if site in POINTS:
            columns.setdefault(min(site, 25 - site), []).append(spot)
    for near, spots in columns.items():
        wanted = [abs(sites.get(site, 0)) for site in (25 - near, near)]
        if not any(wanted):
            continue
        order = sorted(spots, key=lambda spot: spot.v)
        far = wanted[0] if len(order) == sum(wanted) else _before_widest(order)
        yield 25 - near, order[:far]
        yield near, order[far:][::-1]


def _before_widest(order: Sequence[Spot]) -> int:
    """How many of a column's checkers, in order from the far edge, lie before the widest gap."""
    ends = [0.0, *(spot.v for spot in order), 1.0]
    return int(np.argmax(np.diff(ends)))


def _even(gaps: Sequence[float]) -> bool:
    """Whether gaps are many, and most alike."""
    if len(gaps) < GAPS:
        return False
    return bool((np.abs(np.array(gaps) / np.median(gaps) - 1) < UNEVEN).mean() >= EVEN)
