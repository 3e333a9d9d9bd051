"""Backups: tested by restoring them, by breaking them, and by pulling the plug over them."""

import copy
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from device.clock import Clock
from device.errors import BackupError, DeviceError, LockError, StoreError
from device.library.matches.shelf import Deleted, Shelf
from device.ops.backup import backup_file as archive_module
from device.ops.backup import check_backup, finishing, last_backup, make_backup, restore_backup
from device.ops.backup import restoring as restoring_module
from device.ops.backup.backup_file import DELETED, EVENTS, MANIFEST
from device.ops.backup.finishing import PART, READY, finish_restore
from device.store.access import Access
from device.store.access.hashing import digest_of
from device.store.folder import board_position
from device.store.folder.lock import DataLock, is_held
from device.store.log.damage import keep_damaged, losses
from device.store.log.store import LogEntry, Source, Store
from device.store.pictures.ring import Reference, Ring, RingPicture, folder_of, kept_in
from device.store.settings import Settings, TableSettings
from device.table.service.resume import fold
from engine.board import Kind, Seating, Side
from engine.dice import ALL_ROLLS
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Crawford, Match
from engine.plays.legal import legal_plays
from engine.state.events import Event, GameStarted, MatchStarted, Played, Thrown
from engine.state.match_state import MatchState, new_match_state
from tests.device.pulled_plug import PulledPlug, pulled_after
from vision.board_model import BoardModel

MODEL = BoardModel((640, 480), ((80.0, 60.0), (560.0, 60.0), (600.0, 420.0), (40.0, 420.0)))


@dataclass(frozen=True)
class StoppedClock:
    right: bool = True

    def wall(self) -> float:
        return 1.79e9

    def monotonic(self) -> float:
        return 0.0

    def is_set(self) -> bool:
        return self.right


CLOCK: Clock = StoppedClock()


def simulated_match(turns: int, seed: int = 0) -> list[Event]:
    """A match as the log has it, of plays chosen by chance."""
    chance, game = Random(seed), find_game("backgammon")
    events: list[Event] = [
        MatchStarted("backgammon", 5, "Änne", 'B"en', Crawford.PENDING),
        GameStarted(game.start, Seating(Kind.LIGHT), False, Cube()),
    ]
    side, position = Side.WHITE, game.start
    for _ in range(turns):
        roll = chance.choice([roll for roll in ALL_ROLLS if len(set(roll.dice)) == 2])
        events.append(Thrown(side, roll))
        outcome = chance.choice(legal_plays(game, position, side, roll))
        position = outcome.position
        events.append(Played(side, roll, outcome.play, position))
        side = side.other
    return events


def entries(events: Sequence[Event], first: int = 1) -> list[LogEntry]:
    return [
        LogEntry(
            "1",
            seq,
            1,
            1,
            1.75e9 + seq / 3,
            seq / 7,
            seq > 3,
            Source.CAMERA,
            (seq,),
            event,
            boot="b-1",
            who="Maria",
        )
        for seq, event in enumerate(events, first)
    ]


def filled(data: Path, events: Sequence[Event]) -> Settings:
    """The settings of a table with a log, a board that was followed, and a picture."""
    data.mkdir(parents=True)
    settings = Settings(table=TableSettings(data=data))
    store = Store(settings.database_url)
    store.append(entries(events))
    store.close()
    MODEL.save(settings.board_file)
    stamp = board_position.stamp_of(settings.board_file)
    assert stamp is not None
    board_position.keep(
        settings.board_file, replace(MODEL, corners=((81.0, 60.0), *MODEL.corners[1:])), stamp
    )
    kept = RingPicture(1, 7, 0.0, "clear", False, "1-0.board", (Reference(1, 1.0),), 8)
    Ring(folder_of(data, "1", simulated=False), 10**8).add(kept, b"a-jpeg-!", None, MODEL)
    return settings


def elsewhere(tmp_path: Path) -> Settings:
    return Settings(table=TableSettings(data=tmp_path / "elsewhere"))


def match_state_of(settings: Settings) -> MatchState:
    store = Store(settings.database_url)
    try:
        return fold(new_match_state(Match(5, "", "")), store.load("1"))
    finally:
        store.close()


def rows_of(settings: Settings) -> list[dict[str, object]]:
    store = Store(settings.database_url)
    try:
        return list(store.rows())
    finally:
        store.close()


