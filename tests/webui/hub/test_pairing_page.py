"""The page on which tables are let in at a hub whose broker lets everybody speak, in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.club.link.admission import FILE, MOST_WAITING, Admission

PIN = "4711"


def test_who_wants_to_join_is_told_on_the_wall_and_let_in_or_refused_by_a_director(
    hub: Any, tmp_path: Path, serve_hub: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    held = hub.admission = Admission(tmp_path / FILE, ("1",), lambda: 1.8e9)
    url = serve_hub(hub).url
    page = visit("/", at=url, pardon="401")
    page.wait_for_selector("body[data-connection=live]")
    assert page.is_hidden("[data-field=waiting]")
    for name in ("Window", "<b>evil</b>"):
        held.knocks(name)
    hub.news()
    page.wait_for_selector("[data-field=waiting]:visible")
    assert page.inner_text("[data-field=waiting]") == "2 tables want to join"
    page.click("[data-field=waiting] a")
    page.click("[data-action=open]")
    page.fill("#sheet-pin [name=pin]", PIN)
    page.click("#sheet-pin form:visible .big")
    page.wait_for_selector("[data-field=waiting] li >> nth=1")
    page.click("[aria-label='Let Window in']")
    page.click("[aria-label='Refuse <b>evil</b>']")
    page.wait_for_selector("[data-field=nobody]:visible")
    assert page.locator("[data-field=tables] li span").all_text_contents() == ["1", "Window"]
    assert held.let_in == ("1", "Window") and held.waiting == ()
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
    page.wait_for_selector("[data-field=tables] li >> nth=2")
    assert held.let_in == ("1", "Window", "2") and page.is_visible("[data-field=crowded]")
    page.click("[aria-label='Send 2 away']")
    page.wait_for_selector("[data-field=tables] li >> nth=2", state="detached")
    assert not held.hears("2")
