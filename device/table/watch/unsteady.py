"""A picture in which nothing ever stands still: nothing can be read then, and people are told so."""

from engine.board import View
from engine.i18n import marked

RESTLESS_SECONDS = 60.0
"""After so many seconds without a still picture it is told; over one turn hands come to rest many times."""
RESTLESS = marked(
    "Nothing has stood still in the picture for a minute, so nothing can be read: put the camera on a firm stand."
)


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
