"""The feed's address: a record that grows, which is sent again only if it is another one."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.match.match import Match
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Record, Tags


def test_a_record_that_is_asked_for_again_is_not_written_again(
    client: FlaskClient, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Match] = []

    def write(match: Match, tags: Tags) -> str:
        written.append(match)
        return write_mat(match, tags)

    monkeypatch.setattr("webui.live.feed_api.write_mat", write)
    five, seven = (Record(Match(length, "", "")) for length in (5, 7))
    for length, table.followed in ((5, five), (5, five), (7, seven)):
        assert f"{length} point match" in client.get("/api/feed.mat").text
    assert [match.length for match in written] == [5, 7]


def test_a_record_is_sent_once_and_again_when_it_has_grown(client: FlaskClient, table: Any) -> None:
    for kind, media in (("mat", "text/plain"), ("json", "application/json")):
        path = f"/api/feed.{kind}"
        table.followed = None
        answer = client.get(path)
        assert answer.status_code == 404 and "[feed]" in answer.get_json(force=True)["detail"]
        table.followed = Record(Match(5, "", ""), tags=(("Site", "Club"),))
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (200, media) and "Club" in answer.text
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        table.followed = replace(table.followed, tags=(("Site", "Town"),))
        grown = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert grown.status_code == 200 and "Town" in grown.text
    assert client.get("/api/feed.sgf").status_code == 404


def test_a_record_is_followed_in_the_open_format_too(
    client: FlaskClient, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ogxm = pytest.importorskip("ogxm", reason="NO OGXM: pip install 'tableside[ogxm]'")
    table.followed = Record(Match(5, "Anna", "Bert"))
    answer = client.get("/api/feed.ogxm")
    assert (answer.status_code, answer.mimetype) == (200, "application/octet-stream")
    assert ogxm.binary_to_json(answer.data)["player_white"] == "Anna"
    again = client.get("/api/feed.ogxm", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    monkeypatch.setattr(ogxm, "v2_problem", lambda document: "limit")
    table.followed = Record(Match(7, "Anna", "Bert"))
    answer = client.get("/api/feed.ogxm")
    assert (
        answer.status_code == 404 and "This match has no such file" in answer.get_json(force=True)["detail"]
    )
