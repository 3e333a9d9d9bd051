"""The statistics' page and API, over a log of matches that were refereed."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.library.library import Library
from engine.profile import profile_of
from engine.state.messages import SetNames
from webui import create_app

DEVICE = Path(__file__).parents[2] / "device"
sys.path[:0] = [str(DEVICE), str(DEVICE / "library")]

from hand_clock import HandClock
from playing import Told

CLOCK = HandClock()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Told]:
    """A table at which Anna has beaten Ben, and plays Cleo in silence."""
    table = Told(tmp_path / "log.db", '[web]\npin = "4711"\n', clock=CLOCK)
    table.begin(1)
    table.tell(SetNames("Anna", "Ben"))
    table.play(4)
    table.win()
    table.begin(3, profile=profile_of("silent"))
    table.tell(SetNames("Cleo", "Anna"))
    table.play(3)
    yield table
    table.close()


@pytest.fixture
def client(table: Told) -> Iterator[FlaskClient]:
    """A visitor of its pages."""
    library = Library(table.service, CLOCK)
    yield create_app(table.service, library=library).test_client()
    library.close()


def told(client: FlaskClient, query: str = "") -> Any:
    return client.get(f"/api/statistics{query}").json


def test_a_game_in_silence_is_left_out_until_the_referee_asks(client: FlaskClient) -> None:
    assert (told(client)["matches"], told(client)["turns"]) == (1, 4)
    assert told(client, "?player=Cleo")["matches"] == 0
    client.post("/api/login", json={"pin": "4711"}, headers={"X-Tableside": "1"})
    assert (told(client)["matches"], told(client)["turns"]) == (2, 7)
    assert (told(client, "?player=CLEO")["matches"], told(client, "?from=2999-01-01")["matches"]) == (1, 0)
    assert told(client, "?game=backgammon&deleted=1") == told(client)
    assert client.get("/api/statistics?to=soon").status_code == 400


def test_a_set_of_dice_is_chosen_by_its_name(client: FlaskClient, table: Told) -> None:
    assert 'name="dice"' not in client.get("/statistics").text
    client.post("/api/login", json={"pin": "4711"}, headers={"X-Tableside": "1"})
    # An option without a value of its own would send one blank.
    table.begin(1, dice="red  precision")
    table.play(2)
    assert (told(client, "?dice=Red++Precision")["turns"], told(client, "?dice=blue")["matches"]) == (2, 0)
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
