"""Every camera keeps the same contract, and what cannot be opened says what to do about it."""

import sys
from collections.abc import Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from device.cameras import Camera, open_camera
from device.cameras.opencv import OpenCVCamera, first_usb_camera
from device.cameras.picamera import Picamera, as_bgr, best_mode, has_picamera
from device.cameras.simulated import SimulatedCamera
from device.errors import CameraError
from device.settings import CameraSettings, Settings
from device.table import VirtualTable
from engine.games import find_game
from vision.draw import random_appearance

BLUE, GREEN, RED = 200, 90, 30
SIZE = (64, 48)


def plain() -> np.ndarray[Any, Any]:
    picture = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
    picture[:] = BLUE, GREEN, RED
    return picture


class FakePicamera2:
    """What Tableside uses of Picamera2, over one picture; the format it gives need not be the one asked for."""

    form = "RGB888"
    modes: ClassVar[list[dict[str, Any]]] = [
        {"size": (640, 480), "crop_limits": (1000, 752, 1280, 960)},
        {"size": (1640, 1232), "crop_limits": (0, 0, 3280, 2464)},
        {"size": (3280, 2464), "crop_limits": (0, 0, 3280, 2464)},
    ]
    cameras: ClassVar[list[dict[str, Any]]] = [
        {"Id": "/base/soc/i2c0mux/i2c@1/imx219@10", "Model": "imx219", "Num": 0}
    ]
    failure: Exception | None = None
    opened: ClassVar[list["FakePicamera2"]] = []

    def __init__(self, number: int = 0) -> None:
        if number >= len(self.cameras):
            raise IndexError("list index out of range")
        self.asked: dict[str, Any] = {}
        self.running = self.closed = False
        self.opened.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.cameras

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        return self.modes

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, configuration: dict[str, Any]) -> None:
        self.asked = configuration

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": self.form, "size": SIZE}}

    def start(self) -> None:
        self.running = True

    def capture_array(self, name: str, wait: float) -> np.ndarray[Any, Any]:
        assert name == "main"
        assert wait > 0
        if self.failure is not None:
            raise self.failure
        return as_given(self.form)

    def close(self) -> None:
        self.closed = True


def as_given(form: str) -> np.ndarray[Any, Any]:
    """The plain picture as Picamera2 hands it out in a format."""
    bgr = plain()
    match form:
        case "RGB888":
            return bgr
        case "BGR888":
            return bgr[..., ::-1]
        case "XRGB8888":
            return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2BGRA))
        case "XBGR8888":
            return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGBA))
        case "YUV420":
            return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420))
        case "NV12":
            planar = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420))
            width, height = SIZE
            u, v = planar[height:].reshape(2, -1)
            woven = np.stack([u, v], axis=1).reshape(height // 2, width)
            return np.concatenate([planar[:height], woven])
    raise AssertionError(form)


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    fake: type[FakePicamera2] = type("FakePicamera2", (FakePicamera2,), {"opened": []})
    module = ModuleType("picamera2")
    module.Picamera2 = fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return fake


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, SIZE)
    for _ in range(6):
        writer.write(plain())
    writer.release()
    return path


class FakeCapture:
    """A live camera of OpenCV's that is lost after some pictures, and may be found again."""

    left = 5
    present = True

    def __init__(self, *_: object) -> None:
        self.released = False

    def isOpened(self) -> bool:
        return FakeCapture.present

    def set(self, *_: object) -> bool:
        return True

    def grab(self) -> bool:
        FakeCapture.left -= 1
        return FakeCapture.left >= 0

    def retrieve(self) -> tuple[bool, np.ndarray[Any, Any]]:
        return True, plain()

    def release(self) -> None:
        self.released = True


class Ticking:
    """A clock that goes on a little whenever it is read."""

    def __init__(self, step: float) -> None:
        self.time, self.step = 0.0, step

    def __call__(self) -> float:
        self.time += self.step
        return self.time


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> type[FakeCapture]:
    monkeypatch.setattr("cv2.VideoCapture", FakeCapture)
    monkeypatch.setattr(FakeCapture, "left", 5)
    monkeypatch.setattr(FakeCapture, "present", True)
    return FakeCapture


