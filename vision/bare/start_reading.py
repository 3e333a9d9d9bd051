"""The starting position as a lesson: thirty checkers of which it is known where they stand, and sixteen bare points."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.board import BAR, POINTS, Kind
from vision.bare.bare_background import clear_of
from vision.bare.ground import pieced, shown_at, small, told_by_others
from vision.bare.light import LitGround, own_light, shadows, steady, without_shade
from vision.bare.start_rows import sized_by_rows
from vision.bare.strangeness import differing, strange
from vision.bare.strips import SCALE, in_pixels
from vision.board_model import BoardModel, ColourModel, from_edge
from vision.checkers import SURE, assign
from vision.colour_model import HUE, LIGHTNESS, appearance, colour_model_of, kinds_apart
from vision.detections import Detections, Spot, apart, places_of
from vision.frame import FloatArray, Mask, Picture
from vision.pose import board_pose, hidden_by_rails, usual_sizes
from vision.rectify import SPAN_X, SPAN_Y, canvas_of

NEAR_START = {24: 2, 13: 5, 8: 3, 6: 5}
"""Where the near player's checkers stand at the start of backgammon, in their own
numbers (Jacoby & Crawford, ch. 1).
"""
SIZES = tuple((size, size, 1.0) for size in (0.76, 0.82, 0.88, 0.94, 1.0, 1.05))
"""How much wider, longer and higher checkers may be than is usual on a board of such
points; then, at the best size, ...
"""
LIFTS = tuple((1.0, 1.0, height) for height in (0.5, 1.5, 2.0))
ASPECTS = tuple((1.0, along, 1.0) for along in (0.92, 0.96, 1.04, 1.08))
ROW = 5
"""So many places of every point are looked at."""
SURE_ROWS, HEAPED = 2, 0.015
"""On so many places of its point a checker lies at the start however they are heaped up; what it
costs to suppose that they are.
"""
LEAST = 12
"""From fewer places than these nothing is told."""
SAID, SEEN = 0.955, 0.97
"""How well a picture must tell thirty places with checkers from ninety without: one that is said
to be of the start, any other.
"""
UNUSUAL = 0.01
"""What it costs that checkers are not as large as usual (by the logarithm), where many sizes fit alike."""
GONE, LEFT = 12, 1
"""So many of the thirty may be wanting: where the start was said to be seen (they may be heaped), where
it was not (a play moves two).
"""
PLAUSIBLE, MISSED = 0.8, 4
"""One that is said to be of the start may do so less well where the network misses, or sees
too many, so few of the thirty.
"""
CLEARLY, WANTING = 0.2, 2
"""Where one that is said to be of the start does so much better than the other way round, and no more than so many of
the thirty are wanting, what the network sees elsewhere is print: whole rows of rings are taken for checkers. (Of 86
positions that are no start none does as well with less than three wanting.) Where it fits as well as `SAID`, too, it
is the start, however many the network misses, and whatever light does to the looks of some. (Of 246 positions that are
no start none fits better than .92.)
"""
HOPELESS = 0.85
"""Of a picture that does so less well at first nobody need look closer."""
APART = 0.004
"""By how much more than the other way round."""
STRAY, ALONE = 4, 2
"""So many of the thirty may look rather like the other side's: where the start was
said to be seen, where it was not.
"""
BY_ITSELF = 0.8
"""What looks like a die and lies farther than this from every checker, in diameters, is none of their tops."""
FIXED_REACH = 0.4
"""How far, in diameters, such a thing reaches from its middle: no checker that stands beside it is bare board."""
NEAR_ENOUGH = 0.45
"""A checker that is seen so near to where one should stand, in diameters, is that one."""


CLEARER = 1.3
"""So many times as well must the two sides' checkers be told apart without what seems to be a shadow, if it is one."""


@dataclass(frozen=True, slots=True, eq=False)
class StartReading:
    """A picture read as the starting position.

    `model`: with the looks of both kinds, their size, which kind is near, and the ground; `home_right`: whether the
    near player bears off at their right hand; `fits`: how well (0.5-1) places with checkers differ from those without.
    """

    model: BoardModel
    home_right: bool
    fits: float


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """One way in which a picture may show the start: checkers of a size, the home on one hand."""

    fits: float
    model: BoardModel
    home_right: bool


def start_counts(home_right: bool) -> dict[int, int]:
    """The checkers on the points of the picture at the start of backgammon: the near
    player's positive, far's negative.
    """
    near = {_slot(point, home_right): men for point, men in NEAR_START.items()}
    far = {_slot(25 - point, home_right): -men for point, men in NEAR_START.items()}
    return near | far


