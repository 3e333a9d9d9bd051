"""The ring: pictures that decisions were read from, in a folder of limited size; the oldest make room for new ones.

    3-1204.jpg     frame 1204 of the third run of the service, as the camera gave it
    3-1204.json    what was read of it, by which model, and the events in the log that refer to it
    3-0.board      a model of the board, as `tableside calibrate` makes them

A picture without its JSON is no part of the ring: a pulled plug leaves nothing that is half there.
"""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from device.errors import PicturesError
from engine.i18n import phrase

if TYPE_CHECKING:
    from vision.board_model import BoardModel
    from vision.frame import Picture
    from vision.squares.square_observation import Seen

RESERVE = 200 * 2**20
"""Bytes of the disk that are left to the log and to other programs, whatever the ring may hold."""
VERSION = 1
_NAME = re.compile(r"([1-9][0-9]{0,8})-([0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class Reference:
    """An event that a picture belongs to: its number in the log, and when it was written (seconds since 1970)."""

    seq: int
    wall: float


@dataclass(frozen=True, slots=True)
class RingPicture:
    """A picture of the ring.

    `run`: which run of the service, from 1; `number`, `time`: of the frame in it; `view`: the state of the scene;
    `is_read`: whether there is a reading of it; `board`: the name of its model's file; `size`: bytes of the JPEG.
    """

    run: int
    number: int
    time: float
    view: str
    is_read: bool
    board: str | None
    events: tuple[Reference, ...]
    size: int

    @property
    def name(self) -> str:
        """What it is called, in the ring and on the pages."""
        return f"{self.run}-{self.number}"


class Ring:
    """The pictures in one folder, at most `limit` bytes; for one thread. What writes raises PicturesError."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder, self._limit = folder, limit
        self._kept = {kept.name: kept for kept in kept_in(folder)}
        self.run = 1 + max((kept.run for kept in self._kept.values()), default=0)
        self._sizes: dict[str, int] = {}
        self._sweep()

    @property
    def kept(self) -> tuple[RingPicture, ...]:
        """All that is there, the oldest first."""
        return tuple(sorted(self._kept.values(), key=_age))

    @property
    def size(self) -> int:
        """How many bytes they take, with all that belongs to them."""
        return sum(self._sizes.values())

    def find(self, name: str) -> RingPicture | None:
        """The picture of that name."""
        return self._kept.get(name)

    def add(
        self, kept: RingPicture, jpeg: bytes, observation: "Seen | None", model: "BoardModel | None"
    ) -> None:
        """Keep one more picture, with its reading and, where that is new, its model; the oldest make room."""
        text = _text(kept, observation)
        with _told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            if kept.board is not None and model is not None and kept.board not in self._sizes:
                model.save(self.folder / kept.board)
                self._sizes[kept.board] = (self.folder / kept.board).stat().st_size
            self._make_room(len(jpeg) + len(text), kept.board)
            _write(self.folder / f"{kept.name}.jpg", jpeg)
            _write(self.folder / f"{kept.name}.json", text)
        self._kept[kept.name] = kept
        self._sizes[kept.name] = len(jpeg) + len(text)

    def refer(self, name: str, reference: Reference) -> None:
        """Note down that one more event belongs to a picture, if it is still there."""
        kept = self._kept.get(name)
        if kept is None or reference in kept.events:
            return
        with _told(self.folder):
            self._rewrite(replace(kept, events=(*kept.events, reference)))

    def _rewrite(self, kept: RingPicture) -> None:
        """Write down anew what is known of a picture."""
        text = _text(kept, observation_of(self.folder, kept))
        _write(self.folder / f"{kept.name}.json", text)
        self._kept[kept.name] = kept
        self._sizes[kept.name] = kept.size + len(text)

    def forget(self, spans: Iterable[range]) -> None:
        """Remove the pictures that belong only to events of these numbers, which are in the log no more."""
        gone = tuple(spans)
        for kept in self.kept:
            left = tuple(each for each in kept.events if not any(each.seq in span for span in gone))
            if left == kept.events:
                continue
            with _told(self.folder):
                if left:
                    self._rewrite(replace(kept, events=left))
                else:
                    self._remove(kept.name, None)

    def give_way(self) -> int:
        """Remove the oldest pictures until there is room on the disk again, or none are left; how many had to go."""
        before = len(self._kept)
        with _told(self.folder):
            while self._kept and shutil.disk_usage(self.folder).free < RESERVE:
                self._remove(next(iter(self._kept)), None)
        return before - len(self._kept)

    def _make_room(self, wanted: int, board: str | None) -> None:
        """Room for a picture that is read by the model `board`, which stays."""
        while self._kept and not self._has_room(wanted):
            self._remove(next(iter(self._kept)), board)
        if not self._has_room(wanted):
            self._remove_board(board)
            raise PicturesError(
                phrase(
                    "no more pictures are kept in {folder}, for there is no room left: free some space on the disk",
                    folder=self.folder,
                )
            )

    def _has_room(self, wanted: int) -> bool:
        free = shutil.disk_usage(self.folder).free
        return self.size + wanted <= self._limit and free >= RESERVE + wanted

    def _remove(self, name: str, spared: str | None) -> None:
        # the JSON first, for what is without it counts for nothing
        for ending in ("json", "jpg"):
            (self.folder / f"{name}.{ending}").unlink(missing_ok=True)
        board = self._kept.pop(name).board
        del self._sizes[name]
        if board != spared:
            self._remove_board(board)

    def _remove_board(self, board: str | None) -> None:
        """Remove a model, if no picture was read by it."""
        if board is not None and all(kept.board != board for kept in self._kept.values()):
            (self.folder / board).unlink(missing_ok=True)
            self._sizes.pop(board, None)

    def _sweep(self) -> None:
        """Weigh what is there, and remove what a pulled plug has left half written."""
        boards = {kept.board for kept in self._kept.values()}
        for path in self.folder.glob("*"):
            name = path.name if path.suffix == ".board" else path.stem
            with suppress(OSError):
                if name in self._kept or name in boards:
                    self._sizes[name] = self._sizes.get(name, 0) + path.stat().st_size
                elif path.suffix in (".board", ".part") or _NAME.fullmatch(name):
                    path.unlink()


def folder_of(data: Path, table: str, *, simulated: bool) -> Path:
    """Where a table's pictures are kept: those of simulated games apart, as their log is."""
    is_plain = re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table) is not None
    name = table if is_plain else f"table-{crc32(table.encode()):08x}"
    return data / ("simulated-pictures" if simulated else "pictures") / name


