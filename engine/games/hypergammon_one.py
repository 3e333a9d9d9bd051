"""Hypergammon with one checker.

Each player has a single checker, on their 24. All else is as in hypergammon. Whoever loses has borne off nothing: where
gammons count, every win is one.
"""

from engine.games.hypergammon import GAME as HYPERGAMMON

GAME = HYPERGAMMON.variant(
    id="hypergammon_one",
    names=(("en", "Hypergammon with one checker"),),
    aliases=("hypergammon1", "hypergammon (1)", "1-chequer hypergammon", "one-checker hypergammon"),
    source="GNU Backgammon 1.07 (its 1-chequer hypergammon)",
    rules=__doc__,
    men=1,
    setup=((24, 1),),
)
