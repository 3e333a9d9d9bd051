"""A clock that a test sets by hand."""

from dataclasses import dataclass


@dataclass
class HandClock:
    """`now` is the stopwatch's, `ahead` what the clock on the wall shows beyond it, `right` whether it is set."""

    now: float = 100.0
    ahead: float = 1.75e9
    right: bool = True

    def wall(self) -> float:
        return self.ahead + self.now

    def monotonic(self) -> float:
        return self.now

    def is_set(self) -> bool:
        return self.right
