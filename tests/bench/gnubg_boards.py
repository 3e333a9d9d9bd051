"""Prints how well the boards are read that GNU Backgammon draws, 27 designs by many hands, which nothing here was made
after: `python tests/bench/gnubg_boards.py [--seed 1] [--keep FOLDER]`.

GNU Backgammon draws each of its designs empty, at the start and in positions of games of random plays. The drawings are
laid on a table, looked at aslant, and lit, blurred and pressed as by a camera, at random of the seed. They are flat, so
that they say nothing of heaps and little of dice; they say much of points, grounds and checkers of other makers.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent), str(ROOT / "tests" / "engine")]

from gnubg import gnubg
from reading import boards
from truths import board_cases
from written_matches import BACKGAMMON, GNUBG

from engine.board import BAR, OFF, Side
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from vision.frame import FloatArray, Picture

Json = dict[str, Any]

DESIGNS = Path("/usr/share/gnubg/boards.xml")
POSITIONS = 6
"""Positions of games on every board, besides the start."""
LONGEST = 5
"""GNU Backgammon writes a number on longer rows instead of drawing them."""
TURNS = (3, 70)
"""How many turns were played, at least and at most."""
SCALE = 10
"""How many pixels wide a hundred-and-eighth of the board is drawn, which it is wide altogether."""
SURFACE = (12, 3, 96, 79)
"""The playing surface in those units: left, top, right, bottom."""
SIZE = (1280, 960)
"""The size of a picture in pixels."""
AWAY = 1.4
"""How far from the board's middle the camera is, in its widths."""


@dataclass(frozen=True)
class Shot:
    """What is on one picture: the position, by the player at the bottom and the other; the dice, if any."""

    name: str
    position: Position
    dice: tuple[int, int] | None = None


@dataclass(frozen=True)
class Camera:
    """How the pictures of a board are taken: the plane it lies in, and what a lens, a lamp and a file do to it."""

    turn: FloatArray
    fill: float
    table: FloatArray
    blur: float
    noise: float
    light: tuple[float, float, float]
    cast: FloatArray
    quality: int


def main() -> None:
    """Draws the boards, takes their pictures and prints a table of how they are read cold and taught by the start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--keep", type=Path, help="a folder where the pictures stay, as shared boards are laid out"
    )
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if GNUBG is None or not DESIGNS.exists():
        sys.exit("GNU Backgammon is not installed: apt-get install gnubg")
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or Path(made)
        for number, design in enumerate(designs()):
            draw(folder / f"gnubg{number:02d}", design, 1000 * options.seed + number)
        cases = list(board_cases(folder))
        for way in ("cold", "start"):
            print(f"== {way}")
            boards(cases, way, 0.0, np.random.default_rng(7), options.verbose)


def designs() -> list[str]:
    """The settings of every design, as GNU Backgammon's command takes them."""
    return [
        " ".join(each.split())
        for each in re.findall(r"<design>(.*?)</design>", DESIGNS.read_text("utf-8"), re.DOTALL)
    ]


def draw(folder: Path, design: str, seed: int) -> None:
    """Writes the pictures of one design and their truth; what is there already stays."""
    if (folder / "truth.json").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    shots = list(shots_of(Random(seed)))
    with tempfile.TemporaryDirectory() as drawn:
        lines = [f"set export png size {SCALE}", f"set appearance {design}"]
        for shot in shots:
            lines += ["new game", "set turn 1", f"set board simple {simple(shot.position)}"]
            lines += [f"set dice {shot.dice[0]} {shot.dice[1]}"] if shot.dice else []
            lines.append(f"export position png {drawn}/{shot.name}.png")
        gnubg(Path(drawn), *lines)
        noise = np.random.default_rng(seed)
        camera = camera_at(noise)
        images = {}
        kinds = kinds_of(drawing_of(drawn, "start"))
        for shot in shots:
            picture, plane = taken(drawing_of(drawn, shot.name), camera, noise)
            name = f"{shot.name}.jpg"
            cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
            images[name] = truth(shot, kinds, plane)
    (folder / "truth.json").write_text(json.dumps({"kind": "points", "images": images}), "utf-8")


def drawing_of(folder: str, name: str) -> NDArray[Any]:
    """What GNU Backgammon has drawn."""
    drawing = cv2.imread(f"{folder}/{name}.png")
    if drawing is None:
        sys.exit(f"GNU Backgammon has not drawn {name}: does `export position png` work in it?")
    return drawing


