"""What several tests share: here, and for those of cameras in a folder of its own."""

import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "cameras")]

from postgres import Server, shared_server

from tests.device.hand_clock import HandClock

_schemas = count(1)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A PostgreSQL server, the same for all workers; each test takes a corner of its own in it."""
    base = tmp_path_factory.getbasetemp()
    with shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql: Server) -> str:
    """An empty database of PostgreSQL."""
    schema = f"t{os.getpid()}_{next(_schemas)}"
    postgresql.do(f"CREATE SCHEMA {schema}")
    return postgresql.url(schema=schema)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of SQLite and of PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'log.db'}"
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def clock() -> HandClock:
    """A clock that stands still until somebody moves it."""
    return HandClock()
