"""The settings: a TOML file, checked as a whole, with a sensible value for all that it leaves out."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from device.errors import SettingsError
from engine.errors import EngineError, InvalidOption, InvalidProfile
from engine.profile import Profile, profile_of
from engine.programme import Options, Programme
from engine.programmes import find_programme, find_series
from engine.rollnames import find_tradition
from engine.terms import USUAL_TERMS, Terms, faults_of, terms_of

SYSTEM_DATA = Path("/var/lib/tableside")
SYSTEM_FILE = Path("/etc/tableside/tableside.toml")
LONGEST_MATCH = 99
HIGHEST_PIN = 27
MOST_MEGABYTES = 1_000_000
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
    """The game's id, as `tableside games` lists them, a series such as tavli_match, or games with commas between them."""
    length: int = 5
    """The points that win a match, 0-99; 0: single games without end. Left out: what is usual in the series named."""
    white: str = ""
    """The name of the player who sits near, at the bottom of the camera's picture."""
    black: str = ""
    """The name of the player who sits far."""
    options: Options = ()
    """Variations of the game, as a table of their own, [match.options]; `tableside games ID` lists them."""
    terms: Terms = USUAL_TERMS
    """What else is agreed on, as a table of its own, [match.terms]; `tableside games --terms` lists what there is."""

    @property
    def programme(self) -> Programme:
        """The games that are played, in turn. Raises EngineError."""
        return find_programme(self.game, dict(self.options))


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """`[profile]`: how a new match is refereed; an option left empty is as the profile has it."""

    name: str = "home"
    """The profile: home, tournament, nardy or silent, as `tableside games --profiles` tells them."""
    throws: str = ""
    """Where dice count: strict, nardy, french or half_any."""
    premature: str = ""
    """What becomes of a throw made before the opponent has finished: stand, reroll or opponent_choice."""
    illegal_plays: str = ""
    """What becomes of an illegal play: condone, legal_moves or responsible."""
    setup_fix_until: str = ""
    """Until when a wrong starting position may be put right: second_turn or five_throws."""
    shared_dice: str = ""
    """Whether both players throw one pair of dice, so that lifting them ends no turn: on or off, true or false."""
    auto_pass_closed_out: str = ""
    """Whether a player whom no throw can bring in passes without throwing: on or off."""
    silent: str = ""
    """Whether nothing is shown and nothing asked while a game is on: on or off."""
    pip_counts: str = ""
    """Whether pip counts are shown to everybody while a game is on: on or off."""
    hints: str = ""
    """Whether a fault is told with what would have been legal: on or off."""
    live_board: str = ""
    """Whether the board is shown to everybody while a game is on: on or off."""

    @property
    def profile(self) -> Profile:
        """The profile that these settings make. Raises InvalidProfile with all that is wrong."""
        chosen = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "name"}
        return profile_of(self.name, {name: value for name, value in chosen.items() if value})


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
class PictureSettings:
    """`[pictures]`: the pictures that decisions were read from, which are kept in the data folder."""

    megabytes: int = 500
    """How much of the disk they may take, up to 1000000; the oldest make room for new ones. 0: none are kept."""


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
class AnnounceSettings:
    """`[announce]`: how the referee says things."""

    tradition: str = "plain"
    """What rolls are called: finnish, swedish, russian, german, english, french, champa or dashi; plain: by numbers."""


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
    """All settings, as nine tables of a TOML file; every one may be left out."""

    table: TableSettings = field(default_factory=TableSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    profile: ProfileSettings = field(default_factory=ProfileSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    pictures: PictureSettings = field(default_factory=PictureSettings)
    web: WebSettings = field(default_factory=WebSettings)
    announce: AnnounceSettings = field(default_factory=AnnounceSettings)
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
            if name == "match":
                found = _with_usual_length(found)
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
        elif kind is ProfileSettings and isinstance(value, bool):
            good[key] = "on" if value else "off"
        elif wanted is Path and isinstance(value, str):
            good[key] = Path(value).expanduser()
        elif wanted in (Terms, Options):
            good |= _agreed(f"[{table}.{key}]", key, value, values.get("length"), faults)
        else:
            faults.append(f"'{key}' in [{table}] must be {_KINDS[wanted]}, not {value!r}")
    return good


def _with_usual_length(match: dict[str, object]) -> dict[str, object]:
    """The settings of a match, its length that of the series that is played where none is set."""
    game = match.get("game")
    series = find_series(game) if isinstance(game, str) and "length" not in match else None
    return match if series is None else {"length": series.length, **match}


def _agreed(table: str, key: str, value: object, length: object, faults: list[str]) -> dict[str, object]:
    """The options or the terms of a match, from a table of their own; what is wrong with them is added to the faults."""
    if not isinstance(value, dict):
        faults.append(f"'{key}' must be a table: write {table} on a line, its settings below")
    elif key == "options":
        strange = [name for name, each in value.items() if not isinstance(each, bool | int | str)]
        faults += [f"'{name}' in {table} must be true, false, a number or a text" for name in strange]
        return {} if strange else {key: tuple(sorted(value.items()))}
    else:
        try:
            points = length if type(length) is int else MatchSettings().length
            return {key: terms_of(value, points)}
        except InvalidOption as error:
            faults.append(f"{table}: {error}")
    return {}


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
    try:
        _ = match.programme
    except EngineError as error:
        yield f"[match]: {error}"
    yield from (f"[match.terms]: {fault}" for fault in faults_of(match.terms, match.length))
    if settings.camera.near not in ("light", "dark"):
        yield f"'near' in [camera] must be light or dark, not {settings.camera.near!r}"
    if not 0 <= settings.pictures.megabytes <= MOST_MEGABYTES:
        yield f"'megabytes' in [pictures] must be 0 to {MOST_MEGABYTES}, not {settings.pictures.megabytes}"
    if not 1 <= web.port <= 65535:
        yield f"'port' in [web] must be 1 to 65535, not {web.port}"
    if web.pin and not (web.pin.isascii() and web.pin.isdigit() and 4 <= len(web.pin) <= 12):
        yield "'pin' in [web] must be 4 to 12 digits in quotes"
    try:
        _ = settings.profile.profile
    except InvalidProfile as error:
        yield f"[profile]: {error}"
    try:
        find_tradition(settings.announce.tradition)
    except InvalidOption as error:
        yield f"'tradition' in [announce]: {error}"
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
