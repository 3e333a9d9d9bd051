"""Calibrating: corners confirmed, the board empty, the starting position seen; what is wrong with each, in words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration import Calibration, model_from_corners
from calibration.board_calibration import UNSTARTED, UNSTARTED_SQUARES, refine
from calibration.grid_lines import refine_grid
from calibration.lens_estimation import lens_of
from calibration.picture_verdict import WELL
from calibration.square_boards import squares_model
from device.ops.setup.step_verdict import Said, StepVerdict, failed, well
from engine.board import Shape
from engine.i18n import Phrase, phrase
from vision.bare.bare_background import CUBE, DIE, background_by, weighed
from vision.bare.start_reading import NEAR_START
from vision.board_model import BoardModel, Shade
from vision.colour_model import Looks
from vision.errors import PictureError
from vision.fit.hidden import hidden_of
from vision.fit.pattern_fit import PatternFit, fit_points
from vision.frame import Picture
from vision.reading import examine, own_nets, read_picture
from vision.rectify import UNIT, Corners, as_corners, bent, lie_near, rectifier, straightened
from vision.squares.square_observation import SquareObservation

SEEN = 0.5
"""Checkers as likely as this are counted."""
FEW = 1
"""On an empty board so many are believed to be none: a screw, or a shadow."""
EXPLAINED, ENDED = 0.45, 0.15
"""Corners with which the pattern of the points explains less of the picture, or its points end less clearly, are hardly
those of a board: on rendered boards and photographs right ones had 0.51 and 0.44 at least, those of a half or of the
frame 0.43 or 0.00."""
BESIDE, BETTER = 0.076, 0.03
"""A board that explains so much more lies a point's width beside: right ones led by 0.05 and more there."""
COVERED = 0.10
"""A larger share of the board than this under hands or cups is covered."""
TOLD = 3
"""So many places are told at most."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Corners that a person confirmed, put right by the pattern, and what is said of them."""

    corners: Corners
    verdict: StepVerdict


def mark(corners: Corners, picture: Picture, shape: Shape) -> Marked:
    """The corners that a person has set, put right; a verdict that is not well where no board lies there."""
    height, width = picture.shape[:2]
    try:
        if not lie_near(corners, width, height):
            return Marked(
                corners,
                failed(
                    "corners",
                    phrase("A corner lies outside the picture: drag it to where the playing field ends."),
                ),
            )
        if shape is Shape.TAFL:
            return Marked(refine_grid(corners, picture), well("corners", phrase("The corners are kept.")))
        straight, flat, bend = straightened(corners, picture, lens_of(corners, picture))
        seen = _lain(straight, flat)
        lies = seen.explained >= EXPLAINED and seen.ended >= ENDED
        beside = lies and any(_lies_better(flat, seen, step) for step in (-BESIDE, BESIDE))
    except PictureError:
        return Marked(
            corners,
            failed(
                "corners",
                phrase(
                    "Four corners that lie so make no board: drag each to its own corner of the playing field."
                ),
            ),
        )
    if not lies:
        return Marked(
            corners,
            failed(
                "corners",
                phrase(
                    "The points of a board do not lie between these corners: drag each to where the "
                    "playing field ends, not the frame, the near ones to the bottom."
                ),
            ),
        )
    if beside:
        return Marked(
            corners,
            failed(
                "corners",
                phrase(
                    "The board seems to lie a point's width beside these corners: look at the left and "
                    "the right edge of the playing field."
                ),
            ),
        )
    return Marked(bent(seen.corners, bend), well("corners", phrase("The points lie just where they should.")))


def _lain(corners: Corners, picture: Picture) -> PatternFit:
    """The corners put right, and how well the pattern lies there."""
    fit = refine(corners, picture)
    return fit_points(picture, fit.corners, hidden_of(picture, fit.corners, own_nets()), fit.bar)


def _lies_better(picture: Picture, seen: PatternFit, by: float) -> bool:
    """Whether the pattern lies clearly better so much of the board's width beside."""
    there = as_corners(rectifier(seen.corners).pixels(UNIT + np.array([by, 0.0])))
    return _lain(there, picture).explained > seen.explained + BETTER


def verdict_of_empty(corners: Corners, picture: Picture, shape: Shape) -> StepVerdict:
    """Whether a picture shows the board with nothing on it."""
    try:
        model = _bare(corners, picture, shape)
        covered = _covered(corners, picture, shape)
        men, others = _men(model, picture)
    except PictureError:
        return failed(
            "empty", phrase("The board does not lie where its corners were marked: go back one step.")
        )
    if covered:
        return failed("empty", phrase("Something lies over the board: take hands, cups and dice away."))
    if men > FEW:
        if men == FEW + 1:
            return failed(
                "empty",
                phrase("I still see two checkers or other things on the board: take everything off it."),
            )
        return failed(
            "empty",
            phrase(
                "I still see {count} checkers or other things on the board: take everything off it.",
                count=men,
            ),
        )
    good = Said("empty", True, phrase("The board is empty."))
    if others:
        return StepVerdict(
            (
                good,
                Said(
                    "print",
                    True,
                    phrase(
                        "Something on it looks like a die or a doubling cube and is taken for a part of "
                        "the board from now on. If it is none, take it away and show me the board once more."
                    ),
                ),
            ),
            True,
        )
    return StepVerdict((good,), True)


