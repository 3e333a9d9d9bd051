"""The dice: which faces are up, which half they lie in, and whether they lie flat on the board."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.board_model import BoardModel
from vision.checkers import Top
from vision.crops import SMOOTHING, die_cut
from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.nets import Nets
from vision.observation import Die
from vision.odds import chance, odds
from vision.pose import usual_lift
from vision.rectify import Rectifier

LEANING, NO_DIE = 6, 7
"""Classes of the network beside the six faces."""
HEIGHT = 1.6
"""How high the upper face of a die lies, in thicknesses of a checker."""
MOST = 8
"""More places than these are not looked at: a board has two dice, seldom four."""
EVEN, BEYOND, LODGED = 0.5, 0.93, 0.97
"""How sure the first two dice must be, any beyond them, and any where a checker seems to be too."""
SURELY = 0.95
"""From this strength on a place is a die."""
PRIOR = 0.05
"""The odds that a place which looks even either way is a die."""
LEAST_FOUND, LEAST_SEEN = 0.02, 0.001
"""What a map and what a crop say of a die or cube is taken to be no nearer to 0 or 1 than this."""
LEAST_CLASS = 5e-4
"""No class of a die is told less likely than this."""
BESIDE = 0.6
"""Nearer to a checker's middle than this, in checkers' diameters, no die can stand on the board beside it."""
WORTH = 0.05
"""From this strength on a place is worth further looks."""
ASKANCE = (
    (-1, 1.0, 0, 0),
    (1, 1.0, 2, 0),
    (-1, 1.0, -2, 0),
    (1, 1.0, 0, 2),
    (-1, 1.0, 0, -2),
    (1, 1.08, 0, 0),
    (-1, 0.93, 0, 0),
)
"""The further looks: mirrored (-1) or not, scale, shift in pixels of the crop."""
FEW, AGREED = 4, 0.95
"""After so many looks no more are needed if together they are so sure."""
LEAST_FACE = 1e-4
"""No look at one colour tells a face less likely than this."""
SAME = 0.02
"""Two dice cannot be nearer to each other than this, in board coordinates."""
LEAST_LEAN = 0.5
"""By how many pixels of the rectified board a checker's top must be off its foot for the camera to be tilted."""
UPRIGHT = 0.02
"""Below this probability of leaning a die is taken to stand upright even where it touches the frame."""
PROP = 0.45
"""A die farther than this, in checkers' diameters, from all that it could lean on stands upright."""
TURNING = 0.97
"""Unless it leans as surely as this: then it is still turning."""
LEANS = 0.35
"""Beside what it could lean on a die is taken to lean from this probability on: there it often does."""
TOUCHING, PUSHED = 0.225, 0.12
"""How far from the edge, in checkers' diameters, a die's middle must be to stand on the board: any, an upright one."""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """A place that may be a die: where, what the network says of its crop (8 classes), how surely it is one (0-1).

    `crop`: what was looked at; `middle`: the pixel where the network sees the middle of the upper face.
    """

    spot: Spot
    classes: FloatArray
    strength: float
    crop: Picture
    middle: FloatArray


def look_at_dice(
    spots: Sequence[Spot], nets: Nets, picture: Picture, rectifier: Rectifier, spin: float = 0.0
) -> tuple[Trace, ...]:
    """What crops of the picture itself say of the places where dice may lie, surest first; `spin` turns it upright."""
    likely = sorted(spots, key=lambda spot: -spot.score)[:MOST]
    traces: list[Trace] = []
    for spot in likely:
        trace = _looked_at(spot, nets, picture, rectifier, spin)
        if trace.strength > WORTH:
            trace = look_longer(_centred(trace, nets, picture, rectifier, spin), nets)
        traces.append(trace)
    alone: list[Trace] = []
    for trace in sorted(traces, key=lambda trace: -trace.strength):
        # two traces that turn out to be of one place are of one die
        if all(math.dist(_place(trace), _place(other)) > SAME for other in alone):
            alone.append(trace)
    return tuple(alone)


def _place(trace: Trace) -> tuple[float, float]:
    return trace.spot.u, trace.spot.v


def _looked_at(spot: Spot, nets: Nets, picture: Picture, rectifier: Rectifier, spin: float) -> Trace:
    cut = die_cut(rectifier.plane_at((spot.u, spot.v)), (spot.u, spot.v), spin)
    crop = cut.of(picture)
    told = nets.dice(crop[None])
    classes = told.classes[0].astype(np.float64)
    return Trace(spot, classes, strength(spot, classes), crop, cut.pixel(told.away[0]))


def _centred(trace: Trace, nets: Nets, picture: Picture, rectifier: Rectifier, spin: float) -> Trace:
    """The trace looked at again where the network sees the middle of the die's upper face.

    A map of a tilted board may have its peak on a face at the side, which shows another number.
    """
    u, v = (float(x) for x in rectifier.board(trace.middle[None])[0])
    return _looked_at(replace(trace.spot, u=u, v=v), nets, picture, rectifier, spin)