def state_of(data: Path) -> dict[str, bytes]:
    """Every file of a folder, but for what comes and goes."""
    return {
        str(path.relative_to(data)): path.read_bytes()
        for path in sorted(data.rglob("*"))
        if path.is_file() and path.name != "tableside.lock" and not path.name.endswith(("-wal", "-shm"))
    }


@pytest.fixture(scope="module")
def match() -> list[Event]:
    return simulated_match(40)


@pytest.fixture
def settings(tmp_path: Path, match: list[Event]) -> Settings:
    return filled(tmp_path / "data", match)


@pytest.fixture
def backup(settings: Settings, tmp_path: Path) -> Path:
    config = tmp_path / "my.toml"
    config.write_text('[web]\npin = "1234"\n')
    return make_backup(settings, tmp_path / "b.zip", config=config, pictures=True, clock=CLOCK).path


def test_a_match_comes_back_as_it_was(settings: Settings, backup: Path, tmp_path: Path) -> None:
    other = elsewhere(tmp_path)
    done = restore_backup(backup, other, clock=CLOCK)
    assert match_state_of(other) == match_state_of(settings) and rows_of(other) == rows_of(settings)
    assert (done.manifest.made, done.manifest.events, done.aside) == (1.79e9, len(rows_of(settings)), None)
    # the board lies where it was followed to, which the times of both files tell
    assert board_position.load(other.board_file) == board_position.load(settings.board_file) != MODEL
    (kept,) = kept_in(folder_of(other.table.data, "1", simulated=False))
    assert kept.events == (Reference(1, 1.0),)
    assert done.settings is not None and done.settings.read_text().endswith('pin = "1234"\n')
    assert done.settings.stat().st_mode & 0o077 == 0 and backup.stat().st_mode & 0o077 == 0
    assert {path.name for path in other.table.data.iterdir()} == {
        "tableside.db",
        "board.json",
        "board.followed.json",
        "tableside.toml",
        "pictures",
        "tableside.lock",
    }
    noted = last_backup(settings.table.data)
    assert noted is not None and (noted.made, noted.events) == (1.79e9, len(rows_of(settings)))


def test_phones_that_were_let_in_are_known_on_a_new_card_too(settings: Settings, tmp_path: Path) -> None:
    before = Access(settings.table.data)
    before.set_pin("471147")
    first, *_, phone = (before.remember_device() for _ in range(archive_module.MOST_DEVICES + 1))
    made = make_backup(settings, tmp_path / "b.zip", clock=CLOCK).path
    new = elsewhere(tmp_path)
    new.table.data.mkdir()
    other = Access(new.table.data).remember_device()
    restore_backup(made, new)
    after = Access(new.table.data)
    assert first and phone and other
    assert after.knows_device(phone) and after.knows_device(other) and not after.knows_device(first)
    assert not after.has_pin
    with zipfile.ZipFile(made) as archive:
        told = archive.read(MANIFEST).decode()
    assert digest_of(phone) in told and phone not in told


def test_a_backup_without_events_takes_the_place_of_a_log_too(settings: Settings, tmp_path: Path) -> None:
    empty = make_backup(elsewhere(tmp_path), tmp_path / "empty.zip", clock=CLOCK).path
    done = restore_backup(empty, settings, force=True, clock=CLOCK)
    assert rows_of(settings) == []
    assert done.aside is not None and (done.aside / "tableside.db").exists()


def test_who_brings_it_back_does_not_shut_the_service_out(backup: Path, tmp_path: Path) -> None:
    other = elsewhere(tmp_path)
    data = other.table.data
    data.mkdir()
    data.chmod(0o2770)
    restore_backup(backup, other, clock=CLOCK)
    restore_backup(backup, other, force=True, clock=CLOCK)
    brought = [path for path in data.rglob("*") if path.name not in ("tableside.toml", "tableside.lock")]
    assert len(brought) > 10
    assert [path for path in brought if path.stat().st_mode & 0o060 != 0o060] == []


def test_a_backup_is_made_while_events_are_written(
    settings: Settings, tmp_path: Path, match: list[Event]
) -> None:
    before, more = len(match), entries(simulated_match(60, 1)[2:], len(match) + 1)
    store, begun, path = Store(settings.database_url), threading.Event(), tmp_path / "live.zip"

    def write() -> None:
        for entry in more:
            store.append([entry])
            begun.set()

    writer = threading.Thread(target=write)
    lock = DataLock(settings.table.data)
    writer.start()
    begun.wait()
    made = make_backup(settings, path, clock=CLOCK)
    writer.join()
    store.close()
    lock.release()
    other = elsewhere(tmp_path)
    restore_backup(path, other)
    assert rows_of(other) == rows_of(settings)[: made.manifest.events]
    assert before < made.manifest.events <= before + len(more)


