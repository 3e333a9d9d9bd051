"""What is printed on points: alike on many of one colour, and nowhere else."""

import numpy as np

from vision.bare.printed import printed_points
from vision.checkers import Top

CREAM, WHITE, BLACK = (
    (l, a, b) * 2 for l, a, b in ((228.0, 126.0, 150.0), (245.0, 127.0, 130.0), (30.0, 128.0, 128.0))
)
Looks = tuple[float, ...]


def row(site: int, men: int, looks: Looks, seed: int = 0) -> list[Top]:
    """Checkers of some looks, a little unlike each other, in a row on a point."""
    rng = np.random.default_rng([site, seed])
    places = [0.05 + 0.09 * k for k in range(men)]
    return [
        Top(0.5, v if site > 12 else 1 - v, 0.99, tuple(x + rng.normal(0, 2) for x in looks), site)
        for v in places
    ]


def board(men: dict[int, tuple[int, Looks]]) -> list[Top]:
    """The checkers of a board by point."""
    return [top for site, (count, looks) in men.items() for top in row(site, count, looks)]


PLAYED = {
    24: (2, WHITE), 11: (5, WHITE), 8: (3, WHITE), 6: (5, WHITE), 1: (2, BLACK), 12: (5, BLACK), 18: (3, BLACK),
    19: (5, BLACK),
}  # fmt: skip


def test_bases_that_look_like_checkers_are_none() -> None:
    """A class of points has cream discs at its bases, of which the network sees four on the far side."""
    seen = PLAYED | {site: (1, CREAM) for site in (13, 15, 17, 21)}
    assert sorted(printed_points(board(seen))) == [13, 15, 17, 21]


def test_an_empty_board_of_both_colours_prints() -> None:
    red = (110.0, 180.0, 150.0) * 2
    seen = {site: (1, CREAM) for site in (13, 15, 17, 21, 23)} | {site: (1, red) for site in (14, 16, 18, 20)}
    assert sorted(printed_points(board(seen))) == [13, 14, 15, 16, 17, 18, 20, 21, 23]


def test_a_game_is_no_print() -> None:
    assert printed_points(board(PLAYED)) == []
    # blots on one colour, while others of the kind stand elsewhere
    blots = {site: (1, WHITE) for site in (13, 15, 17, 21)} | {6: (5, WHITE), 8: (6, WHITE)}
    assert printed_points(board(blots | {1: (2, BLACK), 12: (5, BLACK)})) == []
    # a side that stands on one colour alone, with all that it has
    alone = {2: (4, WHITE), 4: (4, WHITE), 6: (4, WHITE), 8: (3, WHITE)}
    assert printed_points(board(alone | {1: (2, BLACK), 12: (5, BLACK)})) == []


def test_rows_of_singles_as_in_nardy_are_no_print() -> None:
    singles = {site: (1, WHITE) for site in range(1, 13)} | {13: (3, WHITE)}
    assert printed_points(board(singles | {24: (15, BLACK)})) == []
