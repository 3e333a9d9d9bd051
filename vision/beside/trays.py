"""Checkers that are off, where the picture shows them beside the board: on edge in a tray, or flat."""

import math
from collections.abc import Sequence

import numpy as np

from vision.beside.stacks import Stack, find_stacks
from vision.board_model import BoardModel
from vision.colour_model import appearance, kind_chances
from vision.detections import Spot, chance_of
from vision.frame import Picture
from vision.nets import Nets, peaks
from vision.observation import Off
from vision.rectify import Rectifier

TOLD = 0.9
"""What is off is told from this probability on."""
SURE, DOUBTFUL = 6.0, 2.5
"""The scores from which on a stack is one, and from which on there may be one."""
FEWEST = 3
"""Stacks of fewer look too much like the end of a tray."""
ALIKE = 1.15
"""By no more than this factor checkers of one board differ in thickness."""
COUNTED = 0.97
"""How often stacks that are told are counted rightly, if their lines lie as evenly as can be."""
BARE, NEARLY_BARE = 0.97, 0.94
"""How often there are none of a kind of which no stack is found, without and with
something that is a little like one.
"""
ZOOM = 0.75
"""By how much smaller the board is drawn for the network to see flat checkers beside it."""
FAINT, SEEN = 0.2, 0.9
"""Flat checkers surer than the first make a count doubtful, those surer than the second are counted."""
TRAY = (0.03, 0.25)
"""How far from the surface's edge flat checkers in a tray may lie, in widths of the surface."""
COLUMN = 0.04
"""How far from each other, at most, the middles of those in one tray lie across it."""
MANY = 4
"""More flat checkers than these in a tray may well have others below them."""
UNCOVERED = 0.96
"""How often fewer have none."""


def read_off(picture: Picture, rectifier: Rectifier, model: BoardModel, nets: Nets) -> Off | None:
    """What is off, as far as the picture shows it for sure; None where it does not, or colours are not known."""
    if model.colour_model is None:
        return None
    seen = (off_in_stacks(find_stacks(picture, rectifier, model)), _off_flat(picture, rectifier, model, nets))
    told = [off for off in seen if off is not None]
    if len(told) != 1 or told[0].p < TOLD:
        return None
    return told[0]


def off_in_stacks(stacks: Sequence[Stack]) -> Off | None:
    """What is off by the stacks that were found; None where there is none for sure."""
    sure = [stack for stack in stacks if stack.score >= SURE and stack.count >= FEWEST]
    rest = [stack for stack in stacks if stack not in sure]
    if not sure or any(stack.score >= DOUBTFUL for stack in rest):
        return None
    thick = [(stack.end - stack.begin) / stack.count for stack in sure]
    if max(thick) > ALIKE * min(thick):
        return None
    light, dark = (sum(stack.count for stack in sure if stack.light is kind) for kind in (True, False))
    p = math.prod(COUNTED * stack.p for stack in sure)
    if not light or not dark:
        p *= NEARLY_BARE if any(stack.score > 0 for stack in rest) else BARE
    return Off(light, dark, p) if max(light, dark) <= 15 else None


def _off_flat(picture: Picture, rectifier: Rectifier, model: BoardModel, nets: Nets) -> Off | None:
    """What is off by the flat checkers that lie in columns beside the board."""
    zoomed = rectifier.rectify(picture, zoom=ZOOM)
    found = [
        Spot(float(peak.u), float(peak.v), chance_of(peak.score))
        for peak in peaks(nets.board(zoomed).checker, 0.15)
    ]
    beside = [spot for spot in found if spot.score > FAINT and _in_tray(spot, model)]
    if not beside or any(spot.score < SEEN for spot in beside):
        return None
    assert model.colour_model is not None
    small = (model.checker[0] * ZOOM, model.checker[1] * ZOOM)
    lights = kind_chances(appearance(zoomed, beside, small), model.colour_model)
    for left in (True, False):
        across = [spot.u / ZOOM for spot in beside if (spot.u < 0.5) is left]
        if len(across) > MANY * 2 or (across and max(across) - min(across) > COLUMN):
            return None
    light = sum(p > 0.5 for p in lights)
    counts = (light, len(lights) - light)
    if max(counts) > MANY:
        return None
    p = math.prod(spot.score for spot in beside) * math.prod(max(p, 1 - p) for p in lights)
    return Off(*counts, p * UNCOVERED)


def _in_tray(spot: Spot, model: BoardModel) -> bool:
    """Whether a checker found in the zoomed picture lies beside the board, where trays are."""
    u, v = model.lift.lowered(*(0.5 + (np.array([spot.u, spot.v]) - 0.5) / ZOOM))
    return bool(TRAY[0] < max(-u, u - 1) < TRAY[1] and -0.05 < v < 1.05)
