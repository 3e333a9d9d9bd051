"""The settings of a table, what is played at it and its pages, each with a sensible value for all that is left out."""

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated

from device.i18n import LANGUAGES
from device.store.settings.setting_checks import Between, Handling, Line, OneOf
from engine.match.terms import USUAL_TERMS, Terms
from engine.match_format import MatchFormat, Options
from engine.match_formats import find_match_format
from engine.profile import OPTIONS, Profile, preset_names, profile_of
from engine.words.rollnames import TRADITIONS

SYSTEM_DATA = Path("/var/lib/tableside")
LONGEST_MATCH = 99
LONGEST_NAME = 40
IN_FILE, SECRET = Handling.IN_FILE, Handling.SECRET


HTTPS_AFTER = 363
"""By how much the usual port of HTTPS is higher than that of HTTP: 443 beside 80, 8443 beside 8080."""


def data_folder() -> Path:
    """Where data belong by default: /var/lib/tableside where it may be written, else the user's own data folder."""
    if os.access(SYSTEM_DATA, os.W_OK):
        return SYSTEM_DATA
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "tableside"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """`[table]`, The table: which table this is, and where its data are."""

    name: Annotated[str, Line(80, needed=True)] = "1"
    """What the table is called, where a room has several; part of every event in the log."""
    data: Annotated[Path, IN_FILE] = field(default_factory=data_folder)
    """The folder of the database and the board's model; /var/lib/tableside, or the user's own data folder."""
    database: Annotated[str, IN_FILE, SECRET] = ""
    """The database's URL, such as postgresql+psycopg://host/tableside; empty: SQLite, tableside.db in the data folder.

    Games on the simulated board are always kept in simulated.db in the data folder, apart from real ones.
    """


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """`[match]`, New matches: what a new match is played as; a match that has begun goes on as it was."""

    game: str = "backgammon"
    """The game's id, as `tableside games` lists them, a series such as tavli_match, games
    with commas between them, or the file of one of your own, such as mygame.toml.
    """
    length: Annotated[int, Between(0, LONGEST_MATCH)] = 5
    """The points that win a match, 0-99; 0: single games without end. Left out: what is usual in the series named."""
    white: str = ""
    """The name of the player who sits near, at the bottom of the camera's picture."""
    black: str = ""
    """The name of the player who sits far."""
    dice: Annotated[str, Line(LONGEST_NAME)] = ""
    """What the set of dice is called that is thrown here, such as red precision: statistics tell sets apart by it."""
    options: Options = ()
    """Which variations of the game are played; `tableside games ID` lists them."""
    terms: Terms = USUAL_TERMS
    """What else is agreed on, such as the cube and the clock; `tableside games --terms` lists what there is."""

    @property
    def match_format(self) -> MatchFormat:
        """The games that are played, in turn. Raises EngineError."""
        return find_match_format(self.game, dict(self.options))


