"""The games that programs for backgammon can play through, by whatever name they are played here."""

from collections.abc import Collection

from engine.games import find_game
from engine.rules import Rules
from engine.tables.tables_game import TablesGame

BACKGAMMON = "backgammon"
"""The game that such programs and their formats are for."""
HYPERGAMMON = ("hypergammon_one", "hypergammon_two", "hypergammon")
"""Hypergammon with one checker, two, three."""


def variation_of(game: Rules) -> str | None:
    """The game, of those that programs for backgammon know, that they would play it as; None where there is none."""
    if not isinstance(game, TablesGame) or game.giveaway:
        return None
    if game.start == find_game(BACKGAMMON).start:
        return BACKGAMMON
    known = game.id in ("nackgammon", "longgammon") or (game.id in HYPERGAMMON and len(game.grades) == 3)
    return game.id if known else None


def is_played_as(game: Rules, others: Collection[str]) -> bool:
    """Whether programs for backgammon that know `others` of these games, too, can play through a game."""
    return variation_of(game) in (BACKGAMMON, *others)


def is_known(game: Rules) -> bool:
    """Whether programs for backgammon can play through a game, as far as it is played as they know it."""
    return variation_of(game) == BACKGAMMON
