"""The tournaments of a club: their pages, and the API that tells of them."""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any
from zlib import crc32

from flask import Blueprint, Response, render_template, request

from device.club.hub.wall import SeenTable
from device.club.tournament.event_store import Events
from device.club.tournament.stored_tournament import StoredTournament
from device.club.tournament.tournament_view import (
    TOURNAMENT,
    TOURNAMENT_HEAD,
    Present,
    head_json,
    playing_now,
    present,
    tournament_json,
)
from device.errors import DeviceError
from device.shape import many, thing
from engine.errors import InvalidEntry
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, explain_unread
from webui.hub.organising import add_organising, found_event
from webui.language import table_title, translator
from webui.library.evenings import date_text
from webui.problem import problem

Told = Mapping[str, Any]
"""A part of a tournament as `GET /api/tournaments/N` tells it."""


def round_pairings(event: Told, round: int) -> list[Told]:
    """The pairings of a round of the main stage, those who rest last."""
    return [each for each in event["pairings"] if each["stage"] == "main" and each["round"] == round]


def cell_of(row: Told, *, round: int | None = None, opponent: int | None = None) -> list[Told]:
    """A player's results of a round, or against an opponent."""
    return [
        each
        for each in row["cells"]
        if (round is None or each["round"] == round)
        and (opponent is None or (each["opponent"] or {}).get("number") == opponent)
    ]


def bracket_rounds(rounds: list[list[Told]], *, late: bool = False) -> list[tuple[int, list[Told]]]:
    """The rounds of a bracket, each with its place; `late`: from the one before the first that is not over."""
    if not late:
        return list(enumerate(rounds))
    over = [
        all(node["winner"] or (node["bye"] and not node["pairing"]) for node in round) for round in rounds
    ]
    first = over.index(False) if False in over else len(rounds)
    return list(enumerate(rounds))[max(0, min(first - 1, len(rounds) - 3)) :]


def points_text(points: float) -> str:
    """Match points as people write them: `3`, `2½`."""
    whole, half = divmod(abs(points), 1)
    sign = "\u2212" if points < 0 else ""
    return f"{sign}{int(whole) or ''}½" if half == 0.5 else f"{sign}{abs(points):g}"


def telling_ties(event: Told) -> list[str]:
    """The tie-breaks that tell anybody apart so far."""
    return [tie for tie in event["ties"] if any(each["ties"].get(tie) for each in event["standings"])]


def stage_title(stage: str, rounds: int, left: int) -> str:
    """What a round of a bracket is called; `left` rounds are after it in its bracket."""
    _ = translator()
    if stage == "third":
        return _("Third place")
    if left == 0:
        return _("Final")
    if left == 1:
        return _("Half-finals")
    if left == 2:
        return _("Quarter-finals")
    return _("Round {round}", round=rounds - left)


def tie_title(tie: str) -> tuple[str, str]:
    """What a tie-break is called at the head of a column, as result lists everywhere have it, and in full."""
    _ = translator()
    return {
        "head_to_head": ("DE", _("Head to head: points against those who have as many")),
        "solkoff": ("BH", _("Solkoff or Buchholz: the opponents' points added up")),
        "sonneborn_berger": ("SB", _("Sonneborn-Berger: the points of those who were beaten")),
        "difference": ("\u00b1", _("Points won less points lost")),
    }[tie]


def events_pages(events: Events, desk: Desk, tables: Callable[[], Iterable[SeenTable]] = tuple) -> Blueprint:
    """`GET /tournaments[/N[/wall]]`, `/api/tournaments[/N]`, and what is told under `POST /api/tournaments/N/...`."""
    pages = Blueprint("tournaments", __name__)
    pages.add_app_template_filter(date_text)
    for each in (
        table_title,
        bracket_rounds,
        cell_of,
        points_text,
        round_pairings,
        stage_title,
        telling_ties,
        tie_title,
    ):
        pages.add_app_template_global(each)

    @pages.errorhandler(InvalidEntry)
    def refused(error: InvalidEntry) -> Response:
        return problem(HTTPStatus.CONFLICT, phrase_of(error).in_language(translator()))

    explain_unread(pages, desk, DeviceError)

    @pages.get("/tournaments")
    def hall() -> str:
        # one that was closed before anything was paired was a mistake
        told = [head_json(each) for each in events.all() if each.event.pairings or not each.event.closed]
        return render_template("tournaments.html", tournaments=told, admitted=desk.admits())

    @pages.get("/tournaments/<int:number>")
    def one(number: int) -> str:
        kept, now = found_event(events, number), present(tables())
        told = tournament_json(kept, now)
        return render_template(
            "tournament.html", event=told, tag=_tag(kept, now), admitted=desk.admits(), round=_round(told)
        )

    @pages.get("/tournaments/<int:number>/wall")
    def wall(number: int) -> str:
        kept, now = found_event(events, number), present(tables())
        told = tournament_json(kept, now)
        return render_template("tournament-wall.html", event=told, tag=_tag(kept, now), round=told["round"])

    @pages.get("/api/tournaments")
    @described("All tournaments, the newest first.", returns=thing({"tournaments": many(TOURNAMENT_HEAD)}))
    def listed() -> Response:
        return json_answer({"tournaments": [head_json(each) for each in events.all()]})

    @pages.get("/api/tournaments/<int:number>")
    @described(
        "A tournament: pairings, results, standings, crosstable and bracket.",
        returns=TOURNAMENT,
        also={304: None},
        problems=(404,),
    )
    def told(number: int) -> Response:
        kept, now = found_event(events, number), present(tables())
        tag = _tag(kept, now)
        if request.if_none_match.contains_weak(tag):
            answer = Response(status=HTTPStatus.NOT_MODIFIED)
        else:
            answer = json_answer(tournament_json(kept, now))
        answer.set_etag(tag, weak=True)
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    add_organising(pages, events, desk)
    return pages


def _tag(kept: StoredTournament, now: Present) -> str:
    """What is another one as soon as anything else is to be shown."""
    played = [(each.number, playing_now(kept.event, each, now)) for each in kept.event.open] if now else []
    return f"{kept.number}-{kept.seq}-{crc32(repr(played).encode()):x}"


def _round(told: Mapping[str, Any]) -> int:
    """The round that is asked for, if there is one, or else the present one."""
    asked = request.args.get("round", "")
    paired = {each["round"] for each in told["pairings"]}
    return int(asked) if asked.isascii() and asked.isdecimal() and int(asked[:4]) in paired else told["round"]
