"""The doubling cube: its value and its place."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import numpy as np

from engine.board import CubePlace
from vision.bare.bare_background import CUBE, Background
from vision.board_model import BoardModel
from vision.crops import cube_cut
from vision.cuboids.dice_reading import LEAST_FOUND, LEAST_SEEN, Trace, fused
from vision.detections import FAINT_CUBOID, Spot
from vision.frame import FloatArray, Picture
from vision.nets import CUBE_VALUES, Nets, peaks
from vision.observation import CubeFace
from vision.odds import chance, odds, times
from vision.pose import THICKNESS, usual_lift
from vision.rectify import MIDDLE, Rectifier

NO_CUBE = 6
"""The network's class beside the six values."""
HEIGHT = 3.0
"""How high the upper face of a cube lies, in the usual thickness of a checker."""
END = 0.25
"""The share of the bar or of an edge that is a player's end of it."""
ZOOM = 0.85
"""How much smaller the board is drawn for a second look, so that its frame comes into the picture."""
SURE = 0.9
"""A cube on the board this sure needs no second look; one that is merely looked for must be as sure."""
REMEMBERED = 0.8
"""How likely the cube is taken to lie where it lay before, until that place is looked at."""
SAME = 0.03
"""A cube and a die nearer to each other than this, in board coordinates, are one thing."""
ASLANT = 0.4
"""Where the map is as sure as this of a cube and the crop is not, the map may have seen the face towards the camera."""
UPPER, RISEN = 0.6, 0.7
"""So surely there is a cube above what was taken for one, or so surely its number is read there, where that was merely
its side; from too far up the way to the upper face is told too short, by more than this share of that to its side.
"""
COMMON = 5.0
"""How much likelier a cube-like thing is a die than the cube, before it is looked at."""
ON = 0.5
"""Nearer to a checker's middle than this, in its diameters, a cube would lie on it."""
ROOM = 0.12
"""Traces nearer to each other than this, in board coordinates, are of one cube."""
VIEWS = ((0.0, 1.0), (0.0, 0.9), (0.0, 1.1), (12.0, 1.0), (-12.0, 1.0))
"""How a cube is looked at: turned by degrees, with a window so many times as wide."""
FEW, AGREED = 2, 0.95
"""After so many looks no more are needed if together they are so sure."""
SUPPOSED = 0.06
"""How likely a cube is where it is merely looked for."""
PRIOR = 0.3
"""The odds that a place which looks even either way is the cube: what the map takes for one, the crop may as well."""
BESIDE, BEYOND = 0.035, (0.025, 0.055, 0.085)
"""How far beside the bar's middle and beyond its ends it is looked for, in board coordinates."""
CENTRED = 0.3
"""From this strength on a cube is looked for where the network sees its middle."""
UNTURNED = 64
"""The number that the cube shows before the first double."""
UNDOUBLED, DOUBLED = 200.0, 8.0
"""How much likelier than any other that number is in the middle, where no double has been taken, and how much less
likely at a player's side.
"""


def read_cube(
    spots: Sequence[Spot],
    nets: Nets,
    picture: Picture,
    rectifier: Rectifier,
    model: BoardModel,
    last: CubeFace | None = None,
    dice: Sequence[Trace] = (),
    behind: Background | None = None,
    tops: Sequence[Spot] = (),
) -> CubeFace | None:
    """The likeliest cube among the spots or on the frame round the board, None where there is none.

    `last`: where the cube lay before; it is looked for there first. `dice`: what may be dice
    instead. `behind`: the bare board, where it is known: what looks like that is no cube.
    `tops`: what may be checkers instead.
    """

    def likeliest(spots: Sequence[Spot]) -> tuple[float, Spot] | None:
        found = [_looked_at_or_above(spot, nets, picture, rectifier, model) for spot in spots]
        cubes = [
            (_beside_tops(real, spot, tops, model), spot)
            for real, spot in found
            if not _is_die(real, spot, dice)
        ]
        return max(cubes, key=lambda one: one[0], default=None)

    def apart(spots: Sequence[Spot]) -> Sequence[Spot]:
        return spots if behind is None else behind.apart(spots, model, CUBE)

    if last is not None:
        u, v = (float(x) for x in rectifier.board(np.array([last.px]))[0])
        spots = [*spots, *apart([Spot(u, v, REMEMBERED)])]
    found = likeliest(spots)
    if found is None or found[0] < SURE or not _settled(found[1], last is not None):
        rim = apart(_rim_spots(nets, picture, rectifier, model))
        others = [s for s in spots if not any(_are_one(s, r) for r in rim)]
        found = likeliest([*others, *(_seen_twice(r, spots) for r in rim)])
    if found is None or found[0] < 0.5:
        places = apart(_edge_places(picture, rectifier, model))
        found = likeliest(places)
        found = found if found is not None and found[0] > SURE else None
    if found is None:
        return None
    real, spot = _upper(found, nets, picture, rectifier, model)
    place = _place(spot, model)
    values = _values(_numbers(spot, nets, picture, rectifier), place)
    number = int(np.argmax(values))
    x, y = rectifier.pixels(np.array([[spot.u, spot.v]]))[0]
    return CubeFace(CUBE_VALUES[number], place, float(values[number]) * real, (float(x), float(y)))


