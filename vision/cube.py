"""The doubling cube: its value and its place."""

from vision.board_model import BoardModel
from vision.observation import CubePlace


def place_of(u: float, v: float, model: BoardModel) -> CubePlace:
    """Where a cube at (u, v) lies, as the near player sees it.

    On the bar or beside the board it is in the middle, or at the player's side whose end it is nearer to; on the
    playing surface it has been offered: by near to far's right hand, which is the left half of the picture.
    """
    left, right = model.bar or (0.47, 0.53)
    slack = 0.012
    beside = not (-slack < u < 1 + slack and -slack < v < 1 + slack)
    if beside or left - slack < u < right + slack:
        if v < 0.28:
            return CubePlace.FAR
        return CubePlace.NEAR if v > 0.72 else CubePlace.CENTRE
    return CubePlace.OFFERED_NEAR if u < model.bar_middle else CubePlace.OFFERED_FAR
