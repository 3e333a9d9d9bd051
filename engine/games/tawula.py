"""Tawula, the Turkish backgammon that Falkener learned in 1845: both run the same way, singly over the first half.

Both players begin with all fifteen checkers on their 24, diagonally opposite, and move in the same direction, each to
their 1 and off. Falkener has two of them on the board and the others enter from there. The higher die begins, with the
numbers that decided it; each die is one move, and doublets give nothing extra. From 24 to 14 a player may have only
one checker on a point, the 24 excepted. Single checkers are hit, and enter on 24 to 19, on the 24 or where none of
their own stands; while one waits there, the opponent may not make all six of these points. Bearing off is as in
backgammon, and a win counts one point.
"""

from engine.tables.bases import REVERTIER
from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.restrictions import EnterOnEmpty, LeaveEntry, SinglesBefore
from engine.tables.tables_game import FirstRoll, Tier

GAME = REVERTIER.variant(
    id="tawula",
    names=(("en", "Tawula"),),
    aliases=("tawulah", "tavla of Falkener"),
    source="Falkener 1892, pages 255 and 256, after Ludii, Tawula, and Bell 1988",
    rules=__doc__,
    tier=Tier.HISTORIC,
    first_roll=FirstRoll.USE_BOTH,
    numbers=PLAIN,
    step_rules=(SinglesBefore(13), EnterOnEmpty(head=True)),
    turn_rules=(LeaveEntry(),),
    grades=(SINGLE,),
)
