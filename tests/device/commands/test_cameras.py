"""The cameras at hand are listed with what each sees; one that is in use says so."""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from card import QUARTERS, card, quarters
from mjpeg import Phone
from recorded import modules

from device.cli.main import main
from device.errors import CameraError
from device.io.cameras.listing import WIDTH, ListedCamera, cameras_at_hand, thumbnail
from device.io.cameras.picamera_camera import Picamera
from device.store.settings import CameraSettings, Settings
from engine.i18n import phrase
from vision.draw import random_appearance


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = modules("imx708")
    for name, module in made.items():
        monkeypatch.setitem(sys.modules, name, module)


def test_every_camera_at_hand_is_listed(pi: None, tmp_path: Path) -> None:
    for number, name in ((0, "Webcam"), (2, "Other")):
        hardware = tmp_path / "hardware" / f"usb1/1-{number}/v"
        hardware.mkdir(parents=True)
        entry = tmp_path / "class" / f"video{number}"
        entry.mkdir(parents=True)
        (entry / "name").write_text(f"{name}\n")
        (entry / "device").symlink_to(hardware)
    links = tmp_path / "dev" / "v4l" / "by-id"
    links.mkdir(parents=True)
    (links / "usb-Other-video-index0").symlink_to("../../video2")
    url = "http://me:secret@192.0.2.7:8080/video"
    listed = cameras_at_hand(
        Settings(camera=CameraSettings(source=url)), tmp_path / "class", tmp_path / "dev"
    )
    assert listed == (
        ListedCamera("picamera", "Raspberry Pi camera (imx708)"),
        ListedCamera(str(tmp_path / "dev" / "video0"), "Webcam (USB, /dev/video0)"),
        ListedCamera(str(links / "usb-Other-video-index0"), "Other (USB, /dev/video2)"),
        ListedCamera(url, phrase("Stream: {address}", address="http://192.0.2.7:8080")),
        ListedCamera("phone", phrase("A phone above the board: open the page /camera on it")),
        ListedCamera("simulated", phrase("Simulated board, to try Tableside without a camera")),
    )


def test_without_a_camera_there_are_a_phone_and_the_simulated_board(tmp_path: Path) -> None:
    assert [each.id for each in cameras_at_hand(Settings(), tmp_path, tmp_path)] == ["phone", "simulated"]


def seen(jpeg: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))


def test_a_thumbnail_shows_what_the_camera_sees_as_the_settings_lay_it(pi: None) -> None:
    picture = seen(thumbnail("picamera", Settings(camera=CameraSettings(rotate=180))))
    assert picture.shape == (180, WIDTH, 3)
    colours = quarters(picture)
    assert np.abs(np.subtract(colours["top left"], QUARTERS["bottom right"])).max() < 30
    phone = Phone(card(640, 480))
    try:
        assert seen(thumbnail(phone.url, Settings())).shape == (240, WIDTH, 3)
    finally:
        phone.stop()


def test_a_camera_in_use_says_so(pi: None) -> None:
    camera = Picamera()
    with pytest.raises(CameraError, match="in use"):
        thumbnail("picamera", Settings())
    camera.close()
    thumbnail("picamera", Settings())


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_the_command_lists_and_photographs(
    pi: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A small board, which is drawn in no time.
    monkeypatch.setattr(
        "device.io.cameras.virtual_camera.preset", lambda *_: random_appearance(2, (320, 240))
    )
    settings = tmp_path / "tableside.toml"
    settings.write_text('[camera]\nsource = "http://127.0.0.1:9/video"\n')
    options = ("cameras", "--config", str(settings))
    text = told(capsys, *options)
    assert "Raspberry Pi camera (imx708)" in text
    assert "Stream: http://127.0.0.1:9\n" in text
    folder = tmp_path / "pictures"
    lines = told(capsys, *options, "--thumbnails", str(folder), "--json").splitlines()
    cameras = {each["id"]: each for each in map(json.loads, lines)}
    assert cameras["picamera"]["thumbnail"] == str(folder / "picamera.jpg")
    assert "does not answer" in cameras["http://127.0.0.1:9/video"]["trouble"]
    assert seen((folder / "simulated.jpg").read_bytes()).shape[1] == WIDTH
