"""The replay of a record under the rules: which plays of a match were illegal, and why."""

from dataclasses import replace
from typing import NamedTuple

from engine.board import BAR
from engine.dice import Roll, roll_in
from engine.faults.explain import explain
from engine.match.match import CheckerTurn, Match
from engine.play import Fault
from engine.plays.legal import listed_plays
from engine.plays.membership import may_end_so
from engine.plays.notation import made
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import TablesGame


class RecordFault(NamedTuple):
    """An illegal play of a record: the game and the turn in it, both counted from 1, and what is wrong."""

    game: int
    turn: int
    fault: Fault


def written_roll(game: Rules, position: Position, dice: tuple[int, ...], *, carried: bool = False) -> Roll:
    """The roll that a record says was played from a position: numbers that are owed, else a throw that the game has.

    Raises InvalidRoll.
    """
    if position.past.owed or not isinstance(game, TablesGame):
        return Roll(dice, carried, carried and position.past.either)
    return replace(roll_in(game, dice), carried=carried)


def replay(match: Match) -> list[RecordFault]:
    """The illegal plays of a match, in order; after each the replay goes on from the board as it was left.

    Plays whose roll is not on record are not judged.
    """
    found: list[RecordFault] = []
    for number, each in enumerate(match.games, 1):
        position, game = each.start, match.rules(each)
        for index, turn in enumerate(each.turns, 1):
            if isinstance(turn, CheckerTurn):
                fault = fault_of(game, position, turn)
                if fault is not None:
                    found.append(RecordFault(number, index, fault))
                position = turn.after
    return found


def fault_of(game: Rules, before: Position, turn: CheckerTurn) -> Fault | None:
    """What is wrong with a turn played from a position; None where it is legal or its roll is unknown."""
    if turn.roll is None and game.dice:
        return None
    men = list(before.of(turn.side))
    for move in turn.play.moves if isinstance(game, TablesGame) else ():
        if not men[move.origin]:
            args = (("mover", turn.side.value), ("point", "the bar" if move.origin == BAR else move.origin))
            legal = listed_plays(game, before, turn.side, turn.roll)
            nearest = legal[0].play if legal else None
            return Fault("R.conservation", "no_checker", args, (move.origin,), nearest)
        men[move.origin] -= 1
        men[move.target] += 1
    if not may_end_so(game, before, turn.side, turn.roll, turn.after):
        return explain(game, before, turn.side, turn.roll, turn.after)
    led = led_to(game, before, turn)
    if led == turn.after or may_end_so(game, before, turn.side, turn.roll, led):
        return None
    return explain(game, before, turn.side, turn.roll, led)


def led_to(game: Rules, before: Position, turn: CheckerTurn) -> Position:
    """The board to which the moves of a turn lead, which somebody may have changed in a
    file without the board after it.

    In games of a family moves do not tell all that happens on the board; there it is the board after it.
    """
    if isinstance(game, TablesGame) and game.family is not None:
        return turn.after
    return made(game, before, turn.side, turn.play)
