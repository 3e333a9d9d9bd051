"""The wire: what goes over MQTT between a table and its hub, as values and as JSON.

What comes in may be from anybody in the network: every payload is checked whole before anything is done with it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NoReturn

from device.clock import Clock
from device.errors import DeviceError, WireError

WIRE = 1
"""The version of these messages."""
MOST_BYTES = 1 << 20
"""How long a payload may be; a table's are far shorter."""
HIGHEST = 2**31 - 1
"""The highest number that a database takes."""
LATEST = 250_000_000_000
"""Before which second since 1970 an event must be: until then there is a date for it everywhere."""

_LONGEST_NUMBER = 100
"""Digits of a whole number."""
Json = dict[str, Any]


def packed(value: object) -> bytes:
    """A value as a payload."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def unpacked(payload: bytes) -> Json:
    """The JSON object in a payload. Raises WireError."""
    if len(payload) > MOST_BYTES:
        raise WireError(f"it has {len(payload)} bytes")
    try:
        # Infinity and NaN, which Python takes, are no JSON and nothing that we send.
        found = json.loads(
            payload.decode(), parse_constant=_refused, parse_float=_finite, parse_int=_countable
        )
        if b"\\u" in payload:
            # Half a character can be written like this alone, and never be sent on.
            packed(found)
    except (ValueError, RecursionError) as error:
        raise WireError("it is no JSON") from error
    if not isinstance(found, dict):
        raise WireError("it is no JSON object")
    return found


def _refused(name: str) -> NoReturn:
    raise ValueError(name)


def _countable(text: str) -> int:
    # A longer one is none of ours, and turned into a float would be infinite.
    return int(text) if len(text) <= _LONGEST_NUMBER else _refused(text)


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refused(text)


@dataclass(frozen=True, slots=True)
class About:
    """What a table is: `log` tells its log from all others, `instance` this run of its service from all others.

    `names`: whether it names its players to whoever looks on from elsewhere.
    """

    name: str
    version: str
    page: str
    log: str
    instance: str
    simulated: bool = False
    names: bool = False

    def payload(self, clock: Clock | None = None) -> bytes:
        """As it goes over the wire; with the time by a clock, which is None where that is not set."""
        now = {} if clock is None else {"wall": round(clock.wall(), 1) if clock.is_set() else None}
        return packed({**_fields(self), "wire": WIRE, **now})

    @classmethod
    def parse(cls, payload: bytes) -> "About":
        """Raises WireError."""
        data = unpacked(payload)
        page = _text(data, "page", 300)
        # It becomes a link on the hub's pages.
        if page and not page.startswith(("http://", "https://")):
            raise WireError("its page is no address")
        return cls(
            _text(data, "name", 80),
            _text(data, "version", 40),
            page,
            _id(data, "log"),
            _id(data, "instance"),
            data.get("simulated") is True,
            data.get("names") is True,
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of a log: all that everybody may know of behind event number `after`, up to `upto`; for the `turn` in which
    the hub asked.
    """

    log: str
    turn: str
    after: int
    upto: int
    rows: tuple[Json, ...]

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed(_fields(self))

    @classmethod
    def parse(cls, payload: bytes) -> "Batch":
        """Raises WireError; what is in the rows is not looked at."""
        data = unpacked(payload)
        after, upto = _number(data, "after"), _number(data, "upto")
        rows = _rows(data)
        if not after < upto:
            raise WireError("it goes backwards")
        return cls(_id(data, "log"), _id(data, "turn"), after, upto, rows)


@dataclass(frozen=True, slots=True)
class ResentPart:
    """One of the `of` parts, counted from 0, of the rows of a match that is sent once
    more; `ask` is the hub's number.
    """

    log: str
    match: int
    ask: str
    part: int
    of: int
    rows: tuple[Json, ...]

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed(_fields(self))

    @classmethod
    def parse(cls, payload: bytes) -> "ResentPart":
        """Raises WireError; what is in the rows is not looked at."""
        data = unpacked(payload)
        part, of = _number(data, "part"), _number(data, "of")
        if not part < of <= 1000:
            raise WireError("its part is none")
        return cls(_id(data, "log"), _number(data, "match"), _id(data, "ask"), part, of, _rows(data))


@dataclass(frozen=True, slots=True)
class Want:
    """What the hub wants of a log: all behind event number `after`, which it has.

    A new `turn` has the table begin again there; the same one only tells how far the hub has come. `stamp` is when that
    event was, by the clock and by the stopwatch, where the hub has it.
    """

    log: str
    turn: str
    after: int
    stamp: tuple[float, float] | None = None

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed({**_fields(self), "wire": WIRE})

    @classmethod
    def parse(cls, payload: bytes) -> "Want":
        """Raises WireError."""
        data = unpacked(payload)
        stamp = data.get("stamp")
        if stamp is not None and not (
            isinstance(stamp, list) and len(stamp) == 2 and all(type(each) in (int, float) for each in stamp)
        ):
            raise WireError("its stamp is none")
        at = None if stamp is None else (float(stamp[0]), float(stamp[1]))
        return cls(_id(data, "log"), _id(data, "turn"), _number(data, "after"), at)


