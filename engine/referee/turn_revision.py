"""The last turns read anew: where the board betrays that one was misread, rather than that a player errs now."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum

from engine.board import Side
from engine.dice import Roll
from engine.match.match import CheckerTurn
from engine.play import Outcome, Play
from engine.plays.legal import listed_plays
from engine.plays.membership import may_end_so
from engine.referee.opening_board import is_asked_of_opening, open_with, openings, settle_opening
from engine.referee.unseen import OF_OPENING, ask_which, cost_of
from engine.state.events import Amended, Candidate, Event, Settled
from engine.state.match_state import MatchState
from engine.tables.tables_game import Landing, TablesGame
from engine.turn.appearance import heaps_alone
from engine.turn.context import TurnContext
from engine.turn.histories import (
    REMEMBERED,
    REMEMBERED_JOINED,
    HeardTurn,
    History,
    HistoryStep,
    HistoryTrial,
    weighed,
)
from engine.turn.tracker import Timer
from engine.turn.turn_reading import MARGIN, TurnReading

UNLIKE_BY = 4.0
"""By how much a look may be unlikelier (in log-likelihood) under the board that is believed than
under any, before that is doubted.
"""
_ANEW = ("anew", "seating", "unseen")
"""Questions on whose answer it depends whether turns that were put off are illegal."""
OF_PLAYS = ("play", "anew")
"""Questions that how the game goes on may answer."""


def trial_of(context: TurnContext, believed: HistoryStep, side: Side, *, end: bool) -> HistoryTrial | None:
    """What is to be weighed, where enough of the last turns is remembered; with the look at the board that the game was
    joined with, where they go back as far as that.
    """
    game, rules = context.match_state.game, context.game
    if game is None or not isinstance(rules, TablesGame) or rules.family is not None:
        return None
    turns = [(k, turn) for k, turn in enumerate(game.turns) if isinstance(turn, CheckerTurn)]
    known = {each.turn: each for each in context.tracker.recent}
    heard: list[HeardTurn] = []
    recorded: list[HistoryStep] = []
    start = None if turns else game.start
    for index, turn in reversed(turns[-remembered(context) :]):
        if index not in known or turn.roll is None or turn.before is None:
            break
        heard.insert(0, known[index])
        recorded.insert(0, HistoryStep(turn.roll, turn.play, turn.after, is_legal(rules, turn)))
        start = turn.before
    if start is None:
        return None
    now = HeardTurn(len(game.turns), side, context.tracker.thrown, context.evidence)
    opened = context.tracker.opened if len(heard) == len(turns) and start == game.start else None
    return HistoryTrial(
        rules, context.seating, start, tuple(heard), tuple(recorded), now, believed, end, opened=opened
    )  # fmt: skip


def remembered(context: TurnContext) -> int:
    """How many turns are to be remembered: more while people have not said which board a game was joined with."""
    return REMEMBERED_JOINED if is_asked_of_opening(context) else REMEMBERED


def is_legal(rules: TablesGame, turn: CheckerTurn) -> bool:
    """Whether a turn on record is legal; of what was concluded the record does not say it."""
    if turn.fault is not None or not turn.inferred or turn.roll is None or turn.before is None:
        return turn.fault is None
    return may_end_so(rules, turn.before, turn.side, turn.roll, turn.after)


class ErrorSource(Enum):
    """Whose error a board is that no legal play leads to: the player's, the record's, or nobody can tell yet."""

    PLAYER = "player"
    RECORD = "record"
    EITHER = "either"


@contextmanager
def remembering(context: TurnContext) -> Iterator[None]:
    """The turn that is recorded within is kept in mind, with the look at its end, should it have to be read anew."""
    game, side, dice, evidence = (
        context.match_state.game,
        context.match_state.side,
        context.tracker.thrown,
        context.evidence,
    )
    assert game is not None and side is not None
    heard = HeardTurn(len(game.turns), side, dice, evidence)
    yield
    kept = tuple(each for each in context.tracker.recent if each.turn < heard.turn)
    context.tracker = replace(context.tracker, recent=(*kept, heard)[-remembered(context) :])


def said_of(before: MatchState, events: Sequence[Event]) -> set[int]:
    """The turns of which a person has said how they were, by answering a question."""
    answered = {event.question for event in events if isinstance(event, Settled) and event.choice is not None}
    return {question.turns - 1 for question in before.questions if question.number in answered}


def look_again(context: TurnContext) -> None:
    """The board after the last turn is seen once more, longer and free of hands: that look is kept instead."""
    game, recent = context.match_state.game, context.tracker.recent
    if game is not None and recent and recent[-1].turn == len(game.turns) - 1:
        again = replace(recent[-1], evidence=context.evidence)
        context.tracker = replace(context.tracker, recent=(*recent[:-1], again))


def taken_for_illegal(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> Outcome | None:
    """The legal play of which the eye may hardly be believed that the board is another: but for the count of a heap it
    stands as after that one, or `side`'s own checkers do, and nobody can move the opponent's that do not; one that is
    pinned is hard to see beneath the other, and counted elsewhere.
    """
    game = context.game
    if not isinstance(game, TablesGame):
        return None
    alike = (each.outcome for each in reading.legal if heaps_alone(reading.seen, each.outcome.position))
    counted = next(alike, None)
    if counted is not None or game.landing is not Landing.PIN:
        return counted
    own = reading.seen.of(side)
    plays = listed_plays(game, context.position, side, roll)
    return next((each for each in plays if each.position.of(side) == own), None)


def whose_error(
    context: TurnContext, reading: TurnReading, side: Side, roll: Roll, *, end: bool
) -> ErrorSource:
    """Whose error a board is that the roll does not explain; what was misread in the
    last turns is put right at once.
    """
    return _tried(context, HistoryStep(roll, Play(), reading.seen, False), side, end=end)


def review(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a question about one of the last turns is answered by how the game went on,
    otherwise than the record has it.

    Where it went on as on record the question is settled.
    """
    recent = {heard.turn: heard for heard in context.tracker.recent}
    asked = [
        each for each in context.match_state.questions if each.what in OF_PLAYS and each.turns - 1 in recent
    ]
    outcome = reading.legal[0].outcome
    if is_asked_of_opening(context) and opened_otherwise(context, reading, side, roll):
        return True
    trial = (
        trial_of(context, HistoryStep(roll, outcome.play, outcome.position, True), side, end=True)
        if asked
        else None
    )
    if trial is None:
        return False
    record, found = weighed(trial)
    for question in asked:
        turn = question.turns - 1
        index = next((k for k, heard in enumerate(trial.heard) if heard.turn == turn), None)
        if index is None:
            continue
        other = next((each for each in found if index in _changed(trial, each)), None)
        if other is None or record.score - other.score > MARGIN:
            context.happen(Settled(question.number, None))
            put_faults_down(context, context.tracker.recent)
        elif other.score - record.score > MARGIN:
            _put_right(context, trial, other, _changed(trial, other))
            return True
    return False


