"""The sight: which cameras there are, and how well the board is seen: light, focus, aim."""

import contextlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from calibration.locate import locate
from calibration.picture_verdict import light_of, place_of
from device.errors import CameraError, DeviceError
from device.finding import Finding, Health
from device.io.cameras import backend_of, open_camera
from device.io.cameras.picamera_camera import pi_cameras
from device.io.cameras.untrusted_address import is_untrusted, open_untrusted
from device.io.cameras.v4l2 import UsbCamera, usb_cameras
from device.redacting import without_secrets
from device.store.folder import board_position
from device.store.pictures import ring
from device.store.settings import Settings
from device.table.watch.empty_record import is_drawn
from engine.board import View
from engine.i18n import Phrase, phrase, phrase_of, together
from vision.board_model import BoardModel
from vision.errors import VisionError
from vision.eye import Eye
from vision.frame import Frame, Picture
from vision.motion.stillness import Stillness, window_of
from vision.sharpness import board_sharpness, sharpness

FRAMES = 8
"""A camera finds its exposure in so many pictures."""
SECONDS = 6.0
"""So long at most that is waited for."""
SHARP = 0.25
"""Boards less sharp than this are read wrongly here and there: pictures blurred by about two pixels of those that are
read, on real boards whose own sharpness was 0.47 and more."""
SHARP_ENOUGH = 0.7
"""A share of the sharpness that earlier pictures had."""
COMPARED = 5
"""So many earlier pictures are compared with."""
MARGIN = 0.01
"""Corners nearer to the picture's edge than this share of it leave no room for the board's frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A picture to judge by, whence it is, the board's model where there is one, and the sharpness that earlier
    pictures had; without a picture `whence` says why there is none, and `is_taken` whether a service has the camera.
    """

    whence: Phrase
    picture: Picture | None = None
    model: BoardModel | None = None
    before: float | None = None
    is_restless: bool = False
    """Whether something moved in every one of several pictures."""
    is_taken: bool = False


def look_through(
    settings: Settings, picture: Picture | None, model: BoardModel | None, *, runs: bool
) -> Looked:
    """A picture of what the camera sees: the one that is given, or the last decision's, or a new one."""
    with contextlib.suppress(VisionError, OSError):
        model = model or board_position.load(settings.board_file)
    folder = ring.folder_of(settings.table.data, settings.table.name, simulated=False)
    kept = [each for each in ring.kept_in(folder) if each.is_read]
    before = _before(folder, kept, model)
    if picture is not None:
        return Looked(phrase("the picture that was given"), picture, _fitting(model, picture), before)
    if runs:
        for each in reversed(kept):
            with contextlib.suppress(VisionError, OSError):
                picture = ring.picture_of(folder, each)
                return Looked(
                    phrase("the last decision's picture"),
                    picture,
                    ring.model_of(folder, each) or model,
                    before,
                )
        return Looked(phrase("the service that runs has the camera"), is_taken=True)
    source = settings.camera.source
    if source in ("auto", "") and not (pi_cameras() or usb_cameras()):
        return Looked(phrase("there is no camera"))
    return _photographed(settings, model, before)


def _photographed(settings: Settings, model: BoardModel | None, before: float | None) -> Looked:
    try:
        source = settings.camera.source
        camera = (
            open_untrusted(source, settings.camera) if is_untrusted(settings) else open_camera(None, settings)
        )
    except DeviceError as error:
        return Looked(phrase_of(error))
    until = time.monotonic() + SECONDS
    frame: Frame | None = None
    frames = []
    try:
        for _ in range(1 if camera.is_film else FRAMES):
            frame = camera.read() or frame
            if frame is not None:
                frames.append(Frame(frame.picture.copy(), frame.time, frame.number))
            if time.monotonic() > until:
                break
        if frame is None:
            return Looked(phrase("the camera gives no picture"))
        picture = frame.picture
        if camera.corners is not None:
            from device.table.watch.boards import measured

            model = measured(camera.corners, picture, is_straight=True)
        model = _fitting(model, picture)
        whence = phrase("a picture by {camera}", camera=camera.name)
        return Looked(whence, picture.copy(), model, before, is_restless(model, frames))
    except (CameraError, VisionError) as error:
        return Looked(phrase_of(error))
    finally:
        camera.close()


def is_restless(model: BoardModel | None, frames: Sequence[Frame]) -> bool:
    """Whether something has moved on a board from each of some frames to the next, a camera that sways set aside."""
    if model is None or len(frames) < FRAMES:
        return False
    window, stillness = window_of(model.rectifier(frames[0].shape), frames[0].shape), Stillness()
    stillness.settle(window.thumb_of(frames[0]))
    return all(stillness.moves(window.thumb_of(frame)) for frame in frames[1:])


