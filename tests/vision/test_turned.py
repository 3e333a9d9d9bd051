"""The order of the corners tells which way round the board is read, however the picture is turned."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from calibration import model_from_corners
from calibration.locate import turned_back
from vision.errors import PictureError
from vision.frame import load_picture
from vision.observation import Observation
from vision.reading import read_picture
from vision.rectify import Corners, rectifier

SHARED = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[3] / "shared"))


@pytest.mark.parametrize("turns", [1, *(pytest.param(turns, marks=pytest.mark.long) for turns in (2, 3))])
def test_a_turned_picture_with_turned_corners_reads_the_same(turns: int) -> None:
    folder = SHARED / "boards" / "board02"
    if not folder.is_dir():
        pytest.skip(f"NO RENDERED BOARDS: {folder} is absent, so nothing is proved of turned pictures")
    truth = json.loads((folder / "truth.json").read_text())["images"]["003.jpg"]
    picture = load_picture(folder / "003.jpg")
    a, b, c, d = ((float(x), float(y)) for x, y in truth["corners"])
    turned = np.ascontiguousarray(np.rot90(picture, turns))
    # to turn on by the rest of a whole turn is to turn back
    corners = turned_back((a, b, c, d), 4 - turns, turned.shape)
    seen = read_picture(model_from_corners(corners, turned).model, turned)
    assert isinstance(seen, Observation)
    for site in seen.sites[:24]:
        here = truth["points"].get(str(site.index), {"light": 0, "dark": 0})
        assert (site.likeliest.light, site.likeliest.dark) == (here["light"], here["dark"]), site.index


def test_corners_the_wrong_way_round_are_refused() -> None:
    corners: Corners = ((90.0, 60.0), (560.0, 64.0), (590.0, 430.0), (60.0, 424.0))
    a, b, c, d = corners
    with pytest.raises(PictureError, match="as the near player sees them"):
        rectifier((b, a, d, c))
