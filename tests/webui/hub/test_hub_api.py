"""A hub by its API and its pages as they are first drawn."""

import json
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from sqlalchemy import delete

from device.club.link.club_trouble import ClubTrouble
from device.i18n import find_translator
from device.store.log.schema import EVENTS
from engine.i18n import phrase
from webui.hub.hub_app import MENU, create_hub_app


def test_the_wall_is_drawn_before_any_script(hub: Any, client: FlaskClient, moment: Any) -> None:
    hub.hear("2", moment.PLAYED.value)
    hub.hear("10", moment.BROKEN.value, page="http://table10.local/")
    hub.hear("Bar <1>", moment.NO_GAME.value)
    page = client.get("/").text
    assert page.index("Table 10") < page.index("Table 2<") < page.index("Bar &lt;1&gt;")
    assert "Bar/20 is illegal" in page and "Ben 4-1" not in page and "Anna 3-1: 8/5 6/5" in page
    told = json.loads(page.partition('id="wall">')[2].partition("</script>")[0])
    assert set(told["cards"]) == {"2", "10", "Bar <1>"} and "<1>" not in page


def test_a_hub_that_knows_nobody_says_so(client: FlaskClient) -> None:
    assert "No table has been heard of yet." in client.get("/").text
    assert client.get("/api/hub").json == {"name": "Club", "tables": 0, "online": 0, "trouble": None}


def test_tables_are_told_with_what_is_wrong(hub: Any, client: FlaskClient, moment: Any) -> None:
    hub.hear("1", moment.PLAYED.value, page="javascript:alert(1)")
    hub.lose("1", 1.7e9)
    hub.trouble, hub.remarks = ClubTrouble(phrase("The broker is not there.")), ("Two hubs listen.",)
    assert client.get("/api/tables").json == {
        "tables": [{"name": "1", "key": "1", "page": "", "online": False, "seen": 1.7e9, "simulated": False}],
        "trouble": "The broker is not there.",
        "remarks": ["Two hubs listen."],
    }
    assert "The broker is not there." in client.get("/").text


def test_where_the_broker_lies_is_told_to_who_gives_the_pin_alone(hub: Any, desk: Any) -> None:
    hub.trouble = ClubTrouble(phrase("No broker at 192.0.2.9."), phrase("No broker."))
    hub.news()
    client = desk.client
    everybody = [client.get(page).text for page in ("/", "/api/hub", "/api/wall/state", "/api/tables")]
    assert all("No broker." in told and "192.0.2.9" not in told for told in everybody)
    with client.get("/api/wall/events") as stream:
        assert b"192.0.2.9" not in b"".join(next(stream.response) for _ in range(2))
    desk.login()
    for page in ("/", "/api/hub", "/api/wall/state", "/api/tables"):
        assert "No broker at 192.0.2.9." in client.get(page).text
    with client.get("/api/wall/events") as stream:
        assert b"192.0.2.9" in b"".join(next(stream.response) for _ in range(2))


def test_what_is_wrong_with_the_broker_is_told_in_the_reader_s_language(hub: Any) -> None:
    hub.trouble = ClubTrouble(phrase("There is no match {number} any more.", number=7))
    hub.remarks = (phrase("The camera gives no pictures: check its cable."),)
    hub.news()
    client = create_hub_app(hub).test_client()
    finnish = {"Accept-Language": "fi"}
    translator = find_translator("fi")
    said = translator("There is no match {number} any more.", number=7)
    assert said != str(hub.trouble)
    assert said in client.get("/", headers=finnish).text and str(hub.trouble) in client.get("/").text
    for page in ("/api/hub", "/api/wall/state", "/api/tables"):
        assert client.get(page, headers=finnish).get_json()["trouble"] == said
        assert client.get(page).get_json()["trouble"] == str(hub.trouble)
    told = client.get("/api/tables", headers=finnish).get_json()
    assert told["remarks"] == [translator("The camera gives no pictures: check its cable.")]
    stream = client.get("/api/wall/events", headers=finnish, buffered=False)
    assert said in next(part for part in stream.iter_encoded() if b"data:" in part).decode()
    stream.close()


def test_one_table_is_told_as_the_table_tells_itself(hub: Any, client: FlaskClient, moment: Any) -> None:
    hub.hear("Board 3/blue", moment.PLAYED.value, page="http://blue.local/")
    told = client.get("/api/tables/Board%203%2Fblue/state").json
    assert told is not None and told.pop("hub") == {"online": True, "since": None}
    assert told == moment.PLAYED.value.as_json()
    page = client.get("/tables/Board%203/blue").text
    assert "Board 3/blue" in page and "Ben to throw." in page and 'href="http://blue.local/"' in page
    hub.hear("4", None)
    assert client.get("/api/tables/4/state").status_code == 404
    assert "Nothing has been heard of this table yet." in client.get("/tables/4").text
    for nobody in ("/tables/5", "/api/tables/5", "/api/tables/5/state", "/api/tables/5/events"):
        assert client.get(nobody).status_code == 404


