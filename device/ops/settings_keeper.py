"""The settings file of a running table, as a page shows and changes it."""

import os
import secrets
import stat
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from device.errors import SettingsError
from device.finding import Health
from device.library.games.catalogue import in_prose, words_of
from device.ops.doctor.machine_checks import check_port
from device.shape import Schema, Shaped, choice, flag, many, maybe, shaped, text, whole
from device.store.folder.atomic_file import write_text_lasting
from device.store.settings import MatchSettings, PairedBroker, Settings, load_settings, parse_settings
from device.store.settings.chosen import Chosen, keep_chosen, load_chosen, overridden
from device.store.settings.declared import DeclaredSetting, declared_settings
from device.store.settings.edited_file import Place, Value, edited
from device.store.settings.game_file import SUFFIX
from device.store.settings.paired import with_paired
from device.store.settings.sample_file import sample
from device.store.settings.setting_checks import Between, Handling, Line, OneOf
from engine.games import find_game
from engine.i18n import ENGLISH, Translator, marked, phrase
from engine.match.terms import TERMS
from engine.match_format import MatchFormat
from engine.match_formats import find_series
from engine.tables.tables_game import Option

VALUE: Schema = {"type": ["boolean", "integer", "string", "null"]}
"""What a setting may be; null: nothing is said of it, or it is not told."""
_T = TypeVar("_T")
OWN_GAME = phrase("a game of your own is named by its file in the settings file alone")
MODE = 0o640
"""Who may read and write a settings file that is made anew: there may be passwords in it."""


@shaped({"value": VALUE, "says": text()})
@dataclass(frozen=True, slots=True)
class OfferedValue(Shaped):
    """A value that may be chosen, and what it is called."""

    value: Value
    says: str


@shaped(
    {
        "place": text("Such as web.port."),
        "name": text(),
        "says": text(),
        "kind": choice(("switch", "number", "choice", "text")),
        "value": VALUE,
        "default": VALUE,
        "now": VALUE,
        "is_set": flag("It stands in the settings file, or was chosen in the set-up."),
        "secret": flag("Its value is not told."),
        "in_file": flag("It is changed in the file alone."),
        "choices": many(OfferedValue.SHAPE),
        "least": maybe(whole()),
        "most": maybe(whole()),
        "longest": maybe(whole()),
    },
    name="Setting",
)
@dataclass(frozen=True, slots=True)
class SettingView(Shaped):
    """A setting for a page: its `value` from the next start on, and what counts `now`; see the shape for the rest."""

    place: str
    name: str
    says: str
    kind: str
    value: Value | None
    default: Value | None
    now: Value | None
    is_set: bool
    secret: bool = False
    in_file: bool = False
    choices: tuple[OfferedValue, ...] = ()
    least: int | None = None
    most: int | None = None
    longest: int | None = None


@shaped(
    {
        "name": text("As in square brackets."),
        "title": text(),
        "says": text(),
        "settings": many(SettingView.SHAPE),
    },
    name="SettingsGroup",
)
@dataclass(frozen=True, slots=True)
class GroupView(Shaped):
    """A table of the settings file for a page."""

    name: str
    title: str
    says: str
    settings: tuple[SettingView, ...]


@shaped(
    {
        "file": text("The settings file."),
        "writable": flag("The service may write it."),
        "pending": flag("It says other things than when the service started."),
        "run": text("Another one after each start."),
        "port": whole(1, 65535, "Where the pages are after the next start."),
        "https_port": maybe(whole(1, 65535)),
        "hooks": whole(0, says="How many there are; they are changed in the file alone."),
        "paired": text("The broker of the hub with which the table is paired; empty: with none."),
        "groups": many(GroupView.SHAPE),
    },
    name="Settings",
)
@dataclass(frozen=True, slots=True)
class SettingsView(Shaped):
    """All settings for a page; see the shape."""

    file: str
    writable: bool
    pending: bool
    run: str
    port: int
    https_port: int | None
    hooks: int
    paired: str
    groups: tuple[GroupView, ...]

    @property
    def settings(self) -> Iterator[SettingView]:
        """All of them."""
        return (each for group in self.groups for each in group.settings)


