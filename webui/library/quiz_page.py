"""A quiz of a player's own mistakes, a page a question; it works without a script."""

from http import HTTPStatus

from flask import Blueprint, render_template, request

from device.library.analysis.position_analysis import withheld
from device.library.matches.analyses import Summary
from device.library.matches.heads import is_brought
from device.library.matches.players import KnownPlayer
from device.library.positions.asked_standing import caption
from device.library.quiz import MARKS, QuizQuestion, questions_of
from engine.board import Side
from engine.records.codes.xgid import write_xgid
from webui.desk.referee_desk import Desk
from webui.language import translator
from webui.problem import Refused
from webui.table import MatchLibrary, Table

_MARKED = {"bad": "bad", "blunder": "blunders"}
"""What of the sums counts the plays that are asked about."""


def quiz_page(table: Table, library: MatchLibrary, desk: Desk) -> Blueprint:
    """`GET /players/NAME/quiz?match=N&at=K&choice=I`: question K of match N, answered where there is a choice."""
    pages = Blueprint("quiz", __name__)

    @pages.get("/players/<name>/quiz")
    def quiz(name: str) -> str:
        _, admitted = translator(), desk.admits()
        player = library.player(name, admitted=admitted)
        if player is None:
            raise Refused(HTTPStatus.NOT_FOUND, _("Nobody of that name has played at this table."))
        snapshot = table.broadcaster.latest(_).as_json()
        why = withheld(table.match_state)
        told = {} if why is not None else _asked(library, player, admitted=admitted)
        return render_template(
            "quiz.html",
            snapshot=snapshot,
            admitted=admitted,
            player=player.name,
            analysed=sum(each.analysis is not None for each, side in player.matches),
            why=why and why.in_language(_),
            **{"question": None, **told},
        )

    return pages


def _asked(library: MatchLibrary, player: KnownPlayer, *, admitted: bool) -> dict[str, object]:
    """The question that is asked for, else the first of the newest match with any; what is chosen; what comes next."""
    matches = [
        (each.head.number, side) for each, side in player.matches if _has_mistakes(each.analysis, side)
    ]
    numbers = [number for number, _ in matches]
    wanted = request.args.get("match", 0, int)
    for place in range(numbers.index(wanted) if wanted in numbers else 0, len(matches)):
        number, side = matches[place]
        shown = library.story(number, admitted=admitted)
        found = () if shown is None else questions_of(shown, Side(side))
        at = request.args.get("at", 1, int) if number == wanted else 1
        if 1 <= at <= len(found):
            question, _ = found[at - 1], translator()
            return {
                "question": question,
                "by_people": is_brought(number),
                "at": at,
                "chosen": _chosen(question),
                "code": write_xgid(question.standing),
                "says": caption(question.standing, question.near, _),
                "following": {"match": number, "at": at + 1}
                if at < len(found)
                else {"match": numbers[place + 1], "at": 1}
                if place + 1 < len(numbers)
                else None,
            }
    return {}


def _has_mistakes(summary: Summary | None, side: str) -> bool:
    sums = None if summary is None else summary.of(side)
    return sums is not None and any(sums[_MARKED[mark]] for mark in MARKS)


def _chosen(question: QuizQuestion) -> int | None:
    choice = request.args.get("choice", -1, int)
    return choice if 0 <= choice < len(question.choices) else None
