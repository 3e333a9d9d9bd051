"""A real web server that keeps what is posted to it."""

import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

Post = tuple[str, dict[str, str], bytes]


class Receiver:
    """Listens at `url`; `posts` are path, headers and body; it answers with `status`, or
    `drips` its answer without end.
    """

    def __init__(self, *, drips: bool = False) -> None:
        self.posts: queue.Queue[Post] = queue.Queue()
        self.status = 204
        self.over = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if drips:
                    self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                    try:
                        while not outer.over.wait(0.05):
                            self.wfile.write(b"X-Drip: 1\r\n")
                    except OSError:
                        pass
                    return
                outer.posts.put((self.path, dict(self.headers), body))
                self.send_response(outer.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
