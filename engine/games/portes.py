"""Portes, the Greek game of doors: backgammon without the cube.

As backgammon, but both dice are thrown again after it is decided who begins, so that the first play can be a doublet;
the winner of a game begins the next; a win counts one point, or two if the loser has borne off no checker.
"""

from engine.tables.bases import NEAR_EASTERN

GAME = NEAR_EASTERN.variant(
    id="portes",
    names=(("en", "Portes"), ("el", "Πόρτες")),
    aliases=("doors", "greek backgammon", "greek portes"),
    source="Tableside rules A3",
    rules=__doc__,
)