@dataclass(frozen=True, slots=True)
class ResendRequest:
    """A match of a log that the hub wants once more."""

    log: str
    match: int
    ask: str

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed(_fields(self))

    @classmethod
    def parse(cls, payload: bytes) -> "ResendRequest":
        """Raises WireError."""
        data = unpacked(payload)
        return cls(_id(data, "log"), _number(data, "match"), _id(data, "ask"))


@dataclass(frozen=True, slots=True)
class ManifestLine:
    """What there is of a match: the numbers of its first and last event, how many, and
    whether it is kept without names.
    """

    match: int
    first: int
    last: int
    count: int
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class LogManifest:
    """All that everybody may know of, of the events of a log up to number `upto`: what is not in a line is gone."""

    log: str
    upto: int
    lines: tuple[ManifestLine, ...]

    def payload(self) -> bytes:
        """As it goes over the wire."""
        lines = [[each.match, each.first, each.last, each.count, int(each.anonymous)] for each in self.lines]
        return packed({"log": self.log, "upto": self.upto, "matches": lines})

    @classmethod
    def parse(cls, payload: bytes) -> "LogManifest":
        """Raises WireError."""
        data = unpacked(payload)
        found = data.get("matches")
        if not isinstance(found, list):
            raise WireError("it lists no matches")
        lines = []
        for each in found:
            if not (isinstance(each, list) and len(each) == 5 and all(_is_number(number) for number in each)):
                raise WireError("a match in it is none")
            match, first, last, count, anonymous = each
            lines.append(ManifestLine(match, first, last, count, bool(anonymous)))
        if len({each.match for each in lines}) != len(lines):
            raise WireError("a match stands in it twice")
        return cls(_id(data, "log"), _number(data, "upto"), tuple(lines))


def _fields(value: Any) -> Json:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _rows(data: Mapping[str, Any]) -> tuple[Json, ...]:
    rows = data.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise WireError("its rows are none")
    return tuple(rows)


def _text(data: Mapping[str, Any], name: str, most: int) -> str:
    found = data.get(name)
    if not isinstance(found, str) or len(found) > most or not _is_plain(found):
        raise WireError(f"its {name} is none")
    return found


def _id(data: Mapping[str, Any], name: str) -> str:
    found = _text(data, name, 40)
    if not found:
        raise WireError(f"its {name} is empty")
    return found


def _number(data: Mapping[str, Any], name: str) -> int:
    found = data.get(name)
    if not _is_number(found):
        raise WireError(f"its {name} is none")
    assert isinstance(found, int)
    return found


def _is_number(found: object) -> bool:
    return type(found) is int and 0 <= found <= HIGHEST


def _is_plain(text: str) -> bool:
    """Whether a database takes a text: none of ours has a NUL, or half a character, in it."""
    return "\0" not in text and text.isascii() or _encodes(text)


def _is_plain_within(text: str) -> bool:
    """Whether that is so, too, of what is written in a JSON text with escapes: it is read out one day."""
    if "\\u" not in text:
        return True
    try:
        told = json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return False
    return "\\u0000" not in told and _encodes(told)


def _encodes(text: str) -> bool:
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def storable(
    row: Mapping[str, Any], check: Callable[[Any], dict[str, object]], table: str
) -> dict[str, object]:
    """A row of a batch as it is filed under `table`, if `check` finds an event of ours in it. Raises WireError."""
    try:
        checked = check({**row, "table": table, "who": None})
    except (ValueError, TypeError, LookupError, RecursionError, DeviceError) as error:
        raise WireError(f"an event in it cannot be read ({error})") from error
    for name, value in checked.items():
        if isinstance(value, str) and not (_is_plain(value) and _is_plain_within(value)):
            raise WireError(f"an event in it has a strange {name}")
        if type(value) is int and not 0 <= value <= HIGHEST:
            raise WireError(f"an event in it has a {name} of {value}")
        if isinstance(value, float) and not isfinite(value):
            raise WireError(f"an event in it has a {name} that is none")
    if not 0 <= float(str(checked["wall"])) < LATEST:
        raise WireError("an event in it is of no time")
    if len(str(checked["kind"])) > 40 or len(str(checked["boot"] or "")) > 40:
        raise WireError("an event in it has a name that is too long")
    return checked
