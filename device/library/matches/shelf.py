"""The shelf: the matches of one table as they lie in the database, read over a connection of its own."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select

from device.errors import StoreError
from device.library.matches.heads import Head, head_text, parse_head
from device.store.log.database import translated_errors
from device.store.log.schema import DELETED, EVENTS, HEADS
from device.store.log.store import LogEntry, Store
from engine.state.events import Retention

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Span:
    """A match in the log: its number, and those of its first and last event."""

    match: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Deleted:
    """That a match was deleted: when (seconds since 1970, None: the clock was not set), and whether for good."""

    at: float | None
    for_good: bool


class Shelf:
    """The matches of a table, read over a `shared` connection or one of its own. From any thread; raises StoreError."""

    def __init__(self, url: str, table: str, shared: Store | None = None) -> None:
        self.url, self.table = url, table
        self.store, self._is_shared = shared or Store(url), shared is not None

    def close(self) -> None:
        """Let go of the database."""
        if not self._is_shared:
            self.store.close()

    def heads(self, known: Mapping[int, Head]) -> dict[int, Head]:
        """What is kept of matches that are over; those that are `known` are not read once more."""
        where = HEADS.c.table == self.table
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            there = connection.execute(select(HEADS.c.match, HEADS.c.last).where(where)).all()
            same = {row.match for row in there if row.match in known and known[row.match].last == row.last}
            fresh = [row.match for row in there if row.match not in same]
            rows: list[Any] = []
            for start in range(0, len(fresh), _BATCH):
                some = HEADS.c.match.in_(fresh[start : start + _BATCH])
                rows += connection.execute(select(HEADS.c.match, HEADS.c.body).where(where, some)).all()
        found = {row.match: parse_head(row.body) for row in rows}
        heads = {match: head for match, head in found.items() if head is not None}
        return {**{match: known[match] for match in same}, **heads}

    def keep(self, heads: Sequence[Head]) -> None:
        """Keep what was reckoned of matches that are over; a database that cannot be written to goes without."""
        # Names that are still to be removed are not written down once more.
        heads = [each for each in heads if each.retention is Retention.FULL or not (each.white or each.black)]
        if not heads:
            return
        rows = [
            {
                "table": self.table,
                "match": each.number,
                "first": each.first,
                "last": each.last,
                "body": head_text(each),
            }
            for each in heads
        ]
        numbers = [each.number for each in heads]
        with (
            suppress(StoreError),
            translated_errors(self.store.database),
            self.store.database.begin() as connection,
        ):
            connection.execute(delete(HEADS).where(HEADS.c.table == self.table, HEADS.c.match.in_(numbers)))
            there = (
                connection.execute(
                    select(EVENTS.c.match)
                    .distinct()
                    .where(EVENTS.c.table == self.table, EVENTS.c.seq.in_([each.last for each in heads]))
                )
                .scalars()
                .all()
            )
            # What was removed meanwhile stays so.
            if left := [row for row in rows if row["match"] in there]:
                connection.execute(insert(HEADS), left)

    def spans_beside(self, known: Iterable[Head]) -> tuple[Span, ...]:
        """All other matches, in their order: those whose events lie before, between and
        after those of the known ones.
        """
        spans: list[Span] = []
        end = 0
        for head in sorted(known, key=lambda head: head.first):
            if head.first > end + 1:
                spans += self._spans(end + 1, head.first - 1)
            end = head.last
        return (*spans, *self._spans(end + 1, None))

    def _spans(self, first: int, last: int | None) -> list[Span]:
        columns = EVENTS.c.match, func.min(EVENTS.c.seq).label("first"), func.max(EVENTS.c.seq).label("last")
        where = (EVENTS.c.table == self.table) & (EVENTS.c.seq >= first) & (EVENTS.c.match > 0)
        if last is not None:
            where &= EVENTS.c.seq <= last
        query = select(*columns).where(where).group_by(EVENTS.c.match).order_by(EVENTS.c.match)
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            return [Span(row.match, row.first, row.last) for row in connection.execute(query).all()]

    def newest(self) -> int:
        """The number of the newest match; 0: there is none."""
        return next((entry.match for entry in self.store.latest(self.table)), 0)

    def last(self) -> int:
        """The number of the last event; 0: there is none."""
        query = select(func.max(EVENTS.c.seq)).where(EVENTS.c.table == self.table)
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            return connection.execute(query).scalar() or 0

    def entries(self, span: Span) -> tuple[LogEntry, ...]:
        """The events of a match; none where it has been removed meanwhile."""
        return self.store.load(self.table, first=span.first, last=span.last, match=span.match)

    def deleted(self) -> dict[int, Deleted]:
        """The matches that have been deleted, and not been removed yet."""
        query = select(DELETED).where(DELETED.c.table == self.table)
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            return {row.match: Deleted(row.at, row.for_good) for row in connection.execute(query).all()}

    def delete(self, match: int, mark: Deleted) -> None:
        """Mark a match as deleted."""
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            connection.execute(delete(DELETED).where(DELETED.c.table == self.table, DELETED.c.match == match))
            row = {"table": self.table, "match": match, "at": mark.at, "for_good": mark.for_good}
            connection.execute(insert(DELETED), [row])

    def restore(self, match: int) -> None:
        """A match is deleted no more."""
        with translated_errors(self.store.database), self.store.database.begin() as connection:
            connection.execute(delete(DELETED).where(DELETED.c.table == self.table, DELETED.c.match == match))

    def ahead(self, boots: Iterable[str]) -> Mapping[str, float]:
        """By how much the clock was ahead of the stopwatch of each boot, at the last moment at which it was set."""
        found: dict[str, float] = {}
        difference = (EVENTS.c.wall - EVENTS.c.monotonic).label("ahead")
        with translated_errors(self.store.database), self.store.database.connect() as connection:
            for boot in set(boots):
                query = select(difference).where(
                    EVENTS.c.table == self.table, EVENTS.c.boot == boot, EVENTS.c.clock_set
                )
                ahead = connection.execute(query.order_by(EVENTS.c.seq.desc()).limit(1)).scalar()
                if ahead is not None:
                    found[boot] = ahead
        return found
