"""The stages of a reading, each with its time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from vision.board_model import BoardModel
from vision.eye import LOOKS
from vision.frame import Picture
from vision.light import LightMeter
from vision.motion.stillness import Stillness, window_of
from vision.observation import Observation, fuse
from vision.reading import examine

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

    def timed(stage: str, do: Callable[[], T], /) -> T:
        began = time.perf_counter()
        done = do()
        ms[stage] += (time.perf_counter() - began) * 1000
        return done

    window = window_of(model.rectifier(picture.shape), picture.shape)
    light, stillness, thumb = LightMeter(), Stillness(), window.thumb(before)
    stillness.moves(thumb)
    stillness.settle(thumb)
    timed("stillness", lambda: (light.is_dark(now := window.thumb(picture), 1.0), stillness.moves(now)))
    seen = examine(model, picture, timed=timed).observation
    timed("fuse", lambda: fuse((seen,) * LOOKS))
    return Staged(seen, ms)
