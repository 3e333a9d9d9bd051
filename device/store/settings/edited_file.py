"""Changing single settings in the text of a settings file, of which everything else stays as it is, comments too."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from device.errors import SettingsError
from engine.i18n import phrase

Place = tuple[str, ...]
"""Where a setting stands: its table's name and its own, such as ("web", "port") or ("match", "terms", "cube")."""
Value = bool | int | str


def edited(text: str, changes: Mapping[Place, Value | None]) -> str:
    """The text with other values at some places; None: as if nothing were said there.

    A line that explains a setting and is commented out is taken up where the setting is set, and commented out again
    where it no longer is. Raises SettingsError for what cannot be written so that it means just that.
    """
    wanted = _meant(_changed(tomllib.loads(text), changes))
    for prepared in (_lines_prepared(text, changes), text):
        try:
            found = _written(prepared, changes)
            if _meant(tomllib.loads(found)) == wanted:
                return found
        except ValueError:
            continue
    raise SettingsError(
        phrase("the settings file is written in a way that cannot be changed here: change it in an editor")
    )


def _changed(values: dict[str, Any], changes: Mapping[Place, Value | None]) -> dict[str, Any]:
    """What the file is to mean afterwards."""
    for (*tables, name), value in changes.items():
        table = values
        for each in tables:
            table = table.setdefault(each, {})
        if value is None:
            table.pop(name, None)
        else:
            table[name] = value
    return values


def _meant(values: dict[str, Any]) -> dict[str, Any]:
    """The values without tables in which nothing is said."""
    found = {name: _meant(each) if isinstance(each, dict) else each for name, each in values.items()}
    return {name: each for name, each in found.items() if each != {}}


def _lines_prepared(text: str, changes: Mapping[Place, Value | None]) -> str:
    """The text with a line for each setting that is to be set, where a person would write it; no others count."""
    for place, value in changes.items():
        text = _line_away(text, place) if value is None else _line_there(text, place, value)
    return text


def _line_there(text: str, place: Place, value: Value) -> str:
    start, end = _section(text, place[:-1])
    if start == end or _line(place[-1]).search(text, start, end):
        return text
    line = f"{place[-1]} = {json.dumps(value, ensure_ascii=False)}"
    explained = _commented(place[-1]).search(text, start, end)
    if explained is None:
        return f"{text[:start]}{line}\n{text[start:]}"
    return f"{text[: explained.start()]}{explained['line']}{text[explained.end() :]}"


def _line_away(text: str, place: Place) -> str:
    start, end = _section(text, place[:-1])
    found = _line(place[-1]).search(text, start, end)
    return text if found is None else f"{text[: found.start()]}#{text[found.start() :]}"


def _section(text: str, table: Place) -> tuple[int, int]:
    """Where the lines of a table begin and end; an empty span where it has no heading."""
    heading = re.compile(rf"^[ \t]*\[[ \t]*{re.escape('.'.join(table))}[ \t]*\][^\n]*\n", re.MULTILINE)
    found = heading.search(text if text.endswith("\n") else text + "\n")
    if found is None or found.end() > len(text):
        return 0, 0
    after = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, found.end())
    return found.end(), len(text) if after is None else after.start()


def _line(name: str) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*{re.escape(name)}[ \t]*=", re.MULTILINE)


def _commented(name: str) -> re.Pattern[str]:
    return re.compile(rf"^#[ \t]?(?P<line>{re.escape(name)}[ \t]*=[^\n]*)$", re.MULTILINE)


def _written(text: str, changes: Mapping[Place, Value | None]) -> str:
    # only who changes something needs it
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        for (*tables, name), value in changes.items():
            table: Any = document
            for each in tables:
                if each not in table:
                    table[each] = tomlkit.table()
                table = table[each]
            if value is not None:
                table[name] = value
            elif name in table:
                del table[name]
        return tomlkit.dumps(document)
    except TOMLKitError as error:
        raise ValueError(str(error)) from error
