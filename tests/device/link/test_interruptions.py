"""Nothing is lost and nothing doubled, however often broker, hub, table and messages go missing: any schedule of it."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from double import Double, Line
from evening import stored
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Told

from device.club.link.archive import HubArchive
from device.club.link.publishing import Publisher, PublishingPace
from device.club.link.receiver import Receiver
from device.library.match_library import Library
from device.store.log.store import Store, sqlite_url
from device.store.settings import MqttSettings
from engine.state.events import Retention
from engine.state.messages import NewGame, SetKept, SetNames

NAMES = ("Annabella", "Benedikt")
STEPS = st.one_of(
    st.tuples(st.just("play"), st.integers(1, 6)),
    st.tuples(st.just("match"), st.sampled_from(Retention)),
    st.tuples(
        st.sampled_from(
            (
                "agree",
                "win",
                "delete",
                "restore",
                "cut table",
                "cut hub",
                "forget",
                "restart hub",
                "restart table",
            )
        ),
        st.just(0),
    ),
    st.tuples(st.sampled_from(("deliver", "lose")), st.integers(1, 6)),
)


class Evening:
    """One table and one hub on a broker in the process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broker = Double()
        self.begin_table()
        self.begin_hub()

    def begin_table(self) -> None:
        self.told = Told(
            self.folder / "log.db",
            '[match]\nlength = 1\n[mqtt]\nhost = "double"\nhomeassistant = ""\n',
            seed=1,
        )
        self.library = Library(self.told.service)
        self.publisher = Publisher(self.told.service, pace=PublishingPace(poll=0.0, answer=0.0))
        self.line: Any = Line(self.broker, self.publisher.link)
        self.publisher.link = self.line

    def begin_hub(self) -> None:
        self.archive = HubArchive(Store(sqlite_url(self.folder / "hub.db")))
        self.receiver = Receiver(MqttSettings(host="double"), self.archive)
        self.hub_line: Any = Line(self.broker, self.receiver.link)
        self.receiver.link = self.hub_line

    def end_table(self) -> None:
        self.line.cut()
        self.told.close()
        self.library.close()
        self.publisher.stop()

    def end_hub(self) -> None:
        """Killed: what it had not written is lost."""
        self.hub_line.cut()
        self.receiver.link.stop()
        self.archive.store.close()

    def go(self, step: str, much: Any) -> None:
        told = self.told
        if step in ("play", "win", "agree") and told.match_state.game is None:
            return
        match step:
            case "play":
                told.play(much)
            case "match":
                if told.match_state.winner is not None or not told.match_state.playing:
                    told.tell(NewGame(new_match=True, length=1, retention=much), SetNames(*NAMES))
            case "agree":
                told.tell(SetKept(Retention.ANONYMOUS))
            case "win":
                told.win()
            case "delete" | "restore":
                for each in self.library.matches(admitted=True, deleted=step == "restore"):
                    if not each.is_open:
                        if step == "restore":
                            self.library.restore(each.head.number)
                        else:
                            self.library.delete(each.head.number)
                        return
            case "cut table":
                self.line.cut()
            case "cut hub":
                self.hub_line.cut()
            case "forget":
                self.broker.forget()
            case "restart hub":
                self.end_hub()
                self.begin_hub()
            case "restart table":
                self.end_table()
                self.begin_table()
            case "lose":
                self.hub_line.lose(much)
            case "deliver":
                self.line.connect()
                self.hub_line.connect()
                self.round(much)

    def round(self, most: int = 10**6) -> int:
        count = self.line.deliver(most) + self.hub_line.deliver(most)
        self.publisher._step()
        self.receiver._round(0.0)
        return int(count)

    def heal(self) -> None:
        """All are there, and everything goes through, until nobody has anything to say."""
        for line in (self.line, self.hub_line):
            line.cut()
            line.connect()
        quiet = 0
        for _ in range(500):
            quiet = 0 if self.round() else quiet + 1
            if quiet > 3:
                return
        raise AssertionError("they talk for ever")

    def public(self) -> list[dict[str, Any]]:
        """What of the table's log a hub may have: all but deleted matches, and those that
        are not to be kept as they are.
        """
        match_state = self.told.match_state
        private = match_state.retention is not Retention.FULL and match_state.winner is None
        hidden = {match_state.match_number} if private else set()
        agreed = {
            row["match"]: told["kept"] for row in self.rows() if "kept" in (told := json.loads(row["body"]))
        }
        off = {match for match, kept in agreed.items() if kept == "off"}
        return [row for row in self.rows() if row["match"] not in hidden | off]

    def rows(self) -> list[dict[str, Any]]:
        return stored(sqlite_url(self.folder / "log.db"), "1")


def test_a_match_off_the_record_that_people_then_agree_to_keep_without_names_is_told() -> None:
    interrupted([("match", Retention.OFF), ("agree", 0), ("win", 0)])


@settings(max_examples=12, deadline=None)
@given(st.lists(STEPS, max_size=25))
def test_a_hub_ends_up_with_what_its_table_has(steps: list[tuple[str, Any]]) -> None:
    interrupted(steps)


@pytest.mark.long
@settings(max_examples=50, deadline=None)
@given(st.lists(STEPS, max_size=40))
def test_whatever_happens_a_hub_ends_up_with_what_its_table_has(steps: list[tuple[str, Any]]) -> None:
    interrupted(steps)


def interrupted(steps: list[tuple[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        try:
            for step, much in steps:
                evening.go(step, much)
            evening.heal()
            assert stored(sqlite_url(Path(folder) / "hub.db"), "1") == evening.public()
            assert not evening.receiver.trouble and not evening.receiver.remarks
        finally:
            evening.end_table()
            evening.end_hub()
