"""The house stands as drawn: which package may import which, and where the packages lie."""

import ast
import importlib
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "calibration", "device", "webui")
ALLOWED = {
    "engine": {"engine"},
    "vision": {"vision", "engine.board", "engine.tongue"},
    "calibration": {"calibration", "vision", "engine.board", "engine.tongue"},
    "device": {"device", "vision", "calibration", "engine"},
    "webui": {"webui", "device", "calibration", "engine"},
}
FREE = {"device/cli.py"}
OPTIONAL = {"picamera2", "libcamera", "lgpio", "torch", "mitsuba", "drjit", "onnx", "playwright"}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path, *, at_top: bool = False) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if at_top else list(ast.walk(tree))
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {node.module or ""}
    return found


def within(name: str, allowed: set[str]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in allowed)


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    for path in modules(package):
        if path.relative_to(ROOT).as_posix() in FREE:
            continue
        ours = {name for name in imports(path) if name.split(".")[0] in PACKAGES}
        wrong = {name for name in ours if not within(name, ALLOWED[package])}
        assert not wrong, f"{path.relative_to(ROOT)} may not import {sorted(wrong)}"


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    for path in modules("engine"):
        foreign = {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names - {"engine"}
        assert not foreign, f"{path.relative_to(ROOT)} imports {sorted(foreign)}"


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_optional_is_imported_late(package: str) -> None:
    for path in modules(package):
        if "training" in path.parts:
            continue
        early = {name.split(".")[0] for name in imports(path, at_top=True)} & OPTIONAL
        assert not early, f"{path.relative_to(ROOT)} imports {sorted(early)} at its top"


def test_reader_and_drawing_share_nothing() -> None:
    drawing = [
        path
        for path in modules("vision")
        if "training" not in path.parts and (path.stem in ("draw", "scene") or "drawing" in path.parts)
    ]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in drawing}
    for path in modules("vision"):
        used = {name for name in imports(path) if name.startswith("vision.")}
        if path in drawing:
            assert not {n for n in used if n not in names and not n.startswith("vision.draw")}, path
        elif "training" not in path.parts:
            assert not used & names, path


def test_the_packages_are_siblings() -> None:
    homes = {Path(importlib.import_module(package).__file__ or "").parents[1] for package in PACKAGES}
    assert homes == {ROOT}


def test_modules_stay_small() -> None:
    for package in PACKAGES:
        for path in modules(package):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines <= 380, f"{path.relative_to(ROOT)} has {lines} lines: split it"


def test_folders_can_be_looked_over() -> None:
    flat = Counter(
        path.parent for package in PACKAGES for path in modules(package) if path.name != "__init__.py"
    )
    del flat[ROOT / "engine" / "games"]  # a game a file, found by its name, and nothing else
    for folder, count in flat.items():
        assert count <= 30, (
            f"{folder.relative_to(ROOT)} holds {count} modules: make packages of what belongs together"
        )
