"""A sight of the eye as a look that the referee is told of, and which boards it can read."""

from device.errors import CameraError
from engine.games import find_game
from engine.messages import CubeSeen, DieSeen, Look
from engine.tables import TablesGame
from vision.eye import Sight
from vision.frame import Frame


def look_of(sight: Sight, frame: Frame) -> Look:
    """What the eye made of a frame, in the referee's words."""
    seen = sight.observation
    if seen is None:
        return Look(frame.time, frame.number, sight.view)
    dice = tuple(DieSeen(die.faces, die.half, die.flat, die.u, die.v) for die in seen.dice)
    face = seen.cube
    cube = None if face is None else CubeSeen(face.value, face.place, face.p)
    return Look(frame.time, frame.number, sight.view, seen, dice, cube)


def readable(name: str) -> TablesGame:
    """The game of that name, if the eye reads the board on which it is played. Raises CameraError, UnknownGame."""
    rules = find_game(name)
    if not isinstance(rules, TablesGame):
        raise CameraError(
            f"the camera does not read the board of {rules.name} yet, only boards with points: play it on the"
            f" simulated board, or with `tableside run`, telling the referee's page every move"
        )
    return rules
