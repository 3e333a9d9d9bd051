"""Where a board lies from one still scene to the next: it stands, it is followed, or it is lost from sight."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

from engine.board import Occupancy, Shape
from vision.board_model import BoardModel
from vision.errors import VisionError
from vision.fit.hidden import hidden_of
from vision.fit.pattern_fit import fit_points
from vision.frame import Mask, Picture
from vision.markers import corners_by, find_tags
from vision.nets import Nets
from vision.rectify import Corners, bend_of, bent, lie_near, rectifier, straightened
from vision.shift import CLEAR, Shift, glimpse, shift_since

FIRST = 0.7
"""So large a share of a scene must agree for a board to be followed where it has not been seen at rest before."""
LESS = 0.08
"""How much less may agree at a new place than did at the last."""
BEATEN = 0.05
"""By how much the new place must beat any other."""
GAIN = 0.04
"""By how much a new place must beat the old one for the board to have moved at all."""
LEAST = 1.0
"""By how many pixels of the rectified picture (512x384) it must have moved."""
HALF_POINT = 14.0
"""From so many pixels of it on, nearly half a point's width, the checkers must stand as they stood as well."""
STRANGE = 0.5
"""Where a smaller share than this agrees, something else is seen than the board in its place."""
LIES = 0.45
"""Where the pattern of the points explains so much, the board lies there, however little agrees."""
COVERED = 0.6
"""Where more than this share is hidden, a board is not looked for."""
PLAYED = 5
"""On so many sites something else may stand after a shift than before: a turn was played meanwhile."""
PAUSE = 30.0
"""So many seconds pass at least from one search for the corners to the next: nothing is read while one lasts."""
REST = 1.0
"""For so many seconds a scene must have been still before the corners are searched in it."""

Find: TypeAlias = Callable[[Picture], Corners | None]
"""Finds the corners of a board with points in a picture, surely or not at all; the near side towards the bottom."""


class ReadBoard(Protocol):
    """What was read of a board."""

    def best(self, men: tuple[int, int] | None) -> Occupancy:
        """What most likely stands there."""


Read: TypeAlias = Callable[[BoardModel], ReadBoard]
"""Reads the present picture with a model."""


