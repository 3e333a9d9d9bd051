"""Moultezim as Salmi has it: fevga by another name.

As moultezim, but six points in a row must be opened while all the opponent's checkers stand on the one point
right behind them, if any play does; and a win counts two points if the loser has borne off none.
"""

from engine.games.moultezim import GAME as MOULTEZIM
from engine.tables.grades import GAMMON, SINGLE
from engine.tables.restrictions import KeepGap, OpenIfAllTrapped

GAME = MOULTEZIM.variant(
    id="moultezim_s0",
    names=(("en", "Moultezim after Salmi"),),
    aliases=("moultezim as fevga",),
    source="Tableside rules A12, after Salmi; brainking.com",
    rules=__doc__,
    turn_rules=(KeepGap(), OpenIfAllTrapped()),
    grades=(GAMMON, SINGLE),
    options=(),
)