def read_start(
    rectified: Picture,
    detections: Detections,
    seen: Mask,
    model: BoardModel,
    said: bool,
    fixed: Sequence[Spot] = (),
) -> StartReading | None:
    """A rectified picture (512x384) read as the starting position; None where it shows something else.

    `seen`: the small picture (192x256) without what covers it; `said`: whether somebody said that it shows the start;
    `fixed`: what looks like dice and is a part of the board then (a hinge, printed dots).
    It is held against the picture as a whole (do thirty places differ from what the points between them look like?), so
    that nothing needs to be known of checkers or points beforehand. Where shadows seem to fall on the board it is read
    without them, too: that is right where the checkers of either side are much more alike then.
    """
    as_seen = _read(rectified, detections, seen, None, model, said, fixed)
    clear = seen & clear_of(detections, model)
    shade = shadows(own_light(small(rectified), clear, model), clear)
    if shade is None:
        return as_seen
    lit = _read(without_shade(rectified, shade), detections, seen, shade, model, said, fixed)
    if as_seen is None or lit is None:
        return as_seen or lit
    return lit if _told(lit) > CLEARER * _told(as_seen) else as_seen


def _told(start: StartReading) -> float:
    """How well the looks of the two sides' checkers are told apart."""
    assert start.model.colour_model is not None
    return kinds_apart(start.model.colour_model)


def _read(
    rectified: Picture,
    detections: Detections,
    seen: Mask,
    shade: FloatArray | None,
    model: BoardModel,
    said: bool,
    fixed: Sequence[Spot],
) -> StartReading | None:
    """The same of a picture without the shade that fell on it; the ground is learned where that had no edge."""
    model = _usual(model)
    best, other = sorted(_fits(rectified, detections, seen, model, said), key=lambda fit: -fit.fits)
    if best.fits < (PLAUSIBLE if said else SEEN) or best.fits - other.fits < APART:
        return None
    sites = start_counts(best.home_right)
    gone, clearly = _gone(detections, sites, best.model), said and best.fits - other.fits > CLEARLY
    printed, shown = clearly and gone <= WANTING, clearly and best.fits >= SAID
    if best.fits < SAID and not printed and _missed(detections, sites, best.model) > MISSED:
        return None
    if gone > (GONE if said else LEFT) and not shown:
        return None
    sized = sized_by_rows(detections, sites, model, best.model)
    spots, label = _looked_at(detections, sites, sized)
    looks = appearance(rectified, spots, sized.checker, hidden=hidden_by_rails(sized))
    colour_model = colour_model_of(looks, label)
    if colour_model is None or (_strays(looks, label) > (STRAY if said else ALONE) and not shown):
        return None
    picture = small(rectified)
    clear = seen & clear_of(
        replace(detections, tops=_thirty(detections, sites, sized), dice=(), cubes=()), sized
    )
    even = steady(shade, in_pixels(sized.checker))
    ground = pieced(picture, clear, [site for site in POINTS if site not in sites], sized, even)
    parts = [spot for spot in fixed if (apart(places_of([spot]), spots, sized.checker) > BY_ITSELF).all()]
    across, along = sized.checker
    reach = (FIXED_REACH * across * SPAN_X * SCALE, FIXED_REACH * along * SPAN_Y * SCALE)
    ground = shown_at(ground, picture, canvas_of(places_of(parts)) * SCALE, reach)
    taught = replace(
        sized, colour_model=colour_model, near=_kind(looks[label == 0], colour_model), empty=ground.png()
    )
    return StartReading(taught, best.home_right, best.fits)


def _fits(
    rectified: Picture, detections: Detections, seen: Mask, usual: BoardModel, said: bool
) -> Iterator[_Fit]:
    """How well the picture shows the start for each hand of the home, with the sizes of checkers that fit best."""
    picture = small(rectified)
    for home_right in (True, False):
        model = sized_by_rows(detections, start_counts(home_right), usual, usual)
        bare = [site for site in POINTS if site not in start_counts(home_right)]
        ground = told_by_others(picture, seen, bare, model)
        told = LitGround.of(ground, picture)
        differences = differing(told, slides=(0,), hidden=hidden_by_rails(model, SCALE))
        best = _Fit(0.0, model, home_right)
        for ways in (SIZES, LIFTS, ASPECTS):
            tried = (_fitted(differences, _changed(best.model, *way), home_right, said) for way in ways)
            best = max((best, *tried), key=lambda fit: fit.fits - UNUSUAL * _unusual(fit.model, model))
            if not said and best.fits < HOPELESS:
                break
        yield best


def _usual(model: BoardModel) -> BoardModel:
    """The model with checkers as large as is usual, whatever was learned from another scene."""
    checker, lift = usual_sizes(board_pose(model), model.pitch)
    return replace(model, checker=checker, lift=lift)


def _unusual(model: BoardModel, usual: BoardModel) -> float:
    """How much larger or smaller checkers are than usual."""
    ratios = np.array([*model.checker, model.lift.k]) / np.array([*usual.checker, usual.lift.k])
    return float(np.abs(np.log(ratios)).sum())


def _changed(model: BoardModel, across: float, along: float, height: float) -> BoardModel:
    """The model with checkers so many times as wide, as long and as high."""
    lift = replace(model.lift, k=model.lift.k * height)
    return replace(model, checker=(model.checker[0] * across, model.checker[1] * along), lift=lift)


