"""Dames rabattues: fifteen checkers in six piles are laid down and then lifted, each by its own number.

Nothing travels in this game, which is one of pure luck. Each player has six piles, one for each number of a
die: two checkers each for the 1, the 2 and the 3, and three each for the 4, the 5 and the 6. The piles stand
on their points 7 (for the 1) to 12 (for the 6), and their home table is empty at first. The higher die begins,
and throws both dice again.

Each number lays one checker of its pile down: it goes six points on, to the point in the home table which has
that number. Once all fifteen are laid down, which may be in the middle of a throw, each number lifts a
checker from the point of that number and takes it off the board. As long as a pile stands nothing can be
lifted. Who has lifted all their checkers first has won.

A number that the thrower cannot use is used by the opponent, if they can, before they throw themselves; if neither
can, it is lost. A doublet is two of its number, and gives another throw once it has been used, by whomever.
"""

from engine.rabattues import Rabattues
from engine.tables.numbers import Plain, ThrowsAgain
from engine.tables.options import Departure
from engine.tables.tables_game import SINGLE, Choice, FirstRoll, Option, TablesGame, Tier, Unused

GAME = TablesGame(
    id="dames_rabattues",
    names=(
        ("en", "Dames Rabattues"),
        ("fr", "Dames rabattues"),
    ),
    aliases=("tables rabattues", "tables rabbatuees", "laid-down checkers"),
    source="Tableside rules B22; Charpentier, Paris 1699",
    rules=__doc__,
    tier=Tier.HISTORIC,
    setup=((12, 3), (11, 3), (10, 3), (9, 2), (8, 2), (7, 2)),
    first_roll=FirstRoll.REROLL,
    numbers=Plain(ThrowsAgain.ALWAYS),
    unused=Unused.OPPONENT_PLAYS,
    grades=(SINGLE,),
    family=Rabattues(),
    options=(
        Option(
            "restack",
            "Once laid down, all are piled up again by the same numbers, and then lifted from the piles.",
            (Choice(False), Choice(True, (("family.restack", True),))),
        ),
    ),
    departures=(
        Departure(
            "Charpentier",
            "checkers are lifted once all are laid down",
            "Ludii",
            "all are piled up again before that",
            "restack=true",
        ),
    ),
)
