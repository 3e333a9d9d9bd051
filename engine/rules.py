"""The rules of whatever is played: a game of the tables family, or one of the tafl family."""

from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame

Rules = TablesGame | TaflGame
"""A game as it is declared; what is common to both kinds is asked of it, what differs is found by `isinstance`."""
