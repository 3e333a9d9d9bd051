"""The schema: the tables of a database, and what a row of the log must be."""

import json
from math import isfinite
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, String, Table, Text

from device.store.log.event_codec import decode_event

SCHEMA = 1
"""The version of the events, as a row of the log tells them."""
REVISION = 4
"""The number of the last migration, in `device/store/migrations/versions`: the tables
below are as that one leaves them.

A table or column that is added here is added there in a step of its own, and this number with it.
"""

Row = dict[str, object]
"""A row as it lies in the database, a value for every column."""

NAMING = ("MatchStarted", "Corrected", "ChouetteStood", "ChouetteDone", "CaptainChanged")
"""The kinds of events in which players are named: those may be taken out of them."""

ADDED = ("boot", "who")
"""The columns of the log that an old one which can only be read, or an old backup, may
lack: a text each, or nothing.
"""

METADATA = MetaData()
META = Table(
    "meta",
    METADATA,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
EVENTS = Table(
    "events",
    METADATA,
    Column("table", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("wall", Float(53), nullable=False),
    Column("monotonic", Float(53), nullable=False),
    Column("clock_set", Boolean, nullable=False),
    Column("source", String(20), nullable=False),
    Column("frames", Text, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
    # Unknown in what was written before there were these columns.
    Column("boot", String(40), nullable=True),
    Column("who", String(80), nullable=True),
)
DELETED = Table(
    "deleted",
    METADATA,
    Column("table", String(80), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    # Seconds since 1970; unknown where the clock was not set.
    Column("at", Float(53), nullable=True),
    Column("for_good", Boolean, nullable=False),
)
"""The matches that somebody has deleted, until they are really removed or brought back."""
HEADS = Table(
    "heads",
    METADATA,
    Column("table", String(80), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
"""What the library tells of each match that is over, reckoned once; it can be thrown away at any time."""
ANALYSES = Table(
    "analyses",
    METADATA,
    Column("table", String(80), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    # Of the event with which the match ended when it was analysed.
    Column("last", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    # The sums, which lists tell, and all of it.
    Column("head", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""What the analysis of each match found; it can be thrown away at any time."""
HUB_LOGS = Table(
    "hub_logs",
    METADATA,
    Column("log", String(40), primary_key=True),
    # What its events are filed under: their column `table`.
    Column("table", String(80), nullable=False, unique=True),
    Column("name", String(80), nullable=False),
    Column("page", Text, nullable=False),
    Column("version", String(40), nullable=False),
    Column("simulated", Boolean, nullable=False),
    Column("current", Boolean, nullable=False),
    # All up to this number has been received.
    Column("upto", Integer, nullable=False),
    Column("seen", Float(53), nullable=True),
    Column("notice", Text, nullable=True),
)
"""The logs that a hub receives, and how far it has come with each."""
HUB_MATCHES = Table(
    "hub_matches",
    METADATA,
    Column("log", String(40), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("anonymous", Boolean, nullable=False),
)
"""What a hub has of each match, to be held against what the table still has."""
EVENT_ENTRIES = Table(
    "event_entries",
    METADATA,
    Column("event", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("wall", Float(53), nullable=False),
    # Who entered it; nobody by name, or the hub itself.
    Column("who", String(80), nullable=True),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
)
"""The logs of a club's tournaments: each entry is one thing that somebody did."""
VERSION = Table("alembic_version", METADATA, Column("version_num", String(32), primary_key=True))
"""Alembic's own note of the last migration."""


def checked_row(data: Any) -> Row:
    """A row of a backup, if the event in it can be read. Raises CodecError, ValueError, TypeError and LookupError."""
    frames = json.loads(data["frames"])
    if not isinstance(frames, list) or not all(type(frame) is int for frame in frames):
        raise ValueError("its frames are no list of numbers")
    decode_event(data["kind"], data["body"])
    row: Row = {column.name: data.get(column.name) for column in EVENTS.columns}
    if row["source"] not in _SOURCES:
        raise ValueError(f"source is {row['source']!r}")
    _check_kinds(row, _KINDS)
    for name in ADDED:
        if row[name] is not None and not isinstance(row[name], str):
            raise ValueError(f"{name} is {row[name]!r}")
    if not (isfinite(data["wall"]) and isfinite(data["monotonic"])) or data["seq"] < 1:
        raise ValueError("its time or number is none")
    if data["schema"] > SCHEMA:
        raise ValueError(f"its schema is {data['schema']}")
    return row


def checked_mark(data: Any) -> Row:
    """A row of the deleted matches in a backup. Raises ValueError, TypeError and LookupError."""
    row: Row = {column.name: data[column.name] for column in DELETED.columns}
    _check_kinds(row, {"table": str, "match": int, "for_good": bool})
    at = row["at"]
    if at is not None and not (isinstance(at, float) and isfinite(at)):
        raise ValueError(f"at is {at!r}")
    return row


def _check_kinds(row: Row, kinds: dict[str, type]) -> None:
    for name, kind in kinds.items():
        if type(row[name]) is not kind:
            raise ValueError(f"{name} is {row[name]!r}")


_SOURCES = ("camera", "person", "clock", "inferred")
_KINDS: dict[str, type] = {
    "table": str,
    "seq": int,
    "match": int,
    "game": int,
    "schema": int,
    "wall": float,
    "monotonic": float,
    "clock_set": bool,
    "source": str,
    "frames": str,
    "kind": str,
    "body": str,
}
