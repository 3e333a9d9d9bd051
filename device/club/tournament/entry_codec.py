"""The codec of a tournament's log: its entries as JSON, and back again exactly."""

import json
from typing import get_args

from cattrs import BaseValidationError
from cattrs.preconf.json import make_converter

from device.errors import CodecError
from engine.tournament.entries import Entry, ResultAsked, ResultSettled

NAMED: dict[type[Entry], str] = {ResultAsked: "Asked", ResultSettled: "Settled"}
"""Kinds of entries that are called otherwise in the log than here."""
KINDS: dict[str, type[Entry]] = {NAMED.get(kind, kind.__name__): kind for kind in get_args(Entry)}
"""Every kind of entry by its name in the log."""
_CONVERTER = make_converter()


def encode_entry(entry: Entry) -> tuple[str, str]:
    """The kind of an entry and its body, a JSON object."""
    body = json.dumps(_CONVERTER.unstructure(entry), ensure_ascii=False, separators=(",", ":"))
    kind = type(entry)
    return NAMED.get(kind, kind.__name__), body


def decode_entry(kind: str, body: str) -> Entry:
    """The entry of that kind and body; inverse of encode_entry. Raises CodecError."""
    if kind not in KINDS:
        raise CodecError(
            f"{kind!r} is no entry of a tournament that this version knows: use the version that wrote it"
        )
    try:
        return _CONVERTER.structure(json.loads(body), KINDS[kind])
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise CodecError(f"this is no {kind} of a tournament: {error}") from error
