"""The tournaments of a club: their pages, and the API that tells of them."""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any
from zlib import crc32

from flask import Blueprint, Response, render_template, request

from device.club.hub.wall import SeenTable
from device.club.tournament.event_store import Events
from device.club.tournament.playing_now import Present, playing_now, present
from device.club.tournament.stored_tournament import StoredTournament
from device.club.tournament.tournament_view import TOURNAMENT, TOURNAMENT_HEAD, head_json, tournament_json
from device.errors import DeviceError
from device.shape import many, thing
from engine.errors import InvalidEntry
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk
from webui.desk.unread import explain_unread
from webui.hub.organising import add_organising, found_event
from webui.hub.tournament_words import (
    bracket_rounds,
    cell_of,
    points_text,
    round_pairings,
    stage_title,
    telling_ties,
    tie_title,
)
from webui.language import table_title, translator
from webui.library.evenings import date_text
from webui.problem import problem


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
