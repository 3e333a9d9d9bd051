"""The notebook of positions: what people kept to look at again, in a file of the data folder that is whole
or not there.
"""

import logging
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from device.errors import LibraryError
from device.shape import Shaped, choice, maybe, number, shaped, text, whole
from device.store.folder.atomic_file import read_lasting, write_lasting
from engine.board import Kind
from engine.errors import EngineError
from engine.i18n import phrase
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.xgid import read_xgid, write_xgid

NAME = "positions.json"
"""The file's name in the data folder."""
MOST = 2000
"""So many positions are kept."""
LONGEST = 300
"""The longest place, and the longest line of words, in characters."""

_log = logging.getLogger(__name__)


@shaped(
    {
        "number": whole(1),
        "when": maybe(number("Unix time; null where the clock was not set.")),
        "place": text(),
        "words": text(),
        "xgid": text(),
        "near": choice(Kind),
    }
)
@dataclass(frozen=True, slots=True)
class KeptPosition(Shaped):
    """A position in the notebook: its number from 1, when it was kept (Unix time; None: the clock was not
    set), where, a line of words, its XGID, and which checkers White has.
    """

    number: int
    when: float | None
    place: str
    words: str
    xgid: str
    near: Kind

    @property
    def standing(self) -> GameStanding:
        """How it stood."""
        return read_xgid(self.xgid)


class PositionNotebook:
    """The positions in a file, or, without one, as long as the process lives; may be used from any thread.

    All that changes raises LibraryError where it cannot be kept.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._kept = () if file is None else _read(file)

    @property
    def kept(self) -> tuple[KeptPosition, ...]:
        """All of them, the newest first."""
        return self._kept[::-1]

    def keep(
        self, standing: GameStanding, near: Kind, place: str, words: str, when: float | None
    ) -> KeptPosition:
        """Keep a position. Raises InvalidRecord for one that no code can tell."""
        xgid = write_xgid(standing)
        with self._lock:
            if len(self._kept) >= MOST:
                raise LibraryError(phrase("The notebook is full: delete positions that you no longer need."))
            number = max((each.number for each in self._kept), default=0) + 1
            kept = KeptPosition(number, when, _line(place), _line(words), xgid, near)
            self._write((*self._kept, kept))
            return kept

    def change(self, number: int, place: str, words: str) -> KeptPosition | None:
        """Say otherwise where it was and what is to be said of it; None where there is none of that number."""
        with self._lock:
            found = next((each for each in self._kept if each.number == number), None)
            if found is None:
                return None
            changed = replace(found, place=_line(place), words=_line(words))
            self._write(tuple(changed if each is found else each for each in self._kept))
            return changed

    def delete(self, number: int) -> bool:
        """Delete one; whether there was one of that number."""
        with self._lock:
            left = tuple(each for each in self._kept if each.number != number)
            if len(left) == len(self._kept):
                return False
            self._write(left)
            return True

    def _write(self, kept: tuple[KeptPosition, ...]) -> None:
        if self._file is not None:
            try:
                write_lasting(self._file, [each.as_json() for each in kept])
            except OSError as error:
                said = phrase("The notebook cannot be written ({strerror}).", strerror=error.strerror)
                raise LibraryError(said) from error
        self._kept = kept


def _line(text: str) -> str:
    """A text on one line, no longer than is kept."""
    return " ".join(text.split())[:LONGEST]


def _read(file: Path) -> tuple[KeptPosition, ...]:
    """What a file holds; one that is damaged is laid aside, and nothing of it lost."""
    try:
        told = read_lasting(file)
        kept = tuple(map(_kept, told)) if isinstance(told, list) else ()
        if told is None or isinstance(told, list):
            return kept
    except (OSError, ValueError, KeyError, TypeError, EngineError) as error:
        _log.warning("the notebook of positions cannot be read (%s)", error)
    with suppress(OSError):
        file.replace(file.with_suffix(".damaged"))
    return ()


def _kept(told: Mapping[str, object]) -> KeptPosition:
    when = told["when"]
    xgid = str(told["xgid"])
    read_xgid(xgid)
    return KeptPosition(
        int(str(told["number"])),
        None if when is None else float(str(when)),
        str(told["place"]),
        str(told["words"]),
        xgid,
        Kind(told["near"]),
    )
