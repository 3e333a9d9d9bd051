"""Boards to measure the reader with: one table a folder, empty, at the start and in a dozen positions, with the truth.

They are made of the same things as the pictures that the networks learn from, of other seeds; the positions are those
of games (fifteen men a side, two dice, one cube), the camera stands still, the pictures are larger.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.squares.square_geometry import MIDDLE, square_name, square_named
from vision.squares.square_learning import ATTACKERS, DEFENDERS
from vision.training import foreign
from vision.training.board_shape import HEIGHT, SQUARES
from vision.training.placing import KING, LabelKind, Placer, Sort, place_man
from vision.training.positions import (
    Habits,
    TrainingPosition,
    lay_position,
    sample_habits,
    sample_position,
    start_position,
)
from vision.training.random_table import Design, TrainingScene, corners_of, furnished, sample_design
from vision.training.render import Renderer, write_whole
from vision.training.textures import CUBE_VALUES
from vision.training.tournament import as_by_phone, tournament_design

POSITIONS = 12
POSITIONS_OF_TOURNAMENTS = 6
"""Fewer positions, so that there are more tables."""
WIDTH = 880
SAMPLES = 6
FIRST_SEED = 1_000_000
"""Far from the seeds of the pictures that are learned from."""
FIRST_OF_TOURNAMENTS = 3_000_000
FILLED = 0.27
"""The least share of its pictures that a table's playing surface fills."""
LIGHT, DARK = "light", "dark"


def lay_cube(b: Placer, value: int, at: str) -> None:
    """The doubling cube with a number up, in the middle, at a side or offered."""
    rng, s = b.rng, b.shape
    edge = s.point * rng.uniform(0.55, 0.8)
    side = {"near": -1, "far": 1}.get(at, 0)
    if at.startswith("offered"):
        x = s.width * rng.uniform(0.15, 0.35) * (-1 if at == "offered-near" else 1)
        places = [(x, rng.uniform(-1.0, 1.0), 0.0)] * 9
    elif side:
        y = side * (HEIGHT / 2 + max(s.rim, edge) / 2)
        places = [(rng.normal(0, 0.1), y, s.rim_height)] * 5
        places += [(0.0, side * (HEIGHT / 2 - edge * rng.uniform(0.6, 1.0)), s.bar_height)] * 4
    else:
        places = [(0.0, rng.normal(0, 0.2), s.bar_height)] * 9
    for k in range(200):
        x, y, z = places[k % len(places)]
        x, y = x + rng.normal(0, 0.004 * k), y + rng.normal(0, 0.004 * k)
        if b.clear(x, y, edge * 0.6):
            break
    yaw = int(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.12)
    b.cube(LabelKind.CUBE, x, y, z, edge, int(rng.integers(4)), 0.0, yaw, value)


def lay_dice(b: Placer) -> None:
    """Two dice on one half, as thrown; a few of them come to rest against something and lean."""
    rng, s = b.rng, b.shape
    side, edge = float(rng.choice([-1, 1])), s.point * rng.uniform(0.3, 0.45)
    same = rng.uniform() < 0.9
    for k in range(2):
        leaning = float(np.radians(rng.uniform(18, 55))) if rng.uniform() < 0.04 else 0.0
        for _ in range(400):
            x = side * rng.uniform(s.bar / 2 + edge, s.width / 2 - edge)
            y = rng.uniform(-HEIGHT / 2 + edge, HEIGHT / 2 - edge)
            if b.clear(x, y, edge * 0.62):
                design = 0 if same else k
                b.cube(LabelKind.DIE, x, y, 0.0, edge, design, leaning, rng.uniform(0, 2 * np.pi))
                break


def _lay_game(b: Placer, k: int, names: tuple[str, str], habits: Habits) -> dict[str, Any]:
    """Lays out picture `k` of a series (0 empty, 1 the start) and tells what lies there; `names`: of the designs."""
    rng = b.rng
    position = (TrainingPosition(), start_position())[k] if k < 2 else sample_position(rng)
    cube = None
    lay_position(b, position, habits)
    if k > 0:
        at = "centre" if k == 1 or rng.uniform() < 0.4 else str(rng.choice(["near", "far"]))
        if k > 1 and rng.uniform() < 0.08:
            at = str(rng.choice(["offered-near", "offered-far"]))
        cube = (64 if at == "centre" else int(rng.choice(CUBE_VALUES[:5])), at)
        lay_cube(b, *cube)
    if k > 1:
        lay_dice(b)
    points = {
        str(point): {name: men if design == kind else 0 for kind, name in enumerate(names)}
        for point, (men, design) in sorted(position.points.items())
    }
    return {
        "points": points,
        "bar": dict(zip(names, position.bar, strict=True)),
        "off": dict(zip(names, position.off, strict=True)),
        "cube": None if cube is None else {"value": cube[0], "at": cube[1]},
    }


