"""The archive of a hub: the logs of all its tables in one database, taken in so that nothing is lost or doubled.

How far a log has been received stands in the database and moves in the very transaction that brings the events, so that
whatever happens in between, each is there once.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from device.club.link.published import LOG_KEY, log_id
from device.club.link.wire import About, Json, ManifestLine
from device.errors import StoreError, WireError
from device.store.log.database import translated_errors
from device.store.log.removal import remove_match, remove_names
from device.store.log.schema import ANALYSES, DELETED, EVENTS, HEADS, HUB_LOGS, HUB_MATCHES, META, Row
from device.store.log.store import Store
from device.store.settings import Settings
from engine.i18n import phrase

if TYPE_CHECKING:
    from device.store.pictures.picture_store import Pictures

MOST_LOGS = 2000
"""How many logs a hub takes up: a club has a few for each table, and nobody in the
network may fill its disk with names.
"""


@dataclass(frozen=True, slots=True)
class HubLog:
    """A log that a hub has received, or some of it.

    `key` is what its events are filed under, `name` what its table is called; `upto`: all up to that number
    has come; `seen` when the table was last heard of, in seconds since 1970, with its last `snapshot`;
    `current`: it is the newest log of a table of that name.
    """

    log: str
    key: str
    name: str
    page: str
    version: str
    simulated: bool
    current: bool
    upto: int
    seen: float | None
    snapshot: Json | None


@dataclass(frozen=True, slots=True)
class Arrival:
    """Events of a log behind number `after`, all up to `upto`, each checked."""

    log: str
    after: int
    upto: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log in a hub's archive, for a library to read."""

    settings: Settings
    storage: tuple[Store, "Pictures | None"]


