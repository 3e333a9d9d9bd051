"""Jacquet with hitting: single checkers are hit and enter again in their own starting quarter.

As jacquet, but a single checker can be hit, and two close a point. A checker that was hit waits on the bar
and must enter on the points 24 to 19 of its owner before they play anything else.
"""

from engine.games.jacquet import GAME as JACQUET
from engine.tables.tables_game import Landing

GAME = JACQUET.variant(
    id="jacquet_hit",
    names=(("en", "Jacquet with hitting"),),
    aliases=("jacquet hitting",),
    source="Tableside rules A22; 1on1backgammon.com",
    rules=__doc__,
    landing=Landing.HIT,
    block_at=2,
)
