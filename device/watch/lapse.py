"""Time-lapse: films that play much faster than life, told by how often on the board in them everything has changed."""

from itertools import islice, pairwise
from pathlib import Path

from device.watch.reel import frames_of
from vision.rectify import Corners, rectifier
from vision.stillness import Stillness, window_of

LOOKED_AT = 300
"""So many frames from its beginning on tell whether a film is a time-lapse."""
LIVELY = 3.5
"""So often in a second, on average, nobody comes to rest: thrown, moved and lifted takes seconds."""
SOME = 8
"""So often the board must have come to rest for that to be told."""
USUAL = 0.75
"""Between two frames of a time-lapse so many seconds have passed where nobody says how many: phones take one every half
second or second.
"""


def seconds_between(path: Path, corners: Corners) -> float | None:
    """How many seconds have passed from frame to frame of a film if it is a time-lapse; None: it plays as fast as life.

    Raises CameraError, PictureError.
    """
    stillness, laid, times, moving = Stillness(), rectifier(corners), [], []
    for frame in islice(frames_of([path]), LOOKED_AT):
        window = window_of(laid, frame.shape)
        moving.append(stillness.moves(window.thumb_of(frame)))
        times.append(frame.time)
    rests = sum(before and not now for before, now in pairwise(moving))
    return USUAL if rests >= SOME and rests > LIVELY * (times[-1] - times[0]) else None
