"""A play move by move, for formats in which each number of the throw is a move of its own."""

from engine.board import OFF
from engine.match.match import CheckerTurn
from engine.play import Play
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.tables.tables_game import TablesGame


def move_by_move(rules: TablesGame, before: Position, turn: CheckerTurn) -> Play:
    """The play of a turn with a move for each number, where it was written with several in one."""
    dice = turn.roll.dice if turn.roll is not None else ()
    plain = all(
        (pips := move.origin - move.target) in dice or (move.target == OFF and pips <= max(dice, default=0))
        for move in turn.play.moves
    )
    if plain or turn.roll is None:
        return turn.play
    legal = legal_plays(rules, before, turn.side, turn.roll)
    return next((each.play for each in legal if each.position == turn.after), turn.play)
