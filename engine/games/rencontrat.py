"""Rencontrat of Alfonso the Wise, of which no rules are known: played here like verkehren.

The rules are reconstructed, from no more than the remark that the game resembles revertier. As verkehren:
all fifteen checkers start from the 24, diagonally opposite, and run in the same direction; they stand single
from 24 to 14 and may make points, any number of them in a row, from 13 on; single checkers are hit; points
are never broken. A win counts one point, or two if the loser has borne off no checker; so does a jan.
"""

from engine.games.verkehren import GAME as VERKEHREN
from engine.tables.tables_game import GAMMON, SINGLE, Tier

GAME = VERKEHREN.variant(
    id="rencontrat",
    names=(
        ("en", "Rencontrat"),
        ("es", "Reencontrat"),
    ),
    aliases=("reencontrate", "los romanos", "los romanos reencontrat"),
    source="Tableside rules B19; the book of games of Alfonso X, 1283; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    grades=(GAMMON, SINGLE),
    options=(),
)
