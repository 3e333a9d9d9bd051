"""The steps of the set-up: their order, what each builds on, and which are done."""

from dataclasses import dataclass, replace
from enum import Enum


class SetupStep(Enum):
    """A step of the set-up, in the order in which they are taken."""

    PIN = "pin"
    CAMERA = "camera"
    VIEW = "view"
    CORNERS = "corners"
    EMPTY = "empty"
    START = "start"
    COLOURS = "colours"
    SIGNALS = "signals"
    MATCH = "match"
    DONE = "done"


MAY_SKIP = frozenset({SetupStep.EMPTY, SetupStep.SIGNALS})
"""What the table can be refereed without."""
CALIBRATING = frozenset(
    {SetupStep.VIEW, SetupStep.CORNERS, SetupStep.EMPTY, SetupStep.START, SetupStep.COLOURS}
)
"""While these are shown, the board is not played on; at the view it may still be, on a real one."""
_NEEDS = {
    SetupStep.VIEW: SetupStep.CAMERA,
    SetupStep.CORNERS: SetupStep.CAMERA,
    SetupStep.EMPTY: SetupStep.CORNERS,
    SetupStep.START: SetupStep.CORNERS,
    SetupStep.COLOURS: SetupStep.START,
}
"""What a step builds on: it is not open, and counts for nothing any more, without."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The steps that are done, and those of them that were skipped."""

    done: frozenset[SetupStep] = frozenset()
    skipped: frozenset[SetupStep] = frozenset()

    @property
    def next(self) -> SetupStep | None:
        """The first step that is not done; None: all are."""
        return next((step for step in SetupStep if step not in self.done), None)

    @property
    def missing(self) -> tuple[SetupStep, ...]:
        """What is still to be done before the last step."""
        return tuple(step for step in SetupStep if step not in self.done and step is not SetupStep.DONE)

    def is_open(self, step: SetupStep) -> bool:
        """Whether a step can be taken: what it builds on is done."""
        if step is SetupStep.DONE:
            return not self.missing
        return step not in _NEEDS or _NEEDS[step] in self.done

    def with_done(self, step: SetupStep, *, skipped: bool = False) -> "Progress":
        """The progress once a step is done."""
        others = self.skipped - {step}
        return Progress(self.done | {step}, others | {step} if skipped else others)

    def without(self, step: SetupStep) -> "Progress":
        """The progress where a step, and all that builds on it, is to be done again."""
        gone = {step, SetupStep.DONE}
        for later in SetupStep:
            if _NEEDS.get(later) in gone:
                gone.add(later)
        return replace(self, done=self.done - gone, skipped=self.skipped - gone)

    def as_json(self) -> dict[str, list[str]]:
        """The progress for its file."""
        return {
            "done": [step.value for step in SetupStep if step in self.done],
            "skipped": [step.value for step in SetupStep if step in self.skipped],
        }

    @classmethod
    def from_json(cls, data: object) -> "Progress":
        """The progress in its file; what is no step counts for nothing."""
        if not isinstance(data, dict):
            return cls()
        named = {step.value: step for step in SetupStep}
        done, skipped = (
            frozenset(named[each] for each in _texts(data.get(key)) if each in named)
            for key in ("done", "skipped")
        )
        return cls(done, skipped & done)


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
