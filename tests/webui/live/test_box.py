"""The box: what hangs at the board, drawn as it is; its buttons, and what the doctor finds."""

from collections.abc import Callable
from typing import Any

import pytest

from device.finding import Finding
from device.signals.buttons import Button
from webui.app import create_app
from webui.live.box import GOOD_FOR, Checkup

SMALL = """
() => [...document.querySelectorAll("button, summary, a, .tick")].filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""
LIT_PIXELS = """
() => {
  const canvas = document.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let lit = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] > 128) lit += 1;
  return lit;
}
"""
LISTEN = """
window.opened = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.opened += 1; } };
"""


@pytest.fixture
def boxed(table: Any, box: Any) -> Any:
    """A client of a table that has a box."""
    return create_app(table, box).test_client()


def press(client: Any, name: object) -> Any:
    return client.post("/api/button", json={"button": name}, headers={"X-Tableside": "1"})


def test_the_api_tells_what_is_shown_and_what_is_found(boxed: Any, box: Any, moment: Any) -> None:
    box.show(moment.BROKEN)
    told = boxed.get("/api/box").json
    assert {each["name"]: each["rhythm"] for each in told["lamps"]["lamps"]}["illegal"] == "double flash"
    assert told["missing"] == list(box.missing) and told["buzzer"]["heard"][0]["sound"] == "illegal"
    assert told["sounds"]["done"] == [[1760.0, 0.05]]


def test_the_doctor_tells_strangers_nothing_that_helps_to_break_in(boxed: Any, box: Any) -> None:
    findings = boxed.get("/api/doctor").json["findings"]
    bare = [
        {"check": each.check, "health": each.health.value, "found": "", "advice": ""}
        for each in box.findings()
    ]
    assert findings == bare
    boxed.post("/api/login", json={"pin": "4711"}, headers={"X-Tableside": "1"})
    assert boxed.get("/api/doctor").json["findings"] == [each.as_json() for each in box.findings()]
    german = boxed.get("/api/doctor", headers={"Accept-Language": "de"}).json["findings"]
    assert [each["found"] for each in german if each["check"] == "port"] == ["8080 ist frei"]


def test_the_doctor_looks_once_for_all_who_ask_at_a_time() -> None:
    now, looks = [100.0], []

    def look() -> tuple[Finding, ...]:
        looks.append(now[0])
        return ()

    checkup = Checkup(look, lambda: now[0])
    for now[0] in (100.0, 100.0 + GOOD_FOR - 1, 100.0 + GOOD_FOR, 100.0 + GOOD_FOR + 1):
        checkup.findings()
    assert looks == [100.0, 100.0 + GOOD_FOR]


def test_buttons_are_for_who_has_given_the_pin(boxed: Any, box: Any) -> None:
    assert press(boxed, "undo").status_code == 401
    boxed.post("/api/login", json={"pin": "4711"}, headers={"X-Tableside": "1"})
    assert press(boxed, "undo").status_code == 202
    for wrong in ("hammer", None, ["undo"], {}):
        refused = press(boxed, wrong)
        assert (refused.status_code, "confirm, undo" in refused.json["detail"]) == (400, True)
    assert box.pressed == [Button.UNDO]


def test_a_table_without_a_box_says_nothing_of_one(client: Any, boxed: Any) -> None:
    assert client.get("/box").status_code == client.get("/api/box").status_code == 404
    assert b"/box" not in client.get("/").data and b"/box" in boxed.get("/").data


def test_the_page_draws_what_hangs_at_the_board(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, box: Any, moment: Any, contrast: str
) -> None:
    box.show(moment.BROKEN)
    url = serve(table, box=box).url
    page = visit("about:blank", size=(320, 640), at=url, pardon="401", reduced_motion="reduce")
    page.add_init_script(LISTEN)
    page.goto(url + "/box")
    page.wait_for_selector(".finding")
    assert page.text_content(".lamp[data-lamp=illegal] .rhythm") == "double flash"
    # Who wants no motion sees it lit all the time; the track below it tells how it blinks.
    assert (
        page.locator(".lamp.lit").count() == 2
        and page.locator(".lamp[data-lamp=illegal] .track-lit").count() == 4
    )
    assert page.text_content(".legend li") == "red, double flash: point 20"
    assert page.locator(".scene .led.on.lit").count() == 1
    rows = box.panel().display.rows
    assert page.evaluate(LIT_PIXELS) == sum(int(row, 16).bit_count() for row in rows) > 100
    assert "Illegal play" in page.get_attribute("canvas", "aria-label")
    assert page.text_content(".missing li") == "There is no" + box.missing[0][11:]
    assert page.text_content(".verdict-line") == "One thing does not work."
    assert page.locator(".findings >> nth=0 >> .finding strong").all_text_contents() == [
        "database",
        "pins",
        "disk",
    ]
    # a stranger hears what is well, and nothing of how the computer is made
    assert page.locator(".finding p:not(.finding-head)").count() == 0
    assert page.is_visible("[data-field=particulars]")
    assert page.evaluate("window.opened") == 0
    page.click("text=Hear")
    assert page.evaluate("window.opened") == 1

    page.click("text=Clock, left")
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    page.wait_for_selector(".told:has-text('Pressed: Clock, left.')")
    assert box.pressed == [Button.CLOCK_LEFT]
    page.wait_for_selector(".finding .advice")
    assert not page.is_visible("[data-field=particulars]")
    box.show(moment.ASKED)
    page.wait_for_selector(".lamp[data-lamp=ask][data-rhythm=slow]")
    page.wait_for_selector(".heard li:has-text('the referee asks')")

    page.click("summary")
    for width, height in ((320, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(contrast) == [], scheme