def _fitted(differences: FloatArray, model: BoardModel, home_right: bool, said: bool) -> _Fit:
    sites = start_counts(home_right)
    places, men, row = _places(sites, model)
    size = (model.checker[0] * SPAN_X * SCALE, model.checker[1] * SPAN_Y * SCALE)
    strangeness = strange(differences, canvas_of(places) * SCALE, size)
    whole = _told_apart(strangeness, men)
    first = row < SURE_ROWS
    # checkers may be heaped up at the start, too; where two lie, one lies at the edge and one behind or upon it
    heaped = _told_apart(strangeness[first], men[first]) - HEAPED if said else 0.0
    return _Fit(max(whole, heaped), model, home_right)


def _told_apart(strangeness: FloatArray, expected: Mask) -> float:
    """How often (0-1) a place where a checker should be is stranger than one where none should be."""
    known = ~np.isnan(strangeness)
    there, bare = strangeness[known & expected], strangeness[known & ~expected]
    if len(there) < LEAST or len(bare) < LEAST:
        return 0.0
    return float((there[:, None] > bare[None, :]).mean())


def _places(sites: Mapping[int, int], model: BoardModel) -> tuple[FloatArray, Mask, NDArray[np.int_]]:
    """The first places of all points on the board (Nx2), raised where a checker should lie; where one should,
    and the how manieth of its point each is (N).
    """
    places, men, row = [], [], []
    for site in POINTS:
        for k in range(ROW):
            u, v = model.middle(site), (k + 0.5) * model.checker[1]
            v = from_edge(site, v)
            there = k < abs(sites.get(site, 0))
            places.append(model.lift.raised(u, v) if there else (u, v))
            men.append(there)
            row.append(k)
    return np.array(places), np.array(men), np.array(row)


def _looked_at(
    detections: Detections, sites: Mapping[int, int], model: BoardModel
) -> tuple[list[Spot], FloatArray]:
    """Where checkers of the start lie: as they are seen or, where one surely lies, as
    they should; 0 near's, 1 far's.
    """
    spots, label = [], []
    for site, men in sites.items():
        for k in range(abs(men)):
            u, v = _place(site, k, model)
            spot = _nearest(detections, u, v, model)
            if spot is not None or k < SURE_ROWS:
                spots.append(spot or Spot(u, v, 1.0))
                label.append(0 if men > 0 else 1)
    return spots, np.array(label)


def _thirty(detections: Detections, sites: Mapping[int, int], model: BoardModel) -> tuple[Spot, ...]:
    """Where all checkers of the start lie: as they are seen or as they should."""
    places = [_place(site, k, model) for site, men in sites.items() for k in range(abs(men))]
    return tuple(_nearest(detections, u, v, model) or Spot(u, v, 1.0) for u, v in places)


def _place(site: int, k: int, model: BoardModel) -> tuple[float, float]:
    v = (k + 0.5) * model.checker[1]
    return model.lift.raised(model.middle(site), from_edge(site, v))


def _nearest(detections: Detections, u: float, v: float, model: BoardModel) -> Spot | None:
    near = [(spot.away(u, v, model.checker), i) for i, spot in enumerate(detections.tops)]
    away, i = min(near, default=(1.0, 0))
    return detections.tops[i] if away < NEAR_ENOUGH else None


def _missed(detections: Detections, sites: Mapping[int, int], model: BoardModel) -> int:
    """How many checkers the network sees too few or too many on the points, beside the starting position."""
    sure = [spot for spot in detections.tops if spot.score > SURE]
    counts = Counter(assign(sure, model))
    return sum(abs(counts[site] - abs(sites.get(site, 0))) for site in (*POINTS, BAR))


def _gone(detections: Detections, sites: Mapping[int, int], model: BoardModel) -> int:
    """How many checkers are wanting where they should stand; what the network sees elsewhere may be imagined."""
    counts = Counter(assign([spot for spot in detections.tops if spot.score > SURE], model))
    return sum(max(abs(men) - counts[site], 0) for site, men in sites.items())


def _strays(looks: FloatArray, label: FloatArray) -> int:
    """How many checkers look rather like those of the other side."""
    weights = np.array([LIGHTNESS, HUE, HUE] * 2)
    middles = [np.median(looks[label == side], axis=0) for side in (0, 1)]
    away = np.stack([np.linalg.norm((looks - middle) * weights, axis=1) for middle in middles], axis=1)
    return int((away.argmin(axis=1) != label).sum())


def _kind(looks: FloatArray, colour_model: ColourModel) -> Kind:
    mine = looks.mean(axis=0)
    light, dark = np.array(colour_model.light.mean), np.array(colour_model.dark.mean)
    return Kind.LIGHT if np.linalg.norm(mine - light) < np.linalg.norm(mine - dark) else Kind.DARK


def _slot(point: int, home_right: bool) -> int:
    """The point of the picture where a point in the near player's own numbers lies."""
    if home_right:
        return point
    return 13 - point if point <= 12 else 37 - point