class HubArchive:
    """The logs in the database of `store`; from any thread. Raises StoreError."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def logs(self) -> tuple[HubLog, ...]:
        """Every log there is something of."""
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            rows = connection.execute(select(HUB_LOGS).order_by(HUB_LOGS.c.table)).all()
        return tuple(_log(row) for row in rows)

    def log_of(self, key: str, settings: Settings) -> ArchivedLog:
        """The log that is filed under a key, as a library wants it."""
        table = replace(settings.table, name=key)
        return ArchivedLog(replace(settings, table=table), (self.store, None))

    def meet(self, about: About, now: float) -> HubLog:
        """Take note of a table, whose log is its newest from now on. Raises WireError where that cannot be true."""
        mine = HUB_LOGS.c.log == about.log
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            here = connection.execute(select(META.c.value).where(META.c.key == LOG_KEY)).scalar()
            if here is not None and about.log == log_id(here, about.name):
                raise WireError(phrase("it writes to the hub's own database: name another one in [hub]"))
            known = connection.execute(select(HUB_LOGS.c.name).where(mine)).scalar()
            if known is None:
                values = {
                    "log": about.log,
                    "table": _key(connection, about.name),
                    "name": about.name,
                    "upto": 0,
                }
                told_of = {"page": about.page, "version": about.version, "simulated": about.simulated}
                connection.execute(
                    insert(HUB_LOGS).values({**values, **told_of, "current": True, "seen": now})
                )
            elif known != about.name:
                raise WireError(phrase("its log is that of table {name}", name=known))
            same_name = (HUB_LOGS.c.name == about.name) & ~mine & HUB_LOGS.c.current
            connection.execute(update(HUB_LOGS).where(same_name).values(current=False))
            connection.execute(
                update(HUB_LOGS)
                .where(mine)
                .values(
                    page=about.page,
                    version=about.version,
                    simulated=about.simulated,
                    current=True,
                    seen=now,
                )
            )
            return _log(connection.execute(select(HUB_LOGS).where(mine)).one())

    def take(self, arrivals: Sequence[Arrival], now: float) -> tuple[bool, ...]:
        """Take what follows on what is there, all in one transaction; which of the arrivals did.

        However many there are, it takes a handful of statements: a server answers each only after a while.
        """
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            there = HUB_LOGS.c.log.in_({each.log for each in arrivals})
            rows = connection.execute(select(HUB_LOGS.c.log, HUB_LOGS.c.upto).where(there)).all()
            begun = {row.log: row.upto for row in rows}
            reached, taken = dict(begun), []
            for each in arrivals:
                fits = reached.get(each.log) == each.after
                taken.append(fits)
                if fits:
                    reached[each.log] = each.upto
            moves = [
                {"of": log, "before": begun[log], "after": upto, "now": now}
                for log, upto in reached.items()
                if upto != begun[log]
            ]
            if moves:
                _move_on(connection, moves)
                fitting = [each for each, fits in zip(arrivals, taken, strict=True) if fits]
                _insert_new(connection, [row for each in fitting for row in each.rows])
                _count(connection, fitting)
        return tuple(taken)

    def upto(self, log: str) -> int:
        """The number up to which all has been received."""
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            return connection.execute(select(HUB_LOGS.c.upto).where(HUB_LOGS.c.log == log)).scalar() or 0

    def stamp(self, log: str) -> tuple[float, float] | None:
        """When the last event that was received was, by the clock and by the stopwatch; None where it is not there."""
        query = select(EVENTS.c.wall, EVENTS.c.monotonic).join_from(
            HUB_LOGS, EVENTS, (EVENTS.c.table == HUB_LOGS.c.table) & (EVENTS.c.seq == HUB_LOGS.c.upto)
        )
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            row = connection.execute(query.where(HUB_LOGS.c.log == log)).one_or_none()
        return None if row is None else (row.wall, row.monotonic)

    def lines(self, log: str) -> tuple[ManifestLine, ...]:
        """What there is of each match."""
        query = select(HUB_MATCHES).where(HUB_MATCHES.c.log == log).order_by(HUB_MATCHES.c.match)
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            return tuple(
                ManifestLine(row.match, row.first, row.last, row.events, row.anonymous)
                for row in connection.execute(query)
            )

    def replace(self, log: HubLog, match: int, rows: Sequence[Row]) -> None:
        """Put the rows of a match in the place of what is there of it; only those up to
        the number that has been reached.
        """
        this = (EVENTS.c.table == log.key) & (EVENTS.c.match == match)
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            upto = connection.execute(select(HUB_LOGS.c.upto).where(HUB_LOGS.c.log == log.log)).scalar_one()
            connection.execute(delete(EVENTS).where(this))
            _forget_derived(connection, log.key, match)
            connection.execute(delete(HUB_MATCHES).where(_line(log.log, match)))
            there = [row for row in rows if _seq(row) <= upto]
            if there:
                _insert_new(connection, there)
                seqs = [_seq(row) for row in there]
                _put_line(connection, log.log, ManifestLine(match, min(seqs), max(seqs), len(set(seqs))))

    def remove(self, log: HubLog, match: int) -> None:
        """Take a match out for good."""
        remove_match(self.store, log.key, match)
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            _forget_derived(connection, log.key, match)
            connection.execute(delete(HUB_MATCHES).where(_line(log.log, match)))

    def remove_names(self, log: HubLog, match: int) -> None:
        """Take the names of the players out of a match for good."""
        remove_names(self.store, log.key, match)
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            _forget_derived(connection, log.key, match)
            connection.execute(update(HUB_MATCHES).where(_line(log.log, match)).values(anonymous=True))

    def keep(self, heard: Mapping[str, tuple[float | None, str | None]]) -> None:
        """Keep when each of some logs' tables was last heard of, and its snapshot as JSON."""
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            for log, (seen, snapshot) in heard.items():
                connection.execute(
                    update(HUB_LOGS).where(HUB_LOGS.c.log == log).values(seen=seen, notice=snapshot)
                )

    def forget(self, log: str) -> None:
        """Take a whole log out for good; a table that is still there sends it anew."""
        for each in self.logs():
            if each.log != log:
                continue
            for line in self.lines(log):
                self.remove(each, line.match)
            with translated_errors(self.store.database), self.store.database.begin() as connection:
                for table in (EVENTS, HEADS, DELETED, ANALYSES):
                    connection.execute(delete(table).where(table.c.table == each.key))
                connection.execute(delete(HUB_LOGS).where(HUB_LOGS.c.log == log))


