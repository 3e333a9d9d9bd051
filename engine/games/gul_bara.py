"""Gul bara, crazy narde: doublets run on through the higher ones, and the opponent plays what is left.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same
direction, each to their 1 and off. Both dice are thrown again after it is decided who begins; the winner of a
game begins the next. Nothing is ever hit: a point with even one checker of the opponent's is closed. There
is no limit to what leaves the head, and any number of points in a row may be held.

In each player's first three turns a doublet gives four moves. From their fourth turn on it gives four moves of
its number, then four of the next higher number, and so on up to four sixes; the player stops at the first
number that they cannot play in full.

What a player cannot use, the higher numbers that they did not reach included, goes to their opponent, who plays
as much of it as they can with their own checkers before they throw; what they cannot use either is lost.

Players bear off as in backgammon once all their checkers are home. A win counts one point, or two if the
loser has borne off none.
"""

from engine.tables.bases import RUNNING
from engine.tables.numbers import Ascending
from engine.tables.options import Departure
from engine.tables.restrictions import HeadLimit, PrimeNeedsPasser
from engine.tables.tables_game import Choice, Option, Unused

GAME = RUNNING.variant(
    id="gul_bara",
    names=(
        ("en", "Gul Bara"),
        ("bg", "Гюлбара"),
        ("tr", "Gülbahar"),
        ("ru", "Гюльбара"),
        ("fa", "گل بهار"),
    ),
    aliases=(
        "гюлбар",
        "гюльбар",
        "гюльбахар",
        "гулбара",
        "julbahar",
        "gioul",
        "rosespring",
        "rosespring backgammon",
        "crazy narde",
        "gyul bara",
    ),
    source="Tableside rules A13; Wikipedia on Gul Bara, eightygames, itavli.com, vogclub.com",
    rules=__doc__,
    numbers=Ascending(3),
    unused=Unused.OPPONENT_PLAYS,
    options=(
        Option(
            "delay",
            "How many turns of each player's own it takes until doublets run on through the higher ones.",
            (
                Choice(3),
                Choice(0, (("numbers.delay", 0),)),
                Choice(1, (("numbers.delay", 1),)),
                Choice(2, (("numbers.delay", 2),)),
            ),
        ),
        Option(
            "unused",
            "What happens to numbers that a player cannot use.",
            (
                Choice("opponent_plays"),
                Choice("lost", (("unused", Unused.LOST),)),
            ),
        ),
        Option(
            "head_limit",
            "How many checkers may leave the head in a turn; 0: any number.",
            (
                Choice(0),
                Choice(1, (("+step_rules", HeadLimit(1)),)),
            ),
        ),
        Option(
            "prime_needs_passer",
            "Six points in a row are allowed only if a checker of the opponent's is in front of them.",
            (
                Choice(False),
                Choice(True, (("+turn_rules", PrimeNeedsPasser()),)),
            ),
        ),
    ),
    departures=(
        Departure(
            "Wikipedia and others",
            "doublets climb to the sixes from the fourth turn on",
            "the German collection",
            "a doublet that is played whole earns another throw",
            "gulbar_s4",
        ),
        Departure(
            "the German collection",
            "the opponent plays the numbers that are left",
            "itavli.com",
            "they are lost",
            "unused=lost",
        ),
        Departure(
            "Wikipedia and others",
            "checkers leave the head in any number",
            "vogclub.com",
            "one in a turn",
            "head_limit=1",
        ),
        Departure(
            "Wikipedia and others",
            "six points in a row may always be held",
            "vogclub.com",
            "only with a checker of the opponent's ahead of them",
            "prime_needs_passer=true",
        ),
    ),
)
