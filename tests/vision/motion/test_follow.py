"""Where a board lies from scene to scene: when its corners are searched, and when they are not."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.motion.follow import PAUSE, REST, Whereabouts
from vision.observation import Observation
from vision.reading import read_picture
from vision.rectify import Corners, as_corners, transform

STANDING = {
    6: (4, 0),
    7: (1, 0),
    4: (1, 0),
    8: (2, 0),
    13: (5, 0),
    24: (2, 0),
    1: (0, 2),
    12: (0, 5),
    17: (0, 3),
    19: (0, 5),
}
CARRIED = np.array([[0.5, 0.0, 290.0], [0.0, 0.5, 210.0], [0.0, 0.0, 1.0]])
"""Where the board is carried to, in pixels of the picture before and after."""


class Search:
    """A board whose picture was read, then carried far to another place of the picture, and what is asked about it."""

    def __init__(
        self, model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]
    ) -> None:
        painted = paint(STANDING)
        picture, nets = painted.picture, knowing(painted.maps)  # type: ignore[attr-defined]
        self.model, self.nets = model, nets
        self.carried = np.asarray(cv2.warpPerspective(picture, CARRIED, model.size), np.uint8)
        self.searches = 0
        self.answer: Corners | None = None
        self.whereabouts = Whereabouts(nets, self.find)  # type: ignore[arg-type]
        self.whereabouts.remember(model, picture, self.read(model, picture))

    def read(self, model: BoardModel, picture: NDArray[np.uint8]) -> Observation:
        """What the picture says by a model."""
        seen = read_picture(model, picture, self.nets)  # type: ignore[arg-type]
        assert isinstance(seen, Observation)
        return seen

    def find(self, picture: NDArray[np.uint8]) -> Corners | None:
        """Counts the searches."""
        self.searches += 1
        return self.answer

    def settle(self, since: float, now: float) -> BoardModel | None:
        """Where the carried board lies in a scene that is still since then."""
        return self.whereabouts.settle(
            self.model, self.carried, lambda model: self.read(model, self.carried), since, now
        )


@pytest.fixture
def search(model: BoardModel, paint: Callable[..., object], knowing: Callable[..., object]) -> Search:
    """A board carried to another place."""
    return Search(model, paint, knowing)


def test_corners_are_searched_once_the_scene_rests(search: Search) -> None:
    assert search.settle(10.0, 10.0) is None
    assert search.searches == 0
    assert not search.whereabouts.is_due(10.0 + REST / 2)
    assert search.whereabouts.is_due(10.0 + REST)
    assert search.settle(10.0, 10.0 + REST) is None
    assert search.searches == 1
    # the same scene would only give the same answer
    assert not search.whereabouts.is_due(1000.0)


def test_a_search_is_not_soon_followed_by_another(search: Search) -> None:
    search.settle(10.0, 10.0 + REST)
    assert search.settle(20.0, 20.0 + REST) is None
    assert search.searches == 1
    again = 10.0 + REST + PAUSE
    assert not search.whereabouts.is_due(again - 0.1)
    assert search.whereabouts.is_due(again)
    search.settle(20.0, again)
    assert search.searches == 2


def test_a_film_that_begins_anew_does_not_wait_for_the_last_one(search: Search) -> None:
    search.settle(5000.0, 5000.0 + REST)
    search.settle(0.0, REST)
    assert search.searches == 2


def test_a_new_scene_owes_nothing_of_the_last_one(search: Search) -> None:
    search.settle(10.0, 10.0)
    search.settle(10.5, 10.5)
    assert not search.whereabouts.is_due(10.0 + REST)
    assert search.whereabouts.is_due(10.5 + REST)


@pytest.mark.parametrize("turned", [False, True])
def test_corners_found_anew_are_gone_by_whichever_way_round_they_are(search: Search, turned: bool) -> None:
    a, b, c, d = as_corners(transform(CARRIED, np.array(search.model.corners)))
    search.answer = (c, d, a, b) if turned else (a, b, c, d)
    found = search.settle(10.0, 10.0 + REST)
    assert found is not None
    assert np.abs(np.array(found.corners) - (a, b, c, d)).max() < 2.0
