"""What a table and its hub say to each other about daily copies, as values and as JSON.

A copy goes part by part, each sent when the other side has asked for it, so that neither holds more than a part of it.
What a hub hears may be from any table that is let in: every payload is checked whole before anything is done with it.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from enum import StrEnum

from device.club.link.wire import Json, packed, unpacked
from device.errors import WireError

PART_BYTES = 256 * 1024
"""How much of a copy goes in a message."""
LARGEST_COPY = 64 * 2**20
"""How many bytes a copy may have; a year's log has a few million."""
LONGEST_NAME = 250
_TOKEN = re.compile("[0-9a-f]{16}")
_DIGEST = re.compile("[0-9a-f]{64}")


class CopyRefusal(StrEnum):
    """Why a hub takes or gives no copy."""

    LARGE = "large"
    FULL = "full"
    BUSY = "busy"
    STRANGE = "strange"
    DAMAGED = "damaged"
    DISK = "disk"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class CopyOffer:
    """A table has a copy: what its file is called, its bytes, and their SHA-256. `id` tells this talk from others."""

    id: str
    name: str
    size: int
    sha256: str

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed({"id": self.id, "name": self.name, "bytes": self.size, "sha256": self.sha256})

    @classmethod
    def parse(cls, payload: bytes) -> "CopyOffer":
        """Raises WireError."""
        data = unpacked(payload)
        sha256 = data.get("sha256")
        if not (isinstance(sha256, str) and _DIGEST.fullmatch(sha256)):
            raise WireError("its sha256 is none")
        return cls(_token(data), _name(data), _size(data, "bytes"), sha256)


@dataclass(frozen=True, slots=True)
class CopyPart:
    """What of a copy begins at byte `at`."""

    id: str
    at: int
    data: bytes

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed({"id": self.id, "at": self.at, "data": base64.b64encode(self.data).decode()})

    @classmethod
    def parse(cls, payload: bytes) -> "CopyPart":
        """Raises WireError."""
        data = unpacked(payload)
        return cls(_token(data), _size(data, "at"), _bytes(data))


@dataclass(frozen=True, slots=True)
class CopyAsk:
    """A table wants its newest copy back, or, once it knows what that is called, more of it, from byte `at` on."""

    id: str
    name: str
    at: int

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed({"id": self.id, "name": self.name, "at": self.at})

    @classmethod
    def parse(cls, payload: bytes) -> "CopyAsk":
        """Raises WireError."""
        data = unpacked(payload)
        return cls(_token(data), _name(data), _size(data, "at"))


@dataclass(frozen=True, slots=True)
class CopyQuery:
    """A table wants to know which of its copies there are."""

    id: str

    def payload(self) -> bytes:
        """As it goes over the wire."""
        return packed({"id": self.id})

    @classmethod
    def parse(cls, payload: bytes) -> "CopyQuery":
        """Raises WireError."""
        return cls(_token(unpacked(payload)))


CopySaid = CopyOffer | CopyPart | CopyAsk | CopyQuery


@dataclass(frozen=True, slots=True)
class CopyWanted:
    """The hub wants what begins at byte `at`."""

    at: int


@dataclass(frozen=True, slots=True)
class CopyKept:
    """The hub has the whole copy, read back from its disk."""


@dataclass(frozen=True, slots=True)
class CopyRefused:
    """The hub does not take the copy, or gives none."""

    why: CopyRefusal


@dataclass(frozen=True, slots=True)
class CopyGiven:
    """What of the copy `name`, of so many bytes, begins at byte `at`."""

    name: str
    size: int
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy at the hub: its name, its bytes, and when it came, in seconds since 1970 by the hub's clock."""

    name: str
    size: int
    came: int


@dataclass(frozen=True, slots=True)
class CopyListed:
    """The copies that the hub has of a table, the oldest first."""

    copies: tuple[KeptCopy, ...]


CopyAnswer = CopyWanted | CopyKept | CopyRefused | CopyGiven | CopyListed


def answer_payload(id: str, answer: CopyAnswer) -> bytes:
    """What a hub answers, as it goes over the wire."""
    match answer:
        case CopyWanted(at):
            told: Json = {"wanted": at}
        case CopyKept():
            told = {"kept": True}
        case CopyRefused(why):
            told = {"refused": why.value}
        case CopyListed(copies):
            told = {"copies": [{"name": each.name, "bytes": each.size, "came": each.came} for each in copies]}
        case CopyGiven(name, size, at, data):
            told = {"name": name, "bytes": size, "at": at, "data": base64.b64encode(data).decode()}
    return packed({"id": id, **told})


def parse_answer(payload: bytes) -> tuple[str, CopyAnswer]:
    """In which talk a hub answers, and what. Raises WireError."""
    data = unpacked(payload)
    id = _token(data)
    if "wanted" in data:
        return id, CopyWanted(_size(data, "wanted"))
    if data.get("kept") is True:
        return id, CopyKept()
    if "refused" in data:
        try:
            return id, CopyRefused(CopyRefusal(data["refused"]))
        except ValueError as error:
            raise WireError("its reason is none") from error
    if "copies" in data:
        return id, CopyListed(_copies(data["copies"]))
    return id, CopyGiven(_name(data), _size(data, "bytes"), _size(data, "at"), _bytes(data))


def _token(data: Json) -> str:
    found = data.get("id")
    if not (isinstance(found, str) and _TOKEN.fullmatch(found)):
        raise WireError("its id is none")
    return found


def _name(data: Json) -> str:
    found = data.get("name")
    if not isinstance(found, str) or len(found) > LONGEST_NAME or "/" in found or "\0" in found:
        raise WireError("its name is none")
    return found


def _size(data: Json, name: str) -> int:
    found = data.get(name)
    if type(found) is not int or not 0 <= found < 2**40:
        raise WireError(f"its {name} is none")
    return found


def _copies(found: object) -> tuple[KeptCopy, ...]:
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise WireError("its copies are none")
    return tuple(KeptCopy(_name(each), _size(each, "bytes"), _size(each, "came")) for each in found)


def _bytes(data: Json) -> bytes:
    found = data.get("data")
    if not isinstance(found, str):
        raise WireError("its data are none")
    try:
        plain = base64.b64decode(found, validate=True)
    except (binascii.Error, ValueError) as error:
        raise WireError("its data are none") from error
    if len(plain) > PART_BYTES:
        raise WireError(f"its data have {len(plain)} bytes")
    return plain
