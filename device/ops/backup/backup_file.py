"""The archive: a ZIP file with a manifest, which is believed in nothing that it does not prove.

    manifest.json        what it is, and of every file its size, its SHA-256 and its time
    events.jsonl         the log of all tables, an event a line, as it stands in the database
    deleted.jsonl        the matches that somebody has deleted, a line each, where there are any
    board.json           the model of the board, and board.followed.json, where it was followed to
    tableside.toml       the settings
    positions.json       the notebook of positions, if there is one
    hub/events.jsonl     where a hub is set up, its database: a file for each table of it, a row a line
    hub/tables.json      which tables somebody let in there or refused, where somebody did
    pictures/1/...       the pictures of decisions, if they were asked for

The log is kept as lines of text rather than as a database, so that a backup of SQLite can be brought back to PostgreSQL
and the other way round.
"""

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from device.errors import BackupError
from engine.i18n import Phrase, phrase

FORMAT, WITH_HUB, WITH_DECISIONS = 1, 2, 3
"""Of the manifest and of the names below; of a backup that holds a hub, too, and which tables it lets in, both of which
older versions do not know.
"""
MANIFEST, EVENTS, DELETED = "manifest.json", "events.jsonl", "deleted.jsonl"
BOARD, FOLLOWED, SETTINGS = "board.json", "board.followed.json", "tableside.toml"
POSITIONS = "positions.json"
HUB = "hub/"
"""What the names of a hub's files begin with."""
DECISIONS = f"{HUB}tables.json"
LARGEST_MANIFEST = 32 * 2**20
LARGEST_FILE = 64 * 2**20
"""Bytes; no picture is as large."""
LARGEST_BOARD = 4 * 2**20
"""Bytes of a board's model, with its two small pictures, of the settings, and of which tables a hub lets in."""
LARGEST_LOG = 4 * 2**30
LARGEST_PACKED = 8 * 2**30
"""Bytes of all files together that are packed; those that are not take what they take in the archive."""
MOST_DEVICES = 64
"""How many phones that were let in are known again after a restore, the last ones: each may guess a hundred PINs a day,
whoever made the backup.
"""
MOST_FILES = 500_000
CHUNK = 2**18
PICTURE = re.compile(r"pictures/[A-Za-z0-9_-]{1,40}/[1-9][0-9]{0,8}-[0-9]{1,10}\.(jpg|json|board)")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HUB = re.compile(r"hub/(events|deleted|analyses|hub_logs|hub_matches|event_entries)\.jsonl")
_FIXED = {EVENTS, DELETED, BOARD, FOLLOWED, SETTINGS, POSITIONS, DECISIONS}
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OverflowError, LookupError)
"""What reading a damaged ZIP file may raise, beside OSError."""


class Target(Protocol):
    """What takes the bytes of a file that is copied out."""

    def write(self, data: bytes, /) -> object:
        """Take some more."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: its size, its hash, and when it was changed, in nanoseconds since 1970."""

    size: int
    sha256: str
    time: int

    def as_json(self) -> dict[str, object]:
        """Its entry in the manifest."""
        return {"bytes": self.size, "sha256": self.sha256, "mtime_ns": self.time}


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What an archive is: by which version, of which table, made when (None: the clock was not set), how many events.

    `schema` is that of the events; `hub`: how many events and entries of tournaments a hub's database has in it;
    `devices` and `hub_devices`: digests of what the phones are known again by that were let in at the table and at the
    hub. They stand here, and in no file, so that older versions go on to read a backup that holds them.
    """

    version: str
    schema: int
    table: str
    made: float | None
    events: int
    files: Mapping[str, Member]
    hub: int = 0
    devices: tuple[str, ...] = ()
    hub_devices: tuple[str, ...] = ()

    @property
    def has_hub(self) -> bool:
        """Whether a hub's database is in it, too."""
        return any(name.startswith(HUB) for name in self.files)

    def as_json(self) -> dict[str, object]:
        """The manifest, as it stands in the archive."""
        return {
            "program": "tableside",
            "format": WITH_DECISIONS if DECISIONS in self.files else WITH_HUB if self.has_hub else FORMAT,
            "version": self.version,
            "schema": self.schema,
            "table": self.table,
            "made": self.made,
            "events": self.events,
            **({"hub": self.hub} if self.has_hub else {}),
            **({"devices": self.devices} if self.devices else {}),
            **({"hub_devices": self.hub_devices} if self.hub_devices else {}),
            "files": {name: member.as_json() for name, member in self.files.items()},
        }


