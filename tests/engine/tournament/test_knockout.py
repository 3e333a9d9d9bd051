"""Brackets: seeds, byes, third place and consolation, and what a correction does to them."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidEntry
from engine.tournament.entries import Cleared, Entered, Left, Unpaired
from engine.tournament.knockout import bracket, overtaken, rounds_of
from engine.tournament.pairing import may_pair, next_pairings, retractable, rounds_of_event
from engine.tournament.standings import standings
from engine.tournament.tournament_reducer import grown
from engine.tournament.tournament_values import (
    BracketStage,
    PairingFormat,
    PairingOutcome,
    TournamentEvent,
    bracket_order,
)
from tests.engine.tournament.evenings import field, paired, whole, won


def knockout(players: int, **plan: object) -> TournamentEvent:
    return paired(field(players, PairingFormat.KNOCKOUT, **plan))


def by_seed(event: TournamentEvent) -> TournamentEvent:
    """The event, played to its end, the better seed winning each match."""
    while may_pair(event) or event.open:
        event = paired(event) if may_pair(event) else event
        for pairing in event.open:
            event = won(event, pairing, min(pairing.white, pairing.black))
    return event


def test_the_usual_seeding() -> None:
    assert bracket_order(4) == (1, 4, 2, 3)
    assert bracket_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert bracket_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


def test_the_best_have_the_byes_and_meet_last() -> None:
    event = knockout(11)
    assert [each.white for each in event.pairings if each.is_bye] == [1, 4, 5, 2, 3]
    assert rounds_of_event(event) == 4
    event = by_seed(event)
    order = {each.player: each.rank for each in standings(event)}
    assert (
        order[1] == 1
        and order[2] == 2
        and {order[3], order[4]} == {3}
        and {order[each] for each in (5, 6, 7, 8)} == {5}
    )
    assert [(each.white, each.black) for each in event.pairings if each.round == 4] == [(1, 2)]


@settings(deadline=None, max_examples=40)
@given(players=st.integers(2, 33), seed=st.integers(0, 10**6), consolation=st.booleans(), third=st.booleans())
def test_brackets_come_to_an_end(players: int, seed: int, consolation: bool, third: bool) -> None:
    event = whole(knockout(players, consolation=consolation, third_place=third), seed)
    main = [each for each in event.pairings if each.stage is BracketStage.MAIN]
    size = 1 << (players - 1).bit_length()
    assert len(main) == size - 1 and sum(not each.is_bye for each in main) == players - 1
    assert [each.rank for each in standings(event)][:2] == [1, 2]
    assert overtaken(event) == () and not may_pair(event)
    for stage in BracketStage:
        there = [
            (each.round, player)
            for each in event.pairings
            if each.stage is stage
            for player in (each.white, each.black)
        ]
        assert max(Counter(each for each in there if each[1]).values(), default=1) == 1
    if third and players > 3:
        assert [each.rank for each in standings(event)][2:4] == [3, 4]
    if consolation and players > 3:
        # who lost their first match, and only they, play on
        first = {
            each: next(p for p in main if p.has(each) and not p.is_bye) for each in range(1, players + 1)
        }
        losers = {
            each for each, pairing in first.items() if event.results[pairing.number].outcome.winner != each
        }
        there = {
            each for p in event.pairings if p.stage is BracketStage.CONSOLATION for each in (p.white, p.black)
        } - {0}
        assert there == losers
        assert (
            len([each for each in bracket(event) if each.stage is BracketStage.CONSOLATION]) == size // 2 - 1
        )


def test_a_correction_changes_no_later_pairing_but_is_told() -> None:
    event = knockout(4)
    first, second = event.pairings
    event = paired(won(won(event, first, first.white), second, second.white))
    final = event.pairings[-1]
    event = won(event, first, first.black)
    assert event.pairing(final.number) == final and overtaken(event) == (final,) == retractable(event)
    assert event.results[first.number].times == 2
    again = paired(grown(event, Unpaired((final.number,))))
    assert again.pairings[-1].has(first.black) and overtaken(again) == ()
    # with a result it stays until a person takes that away
    settled = won(event, final, final.white)
    assert overtaken(settled) == (final,) and retractable(settled) == ()
    with pytest.raises(InvalidEntry, match="has a result"):
        grown(settled, Unpaired((final.number,)))
    assert retractable(grown(settled, Cleared(final.number))) == (final,)
    with pytest.raises(InvalidEntry, match="Later rounds"):
        grown(grown(event, Cleared(first.number)), Unpaired((first.number,)))


def test_who_leaves_forfeits_on_the_way() -> None:
    event = knockout(4)
    first, second = event.pairings
    event = grown(event, Left(first.white))
    event = paired(won(event, second, second.white))
    final = event.pairings[-1]
    assert final.has(first.black) and final.has(second.white)
    with pytest.raises(InvalidEntry, match="must have a winner"):
        grown(event, Entered(final.number, PairingOutcome(0)))


def test_nothing_to_pair_before_there_are_results() -> None:
    with pytest.raises(InvalidEntry, match="until more results"):
        next_pairings(knockout(8))
    assert rounds_of(field(1, PairingFormat.KNOCKOUT)) == 0
