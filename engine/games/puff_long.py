"""Long puff: puff in which both players enter in the same quarter and run the same way.

As contrary puff, but both players enter their checkers in the same quarter, on points 24 to 19, and move in
the same direction along the same points to the same home table.
"""

from engine.games.puff_contrary import GAME as PUFF_CONTRARY
from engine.tables.tables import Relation

GAME = PUFF_CONTRARY.variant(
    id="puff_long",
    names=(
        ("en", "Long Puff"),
        ("de", "Langer Puff"),
    ),
    aliases=("lange puff", "langpuff"),
    source="Tableside rules A28; Ludii, Lange Puff",
    rules=__doc__,
    relation=Relation.PARALLEL_SAME,
)
