"""One picture of a board of squares read: from what the network marks and what colours say to probabilities."""

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.board import View
from vision.board_model import BoardModel, ColourModel
from vision.colour_model import kind_chances
from vision.detections import Detections, Spot, from_maps
from vision.frame import FloatArray, Picture
from vision.motion.light_meter import brightened, brightening
from vision.nets import Nets
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH, Rectifier
from vision.squares.men import (
    Men,
    chances_of,
    colour_evidence,
    find_king,
    find_men,
    raised_middles,
    sure_colour_model,
)
from vision.squares.square_geometry import PITCH, SHARE, canvas_place, middles, on_canvas
from vision.squares.square_ground import SquareGround, as_before, ground_evidence, ground_of
from vision.squares.square_observation import SquareObservation

BESIDE = (WIDTH - SPAN_Y) // 2
"""How many pixels of the canvas, on either hand, lie beside a square board."""
MARGIN = 0.035
"""How far beyond the playing surface a hand is looked for, in board coordinates: the frame."""
FOREIGN_SHARE = 0.009
"""The share of board and frame that a foreign thing must cover to be one."""
RIM = 2
"""How near to the rim of what is looked at, in cells of the maps, a thing reaches that comes in from outside."""
HIDDEN = 0.3
"""The share of a man's place, on the board or in the picture, that must be covered for the square to be hidden."""
PLAIN_MAN, PLAIN_GROUND = 0.97, -4.0
"""A man so likely by his shape, and ground so much like itself (in log-likelihood), can be seen, whatever is near."""
SURE = 0.995
"""The most that the kind of a man is believed of one picture's colours."""
ROUNDS = 2
"""How often colours are learned anew from the men that they helped to find."""


@dataclass(frozen=True, slots=True, eq=False)
class SquareReading:
    """A picture of a board of squares read: the observation, the men that it rests on, and all that was found.

    `detections`: with the foreign things on board and frame alone; `canvas`: the board seen from above (512x384);
    `colour_model`: the colours by which kinds were told.
    """

    observation: SquareObservation
    men: Men
    detections: Detections
    view: View
    canvas: Picture
    colour_model: ColourModel | None


def examine_squares(model: BoardModel, picture: Picture, nets: Nets) -> SquareReading:
    """What one picture says of a board of squares, with all that it rests on."""
    return read_squares(model, nets, model.rectifier(picture.shape), picture)


def read_squares(
    model: BoardModel, nets: Nets, board: Rectifier, picture: Picture, ground: SquareGround | None = None
) -> SquareReading:
    """What a picture says of a board of squares; `ground`: what is known of it empty, the model's unless given."""
    start = time.perf_counter()
    rectified = on_canvas(board).rectify(picture)
    tone = brightening(rectified[INSET_Y:-INSET_Y, BESIDE:-BESIDE])
    picture, rectified = (brightened(each, tone) for each in (picture, rectified))
    ground = ground or ground_of(model)
    detections = from_maps(nets.board(rectified))
    new = np.where(as_before(ground, rectified, detections.foreign.shape), 0.0, detections.foreign)
    detections = replace(detections, foreign=_things(new))
    men = find_men(detections.tops, _again(nets, board, picture), rectified, model)
    known = ground_evidence(ground, rectified, men, model)
    colour_model = model.colour_model or sure_colour_model(men)
    for _ in range(ROUNDS):
        men = _with_colours(men, colour_model, known)
        if model.colour_model is None:
            colour_model = sure_colour_model(men) or colour_model
    light = np.array(kind_chances(men.looks, colour_model))
    sought = find_king(men, model, colour_model, light)
    observation = SquareObservation(
        _chances(men, light),
        sought.chances,
        sought.light,
        _hidden(detections.foreign, men, known, model),
        ms=(time.perf_counter() - start) * 1000,
    )
    return SquareReading(observation, men, detections, _view(detections.foreign), rectified, colour_model)


