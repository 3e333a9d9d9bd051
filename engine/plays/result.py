"""The result of a game: who has won by the last play, and by how much."""

from engine.board import OFF, Side
from engine.dice import Roll
from engine.play import Outcome
from engine.plays.next_past import chips_of, moment_of
from engine.position import Position
from engine.rules import Rules
from engine.tables.moment import Moment
from engine.tables.tables_game import BearOff, LastTurn, TablesGame, Unused
from engine.tables.winning import Pattern
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import tafl_win
from engine.words.texts import REMARKS
from engine.words.wording import Names


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
