"""What is printed on points and taken for checkers.

It is alike on many points of one colour, and on no other: points of one colour are every other one, so that checkers of
a kind come to stand on both colours; and of a kind there are fifteen. It is of a third hue: there are two kinds. Or the
board itself shows in its middle, as in a ring that is printed on felt.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from engine.board import BAR, POINTS
from vision.board_model import BoardModel
from vision.checkers import SURE, Top, first_places
from vision.colour_model import FEATURES, HUE, LIGHTNESS, Looks
from vision.detections import Detections, Spot
from vision.frame import FloatArray
from vision.observation import MOST
from vision.whole_board import SPARE

ALIKE = 20.0
"""Nearer to each other than this (lightness and hue weighed as where kinds are sorted) checkers are of one look."""
SEEN_THROUGH = 14.0
"""Nearer than this the middle of what looks like a checker has the look of the board between the points."""
MANY = 4
"""On so many points of one colour at least is seen what is printed on all of them."""
WITHOUT = 3
"""Where at least so many points of that colour, and most of those on which nothing is seen, have it not, it is none."""
FAINTLY = 0.05
"""From this probability on something is seen on a point."""
FEW_MEN = 9
"""A side on points of one colour alone has more checkers than so many there, and not as many on each point."""
MOST_POINTS, MOST_MEN = 5, 20
"""No side stands on more points than so many, all of one colour, with more checkers than it can have."""
A_KIND = 3
"""So many checkers that look alike, two of them on one site, are of a kind, unless the board shows in their middle."""
SHADED = 60.0
"""As far apart (lightness weighed) checkers of one hue may be and still be of one kind: some in the shade, some in a
lamp's light.
"""
PROBABLY = 0.8
"""As likely print as this tells what other points look like when they are bare."""
DOUBTED = 0.03
"""How likely at most there is a checker where there seems to be print."""

Group = list[Top]
"""Checkers, or what seems to be some, that look alike."""
Place = tuple[float, float]
"""Where something was found, in board coordinates."""


def printed_tops(
    tops: Sequence[Top],
    felt: FloatArray,
    alike: Mapping[int, float] | None = None,
    bare: Mapping[int, FloatArray] | None = None,
) -> dict[Top, float]:
    """Those of the checkers found that are print rather, and how likely they are.

    `felt`: the look of the board between the points (6); `alike`: how likely print is on points that look alike;
    `bare`: the looks of the first places of points on which nothing is seen.
    """
    alike, bare = alike or {}, bare or {}
    sure = [top for top in tops if top.score > SURE and top.site]
    left = [top for top in sure if alike.get(top.site, 0.0) < PROBABLY]
    of_no_kind = _of_no_kind(left, felt)
    on_one_colour = _on_one_colour([top for top in left if top not in of_no_kind], bare)
    points = {**alike, **dict.fromkeys(on_one_colour, 1.0)}
    return {top: points[top.site] for top in sure if top.site in points} | dict.fromkeys(of_no_kind, 1.0)


def printed_points(tops: Sequence[Top], printed: Mapping[Top, float]) -> list[int]:
    """The points (1-24) on which checkers seem to be, none of which is any."""
    certain = {top for top, p in printed.items() if p > PROBABLY}
    standing = {top.site for top in tops if top.score > SURE and top not in certain}
    return sorted({top.site for top in certain} - standing - {BAR})


def without_print(found: Detections, printed: Mapping[Place, float]) -> Detections:
    """What was found, less the checkers in some places, which are none, as likely as that is."""
    if not printed:
        return found
    tops = (
        replace(spot, score=min(spot.score, max(DOUBTED, 1 - printed[spot.u, spot.v])))
        if (spot.u, spot.v) in printed
        else spot
        for spot in found.tops
    )
    return replace(found, tops=tuple(tops))


def rings(found: Detections, looks: Looks, model: BoardModel) -> dict[Place, float]:
    """Where the board shows in the middle of what seems to be a checker, and neither kind has its colour."""
    if model.colour_model is None or not found.tops:
        return {}
    felt = _scaled(felt_of(looks, model))[:3]
    kinds = _scaled(np.array([model.colour_model.light.mean, model.colour_model.dark.mean]))[:, :3]
    if (np.linalg.norm(kinds - felt, axis=1) < 2 * SEEN_THROUGH).any():
        return {}
    middles = _scaled(looks.at(found.tops))[:, :3]
    near = np.linalg.norm(middles - felt, axis=1) < SEEN_THROUGH
    places = [(spot.u, spot.v) for spot, through in zip(found.tops, near, strict=True) if through]
    # rings come in rows; the middle of one checker may be hidden by glare or a shadow
    return dict.fromkeys(places, 1.0) if len(places) >= MANY else {}


def felt_of(looks: Looks, model: BoardModel) -> FloatArray:
    """The look (6) of the board between the points: in the middle between the far and the near ones."""
    return np.asarray(np.median(looks.at([Spot(model.column(i), 0.5, 1.0) for i in range(12)]), axis=0))


def weighed_looks(tops: Sequence[Top]) -> FloatArray:
    """The looks of checkers (Nx6), in which lightness counts for less than hue."""
    return _scaled(np.array([top.looks for top in tops]).reshape(-1, FEATURES))


def unseen_firsts(tops: Sequence[Top], looks: Looks, model: BoardModel) -> dict[int, FloatArray]:
    """The looks (6) of the first places of those points (1-24) on which no checker is seen, however faintly."""
    seen = {top.site for top in tops if top.score > FAINTLY}
    firsts = [
        (site, place) for site, place in zip(POINTS, first_places(model), strict=True) if site not in seen
    ]
    shown = looks.at([Spot(float(u), float(v), 1.0) for _, (u, v) in firsts])
    return {site: look for (site, _), look in zip(firsts, shown, strict=True)}


def _on_one_colour(sure: Sequence[Top], bare: Mapping[int, FloatArray]) -> list[int]:
    """The points of one colour on which the same is seen, and nowhere else."""
    rows = Counter(top.site for top in sure)
    firsts: dict[int, Top] = {}
    for top in sure:
        if top.site != BAR and (top.site not in firsts or top.from_edge < firsts[top.site].from_edge):
            firsts[top.site] = top
    found: list[int] = []
    for colour in (0, 1):
        mine = [firsts[site] for site in POINTS if site % 2 == colour and site in firsts]
        if len(mine) < MANY:
            continue
        group, look = _largest(mine)
        others = [shown for site, shown in bare.items() if site % 2 == colour]
        if len(group) < MANY or _is_without(others, look):
            continue
        if _is_print([top.site for top in group], look, sure, rows):
            found += [top.site for top in group]
    return found


def _is_without(others: Sequence[FloatArray], look: FloatArray) -> bool:
    """Whether what has a look is missing on most other points of its colour, which print is on all of."""
    unlike = np.linalg.norm(_scaled(np.array(others).reshape(-1, FEATURES)) - look, axis=1) >= ALIKE
    return int(unlike.sum()) >= WITHOUT and 2 * int(unlike.sum()) > len(others)


def _is_print(points: Sequence[int], look: FloatArray, sure: Sequence[Top], rows: Mapping[int, int]) -> bool:
    colour = points[0] % 2
    elsewhere = [top for top in sure if top.site == BAR or top.site % 2 != colour]
    if elsewhere and (np.linalg.norm(weighed_looks(elsewhere) - look, axis=1) < ALIKE).any():
        return False
    men = [rows[site] for site in points]
    few_alike = sum(men) <= FEW_MEN and max(men) == min(men)
    return few_alike or (len(points) > MOST_POINTS and sum(men) > MOST_MEN)


def _of_no_kind(sure: Sequence[Top], felt: FloatArray) -> Group:
    """What is of neither kind: too many in whose middle the board shows, and single ones of a third hue."""
    middle = _scaled(felt)[:3]
    through: list[tuple[Group, FloatArray]] = []
    solid: list[tuple[Group, FloatArray]] = []
    for group, look in _groups(sure):
        # on the bar there is none of the surface between the points that could show: it is the checkers' own colour
        on_bar = any(top.site == BAR for top in group)
        is_through = not on_bar and float(np.linalg.norm(look[:3] - middle)) < SEEN_THROUGH
        (through if is_through else solid).append((group, look))
    seen_through = [top for group, _ in through for top in group]
    solid_tops = [top for group, _ in solid for top in group]
    if len(seen_through) - _under_glare(seen_through, solid_tops) <= MOST + SPARE:
        # a kind may well have the board's own colour
        return _of_third_hue([*solid, *through])
    return seen_through + _of_third_hue(solid)


def _under_glare(seen_through: Sequence[Top], solid: Sequence[Top]) -> int:
    """How many have the board's look for a reflection: others of their row, farther from its edge, are solid."""
    ends: dict[int, float] = {}
    for top in solid:
        ends[top.site] = max(ends.get(top.site, 0.0), top.from_edge)
    return sum(top.site != BAR and top.from_edge < ends.get(top.site, 0.0) for top in seen_through)


