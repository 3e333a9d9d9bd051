"""The container of .xg files, written by its description, for the tests of what reads them."""

import struct
import zlib


def archive(files: dict[str, bytes], *, plain: bool = False, beside: dict[str, bytes] | None = None) -> bytes:
    """Files in the container of .xg files; `plain`: not compressed. `beside`: others, compressed already."""
    body, index = b"", b""
    for name, data in (files | (beside or {})).items():
        held = zlib.compress(data) if name in files and not plain else data
        index += struct.pack(
            "<256s256siiiIBBxx",
            _short(name),
            b"",
            len(data),
            len(held),
            len(body),
            zlib.crc32(data),
            plain,
            6,
        )
        body += held
    packed = index if plain else zlib.compress(index)
    header = struct.pack("<4siiqi", b"RGMH", 1, 8232, 0, 0)
    about = struct.pack(
        "<IiiiiI12x",
        zlib.crc32(body + packed),
        len(files | (beside or {})),
        1,
        len(packed),
        len(body),
        not plain,
    )
    return header.ljust(8232, b"\0") + body + packed + about


def _short(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()