@pytest.fixture(params=["picamera", "film", "usb", "simulated"])
def camera(request: pytest.FixtureRequest) -> Iterator[Camera]:
    made: Camera
    match request.param:
        case "picamera":
            request.getfixturevalue("picamera2")
            made = Picamera(now=Ticking(0.05))
        case "film":
            made = OpenCVCamera(str(request.getfixturevalue("film")))
        case "usb":
            request.getfixturevalue("usb")
            made = OpenCVCamera(0, now=Ticking(0.2))
        case _:
            look = random_appearance(2, SIZE)
            made = SimulatedCamera(VirtualTable(find_game("backgammon"), 1, look.sizes), look, paced=False)
    yield made
    made.close()


def test_every_camera_keeps_the_contract(camera: Camera) -> None:
    assert camera.name
    frames = [camera.read() for _ in range(4)]
    for number, frame in enumerate(frames):
        assert frame is not None
        assert frame.number == number
        assert frame.picture.dtype == np.uint8
        assert frame.picture.shape == (SIZE[1], SIZE[0], 3)
        assert frame.picture.flags.c_contiguous
    times = [frame.time for frame in frames if frame]
    assert times == sorted(set(times))
    assert 0 <= times[0] < 1
    camera.close()
    camera.close()
    assert camera.read() is None


def test_only_the_simulated_camera_knows_its_corners(camera: Camera) -> None:
    assert (camera.corners is not None) is isinstance(camera, SimulatedCamera)


@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420"])
def test_every_format_becomes_blue_green_red(picamera2: type[FakePicamera2], form: str) -> None:
    picamera2.form = form
    frame = Picamera().read()
    assert frame is not None
    assert np.abs(frame.picture.astype(int) - plain()).max() <= 4


def test_packed_yuv_becomes_blue_green_red() -> None:
    yuv = np.asarray(cv2.cvtColor(plain(), cv2.COLOR_BGR2YUV))
    packed = np.empty((SIZE[1], SIZE[0], 2), np.uint8)
    packed[..., 0] = yuv[..., 0]
    packed[:, 0::2, 1], packed[:, 1::2, 1] = yuv[:, 0::2, 1], yuv[:, 0::2, 2]
    picture = as_bgr(packed.reshape(SIZE[1], -1), "YUYV", SIZE)
    # A YUYV picture has the studio's range of brightness, which the plain conversion above has not.
    assert np.abs(picture.astype(int) - plain()).max() <= 60


def test_a_format_that_is_not_known_is_an_error(picamera2: type[FakePicamera2]) -> None:
    picamera2.form = "MJPEG"
    with pytest.raises(CameraError, match="MJPEG"):
        Picamera()
    assert picamera2.opened[0].closed


def test_the_mode_that_sees_the_whole_board_is_chosen(picamera2: type[FakePicamera2]) -> None:
    Picamera()
    asked = picamera2.opened[0].asked
    assert asked["raw"] == {"size": (1640, 1232)}
    assert asked["main"]["format"] == "RGB888"
    assert best_mode([], (1280, 960)) is None
    assert best_mode([{"size": (640, 480)}], (1280, 960)) == (640, 480)


def test_a_camera_that_stops_is_an_error(picamera2: type[FakePicamera2]) -> None:
    camera = Picamera()
    for failure in (FutureTimeoutError(), RuntimeError("device gone")):
        picamera2.failure = failure
        with pytest.raises(CameraError, match="tried again"):
            camera.read()


def test_a_camera_that_is_not_there_is_an_error(picamera2: type[FakePicamera2]) -> None:
    with pytest.raises(CameraError, match="ribbon"):
        Picamera(3)