@dataclass(frozen=True, slots=True)
class StartModel:
    """The model that a starting position gives, and what is said of it; None where the picture gives none."""

    made: Calibration | None
    verdict: StepVerdict


def start(corners: Corners, empty: Picture | None, picture: Picture, shape: Shape) -> StartModel:
    """The board's model from a picture of the starting position, which teaches the colours."""
    try:
        if _covered(corners, picture, shape):
            return StartModel(
                None, failed("start", phrase("Something lies over the board: take hands and cups away."))
            )
        made = model_from_corners(corners, picture, empty, picture, shape=shape)
    except PictureError:
        return StartModel(
            None,
            failed(
                "start", phrase("The board does not lie where its corners were marked: go back to that step.")
            ),
        )
    wrong = () if made.model.near is not None and _learned(made) else tuple(_wrong(made.model, picture))
    notes = tuple(
        Said("note", each == WELL, Phrase(each))
        for each in made.verdict
        if each not in (UNSTARTED, UNSTARTED_SQUARES)
    )
    if wrong:
        return StartModel(made, StepVerdict((*wrong, *notes), False))
    good = Said("start", True, phrase("I see the starting position, and know the checkers by their colours."))
    return StartModel(made, StepVerdict((good, *notes), True))


def hex_of(shade: Shade) -> str:
    """The colour of a kind of checkers, as pages write it: #rrggbb."""
    import cv2

    lab = np.array([[shade.mean[:3]]], np.float32).round().clip(0, 255).astype(np.uint8)
    blue, green, red = (int(each) for each in cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0, 0])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _learned(made: Calibration) -> bool:
    """Whether the starting position was seen, and did not only seem likely."""
    return UNSTARTED not in made.verdict and UNSTARTED_SQUARES not in made.verdict


def _wrong(model: BoardModel, picture: Picture) -> Iterator[Said]:
    """Where a picture does not show the starting position of backgammon, or of Tablut."""
    if model.shape is Shape.TAFL:
        yield Said(
            "start",
            False,
            phrase(
                "I do not see the starting position: the king in the middle, his eight men around him, "
                "the sixteen others at the edges."
            ),
        )
        return
    counts = Counter(top.site for top in examine(model, picture).tops if top.score > SEEN)
    wanted = min(
        _starts(), key=lambda each: sum(abs(counts[site] - each.get(site, 0)) for site in range(1, 26))
    )
    wrong = [site for site in range(1, 25) if counts[site] != wanted.get(site, 0)]
    if not wrong:
        yield Said(
            "start",
            False,
            phrase(
                "The checkers stand right, but I cannot tell the two kinds apart: more light would help, "
                "or checkers of other colours."
            ),
        )
        return
    yield Said(
        "start",
        False,
        phrase("This is not the starting position of backgammon yet: set the board up as in the picture."),
    )
    for site in wrong[:TOLD]:
        there, should = counts[site], wanted.get(site, 0)
        if site <= 12:
            text = phrase(
                "Near row, place {place} from the right: {seen} seen, {wanted} belong there.",
                place=site,
                seen=there,
                wanted=should,
            )
        else:
            text = phrase(
                "Far row, place {place} from the right: {seen} seen, {wanted} belong there.",
                place=25 - site,
                seen=there,
                wanted=should,
            )
        yield Said("place", False, text)


def _starts() -> Iterator[dict[int, int]]:
    """How many checkers belong on which point of the picture, played to the right and to the left."""
    for home_right in (True, False):
        wanted: dict[int, int] = {}
        for point, men in NEAR_START.items():
            for own in (point, 25 - point):
                site = own if home_right else (13 - own if own <= 12 else 37 - own)
                wanted[site] = men
        yield wanted


def _bare(corners: Corners, picture: Picture, shape: Shape) -> BoardModel:
    """As much of a model as it takes to see whether anything stands on the board."""
    if shape is Shape.TAFL:
        return squares_model(corners, picture)
    return BoardModel((picture.shape[1], picture.shape[0]), corners, lens=lens_of(corners, picture))


def _men(model: BoardModel, picture: Picture) -> tuple[int, int]:
    """How many checkers, and how many dice and cubes, seem to be on a board that is said to be empty."""
    if model.shape is Shape.TAFL:
        seen = read_picture(model, picture)
        assert isinstance(seen, SquareObservation)
        return sum(square.kind is not None and square.p > SEEN for square in seen.squares), 0
    reading = examine(model, picture)
    # what all points of a colour show is print
    behind = background_by(range(1, 25), reading.detections, reading.rectified, model)
    tops = weighed(reading.detections, Looks(reading.rectified, model), model, behind).tops
    others = behind.apart(reading.lying.dice, model, DIE) + behind.apart(reading.lying.cubes, model, CUBE)
    return sum(top.score > SEEN for top in tops), len(others)


def _covered(corners: Corners, picture: Picture, shape: Shape) -> bool:
    if shape is Shape.TAFL:
        return False
    maps = own_nets().board(rectifier(corners).rectify(picture))
    return float((maps.foreign > SEEN).mean()) > COVERED
