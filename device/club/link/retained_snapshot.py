"""The retained snapshot: a table's latest, told to everybody at the broker."""

import threading

from device.club.link import topics as t
from device.club.link.published_table import Say
from device.club.link.wire import packed
from device.status.snapshot.broadcaster import Broadcaster
from engine.state.events import Retention


class RetainedSnapshot:
    """Tells the latest snapshot of a broadcaster, which the broker may keep where all of the
    match is kept. From any thread.
    """

    def __init__(self, broadcaster: Broadcaster, say: Say) -> None:
        self._broadcaster, self._say = broadcaster, say
        self._lock = threading.Lock()
        self._lasts = True
        """Whether the broker may keep what was told last."""

    def tell(self, arrived: threading.Event | None = None) -> bool:
        """Tell the latest snapshot; whether it is on its way. `arrived` is set once it is there, or lost."""
        # An older one must not come after a newer.
        with self._lock:
            snapshot = self._broadcaster.latest()
            lasts = snapshot.match.kept is Retention.FULL
            if self._lasts and not lasts:
                # Who wants nothing kept of a match, or no names, does not want them kept by a broker.
                self._say(t.NOTICE, b"")
            self._lasts = lasts
            done = None if arrived is None else lambda _: arrived.set()
            return self._say(t.NOTICE, packed(snapshot.as_json()), retain=lasts, done=done)

    def tell_anew(self) -> None:
        """Tell it to a broker of which nobody knows what it has kept."""
        self._lasts = True
        self.tell()

    def tell_late(self) -> None:
        """Tell it to somebody who comes late, where the broker has kept nothing for them."""
        if not self._lasts:
            self.tell()