def _looked_at(spot: Spot, nets: Nets, picture: Picture, rectifier: Rectifier) -> tuple[float, Spot]:
    """How surely there is a cube at a spot, and where the network sees the middle of its upper face."""
    cut = cube_cut(rectifier.plane_at((spot.u, spot.v)), (spot.u, spot.v))
    told = nets.cubes(cut.of(picture)[None])
    real = strength(spot, told.classes[0].astype(np.float64))
    if real < CENTRED:
        return real, spot
    u, v = (float(x) for x in rectifier.board(cut.pixel(told.away[0])[None])[0])
    return real, replace(spot, u=u, v=v)


def _looked_at_or_above(
    spot: Spot, nets: Nets, picture: Picture, rectifier: Rectifier, model: BoardModel
) -> tuple[float, Spot]:
    """The same, or of the upper face above it if the spot is that of another face."""
    here = _looked_at(spot, nets, picture, rectifier)
    if here[0] > 0.5 or spot.score < ASLANT:
        return here
    return max(here, _looked_at(_above(spot, model), nets, picture, rectifier), key=lambda each: each[0])


def _upper(
    found: tuple[float, Spot], nets: Nets, picture: Picture, rectifier: Rectifier, model: BoardModel
) -> tuple[float, Spot]:
    """A cube by its upper face: a camera from the side sees another face as well, with a number of its own."""
    sure, side = found
    above = _above(side, model)
    real, spot = _looked_at(above, nets, picture, rectifier)
    rise, risen = (np.hypot(one.u - side.u, one.v - side.v) for one in (above, spot))
    if risen < RISEN * rise:
        return found
    if real > UPPER:
        return real, spot
    # a face seen flat may be no cube to the eye, and yet its number is read; not so 64, which is supposed in the middle
    place, numbers = _place(spot, model), _numbers(spot, nets, picture, rectifier)
    told = numbers if place is CubePlace.CENTRE else _values(numbers, place)
    return (sure, spot) if told.max() > UPPER else found


def _above(side: Spot, model: BoardModel) -> Spot:
    """Where a cube's upper face has its middle if a spot is that of its face towards the camera."""
    lift, (wide, deep) = usual_lift(model), model.checker
    out = np.array([(side.u - lift.u) / wide, (side.v - lift.v) / deep])
    back = HEIGHT * THICKNESS / 2 * out / max(float(np.hypot(*out)), 1e-6)
    u, v = lift.raised(side.u + float(back[0]) * wide, side.v + float(back[1]) * deep, HEIGHT / 2)
    return replace(side, u=u, v=v)


def strength(spot: Spot, classes: FloatArray) -> float:
    """How surely there is a cube (0-1): what the map and what the crop of the picture say, taken as independent."""
    return chance(odds(spot.score, LEAST_FOUND) * odds(1 - float(classes[NO_CUBE]), LEAST_SEEN) * PRIOR)


def _settled(spot: Spot, remembered: bool) -> bool:
    """Whether a cube's place needs no second look: it lies well inside the picture, or where it lay before."""
    return (0.0 < spot.u < 1.0 and 0.0 < spot.v < 1.0) or (remembered and spot.score == REMEMBERED)


def _beside_tops(real: float, spot: Spot, tops: Sequence[Spot], model: BoardModel) -> float:
    """How surely there is a cube, and not one of the checkers, of which there are many more."""
    score = max((top.score for top in tops if top.away(spot.u, spot.v, model.checker) < ON), default=0.0)
    if score < 0.5:
        return real
    return times(real, 1 / odds(score, LEAST_FOUND), LEAST_SEEN)


