"""Trying: every lamp, LED, sound and the display in turn, so that a person can check the wiring."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from device.errors import LightsError
from device.signals import Signal
from device.signals.buzzer import Buzzer
from device.signals.display import Display
from device.signals.display_face import DisplayFace
from device.signals.lamps import MEANINGS, Lamps
from device.signals.sounds import Sound
from device.signals.strip import OUT, Strip

_COLOURS = (("red", (255, 0, 0)), ("green", (0, 255, 0)), ("blue", (0, 0, 255)))


@dataclass(frozen=True, slots=True)
class TrialStep:
    """One thing to try: what a person should see or hear, and for how long, as a part of the usual second."""

    says: str
    share: float
    do: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a signal: its kind, what it hangs on, and what is wrong with it; empty: nothing."""

    kind: str
    name: str
    wrong: str = ""

    def as_json(self) -> dict[str, object]:
        """A line of `tableside signals --json`."""
        return {"kind": self.kind, "on": self.name, "works": not self.wrong, "wrong": self.wrong}


def tried(
    signals: Sequence[Signal], pause: Callable[[float], None], tell: Callable[[str], None], page: str
) -> tuple[Tried, ...]:
    """Try signals one after another; `pause` waits so many usual seconds, `tell` says what is to be seen."""
    return tuple(_tried(signal, pause, tell, page) for signal in signals)


def _tried(signal: Signal, pause: Callable[[float], None], tell: Callable[[str], None], page: str) -> Tried:
    try:
        for step in _steps(signal, pause, page):
            if step.says:
                tell(step.says)
            step.do()
            pause(step.share)
    except LightsError as error:
        return Tried(signal.kind, signal.name, str(error))
    finally:
        signal.close()
    return Tried(signal.kind, signal.name)


def _steps(signal: Signal, pause: Callable[[float], None], page: str) -> Iterator[TrialStep]:
    match signal:
        case Lamps():
            for lamp in signal.there:
                yield TrialStep(f"lamp {lamp}: {MEANINGS[lamp]}", 1.0, partial(signal.light, {lamp}))
            yield TrialStep("all lamps", 1.0, partial(signal.light, set(signal.there)))
        case Strip():
            yield from _strip_steps(signal)
        case Display():
            says = "display: big letters, an inverted line, the address of the page"
            yield TrialStep(says, 2.0, partial(signal.draw, _test_face(page)))
        case Buzzer():
            for sound in Sound:
                says = f"sound {sound.value}: {sound.says}"
                yield TrialStep(says, 0.5, partial(_sound, signal, sound, pause))
        case _:
            return


def _strip_steps(strip: Strip) -> Iterator[TrialStep]:
    for led, point in enumerate(strip.points):
        lit = [OUT.colour] * len(strip.points)
        lit[led] = (255, 255, 255)
        says = f"LED {led + 1} at the near player's {point}" if led % 6 == 0 else ""
        yield TrialStep(says, 0.1, partial(strip.light, lit))
    for name, colour in _COLOURS:
        yield TrialStep(f"the whole strip {name}", 1.0, partial(strip.light, [colour] * len(strip.points)))


def _test_face(page: str) -> DisplayFace:
    return DisplayFace("Tableside", "This line is inverted", "1-2 of 5", "", "12:34 0:05", page, alarm=True)


def _sound(buzzer: Buzzer, sound: Sound, pause: Callable[[float], None]) -> None:
    """Sound all tones of a sound, at the pace at which the pause passes the time."""
    now = 0.0
    buzzer.play(sound, now)
    while (wait := buzzer.go_on(now)) is not None:
        pause(wait)
        now += wait
