"""What hangs at the board, and how the computer fares: the page of the box, and JSON about both."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, Response, render_template

from device.finding import Finding
from device.shape import choice, many, thing
from device.signals.buttons import Button
from device.signals.panel import PANEL
from webui.answering import json_answer
from webui.answers import NOTHING
from webui.commands.command_fields import not_one_of
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.language import translator
from webui.problem import Refused
from webui.table import Box

GOOD_FOR = 10.0
"""Seconds for which findings are told again instead of looking anew."""


class Checkup:
    """The doctor's findings, sought when somebody asks for them, but not too often; may be used from any thread.

    `clock` gives seconds.
    """

    def __init__(
        self, look: Callable[[], tuple[Finding, ...]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._clock = look, clock
        self._lock = threading.Lock()
        self._found: tuple[Finding, ...] = ()
        self._until: float | None = None

    def findings(self) -> tuple[Finding, ...]:
        """What is found now, or was a moment ago; who asks while somebody looks waits for what they find."""
        with self._lock:
            if self._until is None or self._clock() >= self._until:
                self._found = self._look()
                self._until = self._clock() + GOOD_FOR
            return self._found


def box_pages(box: Box, desk: Desk) -> Blueprint:
    """`GET /box`, `GET /api/box`, `GET /api/doctor`, `POST /api/button`."""
    pages = Blueprint("box", __name__)
    checkup = Checkup(box.findings)

    @pages.get("/box")
    def page() -> str:
        return render_template("box.html", admitted=desk.admits())

    @pages.get("/api/box")
    @described("What hangs at the board, as it is now: lamps, strip, display, buzzer.", returns=PANEL)
    def panel() -> Response:
        return json_answer(box.panel().as_json(translator()))

    @pages.get("/api/doctor")
    @described(
        "What the doctor finds; takes a second or two. Whoever has not been let in is told whether each thing is well, "
        "but no versions, paths and names: `found` and `advice` are empty then.",
        returns=thing({"findings": many(Finding.SHAPE)}),
    )
    def doctor() -> Response:
        found, admitted, _ = checkup.findings(), desk.admits(), translator()
        told = found if admitted else (replace(each, found="", advice="") for each in found)
        return json_answer({"findings": [each.in_language(_).as_json() for each in told]})

    @pages.post("/api/button")
    @described(
        "Press a button at the board.",
        takes=thing({"button": choice(Button)}),
        returns=NOTHING,
        status=202,
        needs_pin=True,
        example={"button": "confirm"},
    )
    def press() -> Response:
        desk.require()
        named = json_object().get("button")
        button = next((each for each in Button if each.value == named), None)
        if button is None:
            raise Refused(HTTPStatus.BAD_REQUEST, not_one_of("button", (each.value for each in Button)))
        box.press(button)
        return Response("{}", HTTPStatus.ACCEPTED.value, content_type="application/json")

    return pages
