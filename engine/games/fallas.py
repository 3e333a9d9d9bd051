"""Fallas, a game of Alfonso the Wise, in England fayles: who cannot play a number that was thrown has lost.

Each player has thirteen checkers on their 6 and two on their 24, and brings them home in contrary directions, as in
backgammon. There are three dice; each is one move, and equal numbers give nothing extra. Single checkers are hit and
enter again before any other moves. A player bears off as in backgammon once all their checkers are home; who is off
first wins one point.

A player who cannot play a number that they have thrown has lost one point at once. Numbers that are left when the last
checker is off do not count.
"""

from engine.tables.grades import SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.tables_game import FirstRoll, TablesGame, Tier, Unused

GAME = TablesGame(
    id="fallas",
    names=(
        ("en", "Fallas"),
        ("es", "Fallas"),
    ),
    aliases=("fayles", "fails", "faille", "failles", "faylis"),
    source="The book of games of Alfonso X, 1283, folios 74 and 75, after Golladay and Murray; reconstructed",
    reconstructed=True,
    rules=__doc__,
    tier=Tier.HISTORIC,
    first_roll=FirstRoll.REROLL,
    setup=((24, 2), (6, 13)),
    dice=3,
    numbers=PLAIN,
    unused=Unused.LOSES,
    grades=(SINGLE,),
)
