"""The watcher: a thread that takes pictures from the camera, has the eye read them, and tells the referee."""

import logging
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol, runtime_checkable

from calibration.locate import sure_corners
from device.clock import Clock
from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.status.snapshot.table_snapshot import Report
from device.store.folder import board_position
from device.store.log.store import Source
from device.table.heartbeat import WATCHER, Heartbeat
from device.table.inbox import Envelope, Inbox
from device.table.watch.boards import measured
from device.table.watch.teaching import Lapse
from device.table.watch.timeline import Timeline
from engine.board import Occupancy, Shape, View
from engine.i18n import Phrase, marked, phrase, phrase_of
from engine.state.messages import CubeSeen, DieSeen, Look
from vision.board_model import BoardModel
from vision.errors import VisionError
from vision.eye import Eye, Shot, Sight
from vision.frame import Frame, Picture

SETTLED = 3.0
"""For so many seconds a camera measures the light before it is held."""
CHANGED = 1.5
"""By this factor the picture's mean grey level has changed when there is another light."""
LASTING = 5.0
"""For so many seconds it must last: a person who leans over the board does not stay."""


@runtime_checkable
class Lockable(Protocol):
    """What a camera can do besides whose exposure, gain and white balance can be held; between two `read`s."""

    def lock(self) -> None:
        """Holds them as they were in the last picture."""

    def unlock(self) -> None:
        """Has the camera measure them again."""


class Metering:
    """Holds the exposure of a camera, if it can, from the first clear sight of the board on, for hands and sleeves in
    the picture would change the colours of the checkers; where the light has changed for good it is measured anew.
    """

    def __init__(self, camera: object, now: float) -> None:
        self._camera = camera if isinstance(camera, Lockable) else None
        self._since = now
        self._held: float | None = None
        self._strange: float | None = None

    def seen(self, frame: Frame, view: View) -> None:
        """Another picture, and what is to be seen in it."""
        if self._camera is None:
            return
        small = frame.picture[::8, ::8] if frame.glimpse is None else frame.glimpse
        level = max(float(small.mean()), 1.0)
        if self._held is None:
            if view is View.CLEAR and frame.time - self._since >= SETTLED:
                self._camera.lock()
                self._held = level
        elif view is not View.DARK and 1 / CHANGED <= level / self._held <= CHANGED:
            self._strange = None
        elif self._strange is None:
            self._strange = frame.time
        elif frame.time - self._strange >= LASTING:
            self._camera.unlock()
            self._held, self._strange, self._since = None, None, frame.time


QUIET = 300.0
"""After so many seconds in which nothing moved nobody is at the board."""
REST = 0.5
"""So many seconds lie between two pictures then; a hand that comes is seen no later than that."""
_STIRRED = (View.MOVING, View.LOST)
RESTLESS_SECONDS = 60.0
"""After so many seconds without a still picture it is told; over one turn hands come to rest many times."""
RESTLESS = marked(
    "Nothing has stood still in the picture for a minute, so nothing can be read: put the camera on a firm stand."
)


@dataclass(frozen=True, slots=True)
class FramePace:
    """What was seen last, and since when nothing has moved, seconds by any clock that is never set back."""

    since: float
    view: View | None = None

    def seen(self, view: View | None, now: float) -> "FramePace":
        """The pace after another picture; None: it was not looked at."""
        return FramePace(now if view in _STIRRED or view is not self.view else self.since, view)

    def rest(self, now: float) -> float:
        """How many seconds to wait before the next picture is asked for."""
        return REST if now - self.since >= QUIET else 0.0


class Restless:
    """Follows how long something has been moving before a camera."""

    def __init__(self) -> None:
        self._since: float | None = None

    def seen(self, view: View, now: float) -> str | None:
        """What is to be told after another picture at a time in seconds; None: nothing."""
        if view is not View.MOVING:
            self._since = None
        elif self._since is None:
            self._since = now
        return RESTLESS if self._since is not None and now - self._since >= RESTLESS_SECONDS else None