class BackupArchive:
    """A backup that is being read; a context. Raises BackupError, here and from every method, for what is wrong."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with zip_errors(path):
            self._zip = zipfile.ZipFile(path)
        try:
            self.manifest = self._manifest()
            self._check_names()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def copy(self, name: str, target: Target) -> None:
        """Write a file out, never more of it than the manifest tells, and see that it is that file."""
        member = self.manifest.files[name]
        digest, left = hashlib.sha256(), member.size
        with zip_errors(self.path):
            source = self._zip.open(name)
        with source:
            while True:
                with zip_errors(self.path):
                    data = source.read(CHUNK)
                if not data:
                    break
                left -= len(data)
                if left < 0:
                    break
                digest.update(data)
                target.write(data)
        if left != 0 or digest.hexdigest() != member.sha256:
            raise damaged(self.path, phrase("{name} in it is not as it was written", name=name))

    def _manifest(self) -> BackupManifest:
        try:
            info = self._zip.getinfo(MANIFEST)
        except KeyError:
            raise foreign(self.path) from None
        if info.file_size > LARGEST_MANIFEST:
            raise foreign(self.path)
        with zip_errors(self.path), self._zip.open(info) as file:
            text = file.read(LARGEST_MANIFEST + 1)
        try:
            return _parsed(json.loads(text), self.path)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise foreign(self.path) from error

    def _check_names(self) -> None:
        """See that there is what the manifest names and nothing else, under names that a backup has."""
        infos = [info for info in self._zip.infolist() if info.filename != MANIFEST]
        files = self.manifest.files
        if len(infos) != len(files) or {info.filename for info in infos} != files.keys():
            raise damaged(self.path, phrase("it holds other files than it says"))
        if len(files) > MOST_FILES:
            raise damaged(self.path, phrase("it holds too many files"))
        for info in infos:
            named = (
                info.filename in _FIXED or _HUB.fullmatch(info.filename) or PICTURE.fullmatch(info.filename)
            )
            if not named:
                raise damaged(
                    self.path, phrase("{name} in it is no file of a backup", name=repr(info.filename[:80]))
                )
            if not 0 <= files[info.filename].size <= _largest(info.filename):
                raise damaged(self.path, phrase("{name} in it is too large", name=info.filename))
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise damaged(
                    self.path, phrase("{name} in it is packed in a strange way", name=info.filename)
                )
            if info.compress_type == zipfile.ZIP_STORED and info.compress_size != files[info.filename].size:
                raise damaged(self.path, phrase("{name} in it is not as it was written", name=info.filename))
        self._check_total(infos)

    def _check_total(self, infos: Sequence[zipfile.ZipInfo]) -> None:
        """See that a small archive does not unpack to more than any table has, nor by
        naming the same bytes many times.
        """
        packed = (info for info in infos if info.compress_type == zipfile.ZIP_DEFLATED)
        if sum(self.manifest.files[info.filename].size for info in packed) > LARGEST_PACKED:
            raise damaged(self.path, phrase("all that is in it is too large together"))
        with zip_errors(self.path):
            held = self.path.stat().st_size
        if sum(info.compress_size for info in infos) > held:
            raise damaged(self.path, phrase("its files lie over one another"))


def _largest(name: str) -> int:
    """How many bytes a file of an archive may have."""
    if name == EVENTS or _HUB.fullmatch(name):
        return LARGEST_LOG
    return LARGEST_BOARD if name in (BOARD, FOLLOWED, SETTINGS, DECISIONS) else LARGEST_FILE


class _LineCount:
    """Keeps nothing but the number of lines that are written to it."""

    lines = 0

    def write(self, data: bytes, /) -> None:
        self.lines += data.count(b"\n")


def check_backup(path: Path) -> BackupManifest:
    """Read a backup through: every file in it is whole, and its events are as many as it says. Raises BackupError."""
    with BackupArchive(path) as archive:
        for name in archive.manifest.files:
            nowhere = _LineCount()
            archive.copy(name, nowhere)
            if name == EVENTS and nowhere.lines != archive.manifest.events:
                raise damaged(path, phrase("events are missing"))
        return archive.manifest


def foreign(path: Path) -> BackupError:
    """The error about a file that is no backup."""
    return BackupError(
        phrase(
            "{path} is no backup of Tableside: name a file that {command} has written",
            path=path,
            command="`tableside backup`",
        )
    )


def damaged(path: Path, how: Phrase | str) -> BackupError:
    """The error about a backup that cannot be used."""
    return BackupError(
        phrase(
            "the backup {path} is damaged ({how}): nothing was changed; use another one", path=path, how=how
        )
    )


@contextmanager
def zip_errors(path: Path) -> Iterator[None]:
    """Turns what reading a ZIP file raises into ours."""
    try:
        yield
    except OSError as error:
        raise BackupError(
            phrase("{path} cannot be read: {reason}", path=path, reason=error.strerror or error)
        ) from error
    except zipfile.BadZipFile as error:
        raise (foreign(path) if "not a zip" in str(error) else damaged(path, str(error))) from error
    except _BROKEN as error:
        raise damaged(path, str(error) or type(error).__name__) from error


def _parsed(data: Any, path: Path) -> BackupManifest:
    if data["program"] != "tableside":
        raise foreign(path)
    if data["format"] > WITH_DECISIONS:
        raise BackupError(
            phrase(
                "{path} was made by Tableside {version}, which is newer than this one: update Tableside first",
                path=path,
                version=data["version"],
            )
        )
    files = {
        str(name): Member(int(each["bytes"]), str(each["sha256"]), int(each["mtime_ns"]))
        for name, each in data["files"].items()
    }
    if EVENTS not in files or not all(0 <= each.time < 2**62 for each in files.values()):
        raise ValueError("it lacks the log, or a file is of no time")
    made = data["made"]
    return BackupManifest(
        str(data["version"]),
        int(data["schema"]),
        str(data["table"]),
        None if made is None else float(made),
        int(data["events"]),
        files,
        int(data.get("hub", 0)),
        _digests(data.get("devices", ())),
        _digests(data.get("hub_devices", ())),
    )


def _digests(data: Any) -> tuple[str, ...]:
    found = [str(each) for each in data]
    if not all(_DIGEST.fullmatch(each) for each in found):
        raise ValueError("a phone that is known again has no such digest")
    return tuple(found[-MOST_DEVICES:])
