"""How well the networks read pictures made elsewhere: a table of figures for folders of labelled pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import DIE_SIDE, Cut, cube_cut, die_cut
from vision.cuboids.dice_reading import Trace, look_longer
from vision.detections import Spot
from vision.nets import (
    BOARD_SIZE,
    CUBE_VALUES,
    SURFACE,
    BoardMaps,
    Nets,
    Peak,
    peaks,
)
from vision.training.real_dice import HELD_OUT, SHARE

Picture = NDArray[np.uint8]
SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
SURE = 0.95
"""From this probability on a value is told surely."""
BARS = (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12)


@dataclass(frozen=True, slots=True)
class EvaluatedPicture:
    """A picture, its plane ((u, v) to pixels) and what the board network made of it."""

    picture: Picture
    plane: NDArray[np.float64]
    maps: BoardMaps

    def pixel(self, peak: Peak) -> NDArray[np.float64]:
        """A peak's pixel."""
        return np.asarray(cv2.perspectiveTransform(np.array([[[peak.u, peak.v]]]), self.plane)[0, 0])


def look(nets: Nets, picture: Picture, corners: Any) -> EvaluatedPicture:
    """Rectifies a picture by its corners and runs the board network."""
    pixels = np.array(corners, np.float32)
    left, top, width, height = SURFACE
    target = np.array([left, top], np.float32) + SQUARE * np.array([width, height], np.float32)
    rectify = cv2.getPerspectiveTransform(pixels, target)
    rectified = np.asarray(cv2.warpPerspective(picture, rectify, BOARD_SIZE), np.uint8)
    plane = np.asarray(cv2.getPerspectiveTransform(SQUARE, pixels), np.float64)
    return EvaluatedPicture(picture, plane, nets.board(rectified))


def counts(found: list[Peak], bar: float) -> dict[str, int]:
    """How many peaks lie on each point "1".."24" and on the bar ("bar"), for a bar of that share of the width."""
    totals: dict[str, int] = {}
    for p in found:
        if not (-0.02 < p.u < 1.02 and -0.05 < p.v < 1.05):
            continue
        if abs(p.u - 0.5) < bar / 2:
            name = "bar"
        else:
            column = int(np.clip((p.u - (bar if p.u > 0.5 else 0)) / (1 - bar) * 12, 0, 11))
            name = str(13 + column if p.v < 0.5 else 12 - column)
        totals[name] = totals.get(name, 0) + 1
    return totals


def right_points(found: list[Peak], bar: float, truth: dict[str, int | None]) -> tuple[int, int]:
    """How many of the points whose truth is known are counted right, and how many are known."""
    seen = counts(found, bar)
    known = [(name, n) for name, n in truth.items() if n is not None]
    return sum(seen.get(name, 0) == n for name, n in known), len(known)


def _dice(
    nets: Nets, seen: EvaluatedPicture, threshold: float = 0.35
) -> list[tuple[NDArray[np.float64], NDArray[np.float32]]]:
    found = [p for p in peaks(seen.maps.die, threshold) if 0 < p.u < 1 and 0 < p.v < 1]
    crops = np.stack([die_cut(seen.plane, (p.u, p.v)).of(seen.picture) for p in found]) if found else None
    chances = nets.dice(crops).classes if crops is not None else np.zeros((0, 8), np.float32)
    return [(seen.pixel(p), c) for p, c in zip(found, chances, strict=True) if c[7] < 0.5]


def _cube(nets: Nets, seen: EvaluatedPicture) -> int | None:
    """The value of the likeliest cube: at the cube peaks and, outside the rectified picture, along the bar's ends."""
    places = [(p.u, p.v) for p in peaks(seen.maps.cube, 0.2)]
    places += [(u, v) for v in (-0.16, -0.13, -0.1, -0.07, -0.04, 1.0, 1.04, 1.08) for u in (0.48, 0.5, 0.52)]
    chances = nets.cubes(np.stack([cube_cut(seen.plane, place).of(seen.picture) for place in places])).classes
    best = chances[int(np.argmin(chances[:, 6]))]
    return CUBE_VALUES[int(np.argmax(best[:6]))] if best[6] < 0.5 else None


def _checkers_right(looks: list[tuple[EvaluatedPicture, dict[str, int | None]]]) -> tuple[int, int]:
    best = (0, 0)
    for bar in BARS:
        scores = [right_points(peaks(seen.maps.checker, 0.4), bar, truth) for seen, truth in looks]
        best = max(best, (sum(s[0] for s in scores), sum(s[1] for s in scores)))
    return best


