"""A real Mosquitto of the test's own: three ways in, stopped, killed and started as a test wants."""

import re
import subprocess
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.ports import kept_port

PASSWORD = "a secret / of: the club"
"""Of the users `hub` and `homeassistant`, and of the tables `1` and `2`."""


class Mosquitto:
    """A broker on this computer: `port` lets everybody in, `guarded` only with a name and a password, and only to what
    the club's rights allow, `tls` the same over TLS with a certificate that `ca` vouches for.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ports = ExitStack()
        self.port, self.guarded, self.tls = (self._ports.enter_context(kept_port()) for _ in range(3))
        self.ca = folder / "ca.pem"
        self._process: subprocess.Popen[bytes] | None = None
        _certificates(folder)
        for n, user in enumerate(("hub", "homeassistant", "1", "2")):
            made = ["-c"] if n == 0 else []
            _run("mosquitto_passwd", *made, "-b", str(folder / "passwords"), user, PASSWORD)
        (folder / "rights").write_text(_rights())
        (folder / "passwords").chmod(0o600)
        ways = [
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n",
            f"listener {self.guarded} 127.0.0.1\n{_guard(folder)}",
            f"listener {self.tls} 127.0.0.1\n{_guard(folder)}{_papers(folder)}",
        ]
        head = "per_listener_settings true\nuser root\nlog_dest stderr\nlog_type information\nlog_type error\npersistence false\n"
        (folder / "mosquitto.conf").write_text(head + "".join(ways))

    def start(self) -> None:
        """Returns when it listens."""
        assert self._process is None
        log = self.folder / "mosquitto.log"
        with log.open("w") as said:
            self._process = subprocess.Popen(["mosquitto", "-c", self.folder / "mosquitto.conf"], stderr=said)
        end, tick = time.monotonic() + 60, threading.Event()
        while " running" not in log.read_text():
            assert self._process.poll() is None and time.monotonic() < end, log.read_text()
            tick.wait(0.005)

    def stop(self) -> None:
        """All connections are gone then, and what it remembered."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """It is not to be started again."""
        self.stop()
        self._ports.close()

    @property
    def pid(self) -> int:
        """Of its process."""
        assert self._process is not None
        return self._process.pid

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """As anybody in the network may."""
        kept = ["-r"] if retain else []
        _run(
            "mosquitto_pub",
            "-p",
            str(self.port),
            "-V",
            "5",
            "-q",
            "1",
            *kept,
            "-t",
            topic,
            *(["-s"] if payload else ["-n"]),
            given=payload,
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


MANUAL = Path(__file__).resolve().parents[3] / "docs" / "club.md"


def _rights() -> str:
    """As the manual tells to write them."""
    found = re.search(r"```acl\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def _guard(folder: Path) -> str:
    return f"allow_anonymous false\npassword_file {folder / 'passwords'}\nacl_file {folder / 'rights'}\n"


def _papers(folder: Path) -> str:
    return f"cafile {folder / 'ca.pem'}\ncertfile {folder / 'broker.pem'}\nkeyfile {folder / 'broker.key'}\n"


def _certificates(folder: Path) -> None:
    """An authority, and a certificate of its for localhost."""
    subject = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    for name in ("ca", "other"):
        _run(
            "openssl",
            "req",
            "-x509",
            *subject,
            "-subj",
            f"/CN=The club's {name}",
            "-keyout",
            str(folder / f"{name}.key"),
            "-out",
            str(folder / f"{name}.pem"),
        )
    _run(
        "openssl",
        "req",
        "-x509",
        *subject,
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-CA",
        str(folder / "ca.pem"),
        "-CAkey",
        str(folder / "ca.key"),
        "-keyout",
        str(folder / "broker.key"),
        "-out",
        str(folder / "broker.pem"),
    )


def _run(*command: str, given: bytes | None = None) -> None:
    done = subprocess.run(command, check=False, input=given, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
