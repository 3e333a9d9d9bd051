"""How well boards are read through lenses that bend the picture, with the lens estimated and without.

python tests/bench/lens.py [--every 9] [--jitter 0] [--k 0,-0.05,-0.1,-0.2,-0.3] [--opencv FOCAL] [--boards FOLDER]

Pictures are bent as `vision.rectify` has it, or as OpenCV's k1 does with a focal length in widths of the picture. The
corners are given as they lie in the bent picture.
"""

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from reading import moved, score
from truths import Case, board_cases, photo_cases

from calibration import model_from_corners
from vision.board_model import BoardModel
from vision.frame import FloatArray
from vision.reading import read_picture
from vision.rectify import Lens, as_corners, maps_of, remapped


def main() -> None:
    """Measures and prints a line for every k1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--every", type=int, default=9)
    parser.add_argument("--jitter", type=float, default=0.0, help="pixels at 1280 that corners are moved by")
    parser.add_argument("--k", default="0,-0.05,-0.1,-0.2,-0.3")
    parser.add_argument("--opencv", type=float, default=0.0, help="bend by OpenCV's k1 at this focal length")
    parser.add_argument("--boards", type=Path, help="a folder of rendered boards, instead of the shared ones")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    folders = [options.boards] if options.boards else [shared / "boards", shared / "boards-round"]
    cases = [case for folder in folders for case in board_cases(folder)]
    cases += [] if options.boards else list(photo_cases(shared))
    cases = cases[:: options.every]
    for k in map(float, options.k.split(",")):
        _show(k, [_bent(case, k, options.opencv) for case in cases], options.jitter)


def _show(k: float, cases: list[Case], jitter: float) -> None:
    noise = np.random.default_rng(7)
    counts = {"estimated": Counter[str](), "without": Counter[str]()}
    spent, found = Counter[str](), []
    for case in cases:
        corners = moved(case.corners, jitter, case.picture.shape[1], noise)
        models: dict[str, BoardModel] = {}
        begin = time.process_time()
        models["estimated"] = model_from_corners(corners, case.picture).model
        between = time.process_time()
        with patch("calibration.board_calibration.lens_of", return_value=None):
            models["without"] = model_from_corners(corners, case.picture).model
        spent += Counter(estimated=between - begin, without=time.process_time() - between)  # type: ignore[arg-type]
        lens = models["estimated"].lens
        found.append(0.0 if lens is None else lens.k)
        for name, model in models.items():
            score(counts[name], case, read_picture(model, case.picture), verbose=False)
    told = " ".join(
        f"{name} {count['points right']}/{count['points']} points, {count['boards right']}/{count['whole']} boards;"
        for name, count in counts.items()
    )
    middle = ", ".join(f"{each:.3f}" for each in np.percentile(found, (0, 10, 50, 90, 100)))
    print(
        f"k1 {k:6.3f}: {len(cases)} pictures; {told} found k ({middle}), none in {found.count(0.0)}; "
        f"time of calibrating {spent['estimated'] / max(spent['without'], 1e-9):.2f} times",
        flush=True,
    )


def _bent(case: Case, k: float, focal: float) -> Case:
    """The case as a lens shows it that bends by k."""
    if not k:
        return case
    height, width = case.picture.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64)
    if not focal:
        bend = Lens(k).on((width, height))
        there, corners = bend.straight(grid), bend.bent(np.array(case.corners))
    else:
        there, corners = _as_opencv(grid, case, k, focal * width)
    picture = remapped(case.picture, maps_of(there))
    return Case(
        case.name,
        case.group,
        picture,
        as_corners(corners),
        case.sites,
        case.dice,
        case.cube,
        case.has_cube,
        case.hand,
    )


def _as_opencv(grid: FloatArray, case: Case, k: float, focal: float) -> tuple[FloatArray, FloatArray]:
    """The pixels that those of the bent picture show, drawn so much larger that its corners show the picture's."""
    height, width = grid.shape[:2]
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    rim = float(np.hypot(*middle)) / focal
    larger = 1 / (1 + k * rim * rim)
    camera = np.array([[focal * larger, 0, middle[0]], [0, focal * larger, middle[1]], [0, 0, 1]])
    plain = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    lens = np.array([k, 0.0, 0.0, 0.0])
    there = cv2.undistortPoints(grid.reshape(-1, 1, 2), camera, lens, P=plain).reshape(grid.shape)
    rays = (np.array(case.corners) - middle) / focal
    corners = middle + rays * (1 + k * np.square(rays).sum(axis=1, keepdims=True)) * focal * larger
    return there, corners


if __name__ == "__main__":
    main()
