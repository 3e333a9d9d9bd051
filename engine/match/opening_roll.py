"""Who begins a game (rules sections 1.11 and 5.6)."""

from engine.board import Side
from engine.rules import Rules
from engine.tables.tables import Decide, NextGame


def begins(game: Rules, white: int, black: int) -> Side | None:
    """Who begins after a die each; None for a tie."""
    if white == black:
        return None
    higher = Side.WHITE if white > black else Side.BLACK
    return higher.other if game.decide is Decide.LOW_DIE else higher


def first_to_play(game: Rules) -> Side | None:
    """Who begins the first game of a match without any dice being thrown for it; None where that is to be decided."""
    return Side.WHITE if game.decide is Decide.WHITE_FIRST else None


def next_to_play(before: Rules, winner: Side | None) -> Side | None:
    """Who begins the game after one that this side has won (None: a draw); None where it is decided as at first."""
    if winner is None:
        return None
    match before.next_game:
        case NextGame.WINNER:
            return winner
        case NextGame.LOSER:
            return winner.other
        case NextGame.DECIDE_AGAIN:
            return None
