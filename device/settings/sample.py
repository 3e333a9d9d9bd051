"""The settings file with every setting in it, explained, as the installer lays it down: nothing in it counts yet."""

import ast
import inspect
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from device.settings import tables
from device.settings.tables import SYSTEM_DATA, Settings

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
    classes = {
        node.name: node
        for node in ast.parse(inspect.getsource(tables)).body
        if isinstance(node, ast.ClassDef)
    }
    parts = [_HEAD]
    usual = Settings(table=tables.TableSettings(data=SYSTEM_DATA))
    for each in fields(Settings):
        if each.name == "hooks":
            continue
        table = getattr(usual, each.name)
        node = classes[type(table).__name__]
        said = _explained(node)
        lines = [_comment((ast.get_docstring(node) or "").partition(": ")[2]), f"[{each.name}]"]
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
    parts.append(_hook(classes["HookSettings"]))
    return "\n".join(parts)


def _hook(node: ast.ClassDef) -> str:
    """A hook, of which there is none by default: all of it is commented out, with a blank behind the #."""
    lines = [_comment((ast.get_docstring(node) or "").partition(": ")[2]), "# [[hooks]]"]
    said = _explained(node)
    for setting in fields(tables.HookSettings):
        lines += [_comment(said[setting.name]), f"#   {setting.name} = {_toml(setting.default)}"]
    return "\n".join(lines) + "\n"


def _explained(node: ast.ClassDef) -> dict[str, str]:
    """What is said of each setting, in the string below it."""
    said = {}
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
