"""The buttons at the board, and what pressing them says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.signals.buttons import Button, Buttons, command_of
from device.status.snapshot.table_snapshot import snapshot_of
from device.store.settings import ButtonSettings
from engine.board import Side
from engine.dice import Roll
from engine.match.match import CheckerTurn, Game, Match, Score
from engine.play import Play
from engine.position import Position
from engine.state.events import Candidate
from engine.state.match_state import Question, new_match_state
from engine.state.messages import Answer, Done, Undo

SETTINGS = ButtonSettings()


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", made)
    yield made
    made.reset()


def test_each_button_is_told_apart(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.signals.buttons.BOUNCE_SECONDS", None)
    pressed: list[Button] = []
    buttons = Buttons(SETTINGS, pressed.append)
    for pin in (
        SETTINGS.undo,
        SETTINGS.confirm,
        SETTINGS.clock_left,
        SETTINGS.clock_right,
        SETTINGS.clock_left,
    ):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    assert buttons.name == "GPIO pins" and buttons.missing is None
    buttons.close()
    assert pressed == [Button.UNDO, Button.CONFIRM, Button.CLOCK_LEFT, Button.CLOCK_RIGHT, Button.CLOCK_LEFT]
    Buttons(SETTINGS, pressed.append).close()


def test_a_missing_button_is_left_out(factory: MockFactory) -> None:
    Buttons(replace(SETTINGS, clock_left=0), lambda _: None).close()
    assert SETTINGS.clock_left not in {pin.info.name for pin in factory.pins.values()}


def test_a_pin_in_use_is_told_and_the_others_are_let_go(factory: MockFactory) -> None:
    first = Buttons(replace(SETTINGS, confirm=1, undo=2, clock_left=3), lambda _: None)
    second = Buttons(SETTINGS, lambda _: None)
    assert second.missing is not None and "buttons' pins cannot be used" in second.missing
    first.close()
    again = Buttons(SETTINGS, lambda _: None)
    assert again.missing is None
    again.close()


def test_without_pins_the_reason_is_told_and_a_program_may_press(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_factory() -> Any:
        raise RuntimeError("no pins here")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(no_factory))
    pressed: list[Button] = []
    buttons = Buttons(SETTINGS, pressed.append)
    assert buttons.name == "simulated" and "no pins here" in str(buttons.missing)
    for button in Button:
        buttons.press(button)
    assert pressed == list(Button)
    none = ButtonSettings(confirm=0, undo=0, clock_left=0, clock_right=0)
    assert Buttons(none, pressed.append).missing is None


def test_a_side_of_the_clock_says_that_its_players_turn_is_over() -> None:
    snapshot = snapshot_of(new_match_state(Match(5, "", "")))
    assert command_of(Button.CLOCK_LEFT, snapshot) == Done(0.0, Side.WHITE)
    assert command_of(Button.CLOCK_RIGHT, snapshot) == Done(0.0, Side.BLACK)
    assert command_of(Button.CLOCK_LEFT, snapshot, Side.BLACK) == Done(0.0, Side.BLACK)
    assert command_of(Button.CLOCK_RIGHT, snapshot, Side.BLACK) == Done(0.0, Side.WHITE)


def test_confirm_answers_the_question_that_is_asked() -> None:
    nobody = Position((0,) * 26, (0,) * 26)
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), Play(), nobody)
    match_state = new_match_state(Match(5, "", ""))
    match_state = replace(match_state, game=Game(nobody, Score(), False, (turn, turn)))
    asked = Question(7, "play", Side.WHITE, (Candidate(None, Play(), nobody, True, 1.0),), turns=2)
    assert command_of(Button.CONFIRM, snapshot_of(match_state)) == Done(0.0)
    for question, command in (
        (asked, Answer(7, 0)),
        (replace(asked, what="roll"), Answer(7, 0)),
        (replace(asked, what="missed"), Done(0.0)),
        (replace(asked, turns=1), Done(0.0)),
        (replace(asked, candidates=()), Done(0.0)),
    ):
        assert command_of(Button.CONFIRM, snapshot_of(replace(match_state, questions=(question,)))) == command
    assert command_of(Button.UNDO, snapshot_of(match_state)) == Undo()
