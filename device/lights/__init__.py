"""The lamps at the board: one backend a file, each a module with `open_lights(settings) -> Lights`."""

import logging
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from device.errors import LightsError
from device.notice import Notice
from device.settings import LightSettings
from engine.board import Side, View
from engine.ledger import Phase

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LampState:
    """Which lamps are lit: all is well, a rule is broken, the referee asks or cannot see; whose turn it is."""

    legal: bool = False
    illegal: bool = False
    ask: bool = False
    white: bool = False
    black: bool = False


DARK = LampState()
"""All lamps out."""


class Lights(Protocol):
    """Lamps of some kind. Used by one thread; every method may raise LightsError."""

    name: str
    """What the lamps hang on, in a word or two, for people."""

    def show(self, state: LampState) -> None:
        """Light these lamps, and no others."""

    def close(self) -> None:
        """Put all lamps out and let go of them; no method may be called afterwards."""


def lamps_of(notice: Notice) -> LampState:
    """The lamps that a notice asks for.

    Red for what people must put right, amber for what they must answer or clear from the camera's view, else green
    while a game is on. While a double is on offer it is the opponent's turn to act.
    """
    playing = notice.game.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED)
    faults = (notice.fault, notice.cube_fault, notice.cocked, notice.setup)
    void = notice.hasty is not None and notice.hasty.void
    illegal = void or any(each is not None for each in faults)
    blind = notice.camera.view in (View.COVERED, View.MOVED, View.DARK, View.LOST)
    asked = notice.question is not None or notice.resign is not None
    ask = asked or blind or notice.trouble is not None
    turn = notice.to_play
    if turn is not None and notice.game.phase is Phase.DOUBLED:
        turn = turn.other
    return LampState(
        legal=playing and not illegal and not ask,
        illegal=illegal,
        ask=ask,
        white=playing and turn is Side.WHITE,
        black=playing and turn is Side.BLACK,
    )


def backends() -> tuple[str, ...]:
    """The names of the backends that there are."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def open_lights(settings: LightSettings) -> Lights:
    """The lamps that the settings name. Raises LightsError, for `auto` never: without pins they are simulated."""
    if settings.backend == "auto":
        try:
            return _open("gpio", settings)
        except LightsError as error:
            _log.info("%s", error)
            return _open("simulated", settings)
    if settings.backend not in backends():
        raise LightsError(f"there are no lights {settings.backend!r}, only auto, {', '.join(backends())}")
    return _open(settings.backend, settings)


def _open(name: str, settings: LightSettings) -> Lights:
    lights: Lights = import_module(f"{__name__}.{name}").open_lights(settings)
    return lights
