"""The API: the snapshot, the record, the picture; what every answer bears; what a problem looks like."""

import gzip
import re
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.door.headers import POLICY
from webui.door.server import CONNECTIONS


def problem(response: TestResponse) -> dict[str, Any]:
    assert response.content_type == "application/problem+json"
    body: dict[str, Any] = response.get_json(force=True)
    assert body["type"] == "about:blank" and body["title"]
    assert body["status"] == response.status_code
    return body


def test_state_is_the_notice(client: FlaskClient, table: Any, moment: Any) -> None:
    for each in moment:
        table.show(each)
        response = client.get("/api/state")
        assert response.content_type == "application/json"
        assert response.get_json() == each.value.as_json()


@pytest.mark.parametrize(
    "path", ["/", "/desk", "/api/state", "/api/record.mat", "/api/nothing", "/static/page.css"]
)
def test_every_answer_bears_the_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY and "default-src 'none'" in POLICY and "frame-ancestors 'none'" in POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == ("no-cache" if path.startswith("/static") else "no-store")
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("path", ["/", "/desk"])
def test_pages_run_nothing_inline_and_load_nothing_from_outside(client: FlaskClient, path: str) -> None:
    text = client.get(path).text
    assert " style=" not in text and "<style" not in text and " onclick" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "") and "https://" not in text
    for tag in text.split("<script")[1:]:
        assert tag.startswith((' type="module" src="/static/', ' type="application/json" id="snapshot"'))


def test_names_cannot_break_out_of_a_page(client: FlaskClient, table: Any, moment: Any) -> None:
    from dataclasses import replace

    snapshot = moment.OPENING.value
    wicked = "</script><script>alert(1)</script>"
    table.broadcaster.post(replace(snapshot, seq=99, match=replace(snapshot.match, white=wicked)))
    for path in ("/", "/desk"):
        assert "<script>alert" not in client.get(path).text


@pytest.mark.parametrize("path", ["/", "/desk"])
def test_the_first_paint_has_content_without_any_script(
    client: FlaskClient, table: Any, moment: Any, path: str
) -> None:
    table.show(moment.BROKEN)
    text = client.get(path).text
    for words in (
        "Anna",
        "Ben",
        "Bar/20 is illegal: Ben holds that point.",
        "W: 20(1) 13(4)",
        "137 pips",
    ):
        assert words in text


def test_record_is_a_download(client: FlaskClient) -> None:
    response = client.get("/api/record.mat")
    assert response.headers["Content-Disposition"] == 'attachment; filename="tableside-match-1.mat"'
    assert response.content_type == "text/plain; charset=utf-8"
    assert response.text.startswith(" 5 point match")


def test_snapshot_is_the_picture_or_a_problem(client: FlaskClient, desk: Any, table: Any) -> None:
    table.picture = b"\xff\xd8picture"
    assert "give the PIN" in problem(client.get("/api/snapshot.jpg"))["detail"]
    table.picture = None
    desk.login()
    assert problem(client.get("/api/snapshot.jpg"))["detail"] == "The camera has given no picture yet."
    table.picture = b"\xff\xd8picture"
    response = client.get("/api/snapshot.jpg")
    assert (response.content_type, response.data) == ("image/jpeg", table.picture)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/command", 405),
        ("POST", "/api/state", 405),
        ("POST", "/", 405),
    ],
)
def test_a_wrong_address_or_method_is_a_problem(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    response = client.open(path, method=method)
    assert problem(response)["status"] == status
    assert status != 405 or response.headers["Allow"]


def test_a_command_is_told_to_the_table(desk: Any, table: Any) -> None:
    from engine.state.messages import Undo

    assert desk.login().status_code == 204
    assert desk.post("/api/command", {"type": "undo"}).status_code == 202
    assert table.told == [Undo()]


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'"undo"', b"\xff", b"[" * 8000, b'{"type":' * 1000],
    ids=lambda data: repr(data[:9]),
)
def test_a_body_that_is_no_object_is_refused(desk: Any, table: Any, data: bytes) -> None:
    desk.login()
    headers = {"X-Tableside": "1"}
    response = desk.client.post("/api/command", data=data, headers=headers, content_type="application/json")
    assert problem(response)["status"] == 400
    assert not table.told


