"""The fittings at the board: pins for lamps, buttons and buzzer, the strip of LEDs, the small display."""

import errno
import fcntl
import importlib.util
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.finding import Finding, Health
from device.io.host import Host
from device.store.settings import DisplaySettings, StripSettings

_I2C_SLAVE = 0x0703
"""The request that chooses whom on the bus to speak to, from linux/i2c-dev.h."""
_NOBODY = (errno.EREMOTEIO, errno.ENXIO, errno.EIO, errno.ETIMEDOUT)


def check_pins(factory: Callable[[], Any] | None = None) -> Finding:
    """Whether lamps and buttons can hang on this computer's pins."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if factory is None:
                from gpiozero import Device

                if Device.pin_factory is not None:
                    # of the service, in whose process this may run: its pins are left alone
                    return Finding("pins", Health.OK, _kind(Device.pin_factory))
                factory = Device._default_pin_factory
            pins = factory()
            found = _kind(pins)
            pins.close()
    except Exception as error:  # noqa: BLE001 - pin libraries raise what they like
        advice = "none needed; for lamps on a Raspberry Pi install python3-lgpio and join the group gpio"
        return Finding("pins", Health.WARNING, f"no pins, lamps are simulated ({error})", advice)
    return Finding("pins", Health.OK, found)


def _kind(pins: object) -> str:
    return type(pins).__module__.rpartition(".")[2]


def check_strip(settings: StripSettings, host: Host) -> Finding:
    """Whether the strip of LEDs can be driven."""
    if settings.backend != "spi":
        return Finding("strip", Health.OK, _unused(settings.backend))
    path = host.root / settings.device.lstrip("/")
    if not path.exists():
        advice = (
            "switch SPI on: sudo raspi-config nonint do_spi 0, then start the computer anew; or name another "
            "'device' in [strip]"
        )
        return Finding("strip", Health.WARNING, f"there is no {settings.device}", advice)
    return _usable("strip", path, settings.device, "spi", "spidev")


def check_display(settings: DisplaySettings, host: Host) -> Finding:
    """Whether the small display answers."""
    if settings.backend != "i2c":
        return Finding("display", Health.OK, _unused(settings.backend))
    name = f"/dev/i2c-{settings.bus}"
    path = host.root / name.lstrip("/")
    if not path.exists():
        advice = (
            "switch I2C on: sudo raspi-config nonint do_i2c 0, then start the computer anew; or name another "
            "'bus' in [display]"
        )
        return Finding("display", Health.WARNING, f"there is no {name}", advice)
    found = _usable("display", path, name, "i2c", "luma.oled")
    if found.health is not Health.OK:
        return found
    try:
        there = _answers(path, settings.address)
    except OSError as error:
        advice = "look whether another program holds it, and start the computer anew"
        return Finding("display", Health.WARNING, f"{name} cannot be spoken to: {error.strerror}", advice)
    if there:
        return Finding("display", Health.OK, f"answers at {settings.address:#x} on {name}")
    advice = "look at its four wires; a display with another 'address' in [display] is usually at 60 or 61"
    return Finding("display", Health.WARNING, f"nobody answers at {settings.address:#x} on {name}", advice)


def _unused(backend: str) -> str:
    return "none, as the settings want it" if backend == "off" else backend


def _usable(check: str, path: Path, name: str, group: str, package: str) -> Finding:
    if not os.access(path, os.R_OK | os.W_OK):
        advice = f"let this user use it: sudo usermod -aG {group} {os.environ.get('USER', '$USER')}, then log in anew"
        return Finding(check, Health.WARNING, f"{name} may not be opened", advice)
    if importlib.util.find_spec(package.partition(".")[0]) is None:
        return Finding(check, Health.WARNING, f"{package} is not installed", f"pip install {package}")
    return Finding(check, Health.OK, name)


def _answers(path: Path, address: int) -> bool:
    """Whether somebody is at an address of a bus; asked by reading one byte, which changes nothing."""
    bus = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(bus, _I2C_SLAVE, address)
        os.read(bus, 1)
    except OSError as error:
        if error.errno in _NOBODY:
            return False
        if error.errno == errno.EBUSY:
            # a driver of the kernel has it, so it is there
            return True
        raise
    finally:
        os.close(bus)
    return True
