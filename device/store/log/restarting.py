"""Restarting: a database server that is started anew is waited for, so that nobody has to say anything again."""

import threading
import time

from sqlalchemy import Engine

from device.errors import StoreError
from device.store.log.database import translated_errors

RESTART_SECONDS = 5.0
"""How long a server may take to be there again, as after an update of it."""
_LOOK_SECONDS = 0.1


class Patience:
    """Waits for the server of a database before something is written to it; a file is there or not."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._is_spent = False
        self._tick = threading.Event()

    def wait(self) -> None:
        """Returns when the server answers. Raises StoreError when it has not for so long, and then at once
        each time until it is there again: who writes often must not be held up by each.
        """
        if self._database.dialect.name == "sqlite":
            return
        end = time.monotonic() + RESTART_SECONDS
        while True:
            try:
                with translated_errors(self._database):
                    # It is asked whether it is there, and called anew where it is not.
                    self._database.connect().close()
            except StoreError:
                if self._is_spent or time.monotonic() >= end:
                    self._is_spent = True
                    raise
                self._tick.wait(_LOOK_SECONDS)
            else:
                self._is_spent = False
                return