def look_longer(trace: Trace, nets: Nets) -> Trace:
    """What several looks at a crop say together: shifted, larger and smaller, and in the mirror, log-chances averaged.

    After a few that agree no more are needed; where all of them leave the face in doubt,
    each colour is looked at alone.
    """
    side = trace.crop.shape[0]
    middle = (side - 1) / 2
    looks = [trace.classes]
    for mirror, scale, x, y in ASKANCE:
        turn = np.array(
            [[mirror * scale, 0.0, middle * (1 - mirror * scale) + x], [0.0, scale, middle * (1 - scale) + y]]
        )
        view = cv2.warpAffine(
            trace.crop, turn, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        looks.append(nets.dice(np.asarray(view, np.uint8)[None]).classes[0].astype(np.float64))
        classes = fused(looks)
        if len(looks) >= FEW and classes.max() > AGREED:
            break
    classes, found = unsmoothed(classes), strength(trace.spot, classes)
    if found > EVEN and classes[:6].max() < AGREED * classes[:6].sum():
        classes = _in_each_colour(classes, trace.crop, nets)
    return replace(trace, classes=classes, strength=found)


def _in_each_colour(classes: FloatArray, crop: Picture, nets: Nets) -> FloatArray:
    """The classes with the faces weighed anew by looks at the red, the green and the blue alone, as grey.

    Pips that are hardly brighter than their die, as red ones on black, stand out in one of them. Whether there is
    a die and whether it leans is not asked: in a colour in which nothing stands out there is none to be seen.
    """
    plain = np.repeat(np.moveaxis(crop, 2, 0)[..., None], 3, axis=3)
    looks = [classes[:6], *nets.dice(plain).classes[:, :6].astype(np.float64)]
    faces = fused([np.maximum(look / look.sum(), LEAST_FACE) for look in looks])
    return np.concatenate([faces * classes[:6].sum(), classes[6:]])


def fused(looks: Sequence[FloatArray]) -> FloatArray:
    """The probabilities that several looks at one thing give together: their logarithms averaged."""
    mean = np.exp(np.log(np.maximum(np.stack(looks), 1e-6)).mean(axis=0))
    return np.asarray(mean / mean.sum(), np.float64)


def unsmoothed(classes: FloatArray) -> FloatArray:
    """Probabilities without the share that the network was taught to leave to all
    classes alike; none becomes nothing.
    """
    plain = np.maximum((classes - SMOOTHING / classes.size) / (1 - SMOOTHING), LEAST_CLASS)
    return np.asarray(plain / plain.sum(), np.float64)


def upright(rectifier: Rectifier, model: BoardModel) -> float:
    """By how many degrees, in quarters, the picture must be turned so that what stands up points up in it.

    0 where the camera looks straight down, or nearly: then nothing leans any way.
    """
    below = rectifier.pixels(np.array([usual_lift(model).lowered(0.5, 0.5), (0.5, 0.5)]))
    x, y = below[1] - below[0]
    if math.hypot(x, y) < LEAST_LEAN * rectifier.shrinking():
        return 0.0
    return -90.0 * round((math.degrees(math.atan2(y, x)) + 90) / 90)


def read_dice(
    traces: Sequence[Trace], rectifier: Rectifier, model: BoardModel, tops: Sequence[Top] = ()
) -> tuple[Die, ...]:
    """The dice among the traces, surest first; `tops`: the checkers on which they may lie."""
    dice: list[Die] = []
    for trace in traces:
        room = _room(trace.spot, tops, model)
        if trace.strength >= (LODGED if room < BESIDE else EVEN if len(dice) < 2 else BEYOND):
            dice.append(_die(trace, rectifier, model, room))
    return tuple(dice)


def strength(spot: Spot, classes: FloatArray) -> float:
    """How surely there is a die (0-1): what the map and what the crop of the picture say, taken as independent."""
    return chance(odds(spot.score, LEAST_FOUND) * odds(1 - float(classes[NO_DIE]), LEAST_SEEN) * PRIOR)


def _die(trace: Trace, rectifier: Rectifier, model: BoardModel, room: float) -> Die:
    spot, classes = trace.spot, trace.classes
    faces = np.maximum(classes[:6], 1e-6)
    # of what may be no die little is known: any face is as likely; of what is one, doubt about that speaks for no face
    known = trace.strength if trace.strength < SURELY else 1.0
    a, b, c, d, e, f = (float(p) for p in known * faces / faces.sum() + (1 - known) / len(faces))
    u, v = usual_lift(model).lowered(spot.u, spot.v, HEIGHT)
    leaning = float(classes[LEANING])
    edge = min(min(u, 1 - u) / model.checker[0], min(v, 1 - v) / model.checker[1])
    bar = min((abs(u - end) / model.checker[0] for end in model.bar or ()), default=edge)
    if edge < (TOUCHING if leaning > UPRIGHT else PUSHED) or room < BESIDE:
        flat = False
    elif min(edge, bar, room - BESIDE) > PROP:
        # nothing is near that it could lean on
        flat = leaning < TURNING
    else:
        flat = leaning < LEANS * (leaning + float(classes[:6].sum()))
    x, y = rectifier.pixels(np.array([[spot.u, spot.v]]))[0]
    half = "left" if u < model.bar_middle else "right"
    return Die((a, b, c, d, e, f), half, flat, float(u), float(v), (float(x), float(y)))


def _room(spot: Spot, tops: Sequence[Top], model: BoardModel) -> float:
    """How far a die's middle is from that of the nearest checker, in diameters of a checker."""
    u, v = usual_lift(model).lowered(spot.u, spot.v, HEIGHT)
    across, along = model.checker
    places = [model.lift.lowered(top.u, top.v) for top in tops if top.score > 0.5]
    return min((math.hypot((u - x) / across, (v - y) / along) for x, y in places), default=99.0)
