"""The model of a board: where its points are, and how it is kept in a file."""

import base64
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.board import Kind, Shape
from vision.board_model import LOOKS, BoardModel, King, Lift, Shade
from vision.colour_model import FEATURES
from vision.errors import ModelError
from vision.laying import USUAL
from vision.rectify import Lens


def test_points_run_round_the_board(model: BoardModel) -> None:
    assert model.middle(1) == pytest.approx(0.9625) and model.middle(24) == model.middle(1)
    assert model.middle(12) == pytest.approx(0.0375) and model.middle(13) == model.middle(12)
    assert model.middle(7) < 0.45 and model.middle(6) > 0.55
    assert model.middle(25) == pytest.approx(0.5)


def test_a_board_without_a_bar_has_even_points(model: BoardModel) -> None:
    flat = replace(model, bar=None)
    assert np.allclose(np.diff([flat.column(i) for i in range(12)]), 1 / 12)
    assert flat.bar_middle == 0.5


def test_what_is_raised_can_be_lowered() -> None:
    lift = Lift(0.02, 0.4, 1.1)
    assert lift.lowered(*lift.raised(0.9, 0.1, 3), 3) == pytest.approx((0.9, 0.1))
    assert lift.raised(0.9, 0.1)[1] < 0.1


def test_a_model_survives_its_file(model: BoardModel, tmp_path: Path) -> None:
    full = replace(model, near=Kind.DARK).with_empty(np.full((384, 512, 3), 90, np.uint8))
    full.save(tmp_path / "board.json")
    again = BoardModel.load(tmp_path / "board.json")
    assert again == full
    empty = again.empty_picture()
    assert empty is not None and empty.shape == (192, 256, 3)


def test_how_the_lens_bends_survives(model: BoardModel, tmp_path: Path) -> None:
    bent = replace(model, lens=Lens(-0.2))
    bent.save(tmp_path / "board.json")
    assert BoardModel.load(tmp_path / "board.json") == bent
    data = json.loads((tmp_path / "board.json").read_text())
    del data["lens"]
    (tmp_path / "board.json").write_text(json.dumps(data))
    assert BoardModel.load(tmp_path / "board.json") == model
    large = bent.rectifier((2 * model.size[1], 2 * model.size[0], 3)).pixels(np.array([[0.3, 0.7]]))
    assert np.allclose(large, 2 * bent.rectifier(model.size[::-1]).pixels(np.array([[0.3, 0.7]])), atol=0.5)


def test_how_rows_are_laid_survives_and_an_older_file_tells_nothing_of_it(
    model: BoardModel, tmp_path: Path
) -> None:
    habits = (0.5, *(0.5 / (len(USUAL) - 1) for _ in USUAL[1:]))
    replace(model, habits=habits).save(tmp_path / "board.json")
    assert BoardModel.load(tmp_path / "board.json").habits == habits
    data = json.loads((tmp_path / "board.json").read_text())
    del data["habits"]
    (tmp_path / "board.json").write_text(json.dumps(data))
    assert BoardModel.load(tmp_path / "board.json") == model


def test_an_older_file_with_a_smaller_picture_is_understood(model: BoardModel, tmp_path: Path) -> None:
    model.save(tmp_path / "board.json")
    data = json.loads((tmp_path / "board.json").read_text())
    (tmp_path / "board.json").write_text(json.dumps(data | {"empty": png(128, 96)}))
    empty = BoardModel.load(tmp_path / "board.json").empty_picture()
    assert empty is not None and empty.shape == (192, 256, 3)


def test_the_file_is_small(model: BoardModel, tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (384, 512, 3)).astype(np.uint8)
    model.with_empty(noise).save(tmp_path / "board.json")
    assert (tmp_path / "board.json").stat().st_size < 240_000


def colour_model(spread: list[float], light: Sequence[float] = (200.0,) * 6, seen: float = 9) -> object:
    dark = {"mean": [40.0] * 6, "seen": 9}
    return {"light": {"mean": list(light), "seen": seen}, "dark": dark, "spread": spread}


def png(width: int, height: int) -> str:
    noise = np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)
    return base64.b64encode(cv2.imencode(".png", noise)[1].tobytes()).decode()


