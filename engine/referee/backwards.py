"""The second pass: a game that is over, or whose film is, read once more from its end, by every look at it.

The referee at the board looks back over a few turns; who has the whole film may wait for what decides. Each
stretch of turns whose ends were seen is weighed as one chain of plays. Where the likeliest chain leaves the
record and comes back to it, that passage alone takes the record's place, if it is likelier by the margin;
from the last passage to the first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.match.match import CheckerTurn
from engine.plays.membership import may_end_so
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.referee.judge import Judgement
from engine.referee.turn_revision import OF_PLAYS, put_faults_down, said_of
from engine.state.events import Amended, Event, Settled
from engine.state.match_state import MatchState, Phase, Question
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import seen_as
from engine.turn.context import TurnContext
from engine.turn.histories import REMEMBERED, HeardTurn, HistoryStep, HistoryTrial, followed, looked_back
from engine.turn.tracker import TurnTracker
from engine.turn.turn_reading import MARGIN

FOLLOWED = 24
"""How many histories of a whole game are followed at most."""
FORESEEN = 12
"""How many turns before and after one in doubt are weighed with it."""
UNLIKE_BY = 1.0
"""By how much a look may be unlikelier (in log-likelihood) under the board on record than under
any, before its turn is in doubt.
"""


@dataclass(frozen=True, slots=True)
class _Passage:
    """Turns in which a chain of plays leaves the record: of a trial's turns the first, and the one after the last."""

    first: int
    last: int
    steps: tuple[HistoryStep, ...]


def kept_in_mind(
    heard: tuple[HeardTurn, ...], before: MatchState, events: Sequence[Event], after: TurnTracker
) -> tuple[HeardTurn, ...]:
    """The looks at the ends of a game's turns after one more judgement; none of what a
    person has said anything about.
    """
    if not after.recent:
        return ()
    said = said_of(before, events)
    known = (*(each for each in heard if each.turn < after.recent[0].turn), *after.recent)
    return tuple(each for each in known if each.turn not in said)


def read_backwards(match_state: MatchState, tracker: TurnTracker, heard: Sequence[HeardTurn]) -> Judgement:
    """What the looks at a whole game make of its record: turns amended, faults taken back, questions settled."""
    context = TurnContext(match_state, replace(tracker, recent=()))
    known = {each.turn: each for each in heard}
    for stretch in reversed(_stretches(match_state, known)):
        for doubtful in reversed(_doubtful(context, stretch, known)):
            trial = _trial(context, doubtful, known)
            if trial is not None:
                _amend(context, trial)
    for stretch in reversed(_stretches(context.match_state, known)):
        for question in context.match_state.questions:
            _settle(context, question, stretch, known)
    put_faults_down(context, heard)
    return Judgement(tuple(context.events), tuple(context.frames), context.tracker)


def _stretches(match_state: MatchState, known: dict[int, HeardTurn]) -> list[tuple[int, ...]]:
    """Turns one after the other of which each began where the last one ended, and was seen at its end."""
    found: list[list[int]] = [[]]
    stands: Position | None = None
    for index, turn in enumerate(match_state.game.turns if match_state.game is not None else ()):
        if not isinstance(turn, CheckerTurn):
            continue
        heard = known.get(index)
        seen = heard is not None and heard.side is turn.side and turn.roll is not None
        if turn.before is None or turn.before != stands or not seen:
            found.append([])
        if seen and turn.before is not None:
            found[-1].append(index)
        stands = turn.after
    return [tuple(each) for each in found if each]


def _doubtful(
    context: TurnContext, stretch: tuple[int, ...], known: dict[int, HeardTurn]
) -> list[tuple[int, ...]]:
    """The parts of a stretch in which something may be wrong: turns that are illegal or unlike
    their looks, and those about them.
    """
    trial = _trial(context, stretch, known)
    if trial is None:
        return []
    near: set[int] = set()
    turns = zip((*trial.heard, trial.now), (*trial.recorded, trial.believed), strict=True)
    for index, (heard, step) in enumerate(turns):
        evidence = heard.evidence
        likely = evidence.log_likelihood(seen_as(trial.game, step.after, trial.seating))
        if not step.legal or evidence.log_likelihood(evidence.best(None)) - likely > UNLIKE_BY:
            near |= set(range(index - FORESEEN, index + FORESEEN + 1))
    parts: list[list[int]] = [[]]
    for index, turn in enumerate(stretch):
        if index in near:
            parts[-1].append(turn)
        else:
            parts.append([])
    return [tuple(part) for part in parts if part]


