"""The camera's own time: a film's, or the stopwatch's; looks tell it, and the stopwatch carries it on."""

from device.clock import Clock


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
        """Take snapshot of the time of a look that has just come."""
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
