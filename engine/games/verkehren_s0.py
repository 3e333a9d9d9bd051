"""Verkehren with made points that can be broken, as in the Swedish game.

As verkehren, but a made point may be broken: if it belongs to six or more in a row that the moving checker
has ahead of it, or if the player has more checkers on the bar than there are points in their starting quarter
open to them.
"""

from engine.games.verkehren import GAME as VERKEHREN
from engine.tables.bases import BREAKING_BY_POINTS, EARLY_RESIGNATION
from engine.tables.breaking import BreakEntry, BreakRun
from engine.tables.restrictions import HukAfter
from engine.tables.tables_game import Choice, Option
from engine.tables.winning import Pattern

GAME = VERKEHREN.variant(
    id="verkehren_s0",
    names=(("en", "Verquere with breaking"),),
    aliases=("verkehren with breaking",),
    source="Tableside rules A25, preset verkehren_s0",
    rules=__doc__,
    breaks=(BreakRun(), BreakEntry()),
    options=(
        EARLY_RESIGNATION,
        BREAKING_BY_POINTS,
        Option(
            "five_blots_first",
            "The 13 may not be entered before five checkers have left the 24.",
            (
                Choice(False),
                Choice(True, (("+step_rules", HukAfter(5)),)),
            ),
        ),
        Option(
            "uppspel_double",
            "All fifteen checkers on the 1 win the game doubly.",
            (
                Choice(False),
                Choice(True, (("+wins", Pattern("uppspel", ((1, 15),), 2)),)),
            ),
        ),
    ),
)
