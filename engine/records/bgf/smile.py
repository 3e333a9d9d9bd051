"""Smile, JSON in binary as Jackson writes it: `read_smile`.

By the Smile format specification 1.0 (github.com/FasterXML/smile-format-specification): a header of
four bytes, then one value whose tokens are single bytes, often with a length in them. Names, and
short strings where the header says so, are told once and afterwards by their number in a table that
begins anew after 1,024 of them.
"""

import struct
from decimal import Decimal

from engine.errors import InvalidRecord
from engine.i18n import phrase

MAGIC = b":)\n"
"""How such data begins; the fourth byte has the version and what is shared."""
MOST_VALUES = 1_000_000
"""How many values a document may have; a long match that was analysed has a tenth of that."""
MOST_DEPTH = 60
"""How deep they may be nested."""
_SHARED_NAMES, _SHARED_STRINGS = 1, 2
_TABLE = 1024
_MOST_NUMBER = 1024
"""The bytes of a number without bounds, at most."""
_END_OF_STRING, _END_OF_ARRAY, _END_OF_OBJECT = 0xFC, 0xF9, 0xFB
_ARRAY, _OBJECT = 0xF8, 0xFA
_PLAIN = {0x20: "", 0x21: None, 0x22: False, 0x23: True}

Value = str | int | float | bool | Decimal | bytes | list["Value"] | dict[str, "Value"] | None
"""What a document is made of."""


def read_smile(data: bytes) -> Value:
    """The value that a document is. Raises InvalidRecord with what is wrong with it, to stand
    behind "this file is damaged: ".
    """
    if data[:3] != MAGIC or len(data) < 4:
        raise InvalidRecord(phrase("it does not begin as Smile does"))
    if data[3] >> 4:
        raise InvalidRecord(
            phrase("it is of version {version} of Smile, which is not known here", version=data[3] >> 4)
        )
    return _Document(data).value(0)


