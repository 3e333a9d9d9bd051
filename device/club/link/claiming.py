"""Claiming: one table at a time goes by a name on a broker; another that has the same steps back, and says so.

Whoever comes says hello and asks who else goes by the name; who holds it answers with what it is. What a
broker remembers of a table that went without a word (its plug was pulled) is not taken for an answer.
"""

from dataclasses import dataclass, field
from enum import Enum

from device.club.link.topics import OFFLINE, ONLINE
from device.club.link.wire import About

ANSWER_SECONDS = 2.0
"""How long to wait for an answer from who may hold the name."""
AGAIN_SECONDS = 60.0
"""After how long it is asked whether the rival is still there: one that was made up keeps nobody quiet for longer."""
MOST_ANSWERS = 5
"""How often in half that time one is answered who will not step back."""


class ClaimStep(Enum):
    """What is to be done."""

    HELLO = "say hello"
    HOLD = "tell everything: the name is ours"
    ANSWER = "tell what we are"
    ASSERT = "tell that we are online"
    STEP_BACK = "say nothing more under this name"


@dataclass
class Claim:
    """The claim of a service, an `instance`, to the name of its table. `seconds`: how long to wait for an answer."""

    instance: str
    seconds: float = ANSWER_SECONDS
    holds: bool = False
    rival: About | None = None
    """Who goes by the name instead."""
    _asks: bool = False
    _again: bool = False
    _deadline: float = 0.0
    _again_at: float = 0.0
    _other: About | None = None
    _status: str = ""
    _answered_since: float = 0.0
    _answers: dict[str, int] = field(default_factory=dict)

    def connected(self, now: float) -> tuple[ClaimStep, ...]:
        """The broker is there, anew: what it remembers comes, and after it our own hello."""
        self._other, self._status, self._again = None, "", False
        return self._ask(now)

    def lost(self) -> None:
        """The broker has gone."""
        self.holds = self._asks = False
        self.rival = None

    def about(self, other: About, now: float, *, retained: bool) -> tuple[ClaimStep, ...]:
        """Something of this name tells what it is, or the broker remembers that it was."""
        if other.instance == self.instance:
            return ()
        if retained:
            self._other = other
            return ()
        if self.holds and self.instance < other.instance:
            # Both hold the name: the one whose instance comes first keeps it.
            return self._answer(other.instance, now)
        steps_back = self.holds or self._asks
        self.holds = self._asks = False
        is_news = self.rival is None or self.rival.instance != other.instance
        self.rival, self._again_at = other, now + AGAIN_SECONDS
        return (ClaimStep.STEP_BACK,) if steps_back and is_news else ()

    def status(self, text: str, now: float, *, retained: bool) -> tuple[ClaimStep, ...]:
        """It is told that who goes by this name is online or offline."""
        if retained:
            self._status = text
            return ()
        if text != OFFLINE:
            return ()
        if self.holds:
            return (ClaimStep.ASSERT,)
        if self._asks:
            return ()
        self._again = True
        return self._ask(now)

    def hello(self, instance: str, now: float) -> tuple[ClaimStep, ...]:
        """Somebody wants the name; our own hello, too, comes back."""
        if instance != self.instance:
            return self._answer(instance, now) if self.holds else ()
        if not self._asks:
            return ()
        if not self._again and (self._other is None or self._status != ONLINE):
            return self._take()
        self._deadline = now + self.seconds
        return ()

    def tick(self, now: float) -> tuple[ClaimStep, ...]:
        """Time has passed."""
        if self._asks:
            return self._take() if now >= self._deadline else ()
        if self.rival is None or now < self._again_at:
            return ()
        # As if it had just gone: whoever holds the name says so.
        self._again = True
        return self._ask(now)

    def due(self, now: float) -> float | None:
        """After how many seconds to tick; None: no need."""
        if self._asks:
            return max(0.0, self._deadline - now)
        return None if self.rival is None else max(0.0, self._again_at - now)

    def _ask(self, now: float) -> tuple[ClaimStep, ...]:
        self.holds, self._asks = False, True
        # Longer than for an answer: a broker may keep our own hello from us.
        self._deadline = now + 3 * self.seconds
        return (ClaimStep.HELLO,)

    def _take(self) -> tuple[ClaimStep, ...]:
        self.holds, self._asks, self.rival = True, False, None
        return (ClaimStep.HOLD,)

    def _answer(self, instance: str, now: float) -> tuple[ClaimStep, ...]:
        if len(self._answers) > 100 or now >= self._answered_since + AGAIN_SECONDS / 2:
            self._answers.clear()
            self._answered_since = now
        count = self._answers[instance] = self._answers.get(instance, 0) + 1
        return (ClaimStep.ANSWER,) if count <= MOST_ANSWERS else ()
