"""Drawing: the picture shows what the scene says, where the geometry says, and the pieces are as pieces are."""

import ast
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.board import Kind
from vision.draw import Studio, corners, draw, preset, presets, random_appearance, studio
from vision.drawing.blocks import CUBE_FACES, NORMALS, BlockPainter, attitude, face_edges
from vision.drawing.board_look import Appearance
from vision.drawing.pinhole_camera import Projector
from vision.scene import (
    Checker,
    CubeSpot,
    Cup,
    DoublingCube,
    Hand,
    Place,
    Scene,
    SceneDie,
    Trays,
    leaning_on_checker,
    leaning_on_rail,
)

SMALL = (480, 360)
LOOK = replace(random_appearance(3, SMALL), noise=0.0)
SIZES = LOOK.sizes


def shot(scene: Scene, look: Appearance = LOOK) -> np.ndarray:
    return draw(scene, look).astype(np.int16)


def changed(before: np.ndarray, after: np.ndarray, by: int = 12) -> np.ndarray:
    """The pixels (x, y) that differ, n x 2."""
    ys, xs = np.nonzero(np.abs(before - after).max(axis=2) > by)
    return np.stack([xs, ys], axis=1)


def test_a_picture_has_the_cameras_size_and_kind() -> None:
    picture = draw(Scene(), LOOK)
    assert picture.shape == (360, 480, 3)
    assert picture.dtype == np.uint8
    assert 20 < picture.mean() < 230


@pytest.mark.parametrize("look", presets(), ids=lambda look: look.name)
def test_corners_are_convex_in_the_picture_and_in_order(look: Appearance) -> None:
    quad = corners(look)
    width, height = look.camera.size
    assert ((quad > 0) & (quad < (width, height))).all()
    (far_left, far_right, near_right, near_left) = quad
    assert far_left[0] < far_right[0]
    assert near_left[0] < near_right[0]
    assert far_left[1] < near_left[1]
    assert far_right[1] < near_right[1]
    edges = np.roll(quad, -1, axis=0) - quad
    turns = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    assert (turns > 0).all()


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))]
)
def test_a_checker_in_a_corner_is_found_at_that_corner(seed: int) -> None:
    look = replace(random_appearance(seed, SMALL), noise=0.0)
    sizes, empty = look.sizes, shot(Scene(), look)
    away = sizes.checker / 2
    quad = corners(look)
    for corner, (x, y) in zip(
        quad,
        (
            (away, sizes.depth - away),
            (sizes.width - away, sizes.depth - away),
            (sizes.width - away, away),
            (away, away),
        ),
        strict=True,
    ):
        for kind in Kind:
            spots = changed(empty, shot(Scene((Checker(kind, Place(x, y)),)), look), 25)
            if len(spots) < 20:
                continue  # a checker in the colour of the surface that it lies on
            size = np.ptp(spots[:, 0])
            assert np.abs(spots.mean(axis=0) - corner).max() < 1.3 * size
            break
        else:
            pytest.fail(f"no checker can be seen at {corner}")


def test_the_playing_surface_ends_at_its_corners() -> None:
    look = replace(
        LOOK,
        palette=replace(LOOK.palette, field=(250, 0, 250), point=(250, 0, 250), other_point=(250, 0, 250)),
        shade=0.0,
    )
    picture = shot(Scene(), look)
    magenta = (picture[..., 2] - picture[..., 1] > 60) & (picture[..., 0] - picture[..., 1] > 60)
    ys, xs = np.nonzero(magenta)
    quad = corners(look)
    on_surface = xs < quad[:, 0].max() + 2
    far_left = quad[0]
    nearest = np.hypot(xs[on_surface] - far_left[0], ys[on_surface] - far_left[1]).min()
    assert nearest < 5
    assert ys.min() > min(quad[0, 1], quad[1, 1]) - 3
    assert ys.max() < max(quad[2, 1], quad[3, 1]) + 4


@pytest.mark.parametrize("face", range(1, 7))
def test_opposite_faces_of_a_die_add_up_to_seven(face: int) -> None:
    assert np.allclose(np.array(NORMALS[face]), -np.array(NORMALS[7 - face]))


def test_dice_are_right_handed() -> None:
    one, two, three = (np.array(NORMALS[face]) for face in (1, 2, 3))
    assert np.cross(one, two) @ three == 1


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0])
def test_the_face_that_is_asked_for_lies_on_top(face: int, turn: float) -> None:
    lying = attitude(face, turn)
    assert np.allclose(lying @ lying.T, np.eye(3))
    assert np.linalg.det(lying) == pytest.approx(1)
    assert np.allclose(lying @ np.array(NORMALS[face]), (0, 0, 1))


@pytest.mark.parametrize("face", range(1, 7))
def test_what_is_on_a_face_is_seen_the_right_way_round(face: int) -> None:
    right, down = face_edges(face)
    assert np.allclose(np.cross(down, right), NORMALS[face])


