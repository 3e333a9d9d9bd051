"""Whether there is light enough to read by: black pictures, a lamp that has gone out, a room that is nearly dark."""

from vision.motion.anchor import Level

BLACK, FLAT = 36.0, 12.0
"""The mean grey level and the standard deviation, in grey levels, below which a picture shows too little to be read.

Of boards in a lit room the darkest has a mean of 60, the palest a deviation of 36.
"""
DIM = 0.35
"""A board that has so small a share of its usual light is not read: a lamp has been switched off."""
BRIGHT = 1.2
"""By this factor the light must come back above what was dim, so that it does not flicker to and fro."""
ACCUSTOMED = 20.0
"""After so many seconds of less light that is the usual one: a picture that still shows something is read by it."""
USUAL_SECONDS = 10.0
"""The usual light is that of the last so many seconds."""


class LightMeter:
    """Follows the light on one board, from thumb to thumb of it."""

    def __init__(self) -> None:
        self._usual: float | None = None
        self._dim_since: float | None = None
        self._before = 0.0

    def is_dark(self, thumb: Level, time: float) -> bool:
        """Whether there is too little light in a thumb to read by; `time` in seconds."""
        few = thumb[::4, ::4]
        level = float(few.mean())
        passed, self._before = time - self._before, time
        if level < BLACK and float(few.std()) < FLAT:
            self._dim_since = time if self._dim_since is None else self._dim_since
            return True
        usual = self._usual
        bound = DIM if self._dim_since is None else DIM * BRIGHT
        if usual is not None and level < bound * usual:
            self._dim_since = time if self._dim_since is None else self._dim_since
            if 0 <= time - self._dim_since < ACCUSTOMED:
                return True
            usual = None
        self._dim_since = None
        share = min(1.0, max(0.0, passed / USUAL_SECONDS))
        self._usual = level if usual is None else usual + (level - usual) * share
        return False
