"""The statistics' page and API, over a log of matches that were refereed."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playing import Told

from engine.profile import profile_of


@pytest.fixture
def told(against_cleo: Callable[..., Told]) -> Told:
    """A table at which Anna has beaten Ben, and plays Cleo in silence."""
    return against_cleo(3, profile=profile_of("silent"))


def told_of(client: FlaskClient, query: str = "") -> Any:
    return client.get(f"/api/statistics{query}").json


def test_a_game_in_silence_is_left_out_until_the_referee_asks(client: FlaskClient) -> None:
    assert (told_of(client)["matches"], told_of(client)["turns"]) == (1, 4)
    assert told_of(client, "?player=Cleo")["matches"] == 0
    client.post("/api/login", json={"pin": "4711"}, headers={"X-Tableside": "1"})
    assert (told_of(client)["matches"], told_of(client)["turns"]) == (2, 7)
    assert (told_of(client, "?player=CLEO")["matches"], told_of(client, "?from=2999-01-01")["matches"]) == (
        1,
        0,
    )
    assert told_of(client, "?game=backgammon&deleted=1") == told_of(client)
    assert client.get("/api/statistics?to=soon").status_code == 400


def test_a_set_of_dice_is_chosen_by_its_name(client: FlaskClient, told: Told) -> None:
    assert 'name="dice"' not in client.get("/statistics").text
    client.post("/api/login", json={"pin": "4711"}, headers={"X-Tableside": "1"})
    # An option without a value of its own would send one blank.
    told.begin(1, dice="red  precision")
    told.play(2)
    assert (told_of(client, "?dice=Red++Precision")["turns"], told_of(client, "?dice=blue")["matches"]) == (
        2,
        0,
    )
    page = client.get("/statistics?dice=red++precision&game=backgammon").text
    assert '<option value="red  precision" selected>' in page and ">All dice</option>" in page
    assert '<p class="paper-only person">Backgammon · red  precision</p>' in page


def test_the_page_tells_it_without_a_script(client: FlaskClient) -> None:
    page = client.get("/statistics?player=Anna")
    assert page.status_code == 200 and '<option value="Anna" selected>' in page.text
    assert "0 rolls were seen: too few to tell anything of the dice" in page.text
    assert "Nothing was against the rules." in page.text
    assert "No match is like that." in client.get("/statistics?player=Nobody").text
    assert 'href="/statistics?player=Anna"' in client.get("/players/Anna").text
