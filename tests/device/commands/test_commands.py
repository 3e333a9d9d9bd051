"""Every module of `device.cli.commands` is a command, and nothing is imported before it is wanted."""

import json
import subprocess
import sys

import pytest

from device.cli import commands
from device.cli.group import Commands

PROGRAM = """
import json, sys
from contextlib import suppress
from device.cli.main import main
with suppress(SystemExit):
    main(sys.argv[1:])
print(json.dumps(sorted(sys.modules)))
"""


def imported_by(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_every_module_is_a_command_of_its_name() -> None:
    found = Commands(commands)
    assert {"run", "read", "watch", "plays"} <= set(found)
    assert {name: found[name].name for name in found} == {name: name for name in found}


@pytest.mark.parametrize(
    "words", [("--help",), ("plays", "--help"), ("position", "XGID=-:0:0:1:00:0:0:0:0:10")]
)
def test_a_command_imports_nothing_that_it_does_not_need(words: tuple[str, ...]) -> None:
    modules = imported_by(*words)
    assert not modules & {
        "cv2",
        "numpy",
        "sqlalchemy",
        "flask",
        "webui",
        "device.table.service.table_service",
        "device.store.settings",
    }
    if words[0] != "--help":
        assert f"device.cli.commands.{words[0]}" in modules and "device.cli.commands.run" not in modules
