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
from engine.games import all_games
from tests.games_page import games_page
from tests.own_games_page import own_games_page

ROOT = Path(__file__).parents[1]
ROOFS = ("engine", "vision", "calibration", "device", "webui")
PAGE = ROOT / "docs" / "errors.md"
GAMES = ROOT / "docs" / "games.md"
OWN_GAMES = ROOT / "docs" / "own-games.md"
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
