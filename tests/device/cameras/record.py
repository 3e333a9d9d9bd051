"""Writes down how the real Picamera2 behaves, for its recorded fake to replay; run by `run.sh --record`."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import libcamera
import virtual

from device.io.cameras.picamera_camera import Picamera
from device.store.settings import CameraSettings

virtual.install()

WHERE = Path(__file__).with_name("virtual.json")
SETTINGS = (
    CameraSettings(),
    CameraSettings(rotate=180),
    CameraSettings(mirror=True),
    CameraSettings(rotate=180, mirror=True),
)


def plain(value: Any) -> Any:
    """A value of Picamera2's as JSON can hold it."""
    if isinstance(value, libcamera.Transform):
        return [bool(value.hflip), bool(value.vflip)]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def told(error: BaseException | None) -> list[str]:
    """The texts of an error and of its causes."""
    return [] if error is None else [str(error), *told(error.__cause__)]


def refused(what: Any) -> list[str]:
    """What Picamera2 says when something cannot be done."""
    try:
        what()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is written down
        return told(error)
    raise AssertionError("it could be done")


def main() -> None:
    from picamera2 import Picamera2

    asked: list[dict[str, Any]] = []

    class Spied(Picamera2):  # type: ignore[misc, valid-type]
        def create_video_configuration(self, **given: Any) -> Any:
            if "main" in given:
                asked.append(given)
            return super().create_video_configuration(**given)

    import picamera2

    picamera2.Picamera2 = Spied
    configurations = []
    for settings in SETTINGS:
        camera = Picamera(0, settings)
        given = camera._camera.camera_configuration()
        configurations.append(
            {
                "asked": plain(asked[-1]),
                "given": plain({key: given[key] for key in ("main", "lores", "transform", "sensor")}),
            }
        )
        camera.close()
    camera = Picamera(0)
    camera.read()
    real, request = camera._camera, camera._held[-1][0]
    recorded = {
        "about": f"Recorded from picamera2 {version('picamera2')} over libcamera {libcamera.CameraManager.singleton().version}, virtual pipeline.",
        "cameras": plain(Spied.global_camera_info()),
        "controls": plain(real.camera_controls),
        "modes": None,
        "configurations": configurations,
        "metadata": plain(request.get_metadata()),
        "shapes": {name: list(request.make_array(name).shape) for name in ("main", "lores")},
        "errors": {
            "busy": refused(lambda: Picamera2(0)),
            "missing": refused(lambda: Picamera2(9)),
            "control": refused(lambda: real.set_controls({"AwbEnable": False})),
            "modes": refused(lambda: real.sensor_modes),
        },
    }
    real.camera.stop()
    recorded["errors"]["silent"] = [
        type(error).__name__ for error in [_caught(lambda: real.capture_request(wait=0.3))]
    ]
    recorded["errors"]["release"] = refused(request.release)
    camera.close()
    WHERE.write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{WHERE.name} is written.")


def _caught(what: Any) -> BaseException:
    try:
        what()
    except BaseException as error:  # noqa: BLE001 - its type is what is wanted
        return error
    raise AssertionError("it could be done")


main()
