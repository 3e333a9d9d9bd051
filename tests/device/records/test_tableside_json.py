"""Tableside's own JSON as a table writes it: match, events and clock; read back, nothing is lost."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DEVICE = Path(__file__).parents[1]
sys.path[:0] = [str(DEVICE), str(DEVICE / "library")]

from hand_clock import HandClock
from playing import Told
from schemas_checked import conforms

from device.errors import RecordError
from device.library.match_library import Library
from device.library.records.events_json import events_in
from device.library.records.record_formats import record_of, write_record
from engine.match.match import CheckerTurn
from engine.match.terms import terms_of
from engine.match_formats import find_match_format
from engine.state.events import ClockTurned, MatchStarted, Played
from engine.state.messages import SetNames, Undo

CLOCK = HandClock()


@pytest.fixture(scope="module", params=["tablut", "tavli_match"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A table at which Anna has beaten Ben, with the clock running and a turn taken back."""
    table = Told(tmp_path_factory.mktemp("table") / "log.db", clock=CLOCK)
    terms = terms_of({"clock": "delay"}, 2)
    table.begin(2, match_format=find_match_format(request.param), terms=terms)
    table.tell(SetNames("Anna", "Ben"))
    table.play(5)
    table.tell(Undo())
    table.play(3)
    table.win()
    found = Library(table.service, CLOCK)
    yield found
    found.close()
    table.close()


def written(library: Library) -> Any:
    file = library.download(2, "json", admitted=True)
    assert file is not None
    return json.loads(file.data)


def test_a_match_is_written_as_published(library: Library) -> None:
    data = written(library)
    conforms("match", data)
    assert data["events"][0]["kind"] == "MatchStarted" and data["tags"]
    assert (data["score"]["W"], data["winner"], data["kept"]) == (2, "W", "full")


def test_it_is_read_as_it_was_played_with_all_its_events(library: Library) -> None:
    story = library.story(2, admitted=True)
    assert story is not None
    text = json.dumps(written(library))
    read = record_of(text.encode())
    # repr shows what == leaves out
    assert repr(read.record.match) == repr(story.story.match)
    events = events_in(read.beside)
    assert isinstance(events[0], MatchStarted)
    plays = [event for event in events if isinstance(event, Played)]
    turns = [turn for game in story.story.match.games for turn in game.turns if isinstance(turn, CheckerTurn)]
    assert len(plays) == len(turns) + 1
    assert any(isinstance(event, ClockTurned) for event in events)
    assert {each["game"] for each in read.beside["clocks"]} <= set(range(1, len(story.story.games) + 1))
    again = json.loads(write_record(read, "json").text)
    assert again == json.loads(text)


def test_damaged_events_are_told_with_their_place(library: Library) -> None:
    data = written(library)
    number = next(n for n, event in enumerate(data["events"], 1) if event["kind"] == "Played")
    del data["events"][number - 1]["body"]["after"]
    with pytest.raises(RecordError, match=rf"event {number}: this is no Played: it lacks 'after'"):
        record_of(json.dumps(data).encode())
    data["events"][number - 1]["kind"] = "Sneezed"
    assert len(events_in(record_of(json.dumps(data).encode()).beside)) == len(data["events"]) - 1
    odd = json.dumps({**data, "half": "\ud800", "much": 10**400})
    assert json.loads(write_record(record_of(odd.encode()), "json").data) == {
        **json.loads(odd),
        "half": "?",
    }
    with pytest.raises(RecordError, match="a number in it is none"):
        record_of(odd.replace('"\\ud800"', "1e400").encode())


def test_the_listing_in_english_is_read_back_too(library: Library) -> None:
    file, story = library.download(2, "txt", admitted=True), library.story(2, admitted=True)
    assert file is not None and story is not None
    read = record_of(file.data)
    assert read.format == "text" and [each for each, _ in read.record.tags] == ["EventDate", "EventTime"]
    games = [
        [(turn.side, getattr(turn, "after", None)) for turn in game.turns] for game in read.record.match.games
    ]
    assert games == [
        [(turn.side, getattr(turn, "after", None)) for turn in game.turns] for game in story.story.match.games
    ]
    assert [game.result for game in read.record.match.games] == [
        game.result for game in story.story.match.games
    ]
    assert b"~" not in file.data