@pytest.mark.parametrize("lacks", ["questions", "cube", "fault", "host"])
def test_a_table_of_another_time_is_no_trouble(
    hub: Any, client: FlaskClient, moment: Any, lacks: str
) -> None:
    snapshot = moment.PLAYED.value.as_json()
    hub.hear("1", {name: part for name, part in snapshot.items() if name != lacks})
    hub.hear("2", moment.PLAYED.value)
    assert client.get("/tables/1").status_code == 200
    assert "Anna 3-1" in client.get("/").text and "Table 1" in client.get("/").text


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("last_play", {"side": "W", "roll": -1, "carried": None}),
        ("score", {"W": 1e999, "B": 0}),
        ("clock", {"running": "W", "W": None}),
        ("cube", {"value": 1, "next": [], "owner": None, "offered_by": "W", "in_play": True}),
    ],
    ids=("last_play", "score", "clock", "cube"),
)
def test_what_one_table_says_wrongly_is_no_trouble_for_the_others(
    hub: Any, client: FlaskClient, moment: Any, part: str, told: Any
) -> None:
    snapshot = moment.PLAYED.value.as_json()
    game = {**snapshot["game"], "phase": "doubled" if part == "cube" else snapshot["game"]["phase"]}
    hub.hear("1", {**snapshot, "game": game, part: told})
    hub.hear("2", moment.PLAYED.value)
    page = client.get("/")
    assert page.status_code == 200 and "Anna 3-1" in page.text and "Table 1" in page.text
    state = client.get("/api/tables/1/state")
    assert state.status_code == 200 and isinstance(state.get_json()["labels"]["W"]["duty"], list)


def test_streams_begin_with_what_is_now(hub: Any, client: FlaskClient, moment: Any) -> None:
    hub.hear("1", moment.PLAYED.value)
    for path, event in (("/api/wall/events", "wall"), ("/api/tables/1/events", "notice")):
        with client.get(path) as answer:
            stream = iter(answer.response)
            assert b"retry" in next(stream)
            lines = dict(line.split(": ", 1) for line in next(stream).decode().strip().split("\n"))
            assert lines["event"] == event and json.loads(lines["data"])


def test_who_comes_back_to_the_wall_is_told_what_was_missed(
    hub: Any, client: FlaskClient, moment: Any
) -> None:
    hub.hear("1", moment.PLAYED.value)
    last = hub.wall.latest().number
    hub.hear("1", moment.BROKEN.value)
    hub.wall.latest()
    with client.get("/api/wall/events", headers={"Last-Event-ID": str(last)}) as answer:
        stream = iter(answer.response)
        next(stream)
        lines = dict(line.split(": ", 1) for line in next(stream).decode().strip().split("\n"))
    told = json.loads(lines["data"])
    assert not told["full"] and told["cards"]["1"]["attention"] == "fault" and int(lines["id"]) == last + 1


def test_a_silent_game_tells_the_wall_no_more_than_everybody(
    hub: Any, client: FlaskClient, moment: Any
) -> None:
    full = moment.PLAYED.value
    hub.hear("1", replace(full, profile="silent", position=None, last_play=None, kept_back=True, pips=False))
    for path in ("/", "/tables/1", "/api/wall/state", "/api/tables/1/state"):
        assert "8/5 6/5" not in client.get(path).text and "24(2)" not in client.get(path).text


def test_matches_of_all_tables_are_one_list(club: Any) -> None:
    client = create_hub_app(club).test_client()
    told: Any = client.get("/api/matches").json
    assert [(each["table"], each["white"], each["black"]) for each in told["matches"]] == [
        ("10", "Dora", "Ben"), ("3", "Anna", "Carla"), ("3", "Anna", "Ben"),
    ]  # fmt: skip
    assert told["tables"] == ["10", "3"] and told["players"] == ["Anna", "Ben", "Carla", "Dora"]
    for query, count in (
        ("table=3", 2),
        ("player=ben", 2),
        ("search=anna+carla", 1),
        ("table=4", 0),
        ("limit=1", 1),
    ):
        found: Any = client.get(f"/api/matches?{query}").json
        assert len(found["matches"]) == count, query
    page = client.get("/matches?table=10").text
    assert 'href="/tables/10/matches/2"' in page and "Table 10" in page
    assert client.get("/api/matches?deleted=1").status_code == 400
    assert client.post("/api/matches/2/delete").status_code == 404


def test_a_match_is_replayed_and_taken_away(club: Any) -> None:
    client = create_hub_app(club).test_client()
    story: Any = client.get("/api/tables/3/matches/2").json
    assert story["table"] == "3" and story["winner"] == "W" and story["games"][0]["steps"]
    page = client.get("/tables/3/matches/2").text
    assert 'href="/api/tables/3/matches/2.mat"' in page
    for ending in story["downloads"]:
        assert client.get(f"/api/tables/3/matches/2.{ending}").status_code == 200, ending
    for nothing in ("/tables/3/matches/9", "/tables/9/matches/2", "/api/tables/3/matches/2.exe"):
        assert client.get(nothing).status_code == 404


