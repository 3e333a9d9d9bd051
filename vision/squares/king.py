"""The king: which of the men on a board of squares he is, by his looks, his height, and where he begins."""

import math
from dataclasses import dataclass

import numpy as np

from engine.board import Kind
from vision.board_model import BoardModel, ColourModel, King, Shade
from vision.colour_model import TAIL, log_density
from vision.frame import FloatArray
from vision.squares.men import GROUND, Men, anything, canvas_lift
from vision.squares.square_geometry import MIDDLE, SQUARES, in_squares, middles

ABSENT = 0.05
"""How likely there is no king on the board, before anything is seen: about as likely as
that he is any one of the men.
"""
AT_HOME = 2.5
"""How much likelier a man in the middle is the king than any other, in log-likelihood: no other may stop there."""
TRUST = 0.5
"""How much the looks of the king are to be believed."""
MOST = 8.0
"""What his looks can say at most for or against him, in log-likelihood."""
ALIKE = 0.3
"""How often the king looks like his men, but for his height."""
FEW = 3
"""By fewer men of a kind than this it is not known how much they differ."""
STRAY = (5.0, 2.5, 2.5)
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
    weights = there * np.exp(np.clip(evidence, -2 * MOST, 2 * MOST))
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
        royal = np.logaddexp(anything(men.looks), man + math.log(ALIKE))
    else:
        man = np.logaddexp(
            *(log_density(men.looks, each, colour_model.spread) for each in shades)
        ) - math.log(2)
        own = log_density(men.looks, king.looks, tuple(SPREAD * x for x in (*GROUND, *GROUND)))
        royal = np.logaddexp(own, math.log(0.02) + anything(men.looks))
    return np.asarray(np.clip(TRUST * (royal - man), -MOST, MOST), dtype=np.float64)


def _like(men: Men, shade: Shade, colour_model: ColourModel) -> FloatArray:
    """How likely (log-density, 81) each looks so as one of a kind, by how much the men of that kind here differ."""
    others = [each for each in (colour_model.light, colour_model.dark) if each is not shade]
    sure = men.chances > 0.6
    mine = log_density(men.looks, shade, colour_model.spread)
    theirs = log_density(men.looks, others[0], colour_model.spread)
    kin = men.looks[sure & (mine > theirs)]
    if len(kin) < FEW:
        return mine
    middle = np.median(kin, axis=0)
    spread = 1.5 * np.maximum(1.4826 * np.median(np.abs(kin - middle), axis=0), np.array([*STRAY, *STRAY]))
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
    return np.where(men.found, np.clip(royal - density(1.0), -MOST, MOST), 0.0)


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
