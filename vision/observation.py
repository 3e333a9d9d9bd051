"""What one look at the board says: probabilities for every site, the dice and the cube."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.board import BAR, POINTS, CubePlace, Occupancy
from engine.i18n import phrase
from vision.conserving import Conserved, conserved, placed
from vision.errors import VisionError
from vision.frame import FloatArray

MOST = 15
"""The most checkers of a kind that a site is read to hold."""
FLOOR = 1e-6
"""The least probability that any contents of a site is given, so that no one site can veto a board."""
SITES: tuple[int, ...] = (*POINTS, BAR)
"""The sites that are read, in the order of an observation: points 1-24, then the bar."""
DATA_VERSION = 1

_LOG_FLOOR = math.log(FLOOR)
_ROW = MOST + 1
_SHARED = math.log(0.01)
"""What it costs to suppose that checkers of both kinds stand on a point that nobody sees."""
_UNSEEN = tuple(_SHARED if light and dark else 0.0 for light in range(_ROW) for dark in range(_ROW))


@dataclass(frozen=True, slots=True)
class Chance:
    """One possible contents of a site: checkers of either kind (0-15) and the probability (0-1) of just these."""

    light: int
    dark: int
    p: float


@dataclass(frozen=True, slots=True)
class Site:
    """What one point (1-24) or the bar (25) may hold, likeliest first; `hidden` where it cannot be seen."""

    index: int
    chances: tuple[Chance, ...]
    hidden: bool = False

    @property
    def likeliest(self) -> Chance:
        """The likeliest contents."""
        return self.chances[0] if self.chances else Chance(0, 0, 0.0)


@dataclass(frozen=True, slots=True)
class Die:
    """One die: probabilities of faces 1-6, `left` or `right` of the bar's middle, whether it lies flat on the board.

    `u`, `v`: its place on the board; `px`: in pixels of the picture.
    """

    faces: tuple[float, float, float, float, float, float]
    half: str
    flat: bool
    u: float
    v: float
    px: tuple[float, float]

    @property
    def value(self) -> int:
        """The likeliest face, 1-6."""
        return max(range(6), key=self.faces.__getitem__) + 1

    @property
    def p(self) -> float:
        """The probability of the likeliest face."""
        return max(self.faces)


@dataclass(frozen=True, slots=True)
class CubeFace:
    """The doubling cube: the number on its upper face (2-64), where it lies, how surely, and its pixel."""

    value: int
    place: CubePlace
    p: float
    px: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Off:
    """How many checkers of either kind are seen to be off (0-15), and the probability (0-1) of just these."""

    light: int
    dark: int
    p: float


@dataclass(frozen=True, slots=True)
class Observation:
    """Probabilities of what stands on every site (points 1-24, then the bar), the dice and the cube.

    Satisfies `engine.board.Evidence`. `ms`: the milliseconds that the reading took; `looks`: how many were fused;
    `off`: None where it does not show, or nobody looked.
    """

    sites: tuple[Site, ...]
    dice: tuple[Die, ...] = ()
    cube: CubeFace | None = None
    still: bool = True
    ms: float = 0.0
    looks: int = 1
    off: Off | None = None
    _logs: tuple[tuple[float, ...], ...] = field(init=False, repr=False, compare=False)
    _best: dict[tuple[int, int] | None, Occupancy] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Lays out the logarithms, so that thousands of boards can be judged in a frame."""
        object.__setattr__(self, "_logs", tuple(_logs(site) for site in self.sites))

    @property
    def hidden(self) -> tuple[int, ...]:
        """The sites that cannot be seen."""
        return tuple(site.index for site in self.sites if site.hidden)

    def log_likelihood(self, occupancy: Occupancy) -> float:
        """Natural logarithm of how well an occupancy fits: 0 for the likeliest contents everywhere, less for others."""
        light, dark = occupancy.light, occupancy.dark
        total = 0.0
        for index, logs in zip(SITES, self._logs, strict=True):
            here, there = light[index], dark[index]
            total += logs[here * _ROW + there] if here <= MOST and there <= MOST else _LOG_FLOOR
        return total

    def by_site(self, occupancy: Occupancy) -> tuple[float, ...]:
        """The same of every site by itself, in the order of `SITES`."""
        light, dark = occupancy.light, occupancy.dark
        return tuple(
            logs[light[index] * _ROW + dark[index]] if max(light[index], dark[index]) <= MOST else _LOG_FLOOR
            for index, logs in zip(SITES, self._logs, strict=True)
        )

    def best(self, men: tuple[int, int] | None = None) -> Occupancy:
        """The likeliest occupancy; where (light, dark) are given, with just so many checkers on points and bar.

        Found once for each number of checkers, for many rolls are weighed by the same look.
        """
        known = self._best.get(men)
        if known is None:
            likeliest = [(site.likeliest.light, site.likeliest.dark) for site in self.sites]
            known = _occupancy(likeliest if men is None else placed(self._logs, _LOG_FLOOR, men), men)
            self._best[men] = known
        return known

    def conserving(self, men: tuple[int, int], aside: bool = False) -> Conserved:
        """What stands there where just so many (light, dark) checkers are on points, bar or off.

        None is moved to a site that looks bare. `aside`: checkers lie off the board from the beginning of this game.
        """
        off = None if self.off is None else (self.off.light, self.off.dark, self.off.p)
        return conserved(self._logs, _LOG_FLOOR, SITES, self.hidden, men, aside, off)

    def as_json(self) -> dict[str, Any]:
        """The keys `points` to `ms` of a line of `tableside read --json`."""
        told = {site.index: _site_json(site) for site in self.sites}
        return {
            "points": {str(point): told[point] for point in POINTS},
            "bar": told[BAR],
            "off": None
            if self.off is None
            else {"light": self.off.light, "dark": self.off.dark, "p": round(self.off.p, 4)},
            "dice": [
                {
                    "value": die.value,
                    "px": [round(x, 1) for x in die.px],
                    "half": die.half,
                    "flat": die.flat,
                    "p": round(die.p, 4),
                }
                for die in self.dice
            ],
            "cube": None
            if self.cube is None
            else {
                "value": self.cube.value,
                "at": self.cube.place.value,
                "px": [round(x, 1) for x in self.cube.px],
                "p": round(self.cube.p, 4),
            },
            "still": self.still,
            "hidden": ["bar" if index == BAR else str(index) for index in self.hidden],
            "ms": round(self.ms, 1),
        }

    def to_data(self) -> dict[str, Any]:
        """Plain lists and numbers from which `from_data` makes the same observation again."""
        return {
            "version": DATA_VERSION,
            "sites": [
                [site.index, site.hidden, [[c.light, c.dark, c.p] for c in site.chances]]
                for site in self.sites
            ],
            "dice": [[list(d.faces), d.half, d.flat, d.u, d.v, list(d.px)] for d in self.dice],
            "cube": None
            if self.cube is None
            else [self.cube.value, self.cube.place.value, self.cube.p, list(self.cube.px)],
            "still": self.still,
            "ms": self.ms,
            "looks": self.looks,
            "off": None if self.off is None else [self.off.light, self.off.dark, self.off.p],
        }

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> "Observation":
        """The observation that `to_data` wrote down; VisionError where the data are damaged."""
        with undamaged(data, DATA_VERSION):
            cube, off = data["cube"], data.get("off")
            return Observation(
                tuple(
                    Site(
                        int(index),
                        tuple(Chance(int(a), int(b), float(p)) for a, b, p in chances),
                        bool(hidden),
                    )
                    for index, hidden, chances in data["sites"]
                ),
                tuple(
                    Die(_six(faces), str(half), bool(flat), float(u), float(v), (float(px[0]), float(px[1])))
                    for faces, half, flat, u, v, px in data["dice"]
                ),
                None
                if cube is None
                else CubeFace(
                    int(cube[0]), CubePlace(cube[1]), float(cube[2]), (float(cube[3][0]), float(cube[3][1]))
                ),
                bool(data["still"]),
                float(data["ms"]),
                int(data["looks"]),
                None if off is None else Off(int(off[0]), int(off[1]), float(off[2])),
            )


