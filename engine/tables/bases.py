"""Bases: what the games of one kin have in common (the profiles of rules section 1.1); not games themselves.

A game's file says `GAME = RUNNING.variant(...)` and only what is different.
"""

from engine.tables.grades import GAMMON, SINGLE
from engine.tables.numbers import PLAIN
from engine.tables.restrictions import EnterOnEmpty, SinglesBefore
from engine.tables.tables import HEAD, FirstRoll, Landing, NextGame, Relation, TablesGame, Tier

RUNNING = TablesGame(
    id="running games",
    names=(("en", "Running games"),),
    source="Tableside rules 1.1, BASE_RUN",
    rules=None,
    setup=HEAD,
    relation=Relation.PARALLEL_OPPOSITE,
    first_roll=FirstRoll.REROLL,
    next_game=NextGame.WINNER,
    landing=Landing.SOLO_BLOCK,
    block_at=1,
    grades=(GAMMON, SINGLE),
)
"""Both run the same way from opposite corners; nothing is hit, and one checker closes a point."""

REVERTIER = TablesGame(
    id="revertier family",
    names=(("en", "Revertier family"),),
    source="Tableside rules 1.1, BASE_REV",
    rules=None,
    setup=HEAD,
    relation=Relation.PARALLEL_OPPOSITE,
    first_roll=FirstRoll.REROLL,
    step_rules=(SinglesBefore(13), EnterOnEmpty()),
)
"""Both run the same way from opposite corners, singly until the huk; what is hit enters where none of its own stands."""

NEAR_EASTERN = TablesGame(
    id="near eastern tables",
    names=(("en", "Near Eastern tables"),),
    source="Tableside rules A9",
    rules=None,
    first_roll=FirstRoll.REROLL,
    next_game=NextGame.WINNER,
    grades=(GAMMON, SINGLE),
)
"""Backgammon without the cube and the triple game, the winner beginning anew."""

CHINESE = TablesGame(
    id="shuanglu",
    names=(("en", "Shuanglu"),),
    source="Tableside rules 3, BASE_CN",
    rules=None,
    tier=Tier.HISTORIC,
    numbers=PLAIN,
    grades=(GAMMON, SINGLE),
)
"""Backgammon in which every die is played once, for one chip or two."""
