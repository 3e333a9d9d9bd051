"""Removal: matches, or the names in them, taken out of the log for good."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from device.store.log.database import translated_errors
from device.store.log.event_codec import decode_event, encode_event
from device.store.log.schema import ANALYSES, DELETED, EVENTS, HEADS, NAMING
from device.store.log.store import Store
from engine.match.chouette_terms import ChouetteDeed
from engine.state.events import (
    CaptainChanged,
    ChouetteDone,
    ChouetteStood,
    Corrected,
    Event,
    KeptAgreed,
    MatchOver,
    MatchStarted,
    Retention,
)

DAYS = 30
"""So long a match that was deleted can be brought back."""
Spans = tuple[range, ...]
"""Numbers of events that are in the log no more."""


def remove_match(store: Store, table: str, match: int, *, husk: bool = False) -> Spans:
    """Take a match out of the log, and the mark that it was deleted; the numbers of the events that have gone.

    Of the newest match that is over a `husk` stays, that it began and that it is over, without a name: it keeps the
    numbers of match and events from being given again, and goes with the next match.
    """
    spans: Spans = ()
    with translated_errors(store.database), store.database.begin() as connection:
        left = _husk(connection, table, match) if husk else ()
        first, last = connection.execute(
            select(func.min(EVENTS.c.seq), func.max(EVENTS.c.seq)).where(_of(table, match))
        ).one()
        connection.execute(delete(EVENTS).where(_of(table, match)))
        for each in (ANALYSES, DELETED, HEADS):
            connection.execute(delete(each).where(each.c.table == table, each.c.match == match))
        if left:
            connection.execute(insert(EVENTS), [*left[:-1], {**left[-1], "seq": last}])
        if first is not None:
            spans = (range(first, last + 1),)
    _flush(store)
    return spans


def remove_names(store: Store, table: str, match: int) -> None:
    """Take the names of the players, and of who put something right, out of a match for good."""
    with translated_errors(store.database), store.database.begin() as connection:
        rows = connection.execute(
            select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.body).where(
                _of(table, match), EVENTS.c.kind.in_(NAMING)
            )
        ).all()
        for row in rows:
            event = decode_event(row.kind, row.body)
            bare = nameless(event)
            if bare != event:
                connection.execute(
                    update(EVENTS)
                    .where(EVENTS.c.table == table, EVENTS.c.seq == row.seq)
                    .values(body=encode_event(bare)[1])
                )
        # Nor does it stay who put something right.
        connection.execute(
            update(EVENTS).where(_of(table, match), EVENTS.c.who.is_not(None)).values(who=None)
        )
        connection.execute(delete(HEADS).where(HEADS.c.table == table, HEADS.c.match == match))
    _flush(store)


def finish_removals(store: Store, table: str, now: float | None) -> None:
    """Do what was agreed on, or asked for, and not done yet because a plug was pulled, or its time had not come.

    `now`: seconds since 1970, None where the clock is not set. Of the newest match only a husk is kept, if it is over.
    """
    newest = next((entry.match for entry in store.latest(table)), 0)
    for match, kept, named in _agreed(store, table):
        if match == newest and not _is_over(store, table, match):
            continue
        if kept is Retention.OFF:
            if match < newest or not _is_husk(store, table, match):
                remove_match(store, table, match, husk=match == newest)
        elif named:
            remove_names(store, table, match)
    for match in _due(store, table, now):
        if match < newest or _is_over(store, table, match):
            remove_match(store, table, match, husk=match == newest)


def remove_unwanted(store: Store, table: str) -> Spans:
    """Remove the matches that somebody wants gone for good, the newest aside; the
    numbers of the events that have gone.
    """
    newest = next((entry.match for entry in store.latest(table)), 0)
    due = [match for match in _due(store, table, None) if match < newest]
    return tuple(span for match in due for span in remove_match(store, table, match))


def holes(store: Store, table: str) -> Spans:
    """The numbers of events that have been removed from a log."""
    with translated_errors(store.database), store.database.connect() as connection:
        seqs = connection.execute(
            select(EVENTS.c.seq).where(EVENTS.c.table == table).order_by(EVENTS.c.seq)
        ).scalars()
        return tuple(range(one + 1, other) for one, other in pairwise((0, *seqs)) if other > one + 1)


def _of(table: str, match: int) -> ColumnElement[bool]:
    return (EVENTS.c.table == table) & (EVENTS.c.match == match)


def _agreed(store: Store, table: str) -> list[tuple[int, Retention, bool]]:
    """Of every match of which less than all is kept: what is, and whether anybody is named in it."""
    kept: dict[int, Retention] = {}
    named: set[int] = set()
    telling = EVENTS.c.kind.in_(("MatchStarted", "KeptAgreed")) | (
        (EVENTS.c.kind == "Corrected") & EVENTS.c.body.contains('"names":[', autoescape=True)
    )
    query = select(EVENTS.c.match, EVENTS.c.kind, EVENTS.c.body).where(EVENTS.c.table == table, telling)
    with translated_errors(store.database), store.database.connect() as connection:
        rows = connection.execute(query.order_by(EVENTS.c.seq)).all()
    for row in rows:
        event = decode_event(row.kind, row.body)
        if isinstance(event, MatchStarted | KeptAgreed):
            kept[row.match] = event.retention
        if nameless(event) != event:
            named.add(row.match)
    return [(match, each, match in named) for match, each in kept.items() if each is not Retention.FULL]


def nameless(event: Event) -> Event:
    """An event without the names of players."""
    match event:
        case MatchStarted():
            return replace(event, white="", black="")
        case Corrected(names=names) if names is not None:
            return replace(event, names=("", ""))
        case CaptainChanged():
            return replace(event, names=("", ""))
        case ChouetteStood():
            return ChouetteStood((), ())
        case ChouetteDone():
            return ChouetteDone(ChouetteDeed(event.deed.act, ""))
        case _:
            return event


def _is_over(store: Store, table: str, match: int) -> bool:
    """Whether a match has been won, and that was not taken back."""
    for entry in store.latest(table):
        if entry.match != match or isinstance(entry.event, MatchStarted):
            return False
        if isinstance(entry.event, MatchOver):
            return True
        if isinstance(entry.event, Corrected) and entry.event.undo:
            return False
    return False


def _is_husk(store: Store, table: str, match: int) -> bool:
    kinds = [type(entry.event) for entry in store.load(table, match=match)]
    return kinds == [MatchStarted, MatchOver]


def _husk(connection: Connection, table: str, match: int) -> Sequence[dict[str, object]]:
    """The rows of a match that only tell that it began and that it is over, with nobody's name."""
    rows = connection.execute(
        select(EVENTS)
        .where(_of(table, match), EVENTS.c.kind.in_(("MatchStarted", "KeptAgreed", "MatchOver")))
        .order_by(EVENTS.c.seq)
    ).all()
    events = [decode_event(row.kind, row.body) for row in rows]
    kept = [event.retention for event in events if isinstance(event, MatchStarted | KeptAgreed)]
    found: dict[type, dict[str, object]] = {}
    for row, event in zip(rows, events, strict=True):
        if isinstance(event, MatchStarted | MatchOver):
            bare = (
                replace(event, white="", black="", retention=kept[-1])
                if isinstance(event, MatchStarted)
                else event
            )
            found[type(event)] = {**row._mapping, "body": encode_event(bare)[1], "frames": "[]"}
    return [found[kind] for kind in (MatchStarted, MatchOver) if kind in found]


def _due(store: Store, table: str, now: float | None) -> list[int]:
    """The deleted matches whose time has come."""
    asked = DELETED.c.for_good if now is None else DELETED.c.for_good | (DELETED.c.at < now - DAYS * 86400)
    with translated_errors(store.database), store.database.connect() as connection:
        query = select(DELETED.c.match).where(DELETED.c.table == table, asked)
        return list(connection.execute(query.order_by(DELETED.c.match)).scalars())


def _flush(store: Store) -> None:
    """Let nothing of what was removed linger in the write-ahead file; what somebody
    still reads goes at the next close.
    """
    if store.database.dialect.name == "sqlite":
        with suppress(DBAPIError), store.database.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
