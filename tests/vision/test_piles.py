"""What lies below other checkers on a point."""

import pytest

from vision.piles import hidden_below


def test_a_row_hides_nothing() -> None:
    for count in range(1, 7):
        pile = hidden_below([0.5 + 1.02 * k for k in range(count)], [0.0] * count)
        assert pile.missing == 0 or pile.p < 0.3


@pytest.mark.parametrize(
    ("places", "checkers"),
    [
        ([0.85, 1.5, 2.5, 3.5, 4.5], 6),
        ([0.45, 0.95, 1.55, 2.5, 3.5, 4.5], 6),
        ([0.8, 1.85, 2.5, 3.5, 4.5], 7),
        ([0.4, 0.95, 2.0, 2.55, 3.55, 4.55], 7),
        ([0.8, 1.85, 2.9, 3.5, 4.5], 8),
    ],
)
def test_a_second_layer_hides_the_first(places: list[float], checkers: int) -> None:
    pile = hidden_below(places, [0.0] * len(places))
    assert len(places) + pile.missing == checkers
    assert pile.missing == 0 or pile.p > 0.5


def test_the_order_of_finding_does_not_matter() -> None:
    places = [0.8, 1.85, 2.5, 3.5, 4.5]
    assert hidden_below(places, [0.0] * 5) == hidden_below(places[::-1], [0.0] * 5)


def test_looks_can_tell_where_distances_do_not() -> None:
    places = [0.66, 1.55, 2.5, 3.5, 4.5]
    assert hidden_below(places, [-4.0, 0.0, 0.0, 0.0, 0.0]).p < 0.2
    sure = hidden_below(places, [6.0, 0.0, 0.0, 0.0, 0.0])
    assert (sure.missing, sure.p > 0.8) == (1, True)


def test_a_short_row_is_not_built_upon() -> None:
    pile = hidden_below([0.55, 1.4], [0.0, 0.0])
    assert pile.missing == 0 or pile.p < 0.2


def test_one_checker_or_very_many_say_nothing() -> None:
    assert hidden_below([0.5], [0.0]).missing == 0
    assert hidden_below([0.3 * k for k in range(14)], [0.0] * 14).missing == 0
