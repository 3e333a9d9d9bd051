"""What the referee teaches the eye: positions that they are sure of, and that a person put one right."""

from collections.abc import Sequence
from enum import Enum

from engine.board import Occupancy, Shape, View
from engine.state.events import Corrected, Event, FaultSeen, Thrown
from engine.state.match_state import MatchState, rules_now
from engine.turn.appearance import seen_as


class Lapse(Enum):
    """That what was taught may be wrong."""

    CORRECTED = "corrected"


def taught_by(before: MatchState, events: Sequence[Event], after: MatchState) -> Occupancy | Lapse | None:
    """The position that events make sure of, or that they show what was taught to be wrong; None for most.

    A throw makes sure of the board that it is made on: the opponent agrees with the play before it. Nothing is
    learned where that was asked about, called illegal, or not seen.
    """
    if any(isinstance(event, Corrected) for event in events):
        return Lapse.CORRECTED
    thrown = any(isinstance(event, Thrown) and not event.inferred for event in events)
    board_problem = any(isinstance(event, FaultSeen) for event in events)
    doubtful = (
        before.questions or before.fault or after.questions or after.fault or after.view is not View.CLEAR
    )
    if not thrown or board_problem or doubtful or after.position is None or after.seating is None:
        return None
    rules = rules_now(after)
    return None if rules.shape is not Shape.TABLES else seen_as(rules, after.position, after.seating)
