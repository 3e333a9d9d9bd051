"""What goes to the strip, bit by bit and byte for byte, and the current it draws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.signals.ws2812 import HERTZ, IDLE_MILLIAMPS, RESET, Colour, dimmed, encoded, milliamps

channels = st.integers(0, 255)
strips = st.binary(min_size=72, max_size=180).map(
    lambda sent: [(sent[at], sent[at + 1], sent[at + 2]) for at in range(0, len(sent) // 3 * 3, 3)]
)


def pulses(frame: bytes) -> list[tuple[int, int]]:
    """How many bits of SPI the line is high, then low, over and over."""
    bits = "".join(f"{byte:08b}" for byte in frame).strip("0")
    found: list[tuple[int, int]] = []
    for high in bits.replace("01", "0 1").split():
        found.append((high.count("1"), high.count("0")))
    return found


@pytest.mark.parametrize(
    ("colours", "shine"),
    [
        # Worked out by hand: 0 is 100, 1 is 110; 00 = 100100100100100100100100 = 92 49 24, ff = db 6d b6.
        ([(0, 0, 0)], "924924 924924 924924"),
        ([(255, 255, 255)], "db6db6 db6db6 db6db6"),
        # Green goes first, then red, then blue.
        ([(255, 0, 0)], "924924 db6db6 924924"),
        ([(0, 255, 0)], "db6db6 924924 924924"),
        ([(0, 0, 255)], "924924 924924 db6db6"),
        # 80 = 110 and seven times 100; 01 = seven times 100 and 110; a5 = 110 100 110 100 100 110 100 110.
        ([(1, 128, 165)], "d24924 924926 d349a6"),
        ([(255, 0, 0), (0, 0, 255)], "924924 db6db6 924924 924924 924924 db6db6"),
        ([], ""),
    ],
)
def test_bytes_worked_out_by_hand(colours: list[Colour], shine: str) -> None:
    assert encoded(colours) == bytes(90) + bytes.fromhex(shine) + bytes(90)


def test_the_line_is_low_long_enough_before_and_after() -> None:
    assert len(RESET) * 8 / HERTZ >= 280e-6 and not any(RESET)


@pytest.mark.parametrize("core", [250e6, 400e6, 500e6, 200e6])
def test_every_pi_keeps_to_the_data_sheets(core: float) -> None:
    divisor = next(even for even in range(2, 1000, 2) if core / even <= HERTZ)
    bit = divisor / core * 1e9
    for short, long in ((350, 700), (400, 800)):
        assert abs(bit - short) <= 150 and abs(2 * bit - long) <= 150


@given(strips)
def test_the_pulses_are_the_colours(colours: list[Colour]) -> None:
    frame = encoded(colours)
    assert len(frame) == 2 * len(RESET) + 9 * len(colours)
    widths = {(1, 2): "0", (2, 1): "1"}
    # The low end of the last bit is lost in the reset that follows.
    found = pulses(frame)
    bits = "".join(widths[pulse] for pulse in found[:-1]) + ("1" if found[-1][0] == 2 else "0")
    assert bits == "".join(f"{green:08b}{red:08b}{blue:08b}" for red, green, blue in colours)


@given(strips, st.integers(1, 100), st.floats(0.0, 2000.0))
def test_the_current_never_exceeds_the_most(colours: list[Colour], per_cent: int, most: float) -> None:
    dark = IDLE_MILLIAMPS * len(colours)
    assert milliamps(dimmed(colours, per_cent, most)) <= max(most, dark) + 1e-9
    assert milliamps(dimmed(colours, per_cent)) <= 500.0 + 1e-9


@given(st.tuples(channels, channels, channels), st.integers(1, 100))
def test_what_is_lit_stays_visible_and_is_never_brighter(colour: Colour, per_cent: int) -> None:
    (dimmer,) = dimmed([colour], per_cent)
    assert all(bool(now) == bool(full) and now <= full for now, full in zip(dimmer, colour, strict=True))
    assert dimmed([colour], 100) == (colour,)
