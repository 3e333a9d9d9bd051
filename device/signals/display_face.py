"""The face of the display: what it says, in words as short as its 128 pixels."""

from dataclasses import dataclass, replace

from device.signals import silent
from device.signals.lamps import is_blind, is_wrong, to_act
from device.status.snapshot.clock_view import clock_text
from device.status.snapshot.table_snapshot import Snapshot
from device.store.access import BoxCode
from engine.board import Side, View
from engine.i18n import ENGLISH, Translator, marked
from engine.match.terms import ClockKind
from engine.rules import gives_numbers
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


def face_of(snapshot: Snapshot, now: float, page: str = "", translator: Translator = ENGLISH) -> DisplayFace:
    """The face that a snapshot wants at a time of this computer's stopwatch, with the page's address.

    Under silence nothing is shown but what keeps the game from being recorded.
    """
    trouble = _trouble(snapshot, translator)
    if silent(snapshot):
        return DisplayFace(translator("Referee"), trouble, alarm=True) if trouble else NOTHING
    return DisplayFace(
        _headline(snapshot, translator),
        trouble or _task(snapshot, translator),
        _score(snapshot, translator),
        _names(snapshot, translator),
        _clock(snapshot, now),
        page,
        bool(trouble) or is_wrong(snapshot) or snapshot.question is not None or snapshot.resign is not None,
    )


def with_code(
    face: DisplayFace, snapshot: Snapshot, code: BoxCode, translator: Translator = ENGLISH
) -> DisplayFace:
    """A face that shows the code of the box, too: how a PIN is set unless a game is on, how a new phone is
    let in in any case.
    """
    shown = translator("Code {code}", code=code.code)
    if snapshot.game.phase in (Phase.NO_GAME, Phase.OVER):
        what = translator("to set a PIN") if code.sets_pin else translator("for a new phone")
        return replace(face, headline=shown, task=what)
    # whose turn it is goes on to be told
    return face if code.sets_pin else replace(face, page=shown)


def seconds_to_next(snapshot: Snapshot, now: float) -> float | None:
    """The seconds until a running clock shows other figures; None where none runs, or it is not shown."""
    clock = snapshot.clock
    if clock is None or clock.since is None or silent(snapshot):
        return None
    here = clock.at(now)
    if here.running is None or here.stopped:
        return None
    # Figures are rounded up, so that they change when whole seconds are left.
    waits = clock.control.kind is ClockKind.DELAY
    wait = (here.left(here.running) % 1.0 or 1.0) + (here.unspent % 1.0 if waits else 0.0)
    return min(1.0, wait) + 0.01


def _trouble(snapshot: Snapshot, translator: Translator) -> str:
    if snapshot.trouble is not None:
        return translator("See the page: trouble")
    return translator(BLIND[snapshot.camera.view]) if is_blind(snapshot) else ""


def _headline(snapshot: Snapshot, translator: Translator) -> str:
    winner = snapshot.match.winner or (snapshot.game.result and snapshot.game.result.winner)
    side = to_act(snapshot)
    if side is not None:
        return _name(snapshot, side)
    if winner and snapshot.game.phase is Phase.OVER:
        return translator("{name} wins", name=_name(snapshot, winner))
    return "Tableside"


def _task(snapshot: Snapshot, translator: Translator) -> str:
    told = (
        (snapshot.setup is not None, marked("Set-up is wrong")),
        (snapshot.fault is not None, marked("Illegal play")),
        (snapshot.cocked is not None, marked("Cocked: throw again")),
        (snapshot.cube_fault is not None, marked("The cube is wrong")),
        (snapshot.premature is not None and snapshot.premature.void, marked("Too soon: throw again")),
        (snapshot.resign is not None, marked("Gives up: accept?")),
        (snapshot.question is not None, marked("Which was it? See page")),
    )
    words = next((words for is_so, words in told if is_so), None)
    return _awaited(snapshot, translator) if words is None else translator(words)


def _awaited(snapshot: Snapshot, translator: Translator) -> str:
    match snapshot.game.phase:
        case Phase.TO_MOVE if snapshot.roll is not None:
            return translator("to play {roll}", roll=snapshot.roll)
        case Phase.TO_MOVE:
            return translator("to move")
        case Phase.TO_THROW:
            if snapshot.to_play is None:
                return translator("Throw a die each")
            given = gives_numbers(snapshot.game.played)
            return translator("to get a number") if given else translator("to throw")
        case Phase.DOUBLED:
            return translator("take a cube of {value}?", value=snapshot.cube.next_value)
        case Phase.OVER:
            return translator("the match") if snapshot.match.winner else translator("the game")
        case _:
            return translator("Set the board up")


def _score(snapshot: Snapshot, translator: Translator) -> str:
    if snapshot.chouette is not None:
        # What is won in a chouette may be less than nothing.
        return f"{snapshot.score.white:+d} {snapshot.score.black:+d}"
    score, length = f"{snapshot.score.white}-{snapshot.score.black}", snapshot.match.length
    return translator("{score} of {length}", score=score, length=length) if length else score


def _names(snapshot: Snapshot, translator: Translator) -> str:
    score, match = snapshot.score, snapshot.match
    named = f"{match.white} {score.white}  {match.black} {score.black}"
    if match.length:
        named = translator("{score} of {length}", score=named, length=match.length)
    return named if len(named) <= LONGEST and snapshot.clock is None else ""


def _clock(snapshot: Snapshot, now: float) -> str:
    if snapshot.clock is None:
        return ""
    clock = snapshot.clock.at(now)
    return " ".join(clock_text(clock.left(side)) for side in (Side.WHITE, Side.BLACK))


def _name(snapshot: Snapshot, side: Side) -> str:
    return snapshot.match.white if side is Side.WHITE else snapshot.match.black
