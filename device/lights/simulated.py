"""Lamps that exist only in the computer, for tests, and for a table without any."""

from device.errors import LightsError
from device.lights import DARK, LampState
from device.settings import LightSettings


class SimulatedLights:
    """Remembers what was shown: `state` now, `history` all different states in their order, DARK first."""

    name = "simulated"

    def __init__(self) -> None:
        self.state = DARK
        self.history = [DARK]
        self.closed = False

    def show(self, state: LampState) -> None:
        """Light these lamps, and no others. Raises LightsError when closed."""
        if self.closed:
            raise LightsError("the lamps have been let go of: open them again")
        if state != self.state:
            self.state = state
            self.history.append(state)

    def close(self) -> None:
        """Put all lamps out."""
        if not self.closed:
            self.show(DARK)
        self.closed = True


def open_lights(settings: LightSettings) -> SimulatedLights:
    """Simulated lamps; they need no pins."""
    return SimulatedLights()
