"""What is printed on points: alike on many of one colour and nowhere else, of a third hue, or seen through."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from vision.bare.printed import printed_points, printed_tops, rings, unseen_firsts, without_print
from vision.board_model import BoardModel, ColourModel, Shade
from vision.checkers import SURE, Top
from vision.colour_model import Looks
from vision.detections import Detections, Spot
from vision.nets import SURFACE

CREAM, WHITE, BLACK = (
    (l, a, b) * 2 for l, a, b in ((228.0, 126.0, 150.0), (245.0, 127.0, 130.0), (30.0, 128.0, 128.0))
)
TEAL = (180.0, 110.0, 124.0) * 2
YELLOW = (220.0, 128.0, 195.0) * 2
Look = tuple[float, ...]


def row(site: int, men: int, looks: Look, seed: int = 0) -> list[Top]:
    """Checkers of some looks, a little unlike each other, in a row on a point."""
    rng = np.random.default_rng([site, seed])
    places = [0.05 + 0.09 * k for k in range(men)]
    return [
        Top(0.5, v if site > 12 else 1 - v, 0.99, tuple(x + rng.normal(0, 2) for x in looks), site)
        for v in places
    ]


def board(men: Mapping[int, tuple[int, Look]]) -> list[Top]:
    """The checkers of a board by point."""
    return [top for site, (count, looks) in men.items() for top in row(site, count, looks)]


def bare(men: Mapping[int, tuple[int, Look]]) -> list[int]:
    """The points that only seem to hold some, on a board of teal felt."""
    tops = board(men)
    return printed_points(tops, printed_tops(tops, np.array(TEAL)))


PLAYED = {
    24: (2, WHITE), 11: (5, WHITE), 8: (3, WHITE), 6: (5, WHITE), 1: (2, BLACK), 12: (5, BLACK), 18: (3, BLACK),
    19: (5, BLACK),
}  # fmt: skip


def test_bases_that_look_like_checkers_are_none() -> None:
    """A class of points has cream discs at its bases, of which the network sees four on the far side."""
    seen = PLAYED | {site: (1, CREAM) for site in (13, 15, 17, 21)}
    assert bare(seen) == [13, 15, 17, 21]


def test_blots_on_points_of_one_colour_are_no_print_where_others_of_it_are_bare() -> None:
    """A side is left with five blots that happen to stand on one colour, of which seven points show nothing."""
    tops = board({site: (1, CREAM) for site in (5, 13, 15, 21, 23)} | {24: (3, BLACK), 20: (4, BLACK)})
    felt, others = np.array(TEAL), (1, 3, 7, 9, 11, 17, 19)
    assert printed_points(tops, printed_tops(tops, felt)) == [5, 13, 15, 21, 23]
    assert printed_tops(tops, felt, bare={site: np.array(TEAL) for site in others}) == {}
    # the disc is printed there, too, but for a point or two in the shade
    as_much = {site: np.array(TEAL if site == 1 else CREAM) for site in others}
    assert printed_points(tops, printed_tops(tops, felt, bare=as_much)) == [5, 13, 15, 21, 23]


def test_what_points_look_like_on_which_nothing_is_seen(cold: BoardModel) -> None:
    rectified = np.full((384, 512, 3), (150, 160, 60), np.uint8)
    tops = [*row(6, 2, WHITE), Top(0.5, 0.05, 0.2, CREAM, 13), Top(0.5, 0.05, 0.01, CREAM, 24)]
    looks = unseen_firsts(tops, Looks(rectified, cold), cold)
    assert set(looks) == set(range(1, 25)) - {6, 13}
    assert all(np.ptp(look.reshape(2, 3), axis=0).max() < 1 for look in looks.values())


def test_an_empty_board_of_both_colours_prints() -> None:
    red = (110.0, 180.0, 150.0) * 2
    seen = {site: (1, CREAM) for site in (13, 15, 17, 21, 23)} | {site: (1, red) for site in (14, 16, 18, 20)}
    assert bare(seen) == [13, 14, 15, 16, 17, 18, 20, 21, 23]


def test_a_game_is_no_print() -> None:
    assert bare(PLAYED) == []
    # blots on one colour, while others of the kind stand elsewhere
    blots = {site: (1, WHITE) for site in (13, 15, 17, 21)} | {6: (5, WHITE), 8: (6, WHITE)}
    assert bare(blots | {1: (2, BLACK), 12: (5, BLACK)}) == []
    # a side that stands on one colour alone, with all that it has
    alone = {2: (4, WHITE), 4: (4, WHITE), 6: (4, WHITE), 8: (3, WHITE)}
    assert bare(alone | {1: (2, BLACK), 12: (5, BLACK)}) == []


def test_rows_of_singles_as_in_nardy_are_no_print() -> None:
    singles = {site: (1, WHITE) for site in range(1, 13)} | {13: (3, WHITE)}
    assert bare(singles | {24: (15, BLACK)}) == []


def test_single_discs_of_a_third_hue_are_print() -> None:
    """Each point, of whatever colour, has a yellow disc at its base."""
    discs = {site: (1, YELLOW) for site in (2, 3, 7, 14, 21)}
    assert bare(PLAYED | discs) == [2, 3, 7, 14, 21]
    # who has nothing but blots left is a kind, as long as there is but one other
    assert bare({24: (2, BLACK), 12: (5, BLACK)} | discs) == []
    # grey is no hue of its own: it may be white in the shade
    shaded = {site: (1, (150.0, 128.0, 130.0) * 2) for site in (2, 3, 7, 14, 21)}
    assert bare(PLAYED | shaded) == []
    # and where one lies on another there are checkers
    assert bare(PLAYED | discs | {7: (2, YELLOW)}) == []


def test_one_kind_in_shade_and_light_is_not_both() -> None:
    """Half of the dark kind lies under a lamp, and the other side has nothing but blots."""
    lit, shaded = (145.0, 122.0, 125.0) * 2, (78.0, 119.0, 124.0) * 2
    seen = {15: (3, lit), 14: (2, lit), 4: (2, shaded), 5: (2, shaded), 8: (2, shaded)}
    assert bare(seen | {site: (1, YELLOW) for site in (11, 12, 13, 21, 24)}) == []


def test_rings_through_which_the_felt_is_seen_are_print() -> None:
    """Rows of rings: more than there are checkers, and in their middle is the board."""
    ring = (*TEAL[:3], 240.0, 128.0, 128.0)
    rows = {site: (4, ring) for site in (2, 4, 10, 14, 16, 20)}
    assert bare(PLAYED | rows) == [2, 4, 10, 14, 16, 20]
    # fifteen may be checkers of the felt's own colour
    few = {2: (5, TEAL), 10: (5, TEAL), 15: (5, TEAL)}
    assert bare(few | {24: (2, WHITE), 11: (5, WHITE), 8: (3, WHITE), 6: (5, WHITE)}) == []


def test_a_reflection_in_the_felts_colour_is_none_of_its_rings() -> None:
    """Fifteen checkers have the felt's colour, and of the others those that a lamp shines on."""
    felts = {2: (5, TEAL), 10: (5, TEAL), 15: (5, TEAL)}
    others = board({24: (2, WHITE), 11: (5, WHITE), 8: (3, WHITE), 6: (5, WHITE)})
    dazzled = [
        replace(top, looks=TEAL) if top.site in (6, 11) and not 0.2 < top.v < 0.8 else top for top in others
    ]
    tops = board(felts) + dazzled
    assert sum(top.looks[:3] == TEAL[:3] for top in dazzled) == 4
    assert printed_tops(tops, np.array(TEAL)) == {}


