"""Lamps on the pins of a Raspberry Pi, each an LED with its resistor, through gpiozero."""

import warnings
from dataclasses import fields
from typing import Any

from device.errors import LightsError
from device.lights import DARK, LampState
from device.settings import LightSettings


class GpioLights:
    """LEDs on the pins that the settings name; `factory` is gpiozero's pin factory, its default if None.

    Raises LightsError where there are no pins, or one is in use.
    """

    name = "GPIO pins"

    def __init__(self, settings: LightSettings, factory: Any = None) -> None:
        self._lamps: dict[str, Any] = {}
        self._closed = False
        try:
            from gpiozero import LED
        except ImportError as error:
            raise LightsError("gpiozero is missing: pip install gpiozero") from error
        try:
            with warnings.catch_warnings():
                # gpiozero warns for every kind of pins that it tries in vain.
                warnings.simplefilter("ignore")
                for each in fields(LampState):
                    pin = getattr(settings, each.name)
                    if pin:
                        self._lamps[each.name] = LED(pin, pin_factory=factory)
        except (
            Exception
        ) as error:  # pin libraries raise what they like, RuntimeError and lgpio.error among others
            self._release()
            raise LightsError(f"the lamps' pins cannot be driven ({error}): {ADVICE}") from error

    def show(self, state: LampState) -> None:
        """Light these lamps, and no others. Raises LightsError."""
        if self._closed:
            raise LightsError("the lamps have been let go of: open them again")
        try:
            for name, lamp in self._lamps.items():
                lamp.value = int(getattr(state, name))
        except Exception as error:
            raise LightsError(f"the lamps cannot be switched: {error}") from error

    def close(self) -> None:
        """Put all lamps out and let go of their pins."""
        if not self._closed:
            self.show(DARK)
            self._release()
        self._closed = True

    def _release(self) -> None:
        for lamp in self._lamps.values():
            lamp.close()


ADVICE = "on a Raspberry Pi install python3-lgpio and join the group gpio; elsewhere choose simulated lights"


def open_lights(settings: LightSettings) -> GpioLights:
    """The lamps on this computer's own pins. Raises LightsError."""
    return GpioLights(settings)
