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
    from vision.training.placing import LabelKind, Sort
    from vision.training.random_table import sample_scene

    one, two = sample_scene(5, Sort.STREWN), sample_scene(5, Sort.STREWN)
    assert np.array_equal(one.corners, two.corners)
    assert np.array_equal(one.meshes["dice"].vertices, two.meshes["dice"].vertices)
    assert {t.value for t in one.things if t.kind is LabelKind.DIE} <= set(range(1, 7))
    square = one.camera.project(np.array([[-1.0, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]))
    assert cv2.contourArea(square.astype(np.float32)) > 0


def test_the_truth_of_an_upper_face_is_the_highest_face() -> None:
    from vision.training.placing import LabelKind, Sort
    from vision.training.random_table import sample_scene

    for thing in sample_scene(6, Sort.GAME).things:
        if thing.kind is LabelKind.DIE and thing.flat:
            assert np.allclose(thing.samples[:, 2], thing.top[2], atol=1e-6)


def test_points_of_every_outline_stay_in_their_places() -> None:
    from dataclasses import replace

    from vision.training.points.outlines import Outline, polygon, sample_style

    rng = np.random.default_rng(3)
    for outline in Outline:
        for _ in range(20):
            style = replace(sample_style(rng, 4.0), outline=outline)
            shape = polygon(style)
            assert np.isfinite(shape).all()
            assert np.abs(shape[:, 0]).max() <= 0.501
            assert shape[:, 1].min() >= style.gap - 1e-9 and shape[:, 1].max() <= style.gap + 4.0 + 1e-9


def test_what_is_printed_is_known_as_a_decoy_on_the_board() -> None:
    from vision.training.board_shape import HEIGHT
    from vision.training.placing import Sort
    from vision.training.random_table import sample_scene

    scenes = [sample_scene(seed, Sort.GAME) for seed in range(4)]
    assert sum(len(scene.decoys) for scene in scenes) > 10
    for scene in scenes:
        assert all(abs(place[1]) < HEIGHT for place in scene.decoys)


def test_tables_are_made_more_often_as_it_is_said() -> None:
    from vision.training.board_shape import HEIGHT
    from vision.training.placing import Emphasis, LabelKind, Sort
    from vision.training.positions import sample_habits
    from vision.training.random_table import LOW, sample_scene

    emphasis = Emphasis(low=1.0, straight=1.0, on_rail=1.0)
    for scene in (sample_scene(seed, Sort.GAME, emphasis) for seed in range(6)):
        away = scene.camera.origin - scene.camera.target
        assert LOW[0] - 1e-6 <= np.degrees(np.arccos(away[2] / np.linalg.norm(away))) <= LOW[1] + 1e-6
        cubes = [thing for thing in scene.things if thing.kind is LabelKind.CUBE]
        assert all(abs(cube.top[1]) > HEIGHT / 2 for cube in cubes)
    habits = [sample_habits(np.random.default_rng(seed), 1.0) for seed in range(20)]
    assert not any(each.astride for each in habits)


def _examples(tmp_path: Path) -> list[object]:
    """Two pictures whose meshes are not rendered: discs and squares where the truth says."""
    from vision.training.dataset import Example
    from vision.training.placing import LabelKind, Sort
    from vision.training.random_table import in_board, sample_scene

    made: list[object] = []
    for seed, sort in ((1, Sort.GAME), (2, Sort.STREWN)):
        scene = sample_scene(seed, sort)
        picture = np.full((scene.camera.height, scene.camera.width, 3), 120, np.uint8)
        things = []
        for thing in scene.things:
            pixel = scene.camera.project(thing.top)[0]
            shade = {LabelKind.CHECKER: 20, LabelKind.DIE: 240, LabelKind.CUBE: 200}[thing.kind]
            cv2.circle(picture, (int(pixel[0]), int(pixel[1])), 6, (shade, shade, shade), -1)
            things.append(
                {
                    "kind": thing.kind.value,
                    "value": thing.value,
                    "flat": thing.flat,
                    "layer": thing.layer,
                    "px": [float(c) for c in pixel],
                    "uv": in_board(pixel[None], scene.corners)[0].tolist(),
                    "size": 10.0,
                    "visible": 1.0,
                }
            )
        foreign = np.zeros((scene.camera.height // 2, scene.camera.width // 2), np.uint8)
        jpeg, png = cv2.imencode(".jpg", picture)[1], cv2.imencode(".png", foreign)[1]
        made.append(Example(jpeg.ravel(), png.ravel(), scene.corners, tuple(things), sort))
    return made


def test_a_tiny_network_learns_and_runs_in_opencv(tmp_path: Path) -> None:
    import torch

    from vision.training.crop_samples import CropSamples
    from vision.training.fit import Course, crop_loss, export, train
    from vision.training.model import CropNet

    torch.manual_seed(0)
    course = Course(steps=4, batch=2, rate=1e-3, workers=0)
    samples = CropSamples(_examples(tmp_path), 0, False)  # type: ignore[arg-type]
    die = train(CropNet(48, 8, 4), samples, crop_loss, course)
    assert die.steps == 4
    export(die.net, torch.tensor(0.8), torch.tensor(0.1), "die", tmp_path)
    read = cv2.dnn.readNetFromONNX(str(tmp_path / "die.onnx"))
    read.setInput(np.zeros((1, 3, 48, 48), np.float32))
    answer = np.array(read.forward())
    assert answer.shape == (1, 10) and np.isfinite(answer).all()


def test_a_network_is_taken_up_again_from_its_file(tmp_path: Path) -> None:
    import torch

    from vision.training.fit import export
    from vision.training.model import CropNet
    from vision.training.renewal import renewed

    torch.manual_seed(1)
    pictures = torch.rand(64, 3, 48, 48)
    net = CropNet(48, 8, 4)
    for _ in range(3):
        net(pictures)  # in training, so that the normalisations have seen something
    export(net, torch.tensor(1.0), torch.tensor(0.0), "die", tmp_path)
    again = renewed(CropNet(48, 8, 4), tmp_path / "die.onnx", pictures).eval()
    with torch.no_grad():
        assert torch.allclose(again(pictures), net.eval()(pictures), atol=0.02)
    with pytest.raises(ValueError, match="train it from the beginning"):
        renewed(CropNet(48, 8, 5), tmp_path / "die.onnx", pictures)


def test_a_held_out_position_is_told_as_it_is_laid() -> None:
    from vision.training.board_shape import HEIGHT
    from vision.training.placing import LabelKind, Placer, Sort
    from vision.training.positions import lay_position, sample_habits, sample_position
    from vision.training.series import series_design

    _, design, names = series_design(3, Sort.GAME)
    assert set(names) == {"light", "dark"}
    for seed in range(8):
        rng = np.random.default_rng(seed)
        position = sample_position(rng)
        for kind in (0, 1):
            men = sum(men for men, of in position.points.values() if of == kind)
            assert men + position.bar[kind] + position.off[kind] == 15
        b = Placer(rng, design.shape)
        lay_position(b, position, sample_habits(rng))
        flat = [t for t in b.things if t.kind is LabelKind.CHECKER and t.flat]
        assert len(flat) >= sum(men for men, _ in position.points.values())
        assert all(abs(t.top[1]) < HEIGHT / 2 + 1 for t in flat)


def test_real_dice_are_cut_with_their_values(tmp_path: Path) -> None:
    import json

    from vision.training.real_dice import cut_from, load_real_dice

    picture = np.full((200, 300, 3), 90, np.uint8)
    cv2.rectangle(picture, (100, 60), (139, 99), (250, 250, 250), -1)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    image = {"file": "a.png", "dice": [{"value": 5, "box": [100, 60, 140, 100]}]}
    (tmp_path / "labels.json").write_text(json.dumps({"images": [image, image]}))
    assert len(load_real_dice(tmp_path, True)) == len(load_real_dice(tmp_path, False)) == 1
    crop, label, away = cut_from(None, load_real_dice(tmp_path, False)[0])
    assert label == 4 and np.isnan(away).all()
    rows, columns = np.nonzero(crop[..., 0] > 170)
    assert np.ptp(rows) == pytest.approx(24, abs=2) and columns.mean() == pytest.approx(23.5, abs=1)


@pytest.mark.parametrize("cubes", [False, True])
def test_crops_have_the_classes_that_their_networks_tell(tmp_path: Path, cubes: bool) -> None:
    from vision.training.crop_samples import NONE, SIDES, Mix, coarsened, crop_samples

    rng = np.random.default_rng(5)
    mix = Mix(rendered=6, drawn=12, printed=24)
    made = [s for e in _examples(tmp_path) for s in crop_samples(rng, e, cubes, mix)]
    for picture, label, away in made:
        assert coarsened(rng, picture).shape == (SIDES[cubes], SIDES[cubes], 3)
        assert 0 <= label <= NONE[cubes] and np.isfinite(away).all()
    assert len({label for _, label, _ in made}) > 3


def test_a_drawn_board_lies_where_its_lattice_is_told() -> None:
    from vision.training.finding.flat import SIZE, draw

    drawn = [draw(np.random.default_rng(seed)) for seed in range(6)]
    assert all(each.picture.shape == (*SIZE[::-1], 3) for each in drawn)
    for lattice in (each.lattice for each in drawn if each.lattice is not None):
        far_left, far_right, near_left = lattice[[0, 2, 6]]
        assert far_left[0] < far_right[0] and far_left[1] < near_left[1]
        assert (lattice > -2).all() and (lattice < np.array(SIZE) + 2).all()


def test_a_piece_of_a_drawn_board_keeps_its_places() -> None:
    from vision.training.finding.corners import seen, target_of
    from vision.training.finding.flat import Drawn

    picture = np.zeros((288, 384, 3), np.uint8)
    places = np.array([[x, y] for y in (60.0, 140.0, 220.0) for x in (80.0, 200.0, 320.0)])
    for x, y in places.astype(int):
        cv2.circle(picture, (int(x), int(y)), 4, (255, 255, 255), -1)
    for seed in range(8):
        piece, lattice = seen(np.random.default_rng(seed), Drawn(picture, places))
        assert lattice is not None
        for x, y in lattice.round().astype(int):
            if 2 <= x < 254 and 2 <= y < 190:
                assert piece[y - 1 : y + 2, x - 1 : x + 2, 0].max() > 100
        assert np.allclose(target_of(lattice).sum(axis=1), 1, atol=1e-4)
    assert (target_of(None)[:, -1] == 1).all()


def test_the_network_of_corners_learns_and_runs_in_opencv(tmp_path: Path) -> None:
    from vision.training.finding.corners import Samples, export, train

    steps = train(Samples(None, [], 1), tmp_path, 0.05, 1e-3, 2, None)
    assert steps > 0
    import torch

    export(torch.load(tmp_path / "corners.pt", weights_only=False), tmp_path)
    read = cv2.dnn.readNetFromONNX(str(tmp_path / "corners.onnx"))
    read.setInput(np.zeros((1, 3, 192, 256), np.float32))
    assert np.array(read.forward()).shape == (1, 9, 48, 64)


def test_a_tournament_table_lies_in_its_picture_as_a_phone_sees_it() -> None:
    from vision.training.series import tournament_series

    seed, design, names = tournament_series(2)
    assert seed >= 3_000_000 and set(names) == {"light", "dark"}
    assert np.array_equal(design.textures["surface"], tournament_series(2)[1].textures["surface"])
    camera = design.camera
    sight = camera.axes()[2]
    assert 18 < np.degrees(np.arccos(-sight[2])) < 50
    rails = [[x * design.shape.width / 2, y * 5, 0.0] for x in (-1, 1) for y in (-1, 1)]
    pixels = camera.project(np.array(rails))
    assert ((pixels > 0) & (pixels < [camera.width, camera.height])).all()


def test_what_lies_between_two_states_of_a_network_is_their_mean(tmp_path: Path) -> None:
    import onnx

    from vision.training.renewal import mixed

    def state(value: float, size: int = 3) -> Path:
        numbers = onnx.numpy_helper.from_array(np.full(size, value, np.float32), "numbers")
        graph = onnx.helper.make_graph([], "net", [], [], [numbers])
        file = tmp_path / f"{value}-{size}.onnx"
        onnx.save(onnx.helper.make_model(graph), str(file))
        return file

    mixed(state(1.0), state(3.0), 0.25, tmp_path / "between.onnx")
    told = onnx.load(str(tmp_path / "between.onnx")).graph.initializer[0]
    assert np.allclose(onnx.numpy_helper.to_array(told), 1.5)
    with pytest.raises(ValueError, match="another network"):
        mixed(state(1.0), state(3.0, 4), 0.25, tmp_path / "none.onnx")
