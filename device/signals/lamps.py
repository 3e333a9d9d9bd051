"""The status lamps: all is well, a rule is broken, the referee asks, and whose turn it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Protocol

from device.signals.rhythm import Rhythm, soonest
from device.status.snapshot.snapshot import Notice
from device.store.settings import LightSettings
from engine.board import Side, View
from engine.i18n import marked
from engine.state.match_state import Phase


@dataclass(frozen=True, slots=True)
class LampState:
    """Which lamps are on: all is well, a rule is broken, the referee asks or cannot see; whose turn it is."""

    legal: bool = False
    illegal: bool = False
    ask: bool = False
    white: bool = False
    black: bool = False


DARK = LampState()
"""All lamps out."""
LAMPS = tuple(each.name for each in fields(LampState))
"""The names of all lamps."""
RHYTHMS = {"illegal": Rhythm.DOUBLE_FLASH, "ask": Rhythm.SLOW}
"""How the lamps blink that do; the others are steady, the two for the turn told apart by where they are."""
MEANINGS = {
    "legal": marked("all is well"),
    "illegal": marked("a rule is broken"),
    "ask": marked("the referee asks, or cannot see"),
    "white": marked("the near player's turn"),
    "black": marked("the far player's turn"),
}


def lamps_of(notice: Notice) -> LampState:
    """The lamps that a notice asks for.

    Red for what people must put right, amber for what they must answer or clear from the camera's view, else green
    while a game is on. While a double is on offer it is the opponent's turn to act.
    """
    playing = notice.game.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED)
    illegal = is_wrong(notice)
    asked = notice.question is not None or notice.resign is not None
    ask = asked or is_blind(notice) or notice.trouble is not None
    turn = to_act(notice)
    return LampState(
        legal=playing and not illegal and not ask,
        illegal=illegal,
        ask=ask,
        white=turn is Side.WHITE,
        black=turn is Side.BLACK,
    )


def is_wrong(notice: Notice) -> bool:
    """Whether something on the board has to be put right."""
    faults = (notice.fault, notice.cube_fault, notice.cocked, notice.setup)
    return (notice.hasty is not None and notice.hasty.void) or any(each is not None for each in faults)


def is_blind(notice: Notice) -> bool:
    """Whether nothing can be seen of the board."""
    return notice.camera.view in (View.COVERED, View.MOVED, View.DARK, View.LOST)


def to_act(notice: Notice) -> Side | None:
    """Whose turn it is to do something while a game is on."""
    match notice.game.phase:
        case Phase.TO_THROW | Phase.TO_MOVE:
            return notice.to_play
        case Phase.DOUBLED:
            return notice.to_play and notice.to_play.other
        case _:
            return None


def rhythm_of(lamp: str, state: LampState) -> Rhythm:
    """How a lamp behaves."""
    return RHYTHMS.get(lamp, Rhythm.STEADY) if getattr(state, lamp) else Rhythm.DARK


class LampPort(Protocol):
    """What lamps hang on. Its methods may raise LightsError."""

    def light(self, levels: Mapping[str, float]) -> None:
        """Light the lamps so brightly, each from 0 to 1."""

    def close(self) -> None:
        """Put all lamps out and let go of them; never fails."""


class Lamps:
    """The lamps of the settings on a port, which is opened when they are first lit."""

    kind = "lamps"

    def __init__(self, settings: LightSettings, name: str, connect: Callable[[], LampPort]) -> None:
        self.name = name
        self.brightness = settings.brightness
        self.there = tuple(lamp for lamp in LAMPS if getattr(settings, lamp))
        self._connect = connect
        self._port: LampPort | None = None
        self._lit: Mapping[str, float] | None = None

    def show(self, notice: Notice, now: float) -> float | None:
        """Light the lamps as a notice wants them at a time; the seconds to the next change of one that blinks."""
        state = lamps_of(notice)
        rhythms = {lamp: rhythm_of(lamp, state) for lamp in self.there}
        self.light({lamp for lamp, rhythm in rhythms.items() if rhythm.is_lit(now)})
        return soonest([rhythm.next_change(now) for rhythm in rhythms.values()])

    def light(self, lit: set[str]) -> None:
        """Light these lamps, and no others. Raises LightsError."""
        levels = {lamp: self.brightness / 100 if lamp in lit else 0.0 for lamp in self.there}
        if self._port is None:
            self._port = self._connect()
        if levels != self._lit:
            self._port.light(levels)
            self._lit = levels

    def close(self) -> None:
        """Put all lamps out and let go of them."""
        if self._port is not None:
            self._port.close()
        self._port = self._lit = None
