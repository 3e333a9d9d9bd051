"""What hangs on the pins, as the settings say."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from device.store.settings import Settings

PINS = 40
GPIO_OF_PIN = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""The GPIO (BCM) number of each pin that has one."""
PIN_OF_GPIO = {gpio: pin for pin, gpio in GPIO_OF_PIN.items()}
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
"""The pins that give power."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
"""The pins that are ground; any of them does."""
I2C = {1: (2, 3)}
"""The GPIO numbers of data (SDA) and clock (SCL) of the I2C bus that is free to use; bus 0 belongs to add-on boards."""
LED_AMPERES = 0.06
"""What a WS2812 draws when its three colours are fully lit."""
LAMP_OHMS, BUZZER_OHMS, STRIP_OHMS = 330, 220, 330
"""Resistors: (3.3 V - 2 V) / 330 ohms is 4 mA, of the 16 mA that a pin may give; a buzzer never gets more than 15 mA;
the one before a strip's data input damps the edges on a long wire.
"""
_LAMPS = {
    "legal": ("Green lamp: all is well", "#2f9e4f"),
    "illegal": ("Red lamp: a rule is broken", "#d63b3b"),
    "ask": ("Amber lamp: the referee asks", "#e3a008"),
    "white": ("Lamp: the near player's turn", "#5b6b7f"),
    "black": ("Lamp: the far player's turn", "#5b6b7f"),
}
_BUTTONS = {
    "confirm": "Button: yes, or I am done",
    "undo": "Button: take back",
    "clock_left": "Clock: left button",
    "clock_right": "Clock: right button",
}
_VIOLET, _PINK, _TEAL, _BROWN = "#7656c4", "#b3487c", "#12808f", "#b4581a"


def name_of(pin: int) -> str:
    """What a pin is called, such as `GPIO 17`, `5 V` or `ground`."""
    if pin in GROUND:
        return "ground"
    return POWER.get(pin) or f"GPIO {GPIO_OF_PIN[pin]}"


class PartKind(Enum):
    """What kind of part it is."""

    LAMP = "lamp"
    BUTTON = "button"
    BUZZER = "buzzer"
    DISPLAY = "display"
    STRIP = "strip"


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its pins' numbers on the header in the order of its terminals, what it is called, what else to know."""

    kind: PartKind
    pins: tuple[int, ...]
    name: str
    note: str
    colour: str


def parts_of(settings: Settings) -> tuple[Part, ...]:
    """Every part that hangs on a pin of the header, in the order of their first pins.

    Parts that are switched off, have pin 0, or hang on a bus whose pins an overlay chooses, are left out.
    """
    parts = [
        *_lamps(settings),
        *_buttons(settings),
        *_buzzer(settings),
        *_display(settings),
        *_strip(settings),
    ]
    return tuple(sorted(parts, key=lambda part: min(part.pins)))


def most_amperes(settings: Settings) -> float:
    """What the strip may draw with every LED white at the brightness that is set."""
    return settings.strip.leds * LED_AMPERES * settings.strip.brightness / 100


def _pin(gpio: int) -> int | None:
    """The pin of a GPIO number in the settings, where 0 stands for none."""
    return PIN_OF_GPIO[gpio] if gpio else None


def _lamps(settings: Settings) -> Iterator[Part]:
    if settings.lights.backend in ("auto", "gpio"):
        for setting, (name, colour) in _LAMPS.items():
            pin = _pin(getattr(settings.lights, setting))
            if pin is not None:
                yield Part(PartKind.LAMP, (pin,), name, f"{LAMP_OHMS} Ω", colour)


def _buttons(settings: Settings) -> Iterator[Part]:
    for setting, name in _BUTTONS.items():
        pin = _pin(getattr(settings.buttons, setting))
        if pin is not None:
            yield Part(PartKind.BUTTON, (pin,), name, "no resistor needed", _VIOLET)


def _buzzer(settings: Settings) -> Iterator[Part]:
    if settings.buzzer.backend == "gpio":
        pin = PIN_OF_GPIO[settings.buzzer.pin]
        yield Part(PartKind.BUZZER, (pin,), "Buzzer, passive piezo", f"{BUZZER_OHMS} Ω", _PINK)


def _display(settings: Settings) -> Iterator[Part]:
    display = settings.display
    if display.backend == "i2c" and display.bus in I2C:
        data, clock = I2C[display.bus]
        pins = (1, PIN_OF_GPIO[data], PIN_OF_GPIO[clock], 9)
        note = f"SSD1306, 128 × {display.height}, address 0x{display.address:02X}"
        yield Part(PartKind.DISPLAY, pins, "Display on I2C", note, _TEAL)


def _strip(settings: Settings) -> Iterator[Part]:
    strip = settings.strip
    if strip.backend == "spi" and strip.data_pin is not None:
        pin = PIN_OF_GPIO[strip.data_pin]
        note = f"at most {most_amperes(settings):.1f} A at {strip.brightness} % brightness"
        yield Part(PartKind.STRIP, (pin,), f"Strip of {strip.leds} LEDs, WS2812 (5 V)", note, _BROWN)
