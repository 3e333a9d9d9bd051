"""The bare board as a background: whether what is seen at a place looks like something, or like the board itself."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from engine.board import POINTS
from vision.bare.ground import Ground, ground_of, small, told_by_others
from vision.bare.light import LitGround
from vision.bare.look_alikes import DONORS, standing_odds
from vision.bare.strangeness import differing, strange
from vision.bare.strips import SCALE, in_pixels
from vision.board_model import BoardModel
from vision.checkers import SURE, assign, first_places
from vision.colour_model import Looks, appearance, log_densities, log_density
from vision.detections import Detections, Spot, apart, cell_of, places_of
from vision.frame import FloatArray, Mask, Picture
from vision.odds import chance, times
from vision.pose import hidden_by_rails
from vision.rectify import HEIGHT, WIDTH, canvas_of

BARE_SPREAD = (7.0, 4.0, 4.0)
"""How far the bare board strays from its own picture at a place, in L, a and b, light and shadow apart."""
TRUST, MOST = 0.8, 7.0
"""How much colours are to be believed beside the network's eye, and how much they can change the odds (logarithm)."""
STEEPNESS = 4.0
"""How fast the odds that something lies there grow with how much the place differs from the bare board."""
SAME, OTHER = 12.0, 2.5
"""How much (logarithm of the odds) it can tell against something that a place looks as bare as ever, and for
it that it does not: what differs may be a shadow.
"""
UNSEEN, BEHIND_RAIL = -4.5, -3.2
"""Logarithms of the odds that a checker stands on a point on which the network sees none: where its place shows, and
where a rail hides it.
"""
NEAR_FIRST = 0.5
"""Nearer to the first place of a point than this, in diameters, its first checker lies."""
FOOLING = 0.3
"""Where the network sees checkers on fewer of the bare points of a colour, as a share, it is not fooled by print."""
SEEN = 0.97
"""How often a checker is seen that is there."""
TOUCHING = 0.85
"""Nearer to another checker than this, in diameters, none can lie on the board."""
BESIDE = 2.0
"""How much looks can tell (logarithm of the odds) for a checker that is seen beside a surer one."""
NEIGHBOUR = 1.3
"""Nearer than this, in diameters, a checker's side may be taken for another checker."""
CLEAR = 0.8
"""Nearer to a die or cube than this, in diameters, looks tell nothing of a checker."""
BARE_FOREIGN = 0.3
"""Where something foreign is likelier than this, what lies below it does not show."""
NAUGHT = 4e-4
"""What nobody saw and is less likely than this is not followed up."""
LEAST = 1e-4
"""No score is taken to be nearer to 0 or 1 than this."""
ANOTHER = 30.0
"""A board whose points differ from a ground by so many grey levels, all but a few, is not the one that it is of."""
QUIET = 25
"""Of a hundred points so many at least are bare: as they differ from the ground, so does what is bare."""

AROUND_CUBE = 1.1
"""How far from the middle of its upper face a cube's sides may reach, in checkers' diameters."""
CHECKER, DIE, CUBE = 0.65, 0.5, 0.7
"""How far what shows of a checker, a die and a cube reaches from its middle, in checkers' diameters."""
BARE_ODDS = -1.0
"""Where the odds (logarithm) that something lies on a point are below this, it is bare."""
PART = -2.0
"""Where the odds (logarithm) that something lies there are below this, what looks like a die
or cube is a part of the board.
"""


@dataclass(frozen=True, slots=True)
class GroundWorth:
    """How much a ground is worth: differences that tell nothing (least and most, grey levels; so many times
    those of bare points, and so many more; at least `told` where others tell), how much it can tell for what nobody
    saw (logarithm of the odds), and by how large a share it tells less that a place looks as bare as ever where
    checkers have the board's colours: a picture by itself tells these by what is seen in it, print as well.
    """

    least: float
    most: float
    times: float
    more: float
    told: float
    worth: float
    blending: float


