"""Verdicts: what is right and wrong with a picture at a step of the set-up, each in a sentence with what to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.i18n import ENGLISH, Phrase, Translator


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that was looked at: what (`light`, `focus`, ...), whether it is well, and the sentence that says so.

    `bars`: nobody can go on where it is not well.
    """

    about: str
    ok: bool
    text: Phrase
    bars: bool = True


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """All that is said of a step; `ok`: nothing of it bars the way."""

    says: tuple[Said, ...]
    ok: bool

    @classmethod
    def of(cls, says: Sequence[Said]) -> "StepVerdict":
        """A verdict that is well where everything is."""
        return cls(tuple(says), all(each.ok or not each.bars for each in says))

    def as_json(self, translator: Translator = ENGLISH) -> dict[str, object]:
        """The verdict for the page."""
        says = [
            {"id": each.about, "ok": each.ok, "bars": each.bars, "text": each.text.in_language(translator)}
            for each in self.says
        ]
        return {"ok": self.ok, "says": says}


def well(about: str, text: Phrase) -> StepVerdict:
    """All is well, and why."""
    return StepVerdict((Said(about, True, text),), True)


def doubtful(about: str, text: Phrase) -> StepVerdict:
    """It may well be so, which a person has to look at."""
    return StepVerdict.of((Said(about, False, text, bars=False),))


def failed(about: str, text: Phrase) -> StepVerdict:
    """What went wrong, in a sentence with what to do."""
    return StepVerdict((Said(about, False, text),), False)
