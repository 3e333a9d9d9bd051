"""Prints where a die or cube is seen on photographs that have none: `python tests/bench/phantoms.py [--verbose]`."""

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import cv2

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from truths import corners_of

from calibration import model_from_corners
from vision.frame import load_picture
from vision.nets import Nets
from vision.observation import Observation
from vision.reading import read_picture

SURE, LIKELY = 0.9, 0.5
"""From these probabilities on a die or cube counts as told."""


def main() -> None:
    """Reads every photograph by a model made from its corners and itself, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="a folder with labels.json, by default the shared one")
    parser.add_argument("--weights", type=Path, help="networks other than those that Tableside comes with")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(2)
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    folder = options.photos or shared / "photos"
    nets = Nets.load(options.weights)
    counts: Counter[str] = Counter()
    for photo in json.loads((folder / "labels.json").read_text("utf-8"))["photos"]:
        picture = load_picture(folder / photo["file"])
        seen = read_picture(model_from_corners(corners_of(photo["corners"]), picture).model, picture, nets)
        if isinstance(seen, Observation):
            told = score(counts, photo, seen)
            if options.verbose and told:
                print("   ", photo["file"], "; ".join(told))
    for name, number in sorted(counts.items()):
        print(f"{number:5} {name}")


def score(count: Counter[str], photo: dict[str, Any], seen: Observation) -> list[str]:
    """Counts what is seen that is not there, and what is there and not seen; tells what was wrong."""
    said = []
    cube = cube_of(photo)
    if cube is None:
        count["pictures without a cube"] += 1
        for bar in (SURE, LIKELY):
            count[f"of these with one told at p >= {bar}"] += seen.cube is not None and seen.cube.p >= bar
        if seen.cube is not None:
            said.append(f"cube {seen.cube.value} p={seen.cube.p:.4f} at {seen.cube.px}")
    else:
        count["pictures with a cube"] += 1
        told = (seen.cube.value, seen.cube.place.value) if seen.cube is not None else None
        count["of these with value and place right"] += told == cube
        if told != cube:
            said.append(f"cube {told} not {cube}")
    values = photo["dice_values"]
    if values is not None:
        count["pictures whose dice are known"] += 1
        for bar in (SURE, LIKELY):
            dice = [die for die in seen.dice if die.flat and die.p >= bar]
            count[f"of these with more dice told at p >= {bar}"] += len(dice) > len(values)
        dice = [die for die in seen.dice if die.flat and die.p >= LIKELY]
        count["dice there"] += len(values)
        count["dice told rightly"] += sum((Counter(d.value for d in dice) & Counter(values)).values())
        if sorted(d.value for d in dice) != sorted(values):
            told_dice = [(die.value, round(die.p, 3), die.flat, die.px) for die in seen.dice]
            said.append(f"dice {told_dice} not {values}")
    return said


def cube_of(photo: dict[str, Any]) -> tuple[int, str] | None:
    """The number and place of the cube on a photograph."""
    told = photo.get("cube_seen")
    return None if told is None else (told[0], told[1])


if __name__ == "__main__":
    main()
