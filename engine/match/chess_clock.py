"""A chess clock: each player's time, and how a turn uses it up (US Backgammon clock rules 2013; Bronstein's mode)."""

from dataclasses import dataclass, replace

from engine.board import Side
from engine.match.match import Score
from engine.match.terms import ClockKind, Terms


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How time is counted: `delay` seconds a turn are free, simply or as Bronstein gives them back."""

    kind: ClockKind
    delay: float

    @classmethod
    def of(cls, terms: Terms) -> "TimeControl | None":
        """What was agreed on for a match; None: it is played without a clock."""
        if terms.clock is ClockKind.OFF:
            return None
        return cls(terms.clock, 0.0 if terms.clock is ClockKind.PLAIN else float(terms.clock_delay))


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The clock at one moment: the seconds that White and Black have left, and whose run.

    `unspent`: the seconds of the present turn's delay that are still left; `paused`: a person has stopped it;
    `stopped`: it stands still, for that or because nothing can be seen; `fallen`: whose flags have fallen.
    """

    white: float
    black: float
    unspent: float = 0.0
    running: Side | None = None
    paused: bool = False
    stopped: bool = False
    fallen: tuple[Side, ...] = ()

    def left(self, side: Side) -> float:
        """The seconds that a side has left."""
        return self.white if side is Side.WHITE else self.black

    def with_left(self, side: Side, seconds: float) -> "ChessClock":
        """The same clock with a side's time set."""
        return replace(self, white=seconds) if side is Side.WHITE else replace(self, black=seconds)

    def after(self, seconds: float, control: TimeControl) -> "ChessClock":
        """The clock when the running side has thought for so many seconds more; no time is less than none.

        >>> control = TimeControl(ClockKind.DELAY, 12.0)
        >>> ChessClock(120.0, 120.0, 12.0, Side.WHITE).after(15.0, control).white
        117.0
        """
        side = self.running
        if side is None or self.stopped or seconds <= 0:
            return self
        free = min(self.unspent, seconds)
        used = seconds - free if control.kind is ClockKind.DELAY else seconds
        clock = self.with_left(side, max(0.0, self.left(side) - used))
        return replace(clock, unspent=self.unspent - free)

    def turned(self, side: Side | None, control: TimeControl) -> "ChessClock":
        """The clock with another side's time running, or nobody's; who stops first gets back what Bronstein gives."""
        clock, stopped = self, self.running
        if stopped is not None and control.kind is ClockKind.BRONSTEIN and stopped not in self.fallen:
            clock = self.with_left(stopped, self.left(stopped) + control.delay - self.unspent)
        return replace(clock, running=side, unspent=0.0 if side is None else control.delay)

    def set_to(self, white: float, black: float) -> "ChessClock":
        """The same clock with the time that a person says; flags are up again where there is some."""
        left = {Side.WHITE: white, Side.BLACK: black}
        fallen = tuple(side for side in self.fallen if left[side] <= 0)
        return replace(self, white=white, black=black, fallen=fallen)

    def is_out(self, side: Side) -> bool:
        """Whether a side has no time left."""
        return self.left(side) <= 0


def full_clock(terms: Terms, length: int, score: Score) -> ChessClock:
    """The clock of a match to `length` points (0: of single games) when it is started at a score.

    So many minutes for every point of the length, less one for every point already scored by either
    player (US Backgammon clock rules 2013); never less than one minute. Where every game has its own
    time, it is that of one point.
    """
    if terms.is_timed_by_game(length):
        minutes = terms.clock_minutes
    else:
        minutes = terms.clock_minutes * length - score.white - score.black
    seconds = 60.0 * max(1, minutes)
    return ChessClock(seconds, seconds)
