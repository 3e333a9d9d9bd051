"""A table that does not know the time of day gets it from the first phone that opens a page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.clock import LentTime, SystemClock
from webui.app import create_app

NOW = 1_795_543_200.0
OWN = {"X-Tableside": "1"}


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SystemClock:
    """The clock of a computer that nobody has told the time."""
    monkeypatch.setattr("device.clock.synchronised", lambda: False)
    return SystemClock(tmp_path, LentTime())


def test_the_first_phone_counts_and_the_referees_before_any_other(table: Any, clock: SystemClock) -> None:
    client = create_app(table, clock=clock).test_client()
    assert "lend-time.js" in client.get("/").text and not clock.is_set()
    assert client.post("/api/time", json={"wall": NOW}).status_code == 403, "not from another site"

    def lend(wall: object) -> object:
        return client.post("/api/time", json={"wall": wall}, headers=OWN).json

    assert lend(0) == lend(1e12) == lend(10**400) == {"taken": False}, "no phone's clock that is wrong itself"
    assert lend(NOW) == {"taken": True} and abs(clock.wall() - NOW) < 60 and clock.is_set()
    assert "lend-time.js" not in client.get("/").text
    assert lend(NOW + 5000) == {"taken": False} and abs(clock.wall() - NOW) < 60
    client.post("/api/login", json={"pin": "4711"}, headers=OWN)
    assert "lend-time.js" in client.get("/").text, "else a stranger's lie would last"
    assert lend(NOW - 5000) == {"taken": True} and abs(clock.wall() - NOW + 5000) < 60
    assert lend(NOW) == {"taken": False} and "lend-time.js" not in client.get("/").text
    for wrong in (True, None, "soon"):
        assert client.post("/api/time", json={"wall": wrong}, headers=OWN).status_code == 400


def test_a_clock_that_is_kept_is_lent_nothing(
    table: Any, clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clock.lend(NOW, sure=False) and abs(clock.wall() - NOW) < 60
    monkeypatch.setattr("device.clock.synchronised", lambda: True)
    assert abs(clock.wall() - NOW) > 60 or not clock.lend(NOW, sure=True), "the network has set it meanwhile"
    assert not clock.lend(NOW, sure=True)


def test_a_page_lends_it_by_itself_and_says_so(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, clock: SystemClock
) -> None:
    page = visit(at=serve(table, clock=clock).url)
    page.wait_for_selector(".lent:has-text('The table did not know the time.')")
    assert clock.is_set()
