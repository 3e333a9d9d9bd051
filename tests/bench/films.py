"""Prints what the referee makes of films as they are and under disturbances: `python tests/bench/films.py`.

A disturbance is laid on the frames in memory, while they are read. `--only sway-2,noise` takes the rows whose names begin
so, `--films game19` the films, `--short 200` the first frames of each alone: one row in a minute.
"""

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "golden")]

from conftest import FRAMES_OFF, board, turn_key

from device.simulator.films import write_film
from device.watch.film import watch_frames
from device.watch.lapse import USUAL
from device.watch.reel import frames_of
from device.watch.telling import watched_json
from engine.games import find_game
from engine.match.match import Match
from engine.match.terms import Terms
from engine.programme import Programme
from vision.draw import random_appearance
from vision.frame import Frame, Picture
from vision.rectify import Corners, as_corners

Json = dict[str, Any]
SIMULATED = ((1, 3), (2, 11))
"""Seeds of the simulated games, and of how their boards look."""
SECONDS = 60.0
"""How long a simulated film is."""
LAMP_AT, LAMP_SECONDS = 0.4, 3.0
"""Where in a film the lamp is low, as a share of its length, and for how long."""
SHOT_NOISE = 1.5
"""The noise of a camera where the lamp is low: its standard deviation in grey levels."""


@dataclass(frozen=True)
class Film:
    """A film and its truth."""

    name: str
    path: Path
    truth: Json
    corners: Corners

    @property
    def rate(self) -> float:
        """How many frames a second it has."""
        return float(self.truth["fps"])


Frames = Iterator[Frame]


@dataclass(frozen=True)
class Disturbed:
    """The frames of a film under a disturbance; `corners` in them, and how many frames of the film are one of theirs."""

    frames: Frames
    corners: Corners
    every: float = 1.0


Disturbance = Callable[[Film, Frames], Disturbed]


def each(change: Callable[[Picture, Frame, Film], Picture]) -> Disturbance:
    """A disturbance of every picture by itself."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        changed = (replace(frame, taken=change(frame.picture, frame, film)) for frame in frames)
        return Disturbed(changed, film.corners)

    return disturbance


def moved(picture: Picture, matrix: np.ndarray[Any, Any]) -> Picture:
    """A picture under an affine map."""
    size = (picture.shape[1], picture.shape[0])
    out = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def sway(pixels: float, hertz: float = 0.7, degrees: float = 0.0) -> Disturbance:
    """The camera sways by so many pixels each way, and turns by so many degrees."""

    def change(picture: Picture, frame: Frame, _: Film) -> Picture:
        phase = 2 * math.pi * hertz * frame.time
        height, width = picture.shape[:2]
        angle = degrees * math.sin(0.37 * phase + 1.0)
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        matrix[:, 2] += (pixels * math.sin(phase), pixels * 0.6 * math.sin(1.31 * phase))
        return moved(picture, matrix)

    return each(change)


def noise(sigma: float) -> Disturbance:
    """Noise of so many grey levels."""

    def change(picture: Picture, frame: Frame, _: Film) -> Picture:
        grain = np.random.default_rng(frame.number).standard_normal(picture.shape, np.float32)
        return np.clip(picture + grain * np.float32(sigma), 0, 255).astype(np.uint8)

    return each(change)


def lamp(share: float) -> Disturbance:
    """For a while the light is so much less."""

    def change(picture: Picture, frame: Frame, film: Film) -> Picture:
        begin = LAMP_AT * film.truth["frames"] / film.rate
        if not begin <= frame.time < begin + LAMP_SECONDS:
            return picture
        grain = np.random.default_rng(frame.number).standard_normal(picture.shape, np.float32)
        return np.clip(picture * np.float32(share) + grain * np.float32(SHOT_NOISE), 0, 255).astype(np.uint8)

    return each(change)


def drift(pixels: float) -> Disturbance:
    """From the first frame to the last the picture drifts by so many pixels."""

    def change(picture: Picture, frame: Frame, film: Film) -> Picture:
        gone = pixels * frame.number / film.truth["frames"]
        return moved(picture, np.array([[1, 0, gone], [0, 1, 0.6 * gone]], np.float64))

    return each(change)


def bump(pixels: float) -> Disturbance:
    """From the middle of the film on the picture lies so many pixels further."""

    def change(picture: Picture, frame: Frame, film: Film) -> Picture:
        if frame.number < film.truth["frames"] / 2:
            return picture
        return moved(picture, np.array([[1, 0, pixels * 0.8], [0, 1, pixels * 0.6]], np.float64))

    return each(change)


def cast(picture: Picture, _: Frame, film: Film) -> Picture:
    """The light is yellow."""
    return np.clip(picture * np.array([0.6, 0.95, 1.1], np.float32), 0, 255).astype(np.uint8)


def coarse(picture: Picture, _: Frame, film: Film) -> Picture:
    """A picture with the blocks of a film that is pressed hard."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 18])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def sized(width: int) -> Disturbance:
    """The pictures are of another width."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        first = next(frames)
        scale = width / first.picture.shape[1]
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC

        def resized(frame: Frame) -> Frame:
            return replace(
                frame, taken=np.asarray(cv2.resize(frame.picture, None, fx=scale, fy=scale, interpolation=way), np.uint8)
            )  # fmt: skip

        def all_of() -> Frames:
            yield resized(first)
            yield from map(resized, frames)

        return Disturbed(all_of(), as_corners((np.array(film.corners) + 0.5) * scale - 0.5))

    return disturbance


def turned(film: Film, frames: Frames) -> Disturbed:
    """The film was taken with the phone upright."""
    height = None
    first = next(frames)
    height = first.picture.shape[0]

    def all_of() -> Frames:
        yield replace(first, taken=np.ascontiguousarray(np.rot90(first.picture, -1)))
        for frame in frames:
            yield replace(frame, taken=np.ascontiguousarray(np.rot90(frame.picture, -1)))

    a, b, c, d = ((height - 1 - y, x) for x, y in film.corners)
    return Disturbed(all_of(), (a, b, c, d))


def lapse(rate: float, said: float | None = None) -> Disturbance:
    """So many frames a second are kept, each of which is said to have come so many seconds after the last."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        every = film.rate / rate

        def kept() -> Frames:
            number = 0
            for frame in frames:
                while frame.number >= number * every - 1e-6:
                    yield Frame(frame.picture, number * (said or 1 / rate), number)
                    number += 1

        return Disturbed(kept(), film.corners, every)

    return disturbance


