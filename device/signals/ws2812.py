"""WS2812 LEDs over SPI: what bytes make a strip shine, and how much current it then draws.

The data pin alone is used. A bit of an LED is three bits of SPI at 2.4 MHz, 417 ns each: `100` is a 0,
`110` a 1, so that it is high for 417 or 833 ns, which is inside what the data sheets of WS2812 (350 and 700
ns, each 150 more or less) and WS2812B (400 and 800 ns) allow. A Raspberry Pi divides its clock by even
numbers only: 2.36 MHz come of 250 MHz (Pi 3), 2.38 of 500 (Pi 4) and of 200 (Pi 5), which is 424 and 848 ns
at most, as long as the core clock of a Pi 3 or 4 is held fast (docs/hardware.md). Four bits at 3.2 MHz
would be closer to some newer chips' sheets and further from the old ones', and take a third more bytes. The
line is held low for 300 us before and after: newer chips want 280 to take what they were sent, and before
it may be high while nothing is sent.
"""

from collections.abc import Sequence

Colour = tuple[int, int, int]
"""Red, green and blue, 0-255 each."""
HERTZ = 2_400_000
"""The clock of SPI."""
RESET = bytes(90)
"""The line low for 300 us."""
CHANNEL_MILLIAMPS = 20.0
"""What one colour of one LED draws at 255."""
IDLE_MILLIAMPS = 1.0
"""What an LED draws while it is dark."""
MOST_MILLIAMPS = 500.0
"""What a strip may draw from the 5 V pin of a Pi, which feeds the Pi itself, too."""


def _expanded(value: int) -> bytes:
    """The three bytes of SPI for a byte of an LED, its highest bit first."""
    bits = "".join("110" if value >> bit & 1 else "100" for bit in range(7, -1, -1))
    return int(bits, 2).to_bytes(3)


_EXPANDED = tuple(_expanded(value) for value in range(256))


def encoded(colours: Sequence[Colour]) -> bytes:
    """The bytes to send for a strip, LED after LED, each its green, red and blue.

    >>> encoded([(0, 255, 0)]).strip(bytes(1)).hex()
    'db6db6924924924924'
    """
    shine = b"".join(_EXPANDED[green] + _EXPANDED[red] + _EXPANDED[blue] for red, green, blue in colours)
    return RESET + shine + RESET


def milliamps(colours: Sequence[Colour]) -> float:
    """The current that a strip draws, the LEDs that are dark included."""
    return IDLE_MILLIAMPS * len(colours) + CHANNEL_MILLIAMPS / 255 * sum(map(sum, colours))


def dimmed(colours: Sequence[Colour], per_cent: int, most: float = MOST_MILLIAMPS) -> tuple[Colour, ...]:
    """Colours at a brightness of 1-100, and darker all together where they would draw more than `most` milliamperes.

    A colour that is not black stays visible at any brightness, unless there is not even current for that.
    """
    wanted = tuple(_scaled(colour, per_cent / 100, 1) for colour in colours)
    idle = IDLE_MILLIAMPS * len(wanted)
    shine = milliamps(wanted) - idle
    if shine + idle <= most or not any(map(any, wanted)):
        return wanted
    return tuple(_scaled(colour, max(0.0, most - idle) / shine, 0) for colour in wanted)


def _scaled(colour: Colour, share: float, least: int) -> Colour:
    red, green, blue = (max(int(each * share), least if each else 0) for each in colour)
    return red, green, blue
