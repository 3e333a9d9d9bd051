"""Hypergammon with two checkers.

Each player has two checkers, one each on their 24 and 23. All else is as in hypergammon.
"""

from engine.games.hypergammon import GAME as HYPERGAMMON

GAME = HYPERGAMMON.variant(
    id="hypergammon_two",
    names=(("en", "Hypergammon with two checkers"),),
    aliases=("hypergammon2", "hypergammon (2)", "2-chequer hypergammon", "two-checker hypergammon"),
    source="GNU Backgammon 1.07 (its 2-chequer hypergammon)",
    rules=__doc__,
    men=2,
    setup=((24, 1), (23, 1)),
)
