"""The noticeboard: the latest notice, which any number of followers may wait for."""

import threading

from device.notice import Notice
from engine.tongue import ENGLISH, Tongue


class Noticeboard:
    """Holds the latest notice only, so that a slow follower skips what it missed and never holds anybody up.

    All methods may be called from any thread.
    """

    def __init__(self, first: Notice) -> None:
        self._latest = first
        self._told: dict[str, Notice] = {}
        self._closed = False
        self._changed = threading.Condition()

    def post(self, notice: Notice) -> None:
        """Pin up a notice in place of the last one, and wake everybody who waits."""
        with self._changed:
            self._latest, self._told = notice, {}
            self._changed.notify_all()

    def latest(self, tongue: Tongue = ENGLISH) -> Notice:
        """The notice that hangs there now, in a language; whoever asks for it there first has it put into it."""
        with self._changed:
            notice, told = self._latest, self._told
        if tongue is ENGLISH:
            return notice
        if tongue.code not in told:
            told[tongue.code] = notice.in_tongue(tongue)
        return told[tongue.code]

    def wait(self, after_seq: int, timeout: float, tongue: Tongue = ENGLISH) -> Notice | None:
        """The latest notice, in a language, once it is another than number `after_seq`; None after `timeout` seconds or at the end.

        Any other number will do, a lower one too: a follower who has been told more than a service that has just
        been started again knows must hear of it.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._latest.seq != after_seq, timeout)
            if self._latest.seq == after_seq:
                return None
        return self.latest(tongue)

    def close(self) -> None:
        """Wake all followers for good: nothing will be posted any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether the service behind the board has ended."""
        return self._closed
