"""The simulated camera: pictures of the virtual table, so that everything can be tried without a board."""

import re
import secrets
import time
from collections.abc import Callable
from math import ceil
from threading import Event
from typing import Protocol

from device.errors import CameraError
from device.io.cameras.camera import Camera, Stageable
from device.simulator.disturbances import (
    Disturbance,
    Trouble,
    disturbed,
    is_dropped,
    marred,
    named_disturbance,
    random_disturbances,
)
from device.simulator.virtual_table import VirtualTable
from device.simulator.virtual_tafl_table import TaflTable
from device.store.settings import Settings
from engine.board import Kind, Seating, Shape
from engine.errors import EngineError
from engine.i18n import phrase, phrase_of, together
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from vision.draw import corners, draw, preset, random_appearance
from vision.drawing.board_look import Appearance
from vision.drawing.square_drawing import on_squares
from vision.frame import Frame, Picture
from vision.scene import Scene, Sizes

RATE = 5.0
"""Pictures a second, as long as nothing else is said."""
PATIENCE = 10.0
"""For so many seconds of the table's nobody plays on before who watches is there to see it: a computer that
is busy with starting would miss the starting position, and then the whole first game.
"""


class VirtualTableView(Protocol):
    """A virtual table: what can be seen of it at a time."""

    sizes: Sizes

    def scene_at(self, time: float) -> Scene | None:
        """What can be seen at a time, in seconds from the start; None once everything is over."""


class SimulatedCamera(Camera):
    """A camera over a virtual table.

    `speed`: how many times faster than life; a picture's time is the table's own. `paced`: a picture is waited for,
    as at a real camera, and one for which nobody asked in time is gone; else the next comes at once. `now` and `wait`
    are the clock it keeps, seconds; a wait ends early when the camera is closed. `since`: at which of the table's
    seconds it begins to watch. `studio` makes the picture of a scene and a number, drawn by default.
    """

    def __init__(
        self,
        table: VirtualTableView,
        look: Appearance,
        rate: float = RATE,
        speed: float = 1.0,
        paced: bool = True,
        disturbances: tuple[Disturbance, ...] = (),
        now: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
        since: float = 0.0,
        studio: Callable[[Scene, int], Picture] | None = None,
    ) -> None:
        self.table, self.look = table, look
        self.name, self.source = f"simulated board {look.name!r}", "simulated"
        (a, b), (c, d), (e, f), (g, h) = ((float(x), float(y)) for x, y in corners(look))
        self.corners = ((a, b), (c, d), (e, f), (g, h))
        self.shape = Shape.TAFL if look.squares else Shape.TABLES
        self._rate, self._speed, self._paced = rate, speed, paced
        self._disturbances = disturbances
        self._closed = Event()
        self._now, self._wait = now, wait or self._closed.wait
        self._began: float | None = None
        self._number = ceil(since * rate)
        self._patient = self._number + ceil(PATIENCE * rate)
        self._studio = studio or (lambda scene, number: draw(scene, look, number))
        self._last: Frame | None = None
        self._laid: Scene | None = None
        self._idle = 0
        """During so many pictures nobody has played."""

    @property
    def stage(self) -> Stageable:
        """The virtual table itself."""
        return self

    def lay(self, scene: Scene | None) -> None:
        """Let this lie on the table from now on, and nobody play; None: the game goes on
        where it was. From any thread.
        """
        self._laid = scene

    def read(self) -> Frame | None:
        """The next picture; None when the match is over or the camera closed. Raises CameraError while it is lost."""
        before = self._number
        number, troubles = self._next()
        while Trouble.DROPPED in troubles and is_dropped(number) and not self._closed.is_set():
            number, troubles = self._next()
        if self._closed.is_set():
            return None
        moment = number / self._rate
        if Trouble.LOST in troubles:
            raise CameraError(
                phrase("the simulated camera is unplugged for a while; it comes back by itself")
            )
        scene = self._laid
        if scene is None:
            scene = self.table.scene_at(moment - self._idle / self._rate)
        else:
            self._idle += self._number - before
        if scene is None:
            return None
        again = Trouble.FROZEN in troubles or (Trouble.DOUBLED in troubles and number % 2)
        if again and self._last is not None:
            return Frame(self._last.picture, moment, number)
        scene = disturbed(scene, moment, self._disturbances, self.table.sizes)
        self._last = Frame(marred(self._studio(scene, number), number, troubles), moment, number)
        return self._last

    def close(self) -> None:
        """Ends the pictures; a read that waits returns at once."""
        self._closed.set()

    def _next(self) -> tuple[int, frozenset[Trouble]]:
        """The number of the next picture, waited for, and the troubles at its time."""
        number = self._due(self._number) if self._paced else self._number
        self._number = number + 1
        moment = number / self._rate
        return number, frozenset(each.trouble for each in self._disturbances if each.lasts(moment))

    def _due(self, number: int) -> int:
        """Waits for a picture; the number of the one that can be had then."""
        step = 1 / (self._rate * self._speed)
        now = self._now()
        if self._began is None:
            self._began = now - number * step
        left = self._began + number * step - now
        if left > 0:
            self._wait(left)
            return number
        if number < self._patient:
            self._began = now - number * step
            return number
        return max(number, int((now - self._began) / step))


