"""What a snapshot tells beside the match state: what the watcher and the computer report, and how the table is run."""

from dataclasses import dataclass, field

from device.io.host import HostReport
from device.status.repair.board_problem import BoardProblem
from engine.i18n import Phrase
from engine.words.rollnames import PLAIN, Tradition


@dataclass(frozen=True, slots=True)
class Report:
    """What the watcher says of itself: why the board cannot be read, what is wrong with the camera, what else is to
    be noted; None: nothing. `ready`: there is a camera, or there has been one, and the board is calibrated.
    """

    board: str | Phrase | None = None
    camera: str | Phrase | None = None
    note: str | Phrase | None = None
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a snapshot tells beside the match state, whoever it is for.

    `unwritten` is why nothing can be written down, `board_problem` what is wrong on the board, `clocked` when the
    chess clock was as the match state has it, in seconds of the stopwatch; the eye `reads` boards of this shape or
    not; `simulated`: nobody plays here but the simulated board. `table` is its name, `tradition` names the rolls.
    """

    report: Report = field(default_factory=Report)
    host: HostReport = field(default_factory=HostReport)
    unwritten: Phrase | None = None
    board_problem: BoardProblem | None = None
    clocked: float | None = None
    reads: bool = True
    simulated: bool = False
    table: str = "1"
    tradition: Tradition = PLAIN


PLAINLY = Circumstances()
"""Nothing beside the match state is to be told."""
