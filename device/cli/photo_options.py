"""A photograph of a board, and what it cannot show, as the command line names it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from device.cli.board_options import corners_option
from device.cli.cli_options import FILE, with_all
from device.cli.joining_options import cube_told, score_told
from device.cli.output import BoardNotFound
from engine.board import BAR, Kind, Seating, Side
from engine.i18n import Phrase, phrase, phrase_of

if TYPE_CHECKING:
    from device.library.positions.photo_reading import PhotoReading
    from engine.records.codes.game_standing import GameStanding
    from vision.rectify import Corners

_OPTIONS = (
    click.option("--photo", type=FILE, metavar="IMAGE", help="Read the board in a photograph."),
    click.option(
        "--corners",
        callback=corners_option,
        metavar="C",
        help='Its corners where they are not found: "x,y x,y x,y x,y", far-left first, clockwise.',
    ),
    click.option("--near", type=click.Choice(["light", "dark"]), help="Which checkers the near player has."),
    click.option("--home", type=click.Choice(["left", "right"]), help="Where the near player bears off."),
    click.option("--to-play", type=click.Choice(["W", "B"]), help="Who is to play: W near, B far."),
    click.option("--roll", metavar="R", help="The throw, like 3-1; none for 0."),
    click.option(
        "--length",
        type=click.IntRange(0, 99),
        default=0,
        help="To how many points the match is; 0 for money.",
    ),
    click.option("--score", metavar="W-B", default="0-0", help="The score, like 3-2."),
    click.option("--cube", metavar='"2 W"', help="The cube: its value, and who has it."),
)


@dataclass(frozen=True, slots=True)
class PhotoStanding:
    """What a photograph and what was told beside it come to; `taken` is what was told of neither, as options say it."""

    reading: "PhotoReading"
    seating: Seating
    standing: "GameStanding"
    taken: tuple[str, ...] = ()

    @property
    def near(self) -> Kind:
        """Which checkers the near player has."""
        return self.seating.near

    def as_json(self) -> dict[str, object]:
        """What is known of the picture, beside the position and its codes."""
        told = self.reading.as_json()
        return {
            "photo": {
                "corners": told["corners"],
                "sure": told["sure"],
                "unsure": self._own(),
                "near": self.seating.near.value,
                "home_right": self.seating.home_right,
                "dice": told["dice"],
                "cube": told["cube"],
            }
        }

    def doubts(self) -> list[Phrase]:
        """What people should look at, a sentence each: what is not sure, missing, or taken for granted."""
        doubts = []
        if not self.reading.is_sure:
            assert self.reading.corners is not None
            places = " ".join(f"{x:.0f},{y:.0f}" for x, y in self.reading.corners)
            doubts.append(phrase("the corners are not sure: they may be at {places}", places=f'"{places}"'))
        unsure = self._own()
        points = ", ".join(str(each) for each in unsure if each != BAR)
        if points:
            doubts.append(phrase("these points are not sure: {points}", points=points))
        if BAR in unsure:
            doubts.append(phrase("what lies on the bar is not sure"))
        white, black = self.standing.position.white[0], self.standing.position.black[0]
        if white or black:
            doubts.append(
                phrase(
                    "checkers that are not seen are taken to be borne off: {near} of the near player's, {far} of the "
                    "far one's",
                    near=white,
                    far=black,
                )
            )
        if self.taken:
            doubts.append(
                phrase(
                    "what the picture does not show is taken so, unless you say otherwise: {options}",
                    options=" ".join(self.taken),
                )
            )
        return doubts

    def _own(self) -> list[int]:
        return [self.seating.slot(each) for each in self.reading.unsure]


@dataclass(frozen=True, slots=True)
class Photographed:
    """The options as they were given."""

    file: Path | None
    corners: "Corners | None"
    near: str | None
    home: str | None
    to_play: str | None
    roll: str | None
    length: int
    score: str
    cube: str | None

    def read(self) -> PhotoStanding:
        """What they come to. Raises BoardNotFound, VisionError and InvalidRecord."""
        from device.library.positions.asked_standing import asked_standing
        from device.library.positions.photo_reading import load_photo, read_photo
        from engine.dice import Roll
        from vision.errors import PictureError

        assert self.file is not None
        picture = load_photo(self.file)
        try:
            reading = read_photo(picture, self.corners)
        except PictureError as error:
            raise BoardNotFound(phrase_of(error)) from error
        if reading.occupancy is None:
            raise BoardNotFound(
                phrase(
                    "no board is found in this picture: let all four corners be seen, or give them with {option}",
                    option="--corners",
                )
            )
        likely = reading.seating()
        seating = Seating(
            Kind(self.near) if self.near else likely.near,
            likely.home_right if self.home is None else self.home == "right",
        )
        to_play = Side(self.to_play) if self.to_play else reading.thrower or Side.WHITE
        if self.roll is None:
            roll = reading.roll if reading.thrower is to_play else None
        else:
            roll = None if self.roll in ("0", "00") else Roll.parse(self.roll)
        held = reading.cube_held
        if self.cube is not None:
            cube = cube_told(self.cube)
            held = cube.value, cube.owner
        standing = asked_standing(
            reading.position(seating), to_play, roll, held, score_told(self.score), self.length
        )
        return PhotoStanding(reading, seating, standing, tuple(self._taken(reading, seating, to_play)))

    def _taken(self, reading: "PhotoReading", seating: Seating, to_play: Side) -> Iterator[str]:
        """What neither the picture nor people have told, as the options that would say the same."""
        if self.near is None:
            yield f"--near {seating.near.value}"
        if self.home is None:
            yield f"--home {'right' if seating.home_right else 'left'}"
        if self.to_play is None:
            yield f"--to-play {to_play.value}"
        if self.cube is None and reading.cube is None:
            yield "--cube 1"


def with_photo(command: Callable[..., None]) -> Any:
    """Gives a command the options of a photograph, as `photo`."""

    @wraps(command)
    def told(
        *args: Any,
        photo: Path | None,
        corners: "Corners | None",
        near: str | None,
        home: str | None,
        to_play: str | None,
        roll: str | None,
        length: int,
        score: str,
        cube: str | None,
        **more: Any,
    ) -> None:
        given = Photographed(photo, corners, near, home, to_play, roll, length, score, cube)
        command(*args, photo=given, **more)

    return with_all(_OPTIONS, told)
