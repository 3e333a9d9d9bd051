"""The chi-squared test: its p-value against tables, closed forms and its own meaning."""

from collections import Counter
from math import erfc, exp, factorial, gamma, isclose, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.library.statistics.dice_statistics import Rolls, compare, upper_gamma

TABLE = (
    (1, 3.841, 0.05), (1, 10.828, 0.001), (2, 5.991, 0.05), (5, 1.145, 0.95), (5, 4.351, 0.5), (5, 11.070, 0.05),
    (5, 15.086, 0.01), (20, 10.851, 0.95), (20, 19.337, 0.5), (20, 31.410, 0.05), (20, 37.566, 0.01), (100, 124.342, 0.05),
)  # fmt: skip
"""Degrees of freedom, critical value, its p: from the tables of any textbook."""


@pytest.mark.parametrize(("degrees", "value", "p"), TABLE)
def test_critical_values_are_those_of_the_tables(degrees: int, value: float, p: float) -> None:
    assert upper_gamma(degrees / 2, value / 2) == pytest.approx(p, rel=1e-3)


@given(a=st.integers(1, 60), x=st.floats(0.0, 300.0))
def test_of_whole_a_it_is_the_sum_of_poissons(a: int, x: float) -> None:
    closed = exp(-x) * sum(x**n / factorial(n) for n in range(a))
    assert isclose(upper_gamma(float(a), x), closed, rel_tol=1e-9, abs_tol=1e-14)


@given(x=st.floats(1e-6, 300.0))
def test_of_a_half_it_is_the_error_function(x: float) -> None:
    assert isclose(upper_gamma(0.5, x), erfc(sqrt(x)), rel_tol=1e-9, abs_tol=1e-14)
    further = upper_gamma(0.5, x) + sqrt(x) * exp(-x) / gamma(1.5)
    assert isclose(upper_gamma(1.5, x), further, rel_tol=1e-9, abs_tol=1e-14)


@given(a=st.floats(0.5, 200.0), xs=st.tuples(st.floats(0.0, 1e4), st.floats(0.0, 1e4)))
def test_it_only_falls_and_stays_a_chance(a: float, xs: tuple[float, float]) -> None:
    low, high = sorted(xs)
    assert 0.0 <= upper_gamma(a, high) <= upper_gamma(a, low) + 1e-12 <= 1.0 + 2e-12


def test_a_textbook_example() -> None:
    # 120 throws of a die; Knuth, The Art of Computer Programming, section 3.3.1, shows the like.
    test = compare([15, 29, 14, 18, 20, 24], [20.0] * 6)
    assert (test.statistic, test.degrees) == (pytest.approx(8.1), 5)
    assert test.p == pytest.approx(0.1512, abs=1e-3)


def test_fair_dice_fail_as_often_as_the_p_value_says() -> None:
    chance = Random(4)
    found = []
    for _ in range(300):
        dice = chance.choices("123456", k=800)
        counts = Counter(
            "".join(sorted(pair, reverse=True)) for pair in zip(dice[::2], dice[1::2], strict=True)
        )
        found.append([test.p for test in Rolls(counts).tests()])
    for which in (0, 1):
        for level in (0.05, 0.5):
            share = sum(each[which] <= level for each in found) / len(found)
            # four standard deviations of a share among so many
            assert abs(share - level) < 4 * sqrt(level * (1 - level) / len(found))
