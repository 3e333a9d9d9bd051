"""The bench: the speed figures of docs/accuracy.md, measured on the computer at hand."""

import os
import platform
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import cv2

from calibration import model_from_corners
from device.ops.bench.yardstick import Yardstick
from device.simulator.virtual_table import VirtualTable
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import snapshot_of
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.table.service.memory import service_memory
from engine.board import Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import Match
from engine.match_format import MatchFormat
from engine.plays.legal import forget_plays, legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.state.events import Thrown
from engine.state.match_state import new_match_state
from engine.turn.turn_reading import read_turn
from vision.board_model import BoardModel
from vision.draw import corners, draw, preset
from vision.eye import LOOKS, Eye
from vision.eye import LOOKS as LOOKS_FUSED
from vision.frame import Frame, Picture
from vision.motion.light_meter import LightMeter
from vision.motion.stillness import Stillness, window_of
from vision.observation import Observation, fuse
from vision.reading import examine, read_picture

T = TypeVar("T")
WHAT = {
    "stillness": "whether anything moves, of every picture",
    "rectify": "the board seen from above",
    "board": "the board network and its peaks",
    "dice": "the dice",
    "cube": "the cube, with a second look at the frame where it is not found on the board",
    "checkers": "checkers, their kinds and their sites",
    "fuse": f"{LOOKS} looks fused into one",
}
"""What the stages are."""
POSITIONS = 300
PICTURES = 30
SIZE = (1280, 960)
LOOKS = 80
APPENDS = 200
FOLLOWERS = 50
NOTICES = 100
WARM = 2
PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Staged:
    """A picture read in stages: what was read, and the milliseconds that each stage took."""

    observation: Observation
    ms: dict[str, float]


def read_in_stages(model: BoardModel, before: Picture, picture: Picture) -> Staged:
    """Read a picture step by step; `before`: the one before it, which nothing is moving in."""
    ms = dict.fromkeys(WHAT, 0.0)

    def timed(stage: str, do: Callable[[], T], /) -> T:
        began = time.perf_counter()
        done = do()
        ms[stage] += (time.perf_counter() - began) * 1000
        return done

    window = window_of(model.rectifier(picture.shape), picture.shape)
    light, stillness, thumb = LightMeter(), Stillness(), window.thumb(before)
    stillness.moves(thumb)
    stillness.settle(thumb)
    timed("stillness", lambda: (light.is_dark(now := window.thumb(picture), 1.0), stillness.moves(now)))
    seen = examine(model, picture, timed=timed).observation
    timed("fuse", lambda: fuse((seen,) * LOOKS))
    return Staged(seen, ms)


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that was measured: the median, and what 95 in a hundred stay under, where there were many."""

    name: str
    what: str
    unit: str
    median: float
    p95: float | None = None

    def as_json(self) -> dict[str, object]:
        """The figure as `tableside bench --json` prints it."""
        p95 = None if self.p95 is None else round(self.p95, 3)
        return {
            "name": self.name,
            "what": self.what,
            "unit": self.unit,
            "median": round(self.median, 3),
            "p95": p95,
        }


def machine() -> dict[str, object]:
    """The computer that the figures are of."""
    return {
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "opencv": cv2.__version__,
    }


def measure(folder: Path | None = None) -> Iterator[Figure]:
    """Every figure, one after the other; about a minute. `folder` is where the log's disk is measured."""
    yield plays_figure()
    model, picture = board()
    yield from reading_figures(model, picture, PICTURES)
    yield judging_figure(model, picture)
    yield writing_figure(folder)
    yield telling_figure()
    memory = service_memory()
    if memory is not None:
        yield Figure("memory", "the whole service on the simulated board, drawing included", "MB", memory.now)
        yield Figure("most", "the same when it was most", "MB", memory.most)


def plays_figure() -> Figure:
    """How many positions a second are asked for all plays of a roll, from games played at random."""
    game = find_game("backgammon")
    asked = list(_random_turns(Random(1), POSITIONS))
    forget_plays()
    began = time.perf_counter()
    for position, side, roll in asked:
        legal_plays(game, position, side, roll)
    spent = time.perf_counter() - began
    forget_plays()
    return Figure(
        "plays", "legal plays of a roll, from positions of random games", "positions/s", len(asked) / spent
    )


