"""How well pictures made elsewhere are read: a sample of the shared boards and films, cold and warm."""

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from calibration import model_from_corners
from engine.board import BAR, View
from vision.eye import Eye
from vision.frame import Frame
from vision.observation import Observation
from vision.reading import own_nets, read_picture

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))

pytestmark = pytest.mark.skipif(
    not (SHARED / "boards").is_dir(),
    reason=f"NO ACCURACY MEASURED: there are no shared boards at {SHARED} (set TABLESIDE_SHARED)",
)


@pytest.fixture(scope="module")
def truths() -> Iterator[ModuleType]:
    """The module that knows what the shared pictures show."""
    spec = importlib.util.spec_from_file_location("bench_truths", ROOT / "tests" / "bench" / "truths.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_truths"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["bench_truths"]


def right_points(case: object, seen: Observation) -> tuple[int, int]:
    """How many points were told rightly, and how many were told at all."""
    told = [s for s in seen.sites if s.index != BAR and not s.hidden and case.sites[s.index] is not None]  # type: ignore[attr-defined]
    right = sum((s.likeliest.light, s.likeliest.dark) == case.sites[s.index] for s in told)  # type: ignore[attr-defined]
    return right, len(told)


def is_sampled(name: str) -> bool:
    """Whether the picture of that name is one of the sample."""
    return name[0].isdigit() and int(name[:3]) % 13 == 0


def test_single_pictures_are_read_cold(truths: ModuleType, without_lens: None) -> None:
    right = told = dice = dice_right = places = cubes = 0
    for case in truths.board_cases(SHARED / "boards", is_sampled):
        if case.hand:
            continue
        seen = read_picture(model_from_corners(case.corners, case.picture).model, case.picture)
        good, all_told = right_points(case, seen)
        right, told = right + good, told + all_told
        if case.dice:
            dice += 1
            wanted = sorted((value, half) for value, half in case.dice)
            dice_right += sorted((d.value, d.half) for d in seen.dice if d.flat) == wanted
        if case.cube is not None:
            cubes += 1
            places += seen.cube is not None and seen.cube.place.value == case.cube[1]
    assert right / told > 0.99
    assert dice_right / dice > 0.9
    assert places / cubes > 0.85


def test_calibrated_boards_are_read_whole(truths: ModuleType) -> None:
    cases = [case for case in truths.board_cases(SHARED / "boards") if case.group == "board01"]
    by_name = {case.name: case for case in cases}
    start = by_name["start.jpg"]
    model = model_from_corners(
        start.corners, start.picture, by_name["empty.jpg"].picture, start.picture
    ).model
    whole = 0
    for name in ("000.jpg", "002.jpg", "004.jpg", "008.jpg", "009.jpg"):
        good, told = right_points(by_name[name], read_picture(model, by_name[name].picture))
        whole += good == told == 24
    assert whole >= 4


@pytest.mark.long
def test_a_film_is_read_where_it_is_still(truths: ModuleType) -> None:
    eyes: dict[str, Eye] = {}
    boards = right = 0
    for name, corners, number, picture, case in truths.film_cases(SHARED):
        if number > 80:
            continue
        if name not in eyes:
            eyes[name] = Eye(model_from_corners(corners, picture).model)
        sight = eyes[name].see(Frame(picture, number / 5, number))
        if case is not None and sight.view is View.CLEAR and sight.observation is not None:
            good, told = right_points(case, sight.observation)
            boards += 1
            right += good == told == 24
    assert boards > 35
    assert right / boards > 0.95


def test_a_shifted_quarter_turned_board_is_read_the_same(truths: ModuleType) -> None:
    case = next(truths.board_cases(SHARED / "boards", "003.jpg".__eq__))
    turned = np.ascontiguousarray(np.rot90(case.picture))
    width = case.picture.shape[1]
    corners = tuple((y, width - 1 - x) for x, y in case.corners)
    seen = read_picture(model_from_corners(corners, turned).model, turned)
    good, told = right_points(case, seen)
    assert good >= told - 1


@pytest.fixture
def two_threads() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(2)
    yield
    cv2.setNumThreads(before)


@pytest.mark.usefixtures("two_threads")
def test_the_networks_give_the_same_answer_twice(truths: ModuleType) -> None:
    case = next(truths.board_cases(SHARED / "boards", "001.jpg".__eq__))
    model = model_from_corners(case.corners, case.picture).model
    one, two = (read_picture(model, case.picture, own_nets()) for _ in range(2))
    assert [s.likeliest for s in one.sites] == [s.likeliest for s in two.sites]
