"""The flow of a log to the hub: no more is under way than the hub has room for, and what went missing goes again."""

from collections import deque
from dataclasses import dataclass, field

from device.club.link.wire import Want

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