def profile_values(name: str) -> OneOf:
    """What an option of a profile may be, or empty."""
    return OneOf("", *next(option.values for option in OPTIONS if option.name == name))


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """`[profile]`, Refereeing: how a new match is refereed; an option left empty is as the profile has it."""

    name: Annotated[str, OneOf(*preset_names())] = "home"
    """The profile, as `tableside games --profiles` tells them: home, tournament, nardy, silent or a federation's."""
    throws: Annotated[str, profile_values("throws")] = ""
    """Where dice count: strict, nardy, french or half_any."""
    premature: Annotated[str, profile_values("premature")] = ""
    """What becomes of a throw made before the opponent has finished: stand, reroll or opponent_choice."""
    illegal_plays: Annotated[str, profile_values("illegal_plays")] = ""
    """What becomes of an illegal play: condone, legal_moves or responsible."""
    setup_fix_until: Annotated[str, profile_values("setup_fix_until")] = ""
    """Until when a wrong starting position may be put right: second_turn or five_throws."""
    shared_dice: Annotated[str, profile_values("shared_dice")] = ""
    """Whether both players throw one pair of dice, so that lifting them ends no turn: on or off, true or false."""
    auto_pass_closed_out: Annotated[str, profile_values("auto_pass_closed_out")] = ""
    """Whether a player whom no throw can bring in passes without throwing: on or off."""
    silent: Annotated[str, profile_values("silent")] = ""
    """Whether nothing is shown and nothing asked while a game is on: on or off."""
    pip_counts: Annotated[str, profile_values("pip_counts")] = ""
    """Whether pip counts are shown to everybody while a game is on: on or off."""
    hints: Annotated[str, profile_values("hints")] = ""
    """Whether a fault is told with what would have been legal: on or off."""
    live_board: Annotated[str, profile_values("live_board")] = ""
    """Whether the board is shown to everybody while a game is on: on or off."""

    @property
    def profile(self) -> Profile:
        """The profile that these settings make. Raises InvalidProfile with all that is wrong."""
        chosen = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "name"}
        return profile_of(self.name, {name: value for name, value in chosen.items() if value})


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """`[camera]`, Camera: where the pictures come from, and how they are read."""

    source: Annotated[str, IN_FILE] = "auto"
    """A camera's name, as `tableside cameras` tells it, a film's file or a URL; auto: the best that there is."""
    board: Annotated[str, IN_FILE] = ""
    """The file of the board's model; empty: board.json in the data folder."""
    near: Annotated[str, OneOf("light", "dark")] = "light"
    """Which checkers the near player has, light or dark, until the starting position tells."""
    join: bool = False
    """Whether to begin in the middle of a game with the next throw, or to wait for a starting position."""
    rotate: Annotated[int, OneOf(0, 90, 180, 270)] = 0
    """By how many degrees the picture is turned clockwise: 0, 90, 180 or 270."""
    mirror: bool = False
    """Whether the picture is mirrored, left for right, before it is turned."""
    lock: bool = True
    """Whether exposure, gain and white balance are held once the board is read, where the camera can."""
    focus: Annotated[str, OneOf("once", "continuous", "left")] = "once"
    """Focus of a camera that can: once at the start, continuous, or left as it is."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """`[pictures]`, Kept pictures: the pictures that decisions were read from, which are kept in the data folder."""

    megabytes: Annotated[int, Between(0, 1_000_000)] = 500
    """How much of the disk they may take, up to 1000000; the oldest make room for new ones. 0: none are kept."""


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """`[backup]`, Backups: the backups that the service makes by itself, once a day, while nobody plays."""

    folder: Annotated[str, IN_FILE] = ""
    """The folder they are kept in, best on another disk, each computer's in one of its own;
    empty: backups in the data folder.
    """
    days: Annotated[int, Between(0, 366)] = 7
    """Of how many days the last one is kept, 0-366; 0: none are made."""
    weeks: Annotated[int, Between(0, 520)] = 4
    """Of how many weeks before these one is kept, 0-520."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`[web]`, The pages: where they are served, and who may change anything on them."""

    host: Annotated[str, IN_FILE] = "0.0.0.0"
    """The address to listen on; 127.0.0.1 keeps the pages to this computer."""
    port: Annotated[int, Between(1, 65535)] = 8080
    """The port to listen on, 1-65535."""
    pin: Annotated[str, IN_FILE, SECRET] = ""
    """The referee's PIN, digits or a phrase; empty: the one that was set on the pages, or a code to set it with."""
    names: str = ""
    """Names in the public DNS under which the pages may be opened, too, with commas between them: table.example.org."""
    https: bool = True
    """Whether the pages are served over HTTPS, too, without which no phone lends its camera or stays awake."""
    https_port: Annotated[int, Between(0, 65535)] = 0
    """The port of HTTPS; 0: 363 more than 'port', which is 443 beside 80 and 8443 beside 8080."""
    certificate: Annotated[str, IN_FILE] = ""
    """The file of a certificate that phones trust already, with its chain, as PEM; empty: the box makes its own."""
    key: Annotated[str, IN_FILE] = ""
    """The file of that certificate's key; empty: it stands in the same file."""

    @property
    def https_port_used(self) -> int | None:
        """The port of HTTPS; None where there is none, or no room for one beside 'port'."""
        port = self.https_port or self.port + HTTPS_AFTER
        return port if self.https and port <= 65535 else None


@dataclass(frozen=True, slots=True)
class AnnounceSettings:
    """`[announce]`, What is said: how the referee says things."""

    tradition: Annotated[str, OneOf(*(each.id for each in TRADITIONS), any_case=True)] = "plain"
    """What rolls are called: finnish, swedish, russian, german, english, french, champa or dashi; plain: by numbers."""
    language: Annotated[str, OneOf(*LANGUAGES)] = "en"
    """The language of the display, and of the pages for browsers that ask for none of these: en, fi,
    sv, de, fr, pl, sq, ru, tr or el.
    """


@dataclass(frozen=True, slots=True)
class AnalysisSettings:
    """`[analysis]`, Analysis: what a program that is installed for it thinks of matches that are over."""

    engine: Annotated[str, OneOf("auto", "gnubg", "sage")] = "auto"
    """Which program: gnubg, GNU Backgammon; sage, Open Sage (bgsage); auto: the first of these that is installed."""
    background: bool = True
    """Whether matches are analysed by themselves, quickly when they are over,
    thoroughly at night, while nobody plays.
    """
    night_ply: Annotated[int, Between(0, 3)] = 2
    """How many plies it looks ahead at night, 0-3; 0: there is no thorough analysis."""
    night_from: Annotated[int, Between(0, 23)] = 1
    """The hour at which the night begins, 0-23."""
    night_until: Annotated[int, Between(0, 23)] = 6
    """The hour at which it is over, 0-23."""