SEEN_ITSELF = GroundWorth(9.0, 16.0, 2.0, 4.0, 17.0, MOST + OTHER, 0.75)
"""A ground that was seen where it is, or on the nearest points of its colour while nothing stood on them."""
TOLD_BY_OTHERS = GroundWorth(12.0, 26.0, 1.6, 4.0, 12.0, 3.0, 0.0)
"""A ground that the same picture shows on other points: good for doubts."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The bare board in the light of one rectified picture, and how that differs from it.

    `bare`: the board's ground in that light; `differences`: as `vision.bare.strangeness.differing` tells them; `noise`:
    by how many grey levels what is bare differs from it; `even`: the difference that is as likely something as nothing,
    `told_even`: where others tell what the board looks like;
    `fooling`: on how large a share (0-1) of the bare points of a point's colour the network sees a first checker;
    `firsts`: where it does, the logarithm of the odds that one stands on a point, by what bare ones of its colour look
    like.
    """

    bare: LitGround
    differences: FloatArray
    noise: float
    even: float
    standing: GroundWorth
    firsts: Mapping[int, float] = field(default_factory=dict)
    fooling: Mapping[int, float] = field(default_factory=dict)
    told_even: float = 0.0

    def odds(self, spots: Sequence[Spot], size: tuple[float, float]) -> FloatArray:
        """Logarithms of the odds that something of a size (on the board) lies at N spots, 0
        where the ground is not known.
        """
        if not spots:
            return np.zeros(0)
        places = canvas_of(places_of(spots)) * SCALE
        found = strange(self.differences, places, in_pixels(size))
        is_told = _at(self.bare.ground.told, places)
        told_even = max(self.even, self.told_even)
        even = np.where(is_told, told_even, self.even)
        # where others tell little, neither does it that a place looks as they do
        same = np.where(is_told, SAME * min(1.0, self.standing.told / told_even) ** 2, SAME)
        told = STEEPNESS * np.log(np.maximum(found, 0.1) / even)
        return np.asarray(np.where(np.isnan(found), 0.0, np.clip(told, -same, OTHER)), np.float64)

    def without_board(self, detections: Detections, model: BoardModel) -> Detections:
        """What was found, less the dice and cubes that are part of the board: print, hinges,
        and whatever else looks as ever.
        """
        return replace(
            detections,
            dice=self.apart(detections.dice, model, DIE),
            cubes=self.apart(detections.cubes, model, CUBE),
        )

    def apart(self, spots: Sequence[Spot], model: BoardModel, size: float) -> tuple[Spot, ...]:
        """Those of the spots at which the board does not look as it does when it is bare;
        `size`: in checkers' diameters.
        """
        odds = self.odds(spots, (model.checker[0] * size, model.checker[1] * size))
        return tuple(spot for spot, told in zip(spots, odds, strict=True) if told > PART)


def known_ground(model: BoardModel, rectified: Picture) -> LitGround | None:
    """The bare board that the model knows, in the light of a rectified picture; None where it knows none."""
    ground = None if model.empty is None else ground_of(model.empty)
    return None if ground is None else LitGround.of(ground, small(rectified))


def in_its_shade(model: BoardModel, bare: LitGround, clear: Mask) -> LitGround:
    """The bare board with the shadows that fall on it, as it tells itself where it is `clear`; itself in even light."""
    return bare.in_shade(clear, model)


def known_background(
    model: BoardModel, bare: LitGround, found: Detections, clear: Mask | None = None
) -> Background | None:
    """The background that the bare board makes which the model knows; `found`: all that seems to lie on it;
    `clear`: where nothing of that does, if that is reckoned already.

    None where even the points that are most like it are not: then this is another board.
    """
    behind = background(model, bare, SEEN_ITSELF, clear_of(found, model) if clear is None else clear)
    if behind.noise >= ANOTHER:
        return None
    points = _bare_now(behind, model)
    fooling = _fooling(points, model, found)
    fooled = {site % 2 for site, share in fooling.items() if share > 0}
    firsts = standing_odds(bare.picture, model, points, fooled) if fooled else {}
    return replace(behind, firsts=firsts, fooling=fooling)


def _fooling(bare: Collection[int], model: BoardModel, found: Detections) -> dict[int, float]:
    """On how large a share of the bare points of each point's colour a first checker is seen that is none."""
    sure = [spot for spot in found.tops if spot.score > SURE]
    near = apart(first_places(model), sure, model.checker) < NEAR_FIRST
    seen = np.asarray(near.any(axis=1), np.bool_)
    shares = {}
    for site in POINTS:
        alike = [seen[other - 1] for other in bare if other % 2 == site % 2]
        share = float(np.mean(alike)) if len(alike) >= DONORS else 0.0
        # one or two may be checkers that look like the board
        shares[site] = share if share >= FOOLING else 0.0
    return shares


def _bare_now(behind: Background, model: BoardModel) -> list[int]:
    """The points (1-24) whose own ground is known, and looks bare."""
    places = first_places(model)
    odds = behind.odds([Spot(float(u), float(v), 1.0) for u, v in places], model.checker)
    ground, at = behind.bare.ground, canvas_of(places) * SCALE
    told = _at(ground.told, at) | ~_at(ground.known, at)
    return [site for site, is_bare in zip(POINTS, (odds < BARE_ODDS) & ~told, strict=True) if is_bare]


def background_by(
    bare: Collection[int], detections: Detections, rectified: Picture, model: BoardModel
) -> Background:
    """The background that the bare points (1-24) of a picture make for the others of their colours."""
    return background(model, ground_by(bare, detections, rectified, model), TOLD_BY_OTHERS)


