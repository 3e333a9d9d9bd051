"""Prints how well the photographs are read once they are made harder: `python tests/bench/altered.py [WORDS]`.

Each photograph is altered in many ways, colours, light, sharpness, corners and where the camera stands, and read cold.
What becomes of the eye under these says more than the pictures as they are, on which nothing is wrong any more.
Where an alteration makes the lighter kind the darker one either may be told as light. WORDS: only the alterations
whose names begin so.
"""

import math
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from truths import Case, photo_cases

from calibration import model_from_corners
from engine.board import BAR, POINTS
from vision.frame import Picture
from vision.observation import Observation
from vision.reading import read_picture

Numbers = np.ndarray[Any, np.dtype[np.float32]]
SURE = 0.99
"""Of what is told at this probability or more it is counted how much is wrong."""
WIDTH = 1280
"""Lengths are those of pictures so wide."""


def light(change: Callable[[Numbers, Numbers, Numbers], Numbers], case: Case) -> Case:
    """The picture with other grey levels, given those there are, and where each pixel lies across and down (0-1)."""
    height, width = case.picture.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    values = change(case.picture.astype(np.float32), (across / width)[..., None], (down / height)[..., None])
    return replace(case, picture=np.ascontiguousarray(np.clip(values, 0, 255).astype(np.uint8)))


def levels(change: Callable[[Numbers], Numbers]) -> Callable[[Case], Case]:
    """The picture with other grey levels, everywhere alike."""
    return partial(light, lambda values, across, down: change(values))


def warped(matrix: Callable[[int, int], np.ndarray[Any, Any]], case: Case) -> Case:
    """The picture and its corners under a homography, given the picture's width and height."""
    height, width = case.picture.shape[:2]
    to = matrix(width, height)
    picture = cv2.warpPerspective(case.picture, to, (width, height), borderMode=cv2.BORDER_REPLICATE)
    corners = cv2.perspectiveTransform(np.array([case.corners], np.float64), to)[0]
    return _with(case, np.asarray(picture, np.uint8), corners)


def seen_from(share: float, side: str) -> Callable[[Case], Case]:
    """As from a camera that stands lower: the picture's far or left edge is shorter by twice this share."""

    def matrix(width: int, height: int) -> np.ndarray[Any, Any]:
        far = [[share, share], [1 - share, share], [1, 1], [0, 1]]
        left = [[share, share], [1, 0], [1, 1], [share, 1 - share]]
        size = np.array([width, height], np.float32)
        here = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        return cv2.getPerspectiveTransform(
            here * size, np.array(far if side == "far" else left, np.float32) * size
        )

    return partial(warped, matrix)


def rolled(degrees: float) -> Callable[[Case], Case]:
    """As from a camera that is held aslant."""

    def matrix(width: int, height: int) -> np.ndarray[Any, Any]:
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.85)
        return np.vstack([turn, [0, 0, 1]])

    return partial(warped, matrix)


