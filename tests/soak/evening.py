"""An evening at the virtual table in a process of its own: the real service, in step with a table in accelerated time.

    python tests/soak/evening.py '{"name": ..., "game": ..., "games": ..., "seed": ...}' DATA SINCE

It writes a line of JSON for every second at the table, for every game that is over, and at its end.
"""

import faulthandler
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path[:0] = [
    str(Path(__file__).parent),
    str(Path(__file__).parents[1] / "golden"),
    str(Path(__file__).parents[2]),
]

from party import AFTER, RATE, Party, PartyTable
from perfect_sight import SURE, cube_seen, die_seen, perfect

from calibration import model_from_corners
from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.io.cameras.virtual_camera import SimulatedCamera
from device.store.log.store import LogEntry, Store, sqlite_url
from device.store.pictures.picture_store import Pictures
from device.store.settings import MatchSettings, Settings, TableSettings
from device.table.inbox import Envelope
from device.table.service.memory import economise
from device.table.service.table_service import Service
from engine.board import Occupancy, View
from engine.state.messages import NewGame, Tick
from vision.board_model import BoardModel
from vision.draw import draw, preset
from vision.eye import LOOKS, Sight
from vision.frame import Frame, Picture
from vision.observation import CubeFace, Die, Observation
from vision.scene import Scene, Sizes

FLOW = 8.0
"""How many times faster than life time goes by while the camera is lost and nobody gives the step."""
NOISY = 0.9
"""How sure perfect eyes are in noise."""
HINT = 0.9
"""How long after a set-up people say that it is that of a new match, in seconds."""
ROOM = 16 * 2**20
"""How many bytes of pictures are kept."""

Tell = Callable[[dict[str, Any]], None]


class TableClock:
    """A stopwatch that shows the table's time, and a clock on the wall that jumps."""

    def __init__(self, since: float, jumps: Sequence[tuple[float, float, bool]]) -> None:
        self._now, self._jumps = since, jumps
        self._flows: float | None = None

    def monotonic(self) -> float:
        """Seconds at the table."""
        flows = self._flows
        return self._now if flows is None else self._now + (time.monotonic() - flows) * FLOW

    def wall(self) -> float:
        """Seconds since 1970, or what this clock takes for it."""
        return 1.75e9 + self.monotonic() + self._jump()[1]

    def is_set(self) -> bool:
        """Whether it says that it can be trusted."""
        return self._jump()[2]

    def wait(self, seconds: float) -> None:
        """Time goes by at once."""
        self._now += seconds

    def flow(self) -> None:
        """From now on time goes by of itself."""
        self.halt()
        self._flows = time.monotonic()

    def halt(self) -> None:
        """Time stands still, unless somebody waits."""
        self._now = self.monotonic()
        self._flows = None

    def _jump(self) -> tuple[float, float, bool]:
        now = self.monotonic()
        return next((jump for jump in reversed(self._jumps) if jump[0] <= now), (0.0, 0.0, True))


class FillingStore(Store):
    """A log on a disk that is full at times: SQLite itself is forbidden to make the file any larger."""

    def __init__(self, url: str, clock: TableClock, full: Sequence[tuple[float, float]]) -> None:
        super().__init__(url)
        self._clock, self._full = clock, full
        self._limited = False

    def append(self, entries: Sequence[LogEntry], *, instead_of: int | None = None) -> None:
        """Write events down, if they fit."""
        now = self._clock.monotonic()
        is_full = any(start <= now < end for start, end in self._full)
        if is_full != self._limited:
            with self.database.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA max_page_count={1 if is_full else 2**30}")
            self._limited = is_full
        super().append(entries, instead_of=instead_of)


