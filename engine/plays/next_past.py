"""The course of a game: how its past grows turn by turn."""

from dataclasses import replace
from itertools import combinations

from engine.board import OFF, Side
from engine.dice import Roll
from engine.past import NOTHING_PAST, Pair, Past, one_of, with_one
from engine.position import Position
from engine.rules import Rules
from engine.tables.moment import Moment
from engine.tables.tables_game import Landing, LastTurn, TablesGame, Unused
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import tafl_stands

MOST_UNTOLD = 4
"""Of so many checkers at most it is weighed whether they are pinned."""


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

    `again` says that the throw gives another one, once the opponent has played what is left of it where that is so; a
    turn without a throw, and one with carried numbers, is not counted.
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
    on = own[OFF] != game.men
    owed = left if game.unused is not Unused.LOST and thrown and on else ()
    again = again and on and (not game.again_at_home or _all_home(game, before.of(side)))
    carried = roll is not None and roll.carried
    bar = game.bar
    moment = moment_of(game, before, side)._replace(own=own, theirs=theirs)
    return Past(
        hand=with_one(past.hand, side, min(one_of(past.hand, side), own[bar])),
        turns=with_one(past.turns, side, one_of(past.turns, side) + thrown),
        doublets=with_one(past.doublets, side, one_of(past.doublets, side) + doublet),
        pinned=_pinned(game, past, side, moment) if game.landing is Landing.PIN else (0, 0),
        owed=owed,
        thrower_again=past.thrower_again if carried else again and bool(owed),
        again=again and not owed,
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
    """The pinned checkers of both sides: the mover's are as they were, the opponent's are those they stand upon.

    Where one of each stood before and it was not known which lies beneath, it is not known now.
    """
    own_pinned, their_pinned, theirs_pinned = one_of(past.pinned, side), one_of(past.pinned, side.other), 0
    for point in range(1, game.bar):
        facing = moment.facing[point]
        if moment.own[point] and moment.theirs[facing] and not own_pinned >> point & 1:
            untold = moment.own[point] == moment.before[point] == moment.before_theirs[facing] == 1
            if not untold or their_pinned >> facing & 1:
                theirs_pinned |= 1 << facing
    return (own_pinned, theirs_pinned) if side is Side.WHITE else (theirs_pinned, own_pinned)


def with_pins(game: TablesGame, position: Position) -> Position:
    """A board that was seen, with the checkers pinned that must be, of those that were, or of one beneath several.

    Where one of each stands that was not pinned before, neither is: nobody knows which of them lies beneath.
    """
    if game.landing is not Landing.PIN:
        return position
    white, black, facing = position.white, position.black, game.facing(Side.WHITE)
    known, pinned = position.past.pinned, [0, 0]
    for point in range(1, game.bar):
        there = facing[point]
        if not white[point] or not black[there]:
            continue
        if black[there] > white[point] or (black[there] == 1 and known[0] >> point & 1):
            pinned[0] |= 1 << point
        elif white[point] > black[there] or known[1] >> there & 1:
            pinned[1] |= 1 << there
    past = replace(position.past, pinned=(pinned[0], pinned[1]))
    return position if past == position.past else replace(position, past=past)


def ways_pinned(game: TablesGame, position: Position, side: Side) -> tuple[Position, ...]:
    """A position, and it again with each of a side's checkers pinned of which nobody knows whether they are: one of
    each stands there, and the game was joined when they did already.
    """
    if game.landing is not Landing.PIN:
        return (position,)
    own, theirs, facing = position.of(side), position.of(side.other), game.facing(side)
    held, holding = (one_of(position.past.pinned, each) for each in (side, side.other))
    untold = [
        point
        for point in range(1, game.bar)
        if own[point] == theirs[facing[point]] == 1
        and not held >> point & 1
        and not holding >> facing[point] & 1
    ][:MOST_UNTOLD]
    ways = (chosen for count in range(len(untold) + 1) for chosen in combinations(untold, count))
    return tuple(_holding(position, side, held | sum(1 << point for point in chosen)) for chosen in ways)


def _holding(position: Position, side: Side, held: int) -> Position:
    past = position.past
    return replace(position, past=replace(past, pinned=with_one(past.pinned, side, held)))


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
