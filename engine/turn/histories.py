"""Histories: what may have been thrown and played in the last turns, weighed by all that was seen since.

A turn is recorded by the look at its end. Should that have been misread, the board betrays it some turns
later, as a play that cannot have been made; then the last turns are weighed anew, together. A beam of
histories is extended turn by turn: by each roll that the dice may have shown and each legal play of it,
beside what is on record, an illegal play included. What the eye takes a site for again and again while nobody
touches it is no new evidence: between two changes of its contents the looks at it are averaged, and so are those at a
heap whether it grows or shrinks, for it is counted wrong each time in the same way.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from heapq import nlargest

from engine.board import Evidence, Occupancy, Seating, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.play import Outcome, Play
from engine.plays.legal import completable, listed_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import seen_as, stays_heap
from engine.turn.throws import FollowedDie, roll_odds
from engine.turn.turn_reading import ILLEGAL_PRIOR

REMEMBERED, REMEMBERED_JOINED = 4, 8
"""How many turns are remembered, to be weighed anew; and while it is not known which board a game was joined with."""
BREADTH, REACH = 16, 14.0
"""How many histories are followed at most, and how much less likely (in log-likelihood) than the best they may be."""
ROLL_REACH = 6.0
"""How much less likely than the roll believed (in log-likelihood) another may be to be thought of."""
AGAIN_PRIOR = 2.0
"""What a second illegal play among the remembered turns costs on top: rather the
referee errs twice than the players.
"""

OPPONENT_PRIOR, MOST_MOVED = 3.0, 2
"""What each of the opponent's checkers costs that an illegal play would have moved, not hit; and how many count."""


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """A turn as it was heard: its number in the game, its dice as they were read, and the look at its end."""

    turn: int
    side: Side
    dice: tuple[FollowedDie, ...]
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """A turn of a history: what was thrown and played, and the board after it."""

    roll: Roll
    play: Play
    after: Position
    legal: bool


@dataclass(frozen=True, slots=True)
class History:
    """The turns of a history, the last perhaps unfinished, and its log-likelihood."""

    steps: tuple[HistoryStep, ...]
    score: float


@dataclass(frozen=True, slots=True)
class _Branch:
    """A history on its way: what its sites hold, and the looks at them since that changed."""

    position: Position
    steps: tuple[HistoryStep, ...]
    closed: float
    contents: tuple[tuple[int, int], ...]
    sums: tuple[float, ...]
    looks: tuple[int, ...]
    illegal: int = 0

    @property
    def score(self) -> float:
        return self.closed + sum(
            total / max(looks, 1) for total, looks in zip(self.sums, self.looks, strict=True)
        )


@dataclass(frozen=True, slots=True)
class HistoryTrial:
    """The turns to be weighed: the board before the first of them, each as it was heard and as it
    is on record, and the look now.

    `now` is the turn that is being played, or is at its `end`; `believed` is how it stands on record
    otherwise. `breadth` is how many histories are followed at most.
    """

    game: TablesGame
    seating: Seating
    start: Position
    heard: tuple[HeardTurn, ...]
    recorded: tuple[HistoryStep, ...]
    now: HeardTurn
    believed: HistoryStep
    end: bool
    breadth: int = BREADTH
    opened: Evidence | None = None


def weighed(trial: HistoryTrial) -> tuple[History, tuple[History, ...]]:
    """The record, with what is believed of the present turn, and all histories of which that
    is legal, the likeliest first.
    """
    record = _begun(trial)
    others = [record]
    for heard, step in zip(trial.heard, trial.recorded, strict=True):
        ways = [_extended(trial, each, *way) for each in others for way in _ways(trial, each, heard, step)]
        record = _extended(trial, record, step, heard, 0.0)
        others = _narrowed(trial, [*ways, record])
    believed = _extended(trial, record, trial.believed, trial.now, 0.0)
    ended = [
        _extended(
            trial,
            each,
            HistoryStep(trial.believed.roll, outcome.play, outcome.position, True),
            trial.now,
            0.0,
        )
        for each in others
        for outcome in _last_boards(trial, each)
    ]
    found = tuple(History(each.steps, each.score) for each in sorted(ended, key=lambda each: -each.score))
    return History(believed.steps, believed.score), found


def looked_back(trial: HistoryTrial, unlike: int | None = None) -> History | None:
    """The likeliest history of turns that are over, the present one too, and all known that
    came of them; None: there is none.

    A turn that is illegal on record may be so in any history: to the same board, or by the same checkers
    where the board before it is another. With `unlike` that turn is otherwise than on record.
    """
    branches = [_begun(trial)]
    record: _Branch | None = branches[0]
    turns = list(zip((*trial.heard, trial.now), (*trial.recorded, trial.believed), strict=True))
    stood = trial.start
    for index, (heard, step) in enumerate(turns):
        over = win_of(trial.game, step.after, heard.side) if index == len(turns) - 1 else None
        found = []
        for each in branches:
            ways = list(_ways(trial, each, heard, step, over is not None))
            if not step.legal and each is not record:
                reached = {way.after for way, _, _ in ways}
                boards = dict.fromkeys((step.after, step.after.shifted(stood, each.position)))
                ways += [(replace(step, after=at), heard, 0.0) for at in boards if at and at not in reached]
            kept = [way for way in ways if index != unlike or _is_other(way[0], step)]
            found += [_extended(trial, each, *way) for way in kept]
        record = None if record is None or index == unlike else _extended(trial, record, step, heard, 0.0)
        stood = step.after
        branches = _narrowed(trial, [*found, *([] if record is None else [record])])
    best = max(branches, key=lambda each: each.score, default=None)
    return None if best is None else History(best.steps, best.score)


