"""Jacquet, the French running game: a courier runs ahead, nothing is hit, and six in a row have to be earned.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same
direction, each to their 1 and off. Both dice are thrown again after it is decided who begins; the winner of a
game begins the next. Doublets give four moves. Nothing is ever hit: a point with even one checker of the
opponent's is closed.

The first checker is the courier: it must come home, to the points 6 to 1, before a second one may leave the
24. While it travels it is customarily set at the tips of the points.

A player may hold six points in a row only while checkers of theirs stand on their 2 and on their 1. Players bear
off as in backgammon once all their checkers are home. A win counts one point, or two if the loser has borne
off none.
"""

from engine.tables.bases import RUNNING
from engine.tables.options import Departure
from engine.tables.restrictions import RunnerFirst, SixNeed
from engine.tables.tables_game import Choice, Option

GAME = RUNNING.variant(
    id="jacquet",
    names=(
        ("en", "Jacquet"),
        ("fr", "Jacquet"),
        ("de", "Jaquet"),
        ("fi", "Jacquet"),
    ),
    aliases=("jacke",),
    source="Tableside rules A22; loisirs.savoir.fr, salondesjeux.fr, trictrac.net",
    rules=__doc__,
    step_rules=(RunnerFirst(6),),
    turn_rules=(SixNeed((2, 1)),),
    options=(
        Option(
            "six_block",
            "Six points in a row need checkers of one's own on the 2 and the 1.",
            (
                Choice(True),
                Choice(False, (("turn_rules", ()),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "the French books",
            "both run the same way from opposite corners",
            "Salmi",
            "they run against each other from the same end",
            "jacquet_s0",
        ),
    ),
)
