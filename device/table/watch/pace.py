"""How often the board is looked at: as often as the camera gives pictures, and seldom once nobody is there."""

from dataclasses import dataclass

from engine.board import View

QUIET = 300.0
"""After so many seconds in which nothing moved nobody is at the board."""
REST = 0.5
"""So many seconds lie between two pictures then; a hand that comes is seen no later than that."""
_STIRRED = (View.MOVING, View.LOST)


@dataclass(frozen=True, slots=True)
class FramePace:
    """What was seen last, and since when nothing has moved, seconds by any clock that is never set back."""

    since: float
    view: View | None = None

    def seen(self, view: View | None, now: float) -> "FramePace":
        """The pace after another picture; None: it was not looked at."""
        return FramePace(now if view in _STIRRED or view is not self.view else self.since, view)

    def rest(self, now: float) -> float:
        """How many seconds to wait before the next picture is asked for."""
        return REST if now - self.since >= QUIET else 0.0