def evaluate_boards(nets: Nets, folder: Path) -> list[str]:
    """Lines of figures for each of the rendered boards."""
    lines = [
        "| board | points right | dice found | values right | false dice | cube right | hands told |",
        "|---|---|---|---|---|---|---|",
    ]
    for board in sorted(folder.glob("board*")):
        images = json.loads((board / "truth.json").read_text())["images"]
        looks: list[tuple[EvaluatedPicture, dict[str, int | None]]] = []
        dice = found = right = false = cubes = hands = 0
        for name, truth in images.items():
            seen = look(nets, np.asarray(cv2.imread(str(board / name)), np.uint8), truth["corners"])
            if truth["hand"] == (float((seen.maps.foreign > 0.5).mean()) > 0.01):
                hands += 1
            if not truth["hand"]:
                points: dict[str, int | None] = {str(k): 0 for k in range(1, 25)}
                points |= {k: c["light"] + c["dark"] for k, c in truth["points"].items()}
                looks.append((seen, points))
            read = _dice(nets, seen)
            for die in truth["dice"]:
                near = [c for place, c in read if np.hypot(*(place - die["px"])) < 25]
                dice, found = dice + 1, found + bool(near)
                right += bool(near) and int(np.argmax(near[0])) + 1 == die["value"]
            false += sum(
                all(np.hypot(*(place - d["px"])) >= 25 for d in truth["dice"])
                for place, c in read
                if c.argmax() < 6
            )
            told = _cube(nets, seen)
            cubes += told == (truth["cube"] or {"value": None})["value"]
        good, known = _checkers_right(looks)
        lines.append(
            f"| {board.name} | {good}/{known} | {found}/{dice} | {right}/{dice} | {false} "
            f"| {cubes}/{len(images)} | {hands}/{len(images)} |"
        )
    return lines


def evaluate_photos(nets: Nets, folder: Path) -> list[str]:
    """Lines of figures for real photographs of boards."""
    photos = json.loads((folder / "labels.json").read_text())["photos"]
    lines = ["| photographs | points right | dice values right |", "|---|---|---|"]
    for board in sorted({p["board"] for p in photos}):
        looks: list[tuple[EvaluatedPicture, dict[str, int | None]]] = []
        dice = right = 0
        for photo in (p for p in photos if p["board"] == board):
            seen = look(nets, np.asarray(cv2.imread(str(folder / photo["file"])), np.uint8), photo["corners"])
            columns = [
                *((13 + k, x) for k, x in enumerate(photo["top"])),
                *((12 - k, x) for k, x in enumerate(photo["bottom"])),
            ]
            looks.append(
                (seen, {str(k): None if x is None else int(str(x).rstrip("bwgr") or 0) for k, x in columns})
            )
            told = [int(np.argmax(c)) + 1 for _, c in _dice(nets, seen)]
            for value in photo["dice_values"] or []:
                dice += 1
                if value in told:
                    told.remove(value)
                    right += 1
        good, known = _checkers_right(looks)
        lines.append(f"| {board} | {good}/{known} | {right}/{dice} |")
    return lines


def evaluate_dice(nets: Nets, folder: Path) -> list[str]:
    """Lines of figures for real dice on the photographs that are not learned from, cut by their labelled boxes."""
    told = np.zeros((6, 6), np.int64)
    flat = sure = surely_right = 0
    for number, image in enumerate(json.loads((folder / "labels.json").read_text())["images"]):
        if number % HELD_OUT:
            continue
        picture = np.asarray(cv2.imread(str(folder / image["file"])), np.uint8)
        for die in image["dice"]:
            x0, y0, x1, y1 = die["box"]
            scale = DIE_SIDE * SHARE / max(x1 - x0, y1 - y0)
            middle = (DIE_SIDE - 1) / 2
            affine = np.array(
                [[scale, 0, middle - scale * (x0 + x1) / 2], [0, scale, middle - scale * (y0 + y1) / 2]]
            )
            crop = Cut(affine, DIE_SIDE, scale).of(picture)
            first = nets.dice(crop[None]).classes[0].astype(np.float64)
            classes = look_longer(Trace(Spot(0.5, 0.5, 1.0), first, 1.0, crop, np.zeros(2)), nets).classes
            face, chance = int(classes[:6].argmax()), classes[:6].max() / classes[:6].sum()
            told[die["value"] - 1, face] += 1
            flat += int(classes.argmax() < 6)
            sure += int(chance >= SURE)
            surely_right += int(chance >= SURE and face == die["value"] - 1)
    by_value = ", ".join(f"{k + 1}: {told[k, k]}/{told[k].sum()}" for k in range(6))
    shares = f"{flat}/{told.sum()} taken for flat dice, {surely_right}/{sure} right of those told at {SURE}"
    return [f"real dice: {told.trace()}/{told.sum()} values right ({by_value}), {shares}"]


def report(nets: Nets, shared: Path) -> str:
    """All tables for a folder with boards/, photos/ and dice/."""
    parts = [
        evaluate_boards(nets, shared / "boards"),
        evaluate_photos(nets, shared / "photos"),
        evaluate_dice(nets, shared / "dice"),
    ]
    return "\n\n".join("\n".join(part) for part in parts)
