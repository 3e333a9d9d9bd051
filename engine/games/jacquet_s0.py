"""Contrary jacquet: both players start at the same end of the board and run in opposite directions.

As jacquet, but the two 24 points lie opposite each other at the same end of the board, and the players move
in contrary directions: the start of each is the last point of the other.
"""

from engine.games.jacquet import GAME as JACQUET
from engine.tables.tables_game import Relation

GAME = JACQUET.variant(
    id="jacquet_s0",
    names=(("en", "Contrary Jacquet"),),
    aliases=("jacquet contrary",),
    source="Tableside rules A22, preset jacquet_s0",
    rules=__doc__,
    relation=Relation.CONTRARY,
)
