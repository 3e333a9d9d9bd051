"""A broker for the tests of the club, started once for each worker."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "library")]

from mosquitto import Mosquitto


@pytest.fixture(scope="session")
def mosquitto_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    if shutil.which("mosquitto") is None:
        pytest.skip("Mosquitto is not installed: `make test` installs it")
    broker = Mosquitto(tmp_path_factory.mktemp("mosquitto"))
    yield broker
    broker.close()


@pytest.fixture
def mosquitto(mosquitto_session: Mosquitto) -> Iterator[Mosquitto]:
    """A broker that remembers nothing of other tests."""
    mosquitto_session.start()
    yield mosquitto_session
    mosquitto_session.stop()
