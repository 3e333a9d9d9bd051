"""A Raspberry Pi's camera: modes, formats, focus and exposure, as far as they are its
own; see test_camera_contract.py.
"""

import sys
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

import numpy as np
import pytest
from card import QUARTERS, card, quarters
from recorded import RecordedPicamera2, as_given, modules

from device.errors import CameraError
from device.io.cameras import open_camera
from device.io.cameras.picamera_camera import Picamera, has_picamera, pi_cameras
from device.io.cameras.streams import FORMATS, Mode, as_bgr, best_mode
from device.store.settings import CameraSettings, Settings

Fake = type[RecordedPicamera2]

# What Picamera2's manual lists for each model: size, what of the sensor it sees, bits.
MODELS: dict[str, list[tuple[tuple[int, int], tuple[int, int, int, int], int]]] = {
    "ov5647": [
        ((640, 480), (16, 0, 2560, 1920), 10), ((1296, 972), (0, 0, 2592, 1944), 10),
        ((1920, 1080), (348, 434, 1928, 1080), 10), ((2592, 1944), (0, 0, 2592, 1944), 10),
    ],
    "imx219": [
        ((640, 480), (1000, 752, 1280, 960), 10), ((1640, 1232), (0, 0, 3280, 2464), 10),
        ((1920, 1080), (680, 692, 1920, 1080), 10), ((3280, 2464), (0, 0, 3280, 2464), 10),
        ((640, 480), (1000, 752, 1280, 960), 8), ((1640, 1232), (0, 0, 3280, 2464), 8),
    ],
    "imx708": [
        ((1536, 864), (768, 432, 3072, 1728), 10), ((2304, 1296), (0, 0, 4608, 2592), 10),
        ((4608, 2592), (0, 0, 4608, 2592), 10),
    ],
    "imx477": [
        ((1332, 990), (696, 528, 2664, 1980), 10), ((2028, 1080), (0, 440, 4056, 2160), 12),
        ((2028, 1520), (0, 0, 4056, 3040), 12), ((4056, 3040), (0, 0, 4056, 3040), 12),
    ],
    "imx296": [((1456, 1088), (0, 0, 1456, 1088), 10)],
}  # fmt: skip


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Fake]:
    def put(name: str) -> Fake:
        made, fake = modules(name)
        for each, module in made.items():
            monkeypatch.setitem(sys.modules, each, module)
        return fake

    return put


@pytest.fixture
def pi(install: Callable[[str], Fake]) -> Fake:
    """A Camera Module 3."""
    return install("imx708")


@pytest.mark.parametrize(
    ("model", "mode"),
    [
        ("ov5647", Mode((1280, 960), (1296, 972), 10)),
        ("imx219", Mode((1280, 960), (1640, 1232), 10)),
        ("imx708", Mode((1536, 864), (2304, 1296), 10)),
        ("imx477", Mode((1280, 960), (2028, 1520), 12)),
        ("imx296", Mode((1280, 960), (1456, 1088), 10)),
    ],
)
def test_of_every_model_the_smallest_mode_that_sees_the_whole_is_chosen(model: str, mode: Mode) -> None:
    modes = [{"size": size, "crop_limits": seen, "bit_depth": bits} for size, seen, bits in MODELS[model]]
    assert best_mode(modes) == mode
    assert best_mode(modes[::-1]) == mode


def test_a_sensor_without_modes_or_with_small_ones_is_used_as_it_is() -> None:
    assert best_mode([]) == Mode((1280, 960))
    assert best_mode([{"format": "YUYV"}]) == Mode((1280, 960))
    assert best_mode([{"size": (640, 480)}]) == Mode((1280, 960), (640, 480))
    assert Mode((1280, 960)).glimpse == (320, 240)


@pytest.mark.parametrize("padding", [0, 64])
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_becomes_blue_green_red(form: str, padding: int) -> None:
    size = (96, 64)
    stride = size[0] * (2 if form == "YUYV" else 1) + padding
    seen = quarters(as_bgr(as_given(card(*size), form, size, stride), form, size))
    for name, colour in QUARTERS.items():
        # YUYV has the studio's range of brightness; the test card was made with it for all of them.
        assert np.abs(np.subtract(seen[name], colour)).max() < 6, (name, seen)


def test_a_format_that_is_not_known_is_an_error(pi: Fake) -> None:
    pi.adjusted = {"main": {"format": "MJPEG", "size": [1536, 864]}}
    with pytest.raises(CameraError, match="MJPEG"):
        Picamera()
    assert pi.opened[0].closed
    with pytest.raises(CameraError, match="MJPEG"):
        as_bgr(card(), "MJPEG", (64, 48))


