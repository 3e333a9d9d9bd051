"""The committed networks: their files, what they take and give, and what they make of simple pictures."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import nets as nets_module
from vision.bare.ground import small
from vision.crops import cube_cut, cut_at, die_cut
from vision.errors import VisionError, WeightsError
from vision.nets import CUBE_VALUES, EIGHT_BITS, FARTHEST, FILES, BoardMaps, Nets, multiplies_bytes, peaks

WEIGHTS = Path(nets_module.__file__).parent / "weights"

PLANE = np.array([[600.0, 0.0, 100.0], [0.0, 450.0, 80.0], [0.0, 0.0, 1.0]])
"""A board seen straight from above: 600 x 450 px with its far-left corner at (100, 80)."""

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@pytest.fixture(scope="module")
def nets() -> Nets:
    return Nets.load()


def _table(checkers: list[tuple[int, int]], dice: list[tuple[int, int, int]], cube: int | None) -> np.ndarray:
    """A flat drawing of a board; checkers by middle, dice by middle and value, the cube on the bar. BGR."""
    picture = np.full((620, 800, 3), (70, 90, 110), np.uint8)
    cv2.rectangle(picture, (85, 65), (715, 545), (40, 50, 70), -1)
    cv2.rectangle(picture, (100, 80), (700, 530), (90, 120, 60), -1)
    for column in range(12):
        left = 100 + column * 47 + (36 if column >= 6 else 0)
        colour = (200, 210, 220) if column % 2 else (60, 60, 160)
        for base, tip in ((80, 260), (530, 350)):
            points = np.array([[left, base], [left + 47, base], [left + 23, tip]])
            cv2.fillPoly(picture, [points], colour, cv2.LINE_AA)
    cv2.rectangle(picture, (382, 80), (418, 530), (40, 50, 70), -1)
    for x, y in checkers:
        cv2.circle(picture, (x + 3, y + 4), 21, (40, 60, 35), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 21, (40, 30, 30), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 13, (60, 48, 48), 1, cv2.LINE_AA)
    for x, y, value in dice:
        cv2.rectangle(picture, (x - 8, y - 8), (x + 11, y + 12), (50, 70, 40), -1)
        cv2.rectangle(picture, (x - 9, y - 9), (x + 9, y + 9), (235, 240, 240), -1)
        for a, b in PIPS[value]:
            cv2.circle(picture, (x * 16 + a * 78, y * 16 + b * 78), 34, (20, 20, 20), -1, cv2.LINE_AA, 4)
    if cube is not None:
        cv2.rectangle(picture, (384, 289), (416, 321), (235, 240, 240), -1)
        (w, h), _ = cv2.getTextSize(str(cube), cv2.FONT_HERSHEY_SIMPLEX, 0.55, 2)
        place = (400 - w // 2, 305 + h // 2)
        cv2.putText(picture, str(cube), place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (10, 10, 10), 2, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8)


def _rectified(picture: np.ndarray) -> np.ndarray:
    plane = PLANE @ np.linalg.inv(np.array([[448.0, 0, 32], [0, 336.0, 24], [0, 0, 1]]))
    return np.asarray(cv2.warpPerspective(picture, np.linalg.inv(plane), (512, 384)), np.uint8)


def test_files_are_those_of_the_manifest_and_small() -> None:
    manifest = json.loads((WEIGHTS / "weights.json").read_text("utf-8"))
    assert set(manifest["files"]) == {f"{name}.onnx" for name in (*FILES, EIGHT_BITS)}
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((WEIGHTS / name).read_bytes()).hexdigest() == digest
    assert sum((WEIGHTS / name).stat().st_size for name in manifest["files"]) < 5_500_000


def test_a_missing_or_altered_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="Install again"):
        Nets.load(tmp_path)
    for file in WEIGHTS.iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "die.onnx").write_bytes((WEIGHTS / "die.onnx").read_bytes() + b"\0")
    with pytest.raises(WeightsError, match=r"die\.onnx"):
        Nets.load(tmp_path)


@pytest.mark.skipif(
    not multiplies_bytes(),
    reason="NO EIGHT BITS: this processor does not multiply several whole numbers at a time",
)
def test_in_eight_bits_the_board_network_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rectified = _rectified(_table([(123, 102), (123, 144), (400, 300), (600, 508)], [], None))
    told = []
    for able in (True, False):
        monkeypatch.setattr("vision.nets.multiplies_bytes", lambda able=able: able)
        told.append(Nets.load().board(rectified))
    whole, exact = told
    assert 0 < np.abs(whole.checker - exact.checker).max() < 0.3
    spots = [
        [(p.u, p.v) for p in sorted(peaks(each.checker, 0.5), key=lambda p: (p.u, p.v))] for each in told
    ]
    assert spots[0] and np.allclose(*spots, atol=0.01)


@pytest.mark.parametrize(
    ("told", "able"),
    [
        ("flags\t\t: fpu sse2 avx512_vnni amx_tile", True),
        ("flags\t\t: fpu avx2 avx_vnni", True),
        ("Features\t: fp asimd evtstrm crc32 cpuid asimdrdm lrcpc dcpop asimddp", True),
        ("Features\t: fp asimd evtstrm crc32 cpuid", False),
        ("flags\t\t: fpu sse2 avx2 avx512f", False),
        (None, False),
    ],
)
def test_whether_a_processor_multiplies_bytes_is_told_by_the_system(
    told: str | None, able: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cpuinfo"
    if told is not None:
        file.write_text(told, encoding="utf-8")
    monkeypatch.setattr("vision.nets.PROCESSOR", file)
    multiplies_bytes.cache_clear()
    assert multiplies_bytes() is able
    multiplies_bytes.cache_clear()


def test_maps_have_their_shape_and_range(nets: Nets) -> None:
    maps = nets.board(np.zeros((384, 512, 3), np.uint8))
    for heat in (maps.checker, maps.upper, maps.die, maps.cube, maps.foreign):
        assert heat.shape == (96, 128) and heat.dtype == np.float32
        assert float(heat.min()) >= 0 and float(heat.max()) <= 1


def test_what_is_known_of_the_bare_board_changes_what_is_seen(nets: Nets) -> None:
    rectified = np.random.default_rng(5).integers(0, 255, (384, 512, 3)).astype(np.uint8)
    known = np.ones((192, 256, 4), np.float32)
    known[..., :3] = small(rectified) / np.float32(255)
    blind, told = nets.board(rectified), nets.board(rectified, known)
    assert float(np.abs(blind.checker - told.checker).max()) > 1e-3
    unknown = np.zeros((192, 256, 4), np.float32)
    assert np.allclose(blind.checker, nets.board(rectified, unknown).checker, atol=1e-6)


def test_two_looks_agree_on_checkers_alone() -> None:
    def maps(checker: float, upper: float, other: float) -> BoardMaps:
        return BoardMaps(*(np.full((96, 128), p, np.float32) for p in (checker, upper, other, other, other)))

    one, again = maps(0.9, 0.0, 0.2), maps(0.5, 1.0, 0.7)
    agreed = one.agreed(again)
    # odds of 9 and 1 have the mean 3, and what is impossible in one and sure in the other is even
    assert np.allclose(agreed.checker, 0.75) and np.allclose(agreed.upper, 0.5, atol=1e-3)
    assert (agreed.die is one.die, agreed.cube is one.cube, agreed.foreign is one.foreign) == (True,) * 3


def test_wrong_shapes_are_refused(nets: Nets) -> None:
    with pytest.raises(VisionError, match="384 x 512"):
        nets.board(np.zeros((512, 384, 3), np.uint8))
    with pytest.raises(VisionError, match="192 x 256 x 4"):
        nets.board(np.zeros((384, 512, 3), np.uint8), np.zeros((192, 256, 3), np.float32))
    with pytest.raises(VisionError, match="192 x 256"):
        nets.lattice(np.zeros((384, 512, 3), np.uint8))
    with pytest.raises(VisionError, match="48 x 48"):
        nets.dice(np.zeros((1, 64, 64, 3), np.uint8))
    with pytest.raises(VisionError, match="64 x 64"):
        nets.cubes(np.zeros((64, 64, 3), np.uint8))


def test_places_of_a_board_have_chances_that_add_up_to_one_at_most(nets: Nets) -> None:
    view = np.random.default_rng(4).integers(0, 255, (192, 256, 3)).astype(np.uint8)
    chances = nets.lattice(view)
    assert chances.shape == (9, 48, 64) and chances.dtype == np.float32
    assert float(chances.min()) >= 0 and float(chances.sum(axis=(1, 2)).max()) <= 1.0001


def test_chances_add_up_and_nothing_gives_nothing(nets: Nets) -> None:
    crops = np.random.default_rng(3).integers(0, 255, (3, 48, 48, 3)).astype(np.uint8)
    assert np.allclose(nets.dice(crops).classes.sum(1), 1, atol=1e-4)
    assert nets.dice(crops[:0]).classes.shape == (0, 8)
    assert nets.cubes(np.zeros((0, 64, 64, 3), np.uint8)).classes.shape == (0, 7)


def test_drawn_checkers_are_found_where_they_are(nets: Nets) -> None:
    checkers = [(123, 103), (123, 146), (123, 189), (641, 507), (641, 464), (453, 103)]
    found = peaks(nets.board(_rectified(_table(checkers, [], None))).checker, 0.4)
    assert len(found) == len(checkers)
    for x, y in checkers:
        u, v = (x - 100) / 600, (y - 80) / 450
        assert min((p.u - u) ** 2 + (p.v - v) ** 2 for p in found) < 0.01**2


def test_an_empty_drawn_board_has_no_checkers_and_no_dice(nets: Nets) -> None:
    maps = nets.board(_rectified(_table([], [], None)))
    assert not peaks(maps.checker, 0.5) and not peaks(maps.die, 0.5)


@pytest.mark.parametrize("value", range(1, 7))
def test_drawn_dice_are_read(nets: Nets, value: int) -> None:
    picture = _table([], [(220, 305, value)], None)
    chances = nets.dice(die_cut(PLANE, (0.2, 0.5)).of(picture)[None]).classes[0]
    assert int(np.argmax(chances)) == value - 1


def test_a_middle_is_told_to_lie_near_the_crops(nets: Nets) -> None:
    picture = _table([], [(220, 305, 5)], None)
    crops = [die_cut(PLANE, (0.2 + aside, 0.5)).of(picture) for aside in (0.0, 0.01, 0.025)]
    away = nets.dice(np.stack(crops)).away[:, 0]
    # six pixels of a window of 40.5: 0.296 of its half
    assert away == pytest.approx([0.0, -0.296, -FARTHEST], abs=0.03)
    assert float(np.abs(away).max()) <= np.float32(FARTHEST)


def test_bare_felt_is_no_die_and_no_cube(nets: Nets) -> None:
    picture = _table([], [], None)
    assert int(np.argmax(nets.dice(die_cut(PLANE, (0.25, 0.5)).of(picture)[None]).classes[0])) == 7
    assert int(np.argmax(nets.cubes(cube_cut(PLANE, (0.25, 0.5)).of(picture)[None]).classes[0])) == 6


@pytest.mark.parametrize("value", CUBE_VALUES)
def test_drawn_cubes_are_read(nets: Nets, value: int) -> None:
    picture = _table([], [], value)
    chances = nets.cubes(cube_cut(PLANE, (0.5, 0.5)).of(picture)[None]).classes[0]
    assert CUBE_VALUES[int(np.argmax(chances[:6]))] == value


def test_a_crop_shows_its_centre_in_the_middle() -> None:
    picture = np.zeros((620, 800, 3), np.uint8)
    picture[303:308, 398:403] = 255
    cut = die_cut(PLANE, (0.5, 0.5)).of(picture)
    assert cut.shape == (48, 48, 3)
    rows, columns = np.nonzero(cut[..., 0] > 100)
    assert abs(float(rows.mean()) - 23.5) < 1 and abs(float(columns.mean()) - 23.5) < 1


def test_a_die_crop_undoes_the_tilt() -> None:
    tilted = np.diag([1.0, 0.6, 1.0]) @ PLANE
    picture = np.zeros((620, 800, 3), np.uint8)
    cv2.ellipse(picture, (400, 183), (20, 12), 0, 0, 360, (255, 255, 255), -1)
    rows, columns = np.nonzero(die_cut(tilted, (0.5, 0.5)).of(picture)[..., 0] > 127)
    assert abs(float(np.ptp(rows)) - float(np.ptp(columns))) <= 2


def test_a_crop_far_outside_the_picture_is_black() -> None:
    assert not cut_at(PLANE * 9, (50.0, 50.0), 0.09, 48).of(np.full((20, 4000, 3), 9, np.uint8)).any()


def test_peaks_are_sub_pixel_and_apart() -> None:
    ys, xs = np.mgrid[:96, :128]
    heat = np.exp(-((xs - 40.3) ** 2 + (ys - 20.8) ** 2) / 2).astype(np.float32)
    (peak,) = peaks(heat, 0.3)
    assert abs(peak.u - (40.8 * 4 - 32) / 448) < 0.001
    assert abs(peak.v - (21.3 * 4 - 24) / 336) < 0.001
    assert peaks(heat, 0.99) == []


def test_the_library_that_runs_them_tells_its_makers_nothing(tmp_path: Path) -> None:
    # its telemetry is on unless it sees a test's machine, and begins with a number by which to know this one again
    words = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(nets_module.__file__).parents[1]),
    }
    subprocess.run([sys.executable, "-c", "from vision.nets import Nets; Nets.load()"], env=words, check=True)
    assert [*tmp_path.iterdir()] == []
