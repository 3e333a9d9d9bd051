"""The doctor's findings, each with its advice."""

import socket
from collections import namedtuple
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from device import doctor
from device.clock import SystemClock, synchronised
from device.doctor import Finding, Health
from device.settings import Settings, TableSettings
from device.store import Store


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(table=TableSettings(data=tmp_path))


@dataclass(frozen=True)
class StoppedClock:
    right: bool

    def wall(self) -> float:
        return 0.0

    def monotonic(self) -> float:
        return 0.0

    def is_set(self) -> bool:
        return self.right


def test_every_check_has_a_verdict_and_every_complaint_its_advice(settings: Settings) -> None:
    findings = doctor.examine(settings, StoppedClock(True))
    assert [finding.check for finding in findings] == [
        "python", "packages", "siblings", "camera", "board", "pins", "disk", "database", "clock", "port"
    ]  # fmt: skip
    for finding in findings:
        assert finding.found
        assert bool(finding.advice) == (finding.health is not Health.OK), finding
        assert finding.as_json()["health"] in ("ok", "warning", "failure")


def test_an_old_python_is_a_failure() -> None:
    assert doctor.check_python((3, 11, 2)).health is Health.OK
    assert doctor.check_python((3, 9, 2)) == Finding(
        "python", Health.FAILURE, "3.9.2", "install Python 3.11 or newer"
    )


def test_a_missing_package_is_a_failure() -> None:
    assert doctor.check_packages().health is Health.OK
    found = doctor.check_packages({"no_such_module": "no-such-package"})
    assert found.health is Health.FAILURE and "pip install no-such-package" in found.advice


def test_a_package_of_the_same_name_elsewhere_is_a_failure() -> None:
    assert doctor.check_siblings().health is Health.OK
    for other in ("json", "no_such_module"):
        found = doctor.check_siblings(("engine", other))
        assert found.health is Health.FAILURE and other in found.found


def test_cameras(tmp_path: Path) -> None:
    assert doctor.check_camera(tmp_path).health is Health.WARNING
    (tmp_path / "video0").touch()
    found = doctor.check_camera(tmp_path)
    assert (found.health, found.found) == (Health.OK, str(tmp_path / "video0"))


def test_the_board(settings: Settings) -> None:
    assert "tableside calibrate" in doctor.check_board(settings).advice
    settings.board_file.write_text("{}")
    assert doctor.check_board(settings).health is Health.FAILURE


def test_pins() -> None:
    assert doctor.check_pins(MockFactory).health is Health.OK

    def none() -> None:
        raise RuntimeError("no pins here")

    found = doctor.check_pins(none)
    assert found.health is Health.WARNING and "no pins here" in found.found


@pytest.mark.parametrize(
    ("free", "health"), [(10**10, Health.OK), (10**8, Health.WARNING), (10**7, Health.FAILURE)]
)
def test_the_disk(tmp_path: Path, free: int, health: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")(10**12, 0, free)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    assert doctor.check_disk(tmp_path / "not" / "yet").health is health


def test_a_folder_that_may_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    found = doctor.check_disk(tmp_path)
    assert found.health is Health.FAILURE and "'data' in [table]" in found.advice


def test_the_database(settings: Settings) -> None:
    assert doctor.check_database(settings).found.startswith("none yet")
    Store(settings.database_url).close()
    assert doctor.check_database(settings).found == "0 events"
    (settings.table.data / "tableside.db").write_bytes(b"something else entirely, and long enough" * 50)
    found = doctor.check_database(settings)
    assert found.health is Health.FAILURE and "name another file" in found.advice
    elsewhere = replace(settings, table=replace(settings.table, database="nosuch://x"))
    assert doctor.check_database(elsewhere).health is Health.FAILURE


def test_the_clock() -> None:
    assert doctor.check_clock(StoppedClock(True)).health is Health.OK
    assert "battery" in doctor.check_clock(StoppedClock(False)).advice
    assert isinstance(SystemClock().is_set(), bool) and isinstance(synchronised(), bool)


def test_the_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = doctor.check_port("127.0.0.1", port)
        assert found.health is Health.WARNING and "--port" in found.advice
    assert doctor.check_port("127.0.0.1", port).health is Health.OK
    assert doctor.check_port("203.0.113.1", port).health is Health.FAILURE
