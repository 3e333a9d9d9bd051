"""Delivery: the log that a table writes goes to the hub that asks for it, with a manifest of what there is.

logbook -> published -> flow -> say
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from device.club.link import topics as t
from device.club.link.published import Published
from device.club.link.published_table import Refereed, Say
from device.club.link.wire import LogManifest, ResendRequest, Want
from device.store.log.store import simulated_url

WINDOW = 2
"""How many batches may be under way that the hub has not told that it has."""
OVERDUE_SECONDS = 30.0
"""After how long without a word from the hub what is under way goes again; then twice as long, and so on."""
LONGEST_SECONDS = 300.0


@dataclass
class Flow:
    """How far the log has been sent, and how far the hub has it; nothing is sent before a hub has asked."""

    turn: str = ""
    cursor: int = 0
    """All up to this number has been sent."""
    acked: int = 0
    """All up to this number is at the hub."""
    _under_way: deque[int] = field(default_factory=deque)
    _patience: float = OVERDUE_SECONDS
    _deadline: float = 0.0

    @property
    def asked(self) -> bool:
        """Whether a hub wants the log."""
        return bool(self.turn)

    @property
    def may_send(self) -> bool:
        """Whether there is room for a batch."""
        return self.asked and len(self._under_way) < WINDOW

    def want(self, want: Want, now: float) -> bool:
        """Hear what the hub wants; whether it is a new turn, for which the log is to be sent from there on."""
        if want.turn != self.turn:
            self.turn, self.cursor, self.acked = want.turn, want.after, want.after
            self._under_way.clear()
            self._patience = OVERDUE_SECONDS
            return True
        if want.after > self.acked:
            self.acked = want.after
            self._patience = OVERDUE_SECONDS
            self._deadline = now + self._patience
        while self._under_way and self._under_way[0] <= want.after:
            self._under_way.popleft()
        return False

    def sent(self, upto: int, now: float) -> None:
        """A batch up to that number is under way."""
        if not self._under_way:
            self._deadline = now + self._patience
        self._under_way.append(upto)
        self.cursor = upto

    def due(self, now: float) -> float | None:
        """After how many seconds to look whether what is under way has gone missing; None: nothing is."""
        return max(0.0, self._deadline - now) if self._under_way else None

    def tick(self, now: float) -> None:
        """Time has passed: what has been under way for too long goes again."""
        if self._under_way and now >= self._deadline:
            self._under_way.clear()
            self.cursor = self.acked
            self._patience = min(LONGEST_SECONDS, 2 * self._patience)

    def stop(self) -> None:
        """There is nobody who wants the log."""
        self.turn = ""
        self._under_way.clear()


_log = logging.getLogger(__name__)


class Delivery:
    """Delivers the log that a service writes, whichever that is by now. Of one thread; raises StoreError.

    `renamed` is told what the log is called and whether it is of the simulated board, whenever it is another.
    `poll`: after how many seconds to look again whether matches have been deleted or removed.
    """

    def __init__(
        self, service: Refereed, say: Say, renamed: Callable[[str, bool], None], poll: float
    ) -> None:
        self._service, self._say, self._renamed, self._poll = service, say, renamed, poll
        self._flow = Flow()
        self._published: Published | None = None
        self._was_renewed = False
        self._hub_there = False
        self._want: Want | None = None
        self._manifest: LogManifest | None = None
        """The manifest that was told last."""
        self._manifest_due = False
        self._seen_as: tuple[object, ...] = ()
        self._phase: tuple[object, ...] = ()
        self._look_at = 0.0

    def close(self) -> None:
        """Let go of the database."""
        if self._published is not None:
            self._published.close()

    # What is heard

    def hub_is(self, there: bool) -> None:
        """Hear whether there is a hub; where there is none, what one wanted once is nobody's want."""
        self._hub_there = there
        if not there:
            self._flow.stop()

    def want(self, want: Want) -> None:
        """Hear what a hub wants."""
        self._want = want

    def send_again(self, again: ResendRequest) -> None:
        """Send a match once more that the hub asks for, where it is in this log."""
        published = self._opened()
        if again.log == published.log:
            for part in published.parts(again.match, again.ask, self._service.logbook.shown):
                self._say(t.MATCH, part.payload(), retain=False)

    def stop(self) -> None:
        """Send nothing more before a hub asks anew."""
        self._flow.stop()

    def lose(self) -> None:
        """The broker has gone, and with it all that was heard."""
        self._flow.stop()
        self._hub_there, self._want = False, None

    def forget(self) -> None:
        """A broker has nothing of what was told before."""
        self._manifest, self._manifest_due = None, True

    # What is told

    def follow(self) -> None:
        """Go over to another log, if the service has."""
        self._opened()

    def step(self, now: float) -> None:
        """Send what there is to send; `now` is in the stopwatch's seconds."""
        self._see_to_want(now)
        self._flow.tick(now)
        self._send_log(now)
        self._tell_manifest(now)

    def due(self, now: float) -> float | None:
        """After how many seconds to take another step, if nothing happens before; None: there is no need."""
        look = max(0.0, self._look_at - now) if self._flow.asked else None
        return min((each for each in (self._flow.due(now), look) if each is not None), default=None)

    def _opened(self) -> Published:
        """The log that the service writes now."""
        url = self._service.storage[0].url
        if self._published is None or self._published.url != url:
            if self._published is not None:
                self._published.close()
            self._published = None
            self._published = Published(url, self._service.settings.table.name)
            self._begin(self._published)
        return self._published

    def _begin(self, published: Published) -> None:
        """Begin with a log of which no hub knows by this name."""
        self._flow.stop()
        self._manifest, self._manifest_due, self._seen_as = None, True, ()
        self._renamed(published.log, published.url == simulated_url(self._service.settings.table.data))

    def _see_to_want(self, now: float) -> None:
        want, published = self._want, self._opened()
        if want is None or not self._hub_there:
            return
        self._want = None
        if want.log != published.log or not self._flow.want(want, now):
            return
        if published.is_before(want.after, want.stamp):
            self._manifest_due = True
            return
        self._flow.stop()
        if not self._was_renewed:
            self._was_renewed = True
            _log.warning("the hub knows another log by the name of this one, which is sent under a new one")
            published.renew()
            self._begin(published)

    def _send_log(self, now: float) -> None:
        published, book = self._opened(), self._service.logbook
        while self._flow.may_send:
            batch = published.batch(self._flow.turn, self._flow.cursor, book.shown)
            if batch is None or not self._say(t.LOG, batch.payload(), retain=False):
                return
            self._flow.sent(batch.upto, now)

    def _tell_manifest(self, now: float) -> None:
        """Tell what there is, where it is another than was told; what only grows in the
        newest match is not told each time.
        """
        published = self._opened()
        shown = self._service.logbook.shown
        if self._flow.asked and (phase := published.phase(shown)) != self._phase:
            self._phase, self._manifest_due = phase, True
        if self._flow.asked and now >= self._look_at:
            self._look_at = now + self._poll
            if self._manifest is not None and not self._manifest_due:
                self._manifest_due = published.fingerprint(self._manifest.upto) != self._seen_as
        if not self._manifest_due:
            return
        # What changes while the manifest is made has another fingerprint, and is told at the next look.
        self._seen_as = published.fingerprint(shown)
        fresh = published.manifest(shown)
        if self._say(t.MATCHES, fresh.payload()):
            self._manifest, self._manifest_due = fresh, False
