"""Proves Tableside on 64-bit ARM, as a Pi has it, without one: python release/prove_arm64.py [SUITE ...]   as root

A Debian for arm64 is run by qemu-user, instruction by instruction, as a Pi 4's Cortex-A72 would. Tableside is
installed there by its own installer, held to the hashes of the lock; boards are read there and here, and have to be
read the same; and a part of the tests is run. It tells what it measured. An hour or so a system, and 2 GB in
TABLESIDE_ARM64 (build/), where the systems stay for the next time. TABLESIDE_BOARDS names the folder with the boards,
and TABLESIDE_PICTURES how many pictures of each are read.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from locks import FOLDER, ROOT, read_lock

SUITES = ("bookworm", "trixie")
QEMU = "/usr/bin/qemu-aarch64-static"
HANDLERS = Path("/proc/sys/fs/binfmt_misc")
MAGIC = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
PROCESSOR = "cortex-a72"
INCLUDED = "ca-certificates,python3,python3-venv,python3-numpy,systemd,udev,libgl1"
SOURCES = ("engine", "vision", "calibration", "device", "webui", "pyproject.toml", "README.md", "LICENSE")
TESTS = (
    "tests/engine/test_vectors.py",
    "tests/engine/records",
    "tests/vision/test_nets.py",
    "tests/vision/test_rectify.py",
    "tests/vision/test_heaps.py",
    "tests/device/log",
    "tests/device/test_backup.py",
    "tests/referee/test_referee.py",
)
"""What is likeliest to differ: numbers and pictures, SQLite and files, and the referee over them."""
TOOLS = ("pytest", "pytest-timeout", "pytest-xdist", "hypothesis", "psycopg[binary]")
UNPACKED = """
for each in $(ldd /usr/bin/dpkg-deb | grep -o '/[^ ]*'); do install -D "$each" "$1/usr${each#/usr}"; done
ln -s usr/lib64 "$1/lib64"
install -D /usr/bin/dpkg-deb "$1/usr/local/bin/dpkg-deb"
"""
"""Has packages unpacked by this machine's own program, many times as fast as an emulated one."""
INSTALLED = "/opt/tableside/venv/bin"
IN_CHROOT = """
mount --make-rprivate / && mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"
exec chroot "$0" "$@"
"""
Reading = dict[str, Any]


class NotProved(Exception):
    """What is not so there as it should be."""


