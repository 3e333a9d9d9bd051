"""A phone as a camera: the test card as an MJPEG stream over HTTP, which can be cut off and come back."""

import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
from card import Picture, card


class Phone:
    """Serves pictures at `url`, as fast as they are taken."""

    def __init__(self, picture: Picture | None = None) -> None:
        _, data = cv2.imencode(".jpg", card() if picture is None else picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        jpeg = data.tobytes()
        self._part = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (
            len(jpeg),
            jpeg,
        )
        self._server: ThreadingHTTPServer | None = None
        self._serving: threading.Thread | None = None
        self._lines: list[socket.socket] = []
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/video"

    def start(self) -> None:
        """Serve at the same address as before."""
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                phone._lines.append(self.connection)
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
                self.end_headers()
                with suppress(OSError):
                    while phone._server is not None:
                        self.wfile.write(phone._part)

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            allow_reuse_address = True
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                """Whoever hung up may."""

        self._server = Server(("127.0.0.1", self._port), Handler)
        self._port = self._server.server_address[1]
        self._serving = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._serving.start()

    def stop(self) -> None:
        """Hang up on everybody, and answer nobody any more."""
        server, self._server = self._server, None
        if server is None or self._serving is None:
            return
        server.shutdown()
        self._serving.join()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._lines.clear()
        server.server_close()
