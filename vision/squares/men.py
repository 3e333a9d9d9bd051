"""The men on a board of squares: what is found on each square, how surely a man stands there, and which of
them is the king: by his looks, his height, and where he begins.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.board import Kind
from vision.board_model import BoardModel, ColourModel, King, Lift, Shade
from vision.colour_model import FEATURES, TAIL, appearance, learn_colour_model, log_density
from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.odds import times
from vision.squares.square_geometry import MIDDLE, PITCH, SQUARES, canvas_place, in_squares, middles

LOW, HIGH = 0.4, 2.5
"""How high, in men, what may be found on a square stands: from a flat man to a tall king."""
NEAR = 0.55
"""Within how many widths of a square from where a man's top may appear there it is one of his."""
STRAY = 0.16
"""How far men stand beside the middle of their squares, and are found beside their places, in widths of a square."""
LEAST = 1e-3
"""No score is taken to be nearer to 0 or 1 than this."""
NOTHING = 0.02
"""How likely there is a man where nothing was found."""
AGREED = 0.65
"""What each of two looks of the network at one picture counts: they err together, but not always."""
ALL_MEN = 25.0
"""The most men that stand on a board: sixteen attackers, eight defenders and their king."""
SUREST = 6.0
"""The most that shape alone can say for or against a man, in log-likelihood: a mark on the board may be a circle."""
TRUST = 0.5
"""How much the colours of a square are to be believed: they err together, by shadows and marks on the board."""
MOST = 5.0
"""What colours can say at most for or against a man, in log-likelihood."""
ODD = math.log(0.02)
"""How seldom a square looks like nothing known, in log-likelihood."""
FEW = 12
"""With fewer empty squares seen than this nothing is known of the looks of empty ones."""
GROUND = (7.0, 4.0, 4.0)
"""How far an empty square strays from what it looked like before, at least, in L, a and b."""
ABSENT = 0.05
"""How likely there is no king on the board, before anything is seen: about as likely as
that he is any one of the men.
"""
AT_HOME = 2.5
"""How much likelier a man in the middle is the king than any other, in log-likelihood: no other may stop there."""
KINGS_TRUST = 0.5
"""How much the looks of the king are to be believed."""
KINGS_MOST = 8.0
"""What his looks can say at most for or against him, in log-likelihood."""
KING_ALIKE = 0.3
"""How often the king looks like his men, but for his height."""
FEW_ALIKE = 3
"""By fewer men of a kind than this it is not known how much they differ."""
LEAST_OFF = (5.0, 2.5, 2.5)
"""How far the men of a kind differ on one board at least, in L, a and b."""
SHADING = 0.06
"""How much more or less light than others a man gets on one board, as a share."""
TALL = (1.0, 1.4, 1.8, 2.4)
"""How high kings may stand, in men."""
HIGHER = 0.5
"""How much higher or lower than others a king is, in men."""
JITTER = (0.03, 0.14)
"""How far men stand beside the middle of their squares, at least and at most, in widths of a square."""
SPREAD = 1.3
"""How much more a king strays from his looks than an empty square does from its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Men:
    """What is found on every square: 81 rows each.

    `places`: where a man's top appears, or would, in canvas coordinates; `scores`: how surely there is one by his
    shape alone (0-1); `looks`: what he looks like; `plain`: what the square looks like where a man would stand in its
    middle; `found`: whether the place is that of something found; `chances`: how surely there is a man, all told.
    """

    places: FloatArray
    scores: FloatArray
    looks: FloatArray
    plain: FloatArray
    found: NDArray[np.bool_]
    chances: FloatArray


def canvas_lift(model: BoardModel) -> Lift:
    """How tops are raised, in canvas coordinates."""
    return Lift(model.lift.k, *canvas_place(model.lift.u, model.lift.v))


def canvas_checker(model: BoardModel) -> tuple[float, float]:
    """The diameters of a man in canvas coordinates."""
    return model.checker[1] * PITCH[0] / PITCH[1], model.checker[1]


def raised_middles(model: BoardModel, layers: float = 1.0) -> FloatArray:
    """81x2: where the tops of men in the middles of their squares appear, in canvas coordinates."""
    lift, flat = canvas_lift(model), middles()
    return np.asarray(flat + lift.k * layers * (flat - np.array([lift.u, lift.v])), dtype=np.float64)


def find_men(tops: Sequence[Spot], again: Sequence[Spot], rectified: Picture, model: BoardModel) -> Men:
    """What is found on every square of a canvas (512x384), and what each looks like there.

    `tops` and `again` are what the network has marked on the canvas and on the board drawn wider, both in canvas
    coordinates: squares, which can look like men to it, do so less in both.
    """
    plain_places = raised_middles(model)
    places, first, found = _best(tops, model)
    second = _best(again, model)[1]
    odds = AGREED * (np.log(first / (1 - first)) + np.log(second / (1 - second)))
    scores = chances_of(np.clip(odds, -SUREST, SUREST))
    checker = canvas_checker(model)
    looks = appearance(rectified, [Spot(u, v, 1.0) for u, v in places], checker)
    plain = (
        looks
        if not found.any()
        else appearance(rectified, [Spot(u, v, 1.0) for u, v in plain_places], checker)
    )
    return Men(places, scores, looks, plain, found, scores)


def colour_evidence(men: Men, colour_model: ColourModel | None) -> FloatArray:
    """81 log-likelihood ratios: what the colours of the squares say for a man (above 0) and against him."""
    empty = _empty_density(men)
    if empty is None or colour_model is None:
        return np.zeros(SQUARES)
    kinds = [
        log_density(men.plain, shade, colour_model.spread)
        for shade in (colour_model.light, colour_model.dark)
    ]
    man = np.logaddexp(*kinds) - math.log(2)
    odd = anything(men.plain)
    odds = np.logaddexp(man, ODD + odd) - np.logaddexp(empty, ODD + odd)
    return np.asarray(np.clip(TRUST * odds, -MOST, MOST), dtype=np.float64)


def sure_colour_model(men: Men, least: float = 0.6) -> ColourModel | None:
    """The looks of both kinds by those men that are surely there; None where there are not two kinds."""
    return learn_colour_model(men.looks[men.chances > least].reshape(-1, FEATURES))


def chances_of(odds: FloatArray) -> FloatArray:
    """The probabilities of log-odds (81), all lowered alike where they would be those of more men than there are."""
    low, high = 0.0, 2 * SUREST + 2 * MOST
    chances = 1 / (1 + np.exp(-odds))
    if float(chances.sum()) <= ALL_MEN:
        return chances
    for _ in range(20):
        middle = (low + high) / 2
        chances = 1 / (1 + np.exp(middle - odds))
        low, high = (middle, high) if float(chances.sum()) > ALL_MEN else (low, middle)
    return chances


def _best(tops: Sequence[Spot], model: BoardModel) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """For every square the place and the score of what fits best there, and whether anything does."""
    places, scores = raised_middles(model), np.full(SQUARES, NOTHING)
    found = np.zeros(SQUARES, dtype=bool)
    for spot, square, away in zip(tops, *_owners(tops, model), strict=True):
        score = _placed(spot.score, away) if away <= NEAR else 0.0
        if score > scores[square]:
            places[square], scores[square], found[square] = (spot.u, spot.v), score, True
    return places, scores, found


def _owners(spots: Sequence[Spot], model: BoardModel) -> tuple[list[int], list[float]]:
    """The square that each top most likely stands on, and how far beside its place there it lies, in squares."""
    if not spots:
        return [], []
    places = np.array([[spot.u, spot.v] for spot in spots])[:, None]
    low, high = raised_middles(model, LOW), raised_middles(model, HIGH)
    run = in_squares(high - low)
    from_low = in_squares(places - low[None])
    share = np.clip(np.sum(from_low * run, axis=2) / np.maximum(np.sum(run * run, axis=1), 1e-9), 0.0, 1.0)
    away = np.linalg.norm(from_low - share[..., None] * run[None], axis=2)
    owners = np.argmin(away, axis=1)
    return [int(k) for k in owners], [float(x) for x in away[np.arange(len(spots)), owners]]


def _placed(score: float, away: float) -> float:
    """The probability of a man where something was found so far from his place: what is no man lies anywhere."""
    density = math.exp(-(away**2) / (2 * STRAY**2)) / (2 * math.pi * STRAY**2)
    return times(score, density / math.e, LEAST)


def _empty_density(men: Men) -> FloatArray | None:
    """How likely every square looks so if it is empty: as others do that surely are."""
    bare = np.flatnonzero(men.chances < 0.2)
    if len(bare) < FEW:
        return None
    density = np.full((len(bare), SQUARES), -np.inf)
    for row, square in enumerate(bare):
        shade = Shade(tuple(float(x) for x in men.plain[square]))
        density[row] = log_density(men.plain, shade, (*GROUND, *GROUND))
        density[row, square] = -np.inf
    return np.asarray(np.logaddexp.reduce(density, axis=0) - math.log(len(bare)), dtype=np.float64)


def anything(looks: FloatArray) -> FloatArray:
    """How likely anything at all looks so: any colour, its middle and its ring much alike."""
    middle, ring = looks[:, :3], looks[:, 3:]
    broad, narrow = np.array([60.0, 20.0, 20.0]), np.array([40.0, 14.0, 14.0])
    common = ((middle + ring) / 2 - np.array([128.0, 128.0, 128.0])) / broad
    apart = (middle - ring) / narrow
    scatter = float(np.log(broad * narrow).sum())
    return np.asarray(-0.5 * (np.square(common).sum(axis=1) + np.square(apart).sum(axis=1)) - scatter)


@dataclass(frozen=True, slots=True)
class Sought:
    """Where the king may stand: for every square how likely he is there; and how likely he is of the light kind."""

    chances: tuple[float, ...]
    light: float


def find_king(men: Men, model: BoardModel, colour_model: ColourModel | None, kinds: FloatArray) -> Sought:
    """The king among the men; `kinds`: how likely each square's man is of the light kind (81)."""
    there = np.clip(men.chances, 1e-4, 1.0)
    evidence = looks_evidence(men, model.king, colour_model) + height_evidence(men, model)
    # of one who hardly stands there it says nothing
    evidence[MIDDLE] += AT_HOME * there[MIDDLE]
    weights = there * np.exp(np.clip(evidence, -2 * KINGS_MOST, 2 * KINGS_MOST))
    share = (1 - ABSENT) / max(float(there.sum()), 1.0)
    total = ABSENT + share * float(weights.sum())
    chances = share * weights / total
    return Sought(tuple(float(p) for p in chances), _light(men, model, colour_model, kinds, chances))


