"""When a camera's exposure is held, and when it is measured anew."""

from typing import Protocol, runtime_checkable

from engine.board import View
from vision.frame import Frame

SETTLED = 3.0
"""For so many seconds a camera measures the light before it is held."""
CHANGED = 1.5
"""By this factor the picture's mean grey level has changed when there is another light."""
LASTING = 5.0
"""For so many seconds it must last: a person who leans over the board does not stay."""


@runtime_checkable
class Lockable(Protocol):
    """What a camera can do besides whose exposure, gain and white balance can be held; between two `read`s."""

    def lock(self) -> None:
        """Holds them as they were in the last picture."""

    def unlock(self) -> None:
        """Has the camera measure them again."""


class Metering:
    """Holds the exposure of a camera, if it can, from the first clear sight of the board on, for hands and sleeves in
    the picture would change the colours of the checkers; where the light has changed for good it is measured anew.
    """

    def __init__(self, camera: object, now: float) -> None:
        self._camera = camera if isinstance(camera, Lockable) else None
        self._since = now
        self._held: float | None = None
        self._strange: float | None = None

    def seen(self, frame: Frame, view: View) -> None:
        """Another picture, and what is to be seen in it."""
        if self._camera is None:
            return
        small = frame.picture[::8, ::8] if frame.glimpse is None else frame.glimpse
        level = max(float(small.mean()), 1.0)
        if self._held is None:
            if view is View.CLEAR and frame.time - self._since >= SETTLED:
                self._camera.lock()
                self._held = level
        elif view is not View.DARK and 1 / CHANGED <= level / self._held <= CHANGED:
            self._strange = None
        elif self._strange is None:
            self._strange = frame.time
        elif frame.time - self._strange >= LASTING:
            self._camera.unlock()
            self._held, self._strange, self._since = None, None, frame.time
