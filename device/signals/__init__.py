"""Signals: what the table shows and sounds by itself. Each follows the broadcaster; none can hold the referee up.

One kind a module (`lamps`, `strip`, `display`, `buzzer`), each a pure function from a snapshot to what is shown and a
`Signal` that shows it on a port. Ports are small: pins (`pins`), SPI (`spi`), I2C (`oled`), or nothing (`simulated`).
"""

from typing import Protocol

from device.status.snapshot.table_snapshot import Snapshot


class Signal(Protocol):
    """Something at the table that shows snapshots. Used by one thread at a time."""

    kind: str
    """What it is: lamps, strip, display or buzzer."""
    name: str
    """What it hangs on, in a word or two, for people."""

    def show(self, snapshot: Snapshot, now: float) -> float | None:
        """Show what a snapshot asks for at a time, in seconds of any stopwatch, opening what it hangs on where need be.

        Returns the seconds after which it wants to be asked again though no snapshot has changed; None:
        never. May raise LightsError; closed and asked again later, it tries anew.
        """

    def close(self) -> None:
        """Put everything out and let go of it; never fails, and may be repeated."""


def silent(snapshot: Snapshot) -> bool:
    """Whether a game is on of which nothing may be shown."""
    return snapshot.game.phase is None
