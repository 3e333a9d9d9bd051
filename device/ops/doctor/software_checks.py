"""The software: Tableside, Python, what both need, and what they run on."""

import importlib.util
import platform
import sys
from pathlib import Path

from device.errors import SettingsError
from device.finding import Finding, Health
from device.io.host import Host
from device.library.analysis.engines import AUTO, MISSING, GnubgEngine, find_engine
from device.packages import installed_version
from device.store.settings import Settings
from device.store.settings.chosen import FILE, load_chosen, overridden
from engine.i18n import phrase, phrase_of, together

PACKAGES = ("engine", "vision", "calibration", "device", "webui")
"""The five packages of Tableside."""
NEEDED = {
    "cv2": "opencv-python",
    "numpy": "numpy",
    "flask": "flask",
    "waitress": "waitress",
    "sqlalchemy": "sqlalchemy",
    "cattrs": "cattrs",
    "click": "click",
    "gpiozero": "gpiozero",
    "segno": "segno",
}
"""What must be importable, and the distribution that brings it."""
WELCOME = {"picamera2": "picamera2", "spidev": "spidev", "luma.oled": "luma.oled", "lgpio": "lgpio"}
"""What is used where there is the hardware for it."""
OLDEST_PYTHON = (3, 11)


def check_version(host: Host) -> Finding:
    """Which Tableside this is, and on which computer and system."""
    model = host.text("proc/device-tree/model") or platform.machine()
    system = next(
        (
            line.partition("=")[2].strip('"')
            for line in (host.text("etc/os-release") or "").splitlines()
            if line.startswith("PRETTY_NAME=")
        ),
        platform.system(),
    )
    found = phrase(
        "Tableside {version} on {computer}, {system}",
        version=installed_version() or "?",
        computer=model,
        system=system,
    )
    return Finding("version", Health.OK, found)


def check_python(running: tuple[int, ...] | None = None) -> Finding:
    """Whether Python is new enough."""
    running = sys.version_info[:3] if running is None else running
    found = ".".join(map(str, running))
    if running[:2] >= OLDEST_PYTHON:
        return Finding("python", Health.OK, found)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Finding("python", Health.FAILURE, found, phrase("install Python {oldest} or newer", oldest=oldest))


def check_packages(needed: dict[str, str] | None = None) -> Finding:
    """Whether everything that Tableside imports is installed."""
    needed = NEEDED if needed is None else needed
    missing = [name for module, name in needed.items() if not _is_there(module)]
    if missing:
        return Finding(
            "packages",
            Health.FAILURE,
            phrase("missing: {packages}", packages=", ".join(missing)),
            phrase("pip install {packages}, or pip install tableside once more", packages=" ".join(missing)),
        )
    there = [*needed.values(), *(name for module, name in WELCOME.items() if _is_there(module))]
    return Finding(
        "packages", Health.OK, ", ".join(f"{name} {installed_version(name) or '?'}" for name in there)
    )


def check_siblings(names: tuple[str, ...] = PACKAGES) -> Finding:
    """Whether the five packages lie side by side; else another distribution has one of the same name."""
    folders: dict[str, list[str]] = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec else []
        folders.setdefault(str(Path(places[0]).parent) if places else "", []).append(name)
    if len(folders) == 1 and "" not in folders:
        found = phrase("all of Tableside is in {folder}", folder=next(iter(folders)))
        return Finding("siblings", Health.OK, found)
    apart = [
        phrase("{packages} in {folder}", packages=", ".join(there), folder=folder or phrase("no folder"))
        for folder, there in folders.items()
    ]
    return Finding(
        "siblings",
        Health.FAILURE,
        together(apart),
        phrase(
            "install Tableside in a virtual environment of its own: another package there has the same name"
        ),
    )


def check_analysis(named: str = AUTO) -> Finding:
    """Whether there is a program that analyses matches, the one that the settings name; all else works without."""
    engine = find_engine(named)
    if engine is not None:
        found = phrase("by Open Sage")
        if isinstance(engine, GnubgEngine):
            found = phrase("GNU Backgammon is {program}", program=engine.program)
        return Finding("analysis", Health.OK, found)
    if named != AUTO:
        return Finding("analysis", Health.WARNING, phrase("matches are not analysed"), MISSING[named])
    found = phrase("matches are not analysed, for which sudo apt install gnubg would be needed")
    return Finding("analysis", Health.OK, found)


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        # of a package that is not there either
        return False


def check_chosen(data: Path) -> Finding:
    """Whether anything was chosen in the set-up, which then counts before the settings file."""
    file = data / FILE
    try:
        chosen = load_chosen(data)
        overridden(Settings(), chosen)
    except SettingsError as error:
        advice = phrase(
            "open /setup and go through it once more, or delete {file}: until then the settings file counts",
            file=str(file),
        )
        return Finding("set-up", Health.WARNING, phrase_of(error), advice)
    if not chosen:
        return Finding("set-up", Health.OK, phrase("nothing was chosen there: the settings file counts"))
    found = phrase(
        "{chosen} as chosen in the set-up ({file}), before the settings file",
        chosen=", ".join(sorted(chosen)),
        file=str(file),
    )
    return Finding("set-up", Health.OK, found)
