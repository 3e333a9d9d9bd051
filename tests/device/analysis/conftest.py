"""What the tests of the analysis share: GNU Backgammon, programs that only pretend to be it, and a small match."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from device.library.analysis.gnubg import find_gnubg
from engine.match.match import Match
from engine.records.mat.mat_reader import read_mat

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "library")]

from small_match import HAND


@pytest.fixture(scope="session")
def gnubg() -> Path:
    found = find_gnubg()
    if found is None:
        pytest.skip("NO GNU BACKGAMMON: nothing is analysed, for gnubg is not installed (apt install gnubg)")
    return found


@pytest.fixture
def hand() -> Match:
    """Two games, the second not finished."""
    return read_mat(HAND)


@pytest.fixture
def pretender(tmp_path: Path) -> Callable[[str], Path]:
    """A program that does what a line of shell says."""

    def write(says: str) -> Path:
        program = tmp_path / "gnubg"
        program.write_text(f"#!/bin/sh\n{says}\n")
        program.chmod(0o755)
        return program

    return write
