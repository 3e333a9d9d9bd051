"""The eye: frames in, sights out; it reads a board only while nothing moves, and never the same scene for ever."""

from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from engine.board import POINTS, Occupancy, Shape, View
from vision.bare.bare_background import clear_of
from vision.bare.ground import small
from vision.bare.lessons import Lessons, lesson_of
from vision.bare.light import evenly_lit
from vision.bare.start_reading import read_start
from vision.bare.strips import in_pixels
from vision.board_model import BoardModel, ColourModel
from vision.checkers import assign, known_points, sure_looks
from vision.colour_model import as_known, learn_colour_model, swapped
from vision.detections import FAINT, Detections
from vision.frame import Frame, Picture
from vision.motion.anchor import STEADY
from vision.motion.follow import Find, Whereabouts
from vision.motion.light_meter import LightMeter
from vision.motion.stillness import Stillness, Window, window_of
from vision.nets import Nets
from vision.observation import CubeFace, Observation, fuse
from vision.reading import BoardReading, covered, own_nets, read_board
from vision.rectify import Corners, Matrix, Rectifier, as_corners, strayed
from vision.squares.square_ground import SquareGround
from vision.squares.square_learning import learn_squares
from vision.squares.square_observation import Seen, SquareObservation, fuse_squares
from vision.squares.square_reading import SquareReading, read_squares

LOOKS = 5
"""How many looks at a still scene are fused; after them it is not looked at again until something moves."""
FEW_CHECKERS, ENOUGH = 3, 10
"""From so many checkers of either kind colours are learned, and from so many they are known for good."""
FEW_ANEW = 6
"""From so many colours that were known are learned anew in another light."""
SAME = 0.9
"""How likely the looks of a kind must be its own for more of them to be learned."""
PATIENCE = 3.0
"""After how many seconds without movement what lies on the board is taken to stay there, and read around."""
SPARSE = 0.7
"""Where pictures come so many seconds apart, what has changed may have come to rest long since: it is read at once."""
ASTRAY = 0.015
"""A board that lies by so large a share of its width elsewhere has been moved; less may be a camera that sways."""
SWAY_SECONDS = 0.75
"""A camera that sways is back after so many seconds; a board that is still elsewhere then has been moved."""
COVERED_SHARE = 0.3
"""The share of the picture from which on what lies on the board leaves nothing worth reading."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eye makes of a frame: the state of the scene and, where it is clear, what the board says.

    `frames`: the numbers of the frames that the observation was read from.
    """

    view: View
    observation: Seen | None = None
    frames: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """The last picture, and what the eye made of it by which model of the board (None: it had none)."""

    frame: Frame
    sight: Sight | None = None
    model: BoardModel | None = None