class SettingsKeeper:
    """Shows and changes the settings file of a running table; from any thread.

    `running` tells the settings that count now; `restart` has the service end and start again.
    """

    def __init__(self, file: Path, running: Callable[[], Settings], restart: Callable[[], None]) -> None:
        self.file, self.restart = Path(os.path.realpath(file)), restart
        self._running = running
        self._lock = threading.Lock()
        self._run = secrets.token_urlsafe(8)
        self._at_start = self._parsed(self._text())
        self._is_paired_anew = False

    def _text(self) -> str:
        """What stands in the file; where there is none yet, one in which nothing counts. Raises SettingsError."""
        if not self.file.exists():
            return sample()
        load_settings(self.file)
        return self.file.read_text(encoding="utf-8")

    def _parsed(self, text: str) -> Settings:
        return parse_settings(text, self.file.parent)

    def view(self, translator: Translator = ENGLISH) -> SettingsView:
        """All settings, in a language. Raises SettingsError where somebody has spoilt the file."""
        with self._lock:
            text, chosen, running = self._text(), load_chosen(self._running().table.data), self._running()
        said = self._parsed(text)
        settings = with_paired(overridden(said, chosen), running.table.data)
        return SettingsView(
            str(self.file),
            os.access(self.file.parent if self.file.parent.exists() else self.file.parent.parent, os.W_OK),
            said != self._at_start or self._is_paired_anew,
            self._run,
            self._next(lambda each: each.web.port, said, settings),
            self._next(lambda each: each.web.https_port_used, said, settings),
            len(settings.hooks),
            settings.mqtt.host if isinstance(settings.mqtt, PairedBroker) else "",
            _with_own_game(
                _groups(settings, running, _places(tomllib.loads(text)) | _places(chosen), translator),
                "" if "game" in chosen.get("match", {}) else _own_game(text),
            ),
        )

    def _next(self, part: Callable[[Settings], _T], said: Settings, settings: Settings) -> _T:
        """A part of the settings after the next start: what the command line says otherwise goes on to count."""
        return part(self._running() if part(said) == part(self._at_start) else settings)

    def change(self, changes: Mapping[str, object]) -> None:
        """Write other values at some places, such as web.port, into the file; None: as if nothing were said there.

        Raises SettingsError with all that is wrong; nothing is written then.
        """
        with self._lock:
            wanted = _wanted(changes, self._running())
            chosen = load_chosen(self._running().table.data)
            fresh, left = edited(self._text(), wanted), _without(chosen, wanted)
            self._look_at_port(overridden(self._parsed(fresh), left))
            self._write(fresh)
            if left != chosen:
                keep_chosen(self._running().table.data, left)

    def _look_at_port(self, settings: Settings) -> None:
        """Raises SettingsError where nobody could reach the pages after the next start."""
        web, now = settings.web, self._running().web
        if web.port != now.port and check_port(web.host, web.port).health is not Health.OK:
            raise SettingsError(
                phrase(
                    "'port' in [web]: {port} cannot be had on this computer: choose another", port=web.port
                )
            )

    def _write(self, text: str) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            mode = stat.S_IMODE(self.file.stat().st_mode) if self.file.exists() else MODE
            write_text_lasting(self.file, text, mode=mode)
        except OSError as error:
            told = phrase(
                "the settings file {file} cannot be written ({why}): run the installer once more, or change the file "
                "in an editor",
                file=str(self.file),
                why=error.strerror,
            )
            raise SettingsError(told) from error

    def pair(self, code: str, hub: str = "") -> None:
        """Pair the table with a hub by the code that its page shows; `hub`: where its pages are, looked for if empty.

        It counts after the next start. Takes some seconds. Raises SettingsError and PairingError.
        """
        from device.club.broker.joining import find_hub, hub_place, join_hub, need_code

        # not the running settings: the name that counts when the pairing does
        said = self._parsed(self._text())
        if said.mqtt.host:
            raise SettingsError(
                phrase(
                    "a broker is named under [mqtt], {host}: empty 'host' there first", host=said.mqtt.host
                )
            )
        need_code(code)
        host, port = hub_place(hub) if hub.strip() else find_hub()
        join_hub(host, port, code, said.table.name, self._running().table.data)
        self._is_paired_anew = True

    def exported(self) -> str:
        """A settings file with all that is set here; without secrets, and what is changed in the file alone."""
        here = (each for each in self.view().settings if each.is_set and not (each.secret or each.in_file))
        return edited(sample(), {tuple(each.place.split(".")): each.value for each in here})

    def offered(self, text: str) -> dict[str, Value | None]:
        """What would have to be changed here for the settings to be as in such a file; None: back to the default.

        Secrets, and what is changed in the file alone, stay as they are. Raises SettingsError.
        """
        if _own_game(text):
            raise SettingsError(OWN_GAME)
        settings = parse_settings(text)
        there = _groups(settings, settings, _places(tomllib.loads(text)), ENGLISH)
        wanted = {each.place: each for group in there for each in group.settings}
        found: dict[str, Value | None] = {}
        for each in self.view().settings:
            other = wanted.pop(each.place, None)
            value = each.default if other is None else other.value
            is_said = each.is_set or (other is not None and other.is_set)
            if is_said and value != each.value and not (each.secret or each.in_file):
                found[each.place] = _said(tuple(each.place.split(".")), value, each.default)
        # options of a game that is not played here yet
        return found | {each.place: each.value for each in wanted.values() if each.is_set}


