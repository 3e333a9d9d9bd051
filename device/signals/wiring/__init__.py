"""The wiring: what hangs on which pin of the Raspberry Pi's header, and a drawing of it, as the settings say."""

from device.signals.wiring.drawing import drawing
from device.signals.wiring.parts import Part, parts_of

__all__ = ["Part", "drawing", "parts_of"]
