"""Privacy: what people asked not to be kept is gone from the log for good, whenever the plug is pulled."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hand_clock import HandClock
from sqlalchemy import select

from device.library.match_library import Library
from device.library.matches.match_query import MatchQuery
from device.store.log.removal import DAYS, finish_removals, holes, remove_match
from device.store.log.schema import METADATA
from device.store.log.store import Store
from device.store.pictures.ring import Reference, Ring, RingPicture
from device.table.service.privacy import Privacy
from engine.board import Side
from engine.state.events import MatchOver, MatchStarted, Retention
from engine.state.match_state import MatchState
from engine.state.messages import NewGame, SetKept, SetNames, Undo

sys.path.insert(0, str(Path(__file__).parents[1] / "library"))
from playing import Told

NAMES = ("Annabella", "Benedikt")
REFEREE = "Mariannette"
ONE_POINT = "[match]\nlength = 1"
"""So that a restart begins no other match by itself."""


@dataclass(frozen=True)
class Place:
    """Where the log lies."""

    url: str
    folder: Path


@pytest.fixture
def place(tmp_path: Path, database_url: str) -> Place:
    return Place(database_url, tmp_path)


def opened(place: Place, text: str = "", clock: HandClock | None = None) -> Told:
    return Told(place.folder / "log.db", text, url=place.url, clock=clock)


@pytest.fixture
def told(place: Place) -> Iterator[Told]:
    table = opened(place)
    yield table
    table.close()


def names_on_disk(place: Place) -> list[str]:
    """The names that can still be found anywhere in SQLite's files, or in any table of PostgreSQL."""
    if place.url.startswith("sqlite"):
        data = b"".join(each.read_bytes() for each in place.folder.glob("log.db*"))
    else:
        store = Store(place.url)
        with store.database.connect() as connection:
            found = [connection.execute(select(table)).all() for table in METADATA.tables.values()]
        store.close()
        data = repr(found).encode()
    return [name for name in (*NAMES, REFEREE) if name.encode() in data]


def kinds(place: Place) -> list[tuple[int, str]]:
    store = Store(place.url)
    found = [(each.match, type(each.event).__name__) for each in store.load("1")]
    store.close()
    return found


def play_match(told: Told, kept: Retention) -> None:
    told.begin(1, retention=kept)
    told.tell(SetNames(*NAMES))
    told.play(3)
    told.win()


def unplugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the plug is pulled between the end of a match and what is done about it."""

    def nothing(
        self: Privacy, store: object, pictures: object, before: MatchState, after: MatchState, recent: object
    ) -> tuple[MatchState, object]:
        return after, recent

    monkeypatch.setattr(Privacy, "see_to", nothing)


def test_names_are_shown_while_a_match_without_names_is_played_and_then_gone(
    told: Told, place: Place
) -> None:
    told.begin(1, retention=Retention.ANONYMOUS)
    told.tell(SetNames(*NAMES), who=REFEREE)
    assert names_on_disk(place) == [*NAMES, REFEREE]
    told.play(3)
    shown = told.service.broadcaster.latest().as_json()["match"]
    assert isinstance(shown, dict)
    assert (shown["white"], shown["kept"]) == (NAMES[0], "anonymous")
    assert "as soon as it is over" in str(shown["kept_says"])
    told.win()
    shown = told.service.broadcaster.latest().as_json()["match"]
    assert isinstance(shown, dict)
    assert (shown["white"], shown["black"]) == ("White", "Black")
    assert names_on_disk(place) == []
    library = Library(told.service)
    (match,) = library.matches(admitted=True)
    assert (match.head.white, match.head.winner, match.head.turns, match.head.retention) == (
        "",
        "W",
        3,
        Retention.ANONYMOUS,
    )
    library.close()


def test_nor_does_the_desk_tell_of_them_any_more(told: Told, place: Place) -> None:
    told.begin(1, retention=Retention.ANONYMOUS)
    told.tell(SetNames(*NAMES))
    told.tell(SetNames("", ""), who=REFEREE)
    told.play(3)
    told.win()
    assert names_on_disk(place) == [], (
        "who put something right is not named, though the players are not either"
    )
    spoken = repr(told.service.entries)
    assert not any(name in spoken for name in (*NAMES, REFEREE))
    told.begin(1, retention=Retention.OFF)
    number = told.match_state.match_number
    told.play(1)
    told.tell(NewGame(new_match=True))
    assert number not in [each.match for each in told.service.entries]


def test_names_told_when_it_is_over_do_not_stay_either(told: Told, place: Place) -> None:
    play_match(told, Retention.ANONYMOUS)
    told.tell(SetNames(*NAMES))
    assert names_on_disk(place) == []


def test_a_match_without_names_that_is_broken_off_loses_them_with_the_next(told: Told, place: Place) -> None:
    told.begin(5, retention=Retention.ANONYMOUS)
    told.tell(SetNames(*NAMES))
    told.play(2)
    told.tell(NewGame(new_match=True))
    assert names_on_disk(place) == []
    # the same people play on, as they agreed
    assert (told.match_state.retention, told.match_state.match.white) == (Retention.ANONYMOUS, "")


def test_nothing_is_kept_of_a_match_off_the_record(told: Told, place: Place) -> None:
    library = Library(told.service)
    told.begin(1, retention=Retention.OFF)
    told.tell(SetNames(*NAMES))
    told.play(3)
    assert library.listing(MatchQuery(), admitted=True).total == 1
    told.win()
    assert library.listing(MatchQuery(), admitted=True).total == 0
    number = told.match_state.match_number
    assert names_on_disk(place) == []
    assert [kind for match, kind in kinds(place) if match == number] == ["MatchStarted", "MatchOver"]
    assert told.service.desk.latest().position is not None
    told.begin(1)
    assert number not in [match for match, _ in kinds(place)]
    assert (told.match_state.match_number, told.match_state.retention) == (number + 1, Retention.OFF)
    library.close()


def test_a_match_that_is_removed_while_it_is_asked_for_is_not_there(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.begin(1)
    told.play(1)
    number, library = told.match_state.match_number, Library(told.service)
    told.begin(1)
    find = library.find

    def found_and_removed(number: int, *, admitted: bool) -> object:
        listed = find(number, admitted=admitted)
        remove_match(told.service.storage[0], "1", number)
        return listed

    monkeypatch.setattr(library, "find", found_and_removed)
    assert library.story(number, admitted=True) is None
    assert library.story(told.match_state.match_number, admitted=True) is None
    library.close()


def test_the_end_of_a_match_off_the_record_can_be_taken_back(told: Told, place: Place) -> None:
    play_match(told, Retention.OFF)
    told.tell(Undo())
    assert told.match_state.winner is None
    before = told.match_state
    assert [kind for _, kind in kinds(place)].count("Played") == len(before.record.games[-1].turns)
    told.close()
    again = opened(place)
    assert again.match_state == before
    again.win()
    assert [kind for _, kind in kinds(place)].count("Played") == 0
    again.close()


def test_what_is_agreed_can_be_changed_while_it_is_played_and_outlasts_a_restart(place: Place) -> None:
    told = opened(place)
    told.begin(3)
    told.tell(SetNames(*NAMES), SetKept(Retention.OFF))
    told.play(1)
    told.close()
    again = opened(place)
    assert again.match_state.retention is Retention.OFF
    again.tell(SetKept(Retention.ANONYMOUS))
    again.win()
    again.tell(SetKept(Retention.FULL))
    assert again.match_state.retention is Retention.ANONYMOUS
    assert names_on_disk(place) == []
    again.tell(SetKept(Retention.OFF))
    assert "Played" not in [kind for _, kind in kinds(place)]
    again.close()


@pytest.mark.parametrize("kept", [Retention.ANONYMOUS, Retention.OFF])
@pytest.mark.parametrize("goes_on", [False, True], ids=["over", "next begun"])
def test_a_plug_pulled_in_between_changes_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, kept: Retention, goes_on: bool
) -> None:
    told = opened(place, ONE_POINT)
    with monkeypatch.context() as patch:
        unplugged(patch)
        play_match(told, kept)
        number, last = told.match_state.match_number, told.match_state.seq
        if goes_on:
            told.begin(3, retention=Retention.FULL)
            last = told.match_state.seq
    told.close()
    assert names_on_disk(place) == [*NAMES]
    again = opened(place, ONE_POINT)
    assert names_on_disk(place) == []
    assert ((number, "Played") in kinds(place)) is (kept is Retention.ANONYMOUS)
    # no number is given twice
    assert (again.match_state.match_number, again.match_state.seq) == (number + goes_on, last)
    again.begin(1)
    assert again.match_state.match_number == number + goes_on + 1
    assert again.service.broadcaster.latest().as_json()
    again.close()


def test_a_deleted_match_can_be_brought_back_for_thirty_days(place: Place) -> None:
    clock = HandClock()
    told = opened(place, clock=clock)
    play_match(told, Retention.FULL)
    number = told.match_state.match_number
    told.begin(1, retention=Retention.FULL)
    library = Library(told.service, clock)
    assert [each.head.number for each in library.matches(admitted=True)] == [number + 1, number]
    mark = library.delete(number)
    assert mark is not None and mark.days == DAYS
    assert [each.head.number for each in library.matches(admitted=True)] == [number + 1]
    assert [each.head.number for each in library.matches(admitted=True, deleted=True)] == [number]
    assert library.matches(admitted=False, deleted=True) == ()
    player = library.player(NAMES[0].upper(), admitted=True)
    assert player is not None and player.record.matches == 1
    assert library.restore(number) is not None
    assert len(library.matches(admitted=True)) == 2
    library.delete(number)
    clock.now += DAYS * 86400 + 1
    assert library.matches(admitted=True, deleted=True) == ()
    assert (number, "Played") not in kinds(place)
    assert library.restore(number) is None
    library.close()
    told.close()
    again = opened(place, clock=clock)
    assert again.match_state.match_number == number + 1
    again.close()


def test_a_match_deleted_for_good_is_gone_at_once_or_with_the_next(place: Place) -> None:
    told = opened(place)
    play_match(told, Retention.FULL)
    first = told.match_state.match_number
    told.begin(1)
    told.play(2)
    told.win()
    library = Library(told.service)
    assert library.delete(first, for_good=True) is None
    assert first not in [match for match, _ in kinds(place)]
    second = told.match_state.match_number
    assert library.delete(second, for_good=True) is None
    assert library.find(second, admitted=True) is None
    told.begin(1)
    assert second not in [match for match, _ in kinds(place)]
    assert told.match_state.match_number == second + 1
    assert names_on_disk(place) == [*NAMES]  # the same two play on
    library.close()
    told.close()


def test_the_match_that_is_played_cannot_be_deleted(told: Told) -> None:
    from device.errors import LibraryError

    told.begin(5)
    told.play(1)
    library = Library(told.service)
    with pytest.raises(LibraryError, match="still being played"):
        library.delete(told.match_state.match_number)
    with pytest.raises(LibraryError, match="no match 99"):
        library.delete(99)
    library.close()


def test_a_husk_keeps_the_last_number(told: Told, place: Place) -> None:
    play_match(told, Retention.FULL)
    store, _ = told.service.storage
    number, last = told.match_state.match_number, store.load("1")[-1].seq
    first = next(each.seq for each in store.load("1", match=number))
    assert remove_match(store, "1", number, husk=True) == (range(first, last + 1),)
    started, over = (each for each in store.load("1") if each.match == number)
    assert isinstance(started.event, MatchStarted) and started.event.white == ""
    assert (over.event, over.seq) == (MatchOver(Side.WHITE), last)
    assert range(started.seq + 1, over.seq) in holes(store, "1")
    finish_removals(store, "1", None)
    assert len(store.load("1", match=number)) == 2


def test_pictures_go_with_their_events(tmp_path: Path) -> None:
    ring = Ring(tmp_path / "ring", 2**20)
    for number, seqs in ((1, (3,)), (2, (4, 9)), (3, (10,))):
        events = tuple(Reference(seq, 1.5) for seq in seqs)
        ring.add(RingPicture(ring.run, number, 0.0, "clear", False, None, events, 3), b"jpg", None, None)
    ring.forget((range(3, 6), range(10, 11)))
    assert [(each.number, each.events) for each in ring.kept] == [(2, (Reference(9, 1.5),))]
    assert [each.number for each in Ring(tmp_path / "ring", 2**20).kept] == [2]
