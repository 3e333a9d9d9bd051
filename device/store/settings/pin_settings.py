"""The settings of what hangs on the pins: lamps, strip, display, buzzer and buttons."""

import re
from dataclasses import dataclass
from typing import Annotated

from device.store.settings.setting_checks import Between, Handling, OneOf

IN_FILE = Handling.IN_FILE
HIGHEST_PIN = 27
_SPI_DATA = {0: 10, 1: 20}
"""The GPIO number of the data pin (MOSI) of each SPI bus."""


@dataclass(frozen=True, slots=True)
class LightSettings:
    """`[lights]`, Lamps: the lamps at the board. Pins are GPIO (BCM) numbers 1-27; 0: there is no such lamp."""

    backend: Annotated[str, OneOf("auto", "gpio", "simulated", "off")] = "auto"
    """What the lamps hang on: gpio, simulated (only on the page), off, or auto: gpio where there is any."""
    brightness: Annotated[int, Between(1, 100)] = 100
    """How bright they are, in per cent, 1-100."""
    legal: Annotated[int, Between(0, HIGHEST_PIN)] = 17
    """The pin of the green lamp: all is well."""
    illegal: Annotated[int, Between(0, HIGHEST_PIN)] = 27
    """The pin of the red lamp, which blinks: a play, a throw or the cube breaks a rule."""
    ask: Annotated[int, Between(0, HIGHEST_PIN)] = 22
    """The pin of the amber lamp, which blinks slowly: the referee asks, or cannot see."""
    white: Annotated[int, Between(0, HIGHEST_PIN)] = 23
    """The pin of the lamp at the near player's side: it is their turn."""
    black: Annotated[int, Between(0, HIGHEST_PIN)] = 24
    """The pin of the lamp at the far player's side: it is their turn."""


@dataclass(frozen=True, slots=True)
class StripSettings:
    """`[strip]`, LED strip: a strip of WS2812 LEDs around the board, on the data pin of SPI."""

    backend: Annotated[str, OneOf("spi", "simulated", "off")] = "off"
    """What it hangs on: spi, simulated (only on the page), or off."""
    device: Annotated[str, IN_FILE] = "/dev/spidev0.0"
    """The SPI device; its data pin is GPIO 10 for spidev0, 20 for spidev1."""
    leds: Annotated[int, Between(24, 60)] = 24
    """How many LEDs it has, 24-60; every point gets those nearest to it."""
    first: Annotated[int, Between(1, 24)] = 1
    """Where the first LED lies, 1-24, counted as the near player does who bears off at their
    right: 1 near right, 24 far right.
    """
    clockwise: bool = True
    """Whether it runs clockwise from there, seen from above: near right, near left, far left, far right."""
    brightness: Annotated[int, Between(1, 100)] = 25
    """How bright it is, in per cent, 1-100; all LEDs white at 100 draw 60 mA each."""

    @property
    def data_pin(self) -> int | None:
        """The GPIO number of the data pin (MOSI) of its bus; None for a bus of which none is known."""
        bus = re.search(r"spidev(\d+)\.", self.device)
        return None if bus is None else _SPI_DATA.get(int(bus[1]))


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """`[display]`, Display: a small SSD1306 display with turn, score and the address of the page, on I2C."""

    backend: Annotated[str, OneOf("i2c", "simulated", "off")] = "off"
    """What it hangs on: i2c, simulated (only on the page), or off."""
    bus: Annotated[int, Between(0, 22)] = 1
    """The I2C bus; 1 is on GPIO 2 and 3."""
    address: Annotated[int, OneOf(60, 61)] = 60
    """Its address, 60 (0x3C) or 61 (0x3D)."""
    height: Annotated[int, OneOf(32, 64)] = 64
    """Its height in pixels, 32 or 64; it is 128 wide."""
    rotate: Annotated[int, OneOf(0, 180)] = 0
    """By how many degrees it is turned: 0 or 180."""


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """`[buzzer]`, Buzzer: a small passive buzzer."""

    backend: Annotated[str, OneOf("gpio", "simulated", "off")] = "off"
    """What it hangs on: gpio, simulated (only on the page), or off."""
    pin: Annotated[int, Between(0, HIGHEST_PIN)] = 18
    """Its GPIO pin, 1-27."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """`[buttons]`, Buttons: the buttons at the board, each from its pin to ground. Pins as for the lamps; 0: no such
    button.
    """

    confirm: Annotated[int, Between(0, HIGHEST_PIN)] = 5
    """The pin of the button that says yes to the referee's question, or "I am done"."""
    undo: Annotated[int, Between(0, HIGHEST_PIN)] = 6
    """The pin of the button that takes the last turn back."""
    clock_left: Annotated[int, Between(0, HIGHEST_PIN)] = 13
    """The pin of the chess clock's left button: the turn of the player who sits there is over."""
    clock_right: Annotated[int, Between(0, HIGHEST_PIN)] = 19
    """The pin of the chess clock's right button."""
    left: Annotated[str, OneOf("white", "black")] = "white"
    """Who sits at the left of the chess clock: white (the near player) or black."""
