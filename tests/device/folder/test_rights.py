"""Rights: nothing that is left in a data folder shuts the service out of it."""

import os
import stat
from pathlib import Path

import pytest

from device.store.folder.atomic_file import hand_over
from device.store.folder.lock import DataLock
from device.store.log.store import Store, sqlite_url

SERVICE = 4242


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder as systemd makes it for the service, in which its group may write, too."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o2770)
    return folder


def test_the_group_of_the_folder_may_write_the_log_and_what_lies_beside_it(shared: Path) -> None:
    path = shared / "tableside.db"
    store = Store(sqlite_url(path))
    found = {each.name: mode_of(each) & 0o060 for each in shared.iterdir()}
    store.close()
    assert found == {"tableside.db": 0o060, "tableside.db-wal": 0o060, "tableside.db-shm": 0o060}


def test_a_log_of_before_is_given_to_the_group_too(shared: Path) -> None:
    path = shared / "tableside.db"
    Store(sqlite_url(path)).close()
    path.chmod(0o640)
    Store(sqlite_url(path)).close()
    assert mode_of(path) == 0o660


def test_where_only_its_owner_may_write_nobody_else_gets_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    Store(sqlite_url(tmp_path / "tableside.db")).close()
    assert mode_of(tmp_path / "tableside.db") & 0o022 == 0


def test_folders_may_be_entered_and_files_are_not_made_programs(shared: Path) -> None:
    (shared / "pictures").mkdir(mode=0o755)
    (shared / "board.json").touch(mode=0o600)
    for each in list(shared.iterdir()):
        hand_over(each, shared)
    assert mode_of(shared / "pictures") & 0o070 == 0o070
    assert mode_of(shared / "board.json") == 0o660


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files to others")
def test_what_root_makes_belongs_to_the_service(shared: Path) -> None:
    os.chown(shared, SERVICE, SERVICE)
    Store(sqlite_url(shared / "tableside.db")).close()
    status = (shared / "tableside.db").stat()
    assert (status.st_uid, status.st_gid) == (SERVICE, SERVICE)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
def test_a_lock_that_another_user_has_made_can_be_taken(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared.chmod(0o755)
    DataLock(shared).release()
    # the folders above it are root's alone
    monkeypatch.chdir(shared)
    os.seteuid(SERVICE)
    try:
        DataLock(Path()).release()
    finally:
        os.seteuid(0)
