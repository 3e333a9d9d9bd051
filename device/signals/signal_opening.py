"""Opening: the signals that the settings name, on what they are to hang on."""

import importlib.util
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from device.errors import LightsError
from device.i18n import find_translator
from device.packages import plugins
from device.signals import Signal
from device.signals.buzzer import Buzzer
from device.signals.display import Display, DisplayPort
from device.signals.gpio_port import NAME, BuzzerPin, LampPins
from device.signals.lamps import Lamps
from device.signals.oled_port import DummyDisplay, OledDisplay
from device.signals.simulated_port import SimulatedBuzzer, SimulatedLamps, SimulatedStrip
from device.signals.spi_port import SpiStrip
from device.signals.strip import Strip
from device.store.access import BoxCode
from device.store.settings import DisplaySettings, LightSettings, Settings
from engine.i18n import Translator, phrase

SIMULATED = "simulated"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a signal is opened with: all settings; for the display the address of the page and the box's code, and a
    language.
    """

    settings: Settings
    where: Callable[[], str]
    code: Callable[[], BoxCode | None]
    translator: Translator


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
                phrase(
                    "there are no {table} {named}, only {known}: see 'backend' in [{table}]",
                    table=table,
                    named=repr(named),
                    known=", ".join(backends),
                )
            )
    opening = Opening(settings, where, code, find_translator(settings.announce.language))
    chosen = (backends[getattr(settings, table).backend] for table, backends in BACKENDS.items())
    found = (opens(opening) for opens in chosen if opens is not None)
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
    """The lamps on pins where those can be had, else simulated."""
    lamps = _lamp_pins(settings)
    try:
        lamps.light(set())
    except LightsError as error:
        _log.info("%s", error)
        return Lamps(settings, SIMULATED, SimulatedLamps)
    return lamps


def _lamp_pins(settings: LightSettings) -> Lamps:
    lamps = Lamps(settings, NAME, lambda: LampPins(settings, lamps.there))
    return lamps


def _buzzer_pin(opening: Opening) -> Buzzer:
    return Buzzer(NAME, lambda: BuzzerPin(opening.settings.buzzer))


def _spi_strip(opening: Opening) -> Strip:
    strip = opening.settings.strip
    return Strip(strip, f"SPI {strip.device}", lambda: SpiStrip(strip))


def _display(opening: Opening, name: str, opens: Callable[[DisplaySettings], DisplayPort]) -> Display:
    display = opening.settings.display
    return Display(display, name, lambda: opens(display), opening.where, opening.translator, opening.code)


BACKENDS: Mapping[str, Mapping[str, Callable[[Opening], Signal] | None]] = {
    "lights": {
        "auto": lambda opening: _lamps(opening.settings.lights),
        "gpio": lambda opening: _lamp_pins(opening.settings.lights),
        SIMULATED: lambda opening: Lamps(opening.settings.lights, SIMULATED, SimulatedLamps),
        "off": None,
    },
    "buzzer": {
        "gpio": _buzzer_pin,
        SIMULATED: lambda opening: Buzzer(SIMULATED, SimulatedBuzzer),
        "off": None,
    },
    "strip": {
        "spi": _spi_strip,
        SIMULATED: lambda opening: Strip(opening.settings.strip, SIMULATED, SimulatedStrip),
        "off": None,
    },
    "display": {
        "i2c": lambda opening: _display(opening, f"I2C bus {opening.settings.display.bus}", OledDisplay),
        SIMULATED: lambda opening: _display(opening, SIMULATED, DummyDisplay),
        "off": None,
    },
}
"""What each table of the settings may name as its `backend`, and what opens it; None: nothing."""
