"""Prints how well boards, films and photographs are read: `python tests/bench/reading.py [--cold] [--warm] ...`."""

import argparse
import math
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import intervals
from truths import Case, board_cases, film_cases, photo_cases

from calibration import model_from_corners
from device.table.watch.readings import TOLD
from engine.board import BAR, Occupancy, View
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.frame import Frame
from vision.observation import Observation
from vision.reading import read_picture
from vision.rectify import Corners

SURE = 0.99
"""Of what is told at this probability or more it is counted how much is wrong."""
LESSONS = 5
"""So many positions teach a cold model."""
COLUMNS = (
    "pictures", "points", "points right", "refused", "boards right", "bar right", "dice pictures", "dice right",
    "dice refused", "dice wrong", "cubes", "cube value", "cube place", "ms",
)  # fmt: skip


def main() -> None:
    """Reads what was asked for and prints a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true", help="a model from the corners and the picture alone")
    parser.add_argument("--warm", action="store_true", help="a model from an empty and a starting board")
    parser.add_argument("--start", action="store_true", help="a model from a starting board alone")
    parser.add_argument("--lessons", action="store_true", help="a cold model that five positions have taught")
    parser.add_argument("--only", default="boards,clips,photos")
    parser.add_argument("--boards", type=Path, help="another folder of rendered boards with their truth")
    parser.add_argument("--jitter", type=float, default=0.0, help="pixels at 1280 that corners are moved by")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(2)
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    noise = np.random.default_rng(7)
    ways = [way for way in ("cold", "warm", "start", "lessons") if getattr(options, way)] or ["cold"]
    for way in ways:
        print(f"== {way}")
        warm = way != "cold"
        if "boards" in options.only:
            boards(
                list(board_cases(options.boards or shared / "boards")),
                way,
                options.jitter,
                noise,
                options.verbose,
            )
        if "photos" in options.only:
            photos(list(photo_cases(shared)), warm, options.jitter, noise, options.verbose)
        if "clips" in options.only:
            clips(shared, options, noise)


def boards(cases: list[Case], way: str, jitter: float, noise: np.random.Generator, verbose: bool) -> None:
    """The rendered boards, a row each, pictures with hands in a row of their own."""
    scores: dict[str, Counter[str]] = {}
    models: dict[str, BoardModel] = {}
    lessons: set[tuple[str, str]] = set()
    for case in cases:
        corners = moved(case.corners, jitter, case.picture.shape[1], noise)
        if way != "cold" and case.group not in models:
            own = [c for c in cases if c.group == case.group]
            given = {c.name: c.picture for c in own}
            if way == "lessons":
                first = [c for c in own if c.name not in ("empty.jpg", "start.jpg") and not c.hand][:LESSONS]
                lessons |= {(c.group, c.name) for c in first}
                models[case.group] = taught(corners, first)
            else:
                empty = given["empty.jpg"] if way == "warm" else None
                models[case.group] = model_from_corners(
                    corners, given["start.jpg"], empty, given["start.jpg"]
                ).model
        if (case.group, case.name) in lessons:
            continue
        model = models[case.group] if way != "cold" else model_from_corners(corners, case.picture).model
        group = "hands" if case.hand else case.group
        score(scores.setdefault(group, Counter()), case, read_picture(model, case.picture), verbose)
    show(scores)


def taught(corners: Corners, cases: list[Case]) -> BoardModel:
    """A model made cold of the first picture and taught by all, as by positions that the referee is sure of."""
    eye = Eye(model_from_corners(corners, cases[0].picture).model)
    for number, case in enumerate(cases):
        eye.see(None)
        eye.see(Frame(case.picture, float(number), number))
        contents = [case.sites.get(site) or (0, 0) for site in range(26)]
        eye.teach(Occupancy(tuple(c[0] for c in contents), tuple(c[1] for c in contents)))
    return eye.model


def photos(cases: list[Case], warm: bool, jitter: float, noise: np.random.Generator, verbose: bool) -> None:
    """The photographs; warm: with the model that the eye has made of all pictures of that board before."""
    scores: dict[str, Counter[str]] = {}
    eyes: dict[str, Eye] = {}
    for case in cases:
        corners = moved(case.corners, jitter, case.picture.shape[1], noise)
        model = model_from_corners(corners, case.picture).model
        if warm:
            model = eyes.setdefault(case.group, Eye(model)).model
            eyes[case.group].see(Frame(case.picture, 0.0, 0))
        score(scores.setdefault(case.group, Counter()), case, read_picture(model, case.picture), verbose)
    show(scores)


def clips(shared: Path, options: argparse.Namespace, noise: np.random.Generator) -> None:
    """The films, read as the watcher does: frame after frame through one eye made cold from the first."""
    scores: dict[str, Counter[str]] = {}
    eyes: dict[str, Eye] = {}
    views: dict[str, Counter[str]] = {}
    for name, corners, number, picture, case in film_cases(shared, options.every):
        if name not in eyes:
            corners = moved(corners, options.jitter, picture.shape[1], noise)
            eyes[name] = Eye(model_from_corners(corners, picture).model)
        begin = time.perf_counter()
        sight = eyes[name].see(Frame(picture, number / 5, number))
        spent = (time.perf_counter() - begin) * 1000
        seen = views.setdefault(name, Counter())
        seen[sight.view.value] += 1
        seen["ms"] += spent  # type: ignore[assignment]
        if case is not None:
            if sight.view is View.CLEAR and sight.observation is not None:
                score(scores.setdefault(name, Counter()), case, sight.observation, options.verbose)
            else:
                seen[f"known but {sight.view.value}"] += 1
                if options.verbose and sight.view is not View.MOVING:
                    print("   ", name, number, "not read:", sight.view.value)
    show(scores)
    for name, seen in views.items():
        print(name, {key: round(value, 1) for key, value in seen.items()})


def moved(corners: Corners, jitter: float, width: int, noise: np.random.Generator) -> Corners:
    """The corners, each moved at random by up to `jitter` pixels (of a picture 1280 wide) either way."""
    shift = noise.uniform(-jitter, jitter, (4, 2)) * width / 1280
    a, b, c, d = ((x + float(dx), y + float(dy)) for (x, y), (dx, dy) in zip(corners, shift, strict=True))
    return a, b, c, d


SAID: dict[str, list[tuple[float, bool]]] = {"sites": [], "dice": []}
"""How surely everything was told since the last table, and whether rightly."""


def score(count: Counter[str], case: Case, seen: Observation, verbose: bool) -> None:
    """Counts what of a picture was read rightly."""
    count["pictures"] += 1
    count["whole"] += not seen.hidden
    count["ms"] += seen.ms  # type: ignore[assignment]
    wrong = []
    for site in seen.sites:
        truth = case.sites[site.index]
        if truth is None:
            continue
        told = (site.likeliest.light, site.likeliest.dark)
        if site.index != BAR:
            count["points"] += 1
        if site.hidden:
            count["refused"] += site.index != BAR
            continue
        SAID["sites"].append((site.likeliest.p, told == truth))
        if told == truth:
            count["points right" if site.index != BAR else "bar right"] += 1
        else:
            wrong.append(f"{site.index}: {told} p={site.likeliest.p:.2f} not {truth}")
    count["boards right"] += not wrong and not seen.hidden
    if case.dice is not None:
        count["dice pictures"] += 1
        answered = [die for die in seen.dice if die.flat and die.p >= TOLD]
        told_dice = [(die.value, die.half) for die in answered]
        if len(told_dice) != len(case.dice):
            count["dice refused"] += 1
            wrong.append(f"dice {told_dice} not {case.dice}")
        elif matches(told_dice, case.dice):
            count["dice right"] += 1
            SAID["dice"].append((math.prod(die.p for die in answered), True))
        else:
            count["dice wrong"] += 1
            SAID["dice"].append((math.prod(die.p for die in answered), False))
            wrong.append(f"dice {told_dice} not {case.dice}")
    if case.has_cube is not None:
        count["cubes"] += 1
        told_cube = None if seen.cube is None else (seen.cube.value, seen.cube.place.value)
        count["cube value"] += (told_cube or (None,))[0] == (case.cube or (None,))[0]
        count["cube place"] += (told_cube or (0, None))[1] == (case.cube or (0, None))[1]
        if told_cube != case.cube:
            wrong.append(f"cube {told_cube} not {case.cube}")
    if verbose and wrong:
        print("   ", case.group, case.name, "; ".join(wrong), f"hidden {seen.hidden}" if seen.hidden else "")


def matches(told: Iterable[tuple[int, str]], truth: Iterable[tuple[int, str | None]]) -> bool:
    """Whether the dice are the same, halves only where the truth knows them."""
    left, right = sorted(told), sorted(truth, key=lambda die: (die[0], die[1] or ""))
    return all(a[0] == b[0] and b[1] in (None, a[1]) for a, b in zip(left, right, strict=True))


def show(scores: dict[str, Counter[str]]) -> None:
    """Prints a table, a row per group and one for all."""
    if not scores:
        return
    total: Counter[str] = Counter()
    for count in scores.values():
        total.update(count)
    print("group".ljust(15), *(column.rjust(max(7, len(column))) for column in COLUMNS))
    for name, count in [*scores.items(), ("all", total)]:
        cells = [count[c] if c != "ms" else round(count[c] / max(1, count["pictures"]), 1) for c in COLUMNS]
        print(
            name.ljust(15), *(str(cell).rjust(max(7, len(c))) for cell, c in zip(cells, COLUMNS, strict=True))
        )
    seen = total["points"] - total["refused"]
    print("points that are seen:", intervals.told(total["points right"], seen))
    print("boards wholly seen, wholly right:", intervals.told(total["boards right"], total["whole"]))
    print(
        "dice of the pictures answered:",
        intervals.told(total["dice right"], total["dice right"] + total["dice wrong"]),
    )
    for name, said in SAID.items():
        sure = [right for p, right in said if p >= SURE]
        print(
            f"expected calibration error, {name}: {intervals.expected_calibration_error(said):.4f};"
            f" told at p >= {SURE}: {len(sure)}, of which wrong {len(sure) - sum(sure)}"
        )
        said.clear()


if __name__ == "__main__":
    main()
