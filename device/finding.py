"""A finding: what one check of the hardware, the computer or the software says, and what to do about it."""

from dataclasses import dataclass, replace
from enum import Enum

from device.shape import Shaped, choice, of, shaped, text
from engine.i18n import Phrase, Translator, in_language, phrase_of


class Health(Enum):
    """How bad a finding is; only a FAILURE keeps the service from doing its work."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class _Half:
    """Of a sentence that says what is wrong and, behind its last colon, what to do: one of the two."""

    of: Phrase
    is_remedy: bool

    def in_language(self, translator: Translator) -> str:
        """It as a text; of a sentence without a colon all is what is wrong."""
        text = self.of.in_language(translator)
        wrong, colon, remedy = text.rpartition(": ")
        return (remedy if self.is_remedy else wrong).strip() if colon else "" if self.is_remedy else text


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
        """The finding with its sentences in a language."""
        return replace(
            self, found=in_language(self.found, translator), advice=in_language(self.advice, translator)
        )


def finding_of(check: str, health: Health, trouble: Exception | Phrase) -> Finding:
    """A finding made of an error, or of what an error would say, behind whose last colon stands what to do."""
    said = phrase_of(trouble) if isinstance(trouble, Exception) else trouble
    found, advice = (Phrase("{said}", (("said", _Half(said, remedy)),)) for remedy in (False, True))
    return Finding(check, health, found, advice if str(advice) else "")
