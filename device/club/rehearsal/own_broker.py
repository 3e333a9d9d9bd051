"""A broker of one's own: a Mosquitto that only this computer can reach, for as long as somebody tries a hub."""

import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

from device.errors import BrokerError
from engine.i18n import phrase

FOLDERS = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
"""Where it is installed, beside the path: Debian puts it where only root looks."""
PATIENCE = 10.0
"""How many seconds it may take to start."""
_TRIES = 3


class OwnBroker:
    """A Mosquitto on this computer, which forgets all when it stops; `port` is where. Raises BrokerError."""

    def __init__(self, folder: Path) -> None:
        program = broker_program()
        if program is None:
            raise BrokerError(
                phrase(
                    "there is no broker for the tables to talk over: sudo apt install mosquitto, or name one with "
                    "--broker"
                )
            )
        for _ in range(_TRIES):
            self.port = _free_port()
            config = folder / "mosquitto.conf"
            # Root's would become another user, who may not exist.
            user = "user root\n" if os.geteuid() == 0 else ""
            config.write_text(
                f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n{user}"
            )
            self._process = subprocess.Popen(
                [program, "-c", str(config)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                if self._listens():
                    return
            except BaseException:
                # Somebody would not wait for it: nobody else knows of it yet.
                self.stop()
                raise
            self.stop()
        raise BrokerError(
            phrase("{program} does not start: name a broker that runs with --broker", program=program)
        )

    @property
    def pid(self) -> int:
        """Of its process."""
        return self._process.pid

    def stop(self) -> None:
        """It goes, with all that it knew."""
        self._process.terminate()
        self._process.wait()

    def _listens(self) -> bool:
        end, tick = time.monotonic() + PATIENCE, threading.Event()
        while self._process.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
            except OSError:
                tick.wait(0.05)
            else:
                return True
        return False


def broker_program() -> str | None:
    """The program, where it is installed."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path=FOLDERS)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
