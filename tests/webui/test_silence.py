"""Pages and API leak nothing of a game that the referee's profile keeps back, and show all to who gave the PIN."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient

from device.status.snapshot.discretion import RECORDING
from engine.board import Side
from engine.match.cube import Cube
from engine.profile import TOURNAMENT
from engine.state.messages import AnswerResign, DemandRethrow, NewGame, OfferResign

SECRETS = ("8/5 6/5", "24(2)", "Ben to throw")


def silence(table: Any, moment: Any) -> None:
    """A play has been made; everybody is told that the game is being recorded, the desk sees the play."""
    full = replace(moment.PLAYED.value, profile="silent")
    quiet = replace(
        full,
        position=None,
        seating=None,
        to_play=None,
        roll=None,
        last_play=None,
        says=RECORDING,
        kept_back=True,
        game=replace(full.game, phase=None),
        cube=Cube(in_play=False),
        pips=False,
    )
    table.broadcaster.post(quiet)
    table.desk.post(full)


def test_nobody_without_the_pin_gets_anything(client: FlaskClient, table: Any, moment: Any) -> None:
    silence(table, moment)
    for path in ("/", "/desk", "/api/state", "/api/state?desk"):
        text = client.get(path).text
        assert RECORDING in text, path
        assert not [secret for secret in SECRETS if secret in text], path
    state = client.get("/api/state?desk").get_json()
    assert state["position"] is None and state["last_play"] is None and state["game"]["phase"] is None
    assert "Game 1" not in client.get("/api/record.mat").text
    table.picture = b"jpeg"
    answer = client.get("/api/snapshot.jpg")
    assert answer.status_code == 401 and "PIN" in answer.get_json(force=True)["detail"]
    with client.get("/api/events?desk") as stream:
        first = next(chunk for chunk in stream.response if b"data:" in chunk)  # type: ignore[union-attr]
    assert json.loads(first.split(b"data: ")[1])["position"] is None


def test_the_referee_sees_all_at_his_desk(client: FlaskClient, desk: Any, table: Any, moment: Any) -> None:
    silence(table, moment)
    assert desk.login().status_code == 204
    assert client.get("/api/state?desk").get_json()["last_play"]["notation"] == "8/5 6/5"
    assert client.get("/api/state").get_json()["last_play"] is None
    assert "8/5 6/5" in client.get("/desk").text and "8/5 6/5" not in client.get("/").text
    assert "Game 1" in client.get("/api/record.mat").text
    table.picture = b"jpeg"
    assert client.get("/api/snapshot.jpg").status_code == 200


def test_giving_up_throwing_again_and_the_profile_of_a_match_are_commands(desk: Any, table: Any) -> None:
    desk.login()
    for body, command in (
        ({"type": "offer_resign", "side": "B", "grade": 2}, OfferResign(Side.BLACK, 2)),
        ({"type": "accept_resign"}, AnswerResign(accept=True)),
        ({"type": "refuse_resign"}, AnswerResign(accept=False)),
        ({"type": "demand_rethrow"}, DemandRethrow()),
        ({"type": "new_match", "length": 3}, NewGame(new_match=True, length=3)),
        (
            {"type": "new_match", "length": 3, "profile": "tournament"},
            NewGame(new_match=True, length=3, profile=TOURNAMENT),
        ),
    ):
        assert desk.post("/api/command", body).status_code == 202
        assert table.told[-1] == command
    answer = desk.post("/api/command", {"type": "new_match", "length": 3, "profile": "quiet"})
    assert (
        answer.status_code == 400 and "there is no profile 'quiet'" in answer.get_json(force=True)["detail"]
    )


def test_the_silent_page_shows_names_score_and_no_board(visit: Callable, table: Any, moment: Any) -> None:
    silence(table, moment)
    page = visit("/")
    page.wait_for_selector("html[data-seq]")
    assert page.locator("[data-field=says]").text_content() == RECORDING
    assert not page.locator("figure.table").is_visible()
    assert page.locator(".player").first.is_visible()
    assert page.locator("[data-field=cube-line]").text_content() == ""
    assert page.locator("[data-field=pips]").all_text_contents() == ["", ""]
    table.show(moment.FINISHED)
    page.wait_for_selector(f"html[data-seq='{moment.FINISHED.value.seq}']")
    assert page.locator("figure.table").is_visible()


def test_giving_the_pin_opens_the_board_at_the_desk(visit: Callable, table: Any, moment: Any) -> None:
    silence(table, moment)
    page = visit("/desk")
    page.wait_for_selector("html[data-seq]")
    assert not page.locator("figure.table").is_visible()
    page.click("[data-action=pin]")
    page.fill("input[name=pin]", "4711")
    page.click("#sheet-pin .big")
    page.wait_for_selector("figure.table:not([hidden])")
    assert page.locator("[data-field=last-notation]").text_content() == "8/5 6/5"
