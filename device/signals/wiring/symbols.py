"""The symbols of a wiring diagram: lamp, button, buzzer, display and strip, at either side of the header."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from device.signals.wiring.parts import STRIP_OHMS, Part, PartKind

HEIGHTS = {
    PartKind.LAMP: 56,
    PartKind.BUTTON: 56,
    PartKind.BUZZER: 56,
    PartKind.DISPLAY: 112,
    PartKind.STRIP: 242,
}
"""How much room each takes, from top to bottom."""
SIGNAL_ROWS: dict[PartKind, tuple[float, ...]] = {
    PartKind.LAMP: (26,),
    PartKind.BUTTON: (26,),
    PartKind.BUZZER: (26,),
    PartKind.DISPLAY: (20, 44, 68, 92),
    PartKind.STRIP: (92,),
}
"""Where the wires to its terminals end, below its top."""
_INK, _RED = "#30343b", "#c62f2f"
_TEXT = 134
_COLOURS = ("#2f9e4f", "#d63b3b", "#3d7fd9", "#e3a008", "#7656c4", "#d9dee5", "#12808f")


@dataclass(frozen=True, slots=True)
class DrawingSide:
    """A side of the drawing: `direction` is -1 for left, 1 for right of `middle`."""

    middle: float
    direction: int

    def x(self, distance: float) -> float:
        """Where it is so far out from the middle."""
        return self.middle + self.direction * distance

    def box(self, distance: float, y: float, width: float, height: float, rest: str) -> str:
        """A rectangle that begins so far out."""
        left = min(self.x(distance), self.x(distance + width))
        return f'<rect x="{left}" y="{y}" width="{width}" height="{height}" {rest}/>'

    def line(self, *points: tuple[float, float], colour: str = _INK, fill: str = "none") -> str:
        """A line through points, each so far out and so far down."""
        path = " L".join(f"{self.x(out)} {y}" for out, y in points)
        return (
            f'<path d="M{path}" fill="{fill}" stroke="{colour}" stroke-width="2.4" stroke-linejoin="round" '
            'stroke-linecap="round"/>'
        )

    def text(self, distance: float, y: float, text: str, style: str, anchor: str = "") -> str:
        """A text that runs outwards, or is anchored otherwise."""
        anchor = anchor or ("end" if self.direction < 0 else "start")
        return f'<text x="{self.x(distance)}" y="{y}" text-anchor="{anchor}" class="{style}">{escape(text)}</text>'


def symbol(side: DrawingSide, at: float, top: float, part: Part, pins: str) -> str:
    """A part whose wires arrive `at` so far out; `pins` is what is said of its pins."""
    drawn = {
        PartKind.LAMP: _lamp,
        PartKind.BUTTON: _button,
        PartKind.BUZZER: _buzzer,
        PartKind.DISPLAY: _display,
        PartKind.STRIP: _strip,
    }[part.kind](side, at, top, part)
    if part.kind in (PartKind.DISPLAY, PartKind.STRIP):
        return drawn
    return (
        drawn
        + side.text(at + _TEXT, top + 24, part.name, "name")
        + side.text(at + _TEXT, top + 43, f"{pins}, {part.note}", "note")
    )


def _ground(side: DrawingSide, out: float, y: float) -> str:
    bars = "".join(
        side.line((out - half, y + 8 + 6 * n), (out + half, y + 8 + 6 * n))
        for n, half in enumerate((11, 7, 3))
    )
    return side.line((out, y), (out, y + 8)) + bars


def _resistor(side: DrawingSide, out: float, y: float) -> str:
    return side.box(out, y - 7, 34, 14, f'rx="2" fill="#f3e3c3" stroke="{_INK}" stroke-width="1.8"')


def _lamp(side: DrawingSide, at: float, top: float, part: Part) -> str:
    y = top + SIGNAL_ROWS[PartKind.LAMP][0]
    rays = "".join(
        side.line((at + 74 + n, y - 16), (at + 82 + n, y - 25), colour=part.colour) for n in (0, 10)
    )
    return (
        side.line((at, y), (at + 12, y), colour=part.colour)
        + _resistor(side, at + 12, y)
        + side.line((at + 46, y), (at + 62, y))
        + side.line((at + 62, y - 12), (at + 62, y + 12), (at + 84, y), (at + 62, y - 12), fill=part.colour)
        + side.line((at + 84, y - 12), (at + 84, y + 12))
        + side.line((at + 84, y), (at + 108, y))
        + _ground(side, at + 108, y)
        + rays
    )


def _button(side: DrawingSide, at: float, top: float, part: Part) -> str:
    y = top + SIGNAL_ROWS[PartKind.BUTTON][0]
    dots = "".join(
        f'<circle cx="{side.x(at + out)}" cy="{y}" r="4" fill="#ffffff" stroke="{_INK}" stroke-width="2.2"/>'
        for out in (36, 76)
    )
    return (
        side.line((at, y), (at + 32, y), colour=part.colour)
        + side.line((at + 80, y), (at + 108, y))
        + side.line((at + 34, y - 13), (at + 78, y - 13))
        + side.line((at + 56, y - 13), (at + 56, y - 22))
        + side.line((at + 48, y - 22), (at + 64, y - 22), colour=part.colour)
        + dots
        + _ground(side, at + 108, y)
    )


def _buzzer(side: DrawingSide, at: float, top: float, part: Part) -> str:
    y = top + SIGNAL_ROWS[PartKind.BUZZER][0]
    waves = "".join(side.line((at + out, y - 5), (at + out, y + 5), colour=part.colour) for out in (71, 77))
    return (
        side.line((at, y), (at + 12, y), colour=part.colour)
        + _resistor(side, at + 12, y)
        + side.line((at + 46, y), (at + 58, y))
        + f'<circle cx="{side.x(at + 74)}" cy="{y}" r="16" fill="#f7e6ef" stroke="{_INK}" stroke-width="2.4"/>'
        + waves
        + side.line((at + 90, y), (at + 108, y))
        + _ground(side, at + 108, y)
    )


def _display(side: DrawingSide, at: float, top: float, part: Part) -> str:
    terminals = "".join(
        side.text(at + 10, top + row + 4.5, name, "tiny")
        for name, row in zip(("VCC", "SDA", "SCL", "GND"), SIGNAL_ROWS[PartKind.DISPLAY], strict=True)
    )
    screen = side.box(at + 52, top + 16, 124, 80, 'rx="4" fill="#0e1a24"')
    middle = at + 114
    shown = (
        f'<text x="{side.x(middle)}" y="{top + 46}" text-anchor="middle" style="fill:#9be7ff;font-size:17px">'
        "White to play</text>"
        f'<text x="{side.x(middle)}" y="{top + 78}" text-anchor="middle" style="fill:#9be7ff;font-size:24px">3-1</text>'
    )
    return (
        side.box(at, top, 188, 112, f'rx="8" fill="#e3f1f3" stroke="{part.colour}" stroke-width="2.2"')
        + terminals
        + screen
        + shown
        + side.text(at + 204, top + 48, part.name, "name")
        + side.text(at + 204, top + 68, part.note.partition(", address")[0], "note")
        + side.text(at + 204, top + 86, f"address{part.note.partition(', address')[2]}", "note")
    )


def _strip(side: DrawingSide, at: float, top: float, part: Part) -> str:
    y = top + SIGNAL_ROWS[PartKind.STRIP][0]
    chip, strip, supply = at + 14, at + 168, top + 176
    leds = "".join(
        side.box(strip + 14 + 26 * n, y - 8, 16, 16, f'rx="2" fill="{colour}"')
        for n, colour in enumerate(_COLOURS)
    )
    plus, minus, store = strip + 52, strip + 150, strip + 101
    return (
        side.text(at, top + 22, part.name, "name")
        + side.text(at, top + 42, part.note, "note")
        # the level shifter
        + side.line((at, y), (chip, y), colour=part.colour)
        + side.box(chip, y - 30, 92, 60, f'rx="6" fill="#eceff3" stroke="{_INK}" stroke-width="2.2"')
        + side.text(chip + 46, y - 6, "74AHCT125", "pin", "middle")
        + side.text(chip + 46, y + 13, "1A→1Y" if side.direction > 0 else "1Y←1A", "tiny", "middle")
        + side.line((chip + 92, y), (chip + 104, y))
        + _resistor(side, chip + 104, y)
        + side.text(chip + 121, y - 13, f"{STRIP_OHMS} Ω", "tiny", "middle")
        + side.line((chip + 138, y), (strip, y))
        + side.line((chip + 22, y + 30), (chip + 22, y + 46))
        + _ground(side, chip + 22, y + 40)
        + side.text(chip + 22, y + 76, "GND, 1OE", "tiny", "middle")
        # the strip and its supply
        + side.box(strip, y - 18, 200, 36, f'rx="5" fill="#fff7ee" stroke="{part.colour}" stroke-width="2.2"')
        + leds
        + side.text(strip + 6, y - 24, "DIN", "tiny")
        + side.text(plus, y + 34, "5 V", "tiny", "end" if side.direction > 0 else "start")
        + side.line((plus + 6, y + 18), (plus + 6, supply), colour=_RED)
        + side.line((minus, y + 18), (minus, supply))
        + side.line((plus + 6, y + 56), (store - 4, y + 56), colour=_RED)
        + side.line((store + 4, y + 56), (minus, y + 56))
        + side.line((store - 4, y + 44), (store - 4, y + 68), colour=_RED)
        + side.line((store + 4, y + 44), (store + 4, y + 68))
        + side.text(store, y + 36, "1000 µF", "tiny", "middle")
        + side.line((plus + 6, supply - 4), (chip + 74, supply - 4), (chip + 74, y + 30), colour=_RED)
        + side.text(chip + 66, supply + 14, "VCC of the 74AHCT125", "tiny", "middle")
        + side.box(strip + 20, supply, 164, 46, f'rx="6" fill="#eceff3" stroke="{_INK}" stroke-width="2.2"')
        + side.text(strip + 102, supply + 20, "supply of 5 V", "pin", "middle")
        + side.text(strip + 102, supply + 37, "of the strip's own", "tiny", "middle")
        + side.line((strip + 20, supply + 34), (strip - 8, supply + 34))
        + _ground(side, strip - 8, supply + 34)
        + side.text(
            strip - 26,
            supply + 60,
            "one ground with the Pi",
            "tiny",
            "end" if side.direction > 0 else "start",
        )
    )
