"""The page on which tables are let in at a hub whose broker lets everybody speak, in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.club.link.admission import FILE, MOST_WAITING, Admission
from tests.device.hand_clock import HandClock

PIN = "4711"
OWN = {"X-Tableside": "1"}


def test_a_name_is_stripped_and_what_the_disk_does_not_take_is_a_503(
    hub: Any, tmp_path: Path, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = hub.admission = Admission(tmp_path / FILE, (), HandClock())
    for name in ("2", "3"):
        held.knocks(name)
    assert client.post("/api/login", json={"pin": PIN}, headers=OWN).status_code == 204
    assert client.post("/api/pairing/tables", json={"name": " 2 "}, headers=OWN).status_code == 204
    assert held.let_in == ("2",) and [each.name for each in held.waiting] == ["3"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.club.link.admission.write_lasting", full)
    answers = [
        client.post("/api/pairing/tables", json={"name": "3"}, headers=OWN),
        client.delete("/api/pairing/3", headers=OWN),
        client.delete("/api/pairing/2", headers=OWN),
    ]
    for answer in answers:
        assert answer.status_code == 503 and "look at the hub's disk" in answer.json["detail"]  # type: ignore[index]
    assert held.let_in == ("2",) and [each.name for each in held.waiting] == ["3"]


def test_who_wants_to_join_is_told_on_the_wall_and_let_in_or_refused_by_a_director(
    hub: Any, tmp_path: Path, serve_hub: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    (tmp_path / FILE).write_text("")
    held = hub.admission = Admission(tmp_path / FILE, ("1",), HandClock())
    assert not held.let_in
    url = serve_hub(hub).url
    page = visit("/", at=url, pardon="401")
    page.wait_for_selector("body[data-connection=live]")
    assert page.is_hidden("[data-field=waiting]")
    assert "a director lets it in" in page.inner_text(".nothing") and page.is_visible(".nothing a")
    for name in ("Window", "<b>evil</b>"):
        held.knocks(name)
    hub.news()
    page.wait_for_selector("[data-field=waiting]:visible")
    assert page.inner_text("[data-field=waiting]") == "2 tables want to join"
    page.click("[data-field=waiting] a")
    page.wait_for_url("**/pairing")  # loaded, scripts and all
    page.click("[data-action=open]")
    page.fill("#sheet-pin [name=pin]", PIN)
    page.click("#sheet-pin form:visible .big")
    page.wait_for_selector("[data-field=waiting] li >> nth=1")
    assert "let them in anew at /pairing" in page.inner_text("[data-field=lost]")
    page.click("[aria-label='Let Window in']")
    page.click("[aria-label='Refuse <b>evil</b>']")
    page.wait_for_selector("[data-field=nobody]:visible")
    assert page.locator("[data-field=tables] li span").all_text_contents() == ["Window"]
    assert held.let_in == ("Window",) and held.waiting == ()
    assert page.text_content("[data-field=lost]") == ""
    asked = """() => {
      const all = performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/api/pairing"));
      return all.length - performance.now() / 10_000;
    }"""
    assert page.evaluate(asked) < 9, "who is not let in yet does not ask on and on"
    # whoever invents names keeps nobody out who is let in by name
    for n in range(MOST_WAITING + 1):
        held.knocks(f"invented {n}")
    page.fill("[data-form=named] [name=name]", "2")
    page.click("[data-form=named] .big")
    page.wait_for_selector("[data-field=tables] li >> nth=1")
    assert held.let_in == ("Window", "2") and page.is_visible("[data-field=crowded]")
    page.click("[aria-label='Send 2 away']")
    page.wait_for_selector("[data-field=tables] li >> nth=1", state="detached")
    assert not held.hears("2")
