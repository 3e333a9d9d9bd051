"""Jacquet with the triple three: three moves for 3-3, four for every other doublet.

As jacquet, but 3-3 gives three moves of three. All other doublets give four moves.
"""

from engine.games.jacquet import GAME as JACQUET
from engine.tables.numbers import Product

GAME = JACQUET.variant(
    id="jacquet_triple_three",
    names=(("en", "Jacquet with the triple three"),),
    aliases=("triple three",),
    source="Tableside rules A22",
    rules=__doc__,
    numbers=Product((3,)),
)
