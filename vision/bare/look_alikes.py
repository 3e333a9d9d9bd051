"""Points of one colour that look alike where their first checker would stand: print, where hardly one of them is bare.

A position leaves some seven points of either colour bare. Where checkers are seen on nearly all twelve, the eye is
fooled by what is printed on them, and has to tell which of the twelve are bare all the same. Bare ones look alike to
the pixel, the same number of checkers seems to stand on each, and these look like no checker on the other colour. All
ways of parting the twelve into such and others are weighed against each other, and against that nobody is fooled.
"""

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import POINTS
from vision.bare.printed import ALIKE, weighed_looks
from vision.board_model import BoardModel, from_edge
from vision.checkers import SURE, Top
from vision.frame import FloatArray, Picture
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH

Patches = NDArray[np.float32]
"""The first places of points, N x HIGH x WIDE x 3, as they look from the edge of the board that the point stands on."""
Group = tuple[int, ...]
"""Points of one colour, by their place among all that are looked at."""

COLOURS = [np.array([site for site in POINTS if site % 2 == colour]) for colour in (0, 1)]
"""The points of either colour, those of the near side first."""
SIDES = (slice(0, 6), slice(6, 12))
"""Where the points of a side are among those of a colour."""

FEW_BARE, FEW_ON_SIDE = 2, 1
"""Where the eye sees no checker on more than so many points of a colour, on the board and on one side of it, it is not
fooled by all of them.
"""
WIDE, HIGH = 36, 48
"""Size of a patch, in pixels of the rectified picture: a point's width and a little more, one and a half checkers and a
little more.
"""
ASIDE = 3
"""By how many pixels of the rectified picture a patch reaches beyond its point on either side."""
BEFORE, BEYOND = 0.15, 1.5
"""From where to where a patch reaches, in checkers' diameters from the edge."""
ROWS, COLUMNS, SLIDE = (4, 32), (5, 31), 2
"""The first checker's place in a patch, and by how many pixels it may lie beside."""
SOFT = 1.0
"""By how many pixels patches are blurred: print is not seen as sharp everywhere."""
GAIN = 1.25
"""How much brighter or darker a colour may be on another point."""
NEAREST, LEAST, FARTHEST = 1.6, 6.0, 25.0
"""Nearer to each other than so many times what usually lies between nearest neighbours, within these bounds, points
look alike (grey levels).
"""
OCCUPIED, SPREAD = 5.5, 2.0
"""On how many points of a colour checkers usually stand, and how far that strays."""
RARE, CLEARED = 1e-3, 0.5
"""How likely at least, beside that, is any number up to seven (each one more is less likely by a factor of exp(3)), and
how likely is none: the board may be empty.
"""
FOOLED = 0.1
"""How often a board's print fools the eye."""
BARE, PHANTOM = 0.97, 0.03
"""How often it sees a bare point as one, and how often not, where it is not fooled."""
MISSED, AS_MANY, ONE_MORE, ODD = 0.25, 0.5, 0.1, 0.02
"""Where it is fooled: how often it sees nothing on a point, as many as on most, one more or less, any other number."""
PRINTED = (0.5, 0.12, 0.12, 0.12, 0.12)
"""How likely one to five checkers are seen where the eye is fooled."""
STANDING = (0.02, 0.36, 0.28, 0.16, 0.09, 0.05, 0.02, 0.01, 0.005, 0.005, 0.002)
"""How likely so many checkers are seen on a point that has some; the last holds for any more."""
NOWHERE, ELSEWHERE, TELLING = 2.0, -1.5, 4
"""What it tells (logarithm of the odds) for print that no checker on the other colour looks like these, and against it
each of the first four that does.
"""
DONORS = 3
"""Fewer bare points of a colour tell nothing of others."""
USUAL = 4.0
"""No less than this counts as what usually lies between bare points (grey levels)."""
STEEP, EVEN, SAME, OTHER = 3.2, 0.38, 4.0, 3.0
"""How fast the odds that something stands there grow with the logarithm of how much more than usual a first place
differs from bare ones, where they are even, and how much they can tell.
"""
CERTAIN = -700.0
"""The logarithm of as good as nothing."""


