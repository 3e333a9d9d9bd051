"""What the pages have of positions: photographs read, an analysis, and a notebook."""

from collections.abc import Callable
from dataclasses import dataclass, field

from device.clock import Clock, SystemClock
from device.errors import PhotoError
from device.library.analysis.analysis_values import PositionAnalysis
from device.library.analysis.engines import engine_named
from device.library.analysis.position_analysis import analyse_position
from device.library.positions.photo_process import read_apart
from device.library.positions.photo_reading import PhotoReading
from device.library.positions.position_notebook import KeptPosition, PositionNotebook
from engine.board import Kind
from engine.i18n import phrase_of
from engine.records.codes.game_standing import GameStanding
from vision.errors import PictureError
from vision.rectify import Corners, parse_corners


@dataclass(frozen=True, slots=True)
class CaughtPositions:
    """The notebook of a table, and how photographs are read; used from many threads at once."""

    notebook: PositionNotebook = field(default_factory=PositionNotebook)
    clock: Clock = field(default_factory=SystemClock)
    read: Callable[[bytes, Corners | None], PhotoReading] = read_apart
    analyse: Callable[[GameStanding], PositionAnalysis] = lambda standing: analyse_position(
        standing, engine_named()
    )

    def photo(self, data: bytes, corners: str) -> PhotoReading:
        """A photograph read, with its corners as a text where they are told. Raises PhotoError, and NotNow
        where too many wait.
        """
        try:
            return self.read(data, parse_corners(corners) if corners else None)
        except PictureError as error:
            raise PhotoError(phrase_of(error)) from error

    def keep(self, standing: GameStanding, near: Kind, place: str, words: str) -> KeptPosition:
        """Keep a position as of now. Raises LibraryError and InvalidRecord."""
        when = self.clock.wall() if self.clock.is_set() else None
        return self.notebook.keep(standing, near, place, words, when)
