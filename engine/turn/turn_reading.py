"""Which position explains what was seen, by what margin: every legal result of a roll against the open hypothesis.

The open hypothesis is the likeliest board without rules, checkers conserved. A referee that snapped to the nearest
legal position would hide exactly the plays that it is there to see.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from heapq import nsmallest
from math import exp
from operator import sub

from engine.board import Evidence, Kind, Occupancy, Seating, Shape, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.faults.explain import likely_play
from engine.play import Outcome, Play
from engine.plays.legal import can_play, completable, legal_plays
from engine.plays.membership import may_pass_through, reached
from engine.plays.turn_end import advanced
from engine.position import Position
from engine.rules import Rules
from engine.state.events import Candidate
from engine.tables.tables_game import TablesGame
from engine.tafl.seen_position import royal_penalty, tafl_penalty, who_is_king
from engine.tafl.tafl_game import TaflGame
from engine.turn.appearance import as_position, heaps_alone, on_board, seen_as, totals

ILLEGAL_PRIOR = 4.0
"""Natural log of the odds against an illegal play before anything is seen: about one
turn in 55, as at a kitchen table.
"""
MARGIN = 3.0
"""Natural log of the odds (20 to 1) by which one explanation must beat all others to be believed."""
MANY = 500
"""Where a turn can pass through more boards than this, only those nearest to what is seen are weighed."""


class TurnVerdict(Enum):
    """What a look at the board says of the turn."""

    LEGAL = "legal"
    OPEN = "open"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class ScoredResult:
    """A legal result and the log-likelihood of the look under it."""

    outcome: Outcome
    score: float


@dataclass(frozen=True, slots=True)
class TurnReading:
    """The explanations of a look, best first, and what they amount to.

    `final` judges the board as the end of the turn, `ongoing` as a board from which the turn can still be completed
    (there LEGAL means that it can). `seen` is the open hypothesis, at log-likelihood `open_score`.
    `known`: whether it is known how the turn can end; of some vast ones nobody can say in time.
    """

    final: TurnVerdict
    ongoing: TurnVerdict
    legal: tuple[ScoredResult, ...]
    seen: Position
    open_score: float
    ongoing_score: float
    moved: bool
    known: bool = True

    @property
    def gain(self) -> float:
        """By how much (in log-likelihood) the likeliest legal end is likelier than an illegal one; 0 at least."""
        return max(0.0, self.legal[0].score - self.open_score + ILLEGAL_PRIOR)


def read_turn(
    game: Rules, before: Position, side: Side, roll: Roll | None, seating: Seating, evidence: Evidence
) -> TurnReading:
    """How a look at the board explains the turn that `side` plays with `roll` from `before`."""
    opened = partial(open_hypothesis, game, before, side, roll, seating, evidence)
    outcomes, reachable, known, hypothesis = _explanations(game, before, side, roll, opened)
    scored = sorted(
        (ScoredResult(each, _score(game, evidence, each.position, seating)) for each in outcomes),
        key=lambda each: -each.score,
    )
    # Where a vast turn is not known to end anywhere near what is seen, nothing is legal: neither is standing still.
    legal = tuple(scored[:5]) or (ScoredResult(Outcome(before, Play()), float("-inf")),)
    best = legal[0].score
    ongoing_position, ongoing_score = max(
        ((position, _score(game, evidence, position, seating)) for position in reachable),
        key=lambda pair: pair[1],
    )
    ceiling = evidence.log_likelihood(evidence.best(None))
    if ceiling - ongoing_score < ILLEGAL_PRIOR - MARGIN:
        # No board at all explains the look well enough to beat this one; the search for one is spared.
        seen, open_score = ongoing_position, ongoing_score
    else:
        seen, open_score = hypothesis or opened()
        if open_score <= ongoing_score:
            seen, open_score = ongoing_position, ongoing_score
    runner_up = scored[1].score if len(scored) > 1 else float("-inf")
    return TurnReading(
        final=_weigh(best, runner_up, open_score) if known else TurnVerdict.UNSURE,
        ongoing=_weigh(ongoing_score, float("-inf"), open_score),
        legal=legal,
        seen=seen,
        open_score=open_score,
        ongoing_score=ongoing_score,
        moved=seen != before,
        known=known,
    )


def _weigh(best: float, runner_up: float, open_score: float) -> TurnVerdict:
    against = open_score - best - ILLEGAL_PRIOR
    if against > MARGIN:
        return TurnVerdict.OPEN
    if against < -MARGIN + 1e-9 and best - runner_up > MARGIN:
        return TurnVerdict.LEGAL
    return TurnVerdict.UNSURE


def _score(game: Rules, evidence: Evidence, position: Position, seating: Seating) -> float:
    return evidence.log_likelihood(seen_as(game, position, seating))


def _explanations(
    game: Rules, before: Position, side: Side, roll: Roll | None, opened: Callable[[], tuple[Position, float]]
) -> tuple[tuple[Outcome, ...], Iterable[Position], bool, tuple[Position, float] | None]:
    """The legal results that may explain a look, and the boards on the way to one: all,
    or where they are many the near.

    And whether that is known: of some vast turns nobody can say in time whether a board is legal. And the open
    hypothesis, where it was `opened` to tell.
    """
    try:
        outcomes, reachable = legal_plays(game, before, side, roll), completable(game, before, side, roll)
    except TooManyPlays:
        assert isinstance(game, TablesGame) and roll is not None
        hypothesis = opened()
        return *_vast_explanations(game, before, side, roll, hypothesis[0]), hypothesis
    if len(reachable) <= MANY:
        return outcomes, reachable, True, None
    hypothesis = opened()
    seen, _ = hypothesis
    apart = {position: _apart(position, seen) for position in reachable}
    near = nsmallest(MANY, outcomes, key=lambda outcome: apart[outcome.position])
    return tuple(near), nsmallest(MANY, reachable, key=apart.__getitem__), True, hypothesis


def _vast_explanations(
    game: TablesGame, before: Position, side: Side, roll: Roll, seen: Position
) -> tuple[tuple[Outcome, ...], Iterable[Position], bool]:
    """The same of a turn that is too vast to list: what is seen, if it is legal, or on the way."""
    try:
        found = reached(game, before, side, roll, seen)
        on_the_way = found is not None or may_pass_through(game, before, side, roll, seen)
    except TooManyPlays:
        after = Position(
            seen.white, seen.black, advanced(game, before, side, roll, seen.of(side), seen.of(side.other))
        )
        return (Outcome(after, Play()),), (before, seen), False
    return (found,) if found else (), (before, seen) if on_the_way else (before,), True


def _apart(one: Position, other: Position) -> int:
    """How many checkers stand otherwise in one position than in another, counted twice."""
    return sum(map(abs, map(sub, (*one.white, *one.black), (*other.white, *other.black))))


def open_hypothesis(
    game: Rules, before: Position, side: Side, roll: Roll | None, seating: Seating, evidence: Evidence
) -> tuple[Position, float]:
    """The likeliest board without rules and its log-likelihood: checkers move, come in, leave, or vanish."""
    if isinstance(game, TaflGame):
        return _known_king(game, before, seating, evidence, partial(tafl_penalty, before, side))
    best: tuple[Position, float] | None = None
    for own_men, other_men, penalty in totals(game, before, side, len(game.units(roll, before.past, side))):
        light, dark = (own_men, other_men) if seating.kind(side) is Kind.LIGHT else (other_men, own_men)
        occupancy = evidence.best((light, dark))
        score = evidence.log_likelihood(occupancy) - penalty
        if best is None or score > best[1]:
            best = (as_position(game, occupancy, seating, before), score)
    assert best is not None
    return best


def _known_king(
    game: TaflGame,
    before: Position,
    seating: Seating,
    evidence: Evidence,
    penalty: Callable[[Position], float] = lambda _: 0.0,
) -> tuple[Position, float]:
    """The likeliest board of squares and its score, the king being who he was unless that is out of the question."""
    likeliest = as_position(game, evidence.best(None), seating, before)
    return max(
        (
            (each, _score(game, evidence, each, seating) - royal_penalty(before, each) - penalty(each))
            for each in who_is_king(before, likeliest)
        ),
        key=lambda pair: pair[1],
    )


def other_king(
    game: Rules, seen: Position, seating: Seating, evidence: Evidence
) -> tuple[Position, float] | None:
    """The same board with another man as the king, where he looks so much like him, and by how much likelier it is.

    None unless his looks alone would outweigh a board that no legal play reaches.
    """
    if not isinstance(game, TaflGame):
        return None
    likeliest = as_position(game, evidence.best(None), seating, seen)
    gain = _score(game, evidence, likeliest, seating) - _score(game, evidence, seen, seating)
    swapped = royal_penalty(seen, likeliest) > 0 and gain > ILLEGAL_PRIOR + MARGIN
    return (likeliest, gain) if swapped else None


def settled_board(game: Rules, evidence: Evidence, seating: Seating, like: Position) -> Position:
    """The likeliest board where nothing is known of the play but how many checkers each side has at most."""
    if isinstance(game, TaflGame):
        return _known_king(game, like, seating, evidence)[0]
    best = evidence.best(None)
    position = as_position(game, best, seating, like)
    if sum(position.white) <= sum(like.white) and sum(position.black) <= sum(like.black):
        return position
    men = {side: sum(like.of(side)) for side in Side}
    return as_position(game, best_with(evidence, seating, men), seating, like)


def best_with(evidence: Evidence, seating: Seating, men: Mapping[Side, int]) -> Occupancy:
    """What is likeliest to lie on the board if so many checkers of either side do."""
    light, dark = (men[seating.side(kind)] for kind in (Kind.LIGHT, Kind.DARK))
    return evidence.best((light, dark))


def shows(game: Rules, evidence: Evidence, position: Position, seating: Seating) -> bool:
    """Whether a look shows just this position: no other board is likelier by more than the margin."""
    best = (
        _known_king(game, position, seating, evidence)[1]
        if isinstance(game, TaflGame)
        else evidence.log_likelihood(evidence.best(None))
    )
    return best - _score(game, evidence, position, seating) < MARGIN


def missed_rolls(
    game: Rules, before: Position, side: Side, seating: Seating, evidence: Evidence
) -> tuple[tuple[Roll, ScoredResult], ...]:
    """The rolls, best first, that explain a board whose throw nobody saw, each with its likeliest legal result."""
    found = []
    for roll in game.rolls:
        try:
            outcomes = legal_plays(game, before, side, roll)
        except TooManyPlays:
            # Nobody can tell from the board what a turn of so many moves began with.
            continue
        scored = max(
            (ScoredResult(each, _score(game, evidence, each.position, seating)) for each in outcomes),
            key=lambda s: s.score,
        )
        found.append((roll, scored))
    found.sort(key=lambda pair: -pair[1].score)
    best = evidence.log_likelihood(evidence.best(None))
    return tuple(pair for pair in found if best - pair[1].score < ILLEGAL_PRIOR + MARGIN)


def is_closed_out(game: Rules, position: Position, side: Side) -> bool:
    """Whether a side has a checker to bring in and no roll could do it, so that it does not throw (rules 6.7)."""
    if isinstance(game, TaflGame):
        return False
    if not position.of(side)[-1]:
        return False
    # Those that give few numbers to play are asked about first, as what many can be played to takes long to find.
    rolls = sorted(game.rolls, key=lambda roll: len(game.units(roll, position.past, side)))
    return not any(can_play(game, position, side, roll) for roll in rolls)


PLAINLY = 0.75
"""A reading that is illegal is taken for right until people have said so only where it is at least so likely."""


def candidates(
    game: Rules, reading: TurnReading, before: Position, side: Side, roll: Roll | None
) -> tuple[Candidate, ...]:
    """The two likeliest readings of a turn, the likelier first, with weights that add up to 1.

    A legal one comes first, too, where the other is hardly likelier, or illegal by the count of a heap alone, or by a
    checker that is not seen: one that was hit is easily overlooked on the bar, or still in a hand.
    """
    scores: list[tuple[float, ScoredResult | None]] = [(scored.score, scored) for scored in reading.legal[:2]]
    if all(scored.outcome.position != reading.seen for scored in reading.legal):
        scores.append((reading.open_score - ILLEGAL_PRIOR, None))
    scores.sort(key=lambda pair: -pair[0])
    top = scores[:2]
    total = sum(exp(score - top[0][0]) for score, _ in top)
    found = []
    for score, scored in top:
        weight = exp(score - top[0][0]) / total
        if scored is None:
            play = likely_play(game, before, side, reading.seen, roll)
            found.append(Candidate(roll, play, reading.seen, False, weight))
        else:
            found.append(Candidate(roll, scored.outcome.play, scored.outcome.position, True, weight))
    if len(found) > 1 and not found[0].legal:
        one, other = found
        overlooked = game.shape is Shape.TABLES and any(
            on_board(one.position, each) < on_board(other.position, each) for each in Side
        )
        if one.weight < PLAINLY or overlooked or heaps_alone(one.position, other.position):
            found.reverse()
    return tuple(found)
