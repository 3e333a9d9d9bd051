"""Turns of which nobody saw the end, and boards that came about while nothing could be seen: they accuse nobody."""

from engine.board import Side
from engine.dice import Roll
from engine.errors import VastTurn
from engine.faults.explain import likely_play
from engine.hearing.case import Case
from engine.hearing.reading import MARGIN, settled_board
from engine.ledger.events import Candidate, Corrected
from engine.outcome import Outcome
from engine.plays.course import after_turn
from engine.plays.legal import completable, listed_plays
from engine.position import Position
from engine.tables.tables import TablesGame


def before_reply(
    game: TablesGame, before: Position, side: Side, roll: Roll, reply: Roll, seen: Position
) -> tuple[Outcome, ...]:
    """The legal plays of a roll after which the opponent, by his own roll, can have come to the board that is seen.

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
    except VastTurn:
        return False


def take_as_seen(case: Case, roll: Roll | None, seen: Position) -> None:
    """The side on turn has played, nobody knows what, while nothing could be seen: the board is taken as it stands.

    `seen` is the likeliest board from which no more checkers are gone than one turn can take off.
    """
    side, before = case.ledger.side, case.position
    assert side is not None
    seen = _with_more_gone(case, seen)
    play = likely_play(case.game, before, side, seen, roll)
    case.play(roll, play, after_turn(case.game, before, side, roll, seen), inferred=True)
    ask_which(case, seen, before)


def take_board(case: Case, seen: Position) -> None:
    """Turns were played, nobody knows how many, while nothing could be seen: the board is taken as it stands."""
    before = case.position
    seen = _with_more_gone(case, seen)
    case.happen(Corrected("unseen", position=seen))
    ask_which(case, seen, before)


def _with_more_gone(case: Case, seen: Position) -> Position:
    """The board from which any number of checkers is gone, where that is plainly likelier: they were borne off unseen."""
    free = settled_board(case.game, case.evidence, case.seating, case.position)
    return free if case.likelihood(free) - case.likelihood(seen) > MARGIN else seen


def ask_which(case: Case, *boards: Position) -> None:
    """Ask people which of some boards, drawn, is the one; the first is believed meanwhile."""
    case.recognise()
    case.ask("unseen", None, tuple(Candidate(None, None, board, True, 1 / len(boards)) for board in boards))