@pytest.fixture(scope="module")
def close_up() -> Studio:
    look = preset("walnut")
    camera = replace(look.camera, focal=look.camera.focal * 2, size=SMALL)
    return Studio(replace(look, camera=camera, noise=0.0, blur=0.0))


def pips(painter: Studio, die: SceneDie) -> int:
    """The dark spots on the upper face of a die, counted in the picture."""
    look = painter.look
    eye = Projector(look.camera)
    picture = painter.draw(Scene(dice=(die,)))
    middle = np.array([die.at.x, die.at.y, look.sizes.die])
    size = 96
    half = look.sizes.die / 2 * 0.9
    square = middle + np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
    aim = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32)
    flat = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(eye.project(square).astype(np.float32), aim), (size, size)
    )
    dark = (cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY) < 125).astype(np.uint8)
    number, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return sum(int(stats[index, cv2.CC_STAT_AREA]) > 40 for index in range(1, number))


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_pips(close_up: Studio, value: int) -> None:
    aim = close_up.look.camera.target
    assert pips(close_up, SceneDie(value, Place(aim[0], aim[1]))) == value


def test_the_doubling_cube_has_all_its_numbers() -> None:
    assert sorted(CUBE_FACES.values()) == [2, 4, 8, 16, 32, 64]
    bare = shot(Scene())
    seen = {
        number: shot(Scene(cube=DoublingCube(number, SIZES.cube_at(CubeSpot.CENTRE))))
        for number in CUBE_FACES.values()
    }
    assert all(len(changed(bare, picture)) > 50 for picture in seen.values())
    assert all(len(changed(before, after)) > 5 for before, after in pairwise(seen.values()))


def test_the_writing_on_the_cube_is_upright_to_the_near_player() -> None:
    painter = BlockPainter(LOOK, Projector(LOOK.camera), np.ones((360, 480), np.float32))
    for face, number in CUBE_FACES.items():
        _, lying, _ = painter.cube_corners(DoublingCube(number, Place(10, 10)))
        assert np.allclose(lying @ np.array(NORMALS[face]), (0, 0, 1))
        assert np.allclose(lying @ face_edges(face)[1], (0, -1, 0))


def test_a_cube_has_no_other_numbers() -> None:
    with pytest.raises(KeyError):
        draw(Scene(cube=DoublingCube(3, Place(10, 10))), LOOK)


@pytest.mark.parametrize("spot", list(CubeSpot))
def test_the_cube_is_seen_where_it_was_put(spot: CubeSpot) -> None:
    at = SIZES.cube_at(spot)
    spots = changed(shot(Scene()), shot(Scene(cube=DoublingCube(64, at))), 30)
    pixel = Projector(LOOK.camera).project(np.array([at.x, at.y, at.z + SIZES.cube]))
    assert np.abs(spots.mean(axis=0) - pixel).max() < 14


def test_checkers_lie_side_by_side_then_astride() -> None:
    places = [SIZES.on_point(6, index) for index in range(15)]
    flat = [place for place in places if place.z == 0]
    assert len(flat) == 5
    assert all(after.y - before.y >= SIZES.checker - 1e-9 for before, after in pairwise(flat))
    assert [round(place.z / SIZES.thickness) for place in places] == [0] * 5 + [1] * 4 + [2] * 3 + [3] * 2 + [
        4
    ]
    assert len(set(places)) == 15
    assert all(place.y + SIZES.checker / 2 < SIZES.depth / 2 for place in places)


def test_points_run_as_the_near_player_counts_them() -> None:
    xs = [SIZES.point_x(slot) for slot in range(1, 25)]
    assert all(before > after for before, after in pairwise(xs[:12]))
    assert xs[12:] == xs[11::-1]
    assert xs[0] > SIZES.width / 2 > xs[11]


@pytest.mark.parametrize("trays", list(Trays))
@pytest.mark.parametrize("right", [True, False])
def test_thirty_checkers_borne_off_have_room(trays: Trays, right: bool) -> None:
    sizes = replace(SIZES, trays=trays)
    near = [sizes.borne_off(True, index, right) for index in range(15)]
    far = [sizes.borne_off(False, index, right) for index in range(15)]
    assert len(set(near + far)) == 30
    assert max(place.y for place in near) < sizes.depth / 2 < min(place.y for place in far)
    assert all((place.x > sizes.width) is right for place in near + far)


@pytest.mark.parametrize("right", [True, False])
def test_a_die_that_leans_on_the_frame_touches_it_and_the_surface(right: bool) -> None:
    die = leaning_on_rail(4, SIZES, SIZES.depth / 2, right, 0.0, False)
    painter = BlockPainter(LOOK, Projector(LOOK.camera), np.ones((360, 480), np.float32))
    middle, lying, half = painter.die_corners(die)
    corner = (
        np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half @ lying.T + middle
    )
    assert corner[:, 2].min() == pytest.approx(0, abs=1e-6)
    wall = SIZES.width if right else 0.0
    touching = corner[:, 0].max() if right else corner[:, 0].min()
    assert touching == pytest.approx(wall, abs=1e-6)


