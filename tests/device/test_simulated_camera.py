"""The simulated camera keeps time, ends, fails when it is told to, and its films tell the truth."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import CameraError
from device.io.cameras.virtual_camera import PATIENCE, SimulatedCamera, simulated_camera
from device.simulator.disturbances import Disturbance, Trouble
from device.simulator.films import write_film
from device.simulator.stage import TablePace
from device.simulator.virtual_table import VirtualTable
from device.store.settings import MatchSettings, Settings
from engine.games import find_game
from vision.draw import Appearance, corners, draw, random_appearance
from vision.scene import Scene

GAME = find_game("backgammon")


@pytest.fixture(scope="module")
def look() -> Appearance:
    return random_appearance(2, (320, 240))


class Watch:
    """A clock that stands still unless somebody waits."""

    def __init__(self) -> None:
        self.time, self.waits = 100.0, 0

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        assert seconds > 0
        self.time += seconds
        self.waits += 1


def camera_of(look: Appearance, watch: Watch | None = None, **more: object) -> SimulatedCamera:
    table = VirtualTable(GAME, 1, look.sizes)
    clock = {"now": watch.now, "wait": watch.wait} if watch else {"paced": False}
    return SimulatedCamera(table, look, **(clock | more))  # type: ignore[arg-type]


def test_frames_come_one_after_the_other(look: Appearance) -> None:
    camera = camera_of(look)
    frames = [camera.read() for _ in range(12)]
    assert [frame.number for frame in frames if frame] == list(range(12))
    assert [frame.time for frame in frames if frame] == [number / 5 for number in range(12)]
    assert all(frame.picture.shape == (240, 320, 3) for frame in frames if frame)


def test_it_knows_its_corners_and_its_name(look: Appearance) -> None:
    camera = camera_of(look)
    assert camera.corners is not None
    assert np.allclose(camera.corners, corners(look))
    assert look.name in camera.name


def test_two_cameras_of_one_seed_see_the_same(look: Appearance) -> None:
    first, second = camera_of(look), camera_of(look)
    for _ in range(40):
        one, other = first.read(), second.read()
        assert one is not None
        assert other is not None
        assert np.array_equal(one.picture, other.picture)


def test_it_waits_for_every_picture(look: Appearance) -> None:
    watch = Watch()
    camera = camera_of(look, watch)
    for _ in range(11):
        camera.read()
    assert watch.time == pytest.approx(102.0)
    assert watch.waits == 10


def test_four_times_as_fast_takes_a_quarter_of_the_time(look: Appearance) -> None:
    watch = Watch()
    camera = camera_of(look, watch, speed=4.0)
    frames = [camera.read() for _ in range(21)]
    assert watch.time == pytest.approx(101.0)
    assert frames[-1] is not None
    assert frames[-1].time == pytest.approx(4.0)


def test_pictures_that_nobody_asked_for_are_gone(look: Appearance) -> None:
    watch = Watch()
    camera = camera_of(look, watch, studio=lambda scene, number: np.zeros((1, 1, 3), np.uint8))
    for _ in range(int(PATIENCE * 5)):
        camera.read()
    watch.time += 3.1
    late, following = camera.read(), camera.read()
    assert late is not None and following is not None
    assert (late.number, following.number) == (64, 65)


def test_nobody_plays_on_while_the_computer_is_busy_with_starting(look: Appearance) -> None:
    watch = Watch()
    camera = camera_of(look, watch)
    camera.read()
    watch.time += 60.0
    late, following = camera.read(), camera.read()
    assert late is not None and following is not None
    assert (late.number, following.number) == (1, 2)
    assert watch.time == pytest.approx(160.2)


def test_it_ends_with_the_match_and_when_closed(look: Appearance) -> None:
    table = VirtualTable(GAME, 1, look.sizes, pace=TablePace().times(0.01))
    camera = SimulatedCamera(table, look, paced=False)
    seconds = table.play_out()
    frames = 0
    while camera.read() is not None:
        frames += 1
    assert frames == int(seconds * 5) + 1
    open_still = camera_of(look)
    open_still.close()
    open_still.close()
    assert open_still.read() is None


def test_a_wait_ends_when_the_camera_is_closed(look: Appearance) -> None:
    camera = SimulatedCamera(VirtualTable(GAME, 1, look.sizes), look, rate=0.001)
    assert camera.read() is not None
    camera.close()
    assert camera.read() is None


def test_disturbances_are_seen(look: Appearance) -> None:
    plan = (
        Disturbance(Trouble.DARK, 0.4, 0.8),
        Disturbance(Trouble.LOST, 0.8, 1.2),
        Disturbance(Trouble.FROZEN, 1.4, 2.0),
    )
    camera = camera_of(look, disturbances=plan)
    pictures = []
    for _ in range(4):
        frame = camera.read()
        assert frame is not None
        pictures.append(frame.picture)
    assert pictures[0].mean() > 40
    assert pictures[2].mean() < 8
    for _ in range(2):
        with pytest.raises(CameraError, match="unplugged"):
            camera.read()
    frames = [camera.read() for _ in range(5)]
    assert all(frame is not None for frame in frames)
    shown = [frame.picture for frame in frames if frame]
    assert np.array_equal(shown[0], shown[1])
    assert np.array_equal(shown[1], shown[3])
    assert not np.array_equal(shown[3], shown[4])


def test_pictures_are_dropped_and_doubled(look: Appearance) -> None:
    plan = (Disturbance(Trouble.DROPPED, 0.0, 4.0), Disturbance(Trouble.DOUBLED, 4.0, 8.0))
    camera = camera_of(look, disturbances=plan)
    frames = []
    while not frames or frames[-1].number < 39:
        frame = camera.read()
        assert frame is not None
        frames.append(frame)
    numbers = [frame.number for frame in frames]
    assert numbers == sorted(set(numbers))
    assert 4 <= sum(number < 20 for number in numbers) <= 16
    doubled = [frame for frame in frames if frame.number >= 20]
    assert len(doubled) == 20
    for one, again in zip(doubled[::2], doubled[1::2], strict=True):
        assert np.array_equal(one.picture, again.picture)
        assert again.time > one.time


def test_a_camera_that_drops_pictures_waits_for_the_next_and_can_be_closed(look: Appearance) -> None:
    watch = Watch()
    camera = camera_of(look, watch, disturbances=(Disturbance(Trouble.DROPPED),))
    frames = [camera.read() for _ in range(10)]
    assert frames[-1] is not None
    assert watch.time == pytest.approx(100 + frames[-1].number / 5)
    camera.close()
    assert camera.read() is None


def test_a_black_picture_is_black_and_a_noisy_one_differs(look: Appearance) -> None:
    plain, black = camera_of(look), camera_of(look, disturbances=(Disturbance(Trouble.BLACK),))
    noisy = camera_of(look, disturbances=(Disturbance(Trouble.NOISE),))
    one, none, other = (camera.read() for camera in (plain, black, noisy))
    assert one is not None and none is not None and other is not None
    assert not none.picture.any()
    difference = one.picture.astype(float) - other.picture
    assert 8 < difference.std() < 20


def test_it_may_begin_to_watch_later(look: Appearance) -> None:
    whole, late = camera_of(look), camera_of(look, since=3.0)
    frames = [whole.read() for _ in range(16)]
    first = late.read()
    assert first is not None and frames[15] is not None
    assert (first.number, first.time) == (15, 3.0)
    assert np.array_equal(first.picture, frames[15].picture)


def test_its_name_says_what_goes_wrong() -> None:
    camera = simulated_camera("club:7:lost@0-0.3:black@0.4", Settings())
    for _ in range(2):
        with pytest.raises(CameraError, match="unplugged"):
            camera.read()
    frame = camera.read()
    assert frame is not None
    assert not frame.picture.any()
    again = [simulated_camera("7:faults", Settings()) for _ in range(2)]
    plans = [each._disturbances for each in again]
    assert plans[0] == plans[1] != ()


def test_its_name_says_how_it_should_be() -> None:
    camera = simulated_camera("club:7:4x", Settings(match=MatchSettings(length=3)))
    again = simulated_camera("club:7", Settings(match=MatchSettings(length=3)))
    assert camera.look.name == "club"
    assert camera.table.length == 3
    assert [camera.table.scene_at(t) for t in (5.0, 20.0)] == [again.table.scene_at(t) for t in (5.0, 20.0)]
    assert simulated_camera("random:9", Settings()).look.name == "random 9"


def test_wrong_names_say_what_there_is() -> None:
    with pytest.raises(CameraError, match="walnut"):
        simulated_camera("purple", Settings())
    with pytest.raises(CameraError, match="dark@30-40"):
        simulated_camera("dark@never", Settings())
    with pytest.raises(CameraError, match="backgammn"):
        simulated_camera("", Settings(match=MatchSettings(game="backgammn")))


def test_a_film_has_the_truth_beside_it(tmp_path: Path, look: Appearance) -> None:
    told: list[int] = []
    film = write_film(
        tmp_path / "game.mp4", tmp_path / "truth.json", GAME, 3, look=look, seconds=12.0, progress=told.append
    )
    truth = json.loads((tmp_path / "truth.json").read_text())
    assert film.frames == truth["frames"] == 60 == told[-1]
    assert not film.finished
    assert truth["ended"] is None
    assert truth["fps"] == 5
    assert np.allclose(truth["corners"], corners(look), atol=0.06)
    assert {event["event"] for event in truth["events"]} >= {"start", "roll"}
    reader = cv2.VideoCapture(str(tmp_path / "game.mp4"))
    pictures = 0
    while reader.read()[0]:
        pictures += 1
    reader.release()
    assert pictures == 60


@pytest.mark.long
def test_a_whole_game_can_be_filmed(tmp_path: Path, look: Appearance) -> None:
    quick = replace(TablePace().times(0.2), begin=0.5)
    film = write_film(
        tmp_path / "game.mp4", tmp_path / "truth.json", GAME, 1, look=look, pace=quick, rate=2.0
    )
    truth = json.loads((tmp_path / "truth.json").read_text())
    assert film.finished
    assert truth["ended"]["how"] in ("single", "gammon", "backgammon", "passed")
    assert truth["turns"]
    assert all(event["frame"] < truth["frames"] for event in truth["events"])


def test_a_film_that_cannot_be_written_is_an_error(tmp_path: Path, look: Appearance) -> None:
    with pytest.raises(CameraError, match="cannot be written"):
        write_film(tmp_path / "game.nonsense", None, GAME, look=look, seconds=1)


def test_what_is_laid_lies_still_and_the_game_goes_on_where_it_was(look: Appearance) -> None:
    camera, other = camera_of(look), camera_of(look)
    before = [camera.read() for _ in range(30)][-1]
    camera.lay(Scene())
    laid = [camera.read() for _ in range(50)]
    camera.lay(None)
    after = camera.read()
    played = [other.read() for _ in range(31)]
    assert before is not None and after is not None and played[-1] is not None and laid[0] is not None
    assert np.abs(laid[0].picture.astype(int) - draw(Scene(), look, 0)).mean() < 3
    assert after.number == 80 and camera.table.scene_at(30 / 5) == other.table.scene_at(30 / 5)
    assert np.abs(after.picture.astype(int) - played[-1].picture).mean() < 3
