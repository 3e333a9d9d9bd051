"""The steps: their order, what builds on what, and the draft that outlasts a restart."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.errors import NotNow
from device.ops.setup.draft import FILE, FOLDER, Draft, Drawer, draft_of
from device.ops.setup.setup_notebook import Notebook
from device.ops.setup.setup_steps import MAY_SKIP, Progress, SetupStep
from engine.board import Kind, Shape

CORNERS = ((1.0, 2.0), (30.0, 2.5), (31.0, 20.0), (0.0, 21.0))
DONE = Draft(Progress(frozenset(SetupStep)), {"match": {"white": "Anna"}}, corners=CORNERS, confirmed=True)


def test_steps_are_taken_one_after_another() -> None:
    progress = Progress()
    for step in SetupStep:
        assert progress.next is step and progress.is_open(step)
        progress = progress.with_done(step, skipped=step in MAY_SKIP)
    assert progress.next is None and progress.skipped == MAY_SKIP
    assert not Progress().is_open(SetupStep.CORNERS) and not Progress().is_open(SetupStep.DONE)


def test_another_camera_has_all_about_the_board_done_again() -> None:
    again = DONE.without(SetupStep.CAMERA)
    kept = {SetupStep.PIN, SetupStep.SIGNALS, SetupStep.MATCH}
    assert again.progress.done == kept and again.corners is None and not again.confirmed
    assert again.chosen == DONE.chosen
    assert DONE.without(SetupStep.START).corners == CORNERS
    assert DONE.without(SetupStep.START).progress.next is SetupStep.START


@given(st.frozensets(st.sampled_from(SetupStep)), st.sampled_from(SetupStep))
def test_what_builds_on_a_step_goes_with_it(done: frozenset[SetupStep], step: SetupStep) -> None:
    progress = Progress(done).without(step)
    assert progress.done <= done and step not in progress.done
    assert SetupStep.DONE not in progress.done or SetupStep.DONE in done
    assert Progress.from_json(progress.as_json()) == progress
    if step in (SetupStep.CAMERA, SetupStep.CORNERS):
        assert not progress.done & {SetupStep.START, SetupStep.COLOURS}


def test_the_draft_outlasts_a_restart_and_a_damaged_one_begins_anew(tmp_path: Path) -> None:
    notes = Notebook(tmp_path)
    picture = np.full((8, 12, 3), 77, np.uint8)
    notes.pictured(SetupStep.CORNERS, picture)
    notes.edit(
        lambda draft: Draft(
            DONE.progress,
            DONE.chosen,
            Shape.TAFL,
            CORNERS,
            True,
            False,
            True,
            draft.pictures,
            draft.last,
            Kind.DARK,
            False,
        )
    )
    again = Notebook(tmp_path)
    assert again.draft == notes.draft == draft_of(notes.draft.as_json())
    kept = again.picture(1)
    assert kept is not None and (kept == picture).all() and again.picture(2) is None
    again.undo(SetupStep.CORNERS)
    assert again.picture(1) is None and not list((tmp_path / FOLDER).glob("*.png"))
    for text in ("{", "[]", '{"progress": 3}', '{"corners": [1]}'):
        (tmp_path / FOLDER / FILE).write_text(text)
        assert Drawer(tmp_path).load() == Draft()


def test_one_slow_thing_is_done_at_a_time_and_what_fails_is_said(tmp_path: Path) -> None:
    from threading import Event

    notes, go_on = Notebook(tmp_path), Event()

    def fail() -> None:
        go_on.wait()
        raise ZeroDivisionError

    from engine.i18n import phrase

    notes.worker.begin("view", phrase("I look."), fail)
    with pytest.raises(NotNow):
        notes.worker.begin("view", phrase("I look."), fail)
    with pytest.raises(NotNow):
        notes.require_idle()
    go_on.set()
    assert notes.worker.wait(10)
    verdict = notes.verdicts[SetupStep.VIEW]
    assert not verdict.ok and "try once more" in str(verdict.says[0].text)
