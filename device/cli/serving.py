"""Serving pages until the process is told to end."""

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NoReturn

from device.cli.output import Failure, about

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pages:
    """What serves the pages of a table, and of a hub, and makes the one for spectators elsewhere: they are built upon
    the device rooms, not beneath them.
    """

    table: Callable[..., None]
    hub: Callable[..., None]
    spectators: Callable[..., str]


ENDING_SECONDS = 2.0
"""How long a process that ends waits for a picture that is being taken or read. A silent camera takes ten, the first
picture on a busy computer or a search for the board's corners longer: nobody will look at what comes of it.
"""
AGAIN = 75
"""The exit status that has systemd start the service again at once; see tableside.service."""


SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps all others of the process waiting: of sixteen that answer at a time, each
would have the one that reads and accepts, and the referee's, wait for Python's five milliseconds at every turn.

There is one such number a process, so the process has it while it serves, and no server sets it by being opened.
"""


class Restart:
    """Whether the process is to start again once it has ended."""

    def __init__(self) -> None:
        self.wanted = False

    def ask(self) -> None:
        """End the process as somebody else would who tells it to, and have it start again; from any thread."""
        self.wanted = True
        os.kill(os.getpid(), signal.SIGTERM)


def start_again(*, looked_after: bool) -> NoReturn:
    """Begin this process anew, with the same words; where systemd looks after it, systemd does."""
    if looked_after:
        leave(AGAIN)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    for each in os.listdir("/proc/self/fd") if sys.platform == "linux" else ():
        # a camera from which a thread still takes a picture would be held by the process that begins anew
        if int(each) > 2:
            with suppress(OSError):
                os.set_inheritable(int(each), False)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def need_port(host: str, port: int, advice: str) -> None:
    """Raises Failure, with what to do, where a port cannot be had."""
    from device.finding import Health
    from device.ops.doctor.machine_checks import check_port

    free = check_port(host, port)
    if free.health is not Health.OK:
        raise Failure(about(free.found, advice))


def leave(status: int = 0) -> NoReturn:
    """End this process, in which all is closed but a thread that still takes or reads a picture: Python's own end would
    break that thread off within OpenCV, which aborts.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


@contextmanager
def until_told(close: Callable[[], None]) -> Iterator[None]:
    """Lets Ctrl-C, a service manager and a terminal that is closed end what is served meanwhile; once is enough.

    `close` ends what followers follow: each holds a thread until there is nothing more to come.
    """
    # Its complaints that somebody had to wait a moment are for nobody in the room.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)

    def end(*_: object) -> None:
        # Whoever is impatient must not interrupt what is being closed.
        for each in ends:
            signal.signal(each, lambda *_: None)
        close()
        raise SystemExit

    ends = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # nohup has it go on without a terminal.
        ends.append(signal.SIGHUP)
    for each in ends:
        signal.signal(each, end)
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    except SystemExit:
        _log.info("told to end")
    finally:
        sys.setswitchinterval(before)
