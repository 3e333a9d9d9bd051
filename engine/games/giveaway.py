"""Giveaway: short nardy turned round; who is off first loses.

As short nardy, and every duty stays: what can be played must be played, and what can be borne off must not
be held back otherwise than the rules allow. But the player who bears off their last checker first loses, one
point. If the other bears off their last checker in the very next turn, the game is drawn.
"""

from engine.tables.grades import SINGLE
from engine.tables.moment import FirstTurn
from engine.tables.restrictions import HeadLimit, PrimeNeedsPasser
from engine.tables.tables_game import (
    HEAD,
    Choice,
    FirstRoll,
    Landing,
    LastTurn,
    NextGame,
    Option,
    Relation,
    TablesGame,
)

GAME = TablesGame(
    id="giveaway",
    names=(
        ("en", "Giveaway"),
        ("ru", "Поддавки"),
    ),
    aliases=("podavki", "poddavki", "losing backgammon", "misère", "нарды-поддавки", "нарды в поддавки"),
    source="Tableside rules A30",
    rules=__doc__,
    grades=(SINGLE,),
    last_turn=LastTurn.ANYBODY,
    giveaway=True,
    options=(
        Option(
            "base",
            "The game that is turned round.",
            (
                Choice("short_nardy"),
                Choice(
                    "long_nardy",
                    (
                        ("relation", Relation.PARALLEL_OPPOSITE),
                        ("setup", HEAD),
                        ("first_roll", FirstRoll.REROLL),
                        ("next_game", NextGame.WINNER),
                        ("landing", Landing.SOLO_BLOCK),
                        ("block_at", 1),
                        ("step_rules", (HeadLimit(1),)),
                        ("first_turn", FirstTurn(HeadLimit(1), HeadLimit(2))),
                        ("turn_rules", (PrimeNeedsPasser(),)),
                    ),
                ),
            ),
        ),
        Option(
            "equaliser",
            "The game is drawn if the other player is off too in the next turn.",
            (
                Choice(True),
                Choice(False, (("last_turn", LastTurn.NOBODY),)),
            ),
        ),
    ),
)
