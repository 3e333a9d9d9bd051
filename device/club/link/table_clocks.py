"""When events happened whose table does not know the time: told by the order in which
they come and the hub's own clock.

A table without a set clock stamps its events by the stopwatch of the time that it is on, its boot. When it is
asked, it says how far its log goes; what follows upon that has only just happened when it comes, and so tells
by how much the hub's clock is ahead of that stopwatch. Then every event of the boot has a date.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from device.library.matches.listed_match import ListedMatch
from device.store.log.schema import Row

MOST_BOOTS = 100
"""Of so many boots of a log it is known: a table that says another with each event fills no memory."""
_HOUR = 3600.0
"""By more than this no event is late: the hub's clock has been set meanwhile."""


class TableClocks:
    """What is known of the stopwatches of tables; told by one thread, asked by any. Times are Unix times."""

    def __init__(self) -> None:
        self._ahead: dict[str, Mapping[str, float]] = {}
        """Of each log, by its boots; a value is replaced whole, since others look at it meanwhile."""

    def came(self, key: str, rows: Iterable[Row], now: float) -> None:
        """Events that have only just happened have come, of the log that is filed under a key."""
        boots = dict(self._ahead.get(key, {}))
        for row in rows:
            boot, passed = row.get("boot"), row["monotonic"]
            if isinstance(boot, str) and boot and isinstance(passed, (int, float)):
                # the last to be heard of stands last
                ahead, known = now - passed, boots.pop(boot, None)
                # What came soonest was the least while under way.
                late = known is not None and 0 < ahead - known < _HOUR
                boots[boot] = known if late and known is not None else ahead
                if len(boots) > MOST_BOOTS:
                    del boots[next(iter(boots))]
        self._ahead[key] = boots

    def ahead(self, key: str) -> Mapping[str, float]:
        """By how much the hub's clock is ahead of the stopwatch of each boot of a log, where that is known."""
        return self._ahead.get(key, {})

    def dated(self, matches: Iterable[ListedMatch]) -> Iterator[ListedMatch]:
        """The matches, with the time of their end where only the hub can tell it."""
        for each in matches:
            ended = each.head.ended.dated(self.ahead(each.table)) if each.ended is None else each.ended
            yield each if ended == each.ended else replace(each, ended=ended)
