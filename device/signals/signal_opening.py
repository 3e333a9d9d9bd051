"""Opening: the signals that the settings name, on what they are to hang on."""

import importlib.util
import logging
from collections.abc import Callable
from dataclasses import replace

from device.errors import LightsError
from device.i18n import find_translator
from device.plugins import plugins
from device.signals import Signal
from device.signals.buzzer import Buzzer
from device.signals.display import Display
from device.signals.gpio_port import NAME, BuzzerPin, LampPins
from device.signals.lamps import Lamps
from device.signals.oled_port import DummyDisplay, OledDisplay
from device.signals.simulated_port import SimulatedBuzzer, SimulatedLamps, SimulatedStrip
from device.signals.spi_port import SpiStrip
from device.signals.strip import Strip
from device.store.access import BoxCode
from device.store.settings import LightSettings, Settings

BACKENDS = {
    "lights": ("auto", "gpio", "simulated", "off"),
    "strip": ("spi", "simulated", "off"),
    "display": ("i2c", "simulated", "off"),
    "buzzer": ("gpio", "simulated", "off"),
}
"""What each table of the settings may name as its `backend`."""
SIMULATED = "simulated"

_log = logging.getLogger(__name__)


def open_signals(
    settings: Settings, where: Callable[[], str] = str, code: Callable[[], BoxCode | None] = lambda: None
) -> tuple[Signal, ...]:
    """All signals that the settings name; `where` tells the address of the page for the display, `code` what
    lets in who sets a PIN, or a phone that is new.

    Those of other packages (`tableside.signals`) follow: each is opened by a function of the settings.
    Nothing but `auto` is opened before something is shown on it, so that what is missing stops nothing.
    Raises LightsError for a backend that does not exist.
    """
    for table, backends in BACKENDS.items():
        named = getattr(settings, table).backend
        if named not in backends:
            raise LightsError(
                f"there are no {table} {named!r}, only {', '.join(backends)}: see 'backend' in [{table}]"
            )
    translator = find_translator(settings.announce.language)
    found: list[Signal] = []
    if settings.lights.backend != "off":
        found.append(_lamps(settings.lights))
    buzzer, strip, display = settings.buzzer, settings.strip, settings.display
    if buzzer.backend == "gpio":
        found.append(Buzzer(NAME, lambda: BuzzerPin(buzzer)))
    elif buzzer.backend == SIMULATED:
        found.append(Buzzer(SIMULATED, SimulatedBuzzer))
    if strip.backend == "spi":
        found.append(Strip(strip, f"SPI {strip.device}", lambda: SpiStrip(strip)))
    elif strip.backend == SIMULATED:
        found.append(Strip(strip, SIMULATED, SimulatedStrip))
    if display.backend == "i2c":
        found.append(
            Display(display, f"I2C bus {display.bus}", lambda: OledDisplay(display), where, translator, code)
        )
    elif display.backend == SIMULATED:
        found.append(Display(display, SIMULATED, lambda: DummyDisplay(display), where, translator, code))
    return (*found, *(opens(settings) for opens in plugins("signals").values()))


def pretended(settings: Settings) -> Settings:
    """The settings of a table that is itself simulated: strip, display and buzzer that
    are off are drawn on its page.
    """
    shown = ["strip", "buzzer", *(["display"] if importlib.util.find_spec("luma") else [])]
    tables = {name: getattr(settings, name) for name in shown}
    off = {
        name: replace(table, backend=SIMULATED) for name, table in tables.items() if table.backend == "off"
    }
    return replace(settings, **off)


def _lamps(settings: LightSettings) -> Lamps:
    if settings.backend == "gpio":
        return _lamp_pins(settings)
    if settings.backend == "auto":
        lamps = _lamp_pins(settings)
        try:
            lamps.light(set())
        except LightsError as error:
            _log.info("%s", error)
        else:
            return lamps
    return Lamps(settings, SIMULATED, SimulatedLamps)


def _lamp_pins(settings: LightSettings) -> Lamps:
    lamps = Lamps(settings, NAME, lambda: LampPins(settings, lamps.there))
    return lamps
