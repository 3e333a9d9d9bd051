"""Kız tavlası, a simple tavla of Anatolia: piles are laid down and then borne off, a whole one by a doublet.

Each player has six piles, one for each number of a die, as in dames rabattues: two checkers each for the 1, the
2 and the 3, and three each for the 4, the 5 and the 6. Each number lays one checker of its pile down; once all
are laid down, each number bears one off. A doublet does one of the two with all the checkers of its number: what
lays the last of them down bears nothing off in the same throw. What the thrower cannot use is lost. Who has borne
off all their checkers first has won.
"""

from engine.games.dames_rabattues import GAME as DAMES_RABATTUES
from engine.rabattues import Rabattues
from engine.tables.numbers import TWICE
from engine.tables.tables_game import Tier, Unused

GAME = DAMES_RABATTUES.variant(
    id="kiz_tavlasi",
    names=(
        ("en", "Kız Tavlası"),
        ("tr", "Kız tavlası"),
    ),
    aliases=("girls' tavla", "kiz tavlasi"),
    source="F. Parlak, 2020, after Ludii, Kız Tavlası",
    rules=__doc__,
    tier=Tier.PLAYED,
    # A pile holds three at most: four of a number are all of them.
    numbers=TWICE,
    unused=Unused.LOST,
    family=Rabattues(doublet_does_one=True),
    options=(),
)
