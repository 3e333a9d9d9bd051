"""What the eye learns of a board of squares while it looks: colours, the king, and what the empty squares look like."""

from dataclasses import replace

from vision.board_model import BoardModel
from vision.squares.sizes import learn_sizes
from vision.squares.square_ground import SquareGround, ground_of, learned
from vision.squares.square_reading import SquareReading
from vision.squares.square_start import as_started, is_start, learn_start

ENOUGH = 6
"""From so many men of either kind colours are known for good."""


def learn_squares(
    reading: SquareReading, model: BoardModel, ground: SquareGround | None
) -> tuple[BoardModel, SquareGround]:
    """The model and the ground after a look at the board without hands over it; light stays light."""
    if model.king is None or model.near is None:
        model = _from_start(reading, model)
    if model.colour_model is None and reading.colour_model is not None:
        colour_model = reading.colour_model
        if min(colour_model.light.seen, colour_model.dark.seen) >= ENOUGH:
            model = learn_sizes(reading.men, replace(model, colour_model=colour_model), reading.canvas)
    return model, learned(ground or ground_of(model), reading.canvas, reading.men, reading.observation.hidden)


def _from_start(reading: SquareReading, model: BoardModel) -> BoardModel:
    """The model with what a starting position tells, where it is one."""
    if not is_start(reading.men):
        return model
    lesson = learn_start(as_started(reading.men), model)
    if lesson is None:
        return model
    return replace(model, colour_model=lesson.colour_model, near=lesson.near, king=lesson.king)
