"""What a damaged log lost is told and kept; what a pulled plug leaves is no loss."""

import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from device.errors import StoreError
from device.store.log import damage as losing
from device.store.log.damage import NOTE, keep_damaged, losses, untold
from device.store.log.database import file_at
from device.store.log.removal import remove_match, remove_names
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.log.witness import MOST, witness_file, witnessed
from engine.board import Side
from engine.dice import Roll
from engine.match.chouette_terms import Standing
from engine.match.match import Crawford
from engine.state.events import ChouetteStood, Event, MatchOver, MatchStarted, Thrown

ROOT = Path(__file__).parents[3]
KILLS = int(os.environ.get("TABLESIDE_KILLS", "3"))
FRAME = 24 + 4096
"""Bytes of a frame of the write-ahead file, which has a head of 32."""


def entry(seq: int, event: Event | None = None, match: int = 1) -> LogEntry:
    event = event or Thrown(Side.WHITE, Roll.of(seq % 6 + 1, 1))
    return LogEntry("1", seq, match, 1, 1.75e9 + seq / 3, seq * 0.1, True, Source.CAMERA, (seq,), event)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


def pulled(path: Path, events: int, first: int = 1) -> Path:
    """The log as it lies there when the plug is pulled after so many events, none of them in the database itself."""
    store = Store(sqlite_url(path))
    for seq in range(first, first + events):
        store.append([entry(seq)])
    there = path.parent / "pulled"
    there.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, there / file.name)
    store.close()
    return there / path.name


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def state_of(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, without what says nothing: what SQLite remembers of who reads, and empty files."""
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    return {name: data for name, data in found.items() if data and not name.endswith("-shm")}


def flip(wal: Path) -> None:
    data = bytearray(wal.read_bytes())
    middle = 32 + FRAME * ((len(data) - 32) // FRAME // 2) + 24 + 2000
    data[middle : middle + 8] = bytes(each ^ 0xFF for each in data[middle : middle + 8])
    wal.write_bytes(data)


def halve(wal: Path) -> None:
    os.truncate(wal, wal.stat().st_size // 2)


@pytest.mark.parametrize("damage", [flip, halve, Path.unlink])
def test_what_a_damaged_write_ahead_file_lost_is_told_and_kept(
    path: Path, damage: Callable[[Path], None]
) -> None:
    pulled_path = pulled(path, 60)
    damage(wal_of(pulled_path))
    before = state_of(pulled_path.parent)
    store = Store(sqlite_url(pulled_path))
    left = store.count()
    (loss,) = losses(pulled_path)
    assert (loss.missing, loss.left) == (60 - left, left) and loss.missing > 0
    kept = state_of(Path(loss.folder))
    assert json.loads(kept.pop(NOTE))["missing"] == loss.missing
    assert kept == before
    # the log goes on from there, and the loss is told once
    store.append([entry(left + 1)])
    store.close()
    assert keep_damaged(pulled_path, thoroughly=True) is None
    assert untold(pulled_path) == (loss,) and untold(pulled_path) == ()
    assert losses(pulled_path) == (replace(loss, told=True),)


def test_two_losses_are_kept_side_by_side(path: Path) -> None:
    one = pulled(path, 20)
    halve(wal_of(one))
    Store(sqlite_url(one)).close()
    store = Store(sqlite_url(one))
    there = store.count()
    store.append([entry(there + 1), entry(there + 2)])
    store.close()
    one.unlink()
    Store(sqlite_url(one)).close()
    first, second = losses(one)
    assert (first.missing, second.missing) == (20 - there, there + 2) and first.folder != second.folder


def test_a_database_that_cannot_be_read_is_kept_as_it_is(path: Path) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(1)])
    store.close()
    path.write_bytes(b"rubbish" * 4000)
    with pytest.raises(StoreError, match="is not a database"):
        Store(sqlite_url(path))
    (loss,) = losses(path)
    assert (Path(loss.folder) / path.name).read_bytes() == b"rubbish" * 4000


def test_events_that_were_changed_are_no_surer_than_missing_ones(path: Path) -> None:
    store = Store(sqlite_url(path))
    for seq in range(1, 6):
        store.append([entry(seq)])
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET body = replace(body, '5', '6') WHERE seq = 4")
    connection.close()
    assert keep_damaged(path) is None
    loss = keep_damaged(path, thoroughly=True)
    assert loss is not None and (loss.missing, loss.left) == (0, 5)


def test_a_clean_stop_is_no_loss_however_long_the_log(path: Path) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(seq) for seq in range(1, MOST + 2)])
    store.append([entry(MOST + 2)])
    store.close()
    again = Store(sqlite_url(path))
    again.append([entry(MOST + 3)])
    again.close()
    word = witnessed(path)["1"]
    assert (word.first, word.last) == (MOST + 2, MOST + 3)
    assert keep_damaged(path, thoroughly=True) is None and losses(path) == ()


def test_a_pulled_plug_is_no_loss_even_where_the_witness_lags(path: Path) -> None:
    there = pulled(path, 30)
    assert keep_damaged(there, thoroughly=True) is None
    lagging = pulled(there, 3, first=31)
    shutil.copy(witness_file(path), witness_file(lagging))
    assert keep_damaged(lagging, thoroughly=True) is None
    store = Store(sqlite_url(lagging))
    assert store.count() == 33
    store.append([entry(34)])
    store.close()
    assert (witnessed(lagging)["1"].first, witnessed(lagging)["1"].last) == (34, 34)


WRITER = """
import sys
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Thrown

store = Store(sqlite_url(sys.argv[1]))
seq = store.count()
while True:
    seq += 1
    store.append([
        LogEntry("1", seq, 1, 1, 0.0, 0.0, True, Source.CAMERA, (seq,), Thrown(Side.WHITE, Roll.of(seq % 6 + 1, 1)))
    ])
    print(seq, flush=True)
"""


def test_a_killed_writer_is_no_loss(path: Path) -> None:
    chance = Random(5)
    for _ in range(KILLS):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert writer.stdout is not None
        for _ in range(chance.randrange(1, 80)):
            seq = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        writer.stdout.close()
        writer.wait()
        assert witnessed(path)["1"].last >= seq - 1
        assert keep_damaged(path, thoroughly=True) is None
    assert losses(path) == ()


def test_what_is_removed_for_good_is_no_loss(path: Path) -> None:
    def match(number: int, first: int) -> list[LogEntry]:
        begun = MatchStarted("backgammon", 5, "Anna", "Ben", Crawford.PENDING)
        return [
            replace(entry(first, begun, number), who="Cleo"),
            *(entry(seq, match=number) for seq in range(first + 1, first + 6)),
            entry(first + 6, MatchOver(Side.WHITE), number),
            entry(first + 7, match=number),
        ]

    store = Store(sqlite_url(path))
    for number in range(1, 4):
        for each in match(number, 8 * number - 7):
            store.append([each])
    for remove in (
        lambda: remove_names(store, "1", 3),
        lambda: remove_match(store, "1", 2),
        lambda: remove_match(store, "1", 3, husk=True),
    ):
        remove()
        assert keep_damaged(path, thoroughly=True) is None
    # Its last event alone is known of, and stands for another one now.
    witness_file(path).unlink()
    store.append(match(4, 25)[:-1])
    store.append(match(4, 25)[-1:])
    witness_file(path).write_text(json.dumps({"1": {"first": 32, "last": 32, "digest": "x"}}))
    remove_match(store, "1", 4, husk=True)
    store.close()
    assert keep_damaged(path, thoroughly=True) is None


def test_a_later_version_may_have_changed_the_events(path: Path) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(1)])
    store.close()
    old = {"first": 1, "last": 1, "digest": "of another way to write them", "revision": 3}
    witness_file(path).write_text(json.dumps({"1": old}))
    assert keep_damaged(path, thoroughly=True) is None


def test_a_chouette_without_its_names_is_no_loss_however_it_was_hashed(path: Path) -> None:
    store = Store(sqlite_url(path))
    stood = ChouetteStood(("Anna", "Ben", "Cleo"), (Standing("Anna", 1),))
    store.append(
        [
            entry(1, MatchStarted("backgammon", 1, "Anna", "Ben", Crawford.PENDING)),
            entry(2, stood),
            entry(3),
            entry(4),
        ]
    )
    witness = json.loads(witness_file(path).read_text())
    remove_names(store, "1", 1)
    store.close()
    assert keep_damaged(path, thoroughly=True) is None
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET body = replace(body, '5', '6') WHERE seq = 4")
    connection.close()
    # as it was hashed at first, with the names of who plays a chouette
    before = {key: value for key, value in witness["1"].items() if key != "way"}
    witness_file(path).write_text(json.dumps({"1": {**before, "digest": "with names"}}))
    assert keep_damaged(path, thoroughly=True) is None
    store = Store(sqlite_url(path))
    store.append([entry(5)])
    store.close()
    assert witnessed(path)["1"].first == 5, "no hash goes on from one of another kind"
    witness_file(path).write_text(json.dumps(witness))
    assert keep_damaged(path, thoroughly=True) is not None


@pytest.mark.parametrize("text", ["", "[1]", '{"1": 3}', '{"1": {"first": "x", "last": 2, "digest": ""}}'])
def test_a_witness_that_cannot_be_read_accuses_nobody(path: Path, text: str) -> None:
    store = Store(sqlite_url(path))
    store.append([entry(1)])
    store.close()
    witness_file(path).write_text(text)
    assert keep_damaged(path, thoroughly=True) is None
    store = Store(sqlite_url(path))
    store.append([entry(2)])
    store.close()
    assert witnessed(path)["1"].last == 2


def test_where_it_cannot_be_kept_nothing_is_touched(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = pulled(path, 20)
    halve(wal_of(there))
    before = state_of(there.parent)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(losing.shutil, "copy2", full)
        with pytest.raises(StoreError, match=r"its files cannot be kept \(No space left"):
            Store(sqlite_url(there))
    assert state_of(there.parent) == before and losses(there) == ()
    Store(sqlite_url(there)).close()
    assert len(losses(there)) == 1


def test_only_files_have_a_witness() -> None:
    for url in ("postgresql://localhost/tableside", "sqlite://", "sqlite:///:memory:", "no url"):
        assert file_at(url) is None
    assert keep_damaged(None) is None and losses(None) == ()
