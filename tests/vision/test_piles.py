"""How sure checkers are as parts of a row."""

from vision.piles import settled


def test_a_faint_checker_that_fills_a_gap_gains() -> None:
    after = settled([0.5, 1.5, 2.5], [0.95, 0.4, 0.95])
    assert after[1] > 0.8 and after[0] >= 0.94


def test_what_stands_far_from_the_row_or_over_the_edge_loses() -> None:
    assert settled([0.5, 3.5], [0.95, 0.8])[1] < 0.3
    assert settled([0.1], [0.8])[0] < 0.4
