"""Turns of which nobody saw the end, and boards that came about while nothing could be seen: they accuse nobody."""

from dataclasses import replace
from heapq import nlargest

from engine.board import OFF, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.faults.explain import likely_play
from engine.play import Outcome, Play
from engine.plays.legal import can_play, completable, listed_plays
from engine.plays.membership import turn_to
from engine.plays.turn_end import after_turn, with_pins_untold
from engine.position import Position
from engine.referee.taken_board import take_note
from engine.state.events import Candidate, Corrected, Settled
from engine.state.match_state import Question, turns_now
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import as_position, differ_by_heaps, heaps_alone, on_board
from engine.turn.context import TurnContext
from engine.turn.histories import moved_about
from engine.turn.throws import Throw
from engine.turn.turn_reading import (
    MARGIN,
    TurnReading,
    TurnVerdict,
    best_with,
    missed_rolls,
    settled_board,
)

DOUBTED, BELIEVED = 6.0, 18.0
"""By how much likelier (in log-likelihood) the board with checkers missing must be, while others of
their side still stand outside its home, for people to be asked, and for it to be taken as it is
seen until they have answered.
"""
STRAGGLERS = 2
"""So many checkers outside, the others at home, may have been hit while they were borne off."""
DOUBTED_LATE, BELIEVED_LATE = 1.0, 4.0
"""The same where no more than those are outside."""
OF_OPENING = "unseen"
"""What people are asked where it is not known which board it was."""
MISCOUNTED = 3
"""By so many checkers a heap is counted wrong."""
MOST_COUNTS = 4
"""Of so many counts at most people are asked which is right."""
BOTH_MOVED = 2
"""Nobody moves so many of the opponent's checkers beside their own: the referee has missed a turn."""


def before_reply(
    game: TablesGame, before: Position, side: Side, roll: Roll, reply: Roll, seen: Position
) -> tuple[Outcome, ...]:
    """The legal plays of a roll after which the opponent, by their own roll, can have come to the board that is seen.

    None where it is not known how many ways there are of playing one of the two.
    """
    return tuple(
        outcome
        for outcome in listed_plays(game, before, side, roll)
        if _may_have_stood(outcome.position, seen, side) and _leads_on(game, outcome, side, reply, seen)
    )


def missed_before_reply(
    game: TablesGame, before: Position, side: Side, reply: Roll, seen: Position
) -> tuple[tuple[Roll, Outcome], ...]:
    """The same where nobody saw the first roll either: which it may have been, and what was played with it."""
    return tuple(
        (roll, outcome)
        for roll in game.rolls
        for outcome in before_reply(game, before, side, roll, reply, seen)
    )


def _may_have_stood(after: Position, seen: Position, side: Side) -> bool:
    """Whether the opponent's moves can have left this of a side's checkers: they only take away, from points."""
    stood, stands = after.of(side), seen.of(side)
    return all(now <= then for then, now in zip(stood[1:-1], stands[1:-1], strict=True))


def _leads_on(game: TablesGame, outcome: Outcome, side: Side, reply: Roll, seen: Position) -> bool:
    if outcome.position.past.again:
        return False
    try:
        return seen in completable(game, outcome.position, side.other, reply)
    except TooManyPlays:
        return False


def take_as_seen(context: TurnContext, roll: Roll | None, seen: Position | None = None) -> None:
    """The side on turn has played, nobody knows what, while nothing could be seen: the board is taken as it stands.

    `seen`: the likeliest board from which no more checkers are gone than one turn can take off, where that is known.
    Where that side has thrown again, its opponent has had a turn, too.
    """
    side, before, again = context.match_state.side, context.position, next_throw(context, roll)
    assert side is not None
    now, *others = _as_it_stands(context, seen)
    play = likely_play(context.game, before, side, now, roll)
    after = with_pins_untold(context.game, after_turn(context.game, before, side, roll, now))
    context.play(roll, play, after, inferred=True)
    if again is not None and context.is_to_throw(side.other):
        context.play(None, Play(), context.position, inferred=True)
    take_note(context)
    _ask_since(context, before, now, *others)
    if again is not None:
        accept_if_due(context, again)


def next_throw(context: TurnContext, roll: Roll | None) -> Throw | None:
    """The throw that lies on the half of the side on turn, if it is plainly another one than that which it plays."""
    side = context.match_state.side
    throw = context.seen_throw(side)
    if roll is None or not context.profile.throws.own_half or not throw.lasts(context.tracker.now):
        return None
    return throw if throw.is_of(side) and throw.roll != roll else None


