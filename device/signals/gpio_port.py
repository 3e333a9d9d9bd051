"""The pins of a Raspberry Pi through gpiozero: lamps and the buzzer."""

import contextlib
import warnings
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from device.errors import LightsError
from device.store.settings import BuzzerSettings, LightSettings
from engine.i18n import Phrase, phrase

ADVICE = phrase("on a Raspberry Pi install python3-lgpio and join the group gpio; elsewhere choose simulated")
NAME = "GPIO pins"


@contextlib.contextmanager
def opened_pins(what: Phrase) -> Iterator[ModuleType]:
    """gpiozero, for opening pins with. Raises LightsError where that fails, whatever pin libraries raise."""
    try:
        import gpiozero
    except ImportError as error:
        raise LightsError(
            phrase("{what} cannot be used, since gpiozero is missing: pip install gpiozero", what=what)
        ) from error
    try:
        with warnings.catch_warnings():
            # gpiozero warns for every kind of pins that it tries in vain.
            warnings.simplefilter("ignore")
            yield gpiozero
    except Exception as error:  # RuntimeError and lgpio.error among others
        raise LightsError(
            phrase("{what} cannot be used ({reason}): {advice}", what=what, reason=error, advice=ADVICE)
        ) from error


class LampPins:
    """LEDs on the pins that the settings name. Raises LightsError where there are no pins, or one is in use."""

    def __init__(self, settings: LightSettings, lamps: tuple[str, ...]) -> None:
        self._lamps: dict[str, Any] = {}
        try:
            with opened_pins(phrase("the lamps' pins")) as gpiozero:
                # What need not be dimmed is not pulsed: pulses by software cost time on every Pi.
                kind = gpiozero.PWMLED if settings.brightness < 100 else gpiozero.LED
                for lamp in lamps:
                    self._lamps[lamp] = kind(getattr(settings, lamp))
        except LightsError:
            self.close()
            raise

    def light(self, levels: Mapping[str, float]) -> None:
        """Light the lamps so brightly, each from 0 to 1. Raises LightsError."""
        try:
            for name, level in levels.items():
                self._lamps[name].value = level
        except Exception as error:
            raise LightsError(
                phrase("the lamps cannot be switched ({reason}): look at their wires", reason=error)
            ) from error

    def close(self) -> None:
        """Put all lamps out and let go of their pins."""
        for lamp in self._lamps.values():
            with contextlib.suppress(Exception):
                lamp.off()
            with contextlib.suppress(Exception):
                lamp.close()
        self._lamps.clear()


class BuzzerPin:
    """A passive buzzer on its pin. Raises LightsError where there is no such pin, or it is in use."""

    def __init__(self, settings: BuzzerSettings) -> None:
        with opened_pins(phrase("the buzzer's pin")) as gpiozero:
            # Two octaves either side of 880 Hz: the small buzzers are loud from 1 to 4 kHz.
            self._buzzer: Any = gpiozero.TonalBuzzer(
                settings.pin, mid_tone=gpiozero.tones.Tone(880.0), octaves=2
            )

    def sound(self, hertz: float | None) -> None:
        """Sound a tone from now on, or none. Raises LightsError."""
        try:
            if hertz is None:
                self._buzzer.stop()
            else:
                self._buzzer.play(hertz)
        except Exception as error:
            raise LightsError(
                phrase("the buzzer cannot be sounded ({reason}): look at its wires", reason=error)
            ) from error

    def close(self) -> None:
        """Be silent and let go of the pin."""
        with contextlib.suppress(Exception):
            self._buzzer.close()
