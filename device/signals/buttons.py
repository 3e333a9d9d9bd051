"""The buttons at the board, on the pins of a Raspberry Pi through gpiozero, or pressed by a program."""

import contextlib
from collections.abc import Callable
from enum import Enum
from typing import Any

from device.errors import LightsError
from device.signals.gpio_port import NAME, opened_pins
from device.status.snapshot.table_snapshot import Snapshot
from device.store.settings import ButtonSettings
from engine.board import Side
from engine.i18n import phrase
from engine.state.messages import Answer, Command, Done, Undo

BOUNCE_SECONDS = 0.05
"""How long a contact may bounce without counting twice."""


class Button(Enum):
    """What a button is for; the value is its name in the settings."""

    CONFIRM = "confirm"
    UNDO = "undo"
    CLOCK_LEFT = "clock_left"
    CLOCK_RIGHT = "clock_right"


def command_of(button: Button, snapshot: Snapshot, left: Side = Side.WHITE) -> Command:
    """What pressing a button says while a snapshot hangs there; `left`: who sits at the left of the chess clock.

    "Confirm" says yes to the likeliest answer of the question that is asked, if it is about the last play and has
    answers; else that the turn is over, whoever's it is. A side of the clock says that the turn of who sits there is
    over. The service sets the time.
    """
    question = snapshot.question
    match button:
        case Button.UNDO:
            return Undo()
        case Button.CONFIRM if question is not None and question.of_last_play and question.candidates:
            return Answer(question.number, 0)
        case Button.CONFIRM:
            return Done(0.0)
        case Button.CLOCK_LEFT:
            return Done(0.0, left)
        case Button.CLOCK_RIGHT:
            return Done(0.0, left.other)


class Buttons:
    """The buttons that the settings name; `pressed` is called in the thread of whoever presses, gpiozero's for pins.

    Without pins they can be pressed by a program all the same; `missing` is then why, in a sentence.
    """

    def __init__(self, settings: ButtonSettings, pressed: Callable[[Button], None]) -> None:
        self.missing: str | None = None
        self._pressed = pressed
        self._pins: list[Any] = []
        wanted = {button: pin for button in Button if (pin := getattr(settings, button.value))}
        if not wanted:
            return
        try:
            with opened_pins(phrase("the buttons' pins")) as gpiozero:
                for button, pin in wanted.items():
                    made = gpiozero.Button(pin, bounce_time=BOUNCE_SECONDS)
                    self._pins.append(made)
                    made.when_pressed = self._call(button)
        except LightsError as error:
            self.close()
            self.missing = str(error)

    @property
    def name(self) -> str:
        """What they hang on, in a word or two, for people."""
        return NAME if self._pins else "simulated"

    def press(self, button: Button) -> None:
        """Press a button, as a page does that draws them."""
        self._pressed(button)

    def close(self) -> None:
        """Let go of the pins."""
        for pin in self._pins:
            with contextlib.suppress(Exception):
                pin.close()
        self._pins.clear()

    def _call(self, button: Button) -> Callable[[], None]:
        # gpiozero asks a handler how many arguments it takes, and passes itself where it takes one.
        def call() -> None:
            self._pressed(button)

        return call
