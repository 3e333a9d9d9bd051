"""Every camera keeps the same contract: simulated, films, pictures in a row, streams, and Picamera2.

Picamera2 is a fake that replays what was recorded of the real one; `make test-picamera` runs the same tests
over the real one, with libcamera's virtual cameras, and `make test-v4l2` over a video device of the
kernel's in a virtual machine.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

import cv2
import numpy as np
import pytest
from card import QUARTERS, card, quarters
from mjpeg import Phone
from recorded import modules

from device.clock import SystemClock
from device.errors import CameraError
from device.io.cameras import BACKENDS, Camera, OpenCVCamera, PhoneCamera, Picamera
from device.io.cameras.phone_camera import PhoneLine
from device.io.cameras.virtual_camera import SimulatedCamera
from device.simulator.virtual_table import VirtualTable
from device.status.snapshot.table_snapshot import Report
from device.store.settings import CameraSettings
from device.table.inbox import Envelope
from device.table.watch.watcher import Lockable, Watcher
from engine.games import find_game
from vision.draw import random_appearance
from vision.frame import GLIMPSE, Picture
from vision.likeness import shows_same

REAL = os.environ.get("TABLESIDE_CAMERA")
"""Which real thing these tests run over: picamera2, or v4l2; None: all that any machine has."""
PLAIN = CameraSettings()
FAST = 1000.0
"""Pictures a second: as soon as they come."""
SOON = 0.3
"""Seconds after which a picture of the real Picamera2 that does not come is given up in these tests."""
FULL = 3
"""So many times as large, each way, a phone takes a photograph."""
LONG = 30.0
"""Seconds after which a test gives up."""


class Backend(Protocol):
    """A kind of camera, and what can befall it; `says_missing`: words of its error where it is not there."""

    shows_card: bool
    is_live: bool
    says_missing: str

    def open(self, settings: CameraSettings = PLAIN) -> Camera: ...

    def lose(self) -> None: ...

    def restore(self) -> None: ...

    def missing(self) -> Camera: ...


class Simulated:
    shows_card, is_live = False, False

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        look = random_appearance(2, (320, 240))
        return SimulatedCamera(VirtualTable(find_game("backgammon"), 1, look.sizes), look, paced=False)


class Film:
    shows_card, is_live = True, False
    says_missing = "no film"

    def __init__(self, folder: Path) -> None:
        self._path = folder / "card.mp4"
        writer = cv2.VideoWriter(str(self._path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, (64, 48))
        for _ in range(12):
            writer.write(card())
        writer.release()

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        return OpenCVCamera(str(self._path), settings)

    def missing(self) -> Camera:
        return OpenCVCamera(str(self._path) + ".none")


class InARow(Film):
    def __init__(self, folder: Path) -> None:
        for number in range(12):
            cv2.imwrite(str(folder / f"card{number:02}.png"), card())
        self._path = folder / "card00.png"


class Stream:
    shows_card, is_live = True, True
    says_missing = "does not answer"

    def __init__(self) -> None:
        self.phone = Phone()

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        return OpenCVCamera(self.phone.url, settings, rate=FAST)

    def lose(self) -> None:
        self.phone.stop()

    def restore(self) -> None:
        self.phone.start()

    def missing(self) -> Camera:
        self.phone.stop()
        return self.open()


class PhoneAbove:
    """A phone that sends the card for as long as its page is open."""

    shows_card, is_live = True, True
    says_missing = "No phone sends"

    def __init__(self) -> None:
        self._line = PhoneLine()
        self._jpeg = cv2.imencode(".jpg", card())[1].tobytes()
        self._full = cv2.imencode(".jpg", cv2.resize(card(), None, fx=FULL, fy=FULL))[1].tobytes()
        self._stopped = threading.Event()
        self._sending: threading.Thread | None = None
        self.restore()

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        return PhoneCamera(settings, self._line, LONG / 10)

    def lose(self) -> None:
        self.stop()

    def stop(self) -> None:
        self._stopped.set()
        if self._sending is not None:
            self._sending.join(LONG)
        self._sending = None

    def restore(self) -> None:
        if self._sending is None:
            self._stopped.clear()
            self._sending = threading.Thread(target=self._send)
            self._sending.start()

    def missing(self) -> Camera:
        self.stop()
        camera = PhoneCamera(PLAIN, PhoneLine(), SOON)
        camera.read()
        return camera

    def _send(self) -> None:
        while not self._stopped.is_set():
            if not self._line.offer("phone", self._jpeg):
                self._stopped.wait(0.01)
            if self._line.wants_full:
                self._line.offer_full("phone", self._full)


class RecordedPi:
    shows_card, is_live = True, True
    says_missing = "no Raspberry Pi camera"

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        made, self.fake = modules(name)
        for each, module in made.items():
            monkeypatch.setitem(sys.modules, each, module)

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        return Picamera(0, settings, timeout=SOON)

    def lose(self) -> None:
        self.fake.silent = True

    def restore(self) -> None:
        self.fake.silent = False

    def missing(self) -> Camera:
        return Picamera(9)


class RealPi:
    shows_card, is_live = True, True
    says_missing = RecordedPi.says_missing

    def __init__(self) -> None:
        self._opened: list[Any] = []

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        camera = Picamera(0, settings, timeout=SOON)
        self._opened.append(camera._camera)
        return camera

    def lose(self) -> None:
        """libcamera stops behind Picamera2's back: no more pictures come, as when the cable is pulled."""
        self._opened[-1].camera.stop()

    def restore(self) -> None:
        pass

    def missing(self) -> Camera:
        return Picamera(9)