def reading_figures(model: BoardModel, picture: Picture, times: int) -> Iterator[Figure]:
    """How long one picture takes to be read, as a whole and stage by stage, beside a network that everybody knows.

    They take turns, so that whatever else the computer does meets all alike; the ratio is the median of those of
    neighbours.
    """
    height, width = picture.shape[:2]
    yardstick, spent = Yardstick(), dict[str, list[float]]()
    for _ in range(times + WARM):
        whole = _ms(lambda: read_picture(model, picture))
        known = _ms(lambda: yardstick.run(picture))
        stages = read_in_stages(model, picture, picture).ms
        look = _ms(partial(_look_on, model, picture)) / LOOKS_FUSED
        ratios = {"ratio": whole / known, "look ratio": look / known}
        for name, one in {"reading": whole, "look": look, "yolo": known, **ratios, **stages}.items():
            spent.setdefault(name, []).append(one)
    told = {name: each[WARM:] for name, each in spent.items()}
    yield _figure("reading", f"one {width}x{height} picture read, all of it", "ms", told["reading"])
    for name, what in WHAT.items():
        yield _figure(name, what, "ms", told[name])
    yield _figure(
        "look",
        f"a look at a still scene: the mean of {LOOKS_FUSED}, fused, the cube read once",
        "ms",
        told["look"],
    )
    yield _figure("yolo", "a network of YOLOv4-tiny's shape, 416x416, in the same run", "ms", told["yolo"])
    yield _figure("ratio", "reading to that network", "", told["ratio"])
    yield _figure("look ratio", "look to that network", "", told["look ratio"])


def judging_figure(model: BoardModel, picture: Picture) -> Figure:
    """How long it takes to weigh the first look of a turn against all plays of its roll."""
    game = find_game("backgammon")
    seen = read_picture(model, picture)
    turns = list(_random_turns(Random(2), LOOKS + WARM))
    forget_plays()

    def judge(index: int) -> None:
        position, side, roll = turns[index]
        read_turn(game, position, side, roll, Seating(), seen)

    return _timed("judging", "the first look of a turn weighed against every play of its roll", LOOKS, judge)


def writing_figure(folder: Path | None) -> Figure:
    """How long an event takes until it lies safely on the disk."""
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as here:
        store = Store(sqlite_url(Path(here) / "bench.db"))

        def append(index: int) -> None:
            event = Thrown(Side.WHITE, Roll.of(3, 1))
            store.append([LogEntry("1", index + 1, 1, 1, 0.0, 0.0, True, Source.CAMERA, (index,), event)])

        figure = _timed("writing", "one event written down, safe from a pulled plug", APPENDS, append)
        store.close()
    return figure


def telling_figure() -> Figure:
    """How long it takes from pinning a snapshot up until fifty followers have it as JSON."""
    match_state = new_match_state(Match(5, "Anna", "Ben"))
    board = Broadcaster(snapshot_of(match_state, seq=0))
    arrived = threading.Semaphore(0)

    def follow() -> None:
        seen = 0
        while (newer := board.wait(seen, PATIENCE)) is not None:
            seen = newer.seq
            newer.as_json()
            arrived.release()

    followers = [threading.Thread(target=follow, daemon=True) for _ in range(FOLLOWERS)]
    for follower in followers:
        follower.start()

    def tell(index: int) -> None:
        board.post(snapshot_of(match_state, seq=index + 1))
        for _ in followers:
            arrived.acquire(timeout=PATIENCE)

    figure = _timed("telling", f"a notice with {FOLLOWERS} followers", NOTICES, tell)
    board.close()
    for follower in followers:
        follower.join(PATIENCE)
    return figure


def _timed(name: str, what: str, times: int, do: Callable[[int], object]) -> Figure:
    """The figure of something done that many times, in milliseconds; twice before that to warm up."""
    spent = [_ms(partial(do, index)) for index in range(times + WARM)]
    return _figure(name, what, "ms", spent[WARM:])


def _look_on(model: BoardModel, picture: Picture) -> None:
    """As many looks at a still scene as the service takes."""
    eye = Eye(model)
    for number in range(LOOKS_FUSED):
        eye.see(Frame(picture, number / 5, number))


def _ms(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def _figure(name: str, what: str, unit: str, found: list[float]) -> Figure:
    return Figure(name, what, unit, statistics.median(found), statistics.quantiles(found, n=20)[-1])


def board(size: tuple[int, int] = SIZE) -> tuple[BoardModel, Picture]:
    """The simulated board as it stands before the first throw, in a picture of that width and height, and its model."""
    look = preset()
    camera = replace(look.camera, size=size, focal=look.camera.focal * size[0] / look.camera.size[0])
    look = replace(look, camera=camera)
    table = VirtualTable(MatchFormat(), 1, look.sizes)
    scene = table.scene_at(0.0)
    assert scene is not None
    picture = draw(scene, look)
    (a, b), (c, d), (e, f), (g, h) = ((float(x), float(y)) for x, y in corners(look))
    return model_from_corners(((a, b), (c, d), (e, f), (g, h)), picture, is_straight=True).model, picture


def _random_turns(chance: Random, count: int) -> Iterator[tuple[Position, Side, Roll]]:
    game = find_game("backgammon")
    position, side = game.start, Side.WHITE
    for _ in range(count):
        roll = Roll.of(chance.randint(1, 6), chance.randint(1, 6))
        yield position, side, roll
        position = chance.choice(legal_plays(game, position, side, roll)).position
        if win_of(game, position, side):
            position = game.start
        side = side.other


def _processor() -> str:
    """The processor's or the board's own name."""
    model = Path("/proc/device-tree/model")
    if model.exists():
        return model.read_text(errors="replace").strip("\0\n ")
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown"
    )