def test_without_a_second_stream_pictures_come_all_the_same(pi: Fake) -> None:
    pi.adjusted = {"lores": None}
    camera = Picamera()
    frames = [camera.read() for _ in range(6)]
    assert all(frame is not None and frame.glimpse is None for frame in frames)


def test_buffers_go_back_to_the_camera(pi: Fake) -> None:
    camera = Picamera()
    for _ in range(20):
        camera.read()
        assert pi.opened[0].held <= 2


def test_those_that_waited_in_vain_keep_no_buffers(pi: Fake) -> None:
    camera = Picamera()
    for _ in range(10):
        pi.silent = True
        with pytest.raises(CameraError, match="ribbon cable; it is tried again"):
            camera.read()
        pi.silent = False
        assert camera.read() is not None


def test_one_that_cannot_even_be_told_to_wait_no_more_is_an_error_like_others(
    pi: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("not running")

    monkeypatch.setattr(pi, "cancel_all_and_flush", fail)
    monkeypatch.setattr(pi, "autofocus_cycle", fail)
    camera = Picamera()
    pi.silent = True
    with pytest.raises(CameraError, match="ribbon cable"):
        camera.read()


def test_a_camera_that_fails_otherwise_is_an_error(pi: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = Picamera()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("device gone")

    monkeypatch.setattr(pi, "capture_request", fail)
    with pytest.raises(CameraError, match=r"device gone.*tried again"):
        camera.read()
    monkeypatch.setattr(pi, "close", fail)
    camera.close()
    assert camera.read() is None
    pi.opened.clear()
    monkeypatch.setattr(pi, "start", fail)
    with pytest.raises(CameraError, match="device gone"):
        Picamera(0)


def test_focus_is_found_once_and_left_there(pi: Fake) -> None:
    camera = Picamera()
    assert pi.opened[0].focused == 1
    for _ in range(5):
        camera.read()
    assert pi.opened[0].focused == 1
    camera.close()
    Picamera(0, CameraSettings(focus="left")).close()
    assert (pi.opened[1].focused, "AfMode" in pi.opened[1].controls) == (0, False)
    Picamera(0, CameraSettings(focus="continuous")).close()
    assert pi.opened[2].controls["AfMode"] == 2


@pytest.mark.parametrize("error", [FutureTimeoutError(), KeyError("AfState")])
def test_a_lens_that_finds_no_focus_is_no_error(
    pi: Fake, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def in_vain(_: Any, wait: float) -> bool:
        raise error

    monkeypatch.setattr(pi, "autofocus_cycle", in_vain)
    assert Picamera().read() is not None


def test_exposure_gain_and_white_balance_are_held_as_they_are(pi: Fake) -> None:
    camera = Picamera()
    camera.lock()
    assert "AeEnable" not in pi.opened[0].controls, "before the first picture nothing is known"
    camera.read()
    camera.lock()
    told = pi.recording["metadata"]
    controls = pi.opened[0].controls
    assert (controls["AeEnable"], controls["AwbEnable"]) == (False, False)
    for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
        assert controls[name] == told[name]
    camera.unlock()
    assert (controls["AeEnable"], controls["AwbEnable"]) == (True, True)


def test_the_settings_may_leave_the_exposure_alone(pi: Fake) -> None:
    camera = Picamera(0, CameraSettings(lock=False))
    camera.read()
    before = dict(pi.opened[0].controls)
    camera.lock()
    camera.unlock()
    assert pi.opened[0].controls == before


def test_what_a_camera_has_no_control_for_is_left_out(install: Callable[[str], Fake]) -> None:
    virtual = install("virtual")
    camera = Picamera()
    camera.read()
    camera.lock()
    camera.unlock()
    assert set(virtual.opened[0].controls) == {"FrameDurationLimits"}
    with pytest.raises(RuntimeError, match="not advertised"):
        virtual.opened[0].set_controls({"AeEnable": True})


def test_without_picamera2_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert not has_picamera()
    with pytest.raises(CameraError, match="apt install"):
        Picamera()


def test_a_usb_camera_that_picamera2_lists_is_none_of_its_own(pi: Fake) -> None:
    assert pi_cameras() == ("imx708",)
    usb = {"Id": "\\_SB_.PCI0.XHC_.RHUB-usb-1:1.0", "Model": "Webcam"}
    pi.recording["cameras"].append(usb)
    assert pi_cameras() == ("imx708",)
    pi.recording["cameras"][:] = [usb]
    assert not has_picamera()


def test_a_second_camera_is_asked_for_by_its_number(install: Callable[[str], Fake]) -> None:
    virtual = install("virtual")
    camera = open_camera("picamera:1", Settings())
    assert camera.name == "picamera:1"
    assert virtual.opened[0].number == 1
    with pytest.raises(CameraError, match="no Raspberry Pi camera"):
        open_camera("picamera:2", Settings())
