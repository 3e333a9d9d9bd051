"""What the board network learns from is what it will be given: pairs are laid, lit, told and marked as they should be."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("PIL") is None,
    reason="PyTorch and Pillow, which only training needs, are not installed (see vision/training/README.md)",
)
DOTS = [[x, y] for y in (120, 180, 300, 360) for x in (130, 210, 280, 360, 440, 510)]
"""Where dots lie on the pairs that are made here, in pixels of a pair."""


def _records(count: int = 4) -> NDArray[Any]:
    """Pairs that were not rendered: white dots on a dark, uneven board, each a thing or, of every eighth, a decoy."""
    from vision.training.pairs.pair_rendering import PAIR

    rng = np.random.default_rng(1)
    records = np.zeros(count, PAIR)
    for number, record in enumerate(records):
        coarse = rng.integers(30, 110, (12, 16, 3)).astype(np.uint8)
        record["picture"] = cv2.resize(coarse, (640, 480), interpolation=cv2.INTER_CUBIC)
        record["bare"] = cv2.resize(record["picture"], (320, 240), interpolation=cv2.INTER_AREA)
        record["sort"] = number % 3
        things = []
        for place, (x, y) in enumerate(DOTS):
            cv2.circle(record["picture"], (x, y), 3, (255, 255, 255), -1)
            if place % 8 == 7:
                record["decoys"][record["decoy_count"]] = (x, y)
                record["decoy_count"] += 1
            else:
                things.append((x, y, place % 3, place % 2, 0.2 if place % 8 == 3 else 0.9))
        record["things"][: len(things)], record["thing_count"] = things, len(things)
        ends = 96 + 448 * np.arange(13) / 12
        record["columns"] = np.stack([ends[:-1], ends[1:]], 1)
    return records


def _pairs(count: int = 4) -> Any:
    import torch

    from vision.training.pairs.laid_pairs import single_pairs, stacked

    return stacked(single_pairs(_records(count), torch.device("cpu")))


def _lots(seed: int = 1) -> Any:
    import torch

    from vision.training.pairs.lots import Lots

    return Lots(seed, torch.device("cpu"))


def test_what_lies_on_a_board_is_marked_where_its_picture_shows_it() -> None:
    import torch

    from vision.training.pairs.board_targets import targets_of
    from vision.training.pairs.laid_pairs import NOWHERE, colours, decoys_in, random_layout, things_in, warped

    pairs, lots = _pairs(), _lots()
    layout = random_layout(pairs, lots)
    pictures = warped(colours(pairs.picture), layout, 1)
    things, decoys = things_in(pairs, layout), decoys_in(pairs, layout)
    nowhere = torch.full((4, 1, 2), NOWHERE)
    targets, weights = targets_of(things, nowhere, decoys, torch.zeros(4, 96, 128))
    assert targets.shape == weights.shape == (4, 5, 96, 128)
    for board in range(4):
        dots = (pictures[board].amin(0).numpy() > 0.75).astype(np.uint8)
        middles = cv2.connectedComponentsWithStats(dots)[3][1:]
        assert len(middles) == len(DOTS)
        kinds = []
        for middle in middles:
            column, row = ((middle + 0.5) / 4).astype(int)
            near = np.s_[board, :4, row - 1 : row + 2, column - 1 : column + 2]
            told, weight = targets[near].amax((1, 2)), weights[near].amin((1, 2))
            kinds.append("decoy" if (weight == 2).all() else "hidden" if (weight == 0).any() else "thing")
            if kinds[-1] == "thing":
                assert told.max() > 0.77  # the cell's middle lies up to half a cell beside, right and down
                peak = int(
                    targets[board, int(told.argmax())][row - 2 : row + 3, column - 2 : column + 3].argmax()
                )
                assert abs(peak // 5 - 2) <= 1 and abs(peak % 5 - 2) <= 1
            else:
                assert told.max() == 0
        assert [kinds.count(kind) for kind in ("decoy", "hidden", "thing")] == [3, 3, 18]
    assert torch.allclose(weights[targets > 0.999], torch.tensor(5.0), atol=0.01)


def test_a_point_with_men_is_told_by_the_nearest_bare_one_of_its_colour() -> None:
    import torch

    from vision.training.pairs.bare_references import told_columns

    columns = _pairs(2).columns
    covered = torch.zeros(2, 2, 12, dtype=torch.bool)
    covered[:, 0, [0, 4]] = (
        True  # far side; what tells of the first point is the third, the fifth is covered, too
    )
    covered[:, 1, ::2] = True  # near side; nobody is left to tell of them
    source, known = told_columns(columns, covered, torch.tensor([True, False]))
    pixel = torch.arange(320)
    first = (pixel >= 48) & (pixel < 67)
    assert known[0, 0].unique().tolist() == [0.5, 1.0] and (known[0, 0, first] == 0.5).all()
    assert ((source - pixel)[0, 0, first] == round(2 * 448 / 24)).all()
    assert (source == pixel)[0, 0, known[0, 0] == 1].all() and (source == pixel)[1].all()
    assert known[0, 1].unique().tolist() == [0.0, 1.0] and (known[0, 1] == 1).sum() == 208
    assert (known[1] == known[0].where(known[0] == 1, 0.0)).all()


def test_the_bare_board_is_given_in_the_light_that_the_eye_would_see_it_in() -> None:
    import torch
    from torch.nn import functional

    from vision.bare.ground import Ground
    from vision.bare.light import in_light, lit
    from vision.training.pairs.bare_references import BareReference, in_their_light
    from vision.training.pairs.laid_pairs import colours, random_layout, warped

    pairs, lots = _pairs(), _lots(5)
    layout = random_layout(pairs, lots)
    bare = (warped(colours(pairs.bare), layout, 2) * 255).round() / 255
    ramp = torch.linspace(0.7, 1.2, 512) * torch.tensor([1.1, 0.9, 1.0])[:, None, None]
    pictures = ((warped(colours(pairs.picture), layout, 1) * ramp).clamp(0, 1) * 255).round() / 255
    known = (lots.even(4, 6, 8) < 0.7).float().repeat_interleave(32, 1).repeat_interleave(32, 2)
    given = in_their_light(BareReference(bare, known), pictures).given()
    assert given.shape == (4, 4, 192, 256)
    small = functional.avg_pool2d(pictures, 2)
    for board in range(4):
        seen, ground = (
            (each[board].permute(1, 2, 0).numpy() * 255).round().astype(np.uint8) for each in (small, bare)
        )
        there = known[board].numpy() > 0
        eye = Ground(ground, there, np.zeros_like(there))
        expected = np.minimum(in_light(eye, lit(seen, eye)), 255)
        told = given[board, :3].permute(1, 2, 0).numpy() * 255
        assert np.abs(told - expected)[there].max() < 2.5
        assert (told[~there] == 0).all() and (given[board, 3].numpy() == there).all()


def test_boards_are_made_anew_each_time_and_the_same_of_a_seed() -> None:
    import torch

    from vision.training.pairs.sampled_boards import sampled

    pairs = _pairs(8)
    lots = _lots(2)
    one, two, again = sampled(pairs, 0.5, lots), sampled(pairs, 0.5, lots), sampled(pairs, 0.5, _lots(2))
    assert torch.equal(one.pictures, again.pictures) and torch.equal(one.bare, again.bare)
    assert not torch.equal(one.pictures, two.pictures)
    for boards in (one, two):
        for each in (boards.pictures, boards.bare, boards.targets):
            assert each.isfinite().all() and each.min() >= 0 and each.max() <= 1
    assert sampled(pairs, 1.0, lots).bare.abs().max() == 0
    taught = sampled(pairs, 0.0, lots).bare
    assert set(taught[:, 3].unique().tolist()) <= {0.0, 0.5, 1.0} and taught[:, 3].mean() > 0.5
    assert (taught[:, :3].amax(1) * (taught[:, 3] == 0)).max() == 0


def test_flat_checkers_are_drawn_where_they_are_told() -> None:
    import torch

    from vision.training.pairs.flat_checkers import with_flat_checkers

    grey = torch.full((6, 3, 384, 512), 0.5)
    places = torch.tensor([[[256.0, 192.0]]]).expand(6, -1, -1)
    foreign = torch.zeros(6, 96, 128)
    foreign[:, :, :64] = 1
    drawn, middles = with_flat_checkers(grey, grey[:, :, ::2, ::2], foreign, places, _lots(3))
    there = middles[middles[..., 0] > 0]
    assert len(there) >= 6 and (there[:, 0] >= 256).all()
    assert ((there - torch.tensor([256.0, 192.0])).norm(dim=-1) > 21).all()
    changed = (drawn - grey).abs().amax(1) > 0.02
    for board, row in enumerate(middles):
        for x, y in row[row[:, 0] > 0].round().long().tolist():
            assert changed[board, max(y - 9, 0) : y + 9, max(x - 9, 0) : x + 9].any()
    assert not changed[:, :, :230].any()


def test_jpeg_is_that_of_opencv() -> None:
    import torch

    from vision.training.pairs import batch_disguises

    class Fifty:
        device = torch.device("cpu")

        def between(self, low: float, high: float, *shape: int) -> Any:
            return torch.full(shape, 50.0)

    picture = np.ascontiguousarray(_records(1)["picture"][0][:384, :512])
    sampling = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
    file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 50, *sampling])[1]
    expected = np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.float32)
    given = torch.from_numpy(picture).permute(2, 0, 1)[None] / 255
    told = batch_disguises._compressed(given, Fifty())[0].permute(1, 2, 0).numpy() * 255  # type: ignore[arg-type]
    assert np.abs(told - expected).mean() < 1 < np.abs(picture - expected).mean()


def test_the_board_network_tells_the_same_as_its_file(tmp_path: Path) -> None:
    import onnxruntime
    import torch

    from vision.training.fit import export_board
    from vision.training.model import BOARD_CHANNELS, BoardNet

    torch.manual_seed(2)
    net = BoardNet(8)
    pictures, bare = torch.rand(2, 3, 384, 512), torch.rand(2, 4, 192, 256)
    net(pictures, bare)  # in training, so that the normalisations have seen something
    with torch.no_grad():
        logits = net.eval()(pictures, bare)
        assert logits.shape == (2, len(BOARD_CHANNELS), 96, 128)
        assert not torch.allclose(logits[:1], net(pictures[:1], torch.zeros(1, 4, 192, 256)), atol=1e-3)
    export_board(net, tmp_path)
    session = onnxruntime.InferenceSession(str(tmp_path / "board.onnx"), providers=["CPUExecutionProvider"])
    told = session.run(["chances"], {"picture": pictures[:1].numpy(), "bare": bare[:1].numpy()})[0]
    assert np.abs(told - logits[:1].sigmoid().numpy()).max() < 5e-3


def test_a_board_network_goes_on_from_its_file_and_is_written_in_eight_bits(tmp_path: Path) -> None:
    import onnxruntime
    import torch

    from vision.nets import EIGHT_BITS
    from vision.training.eight_bits import write_in_eight_bits
    from vision.training.fit import export_board
    from vision.training.make import WEIGHTS
    from vision.training.pairs.laid_pairs import single_pairs
    from vision.training.renewal import hold_norms, renewed_board

    net = renewed_board(WEIGHTS / "board.onnx")
    hold_norms(net.train())
    assert not any(m.training for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d))
    export_board(net, tmp_path)
    write_in_eight_bits(single_pairs(_records(2), torch.device("cpu")), tmp_path)
    given = {"picture": torch.rand(1, 3, 384, 512).numpy(), "bare": torch.zeros(1, 4, 192, 256).numpy()}
    first, again, whole = (
        onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"]).run(None, given)[0]
        for file in (WEIGHTS / "board.onnx", tmp_path / "board.onnx", tmp_path / f"{EIGHT_BITS}.onnx")
    )
    assert np.abs(first - again).max() < 2e-3 and np.abs(first - whole).mean() < 0.02
    with pytest.raises(ValueError, match="of another network"):
        renewed_board(WEIGHTS / "die.onnx")


def test_at_a_second_look_bare_points_tell_what_the_others_look_like() -> None:
    import torch

    from vision.training.pairs.laid_pairs import (
        colours,
        random_layout,
        single_pairs,
        stacked,
        things_in,
        warped,
    )
    from vision.training.pairs.second_looks import second_looks

    records = _records(2)
    ends = 96 + 37 * np.arange(13)
    shades = np.where((np.arange(640) - 96) // 37 % 2 == 0, 60, 180).astype(np.uint8)
    records["picture"] = shades[None, None, :, None]
    records["picture"][:, 240:] = 240 - records["picture"][:, 240:]  # the near points have the other colours
    records["columns"] = np.stack([ends[:-1], ends[1:]], 1)
    records["thing_count"] = 0
    pairs, lots = stacked(single_pairs(records, torch.device("cpu"))), _lots()
    layout = random_layout(pairs, lots)
    pictures = warped(colours(pairs.picture), layout, 1)
    foreign = torch.zeros(2, 96, 128)
    foreign[:, 40:60, 20:40] = 1
    given = second_looks(pictures, pairs, layout, things_in(pairs, layout), foreign, lots)
    assert given.shape == (2, 4, 192, 256) and set(given[:, 3].unique().tolist()) == {0.0, 0.5}
    known = given[:, 3:] > 0
    away = (given[:, :3] - torch.nn.functional.avg_pool2d(pictures, 2)).abs()
    assert 0.4 < float(known.float().mean()) < 0.8
    assert float((away * known).sum() / known.sum() / 3) < 0.05
    assert not given[:, :3][~known.expand(-1, 3, -1, -1)].any()


def test_a_batch_is_made_beside_the_learning_and_shown_mirrored_too(tmp_path: Path) -> None:
    from vision.training.fit import Course
    from vision.training.pairs.board_learning import MadeBoards
    from vision.training.pairs.sampled_boards import SampledBoards, mirrored

    np.save(tmp_path / "00001.npy", _records(2))
    boards = SampledBoards(*next(iter(MadeBoards(tmp_path, Course(steps=1, batch=2, rate=1e-3)))))
    assert [tuple(each.shape[:2]) for each in boards.tensors()] == [(2, 3), (2, 4), (2, 5), (2, 5)]
    turned = mirrored(boards)
    assert all(
        (one[..., :9] == other.flip(-1)[..., :9]).all()
        for one, other in zip(boards.tensors(), turned.tensors(), strict=True)
    )


def test_a_board_network_learns_of_pairs_and_is_taken_up_again(tmp_path: Path) -> None:
    import torch

    from vision.training.fit import Course
    from vision.training.model import BoardNet
    from vision.training.pairs.board_learning import PairStore, learn_boards
    from vision.training.pairs.pair_rendering import pairs_hash

    device, course = torch.device("cpu"), Course(steps=3, batch=2, rate=1e-3)
    with pytest.raises(ValueError, match="render some first"):
        learn_boards(BoardNet(8), PairStore(tmp_path, device), course, tmp_path / "board.pt")
    for number in (0, 1):
        np.save(tmp_path / f"{number:05d}.npy", _records(2))
    (tmp_path / "00002.part").write_bytes(b"not finished")
    store = PairStore(tmp_path, device)
    assert [len(store.learned_from), len(store.held_out)] == [2, 2] and len(pairs_hash(store.files)) == 64
    learned = learn_boards(BoardNet(8), store, course, tmp_path / "board.pt")
    assert learned.steps == 3 and learned.losses is not None
    assert 0 < learned.losses.cold < 10 and 0 < learned.losses.taught < 10
    again = BoardNet(8)
    again.load_state_dict(torch.load(tmp_path / "board.pt", weights_only=True))
    assert all(
        torch.equal(a, b)
        for a, b in zip(again.state_dict().values(), learned.net.state_dict().values(), strict=True)
    )
    np.save(tmp_path / "00003.npy", np.zeros(1))
    with pytest.raises(ValueError, match="render them anew"):
        store.look()


@pytest.mark.skipif(
    importlib.util.find_spec("mitsuba") is None,
    reason="Mitsuba, which only training needs, is not installed (see vision/training/README.md)",
)
def test_a_pair_shows_a_table_as_it_is_and_bare() -> None:
    from vision.training.pairs.pair_rendering import FIRST_SEED, columns_of, pair_of
    from vision.training.placing import Sort
    from vision.training.random_table import sample_scene
    from vision.training.render import Renderer

    pair = pair_of(Renderer(), FIRST_SEED + 1, Sort.GAME)
    picture = cv2.resize(pair["picture"], (320, 240), interpolation=cv2.INTER_AREA)
    away = np.abs(picture.astype(float) - pair["bare"]).mean(2)
    things = pair["things"][: pair["thing_count"]]
    assert len(things) > 4 and set(things[:, 2]) <= {0, 1, 2}
    x, y = (things[things[:, 4] > 0.9][:, :2] / 2).round().astype(int).T
    inside = (x >= 0) & (x < 320) & (y >= 0) & (y < 240)
    assert np.median(away[y[inside], x[inside]]) > 3 * np.median(away)
    columns = columns_of(sample_scene(FIRST_SEED + 1, Sort.GAME))
    assert columns[0, 0] == pytest.approx(96) and columns[-1, 1] == pytest.approx(544)
    assert (np.diff(columns.ravel()) >= -1e-9).all()
