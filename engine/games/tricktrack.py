"""Tricktrack: puff in which 2-1 is a doublet too.

As contrary puff, but 2-1 is treated as a doublet: as a player's first one, it gives a 1, a 2, and then the
lower faces, a 5 and a 6; as a later one, each of them twice and another throw. The numbers are played in
ascending order. (The French trictrac is another game.)
"""

from engine.games.puff_contrary import GAME as PUFF_CONTRARY
from engine.tables.numbers import UnderFaces

GAME = PUFF_CONTRARY.variant(
    id="tricktrack",
    names=(
        ("en", "Tricktrack"),
        ("de", "Tricktrack"),
    ),
    aliases=("trik-trak",),
    source="Tableside rules A28, preset tricktrack",
    rules=__doc__,
    numbers=UnderFaces(two_one=True),
)