def test_a_backup_of_nothing_and_of_a_clock_that_is_not_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bare = Settings(table=TableSettings(name="a/b", data=tmp_path / "bare"))
    made = make_backup(bare, clock=StoppedClock(False))
    assert (str(made.path), made.manifest.made) == ("tableside-a-b-undated.zip", None)
    assert not (tmp_path / "bare").exists(), "no database is made for a backup"
    again = make_backup(bare, clock=StoppedClock(False))
    assert str(again.path) == "tableside-a-b-undated-2.zip"
    other = elsewhere(tmp_path)
    restore_backup(made.path, other)
    assert not (other.table.data / "tableside.db").exists()


def test_a_log_that_is_there_is_replaced_by_force_alone_and_kept(
    settings: Settings, backup: Path, tmp_path: Path
) -> None:
    other = filled(tmp_path / "other", simulated_match(3, 5))
    before = state_of(other.table.data)
    with pytest.raises(BackupError, match="a log of 8 events .* --force"):
        restore_backup(backup, other, clock=CLOCK)
    assert state_of(other.table.data) == before
    done = restore_backup(backup, other, force=True, clock=CLOCK)
    assert match_state_of(other) == match_state_of(settings)
    assert done.aside is not None and done.aside.name.startswith("before-2026-09-")
    assert state_of(done.aside) == {name: data for name, data in before.items() if name != "last-backup.json"}
    assert losses(other.table.data / "tableside.db") == ()
    old = Settings(table=TableSettings(data=done.aside))
    assert match_state_of(old).seq == 8
    more = Store(other.database_url)
    more.append(entries([Thrown(Side.WHITE, ALL_ROLLS[0])], more.count() + 1))
    more.close()
    twice = restore_backup(backup, other, force=True, clock=CLOCK)
    assert keep_damaged(other.table.data / "tableside.db", thoroughly=True) is None, (
        "what is newer was put aside"
    )
    assert twice.aside is not None and twice.aside.name == f"{done.aside.name}-2"


def test_a_damaged_log_is_replaced_and_kept_too(settings: Settings, backup: Path) -> None:
    (settings.table.data / "tableside.db").write_bytes(b"rubbish" * 4000)
    with pytest.raises(BackupError, match="cannot be read"):
        restore_backup(backup, settings)
    done = restore_backup(backup, settings, force=True)
    assert match_state_of(settings).seq == done.manifest.events
    assert done.aside is not None and (done.aside / "tableside.db").read_bytes().startswith(b"rubbish")


def test_nothing_is_brought_back_under_a_running_service(settings: Settings, backup: Path) -> None:
    lock = DataLock(settings.table.data)
    assert is_held(settings.table.data)
    with pytest.raises(LockError, match="running already"):
        restore_backup(backup, settings, force=True)
    lock.release()
    lock.release()
    assert not is_held(settings.table.data) and not is_held(settings.table.data / "nowhere")
    restore_backup(backup, settings, force=True)


def test_a_database_of_ones_own_choice_must_be_empty(
    settings: Settings, backup: Path, tmp_path: Path, database_url: str
) -> None:
    own = Settings(table=TableSettings(data=tmp_path / "owned", database=database_url))
    restore_backup(backup, own)
    assert rows_of(own) == rows_of(settings)
    # as after one that was broken off
    restore_backup(backup, own)
    store = Store(database_url)
    store.append(entries(simulated_match(2)[2:], len(rows_of(settings)) + 1))
    store.close()
    before = state_of(tmp_path / "owned")
    with pytest.raises(BackupError, match="holds other events"):
        restore_backup(backup, own, force=True)
    assert state_of(tmp_path / "owned") == before
    # and from there into a database in the data folder
    restore_backup(make_backup(own, tmp_path / "o.zip").path, elsewhere(tmp_path))
    assert rows_of(elsewhere(tmp_path)) == rows_of(own)