class System:
    """A Debian for arm64 in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, more: Mapping[str, str] | None = None) -> str:
        """What a command prints there. Raises NotProved where it fails."""
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "QEMU_CPU": PROCESSOR,
        }
        words = ["unshare", "--mount", "sh", "-c", IN_CHROOT, str(self.root), *command]
        done = subprocess.run(
            words, env={**kept, **environment, **(more or {})}, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise NotProved(f"{command}: {done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        return done.stdout


def emulated() -> None:
    """Has the kernel start programs for arm64 with QEMU, where it does not yet. Raises NotProved."""
    if os.uname().machine == "aarch64" or (HANDLERS / "qemu-aarch64").exists():
        return
    if not Path(QEMU).exists():
        raise NotProved(f"{QEMU} is missing: sudo apt install qemu-user-static")
    if not (HANDLERS / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(HANDLERS)], check=True)
    (HANDLERS / "register").write_text(f":qemu-aarch64:M::{MAGIC}:{MASK}:{QEMU}:F")


def made(suite: str, folder: Path) -> System:
    """A fresh system with the sources in it."""
    base, root = folder / f"arm64-{suite}.tar", folder / f"arm64-{suite}"
    if not base.exists():
        fresh = base.with_suffix(".new")
        words = ["mmdebstrap", "--quiet", "--architecture=arm64", "--format=tar", "--variant=minbase"]
        words += [f"--include={INCLUDED}"]
        if os.uname().machine != "aarch64":
            foreign = '"$1/usr/local/bin/dpkg-deb" "$1/lib64" "$1/usr/lib64" "$1/usr/lib/x86_64-linux-gnu"'
            words += [f"--extract-hook={UNPACKED}", f"--customize-hook=rm -r {foreign}"]
        subprocess.run([*words, suite, str(fresh)], check=True)
        fresh.rename(base)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    subprocess.run(["tar", "-C", str(root), "-xf", str(base), "--exclude=./dev/*"], check=True)
    for file in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(file).exists():
            shutil.copyfile(file, root / file[1:])
    for name in (*SOURCES, "tests"):
        target = root / "root/tableside" / name
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, target)
    return System(root)


def installed(system: System, suite: str) -> str:
    """Installs it as on a Pi; what is to be said of it."""
    said = system.run("sh", "/root/tableside/device/ops/install/pi.sh", "install", "--without-analysis")
    if "there is no lock" in said:
        raise NotProved(f"it is not held to the lock: {said}")
    code = "import json, importlib.metadata as m; print(json.dumps({d.name: d.version for d in m.distributions()}))"
    there = json.loads(system.run(f"{INSTALLED}/python", "-c", code))
    held = {name.lower().replace("_", "-").replace(".", "-"): version for name, version in there.items()}
    lock = read_lock(FOLDER / f"lock-{suite}-aarch64.txt")
    # NumPy may be the system's
    wrong = [each.name for each in lock if each.name != "numpy" and held.get(each.name) != each.version]
    if wrong:
        raise NotProved(f"these are not as they are locked: {wrong}")
    return f"{len(lock)} packages as they are locked; {system.run(f'{INSTALLED}/tableside', '--version').strip()}"


def tested(system: System) -> str:
    """Runs the part of the tests; what pytest says in the end."""
    words = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--target",
        "/opt/tests",
        *TOOLS,
    ]
    system.run(f"{INSTALLED}/python", *words)
    words = ["-m", "pytest", "-q", "-o", "timeout=7200", "--hypothesis-profile=few", *TESTS]
    there = {"PYTHONPATH": "/opt/tests:/root/tableside"}
    command = f"cd /root/tableside && exec {INSTALLED}/python {' '.join(words)}"
    return system.run("sh", "-c", command, more=there).strip().splitlines()[-1]


def board_commands(boards: Path, pictures: int) -> Iterator[tuple[Path, list[str]]]:
    """Folder and words of a command that reads its first pictures, for each board with points."""
    for facts in sorted(boards.glob("*/truth.json")):
        told = json.loads(facts.read_text(encoding="utf-8"))
        if told.get("kind", "points") == "points":
            names = [*told["images"]][:pictures]
            corners = " ".join(f"{x:g},{y:g}" for x, y in told["images"][names[0]]["corners"])
            yield facts.parent, ["read", *names, "--corners", corners, "--json"]


def same_reading(there: Reading, here: Reading) -> float:
    """By how much two readings differ in how sure they are. Raises NotProved where another thing is read."""
    plain_there, sure_there = _apart(there)
    plain_here, sure_here = _apart(here)
    if plain_there != plain_here:
        raise NotProved(f"{here['image']} is read otherwise: {there}\nhere: {here}")
    return max((abs(one - other) for one, other in zip(sure_there, sure_here, strict=True)), default=0.0)


def _apart(told: Any, name: str = "") -> tuple[Any, list[float]]:
    """A reading without how long it took and where in the picture things lie, and how sure it is, place by place."""
    if name in ("ms", "px"):
        return None, []
    if name == "p":
        return None, [float(told)]
    if isinstance(told, dict):
        parts = {key: _apart(value, key) for key, value in told.items()}
    elif isinstance(told, list):
        parts = {key: _apart(value) for key, value in enumerate(told)}
    else:
        return told, []
    return {key: plain for key, (plain, _) in parts.items()}, [x for _, sure in parts.values() for x in sure]


def read_here(folder: Path, words: Sequence[str]) -> list[Reading]:
    """The readings of this machine."""
    command = [sys.executable, "-c", "from device.cli.main import main; main()", *words]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def read_alike(system: System, boards: Path, pictures: int) -> str:
    """Reads boards there and here; what is to be said of it. Raises NotProved where that is not the same."""
    count, most, spent = 0, 0.0, 0.0
    for folder, words in board_commands(boards, pictures):
        target = system.root / "root" / folder.name
        target.mkdir(exist_ok=True)
        for name in words[1 : words.index("--corners")]:
            shutil.copyfile(folder / name, target / name)
        command = ["sh", "-c", 'cd "/root/$0" && exec "$@"', folder.name, f"{INSTALLED}/tableside", *words]
        begun = time.monotonic()
        there = [json.loads(line) for line in system.run(*command).splitlines()]
        spent += time.monotonic() - begun
        for one, other in zip(there, read_here(folder, words), strict=True):
            most, count = max(most, same_reading(one, other)), count + 1
    if not count:
        raise NotProved(f"there are no boards in {boards}")
    return (
        f"{count} pictures are read alike, {spent / count:.0f} s each; sureness differs by {most:.2g} at most"
    )


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Tells how long something took."""
    begun = time.monotonic()
    yield
    print(f"  {what}: {(time.monotonic() - begun) / 60:.1f} min", flush=True)


def main() -> int:
    """Proves each system; the exit status."""
    folder = Path(os.environ.get("TABLESIDE_ARM64") or ROOT / "build").resolve()
    boards = Path(os.environ.get("TABLESIDE_BOARDS", ROOT.parent / "shared/boards"))
    pictures = int(os.environ.get("TABLESIDE_PICTURES", "3"))
    try:
        emulated()
        for suite in sys.argv[1:] or SUITES:
            print(f"{suite}, arm64, a {PROCESSOR} in {QEMU.rpartition('/')[2]}", flush=True)
            with timed("the system"):
                system = made(suite, folder)
            with timed("the installation"):
                print(f"  {installed(system, suite)}", flush=True)
            with timed("the boards"):
                print(f"  {read_alike(system, boards, pictures)}", flush=True)
            with timed("the tests"):
                print(f"  {tested(system)}", flush=True)
    except NotProved as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
