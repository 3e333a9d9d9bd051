"""The panel: all that the signals show at one moment, for a page to draw.

It is reckoned with the same functions as what goes to the hardware, so that simulated and real ones look alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.shape import Json
from device.signals import Signal, silent
from device.signals.buzzer import Buzzer
from device.signals.display import Display
from device.signals.display_drawing import WIDTH, drawn, rows_of
from device.signals.lamps import MEANINGS, Lamps, lamps_of, rhythm_of
from device.signals.rhythm import Rhythm
from device.signals.strip import Strip, colours_at
from device.signals.ws2812 import Colour, dimmed, milliamps
from device.status.snapshot.table_snapshot import Snapshot
from engine.i18n import ENGLISH, Translator


@dataclass(frozen=True, slots=True)
class LampView:
    """A lamp: its name (legal, illegal, ask, white, black), its rhythm, and whether it is lit at this moment."""

    name: str
    rhythm: Rhythm
    lit: bool

    def as_json(self, translator: Translator = ENGLISH) -> Json:
        """One of the `lamps` of a panel."""
        says = translator(MEANINGS[self.name])
        return {"name": self.name, "rhythm": self.rhythm.value, "lit": self.lit, "says": says}


@dataclass(frozen=True, slots=True)
class LampsView:
    """The lamps: what they hang on, how bright they are in per cent, and each of them."""

    on: str
    brightness: int
    lamps: tuple[LampView, ...]

    def as_json(self, translator: Translator = ENGLISH) -> Json:
        """The `lamps` of a panel."""
        lamps = [each.as_json(translator) for each in self.lamps]
        return {"on": self.on, "brightness": self.brightness, "lamps": lamps}


@dataclass(frozen=True, slots=True)
class LedView:
    """An LED: the point of the picture (1 bottom right, 24 top right) it lies at, its colour as bright as can be, its
    rhythm, whether it is lit, and what is sent to it at this moment.
    """

    point: int
    colour: Colour
    rhythm: Rhythm
    lit: bool
    sent: Colour

    def as_json(self) -> Json:
        """One of the `leds` of a panel."""
        colour = "#{:02x}{:02x}{:02x}".format(*self.colour)
        return {
            "point": self.point,
            "colour": colour,
            "rhythm": self.rhythm.value,
            "lit": self.lit,
            "sent": list(self.sent),
        }


@dataclass(frozen=True, slots=True)
class StripView:
    """The strip: what it hangs on, its brightness in per cent, what it draws at this moment, each LED in its order."""

    on: str
    brightness: int
    milliamps: float
    leds: tuple[LedView, ...]

    def as_json(self) -> Json:
        """The `strip` of a panel."""
        leds = [each.as_json() for each in self.leds]
        return {
            "on": self.on,
            "brightness": self.brightness,
            "milliamps": round(self.milliamps, 1),
            "leds": leds,
        }


@dataclass(frozen=True, slots=True)
class DisplayView:
    """The display: what it hangs on, its height, its lines of text, and its rows of pixels, 16 bytes each in
    hexadecimal, the leftmost pixel the highest bit; no rows where Pillow is missing.
    """

    on: str
    height: int
    lines: tuple[str, ...]
    rows: tuple[str, ...]

    def as_json(self) -> Json:
        """The `display` of a panel."""
        lines, rows = list(self.lines), list(self.rows)
        return {"on": self.on, "width": WIDTH, "height": self.height, "lines": lines, "rows": rows}


@dataclass(frozen=True, slots=True)
class SoundView:
    """A sound that was heard so many seconds ago; a sound that is still to come, in less than none."""

    name: str
    says: str
    ago: float

    def as_json(self, translator: Translator = ENGLISH) -> Json:
        """One of the `heard` of a panel."""
        return {"sound": self.name, "says": translator(self.says), "ago": round(self.ago, 1)}


@dataclass(frozen=True, slots=True)
class BuzzerView:
    """The buzzer: what it hangs on, and the last sounds, the latest last."""

    on: str
    heard: tuple[SoundView, ...]

    def as_json(self, translator: Translator = ENGLISH) -> Json:
        """The `buzzer` of a panel."""
        return {"on": self.on, "heard": [each.as_json(translator) for each in self.heard]}


@dataclass(frozen=True, slots=True)
class ButtonsView:
    """The buttons: what they hang on, and the names of those that can be pressed."""

    on: str
    names: tuple[str, ...]

    def as_json(self) -> Json:
        """The `buttons` of a panel."""
        return {"on": self.on, "names": list(self.names)}


@dataclass(frozen=True, slots=True)
class Panel:
    """All that is shown `at` a moment, in seconds of the stopwatch; None for what the settings have switched off.

    `silent`: a game is on of which nothing may be shown. `missing`: what does not work,
    each a sentence with what to do.
    """

    at: float
    silent: bool
    lamps: LampsView | None = None
    strip: StripView | None = None
    display: DisplayView | None = None
    buzzer: BuzzerView | None = None
    buttons: ButtonsView | None = None
    missing: tuple[str, ...] = field(default=())

    def as_json(self, translator: Translator = ENGLISH) -> Json:
        """The panel for a page; `rhythms` says when each is lit, so that a page can let its lamps blink in between."""
        return {
            "at": self.at,
            "silent": self.silent,
            "lamps": self.lamps and self.lamps.as_json(translator),
            "strip": self.strip and self.strip.as_json(),
            "display": self.display and self.display.as_json(),
            "buzzer": self.buzzer and self.buzzer.as_json(translator),
            "buttons": self.buttons and self.buttons.as_json(),
            "missing": list(self.missing),
            "rhythms": {rhythm.value: rhythm.as_json() for rhythm in Rhythm},
        }


def panel_of(
    signals: Sequence[Signal], snapshot: Snapshot, now: float, missing: tuple[str, ...] = ()
) -> Panel:
    """What signals show of a snapshot at a time of the stopwatch."""
    lamps = strip = display = buzzer = None
    for signal in signals:
        match signal:
            case Lamps():
                lamps = _lamps(signal, snapshot, now)
            case Strip():
                strip = _strip(signal, snapshot, now)
            case Display():
                display = _display(signal, snapshot, now)
            case Buzzer():
                buzzer = _buzzer(signal, now)
            case _:
                continue
    return Panel(now, silent(snapshot), lamps, strip, display, buzzer, missing=missing)


def _lamps(lamps: Lamps, snapshot: Snapshot, now: float) -> LampsView:
    state = lamps_of(snapshot)
    rhythms = {lamp: rhythm_of(lamp, state) for lamp in lamps.there}
    each = tuple(LampView(lamp, rhythm, rhythm.is_lit(now)) for lamp, rhythm in rhythms.items())
    return LampsView(lamps.name, lamps.brightness, each)


def _strip(strip: Strip, snapshot: Snapshot, now: float) -> StripView:
    glows = strip.glows(snapshot)
    sent = dimmed(colours_at(glows, now), strip.brightness)
    leds = tuple(
        LedView(point, glow.colour, glow.rhythm, glow.rhythm.is_lit(now), colour)
        for point, glow, colour in zip(strip.points, glows, sent, strict=True)
    )
    return StripView(strip.name, strip.brightness, milliamps(sent), leds)


def _display(display: Display, snapshot: Snapshot, now: float) -> DisplayView:
    face = display.face(snapshot, now)
    try:
        rows = rows_of(drawn(face, display.height))
    except ImportError:
        rows = ()
    return DisplayView(display.name, display.height, face.lines, rows)


def _buzzer(buzzer: Buzzer, now: float) -> BuzzerView:
    heard = (SoundView(each.sound.value, each.sound.says, now - each.at) for each in buzzer.heard)
    return BuzzerView(buzzer.name, tuple(heard))
