"""The buttons at the board, and what pressing them says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.buttons import Button, Buttons, command_of
from device.errors import LightsError
from device.notice import notice_of
from device.settings import ButtonSettings
from engine.board import Side
from engine.dice import Roll
from engine.events import Candidate
from engine.ledger import Question, new_ledger
from engine.match import CheckerTurn, Game, Match, Score
from engine.messages import Answer, Done, Undo
from engine.play import Play
from engine.position import Position

SETTINGS = ButtonSettings()


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", made)
    yield made
    made.reset()


def test_each_button_is_told_apart(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.buttons.BOUNCE_SECONDS", None)
    pressed: list[Button] = []
    buttons = Buttons(SETTINGS, pressed.append)
    for pin in (SETTINGS.undo, SETTINGS.confirm, SETTINGS.clock, SETTINGS.clock):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    buttons.close()
    assert pressed == [Button.UNDO, Button.CONFIRM, Button.CLOCK, Button.CLOCK]
    Buttons(SETTINGS, pressed.append).close()


def test_a_missing_button_is_left_out(factory: MockFactory) -> None:
    Buttons(replace(SETTINGS, clock=0), lambda _: None).close()
    assert SETTINGS.clock not in {pin.info.name for pin in factory.pins.values()}


def test_without_pins_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_factory() -> Any:
        raise RuntimeError("no pins here")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(no_factory))
    with pytest.raises(LightsError, match="no pins here"):
        Buttons(SETTINGS, lambda _: None)


def test_confirm_answers_the_question_that_is_asked() -> None:
    nobody = Position((0,) * 26, (0,) * 26)
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), Play(), nobody)
    ledger = new_ledger(Match(5, "", ""))
    ledger = replace(ledger, game=Game(nobody, Score(), False, (turn, turn)))
    asked = Question(7, "play", Side.WHITE, (Candidate(None, Play(), nobody, True, 1.0),), turns=2)
    assert command_of(Button.CONFIRM, notice_of(ledger)) == Done(0.0)
    for question, command in (
        (asked, Answer(7, 0)),
        (replace(asked, what="roll"), Answer(7, 0)),
        (replace(asked, what="missed"), Done(0.0)),
        (replace(asked, turns=1), Done(0.0)),
        (replace(asked, candidates=()), Done(0.0)),
    ):
        assert command_of(Button.CONFIRM, notice_of(replace(ledger, questions=(question,)))) == command
    assert command_of(Button.CLOCK, notice_of(ledger)) == Done(0.0)
    assert command_of(Button.UNDO, notice_of(ledger)) == Undo()
