"""Quinze tablas, fifteen tables, of Alfonso the Wise: three dice, and never more than two checkers on a point.

Each player has two checkers each on their 24, 23, 22, 21, 20, 19 and 18 and one on their 17, and the two run against
each other. There are three dice; each is one move, and equal numbers give nothing extra. No more than two of a player's
checkers may stand on a point. Single checkers are hit, and enter again. A checker is borne off by the exact number
from wherever it stands, whether or not the others are home; who is off first wins one point.

Where neither player has been able to move for twenty turns of the two, the game is drawn.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.restrictions import MostOnPoint
from engine.tables.tables_game import BearOff, FirstRoll, TablesGame, Tier
from engine.tables.winning import NobodyMoves

GAME = TablesGame(
    id="quinze_tablas",
    names=(
        ("en", "Quinze Tablas"),
        ("es", "Quinze tablas"),
    ),
    aliases=("fifteen tables", "quince tablas", "las quinze tablas"),
    source="The book of games of Alfonso X, 1283, folios 73 and 74, after Ludii, Quinze Tablas; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    setup=((24, 2), (23, 2), (22, 2), (21, 2), (20, 2), (19, 2), (18, 2), (17, 1)),
    home=24,
    first_roll=FirstRoll.REROLL,
    dice=3,
    numbers=PLAIN,
    bearoff=BearOff.EXACT,
    step_rules=(MostOnPoint(2),),
    grades=(SINGLE,),
    deadlock=NobodyMoves(),
)
