"""Calibration: makes the model of a board from its corners and a picture or three."""

from calibration.board_calibration import Calibration, model_from_corners

__all__ = ["Calibration", "model_from_corners"]
