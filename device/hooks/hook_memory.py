"""What is remembered of hooks over a restart: the last event that each was told of, and what went wrong with it."""

import hashlib
import json
import logging
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.store.folder.atomic_file import read_lasting, write_lasting
from engine.i18n import Phrase, phrase_from_json, phrase_json

if TYPE_CHECKING:
    from device.store.settings import HookSettings

FILE = "hooks.json"
"""The file, in the data folder."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HookProgress:
    """Of one hook: the number of the last event of each log that it was told of, or that was none for it; `failed` why
    the last delivery failed, None if it did not; `missed` how many events it was not told of since it was set up.
    """

    seqs: tuple[tuple[str, int], ...] = ()
    failed: Phrase | None = None
    missed: int = 0

    def seq(self, log: str) -> int | None:
        """The number of the last event of a log; None for a log that it has never been told of."""
        return dict(self.seqs).get(log)

    def reached(self, log: str, seq: int) -> "HookProgress":
        """The same with an event of a log dealt with."""
        return replace(self, seqs=tuple(sorted({**dict(self.seqs), log: seq}.items())))


class HookMemory:
    """The memory of all hooks of a table, kept in its data folder. From any thread; never fails.

    What cannot be read is forgotten, what cannot be written is complained of in the log once.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._complained = False
        self._hooks = self._read()

    def of(self, hook: "HookSettings") -> HookProgress:
        """What is remembered of a hook."""
        with self._lock:
            return self._hooks.get(key_of(hook), HookProgress())

    def keep(self, hook: "HookSettings", remembered: HookProgress) -> None:
        """Keep it, safe on the medium on return."""
        with self._lock:
            self._hooks[key_of(hook)] = remembered
            try:
                write_lasting(self._path, {key: _kept(each) for key, each in self._hooks.items()})
            except OSError as error:
                if not self._complained:
                    _log.warning("what hooks were told cannot be kept in %s: %s", self._path, error.strerror)
                self._complained = True

    def forget_others(self, hooks: "tuple[HookSettings, ...]") -> None:
        """Forget hooks that stand in the settings no more."""
        keys = {key_of(hook) for hook in hooks}
        with self._lock:
            self._hooks = {key: each for key, each in self._hooks.items() if key in keys}

    def _read(self) -> dict[str, HookProgress]:
        try:
            found = read_lasting(self._path)
            return (
                {str(key): _remembered(each) for key, each in found.items()}
                if isinstance(found, dict)
                else {}
            )
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            _log.warning("%s cannot be read: hooks begin with what happens from now on", self._path)
            return {}


def key_of(hook: "HookSettings") -> str:
    """What a hook is remembered by: where it delivers to, of which the file betrays nothing."""
    to = (hook.run, hook.url, hook.mqtt, *([hook.plugin] if hook.plugin else []))
    told = json.dumps([*to, sorted(hook.on)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _kept(progress: HookProgress) -> dict[str, object]:
    failed = "" if progress.failed is None else phrase_json(progress.failed)
    return {"seqs": progress.seqs, "failed": failed, "missed": progress.missed}


def _remembered(data: dict[str, object]) -> HookProgress:
    seqs, failed, missed = data["seqs"], data["failed"], data["missed"]
    assert isinstance(seqs, list) and isinstance(missed, int)
    why = phrase_from_json(failed) if failed else None
    return HookProgress(tuple((str(log), int(seq)) for log, seq in seqs), why, missed)
