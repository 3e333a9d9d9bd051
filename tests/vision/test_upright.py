"""Which way is up in a picture: as the camera leans, whichever side it was taken from and however it was held."""

import pytest

from vision.board_model import BoardModel, Lift
from vision.cuboids.dice_reading import upright
from vision.rectify import parse_corners

SQUARE = ((100, 100), (800, 110), (860, 640), (60, 650))


def model(corners: tuple[tuple[float, float], ...], lift: Lift) -> BoardModel:
    points = parse_corners(" ".join(f"{x},{y}" for x, y in corners))
    return BoardModel((960, 960), points, None, lift=lift)


@pytest.mark.parametrize("quarters", range(4))
def test_a_camera_held_in_quarter_turns(quarters: int) -> None:
    corners = SQUARE
    for _ in range(quarters):
        corners = tuple((960 - y, x) for x, y in corners)
    board = model(corners, Lift(0.02, 0.5, 1.1))
    assert upright(board.rectifier((960, 960, 3)), board) % 360 == (-90 * quarters) % 360


def test_a_camera_straight_above_has_no_way_up() -> None:
    board = model(SQUARE, Lift(0.02, 0.5, 0.5))
    assert upright(board.rectifier((960, 960, 3)), board) == 0.0