def _log(row: Any) -> HubLog:
    snapshot = None if row.notice is None else json.loads(row.notice)
    return HubLog(
        row.log,
        row.table,
        row.name,
        row.page,
        row.version,
        row.simulated,
        row.current,
        row.upto,
        row.seen,
        snapshot,
    )


def _key(connection: Connection, name: str) -> str:
    """A name to file a log under that no other has: a second one of a table is `3 (2)`. Raises WireError."""
    taken = set(connection.execute(select(HUB_LOGS.c.table)).scalars())
    if len(taken) >= MOST_LOGS:
        raise WireError(phrase("there are {count} logs already", count=MOST_LOGS))
    if name not in taken:
        return name
    return next(key for n in range(2, MOST_LOGS + 2) if (key := f"{name[:70]} ({n})") not in taken)


def _move_on(connection: Connection, moves: Sequence[Mapping[str, object]]) -> None:
    """Move on how far logs have come. Raises StoreError if somebody else has moved one meanwhile."""
    here = (HUB_LOGS.c.log == bindparam("of")) & (HUB_LOGS.c.upto == bindparam("before"))
    moved = connection.execute(
        update(HUB_LOGS).where(here).values(upto=bindparam("after"), seen=bindparam("now")), list(moves)
    )
    if moved.rowcount != len(moves):
        raise StoreError(phrase("another hub writes to the same database: stop one of the two"))


def _insert_new(connection: Connection, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(_upsert(connection, EVENTS).on_conflict_do_nothing(), list(rows))


def _count(connection: Connection, arrivals: Sequence[Arrival]) -> None:
    """Bring up to date what there is of the matches that events have come of."""
    come: dict[tuple[str, int], list[int]] = {}
    for arrival in arrivals:
        for row in arrival.rows:
            come.setdefault((arrival.log, int(str(row["match"]))), []).append(_seq(row))
    if not come:
        return
    some = HUB_MATCHES.c.log.in_({log for log, _ in come}) & HUB_MATCHES.c.match.in_(
        {match for _, match in come}
    )
    had = {(row.log, row.match): row for row in connection.execute(select(HUB_MATCHES).where(some))}
    lines = []
    for (log, match), seqs in come.items():
        line = had.get((log, match))
        before = () if line is None else (line.first, line.last)
        events = len(seqs) + (0 if line is None else line.events)
        lines.append(
            {
                "log": log,
                "match": match,
                "first": min((*before, *seqs)),
                "last": max((*before, *seqs)),
                "events": events,
                "anonymous": False,
            }
        )
    put = _upsert(connection, HUB_MATCHES)
    fresh = {name: put.excluded[name] for name in ("first", "last", "events", "anonymous")}
    connection.execute(put.on_conflict_do_update(index_elements=["log", "match"], set_=fresh), lines)


def _put_line(connection: Connection, log: str, line: ManifestLine) -> None:
    values = {"log": log, "match": line.match, "first": line.first, "last": line.last}
    connection.execute(
        insert(HUB_MATCHES).values({**values, "events": line.count, "anonymous": line.anonymous})
    )


def _forget_derived(connection: Connection, key: str, match: int) -> None:
    """What was reckoned of a match as it was."""
    for table in (HEADS, ANALYSES):
        connection.execute(delete(table).where(table.c.table == key, table.c.match == match))


def _line(log: str, match: int) -> Any:
    return (HUB_MATCHES.c.log == log) & (HUB_MATCHES.c.match == match)


def _seq(row: Row) -> int:
    return int(str(row["seq"]))


def _upsert(connection: Connection, table: Table) -> Any:
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as insert_here
    else:
        from sqlalchemy.dialects.postgresql import insert as insert_here  # type: ignore[assignment]
    return insert_here(table)
