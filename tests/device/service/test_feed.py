"""The feed: how late it is, whom it names, and what of it nobody may follow."""

from dataclasses import replace

import pytest

from device.store.settings import FeedSettings
from device.table.feed import Feed
from engine.board import Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Match
from engine.plays.legal import legal_plays
from engine.profile import HOME, TOURNAMENT, Profile
from engine.records.mat.mat_writer import write_mat
from engine.state.events import Event, GameStarted, KeptAgreed, MatchOver, Played, Retention, Thrown
from engine.state.match_state import MatchState, new_match_state
from engine.state.reducer import reduce
from engine.tables.tables_game import TablesGame

MINUTE = 60.0
TAGS = (("Site", "Club"),)


def after(match_state: MatchState, *events: Event) -> MatchState:
    for event in events:
        match_state = reduce(match_state, event)
    return match_state


def turn(match_state: MatchState, side: Side, *dice: int) -> MatchState:
    game, position, roll = find_game("backgammon"), match_state.position, Roll.of(*dice)
    assert isinstance(game, TablesGame) and position is not None
    outcome = legal_plays(game, position, side, roll)[0]
    return after(match_state, Thrown(side, roll), Played(side, roll, outcome.play, outcome.position))


BLANK = new_match_state(Match(5, "Anna", "Ben"))
BEGUN = after(BLANK, GameStarted(find_game("backgammon").start, Seating(), False, Cube(), Side.WHITE))
ONE = turn(BEGUN, Side.WHITE, 3, 1)
TWO = turn(ONE, Side.BLACK, 6, 4)


def turns(feed: Feed, now: float) -> int | None:
    record = feed.record(now)
    return None if record is None else sum(len(game.turns) for game in record.match.games)


def fed(settings: FeedSettings, *states: MatchState) -> Feed:
    """A feed that was told of a state a minute."""
    feed = Feed(lambda: settings)
    for minute, state in enumerate(states):
        feed.note(state, TAGS, minute * MINUTE)
    return feed


def test_it_is_as_late_as_is_wanted() -> None:
    at_once = fed(FeedSettings(on=True), BEGUN, ONE, TWO)
    assert turns(at_once, 2 * MINUTE) == 2
    assert at_once.record(2 * MINUTE) is at_once.record(3 * MINUTE), "nothing has happened"
    late = FeedSettings(on=True, delay=5)
    assert turns(fed(late, BEGUN, ONE, TWO), 4.9 * MINUTE) is None, "nothing is old enough yet"
    for minutes, told in ((5, 0), (5.9, 0), (6, 1), (6.9, 1), (7, 2), (99, 2)):
        assert turns(fed(late, BEGUN, ONE, TWO), minutes * MINUTE) == told
    assert fed(FeedSettings(), BEGUN, ONE).record(99 * MINUTE) is None, "it is off unless it is turned on"
    settings = [FeedSettings(on=True)]
    turned_off = Feed(lambda: settings[0])
    turned_off.note(ONE, TAGS, 0.0)
    settings[0] = FeedSettings()
    assert turned_off.record(0.0) is None, "and again where it is turned off"


@pytest.mark.parametrize(
    ("names", "kept", "told"),
    [
        (False, Retention.FULL, ("", "")),
        (True, Retention.FULL, ("Anna", "Ben")),
        (True, Retention.ANONYMOUS, ("", "")),
        (True, Retention.OFF, None),
    ],
)
def test_it_names_players_who_agreed(names: bool, kept: Retention, told: tuple[str, str] | None) -> None:
    """What they agree on last holds at once, however late the board is told."""
    feed = fed(FeedSettings(on=True, delay=1, names=names), ONE, after(ONE, KeptAgreed(kept)))
    record = feed.record(1.5 * MINUTE)
    assert (record and (record.match.white, record.match.black)) == told
    assert record is None or record.tags == TAGS
    assert record is None or ("Anna" in write_mat(record.match)) is (told == ("Anna", "Ben"))


@pytest.mark.parametrize("profile", [TOURNAMENT, replace(HOME, hints=False)])
def test_a_game_that_is_kept_back_comes_when_it_is_over(profile: Profile) -> None:
    """So does one of which faults and hints are kept back: the turns on record tell both."""
    match_state = replace(TWO, profile=profile)
    assert turns(fed(FeedSettings(on=True), match_state), 0.0) == 0
    over = after(match_state, MatchOver(Side.WHITE))
    assert turns(fed(FeedSettings(on=True), replace(over, phase=over.phase.OVER)), 0.0) == 2
