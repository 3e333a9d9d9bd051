"""Reading the settings: a TOML file, checked as a whole."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from device.errors import GameFileError, SettingsError
from device.store.settings.all_settings import Settings
from device.store.settings.club_settings import HookSettings, Words
from device.store.settings.game_file import game_named
from device.store.settings.setting_checks import Handling, handling_of
from device.store.settings.table_settings import MatchSettings, ProfileSettings
from device.store.settings.validation import senseless
from engine.errors import InvalidOption
from engine.i18n import Phrase, marked, phrase, phrase_of, together
from engine.match.terms import Terms, terms_of
from engine.match_format import Options
from engine.match_formats import find_series

SYSTEM_FILE = Path("/etc/tableside/tableside.toml")
_KINDS = {
    Words: marked("'{name}' in [{table}] must be texts in square brackets, such as {example}"),
    str: marked("'{name}' in [{table}] must be a text in quotes"),
    int: marked("'{name}' in [{table}] must be a whole number"),
    bool: marked("'{name}' in [{table}] must be true or false"),
    Path: marked("'{name}' in [{table}] must be a path in quotes"),
}


def find_settings_file() -> Path | None:
    """The settings file that is read unless another is named: the user's own, else the system's, else none."""
    return next((path for path in (own_settings_file(), SYSTEM_FILE) if _is_there(path)), None)


def own_settings_file() -> Path:
    """Where the user's own settings file is, or would be."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".config") / "tableside" / "tableside.toml"


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except PermissionError:
        # It may well be: whoever goes on to read it hears that they may not, rather than that all is at its default.
        return True


def load_settings(path: Path | None) -> Settings:
    """The settings in a file; the defaults where there is none. Raises SettingsError."""
    if path is None:
        return Settings()
    try:
        text = path.read_text(encoding="utf-8")
    except PermissionError as error:
        raise SettingsError(
            phrase(
                "the settings {path} may not be read by this user: the group tableside may, which counts from "
                "the next login on; until then use sudo",
                path=path,
            )
        ) from error
    except OSError as error:
        raise SettingsError(
            phrase("the settings {path} cannot be read: {reason}", path=path, reason=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(phrase("the settings {path} are not a text in UTF-8", path=path)) from error
    try:
        return parse_settings(text, path.parent)
    except SettingsError as error:
        wrong = Phrase("{path}: {wrong}", (("path", path), ("wrong", phrase_of(error))))
        raise SettingsError(wrong) from error


def parse_settings(text: str, folder: Path = Path()) -> Settings:
    """The settings in a text; files of games that it names lie in that folder.

    Raises SettingsError with everything that is wrong, one thing after another.
    """
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # a number of thousands of digits, too, and brackets within brackets
        raise SettingsError(phrase("this is no TOML: {why}", why=str(error))) from error
    faults: list[Phrase] = []
    kinds = get_type_hints(Settings)
    faults += [_unknown(f"[{name}]", name, kinds, "[{}]") for name in values if name not in kinds]
    tables: dict[str, Any] = {}
    for name, kind in kinds.items():
        found = values.get(name, {})
        if name == "hooks":
            tables[name] = _hooks(values.get(name, []), faults)
        elif isinstance(found, dict):
            if name == "match":
                found = _with_usual_length(_with_own_game(found, folder, faults))
            tables[name] = kind(**checked_table(name, found, kind, faults))
        else:
            faults.append(_no_table(name, f"[{name}]"))
    settings = Settings(**tables)
    return checked_settings(settings, faults)


def checked_settings(settings: Settings, faults: Sequence[Phrase] = ()) -> Settings:
    """The same settings, if their values make sense. Raises SettingsError with all that do not."""
    faults = [*faults, *senseless(settings)]
    if faults:
        raise SettingsError(together(faults))
    return settings


def checked_table(
    table: str, values: Mapping[str, object], kind: type, faults: list[Phrase]
) -> dict[str, Any]:
    """The values of a table of that kind that make sense each by itself; what is wrong is added to the faults."""
    kinds, told = get_type_hints(kind), get_type_hints(kind, include_extras=True)
    good: dict[str, Any] = {}
    for key, value in values.items():
        wanted = kinds.get(key)
        if wanted is None:
            faults.append(_unknown(f"'{key}' in [{table}]", key, kinds, "'{}'"))
        elif type(value) is wanted:
            good[key] = value
        elif kind is ProfileSettings and isinstance(value, bool):
            good[key] = "on" if value else "off"
        elif wanted is Path and isinstance(value, str):
            good[key] = Path(value).expanduser()
        elif wanted == Words and _are_words(value):
            good[key] = (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]
        elif wanted in (Terms, Options):
            good |= _agreed(f"[{table}.{key}]", key, value, values.get("length"), faults)
        else:
            # what is secret is not said again, for everybody reads the console
            given = None if Handling.SECRET in handling_of(told[key]) else repr(value)
            fault = Phrase(_KINDS[wanted], (("name", key), ("table", table), ("example", '["a", "b"]')))
            faults.append(
                fault if given is None else phrase("{fault}, not {value}", fault=fault, value=given)
            )
    return good


def _are_words(value: object) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


def _no_table(name: str, line: str) -> Phrase:
    return phrase(
        "'{name}' must be a table: write {line} on a line, its settings below", name=name, line=line
    )


def _hooks(found: object, faults: list[Phrase]) -> tuple[HookSettings, ...]:
    """The hooks, each from a table of its own; what is wrong with them is added to the faults."""
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        faults.append(_no_table("hooks", "[[hooks]]"))
        return ()
    return tuple(HookSettings(**checked_table("hooks", each, HookSettings, faults)) for each in found)


def _with_own_game(match: dict[str, object], folder: Path, faults: list[Phrase]) -> dict[str, object]:
    """The settings of a match, with the id of a game that they name by its file; faults of it join the others."""
    game = match.get("game")
    try:
        return {**match, "game": game_named(game, folder)} if isinstance(game, str) else match
    except GameFileError as error:
        faults.append(phrase_of(error))
        return {name: value for name, value in match.items() if name != "game"}


def _with_usual_length(match: dict[str, object]) -> dict[str, object]:
    """The settings of a match, its length that of the series that is played where none is set."""
    game = match.get("game")
    series = find_series(game) if isinstance(game, str) and "length" not in match else None
    return match if series is None else {"length": series.length, **match}


def _agreed(table: str, key: str, value: object, length: object, faults: list[Phrase]) -> dict[str, object]:
    """The options or the terms of a match, from a table of their own; what is wrong
    with them is added to the faults.
    """
    if not isinstance(value, dict):
        faults.append(_no_table(key, table))
    elif key == "options":
        strange = [name for name, each in value.items() if not isinstance(each, bool | int | str)]
        faults += [
            phrase("'{name}' in {table} must be true, false, a number or a text", name=name, table=table)
            for name in strange
        ]
        return {} if strange else {key: tuple(sorted(value.items()))}
    else:
        try:
            points = length if type(length) is int else MatchSettings().length
            return {key: terms_of(value, points)}
        except InvalidOption as error:
            faults.append(phrase("{table}: {why}", table=table, why=phrase_of(error)))
    return {}


def _unknown(what: str, name: str, known: Mapping[str, object], form: str) -> Phrase:
    near = get_close_matches(name, known, 1)
    if near:
        return phrase("{what} is no setting; did you mean {near}?", what=what, near=form.format(near[0]))
    return phrase(
        "{what} is no setting; there are {known}", what=what, known=", ".join(map(form.format, known))
    )
