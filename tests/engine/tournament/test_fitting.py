"""Whether a match from a table is a pairing's, and whose names are the same."""

import pytest

from engine.tournament.entries import Began, Joined, Paired
from engine.tournament.name_matching import is_near, same_name
from engine.tournament.result_matching import Finished, fits
from engine.tournament.tournament_reducer import fold
from engine.tournament.tournament_values import (
    Entrant,
    EventPlan,
    Pairing,
    PairingFormat,
    PairingOutcome,
    TournamentEvent,
)


def evening(*names: str, length: int = 7) -> TournamentEvent:
    players = [Joined(Entrant(number, name)) for number, name in enumerate(names, 1)]
    pairings = tuple(Pairing(each, 1, each, 2 * each - 1, 2 * each) for each in range(1, len(names) // 2 + 1))
    return fold([Began(EventPlan("x", PairingFormat.SWISS, length)), *players, Paired(pairings)])


def match(white: str, black: str, score: tuple[int, int] = (7, 4), length: int = 7) -> Finished:
    return Finished("1", 3, (white, black), score, int(score[1] > score[0]), length)


def test_capitals_and_spaces_make_no_difference() -> None:
    assert same_name("  Anna\u00a0 MEIER") == same_name("anna meier")
    assert same_name("Straße") == same_name("STRASSE")


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Anna Meier", "Ana Meier", True),
        ("Björn", "bjorn", True),
        ("Meier Anna", "Anna Meier", True),
        ("Anna", "Anna Meier", True),
        ("A. Meier", "Anna Meier", True),
        ("Anna Meier", "Anna Schmidt", False),
        ("Anna", "Ben", False),
        ("", "Ben", False),
    ],
)
def test_names_that_are_nearly_alike(one: str, other: str, near: bool) -> None:
    assert is_near(one, other) is near is is_near(other, one)


def test_a_match_fits_its_pairing_whoever_sat_where() -> None:
    event = evening("Anna", "Ben", "Cleo", "Dan")
    (fit,) = fits(event, match("ANNA", " ben"), event.pairings)
    assert fit.is_exact and fit.pairing.number == 1 and not fit.swapped
    (fit,) = fits(event, match("Dan", "cleo", (2, 7)), event.pairings)
    assert fit.is_exact and fit.pairing.number == 2 and fit.swapped
    outcome = match("Dan", "cleo", (2, 7)).outcome(event, fit.pairing, swapped=fit.swapped)
    assert outcome == PairingOutcome(3, (7, 2))


def test_nearly_is_not_exact_and_strangers_fit_nothing() -> None:
    event = evening("Anna", "Ben", "Cleo", "Dan")
    (fit,) = fits(event, match("Ana", "Ben"), event.pairings)
    assert not fit.is_exact
    (fit,) = fits(event, match("", "Ben"), event.pairings)
    assert not fit.is_exact and fit.pairing.number == 1
    assert fits(event, match("Anna", "Cleo"), event.pairings) == ()
    assert fits(event, match("", ""), event.pairings) == ()
    assert fits(event, match("", "Be"), event.pairings) == ()
    # one that is exact leaves those that are nearly so out
    event = evening("Anna", "Ben", "Anna B", "Bent")
    (fit,) = fits(event, match("Anna B", "Bent"), event.pairings)
    assert fit.pairing.number == 2


def test_a_match_of_another_length_gives_no_points() -> None:
    event = evening("Anna", "Ben", length=9)
    (fit,) = fits(event, match("Anna", "Ben"), event.pairings)
    assert match("Anna", "Ben").outcome(event, fit.pairing, swapped=False) == PairingOutcome(1, None)
