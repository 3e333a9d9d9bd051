"""The ways to lay checkers down, and what people's habits make of them."""

import numpy as np
import pytest

from vision.laying import COUNTS, HABITS, ROWS, STRAIGHT, USUAL, all_ways, flat


def test_over_all_tables_habits_come_to_what_is_usual() -> None:
    assert sum(USUAL) == pytest.approx(1)
    shares = list(zip(USUAL, HABITS, strict=True))
    assert sum(share * habit.straight for share, habit in shares) == pytest.approx(STRAIGHT, abs=0.005)
    for row, usual in ROWS.items():
        assert sum(share * habit.full(row) for share, habit in shares) == pytest.approx(usual)


def test_a_count_is_as_rare_whatever_the_habit() -> None:
    ways = all_ways()
    for total in range(1, 16):
        assert np.allclose(ways.prior[:, ways.totals == total].sum(axis=1), COUNTS[total])


def test_rows_end_where_the_habit_has_it() -> None:
    one_row = flat()
    for habit, chances in zip(HABITS, one_row, strict=True):
        assert (chances[: habit.row + 1] > 0.8).all() and (chances[habit.row + 1 :] < 0.2).all()


def test_faces_lie_from_the_edge_outward_and_none_shows_below_a_whole_row() -> None:
    ways = all_ways()
    shown = ways.places[:, 4]  # no start and no stretch
    for column in range(len(ways.totals)):
        places = shown[: ways.faces[column], column]
        assert (np.diff(places) >= 0).all()
        assert ways.faces[column] <= ways.totals[column]
