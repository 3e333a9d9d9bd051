"""Icelandic nardy as the German collection has it: a last checker saves itself on the nearest corner.

As Icelandic nardy, but a last checker that shifts goes to the corner nearest to it, ahead or behind.
"""

from engine.chase import Chase, CornerEntry, Counting, LastChecker
from engine.games.icelandic_nardy import GAME as ICELANDIC_NARDY

GAME = ICELANDIC_NARDY.variant(
    id="icelandic_nardy_s4",
    names=(("en", "Icelandic Nardy, nearest corner"),),
    reconstructed=True,
    source="Tableside rules A27, after the German collection",
    rules=__doc__,
    family=Chase(Counting.ALL, doublets_again=False, last=LastChecker.SHIFTS, entry=CornerEntry.EITHER_SIDE),
    options=ICELANDIC_NARDY.options_but("any_corner"),
)
