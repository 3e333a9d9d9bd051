"""Time-lapse: films that play much faster than life, told by how often on the board in them everything has changed."""

from itertools import islice, pairwise
from pathlib import Path

from device.table.watch.film_sequence import frames_of
from vision.motion.stillness import Stillness, window_of
from vision.rectify import Corners, rectifier

LOOKED_AT = 300
"""So many frames from its beginning on tell whether a film is a time-lapse."""
LIVELY = 3.5
"""So often in a second, on average, nobody comes to rest: thrown, moved and lifted takes seconds."""
SOME = 8
"""So often the board must have come to rest for that to be told."""
SUDDEN = 0.002
"""In so large a share of the board something changes in the last moment before it comes to rest in a
time-lapse; hands slow down before they rest.
"""
USUAL = 0.75
"""Between two frames of a time-lapse so many seconds have passed where nobody says how many: phones take one every half
second or second.
"""


def seconds_between(path: Path, corners: Corners) -> float | None:
    """How many seconds have passed from frame to frame of a film if it is a time-lapse; None: it plays as fast as life.

    Raises CameraError, PictureError.
    """
    stillness, laid = Stillness(), rectifier(corners)
    times: list[float] = []
    stirred: list[float] = []
    for frame in islice(frames_of([path]), LOOKED_AT):
        window = window_of(laid, frame.shape)
        thumb = window.thumb_of(frame)
        moves = stillness.moves(thumb)
        stirred.append(stillness.stirred if moves else 0.0)
        if not times:
            stillness.settle(thumb)
        times.append(frame.time)
        if len(times) == SOME and times[-1] * 2 * LIVELY > SOME:
            # there are too few frames a second for so much to happen in them
            return None
    rests = sum(before > SUDDEN and not now for before, now in pairwise(stirred))
    return USUAL if rests >= SOME and rests > LIVELY * (times[-1] - times[0]) else None
