"""Following one table of a hub: its snapshot as they come, each follower woken by that table alone."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from device.club.hub.wall import Json, SeenTable, TableSource
from device.status.text.labels import NO_LABELS, labels_of


@dataclass(slots=True)
class _Bell:
    """What wakes the followers of a table, and how often it has rung."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    rung: int = 0

    def ring(self) -> None:
        """Wake them all."""
        with self.changed:
            self.rung += 1
            self.changed.notify_all()

    def wait(self, after: int, seconds: float) -> bool:
        """Whether it has rung more than `after` times, once it has; False after so many seconds."""
        with self.changed:
            return self.changed.wait_for(lambda: self.rung != after, seconds)


class Following:
    """The snapshot of all tables, each for who follows it. From any thread; `touch` returns at once."""

    def __init__(self, source: TableSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._source, self._clock = source, clock
        self._bells: dict[str, _Bell] = {}
        self._lock = threading.Lock()
        self._closed = False

    def touch(self, name: str) -> None:
        """Tell that there is news of a table."""
        with self._lock:
            bell = self._bells.get(name)
        if bell is not None:
            bell.ring()

    def snapshot(self, name: str) -> Json | None:
        """The snapshot of a table as it is at this moment, and as `hub` whether the table is
        there; None where there is none.
        """
        seen = self._source.table(name)
        return None if seen is None else self._told(seen)

    def follow(self, name: str, beat: float) -> Iterator[str | None]:
        """The snapshot of a table as one line of JSON, then every change of it, and None each time that so many seconds
        have passed without one; it ends when all is closed.
        """
        bell = self._bell(name)
        told: tuple[Json | None, bool] = (None, False)
        while not self._closed:
            rung = bell.rung
            seen = self._source.table(name)
            if seen is not None and (seen.snapshot, seen.online) != told:
                told = (seen.snapshot, seen.online)
                snapshot = self._told(seen)
                if snapshot is not None:
                    yield snapshot_line(snapshot)
            if not bell.wait(rung, beat) and not self._closed:
                yield None

    def close(self) -> None:
        """Wake all followers for good."""
        self._closed = True
        with self._lock:
            bells = tuple(self._bells.values())
        for bell in bells:
            bell.ring()

    def _told(self, seen: SeenTable) -> Json | None:
        if seen.snapshot is None:
            return None
        here = {"online": seen.online, "since": None if seen.online else seen.seen}
        age = 0.0 if seen.heard is None else self._clock() - seen.heard
        # made here, whatever the table has sent: an older one has none
        return {**aged(seen.snapshot, age), "labels": _labels(seen.snapshot), "hub": here}

    def _bell(self, name: str) -> _Bell:
        with self._lock:
            return self._bells.setdefault(name, _Bell())


def _labels(snapshot: Json) -> Mapping[str, Any]:
    """The labels of a snapshot; empty ones where a table speaks otherwise than we do."""
    try:
        return labels_of(snapshot)
    except (LookupError, TypeError, AttributeError, ValueError):
        return NO_LABELS


def aged(snapshot: Json, seconds: float) -> Json:
    """A snapshot so many seconds after it came: a chess clock that runs has run on."""
    clock: dict[str, Any] | None = snapshot.get("clock")
    side = clock and clock.get("running")
    if not clock or side not in ("W", "B") or clock.get("stopped") or clock.get("paused") or seconds <= 0:
        return snapshot
    try:
        free = min(float(clock.get("free", 0.0)), seconds)
        left = {
            side: round(max(0.0, clock[side] - (seconds - free)), 1),
            "free": round(clock.get("free", 0.0) - free, 1),
        }
    except (LookupError, TypeError, ValueError):
        # Another program's idea of a clock is handed on as it is.
        return snapshot
    return {**snapshot, "clock": {**clock, **left}}


def snapshot_line(snapshot: Json) -> str:
    """A snapshot as JSON, on one line."""
    return json.dumps(snapshot, ensure_ascii=False, separators=(",", ":"))