def kept_in(folder: Path) -> tuple[RingPicture, ...]:
    """The pictures in a folder, the oldest first; what is damaged or half there is passed over."""
    found = (_kept(path) for path in folder.glob("*.json"))
    return tuple(sorted((kept for kept in found if kept), key=_age))


def of_event(kept: Iterable[RingPicture], seq: int, wall: float) -> tuple[RingPicture, ...]:
    """The pictures of an event; its time tells it from an event of the same number in a log that there was before."""
    return tuple(each for each in kept if Reference(seq, wall) in each.events)


def jpeg_of(folder: Path, kept: RingPicture) -> bytes | None:
    """The picture as it is stored; None where it has gone since."""
    try:
        return (folder / f"{kept.name}.jpg").read_bytes()
    except OSError:
        return None


def picture_of(folder: Path, kept: RingPicture) -> "Picture":
    """The picture. Raises PictureError where it has gone since."""
    # here and below: the eye's modules are for who has pictures, which a hub has none of
    from vision.frame import load_picture

    return load_picture(folder / f"{kept.name}.jpg")


def model_of(folder: Path, kept: RingPicture) -> "BoardModel | None":
    """The model that it was read by; None where there was none. Raises ModelError."""
    from vision.board_model import BoardModel

    return None if kept.board is None else BoardModel.load(folder / kept.board)


def observation_of(folder: Path, kept: RingPicture) -> "Seen | None":
    """What was read when the picture was taken; None where nothing was, or the picture has gone since."""
    from vision.squares.square_observation import seen_from_data

    try:
        data = json.loads((folder / f"{kept.name}.json").read_bytes())["observation"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return None if data is None else seen_from_data(data)


def _age(kept: RingPicture) -> tuple[int, int]:
    return kept.run, kept.number


def _kept(path: Path) -> RingPicture | None:
    """The picture that a JSON file tells of; None where it is none of ours, or not whole."""
    match = _NAME.fullmatch(path.stem)
    try:
        data: Any = json.loads(path.read_bytes())
        board = None if data["board"] is None else Path(data["board"]).name
        kept = RingPicture(
            int(match[1]) if match else 0,
            int(match[2]) if match else 0,
            float(data["time"]),
            str(data["view"]),
            data["observation"] is not None,
            board,
            tuple(Reference(int(seq), float(wall)) for seq, wall in data["events"]),
            int(data["bytes"]),
        )
        whole = path.with_suffix(".jpg").stat().st_size == kept.size
        known = board is None or (path.parent / board).is_file()
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    return kept if match and whole and known and data["version"] == VERSION else None


def _text(kept: RingPicture, observation: "Seen | None") -> bytes:
    data = {
        "version": VERSION,
        "time": kept.time,
        "view": kept.view,
        "board": kept.board,
        "events": [[event.seq, event.wall] for event in kept.events],
        "bytes": kept.size,
        "observation": None if observation is None else observation.to_data(),
    }
    return json.dumps(data, separators=(",", ":")).encode()


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turns the system's errors into ours."""
    try:
        yield
    except OSError as error:
        raise PicturesError(
            phrase(
                "no more pictures are kept in {folder} ({strerror}): see that its disk has room and may be "
                "written to",
                folder=folder,
                strerror=error.strerror,
            )
        ) from error
