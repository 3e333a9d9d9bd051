"""The tournaments of a club: their pages, and the API by which they are announced, paired and played."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any
from zlib import crc32

from flask import Blueprint, Response, render_template, request

from device.errors import DeviceError
from device.hub.wall import Seen
from device.tournament.events import Events
from device.tournament.kept import Kept
from device.tournament.names import parse_names
from device.tournament.present import Present, playing_now, present
from device.tournament.shown import event_json, head_json
from device.tournament.taking import entered
from engine.errors import InvalidEntry
from engine.tongue import Saying, said
from engine.tournament.entries import (
    Cleared,
    Closed,
    Entered,
    Entry,
    Joined,
    Left,
    Replanned,
    Returned,
    Settled,
    Unpaired,
)
from engine.tournament.fitting import Finished
from engine.tournament.folding import QUICKER
from engine.tournament.knockout import overtaken
from engine.tournament.pairing import retractable
from engine.tournament.values import Event, Format
from webui.answering import json_answer
from webui.described import described
from webui.desk import Desk, json_object
from webui.evenings import date_text
from webui.fields import Field, read_fields
from webui.hub import tournament_fields as fields
from webui.hub.titles import table_title
from webui.hub.tournament_answers import ADDED, ENTERED, TOURNAMENT, TOURNAMENTS
from webui.hub.tournament_words import (
    bracket_rounds,
    cell_of,
    points_text,
    round_pairings,
    stage_title,
    telling_ties,
    tie_title,
)
from webui.language import tongue
from webui.problem import Refused, problem
from webui.schema import thing


def events_pages(events: Events, desk: Desk, tables: Callable[[], Iterable[Seen]] = tuple) -> Blueprint:
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
        return problem(HTTPStatus.CONFLICT, said(error).in_tongue(tongue()))

    @pages.errorhandler(DeviceError)
    def unread(error: DeviceError) -> Response:
        detail = tongue()("The matches cannot be read now: {why}.", why=said(error).in_tongue(tongue()))
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, detail)

    @pages.get("/tournaments")
    def hall() -> str:
        # one that was closed before anything was paired was a mistake
        told = [head_json(each) for each in events.all() if each.event.pairings or not each.event.closed]
        return render_template("tournaments.html", tournaments=told, admitted=desk.admits())

    @pages.get("/tournaments/<int:number>")
    def one(number: int) -> str:
        kept, now = _found(events, number), present(tables())
        told = event_json(kept, now)
        return render_template(
            "tournament.html", event=told, tag=_tag(kept, now), admitted=desk.admits(), round=_round(told)
        )

    @pages.get("/tournaments/<int:number>/wall")
    def wall(number: int) -> str:
        kept, now = _found(events, number), present(tables())
        told = event_json(kept, now)
        return render_template("tournament-wall.html", event=told, tag=_tag(kept, now), round=told["round"])

    @pages.get("/api/tournaments")
    @described("All tournaments, the newest first.", returns=TOURNAMENTS)
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
        kept, now = _found(events, number), present(tables())
        tag = _tag(kept, now)
        if request.if_none_match.contains_weak(tag):
            answer = Response(status=HTTPStatus.NOT_MODIFIED)
        else:
            answer = json_answer(event_json(kept, now))
        answer.set_etag(tag, weak=True)
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    @pages.post("/api/tournaments")
    @described(
        "Announce a tournament.",
        takes=_schema(fields.BEGIN),
        returns=TOURNAMENT,
        status=201,
        needs_pin=True,
        problems=(400, 409),
        example={"name": "Thursday", "format": "swiss", "names": "Anna\nBen"},
    )
    def begin() -> Response:
        given = _given(desk, fields.BEGIN)
        plan = fields.plan_of(given, secrets.randbelow(2**31))
        players = parse_names(given["names"], Event(plan)).players
        kept = events.begin(plan, desk.who(), [Joined(each) for each in players])
        return json_answer(event_json(kept), HTTPStatus.CREATED)

    @pages.post("/api/tournaments/<int:number>/plan")
    @described(
        "Change a tournament's name, the length of its matches, or how many rounds it has.",
        takes=_schema(fields.PLAN),
        returns=TOURNAMENT,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"rounds": 6},
    )
    def plan(number: int) -> Response:
        given, kept = _given(desk, fields.PLAN), _found(events, number)
        return _entered(events, desk, number, [Replanned(fields.changed_plan(kept.event.plan, given))])

    @pages.post("/api/tournaments/<int:number>/players")
    @described(
        "Add players, a name a line.",
        takes=_schema(fields.NAMES),
        returns=ADDED,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"names": "Anna Meier; 1720; Helsinki\nBen"},
    )
    def join(number: int) -> Response:
        given, kept = _given(desk, fields.NAMES), _found(events, number)
        pasted = parse_names(given["names"], kept.event)
        kept = events.enter(number, [Joined(each) for each in pasted.players], desk.who())
        added = [each.name for each in pasted.players]
        return json_answer({"added": added, "known": list(pasted.known), "tournament": event_json(kept)})

    @pages.post("/api/tournaments/<int:number>/players/<int:player>")
    @described(
        "Put right what is known of a player, or say that he takes part no more, or again.",
        takes=_schema(fields.PERSON),
        returns=TOURNAMENT,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"gone": True},
    )
    def person(number: int, player: int) -> Response:
        given, kept = _given(desk, fields.PERSON), _found(events, number)
        known = next((each for each in kept.event.players if each.number == player), None)
        if known is None:
            raise Refused(
                HTTPStatus.NOT_FOUND,
                f"Nobody in this tournament has the number {player}.",
            )
        entries: list[Entry] = []
        changed = fields.changed_player(known, given)
        if changed != known:
            entries.append(Joined(changed))
        if given["gone"] is not None and given["gone"] != known.gone:
            entries.append(Left(player) if given["gone"] else Returned(player))
        return _entered(events, desk, number, entries)

    @pages.post("/api/tournaments/<int:number>/pair")
    @described(
        "Make the pairings that are to be made now: the next Swiss round, a whole round robin, a bracket.",
        takes=thing({}),
        returns=TOURNAMENT,
        needs_pin=True,
        problems=(400, 404, 409),
        example={},
    )
    def pair(number: int) -> Response:
        _given(desk, fields.NOTHING)
        _found(events, number)
        return json_answer(event_json(events.pair(number, desk.who())))

    @pages.post("/api/tournaments/<int:number>/unpair")
    @described(
        "Take back the pairings that were made last, as long as none of them has a result.",
        takes=thing({}),
        returns=TOURNAMENT,
        needs_pin=True,
        problems=(400, 404, 409),
        example={},
    )
    def unpair(number: int) -> Response:
        _given(desk, fields.NOTHING)
        back = tuple(each.number for each in retractable(_found(events, number).event))
        return _entered(events, desk, number, [Unpaired(back)])

    @pages.post("/api/tournaments/<int:number>/results")
    @described(
        "Enter or correct the result of a pairing. Later pairings stay as they are.",
        takes=_schema(fields.RESULT),
        returns=ENTERED,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"pairing": 1, "winner": 1, "score": [7, 4]},
    )
    def result(number: int) -> Response:
        given = _given(desk, fields.RESULT)
        before = _found(events, number).event
        entry = Entered(given["pairing"], fields.outcome_of(given))
        kept = events.enter(number, [entry], desk.who())
        return json_answer(
            {"says": _left_alone(before, kept.event, given["pairing"]), "tournament": event_json(kept)}
        )

    @pages.post("/api/tournaments/<int:number>/clear")
    @described(
        "Take a result away again.",
        takes=_schema(fields.CLEAR),
        returns=TOURNAMENT,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"pairing": 1},
    )
    def clear(number: int) -> Response:
        given = _given(desk, fields.CLEAR)
        _found(events, number)
        return _entered(events, desk, number, [Cleared(given["pairing"])])

    @pages.post("/api/tournaments/<int:number>/answer")
    @described(
        "Say which pairing a match is, or that it is none of them.",
        takes=_schema(fields.ANSWER),
        returns=ENTERED,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"table": "5", "match": 12, "pairing": None},
    )
    def answer(number: int) -> Response:
        given = _given(desk, fields.ANSWER)
        before = _found(events, number).event
        entry = _answer(before, given)
        kept = events.enter(number, [entry], desk.who())
        says = _left_alone(before, kept.event, given["pairing"]) if given["pairing"] else ""
        return json_answer({"says": says, "tournament": event_json(kept)})

    @pages.post("/api/tournaments/<int:number>/close")
    @described(
        "Close a tournament, so that nothing is entered any more, or open it again.",
        takes=_schema(fields.CLOSE),
        returns=TOURNAMENT,
        needs_pin=True,
        problems=(400, 404, 409),
        example={"closed": True},
    )
    def close(number: int) -> Response:
        given = _given(desk, fields.CLOSE)
        _found(events, number)
        return _entered(events, desk, number, [Closed(given["closed"])])

    return pages


def _schema(taken: Mapping[str, Field]) -> Any:
    optional = [name for name, field in taken.items() if field.optional]
    return thing({name: field.schema for name, field in taken.items()}, optional=optional)


def _given(desk: Desk, taken: Mapping[str, Field]) -> dict[str, Any]:
    """The body of the present request, which a referee sent. Raises Refused."""
    desk.require()
    return read_fields(taken, json_object())


def _found(events: Events, number: int) -> Kept:
    kept = events.find(number)
    if kept is None:
        raise Refused(HTTPStatus.NOT_FOUND, tongue()("There is no tournament {number} here.", number=number))
    return kept


def _entered(events: Events, desk: Desk, number: int, entries: list[Entry]) -> Response:
    return json_answer(event_json(events.enter(number, entries, desk.who())))


def _tag(kept: Kept, now: Present) -> str:
    """What is another one as soon as anything else is to be shown."""
    played = [(each.number, playing_now(kept.event, each, now)) for each in kept.event.open] if now else []
    return f"{kept.number}-{kept.seq}-{crc32(repr(played).encode()):x}"


def _round(told: Mapping[str, Any]) -> int:
    """The round that is asked for, if there is one, or else the present one."""
    asked = request.args.get("round", "")
    paired = {each["round"] for each in told["pairings"]}
    return int(asked) if asked.isascii() and asked.isdecimal() and int(asked[:4]) in paired else told["round"]


def _answer(event: Event, given: Mapping[str, Any]) -> Entry:
    """The entry that an answer makes. Raises Refused and InvalidEntry."""
    asked = (each for each in event.queries if (each.table, each.match) == (given["table"], given["match"]))
    query = next(asked, None)
    if query is None:
        raise Refused(HTTPStatus.CONFLICT, Saying(QUICKER))
    if given["pairing"] is None:
        return Settled(query.table, query.match, query.told)
    pairing = event.pairing(given["pairing"])
    if pairing is None or pairing.number not in query.pairings:
        raise Refused(HTTPStatus.CONFLICT, Saying(QUICKER))
    found = Finished(query.table, query.match, query.players, query.score, query.winner, query.length)
    return entered(event, pairing, found)


def _left_alone(before: Event, after: Event, number: int) -> str:
    """What a correction leaves as it is, though it was made of the result as it stood; empty where it was none."""
    pairing = after.pairing(number)
    old, new = before.results.get(number), after.results.get(number)
    if pairing is None or old is None or new is None or old.outcome.winner == new.outcome.winner:
        return ""
    _ = tongue()
    if after.plan.format is Format.KNOCKOUT and overtaken(after):
        return _(
            "The next match of the bracket was paired with the other player and stays so. Take it back to pair it anew."
        )
    later = [each.round for each in after.pairings if each.round > pairing.round]
    if after.plan.format is Format.SWISS and later:
        return _(
            "The standings have changed. Round {round} had been paired already and stays as it is.",
            round=min(later),
        )
    return ""
