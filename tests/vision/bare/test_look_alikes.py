"""Points of one colour that look alike: print, where the eye sees checkers on nearly all of them."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from engine.board import BAR, POINTS
from vision.bare.look_alikes import printed_alike, standing_odds
from vision.board_model import BoardModel
from vision.checkers import Top
from vision.colour_model import Looks
from vision.detections import Spot
from vision.frame import Picture
from vision.rectify import canvas_of

FELT, POINT, EARTH, INK = (70, 120, 60), (90, 160, 200), (60, 95, 150), (250, 245, 240)
WHITE, BLACK = (235, 230, 225), (40, 45, 50)
EVEN, ODD = ([site for site in POINTS if site % 2 == colour] for colour in (0, 1))
Seen = Mapping[int, tuple[int, tuple[int, int, int]]]


def places(model: BoardModel, site: int, men: int) -> list[tuple[float, float]]:
    """Where the first checkers of a point lie."""
    vs = [(k + 0.5) * model.checker[1] for k in range(men)]
    return [(model.middle(site), v if site > 12 else 1 - v) for v in vs]


def board(model: BoardModel, men: Seen) -> Picture:
    """A board of whose points every other one bears a ring like a checker at its base, with checkers on it."""
    picture = np.full((384, 512, 3), FELT, np.uint8)
    radius = round(model.checker[1] * 336 / 2) - 2
    for site in POINTS:
        tip = canvas_of(np.array([[model.middle(site), 0.42 if site > 12 else 0.58]]))[0]
        base = canvas_of(np.array([[model.middle(site), 0.0 if site > 12 else 1.0]]))[0]
        half = 0.4 * model.pitch * 448
        corners = np.rint([base - (half, 0), base + (half, 0), tip]).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, POINT if site in EVEN else EARTH, cv2.LINE_AA)
        if site in EVEN:
            x, y = np.rint(canvas_of(np.array(places(model, site, 1)))[0]).astype(int).tolist()
            cv2.circle(picture, (x, y), radius, INK, -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), radius // 2, POINT, 2, cv2.LINE_AA)
    rng = np.random.default_rng(3)
    for site, (count, shade) in men.items():
        for place in places(model, site, count):
            x, y = np.rint(canvas_of(np.array([place]))[0] + rng.uniform(-2, 2, 2)).astype(int).tolist()
            cv2.circle(picture, (x, y), radius + 1, shade, -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), radius - 3, tuple(c // 2 + 60 for c in shade), 1, cv2.LINE_AA)
    noisy = picture.astype(np.int16) + rng.normal(0, 3, picture.shape).round().astype(np.int16)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def tops(model: BoardModel, picture: Picture, counts: Mapping[int, int]) -> list[Top]:
    """What the eye takes for checkers: so many on each point."""
    looks = Looks(picture, model)
    spots = [(Spot(*place, 0.97), site) for site, n in counts.items() for place in places(model, site, n)]
    told = looks.at([spot for spot, _ in spots]).tolist()
    return [
        Top(spot.u, spot.v, 0.97, tuple(look), site) for (spot, site), look in zip(spots, told, strict=True)
    ]


PLAYED: Seen = {
    6: (4, WHITE), 8: (2, WHITE), 13: (4, WHITE), 3: (1, WHITE), 20: (2, WHITE), 24: (2, BLACK), 19: (3, BLACK),
    17: (3, BLACK), 12: (4, BLACK), 1: (2, BLACK),
}  # fmt: skip


@pytest.mark.parametrize("men", [{}, PLAYED], ids=["empty", "in play"])
def test_rings_on_all_points_of_a_colour_are_print(cold: BoardModel, men: Seen) -> None:
    picture = board(cold, men)
    seen = {site: men.get(site, (1, INK))[0] for site in EVEN} | {
        site: n for site, (n, _) in men.items() if site in ODD
    }
    printed = printed_alike(tops(cold, picture, seen), picture, cold)
    assert set(printed) == set(EVEN) - set(men) and min(printed.values()) > 0.8


def test_checkers_on_eleven_points_of_a_colour_are_checkers(cold: BoardModel) -> None:
    """However odd the position: those on the other colour look like them."""
    men = {site: (1 + (site % 3 == 0), WHITE if site % 4 else BLACK) for site in EVEN[:11]}
    men |= {site: (1, WHITE if site % 4 == 1 else BLACK) for site in ODD[:6]}
    picture = board(cold, men)
    assert printed_alike(tops(cold, picture, {site: n for site, (n, _) in men.items()}), picture, cold) == {}


def test_where_few_are_seen_nobody_is_fooled(cold: BoardModel) -> None:
    picture = board(cold, PLAYED)
    assert (
        printed_alike(tops(cold, picture, {site: n for site, (n, _) in PLAYED.items()}), picture, cold) == {}
    )
    assert printed_alike([Top(0.5, 0.5, 0.9, (0.0,) * 6, BAR)], picture, cold) == {}


def test_bare_points_tell_what_stands_on_others(cold: BoardModel) -> None:
    odds = standing_odds(board(cold, PLAYED), cold, [2, 4, 10, 14, 5, 7, 9, 11])
    assert all((odds[site] > 1) == (site in PLAYED) for site in POINTS)
    assert standing_odds(board(cold, PLAYED), cold, [2, 4]) == {}


def test_a_cloth_full_of_dots_is_no_error(cold: BoardModel) -> None:
    picture = board(cold, {})
    one = tops(cold, picture, {6: 1})
    dotted = [Top(top.u, top.v, 0.9, top.looks, site) for site in EVEN for top in one * 40]
    assert set(printed_alike(dotted, picture, cold)) <= set(EVEN)
