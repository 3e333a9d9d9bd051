"""What the eye made of a film, kept in a file: so that another referee hears of the same film in seconds, not in minutes.

The eye learns from what the referee is sure of. What it was taught is kept, too, and as soon as another referee would have
taught it anything else, what was kept is worth nothing any more, and the film is watched anew.
"""

import io
import lzma
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from device.table.watch.boards import measured, shape_of
from device.table.watch.film import Scribe, Watched
from device.table.watch.watcher import look_of
from engine.board import Kind, Occupancy
from engine.match.match import Match
from engine.state.messages import Look
from tests.bench.disturbances import Disturbed
from vision.eye import Eye
from vision.observation import Observation


@dataclass(frozen=True)
class Sights:
    """The looks at a film, what the eye was taught after which of them, and what the board's model says of the near player."""

    looks: tuple[Look, ...]
    taught: dict[int, Occupancy]
    near: Kind | None


class TaughtOtherwise(Exception):
    """Another referee would have taught the eye something else."""


def watched_by_eye(done: Disturbed, match: Match) -> tuple[Watched, Sights]:
    """What comes of a film under a disturbance, and what the eye made of it."""
    looks: list[Look] = []
    taught: dict[int, Occupancy] = {}
    scribe = Scribe(match, Kind.LIGHT)
    eye: Eye | None = None
    for frame in done.frames:
        if eye is None:
            eye = Eye(measured(done.corners, frame.picture, shape_of(match.agreed)))
            near = eye.model.near
            _seat(scribe, done, near)
        look = look_of(eye.see(frame), frame)
        scribe.hear(look)
        if isinstance(scribe.taught, Occupancy):
            eye.teach(scribe.taught)
            taught[len(looks)] = scribe.taught
        looks.append(look)
    assert eye is not None
    return _closed(scribe, looks), Sights(tuple(looks), taught, near)


def watched_again(done: Disturbed, match: Match, sights: Sights) -> Watched:
    """What comes of a film whose looks are kept. Raises TaughtOtherwise."""
    scribe = Scribe(match, Kind.LIGHT)
    _seat(scribe, done, sights.near)
    for number, look in enumerate(sights.looks):
        scribe.hear(look)
        taught = scribe.taught if isinstance(scribe.taught, Occupancy) else None
        if taught != sights.taught.get(number):
            raise TaughtOtherwise
    return _closed(scribe, sights.looks)


def _seat(scribe: Scribe, done: Disturbed, near: Kind | None) -> None:
    scribe.tracker = replace(scribe.tracker, near=done.near or near or Kind.LIGHT)


def _closed(scribe: Scribe, looks: Sequence[Look]) -> Watched:
    scribe.close()
    last = looks[-1]
    return Watched(tuple(scribe.happenings), scribe.match_state, last.frame + 1, last.time, 0.0)


def read(path: Path) -> Sights:
    """The looks in a file of our own."""
    found = pickle.loads(lzma.decompress(path.read_bytes()))
    assert isinstance(found, Sights)
    return found


def keep(path: Path, sights: Sights) -> None:
    """Looks into a file, wholly or not at all."""
    written = io.BytesIO()
    _Pickler(written).dump(sights)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(lzma.compress(written.getvalue(), preset=1))
    beside.replace(path)


class _Pickler(pickle.Pickler):
    """Leaves out of an observation what follows from the rest."""

    def reducer_override(self, obj: Any) -> Any:
        if type(obj) is Observation:
            known = (obj.sites, obj.dice, obj.cube, obj.still, obj.ms, obj.looks, obj.off)
            return Observation, known
        return NotImplemented
