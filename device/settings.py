"""The settings: a TOML file, checked as a whole, with a sensible value for all that it leaves out."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from device.errors import SettingsError

SYSTEM_DATA = Path("/var/lib/tableside")
SYSTEM_FILE = Path("/etc/tableside/tableside.toml")
LONGEST_MATCH = 99
HIGHEST_PIN = 27
_KINDS = {str: "a text in quotes", int: "a whole number", bool: "true or false", Path: "a path in quotes"}


def data_folder() -> Path:
    """Where data belong by default: /var/lib/tableside where it may be written, else the user's own data folder."""
    if os.access(SYSTEM_DATA, os.W_OK):
        return SYSTEM_DATA
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "tableside"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """`[table]`: which table this is, and where its data are."""

    name: str = "1"
    """What the table is called, where a room has several; part of every event in the log."""
    data: Path = field(default_factory=data_folder)
    """The folder of the database and the board's model; /var/lib/tableside, or the user's own data folder."""
    database: str = ""
    """The database's URL, such as postgresql+psycopg://host/tableside; empty: SQLite, tableside.db in the data folder.

    Games on the simulated board are always kept in simulated.db in the data folder, apart from real ones.
    """


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """`[match]`: what a new match is played as; a match that has begun goes on as it was."""

    game: str = "backgammon"
    """The game's id, as `tableside games` lists them."""
    length: int = 5
    """The points that win a match, 0-99; 0: single games without end."""
    white: str = ""
    """The name of the player who sits near, at the bottom of the camera's picture."""
    black: str = ""
    """The name of the player who sits far."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """`[camera]`: where the pictures come from, and how they are read."""

    source: str = "auto"
    """A camera's name (picamera, usb, simulated), a film's file or a URL; auto: the best that there is."""
    board: str = ""
    """The file of the board's model; empty: board.json in the data folder."""
    near: str = "light"
    """Which checkers the near player has, light or dark, until the starting position tells."""
    join: bool = False
    """Whether to begin in the middle of a game with the next throw, or to wait for a starting position."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`[web]`: the pages."""

    host: str = "0.0.0.0"
    """The address to listen on; 127.0.0.1 keeps the pages to this computer."""
    port: int = 8080
    """The port to listen on, 1-65535."""
    pin: str = ""
    """The referee's PIN, 4 to 12 digits; empty: six new ones at every start, printed there."""