class Kernel:
    """The kernel's own test camera (vivid) through V4L2; unbound from its driver it is
    gone like a USB plug pulled out.
    """

    shows_card, is_live = False, True
    says_missing = "plug the camera in"
    driver = Path("/sys/bus/platform/drivers/vivid")

    def open(self, settings: CameraSettings = PLAIN) -> Camera:
        return OpenCVCamera(0, settings, rate=FAST)

    def lose(self) -> None:
        (self.driver / "unbind").write_text("vivid.0")

    def restore(self) -> None:
        (self.driver / "bind").write_text("vivid.0")

    def missing(self) -> Camera:
        return OpenCVCamera(77)


ANYWHERE = ("simulated", "film", "in a row", "stream", "phone", "recorded virtual", "recorded imx708")


@pytest.fixture(params=(REAL,) if REAL else ANYWHERE)
def backend(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    match request.param:
        case "simulated":
            yield Simulated()
        case "film":
            yield Film(tmp_path)
        case "in a row":
            yield InARow(tmp_path)
        case "stream":
            stream = Stream()
            yield stream
            stream.phone.stop()
        case "phone":
            phone = PhoneAbove()
            yield phone
            phone.stop()
        case "picamera2":
            import virtual

            virtual.install()
            yield RealPi()
        case "v4l2":
            yield Kernel()
        case recorded:
            yield RecordedPi(recorded.removeprefix("recorded "), monkeypatch)


KINDS = {"simulated": "simulated", "phone": "phone", "picamera": "recorded imx708", "usb": "v4l2"}
"""By which of these backends each kind of camera is tried."""


def test_the_contract_covers_every_kind() -> None:
    assert set(BACKENDS) - {"", "auto"} == set(KINDS), "a new one belongs in KINDS, ANYWHERE and `backend`"
    assert set(KINDS.values()) <= {*ANYWHERE, "v4l2"}


@pytest.fixture
def opened(backend: Backend) -> Iterator[Callable[..., Camera]]:
    """Opens cameras, which are closed in the end."""
    cameras: list[Camera] = []

    def open_one(settings: CameraSettings = PLAIN) -> Camera:
        cameras.append(backend.open(settings))
        return cameras[-1]

    yield open_one
    for camera in cameras:
        camera.close()


def only_live(backend: Backend) -> None:
    if not backend.is_live:
        pytest.skip("it cannot be lost")


def only_cards(backend: Backend) -> None:
    if not backend.shows_card:
        pytest.skip("it does not show the test card")


def test_pictures_come_as_promised(opened: Callable[..., Camera]) -> None:
    camera = opened()
    frames = [camera.read() for _ in range(7)]
    assert [frame.number for frame in frames if frame] == list(range(7))
    times = [frame.time for frame in frames if frame]
    assert times == sorted(times)
    assert times[0] >= 0
    for frame in frames:
        assert frame is not None
        assert frame.picture.dtype == np.uint8
        assert frame.picture.flags.c_contiguous
        assert frame.picture.ndim == 3
        assert frame.picture.shape == frame.shape
        assert frame.shape[2] == 3
    assert camera.name


@pytest.mark.parametrize(
    ("rotate", "mirror"), [(0, False), (90, False), (180, False), (270, True), (180, True), (0, True)]
)
def test_blue_is_blue_and_lies_where_the_settings_want_it(
    backend: Backend, opened: Callable[..., Camera], rotate: int, mirror: bool
) -> None:
    only_cards(backend)
    frame = opened(CameraSettings(rotate=rotate, mirror=mirror)).read()
    assert frame is not None
    wanted = card()[:, ::-1] if mirror else card()
    expected = quarters(np.rot90(wanted, -rotate // 90))
    seen = quarters(frame.picture)
    for name in QUARTERS:
        assert np.abs(np.subtract(seen[name], expected[name])).max() < 40, (name, seen, expected)
    assert (frame.shape[0] > frame.shape[1]) is (rotate in (90, 270))


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_full_picture_shows_the_same_and_more_of_it(opened: Callable[..., Camera], rotate: int) -> None:
    camera, given = opened(CameraSettings(rotate=rotate)), SimpleQueue[Picture]()
    frame = camera.read()
    if not camera.ask_full(given.put):
        pytest.skip("all its pictures are as large as it takes any")
    while given.empty():
        frame = camera.read()
    full = given.get()
    assert frame is not None and shows_same(full, frame.picture)
    assert full.shape == (FULL * frame.shape[0], FULL * frame.shape[1], 3)
    assert full.dtype == np.uint8 and full.flags.c_contiguous


def test_a_glimpse_is_the_picture_made_small(opened: Callable[..., Camera]) -> None:
    frame = opened().read()
    assert frame is not None
    if frame.glimpse is None:
        pytest.skip("it gives no glimpses")
    height, width = frame.shape[:2]
    assert frame.glimpse.shape == (height // GLIMPSE, width // GLIMPSE, 3)
    small = cv2.resize(frame.picture, (width // GLIMPSE, height // GLIMPSE), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - frame.glimpse).mean() < 6


def test_a_picture_that_nobody_asked_for_in_time_is_the_glimpse(opened: Callable[..., Camera]) -> None:
    camera = opened()
    late = camera.read()
    assert late is not None
    for _ in range(4):
        camera.read()
    assert late.picture.shape == late.shape
    assert late.picture is late.picture
    if late.glimpse is not None:
        assert np.array_equal(late.picture, cv2.resize(late.glimpse, late.shape[1::-1]))


def test_pictures_may_be_asked_for_by_any_thread_at_any_time(opened: Callable[..., Camera]) -> None:
    camera = opened()
    frame = camera.read()
    assert frame is not None
    newest, wrong, ended = [frame], [], threading.Event()

    def ask() -> None:
        while not ended.is_set():
            each = newest[0]
            if each.picture.shape != each.shape:
                wrong.append(each.number)

    asking = threading.Thread(target=ask)
    asking.start()
    for _ in range(8):
        frame = camera.read()
        assert frame is not None
        newest[0] = frame
    camera.close()
    ended.set()
    asking.join(LONG)
    assert not wrong
    assert frame.picture.shape == frame.shape


def test_a_closed_camera_gives_no_more_pictures(opened: Callable[..., Camera]) -> None:
    camera = opened()
    assert camera.read() is not None
    camera.close()
    camera.close()
    assert camera.read() is None


def test_it_can_be_opened_again_and_again(opened: Callable[..., Camera]) -> None:
    for _ in range(3):
        camera = opened()
        frame = camera.read()
        assert frame is not None
        assert frame.number == 0
        camera.close()


def test_exposure_is_held_where_that_can_be_done(opened: Callable[..., Camera]) -> None:
    camera = opened()
    if not isinstance(camera, Lockable):
        pytest.skip("its exposure cannot be held")
    camera.lock()
    camera.read()
    camera.lock()
    camera.unlock()
    assert camera.read() is not None
    camera.close()
    camera.lock()
    camera.unlock()


def test_what_is_not_there_says_so(backend: Backend) -> None:
    if isinstance(backend, Simulated):
        pytest.skip("it is always there")
    with pytest.raises(CameraError, match=backend.says_missing):
        backend.missing()


def test_what_is_in_use_says_so(backend: Backend, opened: Callable[..., Camera]) -> None:
    if not isinstance(backend, RecordedPi | RealPi | Kernel):
        pytest.skip("it may be opened twice")
    first = opened()
    assert first.read() is not None
    with pytest.raises(CameraError, match="in use|other program"):
        opened().read()
    assert first.read() is not None


class Told:
    """An inbox that tells when the watcher says something of its camera."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self._came = threading.Condition()

    def put(self, envelope: Envelope) -> None:
        if isinstance(envelope.message, Report):
            with self._came:
                self.reports.append(envelope.message)
                self._came.notify_all()

    def wait_for(self, what: Callable[[Report], bool]) -> Report:
        with self._came:
            assert self._came.wait_for(lambda: self.reports and what(self.reports[-1]), LONG), self.reports
            return self.reports[-1]


def test_a_lost_camera_is_said_to_be_lost_and_taken_up_again(
    backend: Backend, opened: Callable[..., Camera], tmp_path: Path
) -> None:
    only_live(backend)
    camera, told, lost = opened(), Told(), threading.Event()

    def wait(_: float) -> None:
        lost.wait(LONG)
        backend.restore()

    watcher = Watcher(
        camera,
        told,
        SystemClock(),
        tmp_path / "board.json",
        connect=camera.reopening(),
        wait=wait,  # type: ignore[arg-type]
    )
    watcher.start()
    told.wait_for(lambda report: report.board is not None)
    before = watcher.shot
    backend.lose()
    report = told.wait_for(lambda report: report.camera is not None)
    assert "tried again" in str(report.camera)
    lost.set()
    told.wait_for(lambda report: report.camera is None)
    after = watcher.shot
    watcher.stop()
    assert before is not None
    assert after is not None
    assert after.frame.number > before.frame.number
    assert after.frame.time >= before.frame.time


def test_what_can_be_lost_has_a_way_back_to_itself(backend: Backend, opened: Callable[..., Camera]) -> None:
    camera = opened()
    again = camera.reopening()
    assert (again is not None) is backend.is_live
    if again is not None:
        camera.close()
        other = again()
        assert (type(other), other.name) == (type(camera), camera.name)
        assert other.read() is not None
        other.close()
