"""Why nothing could be recorded of a film: what was to be seen in it instead of a game."""

from collections import Counter
from enum import Enum

import cv2
import numpy as np

from engine.board import Shape, View
from engine.match.match import Match
from vision.board_model import BoardModel
from vision.frame import Frame, Picture
from vision.motion.follow import lies_there
from vision.nets import Nets
from vision.reading import own_nets

MOSTLY = 0.5
"""What is seen in a larger share of the pictures is what the film is like."""
HARDLY_STILL = 0.9
"""Where something moves in a larger share of the pictures nothing ever stands still; in a
lively game it is half of them.
"""
EVEN = 0.4
"""Where a larger share of a picture is without the least grain it was drawn by a computer; of photographs it
is a quarter at most, were they saved by a phone.
"""
BLACK, WHITE = 8, 247
"""Grey levels below and above which photographs have no grain, either."""


class Nothing(Enum):
    """Why nothing was recorded."""

    TOO_DARK = "too_dark"
    NEVER_STILL = "never_still"
    SCREEN = "screen"
    NO_BOARD = "no_board"
    HIDDEN = "hidden"
    NO_START = "no_start"


SENTENCES = {
    Nothing.TOO_DARK: "it is too dark to see the board. Switch a light on, and film the game again",
    Nothing.NEVER_STILL: (
        "the picture never stands still. Put the camera on a stand, let nothing move before it between two plays, and"
        " film the game again"
    ),
    Nothing.SCREEN: (
        "the film shows a screen, or was drawn by a computer, and not a board on a table. Film a real "
        "board; a game that"
        " was played on a screen is best saved there as a record"
    ),
    Nothing.NO_BOARD: (
        "no board lies where it was said to be. Give the corners as they are in this film, far-left first and clockwise"
        " as the near player sees them, or calibrate the board once more"
    ),
    Nothing.HIDDEN: "something lies on the board or hangs over it all the time. Take it away, and film the game again",
    Nothing.NO_START: (
        "no starting position is to be seen, nor a throw by which to join the game. Begin the film with the starting"
        " position, or say with --near which checkers the near player has"
    ),
}
"""What is told of each: why, and what to do."""


class SightTally:
    """Counts what is to be seen in the pictures of a film."""

    def __init__(self) -> None:
        self._views: Counter[View] = Counter()
        self._still: tuple[Picture, BoardModel] | None = None

    def see(self, frame: Frame, view: View, model: BoardModel) -> None:
        """Another picture, what is to be seen in it, and where the board should lie."""
        self._views[view] += 1
        had_clear = self._views[View.CLEAR] > (view is View.CLEAR)
        if view is View.CLEAR or (view not in (View.MOVING, View.DARK) and not had_clear):
            self._still = (frame.picture, model)

    def why(self, record: Match, nets: Nets | None = None) -> Nothing | None:
        """Why nothing was recorded; None: something was, be it that a game was set up."""
        if any(game.turns for game in record.games):
            return None
        seen = self._views.total()
        if self._views[View.DARK] > MOSTLY * seen:
            return Nothing.TOO_DARK
        if self._still is None or self._views[View.MOVING] > HARDLY_STILL * seen:
            return Nothing.NEVER_STILL
        if record.games:
            return None
        picture, model = self._still
        if is_drawn(picture):
            return Nothing.SCREEN
        if model.shape is Shape.TABLES and not lies_there(model, picture, nets or own_nets()):
            return Nothing.NO_BOARD
        return Nothing.NO_START if self._views[View.CLEAR] else Nothing.HIDDEN


def is_drawn(picture: Picture) -> bool:
    """Whether a picture has too little grain to be a photograph: a screen was recorded, or a board drawn flat."""
    green = picture[:, :, 1]
    around = np.ones((3, 3), np.uint8)
    even = cv2.dilate(green, around) == cv2.erode(green, around)
    return float(np.mean(even & (green > BLACK) & (green < WHITE))) > EVEN
