"""How soon illegal plays at the virtual table are told, in looks."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "vision")]

from perfect_sight import looks_at
from sure_squares import observation

from device.simulator.slips import Mistakes
from device.simulator.stage import TablePace
from device.simulator.truth import What
from device.simulator.virtual_table import VirtualTable
from device.simulator.virtual_tafl_table import TaflTable
from device.table.watch.film import Scribe
from engine.board import Kind, Shape, View
from engine.match.match import Match
from engine.match_formats import find_match_format
from engine.position import Position
from engine.state.events import FaultSeen
from engine.state.messages import Look

FPS = 5
OFTEN = Mistakes(corrected=0.6, standing=0.0, cocked=0.1, second_thoughts=0.1)
"""Who errs so often leaves no error standing: of two in a row nobody could tell which turn was misread."""
SLOW = TablePace(doubt=6.0)
"""Illegal boards stand long enough for a late call to be heard as late, and not as missing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An illegal board: the first clear look at it, and the look at which it was told (None: never)."""

    seen: Position
    look: int
    told: int | None

    @property
    def late(self) -> int | None:
        """How many looks after the first one it was told."""
        return None if self.told is None else self.told - self.look


def squares_looked_at(table: TaflTable, frames: int, rate: float) -> Iterator[Look]:
    """The looks of perfect eyes at a table of squares, `rate` a second."""
    for number in range(frames):
        scene = table.scene_at(number / rate)
        if scene is None:
            return
        board = None if scene.hands else observation(table.stage.at(number / rate).board)
        yield Look(number / rate, number, View.HAND if board is None else View.CLEAR, board)


def faults_of(name: str, seed: int, seconds: float) -> list[Fault]:
    """The illegal boards of so many seconds of a game, and when perfect eyes make the referee tell of them."""
    match_format, frames = find_match_format(name), round(seconds * FPS)
    table: VirtualTable | TaflTable
    if match_format.game(0).rules().shape is Shape.TAFL:
        table = TaflTable(match_format, seed, mistakes=OFTEN, pace=SLOW)
        looks = squares_looked_at(table, frames, FPS)
    else:
        table = VirtualTable(match_format, seed, mistakes=OFTEN, pace=SLOW)
        looks = looks_at(table, frames, FPS)
    scribe = Scribe(Match(0, "near", "far", (), match_format.id, match_format), Kind.LIGHT)
    clear: list[int] = []
    told: list[tuple[int, Position]] = []
    for look in looks:
        heard = len(scribe.happenings)
        scribe.hear(look)
        if look.view is View.CLEAR:
            clear.append(look.frame)
        events = (each.event for each in scribe.happenings[heard:])
        told += [(look.frame, event.seen) for event in events if isinstance(event, FaultSeen)]
    # What came to stand at the very end could not be told any more.
    truth = table.truth_until(seconds - SLOW.doubt)
    found = []
    for event in (each for game in truth.happenings for each in game if each.what is What.ILLEGAL):
        assert event.position is not None
        first = next(look for look in clear if look / FPS >= event.time)
        call = (look for look, seen in told if look >= first and men(seen) == men(event.position))
        found.append(Fault(event.position, first, next(call, None)))
    return found


def men(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What stands on the board, whatever the game remembers beside it."""
    return position.white, position.black
