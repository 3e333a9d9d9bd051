"""The checkers: which point each stands on, of which kind it is, and how likely every count is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from engine.board import BAR, POINTS
from vision.board_model import BoardModel, from_edge
from vision.colour_model import FEATURES, Looks, kind_chances, learn_colour_model
from vision.detections import Detections, Spot
from vision.frame import FloatArray, Mask
from vision.heaps import (
    KnownPoint,
    Rise,
    bar_chances,
    count_chances,
    habits_seen,
    is_plain,
    recounted,
    row_chances,
)
from vision.observation import MOST, SITES, Chance, Site, site_from_table
from vision.piles import settled
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y

SURE = 0.5
"""A checker that is surer than this is taken to be there."""
BARE = 0.9
"""Points as likely to be bare as this tell what others of their colour look like when they are."""
FOREIGN = 0.5
"""Where something foreign is likelier than this, it covers the board."""
ROW = 5
"""So many places of a row are looked at for what may be hidden there."""
MIXED = 0.02
"""How likely a site holds both kinds at all, before anything is seen."""
MIXED_BAR = 0.4
"""How likely that is of the bar, where both players' checkers come."""
BARE_SHARE = 0.05
"""The share of a point that may be covered while all of its pile is still to be seen."""
HIDDEN_SHARE = 0.25
"""The share of the bar that a hand must cover for it to count as hidden."""
SLOT_SHARE = 0.2
"""The share of the next place in a row that a hand must cover for the point to count as hidden."""


@dataclass(frozen=True, slots=True)
class Top:
    """The upper face of one checker: where it appears, how surely, its looks, the site it stands on, P(light)."""

    u: float
    v: float
    score: float
    looks: tuple[float, ...]
    site: int
    light: float = 0.5
    upper: float = 0.0

    @property
    def from_edge(self) -> float:
        """How far it appears from the edge of the board at which its point begins."""
        return from_edge(self.site, self.v)


def find_tops(detections: Detections, seen: Looks, model: BoardModel) -> tuple[Top, ...]:
    """The checkers found on a rectified picture, by their looks, each on its site, with probabilities of its kind."""
    spots = detections.tops
    on_board = [(spot, site) for spot, site in zip(spots, assign(spots, model), strict=True) if site]
    if not on_board:
        return ()
    looks = seen.at([spot for spot, _ in on_board])
    sure = np.array([spot.score > SURE for spot, _ in on_board])
    chances = kind_chances(looks, model.colour_model or learn_colour_model(looks[sure]))
    return tuple(
        Top(spot.u, spot.v, spot.score, tuple(look), site, light, spot.upper)
        for (spot, site), look, light in zip(on_board, looks.tolist(), chances, strict=True)
    )


def sure_looks(tops: Sequence[Top]) -> FloatArray:
    """Nx6: the looks of those checkers that are surely there."""
    return np.array([top.looks for top in tops if top.score > SURE]).reshape(-1, FEATURES)


def assign(spots: Sequence[Spot], model: BoardModel) -> list[int]:
    """The site (1-24, 25 the bar) below each spot, 0 for what lies beside the board."""
    columns = np.array([model.column(i) for i in range(12)])
    lowered = [model.lift.lowered(spot.u, spot.v) for spot in spots]
    sites = [0] * len(spots)
    members: dict[int, list[int]] = {}
    for i, (u, v) in enumerate(lowered):
        if not (-0.04 < u < 1.04 and -0.06 < v < 1.06):
            continue
        nearest = int(np.argmin(np.abs(columns - u)))
        off_bar = abs(u - model.bar_middle)
        if off_bar < abs(columns[nearest] - u):
            if model.bar is not None or (off_bar < 0.3 * model.pitch and 0.2 < v < 0.8):
                sites[i] = BAR
        else:
            members.setdefault(nearest, []).append(i)
    for column, indices in members.items():
        far, near = _piles([lowered[i][1] for i in indices], model.checker[1])
        for k in far:
            sites[indices[k]] = 13 + column
        for k in near:
            sites[indices[k]] = 12 - column
    return sites


def read_sites(tops: Sequence[Top], foreign: FloatArray, model: BoardModel) -> tuple[Site, ...]:
    """Points 1-24 and the bar, each with the probabilities of all that it may hold."""
    covered = covered_shares(foreign, model)
    mask = foreign > FOREIGN
    piles = _piles_of(tops)
    tables = _tables_of(piles)
    laid = _laid(piles, tables, covered, model)
    habits = habits_seen(model.habits, laid.values())
    sites = []
    for site in SITES:
        pile = piles.get(site, [])
        hidden = covered[site] > HIDDEN_SHARE if site == BAR else _may_hide(site, pile, mask, model)
        if pile:
            table = tables[site]
            if site == BAR:
                table = recounted(table, bar_chances(table))
            elif site in laid:
                table = recounted(table, habits @ (laid[site] / laid[site].sum(axis=1, keepdims=True)))
            sites.append(site_from_table(site, table, hidden))
        else:
            sites.append(Site(site, () if hidden else _bare(), hidden))
    return tuple(sites)