def _lay_squares(b: Placer, k: int, names: tuple[str, str]) -> dict[str, Any]:
    """The same for a board of squares; the attackers are of design 0."""
    rng = b.rng
    sites: dict[str, int] = {}
    if k > 0:
        sites = dict.fromkeys(ATTACKERS.split(), 0) | dict.fromkeys(DEFENDERS.split(), 1)
        sites |= {square_name(MIDDLE): KING}
    if k > 1:
        men = [design for design in sites.values() if design == KING or rng.uniform() < 0.8]
        places = rng.permutation(SQUARES * SQUARES)[: len(men)]
        sites = {square_name(int(n)): m for n, m in zip(places, men, strict=True)}
    cell = HEIGHT / SQUARES
    jitter = rng.choice([0.02, 0.07]) * cell
    for site, design in sites.items():
        row, column = divmod(square_named(site), SQUARES)
        x, y = ((each + 0.5) * cell - HEIGHT / 2 + rng.normal(0, jitter) for each in (column, row))
        place_man(b, x, y, design)
    return {"sites": {site: (*names, "king")[design] for site, design in sorted(sites.items())}}


def _dice(scene: TrainingScene) -> list[dict[str, Any]]:
    return [
        {
            "value": thing.value,
            "px": [round(float(c), 1) for c in scene.camera.project(thing.top)[0]],
            "half": "left" if thing.top[0] < 0 else "right",
        }
        for thing in scene.things
        if thing.kind is LabelKind.DIE and thing.flat
    ]


def _names(design: Design) -> tuple[str, str] | None:
    """Which of the two discs is light and which dark; None where people would hardly tell them apart."""
    sheet = design.textures["checkers"]
    side = sheet.shape[0]
    one, two = (sheet[:, k * side : (k + 1) * side].mean((0, 1)) ** (1 / 2.2) for k in (0, 1))
    if abs(one.mean() - two.mean()) < 0.1 or np.linalg.norm(one - two) < 0.25:
        return None
    return (LIGHT, DARK) if one.mean() > two.mean() else (DARK, LIGHT)


def _filled(design: Design) -> float:
    """The share of the picture that the playing surface fills."""
    camera = design.camera
    surface = camera.project(corners_of(design.shape)).astype(np.float32)
    return cv2.contourArea(surface) / (camera.width * camera.height)


def series_design(number: int, sort: Sort) -> tuple[int, Design, tuple[str, str]]:
    """The seed, the table and the names of its two kinds of men: the first of several seeds that will do.

    The two kinds differ, and the board fills as much of the picture as people see to.
    """
    for attempt in range(100):
        seed = FIRST_SEED + 100 * number + attempt
        design = sample_design(np.random.default_rng([seed, list(Sort).index(sort)]), sort, WIDTH)
        names = _names(design)
        if names is not None and _filled(design) > FILLED:
            return seed, design, names
    raise RuntimeError("no table was found whose men differ")


def tournament_series(number: int) -> tuple[int, Design, tuple[str, str]]:
    """The same for a tournament table."""
    for attempt in range(100):
        seed = FIRST_OF_TOURNAMENTS + 100 * number + attempt
        design = tournament_design(np.random.default_rng([seed, 11]), number, WIDTH)
        names = _names(design)
        if names is not None and _filled(design) > FILLED:
            return seed, design, names
    raise RuntimeError("no table was found whose men differ")


def render_tournament(renderer: Renderer, folder: Path, number: int) -> bool:
    """Renders a tournament table's pictures unless they are there; whether it did anything."""
    return _render(renderer, folder / f"phone{number:03d}", Sort.GAME, tournament_series(number), True)


def render_series(renderer: Renderer, folder: Path, number: int, sort: Sort = Sort.GAME) -> bool:
    """Renders one table's pictures unless they are there; whether it did anything."""
    place = folder / f"{'tablut' if sort is Sort.SQUARES else 'board'}{number:03d}"
    return _render(renderer, place, sort, series_design(number, sort), False)


def _render(
    renderer: Renderer, place: Path, sort: Sort, made: tuple[int, Design, tuple[str, str]], by_phone: bool
) -> bool:
    if (place / "truth.json").exists():
        return False
    place.mkdir(parents=True, exist_ok=True)
    squares = sort is Sort.SQUARES
    seed, design, names = made
    images: dict[str, Any] = {}
    count = POSITIONS_OF_TOURNAMENTS if by_phone else POSITIONS
    for k, name in enumerate(["empty", "start", *(f"{n:03d}" for n in range(count))]):
        rng = np.random.default_rng([seed, k + 100])
        b = Placer(np.random.default_rng([seed, 99]), design.shape)
        b.rng = rng
        habits = sample_habits(np.random.default_rng([seed, 98]))
        told = _lay_squares(b, k, names) if squares else _lay_game(b, k, names, habits)
        hand = k > 1 and rng.uniform() < 0.15
        scene = furnished(design, b, *foreign.sample_foreign(rng, int(hand), 0, design.shape.width, HEIGHT))
        told |= {} if squares else {"dice": _dice(scene)}
        if by_phone:  # tables of many kinds tell more than light that is traced farther
            picture = renderer.render_quick(scene, seed).picture
            picture = as_by_phone(np.random.default_rng([seed, k, 97]), picture)
        else:
            picture = renderer.render(scene, seed, SAMPLES).picture
        cv2.imwrite(str(place / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        images[f"{name}.jpg"] = told | {"hand": bool(hand), "corners": np.round(scene.corners, 1).tolist()}
    kind = "squares" if squares else "points"
    facts = {"kind": kind, "tray": max(design.shape.trays) > 0, "bar": design.shape.bar > 0, "images": images}
    write_whole(place / "truth.json", json.dumps(facts))
    return True
