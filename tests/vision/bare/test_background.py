"""What the picture of the empty board adds: checkers that the network overlooks, and those that it imagines."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.bare.bare_background import (
    Background,
    background_by,
    clear_of,
    in_its_shade,
    known_background,
    known_ground,
    weighed,
)
from vision.bare.ground import pieced, small
from vision.bare.start_reading import read_start, start_counts
from vision.board_model import BoardModel
from vision.checkers import assign
from vision.colour_model import Looks, appearance, kind_chances
from vision.detections import Detections, Spot, from_maps
from vision.frame import Picture
from vision.rectify import canvas_of

Rectified = Callable[[dict[int, tuple[int, int]]], Picture]


@pytest.fixture
def rectified(model: BoardModel, paint: Callable[..., object]) -> Rectified:
    """The rectified picture of a painted board."""

    def make(sites: dict[int, tuple[int, int]]) -> Picture:
        picture = paint(sites).picture  # type: ignore[attr-defined]
        return model.rectifier(picture.shape).rectify(picture)

    return make


@pytest.fixture
def warm(model: BoardModel, rectified: Rectified) -> BoardModel:
    """The model with a picture of its empty board."""
    return model.with_empty(rectified({}))


def first_place(model: BoardModel, site: int) -> tuple[float, float]:
    v = 0.5 * model.checker[1]
    return model.lift.raised(model.middle(site), v if site > 12 else 1 - v)


def seen_before(warm: BoardModel, picture: Picture) -> Background:
    behind = behind_of(warm, picture, Detections())
    assert behind is not None
    return behind


def behind_of(model: BoardModel, picture: Picture, found: Detections) -> Background | None:
    """The background that a model knows, if it knows one."""
    bare = known_ground(model, picture)
    return None if bare is None else known_background(model, bare, found)


@pytest.mark.parametrize("site", [1, 7, 11, 13, 23])
@pytest.mark.parametrize("contents", [(1, 0), (0, 1)])
def test_an_overlooked_blot_is_seen(
    warm: BoardModel, rectified: Rectified, site: int, contents: tuple[int, int]
) -> None:
    picture = rectified({site: contents})
    found = weighed(Detections(), Looks(picture, warm), warm, seen_before(warm, picture))
    sure = [top for top in found.tops if top.score > 0.5]
    assert len(sure) == 1
    assert np.hypot(*(np.array([sure[0].u, sure[0].v]) - first_place(warm, site))) < 0.02


@pytest.mark.parametrize("score", [0.7, 0.99])
def test_a_bare_board_stays_bare_and_what_was_imagined_goes(
    warm: BoardModel, rectified: Rectified, score: float
) -> None:
    u, v = first_place(warm, 7)
    found = weighed(
        Detections((Spot(u, v, score),)),
        Looks(rectified({}), warm),
        warm,
        seen_before(warm, rectified({})),
    )
    assert all(top.score < 0.1 for top in found.tops)


def test_a_checker_in_the_boards_own_colours_is_doubted_and_not_denied(
    warm: BoardModel, rectified: Rectified
) -> None:
    """It looks as the bare board does, to all that compares colours; the network may see its rim."""
    u, v = first_place(warm, 7)
    bare = rectified({})
    own = tuple(float(each) for each in appearance(bare, [Spot(u, v, 1.0)], warm.checker)[0])
    assert warm.colour_model is not None
    blending = replace(warm.colour_model, dark=replace(warm.colour_model.dark, mean=own))

    def score(model: BoardModel) -> float:
        found = weighed(Detections((Spot(u, v, 0.98),)), Looks(bare, model), model, seen_before(warm, bare))
        return found.tops[0].score

    assert score(warm) < 0.02
    assert 0.1 < score(replace(warm, colour_model=blending)) < 0.95


@pytest.mark.parametrize("gain", [0.6, 1.25])
def test_other_light_is_no_checker(warm: BoardModel, rectified: Rectified, gain: float) -> None:
    dimmed = np.clip(rectified({}) * gain, 0, 255).astype(np.uint8)
    found = weighed(Detections(), Looks(dimmed, warm), warm, seen_before(warm, dimmed))
    assert not [top for top in found.tops if top.score > 0.5]


def test_in_a_hard_shadow_kinds_are_told_and_bare_points_stay_bare(
    warm: BoardModel, rectified: Rectified
) -> None:
    """Somebody leans over the right half, and the lamp behind them."""
    sites = {4: (2, 0), 9: (0, 2), 15: (2, 0), 22: (2, 0), 20: (0, 2)}
    picture = rectified(sites).copy()
    picture[:, picture.shape[1] // 2 :] = picture[:, picture.shape[1] // 2 :] * 0.3
    spots = tuple(Spot(*first_place(warm, site), 0.99) for site in sites)
    bare = known_ground(warm, picture)
    assert bare is not None
    shaded = in_its_shade(warm, bare, clear_of(Detections(spots), warm))
    assert shaded.shade is not None
    assert shaded.shade[96, 60] == 1 and abs(shaded.shade[96, 200] - 0.3) < 0.1
    chances = [
        kind_chances(Looks(picture, warm, shade).at(spots), warm.colour_model)
        for shade in (None, shaded.shade)
    ]
    lights = [sites[site] == (2, 0) for site in sites]
    assert [p > 0.5 for p in chances[1]] == lights != [p > 0.5 for p in chances[0]]
    behind = known_background(warm, shaded, Detections(spots))
    assert behind is not None
    found = weighed(Detections(spots), Looks(picture, warm, shaded.shade), warm, behind)
    at_all = {site for top, site in zip(found.tops, assign(found.tops, warm), strict=True) if top.score > 0.5}
    assert at_all == set(sites)
    even = known_ground(warm, rectified(sites))
    assert even is not None
    assert in_its_shade(warm, even, clear_of(Detections(spots), warm)).shade is None


def test_nothing_is_supposed_below_a_hand_or_a_die(warm: BoardModel, rectified: Rectified) -> None:
    picture = rectified({8: (1, 0)})
    behind = seen_before(warm, picture)
    covered = np.ones((96, 128), np.float32)
    assert not [
        t
        for t in weighed(Detections(foreign=covered), Looks(picture, warm), warm, behind).tops
        if t.score > 0.5
    ]
    die = Spot(*first_place(warm, 8), 0.9)
    found = weighed(Detections(dice=(die,)), Looks(picture, warm), warm, behind)
    assert all(
        top.score < 0.02 or abs(top.u - die.u) > 0.02 or abs(top.v - die.v) > 0.02 for top in found.tops
    )


def test_print_is_neither_die_nor_cube_once_the_bare_board_is_known(
    warm: BoardModel, rectified: Rectified
) -> None:
    spots = (Spot(0.5, 0.2, 0.99), Spot(0.3, 0.5, 0.99))
    behind = seen_before(warm, rectified({}))
    assert not behind.without_board(Detections(dice=spots, cubes=spots), warm).dice
    thrown = rectified({}).copy()
    x, y = canvas_of(np.array([[0.3, 0.5]]))[0].astype(int)
    thrown[y - 7 : y + 8, x - 7 : x + 8] = 250
    kept = seen_before(warm, thrown).without_board(Detections(dice=spots), warm).dice
    assert kept == spots[1:]


def test_what_other_points_tell_makes_doubt_and_no_checkers(model: BoardModel, rectified: Rectified) -> None:
    picture = rectified({8: (2, 0), 6: (0, 3)})
    bare = [site for site in range(1, 25) if site not in (6, 8)]
    behind = background_by(bare, Detections(), picture, model)
    imagined = Detections((Spot(*first_place(model, 3), 0.9), Spot(*first_place(model, 8), 0.9)))
    found = weighed(imagined, Looks(picture, model), model, behind).tops
    assert found[0].score < 0.2 and found[1].score > 0.6
    # a checker that the network does not see at all is doubted, not told
    overlooked = weighed(Detections(), Looks(picture, model), model, behind).tops
    assert all(top.score < 0.5 for top in overlooked)
    assert max(top.score for top in overlooked) > 0.1


def test_where_a_board_is_painted_its_points_tell_little_of_each_other(
    model: BoardModel, rectified: Rectified
) -> None:
    """Known since the start, but for the points that held checkers then; on one of those stands a blot now."""
    plain, blot = rectified({}), rectified({12: (0, 1)})
    coarse = np.random.default_rng(3).integers(-80, 81, (6, 16, 3)).astype(np.float32)
    paint = cv2.resize(coarse, plain.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    at_start = (1, 6, 8, 12, 13, 17, 19, 24)
    bare = [site for site in range(1, 25) if site not in at_start]
    places = [Spot(*first_place(model, site), 0.5) for site in at_start]
    odds = {}
    for name, laid in (("plain", np.zeros_like(paint)), ("painted", paint)):
        empty, now = (np.clip(each + laid, 0, 255).astype(np.uint8) for each in (plain, blot))
        ground = pieced(small(empty), np.ones((192, 256), bool), bare, model)
        odds[name] = seen_before(replace(model, empty=ground.png()), now).odds(places, model.checker)
    stands = np.array(at_start) == 12
    assert odds["plain"][stands] > 2 and (odds["plain"][~stands] < -2).all()
    assert (odds["painted"][~stands] < 0).all() and (odds["painted"][~stands] > -3).all()


def test_without_an_empty_board_nothing_is_known(model: BoardModel, rectified: Rectified) -> None:
    assert known_ground(model, rectified({})) is None


def test_where_print_looks_like_checkers_seeing_one_tells_little(
    cold: BoardModel, paint: Callable[..., object]
) -> None:
    """The eye was taught by the start; six points that were bare then look like checkers to the network, now too."""
    start = {site: (max(men, 0), max(-men, 0)) for site, men in start_counts(True).items()}
    painted = paint(start)
    picture = painted.picture  # type: ignore[attr-defined]
    shown = cold.rectifier(picture.shape).rectify(picture)
    seen = np.ones((192, 256), bool)
    started = read_start(shown, from_maps(painted.maps), seen, cold, said=True)  # type: ignore[attr-defined]
    assert started is not None
    later = {**start, 6: (0, 0), 5: (5, 0)}
    picture = paint(later).picture  # type: ignore[attr-defined]
    shown = cold.rectifier(picture.shape).rectify(picture)
    firsts = {site: Spot(*first_place(started.model, site), 0.99) for site in (2, 4, 6, 8, 10, 14, 16, 18)}

    def after(*sites: int) -> float:
        found = Detections(tuple(firsts[site] for site in sites))
        behind = behind_of(started.model, shown, found)
        assert behind is not None
        doubted = replace(behind, differences=np.full_like(behind.differences, np.nan))
        tops = weighed(found, Looks(shown, started.model), started.model, doubted).tops
        return next(top.score for top in tops if top.away(*first_place(started.model, 6), (1, 1)) < 1e-6)

    assert after(6, 8) > after(2, 4, 6, 8, 10, 14, 16, 18)
