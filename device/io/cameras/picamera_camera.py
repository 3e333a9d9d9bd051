"""The camera of a Raspberry Pi, through Picamera2, which is imported only when it is asked for."""

import importlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

import cv2
import numpy as np

from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.io.cameras.picture_rotation import Turning
from device.io.cameras.streams import Stream, best_mode
from device.store.settings import CameraSettings
from engine.i18n import Phrase, phrase
from vision.frame import GLIMPSE, Exposure, Frame, Picture

RATE = 8.0
"""Pictures a second; a game needs no more, and the rest costs heat."""
TIMEOUT = 5.0
"""Seconds after which a picture that does not come is given up."""
FOCUS_SECONDS = 6.0
"""How long the lens may look for the focus."""
HELD = 2
"""So many pictures the camera holds for us: the newest, and the one before, which is shown until that is read."""
BUFFERS = HELD + 3
"""The rest the camera fills by turns."""
AUTOMATICS = {"AeEnable": ("ExposureTime", "AnalogueGain"), "AwbEnable": ("ColourGains",)}
"""What is measured by which automatic, and held where that is switched off."""
AF_CONTINUOUS = 2
"""libcamera's AfModeContinuous."""

_log = logging.getLogger(__name__)


def _picamera2() -> Any:
    """The class Picamera2. Raises CameraError where it is not installed."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except (ImportError, OSError) as error:
        raise CameraError(
            phrase(
                "Picamera2 is not installed: on a Raspberry Pi, `sudo apt install python3-picamera2` and a virtual"
                " environment made with --system-site-packages"
            )
        ) from error


def pi_cameras() -> tuple[str, ...]:
    """The models of the cameras that Picamera2 drives, by their numbers; USB cameras, which it lists too, apart."""
    try:
        found = _picamera2().global_camera_info()
    except Exception:  # noqa: BLE001 - whatever keeps libcamera from answering, there is no camera to be had through it
        return ()
    return tuple(
        str(each.get("Model", "camera")) for each in found if "usb" not in str(each.get("Id", "")).lower()
    )


def has_picamera() -> bool:
    """Whether there is a camera that Picamera2 drives."""
    return bool(pi_cameras())


class Picamera(Camera):
    """A Raspberry Pi's camera; opened, focused and started at once. Raises CameraError.

    Where it gives a small stream besides, its frames have glimpses, and a picture is taken from its buffer only if it
    is asked for before the last `read` but one. `timeout`: seconds a picture may take to come.
    """

    def __init__(
        self,
        number: int = 0,
        settings: CameraSettings | None = None,
        rate: float = RATE,
        timeout: float = TIMEOUT,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number = number
        self.name = self.source = f"picamera:{number}" if number else "picamera"
        self.settings = settings or CameraSettings()
        self._timeout, self._now = timeout, now
        self._count = 0
        self._held: deque[tuple[Any, Exposure | None]] = deque()
        self._camera: Any = None
        make = _picamera2()
        try:
            self._camera = make(number)
            self._configure(rate)
            self._camera.start()
        except Exception as error:
            self.close()
            raise CameraError(_trouble(error)) from error
        self._focus()
        self._began = now()

    def reopening(self) -> Callable[[], Camera]:
        """The camera of the same number."""
        return lambda: Picamera(self.number, self.settings)

    def _configure(self, rate: float) -> None:
        camera = self._camera
        mode = best_mode(_modes(camera))
        turning = Turning.of(self.settings)
        span = round(1e6 / rate)
        asked: dict[str, Any] = {
            "main": {"size": mode.picture, "format": "RGB888"},
            "lores": {"size": mode.glimpse, "format": "YUV420"},
            "raw": None,
            "buffer_count": BUFFERS,
            "queue": False,
            "controls": self._known({"FrameDurationLimits": (span, span)}),
        }
        if mode.sensor is not None:
            asked["sensor"] = {"output_size": mode.sensor, "bit_depth": mode.bits}
        if turning.hflip or turning.vflip:
            transform = importlib.import_module("libcamera").Transform
            asked["transform"] = transform(hflip=turning.hflip, vflip=turning.vflip)
        given = self._configured(asked)
        self._main = Stream.of(given, "main")
        self._small = Stream.of(given, "lores") if given.get("lores") else None
        flipped = given.get("transform")
        if flipped is not None:
            turning = turning.after(bool(flipped.hflip), bool(flipped.vflip))
        self._turning = turning

    def _configured(self, asked: dict[str, Any]) -> Any:
        """What the camera really gives, which need not be what was asked for; it may have no second stream."""
        camera = self._camera
        try:
            camera.configure(camera.create_video_configuration(**asked))
        except RuntimeError:
            camera.configure(camera.create_video_configuration(**asked | {"lores": None}))
        return camera.camera_configuration()

    def _known(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Those of the controls that this camera has."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def _focus(self) -> None:
        """Looks for the focus once, and leaves the lens there; or goes on looking; or leaves it as it is."""
        if self.settings.focus == "left" or "AfMode" not in self._camera.camera_controls:
            return
        if self.settings.focus == "continuous":
            self._camera.set_controls({"AfMode": AF_CONTINUOUS})
            return
        try:
            focused = self._camera.autofocus_cycle(wait=FOCUS_SECONDS)
        except Exception:  # noqa: BLE001 - a lens that cannot be moved is no reason to have no camera
            self._wait_no_more()
            focused = False
        if not focused:
            _log.warning(
                "the camera has found no focus: see that there is light, and nothing before the lens"
            )

    def read(self) -> Frame | None:
        """The next picture; None once the camera is closed. Raises CameraError when none comes."""
        if self._camera is None:
            return None
        try:
            request = self._camera.capture_request(wait=self._timeout)
            taken = self._taken(request)
            self._held.append((request, taken if isinstance(taken, Exposure) else None))
            while len(self._held) > HELD:
                self._let_go()
        except (FutureTimeoutError, TimeoutError) as error:
            self._wait_no_more()
            raise CameraError(
                phrase("the camera gives no more pictures: check its ribbon cable; it is tried again")
            ) from error
        except Exception as error:
            raise CameraError(
                phrase("the camera has failed ({error}); it is tried again", error=error)
            ) from error
        frame = Frame(taken, self._now() - self._began, self._count)
        self._count += 1
        return frame

    def _wait_no_more(self) -> None:
        """Has the camera forget what was asked of it; else it would keep the next picture that comes to itself."""
        try:
            self._camera.cancel_all_and_flush()
        except Exception:  # noqa: BLE001 - that it has failed is found out with the next picture
            _log.warning("the camera could not be told to wait no more", exc_info=True)

    def _taken(self, request: Any) -> Picture | Exposure:
        main, small, turning = self._main, self._small, self._turning

        def take() -> Picture:
            return turning.turned(main.picture(request.make_array(main.name)))

        if small is None:
            return take()
        glimpse = small.picture(request.make_array(small.name))
        size = main.size[0] // GLIMPSE, main.size[1] // GLIMPSE
        if small.size != size:
            glimpse = np.asarray(cv2.resize(glimpse, size, interpolation=cv2.INTER_AREA), np.uint8)
        return Exposure(turning.turned(glimpse), turning.shape(main.size), take)

    def _let_go(self) -> None:
        """Gives the buffer of the oldest picture back to the camera."""
        request, exposure = self._held.popleft()
        if exposure is not None:
            exposure.let_go()
        request.release()

    def lock(self) -> None:
        """Holds exposure, gain and white balance as they were in the last picture, unless the settings leave them.

        What this camera has no control for is left out.
        """
        if self._camera is None or not self._held or not self.settings.lock:
            return
        told = self._held[-1][0].get_metadata()
        for automatic, names in AUTOMATICS.items():
            values = {name: told[name] for name in names if name in told}
            if len(values) == len(names):
                self._camera.set_controls(self._known({automatic: False, **values}))

    def unlock(self) -> None:
        """Has the camera measure exposure, gain and white balance again."""
        if self._camera is not None and self.settings.lock:
            self._camera.set_controls(self._known(dict.fromkeys(AUTOMATICS, True)))

    def close(self) -> None:
        """Lets go of the camera, even of one that has failed."""
        camera, self._camera = self._camera, None
        held, self._held = self._held, deque()
        for _, exposure in held:
            if exposure is not None:
                exposure.let_go()
        if camera is None:
            return
        try:
            camera.close()
        except Exception:  # noqa: BLE001 - a camera that has failed need not close well; it is opened anew
            _log.warning("the camera could not be closed properly", exc_info=True)


def _modes(camera: Any) -> list[dict[str, Any]]:
    try:
        return list(camera.sensor_modes)
    except Exception:  # noqa: BLE001 - a camera without modes, such as a virtual one, is used as it is
        return []


def _trouble(error: Exception) -> Phrase:
    """What keeps the camera from being opened, and what to do; Picamera2 tells the reason in an error's cause."""
    said = [str(each) for each in _causes(error)]
    told = " ".join(said).lower()
    if "no camera number" in told or "not found" in told or isinstance(error, IndexError):
        return phrase(
            "no Raspberry Pi camera was found: switch the Pi off, press its ribbon cable home at both "
            "ends, and try again;"
            " `rpicam-hello --list-cameras` tells what there is"
        )
    if "acquire" in told or "busy" in told:
        return phrase(
            "the camera is in use: end the other program that has it, which may be another Tableside, and try again"
        )
    return phrase(
        "the camera cannot be started ({given}): check its ribbon cable, and that no other program uses it",
        given=said[-1],
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__
