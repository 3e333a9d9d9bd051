"""The time of day for a table that has none: the first phone that opens a page lends it."""

from http import HTTPStatus

from flask import Blueprint, Response

from device.clock import SystemClock
from device.shape import flag, number, thing
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, json_object, require_own_page
from webui.language import translator
from webui.problem import Refused

_LENT = thing({"wall": number("The time of day, in seconds since 1970, UTC.")})
_TAKEN = thing({"taken": flag("False: the table knows the time, or another phone has told it.")})


def lent_time_pages(clock: SystemClock | None, desk: Desk) -> Blueprint:
    """`POST /api/time`; templates know whether who asks is to lend it (`time_is_missing()`), nobody without a clock."""
    pages = Blueprint("lent_time", __name__)

    @pages.app_template_global()
    def time_is_missing() -> bool:
        return clock is not None and clock.wants(sure=desk.admits())

    @pages.post("/api/time")
    @described(
        "Lend the table the time of day, if nobody has told it: the first phone's counts, the referee's above all.",
        takes=_LENT, returns=_TAKEN, problems=(403,), example={"wall": 1795543200},
    )  # fmt: skip
    def lend() -> Response:
        require_own_page()
        wall = json_object().get("wall")
        if isinstance(wall, bool) or not isinstance(wall, int | float):
            _ = translator()
            raise Refused(HTTPStatus.BAD_REQUEST, _("'wall' must be seconds since 1970, as a number."))
        taken = clock is not None and clock.lend(wall, sure=desk.admits())
        return json_answer({"taken": taken})

    return pages
