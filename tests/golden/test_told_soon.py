"""An illegal board is told ten frames after its second at most, whatever the game, to eyes that see perfectly."""

import sys
from pathlib import Path
from typing import Any

import pytest

from engine.board import Shape
from engine.games import all_games
from engine.referee.flagging import FAULT_SECONDS
from engine.tables.tables_game import TablesGame

sys.path[:0] = [str(Path(__file__).parent)]

from told import FPS, faults_of

LATEST = FAULT_SECONDS * FPS + 10
SHOWN = ("backgammon", "plakoto", "long_nardy", "garanguet", "tabula", "verkehren", "tablut")
"""Games whose mechanics differ: hits, pins, primes, three dice, and none."""
GAMES = [
    game.id
    for game in all_games()
    if game.shape is Shape.TAFL or (isinstance(game, TablesGame) and game.points == 24)
]
"""All that the simulated boards can hold."""


def each(name: str) -> Any:
    """A game, which only `make test-long` plays where another is much like it."""
    return pytest.param(name, marks=() if name in SHOWN else pytest.mark.long)


@pytest.mark.parametrize("name", [each(name) for name in GAMES])
def test_an_illegal_board_is_told_soon(name: str) -> None:
    # There are games in which nobody errs, which prove nothing.
    found = next(found for seed in range(2, 12) if (found := faults_of(name, seed, 240.0)))
    late = [fault for fault in found if fault.late is None or fault.late > LATEST]
    assert late == []
    # Never before it has stood for its second: a board is still being played on until then.
    assert all(fault.late is not None and fault.late >= FAULT_SECONDS * FPS for fault in found)
