"""Odds and chances, and what evidence makes of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.odds import chance, odds, times

LEAST = 1e-4


@given(st.floats(LEAST, 1 - LEAST), st.floats(1e-3, 1e3))
def test_evidence_for_and_against_is_even(p: float, factor: float) -> None:
    assert chance(odds(p, LEAST)) == pytest.approx(p)
    after = times(p, factor, LEAST)
    assert 0 < after < 1 and (after >= p - 1e-12) == (factor >= 1)
    assert times(after, 1 / factor, 1e-12) == pytest.approx(p)


@pytest.mark.parametrize("p", [0.0, 1.0, -0.1, 1.1])
def test_nothing_is_so_sure_that_evidence_cannot_change_it(p: float) -> None:
    assert min(odds(p, LEAST), 1 / odds(p, LEAST)) == pytest.approx(LEAST / (1 - LEAST))
    assert times(p, 1e6 if p <= 0 else 1e-6, LEAST) == pytest.approx(float(p <= 0), abs=0.011)
