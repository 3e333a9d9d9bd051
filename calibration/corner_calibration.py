"""The four corners, put right by the pattern of the points where a hand has set them a little beside."""

from dataclasses import replace

from vision.fit.fit import PatternFit, behind_rail, fit_pattern, lying
from vision.fit.hidden import hidden_of
from vision.frame import Picture
from vision.nets import Nets
from vision.reading import own_nets
from vision.rectify import Corners

WORSE = 0.02
"""Corners that explain so much less of the picture than those given are not taken."""


def refine(corners: Corners, picture: Picture, nets: Nets | None = None) -> PatternFit:
    """The corners moved to where the points begin and end, and the bar; as given where the points do not tell.

    They may be off by a per cent of the picture's width either way.
    """
    nets = nets or own_nets()
    hidden = hidden_of(picture, corners, nets)
    fit = fit_pattern(picture, corners, hidden)
    before = lying(picture, corners, hidden, fit.bar)
    if fit.explained <= before.explained - WORSE:
        return before
    return replace(
        fit, corners=behind_rail(picture, fit.corners, hidden_of(picture, fit.corners, nets), fit.bar)
    )
