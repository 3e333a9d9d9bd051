"""Prints how well photographs become positions without a hand: `python tests/bench/snaps.py [--verbose]`."""

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from truths import Case, photo_cases

from device.library.positions.photo_reading import read_photo


def main() -> None:
    """Reads every photograph from nothing but the picture, and counts what is told, marked and wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verbose", action="store_true", help="a line for each picture")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    total: Counter[str] = Counter()
    for case in photo_cases(shared):
        begin = time.process_time()
        said = score(case, total)
        total["cpu_ms"] += round(1000 * (time.process_time() - begin))
        if options.verbose:
            print(f"{case.name:<32}{said}")
    for name, count in total.items():
        print(f"{name:<28}{count}")


def score(case: Case, total: Counter[str]) -> str:
    """Counts what of a photograph was read rightly; what was wrong, for people."""
    found = read_photo(case.picture)
    total["pictures"] += 1
    total["corners proposed"] += found.corners is not None
    total["corners called sure"] += found.is_sure
    if found.occupancy is None or found.corners is None:
        return "no corners"
    truth, proposed = np.array(case.corners), np.array(found.corners)
    off = float(np.linalg.norm(truth - proposed, axis=1).max() / np.linalg.norm(truth[1] - truth[0]))
    total["corners within 4 %"] += off < 0.04
    known = {site: told for site, told in case.sites.items() if told is not None}
    read = {site: (found.occupancy.light[site], found.occupancy.dark[site]) for site in known}
    wrong = [site for site in known if read[site] != known[site]]
    unmarked = [site for site in wrong if site not in found.unsure]
    total["sites"] += len(known)
    total["sites right"] += len(known) - len(wrong)
    total["sites marked"] += len(found.unsure)
    total["wrong, and not marked"] += len(unmarked)
    total["whole boards"] += not wrong
    total["boards nothing wrong unmarked"] += not unmarked
    return f"off {off:.3f} wrong {[(site, read[site], known[site]) for site in wrong]} marked {list(found.unsure)}"


if __name__ == "__main__":
    main()
