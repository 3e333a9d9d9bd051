"""The container of a BGBlitz .bgf file: one line of JSON, then the document of the match, packed as that line says."""

import json
import re
import zlib
from collections.abc import Mapping
from typing import Any, TypeVar

from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.records.bgf.smile import MAGIC, read_smile
from engine.records.unreadable import damaged

MOST_BYTES = 16 * 2**20
"""How large the document may become; an analysed match of 7 points has a thirtieth of that."""
_MOST_HEADER = 4096
_MARK = re.compile(rb'\{[^{}]*"format"\s*:\s*"BGF"[^{}]*\}\s*')
_T = TypeVar("_T", int, str, bool, list[Any], dict[str, Any])


def is_bgf(data: bytes) -> bool:
    """Whether bytes begin as a .bgf file does."""
    return _MARK.fullmatch(data[:_MOST_HEADER].split(b"\n", 1)[0]) is not None


def document_of(data: bytes) -> dict[str, Any]:
    """The document of the match. Raises InvalidRecord."""
    line, _, body = data.partition(b"\n")
    header = _header(line)
    if header.get("compress"):
        body = _unpacked(body)
    elif len(body) > MOST_BYTES:
        raise InvalidRecord(phrase("this file is longer than any match"))
    if body.startswith(MAGIC):
        try:
            document: object = read_smile(body)
        except InvalidRecord as error:
            # which byte it was is for who writes readers
            raise InvalidRecord(damaged(".bgf", phrase("a part of it is not as it was written"))) from error
    else:
        document = _json(body)
    if not isinstance(document, dict):
        raise InvalidRecord(phrase("this {kind} file holds no match", kind=".bgf"))
    return document


def _header(line: bytes) -> dict[str, Any]:
    header = _json(line) if len(line) <= _MOST_HEADER else None
    if not isinstance(header, dict) or header.get("format") != "BGF":
        raise InvalidRecord(phrase("this is no {kind} file: it does not begin as one", kind=".bgf"))
    if not str(header.get("version")).startswith("1."):
        raise InvalidRecord(
            phrase(
                "this {kind} file is of version {version}, which is not known here",
                kind=".bgf",
                version=str(header.get("version"))[:20],
            )
        )
    return header


def _json(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRecord(damaged(".bgf", phrase("a part of it is not as it was written"))) from None


def _unpacked(data: bytes) -> bytes:
    # 32: gzip and zlib alike
    unpacker = zlib.decompressobj(32 + zlib.MAX_WBITS)
    try:
        text = unpacker.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise InvalidRecord(damaged(".bgf", phrase("a part of it cannot be unpacked"))) from error
    if not unpacker.eof:
        raise InvalidRecord(phrase("this {kind} file is cut short, or larger than any match", kind=".bgf"))
    return text


def value_of(told: Mapping[str, Any], name: str, kind: type[_T], default: _T | None = None) -> _T:
    """The value of a name, which has to be of a kind. Raises InvalidRecord."""
    value = told.get(name, default)
    if value is None and default is not None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InvalidRecord(damaged(".bgf", phrase("{name} is not what it should be", name=repr(name))))
    return value
