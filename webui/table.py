"""The table behind the pages: what webui asks of the service that referees it, and of the box at the board."""

from typing import Protocol

from device.buttons import Button
from device.finding import Finding
from device.gallery import Gallery
from device.noticeboard import Noticeboard
from device.signals.panel import Panel
from engine.messages import Command


class Table(Protocol):
    """A table that is being refereed; `device.service.Service` is one. Called from many threads at once."""

    @property
    def noticeboard(self) -> Noticeboard:
        """Where the latest notice for everybody hangs."""

    @property
    def desk(self) -> Noticeboard:
        """Where the latest notice for who has given the PIN hangs, which leaves out nothing."""

    @property
    def gallery(self) -> Gallery:
        """The camera's pictures, for who has given the PIN."""

    def tell(self, command: Command) -> None:
        """Pass on what a person says; returns at once."""

    def check_pin(self, pin: str) -> bool:
        """Whether this is the referee's PIN, compared in constant time."""

    def snapshot(self) -> bytes | None:
        """The last frame with what was read in it, as JPEG; None while there is no picture."""

    def record_text(self, *, finished: bool = False) -> str:
        """The match so far as a .mat record; with `finished` without the game that is being played."""


class Box(Protocol):
    """What hangs at the board, and the computer; `device.running.Running` is one. Called from many threads at once."""

    def panel(self) -> Panel:
        """All that lamps, strip, display and buzzer show now, and what of them is missing."""

    def press(self, button: Button) -> None:
        """Press a button at the board; returns at once."""

    def findings(self) -> tuple[Finding, ...]:
        """What the doctor finds; may take a second or two."""
