"""Numbering: the numbers of snapshots grow over restarts, so that a follower who was away is not taken for another.

A snapshot's number is that of the last event, and one more for each change that no event stands behind. Of
those a service that is started again knows nothing. So numbers are reserved in a file, a thousand at a time,
before they are used; the next life begins above all that were.
"""

import logging
from contextlib import suppress
from pathlib import Path

from device.store.folder.atomic_file import read_lasting, write_lasting

FILE = "notices.json"
"""The file in the data folder."""
BLOCK = 1000
"""How many numbers are reserved at a time."""

_log = logging.getLogger(__name__)


class Numbering:
    """The numbers that snapshot have been given, kept in a file; without one they begin anew each time."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._upto = self._read()

    def beyond(self, seq: int) -> int:
        """What has to be added to the number of the last event, so that no earlier service gave the sum to a
        snapshot, nor will a later one.
        """
        first = max(seq, self._upto)
        self.reach(first)
        return first - seq

    def reach(self, seq: int) -> None:
        """Reserve numbers up to this one, and some more. A disk that cannot be written
        to is for others to complain of.
        """
        if self._file is not None and seq >= self._upto:
            with suppress(OSError):
                write_lasting(self._file, {"upto": seq + BLOCK})
                self._upto = seq + BLOCK

    def _read(self) -> int:
        try:
            kept = None if self._file is None else read_lasting(self._file)
        except (OSError, ValueError) as error:
            _log.warning("%s cannot be read (%s): numbers may come again", self._file, type(error).__name__)
            return 0
        upto = kept.get("upto") if isinstance(kept, dict) else None
        return upto if type(upto) is int and upto > 0 else 0
