"""Tournaments as they are kept, and results that come from the tables."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.club.tournament.event_store import Events, decode_entry, encode_entry
from device.club.tournament.player_names import parse_names
from device.club.tournament.stored_tournament import StoredTournament
from device.club.tournament.tournament_view import head_json, tournament_json
from device.errors import CodecError, StoreError
from device.library.matches.event_time import EventTime
from device.library.matches.heads import Head
from device.library.matches.listed_match import ListedMatch
from device.store.log.store import Store, sqlite_url
from engine.errors import InvalidEntry
from engine.state.events import Retention
from engine.tournament.entries import (
    Began,
    Cleared,
    Closed,
    Entered,
    Entry,
    Joined,
    Left,
    Paired,
    Replanned,
    ResultAsked,
    ResultSettled,
    Returned,
    Unpaired,
)
from engine.tournament.tournament_values import (
    Entrant,
    EventPlan,
    How,
    Pairing,
    PairingFormat,
    PairingOutcome,
    ResultQuery,
    Seeding,
    TieBreak,
    TournamentEvent,
)
from tests.device.hand_clock import HandClock

NAMES = ("Anna", "Ben", "Cleo", "Dan")


@pytest.fixture
def events(tmp_path: Path, clock: HandClock) -> Iterator[Events]:
    store = Store(sqlite_url(tmp_path / "hub.db"))
    yield Events(store, clock)
    store.close()


def evening(
    events: Events,
    format: PairingFormat = PairingFormat.SWISS,
    names: tuple[str, ...] = NAMES,
    **plan: object,
) -> StoredTournament:
    """A tournament whose first round is paired."""
    told = EventPlan("Evening", format, **{"length": 7, "seeding": Seeding.ORDER, **plan})  # type: ignore[arg-type]
    kept = events.begin(told, "Maria")
    events.enter(kept.number, [Joined(Entrant(at, name)) for at, name in enumerate(names, 1)], "Maria")
    return events.pair(kept.number, "Maria")


def finished(
    clock: HandClock, white: str, black: str, score: tuple[int, int] = (7, 4), match: int = 1, **more: object
) -> ListedMatch:
    """A match that ended at table 5 just now."""
    moment = EventTime(0.0, 0.0, False)
    head = Head(
        number=match,
        first=1,
        last=2,
        white=white,
        black=black,
        game="backgammon",
        games=("backgammon",),
        length=7,
        score=score,
        winner="W" if score[0] > score[1] else "B",
        begun=moment,
        ended=moment,
        turns=9,
        faults=0,
        questions=0,
        corrections=0,
        outcomes=(),
        games_played=1,
        retention=Retention.FULL,
    )
    length = more.pop("length", None)
    head = head if length is None else replace(head, length=length)  # type: ignore[arg-type]
    told = {"ended": clock.wall(), "is_open": False, "table": "5", **more}
    return ListedMatch(head, clock.wall() - 900, evening=date(2026, 11, 20), deleted=None, **told)  # type: ignore[arg-type]


def pairing_of(kept: StoredTournament, one: str) -> Pairing:
    number = next(each.number for each in kept.event.players if each.name == one)
    return next(each for each in kept.event.pairings if each.has(number))


QUERY = ResultQuery("5", 3, ("Anna", "Ben"), (7, 4), 0, 7, (1,), "names", "Anna - Ben 7-4 (7)")
ENTRIES: tuple[Entry, ...] = (
    Began(EventPlan("Evening", PairingFormat.SWISS, ties=(TieBreak.SOLKOFF,))),
    Replanned(EventPlan("Night", PairingFormat.KNOCKOUT, third_place=True)),
    Joined(Entrant(1, "Änne", 1800, "Turku")),
    Left(1),
    Returned(1),
    Paired((Pairing(1, 1, 1, 1, 2), Pairing(2, 1, 0, 3, 0))),
    Unpaired((1, 2)),
    Entered(1, PairingOutcome(1, (7, 3)), "5", 3, "told"),
    Entered(1, PairingOutcome(0, None, How.NEITHER)),
    Cleared(1),
    ResultAsked(QUERY),
    ResultSettled("5", 3, "told"),
    Closed(False),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda each: type(each).__name__)
def test_entries_come_back_as_they_were(entry: Entry) -> None:
    assert decode_entry(*encode_entry(entry)) == entry


def test_an_entry_of_another_kind_is_an_error() -> None:
    with pytest.raises(CodecError, match="no entry"):
        decode_entry("Danced", "{}")
    with pytest.raises(CodecError, match="no Left"):
        decode_entry("Left", '{"player": []}')


def test_who_only_looks_is_not_held_up_by_a_server_that_is_waited_for(
    database_url: str, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(database_url)
    events = Events(store, clock)
    kept = events.begin(EventPlan("Thursday", PairingFormat.SWISS), "", [Joined(Entrant(1, "Anna"))])
    looked = []

    def wait() -> None:
        looking = threading.Thread(target=lambda: looked.append(events.find(kept.number)), daemon=True)
        looking.start()
        looking.join(10.0)

    monkeypatch.setattr(events._patience, "wait", wait)
    after = events.enter(kept.number, [Joined(Entrant(2, "Ben"))])
    assert looked == [kept] and len(after.event.players) == 2
    events.begin(EventPlan("Friday", PairingFormat.SWISS))
    assert looked == [kept, after]
    store.close()


def test_a_restart_loses_nothing_and_who_entered_what_is_known(database_url: str, clock: HandClock) -> None:
    store = Store(database_url)
    first = Events(store, clock)
    kept = evening(first)
    clock.now += 60
    pairing = pairing_of(kept, "Anna")
    kept = first.enter(kept.number, [Entered(pairing.number, PairingOutcome(pairing.white, (7, 2)))], "Otto")
    store.close()
    store = Store(database_url)
    again = Events(store, clock).find(kept.number)
    store.close()
    assert again == kept and again.entered()[pairing.number].who == "Otto"
    assert again.entered()[pairing.number].wall == clock.wall() == again.begun + 60


def test_what_cannot_be_entered_changes_nothing(events: Events) -> None:
    kept = evening(events)
    for entries in ([Left(3), Entered(99, PairingOutcome(1))], [Paired(())]):
        with pytest.raises(InvalidEntry):
            events.enter(kept.number, entries)
    assert events.find(kept.number) == kept
    with pytest.raises(InvalidEntry, match="no such tournament"):
        events.enter(77, [])
    with pytest.raises(InvalidEntry, match="no such tournament"):
        events.pair(77)


def test_two_programs_never_overwrite_each_other(database_url: str, clock: HandClock) -> None:
    one, other = (Events(Store(database_url), clock) for _ in range(2))
    kept = evening(one)
    assert other.find(kept.number) == kept
    kept = one.enter(kept.number, [Left(1)])
    with pytest.raises(StoreError, match="another Tableside"):
        other.enter(kept.number, [Left(2)])
    assert other.find(kept.number) == kept
    for each in (one, other):
        each._database.dispose()


def test_a_bracket_goes_on_by_itself(events: Events) -> None:
    kept = evening(events, PairingFormat.KNOCKOUT, third_place=True)
    for name in ("Anna", "Ben"):
        pairing = pairing_of(kept, name)
        kept = events.enter(kept.number, [Entered(pairing.number, PairingOutcome(pairing.white))], "Maria")
    assert len(kept.event.pairings) == 4 and [each.who for each in kept.log][-1] == ""
    assert events.find(kept.number) == kept


def test_a_match_gives_its_pairing_a_result(events: Events, clock: HandClock) -> None:
    kept = evening(events)
    clock.now += 1200
    pairing = pairing_of(kept, "Anna")
    opponent = kept.event.player(pairing.other(1)).name
    found = finished(clock, f"  {opponent.upper()}", "anna", (4, 7))
    assert events.take([found]) == 1 and events.take([found]) == 0
    event = events.find(kept.number).event  # type: ignore[union-attr]
    result = event.results[pairing.number]
    assert result.outcome.winner == 1 and sorted(result.outcome.score or ()) == [4, 7]
    assert (result.table, result.match) == ("5", 1) and not event.queries
    told = tournament_json(events.find(kept.number))["pairings"][pairing.number - 1]["result"]  # type: ignore[arg-type]
    assert told["table"] == "5" and told["match"] == 1 and not told["corrected"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"length": 5, "score": (5, 3)}, "length"),
        ({"white": "Ana"}, "names"),
        ({"white": ""}, "names"),
        ({"ended": None}, "undated"),
    ],
)
def test_what_is_not_sure_is_asked(
    events: Events, clock: HandClock, change: dict[str, object], why: str
) -> None:
    kept = evening(events, names=("Anna", "Ben"))
    clock.now += 1200
    found = finished(clock, **{"white": "Anna", "black": "Ben", **change})  # type: ignore[arg-type]
    assert events.take([found]) == 1 and events.take([found]) == 0
    event = events.find(kept.number).event  # type: ignore[union-attr]
    (query,) = event.queries
    assert query.why == why and query.pairings == (1,) and not event.results
    # a person says that it is nobody's: it is never asked again
    events.enter(kept.number, [ResultSettled("5", 1, query.told)], "Maria")
    assert events.take([found]) == 0 and not events.find(kept.number).event.queries  # type: ignore[union-attr]


def test_what_has_nothing_to_do_with_it_is_left_alone(events: Events, clock: HandClock) -> None:
    kept = evening(events, names=("Anna", "Ben", "Cleo", "Dan"))
    before = finished(clock, "Anna", "Cleo", ended=clock.wall() - 5)
    clock.now += 1200
    friendly = finished(clock, "Anna", "Ben")
    strangers = finished(clock, "Xenia", "Yannick", match=2)
    nobody = finished(clock, "", "", match=3)
    still_on = finished(clock, "Anna", "Cleo", match=4, is_open=True)
    assert events.take([before, friendly, strangers, nobody, still_on]) == 0
    assert events.find(kept.number) == kept


def test_the_same_pair_twice_is_asked(events: Events, clock: HandClock) -> None:
    evening(events, PairingFormat.ROUND_ROBIN, ("Anna", "Ben"), cycles=2)
    clock.now += 1200
    assert events.take([finished(clock, "Anna", "Ben")]) == 1
    (query,) = events.find(1).event.queries  # type: ignore[union-attr]
    assert query.why == "several" and query.pairings == (1, 2)
    other = evening(events, names=("Anna", "Ben"))
    clock.now += 1200
    assert events.take([finished(clock, "Anna", "Ben", match=2)]) == 2
    assert events.find(other.number).event.queries[0].why == "several"  # type: ignore[union-attr]


def test_a_result_that_a_person_was_quicker_with_is_linked_or_asked_about(
    events: Events, clock: HandClock
) -> None:
    kept = evening(events, names=("Anna", "Ben"))
    events.enter(kept.number, [Entered(1, PairingOutcome(1, None))], "Maria")
    clock.now += 60
    assert events.take([finished(clock, "Anna", "Ben")]) == 1
    result = events.find(kept.number).event.results[1]  # type: ignore[union-attr]
    assert result.outcome.score == (7, 4) and result.match == 1
    # they play once more: who knows what for
    assert events.take([finished(clock, "Anna", "Ben", (3, 7), match=2)]) == 1
    event = events.find(kept.number).event  # type: ignore[union-attr]
    assert event.results[1] == result and [each.why for each in event.queries] == ["again"]


def test_a_match_that_was_corrected_at_its_table_is_asked_about(events: Events, clock: HandClock) -> None:
    kept = evening(events, names=("Anna", "Ben"))
    clock.now += 60
    events.take([finished(clock, "Anna", "Ben")])
    assert events.take([finished(clock, "Anna", "Ben", (7, 5))]) == 1
    event = events.find(kept.number).event  # type: ignore[union-attr]
    assert event.results[1].outcome.score == (7, 4) and [each.why for each in event.queries] == ["changed"]


def test_a_question_about_a_pairing_that_was_taken_back_is_asked_anew(
    events: Events, clock: HandClock
) -> None:
    kept = evening(events, names=("Anna", "Ben"))
    clock.now += 60
    late = finished(clock, "Ana", "Ben")
    assert events.take([late]) == 1
    assert not events.enter(kept.number, [Unpaired((1,))]).event.queries
    events.pair(kept.number)
    assert events.take([late]) == 1


def test_a_closed_one_takes_nothing(events: Events, clock: HandClock) -> None:
    kept = evening(events, names=("Anna", "Ben"))
    events.enter(kept.number, [Closed()])
    clock.now += 60
    assert events.take([finished(clock, "Anna", "Ben")]) == 0


def test_pasted_names(events: Events) -> None:
    event = evening(events, names=("Anna", "Ben")).event
    pasted = parse_names(
        " 1. Cleo  Papadopoulou ; 1720; Athens \n\n- anna\n2) Dan\tHelsinki\nMeier, Eva\ncleo papadopoulou",
        event,
    )
    assert pasted.players == (
        Entrant(3, "Cleo Papadopoulou", 1720, "Athens"),
        Entrant(4, "Dan", None, "Helsinki"),
        Entrant(5, "Meier, Eva"),
    )
    assert pasted.known == ("anna", "cleo papadopoulou")
    with pytest.raises(InvalidEntry, match="too many parts"):
        parse_names("Zoe; a; b; c", event)


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=200))
def test_any_text_is_names_or_is_refused(text: str) -> None:
    from engine.tournament.tournament_values import TournamentEvent

    try:
        pasted = parse_names(text, TournamentEvent(EventPlan("x", PairingFormat.SWISS)))
    except InvalidEntry:
        return
    assert [each.number for each in pasted.players] == list(range(1, len(pasted.players) + 1))


@pytest.mark.parametrize("format", PairingFormat)
def test_what_is_told_holds_together(events: Events, format: PairingFormat) -> None:
    kept = evening(events, format, ("Anna", "Ben", "Cleo", "Dan", "Eva"), consolation=True, third_place=True)
    while kept.event.open or tournament_json(kept)["may_pair"]:
        if tournament_json(kept)["may_pair"]:
            kept = events.pair(kept.number)
        for pairing in kept.event.open:
            kept = events.enter(kept.number, [Entered(pairing.number, PairingOutcome(pairing.black, (2, 7)))])
    told = tournament_json(kept)
    assert told["state"] == "over" and told["round"] == told["rounds"]
    assert told["standings"][0]["rank"] == 1 and len(told["crosstable"]) == 5
    assert (told["bracket"] is not None) == (format is PairingFormat.KNOCKOUT)
    assert len(head_json(kept)["leaders"]) == (0 if format is PairingFormat.ROUND_ROBIN else 1)


def test_no_name_turns_round_what_stands_beside_it() -> None:
    plan = EventPlan("Cup", PairingFormat.SWISS)
    pasted = parse_names("\u202eevil; Club\u202c\nevil", TournamentEvent(plan))
    assert [(each.name, each.club) for each in pasted.players] == [("evil", "Club")]
    assert pasted.known == ("evil",)
