"""Daily backups: made while nobody plays, rotated, restored, and told of when they are not:
disk full, plug pulled, damage.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hand_clock import HandClock
from hypothesis import given
from hypothesis import strategies as st

from device.errors import SettingsError
from device.finding import Health
from device.io.host import Host
from device.ops.backup import (
    carrying,
    check_backup,
    daily,
    daily_copies,
    daily_note,
    last_backup,
    restore_backup,
    sticks,
)
from device.ops.backup.daily import (
    AGAIN_SECONDS,
    DAMAGED,
    OVERDUE_SECONDS,
    DailyBackups,
    QuietTable,
)
from device.ops.backup.daily_note import FEW, NOTE
from device.ops.backup.rotation import Copy, copy_of, kept
from device.ops.doctor import storage_checks
from device.ops.doctor.storage_checks import check_daily
from device.store.folder.lock import DataLock
from device.store.log.store import LogEntry, Source, Store
from device.store.settings import BackupSettings, Settings, TableSettings, parse_settings
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Thrown
from tests.device.pulled_plug import PulledPlug, pulled_after

DAY = 86400.0


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    data = tmp_path / "data"
    data.mkdir()
    return Settings(table=TableSettings(data=data))


def played(settings: Settings, first: int, last: int) -> None:
    store = Store(settings.database_url)
    store.append(
        [
            LogEntry(
                "1",
                seq,
                1,
                1,
                1.75e9 + seq,
                float(seq),
                True,
                Source.CAMERA,
                (),
                Thrown(Side.WHITE, Roll((3, 1))),
            )
            for seq in range(first, last + 1)
        ]
    )
    store.close()


def days_of(settings: Settings) -> list[str]:
    return [str(copy.day) for copy, _ in daily_copies(settings)]


def held(settings: Settings) -> int:
    store = Store(settings.database_url)
    try:
        return store.count()
    finally:
        store.close()


def test_a_day_a_backup_that_restore_brings_back(
    settings: Settings, clock: HandClock, tmp_path: Path
) -> None:
    config = tmp_path / "my.toml"
    config.write_text('[web]\npin = "1234"\n')
    backups = DailyBackups(settings, config, clock=clock)
    assert backups.step() is None, "there is nothing to keep yet"
    played(settings, 1, 30)
    path = backups.step()
    assert path is not None and path.parent == settings.table.data / "backups"
    assert path.stat().st_mode & 0o077 == 0, "the settings in it may hold the PIN"
    assert check_backup(path).events == 30
    note = daily_note(settings.table.data)
    assert (note.file, note.events, note.failed) == (path.name, 30, None)
    clock.now += AGAIN_SECONDS
    assert backups.step() is None, "today's is made"
    played(settings, 31, 40)
    clock.now += DAY
    assert backups.step() is not None and len(days_of(settings)) == 2
    restore_backup(path, settings, force=True)
    assert held(settings) == 30 and len(days_of(settings)) == 2
    # lost with the card is what lies on the card
    assert last_backup(settings.table.data) is None


def test_while_somebody_plays_none_is_made_until_it_is_overdue(settings: Settings, clock: HandClock) -> None:
    played(settings, 1, 3)
    quiet = True
    backups = DailyBackups(settings, quiet=lambda: quiet, clock=clock)
    assert backups.step() is not None
    played(settings, 4, 6)
    quiet = False
    clock.now += DAY
    assert backups.step() is None
    clock.now += OVERDUE_SECONDS
    assert backups.step() is not None


def test_a_game_that_is_over_is_kept_the_same_evening(settings: Settings, clock: HandClock) -> None:
    played(settings, 1, 10)
    last = 10
    backups = DailyBackups(settings, clock=clock, events=lambda: last)
    assert backups.step() is not None
    last = 10 + FEW
    played(settings, 11, last)
    assert backups.step() is None, "not so soon again"
    clock.now += AGAIN_SECONDS
    path = backups.step()
    assert path is not None and check_backup(path).events == last
    assert len(days_of(settings)) == 1, "of a day the last one stays"


def test_a_table_is_quiet_when_nothing_has_happened_for_a_while() -> None:
    clock, seq, playing = HandClock(), 1, True
    table: Any = SimpleNamespace(desk=SimpleNamespace(latest=lambda: SimpleNamespace(seq=seq)))
    table.match_state = SimpleNamespace(playing=False)
    quiet = QuietTable(table, clock)
    assert not quiet()
    clock.now += 301
    assert quiet()
    table.match_state = SimpleNamespace(playing=playing)
    assert not quiet()
    clock.now += 3600
    assert quiet()
    seq = 2
    assert not quiet()


def test_copies_that_are_all_alike_push_nothing_out(settings: Settings, clock: HandClock) -> None:
    backups = DailyBackups(settings, clock=clock)
    played(settings, 1, 5)
    backups.step()
    played(settings, 6, 9)
    clock.now += DAY
    backups.step()
    before = days_of(settings)
    for _ in range(20):
        clock.now += DAY
        assert backups.step() is not None, "the last one is looked through anew"
    assert days_of(settings) == before and daily_note(settings.table.data).checked == clock.wall()
    assert check_daily(settings, clock).health is Health.OK


def test_seven_days_and_four_weeks_stay(settings: Settings, clock: HandClock) -> None:
    backups = DailyBackups(settings, clock=clock)
    for day in range(60):
        played(settings, day + 1, day + 1)
        assert backups.step() is not None
        clock.now += DAY
    days = [copy.day for copy, _ in daily_copies(settings) if copy.day]
    assert len(days) == 11
    assert [(days[-1] - day).days for day in days[-7:]] == [6, 5, 4, 3, 2, 1, 0]
    weeks = [day.isocalendar()[:2] for day in days[:4]]
    assert len(set(weeks)) == 4 and days[-1] - days[0] < timedelta(days=7 * 6)


@given(
    st.lists(st.tuples(st.integers(0, 400), st.booleans()), min_size=1, max_size=60),
    st.integers(1, 10),
    st.integers(0, 6),
)
def test_what_is_kept(made: list[tuple[int, bool]], days: int, weeks: int) -> None:
    start = date(2026, 1, 1)
    copies = [Copy(n, start + timedelta(days=d) if dated else None) for n, (d, dated) in enumerate(made, 1)]
    stay = kept(copies, days, weeks)
    assert copies[-1] in stay and stay <= set(copies) and len(stay) <= days + weeks
    assert kept([each for each in copies if each in stay], days, weeks) == stay, "twice takes no more away"
    today = start + timedelta(days=800)
    later = kept(copies, days, weeks, today)
    assert copies[-1] in later and later <= stay
    assert all(each.day is None or each is copies[-1] for each in later)


def test_files_of_others_are_left_alone(settings: Settings, clock: HandClock) -> None:
    folder = settings.backup_folder
    folder.mkdir()
    others = [
        "holiday.zip",
        "daily-2-000001-2020-01-01.zip",
        "daily-1-000001-2020-99-01.zip",
        "daily-1-1.zip",
    ]
    for name in others:
        assert copy_of(name, "1") is None
        (folder / name).write_text("x")
    played(settings, 1, 3)
    assert DailyBackups(settings, clock=clock).step() is not None
    assert {path.name for path in folder.iterdir()} >= set(others)


def test_without_a_clock_there_is_one_each_time_that_it_runs(settings: Settings, clock: HandClock) -> None:
    clock.right = False
    played(settings, 1, 3)
    for number in (1, 2):
        backups = DailyBackups(settings, clock=clock)
        path = backups.step()
        assert path is not None and path.name == f"daily-1-{number:06}-undated.zip"
        clock.now += 2 * AGAIN_SECONDS
        assert backups.step() is None
        played(settings, 4, 6) if number == 1 else None
    assert check_daily(settings, clock).health is Health.OK


def test_a_clock_that_was_set_back_does_no_harm(settings: Settings, clock: HandClock) -> None:
    played(settings, 1, 3)
    assert DailyBackups(settings, clock=clock).step() is not None
    clock.ahead -= 400 * DAY
    played(settings, 4, 6)
    path = DailyBackups(settings, clock=clock).step()
    assert path is not None and check_backup(path).events == 6 and daily_copies(settings)[-1][1] == path


def test_a_full_disk_is_told_and_the_last_good_one_stays(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1, 300)
    backups = DailyBackups(settings, clock=clock)
    good = backups.step()
    played(settings, 301, 600)
    clock.now += DAY
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _full(os.fsync, ".zip.part"))
        assert backups.step() is None
    found = check_daily(settings, clock)
    assert (
        found.health is Health.WARNING
        and "No space left on device" in str(found.found)
        and "room" in str(found.advice)
    )
    assert [path for _, path in daily_copies(settings)] == [good]
    assert not list(settings.backup_folder.glob("*.part"))
    assert backups.step() is None, "not at once again"
    clock.now += AGAIN_SECONDS
    assert backups.step() is not None and check_daily(settings, clock).health is Health.OK


def test_a_disk_so_full_that_not_even_that_can_be_noted_is_told_too(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1, 300)
    backups = DailyBackups(settings, clock=clock)
    backups.step()
    clock.now += DAY
    monkeypatch.setattr(os, "fsync", _full(os.fsync, ""))
    monkeypatch.setattr(storage_checks, "free_bytes", lambda _: 10**7)
    assert backups.step() is None and daily_note(settings.table.data).failed is None
    found = check_daily(settings, clock)
    assert found.health is Health.WARNING and "no room for the next" in str(found.found)


def _full(real: Callable[[int], None], ending: str) -> Callable[[int], None]:
    """Writing to a file of that name fails as it does on a full disk."""

    def sync(descriptor: int) -> None:
        if os.readlink(f"/proc/self/fd/{descriptor}").endswith(ending):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    return sync


def test_it_never_takes_the_room_that_the_log_needs(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1, 2 * daily.LOOK_ROWS)
    looks = iter([10**9, 10**9, 99 * 10**6])
    monkeypatch.setattr(daily, "free_bytes", lambda _: next(looks))
    assert DailyBackups(settings, clock=clock).step() is None
    assert "no room" in str(daily_note(settings.table.data).failed)
    assert list(settings.backup_folder.glob("daily-*")) == [] and next(looks, None) is None


def test_a_plug_that_is_pulled_leaves_whole_copies_and_nothing_else(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1, 20)
    assert DailyBackups(settings, clock=clock).step() is not None
    step, pulled = 0, True
    while pulled:
        played(settings, 21 + step, 21 + step)
        clock.now += DAY
        with monkeypatch.context() as patch:
            left = [step]
            for name in ("fsync", "replace", "unlink", "rename"):
                patch.setattr(os, name, pulled_after(getattr(os, name), left))
            # whoever is switched off tidies nothing up
            patch.setattr("device.ops.backup.making._remove", lambda _: None)
            try:
                DailyBackups(settings, clock=clock).step()
                pulled = False
            except PulledPlug:
                step += 1
        for _, path in daily_copies(settings):
            check_backup(path)
        assert daily_copies(settings)
    assert step >= 3
    assert {copy_of(path.name, "1") is None for path in settings.backup_folder.glob("daily-*")} == {False}
    assert check_daily(settings, clock).health is Health.OK


@pytest.mark.parametrize("how", ["cut off", "overwritten", "empty"])
def test_a_damaged_copy_is_told_of_and_made_anew(settings: Settings, clock: HandClock, how: str) -> None:
    played(settings, 1, 50)
    backups = DailyBackups(settings, clock=clock)
    path = backups.step()
    assert path is not None
    whole = bytearray(path.read_bytes())
    if how == "overwritten":
        whole[len(whole) // 3] ^= 0xFF
    path.write_bytes(whole if how == "overwritten" else whole[: len(whole) // 2] if how == "cut off" else b"")
    found = check_daily(settings, clock)
    assert found.health is Health.WARNING and str(path) in str(found.found) and str(found.advice)
    clock.now += DAY
    fresh = backups.step()
    assert fresh is not None and check_backup(fresh).events == 50
    assert path.with_name(path.name + DAMAGED).exists() and not path.exists()
    assert check_daily(settings, clock).health is Health.OK


def test_a_stick_that_is_pulled_out_is_told(settings: Settings, clock: HandClock, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    there = replace(settings, backup=BackupSettings(folder=str(stick)))
    played(there, 1, 300)
    backups = DailyBackups(there, clock=clock)
    assert backups.step() is None and not stick.exists(), (
        "a folder that is not there is not made where nothing is plugged in"
    )
    found = check_daily(there, clock)
    assert "is not there" in str(found.found) and "plug its disk in" in str(found.advice)
    stick.mkdir()
    clock.now += AGAIN_SECONDS
    assert backups.step() is not None and check_daily(there, clock).health is Health.OK
    stick.rename(tmp_path / "away")
    found = check_daily(there, clock)
    assert found.health is Health.WARNING and "gone" in str(found.found)


def test_on_another_disk_it_counts_as_a_backup(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "is_elsewhere", lambda _: True)
    played(settings, 1, 3)
    DailyBackups(settings, clock=clock).step()
    noted = last_backup(settings.table.data)
    assert noted is not None and noted.events == 3


def test_one_that_is_late_is_told(settings: Settings, clock: HandClock) -> None:
    assert check_daily(settings, clock).health is Health.OK, "there is nothing to lose yet"
    played(settings, 1, FEW)
    found = check_daily(settings, clock)
    assert (found.health, str(found.found)) == (Health.WARNING, "none yet")
    DailyBackups(settings, clock=clock).step()
    clock.now += 10 * DAY
    assert check_daily(settings, clock).health is Health.OK, "nothing has come since"
    played(settings, FEW + 1, FEW + 7)
    found = check_daily(settings, clock)
    assert (
        found.health is Health.WARNING
        and "the last 10 days ago" in str(found.found)
        and "7 events since" in str(found.found)
    )
    clock.right = False
    assert check_daily(settings, clock).health is Health.OK
    off = replace(settings, backup=BackupSettings(days=0))
    assert check_daily(off, clock).health is Health.OK


def test_one_that_cannot_be_looked_into_is_no_alarm(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1, 3)
    DailyBackups(settings, clock=clock).step()
    monkeypatch.setattr(os, "access", lambda *_: False)
    found = check_daily(settings, clock)
    assert found.health is Health.OK and "sudo tableside doctor" in str(found.found)


def test_table_and_hub_on_one_computer_make_one_between_them(settings: Settings, clock: HandClock) -> None:
    played(settings, 1, 3)
    settings.backup_folder.mkdir()
    lock = DataLock(settings.backup_folder)
    backups = DailyBackups(settings, clock=clock)
    assert backups.step() is None and daily_note(settings.table.data).failed is None
    lock.release()
    assert backups.step() is not None
    assert DailyBackups(settings, clock=clock).step() is None


def test_whoever_ends_the_service_does_not_wait(settings: Settings, clock: HandClock) -> None:
    played(settings, 1, 3)
    backups = DailyBackups(settings, clock=clock)
    backups.start()
    backups.stop()
    assert backups.step() is None
    assert (
        list(settings.backup_folder.glob("daily-*")) == [] and daily_note(settings.table.data).failed is None
    )


@pytest.mark.parametrize("text", ["rubbish", "[]", '{"file": 3}', '{"checked": "now"}'])
def test_a_note_that_cannot_be_read_is_none(settings: Settings, clock: HandClock, text: str) -> None:
    played(settings, 1, 3)
    (settings.table.data / NOTE).write_text(text)
    assert daily_note(settings.table.data).file == ""
    assert DailyBackups(settings, clock=clock).step() is not None


@pytest.mark.parametrize("line", ["days = -1", "weeks = 1000", 'folder = "stick"'])
def test_settings_that_make_no_sense(line: str) -> None:
    with pytest.raises(SettingsError, match=r"\[backup\]"):
        parse_settings(f"[backup]\n{line}\n")


def plugged_in(root: Path, monkeypatch: pytest.MonkeyPatch, *names: str) -> list[Path]:
    """Sticks in a computer of which `root` is the root folder."""
    points = [root / "media" / name for name in names]
    for point in points:
        point.mkdir(parents=True)
    mounted = (str(point).replace(" ", r"\040") for point in points)
    (root / "proc").mkdir()
    (root / "proc" / "mounts").write_text("".join(f"/dev/sda1 {each} vfat rw 0 0\n" for each in mounted))
    monkeypatch.setattr(sticks, "ROOTS", (root / "media",))
    monkeypatch.setattr(sticks, "Host", lambda: Host(root))
    return points


def test_a_stick_that_has_a_folder_for_them_takes_the_copies_by_itself(
    settings: Settings, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stick,) = plugged_in(tmp_path, monkeypatch, "a stick")
    settings = replace(settings, backup=BackupSettings(days=2, weeks=0))
    backups = DailyBackups(settings, clock=clock)
    played(settings, 1, 30)
    assert backups.step() is not None
    with monkeypatch.context() as patch:
        patch.setattr(carrying, "DataLock", None)  # where nothing is lacking, nobody is kept out
        backups.carry_along()
    assert [*stick.iterdir()] == [], "nobody has said that this stick is for them"
    (stick / sticks.FOLDER).mkdir()
    for day in range(4):
        backups.carry_along()
        backups.carry_along()
        played(settings, 31 + 10 * day, 40 + 10 * day)
        clock.now += DAY
        assert backups.step() is not None
    monkeypatch.setattr(sticks, "free_bytes", lambda _: 0)
    backups.carry_along()
    (folder,) = sticks.stick_folders()
    copies = sorted(folder.iterdir())
    assert [copy.number for each in copies if (copy := copy_of(each.name, "1"))] == [3, 4] and len(
        copies
    ) == 2, "as many as are kept, and no part of one"
    assert check_backup(copies[-1]).events == 60
    last = last_backup(settings.table.data)
    assert last is not None and last.events == 60, "the doctor knows of a copy beside the card"


@pytest.mark.parametrize("right", [True, False])
def test_a_fresh_copy_stays_on_a_stick_that_holds_higher_numbers(
    settings: Settings, clock: HandClock, tmp_path: Path, *, right: bool
) -> None:
    clock.right = right
    settings = replace(settings, backup=BackupSettings(days=2, weeks=0))
    today = date.fromtimestamp(clock.wall())
    folder = tmp_path / "stick"
    folder.mkdir()
    for ago in (3, 2, 1):
        (folder / Copy(61 - ago, today - timedelta(days=ago)).name("1")).write_text("of the card before")
    played(settings, 1, 5)
    fresh = DailyBackups(settings, clock=clock).step()
    assert fresh is not None
    assert sticks.carry(fresh, folder, settings, today if right else None) is not None
    numbers = {copy.number for path in folder.iterdir() if (copy := copy_of(path.name, "1"))}
    assert numbers == ({1, 60} if right else {1, 59, 60})
    assert sticks.carry(fresh, folder, settings, today) is None, "it is not written over and over"
    clock.now, clock.right = clock.now + DAY, True
    played(settings, 6, 9)
    second = DailyBackups(settings, clock=clock).step()
    assert second is not None and sticks.carry(second, folder, settings, today + timedelta(days=1))
    numbers = {copy.number for path in folder.iterdir() if (copy := copy_of(path.name, "1"))}
    assert numbers == ({1, 2} if right else {2, 60})


def test_computers_of_one_name_have_a_folder_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (stick,) = plugged_in(tmp_path, monkeypatch, "stick")
    (stick / sticks.FOLDER).mkdir()
    monkeypatch.setattr("socket.gethostname", lambda: "tableside")
    machine = tmp_path / "etc" / "machine-id"
    machine.parent.mkdir()
    names = []
    for said in ("a" * 32, "b" * 32, "a" * 32, "uninitialized"):
        machine.write_text(f"{said}\n")
        names += [folder.name for folder in sticks.stick_folders()]
    assert names[0] == names[2] != names[1] and names[3] == "tableside"
    assert all(name.startswith("tableside-") and "aaaa" not in name for name in names[:3])


def test_a_stick_that_takes_no_copy_rests_and_the_doctor_says_why(
    settings: Settings,
    clock: HandClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for stick in plugged_in(tmp_path, monkeypatch, "full", "damaged", "good"):
        (stick / sticks.FOLDER).mkdir()
    full, damaged, good = sticks.stick_folders()
    tried: list[Path] = []

    def free(folder: Path) -> int:
        tried.append(folder)
        return 0 if folder == full else 10**9

    def read_back(path: Path) -> Any:
        if path.parent == damaged:
            path.write_bytes(b"x")
        return check_backup(path)

    played(settings, 1, 300)
    backups = DailyBackups(settings, clock=clock)
    copy = backups.step()
    assert copy is not None
    with monkeypatch.context() as patch:
        patch.setattr(sticks, "free_bytes", free)
        patch.setattr(sticks, "check_backup", read_back)
        for _ in range(3):
            backups.carry_along()
            clock.now += daily.ROUND_SECONDS
        assert tried == [full, damaged, good], "once each"
        clock.now += AGAIN_SECONDS
        backups.carry_along()
        assert tried[3:] == [full, damaged], "after a rest again, and said but once"
        assert sum("laid elsewhere" in record.message for record in caplog.records) == 2
        assert (good / copy.name).exists() and list(damaged.iterdir()) == []
        found = check_daily(settings, clock)
        assert found.health is Health.WARNING and str(found.advice).startswith("take another stick")
        assert f"no room for a daily backup in {full}" in str(found.found) and f"also in {good}" in str(
            found.found
        )
        clock.now += DAY
        played(settings, 301, 310)
        assert backups.step() is not None and check_daily(settings, clock).health is Health.WARNING, (
            "it is not forgotten"
        )
    backups.carry_along()
    assert check_daily(settings, clock).health is Health.OK
    assert [len([*each.iterdir()]) for each in (full, damaged, good)] == [1, 1, 2]


def test_one_process_at_a_time_lays_copies_on_a_stick_and_sweeps_first(
    settings: Settings, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stick,) = plugged_in(tmp_path, monkeypatch, "stick")
    (stick / sticks.FOLDER).mkdir()
    (folder,) = sticks.stick_folders()
    folder.mkdir()
    other = "daily-2-000001-2020-01-01.zip.part"
    for name in ("daily-1-000001-2020-01-01.zip.part", other):
        (folder / name).write_text("broken off")
    played(settings, 1, 5)
    backups = DailyBackups(settings, clock=clock)
    copy = backups.step()
    assert copy is not None
    lock = DataLock(settings.backup_folder)
    backups.carry_along()
    assert not (folder / copy.name).exists() and daily_note(settings.table.data).beside is None
    lock.release()
    backups.carry_along()
    assert {path.name for path in folder.iterdir()} == {copy.name, other}, (
        "another table may be writing its own"
    )
