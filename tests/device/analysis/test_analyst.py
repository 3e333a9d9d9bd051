"""The analyst: when it works, when it does not, and what becomes of what it found; its clock is set by hand."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hand_clock import HandClock
from playing import Told
from retelling import retell

from device.errors import AnalysisError
from device.library.analysis.analysis_values import VERSION, Analysis
from device.library.analysis.engines import GnubgEngine
from device.library.analysis.gentle_process import Stopped
from device.library.analyst import Analyst, Job, Waiting, is_night, next_job
from device.library.match_library import Library
from device.store.log.removal import remove_match
from device.store.settings import AnalysisSettings
from engine.i18n import ENGLISH
from engine.match.match import Match
from engine.state.events import Retention
from engine.state.messages import NewGame, SetNames, Undo

EMPTY = Analysis("GNU Backgammon 1", 0, ())
ENGINE = GnubgEngine(Path("/bin/true"))


@dataclass
class Oracle:
    """Stands for GNU Backgammon where only it matters whether it is asked; `meanwhile` happens while it thinks."""

    asked: list[int] = field(default_factory=list)
    meanwhile: Callable[[], None] = lambda: None
    fails: bool = False

    def __call__(self, match: Match, ply: int, *, engine: object, stop: Callable[[], bool]) -> Analysis:
        self.asked.append(ply)
        self.meanwhile()
        if stop():
            raise Stopped
        if self.fails:
            raise AnalysisError("it does not like it")
        return Analysis("GNU Backgammon 1", ply, ())


@dataclass
class Evening:
    """A table at which a match was played, its library and its analyst."""

    told: Told
    library: Library
    analyst: Analyst
    clock: HandClock
    oracle: Oracle

    def shown(self, number: int = 2) -> Any:
        story = self.library.story(number, admitted=True)
        return story and story.analysis


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    clock, oracle = HandClock(), Oracle()
    told = Told(tmp_path / "log.db", clock=clock)
    told.begin(1)
    told.play(3)
    told.win()
    library = Library(told.service, clock)
    # An hour that is no night anywhere: until the test says otherwise.
    settings = AnalysisSettings(night_from=0, night_until=0)
    analyst = Analyst(told.service, library, settings, clock=clock, engine=lambda: ENGINE, ask=oracle)
    yield Evening(told, library, analyst, clock, oracle)
    library.close()
    told.close()


def by_night(evening: Evening) -> Analyst:
    """The same with its night now."""
    return Analyst(
        evening.told.service,
        evening.library,
        AnalysisSettings(night_from=0, night_until=24),
        clock=evening.clock,
        engine=lambda: ENGINE,
        ask=evening.oracle,
    )


def test_a_match_is_analysed_once_it_is_over(evening: Evening) -> None:
    assert evening.shown() is None
    assert evening.analyst.step() == Job(2, 0) and evening.analyst.step() is None
    assert evening.oracle.asked == [0]
    assert evening.shown()["program"] == "GNU Backgammon 1"
    (listed,) = evening.library.matches(admitted=False)
    assert listed.analysis is not None and listed.analysis.ply == 0


def test_an_analysis_that_was_kept_before_there_were_phases_says_so_of_each(
    evening: Evening, tmp_path: Path
) -> None:
    evening.analyst.step()
    before = {"version": VERSION, "players": {"W": {}, "B": {}}}
    body = json.dumps({**before, "games": [{"players": {"W": {}, "B": {}}, "turns": [{"turn": 1}]}]})
    with sqlite3.connect(tmp_path / "log.db") as connection:
        connection.execute("UPDATE analyses SET body = ?", (body,))
    connection.close()
    found = evening.shown()
    assert found["players"]["W"] == found["games"][0]["players"]["B"] == {"phases": {}}
    assert found["games"][0]["turns"] == [{"turn": 1, "phase": None, "opening": None, "take_point": None}]


def test_a_thorough_look_is_for_quiet_nights(evening: Evening) -> None:
    night = by_night(evening)
    assert night.step() == Job(2, 0) and night.step() is None
    evening.clock.now += 400
    evening.clock.right = False
    assert night.step() is None, "nobody knows what time it is"
    evening.clock.right = True
    assert night.step() == Job(2, 2) and night.step() is None
    assert evening.shown()["ply"] == 2


def test_nothing_is_analysed_while_somebody_plays(evening: Evening) -> None:
    evening.told.begin(3)
    assert evening.told.match_state.playing
    assert evening.analyst.step() is None and evening.oracle.asked == []
    evening.clock.now += 4000
    assert evening.analyst.step() == Job(2, 0), "they have gone home in the middle of a game"


def test_it_makes_way_as_soon_as_a_game_begins(evening: Evening) -> None:
    evening.oracle.meanwhile = lambda: evening.told.begin(3)
    assert evening.analyst.step() == Job(2, 0)
    assert evening.shown() is None
    assert evening.analyst.step() is None


def test_a_match_that_is_put_right_is_analysed_anew(evening: Evening) -> None:
    evening.analyst.step()
    evening.told.tell(Undo())
    assert evening.told.match_state.winner is None and evening.shown() is None
    assert evening.analyst.step() is None and evening.library.analysed() == {}
    evening.told.win()
    assert evening.analyst.step() == Job(2, 0) and evening.shown() is not None


def test_what_was_put_right_while_it_was_analysed_is_not_kept(evening: Evening) -> None:
    def meanwhile() -> None:
        evening.told.tell(Undo())
        evening.told.turn()
        evening.told.win()

    evening.oracle.meanwhile = meanwhile
    evening.analyst.step()
    assert evening.oracle.asked == [0] and evening.library.analysed() == {}


def test_what_fails_is_not_tried_again_and_again(evening: Evening) -> None:
    evening.oracle.fails = True
    assert evening.analyst.step() == Job(2, 0) and evening.analyst.step() is None
    assert evening.oracle.asked == [0]


def test_off_the_record_is_off_the_record_and_names_are_not_kept(evening: Evening) -> None:
    evening.analyst.step()
    evening.told.begin(1, retention=Retention.ANONYMOUS)
    evening.told.tell(SetNames("Xanthippe", "Zoe"))
    evening.told.play(2)
    evening.told.win()
    assert evening.analyst.step() == Job(3, 0)
    evening.told.begin(1, retention=Retention.OFF)
    evening.told.play(2)
    evening.told.win()
    assert evening.analyst.step() is None
    assert "Xanthippe" not in str(evening.shown(3)) and evening.shown(3) is not None


def test_an_analysis_goes_with_its_match(evening: Evening) -> None:
    evening.analyst.step()
    evening.told.begin(1)
    store = evening.told.service.storage[0]
    remove_match(store, "1", 2)
    assert evening.library.analysed() == {}
    evening.library.keep_analysis(2, 1, EMPTY)
    assert evening.library.analysed() == {}, "what was removed stays so"


def test_without_the_program_nothing_happens(evening: Evening) -> None:
    lonely = Analyst(
        evening.told.service, evening.library, AnalysisSettings(), engine=lambda: None, ask=evening.oracle
    )
    assert lonely.step() is None and evening.oracle.asked == []


def test_the_thread_ends_when_it_is_told_to(evening: Evening) -> None:
    evening.analyst.start()
    evening.analyst.stop()
    still = Analyst(evening.told.service, evening.library, AnalysisSettings(background=False))
    still.start()
    still.stop()


def test_a_real_match_is_told_in_list_page_and_player(
    tmp_path: Path, hand: Match, gnubg: Path, evening: Evening
) -> None:
    retell(evening.told, hand)
    evening.told.tell(NewGame(new_match=True, length=1))
    analyst = Analyst(evening.told.service, evening.library, AnalysisSettings(), clock=evening.clock)
    analyst.step()
    evening.clock.now += 4000
    assert analyst.step() == Job(3, 0)
    story = evening.library.story(3, admitted=True)
    assert story is not None and story.analysis is not None
    assert [len(game["turns"]) for game in story.analysis["games"]] == [5, 6]  # type: ignore[attr-defined]
    assert story.listed.as_json(ENGLISH)["error"] == {"W": 27.6, "B": 144.0}
    alice = evening.library.player("Alice", admitted=True)
    assert alice is not None
    told = evening.library.player_json(alice, ENGLISH)
    assert (told["luck"], told["error"], told["rating"]) == (1.92, 27.6, 13.8)
    assert round(told["plays"] + told["cube"], 1) == 27.6  # type: ignore[operator]
    assert [each["error"] for each in told["line"]] == [pytest.approx(0.1656, abs=1e-4)]  # type: ignore[attr-defined]


def test_the_agenda_is_quick_first_and_newest_first() -> None:
    waiting = [Waiting(4, 0), Waiting(3, None), Waiting(2, None), Waiting(1, 2)]
    assert next_job(waiting, 2) == Job(3, 0)
    assert next_job(waiting, 2, frozenset({Job(3, 0), Job(2, 0)})) == Job(4, 2)
    assert next_job(waiting[-1:], 2) is None and next_job(waiting[:1], None) is None
    assert next_job(waiting[:1], 0) is None


def test_a_night_may_begin_before_midnight() -> None:
    from time import localtime, mktime

    day = localtime(1.75e9)
    at = {
        hour: mktime((day.tm_year, day.tm_mon, day.tm_mday, hour, 30, 0, 0, 0, -1)) for hour in (0, 3, 12, 23)
    }
    assert [is_night(at[hour], 1, 6) for hour in at] == [False, True, False, False]
    assert [is_night(at[hour], 23, 6) for hour in at] == [True, True, False, True]
    assert not any(is_night(each, 5, 5) for each in at.values())
