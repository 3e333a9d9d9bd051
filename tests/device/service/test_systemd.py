"""What systemd is told, over a real socket."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.table.heartbeat import REFEREE, WATCHER, Heartbeat
from device.table.service.systemd import Manager, Notifier, notifier_here, watchdog_here

PATIENCE = 20.0


class Listener:
    """The socket on which systemd would listen."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._wire.bind("\0" + address[1:] if address.startswith("@") else address)

    def heard(self) -> list[str]:
        """The lines of all messages that have come."""
        self._wire.setblocking(False)
        lines: list[str] = []
        while True:
            try:
                lines += self._wire.recv(4096).decode().splitlines()
            except BlockingIOError:
                return lines

    def next(self) -> list[str]:
        """The lines of the next message, which is waited for."""
        self._wire.settimeout(PATIENCE)
        return self._wire.recv(4096).decode().splitlines()

    def close(self) -> None:
        self._wire.close()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Listener]:
    address = str(tmp_path / "notify") if request.param == "file" else f"@tableside-test-{os.getpid()}"
    listener = Listener(address)
    yield listener
    listener.close()


class Table:
    """A service as the manager sees it."""

    def __init__(self) -> None:
        self.heart = Heartbeat()
        self.answers = True
        self.status = "The camera sees the board."

    def go_round(self) -> None:
        self.heart.beat(REFEREE)
        self.heart.beat(WATCHER)

    def manager(self, listener: Listener, watchdog: float | None = 120.0) -> Manager:
        return Manager(
            Notifier(listener.address), watchdog, self.heart, lambda: self.answers, lambda: self.status
        )


def test_it_is_ready_once_the_pages_answer_and_a_picture_was_taken(systemd: Listener) -> None:
    table = Table()
    manager = table.manager(systemd)
    manager.look()
    assert systemd.heard() == ["STATUS=Starting: waiting for the first picture."]
    table.answers = False
    table.go_round()
    manager.look()
    assert systemd.heard() == [] and not manager.ready
    table.answers = True
    manager.look()
    assert manager.ready
    assert systemd.heard() == ["READY=1", "WATCHDOG=1", "STATUS=The camera sees the board."]


@pytest.mark.parametrize("part", [REFEREE, WATCHER])
def test_the_watchdog_goes_hungry_when_either_thread_stands(
    systemd: Listener, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table()
    manager = table.manager(systemd)
    table.go_round()
    manager.look()
    for _ in range(3):
        table.go_round()
        manager.look()
    assert systemd.heard().count("WATCHDOG=1") == 4
    other = WATCHER if part == REFEREE else REFEREE
    for _ in range(10):
        table.heart.beat(other)
        manager.look()
    assert systemd.heard() == []
    assert caplog.text.count(f"the thread of the {part} does not go round") == 1
    table.go_round()
    manager.look()
    assert systemd.heard() == ["WATCHDOG=1"]


def test_what_ails_the_table_is_told_in_one_line(systemd: Listener) -> None:
    table = Table()
    manager = table.manager(systemd)
    table.go_round()
    manager.look()
    systemd.heard()
    table.status = "No picture:\nthe camera is gone."
    manager.look()
    manager.look()
    assert systemd.heard() == ["STATUS=No picture: the camera is gone."]


def test_a_thread_tells_until_the_end(systemd: Listener) -> None:
    table = Table()
    table.go_round()
    manager = table.manager(systemd, watchdog=None)
    manager.start()
    assert systemd.next()[0] == "READY=1"
    manager.stop()
    assert systemd.heard() == ["STOPPING=1", "STATUS=Ending."]
    assert not any(thread.name == "systemd" for thread in threading.enumerate())


def test_an_error_in_telling_does_not_look_like_a_table_that_stands(
    systemd: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table()
    table.go_round()
    failing: Callable[[], str] = lambda: 1 / 0  # type: ignore[return-value]
    manager = Manager(Notifier(systemd.address), None, table.heart, lambda: True, failing)
    manager.start()
    manager.stop()
    assert "how the service fares" in caplog.text


def test_without_systemd_nothing_is_told_and_nothing_runs() -> None:
    manager = Manager(Notifier(None), None, Heartbeat(), lambda: True, str)
    manager.start()
    assert not any(thread.name == "systemd" for thread in threading.enumerate())
    manager.stop()


def test_a_socket_that_is_gone_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert not Notifier(str(tmp_path / "gone")).tell("READY=1")
    assert "systemd could not be told READY=1" in caplog.text


def test_being_ready_is_told_until_it_gets_through(tmp_path: Path) -> None:
    address, table = str(tmp_path / "late"), Table()
    manager = Manager(Notifier(address), 120.0, table.heart, lambda: True, lambda: table.status)
    table.go_round()
    manager.look()
    assert not manager.ready
    listener = Listener(address)
    table.go_round()
    manager.look()
    assert manager.ready and listener.heard() == ["READY=1", "WATCHDOG=1", f"STATUS={table.status}"]
    listener.close()


def test_the_environment_says_where_systemd_listens_and_what_it_wants(systemd: Listener) -> None:
    environment = {
        "NOTIFY_SOCKET": systemd.address,
        "WATCHDOG_USEC": "120000000",
        "WATCHDOG_PID": str(os.getpid()),
    }
    assert watchdog_here(environment) == 120.0
    assert notifier_here(environment).tell("READY=1")
    assert systemd.heard() == ["READY=1"]
    assert environment == {}, "child processes do not speak for us"
    assert not notifier_here(environment).heard
    assert watchdog_here(environment) is None


@pytest.mark.parametrize(
    "environment",
    [{"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}],
)
def test_a_watchdog_that_is_not_ours_is_not_fed(environment: dict[str, str]) -> None:
    assert watchdog_here(environment) is None
