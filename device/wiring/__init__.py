"""The wiring: what hangs on which pin of the Raspberry Pi's header, and a drawing of it, as the settings say."""

from device.wiring.drawing import drawing
from device.wiring.parts import Part, parts_of

__all__ = ["Part", "drawing", "parts_of"]
