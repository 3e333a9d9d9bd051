"""Long puff: puff in which both players enter in the same quarter and run the same way.

As contrary puff, but both players enter their checkers in the same quarter, on points 24 to 19, and move in
the same direction along the same points to the same home table.
"""

from engine.games.puff_contrary import GAME as PUFF_CONTRARY
from engine.tables.tables_game import Choice, Option, Relation

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
    options=(
        *PUFF_CONTRARY.options,
        Option(
            "two_one",
            "2-1 is a doublet too: 1, 2, and then the lower faces, 5 and 6.",
            (Choice(False), Choice(True, (("numbers.two_one", True),))),
        ),
    ),
)
