"""The rules of whatever is played: a game of the tables family, or one of the tafl family."""

from engine.tables.tables_game import DiceSource, TablesGame
from engine.tafl.tafl_game import TaflGame

Rules = TablesGame | TaflGame
"""A game as it is declared; what is common to both kinds is asked of it, what differs is found by `isinstance`."""


def gives_numbers(rules: Rules) -> bool:
    """Whether the numbers of a game are given to who plays: nothing is thrown in it."""
    return isinstance(rules, TablesGame) and rules.source_of_dice is not DiceSource.THROWN
