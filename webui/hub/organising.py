"""What an organiser tells of a tournament: it is announced and paired, and results are entered and put right."""

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response

from device.club.tournament.event_store import Events
from device.club.tournament.player_names import parse_names
from device.club.tournament.result_taking import entered
from device.club.tournament.stored_tournament import StoredTournament
from device.club.tournament.tournament_view import TOURNAMENT, tournament_json
from device.shape import many, text, thing
from device.store.access import Right
from engine.i18n import Phrase
from engine.tournament.entries import (
    Cleared,
    Closed,
    Entered,
    Entry,
    Joined,
    Left,
    Replanned,
    ResultSettled,
    Returned,
    Unpaired,
)
from engine.tournament.knockout import overtaken
from engine.tournament.pairing import retractable
from engine.tournament.result_matching import Finished
from engine.tournament.tournament_reducer import QUICKER
from engine.tournament.tournament_values import PairingFormat, TournamentEvent
from webui.answering import json_answer
from webui.commands.command_fields import RequestField, read_fields
from webui.described import Returned as Answer
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.hub import tournament_fields as fields
from webui.language import translator
from webui.problem import Refused

Json = Mapping[str, Any]

ADDED = thing(
    {"added": many(text()), "known": many(text(), "Those who took part already."), "tournament": TOURNAMENT}
)
ENTERED = thing(
    {"says": text("What a correction leaves as it is; empty: nothing."), "tournament": TOURNAMENT}
)


def add_organising(pages: Blueprint, events: Events, desk: Desk) -> None:
    """Adds `POST /api/tournaments[/N/...]` to the pages of tournaments; all of it is for who has given the PIN."""

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
        given = _given(desk, fields.BEGIN, Right.DIRECTOR)
        plan = fields.plan_of(given, secrets.randbelow(2**31))
        players = parse_names(given["names"], TournamentEvent(plan)).players
        kept = events.begin(plan, desk.who(), [Joined(each) for each in players])
        return json_answer(tournament_json(kept), HTTPStatus.CREATED)

    def said_of_one(
        what: str,
        says: str,
        taken: Mapping[str, RequestField],
        example: Json,
        returns: Answer = TOURNAMENT,
        right: Right = Right.DIRECTOR,
    ) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
        """What may be said of one tournament, which the view is given, with the fields that were sent."""

        def add(view: Callable[..., Response]) -> Callable[..., Response]:
            @wraps(view)
            def answered(number: int, **places: int) -> Response:
                given = _given(desk, taken, right)
                return view(found_event(events, number), given, **places)

            told = described(
                says,
                takes=_schema(taken),
                returns=returns,
                needs_pin=True,
                problems=(400, 404, 409),
                example=example,
            )
            pages.add_url_rule(
                f"/api/tournaments/<int:number>/{what}", view.__name__, told(answered), methods=["POST"]
            )
            return view

        return add

    def enter(kept: StoredTournament, *entries: Entry) -> StoredTournament:
        return events.enter(kept.number, entries, desk.who())

    @said_of_one(
        "plan",
        "Change a tournament's name, the length of its matches, or how many rounds it has.",
        fields.PLAN,
        {"rounds": 6},
    )
    def plan(kept: StoredTournament, given: Json) -> Response:
        return json_answer(
            tournament_json(enter(kept, Replanned(fields.changed_plan(kept.event.plan, given))))
        )

    @said_of_one(
        "players",
        "Add players, a name a line.",
        fields.NAMES,
        {"names": "Anna Meier; 1720; Helsinki\nBen"},
        ADDED,
    )
    def join(kept: StoredTournament, given: Json) -> Response:
        pasted = parse_names(given["names"], kept.event)
        after = enter(kept, *(Joined(each) for each in pasted.players))
        added = [each.name for each in pasted.players]
        return json_answer(
            {"added": added, "known": list(pasted.known), "tournament": tournament_json(after)}
        )

    @said_of_one(
        "players/<int:player>",
        "Put right what is known of a player, or say that they take part no more, or again.",
        fields.PERSON,
        {"gone": True},
    )
    def person(kept: StoredTournament, given: Json, player: int) -> Response:
        known = next((each for each in kept.event.players if each.number == player), None)
        if known is None:
            said = translator()("Nobody in this tournament has the number {number}.", number=player)
            raise Refused(HTTPStatus.NOT_FOUND, said)
        entries: list[Entry] = []
        changed = fields.changed_player(known, given)
        if changed != known:
            entries.append(Joined(changed))
        if given["gone"] is not None and given["gone"] != known.gone:
            entries.append(Left(player) if given["gone"] else Returned(player))
        return json_answer(tournament_json(enter(kept, *entries)))

    @said_of_one(
        "pair",
        "Make the pairings that are to be made now: the next Swiss round, a whole round robin, a bracket.",
        fields.NOTHING,
        {},
    )
    def pair(kept: StoredTournament, given: Json) -> Response:
        return json_answer(tournament_json(events.pair(kept.number, desk.who())))

    @said_of_one(
        "unpair",
        "Take back the pairings that were made last, as long as none of them has a result.",
        fields.NOTHING,
        {},
    )
    def unpair(kept: StoredTournament, given: Json) -> Response:
        back = tuple(each.number for each in retractable(kept.event))
        return json_answer(tournament_json(enter(kept, Unpaired(back))))

    @said_of_one(
        "results", "Enter or correct the result of a pairing. Later pairings stay as they are.", fields.RESULT,
        {"pairing": 1, "winner": 1, "score": [7, 4]}, ENTERED, Right.REFEREE,
    )  # fmt: skip
    def result(kept: StoredTournament, given: Json) -> Response:
        after = enter(kept, Entered(given["pairing"], fields.outcome_of(given)))
        says = _left_alone(kept.event, after.event, given["pairing"])
        return json_answer({"says": says, "tournament": tournament_json(after)})

    @said_of_one("clear", "Take a result away again.", fields.CLEAR, {"pairing": 1}, right=Right.REFEREE)
    def clear(kept: StoredTournament, given: Json) -> Response:
        return json_answer(tournament_json(enter(kept, Cleared(given["pairing"]))))

    @said_of_one(
        "answer", "Say which pairing a match is, or that it is none of them.", fields.ANSWER,
        {"table": "5", "match": 12, "pairing": None}, ENTERED, Right.REFEREE,
    )  # fmt: skip
    def answer(kept: StoredTournament, given: Json) -> Response:
        after = enter(kept, _answer(kept.event, given))
        says = _left_alone(kept.event, after.event, given["pairing"]) if given["pairing"] else ""
        return json_answer({"says": says, "tournament": tournament_json(after)})

    @said_of_one(
        "close",
        "Close a tournament, so that nothing is entered any more, or open it again.",
        fields.CLOSE,
        {"closed": True},
    )
    def close(kept: StoredTournament, given: Json) -> Response:
        return json_answer(tournament_json(enter(kept, Closed(given["closed"]))))


