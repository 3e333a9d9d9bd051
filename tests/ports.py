"""Ports of this computer for servers that begin to listen later."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from device.store.settings.table_settings import HTTPS_AFTER


@contextmanager
def kept_port() -> Iterator[int]:
    """A port at which nobody listens, nor at the one for HTTPS that goes with it, and which stays so until a server
    names it.

    Both are held by sockets that do not listen: Linux gives them to nobody who takes any port there is, but to who
    names them with SO_REUSEADDR, as servers do, even again and again.
    """
    with ExitStack() as held:
        while True:
            port = _held(held, 0)
            try:
                _held(held, port + HTTPS_AFTER)
            except (OSError, OverflowError):
                continue
            yield port
            return


def _held(held: ExitStack, port: int) -> int:
    """A port of this machine, 0: any, from now on held; its number. Raises OSError, OverflowError for none there is."""
    kept = held.enter_context(socket.socket())
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", port))
    return int(kept.getsockname()[1])
