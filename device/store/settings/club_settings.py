"""The settings of what a table has to do with others: its club's hub and broker, and the hooks that are told of it."""

from dataclasses import dataclass
from typing import Annotated

from device.store.settings.setting_checks import Between, Handling, Line

IN_FILE, SECRET = Handling.IN_FILE, Handling.SECRET
Words = tuple[str, ...]
"""Several texts, in square brackets."""


@dataclass(frozen=True, slots=True)
class HubSettings:
    """`[hub]`, The club's hub: the computer that shows and keeps all tables of a club, `tableside hub`; the broker is
    [mqtt]'s.
    """

    name: Annotated[str, Line(80, needed=True)] = "Tableside"
    """What its pages are headed with, such as the name of the club."""
    host: Annotated[str, IN_FILE] = "0.0.0.0"
    """The address to listen on; 127.0.0.1 keeps the pages to this computer."""
    port: Annotated[int, Between(1, 65535)] = 8090
    """The port to listen on, 1-65535."""
    database: Annotated[str, IN_FILE, SECRET] = ""
    """The database's URL, such as postgresql+psycopg://host/tableside; empty: SQLite, hub/hub.db in the data folder."""
    pin: Annotated[str, IN_FILE, SECRET] = ""
    """The organiser's PIN, digits or a phrase; empty: the one that was set on the pages, or a code to set it with."""
    names: str = ""
    """Names in the public DNS under which the pages may be opened, too, with commas between them."""


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """`[mqtt]`, Message broker: the broker over which the tables of a club, their hub and Home Assistant hear of each
    other.
    """

    host: str = ""
    """The broker's name or address; auto: the one that the hub, or the broker itself,
    announces in the network; empty: none.
    """
    port: Annotated[int, Between(0, 65535)] = 0
    """Its port; 0: the usual one, 1883, with TLS 8883."""
    user: str = ""
    """The name to log in with; empty: none."""
    password: Annotated[str, SECRET] = ""
    """The password to log in with."""
    tls: bool = False
    """Whether to talk to it over TLS, so that nobody else reads along."""
    ca: Annotated[str, IN_FILE] = ""
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

    def hears(self, table: str) -> bool:
        """Whether a hub listens to a table."""
        wanted = {each.strip() for each in self.only.split(",")} - {""}
        return not wanted or table in wanted


@dataclass(frozen=True, slots=True)
class PairedBroker(MqttSettings):
    """A broker that a hub set up, or that a table was paired with: the authority `ca` vouches for nothing else, so that
    the broker is known by that alone, by whatever name or address it is called.
    """


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """`[feed]`, Live feed: the match for who follows it from elsewhere: a record that grows, at /api/feed.mat,
    .json and .ogxm, and the board over the broker of [mqtt], for the page that `tableside share` makes.
    """

    on: bool = False
    """Whether the match can be followed there, by pages of other sites, too."""
    delay: Annotated[int, Between(0, 120)] = 0
    """How many minutes what is shown is behind the board, 0-120."""
    names: bool = False
    """Whether the players are named in it: only if they have agreed. A hub names only those whose own table does so,
    too.
    """

    @property
    def delay_seconds(self) -> float:
        """How far behind it is, in seconds."""
        return self.delay * 60.0


@dataclass(frozen=True, slots=True)
class HookSettings:
    """`[[hooks]]`, Hooks: who is told what happens at the table; as many of these as you like, each
    with one of run, url, mqtt and plugin.
    """

    on: Words = ()
    """What it is told of, such as ["game_over", "illegal", "double"]; `tableside hooks list`
    tells all; ["all"]: everything.
    """
    run: Words = ()
    """A script with its arguments, such as ["/opt/speak.sh", "loud"]; the event is JSON on its standard input."""
    url: Annotated[str, SECRET] = ""
    """A web address that the event is posted to as JSON, such as https://chat.example.org/hooks/abc."""
    secret: Annotated[str, SECRET] = ""
    """What only you and the receiver at `url` know: a signature made with it shows them
    that the event came from here.
    """
    only: str = ""
    """Post nothing but the sentence, under this key: text for Slack and Mattermost, content
    for Discord; empty: everything.
    """
    mqtt: str = ""
    """A topic at the broker of [mqtt], such as club/{table}/{event}, where the event is published as JSON."""
    plugin: str = ""
    """The hook of another package that is installed beside Tableside, by its name there."""
    seconds: int = 10
    """How long it may take, 1-60; a script is killed after that. A plugin has to end by itself."""
