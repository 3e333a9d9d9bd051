"""A finding: what one check of the hardware, the computer or the software says, and what to do about it."""

from dataclasses import dataclass, replace
from enum import Enum

from device.shape import Shaped, choice, of, shaped, text
from engine.i18n import Phrase, Translator, in_language


class Health(Enum):
    """How bad a finding is; only a FAILURE keeps the service from doing its work."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@shaped(
    {
        "check": text(),
        "health": choice(Health),
        "found": of(lambda finding: str(finding.found), text()),
        "advice": of(lambda finding: str(finding.advice), text()),
    }
)
@dataclass(frozen=True, slots=True)
class Finding(Shaped):
    """What one check found; `advice` says what to do, empty where nothing need be done."""

    check: str
    health: Health
    found: Phrase | str
    advice: Phrase | str = ""

    def in_language(self, translator: Translator) -> "Finding":
        """The finding with its sentences in a language, as far as they are known in it."""
        return replace(
            self, found=in_language(self.found, translator), advice=in_language(self.advice, translator)
        )
