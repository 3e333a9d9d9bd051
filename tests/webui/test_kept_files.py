"""Files of ours are made once, and given out as they were made then."""

import http.client
import os
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.waitress_here import Waitress
from webui.app import create_app
from webui.door.kept_files import keep_files
from webui.door.packing import pack
from webui.door.processor_share import ProcessorShare, Strangers
from webui.door.request_turns import REST, RETRY_AFTER

PACKED = {"Accept-Encoding": "gzip, br", "Host": "192.0.2.1"}
PLAIN = {"Host": "192.0.2.1"}
COLD = "body { color: navy }\n" * 60


@pytest.fixture
def made(tmp_path: Path) -> tuple[FlaskClient, Path, list[str], ProcessorShare]:
    """What asks a small application, its stylesheet, what was asked of Flask itself, and the share of strangers."""
    style = tmp_path / "a.css"
    style.write_text(COLD)
    app = Flask(__name__, static_folder=str(tmp_path), static_url_path="/static")
    share, asked = ProcessorShare(1, 1.0, 1.0, 1.0, clock=lambda: 0.0), list[str]()
    keep_files(app, lambda headers: headers["COOKIE"] == "tableside=1", Strangers(share, share, 0.0))
    pack(app)
    app.before_request(lambda: asked.append("asked"))
    return app.test_client(use_cookies=False), style, asked, share


def test_a_file_is_made_once(made: tuple[FlaskClient, Path, list[str], ProcessorShare]) -> None:
    client, style, asked, _ = made
    for headers in (PACKED, PLAIN):
        asked.clear()
        first = client.get("/static/a.css", headers=headers, buffered=True)
        again = client.get("/static/a.css?v=2", headers=headers, buffered=True)
        assert len(asked) == 1 and again.status_code == 200 and again.data == first.data
        of_both = [{**dict(each.headers), "Date": None} for each in (first, again)]
        assert of_both[0] == of_both[1]
        held = {**headers, "If-None-Match": first.headers["ETag"]}
        same = client.get("/static/a.css", headers=held, buffered=True)
        assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert "Content-Encoding" not in same.headers and len(asked) == 1
    # whatever else is asked for is Flask's, and a file that was written since is another one
    asked.clear()
    assert client.get("/static/a.css", headers={**PLAIN, "Range": "bytes=0-3"}, buffered=True).data == b"body"
    assert client.head("/static/a.css", headers=PLAIN, buffered=True).data == b""
    since = {**PLAIN, "If-Modified-Since": first.headers["Last-Modified"]}
    assert client.get("/static/a.css", headers=since, buffered=True).status_code == 304
    client.get("/static/b/../a.css", headers=PLAIN, buffered=True)
    client.get("/static/a.css", headers={"Host": "evil.example"}, buffered=True)
    assert len(asked) == 5
    style.write_text("body { }")
    os.utime(style, (1, 1))
    assert client.get("/static/a.css", headers=PLAIN, buffered=True).data == b"body { }"
    style.unlink()
    assert client.get("/static/a.css", headers=PLAIN, buffered=True).status_code == 404


def test_kept_files_are_of_the_share_of_who_is_not_let_in(
    made: tuple[FlaskClient, Path, list[str], ProcessorShare],
) -> None:
    client, _, _, share = made
    client.get("/static/a.css", headers=PLAIN, buffered=True)
    share.use(1.5)
    away, rested = {"REMOTE_ADDR": "192.0.2.7"}, list[float]()
    refused = client.get(
        "/static/a.css",
        headers=PLAIN,
        buffered=True,
        environ_overrides={**away, REST: rested.append},
    )
    assert rested == [RETRY_AFTER], "it is not listened to for as long"
    assert refused.status_code == 503 and refused.headers["Retry-After"] == str(RETRY_AFTER)
    assert (
        client.get("/static/a.css", headers={**PLAIN, "Cookie": "tableside=1"}, buffered=True).data
        == COLD.encode()
    )


def test_a_connection_outlasts_an_answer_without_a_body(table: Any) -> None:
    server = Waitress(create_app(table), 0, 8, table.broadcaster.close)
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        held: dict[str, str] = {}
        for status in (200, 304, 304):
            line.request("GET", "/static/page.css", headers=held)
            answer = line.getresponse()
            answer.read()
            assert (
                answer.status == status and answer.getheader("Connection") is None and line.sock is not None
            )
            held["If-None-Match"] = str(answer.getheader("ETag"))
        line.request("GET", "/static/page.css", headers={**held, "Connection": "close"})
        answer = line.getresponse()
        assert answer.status == 304 and answer.getheader("Connection") == "close"
    finally:
        line.close()
        server.stop()
