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
from engine.i18n import Phrase, phrase

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
        return Finding(
            "pins",
            Health.WARNING,
            phrase("no pins, lamps are simulated ({why})", why=error),
            phrase("none needed; for lamps on a Raspberry Pi install python3-lgpio and join the group gpio"),
        )
    return Finding("pins", Health.OK, found)


def _kind(pins: object) -> str:
    return type(pins).__module__.rpartition(".")[2]


def check_strip(settings: StripSettings, host: Host) -> Finding:
    """Whether the strip of LEDs can be driven."""
    if settings.backend != "spi":
        return Finding("strip", Health.OK, _unused(settings.backend))
    path = host.root / settings.device.lstrip("/")
    if not path.exists():
        return Finding(
            "strip",
            Health.WARNING,
            phrase("there is no {file}", file=settings.device),
            phrase(
                "switch SPI on: sudo raspi-config nonint do_spi 0, then start the computer anew; or name another "
                "'device' in [strip]"
            ),
        )
    return _usable("strip", path, settings.device, "spi", "spidev")


def check_display(settings: DisplaySettings, host: Host) -> Finding:
    """Whether the small display answers."""
    if settings.backend != "i2c":
        return Finding("display", Health.OK, _unused(settings.backend))
    name = f"/dev/i2c-{settings.bus}"
    path = host.root / name.lstrip("/")
    if not path.exists():
        return Finding(
            "display",
            Health.WARNING,
            phrase("there is no {file}", file=name),
            phrase(
                "switch I2C on: sudo raspi-config nonint do_i2c 0, then start the computer anew; or name another "
                "'bus' in [display]"
            ),
        )
    found = _usable("display", path, name, "i2c", "luma.oled")
    if found.health is not Health.OK:
        return found
    try:
        there = _answers(path, settings.address)
    except OSError as error:
        return Finding(
            "display",
            Health.WARNING,
            phrase("{file} cannot be spoken to: {why}", file=name, why=error.strerror),
            phrase("look whether another program holds it, and start the computer anew"),
        )
    where = {"address": f"{settings.address:#x}", "file": name}
    if there:
        return Finding("display", Health.OK, phrase("answers at {address} on {file}", **where))
    return Finding(
        "display",
        Health.WARNING,
        phrase("nobody answers at {address} on {file}", **where),
        phrase(
            "look at its four wires; a display with another 'address' in [display] is usually at 60 or 61"
        ),
    )


def _unused(backend: str) -> Phrase | str:
    return phrase("none, as the settings want it") if backend == "off" else backend


def _usable(check: str, path: Path, name: str, group: str, package: str) -> Finding:
    if not os.access(path, os.R_OK | os.W_OK):
        return Finding(
            check,
            Health.WARNING,
            phrase("{file} may not be opened", file=name),
            phrase(
                "let this user use it: sudo usermod -aG {group} {user}, then log in anew",
                group=group,
                user=os.environ.get("USER", "$USER"),
            ),
        )
    if importlib.util.find_spec(package.partition(".")[0]) is None:
        found = phrase("{package} is not installed", package=package)
        return Finding(check, Health.WARNING, found, f"pip install {package}")
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