class InStep(Service):
    """The service, which can be waited for until it has refereed all that it was told."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._told = self._done = 0
        self._step = threading.Condition()
        put = self._inbox.put

        def counted(envelope: Envelope) -> None:
            self._told += 1
            put(envelope)

        self._inbox.put = counted  # type: ignore[method-assign]

    def handle(self, envelope: Envelope) -> None:
        """Referee one letter."""
        super().handle(envelope)
        if not isinstance(envelope.message, Tick):
            with self._step:
                self._done += 1
                self._step.notify_all()

    def catch_up(self) -> None:
        """Wait until every letter has been refereed."""
        with self._step:
            self._step.wait_for(lambda: self._done >= self._told, 60)


class PerfectEye:
    """What perfect eyes make of the scene that was last photographed: the picture itself says only how well."""

    def __init__(self, model: BoardModel, sizes: Sizes) -> None:
        self.model, self._sizes = model, sizes
        self.rest = model.corners
        self._scene: Scene | None = None
        self._before: Scene | None = None
        self._sight = Sight(View.LOST)

    def photograph(self, scene: Scene, _number: int) -> Picture:
        """A grey picture, which may yet turn black or noisy on its way."""
        self._scene = scene
        return np.full((8, 8, 3), 128, np.uint8)

    def see(self, frame: Frame | None) -> Sight:
        """What there is to be seen."""
        scene = self._scene
        if frame is None or scene is None or not frame.picture.any() or scene.light < 0.1:
            self._before = None
            self._sight = Sight(View.LOST if frame is None else View.DARK)
            return self._sight
        scene = replace(scene, light=1.0)
        before, self._before = self._before, scene
        if scene != before:
            self._sight = Sight(View.MOVING)
        elif scene.hands or scene.cups or any(scene.nudge):
            view = View.HAND if scene.hands else View.COVERED if scene.cups else View.MOVED
            self._sight = Sight(view)
        elif self._sight.view is not View.CLEAR or len(self._sight.frames) < LOOKS:
            sure = SURE if frame.picture.min() == frame.picture.max() else NOISY
            frames = (*self._sight.frames, frame.number)
            self._sight = Sight(View.CLEAR, self._observed(scene, sure), frames)
        return self._sight

    def teach(self, _position: Occupancy) -> bool:
        """It knows the board as it is."""
        return False

    def unteach(self) -> None:
        """It has nothing to forget."""

    def _observed(self, scene: Scene, sure: float) -> Observation:
        sites = perfect(scene, self._sizes, sure).sites
        seen = [die_seen(die, self._sizes, sure) for die in scene.dice]
        dice = tuple(Die(die.faces, die.half, die.flat, die.u, die.v, (0.0, 0.0)) for die in seen)
        cube = cube_seen(scene, self._sizes)
        face = None if cube is None else CubeFace(cube.value, cube.place, cube.p, (0.0, 0.0))
        return Observation(sites, dice, face)


class StepCamera(Camera):
    """The simulated camera, which gives a picture only once the last one has been refereed."""

    def __init__(
        self, camera: SimulatedCamera, table: PartyTable, party: Party, clock: TableClock, tell: Tell
    ) -> None:
        self.corners, self.shape, self.name = camera.corners, camera.shape, camera.name
        self._camera, self._table, self._party, self._clock, self._tell = camera, table, party, clock, tell
        self.service: InStep | None = None
        self.done = threading.Event()
        self._second = self._over = 0
        self.weigh: Callable[[], dict[str, Any]] = dict

    def read(self) -> Frame | None:
        """The next picture; None once enough games are over. Raises CameraError."""
        assert self.service is not None
        self.service.catch_up()
        now = self._clock.monotonic()
        if self._table.over > self._over and now > self._table.last + 1:
            self._over = self._table.over
            self._tell({"over": self._over, "at": now, **self.weigh()})
        if self._over >= self._party.games and now > self._table.last + AFTER:
            self.done.set()
            return None
        while self._table.begun and now > self._table.begun[0][0] + HINT:
            self._new_match(self.service, self._table.begun.popleft()[1])
        if int(now) != self._second:
            self._second = int(now)
            self._tell({"at": now})
        try:
            frame = self._camera.read()
        except CameraError:
            self._clock.flow()
            raise
        self._clock.halt()
        return frame

    def _new_match(self, service: InStep, is_new: bool) -> None:
        """People say that a new match has begun, where the referee cannot know it."""
        if is_new and service.match_state.match.games:
            service.tell(NewGame(new_match=True))

    def close(self) -> None:
        """Let go of it."""
        self._camera.close()


def weight() -> dict[str, Any]:
    """What the process weighs, rubbish cleared away: megabytes, threads, open files."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "mb": pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
        "threads": sorted(thread.name for thread in threading.enumerate()),
        "files": len(os.listdir("/proc/self/fd")),
    }


def spend(party: Party, data: Path, since: float, tell: Tell) -> None:
    """Spend an evening from one of its seconds on, until its games are over."""
    economise()
    began = {thread.name for thread in threading.enumerate()}
    table = party.table()
    table.scene_at(since)
    table.begun.clear()
    clock = TableClock(since, party.jumps)
    look = preset()
    eye: PerfectEye | None = None
    if not party.eyes:
        probe = SimulatedCamera(table, look, paced=False)
        assert probe.corners is not None
        picture = draw(Scene(()), look, 0)
        eye = PerfectEye(model_from_corners(probe.corners, picture, shape=probe.shape).model, table.sizes)
    drawn = SimulatedCamera(
        table,
        look,
        RATE,
        disturbances=party.disturbances,
        now=clock.monotonic,
        wait=clock.wait,
        since=since,
        studio=eye.photograph if eye else None,
    )
    camera = StepCamera(drawn, table, party, clock, tell)
    service = InStep(
        Settings(match=MatchSettings(game=party.game, length=party.length), table=TableSettings(data=data)),
        camera,
        FillingStore(sqlite_url(data / "log.db"), clock, party.full),
        clock=clock,
        pictures=Pictures(data / "pictures", ROOM) if party.eyes else None,
    )
    if eye:
        service._watcher._eye = eye  # type: ignore[assignment]
    camera.service, camera.weigh = service, weight
    service.start()
    tell({"started": since, **weight()})
    camera.done.wait()
    at = clock.monotonic()
    service.stop()
    left = sorted(thread.name for thread in threading.enumerate() if thread.name not in began)
    tell({"end": at, "left": left, **weight()})


def _say(told: dict[str, Any]) -> None:
    # In one piece, for two threads tell.
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def _die(told: threading.ExceptHookArgs) -> None:
    # An evening in which nobody watches any more would never end.
    threading.__excepthook__(told)
    os._exit(70)


if __name__ == "__main__":
    faulthandler.enable()
    threading.excepthook = _die
    cv2.setNumThreads(1)
    spend(Party(**json.loads(sys.argv[1])), Path(sys.argv[2]), float(sys.argv[3]), _say)
