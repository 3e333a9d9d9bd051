"""The first record of an .xg file: the game, the length of the match, the players and what the file says besides.

Described at extremegammon.com/XGformat.aspx. Where a file has names in Unicode, those in short are not looked at.
"""

import struct
from dataclasses import dataclass
from datetime import date, timedelta

from engine.errors import InvalidRecord
from engine.games import find_game
from engine.i18n import phrase
from engine.match.terms import Terms
from engine.records.record import Tags
from engine.records.unreadable import damaged, unknown_game
from engine.tables.tables import TablesGame

UNLIMITED = 99999
"""The length of a match that has none."""
_GAMES = {0: "backgammon", 1: "nackgammon", 2: "hypergammon"}
_LENGTH = struct.Struct("<ii3B")
_AT_LENGTH, _AT_DATE, _AT_VERSION, _AT_NAMES = 92, 128, 552, 622
"""Where in the record each begins, in bytes."""
_UNICODE = 24
"""The version of the file since which names are in Unicode, in places of 129 characters each."""
_MAGIC = 0x494C4D44
"""What stands behind the version: DMLI, read as a number."""


@dataclass(frozen=True, slots=True)
class XgHeader:
    """What holds for the whole match; `length` 0 where it has none."""

    game: TablesGame
    length: int
    white: str
    black: str
    terms: Terms
    tags: Tags
    version: int


def read_header(record: bytes) -> XgHeader:
    """The header that a record is. Raises InvalidRecord."""
    length, variation, crawford, jacoby, beaver = _LENGTH.unpack_from(record, _AT_LENGTH)
    version, magic = struct.unpack_from("<iI", record, _AT_VERSION)
    if magic != _MAGIC:
        raise InvalidRecord(damaged(".xg", phrase("it does not begin with the header of a match")))
    if variation not in _GAMES:
        raise InvalidRecord(unknown_game(".xg", variation))
    game = find_game(_GAMES[variation])
    assert isinstance(game, TablesGame)
    length = 0 if length == UNLIMITED else length
    if not 0 <= length < 1000:
        raise InvalidRecord(damaged(".xg", phrase("a match to {points} points", points=length)))
    terms = Terms(
        crawford=bool(crawford) if length else True,
        jacoby=not length and bool(jacoby),
        beaver=not length and bool(beaver),
    )
    return XgHeader(game, length, *_names(record, version), terms, _tags(record, version), version)


def _names(header: bytes, version: int) -> tuple[str, str]:
    if version >= _UNICODE:
        return _wide(header, 1), _wide(header, 2)
    return _short(header, 9, 41), _short(header, 50, 41)


def _tags(header: bytes, version: int) -> Tags:
    """What the header says besides, under the keys of .mat files."""
    event = _wide(header, 0) if version >= _UNICODE else _short(header, 136, 129)
    days = struct.unpack_from("<d", header, _AT_DATE)[0]
    tags = [("Event", event)] if event else []
    if version >= _UNICODE:
        tags += [
            (key, text) for key, text in (("Site", _wide(header, 3)), ("Round", _wide(header, 4))) if text
        ]
    # Delphi counts days from the end of 1899.
    if 0 < days < 100_000:
        tags.append(("EventDate", (date(1899, 12, 30) + timedelta(int(days))).strftime("%Y.%m.%d")))
    return tuple(tags)


def _wide(header: bytes, place: int) -> str:
    begin = _AT_NAMES + 258 * place
    return header[begin : begin + 258].decode("utf-16-le", errors="replace").split("\0", 1)[0].strip()


def _short(header: bytes, begin: int, size: int) -> str:
    length = min(header[begin], size - 1)
    return header[begin + 1 : begin + 1 + length].decode("cp1252", errors="replace").strip()
