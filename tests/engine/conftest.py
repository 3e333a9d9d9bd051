"""What the tests of the engine share: the folder of oracles and records beside the repository, and the games."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games import find_game
from engine.position import Position
from engine.tables.tables_game import TablesGame


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared oracles and records; without it the test is skipped, loudly."""
    beside = Path(__file__).resolve().parents[3] / "shared"
    folder = Path(os.environ.get("TABLESIDE_SHARED", beside))
    if not (folder / "oracle").is_dir():
        pytest.skip(f"NOT TESTED: no oracles at {folder}; set TABLESIDE_SHARED to their folder")
    return folder


@pytest.fixture(scope="session")
def backgammon() -> TablesGame:
    """Modern backgammon."""
    return find_game("backgammon")


@pytest.fixture(scope="session")
def from_letters() -> Callable[[str, int], Position]:
    """Reads 26 letters in White's numbering (XGID's position field), with the number of checkers of the game."""

    def read(letters: str, men: int) -> Position:
        white, black = [0] * 26, [0] * 26
        for site, letter in enumerate(letters):
            if letter.isupper():
                white[site] = ord(letter) - 64
            elif letter.islower():
                black[25 - site] = ord(letter) - 96
        white[0], black[0] = men - sum(white), men - sum(black)
        return Position(tuple(white), tuple(black))

    return read
