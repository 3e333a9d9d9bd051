"""The statistics of the matches that somebody chooses: a page of figures drawn as plain SVG, and the same as JSON."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, render_template

from device.library.matches.listed_match import Listing
from device.library.matches.match_query import MatchQuery
from device.library.statistics.match_figures import figures_of
from device.shape import Named, Schema, choice, many, maybe, number, text, thing, whole
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, explain_unread
from webui.language import translator
from webui.library.match_filter import QUERY, asked_query
from webui.library.shelved import PHASES

ALL = 10**9
"""More matches than there are."""
Page = dict[str, object]
_COUNTED = thing(
    {"what": text("A face, or the two dice, the highest first: 61."), "seen": whole(0), "expected": number()}
)
_DICE = thing(
    {
        "rolls": whole(
            0,
            says="Read by the camera, or read and then put right; what was only concluded or told is left "
            "out, and who begins.",
        ),
        "faces": many(_COUNTED),
        "pairs": many(_COUNTED, "Empty where no rolls of two dice were seen."),
        "tests": many(
            thing(
                {"of": choice(("faces", "pairs")), "statistic": number(), "degrees": whole(1), "p": number()}
            ),
            "Pearson's chi-squared; none with too few rolls.",
        ),
        "says": text(),
        "sets": whole(
            0, says="Of how many sets of dice they are; those without a name count as one at each table."
        ),
    }
)
_TIMES = thing(
    {
        "turns": whole(0),
        "median": maybe(number("Seconds.")),
        "longest": maybe(whole(0, says="Seconds.")),
        "spans": many(thing({"from": whole(0), "below": maybe(whole(0)), "turns": whole(0)})),
    }
)
_CUBE = thing({"doubles": whole(0), "takes": whole(0), "passes": whole(0)})
STATISTICS = Named(
    "Statistics",
    thing(
        {
            "matches": whole(0),
            "games": whole(0),
            "turns": whole(0),
            "dice": _DICE,
            "times": _TIMES,
            "illegal": many(thing({"rule": text(), "put_right": whole(0), "stood": whole(0)})),
            "hasty": whole(0, says="Throws made too soon."),
            "cube_faults": whole(0, says="Moves of the cube against the rules."),
            "luck": maybe(number("Equity won by the dice in a match, as analysed; null where none was.")),
            "error": maybe(number("Thousandths of equity lost a decision, as analysed.")),
            "phases": PHASES,
            "cube": _CUBE,
        }
    ),
)
CHOSEN = {name: QUERY[name] for name in ("player", "game", "dice", "from", "to")}


def statistics_pages(
    desk: Desk,
    listed: Callable[[MatchQuery], Listing],
    page: Callable[[], Page],
    more: Mapping[str, Schema] | None = None,
) -> Blueprint:
    """`GET /statistics` and `/api/statistics`; `listed` gives all matches that fit a query, `page` what a page is
    drawn with beside, `more` what else can be asked for.
    """
    pages = Blueprint("statistics", __name__)

    explain_unread(pages, desk)

    def told() -> tuple[Listing, Page]:
        query = replace(asked_query(), deleted=False)
        found = listed(query)
        return found, figures_of(found.matches, query.player).as_json(translator())

    @pages.get("/statistics")
    def drawn() -> str:
        found, figures = told()
        options = replace(found, matches=()).as_json(translator())
        return render_template("statistics.html", **{**page(), "statistics": figures, "listing": options})

    @pages.get("/api/statistics")
    @described(
        "Dice, time and faults in the matches of a player or some evenings.",
        returns=STATISTICS,
        query={**CHOSEN, **(more or {})},
        problems=(400,),
    )
    def figures() -> Response:
        return json_answer(told()[1])

    return pages