def known_points(
    tops: Sequence[Top], foreign: FloatArray, model: BoardModel, men: Mapping[int, int]
) -> tuple[KnownPoint, ...]:
    """How points look on which so many `men` are known to stand, by their numbers; those that are all in sight."""
    piles = _piles_of(tops)
    laid = _laid(piles, _tables_of(piles), covered_shares(foreign, model), model)
    return tuple((laid[site], count) for site, count in men.items() if site in laid)


def first_places(model: BoardModel) -> FloatArray:
    """Where the upper face of the first checker of every point appears (24x2)."""
    v = 0.52 * model.checker[1]
    return np.array([model.lift.raised(model.middle(site), from_edge(site, v)) for site in POINTS])


def bare_points(tops: Sequence[Top], foreign: FloatArray, model: BoardModel) -> list[int]:
    """The points (1-24) that are as good as surely bare."""
    mask, piles = foreign > FOREIGN, _piles_of(tops)
    doubtful = {site: pile for site, pile in piles.items() if not any(top.score > SURE for top in pile)}
    tables = _tables(list(doubtful.values()), [MIXED] * len(doubtful))
    bare = {site for site, table in zip(doubtful, tables, strict=True) if table[0, 0] > BARE * table.sum()}
    return [
        site
        for site in POINTS
        if (site in bare or site not in piles) and not _may_hide(site, piles.get(site, []), mask, model)
    ]


def _piles_of(tops: Sequence[Top]) -> dict[int, list[Top]]:
    """The checkers of every site that has any."""
    piles: dict[int, list[Top]] = {}
    for top in tops:
        piles.setdefault(top.site, []).append(top)
    return piles


def covered_shares(foreign: FloatArray, model: BoardModel) -> dict[int, float]:
    """The share (0-1) of every site that is covered by things that are no part of the game."""
    shares = dict.fromkeys(SITES, 0.0)
    mask = foreign > FOREIGN
    if not mask.any():
        return shares
    for site in SITES:
        if site == BAR:
            left, right = model.bar or (0.47, 0.53)
            box = (left, 0.05, right, 0.95)
        else:
            u, half = model.middle(site), model.pitch * 0.45
            box = (u - half, 0.52, u + half, 1.0) if site <= 12 else (u - half, 0.0, u + half, 0.48)
        x0, y0, x1, y1 = _cells(*box)
        shares[site] = _share(mask[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)])
    return shares


