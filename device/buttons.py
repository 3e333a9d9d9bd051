"""The buttons at the board, on the pins of a Raspberry Pi, through gpiozero."""

import warnings
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from typing import Any

from device.errors import LightsError
from device.notice import Notice
from device.settings import ButtonSettings
from engine.messages import Answer, Command, Done, Undo

BOUNCE_SECONDS = 0.05
"""How long a contact may bounce without counting twice."""


class Button(Enum):
    """What a button is for."""

    CONFIRM = "confirm"
    UNDO = "undo"
    CLOCK = "clock"


def command_of(button: Button, notice: Notice) -> Command:
    """What pressing a button says while a notice hangs there.

    "Confirm" says yes to the likeliest answer of the question that is asked, if it is about the last play and has
    answers; else, like the clock, that the turn is over. The service sets the time.
    """
    question = notice.question
    match button:
        case Button.UNDO:
            return Undo()
        case Button.CONFIRM if question is not None and question.of_last_play and question.candidates:
            return Answer(question.number, 0)
        case Button.CONFIRM | Button.CLOCK:
            return Done(0.0)


class Buttons:
    """The buttons that the settings name; `pressed` is called in a thread of gpiozero's.

    `factory` is gpiozero's pin factory, its default if None. Raises LightsError where there are no pins.
    """

    def __init__(
        self, settings: ButtonSettings, pressed: Callable[[Button], None], factory: Any = None
    ) -> None:
        self._buttons: list[Any] = []
        try:
            import gpiozero
        except ImportError as error:
            raise LightsError("gpiozero is missing: pip install gpiozero") from error
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for each in fields(settings):
                    pin = getattr(settings, each.name)
                    if pin:
                        made = gpiozero.Button(pin, bounce_time=BOUNCE_SECONDS, pin_factory=factory)
                        self._buttons.append(made)
                        made.when_pressed = _call(pressed, Button(each.name))
        except Exception as error:  # pin libraries raise what they like
            self.close()
            raise LightsError(f"the buttons' pins cannot be read ({error})") from error

    def close(self) -> None:
        """Let go of the pins."""
        for button in self._buttons:
            button.close()
        self._buttons.clear()


def _call(pressed: Callable[[Button], None], button: Button) -> Callable[[], None]:
    def call() -> None:
        pressed(button)

    return call
