"""At most fifteen checkers of a kind, the one that is doubted most goes; and mostly just fifteen."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.observation import MOST, SITES, Chance, Site
from vision.whole_board import ALL_HOME, ALL_THERE, EMPTY, SPARE, SURELY, together


def board(light: dict[int, tuple[int, float]]) -> tuple[Site, ...]:
    """Sites with so many light checkers, so surely, and nothing else."""
    sites = []
    for index in SITES:
        count, p = light.get(index, (0, 1.0))
        chances = [Chance(count, 0, p)] + ([Chance(0, 0, 1 - p)] if p < 1 else [])
        sites.append(Site(index, tuple(sorted(chances, key=lambda c: -c.p))))
    return tuple(sites)


def test_the_most_doubtful_is_none() -> None:
    sites = board({1: (5, 0.9999), 6: (5, 0.9999), 13: (5, 0.9999), 20: (1, 0.7), 21: (1, 0.95)})
    weighed = {site.index: site.likeliest for site in together(sites)}
    assert (weighed[1].light, weighed[6].light, weighed[13].light) == (5, 5, 5)
    assert weighed[20].light == weighed[21].light == 0
    # what stays has paid for it with its certainty
    assert weighed[1].p < 0.9999


def test_a_board_that_is_not_too_full_stays_as_it_is() -> None:
    sites = board({1: (5, 0.9), 6: (5, 0.8), 13: (5, 0.99)})
    assert together(sites) == sites


def test_of_far_too_many_none_is_sure() -> None:
    """Sixteen points that all surely hold two are print, most of them: who knows which."""
    sites = board({index: (2, 0.9999) for index in range(1, 17)})
    sure = [site for site in together(sites) if site.index <= 16 and site.likeliest.p > 0.9]
    assert not sure
    heaps = board({1: (9, 0.9999), 6: (8, 0.6), 20: (1, 0.9999)})  # a heap that is counted wrong
    assert {s.index: s.likeliest for s in together(heaps)}[20].p > 0.9


def test_what_is_hidden_says_nothing() -> None:
    sites = board({1: (8, 0.99), 6: (8, 0.9)})
    hidden = tuple(Site(12, (), True) if site.index == 12 else site for site in sites)
    weighed = {site.index: site for site in together(hidden)}
    assert weighed[12].hidden and weighed[1].likeliest.light + weighed[6].likeliest.light <= MOST


@given(st.lists(st.tuples(st.integers(0, 15), st.floats(0.05, 0.95)), min_size=6, max_size=6))
def test_as_by_counting_all_boards(counts: list[tuple[int, float]]) -> None:
    sites = board({index + 1: each for index, each in enumerate(counts)})
    surely = sum(count for count, p in counts if p >= SURELY)
    weighed = together(sites)
    if weighed == sites or surely > MOST + SPARE:
        return
    total = np.zeros(6)
    whole = 0.0
    for there in np.ndindex(*(2,) * 6):
        if sum(count for (count, _), is_there in zip(counts, there, strict=True) if is_there) <= MOST:
            p = float(
                np.prod([q if is_there else 1 - q for (_, q), is_there in zip(counts, there, strict=True)])
            )
            whole += p
            total += p * np.array(there)
    for index, (count, _) in enumerate(counts):
        if count:
            told = sum(chance.p for chance in weighed[index].chances if chance.light)
            assert abs(told - total[index] / whole) < 1e-4


def counted(chances: dict[int, dict[int, float]]) -> tuple[Site, ...]:
    """Sites with so many light checkers, each number with its probability, and nothing else."""
    return tuple(
        Site(index, tuple(Chance(n, 0, p) for n, p in sorted(here.items(), key=lambda one: -one[1])))
        for index in SITES
        for here in [chances.get(index, {0: 1.0})]
    )


def test_a_heap_is_as_high_as_makes_all_fifteen() -> None:
    sites = counted({1: {2: 1.0}, 8: {3: 1.0}, 13: {4: 1.0}, 17: {5: 0.85, 6: 0.15}})
    told = {site.index: site.likeliest for site in together(sites, alone=True)}
    assert told[17].light == 6
    assert abs(told[17].p - 0.15 * ALL_THERE / (0.85 + 0.15 * ALL_THERE)) < 1e-6
    assert together(sites) == sites  # a game that is followed knows how many are off


def test_where_all_are_home_some_may_be_off() -> None:
    sites = counted({1: {4: 1.0}, 3: {5: 1.0}, 6: {5: 0.9, 6: 0.1}})
    told = {site.index: site.likeliest for site in together(sites, alone=True)}
    assert told[6].light == 5
    assert abs(told[6].p - 0.9 / (0.9 + 0.1 * ALL_HOME)) < 1e-6


def test_where_something_is_hidden_any_number_may_be_seen() -> None:
    sites = counted({1: {2: 1.0}, 8: {3: 1.0}, 13: {4: 1.0}, 17: {5: 0.85, 6: 0.15}})
    hidden = tuple(Site(12, (), True) if site.index == 12 else site for site in sites)
    assert together(hidden, alone=True) == hidden


def test_two_traces_are_none_where_else_the_board_is_bare() -> None:
    sites = counted({3: {1: 0.7, 0: 0.3}, 16: {1: 0.7, 0: 0.3}})
    told = {site.index: site for site in together(sites, alone=True)}
    empty = 0.3**2 * EMPTY * ALL_THERE**2
    assert told[3].likeliest.light == told[16].likeliest.light == 0
    assert abs(told[3].likeliest.p - (empty + 0.3 * 0.7) / (empty + 1 - 0.3**2)) < 1e-6
