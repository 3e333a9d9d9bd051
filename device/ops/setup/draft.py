"""The draft: how far a set-up has come and what it has found, in the data folder, so that it outlasts a pulled plug."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from device.errors import SettingsError
from device.ops.setup.setup_steps import Progress, SetupStep
from device.store.folder.atomic_file import read_lasting, write_lasting
from device.store.settings.chosen import Chosen
from engine.board import Kind, Shape
from engine.i18n import phrase
from vision.board_model import BoardModel
from vision.errors import VisionError
from vision.frame import Picture, load_picture
from vision.rectify import Corners, as_corners

FOLDER, FILE, MODEL = "setup", "draft.json", "board.json"
"""The folder in the data folder, and what lies there beside the pictures."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up that has not come to its end: which steps are done, what was chosen, the board's corners, the numbers
    of pictures by step, and which checkers the near player has.

    `corners` lie in the picture that is kept for them, of the `size` (width, height); they are `sure` as found, and
    `confirmed` by a person; `near_known`: markers told which side is near.
    """

    progress: Progress = field(default_factory=Progress)
    chosen: Chosen = field(default_factory=dict)
    shape: Shape = Shape.TABLES
    corners: Corners | None = None
    sure: bool = False
    near_known: bool = False
    confirmed: bool = False
    pictures: Mapping[str, int] = field(default_factory=dict)
    last: int = 0
    near: Kind | None = None
    home_right: bool | None = None
    size: tuple[int, int] | None = None

    def with_chosen(self, table: str, values: Mapping[str, object]) -> "Draft":
        """The draft with values chosen in a table, in place of those of the same names."""
        return replace(self, chosen={**self.chosen, table: {**self.chosen.get(table, {}), **values}})

    def with_picture(self, step: SetupStep, number: int) -> "Draft":
        """The draft with a picture kept for a step."""
        return replace(self, pictures={**self.pictures, step.value: number}, last=number)

    def without(self, step: SetupStep) -> "Draft":
        """The draft where a step, and all that builds on it, is to be done again."""
        progress = self.progress.without(step)
        gone = {each.value for each in self.progress.done - progress.done} | {step.value}
        pictures = {name: number for name, number in self.pictures.items() if name not in gone}
        if SetupStep.CORNERS not in self.progress.done or SetupStep.CORNERS in progress.done:
            return replace(self, progress=progress, pictures=pictures)
        return replace(self, progress=progress, pictures=pictures, corners=None, sure=False, confirmed=False)

    def corners_in(self, picture: Picture) -> Corners:
        """The corners in the pixels of another picture of the camera's."""
        assert self.corners is not None
        height, width = picture.shape[:2]
        across, down = self.size or (width, height)
        return as_corners((np.array(self.corners) + 0.5) * (width / across, height / down) - 0.5)

    def as_json(self) -> dict[str, object]:
        """The draft for its file."""
        return {
            "progress": self.progress.as_json(),
            "chosen": {name: dict(table) for name, table in self.chosen.items()},
            "shape": self.shape.value,
            "corners": self.corners,
            "size": self.size,
            "sure": self.sure,
            "near_known": self.near_known,
            "confirmed": self.confirmed,
            "pictures": dict(self.pictures),
            "last": self.last,
            "near": self.near and self.near.value,
            "home_right": self.home_right,
        }


def draft_of(data: object) -> Draft:
    """The draft in its file. Raises KeyError, TypeError, ValueError for a damaged one."""
    if not isinstance(data, dict):
        raise TypeError
    corners, near, home_right = data["corners"], data["near"], data["home_right"]
    size = data.get("size")
    return Draft(
        Progress.from_json(data["progress"]),
        {str(name): dict(table) for name, table in data["chosen"].items()},
        Shape(data["shape"]),
        None if corners is None else as_corners(np.array(corners, np.float64).reshape(4, 2)),
        bool(data["sure"]),
        bool(data["near_known"]),
        bool(data["confirmed"]),
        {str(name): int(number) for name, number in data["pictures"].items()},
        int(data["last"]),
        None if near is None else Kind(near),
        None if home_right is None else bool(home_right),
        None if size is None else (int(size[0]), int(size[1])),
    )


class Drawer:
    """Where the draft lies: its file, its pictures, and the model that is being made. Raises SettingsError."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def load(self) -> Draft:
        """The draft as it was left; a new one where there is none, or a damaged one."""
        try:
            found = read_lasting(self._folder / FILE)
            return Draft() if found is None else draft_of(found)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            _log.warning("the set-up begins anew, since %s cannot be read (%r)", self._folder / FILE, error)
            return Draft()

    def keep(self, draft: Draft) -> None:
        """Keep the draft."""
        self._do(lambda: write_lasting(self._folder / FILE, draft.as_json()))

    def keep_picture(self, number: int, picture: Picture) -> None:
        """Keep a picture as it is, without loss."""

        def write() -> None:
            done, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
            assert done
            fresh = self._folder / f"{number}.new"
            fresh.write_bytes(data.tobytes())
            fresh.replace(self._folder / f"{number}.png")

        self._do(write)

    def picture(self, number: int) -> Picture | None:
        """A picture that was kept; None where it is gone."""
        try:
            return load_picture(self._folder / f"{number}.png")
        except VisionError:
            return None

    def tidy(self, draft: Draft) -> None:
        """Throw away the pictures that the draft does not name."""
        with suppress(OSError):
            for path in self._folder.glob("*.png"):
                if path.stem not in map(str, draft.pictures.values()):
                    path.unlink()

    def keep_model(self, model: BoardModel) -> None:
        """Keep the model that was made of the pictures."""
        self._do(lambda: model.save(self._folder / MODEL))

    def model(self) -> BoardModel | None:
        """The model that was made; None where it is gone."""
        try:
            return BoardModel.load(self._folder / MODEL)
        except (OSError, VisionError):
            return None

    def drop_model(self) -> None:
        """Throw the model away, which is kept elsewhere by now."""
        with suppress(OSError):
            (self._folder / MODEL).unlink()

    def _do(self, write: Callable[[], object]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write()
        except OSError as error:
            raise SettingsError(
                phrase(
                    "the set-up cannot be kept in {folder} ({why}): look at the disk",
                    folder=self._folder,
                    why=error.strerror,
                )
            ) from error
