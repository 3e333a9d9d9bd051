"""The event log: what it keeps, what it refuses, and what a killed writer leaves."""

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from device.errors import StoreError
from device.store.log.schema import ADDED, EVENTS, META
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from engine.board import Side, View
from engine.dice import Roll
from engine.match.match import Crawford, Match
from engine.state.events import Event, MatchStarted, Thrown, ViewChanged
from engine.state.match_state import MatchState, new_match_state
from engine.state.reducer import reduce

ROOT = Path(__file__).parents[3]


def entry(seq: int, event: Event, table: str = "1") -> LogEntry:
    return LogEntry(
        table, seq, 1, 0, 1.75e9 + seq / 3, seq * 0.1, seq % 2 == 0, Source.CAMERA, (seq, seq + 1), event
    )


def thrown(seq: int) -> Event:
    return Thrown(Side.WHITE, Roll.of(seq % 6 + 1, 1))


def fold(entries: tuple[LogEntry, ...]) -> MatchState:
    match_state = new_match_state(Match(5, "", ""))
    for each in entries:
        match_state = reduce(match_state, each.event, each.frames[-1])
    return match_state


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


def test_what_was_appended_is_loaded_by_the_next_store(database_url: str) -> None:
    written = (
        entry(1, MatchStarted("backgammon", 5, "Änne", 'B"en', Crawford.PENDING)),
        entry(2, thrown(2)),
        entry(3, ViewChanged(View.HAND)),
    )
    store = Store(database_url)
    store.append(written[:1])
    store.append(written[1:])
    store.close()
    again = Store(database_url)
    assert again.load("1") == written
    assert again.load("2") == ()
    assert again.count() == 3
    again.close()


def test_tables_share_a_database(database_url: str) -> None:
    store = Store(database_url)
    store.append([entry(1, thrown(1), "red")])
    store.append([entry(1, thrown(2), "blue")])
    assert [each.event for each in store.load("blue")] == [thrown(2)]
    store.close()


def test_a_transaction_is_all_or_nothing(database_url: str) -> None:
    store = Store(database_url)
    store.append([entry(1, thrown(1))])
    with pytest.raises(StoreError, match="another Tableside writes to it"):
        store.append([entry(2, thrown(2)), entry(1, thrown(3))])
    assert [each.seq for each in store.load("1")] == [1]
    store.append([entry(2, thrown(2))])
    store.close()


def test_commits_are_flushed_to_the_medium(path: Path) -> None:
    store = Store(sqlite_url(path))
    with store.database.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_a_log_of_before_that_can_only_be_read_is_read(path: Path) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(1, thrown(1))])
    store.close()
    with sqlite3.connect(path) as connection:
        for name in ADDED:
            connection.execute(f"ALTER TABLE events DROP COLUMN {name}")
        connection.execute("UPDATE meta SET value = '1'")
        connection.execute("DROP TABLE alembic_version")
    connection.close()
    before = path.read_bytes()
    store = Store(f"sqlite:///file:{path}?mode=ro&immutable=1&uri=true")
    assert store.load("1") == (entry(1, thrown(1)),) and next(store.rows())["who"] is None
    with pytest.raises(StoreError, match="may not be written to"):
        store.append([entry(2, thrown(2))])
    store.close()
    assert path.read_bytes() == before


def test_what_is_damaged_is_told(path: Path) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(seq, thrown(seq)) for seq in range(1, 400)])
    assert store.damage() is None
    store.close()
    data = bytearray(path.read_bytes())
    for page in range(4 * 4096, len(data), 4096):
        data[page + 8 : page + 40] = b"\xff" * 32 if data[page] == 0x0D else data[page + 8 : page + 40]
    path.write_bytes(data)
    store = Store(sqlite_url(path))
    assert store.damage()
    store.close()


def test_a_strange_file_is_refused(path: Path) -> None:
    path.write_bytes(b"not a database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(StoreError, match="is not a database"):
        Store(sqlite_url(path))


def test_a_strange_database_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="not a database of Tableside"):
        Store(sqlite_url(path))


@pytest.mark.parametrize("left", ["nothing", "the events", "both tables"])
def test_a_store_whose_maker_was_killed_is_finished_by_the_next(path: Path, left: str) -> None:
    # As a program did that made one table after the other.
    with sqlite3.connect(path) as connection:
        for table in (EVENTS, META)[: ("nothing", "the events", "both tables").index(left)]:
            connection.execute(str(CreateTable(table).compile(dialect=sqlite.dialect())))
    connection.close()
    store = Store(sqlite_url(path))
    store.append([entry(1, thrown(1))])
    assert (store.count(), store.deleted()) == (1, ())
    store.close()
    Store(sqlite_url(path)).close()


