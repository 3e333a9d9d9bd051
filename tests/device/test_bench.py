"""The bench: its stages are those of a real reading, and its yardstick is what it says it is."""

import numpy as np

from device.ops.bench.speed_figures import WHAT, board, read_in_stages
from device.ops.bench.yardstick import HEAD, Yardstick, yolov4_tiny
from vision.reading import read_picture


def test_stage_by_stage_the_same_is_read() -> None:
    model, picture = board((640, 480))
    assert picture.shape == (480, 640, 3)
    staged, whole = read_in_stages(model, picture, picture), read_picture(model, picture)
    assert staged.observation.to_data() | {"ms": 0.0} == whole.to_data() | {"ms": 0.0}
    # as if the board had looked so when it was empty, which leaves no doubt that the empty board is asked, too
    known = model.with_empty(model.rectifier(picture.shape).rectify(picture))
    weighed, again = read_in_stages(known, picture, picture), read_picture(known, picture)
    assert weighed.observation.to_data() | {"ms": 0.0} == again.to_data() | {"ms": 0.0}
    assert weighed.observation.sites != staged.observation.sites
    assert set(staged.ms) == set(WHAT) and all(ms > 0 for ms in staged.ms.values())


def test_the_yardstick_is_as_large_as_yolov4_tiny() -> None:
    # 6.06 million weights, as darknet counts them, less those of the normalisation, which are folded in
    assert 6.04e6 < len(yolov4_tiny()) / 4 < 6.06e6
    heads = Yardstick().run(np.zeros((96, 128, 3), np.uint8))
    assert heads == [(1, HEAD, 13, 13), (1, HEAD, 26, 26)]