def printed_alike(tops: Sequence[Top], picture: Picture, model: BoardModel) -> dict[int, float]:
    """The points (1-24) on which checkers are seen where print is likelier, and how likely (a 512x384 picture)."""
    counts = np.bincount([top.site for top in tops if top.score > SURE], minlength=len(POINTS) + 2)
    doubtful = [_doubtful_parts(counts[colour]) for colour in COLOURS]
    if not any(doubtful):
        return {}
    between = [_between(_patches(picture, model, colour)) for colour in COLOURS]
    nearest = np.concatenate([np.where(np.eye(12) > 0, np.inf, each).min(axis=1) for each in between])
    reach = float(np.clip(NEAREST * np.median(nearest), LEAST, FARTHEST))
    printed: dict[int, float] = {}
    for colour, parts, away in zip(COLOURS, doubtful, between, strict=True):
        for part in parts:
            sites = colour[part]
            groups = _groups(away[part, part], reach)
            told = np.array([_unlike_others(sites[list(group)].tolist(), tops) for group in groups])
            bare = _bare(groups, counts[sites], told)
            printed |= {
                int(site): float(p) for site, p in zip(sites, bare, strict=True) if p > 0.5 and counts[site]
            }
    return printed


def standing_odds(
    picture: Picture, model: BoardModel, bare: Collection[int], colours: Collection[int] = (0, 1)
) -> dict[int, float]:
    """The logarithm of the odds that something stands on the first place of points (1-24), as far as it looks unlike
    those of their colour that are bare; `colours`: those that are asked for, 0 the even points'.
    """
    odds: dict[int, float] = {}
    for colour in (COLOURS[number] for number in colours):
        donors = np.array([site in bare for site in colour.tolist()])
        if donors.sum() < DONORS:
            continue
        patches = _patches(picture, model, colour)
        away = np.array([_apart(one, patches[donors]) for one in patches])
        away[donors, np.arange(donors.sum())] = np.inf
        nearest = np.sort(away, axis=1)[:, :2].mean(axis=1)
        usual = max(float(np.median(nearest[donors])), USUAL)
        told = STEEP * (np.log(np.maximum(nearest, 0.1) / usual) - EVEN)
        odds |= dict(zip(colour.tolist(), np.clip(told, -SAME, OTHER).tolist(), strict=True))
    return odds


def _doubtful_parts(counts: NDArray[np.int_]) -> list[slice]:
    """The parts of a colour's twelve points (with so many checkers each) on nearly all of which checkers are seen."""
    if (counts == 0).sum() <= FEW_BARE:
        return [slice(0, 12)]
    return [side for side in SIDES if (counts[side] == 0).sum() <= FEW_ON_SIDE]


def _patches(picture: Picture, model: BoardModel, sites: NDArray[np.int_]) -> Patches:
    """The first places of points in a rectified picture of any size, those of the near side turned about."""
    scale = picture.shape[1] / WIDTH
    size = (round(WIDE * scale), round(HIGH * scale))
    along, half = model.checker[1], model.pitch / 2
    patches = []
    for site in sites.tolist():
        u = model.middle(site)
        left, right = INSET_X + SPAN_X * (u - half) - ASIDE, INSET_X + SPAN_X * (u + half) + ASIDE
        ends = (-BEFORE * along, BEYOND * along)
        outer, inner = (INSET_Y + SPAN_Y * from_edge(site, v) for v in ends)
        if site <= 12:
            left, right = right, left
        seen = scale * np.array([[left, outer], [right, outer], [right, inner]], np.float32)
        laid = np.array([[0, 0], [size[0], 0], size], np.float32)
        patch = cv2.warpAffine(picture, cv2.getAffineTransform(seen, laid), size)
        patches.append(cv2.GaussianBlur(patch, (0, 0), SOFT * scale))
    return np.array(patches, np.float32)


def _between(patches: Patches) -> FloatArray:
    """How much the first places of N points differ from each other (NxN)."""
    found = np.array([_apart(one, patches) for one in patches])
    return np.asarray(np.minimum(found, found.T))


