"""The strip's port: a device of SPI, through spidev."""

import contextlib
from typing import Any

from device.errors import LightsError
from device.signals.ws2812 import HERTZ
from device.store.settings import StripSettings
from engine.i18n import phrase


class SpiStrip:
    """An SPI device of which only the data pin is used. Raises LightsError where none may be used."""

    def __init__(self, settings: StripSettings) -> None:
        where = settings.device
        try:
            import spidev
        except ImportError as error:
            raise LightsError(
                phrase("the strip cannot be lit, since spidev is missing: pip install 'tableside[pi]'")
            ) from error
        self._spi: Any = spidev.SpiDev()
        try:
            self._spi.open_path(where)
            self._spi.mode = 0
            self._spi.max_speed_hz = HERTZ
        except FileNotFoundError as error:
            self.close()
            raise LightsError(
                phrase("there is no {where} for the strip: switch SPI on with raspi-config", where=where)
            ) from error
        except PermissionError as error:
            self.close()
            raise LightsError(
                phrase(
                    "{where} may not be opened for the strip: sudo usermod -aG spi $USER, and log in again",
                    where=where,
                )
            ) from error
        except OSError as error:
            self.close()
            raise LightsError(
                phrase(
                    "{where} cannot drive the strip ({reason}): name another device",
                    where=where,
                    reason=error.strerror,
                )
            ) from error

    def send(self, frame: bytes) -> None:
        """Send bytes in one go. Raises LightsError."""
        try:
            self._spi.writebytes2(frame)
        except OSError as error:
            raise LightsError(
                phrase("the strip cannot be lit ({reason}): is SPI still on?", reason=error.strerror)
            ) from error

    def close(self) -> None:
        """Let go of the device."""
        with contextlib.suppress(OSError):
            self._spi.close()