class TurnFit(Enum):
    """Whether a turn at its end fits the record: it does, does since the record was put
    right, or is unlike what is seen.
    """

    YES = "yes"
    PUT_RIGHT = "put right"
    UNLIKE = "unlike"


def fit_of(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> TurnFit:
    """Whether a legal turn fits the record; where plainly another board is seen, the last turns are weighed anew."""
    best, evidence = reading.legal[0], context.evidence
    if evidence.log_likelihood(evidence.best(None)) - best.score < UNLIKE_BY:
        return TurnFit.YES
    outcome = best.outcome
    doubt = _tried(context, HistoryStep(roll, outcome.play, outcome.position, True), side, end=True)
    return (
        TurnFit.PUT_RIGHT
        if doubt is ErrorSource.RECORD
        else TurnFit.UNLIKE
        if doubt is ErrorSource.PLAYER
        else TurnFit.YES
    )


def opened_otherwise(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a turn that nobody can tell is plain once the game was joined with another board than was believed."""
    if context.tracker.opened is None:
        return False
    outcome = reading.legal[0].outcome
    believed = HistoryStep(roll, outcome.play, outcome.position, True)
    return _tried(context, believed, side, end=True) is ErrorSource.RECORD


def ask_of_board(context: TurnContext, fit: TurnFit) -> None:
    """People are asked which board is right where what is seen is plainly not what is on record, until it is."""
    known = [each for each in context.match_state.questions if each.what == "board"]
    if fit is TurnFit.YES and known:
        context.settle("board")
    elif fit is TurnFit.UNLIKE and not known and context.match_state.playing:
        seen = context.settled
        boards = (context.position, seen)
        context.ask("board", None, tuple(Candidate(None, None, board, True, 0.5) for board in boards))


def _tried(context: TurnContext, believed: HistoryStep, side: Side, *, end: bool) -> ErrorSource:
    """What comes of weighing the last turns anew, once for each board."""
    game = context.match_state.game
    # what is put right may be a roll alone, and leave the board as it is
    turns = () if game is None else game.turns
    key = (believed.after, believed.legal, context.position, turns, end)
    known = context.tracker.of(Timer.DOUBT)
    if known is not None and isinstance(known.what, tuple) and known.what[:-1] == key:
        return ErrorSource(known.what[-1])
    found = _weighed(context, believed, side, end=end)
    context.hold(Timer.DOUBT, (*key, found))
    return found


def _weighed(context: TurnContext, believed: HistoryStep, side: Side, *, end: bool) -> ErrorSource:
    trial = trial_of(context, believed, side, end=end)
    if trial is None:
        return ErrorSource.PLAYER
    record, found = weighed(trial)
    opening = _of_opening(context, trial, record, found)
    if opening is not None:
        return opening
    best = found[0] if found else None
    changed = [] if best is None else _changed(trial, best)
    if best is None or not changed or best.score < record.score - MARGIN:
        return ErrorSource.PLAYER
    if best.score > record.score + MARGIN:
        _put_right(context, trial, best, changed)
        return ErrorSource.RECORD
    _ask(context, trial, best, changed[0])
    return ErrorSource.EITHER


def _of_opening(
    context: TurnContext, trial: HistoryTrial, record: History, found: tuple[History, ...]
) -> ErrorSource | None:
    """What comes of weighing the other boards that the game may have begun with; None: nothing speaks for them."""
    here = cost_of(trial.game, trial.start)
    ways = [
        (history.score - cost_of(trial.game, other.start), other, history)
        for other in openings(context, trial)
        for history in weighed(other)[1][:1]
    ]
    if not ways:
        return None
    score, other, history = max(ways, key=lambda way: way[0])
    believed = max(record.score, *(each.score for each in found[:1]))
    if score < believed - here - MARGIN:
        settle_opening(context)
    if score > believed - here + MARGIN:
        open_with(context, other, history)
        return ErrorSource.RECORD
    if trial.believed.legal or score < record.score - here - MARGIN:
        return None
    if all(question.what != OF_OPENING for question in context.match_state.questions):
        now = context.position.shifted(trial.start, other.start) or context.position
        ask_which(context, context.position, now)
    return ErrorSource.EITHER


def put_faults_down(context: TurnContext, turns: Iterable[HeardTurn]) -> None:
    """The record was right: turns that were put off since, as one before them might have been misread, are illegal."""
    game, rules = context.match_state.game, context.game
    if (
        game is None
        or not isinstance(rules, TablesGame)
        or any(each.what in _ANEW for each in context.match_state.questions)
    ):
        return
    for heard in turns:
        turn = game.turns[heard.turn] if heard.turn < len(game.turns) else None
        if not isinstance(turn, CheckerTurn) or not turn.inferred or turn.roll is None or turn.before is None:
            continue
        if not is_legal(rules, turn):
            play, fault = context.explained(turn.before, turn.side, turn.roll, turn.after)
            context.happen(Amended(play, turn.after, turn.roll, fault, turn=heard.turn))


def _changed(trial: HistoryTrial, best: History) -> list[int]:
    """Which of the remembered turns a history has otherwise than the record."""
    pairs = zip(trial.recorded, best.steps, strict=False)
    return [k for k, (was, now) in enumerate(pairs) if (was.roll, was.after) != (now.roll, now.after)]


def _put_right(context: TurnContext, trial: HistoryTrial, best: History, changed: list[int]) -> None:
    """The record has it as the likeliest history does: an event for each turn that is read otherwise."""
    turns = {trial.heard[k].turn for k in changed}
    for k in changed:
        step = best.steps[k]
        context.happen(
            Amended(step.play, step.after, step.roll, None, inferred=True, turn=trial.heard[k].turn)
        )
    for question in context.match_state.questions:
        if question.turns - 1 in turns:
            context.happen(Settled(question.number, None))


def _ask(context: TurnContext, trial: HistoryTrial, best: History, changed: int) -> None:
    """People are asked which of two plays an older turn was, both boards drawn."""
    was, other, heard = trial.recorded[changed], best.steps[changed], trial.heard[changed]
    if any(question.turns == heard.turn + 1 for question in context.match_state.questions):
        return
    options = tuple(Candidate(step.roll, step.play, step.after, step.legal, 0.5) for step in (was, other))
    context.ask("anew", heard.side, options, heard.turn)
