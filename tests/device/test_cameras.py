"""Cameras by their names, and those that OpenCV opens; what all have in common is in test_camera_contract.py."""

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from card import card
from recorded import modules

from device.errors import CameraError
from device.io.cameras import BACKENDS, PhoneCamera, Picamera, open_camera
from device.io.cameras.opencv_camera import OpenCVCamera, first_usb_camera
from device.io.cameras.v4l2 import UsbCamera, camera_numbered, trouble, usb_cameras
from device.io.cameras.virtual_camera import SimulatedCamera
from device.store.settings import CameraSettings, Settings

SIZE = (64, 48)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, SIZE)
    for _ in range(6):
        writer.write(card(*SIZE))
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
        return True, card(*SIZE)

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


def test_a_lost_usb_camera_is_found_again_wherever_it_is_plugged_in(
    usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = UsbCamera(0, "Webcam", "/sys/devices/usb1/1-2")
    there = [before]
    monkeypatch.setattr("device.io.cameras.v4l2.usb_cameras", lambda *_: tuple(there))
    camera = OpenCVCamera("/dev/video0", now=Ticking(0.2))
    assert camera.name == "USB camera 0"
    again = camera.reopening()
    assert again is not None
    for _ in range(5):
        assert camera.read() is not None
    with pytest.raises(CameraError, match="no more pictures"):
        camera.read()
    camera.close()
    assert camera.read() is None
    usb.present, there[:] = False, []
    with pytest.raises(CameraError, match="plug the camera in"):
        again()
    usb.present, usb.left = True, 100
    there[:] = [UsbCamera(0, "Another", before.port), UsbCamera(3, "Webcam", "/sys/devices/usb2/2-1")]
    assert again().name == "USB camera 3"
    there.append(UsbCamera(5, "Webcam", before.port))
    assert again().name == "USB camera 5"


def test_what_keeps_a_device_from_being_opened_is_told(tmp_path: Path) -> None:
    assert "plug the camera in" in str(trouble(0, tmp_path))
    (tmp_path / "video0").write_bytes(b"")
    assert "other program" in str(trouble(0, tmp_path))
    (tmp_path / "video1").symlink_to(tmp_path / "video1")
    assert "cannot be opened" in str(trouble(1, tmp_path))
    with pytest.raises(CameraError, match="is not there: plug"):
        OpenCVCamera("/dev/v4l/by-id/usb-none-video-index0")


def test_pictures_from_the_buffer_are_passed_over(usb: type[FakeCapture]) -> None:
    usb.left = 1000
    camera = OpenCVCamera(0, rate=2.0, now=Ticking(0.02))
    camera.read()
    taken = usb.left
    camera.read()
    assert taken - usb.left > 5


def plug_in(folder: Path, number: int, index: str, bus: str, name: str = "Webcam") -> None:
    """Lays down what the kernel tells of a video device."""
    hardware = folder / "hardware" / bus / f"v{number}"
    hardware.mkdir(parents=True)
    entry = folder / "class" / f"video{number}"
    entry.mkdir(parents=True)
    (entry / "index").write_text(f"{index}\n")
    (entry / "name").write_text(f"{name}\n")
    (entry / "device").symlink_to(hardware)


def test_usb_cameras_are_found_among_other_devices(tmp_path: Path) -> None:
    assert usb_cameras(tmp_path / "class") == ()
    for number, index, bus in ((0, "0", "platform/codec"), (4, "0", "usb1/1-2"), (5, "1", "usb1/1-2")):
        plug_in(tmp_path, number, index, bus)
    (found,) = usb_cameras(tmp_path / "class")
    assert (found.number, found.name) == (4, "Webcam")
    assert camera_numbered(4, tmp_path / "class") == found
    assert camera_numbered(5, tmp_path / "class") is None


def test_the_first_usb_camera_that_gives_pictures_is_taken(
    usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "device.io.cameras.opencv_camera.usb_cameras",
        lambda: (UsbCamera(2, "a", "p"), UsbCamera(4, "b", "q")),
    )
    usb.left = 1000
    camera = first_usb_camera()
    assert camera is not None
    assert camera.name == "USB camera 2"
    usb.left = 0
    assert first_usb_camera() is None
    usb.present = False
    assert first_usb_camera() is None


def test_a_camera_is_opened_by_its_name(
    film: Path, usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, pi = modules("imx708")
    for name, module in made.items():
        monkeypatch.setitem(sys.modules, name, module)
    first = open_camera("picamera", Settings())
    assert isinstance(first, Picamera)
    first.close()
    assert open_camera("2", Settings()).name == "USB camera 2"
    opened = open_camera("http://me:secret@example.org/stream/key?token=secret", Settings())
    assert opened.name == "http://example.org", "strangers read it, too"
    assert isinstance(open_camera(None, Settings()), Picamera)
    assert isinstance(open_camera(None, Settings(camera=CameraSettings(source=str(film)))), OpenCVCamera)
    assert isinstance(open_camera("simulated", Settings()), SimulatedCamera)
    phone = open_camera("phone", Settings())
    assert isinstance(phone, PhoneCamera)
    phone.close()
    with pytest.raises(CameraError, match="is neither a camera"):
        open_camera("phone:mine", Settings())
    pi.recording["cameras"].clear()
    monkeypatch.setattr("device.io.cameras.first_usb_camera", lambda settings: OpenCVCamera(7, settings))
    assert open_camera("auto", Settings()).name == "USB camera 7"
    assert open_camera("usb", Settings()).name == "USB camera 7"
    monkeypatch.setattr("device.io.cameras.first_usb_camera", lambda settings: None)
    with pytest.raises(CameraError, match="There is no camera"):
        open_camera("auto", Settings())
    with pytest.raises(CameraError, match="no USB camera"):
        open_camera("usb", Settings())


def test_nothing_but_our_own_words_is_told_of_a_camera_that_is_not_there(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(CameraError, match="plug the camera in"):
        OpenCVCamera(63, CameraSettings())
    assert capfd.readouterr() == ("", "")


def test_a_name_that_means_nothing_says_what_there_is() -> None:
    with pytest.raises(CameraError, match=", ".join(name for name in BACKENDS if name not in ("", "auto"))):
        open_camera("webcam", Settings())