def test_the_colour_model_of_a_file_fits_the_looks_of_checkers(model: BoardModel, tmp_path: Path) -> None:
    assert LOOKS == FEATURES
    model.save(tmp_path / "board.json")
    text = json.dumps(
        {**json.loads((tmp_path / "board.json").read_text()), "palette": colour_model([8.0] * 6)}
    )
    (tmp_path / "board.json").write_text(text)
    found = BoardModel.load(tmp_path / "board.json").colour_model
    assert found is not None and found.light.mean == (200.0,) * 6


@pytest.mark.parametrize(
    "change",
    [
        {"version": 99},
        {"format": "something"},
        {"corners": [[0, 0]]},
        {"corners": [[0, 0], [1, "x"], [1, 1], [0, 1]]},
        {"checker": [5.0, 5.0]},
        {"lift": {"k": float("nan"), "u": 0, "v": 0}},
        {"palette": {"light": 3}},
        {"near": "green"},
        {"empty": "***"},
        {"size": [0, 10]},
        {"size": [10**400, 10]},
        {"corners": [[0, 0], [10**400, 0], [9, 9], [0, 9]]},
        {"corners": [[0, 0], [1e300, 0], [1e300, 1e300], [0, 1e300]]},
        {"lift": {"k": -1, "u": 0.5, "v": 0.8}},
        {"lift": {"k": 0.5, "u": 0.5, "v": 0.8}},
        {"bar": [0.55, 0.45]},
        {"bar": [0.45, 1.2]},
        {"bar": [0.0, 0.1, 0.2]},
        {"palette": colour_model([0.0] * 6)},
        {"palette": colour_model([8.0] * 5)},
        {"palette": colour_model([8.0] * 6, light=[200.0] * 3)},
        {"palette": colour_model([8.0] * 6, seen=float("inf"))},
        {"empty": ""},
        {"empty": base64.b64encode(b"no picture").decode()},
        {"empty": png(64, 64)},
        {"empty": png(128, 96)[:400]},
        {"lens": {"k": 0.0}},
        {"lens": {"k": -0.7}},
        {"lens": {"k": float("nan")}},
        {"lens": -0.2},
        {"habits": [1.0]},
        {"habits": [0.0, 1.0] + [0.0] * 12},
        {"habits": [0.5] * 14},
        {"habits": "usual"},
    ],
)
def test_damaged_files_are_refused_in_words(
    model: BoardModel, tmp_path: Path, change: dict[str, object]
) -> None:
    path = tmp_path / "board.json"
    model.save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ModelError, match="calibrat"):
        BoardModel.load(path)


def test_files_that_are_none_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        BoardModel.load(tmp_path / "nowhere.json")
    (tmp_path / "text.json").write_text("hello")
    with pytest.raises(ModelError, match="not JSON"):
        BoardModel.load(tmp_path / "text.json")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    with pytest.raises(ModelError, match="not JSON"):
        BoardModel.load(tmp_path / "deep.json")


def test_pictures_of_another_size_are_scaled_or_refused(model: BoardModel) -> None:
    double = model.rectifier((960, 1280, 3)).pixels(np.array([[0.3, 0.7]]))
    assert np.allclose(double, 2 * model.rectifier((480, 640, 3)).pixels(np.array([[0.3, 0.7]])))
    with pytest.raises(ModelError, match="calibrate it again"):
        model.rectifier((480, 480, 3))


def test_a_board_of_squares_survives_and_an_older_file_is_one_of_points(
    model: BoardModel, tmp_path: Path
) -> None:
    path = tmp_path / "board.json"
    squares = replace(
        model, shape=Shape.TAFL, bar=None, king=King(Shade((200.0,) * 6, 1), 1.5), bare=(0, 40, 80)
    )
    squares.save(path)
    assert BoardModel.load(path) == squares
    model.save(path)
    data = json.loads(path.read_text())
    for key in ("shape", "king", "bare"):
        del data[key]
    path.write_text(json.dumps(data))
    assert BoardModel.load(path) == model


@pytest.mark.parametrize(
    "change",
    [
        {"shape": "round"},
        {"bare": [81]},
        {"king": {"looks": {"mean": [200.0] * 5, "seen": 1}, "layers": 1.5}},
        {"king": {"looks": {"mean": [200.0] * 6, "seen": 1}, "layers": -1.0}},
    ],
)
def test_a_damaged_file_of_squares_is_refused_in_words(
    model: BoardModel, tmp_path: Path, change: dict[str, object]
) -> None:
    test_damaged_files_are_refused_in_words(replace(model, shape=Shape.TAFL), tmp_path, change)