def test_a_player_has_what_he_played_at_any_table(club: Any) -> None:
    client = create_hub_app(club).test_client()
    told: Any = client.get("/api/players/Ben").json
    assert (told["matches"], told["won"], told["lost"]) == (2, 0, 2)
    assert [(each["table"], each["total"]) for each in told["line"]] == [("3", -1), ("10", -2)]
    assert all(each["time"] for each in told["line"])
    page = client.get("/players/Ben").text
    assert 'href="/tables/3/matches/2"' in page and 'href="/tables/10/matches/2"' in page
    people: Any = client.get("/api/players").json
    assert {each["name"] for each in people["players"]} == {"Anna", "Ben", "Carla", "Dora"}
    assert client.get("/players/Nobody").status_code == 404


def test_the_results_write_themselves(club: Any, today: str) -> None:
    client = create_hub_app(club).test_client()
    told: Any = client.get("/api/results").json
    assert told["evening"] == today and told["undated"] == 0
    assert [(each["table"], each["won"], each["lost"], each["score"]) for each in told["results"]] == [
        ("3", "Anna", "Ben", {"W": 1, "B": 0}), ("3", "Carla", "Anna", {"W": 0, "B": 1}), ("10", "Dora", "Ben", {"W": 1, "B": 0}),
    ]  # fmt: skip
    assert [(each["name"], each["won"], each["lost"]) for each in told["players"]] == [
        ("Carla", 1, 0), ("Dora", 1, 0), ("Anna", 1, 1), ("Ben", 0, 2),
    ]  # fmt: skip
    page = client.get(f"/results?date={today}").text
    assert "Dora" in page and 'href="/tables/10/matches/2"' in page
    other: Any = client.get("/api/results?date=2020-01-01").json
    assert other["results"] == [] and other["later"] == today and other["earlier"] is None
    assert client.get("/results?date=unknown").status_code == 200
    assert client.get("/results?date=soon").status_code == 400


def test_what_goes_from_the_archive_is_not_told_any_more(copied: Any) -> None:
    hub = copied
    assert {each.head.white for each in hub.library.matches(table="3")} == {"Anna"}
    log = next(each for each in hub.archive.logs() if each.key == "3")
    hub.archive.remove_names(log, 2)
    hub.library.note("3", removed=True)
    assert {each.head.white for each in hub.library.matches(table="3")} == {"", "Anna"}
    hub.archive.forget(log.log)
    hub.library.note("3", removed=True)
    assert hub.library.keys == ("10",) and hub.library.table("3") is None


def test_a_log_that_makes_no_sense_takes_no_other_off_the_list(copied: Any) -> None:
    # as another program may send it: each event is one of ours, but no game has begun
    holes = delete(EVENTS).where(EVENTS.c.table == "10", EVENTS.c.kind == "GameStarted")
    with copied.archive.store.database.begin() as connection:
        assert connection.execute(holes).rowcount
    client = create_hub_app(copied).test_client()
    assert {match["table"] for match in client.get("/api/matches").json["matches"]} == {"3"}
    assert client.get("/results").status_code == client.get("/players").status_code == 200
    answer = client.get("/api/tables/10/matches/2")
    assert answer.status_code == 502 and answer.mimetype == "application/problem+json"
    sentence = "Match 2 cannot be shown, since its log makes no sense; it is kept as it came."
    assert answer.get_json()["detail"] == sentence and sentence in client.get("/tables/10/matches/2").text


def test_the_api_is_described_as_it_answers(club: Any, moment: Any) -> None:
    club.hear("1", moment.BROKEN.value)
    app = create_hub_app(club)
    client = app.test_client()
    told: Any = client.get("/api/openapi.json").json
    validate(told)
    for path in (
        "/api/hub",
        "/api/wall/state",
        "/api/tables",
        "/api/matches",
        "/api/players",
        "/api/results",
    ):
        schema = told["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**schema, "components": told["components"]}).validate(client.get(path).json)


def test_pages_speak_the_language_that_is_asked_for(club: Any, moment: Any) -> None:
    club.hear("1", moment.PLAYED.value)
    client = create_hub_app(club).test_client()
    for path in ("/tables/1", *(address for _, address, _ in MENU if address != "/tournaments")):
        page = client.get(f"{path}?lang=de")
        assert page.status_code == 200 and '<html lang="de"' in page.text, path


def test_what_is_dear_to_read_is_not_read_all_the_time(club: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def logs() -> Any:
        read.append("logs")
        return type(club.archive).logs(club.archive)

    monkeypatch.setattr(club.archive, "logs", logs)
    monkeypatch.setattr("device.club.hub.club_library.DEAR", 0.0)
    monkeypatch.setattr("device.club.hub.club_library.SHARE", 1e6)
    assert len(club.library.matches()) == 3 and len(read) == 1
    club.library.note("3")
    assert len(club.library.matches()) == 3 and len(read) == 1  # what has only come can wait
    assert club.library.is_behind
    club.library.note("3", removed=True)
    assert len(club.library.matches()) == 3 and len(read) == 2  # what has gone cannot
    assert not club.library.is_behind
