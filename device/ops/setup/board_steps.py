"""The steps about the board: the view, the corners, the empty board, the starting position, the colours."""

from collections.abc import Callable
from dataclasses import replace

from calibration.locate import Located
from device.errors import NotNow
from device.ops.setup import calibrating
from device.ops.setup.draft import Draft
from device.ops.setup.setup_notebook import Notebook
from device.ops.setup.setup_pictures import no_wider, size_of
from device.ops.setup.setup_steps import SetupStep
from device.ops.setup.step_verdict import StepVerdict, doubtful, failed, well
from device.ops.setup.view_check import verdict_of_view
from device.ops.setup.viewfinder import Viewfinder
from engine.board import Kind, Shape
from engine.i18n import phrase
from vision.frame import Picture
from vision.rectify import Corners

WIDEST = 2560
"""A picture in full resolution is looked at no wider than this: a corner lies within half a pixel of the camera's usual
pictures then, and a Raspberry Pi finds it in a moment.
"""


class BoardSteps:
    """What people do about the board. Each returns at once, and goes on in the worker's thread where it is slow.

    `hold` has the referee read nothing meanwhile, and lays the simulated board for a step;
    `find` finds a board in a picture.
    """

    def __init__(
        self,
        notes: Notebook,
        finder: Viewfinder,
        hold: Callable[[SetupStep], None],
        find: Callable[[Picture], Located | None],
    ) -> None:
        self._notes, self._finder, self._hold, self._find = notes, finder, hold, find

    def look(self, step: SetupStep = SetupStep.VIEW) -> None:
        """Take a picture, and look whether light and focus are good and where the board is."""
        self._notes.require(SetupStep.CAMERA)
        says = phrase("I look for the board; that takes some seconds.")
        self._notes.worker.begin(step.value, says, self._look)

    def find(self) -> None:
        """Take a new picture and look for the corners in it; those that were confirmed count no more."""
        self._notes.require(SetupStep.CAMERA)
        self._notes.require_idle()
        self._notes.undo(SetupStep.CORNERS)
        self._hold(SetupStep.CORNERS)
        self.look(SetupStep.CORNERS)

    def accept_view(self) -> None:
        """Done with looking, whatever was found."""
        if (
            SetupStep.VIEW not in self._notes.verdicts
            and SetupStep.VIEW not in self._notes.draft.progress.done
        ):
            raise NotNow(phrase("The board has not been looked at yet: wait a moment."))
        self._notes.done(SetupStep.VIEW)

    def set_corners(self, corners: Corners, still: int, *, insist: bool = False) -> None:
        """These are the corners in that picture: put right by the pattern, kept where a board lies there."""
        self._notes.require(SetupStep.CAMERA)
        picture = self._notes.picture(still)
        if picture is None:
            raise NotNow(phrase("That picture is gone: look for the corners once more."))
        self._hold(SetupStep.CORNERS)
        says = phrase("I look whether a board lies between these corners.")
        self._notes.worker.begin(
            SetupStep.CORNERS.value, says, lambda: self._mark(corners, still, picture, insist)
        )

    def take_empty(self, *, skip: bool = False, insist: bool = False) -> None:
        """Take a picture of the empty board, or go without."""
        self._notes.require(SetupStep.CORNERS)
        self._notes.require_idle()
        if skip:
            self._undo_empty()
            self._notes.done(SetupStep.EMPTY, skipped=True)
            return
        self._hold(SetupStep.EMPTY)
        says = phrase("I look at the empty board.")
        self._notes.worker.begin(SetupStep.EMPTY.value, says, lambda: self._empty(insist))

    def take_start(self, *, insist: bool = False) -> None:
        """Take a picture of the starting position, and make the board's model."""
        self._notes.require(SetupStep.CORNERS)
        self._notes.require_idle()
        self._hold(SetupStep.START)
        says = phrase("I learn the checkers by the starting position.")
        self._notes.worker.begin(SetupStep.START.value, says, lambda: self._start(insist))

    def set_colours(
        self, near: Kind | None, home_right: bool | None, white: str | None, black: str | None
    ) -> None:
        """Whose checkers are whose, and where they are borne off, as shown or put right."""
        self._notes.require(SetupStep.START)
        self._notes.require_idle()
        if near is None and self._notes.draft.near is None:
            raise NotNow(phrase("Say which checkers the near player has: the picture did not tell."))
        names = {key: name for key, name in (("white", white), ("black", black)) if name is not None}

        def coloured(draft: Draft) -> Draft:
            right = draft.home_right if home_right is None else home_right
            draft = draft.with_chosen("match", names) if names else draft
            progress = draft.progress.with_done(SetupStep.COLOURS)
            return replace(draft, near=near or draft.near, home_right=right is not False, progress=progress)

        self._notes.edit(coloured)

    def _look(self) -> None:
        picture, squares = self._finder.fresh(), self._notes.draft.shape is Shape.TAFL
        full = no_wider(self._finder.full(picture), WIDEST)
        located = None if squares else self._find(full)
        found = _with_found(self._notes.draft, located, full)
        if not self._notes.draft.confirmed:
            self._notes.pictured(SetupStep.CORNERS, full)
            self._notes.edit(lambda draft: _with_found(draft, located, full))
            self._notes.judge(SetupStep.CORNERS, _found_said(located))
        if located is not None:
            located = replace(located, corners=found.corners_in(picture))
        self._notes.judge(SetupStep.VIEW, verdict_of_view(picture, located, squares=squares))

    def _mark(self, corners: Corners, still: int, picture: Picture, insist: bool) -> None:
        marks = calibrating.mark(corners, picture, self._notes.draft.shape)
        self._notes.judge(SetupStep.CORNERS, marks.verdict)
        if not (marks.verdict.ok or insist):
            self._notes.edit(lambda draft: replace(draft, corners=corners, size=size_of(picture)))
            return
        right = marks.corners if marks.verdict.ok else corners

        def marked(draft: Draft) -> Draft:
            if draft.corners != right or not draft.confirmed:
                # what was seen with other corners is to be seen again
                draft = replace(draft.without(SetupStep.CORNERS), pictures={SetupStep.CORNERS.value: still})
            progress = draft.progress.with_done(SetupStep.CORNERS).with_done(SetupStep.VIEW)
            return replace(draft, corners=right, size=size_of(picture), confirmed=True, progress=progress)

        self._notes.edit(marked)

    def _empty(self, insist: bool) -> None:
        picture, draft = self._finder.fresh(), self._notes.draft
        verdict = calibrating.verdict_of_empty(draft.corners_in(picture), picture, draft.shape)
        if verdict.ok or insist:
            self._undo_empty()
            self._notes.pictured(SetupStep.EMPTY, picture)
            self._notes.done(SetupStep.EMPTY)
        self._notes.judge(SetupStep.EMPTY, verdict)

    def _undo_empty(self) -> None:
        """The model was made with another picture of the empty board, or without one."""
        self._notes.undo(SetupStep.EMPTY)
        self._notes.undo(SetupStep.START)

    def _start(self, insist: bool) -> None:
        picture, draft = self._finder.fresh(), self._notes.draft
        empty = self._notes.picture(draft.pictures.get(SetupStep.EMPTY.value))
        started = calibrating.start(draft.corners_in(picture), empty, picture, draft.shape)
        made = started.made
        if made is not None and (started.verdict.ok or insist):
            self._notes.undo(SetupStep.START)
            self._notes.drawer.keep_model(made.model)
            self._notes.pictured(SetupStep.START, picture)
            near, home_right = made.model.near, made.home_right
            self._notes.edit(lambda draft: replace(draft, near=near, home_right=home_right))
            self._notes.done(SetupStep.START)
        self._notes.judge(SetupStep.START, started.verdict)


def _with_found(draft: Draft, located: Located | None, picture: Picture) -> Draft:
    draft = replace(draft, size=size_of(picture))
    if located is None:
        return replace(draft, corners=None, sure=False, near_known=False)
    return replace(draft, corners=located.corners, sure=located.is_sure, near_known=located.near_known)


def _found_said(located: Located | None) -> StepVerdict:
    if located is None:
        return failed(
            "corners", phrase("I cannot find the corners: drag each to where the playing field ends.")
        )
    if not located.is_sure:
        text = phrase("I think that these are the corners, but am not sure: look at each closely.")
        return doubtful("corners", text)
    return well("corners", phrase("I have found the corners: look at each, then say yes."))
