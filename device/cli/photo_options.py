"""A photograph of a board, and what it cannot show, as the command line names it."""

from collections.abc import Callable
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
    """What a photograph and what was told beside it come to."""

    reading: "PhotoReading"
    seating: Seating
    standing: "GameStanding"

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

    def doubts(self) -> list[str]:
        """What people should look at, a sentence each."""
        doubts = []
        if not self.reading.is_sure:
            assert self.reading.corners is not None
            places = " ".join(f"{x:.0f},{y:.0f}" for x, y in self.reading.corners)
            doubts.append(f'the corners are not sure: they may be at "{places}"')
        if self._own():
            doubts.append(
                "not sure: "
                + ", ".join("the bar" if each == BAR else f"point {each}" for each in self._own())
            )
        standing = self.standing
        for side, name in ((Side.WHITE, "near"), (Side.BLACK, "far")):
            missing = standing.position.of(side)[0]
            if missing:
                doubts.append(
                    f"{missing} of the {name} player's checkers are not seen, and taken to be borne off"
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
            raise BoardNotFound(str(error)) from error
        if reading.occupancy is None:
            raise BoardNotFound(
                "no board is found in this picture: let all four corners be seen, or give them with --corners"
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
        return PhotoStanding(reading, seating, standing)


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
