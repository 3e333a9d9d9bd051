"""Which position explains what was seen, by what margin: every legal result of a roll against the open hypothesis.

The open hypothesis is the likeliest board without rules, checkers conserved. A referee that snapped to the nearest
legal position would hide exactly the plays that it is there to see.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.board import BAR, OFF, Evidence, Kind, Occupancy, Seating, Side
from engine.dice import ALL_ROLLS, Roll
from engine.legal import Outcome, completable, legal_plays
from engine.position import Position, occupancy_of, position_of
from engine.tables import TablesGame

ILLEGAL_PRIOR = 4.0
"""Natural log of the odds against an illegal play before anything is seen: about one turn in 55, as at a kitchen table."""
MARGIN = 3.0
"""Natural log of the odds (20 to 1) by which one explanation must beat all others to be believed."""


class Verdict(Enum):
    """What a look at the board says of the turn."""

    LEGAL = "legal"
    OPEN = "open"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Scored:
    """A legal result and the log-likelihood of the look under it."""

    outcome: Outcome
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The explanations of a look, best first, and what they amount to.

    `final` judges the board as the end of the turn, `ongoing` as a board from which the turn can still be completed
    (there LEGAL means that it can). `seen` is the open hypothesis, at log-likelihood `open_score`.
    """

    final: Verdict
    ongoing: Verdict
    legal: tuple[Scored, ...]
    seen: Position
    open_score: float
    ongoing_score: float
    moved: bool


def read_turn(
    game: TablesGame, before: Position, side: Side, roll: Roll, seating: Seating, evidence: Evidence
) -> Reading:
    """How a look at the board explains the turn that `side` plays with `roll` from `before`."""
    scored = sorted(
        (
            Scored(outcome, _score(evidence, outcome.position, seating))
            for outcome in legal_plays(game, before, side, roll)
        ),
        key=lambda each: -each.score,
    )
    best = scored[0].score
    reachable = completable(game, before, side, roll)
    ongoing_position, ongoing_score = max(
        ((position, _score(evidence, position, seating)) for position in reachable), key=lambda pair: pair[1]
    )
    ceiling = evidence.log_likelihood(evidence.best(None))
    if ceiling - ongoing_score < ILLEGAL_PRIOR - MARGIN:
        # No board at all explains the look well enough to beat this one; the search for one is spared.
        seen, open_score = ongoing_position, ongoing_score
    else:
        seen, open_score = open_hypothesis(before, side, len(game.units(roll)), seating, evidence)
        if open_score <= ongoing_score:
            seen, open_score = ongoing_position, ongoing_score
    runner_up = scored[1].score if len(scored) > 1 else float("-inf")
    return Reading(
        final=_weigh(best, runner_up, open_score),
        ongoing=_weigh(ongoing_score, float("-inf"), open_score),
        legal=tuple(scored[:5]),
        seen=seen,
        open_score=open_score,
        ongoing_score=ongoing_score,
        moved=seen != before,
    )


def _weigh(best: float, runner_up: float, open_score: float) -> Verdict:
    against = open_score - best - ILLEGAL_PRIOR
    if against > MARGIN:
        return Verdict.OPEN
    if against < -MARGIN + 1e-9 and best - runner_up > MARGIN:
        return Verdict.LEGAL
    return Verdict.UNSURE


def _score(evidence: Evidence, position: Position, seating: Seating) -> float:
    return evidence.log_likelihood(seen_as(position, seating))


@lru_cache(maxsize=20_000)
def seen_as(position: Position, seating: Seating) -> Occupancy:
    """How a position looks to the eye, which does not judge what is borne off."""
    whole = occupancy_of(position, seating)
    return Occupancy((0, *whole.light[1:]), (0, *whole.dark[1:]))


def on_board(position: Position, side: Side) -> int:
    """How many checkers of a side stand on points and bar."""
    return sum(position.of(side)) - position.of(side)[OFF]


def open_hypothesis(
    before: Position, side: Side, units: int, seating: Seating, evidence: Evidence
) -> tuple[Position, float]:
    """The likeliest board without rules and its log-likelihood: checkers move, leave by at most `units`, or vanish.

    Each checker that is gone from the board needs to be worth a log-likelihood of 1 more, as misreading one away is
    easier than misreading one to another place.
    """
    own, other = on_board(before, side), on_board(before, side.other)
    totals = [(own - gone, other, float(gone)) for gone in range(min(units, own) + 1)]
    if other:
        totals.append((own, other - 1, 3.0))
    best: tuple[Position, float] | None = None
    for own_men, other_men, penalty in totals:
        light, dark = (own_men, other_men) if seating.kind(side) is Kind.LIGHT else (other_men, own_men)
        occupancy = evidence.best((light, dark))
        score = evidence.log_likelihood(occupancy) - penalty
        if best is None or score > best[1]:
            best = (as_position(occupancy, seating, before), score)
    assert best is not None
    return best


def as_position(occupancy: Occupancy, seating: Seating, like: Position) -> Position:
    """An occupancy as a position; checkers that `like` has and the board does not are borne off."""
    raw = position_of(occupancy, seating)

    def completed(men: tuple[int, ...], total: int) -> tuple[int, ...]:
        return (max(0, total - sum(men[1:])), *men[1:])

    return Position(completed(raw.white, sum(like.white)), completed(raw.black, sum(like.black)))


def settled_board(evidence: Evidence, seating: Seating, like: Position) -> Position:
    """The likeliest board where nothing is known of the play but how many checkers each side has at most."""
    best = evidence.best(None)
    position = as_position(best, seating, like)
    if sum(position.white) <= sum(like.white) and sum(position.black) <= sum(like.black):
        return position
    kinds = [seating.side(kind) for kind in (Kind.LIGHT, Kind.DARK)]
    men = (sum(like.of(kinds[0])), sum(like.of(kinds[1])))
    return as_position(evidence.best(men), seating, like)


def shows(evidence: Evidence, position: Position, seating: Seating) -> bool:
    """Whether a look shows just this position: no other board is likelier by more than the margin."""
    best = evidence.log_likelihood(evidence.best(None))
    return best - _score(evidence, position, seating) < MARGIN


def missed_rolls(
    game: TablesGame, before: Position, side: Side, seating: Seating, evidence: Evidence
) -> tuple[tuple[Roll, Scored], ...]:
    """The rolls, best first, that explain a board whose throw nobody saw, each with its likeliest legal result."""
    found = []
    for roll in ALL_ROLLS:
        outcomes = legal_plays(game, before, side, roll)
        scored = max(
            (Scored(each, _score(evidence, each.position, seating)) for each in outcomes),
            key=lambda s: s.score,
        )
        found.append((roll, scored))
    found.sort(key=lambda pair: -pair[1].score)
    best = evidence.log_likelihood(evidence.best(None))
    return tuple(pair for pair in found if best - pair[1].score < ILLEGAL_PRIOR + MARGIN)


def is_closed_out(game: TablesGame, position: Position, side: Side) -> bool:
    """Whether a side has a checker on the bar and no roll could bring it in, so that it does not throw (rules 6.7)."""
    if not position.of(side)[BAR]:
        return False
    return all(legal_plays(game, position, side, roll)[0].play.moves == () for roll in ALL_ROLLS)
