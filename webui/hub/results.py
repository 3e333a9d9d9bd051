"""The results of an evening, as a page to be looked at or printed, and as JSON."""

from flask import Blueprint, Response, render_template, request

from device.club.hub.tournament_results import results_of
from device.shape import text
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, explain_unread
from webui.hub.hub_schemas import RESULTS
from webui.hub.served_hub import Hub
from webui.language import translator
from webui.library.match_filter import asked_day

UNKNOWN = "unknown"
"""What is asked for instead of a date: the matches of which nobody knows when they were played."""
_DATE = {
    "date": text("The evening, such as 2026-11-20; left out: the last one; `unknown`: those without a date.")
}


def results_pages(hub: Hub, desk: Desk) -> Blueprint:
    """`GET /results` and `/api/results`."""
    pages = Blueprint("results", __name__)

    explain_unread(pages, desk)

    @pages.get("/results")
    def page() -> str:
        return render_template("hub-results.html", club=hub.name, told=_results(hub))

    @pages.get("/api/results")
    @described("Who beat whom on an evening.", returns=RESULTS, query=_DATE, problems=(400,))
    def results() -> Response:
        return json_answer(_results(hub))

    return pages


def _results(hub: Hub) -> dict[str, object]:
    if request.args.get("date") == UNKNOWN:
        return results_of(hub.library.matches(), undated=True).as_json(translator())
    return results_of(hub.library.matches(), asked_day("date")).as_json(translator())
