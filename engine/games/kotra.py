"""Kotra, the Icelandic tables: of the Swedish family, with entry on empty points only.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same
direction, each to their 1 and off. The higher die begins, with the numbers that decided it. Doublets give four
moves. From 24 to 14 a player may have only one checker on a point, the starting pile excepted; from the huk,
their 13, on they may make points. They may not enter the huk before five of their checkers have left the 24.

Single checkers are hit; they enter on 24 to 19, and there only on an empty point, holding neither side's
checkers. Bearing off is as in backgammon. Bearing all off wins two points, and so does a jan, when the loser
has more checkers on the bar than points in their starting quarter that are not held by their own.
"""

from engine.tables.bases import REVERTIER
from engine.tables.breaking import BreakEntry, BreakRun
from engine.tables.grades import Grade
from engine.tables.options import Departure
from engine.tables.restrictions import EnterOnEmpty, HukAfter, SinglesBefore
from engine.tables.tables_game import Choice, Decide, FirstRoll, Option
from engine.tables.winning import Jan

GAME = REVERTIER.variant(
    id="kotra",
    names=(
        ("en", "Kotra"),
        ("is", "Kotra"),
    ),
    aliases=("kotru", "icelandic tables", "að kotra"),
    source="Tableside rules A26; Ludii, Kotra (after Fiske); de.wikipedia; timarit.is",
    rules=__doc__,
    first_roll=FirstRoll.USE_BOTH,
    step_rules=(SinglesBefore(13), EnterOnEmpty(enemy=True), HukAfter(5)),
    wins=(Jan("jan", 2),),
    grades=(Grade("single", 2),),
    options=(
        Option(
            "opening",
            "Whether the higher or the lower die begins.",
            (
                Choice("high_die"),
                Choice("low_die", (("decide", Decide.LOW_DIE),)),
            ),
        ),
        Option(
            "start_side_max",
            "How many checkers may stand on a point before the huk; 0: one only, as in Swedish tables.",
            (
                Choice(0),
                Choice(
                    2, (("step_rules", (SinglesBefore(12, most=2), EnterOnEmpty(enemy=True), HukAfter(5))),)
                ),
            ),
        ),
        Option(
            "break",
            "Made points may be broken as in Swedish tables.",
            (
                Choice(False),
                Choice(True, (("breaks", (BreakRun(), BreakEntry())),)),
            ),
        ),
        Option(
            "jan",
            "What a jan counts.",
            (
                Choice(2),
                Choice(4, (("wins", (Jan("jan", 4),)),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "German Wikipedia",
            "the higher die begins, with the numbers that decided it",
            "Salmi",
            "the lower die begins, and throws again",
            "kotra_s0",
        ),
        Departure(
            "Salmi",
            "no two checkers stand together before the huk",
            "Ludii",
            "two may",
            "start_side_max=2",
        ),
    ),
)