def ground_by(
    bare: Collection[int], detections: Detections, rectified: Picture, model: BoardModel
) -> LitGround:
    """What the bare points (1-24) of a picture tell of the others of their colours."""
    picture = small(rectified)
    ground = told_by_others(picture, clear_of(replace(detections, tops=()), model), bare, model)
    return LitGround.of(ground, picture)


def clear_of(detections: Detections, model: BoardModel) -> Mask:
    """Where in the small picture (192x256) nothing of what was found lies: checkers, dice, cubes, nothing foreign."""
    height, width = (round(side * SCALE) for side in (HEIGHT, WIDTH))
    foreign = cv2.dilate((detections.foreign > BARE_FOREIGN).astype(np.uint8), np.ones((3, 3), np.uint8))
    covered = cv2.resize(foreign, (width, height), interpolation=cv2.INTER_NEAREST)
    across, along = in_pixels(model.checker)
    for spots, size in ((detections.tops, CHECKER), (detections.dice, DIE), (detections.cubes, AROUND_CUBE)):
        for spot in spots:
            x, y = canvas_of(places_of([spot]))[0] * SCALE
            axes = (round(across * size), round(along * size))
            cv2.ellipse(covered, (round(x), round(y)), axes, 0, 0, 360, 1, -1)
    return np.asarray(covered == 0)


def background(
    model: BoardModel, bare: LitGround, standing: GroundWorth, clear: Mask | None = None
) -> Background:
    """The background that the bare board makes for a small picture (192x256); `clear`: as in `differing`."""
    differences = differing(bare, clear, hidden=hidden_by_rails(model, SCALE))
    found = strange(differences, canvas_of(first_places(model)) * SCALE, in_pixels(model.checker))
    known = found[~np.isnan(found)]
    noise = float(np.percentile(known, QUIET)) if len(known) else standing.most
    even = min(max(standing.more + standing.times * noise, standing.least), standing.most)
    told_even = max(standing.told, standing.more + standing.times * _told_noise(bare.ground, model))
    return Background(bare, differences, noise, even, standing, told_even=told_even)


@lru_cache(maxsize=4)
def _told_noise(ground: Ground, model: BoardModel) -> float:
    """By how many grey levels points usually differ from what others of their colour tell of them: much where the board
    is painted. Those tell it whose own ground is known; 0 where these are too few.
    """
    own, places = ground.known & ~ground.told, canvas_of(first_places(model)) * SCALE
    is_own = _at(own, places)
    if is_own.sum() < 2 * DONORS:
        return 0.0
    bare = [site for site, known in zip(POINTS, is_own, strict=True) if known]
    told = LitGround.of(told_by_others(ground.picture, own, bare, model), ground.picture)
    found = strange(differing(told), places[is_own], in_pixels(model.checker))
    return float(np.nanmedian(found)) if np.isfinite(found).any() else 0.0


def weighed(detections: Detections, looks: Looks, model: BoardModel, behind: Background) -> Detections:
    """What was found, with the checkers weighed once more by what the bare board looks like at their places.

    Where nothing was found on a point, its first place is looked at too. The colours of both kinds help where they
    are known.
    """
    firsts, lain_on = _first_places(detections, model)
    spots = (*detections.tops, *firsts)
    if not spots:
        return replace(detections, tops=tuple(lain_on))
    odds, (likelier, less) = behind.odds(spots, model.checker), _by_colours(spots, looks, model, behind)
    gains = np.where(odds < 0, odds * (1 - less), odds) + TRUST * likelier
    gains += _first_odds(spots, model, behind)
    doubts = _doubts(spots, model, behind)
    most = min(MOST, behind.standing.worth)
    tops = []
    found = len(detections.tops)
    shown, lean = _foreign_at(detections.foreign, spots) < BARE_FOREIGN, _lean(spots, model)
    for number, (spot, gain) in enumerate(zip(spots, gains, strict=True)):
        if shown[number]:
            # The side of a thick checker looks like a checker too, so that beside one looks speak little for another.
            limit = (BESIDE if number < found else 0.0) if lean[number] else most
            told = min(max(gain, -SAME), limit + doubts[number]) - doubts[number]
            score = times(spot.score, math.exp(told), LEAST)
            spot = Spot(spot.u, spot.v, score, spot.upper)
        tops.append(spot)
    followed = [top for top in tops[found:] if top.score > NAUGHT]
    return replace(detections, tops=(*tops[:found], *followed, *lain_on))


def _first_odds(spots: Sequence[Spot], model: BoardModel, behind: Background) -> FloatArray:
    """What the bare points of a point's colour tell of the first checker on it, where its ground is told by others."""
    told = _at(behind.bare.ground.told, canvas_of(places_of(spots)) * SCALE)
    near = apart(first_places(model), spots, model.checker) < NEAR_FIRST
    gains = np.zeros(len(spots))
    for site, odds in behind.firsts.items():
        gains[near[site - 1] & told] = odds
    return gains


