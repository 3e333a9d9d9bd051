"""The first record of an .xg file: the game, the length of the match, the players and what the file says besides.

Described at extremegammon.com/XGformat.aspx. Where a file has names in Unicode, those in short are not looked at.
"""

import struct
import zlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from engine.errors import InvalidRecord
from engine.games import find_game
from engine.i18n import phrase
from engine.match.match import Match
from engine.match.terms import Terms
from engine.records.record import MOST_POINTS, Tags
from engine.records.unreadable import damaged, unknown_game
from engine.records.xg.xg_records import RECORD
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names

UNLIMITED = 99999
"""The length of a match that has none."""
_GAMES = {0: "backgammon", 1: "nackgammon", 2: "hypergammon"}
_LENGTH = struct.Struct("<ii3B")
_AT_LENGTH, _AT_DATE, _AT_VERSION, _AT_NAMES = 92, 128, 552, 622
"""Where in the record each begins, in bytes."""
_SHORT = {"Event": (136, 129), "Site": (283, 129), "Round": (417, 129)}
"""Where the names in short stand that are in none of the other places, and their bytes."""
VERSION = 30
"""The version of the files that are written."""
_UNICODE = 24
"""The version of the file since which names are in Unicode, in places of 129 characters each."""
_MAGIC = 0x494C4D44
"""What stands behind the version: DMLI, read as a number."""
_AT_RATINGS, _AT_ID, _AT_COMMENTS, _AT_SITE, _AT_TRANSCRIBED = 104, 268, 576, 608, 620
"""Where the players' ratings begin, the number of the match, its comments, the site and the highest cube."""
_RATING, _CUBE_LIMIT = 1600.0, 10
"""The rating of whom nobody knows, and the highest cube, 1,024, as a power of two."""
_EPOCH = date(1899, 12, 30)
"""The day from which Delphi counts."""


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
    if not 0 <= length <= MOST_POINTS:
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
    if 0 < days < 100_000:
        tags.append(("EventDate", (_EPOCH + timedelta(int(days))).strftime("%Y.%m.%d")))
    return tuple(tags)


def _wide(header: bytes, place: int) -> str:
    begin = _AT_NAMES + 258 * place
    return header[begin : begin + 258].decode("utf-16-le", errors="replace").split("\0", 1)[0].strip()


def _short(header: bytes, begin: int, size: int) -> str:
    length = min(header[begin], size - 1)
    return header[begin + 1 : begin + 1 + length].decode("cp1252", errors="replace").strip()


def header_record(match: Match, game_id: str, names: Names, tags: Tags) -> bytearray:
    """The first record of a match; its kind is that of a record of zeros."""
    record, told = bytearray(RECORD), dict(tags)
    terms, money = match.terms, not match.length
    agreed = (terms.crawford and not money, terms.jacoby and money, terms.beaver and money, False)
    variation = next((number for number, each in _GAMES.items() if each == game_id), 0)
    struct.pack_into("<ii4B", record, _AT_LENGTH, match.length or UNLIMITED, variation, *agreed)
    struct.pack_into("<2d", record, _AT_RATINGS, _RATING, _RATING)
    struct.pack_into("<d", record, _AT_DATE, _days(told.get("EventDate", "")))
    struct.pack_into("<3i", record, _AT_ID, zlib.crc32(repr(match).encode()) >> 1, -1, -1)
    struct.pack_into("<iI", record, _AT_VERSION, VERSION, _MAGIC)
    struct.pack_into("<2i", record, _AT_COMMENTS, -1, -1)
    struct.pack_into("<3i", record, _AT_SITE, -1, _CUBE_LIMIT, 0)
    record[_AT_TRANSCRIBED] = 1
    for place, text in enumerate(
        (told.get("Event", ""), names.white, names.black, told.get("Site", ""), told.get("Round", ""))
    ):
        begin = _AT_NAMES + 258 * place
        # The last letter is the end of the text.
        record[begin : begin + 256] = text.encode("utf-16-le", errors="replace")[:256].ljust(256, b"\0")
    for key, (begin, size) in _SHORT.items():
        _put_short(record, begin, size, told.get(key, ""))
    _put_short(record, 9, 41, names.white)
    _put_short(record, 50, 41, names.black)
    return record


def _put_short(record: bytearray, begin: int, size: int, text: str) -> None:
    letters = text.encode("cp1252", errors="replace")[: size - 1]
    record[begin : begin + 1 + len(letters)] = bytes([len(letters)]) + letters


def _days(text: str) -> float:
    """A date as the file has it; 0 where there is none."""
    try:
        return float((datetime.strptime(text, "%Y.%m.%d").date() - _EPOCH).days)
    except ValueError:
        return 0.0
