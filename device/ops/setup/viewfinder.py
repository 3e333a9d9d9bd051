"""The viewfinder: the camera that is chosen in the set-up, and fresh pictures by it, while the service goes on."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from device.errors import CameraError
from device.io.cameras import Camera, open_camera
from device.io.cameras.camera import Stageable
from device.io.cameras.opencv_camera import is_device
from device.io.cameras.untrusted_address import open_untrusted
from device.ops.setup.setup_steps import SetupStep
from device.simulator.pieces import Pieces
from device.store.settings import MatchSettings, Settings
from device.table.watch.boards import shape_of
from device.table.watch.watcher import Watcher
from engine.board import Kind, Seating, Shape
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.tables.tables_game import TablesGame
from engine.tafl.seen_position import tafl_occupancy
from engine.tafl.tafl_game import TaflGame
from vision.board_model import BoardModel
from vision.drawing.square_drawing import set_out
from vision.frame import Picture
from vision.likeness import shows_same
from vision.scene import Scene

PATIENCE = 15.0
"""How many seconds a picture is waited for: a camera may have to be opened, and measure the light."""
SETTLED = 2
"""So many pictures later what was done before has come to be seen."""
LOOKING = 0.02
"""How often, in seconds, it is asked whether there is another picture."""
SIMULATED = "simulated"
APART = 0.02
"""Corners farther from those of a simulated board than this share of the picture's width are those of another."""


class Viewfinder:
    """The camera of a table that is being set up, through the `watcher` that has it.

    `trusted`: its `source` is from the settings file, and may be any address.
    """

    def __init__(self, watcher: Watcher, camera: Camera | None, source: str, trusted: bool = True) -> None:
        self._watcher, self._camera = watcher, camera
        self.source = (
            (camera.source if camera else "")
            if source in ("auto", "", "usb") or source.isdecimal()
            else source
        )
        """What the camera is called by in the settings."""
        self._trusted = source if trusted and "://" in source else None
        self._pause = threading.Event()

    @property
    def name(self) -> str:
        """What people call the camera."""
        return self._camera.name if self._camera is not None else self.source

    @property
    def camera(self) -> Camera | None:
        """The camera; None while there is none."""
        return self._camera

    @property
    def is_simulated(self) -> bool:
        """Whether the board before it is the simulated one."""
        return self._camera is not None and self._camera.stage is not None

    @property
    def trouble(self) -> str | Phrase | None:
        """Why there are no pictures now, in words; None: there are."""
        return self._watcher.trouble

    def picture(self) -> Picture | None:
        """The newest picture; None while there is none."""
        shot = self._watcher.shot
        return None if shot is None or self.trouble is not None else shot.frame.picture

    def fresh(self) -> Picture:
        """A picture of what lies there from now on. Raises CameraError."""
        shot = self._watcher.shot
        after = (-1 if shot is None else shot.frame.number) + SETTLED
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            shot = self._watcher.shot
            if shot is not None and shot.frame.number >= after and self._watcher.trouble is None:
                return shot.frame.picture.copy()
            if self._watcher.trouble is not None and time.monotonic() > until - PATIENCE / 2:
                break
            self._pause.wait(LOOKING)
        raise CameraError(
            self._watcher.trouble or phrase("the camera gives no picture: check its cable or address")
        )

    def full(self, fresh: Picture) -> Picture:
        """What lies there, as large as the camera can take it; the `fresh` picture where that shows something else."""
        full = self._watcher.full_picture()
        return fresh if full is None or not shows_same(full, fresh) else full

    def change(self, source: str, settings: Settings, shape: Shape) -> None:
        """Watch through another camera, or the same one laid otherwise, now and
        whenever it is lost; returns at once.
        """
        opened = opening(source, settings, shape, trusted=self.is_trusted(source))

        def connect() -> Camera:
            self._camera = opened()
            return self._camera

        # The former one is closed first: it may be the same device.
        self.source, self._camera = source, None
        self._watcher.change(connect)

    def is_watched(self, source: str) -> bool:
        """Whether that camera is the one that is watched through now."""
        return _same(source, self.source) or (source == SIMULATED and self.is_simulated)

    def is_trusted(self, source: str) -> bool:
        """Whether that URL is the one of the settings file, which needs not be kept as chosen."""
        return source == self._trusted

    def lay(self, step: SetupStep | None, near: str) -> None:
        """On the simulated board, lay what a step wants to see; None: let the game go on."""
        stage = None if self._camera is None else self._camera.stage
        if stage is not None:
            stage.lay(None if step is None else scene_for(step, stage, Kind(near)))


def opening(source: str, settings: Settings, shape: Shape, *, trusted: bool = False) -> Callable[[], Camera]:
    """What opens the camera that a person chose, which nobody's URL makes lead into the box but a `trusted` one."""
    if "://" in source and not trusted:
        return lambda: open_untrusted(source, settings.camera)
    wanted = playing(settings, shape) if source.startswith(SIMULATED) else settings
    return lambda: open_camera(source, wanted)


def _same(one: str, other: str) -> bool:
    """Whether two sources are one camera: a link to a device is the device."""
    devices = is_device(one) and is_device(other)
    return one == other or (devices and Path(one).resolve() == Path(other).resolve())


def playing(settings: Settings, shape: Shape) -> Settings:
    """The settings with a game that is played on a board of that shape, which the simulated board shows."""
    try:
        fits = shape_of(settings.match.match_format) is shape
    except CameraError:
        fits = False
    if fits:
        return settings
    game = "tablut" if shape is Shape.TAFL else "backgammon"
    return replace(settings, match=MatchSettings(game=game))


def scene_for(step: SetupStep, stage: Stageable, near: Kind) -> Scene:
    """What lies on the simulated board at a step: nothing, or the starting position."""
    if step is SetupStep.EMPTY:
        return Scene()
    seating, sizes = Seating(near), stage.look.sizes
    if stage.look.squares:
        game = find_game("tablut")
        assert isinstance(game, TaflGame)
        return Scene(tuple(set_out(tafl_occupancy(game.start, seating), sizes)))
    backgammon = find_game("backgammon")
    assert isinstance(backgammon, TablesGame)
    return Scene(Pieces(backgammon, seating, sizes, Random(1)).checkers)


def fitting_model(camera: Camera | None, model: BoardModel | None) -> BoardModel | None:
    """The model of the board before a camera; None where it is of a simulated board that looks otherwise."""
    if model is None or camera is None or camera.stage is None:
        return model
    alike = model.size == camera.stage.look.camera.size and model.shape is camera.shape
    apart = np.abs(np.array(model.corners) - np.array(camera.corners)).max()
    return model if alike and apart < APART * model.size[0] else None
