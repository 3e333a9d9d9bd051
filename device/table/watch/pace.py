"""For how long nothing has moved before a camera, or something always has: after five quiet minutes the board is looked
at less often, and where nothing ever stands still people are told so.
"""

from dataclasses import dataclass

from engine.board import View
from engine.i18n import marked

QUIET = 300.0
"""After so many seconds in which nothing moved nobody is at the board."""
REST = 0.5
"""So many seconds lie between two pictures then; a hand that comes is seen no later than that."""
_STIRRED = (View.MOVING, View.LOST)
RESTLESS_SECONDS = 60.0
"""After so many seconds without a still picture it is told; over one turn hands come to rest many times."""
RESTLESS = marked(
    "Nothing has stood still in the picture for a minute, so nothing can be read: put the camera on a firm stand."
)


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


class Restless:
    """Follows how long something has been moving before a camera."""

    def __init__(self) -> None:
        self._since: float | None = None

    def seen(self, view: View, now: float) -> str | None:
        """What is to be told after another picture at a time in seconds; None: nothing."""
        if view is not View.MOVING:
            self._since = None
        elif self._since is None:
            self._since = now
        return RESTLESS if self._since is not None and now - self._since >= RESTLESS_SECONDS else None