FULL_PATIENCE = 6.0
"""For so many seconds a picture in full resolution is waited for."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a lost camera is tried again, at first, and at most after doubling every time."""
STOP_SECONDS = 30.0
"""How long the end waits for a picture that is being taken or read, where nobody is in a hurry."""
FOLLOWED = marked("The board has moved a little; I follow it.")
FOLLOWED_SECONDS = 20.0
"""How long it is told that the board was followed."""
REPEAT_SECONDS = 0.4
"""How often the referee is told the same of a scene in which nothing changes."""
KEEP_SECONDS = 300.0
"""How often at most what the eye has learned is written down."""
SET_UP = marked("The board is being set up: nothing is refereed until that is done.")
"""What is told while the watcher is `held`."""
UNCALIBRATED = phrase(
    "This board is not calibrated yet: open the set-up on a phone, where it takes two minutes."
)
"""What is told where there is no model of the board."""

_log = logging.getLogger(__name__)


class Watcher:
    """Watches through one camera; `connect` opens it anew when it is lost, None: it is only tried again. Without a
    `camera` it is opened first of all.

    Without a `model` the board is measured from the camera's own `corners`, where it knows them; else nothing is read.
    `file`: where the model was looked for; `shown` is told of every picture that was looked at, and must not wait;
    `shape`: of the board on which the match is played; `wait`: waits for some seconds, or until it is told to stop;
    `heartbeat` is told of every round.
    """

    def __init__(
        self,
        camera: Camera | None,
        inbox: Inbox,
        clock: Clock,
        file: Path,
        model: BoardModel | None = None,
        connect: Callable[[], Camera] | None = None,
        shown: Callable[[Shot], None] | None = None,
        shape: Shape = Shape.TABLES,
        wait: Callable[[float], object] | None = None,
        heartbeat: Heartbeat | None = None,
    ) -> None:
        self._camera = camera
        self._shown = shown
        self._inbox = inbox
        self._clock = clock
        self._connect = connect
        self._file = file
        self._calibration = None if model is None else board_position.stamp_of(file)
        self._followed_until = self._kept_at = -math.inf
        self._eye = Eye(model, find=sure_corners) if model else None
        # A simulated camera knows which board it shows; any other is believed to look at the one that is played on.
        self._usual_shape = shape
        self._shape: Shape = (camera and camera.shape) or shape
        self._shot: Shot | None = None
        self._report = Report()
        self._unmeasured = UNCALIBRATED
        self._stopping, self._woken = threading.Event(), threading.Event()
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._held, self._is_over, self._ending = False, False, threading.Lock()
        self._wait = wait or self._woken.wait
        self._heartbeat = heartbeat or Heartbeat()
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self._timeline = Timeline(clock)
        self._told: Sight | None = None
        self._told_at = 0.0
        self._pace = FramePace(clock.monotonic())
        self._metering = Metering(camera, 0.0)
        self._restless = Restless()

    @property
    def shape(self) -> Shape:
        """The shape of the boards that are read."""
        return self._shape if self._eye is None else self._eye.model.shape

    @property
    def shot(self) -> Shot | None:
        """The last picture; None while there is none."""
        return self._shot

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self, patience: float = STOP_SECONDS) -> None:
        """Watch no more, and let go of the camera; waits so many seconds for the picture that is being read, after
        which its thread lets go.
        """
        self._stopping.set()
        self._woken.set()
        if self._camera is not None and self._camera.waits_itself:
            # where nobody sends a picture any more, none needs to be waited for
            self._close()
        if self._thread.is_alive():
            self._thread.join(patience)
        if not self._thread.is_alive():
            self._close()

    @property
    def is_watching(self) -> bool:
        """Whether its thread runs, after `stop` one that is still taking or reading a picture."""
        return self._thread.is_alive()

    @property
    def trouble(self) -> str | Phrase | None:
        """What is wrong with the camera, in words; None: nothing."""
        return self._report.camera

    def ask_full(self, given: Callable[[Picture], None]) -> bool:
        """Ask the camera for one picture as large as it takes any, which is `given` in another thread; whether one may
        come. Returns at once. From any thread.
        """
        camera = self._camera
        return camera is not None and self.trouble is None and camera.ask_full(given)

    def full_picture(self, patience: float = FULL_PATIENCE) -> Picture | None:
        """What the camera sees, as large as it takes any picture; None where it gives none so large in time, or takes
        all of them so large. From any thread but the watcher's.
        """
        came: SimpleQueue[Picture] = SimpleQueue()
        if not self.ask_full(came.put):
            return None
        try:
            return came.get(timeout=patience)
        except Empty:
            return None

    def hold(self) -> None:
        """Read nothing until `go_on`, but go on taking pictures; returns at once. From any thread."""
        self._order(self._hold)

    def go_on(self, model: BoardModel | None = None, file: Path | None = None) -> None:
        """Read again, by another `model` if one is given, which is kept in `file`; returns at once. From any thread."""
        self._order(lambda: self._go_on(model, file))

    def teach(self, taught: Occupancy | Lapse) -> None:
        """Learn from the scene that is seen now, whose position is known, or forget what was learned; returns at once.

        From any thread.
        """
        self._order(lambda: self._teach(taught))

    def change(self, connect: Callable[[], Camera]) -> None:
        """Watch through another camera, which `connect` opens, now and whenever it is lost; returns at once.

        What is known of the board is forgotten. From any thread.
        """
        self._order(lambda: self._change(connect))

    def _order(self, do: Callable[[], None]) -> None:
        with self._ending:
            self._orders.put(do)
            self._woken.set()
            if self._is_over and not self._stopping.is_set():
                self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)
                self._is_over = False
                self._thread.start()

    def _obey(self) -> bool:
        """Do what was ordered, between two pictures; whether anything was."""
        if not self._stopping.is_set():
            self._woken.clear()
        obeyed = not self._orders.empty()
        while not self._orders.empty():
            try:
                self._orders.get()()
            except Exception as error:  # noqa: BLE001 - the watch goes on, whatever was asked of it
                self._fail_to_read(error)
        return obeyed

    def _ends(self) -> bool:
        """Whether a camera that is over is the end of it; a film's end is told, and another camera may follow."""
        with self._ending:
            self._is_over = self._orders.empty()
            if self._is_over and not self._stopping.is_set():
                self._lose(phrase("There are no more pictures: the film is over."))
                self._heartbeat.rest(WATCHER)
            return self._is_over or self._stopping.is_set()

    def _hold(self) -> None:
        if self._held:
            return
        self._held = True
        # What is played meanwhile nobody sees, and the light may be made another.
        self._look_away()
        if isinstance(self._camera, Lockable):
            self._camera.unlock()
        self._metering = Metering(self._camera, self._timeline.now())

    def _go_on(self, model: BoardModel | None, file: Path | None) -> None:
        self._held, self._told = False, None
        if model is not None and file is not None:
            self._file, self._calibration = file, board_position.stamp_of(file)
            self._unmeasured = UNCALIBRATED
            self._eye = Eye(model, find=sure_corners)

    def _teach(self, taught: Occupancy | Lapse) -> None:
        if self._eye is None:
            return
        if isinstance(taught, Lapse):
            self._eye.unteach()
        elif not self._eye.teach(taught):
            return
        if self._calibration is not None and self._clock.monotonic() - self._kept_at > KEEP_SECONDS:
            self._kept_at = self._clock.monotonic()
            board_position.keep(self._file, self._eye.model, self._calibration)

    def _change(self, connect: Callable[[], Camera]) -> None:
        self._close()
        self._look_away()
        self._camera, self._connect, self._eye, self._calibration = None, connect, None, None
        self._report = Report(self._report.board)

    def _watch(self) -> None:
        try:
            self._look_on()
        finally:
            if self._stopping.is_set():
                self._close()

    def _look_on(self) -> None:
        """Take picture after picture until there are no more, or nobody wants any."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            if self._obey():
                pause = FIRST_PAUSE
            try:
                frame = self._opened().read()
            except Exception as error:  # noqa: BLE001 - whatever it is, the camera may come back
                if self._stopping.is_set():
                    return
                if not isinstance(error, CameraError):
                    _log.error("the camera has failed", exc_info=error)
                if self._camera is not None and self._camera.waits_itself:
                    pause = FIRST_PAUSE
                self._lose(phrase_of(error))
                self._heartbeat.beat(WATCHER)
                self._wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            if frame is None:
                if self._ends():
                    return
                continue
            pause = FIRST_PAUSE
            self._keep_pace(frame)
            try:
                self._see(self._timeline.place(frame))
            except Exception as error:  # noqa: BLE001 - the next picture may do
                self._fail_to_read(error)
            self._heartbeat.beat(WATCHER)
            self._rest()

    def _see(self, frame: Frame) -> None:
        eye = None if self._held else self._eye or self._measured(frame)
        if eye is None:
            self._shot = Shot(frame)
            self._pace = self._pace.seen(None, self._clock.monotonic())
            self._tell(
                Report(
                    board=SET_UP if self._held else self._unmeasured, ready=self._held and self._report.ready
                )
            )
            return
        rest = eye.rest
        sight = eye.see(frame)
        self._shot = Shot(frame, sight, eye.model)
        self._pace = self._pace.seen(sight.view, self._clock.monotonic())
        self._metering.seen(frame, sight.view)
        if eye.rest != rest:
            self._follow(eye.model, frame.time)
        if self._shown is not None:
            # before the referee hears of it, who may ask for this picture
            self._shown(self._shot)
        note = FOLLOWED if frame.time < self._followed_until else None
        self._tell(Report(self._restless.seen(sight.view, frame.time), note=note))
        if sight is self._told and frame.time - self._told_at < REPEAT_SECONDS:
            # The eye has nothing to add to what it said of this still scene.
            return
        self._told, self._told_at = sight, frame.time
        self._inbox.put(Envelope(look_of(sight, frame), Source.CAMERA, sight.frames or (frame.number,)))

    def _follow(self, model: BoardModel, now: float) -> None:
        """The eye has followed the board to another place: say so for a while, and keep it over a restart."""
        _log.info("the board has moved in the picture; its corners are now at %s", model.corners)
        self._followed_until = now + FOLLOWED_SECONDS
        if self._calibration is not None:
            board_position.keep(self._file, model, self._calibration)

    def _keep_pace(self, frame: Frame) -> None:
        """Wait until a picture of a film is due, for films are given as fast as they are asked for."""
        if self._camera is not None and self._camera.is_film and self._shot is not None:
            self._wait(self._timeline.until(frame))

    def _rest(self) -> None:
        """Look at the board less often once nobody is there, where the camera waits to be asked."""
        pause = self._pace.rest(self._clock.monotonic())
        if pause and not (self._camera is not None and self._camera.keeps_coming):
            self._wait(pause)

    def _measured(self, frame: Frame) -> Eye | None:
        corners = None if self._camera is None else self._camera.corners
        if corners is None:
            return None
        try:
            self._eye = Eye(measured(corners, frame.picture, self._shape, is_straight=True))
        except VisionError as error:
            self._unmeasured = phrase(
                "The board could not be measured from its corners: {error}", error=phrase_of(error)
            )
        return self._eye

    def _fail_to_read(self, error: Exception) -> None:
        """Tell once of an error that should not happen, which may well happen with every picture."""
        trouble = phrase(
            "The pictures cannot be read, by an error in Tableside itself: {error}", error=repr(error)
        )
        report = Report(board=trouble)
        if report != self._report:
            _log.error("a picture could not be read", exc_info=error)
            self._tell(report)

    def _lose(self, why: Phrase) -> None:
        if self._report.camera != why:
            _log.warning("no picture: %s", why)
        if self._connect is not None:
            self._close()
            self._camera = None
        self._tell(Report(self._report.board, why, ready=self._shot is not None and self._report.ready))
        self._look_away(View.LOST)

    def _look_away(self, view: View = View.MOVING) -> None:
        """Nothing is seen for a while, which the referee must know."""
        self._told = None
        if self._eye is not None:
            self._eye.see(None)
        self._pace = self._pace.seen(view, self._clock.monotonic())
        self._inbox.put(Envelope(Look(self._timeline.now(), self._timeline.number, view), Source.CAMERA))

    def _opened(self) -> Camera:
        if self._camera is None:
            assert self._connect is not None
            self._camera = self._connect()
            self._metering = Metering(self._camera, self._timeline.now())
            self._shape = self._camera.shape or self._usual_shape
            self._timeline.begin_anew()
        return self._camera

    def _close(self) -> None:
        if self._camera is not None:
            self._camera.close()

    def _tell(self, report: Report) -> None:
        if report != self._report:
            self._report = report
            self._inbox.put(Envelope(report, Source.CAMERA))


def look_of(sight: Sight, frame: Frame) -> Look:
    """What the eye made of a frame, in the referee's words."""
    seen = sight.observation
    if seen is None:
        return Look(frame.time, frame.number, sight.view)
    dice = tuple(DieSeen(die.faces, die.half, die.flat, die.u, die.v) for die in seen.dice)
    face = seen.cube
    cube = None if face is None else CubeSeen(face.value, face.place, face.p)
    return Look(frame.time, frame.number, sight.view, seen, dice, cube)