def test_a_position_has_the_men_of_the_game_being_played(desk: Any, table: Any, moment: Any) -> None:
    from dataclasses import replace

    from engine.games import find_game
    from engine.position_parsing import parse_position
    from engine.state.messages import SetPosition

    snapshot = moment.THROWN.value
    hyper = replace(snapshot.game, id="hypergammon", men=3, rules=find_game("hypergammon"))
    table.broadcaster.post(replace(snapshot, seq=99, game=hyper))
    desk.login()
    text = "W: 24(1) 23(1) B: 24(1) 23(1) 22(1)"
    assert desk.post("/api/command", {"type": "set_position", "position": text}).status_code == 202
    assert table.told == [SetPosition(parse_position(text, find_game("hypergammon")))]


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/api/state"])
def test_answers_go_out_packed_to_who_can_unpack_them(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        plain, headers = response.data, response.headers
    assert "Content-Encoding" not in headers and "Accept-Encoding" in headers["Vary"]
    with client.get(path, headers={"Accept-Encoding": "br, gzip"}) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(response.data) == plain and len(response.data) < len(plain) / 2
        tag = response.headers.get("ETag")
    if tag is not None:
        with client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": tag}) as again:
            assert (again.status_code, again.data) == (304, b"")


def test_the_event_stream_is_not_held_up_by_packing(client: FlaskClient, table: Any) -> None:
    table.broadcaster.close()
    with client.get("/api/events", headers={"Accept-Encoding": "gzip"}) as response:
        assert "Content-Encoding" not in response.headers and b"event: notice" in response.data


def test_the_live_page_weighs_little(client: FlaskClient, table: Any, moment: Any) -> None:
    """Whatever a slow phone has to fetch before it shows the board, and all that follows, packed as it is sent."""
    table.show(moment.BROKEN)
    weight, found, waiting = 0, set(), ["/"]
    while waiting:
        path = waiting.pop()
        with client.get(path, headers={"Accept-Encoding": "gzip"}) as response:
            assert response.status_code == 200, path
            weight, packed = weight + len(response.data), response.headers.get("Content-Encoding") == "gzip"
            content = gzip.decompress(response.data) if packed else response.data
            text = content.decode() if response.mimetype.startswith("text/") else ""
        linked = re.findall(r'(?:stylesheet" |modulepreload" |src=|icon" )(?:href=)?"(/static/[^"]+)"', text)
        linked += [f"/static/{name}" for name in re.findall(r'from "\./([a-z-]+\.js)"', text)]
        new = set(linked) - found
        found, waiting = found | new, [*waiting, *new]
    assert {"/static/page.css", "/static/squares.js", "/static/countdown.js"} < found
    assert weight <= 100_000


def test_a_body_that_is_too_long_is_refused(desk: Any) -> None:
    desk.login()
    assert problem(desk.post("/api/command", {"type": "undo", "x": "x" * 10_000}))["status"] == 413


def test_a_wrong_command_is_a_problem(desk: Any, table: Any) -> None:
    desk.login()
    response = desk.post("/api/command", {"type": "set_roll", "side": "W", "roll": [9, 1]})
    assert "from 1 to 6" in problem(response)["detail"]
    assert not table.told


def test_there_are_threads_for_all_streams_and_more(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from webui.app import serve
    from webui.live.stream import STREAMS

    told: dict[str, Any] = {}
    server = SimpleNamespace(run=lambda: told.update(ran=True))
    monkeypatch.setattr(
        "webui.app.open_server",
        lambda app, host, port, threads: (
            told.update(app=app, host=host, port=port, threads=threads) or server
        ),
    )
    serve(table, "127.0.0.1", 8080, lambda: told.update(ready="ran" not in told))
    assert told["ready"] and told["ran"]
    assert (told["host"], told["port"]) == ("127.0.0.1", 8080)
    assert told["threads"] >= STREAMS + 8
    assert told["threads"] < CONNECTIONS
    assert told["app"].test_client().get("/api/state").status_code == 200
