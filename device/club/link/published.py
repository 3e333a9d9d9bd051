"""Published: what of a table's log goes to a hub: no more than everybody may know of.

A match that is off the record is not sent at all, one that is kept without names when it is over, and
then without them, whatever has been removed already; of a game that the profile keeps back the logbook
knows nothing before it is over.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from device.club.link.wire import Batch, Json, LogManifest, ManifestLine, ResentPart
from device.store.log.database import translated_errors
from device.store.log.event_codec import decode_event, encode_event
from device.store.log.removal import nameless
from device.store.log.schema import DELETED, EVENTS, META, NAMING
from device.store.log.store import Store
from engine.state.events import Corrected, KeptAgreed, MatchOver, MatchStarted, Retention

MOST_ROWS = 200
"""How many events go into one message."""
MOST_TEXT = 60_000
"""How long they may be together, but for a single one that is longer."""
LOG_KEY = "log"
"""Under which the id of a database stands in it."""
TELLING = ("MatchStarted", "MatchOver", "KeptAgreed", "Corrected")
"""The events that may change what everybody may know of a match, or what is left of it."""
_COLUMNS = [column for column in EVENTS.columns if column.name not in ("table", "who")]


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a match stands: what of it is kept, and whether it is over."""

    retention: Retention = Retention.FULL
    over: bool = False