def _of_third_hue(groups: Sequence[tuple[Group, FloatArray]]) -> Group:
    """Single ones that differ in hue from both kinds, where both are seen: one of them in two lights is no other."""
    rows = Counter(top.site for group, _ in groups for top in group)
    kinds: list[FloatArray] = []
    singles: list[tuple[Group, FloatArray]] = []
    for group, look in groups:
        sites = [top.site for top in group]
        if len(sites) >= A_KIND and (BAR in sites or len(set(sites)) < len(sites)):
            kinds.append(look)
        elif len(sites) >= MANY and all(rows[site] == 1 for site in sites):
            singles.append((group, look))
    if not any(_of_two_kinds(one, other) for one, other in combinations(kinds, 2)):
        return []
    third = (group for group, look in singles if all(_hues_apart(look, kind) for kind in kinds))
    return [top for group in third for top in group]


def _groups(tops: Sequence[Top]) -> list[tuple[Group, FloatArray]]:
    """Checkers that look alike, with the look of the middle one (6), the largest group first."""
    left, groups = list(tops), []
    while left:
        group, look = _largest(left)
        groups.append((group, look))
        taken = set(group)
        left = [top for top in left if top not in taken]
    return groups


def _largest(tops: Sequence[Top]) -> tuple[Group, FloatArray]:
    """The most that look alike, and the look of the one in their middle (6)."""
    looks = weighed_looks(tops)
    near = np.linalg.norm(looks[:, None] - looks[None], axis=2) < ALIKE
    middle = int(np.argmax(near.sum(axis=1)))
    return [top for top, alike in zip(tops, near[middle], strict=True) if alike], looks[middle]


def _hues_apart(one: FloatArray, other: FloatArray) -> bool:
    """Whether two looks (6) differ in hue, and not only in lightness, which shade and glare change."""
    hues = np.array([False, True, True] * 2)
    return float(np.linalg.norm((one - other)[hues])) >= ALIKE


def _of_two_kinds(one: FloatArray, other: FloatArray) -> bool:
    """Whether two looks (6) are of two kinds, and not of one in two lights."""
    return _hues_apart(one, other) or float(np.linalg.norm(one - other)) >= SHADED


def _scaled(looks: FloatArray) -> FloatArray:
    """Looks (N x 6 or 6) in which lightness counts for less than hue."""
    return np.asarray(looks * np.array([LIGHTNESS, HUE, HUE] * 2))