@dataclass(frozen=True, slots=True)
class LightSettings:
    """`[lights]`: the lamps at the board. Pins are GPIO (BCM) numbers 1-27; 0: there is no such lamp."""

    backend: str = "auto"
    """What the lamps hang on: gpio, simulated (only on the page), or auto: gpio where there is any."""
    legal: int = 17
    """The pin of the green lamp: all is well."""
    illegal: int = 27
    """The pin of the red lamp: a play, a throw or the cube breaks a rule."""
    ask: int = 22
    """The pin of the amber lamp: the referee asks, or cannot see."""
    white: int = 23
    """The pin of the lamp at the near player's side: it is his turn."""
    black: int = 24
    """The pin of the lamp at the far player's side: it is his turn."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """`[buttons]`: the buttons at the board, each from its pin to ground. Pins as for the lamps; 0: no such button."""

    confirm: int = 5
    """The pin of the button that says yes to the referee's question, or "I am done"."""
    undo: int = 6
    """The pin of the button that takes the last turn back."""
    clock: int = 13
    """The pin of the chess clock's lever, or a button in its place: my turn is over."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, as six tables of a TOML file; every one may be left out."""

    table: TableSettings = field(default_factory=TableSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    web: WebSettings = field(default_factory=WebSettings)
    lights: LightSettings = field(default_factory=LightSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)

    @property
    def board_file(self) -> Path:
        """The file of the board's model."""
        return Path(self.camera.board) if self.camera.board else self.table.data / "board.json"

    @property
    def database_url(self) -> str:
        """The database's URL, for games on a real board."""
        return self.table.database or f"sqlite:///{self.table.data / 'tableside.db'}"


def find_settings_file() -> Path | None:
    """The settings file that is read unless another is named: the user's own, else the system's, else none."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    own = (Path(base) if os.path.isabs(base) else Path.home() / ".config") / "tableside" / "tableside.toml"
    return next((path for path in (own, SYSTEM_FILE) if path.is_file()), None)


def load_settings(path: Path | None) -> Settings:
    """The settings in a file; the defaults where there is none. Raises SettingsError."""
    if path is None:
        return Settings()
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"the settings {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"the settings {path} are not a text in UTF-8") from error
    try:
        return parse_settings(text)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


def parse_settings(text: str) -> Settings:
    """The settings in a text. Raises SettingsError with everything that is wrong, one thing after another."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"this is no TOML: {error}") from error
    faults: list[str] = []
    kinds = get_type_hints(Settings)
    faults += [_unknown(f"[{name}]", name, kinds, "[{}]") for name in values if name not in kinds]
    tables = {}
    for name, kind in kinds.items():
        found = values.get(name, {})
        if isinstance(found, dict):
            tables[name] = kind(**_checked(name, found, kind, faults))
        else:
            faults.append(f"'{name}' must be a table: write [{name}] on a line, its settings below")
    settings = Settings(**tables)
    return checked_settings(settings, faults)


def checked_settings(settings: Settings, faults: list[str] | None = None) -> Settings:
    """The same settings, if their values make sense. Raises SettingsError with all that do not."""
    faults = [*(faults or ()), *_senseless(settings)]
    if faults:
        raise SettingsError("; ".join(faults))
    return settings


def _checked(table: str, values: Mapping[str, object], kind: type, faults: list[str]) -> dict[str, Any]:
    kinds = get_type_hints(kind)
    good: dict[str, Any] = {}
    for key, value in values.items():
        wanted = kinds.get(key)
        if wanted is None:
            faults.append(_unknown(f"'{key}' in [{table}]", key, kinds, "'{}'"))
        elif type(value) is wanted:
            good[key] = value
        elif wanted is Path and isinstance(value, str):
            good[key] = Path(value).expanduser()
        else:
            faults.append(f"'{key}' in [{table}] must be {_KINDS[wanted]}, not {value!r}")
    return good


def _unknown(what: str, name: str, known: Mapping[str, object], form: str) -> str:
    near = get_close_matches(name, known, 1)
    hint = (
        f"did you mean {form.format(near[0])}?" if near else f"there are {', '.join(map(form.format, known))}"
    )
    return f"{what} is no setting; {hint}"


def _senseless(settings: Settings) -> Iterator[str]:
    web, match = settings.web, settings.match
    if not settings.table.name.strip() or len(settings.table.name) > 80:
        yield "'name' in [table] must be a name of up to 80 letters"
    if not 0 <= match.length <= LONGEST_MATCH:
        yield f"'length' in [match] must be 0 to {LONGEST_MATCH}, not {match.length}"
    if settings.camera.near not in ("light", "dark"):
        yield f"'near' in [camera] must be light or dark, not {settings.camera.near!r}"
    if not 1 <= web.port <= 65535:
        yield f"'port' in [web] must be 1 to 65535, not {web.port}"
    if web.pin and not (web.pin.isascii() and web.pin.isdigit() and 4 <= len(web.pin) <= 12):
        yield "'pin' in [web] must be 4 to 12 digits in quotes"
    yield from _senseless_pins(settings)


def _senseless_pins(settings: Settings) -> Iterator[str]:
    taken: dict[int, str] = {}
    for table in (settings.lights, settings.buttons):
        title = "[lights]" if isinstance(table, LightSettings) else "[buttons]"
        for each in fields(table):
            pin = getattr(table, each.name)
            if not isinstance(pin, int) or pin == 0:
                continue
            what = f"'{each.name}' in {title}"
            if not 0 < pin <= HIGHEST_PIN:
                yield f"{what} must be a GPIO pin 1 to {HIGHEST_PIN}, or 0 for none, not {pin}"
            elif pin in taken:
                yield f"{what} and {taken[pin]} cannot both be pin {pin}"
            taken.setdefault(pin, what)
