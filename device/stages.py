"""The stages of a reading, each with its time: the same steps in the same order as `vision.eye` takes them."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from vision.background import weighed
from vision.board_model import BoardModel
from vision.checkers import find_tops, read_sites, settle
from vision.cube import read_cube
from vision.detections import from_maps
from vision.dice import look_at_dice, read_dice, upright
from vision.eye import CUBE_ROOM, LOOKS, own_nets
from vision.frame import Picture
from vision.observation import Observation, fuse
from vision.stillness import changed, is_dark, window_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Staged:
    """A picture read in stages: what was read, and the milliseconds that each stage took."""

    observation: Observation
    ms: dict[str, float]


WHAT = {
    "stillness": "whether anything moves, of every picture",
    "rectify": "the board seen from above",
    "board": "the board network and its peaks",
    "dice": "the dice",
    "cube": "the cube, with a second look at the frame where it is not found on the board",
    "checkers": "checkers, their kinds and their sites",
    "fuse": f"{LOOKS} looks fused into one",
}
"""What the stages are."""


def read_in_stages(model: BoardModel, before: Picture, picture: Picture) -> Staged:
    """Read a picture step by step; `before`: the one before it, which nothing is moving in."""
    ms = dict.fromkeys(WHAT, 0.0)

    def timed(stage: str, do: Callable[[], T]) -> T:
        began = time.perf_counter()
        done = do()
        ms[stage] += (time.perf_counter() - began) * 1000
        return done

    nets, rectifier = own_nets(), model.rectifier(picture.shape)
    window = window_of(rectifier, picture.shape)
    thumb = window.thumb(before)
    timed("stillness", lambda: (is_dark(now := window.thumb(picture)), changed(thumb, now)))
    rectified = timed("rectify", lambda: rectifier.rectify(picture))
    detections = timed("board", lambda: from_maps(nets.board(rectified)))
    traces = timed(
        "dice", lambda: look_at_dice(detections.dice, nets, picture, rectifier, upright(rectifier, model))
    )
    cube = timed("cube", lambda: read_cube(detections.cubes, nets, picture, rectifier, model, None, traces))
    if cube is not None:
        u, v = rectifier.board(np.array([cube.px]))[0]
        wide, high = model.checker

        def away(x: float, y: float) -> float:
            return float(np.hypot((x - u) / wide, (y - v) / high))

        traces = tuple(each for each in traces if away(each.spot.u, each.spot.v) > CUBE_ROOM[1])
        tops_left = tuple(each for each in detections.tops if away(each.u, each.v) > CUBE_ROOM[0])
        detections = replace(detections, tops=tops_left)
    detections = timed("checkers", lambda: weighed(detections, rectified, model))
    tops = timed(
        "checkers", lambda: settle(find_tops(detections, rectified, model), detections.foreign, model)
    )
    dice = timed("dice", lambda: read_dice(traces, rectifier, model, tops))
    sites = timed("checkers", lambda: read_sites(tops, detections.foreign, model))
    seen = Observation(sites, dice, cube)
    timed("fuse", lambda: fuse((seen,) * LOOKS))
    return Staged(seen, ms)
