"""The settings file with every setting in it, explained, as the installer lays it down: nothing in it counts yet."""

import json
import textwrap
from pathlib import Path
from typing import Any

from device.store.settings.declared import DeclaredSetting, SettingsGroup, declared_settings
from device.store.settings.table_settings import SYSTEM_DATA

_HEAD = """\
# The settings of Tableside. A line that begins with # counts for nothing; what stands in it is what holds anyway.
# To change a setting, take the # away and write another value; then: sudo systemctl restart tableside
# The page /settings writes into this file, too, and leaves all else in it as it is.
"""
_OWN_TABLES = ("options", "terms")
"""What a match has in tables of their own."""
_WIDTH = 116


def sample(*, port: int | None = None) -> str:
    """The text of the settings file: every setting at its default, commented out; `port` as one that counts."""
    return "\n".join((_HEAD, *(_table(group, port) for group in declared_settings())))


def default_line(setting: DeclaredSetting) -> str:
    """The line that stands for a setting at its default: it counts for nothing."""
    return f"#{setting.name} = {_toml(SYSTEM_DATA if setting.name == 'data' else setting.default)}"


def _table(group: SettingsGroup, port: int | None) -> str:
    if group.name == "hooks":
        return _hook(group)
    lines, below = [_comment(group.purpose), f"[{group.name}]"], []
    for each in group.settings:
        if each.name in _OWN_TABLES:
            below += ["", _comment(each.sentence), f"[{group.name}.{each.name}]"]
        elif (group.name, each.name) == ("web", "port") and port is not None:
            lines += [_comment(each.sentence), f"port = {port}"]
        else:
            lines += [_comment(each.sentence), default_line(each)]
    return "\n".join(lines + below) + "\n"


def _hook(group: SettingsGroup) -> str:
    """A hook, of which there is none by default: all of it is commented out, with a blank behind the #."""
    lines = [_comment(group.purpose), "# [[hooks]]"]
    for each in group.settings:
        lines += [_comment(each.sentence), f"#   {default_line(each).removeprefix('#')}"]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return "\n".join(f"# {line}" for line in textwrap.wrap(text[:1].upper() + text[1:], _WIDTH))


def _toml(value: Any) -> str:
    # JSON's texts, numbers and booleans are TOML's.
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
