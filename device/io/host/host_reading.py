"""A reading of the computer: disk, temperature, power and clock at one moment."""

from dataclasses import dataclass
from enum import Flag
from pathlib import Path

from device.clock import Clock
from device.io.host.disk import free_bytes, mount_of
from device.io.host.sources import Host

_ALL = 15
CPU_ZONES = ("cpu-thermal", "cpu_thermal", "soc-thermal", "soc_thermal", "x86_pkg_temp", "coretemp")
"""What the processor's own thermometer is called, the best first."""
ABSURD = (-30.0, 130.0)
"""Thermometers that tell less or more than this are not connected to anything."""


class Throttled(Flag):
    """What can slow a Raspberry Pi down, or make it lose what it writes."""

    NOTHING = 0
    UNDER_VOLTAGE = 1
    CAPPED = 2
    THROTTLED = 4
    SOFT_LIMIT = 8


@dataclass(frozen=True, slots=True)
class Throttling:
    """What is the case `now`, and what has been the case `since` the computer was switched on."""

    now: Throttled = Throttled.NOTHING
    since: Throttled = Throttled.NOTHING


def throttling_of(bits: int) -> Throttling:
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
        return throttling_of(int(text.strip(), 16))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Heat:
    """A temperature in degrees Celsius, and the kind of thermometer that tells it."""

    celsius: float
    zone: str

    @property
    def is_small(self) -> bool:
        """Whether it is a small board such as a Raspberry Pi, which slows down from 80 degrees on."""
        return self.zone in CPU_ZONES[:4]


@dataclass(frozen=True, slots=True)
class HostReading:
    """The computer at one moment; None: nothing tells.

    `free`: bytes that can still be written to the data folder; `read_only`: none can be, whatever is free;
    `monotonic`: seconds of a stopwatch; `ahead`: the wall clock less the stopwatch, which changes when it is set.
    """

    monotonic: float
    ahead: float
    clock_set: bool
    free: int | None = None
    read_only: bool = False
    heat: Heat | None = None
    throttling: Throttling | None = None


def take_reading(folder: Path, host: Host, clock: Clock) -> HostReading:
    """What the computer says now; a thing that cannot be read is left out."""
    try:
        free: int | None = free_bytes(folder)
    except OSError:
        free = None
    mount = mount_of(folder.absolute(), host)
    monotonic = clock.monotonic()
    return HostReading(
        monotonic,
        clock.wall() - monotonic,
        clock.is_set(),
        free,
        mount is not None and mount.read_only,
        heat_of(host),
        throttling(host),
    )


def heat_of(host: Host) -> Heat | None:
    """The processor's temperature, or else the highest that any thermometer tells."""
    found = []
    for path in host.glob("sys/class/thermal/thermal_zone*/temp"):
        value = host.number(path)
        if value is not None and ABSURD[0] < value / 1000 < ABSURD[1]:
            found.append(Heat(value / 1000, host.text(path.with_name("type")) or "?"))
    ranked = [heat for name in CPU_ZONES for heat in found if heat.zone == name]
    return ranked[0] if ranked else max(found, key=lambda heat: heat.celsius, default=None)
