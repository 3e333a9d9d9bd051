"""Serving pages until the process is told to end."""

import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pages:
    """What serves the pages of a table, and of a hub: they are built upon the device rooms, not beneath them."""

    table: Callable[..., None]
    hub: Callable[..., None]


def need_port(host: str, port: int, advice: str) -> None:
    """Raises ClickException, with what to do, where a port cannot be had."""
    from device.ops.doctor import Health, check_port

    free = check_port(host, port)
    if free.health is not Health.OK:
        raise click.ClickException(f"{free.found}: {advice}")


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
    try:
        yield
    except SystemExit:
        _log.info("told to end")
