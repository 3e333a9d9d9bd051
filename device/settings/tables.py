"""The tables of the settings, each with a sensible value for all that is left out."""

import os
import re
from dataclasses import dataclass, field, fields
from pathlib import Path

from engine.profile import Profile, profile_of
from engine.programme import Options, Programme
from engine.programmes import find_programme
from engine.terms import USUAL_TERMS, Terms

SYSTEM_DATA = Path("/var/lib/tableside")
_SPI_DATA = {0: 10, 1: 20}


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
    rotate: int = 0
    """By how many degrees the picture is turned clockwise: 0, 90, 180 or 270."""
    mirror: bool = False
    """Whether the picture is mirrored, left for right, before it is turned."""
    lock: bool = True
    """Whether exposure, gain and white balance are held once the board is read, where the camera can."""
    focus: str = "once"
    """Focus of a camera that can: once at the start, continuous, or left as it is."""


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
    """The referee's PIN, 4 to 12 digits; empty: the one that was set on the pages, or a code to set it with."""
    names: str = ""
    """Names in the public DNS under which the pages may be opened, too, with commas between them: table.example.org."""


@dataclass(frozen=True, slots=True)
class AnnounceSettings:
    """`[announce]`: how the referee says things."""

    tradition: str = "plain"
    """What rolls are called: finnish, swedish, russian, german, english, french, champa or dashi; plain: by numbers."""
    language: str = "en"
    """The language of the display, and of the pages for browsers that ask for none of these: en, fi, sv, de, fr, pl, sq, ru, tr or el."""


@dataclass(frozen=True, slots=True)
class LightSettings:
    """`[lights]`: the lamps at the board. Pins are GPIO (BCM) numbers 1-27; 0: there is no such lamp."""

    backend: str = "auto"
    """What the lamps hang on: gpio, simulated (only on the page), off, or auto: gpio where there is any."""
    brightness: int = 100
    """How bright they are, in per cent, 1-100."""
    legal: int = 17
    """The pin of the green lamp: all is well."""
    illegal: int = 27
    """The pin of the red lamp, which blinks: a play, a throw or the cube breaks a rule."""
    ask: int = 22
    """The pin of the amber lamp, which blinks slowly: the referee asks, or cannot see."""
    white: int = 23
    """The pin of the lamp at the near player's side: it is his turn."""
    black: int = 24
    """The pin of the lamp at the far player's side: it is his turn."""


@dataclass(frozen=True, slots=True)
class StripSettings:
    """`[strip]`: a strip of WS2812 LEDs around the board, on the data pin of SPI."""

    backend: str = "off"
    """What it hangs on: spi, simulated (only on the page), or off."""
    device: str = "/dev/spidev0.0"
    """The SPI device; its data pin is GPIO 10 for spidev0, 20 for spidev1."""
    leds: int = 24
    """How many LEDs it has, 24-60; every point gets those nearest to it."""
    first: int = 1
    """Where the first LED lies, 1-24, counted as the near player does who bears off at his right: 1 near right, 24 far right."""
    clockwise: bool = True
    """Whether it runs clockwise from there, seen from above: near right, near left, far left, far right."""
    brightness: int = 25
    """How bright it is, in per cent, 1-100; all LEDs white at 100 draw 60 mA each."""

    @property
    def data_pin(self) -> int | None:
        """The GPIO number of the data pin (MOSI) of its bus; None for a bus of which none is known."""
        bus = re.search(r"spidev(\d+)\.", self.device)
        return None if bus is None else _SPI_DATA.get(int(bus[1]))


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """`[display]`: a small SSD1306 display with turn, score and the address of the page, on I2C."""

    backend: str = "off"
    """What it hangs on: i2c, simulated (only on the page), or off."""
    bus: int = 1
    """The I2C bus; 1 is on GPIO 2 and 3."""
    address: int = 60
    """Its address, 60 (0x3C) or 61 (0x3D)."""
    height: int = 64
    """Its height in pixels, 32 or 64; it is 128 wide."""
    rotate: int = 0
    """By how many degrees it is turned: 0 or 180."""


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """`[buzzer]`: a small passive buzzer."""

    backend: str = "off"
    """What it hangs on: gpio, simulated (only on the page), or off."""
    pin: int = 18
    """Its GPIO pin, 1-27."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """`[buttons]`: the buttons at the board, each from its pin to ground. Pins as for the lamps; 0: no such button."""

    confirm: int = 5
    """The pin of the button that says yes to the referee's question, or "I am done"."""
    undo: int = 6
    """The pin of the button that takes the last turn back."""
    clock_left: int = 13
    """The pin of the chess clock's left button: the turn of the player who sits there is over."""
    clock_right: int = 19
    """The pin of the chess clock's right button."""
    left: str = "white"
    """Who sits at the left of the chess clock: white (the near player) or black."""


