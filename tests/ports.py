"""Ports of this computer for servers that begin to listen later."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from device.store.settings.table_settings import HTTPS_AFTER


@contextmanager
def kept_port() -> Iterator[int]:
    """A port at which nobody listens, nor at the one for HTTPS that goes with it, and which stays so until a server
    names it, at whatever addresses of this computer.

    Both are held by sockets that do not listen: Linux gives them to nobody who takes any port there is, but to who
    names them with SO_REUSEADDR, as servers do, even again and again.
    """
    with ExitStack() as held:
        while True:
            port = hold(held, 0)
            try:
                hold(held, port + HTTPS_AFTER)
            except (OSError, OverflowError):
                continue
            yield port
            return


def hold(held: ExitStack, port: int) -> int:
    """A port of this machine, 0: any, from now on held; its number. Raises OSError, OverflowError for none there is."""
    both = socket.has_dualstack_ipv6()
    kept = held.enter_context(socket.socket(socket.AF_INET6 if both else socket.AF_INET))
    if both:
        kept.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    kept.bind(("::" if both else "0.0.0.0", port))
    # only now: or another that is held, and has a number that was named, would be held by two
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return int(kept.getsockname()[1])
