"""The settings file with every setting in it, explained, as the installer lays it down: nothing in it counts yet."""

import ast
import inspect
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from device.store.settings.club_settings import HookSettings
from device.store.settings.settings import Settings
from device.store.settings.table_settings import SYSTEM_DATA, TableSettings

_HEAD = """\
# The settings of Tableside. A line that begins with # counts for nothing; what stands in it is what holds anyway.
# To change a setting, take the # away and write another value; then: sudo systemctl restart tableside
"""
_OWN_TABLES = ("options", "terms")
"""What a match has in tables of their own."""


def sample(*, port: int | None = None) -> str:
    """The text of the settings file: every setting at its default, commented out; `port` as one that counts.

    The sentences are those of the tables' own descriptions.
    """
    parts = [_HEAD]
    usual = Settings(table=TableSettings(data=SYSTEM_DATA))
    for each in fields(Settings):
        if each.name == "hooks":
            continue
        table = getattr(usual, each.name)
        said = _explained(type(table))
        lines = [_comment(_purpose(type(table))), f"[{each.name}]"]
        below = []
        for setting in fields(table):
            if setting.name in _OWN_TABLES:
                below += ["", _comment(said[setting.name]), f"[{each.name}.{setting.name}]"]
                continue
            value = getattr(table, setting.name)
            lines.append(_comment(said[setting.name]))
            if (each.name, setting.name) == ("web", "port") and port is not None:
                lines.append(f"port = {port}")
            else:
                lines.append(f"#{setting.name} = {_toml(value)}")
        parts.append("\n".join(lines + below) + "\n")
    parts.append(_hook())
    return "\n".join(parts)


def _hook() -> str:
    """A hook, of which there is none by default: all of it is commented out, with a blank behind the #."""
    lines = [_comment(_purpose(HookSettings)), "# [[hooks]]"]
    said = _explained(HookSettings)
    for setting in fields(HookSettings):
        lines += [_comment(said[setting.name]), f"#   {setting.name} = {_toml(setting.default)}"]
    return "\n".join(lines) + "\n"


def _purpose(table: type) -> str:
    """What a table is for, behind its name in its description."""
    return (inspect.getdoc(table) or "").partition(": ")[2]


def _explained(table: type) -> dict[str, str]:
    """What is said of each setting of a table, in the string below it."""
    said = {}
    (node,) = ast.parse(inspect.getsource(table)).body
    assert isinstance(node, ast.ClassDef)
    for setting, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(setting, ast.AnnAssign) and isinstance(setting.target, ast.Name):
            assert isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            said[setting.target.id] = inspect.cleandoc(str(text.value.value))
    return said


def _comment(text: str) -> str:
    return "\n".join(f"# {line}".rstrip() for line in (text[:1].upper() + text[1:]).splitlines())


def _toml(value: Any) -> str:
    # JSON's texts, numbers and booleans are TOML's.
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
