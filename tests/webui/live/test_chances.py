"""Winning chances: told to who asks, where the profile allows it, and to nobody else."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.board import Kind, Seating, Side
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Crawford, Match, Score
from engine.profile import profile_of
from engine.state.events import GameStarted
from engine.state.match_state import MatchState, Phase, new_match_state
from engine.state.reducer import reduce

BACKGAMMON = find_game("backgammon")


def playing(match: Match, score: Score, **more: Any) -> MatchState:
    """A game of a match at a score, in which White is to throw."""
    match_state = replace(
        new_match_state(match), score=score, crawford=more.pop("crawford", Crawford.PENDING)
    )
    begun = reduce(match_state, GameStarted(BACKGAMMON.start, Seating(Kind.LIGHT, True), False, Cube()), 0)
    return replace(begun, phase=Phase.TO_THROW, side=Side.WHITE, **more)


def test_the_score_and_what_is_at_stake_are_told(client: FlaskClient, table: Any) -> None:
    table.match_state = playing(Match(5, "Anna", "Ben"), Score(3, 2), cube=Cube(2, Side.BLACK))
    told: Any = client.get("/api/chances").json
    assert told["now"] == {"W": 0.59947, "B": 0.40053} and told["cube"] == 2
    assert [(each["winner"], each["points"]) for each in told["outcomes"]] == [("W", 2), ("B", 2), ("B", 3)]
    assert [each["chance"]["W"] for each in told["outcomes"]] == [1, 0.32264, 0]
    assert told["passed"] is None


def test_a_double_on_offer_is_told_taken_and_passed(client: FlaskClient, table: Any) -> None:
    table.match_state = playing(Match(5, "Anna", "Ben"), Score(3, 3), cube=Cube(offered_by=Side.WHITE))
    told: Any = client.get("/api/chances").json
    assert told["cube"] == 2 and [each["points"] for each in told["outcomes"]] == [2, 2]
    assert told["passed"] == {"winner": "W", "points": 1, "chance": {"W": 0.67736, "B": 0.32264}}


@pytest.mark.parametrize("name", ["tournament", "silent"])
def test_no_aid_is_given_in_a_tournament_not_even_to_the_referee(desk: Any, table: Any, name: str) -> None:
    table.match_state = playing(Match(5, "Anna", "Ben"), Score(), profile=profile_of(name))
    desk.login()
    answer = desk.client.get("/api/chances")
    assert answer.status_code == 409 and "does not allow" in answer.get_json()["detail"]
    table.match_state = replace(table.match_state, phase=Phase.OVER)
    assert desk.client.get("/api/chances").status_code == 409


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (Match(0, "", ""), "only in a match"),
        (Match(5, "", "", game_id="plakoto"), "backgammon alone"),
        (Match(27, "", ""), "as long as this one"),
    ],
)
def test_what_the_table_does_not_know_is_not_guessed(
    client: FlaskClient, table: Any, match: Match, why: str
) -> None:
    table.match_state = new_match_state(match)
    answer: Any = client.get("/api/chances")
    assert answer.status_code == 409 and why in answer.json["detail"]


def test_a_page_tells_them_to_who_opens_them(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    table.match_state = playing(Match(5, "Anna", "Ben"), Score(3, 2))
    page = visit("/")
    table.show(moment.PLAYED)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/chances" in request.url else None)
    summary = page.locator(".chances summary")
    summary.wait_for()
    assert asked == []
    summary.click()
    page.locator(".chances td").first.wait_for()
    assert page.locator(".chances td").all_inner_texts()[:2] == ["59.9%", "40.1%"]
    assert len(asked) == 1
