"""What positions that are known for sure teach, and what they must not."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.board import Occupancy
from vision.bare.ground import ground_of, small
from vision.bare.lessons import MOST, Lesson, Lessons, lesson_of
from vision.board_model import BoardModel, ColourModel, Shade
from vision.checkers import find_tops, known_points, read_sites
from vision.colour_model import Looks
from vision.detections import Detections, from_maps
from vision.frame import Picture
from vision.laying import HABITS
from vision.observation import Observation

Sites = dict[int, tuple[int, int]]
CLEAR = np.ones((192, 256), bool)
FIRST: Sites = {1: (0, 2), 6: (5, 0), 8: (3, 0), 12: (0, 5), 13: (5, 0), 17: (0, 3), 19: (0, 5), 24: (2, 0)}
LATER: Sites = {1: (0, 2), 5: (2, 0), 7: (3, 0), 11: (0, 5), 14: (5, 0), 18: (0, 3), 20: (0, 5), 23: (2, 0)}

Show = Callable[[Sites], tuple[Picture, Detections]]


@pytest.fixture
def show(model: BoardModel, paint: Callable[..., object]) -> Show:
    """A painted board, rectified, and what perfect networks find on it."""

    def shown(sites: Sites) -> tuple[Picture, Detections]:
        painted = paint(sites)
        picture = painted.picture  # type: ignore[attr-defined]
        return model.rectifier(picture.shape).rectify(picture), from_maps(painted.maps)  # type: ignore[attr-defined]

    return shown


def position(sites: Sites) -> Occupancy:
    light, dark = ([sites.get(site, (0, 0))[kind] for site in range(26)] for kind in (0, 1))
    return Occupancy(tuple(light), tuple(dark))


def told(model: BoardModel, shown: tuple[Picture, Detections], sites: Sites) -> Lesson:
    rectified, found = shown
    tops = find_tops(found, Looks(rectified, model), model)
    seen = Observation(read_sites(tops, found.foreign, model))
    men = {site: sum(count) for site, count in sites.items()}
    laid = known_points(tops, found.foreign, model, men)
    return lesson_of(small(rectified), CLEAR, CLEAR, CLEAR, seen, tops, position(sites), laid)


def test_two_positions_show_the_whole_board(cold: BoardModel, show: Show) -> None:
    lessons = Lessons(cold)
    for sites in (FIRST, LATER):
        lessons = lessons.after(told(cold, show(sites), sites))
    model = lessons.model(cold)
    assert model.colour_model is not None and model.empty is not None
    ground = ground_of(model.empty)
    assert ground is not None and ground.known.all()
    away = np.abs(ground.picture.astype(float) - small(show({})[0])).mean(2)
    assert np.percentile(away, 99) < 30 and away.mean() < 3


def test_where_a_checker_stands_beyond_its_point_nothing_is_learned(cold: BoardModel, show: Show) -> None:
    standing = CLEAR.copy()
    standing[88:104, 20:40] = False
    lesson = replace(told(cold, show(FIRST), FIRST), free=standing)
    empty = Lessons(cold).after(lesson).model(cold).empty
    assert empty is not None
    ground = ground_of(empty)
    # between the far and the near points nothing is told by others
    assert ground is not None and not ground.known[94:98, 20:40].any() and ground.known[94:98, 60:80].all()


def test_what_the_eye_imagined_on_a_sure_position_is_no_checker(cold: BoardModel, show: Show) -> None:
    rectified, _ = show(FIRST)
    imagined = show(FIRST | {2: (1, 0), 3: (1, 0), 21: (1, 0)})[1]
    assert {2, 3, 21} <= told(cold, (rectified, imagined), FIRST).bare


def test_quick_hands_teach_nothing_of_the_points_they_have_moved_to(cold: BoardModel, show: Show) -> None:
    # the position is that of before the throw, and the picture already shows 8/5 6/5
    moved = FIRST | {6: (4, 0), 8: (2, 0), 5: (2, 0)}
    lesson = told(cold, show(moved), FIRST)
    assert 5 not in lesson.bare and {2, 3, 4, 7, 9} <= lesson.bare


def test_a_wrong_lesson_is_undone(cold: BoardModel, show: Show) -> None:
    right = Lessons(cold).after(told(cold, show(FIRST), FIRST))
    poisoned = right.after(told(cold, show(LATER), FIRST))
    before, after = right.model(cold).empty, poisoned.model(cold).empty
    assert before is not None and after is not None and before != after
    assert Lessons(right.base, right.taught).model(cold).empty == before
    assert Lessons(cold).model(cold).empty is None


def long_rows(model: BoardModel) -> float:
    """How likely it is taken to be that people at this table lay rows of five and more."""
    return sum(p for p, habit in zip(model.habits, HABITS, strict=True) if habit.row >= 5)


def test_how_rows_are_laid_is_learned_and_quick_hands_teach_nothing_of_it(
    cold: BoardModel, show: Show
) -> None:
    lessons = Lessons(cold).after(told(cold, show(FIRST), FIRST))
    assert long_rows(lessons.model(cold)) > 0.9 > long_rows(cold)
    assert Lessons(lessons.base).model(lessons.model(cold)).habits == cold.habits
    moved = FIRST | {6: (4, 0), 8: (2, 0), 5: (2, 0)}
    assert told(cold, show(moved), FIRST).laid == ()


def test_memory_is_bounded_and_old_light_is_forgotten(cold: BoardModel, show: Show) -> None:
    lessons = Lessons(cold)
    bright, found = show(FIRST)
    for number in range(3 * MOST):
        dimmed = (bright * (1.0 if number < MOST else 0.6)).astype(np.uint8)
        lessons = lessons.after(told(cold, (dimmed, found), FIRST))
        assert len(lessons.taught) <= MOST
    empty = lessons.model(cold).empty
    assert empty is not None
    ground = ground_of(empty)
    assert ground is not None
    bare = small((show({})[0] * 0.6).astype(np.uint8))
    assert np.abs(ground.picture[60:130].astype(float) - bare[60:130]).mean() < 6


def test_dice_like_print_is_learned_where_it_stays_and_dice_are_not(cold: BoardModel, show: Show) -> None:
    clear = CLEAR.copy()
    clear[90:100, 60:70] = False
    plain, found = show(FIRST)

    def shown(marks: list[tuple[int, int]]) -> Lessons:
        lessons = Lessons(cold)
        for x, y in marks:
            rectified = plain.copy()
            rectified[2 * y : 2 * y + 14, 2 * x : 2 * x + 14] = 255
            lesson = replace(told(cold, (rectified, found), FIRST), clear=clear)
            lessons = lessons.after(lesson)
        return lessons

    stays, thrown = shown([(61, 91)] * 4), shown([(61, 91), (20, 91), (80, 91), (200, 91)])
    for lessons, learned in ((stays, True), (thrown, False)):
        empty = lessons.model(cold).empty
        assert empty is not None
        ground = ground_of(empty)
        assert ground is not None
        white = ground.known[93:98, 63:67].all() and ground.picture[93:98, 63:67].min() > 200
        assert bool(white) is learned


def test_no_place_is_bleached_by_a_lamp_that_shines_on_others(cold: BoardModel, show: Show) -> None:
    """The sun moves on, from the left half of the board to the right one."""
    first = told(cold, show(FIRST), FIRST)
    left = np.where(np.arange(256) < 128, 1.0, 0.4)[None, :, None]
    begun = replace(first, picture=np.asarray(first.picture * left, np.uint8))
    right = CLEAR.copy()
    right[:, :136] = False
    moved = replace(first, picture=np.asarray(first.picture * (1.4 - left), np.uint8), even=right)
    once, twice = (Lessons(cold, (begun, *later)).model(cold).empty for later in ((), (moved, moved, moved)))
    assert once is not None and twice is not None
    before, after = (ground_of(each) for each in (once, twice))
    assert before is not None and after is not None
    known = before.known & ~before.told
    known[:, 120:] = False
    ratio = after.picture[known].astype(float) / np.maximum(before.picture[known], 1)
    assert np.percentile(ratio, 90) < 1.15 * np.percentile(ratio, 10), "bright places fade as dark ones do"


def test_where_no_light_is_even_nothing_is_learned_of_the_board(cold: BoardModel, show: Show) -> None:
    lesson = told(cold, show(FIRST), FIRST)
    dim = replace(lesson, even=~CLEAR)
    assert Lessons(cold, (dim, dim)).model(cold).empty is None
    lit = Lessons(cold, (dim, lesson, dim)).model(cold).empty
    assert lit is not None and lit == Lessons(cold, (lesson,)).model(cold).empty


def test_looks_follow_the_light_however_far_and_never_to_the_other_kind(cold: BoardModel, show: Show) -> None:
    """The sun has lain on the red checkers alone, and does no more: they look a third as bright, and greyer."""
    lesson, dark = told(cold, show(FIRST), FIRST), (60.0, 141.0, 145.0) * 2
    known = ColourModel(Shade((63.0, 129.0, 139.0) * 2, 8), Shade(dark, 8), (8.5, 3.0, 3.0) * 2)
    dimmed = np.where(lesson.kinds[:, None] == 1, (17.0, 133.5, 133.5) * 2, known.light.mean)

    def after(*lessons: Lesson) -> ColourModel:
        now = Lessons(replace(cold, colour_model=known), lessons).model(cold).colour_model
        assert now is not None
        return now

    followed = after(*[replace(lesson, looks=dimmed)] * 6)
    assert followed.dark.mean == pytest.approx(dimmed[lesson.kinds == 1][0], abs=5)
    assert followed.light.mean == pytest.approx(known.light.mean)
    lit = np.where(lesson.kinds[:, None] == 1, (90.0, 147.5, 153.5) * 2, known.light.mean)
    assert after(replace(lesson, looks=lit)) == known, (
        "the dark kind is no lighter one for shining in the sun"
    )
