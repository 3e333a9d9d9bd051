"""Round robins: FIDE's published tables, and that each couple meets."""

from itertools import combinations

import pytest

from engine.errors import InvalidEntry
from engine.tournament.entries import Joined, Left, Unpaired
from engine.tournament.pairing import berger_rounds, next_pairings, retractable, rounds_of_event
from engine.tournament.standings import standings
from engine.tournament.tournament_reducer import grown
from engine.tournament.tournament_values import Entrant, PairingFormat
from tests.engine.tournament.evenings import field, paired, whole, won

# FIDE Handbook C.05, Annex 1.
PUBLISHED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
    "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
    "5-10 6-4 7-3 8-2 9-1",
}


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_published_tables(players: int) -> None:
    written = [" ".join(f"{one}-{other}" for one, other in each) for each in berger_rounds(players)]
    assert " / ".join(written) == PUBLISHED[players]


@pytest.mark.parametrize("players", range(2, 25))
def test_everybody_meets_everybody_once(players: int) -> None:
    rounds = berger_rounds(players)
    assert len(rounds) == players - 1 + players % 2
    meetings = [tuple(sorted(each)) for turn in rounds for each in turn]
    assert sorted(each for each in meetings if each[0]) == list(combinations(range(1, players + 1), 2))
    for turn in rounds:
        assert sorted(each for meeting in turn for each in meeting if each) == list(range(1, players + 1))


def test_a_double_one_is_paired_at_once_with_seats_changed() -> None:
    event = paired(field(5, PairingFormat.ROUND_ROBIN, cycles=2))
    assert rounds_of_event(event) == 10 == max(each.round for each in event.pairings)
    seats = [(each.white, each.black) for each in event.pairings if not each.is_bye]
    assert len(set(seats)) == len(seats) == 20 and {seat[::-1] for seat in seats} == set(seats)
    assert retractable(event) == event.pairings
    with pytest.raises(InvalidEntry, match="All rounds"):
        next_pairings(event)
    with pytest.raises(InvalidEntry, match="Later rounds"):
        grown(event, Unpaired((1,)))
    with pytest.raises(InvalidEntry, match="Only a Swiss"):
        grown(event, Joined(Entrant(6, "Late")))


def test_who_leaves_early_is_struck_and_who_leaves_late_forfeits() -> None:
    event = paired(field(6, PairingFormat.ROUND_ROBIN))
    for pairing in event.pairings:
        if pairing.round == 1:
            event = won(event, pairing, pairing.white)
    early = grown(event, Left(1))
    assert [(each.player, each.rank) for each in standings(early)][-1] == (1, None)
    assert sum(each.won for each in standings(early)) == 2
    assert all(not each.has(1) for each in early.open)
    for pairing in event.pairings:
        if pairing.round in (2, 3):
            event = won(event, pairing, pairing.white)
    late = {each.player: each for each in standings(grown(event, Left(1)))}
    before = {each.player: each for each in standings(event)}
    assert late[1].rank is not None
    assert sum(each.won for each in late.values()) == sum(each.won for each in before.values()) + 2


def test_a_whole_one() -> None:
    event = whole(field(7, PairingFormat.ROUND_ROBIN))
    assert sum(each.points for each in standings(event)) == 21
