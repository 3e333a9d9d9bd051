"""The schema: the tables of a database, and what a row of the log must be."""

import json
from math import isfinite
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, String, Table, Text

from device.codec import decode_event

SCHEMA = 1
"""The version of the tables below and of the events in them."""

Row = dict[str, object]
"""A row as it lies in the database, a value for every column."""

ADDED = ("boot", "who")
"""The columns of the log that one which was begun before may lack: a text each, or nothing."""

_METADATA = MetaData()
META = Table(
    "meta",
    _METADATA,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
EVENTS = Table(
    "events",
    _METADATA,
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
    # Not there in a log that was begun before there were these columns, nor written by a program of then.
    Column("boot", String(40), nullable=True),
    Column("who", String(80), nullable=True),
)
DELETED = Table(
    "deleted",
    _METADATA,
    Column("table", String(80), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    # Seconds since 1970; unknown where the clock was not set.
    Column("at", Float(53), nullable=True),
    Column("for_good", Boolean, nullable=False),
)
"""The matches that somebody has deleted, until they are really removed or brought back."""
HEADS = Table(
    "heads",
    _METADATA,
    Column("table", String(80), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
"""What the library tells of each match that is over, reckoned once; it can be thrown away at any time."""
LATER = (DELETED, HEADS)
"""Tables that a database may lack, if it was begun before there were any."""


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
    "table": str, "seq": int, "match": int, "game": int, "schema": int, "wall": float, "monotonic": float,
    "clock_set": bool, "source": str, "frames": str, "kind": str, "body": str,
}  # fmt: skip
