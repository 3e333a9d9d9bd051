"""A finding: what one check of the hardware, the computer or the software says, and what to do about it."""

from dataclasses import dataclass
from enum import Enum


class Health(Enum):
    """How bad a finding is; only a FAILURE keeps the service from doing its work."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `advice` says what to do, empty where nothing need be done."""

    check: str
    health: Health
    found: str
    advice: str = ""

    def as_json(self) -> dict[str, object]:
        """The finding as `tableside doctor --json` prints it."""
        return {"check": self.check, "health": self.health.value, "found": self.found, "advice": self.advice}
