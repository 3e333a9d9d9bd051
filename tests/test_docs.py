"""What is written about the code agrees with it: the examples in docstrings, and the tree of the errors.

`python tests/test_docs.py` writes docs/errors.md, docs/games.md and docs/own-games.md anew.
"""

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import device.errors
import engine.errors
import vision.errors
from device.cli.main import main
from engine.games import all_games
from tests.games_page import games_page
from tests.own_games_page import own_games_page

ROOT = Path(__file__).parents[1]
ROOFS = ("engine", "vision", "calibration", "device", "webui")
PAGE = ROOT / "docs" / "errors.md"
GAMES = ROOT / "docs" / "games.md"
OWN_GAMES = ROOT / "docs" / "own-games.md"
README = ROOT / "README.md"
ACCURACY = ROOT / "docs" / "accuracy.md"
COMMANDS = ROOT / "docs" / "commands.md"
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
"""All that is written for people who read it beside the code."""
OF = re.compile(r"(\d[\d,]*) of (\d[\d,]*)")
HEAD = """# Errors

Every error that a person may meet says what happened and what to do next; the command line prints it after `Error: ` and ends with status 1. Under
each roof there is one base to catch, in its `errors.py`.
"""


def modules_with_examples() -> list[str]:
    """The names of all modules whose docstrings hold an example."""
    found = (
        path for roof in ROOFS for path in (ROOT / roof).rglob("*.py") if ">>> " in path.read_text("utf-8")
    )
    return sorted(
        ".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for p in found
    )


def branches(base: type, indent: str = "") -> Iterator[str]:
    """The classes under a base, a line each with what it is; those of the same file only."""
    below = [each for each in base.__subclasses__() if each.__module__ == base.__module__]
    for number, each in enumerate(below, 1):
        last = number == len(below)
        yield f"{indent}{'└── ' if last else '├── '}{each.__name__:<{26 - len(indent)}}{inspect.getdoc(each)}"
        yield from branches(each, indent + ("    " if last else "│   "))


def error_page() -> str:
    """docs/errors.md as the code has it."""
    bases = (engine.errors.EngineError, vision.errors.VisionError, device.errors.DeviceError)
    trees = ("\n".join((f"{each.__name__:<30}{inspect.getdoc(each)}", *branches(each))) for each in bases)
    return HEAD + "".join(f"\n```\n{tree}\n```\n" for tree in trees)


@pytest.mark.parametrize("module", modules_with_examples())
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    tried = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried.attempted
    assert not tried.failed, "see the captured output for what was expected"


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    assert PAGE.read_text(encoding="utf-8") == error_page(), "run: python tests/test_docs.py"


def test_the_games_are_told_as_they_are() -> None:
    told = GAMES.read_text(encoding="utf-8")
    assert told == games_page(), "run: python tests/test_docs.py"
    assert all(f'<a id="{game.id}"></a>' in told for game in all_games())


def test_what_a_game_of_ones_own_can_say_is_told_as_it_is() -> None:
    assert OWN_GAMES.read_text(encoding="utf-8") == own_games_page(), "run: python tests/test_docs.py"


def anchors(page: str) -> set[str]:
    """The places of a page that a link may lead to: its headings as GitHub names them, and marks of its own."""
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    named = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="([^"]+)"', page))


def test_every_link_between_the_pages_leads_somewhere() -> None:
    lost = []
    for page in PAGES:
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            if "://" in link:
                continue
            path, _, place = link.partition("#")
            there = page.parent / path if path else page
            if not there.exists() or (place and place not in anchors(there.read_text("utf-8"))):
                lost.append(f"{page.name}: {link}")
    assert not lost


def test_every_command_is_among_the_commands() -> None:
    told = COMMANDS.read_text("utf-8")
    assert not [name for name in main.commands if f"tableside {name}" not in told]


def rows(page: str) -> list[list[str]]:
    """The rows of all tables of a page, cell by cell."""
    return [[c.strip() for c in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]


def test_the_figures_of_the_readme_are_those_of_their_page() -> None:
    section = README.read_text("utf-8").partition("## How well it sees")[2]
    told = [f"{right} of {all_}" for right, all_ in OF.findall(section.partition("**What falls")[0])]
    assert told
    assert not [each for each in told if each not in ACCURACY.read_text("utf-8")]


@pytest.mark.parametrize(
    ("total", "counted"),
    [
        ("*all 36 tournament tables, 288 pictures*", r"(twelve|eight|four) (tournament|more).*pictures$"),
        ("*all rows*", r"(?!\*).*$"),
    ],
)
def test_the_sums_of_the_figures_are_right(total: str, counted: str) -> None:
    tables = ACCURACY.read_text("utf-8").split("\n\n")
    (table,) = [rows(each) for each in tables if f"| {total} |" in each]
    (summed,) = [row for row in table if row[0] == total]
    for column, cell in enumerate(summed):
        if found := OF.search(cell):
            parts = [OF.search(row[column]) for row in table if re.match(counted, row[0])]
            numbers = [[int(n.replace(",", "")) for n in part.groups()] for part in parts if part]
            assert [sum(n) for n in zip(*numbers, strict=True)] == [
                int(n.replace(",", "")) for n in found.groups()
            ]


def test_every_error_is_at_home_among_the_errors_of_its_roof() -> None:
    bases = "EngineError|VisionError|DeviceError"
    defined = {
        path.relative_to(ROOT).as_posix()
        for roof in ROOFS
        for path in (ROOT / roof).rglob("*.py")
        if re.search(rf"^class \w+\(({bases})", path.read_text("utf-8"), re.MULTILINE)
    }
    assert defined == {"engine/errors.py", "vision/errors.py", "device/errors.py"}


if __name__ == "__main__":
    PAGE.write_text(error_page(), encoding="utf-8")
    GAMES.write_text(games_page(), encoding="utf-8")
    OWN_GAMES.write_text(own_games_page(), encoding="utf-8")
