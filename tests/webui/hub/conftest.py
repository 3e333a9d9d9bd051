"""A hub without a broker: tables that say what a test has them say, and a small archive of an evening."""

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.clock import SystemClock
from device.club.broker.guard import OwnBrokerGuard
from device.club.hub.club_feeds import ClubFeeds
from device.club.hub.club_library import ClubLibrary
from device.club.hub.table_following import Following
from device.club.hub.wall import Wall
from device.club.link.admission import Admission
from device.club.link.archive import HubArchive
from device.club.link.club_trouble import ClubTrouble
from device.club.link.wire import About
from device.club.tournament.event_store import Events
from device.status.snapshot.table_snapshot import Snapshot
from device.store.access import Access
from device.store.log.store import Source, Store, sqlite_url
from device.store.settings import FeedSettings, MatchSettings, Settings, TableSettings
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Side
from engine.dice import Roll
from engine.position_parsing import parse_position
from engine.state.messages import NewGame, Resign, SetNames, SetPosition, SetRoll, SetTurn
from tests.webui.waitress_here import Waitress
from webui.hub.hub_app import THREADS, create_hub_app

PIN = "4711"
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
PLAYED = (
    ("3", "Anna", "Ben", Side.BLACK),
    ("3", "Anna", "Carla", Side.WHITE),
    ("10", "Dora", "Ben", Side.BLACK),
)
"""At which table, who against whom, and who gave up."""


class SetClock(SystemClock):
    """The computer's own clock, which somebody has set."""

    def is_set(self) -> bool:
        return True


@dataclass(frozen=True)
class StillSeen:
    """A table as it was last heard of."""

    name: str
    snapshot: dict[str, Any] | None = None
    online: bool = True
    seen: float | None = None
    heard: float | None = None
    page: str = ""
    simulated: bool = False
    names: bool = False
    upto: int = 0

    @property
    def key(self) -> str:
        return self.name


@dataclass
class StillHub:
    """A hub that hears what a test says; its archive is empty unless one is given."""

    archive: HubArchive
    name: str = "Club"
    known: dict[str, StillSeen] = field(default_factory=dict)
    trouble: ClubTrouble | None = None
    remarks: tuple[str, ...] = ()
    access: Access = field(default_factory=lambda: Access(None, PIN))
    events: Events | None = None
    guard: OwnBrokerGuard | None = None
    admission: Admission | None = None

    def __post_init__(self) -> None:
        self.wall, self.following = Wall(self), Following(self)
        self.library = ClubLibrary(self.archive, Settings())
        self.feeds = ClubFeeds(self.archive.store, FeedSettings(on=True))

    def tables(self) -> tuple[StillSeen, ...]:
        return tuple(self.known.values())

    def table(self, name: str) -> StillSeen | None:
        return self.known.get(name)

    @property
    def hears(self) -> bool:
        return self.trouble is None

    @property
    def waiting(self) -> int:
        return 0 if self.admission is None else len(self.admission.waiting)

    def let_in(self, name: str, who: str) -> None:
        assert self.admission is not None
        self.admission.accept(name, who)
        self.news()

    def refuse(self, name: str, who: str) -> bool:
        assert self.admission is not None
        refused = self.admission.refuse(name, who)
        self.news()
        return refused

    def hear(self, name: str, snapshot: Snapshot | dict[str, Any] | None, **more: Any) -> None:
        """A table says something."""
        told = snapshot.as_json() if isinstance(snapshot, Snapshot) else snapshot
        self.known[name] = StillSeen(name, told, seen=time.time(), heard=time.monotonic(), **more)
        self.news(name)

    def lose(self, name: str, since: float | None = None) -> None:
        """A table goes."""
        self.known[name] = replace(self.known[name], online=False, seen=since or time.time())
        self.news(name)

    def news(self, name: str = "") -> None:
        self.wall.touch(name)
        self.following.touch(name)

    def close(self) -> None:
        self.wall.close()
        self.following.close()
        self.library.close()


class HubServer(Waitress):
    """A hub served as in earnest."""

    def __init__(self, hub: StillHub, port: int = 0) -> None:
        def hush() -> None:
            hub.wall.close()
            hub.following.close()

        super().__init__(create_hub_app(hub), port, THREADS, hush)


def play(folder: Path) -> None:
    """Plays the matches of PLAYED at their tables into the archive in a folder."""
    store = Store(sqlite_url(folder / "hub.db"))
    archive = HubArchive(store)
    for table in dict.fromkeys(name for name, *_ in PLAYED):
        archive.meet(About(table, "1", f"http://table{table}.local/", f"log{table}", "one"), time.time())
        settings = Settings(table=TableSettings(table, folder), match=MatchSettings(length=1))
        service = Service(settings, None, Store(store.url), clock=SetClock())
        for name, white, black, gives_up in PLAYED:
            if name != table:
                continue
            for command in (
                NewGame(new_match=True, length=1),
                SetNames(white, black),
                SetTurn(Side.WHITE),
                SetRoll(Side.WHITE, Roll.of(3, 1)),
                SetPosition(AFTER),
                Resign(gives_up, 1),
            ):
                service.handle(Envelope(command, Source.PERSON))
        service.stop()
    store.close()


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the archive of an evening."""
    folder = tmp_path_factory.mktemp("evening")
    play(folder)
    return folder


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[StillHub]:
    """A hub that has heard of no table yet."""
    store = Store(sqlite_url(tmp_path / "hub.db"))
    made = StillHub(HubArchive(store))
    yield made
    made.close()
    store.close()


@pytest.fixture
def club(evening: Path) -> Iterator[StillHub]:
    """A hub with the archive of an evening, which nobody writes to."""
    store = Store(sqlite_url(evening / "hub.db"))
    made = StillHub(HubArchive(store))
    yield made
    made.close()
    store.close()


@pytest.fixture
def copied(evening: Path, tmp_path: Path) -> Iterator[StillHub]:
    """The same, over a copy of its own."""
    shutil.copytree(evening, tmp_path / "copy")
    store = Store(sqlite_url(tmp_path / "copy" / "hub.db"))
    made = StillHub(HubArchive(store))
    yield made
    made.close()
    store.close()


@pytest.fixture
def client(hub: StillHub) -> FlaskClient:
    return create_hub_app(hub).test_client()


@pytest.fixture
def serve_hub() -> Iterator[Callable[..., HubServer]]:
    """Serves a hub until the test ends."""
    servers: list[HubServer] = []

    def begin(hub: StillHub, port: int = 0) -> HubServer:
        servers.append(HubServer(hub, port))
        return servers[-1]

    yield begin
    for server in servers:
        server.stop()


@pytest.fixture
def today(evening: Path) -> str:
    """The evening of which there is an archive, as the pages count it."""
    store = Store(sqlite_url(evening / "hub.db"))
    last = store.load(PLAYED[-1][0])[-1]
    store.close()
    return datetime.fromtimestamp(last.wall - 6 * 3600).date().isoformat()