def test_a_plug_that_is_pulled_leaves_the_old_data_or_the_new(
    settings: Settings, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = filled(tmp_path / "old", simulated_match(5, 9))
    before, wanted = rows_of(old), rows_of(settings)
    outcomes, steps = set(), 0
    while True:
        data = tmp_path / f"try-{steps}"
        shutil.copytree(old.table.data, data)
        table = Settings(table=TableSettings(data=data))
        with monkeypatch.context() as patch:
            left = [steps]
            for module, name in ((os, "rename"), (shutil, "rmtree"), (os, "unlink"), (os, "mkdir")):
                patch.setattr(module, name, pulled_after(getattr(module, name), left))
            try:
                restore_backup(backup, table, force=True, clock=CLOCK)
                done = True
            except PulledPlug:
                done = False
        # switched on again
        lock = DataLock(data)
        finish_restore(data)
        lock.release()
        found = rows_of(table)
        assert found in (before, wanted), steps
        outcomes.add(found == wanted)
        assert not (data / PART).exists() and not (data / READY).exists()
        model = board_position.load(table.board_file)
        assert model is not None and model != MODEL
        if found == wanted:
            (aside,) = data.glob("before-*")
            assert rows_of(Settings(table=TableSettings(data=aside))) == before
        else:
            assert not list(data.glob("before-*"))
        shutil.rmtree(data)
        steps += 1
        if done:
            break
    assert outcomes == {True, False} and steps > 10, steps


def test_a_full_disk_changes_nothing(
    settings: Settings, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring_module, "free_bytes", lambda _: 10**6)
    before = state_of(settings.table.data)
    with pytest.raises(BackupError, match=r"no room .* free \d+ MB"):
        restore_backup(backup, settings, force=True)
    assert state_of(settings.table.data) == before
    with pytest.raises(BackupError, match="another file with -o"):
        make_backup(settings, Path("/dev/full/x.zip"))
    with pytest.raises(BackupError, match="another file with -o"):
        make_backup(settings, tmp_path / "no" / "such" / "folder.zip")


def test_a_backup_that_fails_leaves_the_one_before(settings: Settings, backup: Path) -> None:
    good = backup.read_bytes()
    (settings.table.data / "tableside.db").write_bytes(b"rubbish" * 4000)
    with pytest.raises(StoreError):
        make_backup(settings, backup)
    assert backup.read_bytes() == good and [path.name for path in backup.parent.glob("*.part")] == []


def rebuilt(backup: Path, change: Callable[[dict[str, bytes], dict[str, Any]], object]) -> Path:
    """A backup in which something was changed that its maker would not have; hashes and sizes as told by `change`."""
    with zipfile.ZipFile(backup) as source:
        files = {name: source.read(name) for name in source.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    change(files, manifest)
    path = backup.with_name("changed.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in files.items():
            target.writestr(name, data)
        target.writestr(MANIFEST, json.dumps(manifest))
    return path


def told_of(files: dict[str, bytes], manifest: dict[str, Any], name: str, data: bytes) -> None:
    """Put a file in, as a forger would who knows how."""
    files[name] = data
    digest = archive_module.hashlib.sha256(data).hexdigest()
    manifest["files"][name] = {"bytes": len(data), "sha256": digest, "mtime_ns": 1}


def events_changed(
    change: Callable[[list[dict[str, Any]]], None],
) -> Callable[[dict[str, bytes], dict[str, Any]], object]:
    def both(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        rows = [json.loads(line) for line in files[EVENTS].splitlines()]
        change(rows)
        told_of(files, manifest, EVENTS, b"\n".join(json.dumps(row).encode() for row in rows) + b"\n")
        manifest["events"] = len(rows)

    return both


def forged(name: str) -> Callable[[dict[str, bytes], dict[str, Any]], object]:
    return lambda files, manifest: told_of(files, manifest, name, b"evil")


HOSTILE: dict[str, tuple[Callable[[dict[str, bytes], dict[str, Any]], object], str]] = {
    "a way out": (forged("../evil.txt"), "no file of a backup"),
    "an absolute name": (forged("/tmp/evil.txt"), "no file of a backup"),
    "a way out below the pictures": (forged("pictures/../../evil.jpg"), "no file of a backup"),
    "another file": (forged("evil.sh"), "no file of a backup"),
    "a part of the machinery": (forged("aside"), "no file of a backup"),
    "a database": (forged("tableside.db"), "no file of a backup"),
    "a file more": (lambda files, _: files.update({"board.json.old": b"x"}), "other files than it says"),
    "a file less": (lambda files, _: files.pop("board.json"), "other files than it says"),
    "no log": (lambda _, manifest: manifest["files"].pop(EVENTS), "no backup"),
    "a changed board": (lambda files, _: files.update({"board.json": b"{}"}), "not as it was written"),
    "a bomb": (lambda files, _: files.update({"board.json": bytes(10**7)}), "not as it was written"),
    "a bomb that is told of": (
        lambda files, manifest: manifest["files"]["board.json"].update(bytes=10**12),
        "too large",
    ),
    "a board of 63 MB": (
        lambda files, manifest: told_of(files, manifest, "board.json", b" " * (63 * 2**20)),
        "too large",
    ),
    "a board that is garbage": (
        lambda files, manifest: told_of(files, manifest, "board.json", b'{"format": '),
        "no model of a board",
    ),
    "a board of another shape": (
        lambda files, manifest: told_of(files, manifest, "board.json", b"[[[]]]"),
        "no model of a board",
    ),
    "many small bombs": (
        lambda files, manifest: [
            told_of(files, manifest, f"pictures/1/{number}-1.json", b"{}")
            or manifest["files"][f"pictures/1/{number}-1.json"].update(bytes=60 * 2**20)
            for number in range(1, 150)
        ],
        "too large together",
    ),
    "a size below nothing": (
        lambda _, manifest: manifest["files"]["board.json"].update(bytes=-1),
        "too large",
    ),
    "a time after all times": (
        lambda _, manifest: manifest["files"]["board.json"].update(mtime_ns=10**30),
        "no backup",
    ),
    "another program's": (lambda _, manifest: manifest.update(program="other"), "no backup"),
    "a list": (lambda _, manifest: manifest.update(files=[]), "no backup"),
    "a newer form": (lambda _, manifest: manifest.update(format=99), "update Tableside first"),
    "a newer schema": (lambda _, manifest: manifest.update(schema=99), "install the newer version"),
    "a missing event": (lambda _, manifest: manifest.update(events=10**6), "events are missing"),
    "an unknown event": (events_changed(lambda rows: rows[3].update(kind="Nuke")), "cannot be read"),
    "an event that is none": (events_changed(lambda rows: rows[3].update(body="[]")), "cannot be read"),
    "a time that is none": (events_changed(lambda rows: rows[3].update(wall=float("nan"))), "cannot be read"),
    "a number that is a text": (events_changed(lambda rows: rows[3].update(seq="4")), "cannot be read"),
    "frames that are none": (events_changed(lambda rows: rows[3].update(frames="{}")), "cannot be read"),
    "an event of later": (events_changed(lambda rows: rows[3].update(schema=2)), "cannot be read"),
    "an event twice": (events_changed(lambda rows: rows.append(rows[-1])), "cannot be read"),
    "phones of no digest": (
        lambda _, manifest: manifest.update(devices=["0" * 63]),
        "is no backup of Tableside",
    ),
    "text for an event": (
        lambda files, manifest: told_of(files, manifest, EVENTS, b"\xff\xfe\n" * 5),
        "cannot be read",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_changes_nothing(
    settings: Settings, backup: Path, tmp_path: Path, name: str
) -> None:
    change, said = HOSTILE[name]
    path = rebuilt(backup, change)
    before, around = state_of(settings.table.data), sorted(tmp_path.rglob("*"))
    with pytest.raises(BackupError, match=said) as caught:
        restore_backup(path, settings, force=True)
    assert "\n" not in str(caught.value)
    assert state_of(settings.table.data) == before
    lock = settings.table.data / "tableside.lock"
    assert [each for each in sorted(tmp_path.rglob("*")) if each != lock] == [
        each for each in around if each != lock
    ]


def test_an_archive_that_names_the_same_bytes_many_times_changes_nothing(
    settings: Settings, backup: Path
) -> None:
    """Its directory names one part under many names: a small file of which much would be made."""
    path, part = backup.with_name("overlapping.zip"), os.urandom(4096)

    def change(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        for number in range(1, 400):
            told_of({}, manifest, f"pictures/1/{number}-1.jpg", part)
        files.update({name: b"" for name in manifest["files"] if name not in files})

    made = rebuilt(backup, change)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as target:
        for info in source.infolist():
            if source.read(info):
                target.writestr(info.filename, source.read(info))
        target.writestr("pictures/1/1-1.jpg", part)
        first = target.getinfo("pictures/1/1-1.jpg")
        for info in source.infolist():
            if not source.read(info) and info.filename != first.filename:
                other = copy.copy(first)
                other.filename = info.filename
                target.filelist.append(other)
    before = state_of(settings.table.data)
    with pytest.raises(BackupError, match="over one another"):
        restore_backup(path, settings, force=True)
    assert state_of(settings.table.data) == before


def test_a_board_that_is_garbage_does_not_keep_the_log_from_a_backup(
    settings: Settings, tmp_path: Path, match: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    settings.board_file.write_text("{")
    made = make_backup(settings, tmp_path / "poor.zip", clock=CLOCK)
    assert "board.json" not in made.manifest.files and "calibrate the board again" in caplog.text
    restored = restore_backup(made.path, elsewhere(tmp_path))
    assert restored.board is None and len(rows_of(elsewhere(tmp_path))) == len(match)


def test_what_is_no_backup_at_all(settings: Settings, tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("hello")
    empty = tmp_path / "empty.zip"
    zipfile.ZipFile(empty, "w").close()
    for path in (plain, empty):
        with pytest.raises(BackupError, match="no backup of Tableside"):
            restore_backup(path, settings)
    for path in (tmp_path / "nowhere.zip", tmp_path):
        with pytest.raises(BackupError, match="cannot be read"):
            restore_backup(path, settings)


def test_a_link_in_an_archive_is_no_link(settings: Settings, backup: Path, tmp_path: Path) -> None:
    """Zip files tell of links by a mode that is never looked at: such a file is a file of a wrong hash."""
    path = tmp_path / "link.zip"
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(path, "w") as target:
        for info in source.infolist():
            data = source.read(info)
            if info.filename == "board.json":
                info = zipfile.ZipInfo("board.json")
                info.external_attr, data = 0o120777 << 16, b"/etc/passwd"
            target.writestr(info, data)
    with pytest.raises(BackupError, match="not as it was written"):
        restore_backup(path, settings, force=True)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory, match: list[Event]) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("good")
    made = make_backup(filled(folder / "data", match[:12]), folder / "b.zip", pictures=True, clock=CLOCK)
    return folder, made.path.read_bytes()


@given(data=st.data())
@hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_damaged_archive_is_whole_or_refused(good: tuple[Path, bytes], data: st.DataObject) -> None:
    folder, whole = good
    broken = bytearray(whole)
    if data.draw(st.booleans()):
        del broken[data.draw(st.integers(0, len(broken) - 1)) :]
    for _ in range(data.draw(st.integers(0, 4))):
        if broken:
            broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    path = folder / "broken.zip"
    path.write_bytes(broken)
    try:
        manifest = check_backup(path)
    except DeviceError as error:
        assert str(path) in str(error)
    else:
        # what was hit does not matter, such as the time that the ZIP file itself tells
        assert manifest.files == check_backup(folder / "b.zip").files


def test_a_restore_that_cannot_be_finished_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings.table.data / READY).mkdir()
    with pytest.raises(BackupError, match="was broken off"):
        make_backup(settings)

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(finishing.shutil, "rmtree", fail)
    with pytest.raises(BackupError, match="cannot be finished .* nothing is lost"):
        finish_restore(settings.table.data)


def test_matches_that_were_deleted_are_so_after_a_restore(tmp_path: Path, settings: Settings) -> None:
    shelf = Shelf(settings.database_url, "1")
    shelf.delete(1, Deleted(1.75e9, for_good=False))
    shelf.close()
    other = elsewhere(tmp_path)
    restore_backup(make_backup(settings, tmp_path / "b.zip").path, other)
    store = Store(other.database_url)
    assert store.deleted() == ({"table": "1", "match": 1, "at": 1.75e9, "for_good": False},)
    store.close()
    assert not (other.table.data / DELETED).exists()


def test_deleted_matches_that_cannot_be_read_are_refused(backup: Path, tmp_path: Path) -> None:
    line = b'{"table": "1", "match": "all", "at": null, "for_good": true}\n'
    changed = rebuilt(backup, lambda files, manifest: told_of(files, manifest, DELETED, line))
    with pytest.raises(BackupError, match="a deleted match in it cannot be read"):
        restore_backup(changed, elsewhere(tmp_path))
