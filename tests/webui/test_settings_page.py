"""The page of the settings, by thumb: found, changed, refused, saved, brought in; and a table that starts again by it."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.ops.settings_keeper import SettingsKeeper
from device.store.access import Right
from device.store.settings import TableSettings, load_settings
from tests.ports import kept_port
from webui.app import create_app

OURS = '# by the window\n[web]\npin = "314159"  # ours\n[match]\nlength = 7\n'
LOGIN = """
(given) => fetch("/api/login", { method: "POST", body: JSON.stringify(given),
  headers: { "Content-Type": "application/json", "X-Tableside": "1" } }).then(({ ok }) => ok)
"""


@pytest.fixture
def keeper(tmp_path: Path) -> SettingsKeeper:
    (tmp_path / "t.toml").write_text(OURS)
    running = replace(load_settings(tmp_path / "t.toml"), table=TableSettings(data=tmp_path))
    return SettingsKeeper(tmp_path / "t.toml", lambda: running, lambda: None)


def test_settings_are_found_changed_and_saved_by_thumb(
    visit: Callable[..., Any],
    serve: Callable[..., Any],
    table: Any,
    keeper: SettingsKeeper,
    barred: Callable[[Any], list[str]],
    tmp_path: Path,
) -> None:
    url = serve(table, settings=keeper).url
    # the page of the secure connection leads to its own, by the PIN
    page = visit("/settings#setting-web.https", size=(320, 640), at=url, pardon="409")
    assert not page.query_selector(".setting"), "nothing is told before the PIN"
    page.click("text=Give the PIN")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.click("text=Let me in")
    page.wait_for_selector("#setting-web\\.https:focus")
    assert "314159" not in page.content()
    page.fill("[name=search]", "seconds of every turn")
    page.wait_for_selector("[data-place='match.terms.clock_delay']")
    assert page.locator(".setting:visible").count() == 1
    page.fill("[name=search]", "length")
    page.fill("#setting-match\\.length", "100")
    page.click("text=Save")
    assert page.evaluate("document.activeElement.id") == "setting-match.length", (
        "the browser itself says what is wrong"
    )
    page.fill("#setting-match\\.length", "9")
    page.fill("[name=search]", "legal")
    page.fill("#setting-lights\\.legal", "5")
    page.click("text=Save")
    page.wait_for_selector(".trouble:has-text('cannot both be pin 5')")
    assert keeper.file.read_text() == OURS
    page.click("[data-place='lights.legal'] .reset")
    page.wait_for_selector("text=1 change")
    page.evaluate("document.querySelectorAll('.group').forEach((each) => (each.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert not barred(page)
    page.click("text=Save")
    page.wait_for_selector("text=It is saved, and counts once Tableside starts again")
    assert keeper.file.read_text() == OURS.replace("length = 7", "length = 9")
    page.wait_for_selector("[data-place='match.length'] .now", state="attached")

    (tmp_path / "other.toml").write_text("[match]\nlength = 3\nlenght = 3\n")
    page.set_input_files("[name=import]", tmp_path / "other.toml")
    page.wait_for_selector(".trouble:has-text(\"did you mean 'length'\")")
    (tmp_path / "other.toml").write_text("[match]\nlength = 3\n[table]\ndata = '/etc'\n")
    page.set_input_files("[name=import]", tmp_path / "other.toml")
    page.wait_for_selector("[data-place='match.length'].changed")
    assert page.input_value("#setting-match\\.length") == "3" and page.locator(".changed").count() == 1
    assert load_settings(keeper.file).match.length == 9, "nothing is saved before somebody says so"
    page.click("text=Throw away")
    page.wait_for_selector("text=Start again now")

    page.fill("[name=code]", "ABCD-2345")
    page.click("text=Pair this table")
    page.wait_for_selector(".pair .trouble:has-text('a code has twelve letters and digits')")
    page.fill("[name=code]", "ABCD-2345-EFGH")
    page.fill("[name=hub]", "hub.local:port")
    page.click("text=Pair this table")
    page.wait_for_selector(".pair .trouble:has-text('like hub.local or 192.0.2.7:8090')")


def test_they_are_for_who_may_set_up(table: Any, keeper: SettingsKeeper) -> None:
    asked: list[str] = []
    keeper.restart = lambda: asked.append("restart")
    app, ours = create_app(table, settings=keeper), {"X-Tableside": "1"}
    _, pin = table.access.new_person("Rita", Right.REFEREE)
    program = {"Authorization": f"Bearer {table.access.new_token('score')[1]}"}
    director, referee, stranger = (app.test_client() for _ in range(3))
    assert director.post("/api/login", json={"pin": "4711"}, headers=ours).status_code == 204
    assert referee.post("/api/login", json={"pin": pin, "name": "Rita"}, headers=ours).status_code == 204
    for path, body in (
        ("/api/settings", None),
        ("/api/settings.toml", None),
        ("/api/settings", {"changes": {"match.length": 3}}),
        ("/api/settings/offered", {"toml": ""}),
        ("/api/settings/restart", {}),
    ):
        for client, headers, status in (
            (stranger, ours, 401),
            (referee, ours, 403),
            (stranger, program, 403),
        ):
            answer = (
                client.get(path, headers=headers)
                if body is None
                else client.post(path, json=body, headers=headers)
            )
            assert answer.status_code == status, (path, answer.get_json())
    assert "data-place" not in referee.get("/settings").text
    assert keeper.file.read_text() == OURS and asked == []
    assert director.get("/api/settings.toml").text.count("length = 7") == 1
    assert (
        director.post("/api/settings/offered", json={"toml": "x" * 300_000}, headers=ours).status_code == 400
    )
    with director.post("/api/settings/restart", json={}, headers=ours) as answer:
        assert answer.status_code == 202 and asked == [], "it is answered first"
    assert asked == ["restart"]
    keeper.file.write_text("[web\n")
    assert director.post("/api/settings/restart", json={}, headers=ours).status_code == 409, (
        "it would not come back"
    )
    assert director.get("/settings").status_code == 409


@pytest.mark.long
def test_a_table_starts_again_with_what_was_saved(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text('[web]\npin = "314159"\nhttps = false\n')
    words = [sys.executable, "-m", "device.cli", "run", "--camera", "simulated", "--host", "127.0.0.1"]
    words += ["--data", str(tmp_path), "--config", str(tmp_path / "t.toml"), "--port"]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    with (
        kept_port() as port,
        subprocess.Popen([*words, str(port)], stdout=subprocess.PIPE, text=True, env=environment) as running,
    ):
        assert running.stdout is not None
        try:
            _until_it_serves(running.stdout)
            cookie = _post(port, "/api/login", {"pin": "314159"})
            _post(port, "/api/settings", {"changes": {"table.name": "by the window"}}, cookie)
            assert _state(port)["table"] == "1"
            _post(port, "/api/settings/restart", {}, cookie)
            _until_it_serves(running.stdout)
            assert _state(port)["table"] == "by the window"
        finally:
            running.terminate()
        assert running.wait(60) == 0


def _until_it_serves(told: Any) -> None:
    assert any(re.match("Camera: ", line) for line in told), "it ended"


def _post(port: int, path: str, body: object, cookie: str = "") -> str:
    headers = {"X-Tableside": "1", "Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return (answer.headers["Set-Cookie"] or "").partition(";")[0]


def _state(port: int) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state") as answer:
        return json.load(answer)