def found_event(events: Events, number: int) -> StoredTournament:
    """The tournament of that number. Raises Refused where there is none."""
    kept = events.find(number)
    if kept is None:
        raise Refused(
            HTTPStatus.NOT_FOUND, translator()("There is no tournament {number} here.", number=number)
        )
    return kept


def _schema(taken: Mapping[str, RequestField]) -> Any:
    optional = [name for name, field in taken.items() if field.optional]
    return thing({name: field.schema for name, field in taken.items()}, optional=optional)


def _given(desk: Desk, taken: Mapping[str, RequestField], right: Right) -> dict[str, Any]:
    """The body of the present request, which somebody sent who may do that much. Raises Refused."""
    desk.require(right)
    return read_fields(taken, json_object())


def _answer(event: TournamentEvent, given: Mapping[str, Any]) -> Entry:
    """The entry that an answer makes. Raises Refused and InvalidEntry."""
    asked = (each for each in event.queries if (each.table, each.match) == (given["table"], given["match"]))
    query = next(asked, None)
    if query is None:
        raise Refused(HTTPStatus.CONFLICT, Phrase(QUICKER))
    if given["pairing"] is None:
        return ResultSettled(query.table, query.match, query.told)
    pairing = event.pairing(given["pairing"])
    if pairing is None or pairing.number not in query.pairings:
        raise Refused(HTTPStatus.CONFLICT, Phrase(QUICKER))
    found = Finished(query.table, query.match, query.players, query.score, query.winner, query.length)
    return entered(event, pairing, found)


def _left_alone(before: TournamentEvent, after: TournamentEvent, number: int) -> str:
    """What a correction leaves as it is, though it was made of the result as it stood; empty where it was none."""
    pairing = after.pairing(number)
    old, new = before.results.get(number), after.results.get(number)
    if pairing is None or old is None or new is None or old.outcome.winner == new.outcome.winner:
        return ""
    _ = translator()
    if after.plan.format is PairingFormat.KNOCKOUT and overtaken(after):
        return _(
            "The next match of the bracket was paired with the other player and stays so. Take it back to pair it anew."
        )
    later = [each.round for each in after.pairings if each.round > pairing.round]
    if after.plan.format is PairingFormat.SWISS and later:
        return _(
            "The standings have changed. Round {round} had been paired already and stays as it is.",
            round=min(later),
        )
    return ""