def _doubts(spots: Sequence[Spot], model: BoardModel, behind: Background) -> FloatArray:
    """By how much (logarithms of the odds) checkers are less sure on points whose print fools the eye.

    Where bare points look like checkers, too, that one is seen tells as little; other evidence may make up for it.
    """
    doubts = np.zeros(len(spots))
    if not any(behind.fooling.values()):
        return doubts
    for number, (spot, site) in enumerate(zip(spots, assign(spots, model), strict=True)):
        most = SEEN / (SEEN + behind.fooling.get(site, 0.0))
        if LEAST < most < spot.score:
            score = min(spot.score, 1 - LEAST)
            doubts[number] = math.log(score / (1 - score)) - math.log(most / (1 - most))
    return doubts


def _by_colours(
    spots: Sequence[Spot], seen: Looks, model: BoardModel, behind: Background
) -> tuple[FloatArray, FloatArray]:
    """For each spot, how much likelier its colours are (natural logarithm) if a checker is there than if the board is
    bare; and by how large a share it tells less that it looks bare, as the board there has the colours of either kind.
    """
    if model.colour_model is None:
        return np.zeros(len(spots)), np.zeros(len(spots))
    looks, spread = seen.at(spots), model.colour_model.spread
    ground = appearance(behind.bare.shown, spots, model.checker, SCALE, hidden_by_rails(model, SCALE))
    ground = seen.in_usual_light(ground, spots)
    bare = log_densities(looks, ground, (*BARE_SPREAD, *BARE_SPREAD))
    shades = (model.colour_model.light, model.colour_model.dark)
    kinds = [log_density(looks, shade, spread) for shade in shades]
    likelier = np.clip(np.logaddexp(*kinds) - np.log(2) - bare, -MOST / TRUST, MOST / TRUST)
    is_known = _at(behind.bare.ground.known, canvas_of(places_of(spots)) * SCALE)
    likelier = np.where(is_known, likelier, 0.0)
    if not behind.standing.blending:
        return likelier, np.zeros(len(spots))
    alike = [
        np.exp(log_density(ground, shade, spread) - log_density(np.array([shade.mean]), shade, spread))
        for shade in shades
    ]
    # what lies at the middle of a kind that is bleached is not what is likeliest of it
    return likelier, np.where(is_known, behind.standing.blending * np.minimum(np.maximum(*alike), 1.0), 0.0)


def _at(mask: Mask, places: FloatArray) -> Mask:
    """A mask of the small picture at N places (Nx2, pixels)."""
    height, width = mask.shape
    columns, rows = np.rint(places).astype(int).T
    return np.asarray(mask[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)], np.bool_)


def _first_places(detections: Detections, model: BoardModel) -> tuple[list[Spot], list[Spot]]:
    """The first places of those points on which nothing was found: those that can be looked at, and those on which a
    die or a cube lies. (Beyond a pile its own side may be seen.)
    """
    places = first_places(model)
    standing = [spot for spot in detections.tops if spot.score > 0.1]
    touched, lain_on = (
        np.asarray((apart(places, others, model.checker) <= near).any(axis=1))
        for others, near in ((standing, TOUCHING), ([*detections.dice, *detections.cubes], CLEAR))
    )
    rails = hidden_by_rails(model, SCALE)
    behind = np.zeros(len(places), np.bool_) if rails is None else _at(rails, canvas_of(places) * SCALE)
    spots = [
        Spot(float(u), float(v), chance(math.exp(BEHIND_RAIL if is_behind else UNSEEN)))
        for (u, v), is_behind in zip(places, behind, strict=True)
    ]
    looked_at = [spot for spot, not_here in zip(spots, touched | lain_on, strict=True) if not not_here]
    return looked_at, [spot for spot, here in zip(spots, lain_on & ~touched, strict=True) if here]


def _lean(spots: Sequence[Spot], model: BoardModel) -> Mask:
    """Of each spot, whether a surer checker lies so near that its side may be what is seen."""
    scores = np.array([spot.score for spot in spots])
    surer = scores > np.maximum(scores, 0.5)[:, None]
    return np.asarray((surer & (apart(places_of(spots), spots, model.checker) < NEIGHBOUR)).any(axis=1))


def _foreign_at(foreign: FloatArray, spots: Sequence[Spot]) -> FloatArray:
    """How likely something foreign is at N spots; surely beyond the map."""
    rows, columns = np.array([cell_of(spot.u, spot.v) for spot in spots]).T
    height, width = foreign.shape
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    return np.where(inside, foreign[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)], 1.0)