def _before(folder: Path, kept: Sequence[ring.RingPicture], model: BoardModel | None) -> float | None:
    """The sharpness of some earlier pictures, of this board."""
    found = []
    for each in kept[:: max(1, len(kept) // COMPARED)][:COMPARED]:
        with contextlib.suppress(VisionError, OSError):
            own = ring.model_of(folder, each) or model
            if own is not None:
                found.append(board_sharpness(own, ring.picture_of(folder, each)))
    return median(found) if found else None


def _fitting(model: BoardModel | None, picture: Picture) -> BoardModel | None:
    """The model, if it is of pictures of this shape: of another it tells nothing."""
    if model is None:
        return None
    (width, height), (rows, columns) = model.size, picture.shape[:2]
    return model if abs(width * rows - height * columns) <= 0.01 * width * rows else None


def check_camera(
    source: str = "auto",
    pi: Sequence[str] | None = None,
    usb: Sequence[UsbCamera] | None = None,
    devices: Path = Path("/dev"),
) -> Finding:
    """Which cameras there are; none is opened, for the service may be using it."""
    pi, usb = pi_cameras() if pi is None else pi, usb_cameras() if usb is None else usb
    of_pi: list[Phrase | str] = [phrase("Raspberry Pi camera {model}", model=model) for model in pi]
    of_usb: list[Phrase | str] = [f"{each.name} (/dev/video{each.number})" for each in usb]
    kind = source.partition(":")[0]
    found = {"picamera": of_pi, "usb": of_usb}.get(kind, of_pi + of_usb)
    barred = [each for each in usb if not os.access(devices / f"video{each.number}", os.R_OK | os.W_OK)]
    if barred:
        names = ", ".join(f"/dev/video{each.number}" for each in barred)
        return Finding(
            "camera",
            Health.WARNING,
            phrase("not allowed to open {devices}", devices=names),
            phrase(
                "let this user use the camera: sudo usermod -aG video {user}, then log in anew",
                user=os.environ.get("USER", "$USER"),
            ),
        )
    backend = backend_of(source)
    if backend is None or not backend.plugged:
        path = devices / f"video{source}" if source.isdecimal() else Path(source)
        if backend is not None or "://" in source or path.exists():
            wanted = phrase("{what}, as the settings want it", what=without_secrets(source))
            return Finding("camera", Health.OK, wanted)
        return Finding(
            "camera",
            Health.WARNING,
            phrase("there is no {file}", file=str(path)),
            phrase(
                "plug the camera in, or name another 'source' in [camera]: tableside cameras lists those at hand"
            ),
        )
    if found:
        return Finding("camera", Health.OK, together(found, ", "))
    none = phrase("no camera")
    if kind in ("picamera", "usb"):
        none = phrase("no camera such as the settings want: {kind}", kind=kind)
    advice = phrase("plug a USB camera in, or connect one to the Pi and install python3-picamera2")
    return Finding("camera", Health.WARNING, none, advice)


def check_board(settings: Settings) -> Finding:
    """Whether there is a model of the board that can be read."""
    path = settings.board_file
    if settings.camera.source.startswith("simulated"):
        return Finding("board", Health.OK, phrase("the simulated board, which needs no calibration"))
    advice = phrase(
        "mark the board's corners: tableside calibrate --corners '...' picture.jpg -o {file}", file=str(path)
    )
    if not path.exists():
        return Finding("board", Health.WARNING, phrase("not calibrated: no {file}", file=str(path)), advice)
    try:
        BoardModel.load(path)
    except (VisionError, OSError) as error:
        return Finding("board", Health.FAILURE, phrase_of(error), advice)
    return Finding("board", Health.OK, phrase("calibrated: {file}", file=str(path)))


def check_light(seen: Looked) -> Finding:
    """Whether the board is lit well enough, evenly, and without glare."""
    if seen.picture is None:
        return _unseen("light", seen)
    light = light_of(seen.picture, seen.model)
    found = phrase(
        "brightness {mean} of 255, {share} dazzling", mean=round(light.mean), share=f"{light.white:.1%}"
    )
    return _judged("light", found, light.said)


def check_focus(seen: Looked) -> Finding:
    """Whether the board is in focus."""
    if seen.picture is None:
        return _unseen("focus", seen)
    value = (
        sharpness(_small(seen.picture)) if seen.model is None else board_sharpness(seen.model, seen.picture)
    )
    found = phrase("sharpness {value} in {whence}", value=f"{value:.2f}", whence=seen.whence)
    if value < SHARP:
        return Finding(
            "focus",
            Health.WARNING,
            phrase("{found}: blurred", found=found),
            phrase(
                "turn the lens until the points' edges are crisp; clean it, and let the camera stand firmly"
            ),
        )
    if seen.before is not None and value < SHARP_ENOUGH * seen.before:
        return Finding(
            "focus",
            Health.WARNING,
            phrase("{found}, where it was {before} before", found=found, before=f"{seen.before:.2f}"),
            phrase("clean the lens and turn it until the points' edges are crisp again"),
        )
    return Finding("focus", Health.OK, found)


def check_aim(seen: Looked, *, search: bool = True) -> Finding:
    """Whether the whole board is in view, large enough, and where it was calibrated; without a calibration whether it
    is found at all, which takes some seconds to `search` for.
    """
    if seen.picture is None:
        return _unseen("aim", seen)
    if seen.model is None and not search:
        return Finding(
            "aim",
            Health.WARNING,
            phrase("the board is not calibrated"),
            phrase("calibrate it: tableside calibrate"),
        )
    if seen.model is None:
        return _found_at_all(seen.picture)
    height, width = seen.picture.shape[:2]
    rectifier = seen.model.rectifier(seen.picture.shape)
    corners = rectifier.pixels(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))
    low, high = np.array([width, height]) * MARGIN, np.array([width, height]) * (1 - MARGIN)
    outside = int(np.any((corners < low) | (corners > high), axis=1).sum())
    if outside:
        found = phrase("one of the board's four corners is out of the picture, or nearly")
        if outside > 1:
            found = phrase(
                "{count} of the board's four corners are out of the picture, or nearly", count=outside
            )
        return Finding(
            "aim",
            Health.WARNING,
            found,
            phrase("turn the camera, or move it back, until the whole board is in view; then calibrate anew"),
        )
    across = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    if is_drawn(seen.picture):
        return Finding(
            "aim",
            Health.WARNING,
            phrase("the picture shows a screen, or was drawn by a computer"),
            phrase("point the camera at a real board on a table"),
        )
    if seen.is_restless:
        return Finding(
            "aim",
            Health.WARNING,
            phrase("nothing stands still in the picture"),
            phrase(
                "put the camera on a firm stand, and look once more while nobody moves anything on the board"
            ),
        )
    eye = Eye(seen.model)
    view = eye.see(Frame(seen.picture, 0.0, 0)).view
    if view is View.MOVED:
        return Finding(
            "aim",
            Health.WARNING,
            phrase("the board does not lie where it was calibrated"),
            phrase("put board or camera back as they were, or calibrate anew"),
        )
    found = phrase(
        "the board is {across} pixels wide in a picture of {width}x{height}",
        across=round(across),
        width=width,
        height=height,
    )
    return _judged("aim", found, place_of(seen.model, seen.picture))


def _judged(check: str, found: Phrase, said: Sequence[str]) -> Finding:
    """What was measured, and the sentences of the verdict on it, of which there are none where all is well."""
    if not said:
        return Finding(check, Health.OK, found)
    return Finding(check, Health.WARNING, found, together([*map(Phrase, said)], " "))


def _found_at_all(picture: Picture) -> Finding:
    """Without a calibration: whether a board is found in the picture."""
    located = locate(picture)
    if located is not None and located.is_sure:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in located.corners)
        return Finding(
            "aim",
            Health.WARNING,
            phrase("a board is in view, its corners at {corners}, but it is not calibrated", corners=corners),
            phrase("see whether these are its corners, then calibrate it: tableside calibrate"),
        )
    return Finding(
        "aim",
        Health.WARNING,
        phrase("no board can be made out in the picture"),
        phrase(
            "let all four corners be seen, take hands and cups off, then calibrate it: tableside calibrate"
        ),
    )


def _small(picture: Picture) -> Picture:
    """A picture at about the size at which a board in it would be read."""
    height, width = picture.shape[:2]
    return cv2.resize(picture, (640, max(1, 640 * height // width)), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _unseen(check: str, seen: Looked) -> Finding:
    advice = phrase("connect a camera, or name a picture that it took: tableside doctor --picture FILE")
    if seen.is_taken:
        advice = phrase("look at it on the referee's page, or wait until a game is on")
    return Finding(check, Health.WARNING, phrase("not looked at: {why}", why=seen.whence), advice)
