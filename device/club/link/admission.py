"""Admission: which tables a hub hears where its broker lets everybody speak: those that a director has let in.

Of one that nobody has let in or refused nothing is kept but its name, and of such names only a few: whoever invents a
thousand fills that list and nothing else. A director lets in a table that has no place in it by its name.

Where what was decided cannot be read any more nobody is let in, or one that was refused would be: tables are asked for
anew, and the damaged file is kept.
"""

import logging
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.clock import Clock
from device.errors import StoreError
from device.store.folder.atomic_file import copy_lasting, hand_over, read_lasting, sync_folder, write_lasting
from device.store.folder.set_aside import free_folder
from device.store.settings import MqttSettings, PairedBroker
from engine.i18n import Phrase, phrase, phrase_of

FILE = "tables.json"
"""Where it is kept in the hub's folder whom somebody let in or refused, and when (Unix time)."""
MOST_WAITING = 20
MOST_DECIDED = 1000
"""How many names are remembered of those that were refused; the oldest is forgotten first."""
LONGEST_NAME = 80
"""Letters of a table's name."""
JOURNAL_SECONDS = 3600.0
"""How often the journal tells of the same table that wants to join, and of no more tables than may wait."""

_log = logging.getLogger(__name__)
Decided = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Which tables somebody let in and refused, by their names, each with when (Unix time) and by whom."""

    let_in: Decided = field(default_factory=dict)
    refused: Decided = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that wants to join, and since when (Unix time)."""

    name: str
    since: float


class Admission:
    """Whom a hub hears. `known` are let in where nothing was decided yet. From any thread."""

    def __init__(self, file: Path, known: Iterable[str], clock: Clock) -> None:
        self._file, self._clock = file, clock
        self._lock = threading.Lock()
        self._waiting: dict[str, WaitingTable] = {}
        self._is_crowded = False
        self._journal = _KnockJournal(clock)
        self.trouble: Phrase | None = None
        """Why tables are asked for anew that were let in before, until somebody decides; None: they are not."""
        try:
            kept = decisions(file)
        except StoreError as error:
            _log.error("%s: %s", file, error)
            self.trouble, kept = phrase_of(error), Decisions()
        self._decided = kept or Decisions({name: {"at": None, "who": ""} for name in known})

    def hears(self, name: str) -> bool:
        """Whether a table was let in."""
        return name in self._decided.let_in

    @property
    def let_in(self) -> tuple[str, ...]:
        """The names of all tables that were let in."""
        with self._lock:
            return tuple(self._decided.let_in)

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
            if name in self._waiting or name in self._decided.refused or name in self._decided.let_in:
                return False
            if len(self._waiting) >= MOST_WAITING:
                self._is_crowded = True
                return False
            self._waiting[name] = WaitingTable(name, self._clock.wall())
            self._journal.note(name)
        return True

    def leaves(self, name: str) -> bool:
        """A table that was not let in has gone: whether it had waited."""
        with self._lock:
            return self._take_from_waiting(name)

    def accept(self, name: str, who: str) -> None:
        """Hear a table from now on, which somebody lets in. Raises StoreError."""
        with self._lock:
            before = self._decided
            refused = {other: each for other, each in before.refused.items() if other != name}
            self._keep(Decisions({**before.let_in, name: self._now(who)}, refused))
            self._take_from_waiting(name)
        _log.info("table %r was let in by %s", name, who or "somebody without a name")

    def refuse(self, name: str, who: str) -> bool:
        """Hear a table no more, and let it wait no more; False where it neither waits nor was let in.

        Raises StoreError.
        """
        with self._lock:
            before = self._decided
            was_there = name in self._waiting or name in before.let_in
            if was_there:
                let_in = {other: each for other, each in before.let_in.items() if other != name}
                refused = list({**before.refused, name: self._now(who)}.items())
                self._keep(Decisions(let_in, dict(refused[-MOST_DECIDED:])))
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

    def _now(self, who: str) -> dict[str, Any]:
        return {"at": self._clock.wall(), "who": who}

    def _keep(self, decided: Decisions) -> None:
        """Decide so, once it is written down: what could not be written was not decided."""
        try:
            if self.trouble is not None:
                _keep_damaged(self._file, self._clock)
            write_lasting(self._file, decisions_json(decided))
        except OSError as error:
            why = str(error.strerror or error)
            raise StoreError(
                phrase(
                    "Which tables are let in cannot be kept ({reason}): look at the hub's disk.", reason=why
                )
            ) from error
        self._decided, self.trouble = decided, None


class _KnockJournal:
    """Tells the journal which tables want to join: each once in a while, and how often there was more to tell."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = clock.monotonic()
        self._told: set[str] = set()
        self._untold = 0

    def note(self, name: str) -> None:
        """A table waits from now on."""
        now = self._clock.monotonic()
        if now >= self._since + JOURNAL_SECONDS:
            if self._untold:
                _log.info("tables came and wanted to join %d times more than was told here", self._untold)
            self._since, self._told, self._untold = now, set(), 0
        if name in self._told or len(self._told) >= MOST_WAITING:
            self._untold += 1
            return
        self._told.add(name)
        _log.info("table %r wants to join: somebody has to let it in", name)


def is_asked(mqtt: MqttSettings) -> bool:
    """Whether a hub hears tables at that broker once they were let in alone: not those that its own broker lets in,
    nor those that the settings name.
    """
    return not (isinstance(mqtt, PairedBroker) or mqtt.only.strip(" ,"))


def is_name(name: str) -> bool:
    """Whether a table may be called that: what can be shown, and is not taken for another name."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def decisions(file: Path) -> Decisions | None:
    """What was decided; None where nothing was yet. Raises StoreError where it cannot be read any more."""
    try:
        told = read_lasting(file)
        if told is None and not file.exists():
            return None
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(file) from error
    found = [told.get(each) for each in ("let_in", "refused")] if isinstance(told, dict) else []
    match found:
        case [dict(let_in), dict(refused)]:
            return Decisions(let_in, refused)
    raise _unreadable(file)


def decisions_json(decided: Decisions) -> dict[str, Decided]:
    """What was decided, as its file holds it."""
    return {"let_in": decided.let_in, "refused": decided.refused}


def joined(here: Decisions, brought: Decisions) -> Decisions:
    """What was decided here, and what a backup brings back: whom one of both refused stays refused."""
    refused = {**brought.refused, **here.refused}
    let_in = {**brought.let_in, **here.let_in}
    return Decisions({name: each for name, each in let_in.items() if name not in refused}, refused)


def _unreadable(file: Path) -> StoreError:
    return StoreError(
        phrase(
            "Which tables were let in or refused is not known any more, since {file} cannot be read, and none is "
            "heard: let them in anew at {page}.",
            file=file.name,
            page="/pairing",
        )
    )


def _keep_damaged(file: Path, clock: Clock) -> None:
    """Keep a damaged file in a folder beside it, under a second name: it goes from here only as another takes its
    place. Raises OSError.
    """
    if not file.exists():
        return
    folder = free_folder(file.parent, "damaged", clock)
    folder.mkdir()
    hand_over(folder, file.parent)
    try:
        os.link(file, folder / file.name)
    except OSError:
        # some disks, such as those of other systems, have one name for a file
        copy_lasting(file, folder / file.name)
    sync_folder(folder)
    _log.warning("the damaged %s is kept in %s", file.name, folder)
