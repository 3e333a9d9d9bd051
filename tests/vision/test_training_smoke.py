"""The training code runs: scenes are made, samples cut, and a few steps bring the loss down."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("PIL") is None,
    reason="PyTorch and Pillow, which only training needs, are not installed (see vision/training/README.md)",
)


def test_a_seed_makes_the_same_scene_again() -> None:
    from vision.training.placing import Kind, Sort
    from vision.training.scene import sample_scene

    one, two = sample_scene(5, Sort.STREWN), sample_scene(5, Sort.STREWN)
    assert np.array_equal(one.corners, two.corners)
    assert np.array_equal(one.meshes["dice"].vertices, two.meshes["dice"].vertices)
    assert {t.value for t in one.things if t.kind is Kind.DIE} <= set(range(1, 7))
    square = one.camera.project(np.array([[-1.0, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]))
    assert cv2.contourArea(square.astype(np.float32)) > 0


def test_the_truth_of_an_upper_face_is_the_highest_face() -> None:
    from vision.training.placing import Kind, Sort
    from vision.training.scene import sample_scene

    for thing in sample_scene(6, Sort.GAME).things:
        if thing.kind is Kind.DIE and thing.flat:
            assert np.allclose(thing.samples[:, 2], thing.top[2], atol=1e-6)


def _examples(tmp_path: Path) -> list[object]:
    """Two pictures whose meshes are not rendered: discs and squares where the truth says."""
    from vision.training.dataset import Example
    from vision.training.placing import Kind, Sort
    from vision.training.scene import in_board, sample_scene

    made: list[object] = []
    for seed, sort in ((1, Sort.GAME), (2, Sort.STREWN)):
        scene = sample_scene(seed, sort)
        picture = np.full((scene.camera.height, scene.camera.width, 3), 120, np.uint8)
        things = []
        for thing in scene.things:
            pixel = scene.camera.project(thing.top)[0]
            shade = {Kind.CHECKER: 20, Kind.DIE: 240, Kind.CUBE: 200}[thing.kind]
            cv2.circle(picture, (int(pixel[0]), int(pixel[1])), 6, (shade, shade, shade), -1)
            things.append(
                {
                    "kind": thing.kind.value, "value": thing.value, "flat": thing.flat, "layer": thing.layer,
                    "px": [float(c) for c in pixel], "uv": in_board(pixel[None], scene.corners)[0].tolist(),
                    "size": 10.0, "visible": 1.0,
                }
            )  # fmt: skip
        foreign = np.zeros((scene.camera.height // 2, scene.camera.width // 2), np.uint8)
        jpeg, png = cv2.imencode(".jpg", picture)[1], cv2.imencode(".png", foreign)[1]
        made.append(Example(jpeg.ravel(), png.ravel(), scene.corners, tuple(things), sort))
    return made


def test_tiny_networks_learn_and_run_in_opencv(tmp_path: Path) -> None:
    import torch

    from vision.training.dataset import BoardSamples, CropSamples
    from vision.training.fit import Course, board_loss, crop_loss, export, train
    from vision.training.model import BOARD_CHANNELS, BoardNet, CropNet

    examples = _examples(tmp_path)
    torch.manual_seed(0)
    course = Course(steps=4, batch=2, rate=1e-3, workers=0)
    board = train(BoardNet(8), BoardSamples(examples, 0), board_loss, course)  # type: ignore[arg-type]
    die = train(CropNet(48, 8, 4), CropSamples(examples, 0, False), crop_loss, course)  # type: ignore[arg-type]
    assert board.steps == die.steps == 4
    for trained, kind, shape in ((board, "board", (1, len(BOARD_CHANNELS), 96, 128)), (die, "die", (1, 10))):
        export(trained.net, torch.tensor(0.8), torch.tensor(0.1), kind, tmp_path)
        read = cv2.dnn.readNetFromONNX(str(tmp_path / f"{kind}.onnx"))
        size = (48, 48) if kind == "die" else (384, 512)
        read.setInput(np.zeros((1, 3, *size), np.float32))
        answer = np.array(read.forward())
        assert answer.shape == shape and np.isfinite(answer).all()
