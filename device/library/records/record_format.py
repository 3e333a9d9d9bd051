"""A format of match records: what it is called, how it is told from others, and how it is read and written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.records.record import Record


@dataclass(frozen=True, slots=True)
class Read:
    """A record that was read, and the id of the format it was in: one of FORMATS or of ONLY_READ in `record_formats`.

    `beside`: what Tableside's own JSON holds beside the match, such as its events, under their keys. `matches`: how many
    the file holds.
    """

    record: Record
    format: str
    beside: Mapping[str, Any] = field(default_factory=dict)
    matches: int = 1


@dataclass(frozen=True, slots=True)
class Written:
    """A record as the text of a file, and remarks for people on what the format could not hold."""

    text: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A kind of file: its id, what it is called, how the names of its files end, and whether a text looks like one."""

    id: str
    name: str
    ending: str
    media_type: str
    looks_like: Callable[[str], bool]
    read: Callable[[str], Read]
    write: Callable[[Read], Written]