def test_both_kinds_may_be_near_the_felts_colour() -> None:
    """More than fifteen seem to show the felt in their middle, but one of them lies on the bar, where there is none."""
    pale, paler = (200.0, 110.0, 124.0) * 2, (165.0, 110.0, 124.0) * 2
    game = {
        6: (5, pale),
        8: (3, pale),
        13: (4, pale),
        24: (2, pale),
        1: (2, paler),
        12: (5, paler),
        19: (5, paler),
    }
    assert printed_tops(board(game), np.array(TEAL)) != {}
    assert printed_tops(board(game | {25: (1, pale)}), np.array(TEAL)) == {}


def test_a_checker_on_rings_stands_while_they_are_none() -> None:
    ring = (*TEAL[:3], 240.0, 128.0, 128.0)
    tops = board(PLAYED | {site: (4, ring) for site in (2, 4, 10, 14, 16, 20)})
    on_it = Top(0.5, 0.45, 0.99, WHITE, 14)
    printed = printed_tops([*tops, on_it], np.array(TEAL))
    assert printed_points([*tops, on_it], printed) == [2, 4, 10, 16, 20]
    found = Detections(tuple(Spot(0.5 + top.site / 99, top.v, top.score) for top in tops), (), ())
    shown = [
        Top(spot.u, spot.v, spot.score, top.looks, top.site)
        for spot, top in zip(found.tops, tops, strict=True)
    ]
    left = without_print(found, {(top.u, top.v): p for top, p in printed_tops(shown, np.array(TEAL)).items()})
    assert sum(spot.score > SURE for spot in left.tops) == 30 and len(left.tops) == 54


def test_where_both_kinds_are_known_a_row_of_rings_is_none(cold: BoardModel) -> None:
    felt, ink = (150, 160, 60), (250, 250, 250)
    rectified = np.full((384, 512, 3), felt, np.uint8)
    spots = [Spot(cold.middle(site), 0.95, 0.9) for site in (1, 3, 5, 7, 9)]
    for number, spot in enumerate(spots):
        x, y = round(SURFACE[0] + spot.u * SURFACE[2]), round(SURFACE[1] + spot.v * SURFACE[3])
        cv2.circle(rectified, (x, y), 13, ink, -1 if number == 4 else 3)
    looks = Looks(rectified, cold)

    def of(*kinds: tuple[int, int, int], seen: int = 5) -> int:
        light, dark = (
            Shade(
                tuple(cv2.cvtColor(np.array([[kind]], np.uint8), cv2.COLOR_BGR2LAB)[0, 0].astype(float)) * 2
            )
            for kind in kinds
        )
        known = replace(cold, colour_model=ColourModel(light, dark, (6.0, 3.0, 3.0) * 2))
        found = rings(Detections(tuple(spots[:seen])), looks, known)
        assert (spots[4].u, spots[4].v) not in found
        return len(found)

    assert of((250, 250, 250), (30, 30, 30)) == 4
    assert of((250, 250, 250), felt) == 0  # checkers of the board's own colour
    assert of((250, 250, 250), (30, 30, 30), seen=3) == 0  # the middle of one may be hidden by glare
