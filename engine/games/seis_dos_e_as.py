"""Seis, dos e as, a game of Alfonso the Wise: both start from the same quarter and run the same way, with three dice.

Both players go the same way over the same points. White has eight checkers on the 18, four on the 14 and three
on the 13; Black five each on the 17, 16 and 15. There are three dice; each is one move, and equal numbers give
nothing extra. Single checkers are hit, and enter on the 24 to 19. A player bears off as in backgammon once all
their checkers are home; who is off first wins one point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import FirstRoll, Relation, TablesGame, Tier

GAME = TablesGame(
    id="seis_dos_e_as",
    names=(
        ("en", "Seis, Dos e As"),
        ("es", "Seis, dos e as"),
    ),
    aliases=("seys dos e as", "seys dos y as", "seis dos et as", "seis dos y as", "six two and ace"),
    source="The book of games of Alfonso X, 1283, folio 75, after Ludii, Seys Dos y As; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    relation=Relation.PARALLEL_SAME,
    setup=((18, 8), (14, 4), (13, 3)),
    setup_black=((17, 5), (16, 5), (15, 5)),
    first_roll=FirstRoll.REROLL,
    dice=3,
    numbers=PLAIN,
    grades=(SINGLE,),
)
