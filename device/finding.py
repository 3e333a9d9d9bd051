"""A finding: what one check of the hardware, the computer or the software says, and what to do about it."""

from dataclasses import dataclass
from enum import Enum

from device.shape import Shaped, choice, shaped, text


class Health(Enum):
    """How bad a finding is; only a FAILURE keeps the service from doing its work."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@shaped({"check": text(), "health": choice(Health), "found": text(), "advice": text()})
@dataclass(frozen=True, slots=True)
class Finding(Shaped):
    """What one check found; `advice` says what to do, empty where nothing need be done."""

    check: str
    health: Health
    found: str
    advice: str = ""