def _trial(
    context: TurnContext, stretch: tuple[int, ...], known: dict[int, HeardTurn]
) -> HistoryTrial | None:
    game, rules, seating = context.match_state.game, context.game, context.match_state.seating
    if game is None or seating is None or not isinstance(rules, TablesGame) or rules.family is not None:
        return None
    turns = [turn for k in stretch if isinstance(turn := game.turns[k], CheckerTurn)]
    start = turns[0].before
    assert start is not None
    recorded = [_as_recorded(rules, turn) for turn in turns]
    heard = [known[k] for k in stretch]
    return HistoryTrial(
        rules,
        seating,
        start,
        tuple(heard[:-1]),
        tuple(recorded[:-1]),
        heard[-1],
        recorded[-1],
        True,
        FOLLOWED,
    )


def _as_recorded(rules: TablesGame, turn: CheckerTurn) -> HistoryStep:
    assert turn.roll is not None and turn.before is not None
    legal = may_end_so(rules, turn.before, turn.side, turn.roll, turn.after)
    return HistoryStep(turn.roll, turn.play, turn.after, legal)


def _amend(context: TurnContext, trial: HistoryTrial) -> None:
    """The record takes up what the likeliest chain of plays has otherwise, by the margin."""
    best = looked_back(trial)
    if best is None:
        return
    recorded = (*trial.recorded, trial.believed)
    heard = (*trial.heard, trial.now)
    steps = recorded
    for passage in reversed(list(_passages(context, trial, recorded, best.steps))):
        tried = (*steps[: passage.first], *passage.steps, *steps[passage.last :])
        if followed(trial, tried).score - followed(trial, steps).score > MARGIN:
            steps = tried
    before = (trial.start, *(step.after for step in steps))
    for index, (was, step) in enumerate(zip(recorded, steps, strict=True)):
        stood = trial.start if index == 0 else recorded[index - 1].after
        if (was.roll, was.after, was.legal) != (step.roll, step.after, step.legal) or (
            stood != before[index] and (was.play != step.play or not step.legal)
        ):
            _put_right(context, heard[index], before[index], step)


def _passages(
    context: TurnContext,
    trial: HistoryTrial,
    recorded: tuple[HistoryStep, ...],
    steps: tuple[HistoryStep, ...],
) -> Iterator[_Passage]:
    """Where a chain leaves the record, up to where it is back on it; or to the game's end, where nothing came after."""
    first: int | None = None
    for index, (was, step) in enumerate(zip(recorded, steps, strict=True)):
        back = was.after == step.after
        if first is None and (was.roll, was.after, was.legal) != (step.roll, step.after, step.legal):
            first = index
        if first is not None and back:
            yield _Passage(first, index + 1, steps[first : index + 1])
            first = None
    game = context.match_state.game
    if first is not None and game is not None and trial.now.turn == len(game.turns) - 1:
        yield _Passage(first, len(steps), steps[first:])


def _put_right(context: TurnContext, heard: HeardTurn, before: Position, step: HistoryStep) -> None:
    """The record has a turn as it has been read now; where it is the last, the game's result may be another one."""
    game = context.match_state.game
    assert game is not None
    play, fault = step.play, None
    if not step.legal:
        play, fault = context.explained(before, heard.side, step.roll, step.after)
    last = heard.turn == len(game.turns) - 1
    for question in context.match_state.questions:
        if question.turns - 1 == heard.turn:
            context.happen(Settled(question.number, None))
    if (
        last
        and context.match_state.phase is Phase.OVER
        and win_of(context.game, step.after, heard.side) is not None
    ):
        turn = game.turns[-1]
        context.amend(play, step.after, step.roll, fault, turn.frame)
    else:
        context.happen(Amended(play, step.after, step.roll, fault, inferred=True, turn=heard.turn))


def _settle(
    context: TurnContext, question: Question, stretch: tuple[int, ...], known: dict[int, HeardTurn]
) -> None:
    """A question is settled where no other way of playing its turn is nearly as likely as that on record."""
    turn = question.turns - 1
    if question.what not in OF_PLAYS or turn not in stretch:
        return
    index = stretch.index(turn)
    near = stretch[max(0, index - REMEMBERED) : index + FORESEEN]
    trial = _trial(context, near, known)
    if trial is None:
        return
    other = looked_back(trial, near.index(turn))
    record = followed(trial, (*trial.recorded, trial.believed))
    if other is None or record.score - other.score > MARGIN:
        context.happen(Settled(question.number, None))
