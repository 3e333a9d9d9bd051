"""What can go wrong at the virtual table and with its camera: the light is off for a
while, frames are lost, and so on.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from random import Random

import numpy as np

from vision.frame import Picture
from vision.scene import Cup, Place, Scene, Sizes

EVENING = 12 * 3600.0
"""How long an evening is that is disturbed at random, in seconds."""
EVERY = 60.0
"""At random there is one disturbance in so many seconds."""
GRAIN = 14.0
"""The noise of a picture that has much of it: the standard deviation, in grey levels."""
_WORD = re.compile(r"([a-z]+)(?:@(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?)?)?)?")


class Trouble(Enum):
    """A kind of disturbance: of what there is to be seen, then of its pictures, then of how they arrive."""

    DARK = "dark"
    FLICKER = "flicker"
    CUP = "cup"
    PUSHED = "pushed"
    BLACK = "black"
    NOISE = "noise"
    DROPPED = "dropped"
    DOUBLED = "doubled"
    FROZEN = "frozen"
    LOST = "lost"


_LASTING = {
    Trouble.DARK: (1.0, 15.0),
    Trouble.FLICKER: (2.0, 20.0),
    Trouble.CUP: (2.0, 20.0),
    Trouble.PUSHED: (5.0, 40.0),
    Trouble.BLACK: (0.2, 8.0),
    Trouble.NOISE: (2.0, 20.0),
    Trouble.DROPPED: (2.0, 20.0),
    Trouble.DOUBLED: (2.0, 20.0),
    Trouble.FROZEN: (0.4, 6.0),
    Trouble.LOST: (0.5, 10.0),
}
"""How long each lasts at random: the fewest and the most seconds."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A trouble that lasts from one time to another, in seconds from the start."""

    trouble: Trouble
    start: float = 0.0
    end: float = inf

    def lasts(self, time: float) -> bool:
        """Whether it goes on at a time."""
        return self.start <= time < self.end


def random_disturbances(
    seed: int, until: float = EVENING, every: float = EVERY, kinds: tuple[Trouble, ...] = tuple(Trouble)
) -> tuple[Disturbance, ...]:
    """The disturbances of an evening of so many seconds: one `every` so many, of a random
    kind at a random time of them.

    The same seed, the same disturbances; those of a longer evening begin with those of a shorter one.
    """
    rng = Random(seed)
    found = []
    for part in range(int(until / every)):
        trouble = rng.choice(kinds)
        start = (part + rng.random()) * every
        found.append(Disturbance(trouble, start, start + rng.uniform(*_LASTING[trouble])))
    return tuple(found)


def named_disturbance(word: str) -> Disturbance | None:
    """The disturbance that a word names: `dark`, all the time, `dark@30`, from then on, or `dark@30-40`; else None."""
    found = _WORD.fullmatch(word)
    if found is None or found[1] not in {each.value for each in Trouble}:
        return None
    start, end = float(found[2] or 0), float(found[3]) if found[3] else inf
    return Disturbance(Trouble(found[1]), start, end)


def disturbed(scene: Scene, time: float, disturbances: tuple[Disturbance, ...], sizes: Sizes) -> Scene:
    """A scene with the disturbances of its time; a pushed board stays where it was pushed to until the end of that."""
    for disturbance in disturbances:
        if not disturbance.lasts(time):
            continue
        match disturbance.trouble:
            case Trouble.DARK:
                scene = replace(scene, light=0.02)
            case Trouble.FLICKER:
                scene = replace(scene, light=Random(round(time * 1000)).uniform(0.5, 1.1))
            case Trouble.CUP:
                cup = Cup(Place(sizes.width * 0.78, sizes.depth * 0.34))
                scene = replace(scene, cups=(*scene.cups, cup))
            case Trouble.PUSHED:
                scene = replace(scene, nudge=(34.0, -22.0, 0.035))
            case _:
                pass
    return scene


def marred(picture: Picture, number: int, troubles: frozenset[Trouble]) -> Picture:
    """A picture as a camera in trouble gives it, a copy where that changes it; `number` picks the noise."""
    if Trouble.BLACK in troubles:
        return np.zeros_like(picture)
    if Trouble.NOISE not in troubles:
        return picture
    grain = np.random.default_rng(number).standard_normal(picture.shape, np.float32) * np.float32(GRAIN)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def is_dropped(number: int) -> bool:
    """Whether the picture of that number is among the half that never arrive while pictures are dropped."""
    return Random(number).random() < 0.5