def take_board(context: TurnContext, seen: Position) -> None:
    """Turns were played, nobody knows how many, while nothing could be seen: the board is taken as it stands."""
    before = context.position
    now, *others = _as_it_stands(context, seen)
    context.happen(Corrected("unseen", position=with_pins_untold(context.game, now)))
    take_note(context)
    _ask_since(context, before, now, *others)


def _ask_since(context: TurnContext, before: Position, now: Position, *others: Position) -> None:
    """Ask people which board it is `now`, others that it may be, or the one `before`."""
    ask_which(context, now, *others, *_before_moving(context, now, before), before)


def _before_moving(context: TurnContext, now: Position, before: Position) -> tuple[Position, ...]:
    """The board with the checkers of the side on turn where they were when it was last known, and the others as they
    stand: its throw may have lain there while nothing was seen, and it may be half through its play. None where that
    is the same board, or none at all.
    """
    side, game = context.match_state.side, context.game
    if side is None or not isinstance(game, TablesGame) or now.of(side) == before.of(side):
        return ()
    own = before.of(side)
    board = replace(now, white=own) if side is Side.WHITE else replace(now, black=own)
    cannot_be = not game.landing.shares and game.shared_points(board)
    return () if board == before or cannot_be else (board,)


def is_doubted(context: TurnContext) -> bool:
    """Whether people are asked from which board the turn is played, since nobody saw how it came about."""
    return any(
        not heaps_alone(each.position, context.position)
        for question in _asked_of_turn(context)
        for each in question.candidates
    )


def _asked_of_turn(context: TurnContext) -> tuple[Question, ...]:
    """What people are asked about the board from which the turn is played."""
    turns = turns_now(context.match_state)
    return tuple(
        each for each in context.match_state.questions if each.what == OF_OPENING and each.turns == turns
    )


def taken_too_soon(context: TurnContext, side: Side, roll: Roll, seen: Position) -> bool:
    """Whether a board that was taken as it stood, nobody knows how it came about, had been played with this very throw
    already, wholly or in part, which lay there and was seen after it: then one of the other boards that people are
    asked about is the one that the throw was played from.
    """
    if not isinstance(context.game, TablesGame):
        return False
    for question in _asked_of_turn(context):
        for each in question.candidates:
            played = each.position != context.position and turn_to(
                context.game, each.position, side, roll, seen
            )
            if played:
                context.happen(Corrected("unseen", position=each.position))
                context.happen(Settled(question.number, None))
                return True
    return False


