"""How many checkers a point holds where some lie on others: laid out at random, found as a network would find them."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from vision.frame import FloatArray
from vision.heaps import (
    EVEN_HEIGHT,
    KnownPoint,
    Rise,
    bar_chances,
    count_chances,
    habits_seen,
    habits_taught,
    is_plain,
    recounted,
    row_chances,
)
from vision.laying import HABITS, USUAL, Habit

RISE = Rise(0.015, 6.0)


def mixed(table: FloatArray, habits: Sequence[float] | FloatArray = USUAL) -> FloatArray:
    """The probabilities of each count at a table of these habits."""
    chances = np.array(habits) @ (table / table.sum(axis=1, keepdims=True))
    return np.asarray(chances, np.float64)


def counted(
    places: Sequence[float], scores: Sequence[float], uppers: Sequence[float], rise: Rise
) -> FloatArray:
    """The probabilities of each count where this point is all that is seen of a table."""
    table = count_chances(places, scores, uppers, rise)
    return mixed(table, habits_seen(USUAL, [table]))


def row(length: int, kind: int = 0) -> FloatArray:
    """The 16x16 table of a point on which just so many are seen."""
    table = np.zeros((16, 16))
    table[(length, 0) if kind == 0 else (0, length)] = 1.0
    return table


def weight(habits: Sequence[float] | FloatArray, fits: Callable[[Habit], bool]) -> float:
    """How likely one of those habits is that fit."""
    return sum(float(p) for p, habit in zip(habits, HABITS, strict=True) if fits(habit))


def told(places: list[float], upper: float = 0.15) -> list[float]:
    """The chances of each count of checkers seen at places, that look alike but for the outermost."""
    uppers = [upper] * (len(places) - 1) + [0.09]
    return [float(p) for p in counted(places, [0.99] * len(places), uppers, Rise())]


@pytest.mark.parametrize("count", range(1, 6))
def test_a_row_is_most_likely_no_more_than_a_row(count: int) -> None:
    chances = told([0.5 + k for k in range(count)])
    assert int(np.argmax(chances)) == count and chances[count] > 0.8


def test_a_row_stays_a_row_where_corners_lie_a_little_off() -> None:
    chances = told([0.26 + k for k in range(5)], 0.25)
    assert int(np.argmax(chances)) == 5 and chances[5] > 0.6


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
    chances = told(places, 0.25)
    assert chances[checkers] > 0.15 and chances[checkers] > 0.4 * max(chances)


def test_a_pyramid_of_five_rows_holds_fifteen() -> None:
    places = [0.5, 0.95, 1.4, 1.9, 2.5, 3.2, 3.75, 4.4]
    uppers = [0.27, 0.55, 0.58, 0.75, 0.91, 0.6, 0.55, 0.18]
    chances = counted(places, [0.99] * len(places), uppers, Rise(0.014, 12.9))
    assert int(np.argmax(chances)) in (14, 15) and chances[15] > 0.1


def test_a_second_row_laid_outward_hides_as_many_as_it_has() -> None:
    chances = told([0.52, 1.0, 2.01, 3.0, 4.02, 5.0], 0.3)
    assert chances[10] > 0.3 and chances[10] > 2 * chances[6]


def test_nobody_can_count_what_lies_straight_on_a_row() -> None:
    chances = told([0.5 + k for k in range(5)], EVEN_HEIGHT)
    assert chances[5] < 0.85
    assert min(chances[6:11]) > 0.004


def test_the_order_of_finding_does_not_matter() -> None:
    places, scores, uppers = (
        [0.8, 1.85, 2.5, 3.5, 4.5],
        [0.9, 0.8, 0.99, 0.97, 0.99],
        [0.3, 0.4, 0.2, 0.1, 0.1],
    )
    forward = counted(places, scores, uppers, RISE)
    assert np.allclose(forward, counted(places[::-1], scores[::-1], uppers[::-1], RISE))


def test_looks_and_rise_can_tell_where_distances_do_not() -> None:
    places = [0.5 + k for k in range(5)]
    by_looks = counted(places, [0.99] * 5, [0.6, 0.6, 0.6, 0.6, 0.3], Rise())
    assert by_looks[5] < counted(places, [0.99] * 5, [0.1] * 5, Rise())[5] - 0.2
    steep = Rise(0.05, -8.0)
    on_the_table, higher = ([p + each * 0.05 * (p + 8.0) for p in places] for each in (0, 1))
    assert (
        counted(higher, [0.99] * 5, [0.2] * 5, steep)[5]
        < counted(on_the_table, [0.99] * 5, [0.2] * 5, steep)[5] - 0.2
    )


def test_a_jumble_is_not_told_for_sure() -> None:
    chances = counted([0.3, 0.62, 1.25, 1.6, 2.1, 2.75, 3.2, 3.3], [0.95] * 8, [0.3] * 8, RISE)
    assert max(chances) < 0.6 and sum(chances[8:]) > 0.8


def test_plain_rows_are_told_by_their_scores_with_a_little_doubt() -> None:
    assert is_plain([0.5, 1.5, 2.5], [0.9] * 3, [0.1] * 3)
    assert not is_plain([0.5, 1.1, 2.1], [0.9] * 3, [0.1] * 3)
    assert not is_plain([0.5, 1.5, 2.5], [0.9] * 3, [0.1, 0.5, 0.1])
    chances = mixed(row_chances(0.9 * row(3, 1) + 0.1 * row(2, 1)))
    assert chances[3] == pytest.approx(0.89, abs=0.01) and 0 < chances[6] < 0.01
    assert chances.sum() == pytest.approx(1)
    on_bar = bar_chances(row(3))
    assert on_bar[3] < chances[3] / 0.9 - 0.02 and on_bar.sum() == pytest.approx(1)


@pytest.mark.parametrize("places", [[12.0], [-3.0], [0.5, 9.5], [6.9, 7.4], [0.5] * 40])
def test_what_no_heap_explains_is_counted_all_the_same(places: list[float]) -> None:
    """Where hands, bands of light or another board mislead the eye, checkers may seem to lie anywhere."""
    table = count_chances(places, [0.99] * len(places), [0.9] * len(places), Rise(0.01, 0.02))
    assert table.shape == (len(HABITS), 16) and np.isfinite(table).all() and table.max() == 1.0
    assert (table.argmax(axis=1) == min(len(places), 15)).all()


THREE_AND_TWO = count_chances([0.5, 1.5, 2.5], [0.99] * 3, [0.5, 0.5, 0.1], Rise())
"""Five checkers, two straight on three."""
FIVE = count_chances([0.5 + k for k in range(5)], [0.99] * 5, [0.15] * 4 + [0.09], Rise())
"""Five checkers in a row."""


def test_a_table_that_lays_short_rows_straight_on_each_other_is_known_by_its_start() -> None:
    habits = habits_taught(USUAL, [(THREE_AND_TWO, 5)] * 4)
    assert weight(habits, lambda habit: habit.row == 3 and habit.is_straight) > 0.6
    unseen, usual = (mixed(row_chances(row(3)), each)[4:].sum() for each in (habits, USUAL))
    assert unseen > 0.15 > 5 * usual
    short, taken = (mixed(THREE_AND_TWO, each) for each in (USUAL, habits))
    assert taken[5] > short[5] and taken[3] < short[3]


def test_rows_of_five_tell_that_no_table_lays_short_ones() -> None:
    def is_short(habit: Habit) -> bool:
        return habit.row < 5

    assert weight(USUAL, is_short) > 0.15
    assert weight(habits_seen(USUAL, [FIVE] * 2), is_short) < 0.02
    assert weight(habits_seen(USUAL, [row_chances(row(4))] * 2), lambda habit: habit.row < 4) < 0.01


def test_habits_are_never_ruled_out_and_are_forgotten_by_other_ones() -> None:
    habits: Sequence[float] = USUAL
    for _ in range(50):
        habits = habits_taught(habits, [(THREE_AND_TWO, 5)] * 4)
    assert min(habits) > 0.09 * min(USUAL) and sum(habits) == pytest.approx(1)
    for _ in range(2):
        habits = habits_taught(habits, [(FIVE, 5)] * 4)
    assert weight(habits, lambda habit: habit.row >= 5) > 0.8
    assert habits_taught(habits, []) == habits


def test_a_point_that_cannot_hold_what_it_is_said_to_hold_speaks_for_no_habit() -> None:
    habits = habits_taught(USUAL, [(FIVE, 2), (row_chances(row(3)), 0)])
    assert habits == pytest.approx(USUAL)


def test_what_does_not_show_is_of_the_kind_that_shows() -> None:
    table = np.zeros((16, 16))
    table[5, 0], table[0, 5], table[4, 1] = 0.9, 0.05, 0.05
    chances = np.zeros(16)
    chances[5], chances[7] = 0.25, 0.75
    after = recounted(table, chances)
    assert after.sum() == pytest.approx(1)
    assert after[7, 0] == pytest.approx(0.9 * 0.75, rel=0.01)
    assert after[6, 1] == pytest.approx(0.05 * 0.75, rel=0.01)


def way_of(rng: np.random.Generator, rows: Sequence[int] = (4, 5, 5, 5, 6)) -> tuple[int, float]:
    """How somebody lays piles: how long a row is, and how far from its beginning the next begins."""
    begins = {"straight": 0.0, "outward": 0.5, "loose": rng.uniform(0, 0.6)}
    return int(rng.choice(rows)), begins[str(rng.choice(list(begins), p=[0.25, 0.5, 0.25]))]


def piled(
    rng: np.random.Generator, rise: Rise, count: int, way: tuple[int, float]
) -> tuple[int, list[float], list[float], list[float]]:
    """A pile of so many checkers, and what is found of it: places, scores, upper heights."""
    row, begins = way
    lengths = [min(max(count - row * layer, 0), row) for layer in range(3)]
    stretch, start = 1 + rng.uniform(-0.03, 0.05), rng.uniform(0, 0.1)
    laid = [
        (0.5 + start + stretch * (k + begins * (layer % 2)) + rng.normal(0, 0.03), layer)
        for layer, length in enumerate(lengths)
        for k in range(length)
    ]
    found: list[tuple[float, float, float]] = []
    for place, layer in laid:
        covers = [abs(place - at) for at, above in laid if above == layer + 1 and abs(place - at) < 1]
        share = 1 - sum(2 / math.pi * (math.acos(d) - d * math.sqrt(1 - d * d)) for d in covers)
        if rng.uniform() < 0.985 / (1 + math.exp((0.47 - share) / 0.07)):
            seen = place + layer * rise.k * (place - rise.below) + rng.normal(0, 0.045)
            height = 1 / (1 + math.exp(-rng.normal(-2.3 if layer == 0 else -0.6, 1.5)))
            found.append((seen, float(rng.uniform(0.9, 0.999)), height))
    outermost = max(range(len(found)), key=lambda i: found[i][0])
    found[outermost] = (*found[outermost][:2], found[outermost][2] * 0.5)
    return sum(lengths), *(list(each) for each in zip(*found, strict=True))  # type: ignore[return-value]


def test_counts_of_heaps_are_as_sure_as_they_are_right() -> None:
    rng = np.random.default_rng(5)
    said: list[tuple[float, bool]] = []
    true: list[float] = []
    for _ in range(250):
        rise = Rise(0.015 * rng.uniform(0.8, 1.25), rng.uniform(-6, 12))
        count, places, scores, uppers = piled(rng, rise, int(rng.integers(6, 16)), way_of(rng))
        # how high checkers stand is known to a fifth or so
        chances = counted(places, scores, uppers, Rise(0.015, rise.below))
        likeliest = int(np.argmax(chances))
        said.append((float(chances[likeliest]), likeliest == count))
        true.append(float(chances[count]))
    bins = [[each for each in said if int(min(each[0], 0.999) * 10) == k] for k in range(10)]
    error = sum(abs(sum(p - right for p, right in each)) for each in bins) / len(said)
    assert error < 0.15
    assert np.mean(np.array(true) < 1e-3) < 0.02


def test_heaps_are_counted_better_at_a_table_whose_start_was_seen() -> None:
    rng = np.random.default_rng(7)
    gained: list[float] = []
    for _ in range(40):
        rise, way = Rise(0.015, rng.uniform(-6, 12)), way_of(rng, (3, 4, 5, 5, 5, 6))
        start: list[KnownPoint] = [(count_chances(*piled(rng, rise, 5, way)[1:], rise), 5) for _ in range(4)]
        habits = habits_taught(USUAL, start)
        for count in rng.integers(6, 13, 5).tolist():
            told, *found = piled(rng, rise, count, way)
            table = count_chances(*found, rise)
            known, unknown = (mixed(table, habits_seen(each, [table]))[told] for each in (habits, USUAL))
            gained.append(math.log(known / unknown))
    assert np.mean(gained) > 0.05
    assert min(gained) > -1.5
