"""Marks: what was read of a picture, as places to be drawn over the picture that somebody else has."""

import numpy as np

from device.io.cameras.picture_rotation import Turning
from device.shape import Json
from engine.board import BAR
from vision.eye import Shot
from vision.inks import SURE
from vision.observation import Observation

_FRAME = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])


def marks_json(shot: Shot | None, turning: Turning = Turning()) -> Json:  # noqa: B008 - it is frozen
    """The board's outline, how many checkers stand where, and the dice, in shares of the picture as it was
    before it was laid by `turning`.

    `outline` is empty where it is not known where the board lies; `sites` and `dice` where nothing is read of it.
    """
    outline: list[list[float]] = []
    sites: list[Json] = []
    dice: list[Json] = []
    if shot is not None and shot.model is not None:
        model, shape = shot.model, shot.frame.shape
        rectifier = model.rectifier(shape)

        def place(pixel: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> list[float]:
            x, y = turning.before(float(pixel[0]) / shape[1], float(pixel[1]) / shape[0])
            return [round(x, 4), round(y, 4)]

        outline = [place(each) for each in rectifier.line(_FRAME, closed=True)]
        seen = None if shot.sight is None else shot.sight.observation
        if isinstance(seen, Observation):
            for site in seen.sites:
                found = site.likeliest
                if site.hidden or not (found.light or found.dark):
                    continue
                v = 0.5 if site.index == BAR else 0.94 if site.index <= BAR // 2 else 0.06
                at = place(rectifier.pixels(np.array([[model.middle(site.index), v]]))[0])
                sites.append({"at": at, "light": found.light, "dark": found.dark, "sure": found.p >= SURE})
            dice = [
                {"at": place(np.array(die.px)), "value": die.value, "sure": die.flat and die.p >= SURE}
                for die in seen.dice
            ]
    return {"outline": outline, "sites": sites, "dice": dice}
