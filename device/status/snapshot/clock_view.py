"""The chess clock as it is shown: how much time each player has now, and whose runs."""

from dataclasses import dataclass

from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.terms import ClockKind
from engine.words.wording import Names


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock as it was `since` then, in seconds of this computer's stopwatch; None: it has not run since.

    `says`: what there is to say of it, empty while it runs.
    """

    clock: ChessClock
    control: TimeControl
    since: float | None = None
    says: str = ""

    def at(self, now: float) -> ChessClock:
        """The clock at a moment of the same stopwatch."""
        return (
            self.clock if self.since is None else self.clock.after(max(0.0, now - self.since), self.control)
        )

    def as_json(self, now: float) -> dict[str, object]:
        """The `clock` of a snapshot at a moment: seconds left; `free` are those of the turn that cost nothing."""
        clock = self.at(now)
        running, waits = clock.running, self.control.kind is ClockKind.DELAY
        return {
            "kind": self.control.kind.value,
            "W": round(clock.white, 1),
            "B": round(clock.black, 1),
            "free": round(clock.unspent, 1) if waits else 0.0,
            "running": running and running.value,
            "stopped": clock.stopped or self.since is None,
            "paused": clock.paused,
            "fallen": [side.value for side in clock.fallen],
            "says": self.says,
        }


def clock_text(seconds: float) -> str:
    """A time as clocks show it: `1:02:07`, `12:07`, and `0:09` to the last second.

    >>> clock_text(727.2), clock_text(0.4), clock_text(3727)
    ('12:08', '0:01', '1:02:07')
    """
    whole = -int(-seconds // 1)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def clock_sentence(clock: ChessClock, names: Names) -> str:
    """What there is to say of a clock: whose flag has fallen, that it stands still; empty while it runs."""
    translator = names.translator
    if clock.fallen:
        return " ".join(translator("{name}'s time is up.", name=names.of(side)) for side in clock.fallen)
    if clock.paused:
        return translator("The clock is stopped.")
    return translator("The clock waits until the board can be seen.") if clock.stopped else ""
