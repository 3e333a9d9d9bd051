"""What spectators are told over the broker: how late, whom it names, and what of it nobody may see."""

import json
from typing import Any

import pytest

from device.club.link import topics
from device.club.link.spectators import Spectators
from device.i18n import find_translator
from device.status.snapshot.table_snapshot import snapshot_of
from device.store.settings import FeedSettings
from engine.board import Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Match
from engine.state.events import Event, GameStarted, KeptAgreed, Retention, Thrown
from engine.state.match_state import MatchState, new_match_state
from engine.state.reducer import reduce

MINUTE = 60.0


class Told:
    """Spectators of a match in which each minute something happens, and what the broker has of it."""

    def __init__(self, **settings: Any) -> None:
        self.now, self.kept, self.is_up = 0.0, b"", True
        self.spectators = Spectators(
            FeedSettings(on=True, **settings), find_translator("de"), self._say, lambda: self.now
        )
        self.match_state: MatchState = new_match_state(Match(5, "Anna", "Ben"))

    def _say(self, what: str, payload: bytes, *, retain: bool = True, done: object = None) -> bool:
        assert what == topics.SPECTATORS and retain
        self.kept = payload if self.is_up else self.kept
        return self.is_up

    def happens(self, *events: Event) -> None:
        """A minute later."""
        self.now += MINUTE
        for event in events:
            self.match_state = reduce(self.match_state, event)
        self.spectators.note(snapshot_of(self.match_state))
        self.spectators.tell()

    @property
    def shown(self) -> str:
        """What the broker has for who comes now."""
        return str(json.loads(self.kept)["says"]) if self.kept else ""


BEGUN = GameStarted(find_game("backgammon").start, Seating(), False, Cube(), Side.WHITE)
THROWN = Thrown(Side.WHITE, Roll.of(3, 1))


def test_it_is_as_late_as_is_wanted_and_in_the_tables_language() -> None:
    told = Told(delay=2, names=True)
    told.happens(BEGUN)
    told.happens(THROWN)
    assert told.shown == "" and told.spectators.wait() == MINUTE
    told.now += MINUTE
    told.spectators.tell()
    assert "Anna" in told.shown and told.spectators.wait() == MINUTE
    told.now += MINUTE
    told.spectators.tell()
    assert told.shown == "Anna hat 3-1 geworfen." and told.spectators.wait() is None


@pytest.mark.parametrize(
    ("names", "kept", "says"),
    [
        (True, Retention.FULL, "Anna"),
        (False, Retention.FULL, "Weiß"),
        (True, Retention.ANONYMOUS, "Weiß"),
        (True, Retention.OFF, ""),
    ],
)
def test_names_are_told_only_if_the_players_agreed_however_late(
    names: bool, kept: Retention, says: str
) -> None:
    told = Told(delay=1, names=names)
    told.happens(BEGUN)
    told.happens(KeptAgreed(kept))
    # the moment before they agreed is shown as they agreed
    assert told.shown.startswith(says) and bool(told.shown) is bool(says)
    named = b"Anna" in told.kept or b"Ben" in told.kept
    assert named is (says == "Anna")


def test_a_broker_that_was_away_is_told_how_it_stands_now() -> None:
    told = Told()
    told.is_up = False
    told.happens(BEGUN)
    told.happens(THROWN)
    told.is_up = True
    told.spectators.tell_anew()
    assert told.shown == "Weiß hat 3-1 geworfen."
    off = Told()
    off.kept = b"{}"
    off.spectators.tell_anew()
    assert off.kept == b"", "what it was told when it was still shown is taken back"