def test_without_picamera2_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert not has_picamera()
    with pytest.raises(CameraError, match="apt install"):
        Picamera()


def test_a_usb_camera_that_picamera2_lists_is_none_of_its_own(picamera2: type[FakePicamera2]) -> None:
    assert has_picamera()
    picamera2.cameras = [{"Id": "\\_SB_.PCI0.XHC_.RHUB-usb-1:1.0", "Model": "Webcam"}]
    assert not has_picamera()


def test_a_film_ends(film: Path) -> None:
    camera = OpenCVCamera(str(film))
    frames = []
    while (frame := camera.read()) is not None:
        frames.append(frame)
    assert [frame.time for frame in frames] == [number / 5 for number in range(6)]
    assert camera.read() is None


def test_what_is_no_film_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="there is no film"):
        OpenCVCamera(str(tmp_path / "none.mp4"))
    wrong = tmp_path / "wrong.mp4"
    wrong.write_text("this is no film")
    with pytest.raises(CameraError, match="cannot be opened as a film"):
        OpenCVCamera(str(wrong))


def test_a_lost_usb_camera_is_found_again(usb: type[FakeCapture]) -> None:
    camera = OpenCVCamera("/dev/video0", now=Ticking(0.2))
    assert camera.name == "USB camera 0"
    for _ in range(5):
        assert camera.read() is not None
    with pytest.raises(CameraError, match="no more pictures"):
        camera.read()
    usb.present = False
    with pytest.raises(CameraError, match="does not answer"):
        camera.read()
    usb.present, usb.left = True, 3
    frame = camera.read()
    assert frame is not None
    assert frame.number == 5


def test_pictures_from_the_buffer_are_passed_over(usb: type[FakeCapture]) -> None:
    usb.left = 1000
    camera = OpenCVCamera(0, rate=2.0, now=Ticking(0.02))
    camera.read()
    taken = usb.left
    camera.read()
    assert taken - usb.left > 5


def test_the_first_usb_camera_is_found_among_other_devices(tmp_path: Path, usb: type[FakeCapture]) -> None:
    usb.left = 1000
    assert first_usb_camera(tmp_path) is None
    for number, index, bus in ((0, "0", "platform/codec"), (4, "0", "usb1/1-2"), (5, "1", "usb1/1-2")):
        hardware = tmp_path / "hardware" / bus / f"v{number}"
        hardware.mkdir(parents=True)
        entry = tmp_path / "class" / f"video{number}"
        entry.mkdir(parents=True)
        (entry / "index").write_text(f"{index}\n")
        (entry / "device").symlink_to(hardware)
    assert first_usb_camera(tmp_path / "class") == 4
    usb.present = False
    assert first_usb_camera(tmp_path / "class") is None


def test_a_camera_is_opened_by_its_name(
    film: Path, picamera2: type[FakePicamera2], usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(open_camera("picamera", Settings()), Picamera)
    assert open_camera("2", Settings()).name == "USB camera 2"
    assert open_camera("http://example.org/stream", Settings()).name == "http://example.org/stream"
    assert isinstance(open_camera(None, Settings()), Picamera)
    assert isinstance(open_camera(None, Settings(camera=CameraSettings(source=str(film)))), OpenCVCamera)
    assert isinstance(open_camera("simulated", Settings()), SimulatedCamera)
    picamera2.cameras = []
    monkeypatch.setattr("device.cameras.first_usb_camera", lambda: 7)
    assert open_camera("auto", Settings()).name == "USB camera 7"
    assert open_camera("usb", Settings()).name == "USB camera 7"
    monkeypatch.setattr("device.cameras.first_usb_camera", lambda: None)
    assert isinstance(open_camera("auto", Settings()), SimulatedCamera)
    with pytest.raises(CameraError, match="no USB camera"):
        open_camera("usb", Settings())


def test_a_name_that_means_nothing_says_what_there_is() -> None:
    with pytest.raises(CameraError, match="picamera, usb, simulated"):
        open_camera("webcam", Settings())
