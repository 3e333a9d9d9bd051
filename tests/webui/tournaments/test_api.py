"""The API of tournaments: as described, for the director alone where it changes
anything, and every refusal a sentence.
"""

from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

from device.club.tournament.event_store import Events
from engine.tournament.tournament_values import PairingFormat
from tests.webui.tournaments.conftest import PIN, announce, play, wonder
from webui.reference.openapi import document

HEADERS = {"X-Tableside": "1"}


class Director:
    """Somebody who has given the PIN."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        assert self.post("/api/login", {"pin": PIN}).status_code < 300
        self.post("/api/name", {"name": "Maria"})

    def post(self, path: str, body: object) -> TestResponse:
        return self.client.post(path, json=body, headers=HEADERS)

    def tell(self, number: int, what: str, body: object) -> TestResponse:
        return self.post(f"/api/tournaments/{number}/{what}", body)

    def told(self, number: int) -> Any:
        return self.client.get(f"/api/tournaments/{number}").json


@pytest.fixture
def director(app: Flask) -> Director:
    return Director(app)


def test_the_document_is_valid_and_its_examples_are_taken(app: Flask) -> None:
    told = document(app)
    validate(told)
    found = [path for path in told["paths"] if path.startswith("/api/tournaments")]
    assert len(found) == 11
    for path in found:
        for operation in told["paths"][path].values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                valid = jsonschema_rs.validator_for({**content["schema"], "components": told["components"]})
                assert valid.is_valid(content["example"]), path


@pytest.mark.parametrize("format", PairingFormat)
def test_a_whole_evening_is_as_described(app: Flask, director: Director, format: PairingFormat) -> None:
    components = document(app)["components"]
    valid = jsonschema_rs.validator_for({"$ref": "#/components/schemas/Tournament", "components": components})
    plan = {
        "name": " Thursday  evening ",
        "format": format.value,
        "length": 5,
        "names": "1. Anna; 1700\nBen\nCleo; Athens",
    }
    begun = director.post("/api/tournaments", {**plan, "consolation": True, "third_place": True})
    assert begun.status_code == 201 and begun.json and begun.json["name"] == "Thursday evening"
    number = begun.json["number"]
    added = director.tell(number, "players", {"names": "Dan\n ben\nEva\nFarid"}).json
    assert added and added["added"] == ["Dan", "Eva", "Farid"] and added["known"] == ["ben"]
    assert director.told(number)["state"] == "announced"
    while director.told(number)["state"] in ("announced", "running"):
        told = director.told(number)
        assert valid.is_valid(told), [str(each) for each in valid.iter_errors(told)]
        if told["may_pair"]:
            assert director.tell(number, "pair", {}).status_code == 200
        for pairing in director.told(number)["pairings"]:
            if pairing["result"] is None:
                result = {"pairing": pairing["number"], "winner": pairing["white"]["number"], "score": [5, 2]}
                assert director.tell(number, "results", result).status_code == 200
    told = director.told(number)
    assert valid.is_valid(told) and told["state"] == "over" and told["standings"][0]["rank"] == 1
    assert director.tell(number, "close", {"closed": True}).json["state"] == "closed"  # type: ignore[index]
    refused = director.tell(number, "players", {"names": "Gus"})
    assert refused.status_code == 409 and "closed" in refused.json["detail"]  # type: ignore[index]
    (listed,) = director.client.get("/api/tournaments").json["tournaments"]  # type: ignore[index]
    assert listed["leaders"] and listed["state"] == "closed"


def test_who_is_not_the_director_changes_nothing(app: Flask, events: Events) -> None:
    number = announce(events)
    before = events.find(number)
    client = app.test_client()
    told = document(app)
    for path, operations in told["paths"].items():
        if path.startswith("/api/tournaments") and "post" in operations:
            example = operations["post"]["requestBody"]["content"]["application/json"]["example"]
            answer = client.post(path.format(number=number, player=1), json=example, headers=HEADERS)
            assert answer.status_code == 401, path
    assert events.find(number) == before and len(events.all()) == 1


WRONG: tuple[tuple[str, object, int, str], ...] = (
    ("results", {"pairing": 1, "winner": 1, "score": [5, 2]}, 409, "The match is to 7"),
    ("results", {"pairing": 99, "winner": 1}, 409, "quicker"),
    ("results", {"pairing": "x", "winner": 1}, 400, "'pairing'"),
    ("results", {"pairing": 1, "winner": 1, "score": [1]}, 400, "'score'"),
    ("results", {"pairing": 1, "winner": 1, "how": "danced"}, 400, "'how'"),
    ("results", {"pairing": 1}, 400, "'winner' is missing"),
    ("clear", {"pairing": 1}, 409, "quicker"),
    ("answer", {"table": "5", "match": 1, "pairing": None}, 409, "quicker"),
    ("players", {"names": "x" * 100}, 409, "at most 80"),
    ("players", {"names": 5}, 400, "'names'"),
    ("players", {"names": "a\u0007b"}, 400, "'names'"),
    ("players/77", {"gone": True}, 404, "number 77"),
    ("players/1", {"name": "Ben Okafor"}, 409, "takes part already"),
    ("players/1", {"rating": 0}, 400, "'rating'"),
    ("plan", {"length": 100}, 400, "'length'"),
    ("plan", {"name": ""}, 409, "A name of at most"),
    ("pair", {"more": 1}, 400, "does not belong"),
    ("close", {}, 400, "'closed' is missing"),
)


def test_what_is_wrong_is_said_and_changes_nothing(director: Director, events: Events) -> None:
    number = announce(events)
    kept = events.pair(number)
    for what, body, status, says in WRONG:
        answer = director.tell(number, what, body)
        assert answer.status_code == status and says in answer.json["detail"], answer.json  # type: ignore[index]
    assert events.find(number) == kept


def test_there_is_no_such_tournament(director: Director) -> None:
    for path in ("/tournaments/9", "/tournaments/9/wall", "/api/tournaments/9"):
        assert director.client.get(path).status_code == 404
    for what in ("pair", "unpair"):
        assert director.tell(9, what, {}).status_code == 404
    assert director.post("/api/tournaments", {"name": "x", "format": "chess"}).status_code == 400


def test_a_correction_says_what_stays(director: Director, events: Events) -> None:
    number = announce(events, rounds=3)
    play(events, number)
    first = events.find(number).event.pairings[0]  # type: ignore[union-attr]
    change = {"pairing": first.number, "winner": first.white, "score": [7, 6]}
    back = {"pairing": first.number, "winner": first.black, "score": [6, 7]}
    assert director.tell(number, "results", change).json["says"] == ""  # type: ignore[index]
    events.pair(number)
    paired = director.told(number)["pairings"]
    answer = director.tell(number, "results", back).json
    assert answer and "Round 2" in answer["says"]
    after = answer["tournament"]["pairings"]
    assert [each for each in after if each["round"] == 2] == [each for each in paired if each["round"] == 2]
    assert after[0]["result"]["corrected"]
    assert director.tell(number, "unpair", {}).json["round"] == 1  # type: ignore[index]


def test_a_question_is_answered_by_a_person(director: Director, events: Events) -> None:
    number = announce(events)
    events.pair(number)
    query = wonder(events, number)
    (asked,) = director.told(number)["queries"]
    assert asked["pairings"] == list(query.pairings) and asked["why"] == "names"
    wrong = director.tell(number, "answer", {"table": "3", "match": 7, "pairing": 2})
    assert wrong.status_code == 409
    answer = director.tell(number, "answer", {"table": "3", "match": 7, "pairing": 1}).json
    assert answer and answer["tournament"]["queries"] == []
    result = answer["tournament"]["pairings"][0]["result"]
    assert result["score"] == [7, 5] and (result["table"], result["match"]) == ("3", 7)
    kept = events.find(number)
    assert kept is not None and kept.entered()[1].who == "Maria"


def test_who_asks_again_is_told_only_what_is_new(director: Director, events: Events) -> None:
    number = announce(events)
    first = director.client.get(f"/api/tournaments/{number}")
    again = {"If-None-Match": first.headers["ETag"]}
    assert director.client.get(f"/api/tournaments/{number}", headers=again).status_code == 304
    events.pair(number)
    assert director.client.get(f"/api/tournaments/{number}", headers=again).status_code == 200


def test_names_are_never_markup(director: Director, events: Events) -> None:
    number = announce(events, PairingFormat.ROUND_ROBIN, 3)
    director.tell(number, "players", {"names": "<script>alert(1)</script>"})
    director.tell(number, "pair", {})
    for path in ("", "/wall"):
        page = director.client.get(f"/tournaments/{number}{path}").text
        assert "&lt;script&gt;alert(1)" in page and "<script>alert" not in page


def test_one_that_was_announced_by_mistake_is_listed_no_more(director: Director, events: Events) -> None:
    mistake, played = announce(events, name="Mistake"), announce(events, name="Played")
    events.pair(played)
    for number in (mistake, played):
        assert director.tell(number, "close", {"closed": True}).status_code == 200
    page = director.client.get("/tournaments").text
    assert "Played" in page and "Mistake" not in page
    assert director.tell(mistake, "close", {"closed": False}).json["state"] == "announced"  # type: ignore[index]
