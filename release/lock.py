"""Makes the lock files of the installer: every Python package with its version and the hash of its file.

python release/lock.py [SUITE-ARCHITECTURE ...]

A lock is of one Debian and one kind of processor, and holds built packages alone, so that no Pi needs a
compiler. It is made wherever pip reaches a package index: pip resolves for the other system. What is made is
read through and committed.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from locks import FOLDER, ROOT

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
"""The Python of each Debian."""
GLIBC = {"bookworm": 36, "trixie": 41}
ARCHITECTURES = ("x86_64", "aarch64")
FROM_APT = ("spidev",)
"""What a Pi has from apt, since nobody has built it."""
BUILDS = ("hatchling>=1.26", "editables>=0.5")
"""What builds the wheel of the checkout, offline."""
EXTRAS = ("analysis", "ogxm")
"""What of the product's extras is locked apart, for who wants it; what it needs besides is in the lock itself."""
EXTRA_HEAD = (
    "# Made by `make lock`: {extras}, {system}, Python {python}; pip install --no-deps --require-hashes -r"
)
HEAD = "# Made by `make lock`, not to be edited. Packages for {system} with Python {python}; all are built."


def wanted() -> list[str]:
    """What is to be locked: the product's dependencies, those of a Pi, and what builds it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    found = [*project["dependencies"], *extras["pi"], *BUILDS]
    return [each for each in found if not each.startswith(FROM_APT)]


def extras() -> list[str]:
    """What is locked apart."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [each for extra in EXTRAS for each in project["optional-dependencies"][extra]]


def target(suite: str, architecture: str) -> list[str]:
    """pip's options that have it choose for another system than this one."""
    platforms = [f"manylinux_2_{minor}_{architecture}" for minor in range(GLIBC[suite], 16, -1)]
    platforms += [f"manylinux2014_{architecture}", f"linux_{architecture}"]
    options = ["--python-version", PYTHONS[suite], "--implementation", "cp"]
    return options + [word for each in platforms for word in ("--platform", each)]


def resolved(suite: str, architecture: str, asked: list[str]) -> list[dict[str, object]]:
    """What pip would install there of what is asked for. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--dry-run",
        ]
        command += ["--ignore-installed", "--only-binary=:all:", "--report", str(report), "--target", scratch]
        command += ["-c", str(FOLDER / f"constraints-{suite}.txt"), *asked, *target(suite, architecture)]
        subprocess.run(command, check=True)
        found: list[dict[str, object]] = json.loads(report.read_text(encoding="utf-8"))["install"]
        return found


def lines(found: list[dict[str, object]]) -> list[str]:
    """The lines of a lock, in the order of the alphabet."""
    made = []
    for each in found:
        metadata, download = each["metadata"], each["download_info"]
        assert isinstance(metadata, dict) and isinstance(download, dict)
        name = str(metadata["name"]).lower().replace("_", "-").replace(".", "-")
        digest = download["archive_info"]["hashes"]["sha256"]
        made.append(f"{name}=={metadata['version']} --hash=sha256:{digest}")
    return sorted(made)


def main() -> None:
    """Makes those that are named, or all."""
    systems = [f"{suite}-{architecture}" for suite in PYTHONS for architecture in ARCHITECTURES]
    for system in sys.argv[1:] or systems:
        suite, _, architecture = system.partition("-")
        head = HEAD.format(system=system, python=PYTHONS[suite])
        text = "\n".join([head, *lines(resolved(suite, architecture, wanted()))]) + "\n"
        (FOLDER / f"lock-{system}.txt").write_text(text, encoding="utf-8")
        print(f"lock-{system}.txt")
        extra(suite, architecture)


def extra(suite: str, architecture: str) -> None:
    """Makes the lock of the extras; what nobody has built for that system is left out, and said."""
    found: list[dict[str, object]] = []
    for each in extras():
        try:
            found += resolved(suite, architecture, ["--no-deps", each])
        except subprocess.CalledProcessError:
            print(f"{each} is not built for {suite}-{architecture}")
    system = f"{suite}-{architecture}"
    head = EXTRA_HEAD.format(extras=" and ".join(EXTRAS), system=system, python=PYTHONS[suite])
    (FOLDER / f"extra-{system}.txt").write_text("\n".join([head, *lines(found)]) + "\n", encoding="utf-8")
    print(f"extra-{system}.txt")


if __name__ == "__main__":
    main()
