"""Remarks: what a legal turn brought about besides moves, as sentences: chips, and terms of the game's tradition."""

from engine.board import Side
from engine.dice import Roll
from engine.outcome import Outcome
from engine.plays.next_past import chips_of, moment_of
from engine.plays.result import win_of
from engine.position import Position
from engine.tables.tables import TablesGame
from engine.words.texts import REMARKS
from engine.words.wording import Names


def remarks(
    game: TablesGame, before: Position, side: Side, roll: Roll, outcome: Outcome, names: Names
) -> tuple[str, ...]:
    """What there is to tell of a turn that led from a position to this outcome.

    >>> from engine.games import find_game
    >>> from engine.plays.legal import legal_plays
    >>> game, roll = find_game("swedish_tables"), Roll.of(6, 6)
    >>> (only,) = legal_plays(game, game.start, Side.WHITE, roll)
    >>> remarks(game, game.start, Side.WHITE, roll, only, Names("Anna", "Ben"))
    ('Fåt: Anna cannot play 3 of the numbers.',)
    """
    if game.family is not None:
        return ()
    after = outcome.position
    won = chips_of(game, after.past, side) - chips_of(game, before.past, side)
    told = [("told_chips" if won > 0 else "told_chips_lost", abs(won))] if won else []
    if game.terms:
        moment = moment_of(game, before, side)._replace(own=after.of(side), theirs=after.of(side.other))
        over = win_of(game, after, side) is not None
        unplayed = 0 if over else len(game.units(roll, before.past, side)) - len(outcome.play.moves)
        told += [(term.message, term.count(moment, unplayed)) for term in game.terms]
    mover, opponent = names.of(side), names.of(side.other)
    return tuple(
        names.translator.many(*REMARKS[message], count, mover=mover, opponent=opponent)
        for message, count in told
        if count
    )