def looks_evidence(men: Men, king: King | None, colour_model: ColourModel | None) -> FloatArray:
    """81 log-likelihood ratios: what the looks of every man say for his being the king."""
    if colour_model is None:
        return np.zeros(SQUARES)
    shades = (colour_model.light, colour_model.dark)
    if king is None:
        man = np.logaddexp(*(_like(men, shade, colour_model) for shade in shades)) - math.log(2)
        royal = np.logaddexp(anything(men.looks), man + math.log(KING_ALIKE))
    else:
        man = np.logaddexp(
            *(log_density(men.looks, each, colour_model.spread) for each in shades)
        ) - math.log(2)
        own = log_density(men.looks, king.looks, tuple(SPREAD * x for x in (*GROUND, *GROUND)))
        royal = np.logaddexp(own, math.log(0.02) + anything(men.looks))
    return np.asarray(np.clip(KINGS_TRUST * (royal - man), -KINGS_MOST, KINGS_MOST), dtype=np.float64)


def _like(men: Men, shade: Shade, colour_model: ColourModel) -> FloatArray:
    """How likely (log-density, 81) each looks so as one of a kind, by how much the men of that kind here differ."""
    others = [each for each in (colour_model.light, colour_model.dark) if each is not shade]
    sure = men.chances > 0.6
    mine = log_density(men.looks, shade, colour_model.spread)
    theirs = log_density(men.looks, others[0], colour_model.spread)
    kin = men.looks[sure & (mine > theirs)]
    if len(kin) < FEW_ALIKE:
        return mine
    middle = np.median(kin, axis=0)
    spread = 1.5 * np.maximum(
        1.4826 * np.median(np.abs(kin - middle), axis=0), np.array([*LEAST_OFF, *LEAST_OFF])
    )
    shading = SHADING * (middle - np.array([0.0, 128.0, 128.0] * 2))
    scatter = np.diag(spread**2) + np.outer(shading, shading)
    away = men.looks - middle
    squares = np.einsum("ni,ij,nj->n", away, np.linalg.inv(scatter), away)
    heavy = -0.5 * (TAIL + len(middle)) * np.log1p(squares / TAIL)
    return np.asarray(heavy - 0.5 * np.linalg.slogdet(scatter)[1], dtype=np.float64)


