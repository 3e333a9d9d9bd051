"""Swiss rounds, held against every pairing there is of small fields."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidEntry
from engine.tournament.entries import Joined, Left, Paired, Replanned
from engine.tournament.graph import matching
from engine.tournament.pairing import next_pairings
from engine.tournament.swiss import swiss_rounds
from engine.tournament.tournament_points import points_of
from engine.tournament.tournament_reducer import grown
from engine.tournament.tournament_values import Entrant, Pairing, TournamentEvent
from tests.engine.tournament.evenings import field, paired, played, whole, won


def all_pairings(players: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to pair an even number of players."""
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        left = tuple(each for each in rest if each != other)
        for more in all_pairings(left):
            yield ((first, other), *more)


def met(event: TournamentEvent) -> Counter[frozenset[int]]:
    return Counter(frozenset((each.white, each.black)) for each in event.pairings if not each.is_bye)


def rematches(before: Counter[frozenset[int]], couples: list[tuple[int, int]]) -> int:
    return sum(before[frozenset(each)] > 0 for each in couples)


def couples_of(pairings: tuple[Pairing, ...]) -> list[tuple[int, int]]:
    return [(each.white, each.black) for each in pairings if not each.is_bye]


@settings(deadline=None, max_examples=60)
@given(players=st.integers(2, 8), rounds=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_small_fields_are_paired_as_well_as_can_be(players: int, rounds: int, seed: int) -> None:
    event, chance = field(players, rounds=rounds), Random(seed)
    for _ in range(rounds):
        before, points = met(event), points_of(event)
        rested = Counter(each.white for each in event.pairings if each.is_bye)
        pairings = next_pairings(event)
        resting = [each.white for each in pairings if each.is_bye]
        couples = couples_of(pairings)
        there = [*resting, *(player for couple in couples for player in couple)]
        assert sorted(there) == list(range(1, players + 1))
        assert len(resting) == players % 2
        fewest = min(rested[each] for each in there)
        byes = [each for each in there if rested[each] == fewest] if resting else [0]
        # no bye twice before everybody has had one, no rematch while one can be avoided
        assert not resting or resting[0] in byes
        ways = {bye: list(all_pairings(tuple(sorted(set(there) - {bye})))) for bye in byes}
        least = {bye: min(rematches(before, list(way)) for way in each) for bye, each in ways.items()}
        assert rematches(before, couples) == min(least.values())
        if resting:
            lowest = min(points[bye] for bye in byes if least[bye] == min(least.values()))
            assert points[resting[0]] == lowest
        if min(least.values()) == 0:
            # as few as can be leave the highest bracket
            top = max(points[player] for couple in couples for player in couple)
            free = [way for way in ways[resting[0] if resting else 0] if not rematches(before, list(way))]
            assert leaving(points, top, couples) == min(leaving(points, top, list(way)) for way in free)
        event = played(grown(event, Paired(pairings)), chance)


def leaving(points: dict[int, float], top: float, couples: list[tuple[int, int]]) -> int:
    """How many players of the highest bracket play somebody of another."""
    return sum((points[one] == top) != (points[other] == top) for one, other in couples)


@settings(deadline=None, max_examples=15)
@given(players=st.integers(10, 40), seed=st.integers(0, 10**6))
def test_no_rematch_and_one_bye_each_over_an_evening(players: int, seed: int) -> None:
    event = whole(field(players, rounds=7), seed)
    assert max(met(event).values()) == 1
    byes = Counter(each.white for each in event.pairings if each.is_bye)
    assert len(byes) == sum(byes.values()) == (7 if players % 2 else 0)
    for round in range(1, 8):
        there = [
            player for each in event.pairings if each.round == round for player in (each.white, each.black)
        ]
        assert sorted(each for each in there if each) == list(range(1, players + 1))
        tables = sorted(each.table for each in event.pairings if each.round == round and not each.is_bye)
        assert tables == list(range(1, players // 2 + 1))


def test_the_upper_half_meets_the_lower_as_in_the_dutch_system() -> None:
    event = paired(field(8))
    assert [{each.white, each.black} for each in event.pairings] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    for pairing in event.pairings:
        event = won(event, pairing, min(pairing.white, pairing.black))
    second = next_pairings(event)
    assert [{each.white, each.black} for each in second] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_the_lowest_rests_and_the_lowest_of_a_bracket_floats() -> None:
    event = paired(field(7))
    assert [each.white for each in event.pairings if each.is_bye] == [7]
    for pairing in event.open:
        event = won(event, pairing, min(pairing.white, pairing.black))
    # four have a point each (the bye is one), three have none: the lowest of these rests
    second = next_pairings(event)
    assert [{each.white, each.black} for each in second if not each.is_bye] == [{1, 3}, {2, 7}, {4, 5}]
    assert [each.white for each in second if each.is_bye] == [6]


def test_seats_alternate() -> None:
    event = whole(field(20, rounds=6))
    for player in range(1, 21):
        seats = [each.white == player for each in event.pairings if each.has(player)]
        assert abs(2 * sum(seats) - len(seats)) <= 2


def test_who_leaves_is_not_paired_and_who_comes_late_is() -> None:
    event = whole(field(6, rounds=1))
    event = grown(grown(event, Left(3)), Joined(Entrant(7, "Late")))
    event = grown(event, Replanned(replace(event.plan, rounds=3)))
    there = {player for each in next_pairings(event) for player in (each.white, each.black)}
    assert there == {1, 2, 4, 5, 6, 7}


def test_a_round_waits_for_the_one_before() -> None:
    event = paired(field(4))
    with pytest.raises(InvalidEntry, match="Round 1 is not over"):
        next_pairings(event)
    with pytest.raises(InvalidEntry, match="All rounds"):
        next_pairings(whole(event))
    with pytest.raises(InvalidEntry, match="Two players"):
        next_pairings(field(1))


def test_rounds_that_tell_a_winner() -> None:
    assert [swiss_rounds(each) for each in (1, 2, 3, 8, 9, 200)] == [1, 1, 2, 3, 4, 8]


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 9), st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=24))
def test_matchings_are_as_large_as_can_be(size: int, edges: set[tuple[int, int]]) -> None:
    edges = {(a, b) for a, b in edges if a < b < size}
    graph = {each: {b if a == each else a for a, b in edges if each in (a, b)} for each in range(size)}

    def largest(left: list[tuple[int, int]]) -> int:
        if not left:
            return 0
        (a, b), *rest = left
        apart = [each for each in rest if not {a, b} & set(each)]
        return max(largest(rest), 1 + largest(apart))

    mates = matching(graph, range(size))
    assert all(mates[mates[each]] == each and mates[each] in graph[each] for each in mates)
    assert len(mates) == 2 * largest(sorted(edges))