def _is_die(real: float, spot: Spot, dice: Sequence[Trace]) -> bool:
    """Whether what seems to be a cube may as well be a die, of which there are more."""
    here = [die.strength for die in dice if np.hypot(spot.u - die.spot.u, spot.v - die.spot.v) < SAME]
    surest = max(here, default=0.0)
    return surest > 0.3 and COMMON * surest * (1 - real) >= real * (1 - surest)


def _rim_spots(nets: Nets, picture: Picture, rectifier: Rectifier, model: BoardModel) -> list[Spot]:
    """Traces of cubes on a picture of the board that shows more of its frame.

    It is drawn about what stands as high over the middle as a cube does: a camera from the side sees one on the far
    rail well beyond that.
    """
    u, v = usual_lift(model).raised(*MIDDLE, HEIGHT)
    maps = nets.board(rectifier.rectify(picture, zoom=ZOOM, middle=(u, v)))
    return [
        Spot(u + (peak.u - 0.5) / ZOOM, v + (peak.v - 0.5) / ZOOM, peak.score)
        for peak in peaks(maps.cube, FAINT_CUBOID)
    ]


def _are_one(a: Spot, b: Spot) -> bool:
    return float(np.hypot(a.u - b.u, a.v - b.v)) <= ROOM


def _seen_twice(rim: Spot, spots: Sequence[Spot]) -> Spot:
    """A trace on the wider picture, which shows all of what lies on the frame; one that was
    surer before counts half as well.
    """
    before = max((spot.score for spot in spots if _are_one(spot, rim)), default=0.0)
    if before <= rim.score:
        return rim
    return replace(rim, score=chance(sqrt(odds(before, LEAST_FOUND) * odds(rim.score, LEAST_FOUND))))


def _edge_places(picture: Picture, rectifier: Rectifier, model: BoardModel) -> list[Spot]:
    """Where a cube may lie beyond the bar's ends that the picture's edge cuts through: the board's map misses those."""
    spots = []
    height, width = picture.shape[:2]
    for u in (model.bar_middle - BESIDE, model.bar_middle, model.bar_middle + BESIDE):
        for v in (*(-d for d in BEYOND), *(1 + d for d in BEYOND)):
            x, y = rectifier.pixels(np.array([[u, v]]))[0]
            if 0 <= x < width and 0 <= y < height:
                spots.append(Spot(u, v, SUPPOSED))
    return spots


def _numbers(spot: Spot, nets: Nets, picture: Picture, rectifier: Rectifier) -> FloatArray:
    """Probabilities of the six numbers, as several crops show them."""
    looks: list[FloatArray] = []
    for turn, wide in VIEWS:
        crop = cube_cut(rectifier.plane_at((spot.u, spot.v)), (spot.u, spot.v), wide, turn).of(picture)
        looks.append(nets.cubes(crop[None]).classes[0, :NO_CUBE].astype(np.float64))
        told = fused(looks)
        if len(looks) >= FEW and told.max() > AGREED:
            break
    return told


def _values(numbers: FloatArray, place: CubePlace) -> FloatArray:
    """Probabilities of the six numbers once it is known where the cube lies: cubes there show some more often."""
    logs = np.log(np.maximum(numbers, 1e-4))
    unturned = np.array([value == UNTURNED for value in CUBE_VALUES])
    if place is CubePlace.CENTRE:
        logs += np.where(unturned, np.log(UNDOUBLED), 0.0)
    else:
        logs -= np.where(unturned, np.log(DOUBLED), 0.0)
    values = np.exp(logs - logs.max())
    return np.asarray(values / values.sum(), dtype=np.float64)


def _place(spot: Spot, model: BoardModel) -> CubePlace:
    """Where a cube lies whose upper face is seen at a spot."""
    return place_of(*usual_lift(model).lowered(spot.u, spot.v, HEIGHT), model)


def place_of(u: float, v: float, model: BoardModel) -> CubePlace:
    """Where a cube that stands at (u, v) lies, as the near player sees it.

    On the bar or beside the board it is in the middle, or at the player's side whose end it is nearer to; on the
    playing surface it has been offered: by near to far's right hand, which is the left half of the picture.
    """
    left, right = model.bar or (0.5, 0.5)
    slack = 0.25 * model.pitch
    beside = not (0.01 < u < 0.99 and 0.01 < v < 0.99)
    if beside or left - slack < u < right + slack:
        if v < END:
            return CubePlace.FAR
        return CubePlace.NEAR if v > 1 - END else CubePlace.CENTRE
    return CubePlace.OFFERED_NEAR if u < model.bar_middle else CubePlace.OFFERED_FAR