def both(*disturbances: Disturbance) -> Disturbance:
    """One disturbance after the other."""

    def disturbance(film: Film, frames: Frames) -> Disturbed:
        done = Disturbed(frames, film.corners)
        for one in disturbances:
            done = replace(one(replace(film, corners=done.corners), done.frames), every=done.every)
        return done

    return disturbance


ROWS: dict[str, Disturbance] = {
    "as it is": each(lambda picture, _, __: picture),
    "sway-0.5": sway(0.5),
    "sway-1": sway(1.0),
    "sway-2": sway(2.0),
    "sway-5": sway(5.0, 1.0),
    "sway-hand": sway(3.0, 0.5, 0.3),
    "noise-12": noise(12.0),
    "noise-25": noise(25.0),
    "noise-and-sway": both(sway(2.0), noise(12.0)),
    "lamp-50": lamp(0.5),
    "lamp-30": lamp(0.3),
    "lamp-15": lamp(0.15),
    "lamp-5": lamp(0.05),
    "lamp-0.2": lamp(0.002),
    "drift": drift(25.0),
    "cast": each(cast),
    "rate-2.5": lapse(2.5),
    "rate-10": lapse(10.0),
    "lapse-2": lapse(2.0),
    "lapse-1": lapse(1.0),
    "lapse-2 as usual": lapse(2.0, USUAL),
    "lapse-1 as usual": lapse(1.0, USUAL),
    "pressed": each(coarse),
    "width-640": sized(640),
    "width-1920": sized(1920),
    "width-3840": sized(3840),
    "turned": turned,
    "bump-12": bump(12.0),
}
"""The disturbances, by the names of their rows."""
TOLD = ("plays right", "illegal found", "false calls", "questions", "wrong, unmarked", "seconds")


