"""The looks of checkers: what tells one board's two kinds apart."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel, ColourModel, Shade
from vision.detections import Spot, places_of
from vision.frame import FloatArray, Mask, Picture
from vision.pose import hidden_by_rails
from vision.rectify import SPAN_X, SPAN_Y, WIDTH, canvas_of

FEATURES = 6
"""How many numbers describe the looks of a checker: L a b of its middle, L a b of its ring."""
SPREAD = (6.0, 3.0, 3.0)
"""How far single checkers stray from their kind at least, in L, a and b."""
LIGHTNESS, HUE = 0.4, 2.0
"""What differences of L and of a, b weigh when checkers are sorted: light varies over a board, hue hardly does."""
SEEDS = 7
"""How many checkers, as unlike as can be, are tried in pairs as the middles of the two kinds."""
STRAY = 60.0
"""Checkers farther than this (weighed) from both kinds count as just so far: they are something else."""
APART = 1.2
"""How many spreads (root mean square) two kinds must be apart to be two."""
MEN = 15
"""More checkers than these cannot be of one kind."""
GAIN = 1.1
"""How much better per checker (in log-likelihood) two kinds must explain a few checkers than one, to be two."""
ENOUGH = 6
"""Fewer checkers do not tell in what light they are where their looks are not known."""
SURELY_SHADE = 15.0
"""By how much (logarithm, per checker) it is likelier that shade on a board is one, for each natural logarithm by which
it changes the light there, on average over the board.
"""
OTHER_LIGHT = 1.25
"""So many times as much light as a board was seen in, or so many times less, is another, for its checkers, too."""
CLEARLY = 0.8
"""Looks that are likelier than this those of one kind are clearly so."""
MIDDLE = 110.0
"""Lone checkers darker than this (L of 0-255) are taken for the dark kind."""
SHADING = 0.15
"""How much more or less light than others a checker usually gets, as a share."""
IN_ODD_LIGHT, ODD_SHADING = 0.1, 1.0
"""How likely a checker is in a shadow or a beam that is not understood, and how much more or less light it may get
there, as a share: then its hue tells its kind. (With a fiftieth for a tenth, lightness still outweighed hue in a third
of the light.)
"""
GLARE = 0.22
"""How much of the way to white a reflection usually takes a checker's looks."""
CLIPPED, BLEACHED = 252.0, 12.0
"""From what lightness on a camera can hardly tell more light, and how much farther (as a square) the hue of what has
more than it can tell may stray.
"""
LIGHTNESSES, HUES = (0, 0, 0, 3, 3, 3), np.array([0.0, 1.0, 1.0] * 2)
"""Where among the looks the lightness is that goes with each of them, and which of them are hues."""
TAIL = 8.0
"""Degrees of freedom of the looks' distribution (Student's t)."""
TRUST = 0.8
"""How much looks are to be believed: neighbouring checkers share their light, and so their errors."""
GREY = np.array([0.0, 128.0, 128.0] * 2)
"""The looks of what has no colour, but for its lightness: black."""
Offsets = NDArray[np.int32]
"""How far pixels lie from another, right or down of it."""


