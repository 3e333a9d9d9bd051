"""What systemd is told of the service: that it is ready, how it fares, that it is alive, that it ends.

The protocol is sd_notify(3): lines of text in one datagram to the socket that the environment names. It is
thirty lines, fewer than would be needed to see to it that a package for it is kept up.
"""

import faulthandler
import logging
import os
import socket
import threading
from collections.abc import Callable, MutableMapping
from typing import TYPE_CHECKING

from device.address import answers
from device.table.heartbeat import Heartbeat

if TYPE_CHECKING:
    from device.store.settings import WebSettings
    from device.table.service.table_service import Service

STARTING_SECONDS = 1.0
"""How often it is looked whether the service is ready."""
LONGEST_SECONDS = 10.0
"""How long a change of how the service fares goes untold at most."""
ROUNDS = 4
"""How often in the time that the watchdog gives the heartbeat is asked; silence in half of them is logged."""

_log = logging.getLogger(__name__)


class Notifier:
    """The socket of the service manager; None for `address`: there is none, and whatever is told goes nowhere.

    An address that begins with @ is an abstract one, without a file.
    """

    def __init__(self, address: str | None) -> None:
        self._address = None if not address else "\0" + address[1:] if address[0] == "@" else address

    @property
    def heard(self) -> bool:
        """Whether there is anybody to tell."""
        return self._address is not None

    def tell(self, *lines: str) -> bool:
        """Send one message of these lines; whether it was sent. Never fails: the evening goes on."""
        if self._address is None:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
                wire.setblocking(False)
                wire.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            _log.warning("systemd could not be told %s: %s", lines[0], error.strerror)
            return False
        return True


class Manager:
    """Keeps systemd told: READY=1 once `answers` says that the pages do and every part of the heartbeat has gone round,
    from then on WATCHDOG=1 each time they all have once more, STATUS= when `status` changes, STOPPING=1 at the end.

    `watchdog` is the seconds in which systemd wants to hear WATCHDOG=1, None if it does not;
    `starting` is the status until then.
    """

    def __init__(
        self,
        notifier: Notifier,
        watchdog: float | None,
        heartbeat: Heartbeat,
        answers: Callable[[], bool],
        status: Callable[[], str],
        starting: str = "Starting: waiting for the first picture.",
    ) -> None:
        self._notifier, self._heartbeat, self._answers, self._status = notifier, heartbeat, answers, status
        self._starting = starting
        self._pause = LONGEST_SECONDS if watchdog is None else min(LONGEST_SECONDS, watchdog / ROUNDS)
        self._patience = None if watchdog is None else round(watchdog / 2 / self._pause)
        self._ready = False
        self._told = ""
        self._silence = 0
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._go_round, name="systemd", daemon=True)

    @property
    def heard(self) -> bool:
        """Whether there is a systemd that is told."""
        return self._notifier.heard

    @property
    def ready(self) -> bool:
        """Whether the service has been told to be ready."""
        return self._ready

    def start(self) -> None:
        """Begin to tell, in a thread; nothing if nobody listens."""
        if self._notifier.heard:
            self._thread.start()

    def stop(self) -> None:
        """Tell that the service ends, and tell no more."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        self._notifier.tell("STOPPING=1", "STATUS=Ending.")

    def look(self) -> None:
        """Look once how the service fares, and tell what there is to tell."""
        lines = []
        ready = self._ready or (not self._heartbeat.silent() and self._answers())
        if ready and not self._ready:
            lines.append("READY=1")
        if ready and self._patience is not None:
            lines += self._beat(self._patience)
        status = self._status() if ready else self._starting
        if status != self._told:
            lines.append(f"STATUS={' '.join(status.split())}")
        # What did not get through is told again, but for a beat of the heart: the next one will do.
        if lines and self._notifier.tell(*lines):
            self._ready, self._told = ready, status

    def _beat(self, patience: int) -> list[str]:
        """WATCHDOG=1 if all parts have gone round; who has not is logged once."""
        if self._heartbeat.take():
            self._silence = 0
            return ["WATCHDOG=1"]
        self._silence += 1
        if self._silence == patience:
            silent = " and ".join(self._heartbeat.silent())
            _log.error("the thread of the %s does not go round; if that lasts, systemd starts anew", silent)
        return []

    def _go_round(self) -> None:
        while True:
            try:
                self.look()
            except Exception as error:  # noqa: BLE001 - it must not look as if the table had stopped
                _log.error("systemd could not be told how the service fares", exc_info=error)
            if self._ending.wait(self._pause if self._ready else STARTING_SECONDS):
                return


def notifier_here(environment: MutableMapping[str, str] | None = None) -> Notifier:
    """The service manager that the environment names. Its name is taken out, lest a child process speak for us."""
    environment = os.environ if environment is None else environment
    return Notifier(environment.pop("NOTIFY_SOCKET", None))


def watchdog_here(environment: MutableMapping[str, str] | None = None) -> float | None:
    """The seconds within which systemd wants to hear from this process, again and again; None if it does not."""
    environment = os.environ if environment is None else environment
    micros, pid = environment.pop("WATCHDOG_USEC", ""), environment.pop("WATCHDOG_PID", "")
    if pid and pid != str(os.getpid()):
        return None
    return int(micros) / 1e6 if micros.isdecimal() and int(micros) else None


def manager_here(service: "Service", web: "WebSettings") -> Manager:
    """What keeps the systemd of this computer told of a service whose pages are served as `web` says."""

    def status() -> str:
        # what the journal and systemctl show is for who looks after the computer
        snapshot = service.desk.latest()
        return snapshot.trouble or snapshot.camera.text

    notifier = notifier_here()
    if notifier.heard:
        # A watchdog ends a process by SIGABRT: the journal then shows where every thread stood.
        faulthandler.enable()
    return Manager(notifier, watchdog_here(), service.heartbeat, lambda: answers(web.host, web.port), status)
