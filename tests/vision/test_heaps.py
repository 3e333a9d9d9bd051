"""How many checkers a point holds where some lie on others: laid out at random, found as a network would find them."""

import math

import numpy as np
import pytest

from vision.heaps import Rise, count_chances, is_plain, plain_chances, recounted

RISE = Rise(0.015, 6.0)


def told(places: list[float], upper: float = 0.15) -> list[float]:
    """The chances of each count of checkers seen at places, that look alike but for the outermost."""
    uppers = [upper] * (len(places) - 1) + [0.09]
    return [float(p) for p in count_chances(places, [0.99] * len(places), uppers, Rise())]


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
    chances = count_chances(places, [0.99] * len(places), uppers, Rise(0.014, 12.9))
    assert int(np.argmax(chances)) in (14, 15) and chances[15] > 0.1


def test_a_second_row_laid_outward_hides_as_many_as_it_has() -> None:
    chances = told([0.52, 1.0, 2.01, 3.0, 4.02, 5.0], 0.3)
    assert chances[10] > 0.3 and chances[10] > 2 * chances[6]


def test_nobody_can_count_what_lies_straight_on_a_row() -> None:
    chances = told([0.5 + k for k in range(5)], 0.3)
    assert chances[5] < 0.75
    assert min(chances[6:11]) > 0.004


def test_the_order_of_finding_does_not_matter() -> None:
    places, scores, uppers = (
        [0.8, 1.85, 2.5, 3.5, 4.5],
        [0.9, 0.8, 0.99, 0.97, 0.99],
        [0.3, 0.4, 0.2, 0.1, 0.1],
    )
    forward = count_chances(places, scores, uppers, RISE)
    assert np.allclose(forward, count_chances(places[::-1], scores[::-1], uppers[::-1], RISE))


def test_looks_and_rise_can_tell_where_distances_do_not() -> None:
    places = [0.5 + k for k in range(5)]
    by_looks = count_chances(places, [0.99] * 5, [0.6, 0.6, 0.6, 0.6, 0.3], Rise())
    assert by_looks[5] < count_chances(places, [0.99] * 5, [0.1] * 5, Rise())[5] - 0.2
    steep = Rise(0.05, -8.0)
    on_the_table, higher = ([p + each * 0.05 * (p + 8.0) for p in places] for each in (0, 1))
    assert (
        count_chances(higher, [0.99] * 5, [0.2] * 5, steep)[5]
        < count_chances(on_the_table, [0.99] * 5, [0.2] * 5, steep)[5] - 0.2
    )


def test_a_jumble_is_not_told_for_sure() -> None:
    chances = count_chances([0.3, 0.62, 1.25, 1.6, 2.1, 2.75, 3.2, 3.3], [0.95] * 8, [0.3] * 8, RISE)
    assert max(chances) < 0.6 and sum(chances[8:]) > 0.8


def test_plain_rows_are_told_by_their_scores_with_a_little_doubt() -> None:
    assert is_plain([0.5, 1.5, 2.5], [0.9] * 3, [0.1] * 3)
    assert not is_plain([0.5, 1.1, 2.1], [0.9] * 3, [0.1] * 3)
    assert not is_plain([0.5, 1.5, 2.5], [0.9] * 3, [0.1, 0.5, 0.1])
    table = np.zeros((16, 16))
    table[0, 3], table[0, 2] = 0.9, 0.1
    chances = plain_chances(table)
    assert chances[3] == pytest.approx(0.89, abs=0.005) and 0 < chances[6] < 0.01
    assert chances.sum() == pytest.approx(1)


def test_what_does_not_show_is_of_the_kind_that_shows() -> None:
    table = np.zeros((16, 16))
    table[5, 0], table[0, 5], table[4, 1] = 0.9, 0.05, 0.05
    chances = np.zeros(16)
    chances[5], chances[7] = 0.25, 0.75
    after = recounted(table, chances)
    assert after.sum() == pytest.approx(1)
    assert after[7, 0] == pytest.approx(0.9 * 0.75, rel=0.01)
    assert after[6, 1] == pytest.approx(0.05 * 0.75, rel=0.01)


def piled(rng: np.random.Generator, rise: Rise) -> tuple[int, list[float], list[float], list[float]]:
    """A pile of 6 to 15 checkers as people lay them, and what is found of it: places, scores, upper heights."""
    count = int(rng.integers(6, 16))
    row = int(rng.choice([4, 5, 5, 5, 6]))
    begins = {"straight": 0.0, "outward": 0.5, "loose": rng.uniform(0, 0.6)}[
        str(rng.choice(["straight", "outward", "loose"], p=[0.25, 0.5, 0.25]))
    ]
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
            height = 1 / (1 + math.exp(-rng.normal(-1.35 if layer == 0 else -0.8, 0.6)))
            found.append((seen, float(rng.uniform(0.9, 0.999)), height))
    outermost = max(range(len(found)), key=lambda i: found[i][0])
    found[outermost] = (*found[outermost][:2], found[outermost][2] * 0.5)
    return sum(lengths), *(list(each) for each in zip(*found, strict=True))  # type: ignore[return-value]


def test_counts_of_heaps_are_as_sure_as_they_are_right() -> None:
    rng = np.random.default_rng(5)
    said: list[tuple[float, bool]] = []
    true: list[float] = []
    for _ in range(250):
        rise = Rise(0.015 * rng.uniform(0.6, 1.5), rng.uniform(-6, 12))
        count, places, scores, uppers = piled(rng, rise)
        # the camera's height is not known well
        chances = count_chances(places, scores, uppers, Rise(0.015, rise.below))
        likeliest = int(np.argmax(chances))
        said.append((float(chances[likeliest]), likeliest == count))
        true.append(float(chances[count]))
    bins = [[each for each in said if int(min(each[0], 0.999) * 10) == k] for k in range(10)]
    error = sum(abs(sum(p - right for p, right in each)) for each in bins) / len(said)
    assert error < 0.15
    assert np.mean(np.array(true) < 1e-3) < 0.02
