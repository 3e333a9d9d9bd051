"""Matches of tables that do not know the time are dated by the hub's own, where what comes has only just happened."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from double import Double, Line

from device.club.link.archive import HubArchive
from device.club.link.mqtt_link import Message
from device.club.link.receiver import Receiver
from device.club.link.table_clocks import MOST_BOOTS, TableClocks
from device.club.link.wire import About, Batch, LogManifest, Want
from device.club.tournament.event_store import Events
from device.library.matches.event_time import EventTime
from device.library.matches.heads import Head
from device.library.matches.listed_match import ListedMatch
from device.store.log.schema import Row
from device.store.log.store import Store, sqlite_url
from device.store.settings import MqttSettings
from engine.state.events import Retention
from engine.tournament.entries import Joined
from engine.tournament.tournament_values import Entrant, EventPlan, PairingFormat, Seeding
from tests.device.hand_clock import HandClock

HUB = 1.7e9
"""Now, by the hub's clock; the table's stopwatch stands at 100."""


def rows(*passed: float, boot: str | None = "b") -> list[Row]:
    """Events at these times of a stopwatch."""
    return [{"boot": boot, "monotonic": each} for each in passed]


def test_what_has_just_happened_dates_all_of_its_boot_by_what_came_soonest() -> None:
    happening = TableClocks()
    happening.came("1", rows(98.0), HUB)
    happening.came("1", rows(110.0), HUB + 10)
    happening.came("1", rows(115.0), HUB + 20)
    assert happening.ahead("1") == {"b": pytest.approx(HUB - 100)}
    assert happening.ahead("2") == {}


def test_an_event_of_no_boot_tells_nothing() -> None:
    happening = TableClocks()
    happening.came("1", rows(100.0, boot=None), HUB)
    assert happening.ahead("1") == {}


def test_a_table_that_says_another_boot_with_each_event_fills_no_memory() -> None:
    happening = TableClocks()
    happening.came("1", rows(1.0), HUB)
    for n in range(MOST_BOOTS + 50):
        happening.came("1", [*rows(2.0, boot=f"invented {n}"), *rows(3.0)], HUB)
    assert len(happening.ahead("1")) == MOST_BOOTS and "b" in happening.ahead("1")


def test_a_clock_of_the_hub_that_is_only_now_set_begins_anew() -> None:
    happening = TableClocks()
    happening.came("1", rows(100.0), HUB)
    happening.came("1", rows(101.0), HUB + 9e8)
    assert happening.ahead("1") == {"b": pytest.approx(HUB + 9e8 - 101)}
    happening.came("1", rows(102.0), HUB + 2)
    assert happening.ahead("1") == {"b": pytest.approx(HUB - 100)}


# From the message of a table to the result of a pairing

EVENT = {
    "seq": 1, "match": 1, "game": 1, "schema": 1, "wall": 1.5, "monotonic": 2.5, "clock_set": False, "source": "camera",
    "frames": "[7]", "kind": "MatchOver", "body": '{"winner":"W"}', "boot": "b",
}  # fmt: skip


class Evening:
    """A hub on a broker in the process, with a tournament between Anna and Ben."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.broker = Double()
        self.store = Store(sqlite_url(folder / "hub.db"))
        self.receiver = Receiver(MqttSettings(host="double"), HubArchive(self.store), clock=self.clock)
        line = Line(self.broker, self.receiver.link)
        self.receiver.link = line  # type: ignore[assignment]
        line.connect()
        self.seq = 0
        self.come()
        self.events = Events(self.store, self.clock)
        players = [Joined(Entrant(at, name)) for at, name in enumerate(("Anna", "Ben"), 1)]
        self.events.begin(EventPlan("Evening", PairingFormat.SWISS, 7, seeding=Seeding.ORDER), "", players)

    def say(self, what: str, payload: bytes, *, retained: bool = False) -> None:
        self.receiver._hear(Message(f"tableside/5/{what}", payload, retained))
        self.receiver._round(0.0)

    def come(self, *passed: float) -> None:
        """The table connects, with events of these times in its log of which the hub knows nothing yet."""
        self.say("about", About("5", "1", "", "log-5", "x").payload())
        # What the broker remembers of it says nothing of how far its log goes now.
        self.say("matches", LogManifest("log-5", self.seq, ()).payload(), retained=True)
        self.happens(*passed)
        self.say("matches", LogManifest("log-5", self.seq, ()).payload())

    def happens(self, *passed: float) -> None:
        """The table sends events of these times of its stopwatch."""
        want = Want.parse(self.broker.retained["tableside/hub/want/5"])
        some = tuple({**EVENT, "seq": self.seq + n, "monotonic": each} for n, each in enumerate(passed, 1))
        self.say("log", Batch("log-5", want.turn, self.seq, self.seq + len(some), some).payload())
        self.seq += len(some)

    def finished(self, passed: float) -> ListedMatch:
        """A match that ended at this time of the stopwatch, of whose date the table knows nothing."""
        moment = EventTime(0.0, passed, False, "b")
        head = Head(
            number=1,
            first=1,
            last=2,
            white="Anna",
            black="Ben",
            game="backgammon",
            games=("backgammon",),
            length=7,
            score=(7, 4),
            winner="W",
            begun=replace(moment, monotonic=1.0),
            ended=moment,
            turns=9,
            faults=0,
            questions=0,
            corrections=0,
            outcomes=(),
            games_played=1,
            retention=Retention.FULL,
        )
        return ListedMatch(head, None, None, None, is_open=False, deleted=None, table="5")

    def take(self, passed: float) -> str:
        """What comes of the match: `entered`, `asked` or nothing."""
        self.events.take(self.receiver.dated([self.finished(passed)]))
        kept = self.events.find(1)
        assert kept is not None
        return "entered" if kept.event.results else "asked" if kept.event.queries else ""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.store.close()


def test_a_result_of_a_table_without_a_clock_enters_itself(evening: Evening) -> None:
    evening.events.pair(1)
    evening.clock.now += 60.0
    evening.happens(160.0)
    evening.clock.now += 900.0
    evening.happens(1060.0)
    assert evening.take(1060.0) == "entered"


def test_a_match_from_before_the_pairing_was_made_is_none_of_its_results(evening: Evening) -> None:
    evening.clock.now += 60.0
    evening.happens(160.0)
    evening.clock.now += 60.0
    evening.events.pair(1)
    assert evening.take(160.0) == ""


def test_what_a_table_had_kept_back_is_asked_about_until_its_time_is_known(evening: Evening) -> None:
    evening.events.pair(1)
    evening.clock.now += 900.0
    evening.come(160.0, 900.0)
    assert evening.take(900.0) == "asked"
    evening.clock.now += 60.0
    evening.happens(1060.0)
    assert evening.take(900.0) == "entered"
    kept = evening.events.find(1)
    assert kept is not None and not kept.event.queries


def test_a_match_that_knows_its_date_keeps_it(evening: Evening) -> None:
    known = replace(evening.finished(160.0), ended=5.0, evening=date(2026, 11, 20))
    assert list(evening.receiver.dated([known])) == [known]