def shots_of(rng: Random) -> Iterator[Shot]:
    """The empty board, the start, and positions of games of random plays without long rows."""
    nobody = (15, *[0] * 25)
    yield Shot("empty", Position(nobody, nobody))
    yield Shot("start", BACKGAMMON.start)
    number = 0
    while number < POSITIONS:
        position, side = BACKGAMMON.start, Side.WHITE
        for _ in range(rng.randint(*TURNS)):
            after = rng.choice(legal_plays(BACKGAMMON, position, side, rng.choice(BACKGAMMON.rolls))).position
            if win_of(BACKGAMMON, after, side) is not None:
                break
            position, side = after, side.other
        if max(*position.white[1:], *position.black[1:]) <= LONGEST:
            yield Shot(f"{number:03d}", position, (rng.randint(1, 6), rng.randint(1, 6)))
            number += 1


def simple(position: Position) -> str:
    """A position as GNU Backgammon's simple board: the bar, the points and the other's bar, theirs less than 0."""
    own, other = position.white, position.black
    return " ".join(
        map(str, [own[BAR], *(own[point] - other[25 - point] for point in range(1, 25)), -other[BAR]])
    )


def kinds_of(start: NDArray[Any]) -> tuple[str, str]:
    """Which kind the player's at the bottom are, and which the other's, by how light they look on a drawing of the
    start: those nearest to the bar in the home quarter.
    """
    looks = [
        cv2.cvtColor(start[SCALE * (row - 1) : SCALE * (row + 1), SCALE * 62 : SCALE * 64], cv2.COLOR_BGR2LAB)
        for row in (SURFACE[3] - 3, SURFACE[1] + 3)
    ]
    own, other = (float(np.median(each[:, :, 0])) for each in looks)
    return ("light", "dark") if own > other else ("dark", "light")


def camera_at(noise: np.random.Generator) -> Camera:
    """A camera somewhere above a board, in some light."""
    tilt, yaw, roll = np.deg2rad(noise.uniform((0, -8, -4), (28, 8, 4)))
    turns = [cv2.Rodrigues(np.array(axis))[0] for axis in ((tilt, 0, 0), (0, yaw, 0), (0, 0, roll))]
    return Camera(
        turns[2] @ turns[1] @ turns[0],
        fill=noise.uniform(0.62, 0.92),
        table=noise.uniform(20, 230, 3),
        blur=noise.uniform(0.4, 1.3),
        noise=noise.uniform(1, 6),
        light=(noise.uniform(0.6, 1.1), *noise.uniform(-0.35, 0.35, 2)),
        cast=noise.uniform(0.88, 1.12, 3),
        quality=int(noise.uniform(55, 92)),
    )


def taken(drawing: NDArray[Any], camera: Camera, noise: np.random.Generator) -> tuple[Picture, FloatArray]:
    """The picture that a camera takes of a drawing on a table, and the homography from the drawing to it."""
    high, wide = drawing.shape[:2]
    edges = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    laid = np.column_stack([(edges - (wide / 2, high / 2)) / wide, np.zeros(4)]) @ camera.turn.T
    seen = laid[:, :2] / (laid[:, 2:] + AWAY)
    least, most = seen.min(axis=0), seen.max(axis=0)
    scale = camera.fill * (np.array(SIZE) / (most - least)).min()
    seen = (seen - (least + most) / 2) * scale + np.array(SIZE) / 2
    plane = cv2.getPerspectiveTransform(edges, seen.astype(np.float32))
    width, height = SIZE
    cloth = cv2.GaussianBlur(noise.normal(0, 60, (height, width)).astype(np.float32), (0, 0), 7)
    board = cv2.warpPerspective(drawing.astype(np.float32), plane, SIZE, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.ones((high, wide), np.float32), plane, SIZE)[:, :, None]
    picture = board * there + (camera.table + cloth[:, :, None]) * (1 - there)
    picture = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), camera.blur)
    rows, columns = np.mgrid[:height, :width]
    gain, across, along = camera.light
    lit = gain * (1 + across * (columns / width - 0.5) + along * (rows / height - 0.5))
    picture = picture * lit[:, :, None] * camera.cast + noise.normal(0, camera.noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8), np.asarray(plane, np.float64)


def truth(shot: Shot, kinds: tuple[str, str], plane: FloatArray) -> Json:
    """What is on a picture, as `truth.json` has it."""
    own, other = kinds
    white, black = shot.position.white, shot.position.black
    left, top, right, bottom = SURFACE
    marks = np.array([[[left, top]], [[right, top]], [[right, bottom]], [[left, bottom]]], np.float64) * SCALE
    return {
        "points": {
            str(point): {own: white[point], other: black[25 - point]}
            for point in range(1, 25)
            if white[point] or black[25 - point]
        },
        "bar": {own: white[BAR], other: black[BAR]},
        "off": {own: white[OFF], other: black[OFF]},
        "cube": {"value": 64, "at": "centre"},
        "dice": [{"value": value, "half": "right"} for value in shot.dice or ()],
        "hand": False,
        "corners": cv2.perspectiveTransform(marks, plane)[:, 0].round(1).tolist(),
    }


if __name__ == "__main__":
    main()
