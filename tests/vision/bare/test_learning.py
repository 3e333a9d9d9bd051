"""How the eye learns its board: from the start, from sure positions, and anew where the board is another."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.board import Occupancy, View
from vision.bare.ground import ground_of
from vision.board_model import BoardModel
from vision.eye import Eye, Sight
from vision.frame import FloatArray, Frame, Picture
from vision.nets import BoardMaps

START = {6: (5, 0), 8: (3, 0), 13: (5, 0), 24: (2, 0), 1: (0, 2), 12: (0, 5), 17: (0, 3), 19: (0, 5)}
LATER = {
    6: (4, 0),
    4: (2, 0),
    8: (2, 0),
    13: (5, 0),
    24: (2, 0),
    1: (0, 2),
    12: (0, 5),
    17: (0, 3),
    19: (0, 5),
}
IMAGINED = (2, 3, 9, 10, 15, 21, 22)

Sites = dict[int, tuple[int, int]]


class Table:
    """A board in front of an eye that begins cold; the network may imagine checkers on points."""

    def __init__(
        self, model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]
    ) -> None:
        self.paint, self.nets = paint, knowing(paint({}).maps)  # type: ignore[attr-defined]
        self.eye = Eye(model, self.nets)  # type: ignore[arg-type]
        self.number = 0

    def shows(
        self, sites: Sites, imagined: tuple[int, ...] = (), change: Callable[[Picture], Picture] | None = None
    ) -> Sight:
        """What the eye makes of a still scene."""
        picture = self.paint(sites).picture  # type: ignore[attr-defined]
        maps: BoardMaps = self.paint(sites | {point: (1, 0) for point in imagined if point not in sites}).maps  # type: ignore[attr-defined]
        self.nets.maps = maps  # type: ignore[attr-defined]
        shown = picture if change is None else change(picture)
        for _ in range(2):
            self.number += 1
            sight = self.eye.see(Frame(shown, self.number / 5, self.number))
        return sight

    def told(self, sight: Sight) -> set[int]:
        """The points on which checkers are seen."""
        assert sight.view is View.CLEAR and sight.observation is not None
        best = sight.observation.best(None)
        return {point for point in range(1, 25) if best.light[point] + best.dark[point]}


def position(sites: Sites) -> Occupancy:
    light, dark = ([sites.get(site, (0, 0))[kind] for site in range(26)] for kind in (0, 1))
    return Occupancy(tuple(light), tuple(dark))


@pytest.fixture
def table(cold: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]) -> Table:
    """A table whose board is not known yet."""
    return Table(cold, paint, knowing)


def test_the_start_teaches_whatever_is_imagined(table: Table) -> None:
    table.shows(START, IMAGINED)
    assert table.eye.model.empty is not None and table.eye.model.near is not None
    assert table.told(table.shows(LATER, IMAGINED)) == set(LATER)


def test_sure_positions_teach_where_the_start_was_missed(table: Table) -> None:
    before = table.told(table.shows(LATER, IMAGINED))
    assert before - set(LATER)
    assert table.eye.teach(position(LATER))
    assert not table.eye.teach(position(LATER)), "one scene teaches once"
    after = table.told(table.shows({**LATER, 6: (3, 0), 5: (1, 0)}, IMAGINED))
    assert after == {*LATER, 5}


def test_what_was_taught_is_undone(table: Table) -> None:
    table.shows(LATER)
    table.eye.teach(position({}))
    assert table.eye.model.empty is not None
    table.eye.unteach()
    assert table.eye.model.empty is None


def test_nothing_is_learned_of_a_scene_that_is_over(table: Table) -> None:
    assert not table.eye.teach(position(START))
    table.shows(LATER)
    table.eye.see(None)
    assert not table.eye.teach(position(LATER))


@pytest.mark.parametrize("gain", [0.55, 1.3])
def test_a_lamp_makes_no_checkers_and_hides_none(table: Table, gain: float) -> None:
    table.shows(START)
    lit = table.shows(LATER, change=lambda picture: np.clip(picture * gain, 0, 255).astype(np.uint8))
    assert table.told(lit) == set(LATER)


def test_another_board_is_learned_anew(table: Table) -> None:
    table.shows(START)
    first = table.eye.model.empty

    def other(picture: Picture) -> Picture:
        return 255 - picture

    assert table.told(table.shows(START, change=other)) == set(START)
    assert table.eye.model.empty != first
    assert first is not None and ground_of(first) is not None
    assert table.told(table.shows(LATER, IMAGINED, change=other)) == set(LATER)


def test_a_checker_that_waits_on_the_bar_does_not_become_a_part_of_it(table: Table) -> None:
    hit = {**LATER, 24: (1, 0), 25: (1, 0)}
    table.shows(hit)
    assert table.eye.teach(position(hit))
    sight = table.shows({**hit, 13: (4, 0), 11: (1, 0)})
    assert sight.observation is not None
    best = sight.observation.best(None)
    assert best.light[25] == 1  # type: ignore[union-attr]


def test_a_board_that_is_learned_in_a_shadow_is_none_of_a_darker_colour(table: Table) -> None:
    def in_shadow(picture: Picture) -> Picture:
        wide = picture.shape[1]
        share = np.where(np.arange(wide) < 0.48 * wide, 0.3, 1.0)
        return np.asarray(picture * share[None, :, None], np.uint8)

    table.shows(START)
    before = ground(table.eye.model)
    for moved in range(1, 6):
        played = {
            site: men for site, men in {**LATER, 13: (5 - moved, 0), 11: (moved, 0)}.items() if any(men)
        }
        table.shows(played, change=in_shadow)
        assert table.eye.teach(position(played))
    after = ground(table.eye.model)
    assert np.median(after / before, axis=(0, 1)) == pytest.approx(1, abs=0.05)
    assert np.percentile(after / before, 5) > 0.9
    seen = table.shows(LATER).observation
    assert seen is not None
    for site in seen.sites:
        likeliest = site.likeliest
        assert (likeliest.light, likeliest.dark) == LATER.get(site.index, (0, 0))
        assert likeliest.p > 0.8


def ground(model: BoardModel) -> FloatArray:
    """What an eye knows of the bare board (192x256), a little brighter than it is."""
    assert model.empty is not None
    known = ground_of(model.empty)
    assert known is not None
    return np.asarray(known.picture.mean(axis=2) + 4, np.float64)
