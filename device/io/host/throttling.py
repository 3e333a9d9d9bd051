"""Throttling: what a Raspberry Pi says of its power supply and its heat.

The bits are those of `vcgencmd get_throttled` (Raspberry Pi documentation, "OS", "vcgencmd"): 0-3 tell what is the
case now, 16-19 what has been since the computer was switched on.
"""

from dataclasses import dataclass
from enum import Flag

from device.io.host.sources import Host


class Throttled(Flag):
    """What can slow a Raspberry Pi down, or make it lose what it writes."""

    NOTHING = 0
    UNDER_VOLTAGE = 1
    CAPPED = 2
    THROTTLED = 4
    SOFT_LIMIT = 8


_ALL = 15


@dataclass(frozen=True, slots=True)
class Throttling:
    """What is the case `now`, and what has been the case `since` the computer was switched on."""

    now: Throttled = Throttled.NOTHING
    since: Throttled = Throttled.NOTHING


def decoded(bits: int) -> Throttling:
    """What `get_throttled` means."""
    return Throttling(Throttled(bits & _ALL), Throttled(bits >> 16 & _ALL))


def throttling(host: Host) -> Throttling | None:
    """What the computer says of it; None where it says nothing, being no Raspberry Pi."""
    for path in host.glob("sys/devices/platform/soc*/soc*firmware/get_throttled"):
        text = host.text(path)
        if text is not None and (found := _bits(text)) is not None:
            return found
    said = host.ask(("vcgencmd", "get_throttled"))
    if said is not None and (found := _bits(said.partition("=")[2])) is not None:
        return found
    for path in host.glob("sys/class/hwmon/hwmon*/name"):
        if host.text(path) == "rpi_volt":
            low = (
                Throttled.UNDER_VOLTAGE
                if host.number(path.with_name("in0_lcrit_alarm"))
                else Throttled.NOTHING
            )
            return Throttling(low, low)
    return None


def capped_speed(host: Host) -> float | None:
    """To what share of its full speed the processor is held down, 0-1; None where nothing tells."""
    folder = "sys/devices/system/cpu/cpu0/cpufreq"
    allowed, full = host.number(f"{folder}/scaling_max_freq"), host.number(f"{folder}/cpuinfo_max_freq")
    return allowed / full if allowed and full else None


def _bits(text: str) -> Throttling | None:
    """In the file the number is hexadecimal without a mark, from the program it is marked with 0x."""
    try:
        return decoded(int(text.strip(), 16))
    except ValueError:
        return None