def test_events_of_an_unknown_schema_are_refused(path: Path) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(1, thrown(1))])
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM meta")
    connection.close()
    with pytest.raises(StoreError, match="not a database of Tableside"):
        Store(sqlite_url(path))


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="its folder must exist"):
        Store(sqlite_url(tmp_path / "nowhere" / "log.db"))


@pytest.mark.parametrize("url", ["", "log.db", "nosuch://x"])
def test_a_bad_url_is_told(url: str) -> None:
    with pytest.raises(StoreError, match="names no database"):
        Store(url)


def test_a_full_disk_is_told_and_writing_goes_on_later(path: Path) -> None:
    store = Store(sqlite_url(path))
    with store.database.connect() as connection:
        connection.exec_driver_sql(
            f"PRAGMA max_page_count={connection.exec_driver_sql('PRAGMA page_count').scalar()}"
        )
    many = [entry(seq, thrown(seq)) for seq in range(1, 400)]
    with pytest.raises(StoreError, match="no room left"):
        store.append(many)
    assert store.count() == 0
    with store.database.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=100000")
    store.append(many)
    assert store.count() == len(many)
    store.close()


def test_a_locked_database_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.store.log.database.LOCK_SECONDS", 0.0)
    store = Store(sqlite_url(path))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked by another program"):
        store.append([entry(1, thrown(1))])
    other.execute("ROLLBACK")
    other.close()
    store.append([entry(1, thrown(1))])
    store.close()


WRITER = """
import sys
from pathlib import Path
from device.store.log.schema import EVENTS
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Thrown

store = Store(sqlite_url(Path(sys.argv[1])))
seq = len(store.load("1"))
while True:
    turn = [
        LogEntry("1", seq + n, 1, 1, 0.0, 0.0, True, Source.CAMERA, (seq + n,), Thrown(Side.WHITE, Roll.of(n, 1)))
        for n in range(1, 1 + seq % 3 + 1)
    ]
    store.append(turn)
    seq = turn[-1].seq
    print(seq, flush=True)
"""


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_what_was_acknowledged_outlives_a_killed_writer(path: Path, seed: int) -> None:
    chance = Random(seed)
    acknowledged = 0
    for _ in range(2):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert writer.stdout is not None
        for _ in range(chance.randrange(1, 60)):
            acknowledged = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split("\n")
        acknowledged = max([acknowledged, *(int(line) for line in rest[:-1])])
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL

        store = Store(sqlite_url(path))
        entries = store.load("1")
        store.close()
        assert [each.seq for each in entries] == list(range(1, len(entries) + 1))
        assert acknowledged <= len(entries) <= acknowledged + 3
        shown = fold(entries[:acknowledged])
        assert shown.seq == acknowledged
        assert fold(entries) == _resumed(shown, entries[acknowledged:])


def test_another_process_that_looks_in_takes_nothing_away(path: Path) -> None:
    look = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM events').fetchone()[0])"

    def looked() -> int:
        # One that opens the file, reads, and is gone: its last connection tidies up where it believes itself alone.
        return int(subprocess.run([sys.executable, "-c", look, path], check=True, capture_output=True).stdout)

    store = Store(sqlite_url(path))
    store.append([entry(1, thrown(1))])
    Store(sqlite_url(path)).close()
    assert looked() == 1
    store.append([entry(2, thrown(2))])
    assert looked() == 2
    store.close()


def _resumed(match_state: MatchState, entries: tuple[LogEntry, ...]) -> MatchState:
    for each in entries:
        match_state = reduce(match_state, each.event, each.frames[-1])
    return match_state


def test_some_events_can_be_asked_for_alone(database_url: str) -> None:
    store = Store(database_url)
    store.append([replace(entry(seq, thrown(seq)), match=1 + (seq > 3)) for seq in range(1, 6)])
    store.append([entry(6, ViewChanged(View.HAND))])
    assert [each.seq for each in store.load("1", first=2, last=4)] == [2, 3, 4]
    assert [each.seq for each in store.load("1", match=2)] == [4, 5]
    assert [each.seq for each in store.latest("1", before=3)] == [2, 1]
    assert [each.seq for each in store.latest("1", "ViewChanged")] == [6]
    store.append([entry(7, thrown(7))], instead_of=1)
    assert [each.seq for each in store.load("1")] == [4, 5, 7]
    store.close()
