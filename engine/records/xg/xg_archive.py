"""The container of an eXtreme Gammon .xg file: a header, a picture, and an archive of compressed files.

Described at extremegammon.com/XGformat.aspx, which may be redistributed freely: a rich game header of 8,232
bytes that begins with RGMH; at the end of the file 36 bytes on the archive, before them its index of 532
bytes a file, before that the files, each compressed by zlib and with a sum to check it by. Only what is
needed of them is unpacked. Some files have lost what stands at their end: there the compressed files, which
follow the picture, are looked through.
"""

import struct
import zlib
from collections.abc import Mapping
from contextlib import suppress

from engine.errors import InvalidRecord
from engine.i18n import Phrase, phrase
from engine.records.unreadable import damaged

MAGIC = b"RGMH"
"""How such a file begins."""
MOST_BYTES = 64 * 2**20
"""How much is unpacked of a file in all: some thousand games."""
MATCH, ENDS, COMMENTS = "temp.xg", "temp.xgi", "temp.xgc"
"""Files of the archive: the match, which comes first; its first and last record once more; comments, a line each."""
_START = struct.Struct("<4siiqi")
_ABOUT = struct.Struct("<IiiiiI12x")
_ENTRY = struct.Struct("<256s256siiiIBBxx")
_MOST_COMMENTS, _MOST_FILES = 2**20, 16
_HEADER = 8232
"""The bytes of what a file begins with."""
_DEFAULT = 2
"""How hard it was compressed, which nobody need know."""
_AT_HEADER = 556
_IS_HEADER = b"DMLI"
"""What stands in the header of a match, with which the file with the match begins."""
_AT_GAME, _IS_GAME = 2568, b"\1"
"""What stands in the header of a game, which follows it."""


def match_file(data: bytes) -> tuple[bytes, tuple[Phrase, ...]]:
    """The records of the match in an .xg file, and notes on what is missing in it. Raises InvalidRecord."""
    if not data.startswith(MAGIC):
        raise InvalidRecord(phrase("this is no {kind} file: it does not begin as one", kind=".xg"))
    index = _index(data)
    if index is None:
        return _looked_for(data)
    records = _file(data, index, MATCH, MOST_BYTES)
    if records is None:
        raise InvalidRecord(phrase("this {kind} file holds no match", kind=".xg"))
    return records, ()


def comments_in(data: bytes) -> tuple[str, ...]:
    """The comments of an .xg file, a line each; none where they cannot be read, since no game depends on them."""
    index = _index(data)
    with suppress(InvalidRecord):
        held = None if index is None else _file(data, index, COMMENTS, _MOST_COMMENTS)
        return tuple((held or b"").decode("cp1252", errors="replace").split("\r\n"))
    return ()


def packed(files: Mapping[str, bytes]) -> bytes:
    """Files in the container of .xg files, without a picture."""
    body, index = b"", b""
    for name, data in files.items():
        held = zlib.compress(data)
        entry = (_short(name), b"", len(data), len(held), len(body), zlib.crc32(data), 0, _DEFAULT)
        index += _ENTRY.pack(*entry)
        body += held
    index = zlib.compress(index)
    start = _START.pack(MAGIC, 1, _HEADER, 0, 0).ljust(_HEADER, b"\0")
    about = _ABOUT.pack(zlib.crc32(body + index), len(files), 1, len(index), len(body), 1)
    return start + body + index + about


def _short(name: str) -> bytes:
    return bytes([len(name)]) + name.encode("ascii")


def _file(data: bytes, index: tuple[int, int, bytes], wanted: str, most: int) -> bytes | None:
    """A file of the archive, None where there is none of that name. Raises InvalidRecord."""
    begin, size, entries = index
    for at in range(0, len(entries) - _ENTRY.size + 1, _ENTRY.size):
        name, _, full, held, start, told, plain, _ = _ENTRY.unpack_from(entries, at)
        if name[1 : 1 + name[0]].decode("latin-1").casefold() != wanted:
            continue
        if min(full, held, start) < 0 or start + held > size:
            raise InvalidRecord(damaged(".xg", phrase("a part of it is cut short")))
        text = data[begin + start : begin + start + held]
        if not plain:
            try:
                text, ended, _ = _unpacked(text, most)
            except zlib.error as error:
                raise InvalidRecord(damaged(".xg", phrase("a part of it cannot be unpacked"))) from error
            if not ended:
                raise InvalidRecord(damaged(".xg", phrase("a part of it is cut short")))
        if zlib.crc32(text) != told:
            raise InvalidRecord(damaged(".xg", phrase("a part of it is not as it was written")))
        return text
    return None


def _index(data: bytes) -> tuple[int, int, bytes] | None:
    """Where the files begin, how many bytes they are, and the index; None where none is at the end of the file."""
    end = len(data) - _ABOUT.size
    if end < _START.size:
        return None
    _, count, _, registry, size, packed = _ABOUT.unpack_from(data, end)
    begin = end - registry - size
    if not (0 < registry <= end and size >= 0 and begin >= 0 and 0 < count <= _MOST_FILES):
        return None
    index = data[end - registry : end]
    if packed:
        try:
            index, ended, _ = _unpacked(index, count * _ENTRY.size)
        except (zlib.error, InvalidRecord):
            return None
        if not ended:
            return None
    return (begin, size, index) if len(index) == count * _ENTRY.size else None


def _looked_for(data: bytes) -> tuple[bytes, tuple[Phrase, ...]]:
    """The first of the compressed files behind the picture that is a match with a game, else with none, and notes."""
    if len(data) < _START.size:
        raise InvalidRecord(damaged(".xg", phrase("a part of it is cut short")))
    _, _, header, offset, picture = _START.unpack_from(data)
    at, left = header + offset + picture, MOST_BYTES
    best, whole = b"", True
    for _ in range(_MOST_FILES):
        if not 0 < at < len(data):
            break
        try:
            text, ended, rest = _unpacked(data[at:], left)
        except zlib.error:
            break
        if text.startswith(_IS_HEADER, _AT_HEADER) and len(text) > len(best):
            best, whole = text, ended
            if text[_AT_GAME : _AT_GAME + 1] == _IS_GAME:
                break
        at, left = len(data) - rest, left - len(text)
    if not best:
        raise InvalidRecord(damaged(".xg", phrase("no match is in it")))
    notes = (phrase("the file has no index at its end; what is in it was looked for"),)
    return best, notes if whole else (*notes, phrase("the file is cut off; its last turns are missing"))


def _unpacked(data: bytes, most: int) -> tuple[bytes, bool, int]:
    """The bytes that were compressed, whether they are all there, and how many bytes follow.

    Raises zlib.error, and InvalidRecord where they are more than `most`.
    """
    unpacker = zlib.decompressobj()
    # One more than may be, since no limit at all would be told by 0.
    text = unpacker.decompress(data, most + 1)
    if len(text) > most:
        raise InvalidRecord(phrase("this file is longer than any match"))
    return text, unpacker.eof, len(unpacker.unused_data)
