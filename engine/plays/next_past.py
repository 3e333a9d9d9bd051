"""The course of a game: how its past grows turn by turn."""

from dataclasses import replace

from engine.board import OFF, Side
from engine.dice import Roll
from engine.past import NOTHING_PAST, Pair, Past, one_of, with_one
from engine.position import Position
from engine.rules import Rules
from engine.tables.moment import Moment
from engine.tables.tables import Landing, LastTurn, TablesGame, Unused
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import tafl_stands


def moment_of(game: TablesGame, position: Position, side: Side, doublet: bool = False) -> Moment:
    """The moment at which a side's turn begins."""
    own, theirs = position.of(side), position.of(side.other)
    return Moment(
        own,
        theirs,
        own,
        theirs,
        game.facing(side),
        one_of(position.past.hand, side),
        one_of(position.past.turns, side) == 0,
        doublet,
        won=chips_of(game, position.past, side),
    )


def advanced(
    game: TablesGame,
    before: Position,
    side: Side,
    roll: Roll | None,
    own: tuple[int, ...],
    theirs: tuple[int, ...],
    *,
    left: tuple[int, ...] = (),
    again: bool = False,
) -> Past:
    """The past after a side's turn that ended with these counts, `left` being the numbers that it did not play.

    `again` says that the throw gives another one; a turn without a throw, and one with carried numbers, is not counted.
    """
    if not game.remembers:
        return NOTHING_PAST
    past = before.past
    thrown = roll is not None and not roll.carried
    doublet = thrown and roll is not None and game.numbers_at(past).is_doublet(roll)
    opener = past.opener or side
    last_turn = past.last_turn
    if last_turn is None and own[OFF] == game.men and game.last_turn is not LastTurn.NOBODY:
        second_player = game.last_turn is LastTurn.SECOND_PLAYER
        last_turn = side.other if side is opener or not second_player else None
    bar = game.bar
    moment = moment_of(game, before, side)._replace(own=own, theirs=theirs)
    return Past(
        hand=with_one(past.hand, side, min(one_of(past.hand, side), own[bar])),
        turns=with_one(past.turns, side, one_of(past.turns, side) + thrown),
        doublets=with_one(past.doublets, side, one_of(past.doublets, side) + doublet),
        pinned=_pinned(game, past, side, moment) if game.landing is Landing.PIN else (0, 0),
        owed=left if game.unused is Unused.OPPONENT_PLAYS and thrown and own[OFF] != game.men else (),
        again=again and own[OFF] != game.men and (not game.again_at_home or _all_home(game, before.of(side))),
        broken=moment.broken_here() if game.breaks else 0,
        last_turn=last_turn,
        opener=opener,
        tally=_chips(game, past, side, moment, roll),
        history=past.history,
        idle=0 if game.deadlock is None or game.deadlock.progress(moment) else past.idle + 1,
    )


def remembers_points(game: TablesGame) -> bool:
    """Whether the past after a turn depends on where the checkers stand, not only on how many are out and off."""
    return bool(game.breaks or game.chips or game.deadlock is not None or game.landing is Landing.PIN)


def in_hand(past: Past, side: Side, own: tuple[int, ...]) -> Past:
    """The past at a moment of a side's turn: what it has brought in is no longer in hand."""
    return replace(past, hand=with_one(past.hand, side, min(one_of(past.hand, side), own[-1])))


def after_turn(game: Rules, before: Position, side: Side, roll: Roll | None, seen: Position) -> Position:
    """A board that was seen at the end of a turn, legal or not, with the past that it has there."""
    if isinstance(game, TaflGame):
        return tafl_stands(game, before, side, seen)
    if game.family is not None:
        return seen if roll is None else game.family.stands(game, before, side, roll, seen)
    past = advanced(game, before, side, roll, seen.of(side), seen.of(side.other))
    return Position(seen.white, seen.black, past)


def _all_home(game: TablesGame, own: tuple[int, ...]) -> bool:
    """Whether none of a side's checkers stands before its home table, on the bar or in the hand."""
    return not any(own[game.home + 1 :])


def _pinned(game: TablesGame, past: Past, side: Side, moment: Moment) -> Pair:
    """The pinned checkers of both sides: the mover's are as they were, the opponent's are those they stand upon."""
    own_pinned, theirs_pinned = one_of(past.pinned, side), 0
    for point in range(1, game.bar):
        facing = moment.facing[point]
        if moment.own[point] and moment.theirs[facing] and not own_pinned >> point & 1:
            theirs_pinned |= 1 << facing
    return (own_pinned, theirs_pinned) if side is Side.WHITE else (theirs_pinned, own_pinned)


def chips_of(game: TablesGame, past: Past, side: Side) -> int:
    """The chips that a side has won in the course of the game."""
    if not game.chips or not past.tally:
        return 0
    return past.tally[0 if side is Side.WHITE else 1]


def _chips(game: TablesGame, past: Past, side: Side, moment: Moment, roll: Roll | None) -> tuple[int, ...]:
    """The chips that each side has won in the course of the game."""
    if not game.chips:
        return past.tally
    won = sum(rule.chips(moment, roll) for rule in game.chips)
    white, black = past.tally or (0, 0)
    return (white + won, black) if side is Side.WHITE else (white, black + won)
