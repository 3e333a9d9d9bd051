"""Prints what the referee makes of films as they are and under disturbances: `python tests/bench/films.py`.

A disturbance is laid on the frames in memory, while they are read. `--only sway-2,noise` takes the rows whose
names begin so, `--films game19` the films, `--short 200` the first frames of each alone: one row in a minute.
The whole takes hours on a small machine: with `--cache FILE` it may be broken off, and goes on where it was
as long as neither the code nor the film has changed; beside it the eye's looks are kept, so that a change of the
referee alone is measured in seconds a film. `--json FILE` keeps the figures and all failures; `--against FILE`
prints what has changed since those were kept.
"""

import argparse
import hashlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from device.simulator.films import write_film
from device.simulator.slips import Mistakes
from device.table.watch.film import watch_frames
from device.table.watch.film_json import watched_json
from device.table.watch.film_sequence import frames_of
from engine.board import Kind
from engine.match.match import Match
from engine.match.terms import Terms
from engine.match_formats import find_match_format
from tests.bench.disturbances import FURTHER, ROWS, Disturbance, Disturbed, Film, Json
from tests.bench.film_score import score
from tests.bench.sights import TaughtOtherwise, keep, read, watched_again, watched_by_eye
from vision.draw import random_appearance
from vision.rectify import as_corners

MISTAKES = Mistakes(corrected=0.14, standing=0.08, cocked=0.07, second_thoughts=0.08)
"""The players of the simulated films err often, for their errors are what a referee is there to see."""
SIZE = (960, 720)
"""The size of a simulated film in pixels."""
SEEN_BY = ("vision/**/*.py", "vision/weights/*.onnx", "tests/bench/disturbances.py")
"""What the eye sees in a film depends on, besides the film and what it is taught; drawing and training do not count."""
SOURCES = (*SEEN_BY, "engine/**/*.py", "device/table/watch/*.py")
"""What an account depends on besides the film."""


@dataclass(frozen=True)
class Staged:
    """A simulated film: the game, the seeds of how it is played and how the board looks,
    and how long it lasts at most.
    """

    game: str
    seed: int
    look: int
    seconds: float
    near: Kind = Kind.LIGHT

    @property
    def name(self) -> str:
        """Its name in the table."""
        return f"{self.game}-{self.seed}"


STAGED = (
    Staged("backgammon", 8, 3, 110.0),
    Staged("backgammon", 70, 11, 95.0, Kind.DARK),
    Staged("backgammon", 9, 23, 85.0),
    Staged("hypergammon", 21, 5, 130.0),
    Staged("nackgammon", 0, 17, 85.0, Kind.DARK),
    Staged("plakoto", 1, 2, 85.0),
    Staged("fevga", 6, 29, 85.0, Kind.DARK),
    Staged("long_nardy", 9, 13, 85.0),
    Staged("swedish_tables", 1, 7, 85.0),
    Staged("tavla", 8, 31, 85.0),
)
"""Ten films of eight games; three show how the game ends, and every one has illegal plays in it."""
TOLD = {
    "plays right": "plays", "positions right": "positions", "illegal found": "illegal", "false calls": "plays",
    "questions": "plays", "wrong, unmarked": "told", "results right": "results",
}  # fmt: skip
"""The figures of the table, and what each is counted of."""
TARGETS = (
    ("plays right", 0.97, True), ("illegal found", 0.98, True), ("false calls", 1 / 500, False), ("wrong, unmarked", 0.0, False)
)  # fmt: skip
"""What is aimed at over the whole table: figure, share, and whether it is to be as large at least, or at most."""
QUESTIONS = 0.01
"""So many questions a play are aimed at in films as they are, at most."""


