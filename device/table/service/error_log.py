"""Complaints: errors that are logged with their traceback, but not the same one over and over."""

import logging


class Complaints:
    """What one part of a service complains of, in its own log; of one thread alone."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._last = ""

    def note(self, what: str, error: Exception) -> None:
        """Log an error, unless it is the same as the last."""
        complaint = f"{what}: {error!r}"
        if complaint != self._last:
            self._log.error("%s", complaint, exc_info=error)
            self._last = complaint
