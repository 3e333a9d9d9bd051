"""Dutch backgammon as the German collection has it: hitting is free from the first turn.

As Dutch backgammon, all checkers coming in from beside the board before any moves; but a single checker of the
opponent's may be hit at any time, in entering too, whether or not a checker has come home.
"""

from engine.games.dutch import GAME as DUTCH

GAME = DUTCH.variant(
    id="dutch_s4",
    names=(("en", "Dutch Backgammon, free hitting"),),
    source="Tableside rules A18, after the German collection",
    rules=__doc__,
    step_rules=(),
    options=(),
)