def is_of_opponent(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether the board shows that a throw, where dice may lie anywhere, was the opponent's: with it they have moved
    legally, and `side` has not. A turn of that side's was missed.
    """
    if context.profile.throws.own_half or context.tracker.told or reading.ongoing is not TurnVerdict.OPEN:
        return False
    if roll.carried or not isinstance(context.game, TablesGame) or context.position.past.again:
        return False
    theirs = context.read(context.position, side.other, roll)
    return theirs.ongoing is TurnVerdict.LEGAL and theirs.moved


def give_to_opponent(context: TurnContext, side: Side, roll: Roll) -> None:
    """The throw is the opponent's: what `side` had thrown, and that it did not move, nobody saw."""
    dice = context.tracker.dice
    context.play(None, Play(), context.position, inferred=True)
    if context.is_to_throw(side.other):
        context.throw(
            side.other, roll, tuple(die for die in dice if die.thrown), opening=False, inferred=True
        )
        # others that lie there already may be of the next throw
        context.tracker = replace(context.tracker, dice=dice)


def _as_it_stands(context: TurnContext, seen: Position | None) -> tuple[Position, ...]:
    """The board, or one from which more checkers are gone where that is plainly
    likelier: they were borne off unseen.
    """
    boards = likeliest_boards(context, context.position)
    if seen is None or context.likelihood(boards[0]) - context.likelihood(seen) > MARGIN:
        return boards
    return (seen,)


def likeliest_boards(context: TurnContext, like: Position) -> tuple[Position, ...]:
    """The likeliest board, with all checkers there that `like` has or as it is seen; and after it the others,
    unless they are out of the question.

    Checkers that lie in a heap are easily overlooked, or counted wrong, and hardly ever is one off while others are
    still on their way.
    """
    game = context.game
    seen = settled_board(game, context.evidence, context.seating, like)
    if not isinstance(game, TablesGame) or any(like.past.hand):
        return (seen,)
    outside = {
        side: sum(seen.of(side)[game.home + 1 :]) if seen.of(side)[0] > like.of(side)[0] else 0
        for side in Side
    }
    if not any(outside.values()):
        return (seen, *_counted_otherwise(context, game, seen, like))
    counts = {side: on_board(like if outside[side] else seen, side) for side in Side}
    best = best_with(context.evidence, context.seating, counts)
    whole = as_position(game, best, context.seating, like)
    gain = context.likelihood(seen) - context.likelihood(whole)
    late = max(outside.values()) <= STRAGGLERS
    if gain < (DOUBTED_LATE if late else DOUBTED):
        return (whole,)
    return (whole, seen) if gain < (BELIEVED_LATE if late else BELIEVED) else (seen, whole)


def cost_of(game: TablesGame, board: Position) -> float:
    """What it costs (in log-likelihood) that checkers are off while others of their side are still on their way."""
    return sum(_cost_of(game, board, side) for side in Side)


def _cost_of(game: TablesGame, board: Position, side: Side) -> float:
    outside = sum(board.of(side)[game.home + 1 :])
    if not board.of(side)[OFF] or not outside:
        return 0.0
    return DOUBTED_LATE if outside <= STRAGGLERS else DOUBTED


def _counted_otherwise(
    context: TurnContext, game: TablesGame, seen: Position, like: Position
) -> tuple[Position, ...]:
    """The likeliest boards with other numbers of checkers on them, best first, one heap of which is counted otherwise;
    none where that is out of the question.
    """
    stood = {side: on_board(seen, side) for side in Side}
    least = context.likelihood(seen) - MARGIN
    found = dict[Position, float]()
    for side in Side:
        for count in range(stood[side] - MISCOUNTED, stood[side] + MISCOUNTED + 1):
            if count != stood[side] and 0 < count <= on_board(like, side):
                men = stood | {side: count}
                best = best_with(context.evidence, context.seating, men)
                board = as_position(game, best, context.seating, like)
                score = context.likelihood(board) - cost_of(game, board)
                if score >= least and differ_by_heaps(seen, board):
                    found[board] = score
    return tuple(nlargest(MOST_COUNTS - 1, found, key=found.__getitem__))


def ask_which(context: TurnContext, *boards: Position) -> None:
    """Ask people which of some boards, drawn, is the one; the first is believed meanwhile."""
    context.recognise()
    context.ask(
        OF_OPENING, None, tuple(Candidate(None, None, board, True, 1 / len(boards)) for board in boards)
    )


def may_have_danced(context: TurnContext, side: Side) -> bool:
    """Whether a side may have thrown what it cannot play at all while nothing was seen."""
    rolls = context.game.rolls
    missed = context.tracker.missed_throw
    return missed and not all(can_play(context.game, context.position, side, roll) for roll in rolls)


def both_moved(before: Position, side: Side, seen: Position) -> bool:
    """Whether so many of the opponent's checkers have moved, too, that their turn was
    missed rather than played by `side`.
    """
    return moved_about(before.of(side.other), seen.of(side.other)) >= BOTH_MOVED


def may_have_replied(context: TurnContext, side: Side, seen: Position) -> bool:
    """Whether the opponent has moved, too, rather than `side` their checkers: several have moved, or any while for a
    time nothing was seen.
    """
    before, theirs = context.position, side.other
    any_moved = moved_about(before.of(theirs), seen.of(theirs)) > 0
    return any_moved and (context.tracker.blind > 0 or both_moved(before, side, seen))


def turn_missed(context: TurnContext, side: Side, throw: Throw, *, at_any_rate: bool) -> None:
    """The side before the one that has thrown played unseen: what explains the board or,
    `at_any_rate`, what nobody knows.
    """
    missed = _missed(context, side, throw)[:2]
    if not missed:
        if at_any_rate:
            take_as_seen(context, None)
            accept_if_due(context, throw)
        return
    roll, outcome = missed[0]
    options = tuple(
        Candidate(each, found.play, found.position, True, 1.0 / len(missed)) for each, found in missed
    )
    context.play(roll, outcome.play, outcome.position, inferred=True)
    context.ask("missed", side, options)
    if context.shows(context.position):
        # What was missed is known again, and hands that come now hide nothing more than usual.
        context.recognise()
    accept_if_due(context, throw)


def _missed(context: TurnContext, side: Side, throw: Throw) -> tuple[tuple[Roll, Outcome], ...]:
    """What a side may have thrown and played unseen: the board shows it, or what the opponent has played since."""
    game, position = context.game, context.position
    rolls = missed_rolls(game, position, side, context.seating, context.evidence)
    if rolls or throw.roll is None or not isinstance(game, TablesGame):
        return tuple((roll, scored.outcome) for roll, scored in rolls)
    return missed_before_reply(game, position, side, throw.roll, context.settled)


def accept_if_due(context: TurnContext, throw: Throw) -> None:
    """Its throw counts, if it is that side's turn now."""
    if context.is_to_throw(throw.side):
        context.accept(throw)
