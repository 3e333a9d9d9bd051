"""The last turns read anew: where the board betrays that one of them was misread, rather than that a player errs now,
or where a person says so turns later.

The board with which a joined game began is one of several that the first look leaves open, weighed by the turns since:
checkers that are not to be seen were borne off, or lie in a heap that was read short. What the game goes on with tells
which: a play that one board makes absurd is an everyday one from the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from heapq import nlargest
from itertools import product

from engine.board import OFF, Evidence, Side
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.match.match import CheckerTurn
from engine.play import Outcome, Play
from engine.plays.legal import listed_plays
from engine.plays.membership import may_end_so, turn_to
from engine.position import Position
from engine.referee.unseen import MISCOUNTED, OF_OPENING, ask_which, cost_of
from engine.state.events import Amended, Candidate, Corrected, Event, Played, Reseated, Settled
from engine.state.match_state import MatchState, Question
from engine.tables.tables_game import Landing, TablesGame
from engine.turn.appearance import as_position, differ_by_heaps, heaps_alone, on_board
from engine.turn.context import Timer, TurnContext
from engine.turn.histories import (
    REACH,
    REMEMBERED,
    REMEMBERED_JOINED,
    HeardTurn,
    History,
    HistoryStep,
    HistoryTrial,
    moved_about,
    weighed,
)
from engine.turn.turn_reading import MARGIN, TurnReading, best_with, settled_board

MOST_BOARDS = 6
"""So many boards at most are weighed."""
BREADTH_EACH = 6
"""How many histories are followed at most from each of them."""


def openings(context: TurnContext, trial: HistoryTrial) -> Iterator[HistoryTrial]:
    """The same turns from every other board that the game may have begun with."""
    if trial.opened is None:
        return
    for board in _boards(context, trial.game, trial.opened):
        steps = None if board == trial.start else _moved(trial, board)
        if steps is not None:
            yield replace(trial, start=board, recorded=steps[:-1], believed=steps[-1], breadth=BREADTH_EACH)


def _boards(context: TurnContext, game: TablesGame, opened: Evidence) -> list[Position]:
    """The boards that the first look leaves open: those on which other numbers of checkers are off."""
    like, match_state = game.start, context.match_state
    if match_state.game is None or any(like.past.hand):
        return []
    seen, believed = settled_board(game, opened, context.seating, like), match_state.game.start
    found: list[tuple[float, Position]] = []
    for white, black in product(*(_off(seen, believed, side) for side in Side)):
        men = {Side.WHITE: on_board(like, Side.WHITE) - white, Side.BLACK: on_board(like, Side.BLACK) - black}
        best = best_with(opened, context.seating, men)
        found.append((opened.log_likelihood(best), as_position(game, best, context.seating, like)))
    most = max(score for score, _ in found)
    near = [pair for pair in found if pair[0] > most - REACH]
    return [board for _, board in nlargest(MOST_BOARDS, near, key=lambda pair: pair[0])]


def _off(seen: Position, believed: Position, side: Side) -> list[int]:
    """How many checkers of a side may be off: none, as many as seemed so, or fewer, as a heap was read short."""
    known = {0, seen.of(side)[OFF], believed.of(side)[OFF]}
    return sorted(known | {off - k for off in known for k in range(1, MISCOUNTED + 1) if off - k > 0})


def _moved(trial: HistoryTrial, board: Position) -> tuple[HistoryStep, ...] | None:
    """The turns as they were from another board, legal where they can be; None where it has none for them."""
    steps: list[HistoryStep] = []
    before = board
    for heard, step in zip((*trial.heard, trial.now), (*trial.recorded, trial.believed), strict=True):
        after = step.after.shifted(trial.start, board)
        if after is None:
            return None
        outcome = turn_to(trial.game, before, heard.side, step.roll, after)
        steps.append(
            HistoryStep(step.roll, outcome.play, outcome.position, True)
            if outcome is not None
            else replace(
                step, after=after, legal=may_end_so(trial.game, before, heard.side, step.roll, after)
            )
        )
        before = steps[-1].after
    return tuple(steps)


def open_with(context: TurnContext, trial: HistoryTrial, history: History) -> None:
    """The game began with the board of this trial, and went on as in this history: its turns so far are read anew."""
    game = context.match_state.game
    assert game is not None
    turns = [turn for turn in game.turns if isinstance(turn, CheckerTurn)]
    plays, before = [], trial.start
    for turn, step in zip(turns, history.steps, strict=False):
        play, fault = step.play, None
        if not step.legal:
            play, fault = context.explained(before, turn.side, step.roll, step.after)
        plays.append(
            Played(turn.side, step.roll, play, step.after, fault, inferred=turn.inferred and not step.legal)
        )
        before = step.after
    context.happen(Reseated(context.seating, trial.start, tuple(plays)))
    settle_opening(context)


def is_asked_of_opening(context: TurnContext) -> bool:
    """Whether people are asked which board it was that the game was joined with."""
    return any(
        question.what == OF_OPENING and not question.turns for question in context.match_state.questions
    )


def settle_opening(context: TurnContext) -> None:
    """What has been played since tells it, unless that is no more than how a heap is counted again and again."""
    for question in context.match_state.questions:
        if question.what == OF_OPENING and not question.turns and not _rests_on_heaps(context, question):
            context.happen(Settled(question.number, None))


def _rests_on_heaps(context: TurnContext, question: Question) -> bool:
    """Whether the board is still like that of another candidate but for how many lie in heaps."""
    game, now = context.match_state.game, context.position
    assert game is not None
    others = (now.shifted(game.start, each.position) for each in question.candidates)
    return any(other is not None and other != now and differ_by_heaps(now, other) for other in others)


UNLIKE_BY = 4.0
"""By how much a look may be unlikelier (in log-likelihood) under the board that is believed than
under any, before that is doubted.
"""
BOTH_MOVED = 2
"""Nobody moves so many of the opponent's checkers beside their own: the referee has missed a turn."""
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