class Published:
    """The part of the log of one table, in the database of `url`, that others may have. Raises StoreError.

    Of one thread. `shown` is everywhere the number of the last event that everybody may know of, as the logbook has it.
    """

    def __init__(self, url: str, table: str) -> None:
        self.url, self._table = url, table
        self._store = Store(url)
        self._matches: dict[int, _Standing] = {}
        self._told = 0
        self.log = log_id(self._id(), table)

    def close(self) -> None:
        """Let go of the database."""
        self._store.close()

    def renew(self) -> None:
        """Call the log something else: another one goes by its name, as a copied memory card's would."""
        with translated_errors(self._store.database), self._store.database.begin() as connection:
            fresh = secrets.token_hex(16)
            connection.execute(update(META).where(META.c.key == LOG_KEY).values(value=fresh))
        self.log = log_id(fresh, self._table)

    def is_before(self, upto: int, stamp: tuple[float, float] | None) -> bool:
        """Whether the log once came as far as event number `upto`, which was at that time
        by the clock and the stopwatch.

        An event that has been removed since speaks for nothing.
        """
        query = select(EVENTS.c.wall, EVENTS.c.monotonic).where(
            EVENTS.c.table == self._table, EVENTS.c.seq == upto
        )
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            row = connection.execute(query).one_or_none()
            last = connection.execute(
                select(func.max(EVENTS.c.seq)).where(EVENTS.c.table == self._table)
            ).scalar()
        return upto <= (last or 0) and (row is None or stamp is None or (row.wall, row.monotonic) == stamp)

    def batch(self, turn: str, after: int, shown: int) -> Batch | None:
        """What follows on event number `after`; None where nothing may be sent yet."""
        standing, gone = self._standing(), self._deleted()
        hidden = self._first_hidden(standing)
        upto = shown if hidden is None else min(shown, hidden - 1)
        if upto <= after:
            return None
        found = self._rows((EVENTS.c.seq > after) & (EVENTS.c.seq <= upto), MOST_ROWS + 1)
        rows: list[Json] = []
        last, size = after, 0
        for row in found[:MOST_ROWS]:
            size += len(row.body)
            if rows and size > MOST_TEXT:
                return Batch(self.log, turn, after, last, tuple(rows))
            last = row.seq
            if row.match not in gone and standing.get(row.match, _Standing()).retention is not Retention.OFF:
                rows.append(_public(row, standing))
        return Batch(self.log, turn, after, last if len(found) > MOST_ROWS else upto, tuple(rows))

    def parts(self, match: int, ask: str, shown: int) -> Iterator[ResentPart]:
        """A match once more, in parts; one without events where there is none of it for everybody."""
        standing = self._standing()
        rows: list[Json] = []
        if self._is_open_to_all(match, standing, self._deleted()):
            where = (EVENTS.c.match == match) & (EVENTS.c.seq <= shown)
            rows = [_public(row, standing) for row in self._rows(where)]
        pieces = list(_pieces(rows)) or [()]
        for n, piece in enumerate(pieces):
            yield ResentPart(self.log, match, ask, n, len(pieces), piece)

    def manifest(self, shown: int) -> LogManifest:
        """What there is, match by match, of all up to event number `shown`."""
        standing, gone = self._standing(), self._deleted()
        columns = (
            EVENTS.c.match,
            func.min(EVENTS.c.seq).label("first"),
            func.max(EVENTS.c.seq).label("last"),
            func.count().label("number"),
        )
        query = select(*columns).where(EVENTS.c.table == self._table, EVENTS.c.seq <= shown)
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            rows = connection.execute(query.group_by(EVENTS.c.match).order_by(EVENTS.c.match)).all()
        lines = tuple(
            ManifestLine(
                row.match,
                row.first,
                row.last,
                row.number,
                standing.get(row.match, _Standing()).retention is Retention.ANONYMOUS,
            )
            for row in rows
            if self._is_open_to_all(row.match, standing, gone)
        )
        return LogManifest(self.log, shown, lines)

    def phase(self, shown: int) -> tuple[object, ...]:
        """Something that changes when another match begins, ends or goes on, or something else of it is to be kept."""
        standing = self._standing()
        newest = max(standing, default=0)
        return newest, standing.get(newest), shown >= self._told

    def fingerprint(self, upto: int) -> tuple[object, ...]:
        """Something small that changes when events up to a number are removed, or matches deleted or brought back."""
        gone = frozenset(self._deleted())
        query = select(func.count()).where(EVENTS.c.table == self._table, EVENTS.c.seq <= upto)
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            return connection.execute(query).scalar_one(), gone

    def _is_open_to_all(self, match: int, standing: Mapping[int, _Standing], gone: set[int]) -> bool:
        how = standing.get(match, _Standing())
        if match in gone or how.retention is Retention.OFF:
            return False
        return how.retention is Retention.FULL or how.over or match < max(standing, default=0)

    def _first_hidden(self, standing: Mapping[int, _Standing]) -> int | None:
        """The number of the first event of the match that is being played, if it is not to be kept as it is."""
        newest = max(standing, default=0)
        if newest == 0 or standing[newest].retention is Retention.FULL or standing[newest].over:
            return None
        query = select(func.min(EVENTS.c.seq)).where(EVENTS.c.table == self._table, EVENTS.c.match == newest)
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            return connection.execute(query).scalar()

    def _standing(self) -> dict[int, _Standing]:
        """How each match of which anything is told stands; only what is new since the last time is read."""
        query = select(EVENTS.c.seq, EVENTS.c.match, EVENTS.c.kind, EVENTS.c.body).where(
            EVENTS.c.table == self._table, EVENTS.c.kind.in_(TELLING), EVENTS.c.seq > self._told
        )
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            rows = connection.execute(query.order_by(EVENTS.c.seq)).all()
        for row in rows:
            event = decode_event(row.kind, row.body)
            how = self._matches.get(row.match, _Standing())
            match event:
                case MatchStarted() | KeptAgreed():
                    how = replace(how, retention=event.retention)
                case MatchOver():
                    how = replace(how, over=True)
                case Corrected(undo=undo) if undo:
                    how = replace(how, over=False)
            self._matches[row.match], self._told = how, row.seq
        return self._matches

    def _rows(self, where: Any, most: int | None = None) -> list[Any]:
        query = select(*_COLUMNS).where(EVENTS.c.table == self._table, where).order_by(EVENTS.c.seq)
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            return list(connection.execute(query.limit(most)).all())

    def _deleted(self) -> set[int]:
        query = select(DELETED.c.match).where(DELETED.c.table == self._table)
        with translated_errors(self._store.database), self._store.database.connect() as connection:
            return set(connection.execute(query).scalars())

    def _id(self) -> str:
        """The id of the database, made when first asked for."""
        query = select(META.c.value).where(META.c.key == LOG_KEY)
        with translated_errors(self._store.database):
            try:
                with self._store.database.begin() as connection:
                    found = connection.execute(query).scalar()
                    if found is not None:
                        return str(found)
                    fresh = secrets.token_hex(16)
                    connection.execute(insert(META), {"key": LOG_KEY, "value": fresh})
                    return fresh
            except IntegrityError:
                # Another table in this database has just done the same.
                with self._store.database.connect() as connection:
                    return str(connection.execute(query).scalar_one())


def log_id(database: str, table: str) -> str:
    """What the log of a table in a database is called: there may be several tables in one."""
    return hashlib.sha256(f"{database}/{table}".encode()).hexdigest()[:20]


def _public(row: Any, standing: Mapping[int, _Standing]) -> Json:
    data: Json = dict(row._mapping)
    if standing.get(row.match, _Standing()).retention is Retention.ANONYMOUS and row.kind in NAMING:
        data["body"] = encode_event(nameless(decode_event(row.kind, row.body)))[1]
    return data


def _pieces(rows: list[Json]) -> Iterator[tuple[Json, ...]]:
    piece: list[Json] = []
    size = 0
    for row in rows:
        length = len(json.dumps(row["body"]))
        if piece and (len(piece) >= MOST_ROWS or size + length > MOST_TEXT):
            yield tuple(piece)
            piece, size = [], 0
        piece.append(row)
        size += length
    if piece:
        yield tuple(piece)