@dataclass(frozen=True, slots=True)
class HubSettings:
    """`[hub]`: the computer that shows and keeps all tables of a club, `tableside hub`; the broker is [mqtt]'s."""

    name: str = "Tableside"
    """What its pages are headed with, such as the name of the club."""
    host: str = "0.0.0.0"
    """The address to listen on; 127.0.0.1 keeps the pages to this computer."""
    port: int = 8090
    """The port to listen on, 1-65535."""
    database: str = ""
    """The database's URL, such as postgresql+psycopg://host/tableside; empty: SQLite, hub/hub.db in the data folder."""
    pin: str = ""
    """The organiser's PIN, 4 to 12 digits; empty: the one that was set on the pages, or a code to set it with."""
    names: str = ""
    """Names in the public DNS under which the pages may be opened, too, with commas between them."""


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """`[mqtt]`: the broker over which the tables of a club, their hub and Home Assistant hear of each other."""

    host: str = ""
    """The broker's name or address; auto: the one that the hub, or the broker itself, announces in the network; empty: none."""
    port: int = 0
    """Its port; 0: the usual one, 1883, with TLS 8883."""
    user: str = ""
    """The name to log in with; empty: none."""
    password: str = ""
    """The password to log in with."""
    tls: bool = False
    """Whether to talk to it over TLS, so that nobody else reads along."""
    ca: str = ""
    """The file of the authority that vouches for the broker's certificate; empty: those that this computer trusts."""
    prefix: str = "tableside"
    """What all topics begin with; a table and its hub must have the same."""
    homeassistant: str = "homeassistant"
    """What the topics begin with by which Home Assistant discovers devices; empty: it hears of none."""
    only: str = ""
    """At a hub: the names of the tables that it listens to, with commas between them; empty: all."""

    @property
    def port_used(self) -> int:
        """The port to go to."""
        return self.port or (8883 if self.tls else 1883)


@dataclass(frozen=True, slots=True)
class AnalysisSettings:
    """`[analysis]`: what GNU Backgammon, where it is installed, thinks of matches that are over."""

    background: bool = True
    """Whether matches are analysed by themselves, quickly when they are over, thoroughly at night, while nobody plays."""
    night_ply: int = 2
    """How many plies it looks ahead at night, 0-3; 0: there is no thorough analysis."""
    night_from: int = 1
    """The hour at which the night begins, 0-23."""
    night_until: int = 6
    """The hour at which it is over, 0-23."""


Words = tuple[str, ...]
"""Several texts, in square brackets."""


@dataclass(frozen=True, slots=True)
class HookSettings:
    """`[[hooks]]`: who is told what happens at the table; as many of these as you like, each with one of run, url and mqtt."""

    on: Words = ()
    """What it is told of, such as ["game_over", "illegal", "double"]; `tableside hooks list` tells all; ["all"]: everything."""
    run: Words = ()
    """A script with its arguments, such as ["/opt/speak.sh", "loud"]; the event is JSON on its standard input."""
    url: str = ""
    """A web address that the event is posted to as JSON, such as https://chat.example.org/hooks/abc."""
    secret: str = ""
    """What only you and the receiver at `url` know: a signature made with it shows him that the event came from here."""
    only: str = ""
    """Post nothing but the sentence, under this key: text for Slack and Mattermost, content for Discord; empty: everything."""
    mqtt: str = ""
    """A topic at the broker of [mqtt], such as club/{table}/{event}, where the event is published as JSON."""
    seconds: int = 10
    """How long it may take, 1-60; a script is killed after that."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, each field a table of a TOML file; every one may be left out."""

    table: TableSettings = field(default_factory=TableSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    profile: ProfileSettings = field(default_factory=ProfileSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    pictures: PictureSettings = field(default_factory=PictureSettings)
    web: WebSettings = field(default_factory=WebSettings)
    announce: AnnounceSettings = field(default_factory=AnnounceSettings)
    lights: LightSettings = field(default_factory=LightSettings)
    strip: StripSettings = field(default_factory=StripSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    buzzer: BuzzerSettings = field(default_factory=BuzzerSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    analysis: AnalysisSettings = field(default_factory=AnalysisSettings)
    hub: HubSettings = field(default_factory=HubSettings)
    mqtt: MqttSettings = field(default_factory=MqttSettings)

    hooks: tuple[HookSettings, ...] = ()

    @property
    def board_file(self) -> Path:
        """The file of the board's model."""
        return Path(self.camera.board) if self.camera.board else self.table.data / "board.json"

    @property
    def database_url(self) -> str:
        """The database's URL, for games on a real board."""
        return self.table.database or f"sqlite:///{self.table.data / 'tableside.db'}"

    @property
    def hub_folder(self) -> Path:
        """The folder of what a hub keeps, apart from a table's."""
        return self.table.data / "hub"

    @property
    def hub_database_url(self) -> str:
        """The URL of a hub's database."""
        return self.hub.database or f"sqlite:///{self.hub_folder / 'hub.db'}"