def _own_game(text: str) -> str:
    """The file of a game of somebody's own that a settings file names; empty: none."""
    try:
        match = tomllib.loads(text).get("match")
    except (ValueError, RecursionError):
        return ""
    game = match.get("game") if isinstance(match, Mapping) else None
    return game if isinstance(game, str) and game.endswith(SUFFIX) else ""


def _with_own_game(groups: tuple[GroupView, ...], file: str) -> tuple[GroupView, ...]:
    """The groups with a game told by the file that declares it."""
    if not file:
        return groups
    return tuple(
        replace(
            group,
            settings=tuple(
                replace(each, value=file, now=file, in_file=True) if each.place == "match.game" else each
                for each in group.settings
            ),
        )
        for group in groups
    )


def _places(values: Mapping[str, Any]) -> frozenset[Place]:
    """Where something is said."""
    found: set[Place] = set()
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= {(name, *place) for place in _places(value)}
        else:
            found.add((name,))
    return frozenset(found)


def _wanted(changes: Mapping[str, object], running: Settings) -> dict[Place, Value | None]:
    """What is to be changed, by where it stands. Raises SettingsError for what may not be changed here."""
    known = {
        each.place: each
        for group in _groups(running, running, frozenset(), ENGLISH)
        for each in group.settings
    }
    found: dict[Place, Value | None] = {}
    for place, value in changes.items():
        setting, parts = known.get(place), tuple(place.split("."))
        if setting is None and parts[:2] != ("match", "options"):
            raise SettingsError(phrase("there is no setting {place}", place=repr(place)))
        if setting is not None and setting.in_file:
            raise SettingsError(phrase("'{place}' is changed in the settings file alone", place=place))
        if not isinstance(value, bool | int | str | None):
            raise SettingsError(phrase("'{place}' must be true, false, a number or a text", place=place))
        if parts == ("match", "game") and str(value).endswith(SUFFIX):
            raise SettingsError(OWN_GAME)
        found[parts] = value if setting is None else _said(parts, value, setting.default)
    return found


def _said(place: Place, value: Value | None, default: Value | None) -> Value | None:
    """A value as the file says it: nothing where it is the default. The length of a match is said all the same, for
    where it is not each series has one of its own.
    """
    is_default = value == default and type(value) is type(default) and place != ("match", "length")
    return None if is_default else value


def _without(chosen: Chosen, places: Mapping[Place, Value | None]) -> Chosen:
    """What was chosen in the set-up, but for what is said in the settings file now."""
    left: dict[str, dict[str, object]] = {}
    for table, values in chosen.items():
        for name, value in values.items():
            if isinstance(value, Mapping):
                value = {key: each for key, each in value.items() if (table, name, key) not in places}
            if (table, name) not in places:
                left.setdefault(table, {})[name] = value
    return left


