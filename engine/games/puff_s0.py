"""Puff as Salmi has it: the lower faces of a doublet must be played, too.

As contrary puff, but the lower faces of a doublet are not left to the player's choice: they must be played as
far as they can be, once all the upper ones have been.
"""

from engine.games.puff_contrary import GAME as PUFF_CONTRARY
from engine.tables.numbers import UnderFaces

GAME = PUFF_CONTRARY.variant(
    id="puff_s0",
    names=(("en", "Puff after Salmi"),),
    source="Tableside rules A28, after Salmi",
    rules=__doc__,
    numbers=UnderFaces(lower_optional=False),
    options=PUFF_CONTRARY.options_but("lower_compulsory"),
)
