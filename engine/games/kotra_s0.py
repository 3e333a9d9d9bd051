"""Kotra as Salmi has it: begun by the lower die, as in the other games of the North.

As kotra, but who throws the lower die begins, and throws both dice again.
"""

from engine.games.kotra import GAME as KOTRA
from engine.tables.tables_game import Decide, FirstRoll

GAME = KOTRA.variant(
    id="kotra_s0",
    names=(("en", "Kotra after Salmi"),),
    source="Tableside rules A26, after Salmi",
    rules=__doc__,
    decide=Decide.LOW_DIE,
    first_roll=FirstRoll.REROLL,
    options=KOTRA.options_but("opening"),
)
