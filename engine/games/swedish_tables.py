"""Bräde, the Swedish tables: made points can be broken, and a game is won by pattern or by bearing off.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same
direction, each to their 1 and off. The lower die begins, with a new throw of both; the loser of a game begins
the next. Doublets give four moves. On the way out, from 24 to 14, a player may have only one checker on a
point, the starting pile excepted; from the huk, their 13, on they may make points. Single checkers are hit, and
enter on 24 to 19, but not where checkers of their own side stand, the starting pile included.

A made point may be broken, that is, all its checkers hit: if it belongs to six or more made points in a row
that the moving checker still has ahead of it, or if the player has more checkers on the bar than there are
points in their starting quarter open to them. Neither right holds once a player has borne off fourteen. A lone
checker that is shut in, a junker, just passes.

Bearing off begins when all checkers are home: only the hindmost checker may go, a number too small must be
played inside, and as few pips as possible may be wasted; the turn that ends the game is free.

A game is won at once by: a jan, when the loser has more checkers on the bar than points of their starting
quarter not held by their own (4 points; sprängjan, 6, if the turn that led to it broke a made point in the
winner's own starting quarter); with all fifteen in play an uppspel, all on 1; a trappspel, three on 3, five
on 2, seven on 1; a double kronspel, five each on 3, 2 and 1; a single kronspel, three each on 5 to 1 (2
points each); or by bearing all off (1 point). All but the jans count one more, a munk, if the loser has a
checker on the bar.
"""

from engine.tables.bases import ADJACENT_ONLY, BREAKING_BY_POINTS, MUNK_LEVELS, REVERTIER
from engine.tables.breaking import BreakEntry, BreakRun
from engine.tables.grades import Grade
from engine.tables.options import Departure
from engine.tables.restrictions import EnterOnEmpty, SinglesBefore
from engine.tables.table_terms import NORDIC
from engine.tables.tables_game import BearOff, Choice, Decide, NextGame, Option
from engine.tables.winning import Jan, Pattern

GAME = REVERTIER.variant(
    id="swedish_tables",
    names=(
        ("en", "Swedish Tables"),
        ("sv", "Bräde"),
    ),
    aliases=(
        "svenskt brädspel",
        "brädspel",
        "svensk brädspel",
        "svenskt bräde",
        "swedish",
        "vasa",
        "trappspel",
    ),
    source="Tableside rules A24; the rules of the Friends of Tables at the Vasa Museum, 2003",
    rules=__doc__,
    decide=Decide.LOW_DIE,
    next_game=NextGame.LOSER,
    bearoff=BearOff.STRICT_REAR,
    breaks=(BreakRun(), BreakEntry()),
    wins=(
        Jan("sprängjan", 6, by_breaking=range(19, 25)),
        Jan("jan", 4),
        Pattern("uppspel", ((1, 15),), 2, munk=1),
        Pattern("trappspel", ((3, 3), (2, 5), (1, 7)), 2, munk=1),
        Pattern("dubbelt kronspel", ((3, 5), (2, 5), (1, 5)), 2, munk=1),
        Pattern("enkelt kronspel", ((5, 3), (4, 3), (3, 3), (2, 3), (1, 3)), 2, munk=1),
    ),
    grades=(Grade("hemspel", 1, munk=1),),
    terms=NORDIC,
    options=(
        ADJACENT_ONLY,
        BREAKING_BY_POINTS,
        MUNK_LEVELS,
        Option(
            "bands_after_huk",
            "Points may be made before the huk too once a checker of the player's has reached it.",
            (
                Choice(False),
                Choice(True, (("step_rules", (SinglesBefore(13, until_reached=True), EnterOnEmpty())),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "the Vasa Museum's Friends",
            "no points are made before the huk",
            "Ludii, after Fiske",
            "they may be once a checker has reached it",
            "bands_after_huk=true",
        ),
    ),
)