def simulated_camera(argument: str, settings: Settings) -> SimulatedCamera:
    """The simulated camera that the `argument` of a name such as `simulated`,
    `simulated:club` or `simulated:7:4x` asks for.

    Between colons: the name of a board, a seed, how many times faster than life it plays, or what goes wrong:
    `faults`, anything at random once a minute, or `dark`, `flicker`, `cup`, `pushed`, `black`, `noise`, `dropped`,
    `doubled`, `frozen`, `lost`, all the time or, as `dark@30-40`, at those seconds of the game. Raises CameraError.
    """
    look, seed, speed = preset(), secrets.randbelow(1_000_000), 1.0
    chance = faults = False
    disturbances: tuple[Disturbance, ...] = ()
    for word in filter(None, argument.split(":")):
        factor = re.fullmatch(r"(\d+(?:\.\d+)?)x", word)
        if factor and float(factor[1]):
            speed = float(factor[1])
        elif word.isdecimal():
            seed = int(word)
        elif word == "random":
            chance = True
        elif word == "faults":
            faults = True
        elif disturbance := named_disturbance(word):
            disturbances = (*disturbances, disturbance)
        else:
            try:
                look = preset(word)
            except LookupError as error:
                raise CameraError(
                    phrase(
                        "{error}; or give a seed, such as 7, a speed, such as 4x, or what goes wrong, such as faults "
                        "or dark@30-40",
                        error=error,
                    )
                ) from error
    if faults:
        disturbances = (*disturbances, *random_disturbances(seed))
    if chance:
        look = random_appearance(seed)
    try:
        match_format = settings.match.match_format
        games = [
            each.rules()
            for each in (*match_format.games, *([match_format.decider] if match_format.decider else []))
        ]
    except EngineError as error:
        raise CameraError(phrase_of(error)) from error
    seating = Seating(Kind(settings.camera.near))
    if all(isinstance(game, TaflGame) for game in games):
        look = on_squares(look)
        squares = TaflTable(
            match_format, seed, look.sizes, settings.match.length, seating=seating, endless=True
        )
        return SimulatedCamera(squares, look, speed=speed, disturbances=disturbances)
    if not all(isinstance(game, TablesGame) and game.points == 24 for game in games):
        raise CameraError(
            phrase(
                "the simulated board cannot play {game}; it plays games on 24 points, and tablut",
                game=together(list(dict.fromkeys(each.called for each in games)), ", "),
            )
        )
    profile = settings.profile.profile
    table = VirtualTable(
        match_format,
        seed,
        look.sizes,
        settings.match.length,
        seating=seating,
        endless=True,
        profile=profile,
        terms=settings.match.terms,
    )
    return SimulatedCamera(table, look, speed=speed, disturbances=disturbances)
