"""Acey-deucey from the starting position of backgammon.

As acey-deucey, but the game begins with the set-up of backgammon, two checkers on 24, five on 13, three on 8
and five on 6, instead of all checkers in the hand.
"""

from engine.games.acey_deucey import GAME as ACEY_DEUCEY
from engine.tables.tables_game import STANDARD_SETUP

GAME = ACEY_DEUCEY.variant(
    id="acey_deucey_s0",
    names=(("en", "Acey-Deucey from the backgammon set-up"),),
    aliases=("acey deucey standard", "acey deucey backgammon setup"),
    source="Tableside rules A15, preset acey_deucey_s0",
    rules=__doc__,
    setup=STANDARD_SETUP,
)
