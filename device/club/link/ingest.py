"""The intake: what a hub does with what its tables send, table by table, and what it asks them for.

Of one thread, the receiver's writer. Nothing depends on a message's arrival: what does not follow on what is there is
asked for again, and whatever is taken in has moved the log on in the same transaction.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from device.clock import Clock
from device.club.link import topics as t
from device.club.link.archive import Arrival, HubArchive, HubLog
from device.club.link.seen_table import Change
from device.club.link.table_clocks import TableClocks
from device.club.link.topics import Topics
from device.club.link.wire import (
    About,
    Batch,
    Json,
    LogManifest,
    ManifestLine,
    ResendRequest,
    ResentPart,
    Want,
    storable,
)
from device.errors import DeviceError, WireError
from device.store.log.schema import Row, checked_row
from engine.i18n import Phrase, phrase, phrase_of


@dataclass(frozen=True, slots=True)
class ManifestVerdict:
    """The numbers of the matches that are `gone` at the table, whose names are (`nameless`), and that the hub
    wants once more, since something is missing or too much (`again`).
    """

    gone: tuple[int, ...] = ()
    nameless: tuple[int, ...] = ()
    again: tuple[int, ...] = ()


def judge(manifest: LogManifest, have: Sequence[ManifestLine], upto: int) -> ManifestVerdict:
    """What follows from a manifest for a hub that has received all up to number `upto`.

    A match that either side has only the beginning of is judged when it has come to its end. What lies beyond the
    manifest's number it says nothing of: it may be a game that is kept back just now.
    """
    listed = {line.match: line for line in manifest.lines}
    mine = {line.match: line for line in have}
    gone = tuple(each.match for each in have if each.first <= manifest.upto and each.match not in listed)
    again = []
    for match, line in listed.items():
        own = mine.get(match)
        if line.last > upto or (own is not None and own.last > manifest.upto):
            continue
        if own is None or (own.first, own.last, own.count) != (line.first, line.last, line.count):
            again.append(match)
    nameless = tuple(
        match
        for match, line in listed.items()
        if line.anonymous and match in mine and not mine[match].anonymous and match not in again
    )
    return ManifestVerdict(gone, nameless, tuple(again))


MOST_TABLES = 1000
"""How many tables a hub listens to."""
MOST_OF_A_MATCH = 16 << 20
"""How many bytes the parts of one match may have."""
ASK_SECONDS = 30.0
"""After how long a match that was asked for is asked for again."""
MOST_ASKS = 3
DELAY_SECONDS = 5.0
"""How long to wait before asking again for what could not be written."""
UNREADABLE_SECONDS = 60.0
"""How long to wait before asking again for what could not be read: a newer table may wait for a newer hub."""

_log = logging.getLogger(__name__)


@dataclass
class _Asked:
    """A match that is being sent again."""

    match: int
    ask: str
    deadline: float
    times: int = 1
    size: int = 0
    parts: dict[int, tuple[Json, ...]] = field(default_factory=dict)


@dataclass
class _Table:
    """What the writer knows of a table: the log it keeps, how far it has come, and what is wanted of it."""

    about: About
    log: HubLog
    turn: str = ""
    upto: int = 0
    """All up to this number has come, though it may not be written yet."""
    old_upto: int | None = None
    """Up to this number events were there when it was asked; what follows has only just
    happened. None: it has not said.
    """
    manifest: LogManifest | None = None
    to_judge: bool = False
    wanted: list[int] = field(default_factory=list)
    asked: _Asked | None = None
    ask_at: float | None = None
    """When to begin a new turn, by the stopwatch."""


class Intake:
    """Takes in what tables send. `say` publishes a payload on a topic, for keeps or not; `changed` is told of every
    change; `remark` what whoever looks after the hub should know, once for each key.
    """

    def __init__(
        self,
        archive: HubArchive,
        topics: Topics,
        clock: Clock,
        say: Callable[[str, bytes, bool], object],
        changed: Callable[[Change], None],
        remark: Callable[[object, Phrase], None],
    ) -> None:
        self._archive, self._topics, self._clock = archive, topics, clock
        self._say, self._changed, self._remark = say, changed, remark
        self._id, self._turns = secrets.token_hex(8), 0
        self._tables: dict[str, _Table] = {}
        self.logs: dict[str, HubLog] = {}
        """The log of each table that has told what it is, as far as it has come."""
        self.happening = TableClocks()
        """When events happened whose table does not know the time."""
        self.unwritten: Phrase | None = None
        """What keeps events from being written, in a sentence; None: nothing."""

    def names(self, name: str) -> bool:
        """Whether a table has told that it names its players to whoever looks on from elsewhere; from any thread."""
        table = self._tables.get(name)
        return table is not None and table.about.names

    def patience(self) -> float | None:
        """After how many seconds there is something to do though nobody says anything; None: never."""
        due = [table.ask_at for table in self._tables.values() if table.ask_at is not None]
        due += [table.asked.deadline for table in self._tables.values() if table.asked is not None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def ask_all(self) -> None:
        """Ask every table anew: the broker is there again."""
        for table in self._tables.values():
            table.ask_at = time.monotonic()

    def ask_later(self) -> None:
        """Ask every table anew in a while: something went wrong."""
        for table in self._tables.values():
            table.ask_at = time.monotonic() + DELAY_SECONDS

    def deal(self, some: Iterable[tuple[str, str, bytes, bool]], missed: Iterable[str] = ()) -> None:
        """Deal with messages, each the name of a table, what it tells, the payload and
        whether it was said before we came.

        Of who is `missed` some was lost. Raises StoreError.
        """
        arrivals: dict[str, list[Arrival]] = {}
        for name, what, payload, retained in some:
            try:
                if what == t.LOG:
                    self._hear_batch(name, payload, arrivals)
                elif what == t.ABOUT:
                    self._hear_about(name, payload)
                elif what == t.MATCHES:
                    self._hear_manifest(name, payload, retained)
                elif what == t.MATCH:
                    self._hear_part(name, payload)
            except WireError as error:
                self._remark(
                    (name, what),
                    phrase(
                        "what table {name} sends as its {what} cannot be used: {why}",
                        name=name,
                        what=what,
                        why=phrase_of(error),
                    ),
                )
                if what == t.LOG and name in self._tables:
                    self._tables[name].ask_at = time.monotonic() + UNREADABLE_SECONDS
        self._write(arrivals)
        now = time.monotonic()
        for name in missed:
            if name in self._tables:
                self._tables[name].ask_at = now
        for table in self._tables.values():
            if table.ask_at is not None and now >= table.ask_at:
                self._begin_turn(table)
            if table.to_judge:
                self._judge(table)
            self._see_to_match(table, now)

    def _hear_about(self, name: str, payload: bytes) -> None:
        if not payload:
            return
        about = About.parse(payload)
        if about.name != name:
            raise WireError(f"it says that it is {about.name!r}")
        table = self._tables.get(name)
        if table is None and len(self._tables) >= MOST_TABLES:
            raise WireError(phrase("there are {count} tables already", count=MOST_TABLES))
        log = self._archive.meet(about, self._clock.wall())
        fresh = _Table(about, log, upto=log.upto)
        if table is not None and table.log.log == log.log:
            fresh.manifest, fresh.to_judge = table.manifest, table.manifest is not None
        self._tables[name], self.logs[name] = fresh, log
        self._begin_turn(fresh)
        self._changed(Change(name, "status"))

    def _hear_batch(self, name: str, payload: bytes, arrivals: dict[str, list[Arrival]]) -> None:
        table, batch = self._tables.get(name), Batch.parse(payload)
        if table is None or batch.log != table.log.log or batch.turn != table.turn:
            return
        if batch.after > table.upto:
            # Something went missing.
            if table.ask_at is None:
                table.ask_at = time.monotonic()
            return
        rows = checked_rows(batch.rows, table.log.key, batch.after, batch.upto)
        # A table that has waited long for an answer sends once more what is there already.
        fresh = tuple(row for row in rows if _seq(row) > table.upto)
        mine = arrivals.setdefault(name, [])
        if batch.upto > table.upto:
            mine.append(Arrival(batch.log, table.upto, batch.upto, fresh))
            table.upto = batch.upto

    def _hear_manifest(self, name: str, payload: bytes, retained: bool) -> None:
        table = self._tables.get(name)
        manifest = LogManifest.parse(payload)
        if table is not None and manifest.log == table.log.log:
            table.manifest, table.to_judge = manifest, True
            if table.old_upto is None and not retained:
                table.old_upto = manifest.upto

    def _hear_part(self, name: str, payload: bytes) -> None:
        table, part = self._tables.get(name), ResentPart.parse(payload)
        asked = None if table is None else table.asked
        if table is None or asked is None or (part.log, part.ask) != (table.log.log, asked.ask):
            return
        asked.parts[part.part] = part.rows
        asked.size += len(payload)
        if asked.size > MOST_OF_A_MATCH:
            table.asked = None
            raise WireError(f"match {asked.match} is too long")
        if len(asked.parts) < part.of:
            return
        table.asked = None
        rows = tuple(row for n in sorted(asked.parts) for row in asked.parts[n])
        checked = checked_rows(rows, table.log.key, 0, None)
        if any(row["match"] != asked.match for row in checked):
            raise WireError(f"not all of it is of match {asked.match}")
        self._archive.replace(table.log, asked.match, checked)
        self._changed(Change(name, "removed"))

    def _write(self, arrivals: dict[str, list[Arrival]]) -> None:
        if not arrivals:
            return
        every = [(name, each) for name, some in arrivals.items() for each in some]
        now = self._clock.wall()
        taken: tuple[bool, ...] = ()
        try:
            if every:
                taken = self._archive.take([each for _, each in every], now)
                self.unwritten = None
        except DeviceError:
            # One that cannot be written keeps nobody else's out.
            taken = tuple(self._take_one(each, now) for _, each in every)
        for (name, each), fits in zip(every, taken, strict=True):
            table = self._tables[name]
            if fits:
                if table.old_upto is not None:
                    fresh = (row for row in each.rows if _seq(row) > table.old_upto)
                    self.happening.came(table.log.key, fresh, now)
                table.log = self.logs[name] = replace(table.log, upto=each.upto, seen=now)
            elif table.ask_at is None:
                table.ask_at = time.monotonic() + DELAY_SECONDS
        for name, some in arrivals.items():
            table = self._tables[name]
            table.upto = table.log.upto
            if table.manifest is not None and table.manifest.upto <= table.upto:
                table.to_judge |= any(each.after < table.manifest.upto for each in some)
            if table.ask_at is None:
                self._want(table)
            if some:
                self._changed(Change(name, "events"))

    def _take_one(self, arrival: Arrival, now: float) -> bool:
        try:
            return self._archive.take([arrival], now)[0]
        except DeviceError as error:
            self.complain(phrase_of(error))
            return False

    def _begin_turn(self, table: _Table) -> None:
        """Ask a table for all that is not there yet."""
        self._turns += 1
        table.ask_at = None
        table.turn = f"{self._id}-{self._turns}"
        table.upto = self._archive.upto(table.log.log)
        table.old_upto = None
        self._want(table, self._archive.stamp(table.log.log))

    def _want(self, table: _Table, stamp: tuple[float, float] | None = None) -> None:
        want = Want(table.log.log, table.turn, table.upto, stamp)
        self._say(self._topics.of_hub(t.WANT, table.log.name), want.payload(), True)

    def _judge(self, table: _Table) -> None:
        assert table.manifest is not None
        table.to_judge = False
        verdict = judge(table.manifest, self._archive.lines(table.log.log), table.upto)
        for match in verdict.gone:
            self._archive.remove(table.log, match)
        for match in verdict.nameless:
            self._archive.remove_names(table.log, match)
        if verdict.gone or verdict.nameless:
            self._changed(Change(table.log.name, "removed"))
        table.wanted = list(verdict.again)

    def _see_to_match(self, table: _Table, now: float) -> None:
        """Ask for the next match that is wanted again, or once more for one that does not come."""
        asked = table.asked
        if asked is not None and now >= asked.deadline:
            table.asked = None
            if asked.times < MOST_ASKS:
                self._ask(
                    table, _Asked(asked.match, secrets.token_hex(4), now + ASK_SECONDS, asked.times + 1)
                )
        if table.asked is None and table.wanted:
            self._ask(table, _Asked(table.wanted.pop(0), secrets.token_hex(4), now + ASK_SECONDS))

    def _ask(self, table: _Table, asked: _Asked) -> None:
        again = ResendRequest(table.log.log, asked.match, asked.ask)
        table.asked = asked
        self._say(self._topics.of_hub(t.AGAIN, table.log.name), again.payload(), False)

    def complain(self, why: Phrase, error: Exception | None = None) -> None:
        """Tell that something could not be written."""
        if why != self.unwritten:
            _log.warning("%s", why, exc_info=error)
            self.unwritten = why


def checked_rows(rows: Sequence[Json], key: str, after: int, upto: int | None) -> tuple[Row, ...]:
    """The rows of a message as they are filed under a key, in their order. Raises WireError."""
    last = after
    checked = []
    for row in rows:
        each = storable(row, checked_row, key)
        seq = _seq(each)
        if seq <= last or (upto is not None and seq > upto):
            raise WireError("its events are not in their order")
        last = seq
        checked.append(each)
    return tuple(checked)


def _seq(row: Row) -> int:
    return int(str(row["seq"]))