def _is_other(step: HistoryStep, recorded: HistoryStep) -> bool:
    return (step.roll, step.after) != (recorded.roll, recorded.after)


def followed(trial: HistoryTrial, steps: Iterable[HistoryStep]) -> History:
    """One history, given by its steps, weighed by all looks."""
    branch = _begun(trial)
    recorded = (*trial.recorded, trial.believed)
    for heard, step, was in zip((*trial.heard, trial.now), steps, recorded, strict=True):
        odds = 0.0 if step.roll == was.roll else roll_odds(heard.dice, was.roll, step.roll)
        branch = _extended(trial, branch, step, heard, odds)
    return History(branch.steps, branch.score)


def _begun(trial: HistoryTrial) -> _Branch:
    seen = seen_as(trial.game, trial.start, trial.seating)
    contents = _contents(seen)
    if trial.opened is not None:
        return _Branch(trial.start, (), 0.0, contents, trial.opened.by_site(seen), (1,) * len(contents))
    return _Branch(trial.start, (), 0.0, contents, (0.0,) * len(contents), (0,) * len(contents))


def _contents(seen: Occupancy) -> tuple[tuple[int, int], ...]:
    return tuple(zip(seen.light[1:], seen.dark[1:], strict=True))


def _extended(
    trial: HistoryTrial, branch: _Branch, step: HistoryStep, heard: HeardTurn, odds: float
) -> _Branch:
    """A history with one more turn, and the look at the end of it."""
    seen = seen_as(trial.game, step.after, trial.seating)
    contents = _contents(seen)
    steps = (*branch.steps, step)
    closed, illegal = branch.closed + odds, sum(not each.legal for each in steps[-REMEMBERED - 1 :])
    if not step.legal:
        moved = moved_about(branch.position.of(heard.side.other), step.after.of(heard.side.other))
        closed -= ILLEGAL_PRIOR + AGAIN_PRIOR * (illegal > 1) + OPPONENT_PRIOR * min(moved, MOST_MOVED)
    sums, looks = [], []
    for total, count, before, now, log in zip(
        branch.sums, branch.looks, branch.contents, contents, heard.evidence.by_site(seen), strict=True
    ):
        if before == now or stays_heap(before, now):
            sums.append(total + log)
            looks.append(count + 1)
        else:
            closed += total / max(count, 1)
            sums.append(log)
            looks.append(1)
    return _Branch(step.after, steps, closed, contents, tuple(sums), tuple(looks), illegal)


def moved_about(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    """How many of a side's checkers have come to points in the turn of its opponent, or are off."""
    return sum(max(0, there - here) for here, there in zip(before[:-1], after[:-1], strict=True))


def _ways(
    trial: HistoryTrial, branch: _Branch, heard: HeardTurn, recorded: HistoryStep, won: bool = False
) -> Iterable[tuple[HistoryStep, HeardTurn, float]]:
    """How a turn may have been played from where a history stands: legally, with any
    roll that its dice may have shown.
    """
    for roll in _rolls(trial, heard, recorded.roll):
        odds = 0.0 if roll == recorded.roll else roll_odds(heard.dice, recorded.roll, roll)
        for outcome in _likely(
            trial, heard.evidence, listed_plays(trial.game, branch.position, heard.side, roll)
        ):
            again = outcome.position.past.again == recorded.after.past.again
            if again and (win_of(trial.game, outcome.position, heard.side) is not None) is won:
                yield HistoryStep(roll, outcome.play, outcome.position, True), heard, odds


def _rolls(trial: HistoryTrial, heard: HeardTurn, believed: Roll) -> list[Roll]:
    others = (
        roll
        for roll in trial.game.rolls
        if heard.dice and roll != believed and roll_odds(heard.dice, believed, roll) > -ROLL_REACH
    )
    return [believed, *others]


def _last_boards(trial: HistoryTrial, branch: _Branch) -> Iterable[Outcome]:
    """The boards on which the turn that is being played may stand in a history."""
    side, roll = trial.now.side, trial.believed.roll
    if trial.end:
        return _likely(trial, trial.now.evidence, listed_plays(trial.game, branch.position, side, roll))
    try:
        boards = completable(trial.game, branch.position, side, roll)
    except TooManyPlays:
        return ()
    return _likely(trial, trial.now.evidence, tuple(Outcome(board, Play()) for board in boards))


def _likely(trial: HistoryTrial, evidence: Evidence, outcomes: tuple[Outcome, ...]) -> list[Outcome]:
    """Those outcomes that a look does not rule out, by itself."""
    scored = [
        (evidence.log_likelihood(seen_as(trial.game, each.position, trial.seating)), each)
        for each in outcomes
    ]
    best = max((score for score, _ in scored), default=0.0)
    near = [pair for pair in scored if pair[0] > best - REACH]
    return [outcome for _, outcome in nlargest(BREADTH, near, key=lambda pair: pair[0])]


def _narrowed(trial: HistoryTrial, branches: list[_Branch]) -> list[_Branch]:
    """The likeliest histories; of those that have come to the same board by the same looks, the likelier."""
    unique: dict[tuple[object, ...], _Branch] = {}
    for each in sorted(branches, key=lambda branch: -branch.score):
        unique.setdefault((each.position, each.position.past, each.illegal, each.looks), each)
    kept = list(unique.values())[: trial.breadth]
    return [each for each in kept if each.score > kept[0].score - REACH]
