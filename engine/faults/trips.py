"""Trips: where checkers went between two boards, whatever the dice."""

from typing import NamedTuple

from engine.board import OFF
from engine.faults.violation import Violation, place
from engine.plays.ordered import Steps


class Trip(NamedTuple):
    """One checker's way: from where to where (None: it vanished, or came from nowhere)."""

    origin: int | None
    target: int | None

    @property
    def order(self) -> tuple[int, int]:
        """The order in which trips are made: the hindmost checkers first."""
        return (
            99 if self.origin is None else -self.origin,
            99 if self.target is None else -self.target,
        )


def trips_between(before: tuple[int, ...], after: tuple[int, ...]) -> list[Trip]:
    """The checkers that left, hindmost first, paired with those that came."""
    sites = range(len(before) - 1, -1, -1)
    left = [site for site in sites for _ in range(before[site] - after[site])]
    come = [site for site in sites for _ in range(after[site] - before[site])]
    longer = max(len(left), len(come))
    origins: list[int | None] = [*left, *[None] * (longer - len(left))]
    targets: list[int | None] = [*come, *[None] * (longer - len(come))]
    return [Trip(origin, target) for origin, target in zip(origins, targets, strict=True)]


def trip_violation(
    steps: Steps, own: tuple[int, ...], trip: Trip, numbers: tuple[int, ...]
) -> Violation | None:
    """What is wrong with a trip whatever numbers were thrown; None where another number could have made it."""
    origin, target, bar = trip.origin, trip.target, steps.game.bar
    owner = ("owner", steps.side.value)
    if origin is None:
        assert target is not None
        return Violation("R.conservation", "appeared", (owner, ("point", place(target, bar))), (target,))
    hand = origin == bar and own[origin] <= steps.start.hand
    where = place(origin, bar, hand=hand)
    if target is None or (target == OFF and origin > max(steps.game.home, sum(numbers))):
        return Violation("R.conservation", "vanished", (owner, ("point", where)), (origin,))
    if origin == OFF:
        return Violation("R.direction", "returned", (("point", place(target, bar)),), (target,))
    if target == bar:
        return Violation("R.direction", "put_on_bar", (("point", where),), (origin,))
    if target > origin:
        return Violation("R.direction", "direction", (("move", f"{where}/{target}"),), (origin, target))
    return None
