"""A format of match records: what it is called, how it is told from others, and how it is read and written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from device.errors import RecordError
from device.library.records.files import decoded_text
from engine.i18n import Phrase
from engine.match.match import Match
from engine.records.record import Record
from engine.records.variations import is_played_as


@dataclass(frozen=True, slots=True)
class Read:
    """A record that was read, and the id of the format it was in: one of FORMATS in `record_formats`.

    `beside`: what Tableside's own JSON holds beside the match, such as its events, under their keys.
    `matches`: how many the file holds.
    """

    record: Record
    format: str
    beside: Mapping[str, Any] = field(default_factory=dict)
    matches: int = 1


@dataclass(frozen=True, slots=True)
class Written:
    """A record as what a file holds, text or bytes, and remarks for people on what the format could not hold."""

    content: str | bytes
    remarks: tuple[str | Phrase, ...] = ()

    @property
    def data(self) -> bytes:
        """The bytes of the file; text is in UTF-8."""
        return self.content.encode("utf-8") if isinstance(self.content, str) else self.content

    @property
    def text(self) -> str:
        """The text of the file; of a format of bytes, a TypeError."""
        if isinstance(self.content, bytes):
            raise TypeError("this format is no text")
        return self.content


@dataclass(frozen=True)
class Contents:
    """What is in a file: its bytes, and the text that they are, if any."""

    data: bytes

    @cached_property
    def text(self) -> str:
        """The text, in whatever encoding it is. Raises RecordError for what is no text."""
        return decoded_text(self.data)

    @cached_property
    def plain(self) -> str | None:
        """The text; None for what is no text."""
        try:
            return self.text
        except RecordError:
            return None


def _one(contents: Contents) -> tuple[bytes, ...]:
    return (contents.data,)


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A kind of file: its id, what it is called, how the names of its files end, and whether a file looks like one.

    `write` is None where the format is only read. `parts`: the bytes of each match of a file that holds several.
    `games`: what it can hold besides backgammon, by the games' ids.
    """

    id: str
    name: str
    ending: str
    media_type: str
    looks_like: Callable[[Contents], bool]
    read: Callable[[Contents], Read]
    write: Callable[[Read], Written] | None = None
    parts: Callable[[Contents], tuple[bytes, ...]] = _one
    games: tuple[str, ...] = ()

    def holds(self, match: Match) -> bool:
        """Whether it can hold some game of a match, or there is none."""
        return not match.games or any(is_played_as(match.rules(each), self.games) for each in match.games)


def text_format(
    id: str,
    name: str,
    ending: str,
    media_type: str,
    looks_like: Callable[[str], bool],
    read: Callable[[str], Read],
    write: Callable[[Read], Written] | None = None,
    parts: Callable[[str], tuple[str, ...]] | None = None,
    games: tuple[str, ...] = (),
) -> RecordFormat:
    """A format whose files are text, in whatever encoding; every function is of that text."""

    def is_one(contents: Contents) -> bool:
        return contents.plain is not None and looks_like(contents.plain)

    def split(contents: Contents) -> tuple[bytes, ...]:
        found = parts(contents.text) if parts is not None else ()
        # A file with one match is read as it is, in its own encoding.
        return tuple(part.encode("utf-8") for part in found) if len(found) > 1 else (contents.data,)

    return RecordFormat(
        id, name, ending, media_type, is_one, lambda contents: read(contents.text), write, split, games
    )
