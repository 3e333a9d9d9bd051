"""Ports that exist only in the computer, for tests, and for a table without lamps: they remember what they are told."""

from collections.abc import Mapping


class SimulatedLamps:
    """Remembers how brightly each lamp is lit: `levels` now, `history` all that differ, in their order."""

    def __init__(self) -> None:
        self.levels: dict[str, float] = {}
        self.history: list[dict[str, float]] = []

    def light(self, levels: Mapping[str, float]) -> None:
        """Light the lamps so brightly."""
        if levels != self.levels:
            self.levels = dict(levels)
            self.history.append(self.levels)

    def close(self) -> None:
        """Put all lamps out."""
        self.light(dict.fromkeys(self.levels, 0.0))


class SimulatedBuzzer:
    """Remembers the tone, in Hz, that sounds now (None: none), and all there were."""

    def __init__(self) -> None:
        self.tone: float | None = None
        self.history: list[float | None] = []

    def sound(self, hertz: float | None) -> None:
        """Sound a tone from now on, or none."""
        self.tone = hertz
        self.history.append(hertz)

    def close(self) -> None:
        """Be silent."""
        self.tone = None


class SimulatedStrip:
    """Remembers the bytes that went to the strip last."""

    def __init__(self) -> None:
        self.sent = b""

    def send(self, frame: bytes) -> None:
        """Send bytes as they would go over SPI."""
        self.sent = frame

    def close(self) -> None:
        """Let go of nothing."""
