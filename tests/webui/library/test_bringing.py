"""Old matches in: a file is checked, told with its faults, and kept beside what was refereed here; nothing else changes."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from playing import Told
from pseudo import PSEUDO, left_in_english

from device.errors import RecordError
from device.i18n import LANGUAGES, find_translator
from device.library.brought import brought_matches
from device.library.match_library import Library
from device.library.matches.record_events import events_of_record
from device.library.records.record_formats import record_of
from engine.i18n import phrase_of
from engine.match.match import CheckerTurn, Match, Score
from engine.state.match_state import new_match_state
from engine.state.reducer import reduce
from tests.engine.played_games import played
from webui.app import create_app

OURS = {"X-Tableside": "1"}
ILLEGAL = """ 1 point match

 Game 1
 Ida : 0                              Otto : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2) 65: 24/20 13/8                   11: 8/7(2) 6/5(2)
  3)  Wins 1 point and the match
"""

NOTED = f'; [Variation "Whist"]\n{ILLEGAL}'
"""The same, of which the reader notes something."""
ROOM = """
(hints) => {
  const field = document.querySelector(".seek-words input");
  const [box, hint] = [getComputedStyle(field), getComputedStyle(field, "::placeholder")];
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${hint.fontSize} ${hint.fontFamily}`;
  const room = field.clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight);
  return hints.map((each) => Math.round(room - pen.measureText(each).width));
}
"""
"""By how much there is more room in the search field than a hint takes, in pixels."""


@pytest.fixture
def client(client: FlaskClient) -> FlaskClient:
    """Somebody who has given the PIN."""
    assert client.post("/api/login", json={"pin": "4711"}, headers=OURS).status_code == 204
    return client


UNREADABLE = (
    b" ",
    b"nobody knows",
    b"PK\x03\x04",
    b"x\0y",
    b" 7 point match\n\n Game 1\n Anna : 0    Ben : 0\n  1) 31: 8/5 6/5     41: 99/98\n",
    b" 7 point match\nno game\n",
    b"(;GM[6]x",
    b"(;GM[6]PL[W]AW[a]AB[a])",
    b"RGMH" + bytes(40),
    b'{"format":"BGF","version":"1.0"}\n{}',
    b'{"format":"BGF","version":"1.0"}\n:)\n\x01\xfa',
    b'{"format": "tableside-match"}',
    b'{"format": "tableside-match", "version": 99}',
    b'{"format": 1',
    b"Tableside record, text 1\nAnna, Ben",
    b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
)
"""Files of all kinds that hold no match."""
UNSAID = re.compile(r"'[^']*'|\.\w+|BGBlitz|Jellyfish|Snowie|eXtreme Gammon|Tableside record, text \d")
"""What is the same in every language: what stands in a file, and the names of programs."""


def bring(client: FlaskClient, data: str | bytes, take: str = "") -> Any:
    return client.post(
        f"/api/matches/file{take}", data=data, headers=OURS, content_type="application/octet-stream"
    )


def numbers(client: FlaskClient) -> list[int]:
    answer: Any = client.get("/api/matches").json
    return [each["number"] for each in answer["matches"]]


def test_a_file_is_checked_and_then_taken_in(client: FlaskClient, told: Told, library: Library) -> None:
    (checked,) = bring(client, ILLEGAL).json["matches"]
    assert (checked["white"], checked["black"], checked["turns"], checked["number"]) == (
        "Ida",
        "Otto",
        4,
        None,
    )
    (fault,) = checked["faults"]
    assert (fault["game"], fault["turn"]) == (1, 3) and "24/20" in fault["says"]
    assert numbers(client) == [3, 2], "it was only looked at"
    (taken,) = bring(client, ILLEGAL, "?take=1").json["matches"]
    number = taken["number"]
    assert numbers(client) == [3, 2, number]
    match: Any = client.get(f"/api/matches/{number}").json
    assert match["brought"] and not match["open"] and (match["turns"], match["faults"]) == (4, 1)
    assert [each["says"] for each in match["games"][0]["steps"] if "fault" in each["marks"]]
    assert client.get(f"/matches/{number}").status_code == 200
    again = record_of(client.get(f"/api/matches/{number}.mat").data).record.match
    assert [each.play for game in again.games for each in game.turns if isinstance(each, CheckerTurn)] == [
        each.play
        for game in record_of(ILLEGAL.encode()).record.match.games
        for each in game.turns
        if isinstance(each, CheckerTurn)
    ]
    (known,) = bring(client, ILLEGAL, "?take=1").json["matches"]
    assert (known["number"], known["known"]) == (None, number) and numbers(client) == [3, 2, number]

    told.play(2)
    assert told.service.match_state.match_number == 3, "the match that is on goes on"
    assert numbers(client) == [3, 2, number]
    statistics: Any = client.get("/api/statistics").json
    assert statistics["matches"] == 2, "it says nothing of the dice here"
    assert client.post(f"/api/matches/{number}/delete", json={}, headers=OURS).status_code == 200
    assert numbers(client) == [3, 2] and library.restore(number) is not None
    assert client.post(f"/api/matches/{number}/delete", json={"for_good": True}, headers=OURS).json["gone"]
    assert numbers(client) == [3, 2]


def test_whatever_is_brought_nothing_is_lost_and_it_is_told(
    client: FlaskClient, told: Told, caplog: pytest.LogCaptureFixture
) -> None:
    random, good = Random(7), ILLEGAL.encode()
    spoilt = [
        b"",
        b"   ",
        b"\0" * 99,
        b"\x89PNG\r\n",
        b"[" * 60_000,
        b'{"format": "tableside"}',
        good[:80],
        b"1 point match",
    ]
    for _ in range(60):
        some = bytearray(good)
        for _ in range(3):
            some[random.randrange(len(some))] = random.randrange(256)
        spoilt.append(bytes(some))
    before = told.service.match_state
    for data in spoilt:
        answer = bring(client, data)
        assert answer.status_code in (200, 400), (data, answer.get_json())
        if answer.status_code == 400:
            assert answer.json["detail"].startswith("This file cannot be taken in: "), answer.json
    assert bring(client, b"x" * (2 * 1024 * 1024 + 1)).status_code == 413
    assert "Traceback" not in caplog.text
    assert numbers(client) == [3, 2] and told.service.match_state == before
    stranger = create_app(told.service, library=Library(told.service, HandClock())).test_client()
    assert bring(stranger, ILLEGAL, "?take=1").status_code == 401


@pytest.mark.parametrize("game", ["backgammon", "nardy", "plakoto", "hypergammon", "portes"])
def test_every_kind_of_game_is_told_step_by_step(game: str) -> None:
    for seed in range(8):
        match = Match(7, "Ida", "Otto", (played(Random(seed), game, Score()),), game)
        match_state = new_match_state(match)
        for event in events_of_record(match):
            match_state = reduce(match_state, event)
        (told,) = match_state.record.games
        assert [each.side for each in told.turns] == [each.side for each in match.games[0].turns]
        assert told.result == match.games[0].result


def test_a_file_is_brought_in_by_thumb(
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    told: Told,
    library: Library,
    barred: Callable[[Any], list[str]],
    tmp_path: Path,
) -> None:
    url = serve(told.service, library=library).url
    page = visit("/matches", size=(320, 640), at=url, pardon="40")
    assert not page.is_visible("text=Bring in a file")
    hint = "Name, game, date or #number"
    hints = [find_translator(each)(hint) for each in LANGUAGES]
    assert [room for room in page.evaluate(ROOM, hints) if room < 0] == [], "a hint is cut off"
    page.click("[data-action=pin]")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.click("text=Let me in")
    page.wait_for_selector("text=Bring in a file")
    (tmp_path / "shopping.txt").write_text("milk, eggs")
    page.set_input_files("[name=record]", tmp_path / "shopping.txt")
    page.wait_for_selector("[data-field=told]:has-text('This file cannot be taken in: this is no record')")
    (tmp_path / "old.mat").write_text(NOTED)
    page.set_input_files("[name=record]", tmp_path / "old.mat")
    page.click("summary:has-text('1 fault')")
    page.wait_for_selector("text=Game 1, turn 3: ")
    page.click("summary:has-text('1 note')")
    page.wait_for_selector("text=The variation 'Whist' is not known here; read as backgammon")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert not barred(page)
    page.click("text=Take them in")
    page.wait_for_selector(".match-card:has-text('from a file')")
    page.click(".match-card:has-text('Ida') .card-link")
    page.click("text=24/20")
    page.wait_for_selector("[data-field=when]:text-is('turn 3')")
    table = told.service.broadcaster
    table.post(replace(table.latest(), seq=table.latest().seq + 1, simulated=True))
    page.reload()
    page.wait_for_selector("text=24/20")
    assert not page.is_visible(".made-up"), "it was played by people, whatever plays here"
    for path, is_made_up in (("/matches", True), ("/matches?search=Ida", False), ("/players/Ida", False)):
        page.goto(url + path)
        assert page.is_visible(".made-up") is is_made_up, path
    page.goto(url + "/matches")
    page.fill("[name=search]", "Ida")
    page.wait_for_selector(".made-up", state="hidden")


@pytest.mark.parametrize("data", UNREADABLE)
def test_why_a_file_cannot_be_read_is_said_in_one_language(data: bytes) -> None:
    with pytest.raises(RecordError) as raised:
        brought_matches(data)
    told = phrase_of(raised.value).in_language(PSEUDO)
    assert "⟦" in told and not left_in_english(UNSAID.sub("", told)), told


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "the variation 'Whist' is not known here; read as backgammon"),
        ("de", "die Variante 'Whist' ist hier nicht bekannt; als Backgammon gelesen"),
    ],
)
def test_what_is_odd_in_a_file_is_told(client: FlaskClient, language: str, says: str) -> None:
    answer = client.post(
        "/api/matches/file",
        data=NOTED,
        headers={**OURS, "Accept-Language": language},
        content_type="application/octet-stream",
    )
    assert [match["notes"] for match in answer.get_json(force=True)["matches"]] == [[says]]


def test_a_page_says_it_in_its_language(client: FlaskClient) -> None:
    answer = client.post(
        "/api/matches/file",
        data=b" 7 point match\n\n Game 1\n Anna : 0    Ben : 0\n  1) 31: 8/5 6/5     41: 99/98\n",
        headers={**OURS, "Accept-Language": "de"},
        content_type="application/octet-stream",
    )
    assert "Zeile 5" in answer.get_json(force=True)["detail"]