@contextmanager
def undamaged(data: Mapping[str, Any], known: int) -> Iterator[None]:
    """Where an observation is made of data: raises VisionError where these are damaged, or of another version than is
    known.
    """
    try:
        if data["version"] != known:
            raise VisionError(
                phrase(
                    "This observation is of version {version}; {known} is understood.",
                    version=data["version"],
                    known=known,
                )
            )
        yield
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise VisionError(phrase("These data are no observation ({error}).", error=repr(error))) from error


def site_from_table(index: int, table: FloatArray, hidden: bool = False) -> Site:
    """A site from a 16x16 table of probabilities, rows light and columns dark checkers; they are normalised."""
    if hidden:
        return Site(index, (), True)
    total = float(table.sum())
    light, dark = np.nonzero(table > FLOOR * total)
    chances = map(Chance, light.tolist(), dark.tolist(), (table[light, dark] / total).tolist())
    return Site(index, tuple(sorted(chances, key=lambda c: -c.p)))


def fuse(observations: Sequence[Observation]) -> Observation:
    """One observation of several looks at the same still board: log-probabilities averaged, dice matched by place."""
    if not observations:
        raise VisionError(phrase("There is nothing to fuse: at least one look is needed."))
    if len(observations) == 1:
        return observations[0]
    return Observation(
        _fuse_sites([look.sites for look in observations]),
        _fuse_dice([look.dice for look in observations]),
        _fuse_cube([look.cube for look in observations]),
        all(look.still for look in observations),
        sum(look.ms for look in observations) / len(observations),
        sum(look.looks for look in observations),
    )


