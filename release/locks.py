"""What an installation has of others, in which version and with which hash: the lock files, and what pages carry."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "device/ops/install"
VENDORED = ROOT / "webui/vendored"
"""Scripts of others that pages carry, a file `NAME.mjs` for each that its `package.json` names."""
_LINE = re.compile(r"([a-z0-9-]+)==([^ ]+) --hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Locked:
    """A package as it is locked: its name, version, and the SHA-256 of its file."""

    name: str
    version: str
    digest: str


def locks() -> tuple[Path, ...]:
    """The lock files there are."""
    return tuple(sorted(FOLDER.glob("lock-*.txt")))


def extra_locks() -> tuple[Path, ...]:
    """The locks of the extras, one a system, too."""
    return tuple(sorted(FOLDER.glob("extra-*.txt")))


def read_lock(path: Path) -> tuple[Locked, ...]:
    """The packages of a lock. Raises ValueError for a line that names none."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"{path.name}: {line!r} is no package with its version and hash")
        found.append(Locked(*match.groups()))
    return tuple(found)


def vendored() -> tuple[Locked, ...]:
    """The scripts of others, by their names at npm."""
    told = json.loads((VENDORED / "package.json").read_text(encoding="utf-8"))["dependencies"]
    files = {name: (VENDORED / f"{name}.mjs").read_bytes() for name in told}
    return tuple(Locked(name, told[name], hashlib.sha256(data).hexdigest()) for name, data in files.items())
