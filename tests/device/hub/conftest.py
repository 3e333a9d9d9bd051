"""Tables that say what a test has them say, and a match at one of them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from device.club.link.club_trouble import ClubTrouble
from device.status.snapshot.table_snapshot import Snapshot
from device.store.log.store import Source, Store, sqlite_url
from device.store.settings import MatchSettings, Settings
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Side
from engine.dice import Roll
from engine.position_parsing import parse_position
from engine.state.messages import NewGame, SetNames, SetPosition, SetRoll, SetTurn

AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")


@dataclass(frozen=True)
class StillSeen:
    """A table as it was last heard of."""

    name: str
    snapshot: dict[str, Any] | None = None
    online: bool = True
    seen: float | None = 1.7e9
    heard: float | None = None
    page: str = "http://table.local/"
    simulated: bool = False

    @property
    def key(self) -> str:
        return self.name


@dataclass
class StillSource:
    """What is known of the tables; a stopwatch and a clock that a test sets."""

    known: dict[str, StillSeen] = field(default_factory=dict)
    trouble: ClubTrouble | None = None
    hears: bool = True
    waiting: int = 0
    now: float = 100.0
    asked: int = 0

    def tables(self) -> tuple[StillSeen, ...]:
        return tuple(self.known.values())

    def table(self, name: str) -> StillSeen | None:
        self.asked += 1
        return self.known.get(name)

    def clock(self) -> float:
        return self.now

    def wall(self) -> float:
        return 1.7e9 + self.now

    def hear(self, name: str, snapshot: dict[str, Any] | None, **more: Any) -> None:
        self.known[name] = StillSeen(name, snapshot, heard=self.now, **more)

    def lose(self, name: str, seen: float) -> None:
        self.known[name] = replace(self.known[name], online=False, seen=seen)


@pytest.fixture(scope="session")
def new_source() -> Callable[[], StillSource]:
    return StillSource


@pytest.fixture
def source() -> StillSource:
    return StillSource()


@pytest.fixture(scope="session")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What a table says from the start of a match to the first turn, one snapshot after another."""
    store = Store(sqlite_url(tmp_path_factory.mktemp("table") / "log.db"))
    service = Service(Settings(match=MatchSettings(length=5)), None, store)
    told: list[Snapshot] = [service.broadcaster.latest()]
    for command in (
        NewGame(new_match=True, length=5),
        SetNames("Anna", "Ben"),
        SetTurn(Side.WHITE),
        SetRoll(Side.WHITE, Roll.of(3, 1)),
        SetPosition(AFTER),
    ):
        service.handle(Envelope(command, Source.PERSON))
        told.append(service.broadcaster.latest())
    service.stop()
    return [each.as_json() for each in told]


@pytest.fixture
def snapshot(snapshots: list[dict[str, Any]]) -> dict[str, Any]:
    """The last of them."""
    return snapshots[-1]


@pytest.fixture(scope="session")
def merged() -> Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]:
    """Puts a frame's changes into the cards that a page shows."""

    def merge(cards: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
        if frame["full"]:
            return dict(frame["cards"])
        kept = {name: card for name, card in cards.items() if name not in frame["gone"]}
        for name, change in frame["cards"].items():
            card = {**kept.get(name, {}), **change}
            kept[name] = {part: value for part, value in card.items() if value is not None}
        return kept

    return merge