class _Document:
    """The reading of a document, token by token."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = len(MAGIC) + 1
        self.names: list[str] | None = [] if data[3] & _SHARED_NAMES else None
        self.strings: list[str] | None = [] if data[3] & _SHARED_STRINGS else None
        self.left = MOST_VALUES
        """How many values more it may have."""

    def value(self, depth: int) -> Value:
        """The next value."""
        self.left -= 1
        if self.left < 0 or depth > MOST_DEPTH:
            raise InvalidRecord(phrase("it has more in it than any match"))
        token = self._byte()
        match token:
            case 0x20 | 0x21 | 0x22 | 0x23:
                return _PLAIN[token]
            case 0x24 | 0x25:
                return _signed(self._number())
            case _ if 0x01 <= token <= 0x1F:
                return _told(self.strings, token - 1)
            case _ if 0x40 <= token <= 0xBF:
                least = (1, 33, 2, 34)[(token >> 5) - 2]
                return self._string((token & 0x1F) + least, self.strings)
            case _ if 0xC0 <= token <= 0xDF:
                return _signed(token & 0x1F)
            case _ if 0xEC <= token <= 0xEF:
                return _told(self.strings, (token & 3) << 8 | self._byte())
            case 0xE0 | 0xE4:
                return self._long_string()
            case _ if token == _ARRAY:
                return self._array(depth)
            case _ if token == _OBJECT:
                return self._object(depth)
            case _:
                return self._rarer(token)

    def _rarer(self, token: int) -> Value:
        """A number that is not whole or has no bounds, or bytes."""
        match token:
            case 0x26:
                return self._whole()
            case 0x28:
                return float(struct.unpack(">f", self._bits(5).to_bytes(5, "big")[-4:])[0])
            case 0x29:
                return float(struct.unpack(">d", self._bits(10).to_bytes(9, "big")[-8:])[0])
            case 0x2A:
                scale = _signed(self._number())
                if abs(scale) > _MOST_NUMBER:
                    raise InvalidRecord(phrase("it has a number without measure"))
                return Decimal(f"{self._whole()}E{-scale}")
            case 0xE8:
                return self._binary(self._number())
            case 0xFD:
                return self._take(self._number())
        raise InvalidRecord(phrase("it has the byte {byte} where a value is to begin", byte=f"{token:02x}"))

    def _array(self, depth: int) -> list[Value]:
        found: list[Value] = []
        while self._peek() != _END_OF_ARRAY:
            found.append(self.value(depth + 1))
        self.at += 1
        return found

    def _object(self, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        while self._peek() != _END_OF_OBJECT:
            name = self._name()
            found[name] = self.value(depth + 1)
        self.at += 1
        return found

    def _name(self) -> str:
        token = self._byte()
        match token:
            case 0x20:
                return ""
            case 0x34:
                return self._long_string()
            case _ if 0x30 <= token <= 0x33:
                return _told(self.names, (token & 3) << 8 | self._byte())
            case _ if 0x40 <= token <= 0x7F:
                return _told(self.names, token & 0x3F)
            case _ if 0x80 <= token <= 0xBF:
                return self._string((token & 0x3F) + 1, self.names)
            case _ if 0xC0 <= token <= 0xF7:
                return self._string(token - 0xC0 + 2, self.names)
        raise InvalidRecord(phrase("it has the byte {byte} where a name is to begin", byte=f"{token:02x}"))

    def _string(self, size: int, table: list[str] | None) -> str:
        """A short string, which is kept where such are shared."""
        text = _text(self._take(size))
        if table is not None:
            if len(table) == _TABLE:
                table.clear()
            table.append(text)
        return text

    def _long_string(self) -> str:
        end = self.data.find(_END_OF_STRING, self.at)
        if end < 0:
            raise InvalidRecord(phrase("it is cut short"))
        text = _text(self.data[self.at : end])
        self.at = end + 1
        return text

    def _number(self) -> int:
        """A number of as many bytes as it needs: seven bits each, six in the last, which has the high bit."""
        found = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return found << 6 | byte & 0x3F
            found = found << 7 | byte
        raise InvalidRecord(phrase("it has a number without measure"))

    def _bits(self, count: int) -> int:
        """So many bytes of seven bits."""
        found = 0
        for byte in self._take(count):
            found = found << 7 | byte & 0x7F
        return found

    def _binary(self, size: int) -> bytes:
        """So many bytes, told as bytes of seven bits: eight for seven, and for the rest one more than it has."""
        whole, rest = divmod(size, 7)
        told = self._take(8 * whole + (rest + 1 if rest else 0))
        found = bytearray()
        for at in range(0, len(told), 8):
            part = told[at : at + 8]
            held = len(part) - 1
            bits = 0
            for byte in part[:-1]:
                bits = bits << 7 | byte & 0x7F
            # The last byte has the bits that are left, at its low end.
            bits = bits << held | part[-1] & ((1 << held) - 1)
            found += bits.to_bytes(held, "big")
        return bytes(found)

    def _whole(self) -> int:
        size = self._number()
        if size > _MOST_NUMBER:
            raise InvalidRecord(phrase("it has a number without measure"))
        return int.from_bytes(self._binary(size), "big", signed=True)

    def _peek(self) -> int:
        if self.at >= len(self.data):
            raise InvalidRecord(phrase("it is cut short"))
        return self.data[self.at]

    def _byte(self) -> int:
        byte = self._peek()
        self.at += 1
        return byte

    def _take(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise InvalidRecord(phrase("it is cut short"))
        self.at += size
        return self.data[self.at - size : self.at]


def _signed(number: int) -> int:
    """A number of which the lowest bit is the sign."""
    return number >> 1 ^ -(number & 1)


def _told(table: list[str] | None, number: int) -> str:
    if table is None or number >= len(table):
        raise InvalidRecord(phrase("it names a string that it has not told"))
    return table[number]


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidRecord(phrase("it has a string that is none")) from None
