"""What is told late: moments wait in a queue until they are old enough."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

MOST_WAITING = 4096
"""How many moments may wait at the most: two hours of a quick game."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Delayed(Generic[Value]):
    """How something stands from a time by the stopwatch on, in seconds."""

    time: float
    value: Value


class DelayQueue(Generic[Value]):
    """Moments in the order in which they came, until one after them is due. Of one thread at a time.

    Where more come than may wait, the last one waits in the place of the one before it, so that what was there
    earlier becomes due in its time all the same.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._moments: deque[Delayed[Value]] = deque()
        self._most = most

    def add(self, time: float, value: Value) -> None:
        """It stands so from now on."""
        if len(self._moments) >= self._most:
            self._moments.pop()
        self._moments.append(Delayed(time, value))

    def due(self, latest: float) -> Delayed[Value] | None:
        """How it stood at a time, of which nothing before is asked for any more; None where nothing is so old.
        The same object while it is the same moment.
        """
        while len(self._moments) > 1 and self._moments[1].time <= latest:
            self._moments.popleft()
        return self._moments[0] if self._moments and self._moments[0].time <= latest else None

    def next_time(self, latest: float) -> float | None:
        """When the first moment after a time came; None where there is none."""
        return next((each.time for each in self._moments if each.time > latest), None)

    def newest_first(self) -> Iterator[Value]:
        """All that still wait, the last one first."""
        return (each.value for each in reversed(self._moments))
