"""Ports of this computer for servers that begin to listen later."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_port() -> Iterator[int]:
    """A port at which nobody listens, and which stays so until a server names it.

    It is held by a socket that does not listen: Linux gives it to nobody who takes any port there is, but to who names
    it with SO_REUSEADDR, as servers do, even again and again.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])
