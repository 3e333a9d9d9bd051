"""Candidates: the readings of a turn between which people are asked."""

from math import exp

from engine.board import Shape, Side
from engine.dice import Roll
from engine.faults.explain import likely_play
from engine.position import Position
from engine.state.events import Candidate
from engine.turn.appearance import heaps_alone, on_board
from engine.turn.context import TurnContext
from engine.turn.turn_reading import ILLEGAL_PRIOR, ScoredResult, TurnReading

PLAINLY = 0.75
"""A reading that is illegal is taken for right until people have said so only where it is at least so likely."""


def candidates(
    context: TurnContext, reading: TurnReading, before: Position, side: Side, roll: Roll | None
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
            play = likely_play(context.game, before, side, reading.seen, roll)
            found.append(Candidate(roll, play, reading.seen, False, weight))
        else:
            found.append(Candidate(roll, scored.outcome.play, scored.outcome.position, True, weight))
    if len(found) > 1 and not found[0].legal:
        one, other = found
        overlooked = context.game.shape is Shape.TABLES and any(
            on_board(one.position, each) < on_board(other.position, each) for each in Side
        )
        if one.weight < PLAINLY or overlooked or heaps_alone(one.position, other.position):
            found.reverse()
    return tuple(found)