def main() -> None:
    """Watches every film under every disturbance, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="rows whose names begin with one of these words")
    parser.add_argument("--films", help="films whose names begin with one of these words")
    parser.add_argument("--short", type=int, help="so many frames of every film alone")
    parser.add_argument("--verbose", action="store_true", help="say what was wrong")
    options = parser.parse_args()
    cv2.setNumThreads(2)
    with tempfile.TemporaryDirectory() as folder:
        films = [film for film in films_of(Path(folder), options.films) if chosen(film.name, options.films)]
        print(f"{'':34}" + "".join(f"{each:>17}" for each in TOLD))
        for name, disturbance in ROWS.items():
            if not chosen(name, options.only):
                continue
            sums: Counter[str] = Counter()
            for film in films:
                counted = score(film, disturbance, options.short, options.verbose)
                print(line(f"{name}, {film.name}", counted), flush=True)
                sums += counted
            if len(films) > 1:
                print(line(f"{name}, ALL", sums), flush=True)


def chosen(name: str, words: str | None) -> bool:
    """Whether a name begins with one of the words, or anything is taken."""
    return words is None or any(name.startswith(word) for word in words.split(","))


def films_of(folder: Path, wanted: str | None) -> Iterator[Film]:
    """The shared films, and simulated ones, which are written to a folder."""
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared")) / "clips"
    for path in sorted(shared.glob("*.mp4")):
        yield film_of(path.stem, path, path.with_suffix(".json"))
    for seed, look in SIMULATED:
        name = f"simulated-{seed}"
        if chosen(name, wanted):
            path, truth = folder / f"{name}.mp4", folder / f"{name}.json"
            appearance = random_appearance(look, (960, 720))
            write_film(path, truth, find_game("backgammon"), seed, look=appearance, seconds=SECONDS)
            yield film_of(name, path, truth)


def film_of(name: str, path: Path, truth: Path) -> Film:
    """A film whose truth is in a file."""
    told = json.loads(truth.read_text())
    return Film(name, path, told, as_corners(np.array(told["corners"], np.float64)))


def score(film: Film, disturbance: Disturbance, short: int | None, verbose: bool) -> Counter[str]:
    """What is right and wrong in what is made of a film under a disturbance."""
    frames = frames_of([film.path])
    if short is not None:
        frames = (frame for frame in frames if frame.number < short)
    length = min(film.truth["frames"], short or math.inf)
    done = disturbance(replace(film, truth={**film.truth, "frames": length}), frames)
    truth = truth_until(film.truth, short)
    begun = time.process_time()
    programme = Programme()
    match = Match(0, "near", "far", (), programme.id, programme, Terms())
    seen = watched_json(watch_frames(done.frames, done.corners, match))
    counted = compared(truth, seen, done.every, verbose)
    counted["seconds"] = round(time.process_time() - begun)
    return counted


def truth_until(truth: Json, short: int | None) -> Json:
    """The truth of the first frames of a film: whose dice were lifted, and what was called, by then."""
    if short is None:
        return truth
    events = [each for each in truth["events"] if each["frame"] < short]
    over = [each for each in events if each["event"] in ("play", "take", "pass")]
    begun = [each["frame"] for each in events if each["event"] in ("roll", "double")]
    done = len(over) - (bool(over) and bool(begun) and begun[-1] <= over[-1]["frame"])
    return {**truth, "turns": truth["turns"][:done], "events": events}


def compared(truth: Json, seen: Json, every: float, verbose: bool) -> Counter[str]:
    """Plays by alignment, calls by who, when and which board."""
    told = [turn for game in seen["games"] for turn in game["turns"]]
    events = [event for game in seen["games"] for event in game["events"]]
    wanted_keys, told_keys = [list(map(repr, map(turn_key, turns))) for turns in (truth["turns"], told)]
    blocks = SequenceMatcher(None, wanted_keys, told_keys, autojunk=False).get_matching_blocks()
    matched = {block.b + k for block in blocks for k in range(block.size)}
    # what comes after the last turn of a truth that was cut short may be right, too
    last = max(matched, default=-1)
    cut = len(truth["turns"]) < len(told) and len(matched) == len(truth["turns"])
    wrong = [turn for k, turn in enumerate(told) if k not in matched and not (cut and k > last)]
    asked = {
        str(each["result"])
        for event in events
        if event["event"] == "question"
        for each in event["candidates"]
    }
    unmarked = [turn for turn in wrong if not turn.get("inferred") and turn.get("result") not in asked]
    called = [event for event in events if event["event"] == "illegal"]
    due = [event for event in truth["events"] if event["event"] == "illegal"]
    found = [one for one in due if any(is_same(one, other, every) for other in called)]
    false = [one for one in called if not any(is_same(other, one, every) for other in due)]
    if verbose:
        for k, key in enumerate(wanted_keys):
            if k not in {block.a + n for block in blocks for n in range(block.size)}:
                print("    missed", k + 1, key)
        for what, which in (("wrong", wrong), ("false call", false)):
            for one in which:
                print("   ", what, json.dumps(one))
    return Counter(
        {
            "plays": len(truth["turns"]), "plays right": len(matched), "told": len(told), "illegal": len(due),
            "illegal found": len(found), "false calls": len(false), "calls": len(called),
            "questions": len(seen["questions"]), "wrong, unmarked": len(unmarked),
        }
    )  # fmt: skip


def is_same(wanted: Json, told: Json, every: float) -> bool:
    """Whether a call is the one that is due."""
    near = abs(wanted["frame"] - told["frame"] * every) <= FRAMES_OFF * max(1.0, every)
    return bool(near and wanted["by"] == told["by"] and board(wanted["seen"]) == board(told["seen"]))


def line(name: str, counted: Counter[str]) -> str:
    """A row of the table."""
    denominators = {
        "plays right": "plays", "illegal found": "illegal", "false calls": "calls", "questions": "told", "wrong, unmarked": "told"
    }  # fmt: skip
    cells = [
        f"{counted[each]} of {counted[denominators[each]]}" if each in denominators else f"{counted[each]}"
        for each in TOLD
    ]
    return f"{name:34}" + "".join(f"{each:>17}" for each in cells)


if __name__ == "__main__":
    main()
