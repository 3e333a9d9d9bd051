"""Emperador, the game that Alfonso the Wise made: as the English game, and who cannot be entered any more has lost.

As ludus anglicorum: all fifteen checkers of each player start from their 24 and run against each other, with three
dice. A player also wins, by a prime, as soon as the opponent has more checkers on the bar than points of the first
quarter on which none of their own stands. A prime counts two points, any other win one.
"""

from engine.games.ludus_anglicorum import GAME as LUDUS_ANGLICORUM
from engine.tables.winning import Jan

GAME = LUDUS_ANGLICORUM.variant(
    id="emperador",
    names=(
        ("en", "Emperador"),
        ("es", "Emperador"),
    ),
    aliases=("emperor", "the emperor's game"),
    source="The book of games of Alfonso X, 1283, folios 75v and 76r, after Golladay and Ludii; reconstructed",
    reconstructed=True,
    rules=__doc__,
    wins=(Jan("prime", 2),),
)
