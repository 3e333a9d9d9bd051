"""Differing: where the board as the camera sees it is not as it is believed, on the board and in the picture."""

from dataclasses import dataclass

import numpy as np

from device.shape import Shaped, many, number, of, shaped, whole
from device.status.board_json import SIDE, SITE
from device.status.repair.repair_steps import BESIDE, standing
from engine.board import BAR, Seating, Side
from engine.rules import Rules
from engine.squares import SIZE, square_name
from engine.state.beginning import rules_now
from engine.state.match_state import MatchState
from engine.tables.tables import TablesGame
from engine.turn.turn_reading import settled_board, shows
from vision.board_model import BoardModel
from vision.eye import Shot

Outline = tuple[tuple[float, float], ...]
"""Corners, as shares of a picture's width and height from its left upper corner."""


@shaped(
    {
        "place": SITE,
        "side": SIDE,
        "seen": whole(0),
        "believed": whole(0),
        "outline": of(
            lambda view: [[round(x, 4), round(y, 4)] for x, y in view.outline],
            many(many(number(), minItems=2, maxItems=2), "In shares of the picture's size."),
        ),
    }
)
@dataclass(frozen=True, slots=True)
class Difference(Shaped):
    """A site on which other checkers of a side are seen than believed; `place` as the near player counts, or a square.

    `outline`: where it lies in the picture, empty where that is not known.
    """

    place: int | str
    side: Side
    seen: int
    believed: int
    outline: Outline = ()


def differing(match_state: MatchState, shot: Shot | None) -> tuple[Difference, ...]:
    """Where the last picture shows other than what is believed; nothing where either is not known."""
    sight, position, seating = None if shot is None else shot.sight, match_state.position, match_state.seating
    if shot is None or sight is None or sight.observation is None or position is None or seating is None:
        return ()
    rules, seen = rules_now(match_state), sight.observation
    if seen.best(None).shape is not rules.shape or shows(rules, seen, position, seating):
        return ()
    there = standing(rules, settled_board(rules, seen, seating, position))
    here = standing(rules, position)
    found = []
    for side, king in there:
        seen_men, believed_men = there[side, king], here[side, king]
        for site in sorted(set(seen_men) | set(believed_men)):
            if site != BESIDE and seen_men[site] != believed_men[site]:
                place = rules.lying(side)[site] if isinstance(rules, TablesGame) else site
                outline = _outline(rules, shot, place, seating)
                named = place if isinstance(rules, TablesGame) else square_name(place)
                found.append(Difference(named, side, seen_men[site], believed_men[site], outline))
    return tuple(found)


def _outline(rules: Rules, shot: Shot, place: int, seating: Seating) -> Outline:
    if shot.model is None:
        return ()
    height, width = shot.frame.picture.shape[:2]
    left, low, right, high = _box(rules, shot.model, place, seating)
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    pixels = shot.model.rectifier(shot.frame.picture.shape).line(corners, closed=True)
    return tuple((float(x) / width, float(y) / height) for x, y in pixels)


def _box(rules: Rules, model: BoardModel, place: int, seating: Seating) -> tuple[float, float, float, float]:
    """The left, far, right and near end of a site, in board coordinates."""
    if not isinstance(rules, TablesGame):
        file, rank = place % SIZE, place // SIZE
        return file / SIZE, 1 - (rank + 1) / SIZE, (file + 1) / SIZE, 1 - rank / SIZE
    if place == rules.bar:
        half = 0.3 * model.pitch
        left, right = model.bar or (model.bar_middle - half, model.bar_middle + half)
        return left, 0.02, right, 0.98
    slot = seating.slot(place) if place < BAR else place
    middle = model.middle(slot)
    low, high = (0.53, 1.0) if slot <= BAR // 2 else (0.0, 0.47)
    return middle - model.pitch / 2, low, middle + model.pitch / 2, high
