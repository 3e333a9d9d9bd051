"""The status lamps: all is well, a rule is broken, the referee asks, and whose turn it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Protocol

from device.signals.rhythm import Rhythm, soonest
from device.status.snapshot.table_snapshot import Snapshot
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


def lamps_of(snapshot: Snapshot) -> LampState:
    """The lamps that a snapshot asks for.

    Red for what people must put right, amber for what they must answer or clear from the camera's view, else green
    while a game is on. While a double is on offer it is the opponent's turn to act.
    """
    playing = snapshot.game.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED)
    illegal = is_wrong(snapshot)
    asked = snapshot.question is not None or snapshot.resign is not None
    ask = asked or is_blind(snapshot) or snapshot.trouble is not None
    turn = to_act(snapshot)
    return LampState(
        legal=playing and not illegal and not ask,
        illegal=illegal,
        ask=ask,
        white=turn is Side.WHITE,
        black=turn is Side.BLACK,
    )


def is_wrong(snapshot: Snapshot) -> bool:
    """Whether something on the board has to be put right."""
    faults = (snapshot.fault, snapshot.cube_fault, snapshot.cocked, snapshot.setup)
    return (snapshot.premature is not None and snapshot.premature.void) or any(
        each is not None for each in faults
    )


def is_blind(snapshot: Snapshot) -> bool:
    """Whether nothing can be seen of the board."""
    return snapshot.camera.view in (View.COVERED, View.MOVED, View.DARK, View.LOST)


def to_act(snapshot: Snapshot) -> Side | None:
    """Whose turn it is to do something while a game is on."""
    match snapshot.game.phase:
        case Phase.TO_THROW | Phase.TO_MOVE:
            return snapshot.to_play
        case Phase.DOUBLED:
            return snapshot.to_play and snapshot.to_play.other
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

    def show(self, snapshot: Snapshot, now: float) -> float | None:
        """Light the lamps as a snapshot wants them at a time; the seconds to the next change of one that blinks."""
        state = lamps_of(snapshot)
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