def test_a_die_that_leans_on_a_checker_stands_beside_it() -> None:
    at = SIZES.on_point(8, 2)
    die = leaning_on_checker(2, SIZES, at, 1.2, False)
    away = np.hypot(die.at.x - at.x, die.at.y - at.y)
    assert SIZES.checker / 2 < away < SIZES.checker / 2 + SIZES.die
    assert die.tip > 0.5


def test_the_same_scene_is_drawn_the_same_and_noise_goes_with_the_number() -> None:
    look = replace(LOOK, noise=2.0)
    scene = Scene((Checker(Kind.DARK, Place(9, 9)),), (SceneDie(5, Place(20, 20)),))
    first, again = Studio(look), Studio(look)
    picture = first.draw(scene, 7)
    first.draw(Scene(), 8)
    assert np.array_equal(picture, first.draw(scene, 7))
    assert np.array_equal(picture, again.draw(scene, 7))
    assert not np.array_equal(picture, again.draw(scene, 8))


def test_noise_is_as_strong_as_it_says() -> None:
    look = replace(LOOK, noise=3.0)
    clean = draw(Scene(), LOOK).astype(np.int16)
    noise = draw(Scene(), look, 5).astype(np.int16) - clean
    assert noise.std() == pytest.approx(3.0, abs=0.3)
    assert abs(noise.mean()) < 0.05


def test_a_picture_may_be_painted_over_without_spoiling_the_next() -> None:
    picture = draw(Scene(), LOOK)
    before = picture.copy()
    picture[:] = 0
    assert np.array_equal(draw(Scene(), LOOK), before)


@pytest.mark.parametrize("far", [True, False])
def test_a_hand_reaches_in_from_its_side(far: bool) -> None:
    bare = shot(Scene())
    reaching = changed(bare, shot(Scene(hands=(Hand(Place(SIZES.width / 2, SIZES.depth / 2, 2), far),))), 25)
    edge = 0 if far else SMALL[1] - 1
    assert (reaching[:, 1] == edge).any()
    assert not (reaching[:, 1] == SMALL[1] - 1 - edge).any()
    outside = Place(SIZES.width / 2, SIZES.depth + 40 if far else -40, 2)
    gone = changed(bare, shot(Scene(hands=(Hand(outside, far),))), 25)
    assert len(gone) < len(reaching) / 8


def test_what_is_held_and_what_covers_is_seen() -> None:
    bare = shot(Scene())
    held = Scene(held=(Checker(Kind.LIGHT, Place(12, 20, 4)),))
    assert len(changed(bare, shot(held))) > 40
    assert len(changed(bare, shot(Scene(cups=(Cup(Place(30, 20)),))))) > 1500


def test_light_off_is_dark_and_a_push_moves_the_picture() -> None:
    bare = shot(Scene())
    assert shot(Scene(light=0.02)).mean() < 6
    pushed = shot(Scene(nudge=(10.0, -6.0, 0.0)))
    assert np.abs(pushed[40:-40, 40:-40] - np.roll(bare, (-6, 10), (0, 1))[40:-40, 40:-40]).max() <= 3


def test_every_preset_has_a_name_and_can_be_found() -> None:
    names = [look.name for look in presets()]
    assert len(set(names)) == len(names) >= 4
    assert preset("club").name == "club"
    assert preset() == presets()[0]
    with pytest.raises(LookupError, match="walnut"):
        preset("purple")


def test_random_looks_are_the_same_for_the_same_seed_only() -> None:
    assert random_appearance(5) == random_appearance(5)
    assert random_appearance(5) != random_appearance(6)
    assert studio(LOOK) is studio(replace(LOOK))


def test_the_projection_can_be_undone() -> None:
    for distortion in (0.0, -0.04):
        eye = Projector(replace(LOOK.camera, distortion=distortion))
        x, y = eye.on_plane(np.zeros(3), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
        for column, row in ((30, 40), (240, 180), (450, 300)):
            back = eye.project(np.array([x[row, column], y[row, column], 0.0]))
            assert np.abs(back - (column, row)).max() < 0.05


def test_the_painter_shares_nothing_with_the_reader() -> None:
    vision = Path(__file__).parents[2] / "vision"
    painter = {"draw", "scene", *(f"drawing.{path.stem}" for path in (vision / "drawing").glob("*.py"))}
    for path in [vision / "draw.py", vision / "scene.py", *(vision / "drawing").glob("*.py")]:
        for module in imports(path):
            if module.startswith("vision."):
                assert module.removeprefix("vision.") in painter, f"{path.name} imports {module}"
    for path in vision.rglob("*.py"):
        if path.stem not in ("draw", "scene") and path.parent.name not in ("drawing", "training"):
            assert not any(
                module.removeprefix("vision.") in painter
                for module in imports(path)
                if module.startswith("vision.")
            ), f"{path.name} imports the painter"


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.append(node.module)
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found
