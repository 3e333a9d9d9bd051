"""The settings of what hangs on the pins: lamps, strip, display, buzzer and buttons."""

import re
from dataclasses import dataclass

_SPI_DATA = {0: 10, 1: 20}
"""The GPIO number of the data pin (MOSI) of each SPI bus."""


@dataclass(frozen=True, slots=True)
class LightSettings:
    """`[lights]`: the lamps at the board. Pins are GPIO (BCM) numbers 1-27; 0: there is no such lamp."""

    backend: str = "auto"
    """What the lamps hang on: gpio, simulated (only on the page), off, or auto: gpio where there is any."""
    brightness: int = 100
    """How bright they are, in per cent, 1-100."""
    legal: int = 17
    """The pin of the green lamp: all is well."""
    illegal: int = 27
    """The pin of the red lamp, which blinks: a play, a throw or the cube breaks a rule."""
    ask: int = 22
    """The pin of the amber lamp, which blinks slowly: the referee asks, or cannot see."""
    white: int = 23
    """The pin of the lamp at the near player's side: it is their turn."""
    black: int = 24
    """The pin of the lamp at the far player's side: it is their turn."""


@dataclass(frozen=True, slots=True)
class StripSettings:
    """`[strip]`: a strip of WS2812 LEDs around the board, on the data pin of SPI."""

    backend: str = "off"
    """What it hangs on: spi, simulated (only on the page), or off."""
    device: str = "/dev/spidev0.0"
    """The SPI device; its data pin is GPIO 10 for spidev0, 20 for spidev1."""
    leds: int = 24
    """How many LEDs it has, 24-60; every point gets those nearest to it."""
    first: int = 1
    """Where the first LED lies, 1-24, counted as the near player does who bears off at their
    right: 1 near right, 24 far right.
    """
    clockwise: bool = True
    """Whether it runs clockwise from there, seen from above: near right, near left, far left, far right."""
    brightness: int = 25
    """How bright it is, in per cent, 1-100; all LEDs white at 100 draw 60 mA each."""

    @property
    def data_pin(self) -> int | None:
        """The GPIO number of the data pin (MOSI) of its bus; None for a bus of which none is known."""
        bus = re.search(r"spidev(\d+)\.", self.device)
        return None if bus is None else _SPI_DATA.get(int(bus[1]))


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """`[display]`: a small SSD1306 display with turn, score and the address of the page, on I2C."""

    backend: str = "off"
    """What it hangs on: i2c, simulated (only on the page), or off."""
    bus: int = 1
    """The I2C bus; 1 is on GPIO 2 and 3."""
    address: int = 60
    """Its address, 60 (0x3C) or 61 (0x3D)."""
    height: int = 64
    """Its height in pixels, 32 or 64; it is 128 wide."""
    rotate: int = 0
    """By how many degrees it is turned: 0 or 180."""


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """`[buzzer]`: a small passive buzzer."""

    backend: str = "off"
    """What it hangs on: gpio, simulated (only on the page), or off."""
    pin: int = 18
    """Its GPIO pin, 1-27."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """`[buttons]`: the buttons at the board, each from its pin to ground. Pins as for the lamps; 0: no such button."""

    confirm: int = 5
    """The pin of the button that says yes to the referee's question, or "I am done"."""
    undo: int = 6
    """The pin of the button that takes the last turn back."""
    clock_left: int = 13
    """The pin of the chess clock's left button: the turn of the player who sits there is over."""
    clock_right: int = 19
    """The pin of the chess clock's right button."""
    left: str = "white"
    """Who sits at the left of the chess clock: white (the near player) or black."""
