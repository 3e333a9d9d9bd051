"""A hub before logs that no referee wrote: each event is well formed, what they come to is nothing; no page fails."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from device.club.hub.club_library import ClubLibrary
from device.club.link.archive import Arrival, HubArchive
from device.club.link.seen_table import parse_snapshot
from device.club.link.wire import About
from device.errors import DeviceError, WireError
from device.store.log.schema import EVENTS, checked_row
from device.store.log.store import Store, sqlite_url
from device.store.settings import Settings
from engine.games import all_games
from tests.webui.hub.conftest import StillHub
from webui.hub.hub_app import create_hub_app

EXAMPLES = int(os.environ.get("TABLESIDE_EXAMPLES", "0"))
"""So many forged logs, at random; 0: a few, always the same."""
FEW = 8
ODD = (
    0, 1, 2, 3, 25, -1, 10**6, 2**31 - 1, 0.5, True, None, "", "W", "B", "x" * 90, "\u202e", [], {}, "backgammon",
    *(game.id for game in all_games()[:40:8]),
)  # fmt: skip
"""What somebody may put in the place of a value."""

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows(evening: Path) -> list[Row]:
    """The true log of a table."""
    store = Store(sqlite_url(evening / "hub.db"))
    found = [dict(row) for row in store.rows() if row["table"] == "3"]
    store.close()
    return found


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in some JSON there are values."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return (
        [path, *(each for key, part in inner for each in _places(part, (*path, key)))]
        if path or inner
        else []
    )


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = _with(copied[path[0]], path[1:], new)
    return copied


@st.composite
def forged(draw: st.DrawFn, rows: list[Row]) -> list[Row]:
    """A log of which some events were left out, put elsewhere, told twice, given to another match or changed."""
    log = [dict(row) for row in rows]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(log) - 1))
        match draw(st.sampled_from(("drop", "move", "copy", "match", "value", "value"))):
            case "drop" if len(log) > 1:
                del log[at]
            case "move":
                log.insert(draw(st.integers(0, len(log) - 1)), log.pop(at))
            case "copy":
                log.insert(draw(st.integers(0, len(log))), dict(log[at]))
            case "match":
                log[at]["match"] = draw(st.sampled_from((-1, 0, 1, 2, 3, 2**31 - 1)))
            case _:
                body = json.loads(log[at]["body"])
                if places := _places(body):
                    body = _with(body, draw(st.sampled_from(places)), draw(st.sampled_from(ODD)))
                    log[at]["body"] = json.dumps(body)
    return [row | {"seq": seq} for seq, row in enumerate(filter(_taken, log), 1)]


def _taken(row: Mapping[str, Any]) -> bool:
    """Whether a hub takes such an event, each for itself."""
    try:
        checked_row(row)
    except (DeviceError, ValueError, TypeError, LookupError):
        return False
    return True


def test_whatever_a_log_says_every_page_is_a_page_or_a_sentence(
    rows: list[Row], hub: StillHub, tmp_path_factory: pytest.TempPathFactory
) -> None:
    client = create_hub_app(hub).test_client()

    @settings(
        max_examples=EXAMPLES or FEW,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(log=forged(rows))
    def looked(log: list[Row]) -> None:
        store = Store(sqlite_url(tmp_path_factory.mktemp("forged") / "hub.db"))
        hub.archive = HubArchive(store)
        hub.library = ClubLibrary(hub.archive, Settings())
        hub.archive.meet(About("3", "1", "", "log3", "one"), 1.8e9)
        if log:
            hub.archive.take([Arrival("log3", 0, len(log), tuple(log))], 1.8e9)
        try:
            _look_around(client, log)
            with store.database.connect() as connection:
                kept = connection.execute(select(EVENTS).order_by(EVENTS.c.seq)).mappings().all()
            assert [dict(row) for row in kept] == log
        finally:
            hub.library.close()
            store.close()

    looked()


def test_whatever_a_notice_says_every_page_is_a_page(
    moment: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    snapshot = json.loads(json.dumps(moment.BROKEN.value.as_json() | {"table": "3"}))
    store = Store(sqlite_url(tmp_path_factory.mktemp("forged") / "hub.db"))
    hub = StillHub(HubArchive(store))
    client = create_hub_app(hub).test_client()
    places = _places(snapshot)

    @settings(
        max_examples=EXAMPLES or 30,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        changes=st.lists(
            st.tuples(st.sampled_from(places), st.sampled_from((*ODD, 10**400))), min_size=1, max_size=3
        )
    )
    def looked(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
        forged = snapshot
        for path, new in changes:
            with suppress(LookupError, TypeError):
                forged = _with(forged, path, new)
        with suppress(WireError):
            hub.hear("3", parse_snapshot(json.dumps(forged).encode(), "3"))
        for address in (
            "/",
            "/tables/3",
            "/api/tables",
            "/api/tables/3/state",
            "/api/wall/state",
            "/tournaments",
        ):
            assert client.get(address).status_code in (200, 404), (address, changes)

    hub.hear("3", snapshot)
    looked()
    hub.close()
    store.close()


def _look_around(client: FlaskClient, log: list[Row]) -> None:
    matches = sorted({row["match"] for row in log if row["match"] >= 0})
    told = client.get("/api/players").get_json()["players"]
    people = [f"/players/{each['name']}" for each in told if each["name"].strip("/.")][:4]
    shelved = [f"/tables/3/matches/{number}" for number in matches]
    files = [f"/api{each}.{ending}" for each in shelved for ending in ("mat", "json")]
    both = [*shelved, *people, "/matches", "/players", "/statistics", "/results"]
    for address in ("/", *both, *(f"/api{each}" for each in both), *files):
        answer = client.get(address)
        if answer.status_code in (404, 502):
            detail = answer.get_json(force=True)["detail"]
            assert detail.count(".") == 1 and "Traceback" not in detail
        else:
            assert answer.status_code == 200, (address, answer.text)
