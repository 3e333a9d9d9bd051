"""A port that is kept for a server is its own: nobody else keeps it, and it may listen at whatever addresses."""

import socket
from contextlib import ExitStack

import pytest

from tests.ports import hold, kept_port


def test_a_port_is_kept_by_one_alone_until_a_server_names_it() -> None:
    with kept_port() as port, ExitStack() as held:
        with pytest.raises(OSError, match="in use"):
            hold(held, port)
        for address in ("127.0.0.1", "0.0.0.0"):
            with socket.create_server((address, port)):
                pass
        if socket.has_dualstack_ipv6():
            with socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True):
                pass
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
