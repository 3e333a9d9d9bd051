"""How a snapshot shows the chess clock."""

from dataclasses import dataclass, replace
from typing import Self

from device.shape import Shaped, choice, flag, many, maybe, number, of, shaped, text
from device.status.board_json import SIDE
from device.status.text.naming import names_of
from engine.i18n import Translator
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.terms import ClockKind
from engine.referee.reckoning import Reckoning
from engine.state.match_state import MatchState
from engine.words.wording import Names


@shaped(
    {
        "kind": of(lambda view: view.control.kind, choice(ClockKind)),
        "W": of(lambda view: round(view.clock.white, 1), number("Seconds left.")),
        "B": of(lambda view: round(view.clock.black, 1), number("Seconds left.")),
        "free": of(
            lambda view: round(view.clock.unspent, 1) if view.control.kind is ClockKind.DELAY else 0.0,
            number("Seconds of this turn that still cost nothing."),
        ),
        "running": of(lambda view: view.clock.running, maybe(SIDE)),
        "stopped": of(lambda view: view.clock.stopped or view.since is None, flag()),
        "paused": of(lambda view: view.clock.paused, flag()),
        "fallen": of(lambda view: view.clock.fallen, many(SIDE)),
        "says": text(),
    },
    name="Clock",
)
@dataclass(frozen=True, slots=True)
class ClockView(Shaped):
    """A clock as it was `since` then, in seconds of this computer's stopwatch; None: it has not run since.

    `says`: what there is to say of it, empty while it runs.
    """

    clock: ChessClock
    control: TimeControl
    since: float | None = None
    says: str = ""

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, since: float | None, translator: Translator
    ) -> Self | None:
        """The clock, which was as the match state has it `since` then; None where a match is played without one."""
        clock, control = reckoning.clock, TimeControl.of(match_state.match.terms)
        if clock is None or control is None:
            return None
        says = clock_sentence(clock, names_of(match_state, translator))
        return cls(clock, control, since if clock.running else None, says)

    def at(self, now: float) -> ChessClock:
        """The clock at a moment of the same stopwatch."""
        return (
            self.clock if self.since is None else self.clock.after(max(0.0, now - self.since), self.control)
        )

    def read(self, now: float) -> Self:
        """The same as it is at a moment of that stopwatch, and is written as JSON."""
        return replace(self, clock=self.at(now))


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
