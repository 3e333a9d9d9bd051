"""Lautapeli, the Finnish tables: as the Swedish, with plain bearing off and a simple score.

As Swedish tables: checkers run from their 24 in the same direction, stand single from 24 to 14, can be made
points from the huk, 13, on, and are hit when single; the lower die begins. A point of a row of six made
points can be broken by a checker behind it, and any made point by a checker that enters, with a number with
which it cannot enter otherwise. A game is won by a jan (janne; murtojanne, if the turn that led to it broke a
made point), by a pattern (maalipeli, porraspeli, kaksoiskruunu, kruunupeli) or by bearing all off (eropeli).

Bearing off is as in backgammon: any checker on the point of the number may go, whatever stands behind it,
and a larger number takes the hindmost. Checkers that are borne off are laid on the owner's starting point
and are no longer in play; checkers in play that come there later are laid on the rail.

A janne or murtojanne counts two points, any other win one.
"""

from engine.tables.bases import (
    ADJACENT_ONLY,
    BREAKING_BY_NUMBER,
    MUNK_LEVELS,
    MUNK_POINTS,
    REVERTIER,
)
from engine.tables.breaking import BreakEntry, BreakRun
from engine.tables.grades import Grade
from engine.tables.table_terms import NORDIC
from engine.tables.tables_game import Choice, Decide, NextGame, Option
from engine.tables.winning import Jan, Pattern

GAME = REVERTIER.variant(
    id="lautapeli",
    names=(
        ("en", "Finnish Tables"),
        ("fi", "Lautapeli"),
    ),
    aliases=("suomalainen lautapeli", "finnish", "jäämaa", "finnish game"),
    source="Tableside rules A24; the rules after Jäämaa",
    rules=__doc__,
    decide=Decide.LOW_DIE,
    next_game=NextGame.LOSER,
    breaks=(BreakRun(), BreakEntry(cannot_enter=True)),
    wins=(
        Jan("murtojanne", 2, by_breaking=range(1, 25)),
        Jan("janne", 2),
        Pattern("maalipeli", ((1, 15),), 1),
        Pattern("porraspeli", ((3, 3), (2, 5), (1, 7)), 1),
        Pattern("kaksoiskruunu", ((3, 5), (2, 5), (1, 5)), 1),
        Pattern("kruunupeli", ((5, 3), (4, 3), (3, 3), (2, 3), (1, 3)), 1),
    ),
    grades=(Grade("eropeli", 1),),
    terms=NORDIC,
    options=(
        ADJACENT_ONLY,
        BREAKING_BY_NUMBER,
        MUNK_LEVELS,
        MUNK_POINTS,
        Option(
            "murtojanne_only",
            "Only a janne that came of breaking a point counts two.",
            (Choice(False), Choice(True, (("wins.janne.worth", 1),))),
        ),
    ),
)