def both_moved(before: Position, side: Side, seen: Position) -> bool:
    """Whether so many of the opponent's checkers have moved, too, that their turn was
    missed rather than played by `side`.
    """
    return moved_about(before.of(side.other), seen.of(side.other)) >= BOTH_MOVED


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
        seen = settled_board(context.game, context.evidence, context.seating, context.position)
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


def choose_earlier(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A person says how an earlier turn of the game was played; the boards since are those of
    the record with that difference.
    """
    game, index = context.match_state.game, question.turns - 1
    turn = game.turns[index] if game is not None and 0 <= index < len(game.turns) else None
    if not isinstance(turn, CheckerTurn) or turn.side is not question.side or turn.before is None:
        return
    if (chosen.position, chosen.roll) == (turn.after, turn.roll):
        return
    outcome = Outcome(chosen.position, chosen.play or turn.play)
    now = _told(context, turn.before, turn, outcome, chosen.roll, legal=chosen.legal)
    _amend(context, {index: now, **dict(_since(context, index + 1, turn.after, chosen.position))})


def choose_earlier_board(context: TurnContext, chosen: Position, question: Question) -> None:
    """A person says which board it was that some turns of the game began from, when it was asked or when it was joined;
    the boards since are those of the record with that difference.
    """
    game, index = context.match_state.game, question.turns
    if game is None:
        return
    wrong = question.candidates[0].position if index else game.start
    now = context.position.shifted(wrong, chosen)
    if chosen == wrong or now is None:
        return
    since = dict(_since(context, index, wrong, chosen))
    last = game.turns[index - 1] if index else None
    if last is None:
        plays = {k: on_record(turn) for k, turn in enumerate(game.turns) if isinstance(turn, CheckerTurn)}
        context.happen(Reseated(context.seating, chosen, tuple((plays | since).values())))
    elif isinstance(last, CheckerTurn) and last.after == wrong and last.before is not None:
        play = likely_play(context.game, last.before, last.side, chosen, last.roll)
        # that the eye was in doubt accuses nobody
        led_there = Played(last.side, last.roll, play, chosen, inferred=True)
        _amend(context, {index - 1: led_there, **since})
    else:
        # nobody knows how that board came about: no turn of the record led to it
        context.happen(Corrected("unseen", position=now))
    context.forget(Timer.BOARD, Timer.DOUBT)


def _since(
    context: TurnContext, index: int, wrong: Position, right: Position
) -> Iterator[tuple[int, Played]]:
    """The turns from one on, by their numbers, as they were where the board before them was another."""
    game, before = context.match_state.game, right
    assert game is not None
    for number, turn in enumerate(game.turns[index:], index):
        if not isinstance(turn, CheckerTurn):
            continue
        after = turn.after.shifted(wrong, right)
        if after is None:
            # that checker has moved on since: the boards from here on are as they were seen
            return
        found = None if turn.roll is None else turn_to(context.game, before, turn.side, turn.roll, after)
        legal = turn.roll is not None and may_end_so(context.game, before, turn.side, turn.roll, after)
        played = _told(context, before, turn, found or Outcome(after, turn.play), turn.roll, legal=legal)
        yield number, played
        before = played.after


def _told(
    context: TurnContext,
    before: Position,
    turn: CheckerTurn,
    outcome: Outcome,
    roll: Roll | None,
    *,
    legal: bool,
) -> Played:
    """A turn as it was played from a board, with its fault where it was not legal."""
    fault = None
    if not legal and roll is not None:
        fault = explain(context.game, before, turn.side, roll, outcome.position)
    return Played(turn.side, roll, outcome.play, outcome.position, fault)


def on_record(turn: CheckerTurn) -> Played:
    """A turn as it is on record."""
    return Played(turn.side, turn.roll, turn.play, turn.after, turn.fault, turn.inferred)


def _amend(context: TurnContext, turns: dict[int, Played]) -> None:
    """These turns, by their numbers, are put right in the record."""
    for number, played in turns.items():
        context.happen(
            Amended(
                played.play, played.after, played.roll, played.fault, inferred=played.inferred, turn=number
            )
        )