def _apart(one: Patches, others: Patches) -> FloatArray:
    """How much the first places of N points differ from one, in its light and wherever they fit best (grey levels)."""
    scale = one.shape[1] / WIDE
    top, bottom, left, right, slide = (round(each * scale) for each in (*ROWS, *COLUMNS, SLIDE))
    ours = np.moveaxis(one[top:bottom, left:right] + 4, 2, 0)
    # colours first: to add up three planes is faster than rows of three
    colours = np.ascontiguousarray(np.moveaxis(others + 4, 3, 1))
    own = ours.mean(axis=(1, 2))[:, None, None]
    found = np.full(len(others), np.inf)
    for down in (-slide, 0, slide):
        for aside in (-slide, 0, slide):
            theirs = colours[:, :, top + down : bottom + down, left + aside : right + aside]
            gains = np.clip(own / theirs.mean(axis=(2, 3), keepdims=True), 1 / GAIN, GAIN)
            away = np.abs(ours - theirs * gains).sum(axis=1).reshape(len(others), -1) / 3
            found = np.minimum(found, np.sqrt(np.einsum("np,np->n", away, away) / away.shape[1]))
    return found


def _groups(between: FloatArray, reach: float) -> list[Group]:
    """The points that look alike, on average over all pairs of two groups."""
    groups: list[Group] = [(number,) for number in range(len(between))]
    while len(groups) > 1:
        pairs = [(i, j) for i in range(len(groups)) for j in range(i)]
        means = [between[np.ix_(groups[i], groups[j])].mean() for i, j in pairs]
        nearest = int(np.argmin(means))
        if means[nearest] > reach:
            break
        i, j = pairs[nearest]
        groups[j] += groups.pop(i)
    return groups


def _unlike_others(sites: Sequence[int], tops: Sequence[Top]) -> float:
    """What it tells for print (logarithm of the odds) whether checkers elsewhere look like those on some points."""
    sure = [top for top in tops if top.score > SURE and top.site]
    firsts = [
        min(mine, key=lambda top: top.from_edge)
        for site in sites
        if (mine := [top for top in sure if top.site == site])
    ]
    if not firsts:
        return 0.0
    others = [top for top in sure if top.site not in POINTS or top.site % 2 != sites[0] % 2]
    usual = np.median(weighed_looks(firsts), axis=0)
    alike = int((np.linalg.norm(weighed_looks(others) - usual, axis=1) < ALIKE).sum())
    return ELSEWHERE * min(alike, TELLING) if alike else NOWHERE


def _bare(groups: Sequence[Group], counts: NDArray[np.int_], told: FloatArray) -> FloatArray:
    """How likely each of the points (N) is bare and the eye fooled there.

    `counts`: how many checkers seem to stand on each; `told`: what each group's looks tell for print.
    """
    # each way of calling the groups bare (1) or not, a row each
    ways = (np.arange(2 ** len(groups))[:, None] >> np.arange(len(groups)) & 1).astype(np.float64)
    seen = [counts[list(group)] for group in groups]
    standing = np.log(STANDING)
    occupied = (1 - ways) @ np.array([standing[np.minimum(each, len(STANDING) - 1)].sum() for each in seen])
    right = np.log(np.where(counts == 0, BARE, PHANTOM))
    as_ever = ways @ np.array([right[list(group)].sum() for group in groups])
    fooled = np.full(len(ways), CERTAIN)
    for number, share in enumerate(PRINTED, 1):
        one = [np.log(_as_print(each, number)).sum() for each in seen]
        fooled = np.logaddexp(fooled, np.log(share) + ways @ np.array(one))
    usual = _usual((1 - ways) @ np.array([len(group) for group in groups]) * 12 / len(counts)) + occupied
    fooled = fooled + ways @ told + np.log(FOOLED) + usual
    as_ever = as_ever + usual
    most = max(fooled.max(), as_ever.max())
    chances = np.exp(fooled - most)
    by_group = chances @ ways / (chances.sum() + np.exp(as_ever - most).sum())
    bare = np.zeros(len(counts))
    for group, p in zip(groups, by_group, strict=True):
        bare[list(group)] = p
    return bare


def _as_print(seen: NDArray[np.int_], number: int) -> FloatArray:
    """How likely so many checkers are seen on points (N) where `number` are on most of them that are printed alike."""
    away = np.abs(seen - number)
    return np.where(seen == 0, MISSED, np.where(away == 0, AS_MANY, np.where(away == 1, ONE_MORE, ODD)))


def _usual(occupied: FloatArray) -> FloatArray:
    """The logarithm of how likely checkers stand on so many points in twelve."""
    rare = np.where(occupied == 0, np.log(CLEARED), np.log(RARE) - 3 * np.maximum(occupied - 7, 0))
    return np.asarray(np.logaddexp(-0.5 * ((occupied - OCCUPIED) / SPREAD) ** 2, rare))
