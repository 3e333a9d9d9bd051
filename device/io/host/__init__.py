"""The computer that Tableside runs on: what it tells of disk, heat, power and clock, and what of it is worth saying."""

from device.io.host.concerns import Concern, concerns
from device.io.host.reading import HostReading, take_reading
from device.io.host.sources import Host
from device.io.host.watch import HostReport, HostWatch

__all__ = ["Concern", "Host", "HostReading", "HostReport", "HostWatch", "concerns", "take_reading"]
