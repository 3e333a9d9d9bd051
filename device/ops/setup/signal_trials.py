"""Trials: lamps, strip, display and buzzer shown to people one by one, then given back to the broadcaster."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from device.signals import Signal
from device.signals.buzzer import Buzzer
from device.signals.display import Display
from device.signals.display_face import DisplayFace
from device.signals.lamps import MEANINGS, Lamps
from device.signals.signal_follower import Signals
from device.signals.sounds import Sound
from device.signals.strip import Strip
from engine.i18n import ENGLISH, Translator, marked

SECONDS = 2.0
"""How long something is shown."""
ALL = "all"
_TITLES = {
    "lamps": marked("all lamps"),
    "strip": marked("the strip: red, green, blue"),
    "display": marked("the display"),
}
_COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255))


@dataclass(frozen=True, slots=True)
class SignalTrial:
    """Something that can be tried: of which kind, which of them, and what is said of it."""

    kind: str
    name: str
    says: str

    @property
    def id(self) -> str:
        """What pages ask for it by."""
        return f"{self.kind}:{self.name}"

    def as_json(self, translator: Translator = ENGLISH) -> dict[str, str]:
        """The trial for the page."""
        return {"id": self.id, "kind": self.kind, "name": self.name, "says": translator(self.says)}


def trials_of(signals: Signals) -> tuple[SignalTrial, ...]:
    """All that can be tried at a table."""
    return tuple(trial for signal in signals.signals for trial in _trials(signal))


def try_out(
    signals: Signals, trial: SignalTrial, page: str, wait: Callable[[float], object] = time.sleep
) -> None:
    """Show or sound something for a moment, then give it back. Raises LightsError."""
    with signals.lent(trial.kind) as signal:
        match signal:
            case Lamps():
                signal.light(set(signal.there) if trial.name == ALL else {trial.name})
                wait(SECONDS)
            case Strip():
                for colour in _COLOURS:
                    signal.light([colour] * len(signal.points))
                    wait(SECONDS / len(_COLOURS))
            case Display():
                signal.draw(
                    DisplayFace(
                        "Tableside", "This line is inverted", "1-2 of 5", "", "12:34 0:05", page, alarm=True
                    )
                )
                wait(SECONDS)
            case Buzzer():
                now = 0.0
                signal.play(Sound(trial.name), now)
                while (pause := signal.go_on(now)) is not None:
                    wait(pause)
                    now += pause
            case _:
                return


def _trials(signal: Signal) -> Iterator[SignalTrial]:
    match signal:
        case Lamps():
            yield from (SignalTrial("lamps", lamp, MEANINGS[lamp]) for lamp in signal.there)
            yield SignalTrial("lamps", ALL, _TITLES["lamps"])
        case Buzzer():
            yield from (SignalTrial("buzzer", sound.value, sound.says) for sound in Sound)
        case Strip() | Display():
            yield SignalTrial(signal.kind, ALL, _TITLES[signal.kind])
        case _:
            return
