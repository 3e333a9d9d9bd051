"""The house stands as ARCHITECTURE.md draws it: which roof and which room may import which, and where they lie."""

import ast
import importlib
import re
import sys
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "calibration", "device", "webui")
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FREE = {"device.cli.main"}
"""Where device and webui meet: what a command serves is handed down to it."""
TO_PROGRAMS = {"CodecError", "WireError"}
"""Errors about what programs send each other, quoted in a log."""
IN_ENGLISH = {
    # what programs ask
    "device.library.games.plays_query", "device.library.games.situation",
    # a language that nobody speaks; what nobody is told
    "device.i18n", "device.ops.backup.copies_sent", "device.ops.backup.daily",
}  # fmt: skip
"""Modules that raise errors of ours with an English text."""
OPTIONAL = {
    "picamera2",
    "libcamera",
    "lgpio",
    "torch",
    "mitsuba",
    "drjit",
    "onnx",
    "playwright",
    "bgsage",
    "ogxm",
}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


class Facts(NamedTuple):
    """What these tests ask of a file: the modules it `imports` anywhere, `early` at its top; what it names of them, as
    `module.name`; its public classes; what it calls with a text.
    """

    imports: frozenset[str]
    early: frozenset[str]
    names: frozenset[tuple[str, str]]
    classes: tuple[str, ...]
    told: frozenset[str]


@cache
def facts(path: Path) -> Facts:
    """A file is parsed once for all tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names, imported, early, classes, told = set(), set(), set(), [], set()
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            named = {alias.name for alias in node.names}
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                names |= {(node.module or "", each) for each in named}
                named = {node.module or ""}
            imported |= named
            early |= named if id(node) in top else set()
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            classes.append(node.name)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and any(map(is_a_text, node.args[:1]))
        ):
            told.add(node.func.id)
    return Facts(frozenset(imported), frozenset(early), frozenset(names), tuple(classes), frozenset(told))


def is_a_text(said: ast.expr) -> bool:
    """Whether a text stands there, or several that are joined, and no phrase."""
    joined = isinstance(said, ast.Call) and isinstance(said.func, ast.Attribute) and said.func.attr == "join"
    return joined or isinstance(said, ast.Constant | ast.JoinedStr)


def rows(heading: str) -> list[tuple[str, list[str], list[str]]]:
    """The rows of the map's first table after a heading: the first cell, and what the
    second and third name in backticks.
    """
    found = []
    for line in MAP[MAP.index(heading) :].splitlines()[1:]:
        if line.startswith(("#", "**")):
            break
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and not line.startswith(("| room", "| roof", "|---")):
            found.append(
                (
                    cells[0].strip("`"),
                    re.findall(r"`([\w.]+)`", cells[1]),
                    re.findall(r"`([\w.]+)`", cells[2]),
                )
            )
    return found


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def files() -> dict[str, Path]:
    return {module_name(path): path for package in PACKAGES for path in modules(package)}


@cache
def arrows() -> dict[str, set[str]]:
    """Which file imports which, also inside functions and for types alone."""
    found: dict[str, set[str]] = {}
    for name, path in files().items():
        told = facts(path)
        whole = {
            f"{module}.{each}" if f"{module}.{each}" in files() else module for module, each in told.names
        }
        found[name] = ((whole | told.imports - {module for module, _ in told.names}) & set(files())) - {name}
    return found


def knots(graph: dict[str, set[str]]) -> list[set[str]]:
    """What cannot be put in order, since each needs the other."""
    sorter, found = TopologicalSorter(graph), []
    try:
        sorter.prepare()
    except CycleError as error:
        knot = set(error.args[1])
        found.append(knot)
        found += knots({name: {n for n in needs if not {name, n} <= knot} for name, needs in graph.items()})
    return found


def test_roofs_import_what_the_map_says() -> None:
    for roof, _, allowed in rows("## Rooms"):
        for name in files():
            if name.split(".")[0] != roof or name in FREE:
                continue
            for other in arrows()[name]:
                fits = any(other == each or other.startswith(each + ".") for each in (roof, *allowed))
                assert fits, f"{name} may not import {other}: ARCHITECTURE.md lets {roof} import {allowed}"


@pytest.mark.parametrize("roof", PACKAGES)
def test_rooms_import_only_what_lies_below_them(roof: str) -> None:
    floors = {
        f"{roof}.{part}": (floor, room)
        for floor, (room, parts, _) in enumerate(rows(f"**{roof}**"))
        for part in parts
    }
    there = {".".join(name.split(".")[:2]) for name in files() if name.startswith(roof + ".")}
    assert there == set(floors), f"ARCHITECTURE.md and {roof}/ differ in {sorted(there ^ set(floors))}"
    for name, needs in arrows().items():
        if not name.startswith(roof + ".") or name in FREE:
            continue
        floor, room = floors[".".join(name.split(".")[:2])]
        for other in needs:
            if other.startswith(roof + "."):
                below, lower = floors[".".join(other.split(".")[:2])]
                assert below <= floor, f"{name} ({room}) may not import {other} ({lower})"


def names_of(tree: ast.Module) -> set[str]:
    """What a module binds at its top level, also under an `if` or a `try`."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return found


