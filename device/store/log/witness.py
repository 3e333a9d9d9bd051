"""The witness: the number of a log's last event, kept outside its database, with a running hash of the newest ones.

A write-ahead file that is damaged is silently cut off by SQLite where the damage begins; only somebody outside can tell
that there was more. The witness is a small file beside the database, put in its place as a whole after each commit, in
the referee's thread: a millisecond or so at a decision. It is not flushed: a pulled plug may leave an older one,
which knows of less than there is and so raises no alarm; it is never ahead of what was committed to the medium.

The hash leaves out what may be removed for good, which are names, and is not judged where matches have gone.
"""

import json
import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from device.store.folder.atomic_file import hand_over, read_lasting
from device.store.log.schema import NAMING, REVISION, Row

ENDING = "-last"
"""What its name has more than that of the database."""
MOST = 500
"""So many events are hashed at the most: each start looks at them again."""
_FIELDS = ("table", "seq", "match", "game", "schema", "source", "frames", "kind")
_HASH = 2
"""How events are hashed: 1 held the names of who plays a chouette."""
_NAMED_SINCE = frozenset(NAMING) - {"MatchStarted", "Corrected"}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Word:
    """What the witness says of a table: the number of its last event, and the hash of those from `first` on, as a
    database of that `revision` holds them; `way` is how they were hashed.
    """

    first: int
    last: int
    digest: str
    revision: int = REVISION
    way: int = 1

    @property
    def goes_on(self) -> bool:
        """Whether what is written now is hashed in the same way."""
        return self.revision == REVISION and self.way == _HASH

    def tells_of(self, rows: Iterable[Row]) -> bool:
        """Whether these events are as they were written, or were hashed as nobody does now."""
        rows = tuple(rows)
        older = self.way != _HASH and any(row["kind"] in _NAMED_SINCE for row in rows)
        return older or self.revision != REVISION or hashed(rows) == self.digest


def witness_file(database: Path) -> Path:
    """The witness's file beside a database."""
    return database.with_name(f"{database.name}{ENDING}")


def witnessed(database: Path) -> Mapping[str, Word]:
    """What the witness says of each table; nothing where there is none. Raises OSError,
    and ValueError for a damaged one.
    """
    found = read_lasting(witness_file(database))
    if found is None:
        return {}
    try:
        words = {str(table): Word(**word) for table, word in dict(found).items()}  # type: ignore[call-overload]
    except TypeError as error:
        raise ValueError(str(error)) from error
    for word in words.values():
        if not all(type(number) is int for number in (word.first, word.last, word.revision, word.way)):
            raise ValueError("its numbers are none")
    return words


def hashed(rows: Iterable[Row], digest: str = "") -> str:
    """The running hash of events, going on from that of those before them."""
    for row in rows:
        fields = [row[name] for name in _FIELDS]
        times = [float(str(row[name])) for name in ("wall", "monotonic")]
        body = None if row["kind"] in NAMING else row["body"]
        text = json.dumps([digest, *fields, *times, bool(row["clock_set"]), body])
        digest = sha256(text.encode()).hexdigest()
    return digest


class Witness:
    """Writes down how far the log of a database goes; in the thread that writes the log."""

    def __init__(self, database: Path) -> None:
        self._file = witness_file(database)
        self._database = database
        self._words: dict[str, Word] | None = None
        self._complained = False

    def note(self, rows: Sequence[Row]) -> None:
        """Remember events of one table that have just been committed. A disk that cannot be written to is for others to
        complain of: what is not remembered is not missed.
        """
        words = self._known()
        table, first, last = str(rows[0]["table"]), int(str(rows[0]["seq"])), int(str(rows[-1]["seq"]))
        word = words.get(table)
        if word and word.goes_on and word.last + 1 == first and last - word.first < MOST:
            words[table] = Word(word.first, last, hashed(rows, word.digest), way=_HASH)
        else:
            words[table] = Word(first, last, hashed(rows), way=_HASH)
        try:
            self._write({name: asdict(each) for name, each in words.items()})
        except OSError as error:
            if not self._complained:
                _log.warning("%s cannot be written: %s", self._file, error.strerror)
            self._complained = True

    def _known(self) -> dict[str, Word]:
        if self._words is None:
            self._words = {}
            with suppress(OSError, ValueError):
                self._words = dict(witnessed(self._database))
        return self._words

    def _write(self, words: object) -> None:
        fresh = self._file.with_name(f"{self._file.name}.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(words, file)
        with suppress(OSError):
            hand_over(fresh, self._file.parent)
        os.replace(fresh, self._file)
