"""The end of a turn: how the past of the game grows by it, who has won by it, and by how much."""

from dataclasses import dataclass, replace
from itertools import combinations

from engine.board import OFF, Side
from engine.dice import Roll
from engine.past import NOTHING_PAST, Pair, Past, one_of, with_one
from engine.play import Outcome
from engine.position import Position
from engine.rules import Rules
from engine.tables.moment import Moment
from engine.tables.tables_game import BearOff, Landing, LastTurn, TablesGame, Unused
from engine.tables.winning import Pattern
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import tafl_stands, tafl_win
from engine.words.texts import REMARKS
from engine.words.wording import Names

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


def with_pins_untold(game: Rules, position: Position) -> Position:
    """A board that came about while nobody saw it: only those are pinned that must be, whatever was pinned before."""
    if not isinstance(game, TablesGame) or not any(position.past.pinned):
        return position
    return with_pins(game, replace(position, past=replace(position.past, pinned=(0, 0))))


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


def win_of(game: Rules, position: Position, just_moved: Side) -> tuple[Side | None, int, str] | None:
    """The winner (None: a draw), the grade (points before the cube) and how, or None while the game goes on.

    Where nothing is borne off and no checker can ever move again, or nobody gets on, only chips won before count.

    >>> from engine.games import find_game
    >>> from engine.position_parsing import parse_position
    >>> win_of(find_game("backgammon"), parse_position("W: off(15) B: bar(1) 6(14)"), Side.WHITE)
    (<Side.WHITE: 'W'>, 3, 'backgammon')
    """
    if isinstance(game, TaflGame):
        return tafl_win(game, position, just_moved)
    if game.family is not None:
        return game.family.win(game, position, just_moved)
    own, theirs, past = position.of(just_moved), position.of(just_moved.other), position.past
    if game.wins:
        won = chips_of(game, past, just_moved)
        moment = Moment(own, theirs, own, theirs, game.facing(just_moved), broken=past.broken, won=won)
        for win in game.wins:
            points = win.points(moment)
            if points is not None:
                how = win.called(theirs) if isinstance(win, Pattern) else win.how
                if game.chips:
                    return _with_chips(position, just_moved, points, how)
                winner = None if points == 0 else just_moved if points > 0 else just_moved.other
                return winner, abs(points), how
    if game.unused is Unused.LOSES and past.owed:
        return just_moved.other, 1, "fails"
    if game.last_turn is not LastTurn.NOBODY and past.last_turn is not None:
        if past.last_turn is not just_moved:
            return None
        if own[OFF] == game.men:
            return None, 0, "draw"
        return _won(game, position, just_moved.other)
    for side in (just_moved, just_moved.other):
        if position.of(side)[OFF] == game.men:
            return _won(game, position, side)
    idle = game.deadlock is not None and past.idle >= game.deadlock.turns
    stuck = game.bearoff is BearOff.NONE and not any(_can_ever_move(game, position, side) for side in Side)
    return _with_chips(position, just_moved, 0, "stuck") if idle or stuck else None


def gives_up_freely(game: Rules, position: Position, side: Side) -> bool:
    """Whether a side may give up for a single loss, the opponent agreeing or not."""
    if not isinstance(game, TablesGame) or not game.early_resignation:
        return False
    return all(men < 2 for men in position.of(side)[1 : game.points // 2 + 1])


def agreed_end(game: Rules, position: Position) -> tuple[Side | None, int, str] | None:
    """The result where both agree that nobody gets on; None where that is nothing to agree on, or one of the last two
    turns came nearer to its aim.
    """
    if not isinstance(game, TablesGame) or game.deadlock is None or position.past.idle < 2:
        return None
    return _with_chips(position, Side.WHITE, 0, "stuck")


def _can_ever_move(game: TablesGame, position: Position, side: Side) -> bool:
    """Whether any number moves any checker of a side where none can be borne off."""
    own, theirs, facing = position.of(side), position.of(side.other), game.facing(side)
    first = game.bar if own[game.bar] else 1
    return any(
        own[point] and theirs[facing[point - number]] < game.block_at
        for point in range(first, game.bar + 1)
        for number in game.faces
        if point > number
    )


def _won(game: TablesGame, position: Position, first_off: Side) -> tuple[Side | None, int, str]:
    """The result where this side was the first to be off."""
    if game.giveaway:
        return first_off.other, 1, "single"
    left = position.of(first_off.other)
    grade = next(grade for grade in game.grades if grade.loser.shown_by(left))
    points = grade.points if grade.black is None or first_off is Side.WHITE else grade.black
    points += grade.munk if left[game.bar] else 0
    if grade.per_man:
        points *= game.men - left[OFF]
    return _with_chips(position, first_off, points, grade.called(left))


def _with_chips(position: Position, winner: Side, points: int, how: str) -> tuple[Side | None, int, str]:
    """The result with the chips won before settled too: whoever has more of them wins the difference."""
    white, black = position.past.tally or (0, 0)
    ahead = white - black if winner is Side.WHITE else black - white
    total = points + ahead
    if total == 0:
        return None, 0, how if how == "stuck" else "draw"
    return (winner if total > 0 else winner.other), abs(total), how


@dataclass(frozen=True, slots=True)
class Remark:
    """What there is to tell of a turn, a message and how many it is about, and whose turn it was."""

    message: str
    count: int
    side: Side

    def sentence(self, names: Names) -> str:
        """The remark, with the players' names."""
        mover, opponent = names.of(self.side), names.of(self.side.other)
        return names.translator.many(*REMARKS[self.message], self.count, mover=mover, opponent=opponent)


def remarks(
    game: TablesGame, before: Position, side: Side, roll: Roll, outcome: Outcome
) -> tuple[Remark, ...]:
    """What there is to tell of a turn that led from a position to this outcome.

    >>> from engine.games import find_game
    >>> from engine.plays.legal import legal_plays
    >>> game, roll = find_game("swedish_tables"), Roll.of(6, 6)
    >>> (only,) = legal_plays(game, game.start, Side.WHITE, roll)
    >>> [each.sentence(Names("Anna", "Ben")) for each in remarks(game, game.start, Side.WHITE, roll, only)]
    ['Fåt: Anna cannot play 3 of the numbers.']
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
    return tuple(Remark(message, count, side) for message, count in told if count)
