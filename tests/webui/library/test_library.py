"""The library over a real log: its lists, matches, files and pages, and who may see and change what."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from playing import Told

from device.library.matches.story_view import StoryView
from device.library.records.record_formats import record_of
from engine.match_formats import find_match_format
from engine.profile import profile_of
from engine.state.messages import SetNames
from webui.commands.command_parsing import parse_command
from webui.library.remembering import ReplayCache

OURS = {"X-Tableside": "1"}


def admit(client: FlaskClient) -> None:
    assert client.post("/api/login", json={"pin": "4711"}, headers=OURS).status_code == 204


def numbers(client: FlaskClient, query: str = "") -> list[int]:
    answer: Any = client.get(f"/api/matches{query}").json
    return [each["number"] for each in answer["matches"]]


def test_matches_are_listed_searched_and_filtered(client: FlaskClient) -> None:
    answer: Any = client.get("/api/matches").json
    newest, older = answer["matches"]
    assert (newest["white"], newest["game"], newest["open"], newest["winner"]) == (
        "Cleo",
        "tablut",
        True,
        None,
    )
    assert (older["black"], older["winner"], older["turns"], older["score"]) == (
        "Ben",
        "W",
        4,
        {"W": 1, "B": 0},
    )
    assert answer["players"] == ["Anna", "Ben", "Cleo"]
    assert [each["id"] for each in answer["games"]] == ["backgammon", "tablut"]
    assert numbers(client, "?search=anna") == [3, 2]
    assert numbers(client, "?search=cleo%20tablut") == numbers(client, "?search=%233") == [3]
    assert numbers(client, "?game=backgammon") == numbers(client, "?player=BEN") == [2]
    assert numbers(client, "?player=an") == numbers(client, "?from=2999-01-01") == []
    assert numbers(client, "?limit=1") == [3] and numbers(client, "?limit=1&offset=1") == [2]
    german: Any = client.get("/api/matches/2?lang=de").json
    assert german["name"] == "Backgammon" and german["games"][0]["steps"][-1]["says"]


@pytest.mark.parametrize(
    "query", ["from=yesterday", "limit=0", "limit=ten", "offset=-1", "search=" + "x" * 81]
)
def test_a_query_that_means_nothing_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/api/matches?{query}").status_code == 400


def test_only_a_referee_deletes_and_brings_back(client: FlaskClient) -> None:
    where = "/api/matches/2/delete"
    assert client.post(where, json={}).status_code == 403
    assert client.post(where, json={}, headers=OURS).status_code == 401
    assert client.post("/api/matches/2/restore", json={}, headers=OURS).status_code == 401
    assert client.get("/api/matches?deleted=1").status_code == 401
    assert numbers(client) == [3, 2]
    admit(client)
    assert client.post(where, json={"forgood": True}, headers=OURS).status_code == 400
    assert client.post("/api/matches/3/delete", json={}, headers=OURS).status_code == 409
    assert client.post("/api/matches/9/delete", json={}, headers=OURS).status_code == 404
    answer: Any = client.post(where, json={}, headers=OURS).json
    assert (answer["gone"], answer["deleted"]["gone_in_days"]) == (False, 30)
    assert (numbers(client), numbers(client, "?deleted=1")) == ([3], [2])
    restored: Any = client.post("/api/matches/2/restore", json={}, headers=OURS).json
    assert (restored["number"], restored["deleted"], numbers(client)) == (2, None, [3, 2])
    secret = client.post("/api/tokens", json={"name": "Scoreboard"}, headers=OURS).json["secret"]  # type: ignore[index]
    program = {"Authorization": f"Bearer {secret}"}
    assert client.post(where, json={"for_good": True}, headers=program).status_code == 403
    answer = client.post(where, json={"for_good": True}, headers=OURS).json
    assert (answer["gone"], numbers(client), numbers(client, "?deleted=1")) == (True, [3], [])
    assert client.post("/api/matches/2/restore", json={}, headers=OURS).status_code == 404
    assert client.get("/api/matches/2.json").status_code == 404


def test_a_deleted_match_is_for_the_referee_alone(client: FlaskClient) -> None:
    admit(client)
    client.post("/api/matches/2/delete", json={}, headers=OURS)
    assert client.get("/api/matches/2").status_code == 200
    client.post("/api/logout", json={}, headers=OURS)
    for path in ("/api/matches/2", "/api/matches/2.mat", "/matches/2", "/api/players/ben", "/players/ben"):
        assert client.get(path).status_code == 404


def test_files_are_named_by_us_alone(client: FlaskClient) -> None:
    for ending in ("mat", "xg", "sgf", "ogxm", "txt", "json"):
        answer = client.get(f"/api/matches/2.{ending}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="tableside-match-2.{ending}"'
        assert b"Anna" in answer.data or ending == "xg"
    assert record_of(client.get("/api/matches/2.xg").data).record.match.white == "Anna"
    data = json.loads(client.get("/api/matches/2.json").text)
    assert (data["format"], data["version"], len(data["games"][0]["turns"])) == ("tableside-match", 2, 4)
    assert [each["seq"] for each in data["events"]] == sorted(each["seq"] for each in data["events"])
    tablut: Any = client.get("/api/matches/3").json
    assert tablut["downloads"] == ["txt", "json"]
    for path in (
        "2.exe",
        "2.mat/../../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "2.%2e%2e%2fmat",
        "2.mat%00.txt",
        "2.MAT",
        "-2.mat",
        "2..mat",
        "9" * 5000,
    ):
        assert client.get(f"/api/matches/{path}").status_code == 404, path
    assert client.get("/players/..%2f..%2fetc").status_code == 404


def test_of_a_match_that_a_format_cannot_hold_there_is_no_such_file(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ogxm = pytest.importorskip("ogxm", reason="NO OGXM: pip install 'tableside[ogxm]'")
    monkeypatch.setattr(ogxm, "v2_problem", lambda document: "limit")
    answer = client.get("/api/matches/2.ogxm")
    said: Any = answer.json
    assert (answer.status_code, said["detail"]) == (
        404,
        "This match has no such file: OGXM cannot hold this match: its codec says 'limit'.",
    )


@pytest.mark.parametrize("profile", ["silent", "tournament"])
def test_a_game_that_is_kept_back_is_not_told(client: FlaskClient, told: Told, profile: str) -> None:
    told.begin(5, profile=profile_of(profile), match_format=find_match_format("backgammon"))
    told.tell(SetNames("Dora", "Emil"))
    told.play(3)
    head: Any = client.get("/api/matches").json["matches"][0]  # type: ignore[index]
    assert (head["withheld"], head["turns"], head["games_played"], head["open"]) == (True, 0, 0, True)
    match: Any = client.get("/api/matches/4").json
    assert match["games"] == []
    assert "Played" not in client.get("/api/matches/4.json").text
    assert "1)" not in client.get("/api/matches/4.mat").text
    assert "  1." not in client.get("/api/matches/4.txt").text
    assert ";W[" not in client.get("/api/matches/4.sgf").text
    assert '"steps"' not in client.get("/matches/4").text
    admit(client)
    match = client.get("/api/matches/4").json
    kinds = [step["kind"] for step in match["games"][0]["steps"]]
    assert (match["withheld"], kinds.count("turn"), match["turns"]) == (False, 3, 3)
    # when the game is over everybody may see it
    told.win()
    client.post("/api/logout", json={}, headers=OURS)
    match = client.get("/api/matches/4").json
    assert match["games"][0]["turns"] >= 3 and not match["withheld"]


def test_players_are_told_with_their_results_over_time(client: FlaskClient) -> None:
    people: Any = client.get("/api/players").json
    assert {each["name"]: (each["matches"], each["won"], each["lost"], each["open"]) for each in people["players"]} == {
        "Anna": (2, 1, 0, 1), "Ben": (1, 0, 1, 0), "Cleo": (1, 0, 0, 1),
    }  # fmt: skip
    ben: Any = client.get("/api/players/BEN").json
    assert [(each["opponent"], each["points"], each["total"]) for each in ben["line"]] == [("Anna", -1, -1)]
    assert (ben["opponents"][0]["name"], ben["opponents"][0]["games_won"], ben["luck"]) == ("Anna", 0, None)
    assert [(each["number"], each["side"]) for each in ben["matches_played"]] == [(2, "B")]
    assert client.get("/api/players/nobody").status_code == 404


def test_the_pages_show_what_there_is(client: FlaskClient) -> None:
    for path in ("/matches", "/matches/2", "/players", "/players/anna"):
        answer = client.get(path)
        assert answer.status_code == 200 and "Anna" in answer.text, path
    assert client.get("/matches/9").status_code == client.get("/players/nobody").status_code == 404


def test_what_is_not_there_is_a_page_for_people_and_a_problem_for_programs(client: FlaskClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path, says in (
        ("/matches/9", "There is no match 9 here."),
        ("/nothing", "There is no such page here."),
    ):
        page = client.get(path, headers=browser)
        assert (page.status_code, page.mimetype) == (404, "text/html")
        assert f'<h1 class="says">{says}</h1>' in page.text and 'href="/matches"' in page.text
    for path, accept in (("/matches/9", "*/*"), ("/api/matches/9", browser["Accept"])):
        answer = client.get(path, headers={"Accept": accept})
        assert answer.content_type == "application/problem+json" and answer.json["status"] == 404


def test_what_is_kept_is_agreed_over_the_api_and_told_in_the_notice(client: FlaskClient, told: Told) -> None:
    admit(client)
    body = {"type": "set_kept", "kept": "anonymous"}
    assert client.post("/api/command", json=body, headers=OURS).status_code == 202
    told.tell(parse_command(body))
    match: Any = client.get("/api/state").json["match"]  # type: ignore[index]
    assert match["kept"] == "anonymous" and "without names" in match["kept_says"]
    told.tell(parse_command({"type": "new_match", "length": 3, "kept": "off"}))
    assert client.get("/api/state").json["match"]["kept"] == "off"  # type: ignore[index]
    for wrong in ({"type": "set_kept", "kept": "secret"}, {"type": "new_match", "length": 3, "kept": 1}):
        assert client.post("/api/command", json=wrong, headers=OURS).status_code == 400


def test_a_replay_is_told_once_and_again_when_there_is_more(
    client: FlaskClient, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    usual = StoryView.as_json

    def count(shown: StoryView, translator: Any) -> Any:
        made.append(translator.code)
        return usual(shown, translator)

    monkeypatch.setattr(StoryView, "as_json", count)
    first = client.get("/matches/3").text
    assert client.get("/matches/3").text == first and made == ["en"]
    before: Any = client.get("/api/matches/3").json
    assert made == ["en"]
    german = client.get("/api/matches/3", headers={"Accept-Language": "de"}).json
    assert german != before and made == ["en", "de"]
    told.play(1)
    more: Any = client.get("/api/matches/3").json
    assert more["turns"] == before["turns"] + 1 and made == ["en", "de", "en"]
    assert client.get("/matches/3").text != first and made == ["en", "de", "en"]
    # what the referee sees is made for the referee alone
    admit(client)
    page = client.get("/matches/3").text
    assert 'data-admitted="yes"' in page and made == ["en", "de", "en", "en"]
    assert client.post("/api/logout", json={}, headers=OURS).status_code == 204
    assert 'data-admitted="no"' in client.get("/matches/3").text and made == ["en", "de", "en", "en"]


def test_only_so_much_is_remembered() -> None:
    remembered = ReplayCache(2)
    made: list[str] = []

    def ask(of: str, state: int) -> None:
        remembered.get(of, state, lambda: made.append(of) or of)

    for of, state in (("a", 1), ("a", 1), ("b", 1), ("a", 2), ("c", 1), ("a", 2), ("b", 1)):
        ask(of, state)
    assert made == ["a", "b", "a", "c", "b"]
