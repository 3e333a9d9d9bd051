"""The snapshot of a table: everybody's and the referee's own, each numbered and published at every change."""

from dataclasses import replace

from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.circumstances import Circumstances
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from device.store.folder.numbering import Numbering
from engine.state.match_state import MatchState


class Snapshots:
    """Publishes them, in the referee's thread; the broadcaster `public` and `desk` are read from any."""

    def __init__(self, match_state: MatchState, around: Circumstances, numbering: Numbering) -> None:
        self._numbering = numbering
        self._extra = numbering.beyond(match_state.seq)
        self.public = Broadcaster(self._snapshot(match_state, around))
        self.desk = Broadcaster(self._snapshot(match_state, around, desk=True))

    def post(self, match_state: MatchState, around: Circumstances, *, extra: bool = False) -> None:
        """Publish where a match state stands; `extra` for a change that no event stands behind,
        which counts in `seq` all the same.
        """
        self._extra += extra
        self._numbering.reach(match_state.seq + self._extra)
        public = self._snapshot(match_state, around)
        if not match_state.profile.silent or replace(self.public.latest(), seq=public.seq) != public:
            # Under silence not even that something has happened is told.
            self.public.post(public)
        self.desk.post(self._snapshot(match_state, around, desk=True))

    def go_on_from(self, former: MatchState, now: MatchState) -> None:
        """Number the snapshot of another log so that none bears a number that somebody follows already."""
        self._extra = max(0, former.seq + self._extra + 1 - now.seq)

    def close(self) -> None:
        """Send everybody away who follows."""
        self.public.close()
        self.desk.close()

    def _snapshot(self, match_state: MatchState, around: Circumstances, *, desk: bool = False) -> Snapshot:
        return snapshot_of(match_state, around, seq=match_state.seq + self._extra, desk=desk)
