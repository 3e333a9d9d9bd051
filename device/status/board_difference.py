"""Where the board as it is seen is not as it should be, place by place."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from device.shape import Shaped, many, number, of, shaped, whole
from device.status.board_json import SIDE, SITE
from engine.board import BAR, OFF, Seating, Side
from engine.play import Fault
from engine.position import Position
from engine.rules import Rules
from engine.squares import SIZE, SQUARES, square_name
from engine.state.match_state import MatchState, rules_now
from engine.tables.tables_game import TablesGame
from engine.turn.turn_reading import settled_board, shows

if TYPE_CHECKING:
    from vision.board_model import BoardModel
    from vision.eye import Shot

from device.status.repair_steps import BESIDE, heaps_of

Outline = tuple[tuple[float, float], ...]
"""Corners, as shares of a picture's width and height from its left upper corner."""
Places = tuple[int, ...] | tuple[str, ...]
"""Points in White's numbering, or the names of squares."""


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


def differing(match_state: MatchState, shot: "Shot | None") -> tuple[Difference, ...]:
    """Where the last picture shows other than what is believed; nothing where either is not known."""
    sight, position, seating = None if shot is None else shot.sight, match_state.position, match_state.seating
    if shot is None or sight is None or sight.observation is None or position is None or seating is None:
        return ()
    rules, seen = rules_now(match_state), sight.observation
    if seen.best(None).shape is not rules.shape or shows(rules, seen, position, seating):
        return ()
    there = heaps_of(rules, settled_board(rules, seen, seating, position))
    here = heaps_of(rules, position)
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


def _outline(rules: Rules, shot: "Shot", place: int, seating: Seating) -> Outline:
    if shot.model is None:
        return ()
    height, width = shot.frame.picture.shape[:2]
    left, low, right, high = _box(rules, shot.model, place, seating)
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    pixels = shot.model.rectifier(shot.frame.picture.shape).line(corners, closed=True)
    return tuple((float(x) / width, float(y) / height) for x, y in pixels)


def _box(
    rules: Rules, model: "BoardModel", place: int, seating: Seating
) -> tuple[float, float, float, float]:
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


def misplaced(
    rules: Rules, nearest: Position | None, side: Side, fault: Fault, seen: Position | None
) -> tuple[Places, Places]:
    """Where too many checkers are seen beside the board by the nearest legal play, and where too few.

    Of the former those that the fault is about, if it is about any of them. Nothing where none is known.
    """
    if nearest is None or seen is None:
        return (), ()
    many: set[int] = set()
    few: set[int] = set()
    for player in Side:
        for site, place in _places(rules, player).items():
            there, want = seen.of(player)[site], nearest.of(player)[site]
            many |= {place} if there > want else set()
            few |= {place} if there < want else set()
    own = _places(rules, side)
    about = {own[site] for site in fault.points if site in own}
    return _told(rules, (many & about) or many), _told(rules, few)


def _places(rules: Rules, side: Side) -> dict[int, int]:
    """Where each point or square of a side's lies, as the near player counts; bar and off are no places."""
    if not isinstance(rules, TablesGame):
        return {square: square for square in range(SQUARES)}
    return {site: place for site, place in enumerate(rules.lying(side)) if OFF < site < rules.bar}


def _told(rules: Rules, there: set[int]) -> Places:
    if isinstance(rules, TablesGame):
        return tuple(sorted(there))
    return tuple(square_name(each) for each in sorted(there))