class Whereabouts:
    """Keeps where the board lies before one camera; asked once for every still scene, and again when a search
    for the corners that was put off is due.

    `find`: how corners are found anew where a board is lost; None: they are not.
    """

    def __init__(self, nets: Nets, find: Find | None = None) -> None:
        self._nets, self._find = nets, find
        self._before: Picture | None = None
        self._agreed: float | None = None
        self._stood: Occupancy | None = None
        self._searched: float | None = None
        self._due: float | None = None

    def settle(
        self, model: BoardModel, picture: Picture, read: Read, since: float, now: float
    ) -> BoardModel | None:
        """The model with the corners where they are in a picture; None where the board is somewhere unknown.

        `since` when the scene has been still and the picture's own time, in seconds, tell whether the corners may be
        searched; where not yet, it `is_due` later.
        """
        self._due = None
        if picture.shape[:2] != (model.size[1], model.size[0]):
            # the corners are followed in pictures of the calibration's size alone
            return model
        before = self._before if self._before is not None else model.glimpse_picture()
        if before is None:
            return model
        shift = shift_since(before, picture, model.corners, model.lens)
        if shift.agreement - shift.unmoved > GAIN and shift.by > LEAST:
            moved = self._followed(model, shift, picture, read)
            if moved is not None:
                self._agreed = shift.agreement
                return moved
        if shift.unmoved >= STRANGE:
            self._agreed = shift.unmoved
            return model
        by_markers = self._by_markers(model, picture)
        if by_markers is not None:
            return self._renewed(_aligned(by_markers, before, picture), picture)
        corners, straight, _ = straightened(model.corners, picture, model.lens)
        hidden = hidden_of(straight, corners, self._nets)
        if self._lies(model, straight, corners, hidden):
            return self._renewed(model, picture)
        if float(hidden.mean()) > COVERED:
            return None
        anew = self._found(model, picture, read, since, now)
        return None if anew is None else self._renewed(_aligned(anew, before, picture), picture)

    def is_due(self, now: float) -> bool:
        """Whether to settle again, though the scene is the same: a search for the corners was put off until now."""
        return self._due is not None and now >= self._due

    def remember(self, model: BoardModel, picture: Picture, standing: ReadBoard) -> None:
        """That the board was read here: how it looks, where that is not known yet, and what stands on it."""
        if self._before is None:
            kept = model.glimpse_picture()
            self._before = glimpse(picture, model.corners, model.lens) if kept is None else kept
        self._stood = standing.best(None)

    def _followed(self, model: BoardModel, shift: Shift, picture: Picture, read: Read) -> BoardModel | None:
        """The model where the board has shifted to; None where that is not sure."""
        least = FIRST if self._agreed is None else max(CLEAR, self._agreed - LESS)
        if shift.agreement < least or shift.agreement - shift.rival < BEATEN:
            return None
        moved = _at(model, shift.corners)
        if moved is None:
            return None
        if shift.by > HALF_POINT and not self._stands(read(moved)):
            # a board turned about, or a point's width off, can look much like the one that was there
            return None
        return moved

    def _by_markers(self, model: BoardModel, picture: Picture) -> BoardModel | None:
        bend = bend_of(model.lens, picture.shape)
        corners = corners_by(model.markers, find_tags(picture), bend) if model.markers else None
        return None if corners is None else _at(model, corners)

    def _lies(self, model: BoardModel, straight: Picture, corners: Corners, hidden: Mask) -> bool:
        """Whether the board lies in its place all the same, under another light for instance."""
        if model.shape is Shape.TAFL:
            # there is no pattern to tell by; what was never seen under this light may be in its place
            return self._agreed is None
        return fit_points(straight, corners, hidden, model.bar).explained >= LIES

    def _due_at(self, since: float, now: float) -> float:
        """When the corners may be searched in a scene still for so long; a search
        after `now` was in an earlier film.
        """
        last = self._searched
        return since + REST if last is None or last > now else max(since + REST, last + PAUSE)

    def _found(
        self, model: BoardModel, picture: Picture, read: Read, since: float, now: float
    ) -> BoardModel | None:
        """The model with corners found anew, whichever way round the checkers stand as they stood."""
        if self._find is None or self._stood is None or model.shape is Shape.TAFL:
            return None
        due = self._due_at(since, now)
        if now < due:
            self._due = due
            return None
        self._searched = now
        _, straight, bend = straightened(model.corners, picture, model.lens)
        corners = self._find(straight)
        if corners is None:
            return None
        a, b, c, d = bent(corners, bend)
        ways = [way for each in ((a, b, c, d), (c, d, a, b)) if (way := _at(model, each)) is not None]
        standing = [way for way in ways if self._stands(read(way))]
        return standing[0] if len(standing) == 1 else None

    def _stands(self, standing: ReadBoard) -> bool:
        """Whether the checkers stand as they stood, but for a turn that may have been played."""
        return self._stood is not None and _differing(self._stood, standing.best(None)) <= PLAYED

    def _renewed(self, model: BoardModel, picture: Picture) -> BoardModel:
        """The model, the board looking from now on as it does in this picture."""
        self._before, self._agreed = glimpse(picture, model.corners, model.lens), None
        return model.with_glimpse(picture)


def lies_there(model: BoardModel, picture: Picture, nets: Nets) -> bool:
    """Whether the pattern of a board's points is to be seen where its model says, as far as nothing hides it."""
    corners, straight, _ = straightened(model.corners, picture, model.lens)
    return fit_points(straight, corners, hidden_of(straight, corners, nets), model.bar).explained >= LIES


def _aligned(model: BoardModel, before: Picture, picture: Picture) -> BoardModel:
    """The model put right by how the board looked before, where that is recognised at its new place."""
    shift = shift_since(before, picture, model.corners, model.lens)
    if shift.agreement < CLEAR or shift.by > HALF_POINT:
        return model
    return _at(model, shift.corners) or model


def _at(model: BoardModel, corners: Corners) -> BoardModel | None:
    """The model with other corners; None where they cannot be those of a board in its picture."""
    if not lie_near(corners, *model.size):
        return None
    try:
        rectifier(corners, bend_of(model.lens, (model.size[1], model.size[0])))
    except VisionError:
        return None
    return replace(model, corners=corners)


def _differing(one: Occupancy, other: Occupancy) -> int:
    """On how many sites something else stands."""
    return sum(
        (a, b) != (c, d) for a, b, c, d in zip(one.light, one.dark, other.light, other.dark, strict=True)
    )
