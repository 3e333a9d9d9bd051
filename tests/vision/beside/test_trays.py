"""Checkers that are off: stacks on edge in a tray, painted with lines between them."""

import numpy as np
import pytest

from vision.beside.stacks import Stack, find_stacks
from vision.beside.trays import off_in_stacks
from vision.board_model import BoardModel, ColourModel, Shade
from vision.frame import Picture
from vision.rectify import Corners, rectifier

CORNERS: Corners = ((240.0, 120.0), (960.0, 120.0), (960.0, 840.0), (240.0, 840.0))
PALETTE = ColourModel(Shade((222.0, 128.0, 138.0) * 2, 15), Shade((45.0, 131.0, 120.0) * 2, 15), (8.0,) * 6)
MODEL = BoardModel((1280, 960), CORNERS, checker=(0.07, 0.08), colour_model=PALETTE)


def tray(count: int, thick: float = 16.0) -> Picture:
    """A board with a tray to the right of it, with so many light checkers on edge at its near end."""
    picture = np.full((960, 1280, 3), (70, 60, 60), np.uint8)
    picture[120:840, 240:960] = (90, 130, 80)
    picture[120:840, 1000:1080] = (90, 130, 80)
    noise = np.random.default_rng(3)
    for k in range(count):
        low, high = round(840 - thick * (k + 1)), round(840 - thick * k)
        picture[low:high, 1015:1066] = np.array((200, 220, 235)) - noise.integers(0, 6)
        picture[low : low + 2, 1015:1066] = (150, 165, 180)
    return np.asarray(np.clip(picture + noise.normal(0, 1.5, picture.shape), 0, 255), np.uint8)


def stack(light: bool, count: int, score: float = 9.0, thick: float = 0.02) -> Stack:
    """A stack that was found, its lines even."""
    return Stack(light, count, 0.995, 1.1, 0.02, 0.02 + thick * count, score, 0.6)


@pytest.mark.parametrize("count", [4, 7, 12])
def test_checkers_on_edge_are_counted_by_the_lines_between_them(count: int) -> None:
    found = find_stacks(tray(count), rectifier(CORNERS), MODEL)
    best = max(found, key=lambda each: each.score)
    assert (best.light, best.count) == (True, count) and best.p > 0.9
    off = off_in_stacks(found)
    assert off is None or (off.light, off.dark) == (count, 0)


def test_in_an_empty_tray_nothing_is_counted() -> None:
    assert off_in_stacks(find_stacks(tray(0), rectifier(CORNERS), MODEL)) is None


def test_what_is_off_is_told_only_where_all_stacks_are_sure() -> None:
    off = off_in_stacks([stack(True, 13), stack(False, 9)])
    assert off is not None and (off.light, off.dark) == (13, 9) and 0.9 < off.p < 0.95
    assert off_in_stacks([]) is None
    assert off_in_stacks([stack(True, 13), stack(False, 9, score=4.0)]) is None
    assert off_in_stacks([stack(True, 2)]) is None
    assert off_in_stacks([stack(True, 10), stack(False, 9, thick=0.03)]) is None
    alone = off_in_stacks([stack(True, 13), stack(False, 2, score=1.0)])
    assert alone is not None and (alone.light, alone.dark) == (13, 0) and alone.p < off.p