def main() -> None:
    """Watches every film under every disturbance, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="rows whose names begin with one of these words")
    parser.add_argument("--films", help="films whose names begin with one of these words")
    parser.add_argument("--short", type=int, help="so many frames of every film alone")
    parser.add_argument("--verbose", action="store_true", help="say what was wrong")
    parser.add_argument("--cache", type=Path, help="a file of what is done already, which is added to")
    parser.add_argument("--json", type=Path, help="a file that figures and failures are written to")
    parser.add_argument("--against", type=Path, help="such a file, of another state of the code")
    options = parser.parse_args()
    cv2.setNumThreads(2)
    rows = {name: each for name, each in ROWS.items() if chosen(name, options.only)}
    if options.only:
        rows |= {name: each for name, each in FURTHER.items() if name in options.only.split(",")}
    kept = Kept(options.cache)
    done: dict[str, Json] = {}
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder) if options.cache is None else Path(f"{options.cache}.films")
        stage.mkdir(parents=True, exist_ok=True)
        films = list(films_of(stage, options.films))
        print(f"{'':34}" + "".join(f"{each:>17}" for each in (*TOLD, "seconds")))
        for name, disturbance in rows.items():
            for film in films:
                key = f"{name}, {film.name}" + (f", {options.short}" if options.short else "")
                done[key] = kept.marked(key, film, disturbance, options.short)
                print(line(key, Counter(done[key]["figures"])), flush=True)
                if options.verbose:
                    print(*(f"    {failure}" for failure in done[key]["failures"]), sep="\n", flush=True)
            if len(films) > 1:
                print(line(f"{name}, ALL", summed(done, name)), flush=True)
            if options.json is not None:
                write(options.json, done)
    print(line("ALL", summed(done)))
    print(*aims(summed(done), summed(done, "as it is")), sep="\n")
    if options.against is not None:
        print(*changes(json.loads(options.against.read_text()), done), sep="\n")


class Kept:
    """The accounts of films that were watched before, in a file if there is one: by film and row, with
    a stamp of what they depend on.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Json] = {}
        if path is not None and path.exists():
            self._known = json.loads(path.read_text())

    def marked(self, key: str, film: Film, disturbance: Disturbance, short: int | None) -> Json:
        """Figures and failures of a film under a disturbance, which is watched unless
        what is known of it is still good.
        """
        stamp = f"{code_stamp()} {film_stamp(film.path)}"
        if self._known.get(key, {}).get("stamp") != stamp:
            begun = time.process_time()
            seen = watched(film, disturbance, short, self._sights(key, film))
            seconds = round(time.process_time() - begun)
            self._known[key] = {"stamp": stamp, "seconds": seconds, "seen": seen}
            if self._path is not None:
                write(self._path, self._known)
        known = self._known[key]
        marked = score(film, under(film, disturbance, short), known["seen"], short)
        return {"figures": {**marked.figures, "seconds": known["seconds"]}, "failures": marked.failures}

    def _sights(self, key: str, film: Film) -> Path | None:
        """The file of the eye's looks at a film under a disturbance."""
        if self._path is None:
            return None
        stamp = f"{code_stamp(SEEN_BY)}-{film_stamp(film.path)}"
        return Path(f"{self._path}.sights") / f"{key.replace(', ', '--').replace(' ', '-')}-{stamp}.xz"


def under(film: Film, disturbance: Disturbance, short: int | None = None) -> Disturbed:
    """A film under a disturbance."""
    frames = frames_of([film.path])
    if short is not None:
        frames = (frame for frame in frames if frame.number < short)
        film = replace(film, truth={**film.truth, "frames": min(film.length, short)})
    return disturbance(film, frames)


def watched(
    film: Film, disturbance: Disturbance, short: int | None = None, sights: Path | None = None
) -> Json:
    """The account (`watch --json`) of a film under a disturbance, from the eye's looks in a file if they are there."""
    done = under(film, disturbance, short)
    match_format = film.match_format
    match = Match(0, "near", "far", (), match_format.id, match_format, Terms())
    if sights is None:
        return watched_json(watch_frames(done.frames, done.corners, match, near=done.near))
    if sights.exists():
        with suppress(TaughtOtherwise):
            return watched_json(watched_again(done, match, read(sights)))
    account, seen = watched_by_eye(done, match)
    keep(sights, seen)
    return watched_json(account)


def chosen(name: str, words: str | None) -> bool:
    """Whether a name begins with one of the words, or anything is taken."""
    return words is None or any(name.startswith(word) for word in words.split(","))


