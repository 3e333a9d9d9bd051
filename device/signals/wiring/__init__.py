"""The wiring: what hangs on which pin of the Raspberry Pi's header, and a drawing of it, as the settings say."""

from device.signals.wiring.parts import Part, parts_of
from device.signals.wiring.wiring_drawing import drawing

__all__ = ["Part", "drawing", "parts_of"]
