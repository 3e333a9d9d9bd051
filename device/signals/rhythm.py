"""Rhythms: how a light tells what it means without its colour.

No rhythm flashes more than three times a second (WCAG 2.3.1), and all keep time with one stopwatch, so that lights of
one meaning blink together.
"""

from enum import Enum

_EDGE = 1e-6
"""Seconds by which a moment may miss an edge and still be after it."""


class Rhythm(Enum):
    """How a light behaves; the value is its name for pages."""

    DARK = "dark"
    STEADY = "steady"
    DOUBLE_FLASH = "double flash"
    SLOW = "slow"

    @property
    def period(self) -> float:
        """Seconds after which it begins anew; 0 where nothing ever changes."""
        return _SHAPES[self][0]

    @property
    def lit(self) -> tuple[tuple[float, float], ...]:
        """From when to when it is lit, in seconds of its period; empty where it never changes."""
        return _SHAPES[self][1]

    def is_lit(self, now: float) -> bool:
        """Whether it is lit at a time, in seconds of any stopwatch."""
        if not self.period:
            return self is Rhythm.STEADY
        phase = (now + _EDGE) % self.period
        return any(begin <= phase < end for begin, end in self.lit)

    def next_change(self, now: float) -> float | None:
        """The seconds from a time to the next moment at which it is lit or goes out; None: never."""
        if not self.period:
            return None
        phase = (now + _EDGE) % self.period
        edges = sorted(edge for span in self.lit for edge in span)
        return next((edge for edge in edges if edge > phase), self.period + edges[0]) - phase + _EDGE

    def as_json(self) -> dict[str, object]:
        """The rhythm for a page that lets its own lamps blink."""
        return {"period": self.period, "lit": [list(span) for span in self.lit]}


_SHAPES: dict[Rhythm, tuple[float, tuple[tuple[float, float], ...]]] = {
    Rhythm.DARK: (0.0, ()),
    Rhythm.STEADY: (0.0, ()),
    Rhythm.DOUBLE_FLASH: (1.0, ((0.0, 0.12), (0.24, 0.36))),
    Rhythm.SLOW: (2.0, ((0.0, 1.0),)),
}


def soonest(waits: list[float | None]) -> float | None:
    """The shortest of several waits; None where nobody waits for anything."""
    return min((wait for wait in waits if wait is not None), default=None)
