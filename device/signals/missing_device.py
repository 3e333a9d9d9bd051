"""What the signals of the settings lack, found out without opening anything, since the service may be using it."""

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

from device.store.settings import Settings


def lacking(settings: Settings, root: Path = Path("/")) -> tuple[str, ...]:
    """Everything that strip and display lack here, each in a sentence that says what to do; `root` is for tests."""
    return tuple(_lacking(settings, root))


def _lacking(settings: Settings, root: Path) -> Iterator[str]:
    install = "pip install 'tableside[pi]'"
    if settings.strip.backend == "spi":
        if importlib.util.find_spec("spidev") is None:
            yield f"the strip needs spidev: {install}"
        yield from _device(root, settings.strip.device, "the strip", "SPI", "spi")
    if settings.display.backend == "i2c":
        if importlib.util.find_spec("luma") is None:
            yield f"the display needs luma.oled: {install}"
        yield from _device(root, f"/dev/i2c-{settings.display.bus}", "the display", "I2C", "i2c")


def _device(root: Path, path: str, what: str, bus: str, group: str) -> Iterator[str]:
    there = root / path.lstrip("/")
    if not there.exists():
        yield f"there is no {path} for {what}: switch {bus} on with raspi-config"
    elif not os.access(there, os.R_OK | os.W_OK):
        yield f"{path} may not be opened for {what}: sudo usermod -aG {group} $USER, and log in again"
