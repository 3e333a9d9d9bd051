"""When a table is quiet: nobody plays, and nothing has happened for a while."""

from device.clock import Clock, SystemClock
from device.library.analyst import ABANDONED_SECONDS, STILL_SECONDS, AnalystTable


class QuietTable:
    """Tells, each time that it is asked, whether nobody plays at a table now; asked by one thread."""

    def __init__(self, table: AnalystTable, clock: Clock | None = None) -> None:
        self._table, self._clock = table, clock or SystemClock()
        self._seq, self._since = -1, self._clock.monotonic()

    def __call__(self) -> bool:
        """Whether nothing has happened for five minutes; for an hour, where a game was left as it stood."""
        seq, now = self._table.desk.latest().seq, self._clock.monotonic()
        if seq != self._seq:
            self._seq, self._since = seq, now
        still = now - self._since
        return still >= (ABANDONED_SECONDS if self._table.match_state.playing else STILL_SECONDS)
