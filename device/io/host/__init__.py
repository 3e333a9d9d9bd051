"""The computer that Tableside runs on: what it tells of disk, heat, power and clock, and what of it is worth saying."""

from device.io.host.concerns import Concern, concerns
from device.io.host.host_reading import HostReading, take_reading
from device.io.host.host_watch import HostReport, HostWatch
from device.io.host.sources import Host

__all__ = ["Concern", "Host", "HostReading", "HostReport", "HostWatch", "concerns", "take_reading"]