def median(rows: FloatArray) -> FloatArray:
    """The median of every row (along the last axis) of numbers; there is one at least.

    Sorting them all is quicker than looking for the middle: processors do it with many numbers at a time.
    """
    count = rows.shape[-1]
    ordered = np.sort(rows)
    return np.asarray((ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2)


def appearance(
    rectified: Picture,
    spots: Sequence[Spot],
    checker: tuple[float, float],
    scale: float = 1.0,
    hidden: Mask | None = None,
) -> FloatArray:
    """Nx6: the median Lab colour (0-255) of the middle and of the ring of the checkers that lie at N spots.

    `rectified`: 512x384 times `scale`; `hidden`: where in it something hides
    them, so that what shows tells of the rest.
    """
    zones = _zones((checker[0] * SPAN_X / 2 * scale, checker[1] * SPAN_Y / 2 * scale))
    x, y = np.rint(canvas_of(places_of(spots), scale)).astype(np.int32).T[:, :, None]
    height, width = rectified.shape[:2]
    rows = []
    for dx, dy in zones:
        pixels = np.clip(y + dy, 0, height - 1) * width + np.clip(x + dx, 0, width - 1)
        pixels = pixels if hidden is None else _shown(pixels, hidden)
        lab = cv2.cvtColor(rectified.reshape(-1, 3).take(pixels, axis=0), cv2.COLOR_BGR2LAB)
        # bytes are quickest to sort so, each colour by itself
        ordered = np.sort(np.ascontiguousarray(lab.transpose(0, 2, 1)), kind="stable")
        middle = ordered[..., [(ordered.shape[-1] - 1) // 2, ordered.shape[-1] // 2]]
        rows.append(middle.mean(axis=-1))
    return np.concatenate(rows, axis=1)


def _shown(pixels: Offsets, hidden: Mask) -> Offsets:
    """NxM pixels of checkers, those that are hidden put by others of the same checker, if one shows at all."""
    covered = hidden.reshape(-1)[pixels]
    shown = pixels.copy()
    for row in np.flatnonzero(covered.any(axis=1) & ~covered.all(axis=1)):
        shown[row] = np.resize(pixels[row, ~covered[row]], pixels.shape[1])
    return shown


@lru_cache(maxsize=8)
def _zones(half: tuple[float, float]) -> tuple[tuple[Offsets, Offsets], ...]:
    """How far right and down of a checker's middle the pixels of its middle and of its ring lie; `half` its size."""
    reach_x, reach_y = (math.ceil(each) for each in half)
    dy, dx = np.mgrid[-reach_y : reach_y + 1, -reach_x : reach_x + 1].astype(np.int32)
    radius = np.hypot(dx / half[0], dy / half[1])
    return tuple((dx[zone], dy[zone]) for zone in (radius < 0.45, (radius > 0.5) & (radius < 0.85)))


class Looks:
    """What checkers of a size, if there are any, look like on a rectified picture: each place is looked at but once.

    `shade`: how much of the light that most of the board has falls on each place of it (a map of any size); None where
    that is even. They are told as they would look in that light.
    """

    def __init__(self, rectified: Picture, model: BoardModel, shade: FloatArray | None = None) -> None:
        self.rectified, self._model, self.shade = rectified, model, shade
        self._hidden = hidden_by_rails(model)
        self._known: dict[tuple[float, float], FloatArray] = {}

    def at(self, spots: Sequence[Spot]) -> FloatArray:
        """Nx6: the looks at N spots, as `appearance` measures them."""
        fresh = [spot for spot in spots if (spot.u, spot.v) not in self._known]
        if fresh:
            looks = appearance(self.rectified, fresh, self._model.checker, hidden=self._hidden)
            looks = self.in_usual_light(looks, fresh)
            self._known.update(((spot.u, spot.v), look) for spot, look in zip(fresh, looks, strict=True))
        return np.array([self._known[spot.u, spot.v] for spot in spots]).reshape(-1, FEATURES)

    @property
    def known(self) -> bool:
        """Whether it is known what the two kinds look like."""
        return self._model.colour_model is not None

    @property
    def in_known_light(self) -> bool:
        """Whether the bare board is known, too, which tells in what light the two kinds were seen."""
        return self.known and self._model.empty is not None

    def without_shade(self, shade: FloatArray) -> "Looks":
        """The same as they would be without a shade."""
        return Looks(self.rectified, self._model, shade)

    def tell(self, spots: Sequence[Spot]) -> bool:
        """Whether checkers at N spots tell in what light they are: many, or some where their looks are known."""
        return len(spots) >= (1 if self.known else ENOUGH)

    def likely(self, spots: Sequence[Spot], kinds: ColourModel | None) -> float:
        """How likely (log-density, per checker) two kinds look as checkers at N spots do; without kinds not at all."""
        looks = self.at(spots)
        if kinds is None:
            return -math.inf
        densities = [log_density(looks, shade, kinds.spread) for shade in (kinds.light, kinds.dark)]
        return float(np.maximum(*densities).mean())

    def in_usual_light(self, looks: FloatArray, spots: Sequence[Spot]) -> FloatArray:
        """Looks (Nx6) at N spots as they would be in the light that most of the board has."""
        if self.shade is None or not len(looks):
            return looks
        height, width = self.shade.shape
        x, y = np.rint(canvas_of(places_of(spots), width / WIDTH)).astype(int).T
        share = self.shade[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)][:, None]
        return times_as_bright(looks, 1 / share)


def times_as_bright(looks: FloatArray, times: float | FloatArray) -> FloatArray:
    """Looks (of the shape Nx6, or 6) in so many times as much light."""
    return np.asarray(np.clip(GREY + (looks - GREY) * times, 0, 255), np.float64)


def in_likelier_light(
    looks: Looks, shade: FloatArray | None, times: float, spots: Sequence[Spot], model: BoardModel
) -> tuple[Looks, BoardModel]:
    """The looks of checkers that surely lie at some spots, and the model with those of both kinds, in the light in
    which they are likeliest: checkers without the shade on the board or, where that may be the board's own, as they
    are; kinds as they are known or as they would be in so many times the light, as the board is.
    """
    if not looks.tell(spots):
        return looks, model
    if not looks.in_known_light:
        return _in_own_light(looks, shade, spots, model)
    assert model.colour_model is not None
    seen = (looks,) if shade is None else (looks.without_shade(shade), looks)
    ways = product(seen, _in_lights(model.colour_model, times))
    told, kinds = max(ways, key=lambda way: way[0].likely(spots, way[1]))
    return told, replace(model, colour_model=kinds)


def _in_own_light(
    looks: Looks, shade: FloatArray | None, spots: Sequence[Spot], model: BoardModel
) -> tuple[Looks, BoardModel]:
    """The same on a board of which nothing is known but, perhaps, the looks of both kinds, which may have been of
    another light: where light is uneven the checkers tell them, if they are many. A shade is the surer one the deeper
    it is and the more of the board it covers.
    """
    if shade is None:
        return looks, model
    ways = (looks.without_shade(shade), looks)
    many = len(spots) >= ENOUGH
    as_lit, as_seen = (learn_colour_model(way.at(spots)) if many else model.colour_model for way in ways)
    surely = SURELY_SHADE * float(np.abs(np.log(shade)).mean())
    is_lit = ways[0].likely(spots, as_lit) + surely > ways[1].likely(spots, as_seen)
    told, kinds = (ways[0], as_lit) if is_lit else (ways[1], as_seen)
    if kinds is None or (model.colour_model is not None and swapped(kinds, model.colour_model)):
        return told, model
    return told, replace(model, colour_model=kinds)


def _in_lights(kinds: ColourModel, times: float) -> tuple[ColourModel, ...]:
    """The looks of both kinds as they are known and, if that is quite another light, in so many times as much."""
    if abs(math.log(times)) <= math.log(OTHER_LIGHT):
        return (kinds,)
    light, dark = (
        replace(shade, mean=tuple(times_as_bright(np.array(shade.mean), times).tolist()))
        for shade in (kinds.light, kinds.dark)
    )
    return (kinds, replace(kinds, light=light, dark=dark))


def nearer_kinds(kinds: ColourModel, times: float, fresh: ColourModel) -> ColourModel:
    """The looks of both kinds as they are known or as they would be in so many times as much light, whichever is
    likelier where they look as fresh ones do.
    """

    def likely(each: ColourModel) -> float:
        pairs = ((each.light, fresh.light), (each.dark, fresh.dark))
        return sum(float(log_density(np.array([now.mean]), known, each.spread)[0]) for known, now in pairs)

    return max(_in_lights(kinds, times), key=likely)


def as_known(fresh: ColourModel, known: ColourModel) -> tuple[float, float]:
    """P(light) of how the lighter and the darker of two kinds look now, by how they are known."""
    light, dark = kind_chances(np.array([fresh.light.mean, fresh.dark.mean]), known)
    return light, dark


def swapped(fresh: ColourModel, known: ColourModel) -> bool:
    """Whether of two kinds seen now the lighter one rather looks as the darker one did, or both clearly as one did."""
    light, dark = as_known(fresh, known)
    return light < dark or dark > CLEARLY or light < 1 - CLEARLY


def learn_colour_model(looks: FloatArray) -> ColourModel | None:
    """The looks of both kinds, from one picture's checkers (Nx6) alone; None where they cannot be told apart."""
    if len(looks) < 3:
        return None
    label = _sorted_in_two(looks * np.array([LIGHTNESS, HUE, HUE] * 2))
    colour_model = colour_model_of(looks, label)
    for _ in range(3):
        # sorted again with what shade and glare do to colours in mind
        if colour_model is not None:
            again = colour_model_of(looks, np.where(np.array(kind_chances(looks, colour_model)) > 0.5, 0, 1))
            colour_model = again or colour_model
    if colour_model is None or (len(looks) <= MEN and _gain(looks, colour_model) < GAIN):
        return None
    return colour_model


def _gain(looks: FloatArray, colour_model: ColourModel) -> float:
    """How much better two kinds explain the looks of checkers than one does: log-likelihood per checker."""
    middle = np.median(looks, axis=0)
    spread = np.maximum(1.4826 * np.median(np.abs(looks - middle), axis=0), np.array([*SPREAD, *SPREAD]))
    one = log_density(looks, Shade(tuple(float(x) for x in middle)), [float(x) for x in spread])
    two = np.maximum(
        log_density(looks, colour_model.light, colour_model.spread),
        log_density(looks, colour_model.dark, colour_model.spread),
    )
    return float((two - one).mean())


def _sorted_in_two(scaled: FloatArray) -> FloatArray:
    """Labels 0 or 1: the two groups round whose middles (Nx6) the checkers lie closest, a few stray ones aside."""
    seeds = [int(np.argmax(np.linalg.norm(scaled - np.median(scaled, axis=0), axis=1)))]
    while len(seeds) < min(SEEDS, len(scaled)):
        near = _away(scaled, scaled[seeds]).min(axis=1)
        seeds.append(int(np.argmax(near)))
    best, found = np.inf, np.zeros(len(scaled), dtype=int)
    for pair in combinations(seeds, 2):
        middles = scaled[list(pair)]
        for _ in range(6):
            label = np.argmin(_away(scaled, middles), axis=1)
            groups = (scaled[label == k] for k in (0, 1))
            before = middles
            middles = np.array([median(each.T) if len(each) else before[k] for k, each in enumerate(groups)])
            if (middles == before).all():
                break
        away = _away(scaled, middles)
        cost = float(np.minimum(away.min(axis=1), STRAY).sum())
        if cost < best:
            best, found = cost, np.argmin(away, axis=1)
    return found


def _away(scaled: FloatArray, middles: FloatArray) -> FloatArray:
    """How far each checker (Nx6) is from each of some middles (Mx6), as NxM."""
    return np.asarray(np.sqrt(np.square(scaled[:, None] - middles).sum(axis=2)))


def colour_model_of(looks: FloatArray, label: FloatArray) -> ColourModel | None:
    """The colour model of checkers (Nx6 looks) labelled 0 or 1, whichever is lighter; None where they look alike."""
    groups = [looks[label == k] for k in (0, 1)]
    if any(len(group) == 0 for group in groups):
        return None
    means = [np.median(group, axis=0) for group in groups]
    residual = np.concatenate([group - mean for group, mean in zip(groups, means, strict=True)])
    spread = np.maximum(1.4826 * np.median(np.abs(residual), axis=0), np.array([*SPREAD, *SPREAD]))
    light = 0 if means[0][0] + means[0][3] >= means[1][0] + means[1][3] else 1
    shades = [
        Shade(tuple(float(x) for x in mean), len(group)) for mean, group in zip(means, groups, strict=True)
    ]
    found = ColourModel(shades[light], shades[1 - light], tuple(float(x) for x in spread))
    return None if kinds_apart(found) < APART else found


def kinds_apart(colour_model: ColourModel) -> float:
    """How many spreads (root mean square) the looks of the two kinds are apart."""
    light, dark = np.array(colour_model.light.mean), np.array(colour_model.dark.mean)
    return float(np.linalg.norm((light - dark) / np.array(colour_model.spread))) / math.sqrt(FEATURES)


def kind_chances(looks: FloatArray, colour_model: ColourModel | None) -> list[float]:
    """P(light) of each checker (Nx6 looks)."""
    if colour_model is None:
        # one kind only, and nothing to compare it with: by its brightness against the middle of the scale
        brightness = float(np.median((looks[:, 0] + looks[:, 3]) / 2))
        return [1 / (1 + math.exp(-(brightness - MIDDLE) / 15))] * len(looks)
    light, dark = (
        _in_any_light(looks, shade, colour_model.spread) for shade in (colour_model.light, colour_model.dark)
    )
    odds = np.clip(TRUST * (light - dark), -9.0, 9.0)
    return [float(p) for p in 1 / (1 + np.exp(-odds))]


def _in_any_light(looks: FloatArray, shade: Shade, spread: Sequence[float]) -> FloatArray:
    """How likely (log-density) checkers of one kind look so (Nx6), in odd light too."""
    usual, odd = (
        math.log(chance) + log_densities(looks, np.array([shade.mean]), spread, shading)
        for chance, shading in ((1 - IN_ODD_LIGHT, SHADING), (IN_ODD_LIGHT, ODD_SHADING))
    )
    return np.asarray(np.logaddexp(usual, odd), np.float64)


def log_density(looks: FloatArray, shade: Shade, spread: Sequence[float]) -> FloatArray:
    """How likely (log-density) checkers of one kind look so (Nx6)."""
    return log_densities(looks, np.array([shade.mean]), spread)


def log_densities(
    looks: FloatArray, means: FloatArray, spread: Sequence[float], shading: float = SHADING
) -> FloatArray:
    """How likely (log-density) what usually looks like `means` (Nx6, or 1x6 for all) looks so (Nx6).

    It strays at random by `spread`, and all of it together in shade and light (by `shading`, a share), and under glare.
    """
    white = np.array([255.0, 128.0, 128.0] * 2)
    # what has as much light as a camera can tell has lost its hue
    bleached = np.clip((looks[:, LIGHTNESSES] - CLIPPED) / (255.0 - CLIPPED), 0.0, 1.0) * HUES
    scatter = np.square(np.array(spread) * 1.5) * (1 + BLEACHED * bleached)
    shade, glare = shading * (means - GREY), GLARE * (white - means)
    away = looks - means
    # The covariance is scatter + shade shade' + glare glare': its inverse by Woodbury's identity.
    a, b, c = (
        (one * other / scatter).sum(axis=1) for one, other in ((shade, shade), (shade, glare), (glare, glare))
    )
    p, q = ((one * away / scatter).sum(axis=1) for one in (shade, glare))
    det = (1 + a) * (1 + c) - b * b
    along = ((1 + c) * p * p - 2 * b * p * q + (1 + a) * q * q) / det
    squares = (away * away / scatter).sum(axis=1) - along
    # far from everything known, distances tell little: a tail heavier than the normal one
    heavy = -0.5 * (TAIL + FEATURES) * np.log1p(np.maximum(squares, 0.0) / TAIL)
    return np.asarray(heavy - 0.5 * (np.log(det) + np.log(scatter).sum(axis=1)), dtype=np.float64)
