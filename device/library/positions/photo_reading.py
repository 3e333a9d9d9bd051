"""What one photograph of a board tells: where the board lies, what stands on it, and what of that is not sure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np

from calibration.locate import locate
from device.table.watch.boards import examined, measured
from device.table.watch.readings import TOLD
from engine.board import CubePlace, Occupancy, Seating, Side
from engine.dice import Roll
from engine.games import find_game
from engine.i18n import phrase
from engine.position import Position
from engine.referee.seats import EVERY, likely_seating
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import as_position
from vision.errors import PictureError
from vision.frame import Picture
from vision.observation import SITES, Observation
from vision.rectify import Corners, as_corners

LONGEST = 2048
"""Pixels of a picture's longer side that are read; a larger one is made smaller, and places are told in
its own pixels.
"""
SURE = 0.95
"""What is less likely than this is marked as not sure, and a cube that is less likely is none."""
_BEGUN = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
"""How the kinds of pictures begin that are taken: JPEG, PNG, WebP."""
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class PhotoDie:
    """A flat die whose face can be told, on the `left` or the `right` of the bar."""

    value: int
    half: str


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """A photograph as it was read: its size in pixels; the corners (None: nothing in it could be a board)
    and whether they are sure; what stands where as Occupancy counts; the sites that are not (`unsure`);
    the dice; the cube's number and place.
    """

    width: int
    height: int
    corners: Corners | None = None
    is_sure: bool = False
    occupancy: Occupancy | None = None
    unsure: tuple[int, ...] = ()
    dice: tuple[PhotoDie, ...] = ()
    cube: tuple[int, CubePlace] | None = None

    @property
    def roll(self) -> Roll | None:
        """The throw that lies there: two dice on one half."""
        if len(self.dice) != 2 or self.dice[0].half != self.dice[1].half:
            return None
        return Roll.of(*(die.value for die in self.dice))

    @property
    def thrower(self) -> Side | None:
        """Whose throw lies there: a player throws on the half at their right hand."""
        if self.roll is None:
            return None
        return Side.WHITE if self.dice[0].half == "right" else Side.BLACK

    @property
    def cube_held(self) -> tuple[int, Side | None]:
        """The cube's value and its owner as far as it shows; a cube that nobody sees is in the middle."""
        value, place = self.cube or (64, CubePlace.CENTRE)
        owner = {CubePlace.NEAR: Side.WHITE, CubePlace.FAR: Side.BLACK}.get(place)
        return (1, None) if owner is None else (value, owner)

    def seating(self) -> Seating:
        """Who most likely has which checkers, and bears off where."""
        game = backgammon()
        return (
            likely_seating(game, {each: self.position(each) for each in EVERY})
            if self._has_men
            else Seating()
        )

    def position(self, seating: Seating) -> Position:
        """The board as it is by a seating, whatever is missing borne off."""
        game = backgammon()
        seen = self.occupancy or Occupancy((0,) * 26, (0,) * 26)
        return as_position(game, seen, seating, game.start)

    @property
    def _has_men(self) -> bool:
        return self.occupancy is not None and any((*self.occupancy.light, *self.occupancy.dark))

    def as_json(self) -> Json:
        """It as one process tells it to another."""
        return {
            "width": self.width,
            "height": self.height,
            "corners": self.corners and [list(place) for place in self.corners],
            "sure": self.is_sure,
            "light": self.occupancy and list(self.occupancy.light),
            "dark": self.occupancy and list(self.occupancy.dark),
            "unsure": list(self.unsure),
            "dice": [[die.value, die.half] for die in self.dice],
            "cube": self.cube and [self.cube[0], self.cube[1].value],
        }


def reading_of(told: Mapping[str, Any]) -> PhotoReading:
    """What `PhotoReading.as_json` told."""
    occupancy = Occupancy(tuple(told["light"]), tuple(told["dark"])) if told["light"] else None
    corners = as_corners(np.array(told["corners"], float)) if told["corners"] else None
    cube = (int(told["cube"][0]), CubePlace(told["cube"][1])) if told["cube"] else None
    dice = tuple(PhotoDie(int(value), str(half)) for value, half in told["dice"])
    return PhotoReading(
        told["width"], told["height"], corners, told["sure"], occupancy, tuple(told["unsure"]), dice, cube
    )


def backgammon() -> TablesGame:
    """The game whose positions are read."""
    return cast(TablesGame, find_game("backgammon"))


def unpacked(data: bytes) -> Picture:
    """The picture in a file's bytes, turned as its camera was held. Raises PictureError."""
    picture = None
    if data.startswith(_BEGUN):
        try:
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except (cv2.error, MemoryError):
            picture = None
    if picture is None:
        raise PictureError(
            phrase(
                "That is no picture that can be opened: take a JPEG, PNG or WebP of at most 16 megapixels."
            )
        )
    return np.asarray(picture, np.uint8)


def load_photo(path: Path) -> Picture:
    """The picture in a file. Raises PictureError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        said = phrase(
            "{path} cannot be read ({strerror}): check the name of the file.",
            path=path,
            strerror=error.strerror,
        )
        raise PictureError(said) from error
    return unpacked(data)


def read_photo(picture: Picture, corners: Corners | None = None) -> PhotoReading:
    """A photograph read; `corners` as somebody has put them, in its pixels, else they are looked for.

    Raises PictureError where no board can lie between those corners.
    """
    height, width = picture.shape[:2]
    scale = min(1.0, LONGEST / max(height, width))
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    is_sure = corners is not None
    if corners is None:
        located = locate(picture)
        if located is None:
            return PhotoReading(width, height)
        here, is_sure = located.corners, located.is_sure
    else:
        here = _scaled(corners, scale)
    try:
        seen, _ = examined(measured(here, picture), picture)
    except PictureError:
        if corners is not None:
            raise
        return PhotoReading(width, height, _scaled(here, 1 / scale))
    assert isinstance(seen, Observation)
    best, unsure = _settled(seen)
    cube = seen.cube if seen.cube is not None and seen.cube.p >= SURE else None
    return PhotoReading(
        width,
        height,
        _scaled(here, 1 / scale),
        is_sure,
        best,
        unsure,
        tuple(PhotoDie(die.value, die.half) for die in seen.dice if die.flat and die.p >= TOLD),
        None if cube is None else (cube.value, cube.place),
    )


def _settled(seen: Observation) -> tuple[Occupancy, tuple[int, ...]]:
    """The likeliest board with no more checkers than there are, and the sites that are not sure."""
    best, men = seen.best(None), backgammon().men
    unsure = {site.index for site in seen.sites if site.hidden or site.likeliest.p < SURE}
    if any(sum(each[1:]) > men for each in (best.light, best.dark)):
        fewer = seen.best((men, men))
        unsure.update(_differing(best, fewer))
        best = fewer
    return best, tuple(sorted(unsure))


def _differing(one: Occupancy, other: Occupancy) -> Iterable[int]:
    return (
        each for each in SITES if (one.light[each], one.dark[each]) != (other.light[each], other.dark[each])
    )


def _scaled(corners: Corners, scale: float) -> Corners:
    return as_corners((np.array(corners) + 0.5) * scale - 0.5)
