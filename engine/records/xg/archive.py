"""The container of an eXtreme Gammon .xg file: a header, a picture, and an archive of compressed files.

Described at extremegammon.com/XGformat.aspx, which may be redistributed freely: a rich game header of 8,232 bytes that
begins with RGMH; at the end of the file 36 bytes on the archive, before them its index of 532 bytes a file, before that
the files, each compressed by zlib and with a sum to check it by.
"""

import struct
import zlib

from engine.errors import InvalidRecord

MAGIC = b"RGMH"
"""How such a file begins."""
MOST_BYTES = 64 * 2**20
"""How large a file of the archive may become: some thousand games."""
_ABOUT = struct.Struct("<IiiiiI12x")
_ENTRY = struct.Struct("<256s256siiiIBBxx")


def files_of(data: bytes) -> dict[str, bytes]:
    """The files in the archive of an .xg file, by their names, such as `temp.xg`. Raises InvalidRecord."""
    if not data.startswith(MAGIC):
        raise InvalidRecord("this is no .xg file: it does not begin as one")
    end = len(data) - _ABOUT.size
    if end < 0:
        raise InvalidRecord("this .xg file is cut short")
    checksum, count, _, registry, size, packed = _ABOUT.unpack_from(data, end)
    begin = end - registry - size
    if not (0 <= registry <= end and size >= 0 and begin >= 0 and 0 < count <= 100):
        raise InvalidRecord("this .xg file is cut short or damaged: it has no index at its end")
    if zlib.crc32(data[begin:end]) != checksum:
        raise InvalidRecord("this .xg file is damaged: its sum is wrong")
    index = data[end - registry : end]
    if packed:
        index = _unpacked(index)
    if len(index) < count * _ENTRY.size:
        raise InvalidRecord("this .xg file is damaged: its index is cut short")
    found = {}
    for number in range(count):
        name, _, full, held, start, inner, plain, _ = _ENTRY.unpack_from(index, number * _ENTRY.size)
        if min(full, held, start) < 0 or start + held > size:
            raise InvalidRecord("this .xg file is damaged: its index names what is not there")
        text = data[begin + start : begin + start + held]
        text = text if plain else _unpacked(text)
        if zlib.crc32(text) != inner:
            raise InvalidRecord("this .xg file is damaged: the sum of a part is wrong")
        found[name[1 : 1 + name[0]].decode("latin-1")] = text
    return found


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise InvalidRecord("this .xg file is damaged: a part cannot be unpacked") from error
    if not unpacker.eof:
        raise InvalidRecord("this .xg file is damaged, or larger than any match")
    return text