def heights(men: Men, model: BoardModel) -> tuple[FloatArray, FloatArray, float]:
    """How far tops appear beside where men's do, away from the camera (81) in squares; what a man's height does (81).

    And how far men stand beside their places. Only of what was found.
    """
    lift, flat = canvas_lift(model), middles()
    rays = in_squares(lift.k * (flat - np.array([lift.u, lift.v])))
    reach = np.maximum(np.linalg.norm(rays, axis=1), 1e-6)
    beside = in_squares(men.places - flat) - rays
    along = np.sum(beside * rays, axis=1) / reach
    sure = men.found & (men.chances > 0.6)
    if sure.sum() >= 8:
        askew = (beside[:, 0] * rays[:, 1] - beside[:, 1] * rays[:, 0]) / reach
        along = along - reach * float(np.median(along[sure] / reach[sure]))
        jitter = 1.4826 * float(np.median(np.abs(np.concatenate([askew[sure], along[sure]]))))
    else:
        jitter = JITTER[1]
    return along, reach, float(np.clip(jitter, *JITTER))


def height_evidence(men: Men, model: BoardModel) -> FloatArray:
    """81 log-likelihood ratios: what the height of every man, as far as it shows, says for his being the king."""
    along, reach, jitter = heights(men, model)
    tall = TALL if model.king is None else (model.king.layers,)

    def density(layers: float) -> FloatArray:
        away = (along - (layers - 1.0) * reach) / jitter
        return np.asarray(-3.0 * np.log1p(np.square(away) / 5.0), dtype=np.float64)

    royal = np.logaddexp.reduce([density(layers) for layers in tall], axis=0) - math.log(len(tall))
    return np.where(men.found, np.clip(royal - density(1.0), -KINGS_MOST, KINGS_MOST), 0.0)


