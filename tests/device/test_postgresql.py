"""PostgreSQL: a server that goes and comes back in the middle of a game, and what people are told of it."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Server
from sqlalchemy import event

from device.club.tournament.event_store import Events
from device.errors import StoreError
from device.library.match_library import Library
from device.store.log.store import LogEntry, Source, Store
from device.table.service.resume import resume
from engine.board import Side
from engine.dice import Roll
from engine.match.match import Match
from engine.state.events import Thrown
from engine.state.match_state import Phase, new_match_state
from engine.tournament.tournament_values import EventPlan, PairingFormat

sys.path.insert(0, str(Path(__file__).parent / "library"))
from playing import Told


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that can be stopped, since nobody else uses it."""
    server = Server.made()
    yield server
    server.leave()


def entry(seq: int, wall: float = 1.75e9) -> LogEntry:
    event = Thrown(Side.WHITE, Roll.of(seq % 6 + 1, 1))
    return LogEntry("1", seq, 1, 1, wall, seq / 3, True, Source.CAMERA, (seq,), event, boot="b", who="Änne")


def test_a_server_that_stops_and_starts_in_the_middle_of_a_game(
    own_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.store.log.database.RESTART_SECONDS", 0.0)
    told = Told(tmp_path / "log.db", url=own_server.url())
    library = Library(told.service)
    told.begin(3)
    told.play(4)
    assert [each.head.turns for each in library.matches(admitted=True)] == [4]
    before = told.service.desk.latest()
    for _ in range(2):
        own_server.stop()
        known = told.match_state
        told.turn()
        lost = told.service.desk.latest()
        assert told.match_state == known, "nothing is shown that is not written down"
        assert "Nothing is refereed until it can be written down" in str(lost.trouble)
        assert "does not answer: see that PostgreSQL runs there" in str(lost.trouble)
        with pytest.raises(StoreError, match="does not answer"):
            library.matches(admitted=True)
        own_server.start()
        told.play(3)
        assert told.service.desk.latest().trouble is None
    told.win()
    assert told.match_state.phase is Phase.OVER and before.trouble is None
    (match,) = library.matches(admitted=True)
    # One more in each of the two games that were given up then.
    assert (match.head.winner, match.head.turns) == ("W", 4 + 3 + 3 + 2)
    library.close()
    match_state = told.match_state
    told.close()
    store = Store(own_server.url())
    entries = store.load("1")
    assert [each.seq for each in entries] == list(range(1, match_state.seq + 1))
    assert resume(store, "1", new_match_state(Match(3, "", ""))).match_state == match_state
    store.close()


def test_nobody_says_anything_again_because_a_server_was_started_anew(
    own_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.store.log.database.RESTART_SECONDS", 60.0)
    told = Told(tmp_path / "log.db", url=own_server.url())
    store = Store(own_server.url())
    hub = Events(store)
    told.begin(3)
    hub.begin(EventPlan("Thursday", PairingFormat.SWISS))
    # The first thing that is said after it was away.
    own_server.stop()
    own_server.start()
    known = told.match_state.seq
    told.turn()
    assert told.match_state.seq > known and told.service.desk.latest().trouble is None
    assert hub.begin(EventPlan("Friday", PairingFormat.SWISS)).number == 2
    # What is said while it is.
    own_server.stop()
    starting = threading.Thread(target=own_server.start)
    starting.start()
    known = told.match_state.seq
    told.turn()
    assert told.match_state.seq > known and told.service.desk.latest().trouble is None
    starting.join()
    own_server.stop()
    starting = threading.Thread(target=own_server.start)
    starting.start()
    assert hub.begin(EventPlan("Saturday", PairingFormat.SWISS)).number == 3
    starting.join()
    told.close()
    store.close()


def test_who_writes_often_waits_for_a_server_once(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(own_server.url())
    own_server.stop()
    monkeypatch.setattr("device.store.log.database.RESTART_SECONDS", 0.3)
    with pytest.raises(StoreError, match="does not answer"):
        store.append([entry(1)])
    # It would be waited for in vain until the test runs into its limit.
    monkeypatch.setattr("device.store.log.database.RESTART_SECONDS", 10_000.0)
    with pytest.raises(StoreError, match="does not answer"):
        store.append([entry(1)])
    store.close()


def test_events_whose_writing_was_never_confirmed_are_neither_lost_nor_doubled(
    postgresql: Server, postgresql_url: str
) -> None:
    store = Store(postgresql_url)
    store.append([entry(1)])

    def cut(connection: object) -> None:
        """The server has written it down, and is gone before it says so."""
        driver = connection.connection.dbapi_connection  # type: ignore[attr-defined]
        driver.commit()
        driver.execute("SELECT 1")
        postgresql.do(f"SELECT pg_terminate_backend({driver.info.backend_pid})")

    event.listen(store.database, "commit", cut, once=True)
    with pytest.raises(StoreError, match="does not answer"):
        store.append([entry(2), entry(3)])
    assert store.count() == 3
    # The referee saw it once more, and otherwise, since nothing had been shown.
    store.append([entry(2, 1.76e9)])
    assert store.load("1") == (entry(1), entry(2, 1.76e9))
    store.append([entry(3)])
    with pytest.raises(StoreError, match="another Tableside writes to it"):
        store.append([entry(3, 1.77e9)])
    store.close()


def test_a_database_that_knows_no_letters_but_those_of_ascii_keeps_all(postgresql: Server) -> None:
    postgresql.do("DROP DATABASE IF EXISTS ascii")
    postgresql.do("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    store = Store(postgresql.url("ascii"))
    store.append([entry(1)])
    assert store.load("1") == (entry(1),)
    store.close()


def test_what_is_wrong_with_a_server_is_told_without_the_password(
    postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgresql.do("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'right'")
    here = f"?host={postgresql.folder}"
    cases = {
        f"postgresql+psycopg://club@/club{here}": "is not there: make the database first, with PostgreSQL's createdb",
        f"postgresql://guest:geheim@/postgres{here}": "refuses the user or the password",
        f"postgres://guest@/postgres{here}&password=geheim": "refuses the user or the password",
        f"postgresql://nobody-here@/postgres{here}": "refuses the user or the password",
        f"postgresql://guest:right@/postgres{here}": "does not let this user do what is needed",
        f"postgresql://club:geheim@/club?host={tmp_path}": "does not answer: see that PostgreSQL runs there",
        "postgresql://club:geheim@127.0.0.1:1/club": "does not answer: see that PostgreSQL runs there",
        "postgresql+psycopg2://club:geheim@localhost/club": "names no database",
    }
    for url, words in cases.items():
        with pytest.raises(StoreError) as found:
            Store(url)
        said = str(found.value)
        assert words in said and "geheim" not in said and "\n" not in said and "Traceback" not in said
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="PostgreSQL needs a driver .* pip install"):
        Store("postgresql://club:geheim@localhost/club")
