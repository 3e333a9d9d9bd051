"""The face of the display: what it says, in words as short as its 128 pixels."""

from dataclasses import dataclass, replace

from device.signals import silent
from device.signals.lamps import is_blind, is_wrong, to_act
from device.status.snapshot.clock_view import clock_text
from device.status.snapshot.snapshot import Notice
from engine.board import Side, View
from engine.i18n import ENGLISH, Tongue, marked
from engine.match.terms import ClockKind
from engine.state.match_state import Phase

LONGEST = 22
"""How many letters of a line can be read."""
BLIND = {
    View.COVERED: marked("Board is hidden"),
    View.MOVED: marked("Board was moved"),
    View.DARK: marked("Too dark to see"),
    View.LOST: marked("No picture"),
}


@dataclass(frozen=True, slots=True)
class DisplayFace:
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


NOTHING = DisplayFace()
"""A dark display."""


def face_of(notice: Notice, now: float, page: str = "", tongue: Tongue = ENGLISH) -> DisplayFace:
    """The face that a notice wants at a time of this computer's stopwatch, with the page's address.

    Under silence nothing is shown but what keeps the game from being recorded.
    """
    trouble = _trouble(notice, tongue)
    if silent(notice):
        return DisplayFace(tongue("Referee"), trouble, alarm=True) if trouble else NOTHING
    return DisplayFace(
        _headline(notice, tongue),
        trouble or _task(notice, tongue),
        _score(notice, tongue),
        _names(notice, tongue),
        _clock(notice, now),
        page,
        bool(trouble) or is_wrong(notice) or notice.question is not None or notice.resign is not None,
    )


def with_code(face: DisplayFace, notice: Notice, code: str, tongue: Tongue = ENGLISH) -> DisplayFace:
    """A face that shows the code with which a PIN is set, too, unless a game is on."""
    if notice.game.phase not in (Phase.NO_GAME, Phase.OVER):
        return face
    return replace(face, headline=tongue("Code {code}", code=code), task=tongue("to set a PIN"))


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


def _trouble(notice: Notice, tongue: Tongue) -> str:
    if notice.trouble is not None:
        return tongue("See the page: trouble")
    return tongue(BLIND[notice.camera.view]) if is_blind(notice) else ""


def _headline(notice: Notice, tongue: Tongue) -> str:
    winner = notice.match.winner or (notice.game.result and notice.game.result.winner)
    side = to_act(notice)
    if side is not None:
        return _name(notice, side)
    if winner and notice.game.phase is Phase.OVER:
        return tongue("{name} wins", name=_name(notice, winner))
    return "Tableside"


def _task(notice: Notice, tongue: Tongue) -> str:
    told = (
        (notice.setup is not None, marked("Set-up is wrong")),
        (notice.fault is not None, marked("Illegal play")),
        (notice.cocked is not None, marked("Cocked: throw again")),
        (notice.cube_fault is not None, marked("The cube is wrong")),
        (notice.hasty is not None and notice.hasty.void, marked("Too soon: throw again")),
        (notice.resign is not None, marked("Gives up: accept?")),
        (notice.question is not None, marked("Which was it? See page")),
    )
    words = next((words for is_so, words in told if is_so), None)
    return _awaited(notice, tongue) if words is None else tongue(words)


def _awaited(notice: Notice, tongue: Tongue) -> str:
    match notice.game.phase:
        case Phase.TO_MOVE if notice.roll is not None:
            return tongue("to play {roll}", roll=notice.roll)
        case Phase.TO_MOVE:
            return tongue("to move")
        case Phase.TO_THROW:
            return tongue("to throw") if notice.to_play else tongue("Throw a die each")
        case Phase.DOUBLED:
            return tongue("take a cube of {value}?", value=notice.cube.next_value)
        case Phase.OVER:
            return tongue("the match") if notice.match.winner else tongue("the game")
        case _:
            return tongue("Set the board up")


def _score(notice: Notice, tongue: Tongue) -> str:
    score, length = f"{notice.score.white}-{notice.score.black}", notice.match.length
    return tongue("{score} of {length}", score=score, length=length) if length else score


def _names(notice: Notice, tongue: Tongue) -> str:
    score, match = notice.score, notice.match
    named = f"{match.white} {score.white}  {match.black} {score.black}"
    if match.length:
        named = tongue("{score} of {length}", score=named, length=match.length)
    return named if len(named) <= LONGEST and notice.clock is None else ""


def _clock(notice: Notice, now: float) -> str:
    if notice.clock is None:
        return ""
    clock = notice.clock.at(now)
    return " ".join(clock_text(clock.left(side)) for side in (Side.WHITE, Side.BLACK))


def _name(notice: Notice, side: Side) -> str:
    return notice.match.white if side is Side.WHITE else notice.match.black