class Eye:
    """Sees the frames of one camera, in order; reads while the scene is still and fuses up to five looks at it.

    `find` finds the corners anew in a picture where board or camera were moved too far to be followed.
    """

    def __init__(self, model: BoardModel, nets: Nets | None = None, find: Find | None = None) -> None:
        self._model = model
        self._nets = nets or own_nets()
        self._whereabouts = Whereabouts(self._nets, find)
        self._blind: View | None = None
        self._rectifier: Rectifier | None = None
        self._window: Window | None = None
        self._shape: tuple[int, ...] = ()
        self._posed: Matrix = STEADY
        self._rest: Corners = model.corners
        self._strayed_at: float | None = None
        self._stillness = Stillness()
        self._light = LightMeter()
        self._since = self._last_time = 0.0
        self._cube: CubeFace | None = None
        self._looks: deque[Seen] = deque(maxlen=LOOKS)
        self._frames: deque[int] = deque(maxlen=LOOKS)
        self._ground: SquareGround | None = None
        self._scene: BoardReading | None = None
        self._lessons: Lessons | None = None
        self._sight = Sight(View.LOST)

    @property
    def model(self) -> BoardModel:
        """The model as it is now: a cold one learns the colours of its checkers from what it sees, and its corners
        follow a board that is pushed and a camera that sways.
        """
        return replace(self._model, corners=self._corners()) if self._stillness.is_off else self._model

    @property
    def rest(self) -> Corners:
        """Where the board lies, but for a camera that sways: other corners only once it has gone further than that."""
        return self._rest

    def teach(self, position: Occupancy) -> bool:
        """Learns from the scene that is seen now, of which the position is known for sure;
        whether there was anything to learn.
        """
        scene = self._scene
        if scene is None or position.shape is not self._model.shape or not self._looks:
            return False
        cubes = (*scene.lying.cubes, *scene.detections.cubes)
        sites = assign(scene.detections.tops, self._model)
        found = [each for each in zip(scene.detections.tops, sites, strict=True) if each[0].score > FAINT]
        # what stands on points the position tells, what stands on the bar or beside the board it may not
        loose = tuple(spot for spot, site in found if site not in POINTS)
        standing = tuple(spot for spot, site in found if position.light[site] or position.dark[site])
        clear = clear_of(replace(scene.lying, cubes=cubes, tops=loose), self._model)
        free = clear_of(Detections(standing), self._model)
        men = {site: position.light[site] + position.dark[site] for site in POINTS}
        laid = known_points(scene.tops, scene.detections.foreign, self._model, men)
        even = evenly_lit(scene.shade, in_pixels(self._model.checker))
        picture = small(scene.rectified)
        lesson = lesson_of(picture, clear, free, even, scene.observation, scene.tops, position, laid)
        self._lessons = (self._lessons or Lessons(self._model)).after(lesson)
        self._model = self._lessons.model(self._model)
        self._scene = None
        return True

    def unteach(self) -> None:
        """Forgets the last lessons: a person has put right what was taken for sure."""
        if self._lessons is not None:
            self._model = Lessons(self._lessons.base).model(self._model)
            self._lessons = None

    def see(self, frame: Frame | None) -> Sight:
        """What this frame shows; None (no frame came) is a lost view."""
        if frame is None:
            self._forget()
            return Sight(View.LOST)
        window = self._placed(frame.shape)
        thumb = window.thumb_of(frame)
        is_sparse = frame.time - self._last_time > SPARSE
        self._last_time = frame.time
        if self._light.is_dark(thumb, frame.time):
            self._forget()
            return Sight(View.DARK)
        if self._stillness.moves(thumb):
            self._forget()
            if not is_sparse:
                return Sight(View.COVERED if self._stillness.hides else View.MOVING)
        self._follow(frame.time)
        is_new = not self._stillness.has_scene
        if is_new:
            self._forget()
        if len(self._looks) == LOOKS:
            return self._sight
        self._stillness.lay(thumb)
        if is_new:
            self._since = frame.time
        if is_new or self._whereabouts.is_due(frame.time):
            self._settle(frame)
        rectifier = self._present(frame.shape)
        if self._blind is not None:
            return Sight(self._blind)
        earlier = self._looks[0] if self._looks else None
        reading = self._read(self._model, rectifier, frame.picture, earlier)
        if reading.view is not View.CLEAR and not self._may_read(reading, frame.time):
            return Sight(reading.view)
        self._learn(reading)
        self._cube = reading.observation.cube or self._cube
        self._looks.append(reading.observation)
        self._frames.append(frame.number)
        self._scene = reading if isinstance(reading, BoardReading) else None
        self._sight = Sight(View.CLEAR, self._fused(), tuple(self._frames))
        if len(self._looks) == 1:
            self._whereabouts.remember(self._model, frame.picture, reading.observation)
        return self._sight

    def _read(
        self, model: BoardModel, rectifier: Rectifier, picture: Picture, earlier: Seen | None = None
    ) -> BoardReading | SquareReading:
        """Reads a picture; `earlier`: the first look at the same still scene."""
        if model.shape is Shape.TAFL:
            return read_squares(model, self._nets, rectifier, picture, self._ground)
        before = earlier if isinstance(earlier, Observation) else None
        return read_board(model, self._nets, rectifier, picture, before, self._cube)

    def _fused(self) -> Seen:
        """What all looks at the still scene say together."""
        squares = [each for each in self._looks if isinstance(each, SquareObservation)]
        return (
            fuse_squares(squares)
            if squares
            else fuse([each for each in self._looks if isinstance(each, Observation)])
        )

    def _may_read(self, reading: BoardReading | SquareReading, now: float) -> bool:
        """Whether to read around what lies on the board: it has lain there for a while, and leaves enough to see."""
        waited = now - self._since > PATIENCE
        return reading.view is View.COVERED and waited and covered(reading) < COVERED_SHARE

    def _settle(self, frame: Frame) -> None:
        """Finds out where the board lies now, once for every still scene, or once more where the corners could not be
        searched at first.
        """
        picture = frame.picture

        def read(model: BoardModel) -> Seen:
            return self._read(model, model.rectifier(picture.shape), picture).observation

        here = replace(self._model, corners=self._corners())
        model = self._whereabouts.settle(here, picture, read, self._since, frame.time)
        self._blind = None
        self._stillness.keep()
        if model is None:
            reading = self._read(here, self._present(frame.shape), picture)
            self._blind = View.MOVED if covered(reading) < COVERED_SHARE else reading.view
            return
        if model.corners == here.corners and not self._stillness.is_stale:
            self._model = replace(model, corners=self._model.corners)
            return
        self._model, self._rectifier = model, None
        self._window = window_of(model.rectifier(frame.shape), frame.shape)
        self._stillness.settle(self._window.thumb_of(frame))

    def _follow(self, now: float) -> None:
        """Snapshots where the board has gone for longer than a camera sways."""
        corners = self._corners()
        if strayed(corners, self._rest) < ASTRAY:
            self._strayed_at = None
        elif self._strayed_at is None:
            self._strayed_at = now
        elif now - self._strayed_at > SWAY_SECONDS:
            self._rest, self._strayed_at = corners, None

    def _corners(self) -> Corners:
        """The corners in the last picture."""
        pose, shape = self._stillness.pose, self._shape
        if pose is STEADY or self._window is None:
            return self._model.corners
        scale = shape[1] / self._model.size[0]
        full = as_corners(np.array(self._model.corners) * scale)
        return as_corners(np.array(self._window.moved(full, pose)) / scale)

    def _present(self, shape: tuple[int, ...]) -> Rectifier:
        """The homographies of the board where it lies in the last picture."""
        pose = self._stillness.pose
        if self._rectifier is None or pose is not self._posed:
            here = replace(self._model, corners=self._corners())
            self._rectifier, self._posed = here.rectifier(shape), pose
        return self._rectifier

    def _placed(self, shape: tuple[int, ...]) -> Window:
        if self._window is None or shape != self._shape:
            self._stillness.forget()
            self._rectifier = None
            self._window = window_of(self._model.rectifier(shape), shape)
            self._shape = shape
            self._cube = None
            self._forget()
        return self._window

    def _forget(self) -> None:
        self._looks.clear()
        self._frames.clear()
        self._stillness.let_go()

    def _learn(self, reading: BoardReading | SquareReading) -> None:
        """Learns the colours of the checkers until enough of both kinds have been seen; light stays light."""
        if isinstance(reading, SquareReading):
            self._model, self._ground = learn_squares(reading, self._model, self._ground)
            return
        if not reading.known and not self._looks and self._is_start(reading):
            return
        known = self._model.colour_model
        # in uneven light, which may be another by the next scene, looks are those of this one
        anew = known is None or (reading.shade is not None and not reading.known)
        if known is not None and not anew and _fewest(known) >= ENOUGH:
            return
        colour_model = learn_colour_model(sure_looks(reading.tops))
        few = max(FEW_CHECKERS, 0 if known is None else min(_fewest(known), FEW_ANEW))
        if colour_model is None or _fewest(colour_model) < few:
            return
        if known is not None and (
            swapped(colour_model, known) if anew else not _goes_on(known, colour_model)
        ):
            return
        self._model = replace(self._model, colour_model=colour_model)

    def _is_start(self, reading: BoardReading) -> bool:
        """Whether a scene shows the starting position, which then teaches the bare board and both kinds' looks."""
        started = read_start(
            reading.rectified,
            reading.detections,
            clear_of(reading.lying, self._model),
            self._model,
            said=False,
        )
        if started is not None:
            self._model, self._lessons = started.model, None
        return started is not None


def _fewest(colour_model: ColourModel) -> int:
    """How many checkers have been seen of the kind of which fewer were."""
    return min(colour_model.light.seen, colour_model.dark.seen)


def _goes_on(known: ColourModel, fresh: ColourModel) -> bool:
    """Whether the looks of both kinds are as they were, and more of them have been seen."""
    light, dark = as_known(fresh, known)
    return _fewest(fresh) > _fewest(known) and light >= SAME and dark <= 1 - SAME
