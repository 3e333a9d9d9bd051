"""How far corners are off, as they are given, put right and found, on pictures whose corners are known.

python tests/bench/corners.py [--find] [--refine] [--jitter 8] [--boards FOLDER] [--every 1] [--verbose]
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

from calibration.board_calibration import refine
from calibration.locate import locate
from vision.rectify import Corners

CLOSE, GROSS = 2.0, 8.0
"""Corners off by no more than so many hundredths of the board's width are found; from so many on grossly wrong."""


def main() -> None:
    """Measures and prints a line for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jitter", type=float, default=8.0, help="pixels at 1280 that corners are moved by")
    parser.add_argument("--find", action="store_true", help="find them without help")
    parser.add_argument(
        "--refine", action="store_true", help="put given ones right; what is done unless asked otherwise"
    )
    parser.add_argument(
        "--boards", type=Path, help="a folder of rendered boards, instead of all shared pictures"
    )
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="a line for each picture that is looked for")
    options = parser.parse_args()
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    folders = [options.boards] if options.boards else [shared / "boards", shared / "boards-round"]
    cases = [case for folder in folders if folder.is_dir() for case in board_cases(folder)]
    if options.boards is None:
        cases += list(photo_cases(shared))
    cv2.setNumThreads(1)
    cases = cases[:: options.every]
    if options.refine or not options.find:
        print(
            f"pixels at 1280, corners given up to {options.jitter:g} px off either way, and as they truly are"
        )
        _show_refined(cases, options.jitter)
    if options.find:
        _show_found(cases, options.verbose)


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


def _show_found(cases: list[Case], verbose: bool) -> None:
    print(
        f"found without help: hundredths of the board's width, {CLOSE:g} are close, more than {GROSS:g} gross"
    )
    rows: dict[str, list[tuple[float, float, bool, float]]] = defaultdict(list)
    for case in cases:
        start = time.process_time()
        found = locate(case.picture)
        spent = time.process_time() - start
        mean, worst = (np.inf, np.inf) if found is None else _hundredths(found.corners, case)
        is_sure = found is not None and found.is_sure
        rows[case.group].append((mean, worst, is_sure, spent))
        if verbose:
            sureness = (
                "nothing" if found is None else f"{found.confidence:.2f} {'sure' if is_sure else 'unsure'}"
            )
            print(f"  {case.group} {case.name}: mean {mean:.1f} worst {worst:.1f} {sureness} {spent:.1f} s")
    boards = [(group, row) for group, row in rows.items()]
    for group, row in [*boards, ("all", list(chain(*rows.values())))]:
        means, worsts, sures, spents = (np.array(each) for each in zip(*row, strict=True))
        print(
            f"{group:<20} {len(row):>4}  proposed {np.isfinite(means).sum():>3}  mean corner close {(means <= CLOSE).sum():>3}  "
            f"worst corner close {(worsts <= CLOSE).sum():>3}  gross {(worsts > GROSS).sum():>3}  sure {sures.sum():>3}  "
            f"sure and gross {(sures & (worsts > GROSS)).sum()}  {spents.mean():.1f} s, at most {spents.max():.1f} s"
        )


def _hundredths(corners: Corners, case: Case) -> tuple[float, float]:
    """How far the corners are off on average, and the worst of them, in hundredths of the board's width."""
    true = np.array(case.corners)
    wide = (np.linalg.norm(true[1] - true[0]) + np.linalg.norm(true[2] - true[3])) / 2
    off = 100 * np.linalg.norm(np.array(corners) - true, axis=1) / wide
    return float(off.mean()), float(off.max())


def _moved(case: Case, by: np.ndarray) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in np.array(case.corners) + by * case.picture.shape[1] / 1280)
    return a, b, c, d


def _off(corners: Corners, case: Case) -> np.ndarray:
    """4x2: how far each corner is off, as if the picture were 1280 wide."""
    return np.abs(np.array(corners) - np.array(case.corners)) * 1280 / case.picture.shape[1]


if __name__ == "__main__":
    main()
