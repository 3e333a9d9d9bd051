"""Admission: which tables a hub hears where its broker lets everybody speak: those that a director has let in.

Of one that nobody has let in or refused nothing is kept but its name, and of such names only a few: whoever invents a
thousand fills that list and nothing else. A director lets in a table that has no place in it by its name.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.errors import StoreError
from device.store.folder.atomic_file import read_lasting, write_lasting
from engine.i18n import phrase

FILE = "tables.json"
"""Where it is kept in the hub's folder whom somebody let in or refused, and when (Unix time)."""
MOST_WAITING = 20
MOST_DECIDED = 1000
"""How many names are remembered of those that were refused; the oldest is forgotten first."""
LONGEST_NAME = 80
"""Letters of a table's name."""

_log = logging.getLogger(__name__)
Decided = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that wants to join, and since when (Unix time)."""

    name: str
    since: float


class Admission:
    """Whom a hub hears. `known` are let in where nothing was decided yet; `wall` tells the time. From any thread."""

    def __init__(self, file: Path, known: Iterable[str], wall: Callable[[], float]) -> None:
        self._file, self._wall = file, wall
        self._lock = threading.Lock()
        self._waiting: dict[str, WaitingTable] = {}
        self._is_crowded = False
        kept = _kept(file)
        self._let_in: Decided = {name: {"at": None, "who": ""} for name in known} if kept is None else kept[0]
        self._refused: Decided = {} if kept is None else kept[1]

    def hears(self, name: str) -> bool:
        """Whether a table was let in."""
        return name in self._let_in

    @property
    def let_in(self) -> tuple[str, ...]:
        """The names of all tables that were let in."""
        with self._lock:
            return tuple(self._let_in)

    @property
    def waiting(self) -> tuple[WaitingTable, ...]:
        """The tables that want to join, in the order in which they came."""
        with self._lock:
            return tuple(self._waiting.values())

    @property
    def is_crowded(self) -> bool:
        """Whether more want to join than have a place among those that wait."""
        return self._is_crowded

    def knocks(self, name: str) -> bool:
        """A table that was not let in has said something: whether it waits from now on."""
        if not is_name(name):
            return False
        with self._lock:
            if name in self._waiting or name in self._refused or name in self._let_in:
                return False
            if len(self._waiting) >= MOST_WAITING:
                self._is_crowded = True
                return False
            self._waiting[name] = WaitingTable(name, self._wall())
        _log.info("table %r wants to join: somebody has to let it in", name)
        return True

    def leaves(self, name: str) -> bool:
        """A table that was not let in has gone: whether it had waited."""
        with self._lock:
            return self._take_from_waiting(name)

    def accept(self, name: str, who: str) -> None:
        """Hear a table from now on, which somebody lets in. Raises StoreError."""
        with self._lock:
            refused = {other: each for other, each in self._refused.items() if other != name}
            self._keep({**self._let_in, name: self._decided(who)}, refused)
            self._take_from_waiting(name)
        _log.info("table %r was let in by %s", name, who or "somebody without a name")

    def refuse(self, name: str, who: str) -> bool:
        """Hear a table no more, and let it wait no more; False where it neither waits nor was let in.

        Raises StoreError.
        """
        with self._lock:
            was_there = name in self._waiting or name in self._let_in
            if was_there:
                let_in = {other: each for other, each in self._let_in.items() if other != name}
                refused = list({**self._refused, name: self._decided(who)}.items())
                self._keep(let_in, dict(refused[-MOST_DECIDED:]))
                self._take_from_waiting(name)
        if was_there:
            _log.info("table %r was refused by %s", name, who or "somebody without a name")
        return was_there

    def _take_from_waiting(self, name: str) -> bool:
        was_there = self._waiting.pop(name, None) is not None
        if was_there:
            # there is a place again, and whoever else is there says so
            self._is_crowded = False
        return was_there

    def _decided(self, who: str) -> dict[str, Any]:
        return {"at": self._wall(), "who": who}

    def _keep(self, let_in: Decided, refused: Decided) -> None:
        """Decide so, once it is written down: what could not be written was not decided."""
        try:
            write_lasting(self._file, {"let_in": let_in, "refused": refused})
        except OSError as error:
            why = str(error.strerror or error)
            raise StoreError(
                phrase(
                    "Which tables are let in cannot be kept ({reason}): look at the hub's disk.", reason=why
                )
            ) from error
        self._let_in, self._refused = let_in, refused


def is_name(name: str) -> bool:
    """Whether a table may be called that: what can be shown, and is not taken for another name."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def _kept(file: Path) -> tuple[Decided, Decided] | None:
    """Whom somebody let in and refused; None where nothing was decided yet, or the file is damaged."""
    try:
        told = read_lasting(file)
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be read (%s): tables that the hub knows are let in", file, error)
        return None
    if not isinstance(told, dict):
        return None
    found = tuple(told.get(each) for each in ("let_in", "refused"))
    let_in, refused = found
    return (let_in, refused) if isinstance(let_in, dict) and isinstance(refused, dict) else None
