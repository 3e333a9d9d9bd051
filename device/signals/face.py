"""The face of the display: what it says, in words as short as its 128 pixels."""

from dataclasses import dataclass

from device.clockshown import clock_text
from device.notice import Notice
from device.signals import silent
from device.signals.lamps import is_blind, is_wrong, to_act
from engine.board import Side, View
from engine.ledger import Phase
from engine.terms import ClockKind

LONGEST = 22
"""How many letters of a line can be read."""
BLIND = {
    View.COVERED: "Board is hidden",
    View.MOVED: "Board was moved",
    View.DARK: "Too dark to see",
    View.LOST: "No picture",
}


@dataclass(frozen=True, slots=True)
class Face:
    """What the display says: whose turn it is, what there is to do, the score, the clock, where the page is.

    `names`: the score once more, with the players' names, where there is room for them; `alarm`: what there is to do is
    to put something right, or to answer.
    """

    headline: str = ""
    task: str = ""
    score: str = ""
    names: str = ""
    clock: str = ""
    page: str = ""
    alarm: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """All that it says, top down."""
        below = "  ".join(filter(None, (self.names or self.score, self.clock)))
        return tuple(filter(None, (self.headline, self.task, below, self.page)))


NOTHING = Face()
"""A dark display."""


def face_of(notice: Notice, now: float, page: str = "") -> Face:
    """The face that a notice wants at a time of this computer's stopwatch, with the page's address.

    Under silence nothing is shown but what keeps the game from being recorded.
    """
    trouble = _trouble(notice)
    if silent(notice):
        return Face("Referee", trouble, alarm=True) if trouble else NOTHING
    return Face(
        _headline(notice),
        trouble or _task(notice),
        _score(notice),
        _names(notice),
        _clock(notice, now),
        page,
        bool(trouble) or is_wrong(notice) or notice.question is not None or notice.resign is not None,
    )


def seconds_to_next(notice: Notice, now: float) -> float | None:
    """The seconds until a running clock shows other figures; None where none runs, or it is not shown."""
    clock = notice.clock
    if clock is None or clock.since is None or silent(notice):
        return None
    here = clock.at(now)
    if here.running is None or here.stopped:
        return None
    # Figures are rounded up, so that they change when whole seconds are left.
    waits = clock.control.kind is ClockKind.DELAY
    wait = (here.left(here.running) % 1.0 or 1.0) + (here.unspent % 1.0 if waits else 0.0)
    return min(1.0, wait) + 0.01


def _trouble(notice: Notice) -> str:
    if notice.trouble is not None:
        return "See the page: trouble"
    return BLIND[notice.camera.view] if is_blind(notice) else ""


def _headline(notice: Notice) -> str:
    winner = notice.match.winner or (notice.game.result and notice.game.result.winner)
    side = to_act(notice)
    if side is not None:
        return _name(notice, side)
    return f"{_name(notice, winner)} wins" if winner and notice.game.phase is Phase.OVER else "Tableside"


def _task(notice: Notice) -> str:
    told = (
        (notice.setup is not None, "Set-up is wrong"),
        (notice.fault is not None, "Illegal play"),
        (notice.cocked is not None, "Cocked: throw again"),
        (notice.cube_fault is not None, "The cube is wrong"),
        (notice.hasty is not None and notice.hasty.void, "Too soon: throw again"),
        (notice.resign is not None, "Gives up: accept?"),
        (notice.question is not None, "Which was it? See page"),
    )
    return next((words for is_so, words in told if is_so), "") or _awaited(notice)


def _awaited(notice: Notice) -> str:
    match notice.game.phase:
        case Phase.TO_MOVE if notice.roll is not None:
            return f"to play {notice.roll}"
        case Phase.TO_MOVE:
            return "to move"
        case Phase.TO_THROW:
            return "to throw" if notice.to_play else "Throw a die each"
        case Phase.DOUBLED:
            return f"take a cube of {notice.cube.next_value}?"
        case Phase.OVER:
            return "the match" if notice.match.winner else "the game"
        case _:
            return "Set the board up"


def _score(notice: Notice) -> str:
    score, length = notice.score, notice.match.length
    return f"{score.white}-{score.black}" + (f" of {length}" if length else "")


def _names(notice: Notice) -> str:
    score, match = notice.score, notice.match
    of = f" of {match.length}" if match.length else ""
    named = f"{match.white} {score.white}  {match.black} {score.black}{of}"
    return named if len(named) <= LONGEST and notice.clock is None else ""


def _clock(notice: Notice, now: float) -> str:
    if notice.clock is None:
        return ""
    clock = notice.clock.at(now)
    return " ".join(clock_text(clock.left(side)) for side in (Side.WHITE, Side.BLACK))


def _name(notice: Notice, side: Side) -> str:
    return notice.match.white if side is Side.WHITE else notice.match.black
