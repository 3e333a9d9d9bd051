"""Laquet, a game of Alfonso the Wise: both run the same way over the same points, and nothing is hit.

Both players go the same way over the same points. White has fourteen checkers on the 24 and one on the 1; Black three
each on the 23, 22, 21 and 20, two on the 19 and one on the 12. Each die is one move, and doublets give nothing extra. A
point that holds a checker of the opponent's is closed, and nothing is hit. A number that the thrower cannot play is
played by the opponent, if they can. A player bears off as in backgammon once all their checkers are home; who is off
first wins one point.
"""

from engine.tables.bases import RUNNING
from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import NextGame, Relation, Tier, Unused

GAME = RUNNING.variant(
    id="laquet",
    names=(
        ("en", "Laquet"),
        ("es", "Laquet"),
    ),
    source="The book of games of Alfonso X, 1283, folio 78, after Ludii, Laquet; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    relation=Relation.PARALLEL_SAME,
    setup=((24, 14), (1, 1)),
    setup_black=((23, 3), (22, 3), (21, 3), (20, 3), (19, 2), (12, 1)),
    next_game=NextGame.DECIDE_AGAIN,
    numbers=PLAIN,
    unused=Unused.OPPONENT_PLAYS,
    grades=(SINGLE,),
)
