"""Provincial, a game of fourteenth-century England: three dice, from the 19 and the 18.

Each player has eight checkers on their 19 and seven on their 18. There are three dice; each is one move, and equal
numbers give nothing extra. All else is as in backgammon, but without gammons and without the cube: who is off first
wins one point.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import FirstRoll, TablesGame, Tier

GAME = TablesGame(
    id="provincial",
    names=(("en", "Provincial"),),
    source="British Library, Royal MS 13 A xviii (14th century), after Murray 1951 and Ludii; reconstructed",
    reconstructed=True,
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    tier=Tier.HISTORIC,
    setup=((19, 8), (18, 7)),
    dice=3,
    numbers=PLAIN,
    grades=(SINGLE,),
)