def _groups(
    settings: Settings, running: Settings, is_set: frozenset[Place], translator: Translator
) -> tuple[GroupView, ...]:
    """Every table with its settings; the tables of a match after it; hooks are left out."""
    found: list[GroupView] = []
    for group in declared_settings():
        if group.name == "hooks":
            continue
        here, now = getattr(settings, group.name), getattr(running, group.name)
        own = tuple(
            _view(group.name, each, getattr(here, each.name), getattr(now, each.name), is_set, translator)
            for each in group.settings
            if each.kind in _KINDS
        )
        title, says = translator(group.title), translator(_capital(group.purpose))
        found.append(GroupView(group.name, title, says, own))
        if isinstance(here, MatchSettings) and isinstance(now, MatchSettings):
            found += _match_groups(here, now, is_set, translator)
    return tuple(found)


_KINDS = {bool: "switch", int: "number", str: "text", Path: "text"}
AS_THE_PROFILE = marked("as the profile has it")
VARIATIONS, AGREED = marked("Variations of the game"), marked("What else is agreed on")


def _view(
    table: str,
    setting: DeclaredSetting,
    value: object,
    now: object,
    is_set: frozenset[Place],
    translator: Translator,
) -> SettingView:
    check, kind = setting.check, _KINDS[setting.kind]
    secret = Handling.SECRET in setting.handling
    offered: tuple[Value, ...] = check.values if isinstance(check, OneOf) else ()
    return SettingView(
        f"{table}.{setting.name}",
        setting.name,
        translator(setting.sentence),
        "choice" if offered else kind,
        None if secret else _plain(value),
        None if secret else _plain(setting.default),
        None if secret else _plain(now),
        (table, setting.name) in is_set,
        secret,
        Handling.IN_FILE in setting.handling,
        tuple(OfferedValue(each, str(each) or translator(AS_THE_PROFILE)) for each in offered),
        check.least if isinstance(check, Between) else None,
        check.most if isinstance(check, Between) else None,
        check.most if isinstance(check, Line) else None,
    )


def _match_groups(
    match: MatchSettings, now: MatchSettings, is_set: frozenset[Place], translator: Translator
) -> Iterator[GroupView]:
    """The tables of a match: variations of its games, and what else is agreed on."""
    said = {each.name: each.sentence for group in declared_settings() for each in group.settings}
    tables = (
        ("options", VARIATIONS, _options(match), dict(match.options), dict(now.options)),
        ("terms", AGREED, TERMS, match.terms.values, now.terms.values),
    )
    for name, title, options, values, counting in tables:
        table = f"match.{name}"
        shown = tuple(
            _option_view(table, each, values, counting, ("match", name, each.name) in is_set, translator)
            for each in options
        )
        if shown:
            yield GroupView(table, translator(title), translator(said[name]), shown)


def _option_view(
    table: str,
    option: Option,
    values: Mapping[str, object],
    now: Mapping[str, object],
    is_set: bool,
    translator: Translator,
) -> SettingView:
    offered = tuple(each.value for each in option.choices)
    default = _plain(option.default)
    return SettingView(
        f"{table}.{option.name}",
        option.name,
        in_prose(translator(option.sentence), offered, translator),
        "switch" if isinstance(default, bool) else "choice",
        _plain(values.get(option.name, default)),
        default,
        _plain(now.get(option.name, default)),
        is_set,
        choices=tuple(OfferedValue(each, translator(words_of(each))) for each in offered),
    )


def _options(match: MatchSettings) -> tuple[Option, ...]:
    """The variations that there are of what is played: the series', and its games'."""
    series, match_format = find_series(match.game), match.match_format
    options = [*(series.options if series is not None else ()), *_of_games(match_format)]
    return tuple({each.name: each for each in options}.values())


def _of_games(match_format: MatchFormat) -> Iterator[Option]:
    for each in (*match_format.games, *((match_format.decider,) if match_format.decider else ())):
        yield from find_game(each.game_id).options


def _plain(value: object) -> Value | None:
    return value if isinstance(value, bool | int | str) else str(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
