"""Ludus Anglicorum, the English game of the fourteenth century: three dice, and all checkers start from one point.

Each player has all fifteen checkers on their 24, which is the opponent's ace point, and brings them round to their
1 and off. There are three dice; each is one move, and equal numbers give nothing extra. In the first quarter, from
24 to 19, a player's checkers stand singly, those that have not yet started excepted. Single checkers are hit, and
enter again in the first quarter, on points where none of their own stands. A player bears off as in backgammon once
all their checkers are home. Who is off first wins one point.

Where neither player has been able to move for twenty turns of the two, the game is drawn.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.restrictions import EnterOnEmpty, SinglesBefore
from engine.tables.tables_game import HEAD, FirstRoll, TablesGame, Tier
from engine.tables.winning import NobodyMoves

GAME = TablesGame(
    id="ludus_anglicorum",
    names=(
        ("en", "Ludus Anglicorum"),
        ("la", "Ludus Anglicorum"),
    ),
    aliases=("the english game", "english tables", "old english", "old english game"),
    source="British Library, Royal MS 13 A xviii (14th century), after Murray 1951 and Ludii; reconstructed",
    reconstructed=True,
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    tier=Tier.HISTORIC,
    setup=HEAD,
    dice=3,
    numbers=PLAIN,
    step_rules=(SinglesBefore(18), EnterOnEmpty()),
    grades=(SINGLE,),
    deadlock=NobodyMoves(),
)
