"""Gulbar: gul bara with plain doublets, in which a whole doublet earns another throw.

As gul bara, but a doublet is only four moves of its number, throughout the game. Who has played all four
throws again; who has not leaves the rest to their opponent, who plays it with their own checkers before they
throw, and there is no extra throw. Numbers of other throws that cannot be used go to the opponent likewise.
"""

from engine.tables.bases import RUNNING
from engine.tables.numbers import ThrowsAgain, Twice
from engine.tables.tables_game import Choice, Option, Unused

GAME = RUNNING.variant(
    id="gulbar_s4",
    names=(
        ("en", "Gulbar"),
        ("de", "Gulbar"),
    ),
    aliases=("guelbar",),
    source="Tableside rules A13, preset gulbar_s4",
    rules=__doc__,
    numbers=Twice(ThrowsAgain.IF_PLAYED),
    unused=Unused.OPPONENT_PLAYS,
    options=(
        Option(
            "unused",
            "What happens to numbers that a player cannot use.",
            (
                Choice("opponent_plays"),
                Choice("lost", (("unused", Unused.LOST),)),
            ),
        ),
    ),
)
