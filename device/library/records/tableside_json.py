"""Tableside's own JSON as a file: the match, and beside it what the log knows of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NoReturn

from device.library.records.events_json import events_in
from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.records.record import Record
from engine.records.tableside.json_reader import record_from
from engine.records.tableside.json_values import whole_text
from engine.records.tableside.json_writer import KEYS, record_data

Json = dict[str, Any]
_KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Whole:
    """A file of Tableside's own JSON: the record, and what stands `beside` it, such as events, under their keys."""

    record: Record
    beside: Mapping[str, Any]


def read_json(text: str) -> Whole:
    """The record that a text holds, and what stands beside it. Raises InvalidRecord."""
    try:
        data = json.loads(text, parse_constant=_no_number, parse_float=_fraction)
    except RecursionError:
        raise InvalidRecord(phrase("this is nested too deep for any record of a match")) from None
    except json.JSONDecodeError as error:
        raise InvalidRecord(
            phrase(
                "this is damaged JSON in line {line}, letter {letter}", line=error.lineno, letter=error.colno
            )
        ) from error
    except ValueError as error:
        # a word that is no number, or one that is greater than any
        raise InvalidRecord(phrase("this is damaged JSON: a number in it is none")) from error
    if not isinstance(data, dict):
        raise InvalidRecord(
            phrase("this is no record of a match by Tableside: that is an object, and begins with a brace")
        )
    record = record_from(data)
    beside = {name: value for name, value in data.items() if name not in KEYS}
    if _KEPT not in beside and _KEPT in data["match"]:
        # where the first version had it
        beside[_KEPT] = data["match"][_KEPT]
    try:
        events_in(beside)
    except RecursionError:
        raise InvalidRecord(phrase("its events are nested too deep")) from None
    return Whole(record, beside)


def write_json(record: Record, beside: Mapping[str, Any] | None = None) -> str:
    """A record as a file of JSON, with what stands beside it."""
    data: Json = {**record_data(record), **(beside or {})}
    return whole_text("\n".join(_lines(data)) + "\n")


def _lines(value: object, indent: str = "") -> Iterator[str]:
    """JSON in lines: an object that has lists of objects over several, everything else, such
    as a turn or an event, on one.
    """
    if isinstance(value, dict) and any(map(_is_long, value.values())):
        yield "{"
        last = len(value) - 1
        for place, (name, each) in enumerate(value.items()):
            first, *more = _lines(each, indent + " ")
            lines = [f"{indent} {json.dumps(name)}: {first}", *more]
            yield from (*lines[:-1], lines[-1] + ("," if place < last else ""))
        yield indent + "}"
    elif _is_long(value) and isinstance(value, list):
        yield "["
        for place, each in enumerate(value):
            first, *more = _lines(each, indent + " ")
            lines = [f"{indent} {first}", *more]
            yield from (*lines[:-1], lines[-1] + ("," if place < len(value) - 1 else ""))
        yield indent + "]"
    else:
        yield json.dumps(value, ensure_ascii=False)


def _is_long(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _fraction(digits: str) -> float:
    value = float(digits)
    return value if isfinite(value) else _no_number(digits)
