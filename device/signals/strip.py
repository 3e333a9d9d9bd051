"""The strip of LEDs around the board, one a point or more: what is wrong, where it should go, what was played last.

a checker that stands wrongly      red, in double flashes
where one is missing               green, steady
the points of the question         amber, slowly
the last play                      white, steady: dim where it began, brighter where it ended;
                                   only while nothing is wrong
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from device.signals import silent
from device.signals.lamps import is_blind
from device.signals.rhythm import Rhythm, soonest
from device.signals.ws2812 import Colour, dimmed, encoded
from device.status.snapshot.table_snapshot import Snapshot
from device.status.snapshot.views import PlayView
from device.store.settings import StripSettings
from engine.board import BAR, OFF, Seating, Side
from engine.position import Position
from engine.squares import SIZE, SQUARES, square_name
from engine.state.match_state import Phase
from engine.tables.tables_game import TablesGame

POINTS = 24
_COLUMNS = POINTS // 2


@dataclass(frozen=True, slots=True)
class Perimeter:
    """A strip of 24-60 LEDs that begins at the picture's point `first`; clockwise as seen from above.

    >>> Perimeter(24, 24, clockwise=True).points[:3]
    (24, 1, 2)
    >>> Perimeter(48, 1, clockwise=False).points[:4]
    (1, 1, 24, 24)
    """

    leds: int
    first: int
    clockwise: bool

    @property
    def points(self) -> tuple[int, ...]:
        """For every LED the point that it is nearest to."""
        step = 1 if self.clockwise else -1
        arcs = (led * POINTS // self.leds for led in range(self.leds))
        return tuple((self.first - 1 + step * arc) % POINTS + 1 for arc in arcs)


def ends_of_file(square: str) -> tuple[int, int]:
    """The two points, near and far, between which the file of a square lies, on a board of squares.

    >>> ends_of_file("a1"), ends_of_file("i9")
    ((12, 13), (1, 24))
    """
    file = "abcdefghi".index(square[0])
    column = (2 * file + 1) * _COLUMNS // (2 * SIZE)
    return _COLUMNS - column, _COLUMNS + 1 + column


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Glow:
    """How one LED glows: its colour at full brightness, and its rhythm."""

    colour: Colour = (0, 0, 0)
    rhythm: Rhythm = Rhythm.DARK


OUT = Glow()
WRONG = Glow((255, 0, 0), Rhythm.DOUBLE_FLASH)
SHOULD = Glow((0, 255, 70), Rhythm.STEADY)
"""A green with some blue in it, which people who confuse red and green tell from red."""
ASKED = Glow((255, 130, 0), Rhythm.SLOW)
BEGAN = Glow((40, 40, 40), Rhythm.STEADY)
ENDED = Glow((160, 160, 160), Rhythm.STEADY)


def glows_of(snapshot: Snapshot) -> dict[int, Glow]:
    """What glows at which points of the picture (1-24) as a snapshot wants it; nothing unless a game is on and seen."""
    playing = snapshot.game.phase in (Phase.TO_THROW, Phase.TO_MOVE, Phase.DOUBLED)
    if silent(snapshot) or not playing or is_blind(snapshot):
        return {}
    found: list[tuple[Sequence[int | str], Glow]] = []
    if snapshot.fault is not None:
        fault = snapshot.fault
        known = bool(fault.stands or fault.should)
        found += [(fault.stands if known else fault.points, WRONG), (fault.should, SHOULD)]
    elif snapshot.last_play is not None:
        began, ended = _ends(snapshot.last_play, snapshot)
        found += [(began, BEGAN), (ended, ENDED)]
    found.append((_asked(snapshot), ASKED))
    return {slot: glow for sites, glow in found for site in sites for slot in _slots(site, snapshot.seating)}


def colours_at(glows: Sequence[Glow], now: float) -> tuple[Colour, ...]:
    """The colours of LEDs at a time, at full brightness."""
    return tuple(glow.colour if glow.rhythm.is_lit(now) else OUT.colour for glow in glows)


def _slots(site: int | str, seating: Seating | None) -> tuple[int, ...]:
    """The points of the picture where a point of White's numbering lies, or the file of
    a square; none for bar and off.
    """
    if isinstance(site, str):
        return ends_of_file(site)
    return ((seating or Seating()).slot(site),) if OFF < site < BAR else ()


def _ends(play: PlayView, snapshot: Snapshot) -> tuple[list[int | str], list[int | str]]:
    """Where a play began and where it ended; a point that was only passed is neither."""
    change: dict[int, int] = {}
    for move in play.moves:
        change[move.origin] = change.get(move.origin, 0) - 1
        change[move.target] = change.get(move.target, 0) + 1
    lies = _lies(snapshot, play.side)
    began = [lies[site] for site, count in change.items() if count < 0]
    ended = [lies[site] for site, count in change.items() if count > 0]
    return began, ended


def _asked(snapshot: Snapshot) -> list[int | str]:
    """The places where the answers to the question differ."""
    if snapshot.question is None or len(snapshot.question.candidates) < 2:
        return []
    boards = [candidate.position for candidate in snapshot.question.candidates]
    differ: set[int | str] = set()
    for side in Side:
        lies = _lies(snapshot, side)
        differ |= {lies[site] for site in _differing(boards, side)}
    return sorted(differ, key=str)


def _differing(boards: Sequence[Position], side: Side) -> set[int]:
    counts = [board.of(side) for board in boards]
    return {site for site, there in enumerate(zip(*counts, strict=True)) if len(set(there)) > 1}


def _lies(snapshot: Snapshot, side: Side) -> Sequence[int | str]:
    """For every site as a side counts, its point in White's numbering, or its square; the bar is no point."""
    rules = snapshot.game.rules
    if isinstance(rules, TablesGame):
        return (*rules.lying(side)[: rules.bar], OFF)
    return [square_name(square) for square in range(SQUARES)]


