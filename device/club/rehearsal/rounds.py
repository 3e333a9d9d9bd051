"""Rounds: turns at many tables, each at its own moments, in one thread."""

import heapq
import random
import threading
import time
from collections.abc import Sequence
from typing import Protocol


class PlayingTable(Protocol):
    """A table at which turns are played."""

    def turn(self) -> None:
        """The next one."""


class Rounds:
    """Turns at some tables, from when there is a pace until `stop`."""

    def __init__(self, tables: Sequence[PlayingTable], seed: int = 1) -> None:
        self._tables, self._pace, self._moved = tables, 0.0, threading.Condition()
        self._chance, self._stopping = random.Random(seed), False
        self._thread = threading.Thread(target=self._play, name="rounds", daemon=True)
        self._thread.start()

    def pace(self, seconds: float) -> None:
        """From now on a turn at each table after so many seconds on average; 0: none."""
        with self._moved:
            self._pace = seconds
            self._moved.notify_all()

    def stop(self) -> None:
        """No more turns; returns when the last is over."""
        with self._moved:
            self._stopping = True
            self._moved.notify_all()
        self._thread.join()

    def _play(self) -> None:
        due: list[tuple[float, int]] = []
        last = 0.0
        while True:
            with self._moved:
                if self._stopping:
                    return
                if self._pace != last:
                    last = self._pace
                    due = self._begun(last)
                wait = max(0.0, due[0][0] - time.monotonic()) if due else None
                if wait is None or wait > 0:
                    self._moved.wait(wait)
                    continue
            at, n = heapq.heappop(due)
            self._tables[n].turn()
            after = self._chance.uniform(0.5, 1.5) * last
            heapq.heappush(due, (max(at, time.monotonic() - last) + after, n))

    def _begun(self, pace: float) -> list[tuple[float, int]]:
        if not pace:
            return []
        now = time.monotonic()
        due = [(now + self._chance.uniform(0, pace), n) for n in range(len(self._tables))]
        heapq.heapify(due)
        return due
