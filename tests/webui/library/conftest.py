"""A table with matches on record, its library, and who asks for them."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.library.match_library import Library
from engine.match_formats import find_match_format
from engine.state.messages import SetNames
from webui.app import create_app

DEVICE = Path(__file__).parents[2] / "device"
sys.path[:0] = [str(DEVICE), str(DEVICE / "library")]

from hand_clock import HandClock
from playing import Told

CLOCK = HandClock()


@pytest.fixture
def against_cleo(tmp_path: Path) -> Iterator[Callable[..., Told]]:
    """A table at which Anna has beaten Ben at backgammon (match 2), and has made so many plays against Cleo (match 3).

    What is named besides is agreed on for that match.
    """
    tables: list[Told] = []

    def sit_down(plays: int = 2, **agreed: Any) -> Told:
        table = Told(tmp_path / "log.db", '[web]\npin = "4711"\n', clock=CLOCK)
        tables.append(table)
        table.begin(1)
        table.tell(SetNames("Anna", "Ben"))
        table.play(4)
        table.win()
        table.begin(3, **agreed)
        table.tell(SetNames("Cleo", "Anna"))
        table.play(plays)
        return table

    yield sit_down
    for table in tables:
        table.close()


@pytest.fixture
def told(against_cleo: Callable[..., Told]) -> Told:
    """Such a table, where Tablut is played against Cleo."""
    return against_cleo(match_format=find_match_format("tablut"))


@pytest.fixture
def library(told: Told) -> Iterator[Library]:
    library = Library(told.service, CLOCK)
    yield library
    library.close()


@pytest.fixture
def client(told: Told, library: Library) -> FlaskClient:
    """Somebody who has not given the PIN."""
    return create_app(told.service, library=library).test_client()
