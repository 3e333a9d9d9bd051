"""An application served by waitress as in earnest, on a free port of this machine."""

import threading
from collections.abc import Callable
from contextlib import suppress

from flask import Flask
from waitress import wasyncore

from webui.door.server import open_server


class Waitress:
    """Serves an application from now on; `hush` ends its streams, each of which holds a thread."""

    def __init__(self, app: Flask, port: int, threads: int, hush: Callable[[], None]) -> None:
        self._hush = hush
        self._waitress = open_server(app, "127.0.0.1", port, threads)
        self._thread = threading.Thread(target=self._waitress.run)
        self._thread.start()
        self.port: int = self._waitress.effective_port
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Ends all streams, closes all connections and joins all threads; once is enough."""
        if not self._thread.is_alive():
            return
        self._hush()
        self._waitress.task_dispatcher.shutdown(cancel_pending=True, timeout=60)
        with suppress(OSError):
            # Somebody else may wake the server first, who then has closed the trigger before it is pulled here.
            self._waitress.trigger.pull_trigger(
                lambda: wasyncore.close_all(self._waitress._map, ignore_all=True)
            )
        self._thread.join(60)
        assert not self._thread.is_alive()
