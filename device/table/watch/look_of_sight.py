"""A sight of the eye as a look that the referee is told of."""

from engine.state.messages import CubeSeen, DieSeen, Look
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
