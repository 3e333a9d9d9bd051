"""The feed's address: a record that grows, which is sent again only if it is another one."""

from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient

from engine.match.match import Match
from engine.records.record import Record


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
