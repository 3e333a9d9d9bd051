"""The inbox: messages on their way to the referee, from any thread."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from device.io.host import HostReport
from device.status.snapshot.table_snapshot import Report
from device.store.log.store import Source
from engine.state.messages import Command, Look, Message, Tick

LOOKS = 8
"""How many looks may wait; the oldest is dropped for a new one, for only the board as it is now matters."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to be done in the referee's own thread, since it is about what that thread alone may touch."""

    do: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message with whom it is from, and the numbers of the frames it was read from;
    `who`: a person's name, if given.
    """

    message: Message | Report | HostReport | Errand
    source: Source
    frames: tuple[int, ...] = ()
    who: str = ""

    @property
    def command(self) -> Command | None:
        """What a person says in it; None where it is from somebody else."""
        if self.source is not Source.PERSON or isinstance(
            self.message, Look | Tick | Report | HostReport | Errand
        ):
            return None
        return self.message


class Inbox:
    """Envelopes in the order in which they came; what people say is never dropped. May be used from any thread."""

    def __init__(self) -> None:
        self._envelopes: deque[Envelope] = deque()
        self._looks = 0
        self._closed = False
        self._arrived = threading.Condition()

    def put(self, envelope: Envelope) -> None:
        """Post an envelope; where too many looks wait, the oldest of them is dropped."""
        with self._arrived:
            if _is_look(envelope):
                if self._looks >= LOOKS:
                    del self._envelopes[next(n for n, each in enumerate(self._envelopes) if _is_look(each))]
                else:
                    self._looks += 1
            self._envelopes.append(envelope)
            self._arrived.notify()

    def get(self, timeout: float) -> Envelope | None:
        """The next envelope; None after `timeout` seconds, and when the inbox is closed and empty."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._envelopes or self._closed, timeout)
            if not self._envelopes:
                return None
            envelope = self._envelopes.popleft()
            self._looks -= _is_look(envelope)
            return envelope

    def close(self) -> None:
        """Wake who waits for envelopes: none will come any more."""
        with self._arrived:
            self._closed = True
            self._arrived.notify_all()

    @property
    def closed(self) -> bool:
        """Whether no more envelopes will come."""
        return self._closed

    def __len__(self) -> int:
        return len(self._envelopes)


def _is_look(envelope: Envelope) -> bool:
    return isinstance(envelope.message, Look)
