"""Makes a Debian package of what `make dist` has made: python release/deb.py SUITE-ARCHITECTURE

It brings along every Python package of that lock, each held to its hash, so that it is installed without an index; what
becomes of them is the installer's, as on a Pi that is set up from the sources. It can be made for another system
than this one, since nothing in it is built here.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from lock import PYTHONS, target
from locks import FOLDER, ROOT

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's names. For armhf there is no package: nobody builds ONNX Runtime for it."""
GLIB = {"bookworm": "libglib2.0-0", "trixie": "libglib2.0-0t64"}
RELEASES = {"bookworm": "deb12", "trixie": "deb13"}
CONTROL = """Package: tableside
Version: {version}~{release}
Architecture: {architecture}
Maintainer: The maintainers of Tableside <tableside@localhost>
Installed-Size: {size}
Depends: python3 (>= {python}), python3 (<< {next}), python3-venv, libgl1, {glib}, systemd, udev
Recommends: python3-picamera2, python3-lgpio, python3-spidev
Suggests: gnubg, mosquitto
Section: misc
Priority: optional
Description: referee and scribe for board games on a real board
 A camera over the table sees checkers, dice and cube; lamps and a page on every
 phone tell whose turn it is and what is wrong with a play, and each game is put
 on record. Works without the internet.
"""
SCRIPTS = {
    "postinst": """#!/bin/sh
set -e
if [ "$1" = configure ]; then sh /usr/share/tableside/install/pi.sh install --packaged; fi
""",
    "prerm": """#!/bin/sh
set -e
if [ "$1" = remove ]; then sh /usr/share/tableside/install/pi.sh uninstall; fi
""",
    "postrm": """#!/bin/sh
set -e
# Games, pictures and settings go only where people say so.
if [ "$1" = purge ]; then
  rm -rf /var/lib/tableside /etc/tableside
  # The hub's part of Mosquitto: settings first, for with them alone Mosquitto does not start.
  for each in 00-tableside tableside tableside.share; do rm -f "/etc/mosquitto/conf.d/$each.conf"; done
  rm -rf /var/lib/mosquitto/tableside
fi
""",
}


def main() -> None:
    """Makes the package of one lock in dist/."""
    suite, _, architecture = sys.argv[1].partition("-")
    dist, tree = ROOT / "dist", ROOT / "build/deb"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wheel,) = dist.glob("tableside-*.whl")
    shutil.rmtree(tree, ignore_errors=True)
    share = tree / "usr/share/tableside"
    wheels, lock = share / "wheels", FOLDER / f"lock-{sys.argv[1]}.txt"
    shutil.copytree(
        FOLDER,
        share / "install",
        ignore=shutil.ignore_patterns("lock-*", "extra-*", "constraints-*", "__pycache__"),
    )
    shutil.copyfile(lock, share / "install/lock.txt")
    wheels.mkdir()
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "--require-hashes", "-r", str(lock), "--dest", str(wheels)]
    subprocess.run([*command, *target(suite, architecture)], check=True)
    shutil.copyfile(wheel, wheels / wheel.name)
    documents = tree / "usr/share/doc/tableside"
    documents.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", documents / "copyright")
    _write_control(tree, project["version"], suite, ARCHITECTURES[architecture])
    name = f"tableside_{project['version']}~{RELEASES[suite]}_{ARCHITECTURES[architecture]}.deb"
    # Wheels are packed already.
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", str(tree), str(dist / name)], check=True
    )


def _write_control(tree: Path, version: str, suite: str, architecture: str) -> None:
    python = PYTHONS[suite]
    major, minor = python.split(".")
    size = sum(each.stat().st_size for each in tree.rglob("*") if each.is_file()) // 1024
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        CONTROL.format(
            version=version, release=RELEASES[suite], architecture=architecture, size=size, python=python,
            next=f"{major}.{int(minor) + 1}", glib=GLIB[suite],
        ),
        encoding="utf-8",
    )  # fmt: skip
    for name, text in SCRIPTS.items():
        (control / name).write_text(text, encoding="utf-8")
        (control / name).chmod(0o755)


if __name__ == "__main__":
    main()