def learn_king(men: Men, model: BoardModel, square: int) -> King:
    """The king as he stands on a square."""
    along, reach, jitter = heights(men, model)
    layers = 1.0
    if men.found[square]:
        # kings are some half a man higher than men, more or less
        certainty = (HIGHER * reach[square] / jitter) ** 2
        seen = float(np.clip(along[square] / reach[square], -0.2, 1.6))
        layers = float(1.0 + (certainty * seen + 0.3) / (certainty + 1))
    return King(Shade(tuple(float(x) for x in men.looks[square]), 1), layers)


def _light(
    men: Men, model: BoardModel, colour_model: ColourModel | None, kinds: FloatArray, chances: FloatArray
) -> float:
    """How likely the king is of the light kind: as the starting position told, else of the fewer, or as he looks."""
    if model.near is not None:
        return 1.0 if model.near is Kind.LIGHT else 0.0
    sure = men.chances > 0.5
    light, dark = float(kinds[sure].sum()), float((1 - kinds[sure]).sum())
    odds = 0.5 * (dark - light)
    if colour_model is not None:
        place = int(np.argmax(chances))
        shades = (colour_model.light, colour_model.dark)
        near = [log_density(men.looks[place][None], shade, colour_model.spread)[0] for shade in shades]
        like = max(near) > float(anything(men.looks[place][None])[0])
        odds += float(np.clip(0.8 * (near[0] - near[1]), -3.0, 3.0)) if like else 0.0
    return 1 / (1 + math.exp(-min(max(odds, -7.0), 7.0)))
