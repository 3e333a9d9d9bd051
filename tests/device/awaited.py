"""Waiting for what a table shows."""

from collections.abc import Callable

from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import Snapshot

PATIENCE = 120.0


def until(board: Broadcaster, fits: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot that fits."""
    snapshot: Snapshot | None = board.latest()
    while snapshot is not None and not fits(snapshot):
        snapshot = board.wait(snapshot.seq, PATIENCE)
    assert snapshot is not None, f"it only came to: {board.latest()}"
    return snapshot