def smaller(share: float) -> Callable[[Case], Case]:
    """The picture with so much of its width left."""

    def altered(case: Case) -> Case:
        picture = cv2.resize(case.picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return _with(case, np.asarray(picture, np.uint8), np.array(case.corners) * share)

    return altered


def off_corners(pixels: float) -> Callable[[Case], Case]:
    """Corners that are off by up to so many pixels either way."""

    def altered(case: Case) -> Case:
        noise = np.random.default_rng(list(case.name.encode())).uniform(-pixels, pixels, (4, 2))
        return _with(case, case.picture, np.array(case.corners) + noise * case.picture.shape[1] / WIDTH)

    return altered


def pressed(quality: int) -> Callable[[Case], Case]:
    """The picture as a JPEG of so little quality."""

    def altered(case: Case) -> Case:
        _, data = cv2.imencode(".jpg", case.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return replace(case, picture=np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))

    return altered


def hue(degrees: int) -> Callable[[Case], Case]:
    """All hues turned round the circle."""

    def altered(case: Case) -> Case:
        tones = cv2.cvtColor(case.picture, cv2.COLOR_BGR2HSV)
        tones[..., 0] = (tones[..., 0].astype(int) + degrees // 2) % 180
        return replace(case, picture=np.asarray(cv2.cvtColor(tones, cv2.COLOR_HSV2BGR), np.uint8))

    return altered


def blurred(pixels: float) -> Callable[[Case], Case]:
    """The picture out of focus."""
    return lambda case: replace(
        case,
        picture=np.asarray(
            cv2.GaussianBlur(case.picture, (0, 0), pixels * case.picture.shape[1] / WIDTH), np.uint8
        ),
    )


def mirrored(case: Case) -> Case:
    """The picture as in a mirror."""
    across = case.picture.shape[1] - 1
    a, b, c, d = ((across - x, y) for x, y in case.corners)
    sites = {BAR: case.sites[BAR]} | {point: case.sites[_beside(point)] for point in POINTS}
    return replace(case, picture=_copied(case.picture[:, ::-1]), corners=(b, a, d, c), sites=sites)


def turned(case: Case) -> Case:
    """The picture from the other side of the board."""
    down, across = case.picture.shape[0] - 1, case.picture.shape[1] - 1
    a, b, c, d = ((across - x, down - y) for x, y in case.corners)
    sites = {BAR: case.sites[BAR]} | {point: case.sites[(point + 11) % 24 + 1] for point in POINTS}
    return replace(case, picture=_copied(case.picture[::-1, ::-1]), corners=(c, d, a, b), sites=sites)


def _beside(point: int) -> int:
    return 37 - point if point > 12 else 13 - point


def _copied(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture)


def _with(case: Case, picture: Picture, corners: np.ndarray[Any, Any]) -> Case:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return replace(case, picture=picture, corners=(a, b, c, d))


def _grain(values: Numbers) -> Numbers:
    return values + np.random.default_rng(5).standard_normal(values.shape, np.float32) * np.float32(15)


def _spot(values: Numbers, across: Numbers, down: Numbers) -> Numbers:
    return values + 150 * np.exp(-((across - 0.4) ** 2 + (down - 0.5) ** 2) / (2 * 0.12**2))


def _shade(values: Numbers, across: Numbers, down: Numbers) -> Numbers:
    return values * (1 - 0.55 * (across + 0.4 * down < 0.65))


GREY = np.float32([[0.114] * 3, [0.587] * 3, [0.299] * 3])
"""How bright blue, green and red look."""
ALTERATIONS: dict[str, Callable[[Case], Case]] = {
    "as they are": lambda case: case,
    "mirrored": mirrored,
    "turned round": turned,
    "corners off by 5 px": off_corners(5),
    "corners off by 10 px": off_corners(10),
    "corners off by 15 px": off_corners(15),
    "half as wide": smaller(1 / 2),
    "a third as wide": smaller(1 / 3),
    "JPEG of quality 12": pressed(12),
    "blurred by 2.5 px": blurred(2.5),
    "noise of 15": levels(_grain),
    "a fifth of the light": levels(lambda values: values * 0.2),
    "1.6 times the light": levels(lambda values: values * 1.6),
    "gamma 1/2": levels(lambda values: 255 * (values / 255) ** 0.5),
    "gamma 2": levels(lambda values: 255 * (values / 255) ** 2),
    "half the contrast": levels(lambda values: 110 + (values - 110) * 0.5),
    "no colours": levels(lambda values: values @ GREY),
    "negative": levels(lambda values: 255 - values),
    "warm light": levels(lambda values: values * np.float32([0.55, 0.85, 1.15])),
    "cold light": levels(lambda values: values * np.float32([1.2, 0.95, 0.6])),
    **{f"hue turned by {degrees}": hue(degrees) for degrees in (60, 120, 180, 240, 300)},
    "a lamp's spot": partial(light, _spot),
    "a shadow over a third": partial(light, _shade),
    "light from one side": partial(light, lambda values, across, down: values * (0.45 + 0.75 * across)),
    "seen from lower": seen_from(0.2, "far"),
    "seen from the right": seen_from(0.12, "left"),
    "aslant by 20 degrees": rolled(20),
    "aslant by 35 degrees": rolled(-35),
}


def score(case: Case, seen: Observation) -> Counter[str]:
    """What of a picture was read rightly, the kinds exchanged where that fits better."""
    known = [(site, case.sites[site.index]) for site in seen.sites if not site.hidden]
    told = [
        (site, (site.likeliest.light, site.likeliest.dark), truth)
        for site, truth in known
        if truth is not None
    ]
    same = sum(here == truth for _, here, truth in told)
    exchanged = sum(here == truth[::-1] for _, here, truth in told)
    count: Counter[str] = Counter(boards=1)
    for site, here, truth in told:
        right = here == (truth if same >= exchanged else truth[::-1])
        count["points"] += site.index != BAR
        count["right"] += right and site.index != BAR
        count["sure"] += site.likeliest.p >= SURE
        count["sure and wrong"] += site.likeliest.p >= SURE and not right
        count["boards"] *= right
    return count


def main() -> None:
    """Reads what was asked for and prints a line for each alteration."""
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    cases = list(photo_cases(shared))
    for name, alteration in ALTERATIONS.items():
        if sys.argv[1:] and not name.startswith(tuple(sys.argv[1:])):
            continue
        total: Counter[str] = Counter()
        for case in cases:
            altered = alteration(case)
            model = model_from_corners(altered.corners, altered.picture).model
            total.update(score(altered, read_picture(model, altered.picture)))
        share = 100 * total["right"] / total["points"]
        print(
            f"{name:24}{total['right']} of {total['points']} ({math.floor(share * 10) / 10} %),"
            f" {total['boards']} of {len(cases)} boards; sure {total['sure']}, wrong {total['sure and wrong']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
