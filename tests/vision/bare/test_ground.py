"""What the bare board looks like: seen itself, told by points of the same colour, kept as a picture with holes."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.bare.ground import Ground, ground_of, pieced, small, told_by_others
from vision.bare.light import LitGround
from vision.bare.start_reading import start_counts
from vision.bare.strangeness import differing, strange
from vision.board_model import BoardModel
from vision.frame import FloatArray, Mask, Picture
from vision.rectify import canvas_of

Small = Callable[[dict[int, tuple[int, int]]], Picture]
SEEN = np.ones((192, 256), bool)
START = {site: (max(men, 0), max(-men, 0)) for site, men in start_counts(True).items()}
BARE = [site for site in range(1, 25) if site not in START]


@pytest.fixture
def shown(model: BoardModel, paint: Callable[..., object]) -> Small:
    """The small rectified picture of a painted board."""

    def make(sites: dict[int, tuple[int, int]]) -> Picture:
        picture = paint(sites).picture  # type: ignore[attr-defined]
        return small(model.rectifier(picture.shape).rectify(picture))

    return make


def first_places(model: BoardModel) -> FloatArray:
    """Where the first checkers of points 1-24 would lie in the small picture."""
    v = 0.5 * model.checker[1]
    raised = [model.lift.raised(model.middle(site), v if site > 12 else 1 - v) for site in range(1, 25)]
    return canvas_of(np.array(raised)) / 2


def away_from(ground: Ground, picture: Picture) -> FloatArray:
    """How much a picture differs from a ground, in the light of it."""
    return differing(LitGround.of(ground, picture))


def test_the_start_tells_what_all_points_look_like(model: BoardModel, shown: Small) -> None:
    ground = pieced(shown(START), SEEN, BARE, model)
    away = np.abs(ground.picture.astype(float) - shown({})).mean(2)
    assert ground.known.all()
    assert np.percentile(away, 99) < 25 and away.mean() < 2.5


def test_points_are_told_by_others_of_their_colour_alone(model: BoardModel, shown: Small) -> None:
    # of the points with even numbers none but 24 is bare, which lies on the other side of the board
    picture = shown({site: (1, 0) for site in range(2, 24, 2)})
    ground = told_by_others(picture, SEEN, [24], model)
    away = np.abs(ground.picture.astype(float) - shown({})).mean(2)
    rows, columns = slice(104, 178), slice(16 + 19, 16 + 36)
    assert ground.known[rows, columns].mean() < 0.5  # point 11 is odd: nobody tells
    even = slice(16, 16 + 16)
    assert ground.known[rows, even].all() and away[rows, even].mean() < 12


def test_what_lies_on_the_board_is_not_its_ground(model: BoardModel, shown: Small) -> None:
    seen = SEEN.copy()
    seen[80:110, 60:90] = False
    ground = pieced(shown({}), seen, range(1, 25), model)
    assert not ground.known[85:105, 65:85].any()
    again = ground_of(ground.png())
    assert again is not None
    assert (again.known == ground.known).all() and (again.picture == ground.picture).all()
    found = strange(away_from(ground, shown({})), np.array([[75.0, 95.0], [30.0, 30.0]]), (12.0, 12.0))
    assert np.isnan(found[0]) and found[1] < 3


def test_the_network_is_told_how_well_a_place_is_known(model: BoardModel, shown: Small) -> None:
    seen = SEEN.copy()
    seen[80:110, 60:90] = False
    planes = LitGround.of(pieced(shown(START), seen, BARE, model), shown(START)).planes()
    assert planes.shape == (192, 256, 4) and planes.dtype == np.float32
    assert set(np.unique(planes[..., 3]).tolist()) == {0.0, 0.5, 1.0}
    assert not planes[planes[..., 3] == 0].any() and planes[..., :3].max() <= 1
    # a point that has checkers now is told by others, and looks bare
    rows, columns = (
        slice(130, 165),
        slice(*np.rint(first_places(model)[5, 0] + np.array([-3, 3])).astype(int)),
    )
    assert (planes[rows, columns, 3] == 0.5).all()
    assert np.abs(planes[rows, columns, :3] * 255 - shown({})[rows, columns]).mean() < 12


def test_a_checker_is_strange_and_a_shadow_at_one_side_is_not(model: BoardModel, shown: Small) -> None:
    ground = pieced(shown({}), SEEN, range(1, 25), model)
    across, along = model.checker
    u, v = model.lift.raised(model.middle(3), 1 - along / 2)
    place = canvas_of(np.array([[u, v]])) / 2
    size = (across * 224, along * 168)
    assert strange(away_from(ground, shown({3: (1, 0)})), place, size)[0] > 30
    x, y = place[0].astype(int)
    shaded = shown({})
    shaded[y - 10 : y + 10, x + 3 : x + 30] //= 2
    assert strange(away_from(ground, shaded), place, size)[0] < 12


def test_what_is_smaller_than_a_few_pixels_is_told_by_its_rim(model: BoardModel, shown: Small) -> None:
    ground = pieced(shown({}), SEEN, range(1, 25), model)
    place = np.array([[30.0, 30.0], [-5.0, 30.0]])
    found = strange(away_from(ground, shown({})), place, (5.0, 5.0))
    assert found[0] < 3 and np.isnan(found[1])
    assert np.isnan(strange(away_from(ground, shown({})), place, (1.0, 1.0))).all()


def test_a_camera_that_exposes_otherwise_shows_the_same_board(model: BoardModel, shown: Small) -> None:
    ground = pieced(shown({}), SEEN, range(1, 25), model)
    curve = np.interp(np.arange(256), [0, 150, 190, 255], [0, 150, 225, 255]).astype(np.uint8)
    places, size = first_places(model), (model.checker[0] * 224, model.checker[1] * 168)

    def away(sites: dict[int, tuple[int, int]], clear: Mask | None) -> FloatArray:
        picture = curve[shown(sites)]
        return strange(differing(LitGround.of(ground, picture), clear), places, size)

    bright = away({}, None) > 12
    assert bright.sum() >= 8  # bright points look strange, were every shade so many times as bright
    assert (away({}, SEEN) < 6).all()
    assert away({3: (0, 1)}, SEEN)[2] > 30


def test_a_smaller_ground_of_a_former_version_is_known_where_it_was() -> None:
    former = np.full((96, 128, 4), 200, np.uint8)
    former[:, :64, 3] = 0
    ground = ground_of(cv2.imencode(".png", former)[1].tobytes())
    assert ground is not None and ground.known.shape == ground.picture.shape[:2] == (192, 256)
    assert ground.known[:, 128:].all() and not ground.known[:, :128].any()
