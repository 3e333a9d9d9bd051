"""TLS: the same door over HTTPS, with the same limits, for a browser lends a phone's
camera to no page that came without.

Waitress knows no TLS, but reads and sends without waiting, and so can OpenSSL. A connection over TLS is a
connection of the same server, in the same loop: no thread and no second server stands between, and whose
address it comes from is known.
"""

import contextlib
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Protocol

from waitress.server import TcpWSGIServer

from device.address import HTTP_PORT
from webui.door.crowd import turn_away
from webui.door.processor_share import ProcessorShare, Strangers
from webui.door.request_turns import who_asks
from webui.door.server import EVERYWHERE, Connection, keep, listeners

RECORD = 16 * 1024
"""The most bytes of a TLS record (RFC 8446): as many are taken at a time, so that none wait inside
OpenSSL, where no poll sees them.
"""

GREETING, FEW_GREETING = (0.05, 0.5, 0.1), (0.05, 0.5, 0.1)
"""What greeting those may cost who are not let in: seconds of processor time in every second, in stock, and owed
at most; and the same of those who have used little until now. The box reckons for a greeting, which whoever sends it
need not.
"""
GREETED_LATER = 0.2
"""Seconds that a connection is not listened to for whose greeting there is no time left."""


class Credentials(Protocol):
    """What the door shows who comes in; `device.store.certificates.https_certificate` has two kinds."""

    @property
    def authority(self) -> bytes | None:
        """The certificate (DER) that phones are to trust; None where they do already."""

    def context(self, address: str = "") -> ssl.SSLContext:
        """What serves TLS now, for who came in by that address of the box."""


@dataclass(frozen=True, slots=True)
class SecureDoor:
    """The port at which the pages are served over HTTPS, by what certificate, and the
    port of plain HTTP `beside` it.
    """

    port: int
    credentials: Credentials
    beside: int = HTTP_PORT


class SecureConnection(Connection):
    """A connection over TLS. OpenSSL may be asked by one thread at a time: the loop
    reads, and whoever answers sends.
    """

    scheme = "https"

    def __init__(
        self, context: ssl.SSLContext, server: Any, sock: socket.socket, address: Any, adj: Any, map: Any
    ) -> None:
        self._asked = threading.Lock()
        self._greeted = self._met = self._must_write = False
        sock.setblocking(False)
        wrapped = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, wrapped, address, adj, map=map)
        # what is tried again has to begin with the same bytes, and be seen to go on
        self.sendbuf_len = RECORD

    def writable(self) -> bool:
        """Whether anything is to be sent."""
        return self._must_write or bool(super().writable())

    def handle_write(self) -> None:
        """Something may be sent."""
        if self._must_write:
            self._must_write = False
            self.handle_read()
        else:
            super().handle_write()

    def handle_read(self) -> None:
        """Something has come: of the handshake, or of a request."""
        try:
            if not self._met:
                self._meet()
            with self._asked:
                data = self.socket.recv(RECORD)
        except ssl.SSLWantReadError:
            return
        except ssl.SSLWantWriteError:
            self._must_write = True
            return
        except (OSError, ValueError, AttributeError):
            # who talks no TLS, does not trust us, or has gone: that is nothing to tell of
            data = b""
        if not data:
            self.handle_close()
            return
        self.last_activity = time.time()
        self.received(data)

    def _meet(self) -> None:
        """Goes on with the handshake; one that begins waits until there is time for it. Raises OSError."""
        who, strangers = who_asks(self.addr[0]), self.server.greeted
        if not who or self.address in self.server.task_dispatcher.admitted:
            self._shake_hands()
            return
        share = None
        if not self._greeted:
            share = strangers.enter(who, 0.0)
            if share is None:
                self.rest(GREETED_LATER)
                raise ssl.SSLWantReadError
            self._greeted = True
        begun = time.thread_time()
        try:
            self._shake_hands()
        finally:
            strangers.leave(who, share, time.thread_time() - begun)

    def _shake_hands(self) -> None:
        with self._asked:
            self.socket.do_handshake()
        self._met = True

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends some of it, as much as goes out without waiting; how many bytes."""
        try:
            with self._asked:
                return int(self.socket.send(data))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except (OSError, ValueError):
            if do_close:
                self.handle_close()
            else:
                self.will_close = True
            return 0


def secure_sockets(host: str, port: int) -> list[socket.socket]:
    """Sockets that hold the port on all addresses of a host, for `let_in_securely`. Raises OSError."""
    with contextlib.ExitStack() as held:
        found = []
        for family, kind, protocol, _, address in socket.getaddrinfo(
            None if host in ("", EVERYWHERE) else host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            sock = held.enter_context(socket.socket(family, kind, protocol))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind(address)
            found.append(sock)
        held.pop_all()
        return found


def let_in_securely(
    server: Any, sockets: list[socket.socket], credentials: Credentials, greeted: Strangers | None = None
) -> None:
    """Has a server of `open_server` serve TLS on these sockets, too; `greeted`: what strangers' greetings may cost."""
    first = listeners(server)[0]
    if greeted is None:
        greeted = Strangers(ProcessorShare(1, *GREETING), ProcessorShare(1, *FEW_GREETING), patience=0.0)

    def connect(of: Any, sock: socket.socket, address: Any, adj: Any, map: Any) -> None:
        try:
            here = str(sock.getsockname()[0]).partition("%")[0]
            SecureConnection(credentials.context(here), of, sock, address, adj, map)
        except (OSError, ValueError):
            sock.close()

    for sock in sockets:
        info = (sock.family, sock.type, sock.proto, sock.getsockname())
        secure = TcpWSGIServer(
            first.application,
            first._map,
            True,
            sock,
            dispatcher=first.task_dispatcher,
            adj=first.adj,
            bind_socket=False,
            sockinfo=info,
        )
        secure.greeted = greeted
        keep(secure, first.trusts, connect)
        turn_away(secure, first.trusts, first.adj.threads)
