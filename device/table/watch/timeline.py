"""The time of the pictures: of cameras that follow one another, and of a film; the stopwatch carries it on."""

from device.clock import Clock
from vision.frame import Frame


class Timeline:
    """Carries time (seconds) and numbers on over cameras that begin anew; of one thread.

    The first picture is at 0.0, and no picture is before another that came earlier.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._is_empty, self._begins_anew = True, False
        self._offset, self._first_number = 0.0, 0
        self._time, self._at = 0.0, clock.monotonic()
        self.number = 0
        """The number of the last picture."""

    def now(self) -> float:
        """The present; 0.0 before the first picture."""
        return 0.0 if self._is_empty else self._time + self._clock.monotonic() - self._at

    def begin_anew(self) -> None:
        """What comes next is another camera's, or of the same after it was lost: it counts from the start again."""
        self._begins_anew = True

    def place(self, frame: Frame) -> Frame:
        """A picture that has just come, in our own time and numbers."""
        if self._is_empty or self._begins_anew or frame.time + self._offset < self._time:
            self._offset = self.now() - frame.time
            self._first_number = 0 if self._is_empty else self.number + 1 - frame.number
            self._is_empty = self._begins_anew = False
        self._time, self.number = frame.time + self._offset, frame.number + self._first_number
        self._at = self._clock.monotonic()
        return frame.at(self._time, self.number)

    def until(self, frame: Frame) -> float:
        """The seconds until a picture is due that was given before its time, as those of a film are."""
        return max(0.0, self._at + frame.time + self._offset - self._time - self._clock.monotonic())


class CameraTime:
    """The present in the time of what the camera takes, in seconds; of the referee's thread alone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._looked: tuple[float, float] | None = None

    @property
    def is_known(self) -> bool:
        """Whether there has been a look."""
        return self._looked is not None

    def looked(self, time: float) -> None:
        """Take note of the time of a look that has just come."""
        self._looked = time, self._clock.monotonic()

    def now(self) -> float:
        """The present; 0.0 before the first look."""
        if self._looked is None:
            return 0.0
        time, at = self._looked
        return time + self._clock.monotonic() - at

    def on_the_stopwatch(self, time: float) -> float:
        """What the stopwatch showed at a time that is not in the future."""
        return self._clock.monotonic() - max(0.0, self.now() - time)
