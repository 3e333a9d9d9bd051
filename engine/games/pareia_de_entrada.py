"""Pareia de entrada, a game of Alfonso the Wise: both enter in the same quarter and run the same way.

Both players begin with all fifteen checkers in hand and go the same way over the same points; they enter on the 24
to 19, and may move on before all have entered. The source has two or three dice; here there are two. Each die is
one move, and a doublet gives another throw. Single checkers are hit, and enter again before any other moves. A
player bears off as in backgammon once all their checkers are home; who is off first wins one point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import Plain, ThrowsAgain
from engine.tables.tables_game import HAND, FirstRoll, Relation, TablesGame, Tier

GAME = TablesGame(
    id="pareia_de_entrada",
    names=(
        ("en", "Pareia de Entrada"),
        ("es", "Pareia de entrada"),
    ),
    aliases=("pareja de entrada",),
    source="The book of games of Alfonso X, 1283, folios 76 and 77, after Ludii, Pareia de Entrada; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    relation=Relation.PARALLEL_SAME,
    setup=HAND,
    enter_first=0,
    first_roll=FirstRoll.REROLL,
    numbers=Plain(ThrowsAgain.ALWAYS),
    grades=(SINGLE,),
)