def _again(nets: Nets, board: Rectifier, picture: Picture) -> list[Spot]:
    """What the network marks as checkers where the board fills the whole canvas, in canvas coordinates."""
    tops = from_maps(nets.board(board.rectify(picture))).tops
    return [replace(top, u=canvas_place(top.u, top.v)[0]) for top in tops]


def _with_colours(men: Men, colour_model: ColourModel | None, known: FloatArray) -> Men:
    """The men with how surely each is there; of squares whose ground is not `known` colours must tell (NaN)."""
    shape = np.log(men.scores / (1 - men.scores))
    told = np.where(np.isnan(known), colour_evidence(men, colour_model), known)
    odds = np.clip(shape + told, -9.0, 9.0)
    return replace(men, chances=chances_of(odds))


def _chances(men: Men, light: FloatArray) -> tuple[tuple[float, float, float], ...]:
    kind = np.clip(light, 1 - SURE, SURE)
    there = men.chances
    rows = np.column_stack([1 - there, there * kind, there * (1 - kind)])
    return tuple((float(a), float(b), float(c)) for a, b, c in rows)


def _things(foreign: FloatArray) -> FloatArray:
    """The map of foreign things without what lies beside the board and its frame, and without specks."""
    top, bottom, left, right = _window()
    inside = foreign[top:bottom, left:right]
    _, labels, stats, _ = cv2.connectedComponentsWithStats((inside > 0.5).astype(np.uint8))
    large = stats[:, cv2.CC_STAT_AREA] >= FOREIGN_SHARE * inside.size
    large[0] = False
    mask = np.zeros_like(foreign)
    mask[top:bottom, left:right] = inside * large[labels]
    return mask


def _view(foreign: FloatArray) -> View:
    """HAND where something comes in over the frame, COVERED where something lies on the board, else CLEAR."""
    top, bottom, left, right = _window()
    mask = (foreign[top:bottom, left:right] > 0.5).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    view = View.CLEAR
    for label in range(1, count):
        x, y, wide, high = (int(n) for n in stats[label][:4])
        if min(x, y, mask.shape[1] - x - wide, mask.shape[0] - y - high) <= RIM:
            return View.HAND
        view = View.COVERED
    return view


def _window() -> tuple[int, int, int, int]:
    """The rows and columns of the maps in which board and frame lie."""
    half = (0.5 + MARGIN) * SHARE * SPAN_X / 4
    middle = (INSET_X + SPAN_X / 2) / 4
    top, bottom = (INSET_Y + SPAN_Y * v for v in (-MARGIN, 1 + MARGIN))
    return round(top / 4), round(bottom / 4), round(middle - half), round(middle + half)


def _hidden(foreign: FloatArray, men: Men, known: FloatArray, model: BoardModel) -> tuple[int, ...]:
    """The squares of which a foreign thing covers the place, or where a man's top would appear.

    What looks as it does when it is empty, and where a man is plain to see, is not hidden.
    """
    if not (foreign > 0.5).any():
        return ()
    across, along = PITCH[0] * 0.3, PITCH[1] * 0.3
    found = []
    flat, raised = middles(), raised_middles(model)
    plain = (men.scores > PLAIN_MAN) | (np.nan_to_num(known) < PLAIN_GROUND)
    for square in np.flatnonzero(~plain):
        shares = []
        for u, v in (flat[square], raised[square]):
            top, bottom = ((INSET_Y + SPAN_Y * each) / 4 for each in (v - along, v + along))
            left, right = ((INSET_X + SPAN_X * each) / 4 for each in (u - across, u + across))
            patch = foreign[max(round(top), 0) : round(bottom) + 1, max(round(left), 0) : round(right) + 1]
            shares.append(float(np.mean(patch > 0.5)) if patch.size else 0.0)
        if max(shares) > HIDDEN:
            found.append(int(square))
    return tuple(found)