def _six(faces: Iterable[Any]) -> tuple[float, float, float, float, float, float]:
    a, b, c, d, e, f = (float(face) for face in faces)
    return a, b, c, d, e, f


def _logs(site: Site) -> tuple[float, ...]:
    if site.hidden or not site.chances:
        return _UNSEEN
    best = max(chance.p for chance in site.chances)
    logs = [_LOG_FLOOR] * (_ROW * _ROW)
    for chance in site.chances:
        logs[chance.light * _ROW + chance.dark] = max(_LOG_FLOOR, math.log(max(chance.p, 1e-300) / best))
    return tuple(logs)


def _site_json(site: Site) -> dict[str, Any] | None:
    if site.hidden:
        return None
    best = site.likeliest
    return {"light": best.light, "dark": best.dark, "p": round(best.p, 4)}


def _occupancy(contents: Sequence[tuple[int, int]], men: tuple[int, int] | None) -> Occupancy:
    light, dark = [0] * 26, [0] * 26
    for index, (here, there) in zip(SITES, contents, strict=True):
        light[index], dark[index] = here, there
    if men is not None:
        light[0], dark[0] = men[0] - sum(light), men[1] - sum(dark)
    return Occupancy(tuple(light), tuple(dark))


def _fuse_sites(looks: Sequence[Sequence[Site]]) -> tuple[Site, ...]:
    """The sites of several looks as one: the mean of their logarithms, of those looks in which each can be seen."""
    logs = np.full((len(looks), len(SITES), _ROW * _ROW), _LOG_FLOOR)
    for number, sites in enumerate(looks):
        told = [
            (i, chance.light * _ROW + chance.dark, chance.p)
            for i, site in enumerate(sites)
            for chance in site.chances
        ]
        if told:
            which, content, p = zip(*told, strict=True)
            logs[number, which, content] = np.maximum(np.log(np.maximum(p, 1e-300)), _LOG_FLOOR)
    seen = np.array([[not site.hidden for site in sites] for sites in looks])
    many = seen.sum(axis=0)
    mean = (logs * seen[:, :, None]).sum(axis=0) / np.maximum(many, 1)[:, None]
    tables = np.exp(mean - mean.max(axis=1, keepdims=True)).reshape(-1, _ROW, _ROW)
    hidden = 2 * many < len(looks)
    return tuple(site_from_table(i, *each) for i, *each in zip(SITES, tables, hidden.tolist(), strict=True))


def _fuse_dice(looks: Sequence[Sequence[Die]]) -> tuple[Die, ...]:
    groups: list[list[Die]] = []
    for dice in looks:
        taken: set[int] = set()
        for die in dice:
            near = [
                (math.hypot(die.u - group[-1].u, die.v - group[-1].v), i)
                for i, group in enumerate(groups)
                if i not in taken
            ]
            distance, i = min(near, default=(1.0, -1))
            if distance < 0.02:
                groups[i].append(die)
                taken.add(i)
            else:
                groups.append([die])
                taken.add(len(groups) - 1)
    return tuple(_fuse_die(group) for group in groups if 2 * len(group) > len(looks))


def _fuse_die(group: Sequence[Die]) -> Die:
    logs = np.mean([np.log(np.maximum(die.faces, FLOOR)) for die in group], axis=0)
    faces = np.exp(logs - logs.max())
    u, v = float(np.mean([die.u for die in group])), float(np.mean([die.v for die in group]))
    px = (float(np.mean([die.px[0] for die in group])), float(np.mean([die.px[1] for die in group])))
    flat = 2 * sum(die.flat for die in group) > len(group)
    return Die(_six(faces / faces.sum()), group[0].half, flat, u, v, px)


def _fuse_cube(cubes: Sequence[CubeFace | None]) -> CubeFace | None:
    seen = [cube for cube in cubes if cube is not None]
    if 2 * len(seen) <= len(cubes):
        return None
    weights: dict[tuple[int, CubePlace], float] = {}
    for cube in seen:
        key = (cube.value, cube.place)
        weights[key] = weights.get(key, 0.0) + cube.p
    value, place = max(weights, key=weights.__getitem__)
    alike = [cube for cube in seen if (cube.value, cube.place) == (value, place)]
    return CubeFace(value, place, weights[value, place] / len(seen), alike[0].px)
