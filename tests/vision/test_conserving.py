"""Which board it is where the number of checkers is known."""

import math

import pytest

from vision.observation import SITES, Chance, Observation, Site

BARE = (Chance(0, 0, 0.9998), Chance(1, 0, 1e-4), Chance(0, 1, 1e-4))


def seen(contents: dict[int, tuple[Chance, ...]], hidden: tuple[int, ...] = ()) -> Observation:
    """A board that looks bare wherever nothing else is said."""
    return Observation(
        tuple(Site(i, () if i in hidden else contents.get(i, BARE), i in hidden) for i in SITES)
    )


def heap(kind: str, count: int, more: float = 0.15) -> tuple[Chance, ...]:
    """A pile of which so many are seen, and that may have more."""
    tail = [more * 0.5**k / 2 for k in range(6)]
    counts = [(count, 1 - sum(tail)), *((count + 1 + k, p) for k, p in enumerate(tail) if count + k < 15)]
    return tuple(Chance(n, 0, p) if kind == "light" else Chance(0, n, p) for n, p in counts)


def sure(kind: str, count: int) -> tuple[Chance, ...]:
    """A pile that is told nearly for sure."""
    return heap(kind, count, 0.001)


LIGHT = {6: sure("light", 5), 8: sure("light", 3), 13: sure("light", 5), 24: sure("light", 2)}


def test_what_is_not_seen_lies_in_a_heap_and_nowhere_bare() -> None:
    board = seen({**LIGHT, 1: sure("dark", 2), 12: heap("dark", 5), 19: sure("dark", 5)})
    kept = board.conserving((15, 15))
    held = dict(zip(kept.sites, kept.contents, strict=True))
    assert held[12] == (0, 8) and kept.off == (0, 0)
    assert {site for site, pair in held.items() if pair != (0, 0)} == {6, 8, 13, 24, 1, 12, 19}
    assert kept.board.dark[12] == 8 and sum(kept.board.dark) == 15


def test_what_is_not_seen_lies_where_nothing_can_be_seen() -> None:
    kept = seen({**LIGHT, 1: sure("dark", 2), 19: sure("dark", 5)}, hidden=(17,)).conserving((15, 15))
    assert dict(zip(kept.sites, kept.contents, strict=True))[17] == (0, 8)
    assert kept.off == (0, 0)


def test_with_all_at_home_the_others_are_off() -> None:
    kept = seen({2: sure("light", 2), 3: sure("light", 3), 19: sure("dark", 2)}).conserving((15, 15))
    assert kept.off == (10, 13) and kept.off_chance > 0.9
    assert sum(a + b for a, b in kept.contents) == 7


def test_nothing_is_moved_to_a_bare_point_though_nothing_else_explains_it() -> None:
    kept = seen({**LIGHT, 1: sure("dark", 2), 10: sure("dark", 1), 19: sure("dark", 2)}).conserving((15, 15))
    assert kept.off == (0, 10)
    assert all(
        pair == (0, 0)
        for site, pair in zip(kept.sites, kept.contents, strict=True)
        if site not in (6, 8, 13, 24, 1, 10, 19)
    )


def test_a_faint_checker_is_believed_where_one_is_wanting() -> None:
    faint = (Chance(0, 0, 0.8), Chance(0, 1, 0.2))
    board = seen(
        {**LIGHT, 1: sure("dark", 2), 12: sure("dark", 5), 19: sure("dark", 5), 17: sure("dark", 2), 9: faint}
    )
    kept = board.conserving((15, 15))
    held, chances = (
        dict(zip(kept.sites, kept.contents, strict=True)),
        dict(zip(kept.sites, kept.chances, strict=True)),
    )
    assert held[9] == (0, 1) and chances[9] > 0.85


def test_too_many_are_too_few_somewhere() -> None:
    over = (Chance(6, 0, 0.6), Chance(5, 0, 0.4))
    kept = seen({**LIGHT, 6: over, 12: sure("dark", 15)}).conserving((15, 15))
    assert dict(zip(kept.sites, kept.contents, strict=True))[6] == (5, 0)
    assert kept.chances[5] > 0.9 and kept.off == (0, 0)


def test_in_a_game_that_begins_off_the_board_they_may_well_be_off() -> None:
    board = seen({6: heap("light", 5, 0.05), 20: sure("light", 2), 19: sure("dark", 15)})
    assert board.conserving((15, 15), aside=True).off == (8, 0)


@pytest.mark.parametrize("men", [3, 6, 12, 15])
def test_there_are_always_just_as_many(men: int) -> None:
    for board in (seen({}), seen(LIGHT), seen(LIGHT, hidden=(3, 25)), seen({4: sure("light", 15)})):
        kept = board.conserving((men, men)).board
        assert (sum(kept.light), sum(kept.dark)) == (men, men)
        assert all(0 <= p <= 1 + 1e-9 and math.isfinite(p) for p in board.conserving((men, men)).chances)
