"""The display's port: an SSD1306 on I2C, through luma.oled, or luma's own pretence of one."""

import contextlib
from typing import Any

from device.errors import LightsError
from device.store.settings import DisplaySettings
from engine.i18n import phrase

_MISSING = phrase("the display cannot be shown, since luma.oled is missing: pip install 'tableside[pi]'")


class OledDisplay:
    """A display of 128 pixels by 32 or 64. Raises LightsError where there is none."""

    def __init__(self, settings: DisplaySettings) -> None:
        address = f"0x{settings.address:02X}"
        try:
            from luma.core.interface.serial import i2c
            from luma.oled.device import ssd1306
        except ImportError as error:
            raise LightsError(_MISSING) from error
        try:
            bus = i2c(port=settings.bus, address=settings.address)
        except Exception as error:  # luma's own errors, and those of the system
            advice = phrase("switch I2C on with raspi-config, and join the group i2c")
            raise LightsError(
                phrase(
                    "there is no I2C bus {bus} for the display ({reason}): {advice}",
                    bus=settings.bus,
                    reason=error,
                    advice=advice,
                )
            ) from error
        try:
            self._device: Any = ssd1306(bus, height=settings.height, rotate=2 if settings.rotate else 0)
            # Put out by close(), not once more by luma when the program ends.
            self._device.persist = True
        except Exception as error:
            with contextlib.suppress(Exception):
                bus.cleanup()
            advice = phrase("look at its wires; i2cdetect tells its address")
            raise LightsError(
                phrase(
                    "there is no display at {address} of I2C bus {bus} ({reason}): {advice}",
                    address=address,
                    bus=settings.bus,
                    reason=error,
                    advice=advice,
                )
            ) from error

    def draw(self, picture: Any) -> None:
        """Show a picture of Pillow's, in mode 1. Raises LightsError."""
        try:
            self._device.display(picture)
        except Exception as error:
            raise LightsError(
                phrase("the display does not answer any more ({reason}): look at its wires", reason=error)
            ) from error

    def close(self) -> None:
        """Put the display out and let go of the bus."""
        with contextlib.suppress(Exception):
            self._device.hide()
        with contextlib.suppress(Exception):
            self._device._serial_interface.cleanup()


class DummyDisplay:
    """luma's device without hardware, which takes and keeps the very pictures that a real one would."""

    def __init__(self, settings: DisplaySettings) -> None:
        try:
            from luma.core.device import dummy
        except ImportError as error:
            raise LightsError(_MISSING) from error
        self.device: Any = dummy(
            width=128, height=settings.height, rotate=2 if settings.rotate else 0, mode="1"
        )
        self.device.persist = True

    def draw(self, picture: Any) -> None:
        """Show a picture of Pillow's, in mode 1."""
        self.device.display(picture)

    def close(self) -> None:
        """Put it out."""
        with contextlib.suppress(Exception):
            self.device.clear()
