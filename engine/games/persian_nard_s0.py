"""Takhte nard as Salmi has it: a hitter in the home table may move on, but not into safety.

As takhte nard, but a checker that has hit on its own points 6 to 1 may move again in the same turn, only not to
a point where it would join one of its own.
"""

from engine.games.persian_nard import GAME as PERSIAN_NARD
from engine.tables.restrictions import NoHitAndRun

GAME = PERSIAN_NARD.variant(
    id="persian_nard_s0",
    names=(("en", "Takhte Nard after Salmi"),),
    source="Tableside rules A10, after Salmi",
    rules=__doc__,
    step_rules=(NoHitAndRun(only_to_safety=True),),
    options=(),
)
