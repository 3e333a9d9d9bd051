"""Lessons: what a position that is known for sure teaches of the bare board and of the checkers' looks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.board import POINTS, Occupancy
from vision.bare.ground import Ground, ground_of, pieced
from vision.bare.light import in_light, lit, times_lit
from vision.bare.strips import between_points
from vision.board_model import BoardModel, ColourModel, Shade
from vision.checkers import Top
from vision.colour_model import colour_model_of, nearer_kinds, swapped
from vision.frame import FloatArray, Mask, Picture
from vision.heaps import KnownPoint, habits_taught
from vision.observation import Observation, Site

MOST = 6
"""So many lessons are kept; older ones live on only in what they taught."""
AGREED = 3
"""What so many lessons show alike, whatever was taken to lie there, is a part of the board."""
ALIKE = 10.0
"""Grey levels that one place differs by from picture to picture, once the light is made the same."""
FRESH = 0.35
"""How much a new picture of a bare place counts beside what was known of it: light wanders over an evening."""
BRIGHTEST, NEARLY_ALL = 255.0, 99
"""So bright (grey levels) at most is this share (of a hundred) of a ground, in whatever light it is."""
DOUBTED = 0.1
"""Where the eye was surer than this that a point is not bare, it is not learned that it was: hands may be quick."""
ENOUGH = 6
"""From so many checkers of either kind a picture teaches their looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A still scene of which the position is known: the small picture (192x256), where nothing lies on the board, where
    no checker stands, where no shadow falls, the points that are bare, the looks of the checkers (Nx6) with their kinds
    (0 light, 1 dark), and the points of which it shows how rows are laid there.
    """

    picture: Picture
    clear: Mask
    free: Mask
    even: Mask
    bare: frozenset[int]
    looks: FloatArray
    kinds: FloatArray
    laid: tuple[KnownPoint, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """What was taught since a model was made: the model as it was, and the last lessons, oldest first."""

    base: BoardModel
    taught: tuple[Lesson, ...] = ()

    def after(self, lesson: Lesson) -> "Lessons":
        """These and one more; what the oldest taught is then known for good."""
        if len(self.taught) < MOST:
            return replace(self, taught=(*self.taught, lesson))
        return Lessons(_learned(self.base, self.taught[:1], ()), (*self.taught[1:], lesson))

    def model(self, now: BoardModel) -> BoardModel:
        """The model as it is now, where it lies, with what the lessons have taught."""
        told = _learned(self.base, self.taught, self.taught)
        return replace(now, empty=told.empty, colour_model=told.colour_model, habits=told.habits)


def lesson_of(
    picture: Picture,
    clear: Mask,
    free: Mask,
    even: Mask,
    seen: Observation,
    tops: Sequence[Top],
    position: Occupancy,
    laid: tuple[KnownPoint, ...],
) -> Lesson:
    """The lesson of a small picture (192x256) in which the position is known, with where nothing lies, where no checker
    stands, where no shadow falls, and how its points look (`laid`); what the eye surely saw otherwise is left out.
    """
    empty = {point for point in POINTS if not position.light[point] and not position.dark[point]}
    sites = {site.index: site for site in seen.sites if site.index in POINTS and site.chances}
    # Hands that were quick have taken checkers from where they stood; what is seen beside all of them is none.
    quick = any(_fewer(sites[point], position) for point in sites)
    bare = frozenset(
        point for point in empty if not quick or point not in sites or _bare(sites[point]) > DOUBTED
    )
    there = [
        top
        for top in tops
        if top.score > 0.9 and bool(position.light[top.site]) != bool(position.dark[top.site])
    ]
    looks = np.array([top.looks for top in there]).reshape(-1, 6)
    kinds = np.array([int(bool(position.dark[top.site])) for top in there])
    return Lesson(picture, clear, free, even, bare, looks, kinds, () if quick else laid)


def _fewer(site: Site, position: Occupancy) -> bool:
    """Whether fewer checkers are surely seen on a point than stood there."""
    there = position.light[site.index] + position.dark[site.index]
    return sum(c.p for c in site.chances if c.light + c.dark < there) > 1 - DOUBTED


def _bare(site: Site) -> float:
    return sum(chance.p for chance in site.chances if chance.light == chance.dark == 0)


def _learned(base: BoardModel, lessons: Sequence[Lesson], recent: Sequence[Lesson]) -> BoardModel:
    """The model with what lessons taught, one after the other; `recent`: those that may agree on more."""
    ground = None if base.empty is None else ground_of(base.empty)
    colour_model, habits = base.colour_model, base.habits
    for lesson in lessons:
        habits = habits_taught(habits, lesson.laid)
        fresh = pieced(lesson.picture, lesson.clear & lesson.free, lesson.bare, base, lesson.even)
        times = 1.0
        if fresh.known.any():
            ground, times = _overlaid(ground, fresh, lesson.even)
        colour_model = _coloured(colour_model, lesson, times)
    if ground is not None and len(recent) >= AGREED:
        ground = _agreed(ground, recent, base)
    empty = base.empty if ground is None else ground.png()
    return replace(base, colour_model=colour_model, empty=empty, habits=habits)


def _overlaid(ground: Ground | None, fresh: Ground, even: Mask) -> tuple[Ground, float]:
    """A ground with a fresh one laid over it, in the light of the fresh one, where that is even; and how many times as
    much light that is.
    """
    if ground is None or not ground.known.any():
        return fresh, 1.0
    # the ground's own light is what it is compared in: it follows the room slowly
    light = lit(fresh.picture, replace(ground, known=ground.known & even))
    before = in_light(ground, light)
    seen, told = fresh.known & ~fresh.told, fresh.known & fresh.told
    share = np.zeros(fresh.known.shape)
    share[fresh.known & ground.known & (fresh.told == ground.told)] = FRESH
    # what is seen itself is never mended by what others tell, and always mends that
    share[seen & (ground.told | ~ground.known) | told & ~ground.known] = 1.0
    mixed = (1 - share)[:, :, None] * before + share[:, :, None] * fresh.picture
    # no place may become too bright to be told, only because a lamp shines on others now
    mixed *= min(1.0, BRIGHTEST / max(float(np.percentile(before[ground.known], NEARLY_ALL)), 1.0))
    known = ground.known | fresh.known
    still_told = known & ~seen & (ground.told | ~ground.known)
    return Ground(np.clip(mixed, 0, 255).astype(np.uint8), known, still_told), times_lit(light)


def _agreed(ground: Ground, lessons: Sequence[Lesson], model: BoardModel) -> Ground:
    """The ground with what the last lessons show alike between the points though something was taken to lie there:
    dice are thrown anew every turn, print is not. On the bar and the rim a cube may lie for a whole game.
    """
    last = lessons[-AGREED:]
    small = [cv2.GaussianBlur(each.picture, (0, 0), 1.0).astype(np.float32) for each in last]
    middle = np.median(np.stack(small), axis=0)
    alike = np.all([np.abs(each - middle).max(2) < ALIKE for each in small], axis=0)
    lying = np.all([~each.clear for each in last], axis=0)
    found = alike & lying & last[-1].even & ~ground.known & between_points(model)
    picture = np.where(found[:, :, None], last[-1].picture, ground.picture)
    return Ground(np.asarray(picture, np.uint8), ground.known | found, ground.told)


def _coloured(colour_model: ColourModel | None, lesson: Lesson, times: float) -> ColourModel | None:
    """The looks of both kinds as they are now, in so many times the light; none where they look like the other kind."""
    if min((lesson.kinds == kind).sum() for kind in (0, 1)) < ENOUGH:
        return colour_model
    fresh = colour_model_of(lesson.looks, lesson.kinds)
    if fresh is None or colour_model is None:
        return colour_model or fresh
    colour_model = nearer_kinds(colour_model, times, fresh)
    if swapped(fresh, colour_model):
        return colour_model
    return ColourModel(
        _mixed(colour_model.light, fresh.light),
        _mixed(colour_model.dark, fresh.dark),
        tuple(
            float((1 - FRESH) * a + FRESH * b) for a, b in zip(colour_model.spread, fresh.spread, strict=True)
        ),
    )


def _mixed(known: Shade, fresh: Shade) -> Shade:
    mean = tuple((1 - FRESH) * a + FRESH * b for a, b in zip(known.mean, fresh.mean, strict=True))
    return Shade(mean, max(known.seen, fresh.seen))
