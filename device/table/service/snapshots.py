"""The snapshot of a table: everybody's and the referee's own, each numbered and pinned up at every change."""

from dataclasses import dataclass, field, replace

from device.io.host import HostReport
from device.status.repair.board_problem import BoardProblem
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.discretion import silenced
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from device.store.folder.numbering import Numbering
from device.store.settings import Settings
from device.table.inbox import Report
from engine.i18n import Phrase
from engine.state.match_state import MatchState
from engine.words.rollnames import find_tradition


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a snapshot tells beside the match state.

    What the watcher and the computer report, why nothing can be written down, what is wrong on the board,
    when the chess clock was as the match state has it, by the stopwatch, whether the eye `reads` boards of
    this shape, and whether the board is a `simulated` one.
    """

    report: Report = field(default_factory=Report)
    host: HostReport = field(default_factory=HostReport)
    unwritten: Phrase | None = None
    board_problem: BoardProblem | None = None
    clocked: float | None = None
    reads: bool = True
    simulated: bool = False


class Snapshots:
    """Pins them up, in the referee's thread; the broadcaster `public` and `desk` are read from any."""

    def __init__(
        self, settings: Settings, match_state: MatchState, around: Circumstances, numbering: Numbering
    ) -> None:
        self._numbering = numbering
        self._extra = numbering.beyond(match_state.seq)
        self.public = Broadcaster(self._snapshot(settings, match_state, around))
        self.desk = Broadcaster(self._snapshot(settings, match_state, around, desk=True))

    def post(
        self, settings: Settings, match_state: MatchState, around: Circumstances, *, extra: bool = False
    ) -> None:
        """Pin up where a match state stands; `extra` for a change that no event stands behind,
        which counts in `seq` all the same.
        """
        self._extra += extra
        self._numbering.reach(match_state.seq + self._extra)
        public = self._snapshot(settings, match_state, around)
        if not match_state.profile.silent or replace(self.public.latest(), seq=public.seq) != public:
            # Under silence not even that something has happened is told.
            self.public.post(public)
        self.desk.post(self._snapshot(settings, match_state, around, desk=True))

    def go_on_from(self, former: MatchState, now: MatchState) -> None:
        """Number the snapshot of another log so that none bears a number that somebody follows already."""
        self._extra = max(0, former.seq + self._extra + 1 - now.seq)

    def close(self) -> None:
        """Send everybody away who follows."""
        self.public.close()
        self.desk.close()

    def _snapshot(
        self, settings: Settings, match_state: MatchState, around: Circumstances, *, desk: bool = False
    ) -> Snapshot:
        report, host = around.report, around.host
        grave = host.grave if desk or not silenced(match_state) else None
        return snapshot_of(
            match_state,
            settings.table.name,
            seq=match_state.seq + self._extra,
            trouble=around.unwritten or report.board or grave,
            camera=report.camera,
            note=report.note,
            tradition=find_tradition(settings.announce.tradition),
            desk=desk,
            reads=around.reads,
            ready=report.ready,
            simulated=around.simulated,
            clocked=around.clocked,
            host=host.concerns,
            board_problem=around.board_problem,
        )