def films_of(folder: Path, wanted: str | None) -> Iterator[Film]:
    """The shared films, and simulated ones, which are written to a folder unless they are there."""
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared")) / "clips"
    for path in sorted(shared.glob("*.mp4")):
        if chosen(path.stem, wanted):
            yield film_of(path.stem, path, path.with_suffix(".json"))
    for staged in STAGED:
        if chosen(staged.name, wanted):
            yield staged_film(staged, folder)


def staged_film(staged: Staged, folder: Path) -> Film:
    """A simulated film, written to a folder unless it is there."""
    match_format = find_match_format(staged.game, {})
    path, truth = folder / f"{staged.name}.mp4", folder / f"{staged.name}.json"
    if not truth.exists():
        write_film(
            path,
            truth,
            match_format,
            staged.seed,
            look=random_appearance(staged.look, SIZE),
            seconds=staged.seconds,
            mistakes=MISTAKES,
            near=staged.near,
        )
    return replace(film_of(staged.name, path, truth), match_format=match_format, near=staged.near)


def film_of(name: str, path: Path, truth: Path) -> Film:
    """A film whose truth is in a file."""
    told = json.loads(truth.read_text())
    return Film(name, path, told, as_corners(np.array(told["corners"], np.float64)))


@cache
def code_stamp(sources: tuple[str, ...] = SOURCES) -> str:
    """What tells one state of the code from another."""
    digest = hashlib.sha256()
    for pattern in sources:
        for path in sorted(ROOT.glob(pattern)):
            if not {"training", "drawing"} & set(path.parts):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def film_stamp(path: Path) -> str:
    """What tells one film from another."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def write(path: Path, done: dict[str, Json]) -> None:
    """Figures and failures into a file, wholly or not at all."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_text(json.dumps(done, indent=1) + "\n", encoding="utf-8")
    beside.replace(path)


def summed(done: dict[str, Json], row: str | None = None) -> Counter[str]:
    """The figures of all films under one disturbance, or under all."""
    sums: Counter[str] = Counter()
    for key, each in done.items():
        if row is None or key.startswith(f"{row}, "):
            sums.update(each["figures"])
    return sums


def line(name: str, figures: Counter[str]) -> str:
    """A row of the table."""
    cells = [f"{figures[each]} of {figures[of]}" for each, of in TOLD.items()]
    return f"{name:34}" + "".join(f"{each:>17}" for each in (*cells, figures["seconds"]))


def aims(figures: Counter[str], undisturbed: Counter[str]) -> Iterator[str]:
    """The targets, and what was reached."""
    told = [(name, share, least, figures[name], figures[TOLD[name]]) for name, share, least in TARGETS]
    told.append(("questions", QUESTIONS, False, undisturbed["questions"], undisturbed["plays"]))
    for name, share, least, count, total in told:
        if total:
            met = count >= share * total if least else count <= share * total
            way = "at least" if least else "at most"
            yield f"{name}: {100 * count / total:.2f} %, {way} {100 * share:.2f} % {'reached' if met else 'MISSED'}"


def changes(before: dict[str, Json], after: dict[str, Json]) -> Iterator[str]:
    """What has changed in the films and rows that both have: figures, and failures that are new or gone."""
    both = [key for key in after if key in before]
    yield f"{len(both)} of {len(after)} are in both; before, and now:"
    sums = [summed({key: state[key] for key in both}) for state in (before, after)]
    yield from (line(name, figures) for name, figures in zip(("  before", "  now"), sums, strict=True))
    for key in both:
        old, new = before[key], after[key]
        figures: Any = {
            name: (old["figures"].get(name, 0), new["figures"].get(name, 0))
            for name in (*TOLD, *TOLD.values())
        }
        changed = {name: pair for name, pair in figures.items() if pair[0] != pair[1]}
        if changed or set(old["failures"]) != set(new["failures"]):
            told = ", ".join(f"{name} {was} -> {now}" for name, (was, now) in changed.items())
            yield f"{key}: {told or 'the same figures'}"
            yield from (f"    gone: {each}" for each in old["failures"] if each not in new["failures"])
            yield from (f"    new: {each}" for each in new["failures"] if each not in old["failures"])


if __name__ == "__main__":
    main()
