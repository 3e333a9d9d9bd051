"""Audits what is locked, and what may be installed without a lock: is a hole known in any of it?

python release/audit.py

pip-audit is asked where it is installed and reaches its source; else the list beside this file counts, which
tells its date. Ends with 1 where a hole is found.
"""

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from locks import ROOT, VENDORED, extra_locks, locks, read_lock, vendored
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

LIST = Path(__file__).with_name("advisories.json")
UNREACHED = 2
"""What `asked` tells where nobody could be asked."""


def holes(packages: Iterable[tuple[str, str]], advisories: Iterable[dict[str, str]]) -> Iterator[str]:
    """What is known of packages, each a name and a version, a sentence a hole."""
    told = [*advisories]
    for name, version in packages:
        for each in told:
            if each["package"] == name and Version(each["from"]) <= Version(version) < Version(each["fixed"]):
                yield f"{name} {version} has {each['id']}: {each['fixed']} mends it"


def lowest() -> Iterator[tuple[str, str]]:
    """The oldest version of each package that pyproject.toml admits. Raises ValueError for one without a
    lower bound.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for line in (*project["dependencies"], *extras["pi"], *extras["postgresql"]):
        asked = Requirement(line)
        bounds = [each.version for each in asked.specifier if each.operator in (">=", "==")]
        if not bounds:
            raise ValueError(f"pyproject.toml: {line} has no lower bound")
        yield canonicalize_name(asked.name), bounds[0]


def asked(lock: Path) -> int:
    """What pip-audit ends with for a lock: 0 nothing is known, 1 something is; 2 where it is not there or
    reaches nobody.
    """
    command = shutil.which("pip-audit", path=str(Path(sys.executable).parent)) or shutil.which("pip-audit")
    if command is None:
        return UNREACHED
    words = [
        command,
        "--requirement",
        str(lock),
        "--disable-pip",
        "--require-hashes",
        "--progress-spinner",
        "off",
    ]
    done = subprocess.run([*words, "--timeout", "15"], capture_output=True, text=True, check=False)
    # it passes over what its source does not answer for, and ends with 0 all the same
    if "could not be audited" in done.stdout + done.stderr:
        return UNREACHED
    sys.stdout.write(done.stdout)
    reached = done.returncode == 0 or "Found" in done.stderr or done.stdout.startswith("Name")
    return done.returncode if reached else UNREACHED


def main() -> int:
    """Audits all there is; the exit status."""
    known: Any = json.loads(LIST.read_text(encoding="utf-8"))
    found = {f"pyproject.toml: {each}" for each in holes(lowest(), known["advisories"])}
    scripts = ((f"npm:{each.name}", each.version) for each in vendored())
    found |= {f"{VENDORED.name}: {each}" for each in holes(scripts, known["advisories"])}
    answers = {}
    for lock in (*locks(), *extra_locks()):
        packages = ((each.name, each.version) for each in read_lock(lock))
        found |= {f"{lock.name}: {each}" for each in holes(packages, known["advisories"])}
        if UNREACHED not in answers.values():
            answers[lock.name] = asked(lock)
    by = f"the list of {known['taken']} ({len(known['advisories'])} holes)"
    if UNREACHED in answers.values():
        print(f"pip-audit is not installed or reaches no source: judged by {by} alone.")
    else:
        print(f"Judged by pip-audit and by {by}.")
    print(
        "\n".join(sorted(found))
        or "No hole is known in what is locked, nor in the oldest versions that are admitted."
    )
    return 1 if found or 1 in answers.values() else 0


if __name__ == "__main__":
    sys.exit(main())
