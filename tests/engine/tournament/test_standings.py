"""Standings, tie-breaks and the crosstable, with figures reckoned by hand."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidEntry
from engine.tournament.crosstable import crosstable
from engine.tournament.entries import Began, Cleared, Closed, Entered, Entry, Joined, Left, Paired, Replanned
from engine.tournament.standings import standings
from engine.tournament.tournament_reducer import fold, grown
from engine.tournament.tournament_values import (
    Entrant,
    EventPlan,
    How,
    Pairing,
    PairingFormat,
    PairingOutcome,
    TieBreak,
    TournamentEvent,
)
from tests.engine.tournament.evenings import field, paired, whole, won


def couple(event: TournamentEvent, one: int, other: int) -> Pairing:
    return next(each for each in event.pairings if {one, other} == {each.white, each.black})


def four(results: str, **plan: object) -> TournamentEvent:
    """A round robin of four with results such as `1:2 7-3`, the first of whom won."""
    event = paired(field(4, PairingFormat.ROUND_ROBIN, **plan))
    for each in results.split(", "):
        (one, other), lost = map(int, each[:3].split(":")), int(each.split("-")[1])
        event = won(event, couple(event, one, other), one, lost)
    return event


def test_a_circle_of_three_is_told_apart_by_difference() -> None:
    # 1, 2 and 3 beat each other in a ring, and all of them beat 4
    event = four("1:2 7-0, 2:3 7-3, 3:1 7-6, 1:4 7-5, 2:4 7-2, 3:4 7-1")
    table = {each.player: each for each in standings(event)}
    assert [(each.player, each.rank) for each in standings(event)] == [(1, 1), (3, 2), (2, 3), (4, 4)]
    # among themselves, Sonneborn-Berger, difference
    assert table[1].ties == (1.0, 2.0, 8.0)
    assert table[2].ties == (1.0, 2.0, 2.0)
    assert table[3].ties == (1.0, 2.0, 3.0)
    assert table[4].ties == (0.0, 0.0, -13.0)


def test_two_are_told_apart_by_their_match() -> None:
    results = "2:1 7-6, 1:3 7-0, 1:4 7-0, 2:3 7-6, 4:2 7-0, 3:4 7-2"
    assert [each.player for each in standings(four(results))] == [2, 1, 3, 4]
    # by points alone 1 (+13) is before 2 (-5), and 3 (-3) before 4 (-5)
    by_difference = four(results, ties=(TieBreak.DIFFERENCE,))
    assert [(each.player, each.ties) for each in standings(by_difference)] == [
        (1, (13.0,)),
        (2, (-5.0,)),
        (3, (-3.0,)),
        (4, (-5.0,)),
    ]


def test_opponents_points_and_a_bye() -> None:
    event = paired(field(5, rounds=2))
    for one, other in ((1, 3), (2, 4)):
        event = won(event, couple(event, one, other), one)
    # three have a point (5 by a bye); 1 meets 2, and 5 somebody below
    event = paired(event)
    event = won(won(event, couple(event, 1, 2), 1), couple(event, 5, 3), 5)
    table = {each.player: each for each in standings(event)}
    assert [(each.player, each.points) for each in standings(event)] == [
        (5, 2.0),
        (1, 2.0),
        (2, 1.0),
        (4, 1.0),
        (3, 0.0),
    ]
    # Solkoff of 1: 3 has 0, 2 has 1; of 5: the bye counts as its own 2, 3 has 0
    assert table[1].ties[:2] == (1.0, 1.0) and table[5].ties[:2] == (2.0, 2.0)


@settings(deadline=None, max_examples=40)
@given(
    players=st.integers(3, 12),
    format=st.sampled_from([PairingFormat.SWISS, PairingFormat.ROUND_ROBIN]),
    seed=st.integers(0, 9999),
)
def test_the_order_of_entering_makes_no_difference(players: int, format: PairingFormat, seed: int) -> None:
    event, chance = paired(field(players, format)), Random(seed)
    results: list[Entry] = [
        Entered(each.number, PairingOutcome(winner, (7, 2) if winner == each.white else (2, 7)))
        for each in event.open
        if (winner := chance.choice((each.white, each.black)))
    ]
    shuffled = chance.sample(results, len(results))
    one, other = event, event
    for entry in results:
        one = grown(one, entry)
    for entry in shuffled:
        other = grown(other, entry)
    assert standings(one) == standings(other) and crosstable(one) == crosstable(other)
    assert [each.rank for each in standings(one)] == sorted(each.rank or 0 for each in standings(one))
    assert (
        sum(each.won for each in standings(one)) == sum(each.lost for each in standings(one)) == len(results)
    )


def test_the_crosstable_has_each_result_twice() -> None:
    event = whole(field(6, PairingFormat.ROUND_ROBIN), 5)
    rows = {each.standing.player: each for each in crosstable(event)}
    for one, row in rows.items():
        for other, against in rows.items():
            cells = row.against(other)
            assert len(cells) == (one != other)
            for cell in cells:
                (back,) = against.against(one)
                assert cell.score == (back.score or ())[::-1] and {cell.result, back.result} == {
                    "won",
                    "lost",
                }


def test_forfeits_count_for_whom_they_favour() -> None:
    event = paired(field(4, rounds=1))
    first, second = event.pairings
    event = grown(event, Entered(first.number, PairingOutcome(first.white, None, How.FORFEIT)))
    event = grown(event, Entered(second.number, PairingOutcome(0, None, How.NEITHER)))
    table = {each.player: each for each in standings(event)}
    assert table[first.white].points == 1.0 and table[first.black].points == 0.0
    assert table[second.white].points == table[second.black].points == 0.0
    assert [cell.result for row in crosstable(event) for cell in row.cells] == ["won", "lost", "lost", "lost"]


def test_draws_count_half() -> None:
    event = paired(field(2, rounds=1, length=0))
    event = grown(event, Entered(1, PairingOutcome(0, (4, 4))))
    assert [(each.points, each.drawn, each.rank) for each in standings(event)] == [(0.5, 1, 1), (0.5, 1, 1)]


BEGAN = Began(EventPlan("Club evening", PairingFormat.SWISS))
ANNA, BEN = Joined(Entrant(1, "Anna")), Joined(Entrant(2, "Ben"))
PLAYING = (BEGAN, ANNA, BEN, Paired((Pairing(1, 1, 1, 1, 2),)))


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ((ANNA,), "no such tournament"),
        ((), "no such tournament"),
        ((BEGAN, BEGAN), "begun already"),
        ((Began(EventPlan(" ", PairingFormat.SWISS)),), "A name of at most"),
        ((Began(EventPlan("x", PairingFormat.SWISS, length=-1)),), "1 to 99 points"),
        ((Began(EventPlan("x", PairingFormat.SWISS, rounds=100)),), "1 to 99 rounds"),
        ((Began(EventPlan("x", PairingFormat.ROUND_ROBIN, cycles=3)),), "once or twice"),
        ((Began(EventPlan("x", PairingFormat.SWISS, win=0.5)),), "more than a draw"),
        ((BEGAN, ANNA, Joined(Entrant(2, " anna "))), "takes part already"),
        ((BEGAN, Joined(Entrant(1, ""))), "A name of at most"),
        ((BEGAN, Joined(Entrant(1, "A", rating=0))), "1 to 9999"),
        ((BEGAN, Joined(Entrant(3, "A"))), "quicker"),
        ((BEGAN, Left(1)), "number 1"),
        ((BEGAN, ANNA, Paired((Pairing(1, 1, 1, 1, 1),))), "against themselves"),
        ((*PLAYING, Paired((Pairing(1, 1, 1, 1, 2),))), "quicker"),
        ((*PLAYING, Paired((Pairing(2, 1, 1, 1, 2),))), "twice in a round"),
        ((*PLAYING, Entered(2, PairingOutcome(1))), "quicker"),
        ((*PLAYING, Entered(1, PairingOutcome(3))), "one of the two"),
        ((*PLAYING, Entered(1, PairingOutcome(1, (3, 7)))), "more points than who lost"),
        ((*PLAYING, Entered(1, PairingOutcome(1, (5, 3)))), "The match is to 7"),
        ((*PLAYING, Entered(1, PairingOutcome(1, (9, 8)))), "The match is to 7"),
        ((*PLAYING, Entered(1, PairingOutcome(1, (7, 3), How.FORFEIT))), "has no points"),
        ((*PLAYING, Entered(1, PairingOutcome(1, None, How.NEITHER))), "no winner"),
        ((*PLAYING, Cleared(1)), "quicker"),
        ((*PLAYING, Closed(), Entered(1, PairingOutcome(1))), "closed"),
        ((*PLAYING, Replanned(EventPlan("x", PairingFormat.KNOCKOUT))), "only the name"),
    ],
)
def test_what_cannot_be_entered_is_said(entries: tuple[Entry, ...], says: str) -> None:
    with pytest.raises(InvalidEntry, match=says):
        fold(entries)


def test_a_name_that_was_put_right_is_the_same_player() -> None:
    event = fold(
        (*PLAYING, Entered(1, PairingOutcome(1, (8, 3))), Joined(Entrant(1, "Anna  M.", 1800, " Helsinki ")))
    )
    assert event.player(1) == Entrant(1, "Anna M.", 1800, "Helsinki")
    assert standings(event)[0].player == 1
