"""How far corners are off, as they are given, put right and found, on pictures whose corners are known.

python tests/bench/corners.py [--jitter 8] [--find] [--boards FOLDER] [--every 1]
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from truths import Case, board_cases, photo_cases

from calibration.corners import refine
from calibration.locate import locate
from vision.rectify import Corners

CLOSE = 8.0
"""Corners within so many pixels, in a picture 1280 wide, are found."""


def main() -> None:
    """Measures and prints a line for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jitter", type=float, default=8.0, help="pixels at 1280 that corners are moved by")
    parser.add_argument("--find", action="store_true", help="find them without help, too: seconds a picture")
    parser.add_argument("--boards", type=Path, help="a folder of rendered boards, instead of the shared ones")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    cases = list(board_cases(options.boards or shared / "boards"))
    if options.boards is None:
        cases += list(photo_cases(shared))
    cv2.setNumThreads(2)
    cases = cases[:: options.every]
    print(f"pixels at 1280, corners given up to {options.jitter:g} px off either way, and as they truly are")
    _show_refined(cases, options.jitter)
    if options.find:
        _show_found(cases)


def _show_refined(cases: list[Case], jitter: float) -> None:
    noise = np.random.default_rng(7)
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for case in cases:
        given = _moved(case, noise.uniform(-jitter, jitter, (4, 2)))
        refined = refine(given, case.picture).corners
        kept = refine(case.corners, case.picture).corners
        means = [_off(each, case) for each in (given, refined, kept)]
        rows[case.group].append(tuple(float(each[:, axis].mean()) for each in means for axis in (0, 1)))
    for group, row in [*rows.items(), ("all", list(chain(*rows.values())))]:
        a, b, c, d, e, f = np.mean(row, axis=0)
        print(
            f"{group:<15} {len(row):>4}  given {a:4.1f} {b:4.1f}  put right {c:4.1f} {d:4.1f}  true ones {e:4.1f} {f:4.1f}"
        )


def _show_found(cases: list[Case]) -> None:
    rows: dict[str, list[tuple[float, bool, float]]] = defaultdict(list)
    for case in cases:
        start = time.process_time()
        found = locate(case.picture)
        spent = time.process_time() - start
        off = np.inf if found is None else float(np.linalg.norm(_off(found.corners, case), axis=1).max())
        rows[case.group].append((off, found is not None and found.is_sure, spent))
    for group, row in [*rows.items(), ("all", list(chain(*rows.values())))]:
        sure = [off for off, is_sure, _ in row if is_sure]
        wrong = sum(off > 3 * CLOSE for off in sure)
        middle, most = np.percentile(sure, (50, 95)) if sure else (np.nan, np.nan)
        print(
            f"{group:<15} {len(row):>4}  sure {len(sure):>3}  worst corner: median {middle:5.1f}, 95 in 100 under {most:5.1f}; "
            f"within {CLOSE:g} px {sum(off <= CLOSE for off in sure):>3}, wrong {wrong}  "
            f"{np.mean([spent for _, _, spent in row]):.1f} s"
        )


def _moved(case: Case, by: np.ndarray) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in np.array(case.corners) + by * case.picture.shape[1] / 1280)
    return a, b, c, d


def _off(corners: Corners, case: Case) -> np.ndarray:
    """4x2: how far each corner is off, as if the picture were 1280 wide."""
    return np.abs(np.array(corners) - np.array(case.corners)) * 1280 / case.picture.shape[1]


if __name__ == "__main__":
    main()
