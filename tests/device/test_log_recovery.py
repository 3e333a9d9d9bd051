"""What a damaged log lost comes back from the newest daily copy that is whole, where that is safe; else nothing is touched."""

import sqlite3
from pathlib import Path

import pytest

from device.ops.assembly.table_assembly import open_store
from device.ops.backup import DailyBackups
from device.ops.backup.mending import READY, finish_mending
from device.store.log.damage import losses
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.log.witness import witness_file
from device.store.settings import Settings, TableSettings
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Thrown


def entry(seq: int, first: int = 1) -> LogEntry:
    event = Thrown(Side.WHITE, Roll.of(seq % 6 + 1, first))
    return LogEntry("1", seq, 1, 1, 1.75e9 + seq / 3, seq * 0.1, True, Source.CAMERA, (seq,), event)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A table with 300 events, a daily copy of them, and 20 events after it."""
    found = Settings(table=TableSettings(data=tmp_path))
    write(found, range(1, 301))
    assert DailyBackups(found).step() is not None
    write(found, range(301, 321))
    return found


def database(settings: Settings) -> Path:
    return settings.table.data / "tableside.db"


def write(settings: Settings, seqs: range, first: int = 1) -> None:
    store = Store(settings.database_url)
    for seq in seqs:
        store.append([entry(seq, first)])
    store.close()


def opened(settings: Settings) -> list[int]:
    """The numbers of the events with which a table starts."""
    store = open_store(settings, simulated=False)
    try:
        return [each.seq for each in store.load("1")]
    finally:
        store.close()


def cut(settings: Settings, last: int) -> None:
    """Takes the newest events out of a log, as a damaged write-ahead file does."""
    with sqlite3.connect(database(settings)) as connection:
        connection.execute("DELETE FROM events WHERE seq > ?", (last,))
    connection.close()


def test_what_is_missing_comes_back_and_the_rest_is_told(settings: Settings) -> None:
    cut(settings, 250)
    assert opened(settings) == [*range(1, 301)]
    (loss,) = losses(database(settings))
    assert (loss.missing, loss.left, loss.restored) == (70, 250, 50) and "daily-1-" in loss.source
    assert (Path(loss.folder) / "tableside.db").exists(), "what is damaged is kept"
    write(settings, range(301, 311))
    assert opened(settings) == [*range(1, 311)], "it goes on, and is mended once"


def test_a_log_that_is_gone_or_nonsense_is_written_anew(settings: Settings) -> None:
    database(settings).write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert opened(settings) == [*range(1, 301)]
    write(settings, range(301, 303))
    database(settings).unlink()
    assert opened(settings) == [*range(1, 301)]
    assert [loss.restored for loss in losses(database(settings))] == [300, 300]


def test_of_a_torn_log_what_can_be_read_goes_on_as_well(settings: Settings) -> None:
    file = database(settings)
    data = bytearray(file.read_bytes())
    with sqlite3.connect(file) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    # the index of the events, and their newest page
    data[-3 * size :] = bytes(each ^ 0x5A for each in data[-3 * size :])
    file.write_bytes(data)
    there = opened(settings)
    assert there[:300] == [*range(1, 301)] and there == [*range(1, len(there) + 1)]
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_copy_that_tells_another_story_is_left_to_people(settings: Settings) -> None:
    cut(settings, 200)
    witness = witness_file(database(settings)).read_bytes()
    with sqlite3.connect(database(settings)) as connection:
        connection.execute("UPDATE events SET body = replace(body, '1', '2') WHERE seq = 200")
    connection.close()
    witness_file(database(settings)).write_bytes(witness)
    assert opened(settings) == [*range(1, 201)]
    (loss,) = losses(database(settings))
    assert (loss.missing, loss.restored) == (120, 0)


def test_a_damaged_copy_is_passed_over_for_the_one_before(settings: Settings) -> None:
    copies = sorted((settings.table.data / "backups").glob("daily-*.zip"))
    second = copies[0].with_name(copies[0].name.replace("000001", "000002"))
    second.write_bytes(copies[0].read_bytes()[:-300])
    cut(settings, 10)
    assert opened(settings) == [*range(1, 301)]


def test_a_pulled_plug_before_the_last_step_loses_nothing(settings: Settings, tmp_path: Path) -> None:
    ready = database(settings).with_name("tableside.db" + READY)
    store = Store(sqlite_url(ready))
    store.append([entry(1), entry(2)])
    store.close()
    witness_file(ready).unlink()
    finish_mending(database(settings))
    assert not ready.exists()
    store = Store(settings.database_url)
    assert store.count() == 2
    store.close()