def _cells(left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    """Between which cells of the maps a box on the board lies: left, top, right, bottom."""
    x0, x1 = (round((INSET_X + SPAN_X * u) / 4) for u in (left, right))
    y0, y1 = (round((INSET_Y + SPAN_Y * v) / 4) for v in (top, bottom))
    return x0, y0, x1, y1


def _share(mask: Mask) -> float:
    """The share (0-1) of a part of a mask that is true; 0 of nothing."""
    return int(np.count_nonzero(mask)) / max(mask.size, 1)


def _piles(vs: Sequence[float], spacing: float) -> tuple[list[int], list[int]]:
    """Which of the checkers in a column belong to the far point and which to the near: the widest gap parts them."""
    order = sorted(range(len(vs)), key=vs.__getitem__)
    stops = [0.0, *(vs[i] for i in order), 1.0]
    scores = []
    for i, (a, b) in enumerate(pairwise(stops)):
        gap = b - a - (spacing / 2 if i in (0, len(order)) else 0.0)
        # where no gap stands out, the middle of the board parts them
        scores.append(min(gap, 2.5 * spacing) - 0.5 * abs((a + b) / 2 - 0.5))
    cut = max(range(len(scores)), key=scores.__getitem__)
    return order[:cut], order[cut:]


def settle(tops: Sequence[Top], foreign: FloatArray, model: BoardModel) -> tuple[Top, ...]:
    """The checkers with the scores that they have as parts of piles that begin at the edge and have no gaps."""
    covered = covered_shares(foreign, model)
    after = list(tops)
    for site in POINTS:
        members = [i for i, top in enumerate(tops) if top.site == site]
        if members and covered[site] < BARE_SHARE:
            pile = [tops[i] for i in members]
            scores = settled(_places(pile, model), [top.score for top in pile])
            for i, score in zip(members, scores, strict=True):
                after[i] = replace(tops[i], score=score)
    return tuple(after)


def _places(pile: Sequence[Top], model: BoardModel) -> list[float]:
    """How far the checkers of one point lie from the edge, in diameters."""
    lowered = [model.lift.lowered(top.u, top.v)[1] for top in pile]
    return [from_edge(top.site, v) / model.checker[1] for v, top in zip(lowered, pile, strict=True)]


def _laid(
    piles: Mapping[int, Sequence[Top]],
    tables: Mapping[int, FloatArray],
    covered: Mapping[int, float],
    model: BoardModel,
) -> dict[int, FloatArray]:
    """What the checkers seen on points tell of others below them, for each habit that the table may have."""
    return {
        site: _heaped(tables[site], pile, model)
        for site, pile in piles.items()
        if site != BAR and covered[site] < BARE_SHARE and any(top.score > SURE for top in pile)
    }


def _heaped(table: FloatArray, pile: Sequence[Top], model: BoardModel) -> FloatArray:
    """The same of one point, by its table (16x16) and its checkers."""
    places, scores, uppers = _places(pile, model), [top.score for top in pile], [top.upper for top in pile]
    if is_plain(places, scores, uppers):
        return row_chances(table)
    below = from_edge(pile[0].site, model.lift.v) / model.checker[1]
    return count_chances(places, scores, uppers, Rise(model.lift.k, below))


def _may_hide(site: int, pile: Sequence[Top], mask: Mask, model: BoardModel) -> bool:
    """Whether what covers the board (`mask`) may hide checkers of a point: it lies where the row might go on."""
    if not mask.any():
        return False
    places = _places([top for top in pile if top.score > SURE], model)
    for number in range(ROW):
        place = number + 0.5
        if any(abs(place - other) < 0.65 for other in places):
            continue
        v = place * model.checker[1]
        u, v = model.lift.raised(model.middle(site), from_edge(site, v))
        across, along = model.checker[0] * 0.4, model.checker[1] * 0.4
        x0, y0, x1, y1 = _cells(u - across, v - along, u + across, v + along)
        # a place in the row that is seen to be empty ends it
        return _share(mask[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1]) > SLOT_SHARE
    return False


@lru_cache(maxsize=1)
def _bare() -> tuple[Chance, ...]:
    """What a site may hold on which nothing was found: most sites, of most pictures."""
    return site_from_table(BAR, _tables([()], [MIXED])[0]).chances


def _tables_of(piles: Mapping[int, Sequence[Top]]) -> dict[int, FloatArray]:
    """The probabilities of (light, dark) checkers on every site that has any (16x16 each)."""
    mixed = [MIXED_BAR if site == BAR else MIXED for site in piles]
    return dict(zip(piles, _tables(list(piles.values()), mixed), strict=True))


def _tables(piles: Sequence[Sequence[Top]], mixed: Sequence[float]) -> FloatArray:
    """The probabilities of (light, dark) checkers on N sites (Nx16x16): each top is there or not, of either kind.

    `mixed`: how likely each site holds both kinds at all, before anything is seen.
    """
    deepest = max(map(len, piles), default=0)
    told = np.zeros((2, len(piles), deepest, 1, 1))
    for number, pile in enumerate(piles):
        for k, top in enumerate(pile):
            told[:, number, k, 0, 0] = min(max(top.score, 4e-4), 0.998), top.light
    table = np.zeros((len(piles), MOST + 1, MOST + 1))
    table[:, 0, 0] = 1.0
    for k in range(deepest):
        there, light = told[:, :, k]
        step = table * (1 - there)
        step[:, 1:] += table[:, :-1] * (there * light)
        step[:, :, 1:] += table[:, :, :-1] * (there * (1 - light))
        table = step
    prior = np.tile(np.array(mixed)[:, None, None], (1, MOST + 1, MOST + 1))
    prior[:, 0] = prior[:, :, 0] = 1.0
    table = table * prior
    # what the eye cannot see (a checker below another, a speck taken for one) is never quite impossible
    spill = np.zeros_like(table)
    spill[:, 1:] += table[:, :-1]
    spill[:, :-1] += table[:, 1:]
    spill[:, :, 1:] += table[:, :, :-1]
    spill[:, :, :-1] += table[:, :, 1:]
    return np.asarray(
        (table + 1e-4 * spill * prior) / table.sum(axis=(1, 2), keepdims=True), dtype=np.float64
    )