@pytest.mark.long
def test_imports_name_what_there_is() -> None:
    """Of the tests and benches, too, and inside functions: what has moved is found before anything runs (of the product
    by mypy, too, in `make test`).
    """
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files().items()}
    bound = {name: names_of(tree) for name, tree in trees.items()}
    others = {
        str(path): ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("*.py")
    }
    missing = [
        f"{place}: {node.module}.{alias.name}"
        for place, tree in (trees | others).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES
        for alias in node.names
        if f"{node.module}.{alias.name}" not in bound and alias.name not in bound.get(str(node.module), set())
    ]
    assert not missing


def test_no_files_need_each_other() -> None:
    assert not knots(arrows())


@pytest.mark.parametrize("depth", [2, 3])
def test_no_packages_need_each_other(depth: int) -> None:
    def place(name: str) -> str:
        return ".".join(name.split(".")[:depth])

    graph: dict[str, set[str]] = {}
    for name, needs in arrows().items():
        if "." in name and name not in FREE:
            inner = {place(other) for other in needs if "." in other} - {place(name)}
            graph.setdefault(place(name), set()).update(inner)
    assert not knots(graph)


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    for path in modules("engine"):
        foreign = {name.split(".")[0] for name in facts(path).imports} - sys.stdlib_module_names - {"engine"}
        assert not foreign, f"{path.relative_to(ROOT)} imports {sorted(foreign)}"


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_optional_is_imported_late(package: str) -> None:
    for path in modules(package):
        if "training" in path.parts:
            continue
        early = {name.split(".")[0] for name in facts(path).early} & OPTIONAL
        assert not early, f"{path.relative_to(ROOT)} imports {sorted(early)} at its top"


def test_reader_and_drawing_share_nothing() -> None:
    drawing = [
        path
        for path in modules("vision")
        if "training" not in path.parts and (path.stem in ("draw", "scene") or "drawing" in path.parts)
    ]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in drawing}
    for path in modules("vision"):
        used = {name for name in facts(path).imports if name.startswith("vision.")}
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
            assert lines <= 800, f"{path.relative_to(ROOT)} has {lines} lines: split it"


def test_folders_can_be_looked_over() -> None:
    flat = Counter(
        path.parent for package in PACKAGES for path in modules(package) if path.name != "__init__.py"
    )
    del flat[ROOT / "engine" / "games"]  # a game a file, found by its name, and nothing else
    for folder, count in flat.items():
        assert count <= 30, (
            f"{folder.relative_to(ROOT)} holds {count} modules: make packages of what belongs together"
        )


def errors_of_ours() -> set[str]:
    """The names of the errors whose texts a person may meet."""
    trees = [importlib.import_module(f"{package}.errors") for package in ("engine", "vision", "device")]
    return {
        name
        for tree in trees
        for name, each in vars(tree).items()
        if isinstance(each, type) and issubclass(each, Exception)
    } - TO_PROGRAMS


def test_a_public_class_has_a_name_of_its_own_and_an_error_is_said_in_every_language() -> None:
    homes: dict[str, list[str]] = {}
    ours, english = errors_of_ours(), set[str]()
    for name, path in files().items():
        for each in facts(path).classes:
            homes.setdefault(each, []).append(name)
        english |= {name} if facts(path).told & ours else set()
    shared = {name: places for name, places in homes.items() if len(places) > 1}
    assert not shared, f"one name, one meaning: {shared}"
    assert english - IN_ENGLISH == set(), "what is raised is a phrase (engine.i18n)"
    assert IN_ENGLISH - english == set(), "these are said in every language by now"


def test_a_file_has_a_name_of_its_own() -> None:
    """It says its noun in full: neither its folder's name once more, nor that of another file. Commands are called as
    people call them, and each roof has its tree of errors.
    """
    paths = [path for path in files().values() if path.name != "__init__.py"]
    assert [path for path in paths if path.stem == path.parent.name] == [
        ROOT / "engine" / "match" / "match.py"
    ]
    homes: dict[str, list[Path]] = {}
    for path in paths:
        if path.parent != ROOT / "device" / "cli" / "commands" and path.name != "errors.py":
            homes.setdefault(path.name, []).append(path.relative_to(ROOT))
    assert not {name: places for name, places in homes.items() if len(places) > 1}