class StripPort(Protocol):
    """What a strip hangs on. Its methods may raise LightsError."""

    def send(self, frame: bytes) -> None:
        """Send the bytes of all LEDs."""

    def close(self) -> None:
        """Let go of it; never fails."""


class Strip:
    """The strip of the settings on a port, which is opened when it is first lit."""

    kind = "strip"

    def __init__(self, settings: StripSettings, name: str, connect: Callable[[], StripPort]) -> None:
        self.name = name
        self.brightness = settings.brightness
        self.points = Perimeter(settings.leds, settings.first, settings.clockwise).points
        self._connect = connect
        self._port: StripPort | None = None
        self._sent = b""

    def show(self, snapshot: Snapshot, now: float) -> float | None:
        """Light the strip as a snapshot wants it at a time; the seconds to the next change of an LED that blinks."""
        glows = self.glows(snapshot)
        self.light(colours_at(glows, now))
        return soonest([glow.rhythm.next_change(now) for glow in glows])

    def glows(self, snapshot: Snapshot) -> tuple[Glow, ...]:
        """How every LED glows as a snapshot wants it."""
        glowing = glows_of(snapshot)
        return tuple(glowing.get(point, OUT) for point in self.points)

    def light(self, colours: Sequence[Colour]) -> None:
        """Light every LED in its colour, as bright as the settings allow. Raises LightsError."""
        frame = encoded(dimmed(colours, self.brightness))
        if self._port is None:
            self._port = self._connect()
        if frame != self._sent:
            self._port.send(frame)
            self._sent = frame

    def close(self) -> None:
        """Put all LEDs out and let go of the strip."""
        if self._port is not None:
            try:
                self._port.send(encoded([OUT.colour] * len(self.points)))
            except Exception:  # noqa: BLE001 - it is closed because it has failed, or for good
                _log.debug("the strip could not be put out", exc_info=True)
            self._port.close()
        self._port, self._sent = None, b""
