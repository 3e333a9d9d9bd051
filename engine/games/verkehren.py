"""Verkehren, verkeer or revertier: the old game of the Swedish family, with jans and without breaking.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same
direction, each to their 1 and off. The higher die begins, with a new throw of both; the winner of a game
begins the next. Doublets give four moves. From 24 to 14 a player may have only one checker on a point, the
starting pile excepted; from 13 on they may make points, any number of them in a row. Single checkers are hit;
they enter on 24 to 19, but not on checkers of their own side. Made points are never broken.

Bearing off is as in backgammon. Who bears off all their checkers wins one point. Who has the opponent in a
jan, with more checkers on the bar than points in their starting quarter that are not held by their own, wins two
at once.
"""

from engine.tables.bases import BREAKING_BY_POINTS, EARLY_RESIGNATION, REVERTIER
from engine.tables.breaking import BreakEntry
from engine.tables.grades import SINGLE
from engine.tables.options import Departure
from engine.tables.restrictions import HukAfter, MaxPrime
from engine.tables.tables_game import Choice, NextGame, Option
from engine.tables.winning import Jan, Pattern

GAME = REVERTIER.variant(
    id="verkehren",
    names=(
        ("en", "Verquere"),
        ("de", "Verkehren"),
        ("nl", "Verkeer"),
        ("sv", "Verkehren"),
        ("fr", "Revertier"),
    ),
    aliases=(
        "verkeeren",
        "verkeren",
        "verkehrt",
        "verkehr",
        "reverquier",
        "reverter",
        "reverse trictrac",
        "verkerspel",
        "verkeerspel",
    ),
    source="Tableside rules A25; German, Swedish and French rule books of the 18th and 19th centuries; Ludii",
    rules=__doc__,
    next_game=NextGame.WINNER,
    wins=(Jan("jan", 2),),
    grades=(SINGLE,),
    options=(
        Option(
            "bands",
            "How many made points may stand in a row: any number, never broken (free, with the "
            "junker), or five, and points that shut out entering checkers may be broken (five, "
            "without).",
            (
                Choice("free"),
                Choice(
                    "five",
                    (
                        ("turn_rules", (MaxPrime(5),)),
                        ("breaks", (BreakEntry(),)),
                    ),
                ),
            ),
        ),
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
    departures=(
        Departure(
            "the French revertier",
            "made points are never broken",
            "Salmi",
            "they are, as in the Swedish game",
            "verkehren_s0",
        ),
        Departure(
            "Salmi",
            "all fifteen checkers on the 1 win nothing of their own",
            "the German and the Swedish rules",
            "they win doubly",
            "uppspel_double=true",
        ),
        Departure(
            "the French revertier",
            "the 13 is open from the start",
            "the German rules",
            "only once five checkers have left the 24",
            "five_blots_first=true",
        ),
    ),
)
