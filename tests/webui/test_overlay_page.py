"""The overlay for streams in a browser: transparent but for what was asked for, and
never more than everybody may see.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from device.status.snapshot.clock_view import ClockView
from engine.board import Side
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.cube import Cube
from engine.match.match import Crawford, Score
from engine.match.terms import ClockKind, Terms

STREAM = (1920, 1080)
LONG_NAMES = {"white": "Alexandra Papadopoulou", "black": "Maximilian Oberhuber-Lindqvist"}
OUTSIDE = """
() => [...document.querySelectorAll(".stage *:not(svg *, .unseen)")].filter((each) => {
  const box = each.getBoundingClientRect();
  const [x, y] = [innerWidth * 0.04 - 1, innerHeight * 0.04 - 1];
  return each.checkVisibility() && box.width && box.height &&
    (box.left < x || box.top < y || box.right > innerWidth - x || box.bottom > innerHeight - y);
}).map((each) => `${each.className.baseVal ?? each.className}`)
"""
"""What is not wholly inside the safe margins."""
CROWDED = """
() => [...document.querySelectorAll(".side")].flatMap((strip) => {
  const boxes = [...strip.querySelectorAll(":scope > *, .below > *")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width && !each.matches(".below"))
    .map((each) => [each.getAttribute("class"), each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map(([other]) => `${one} on ${other}`));
})
"""
"""What of a player lies upon something else of theirs."""


def pin_up(page: Any, table: Any, snapshot: Any) -> None:
    table.broadcaster.post(snapshot)
    page.wait_for_selector(f"html[data-seq='{snapshot.seq}']", state="attached")


def timed(snapshot: Any, white: float, black: float, since: float | None = None) -> Any:
    """With a clock on White's side, which runs since then, or stands still."""
    clock = ClockView(
        ChessClock(white, black, 0.0, Side.WHITE), TimeControl(ClockKind.DELAY, 12.0), since, ""
    )
    return replace(snapshot, clock=clock, match=replace(snapshot.match, terms=Terms(clock=ClockKind.DELAY)))


def seen(page: Any) -> set[str]:
    parts = (".name", ".score", ".clock", ".play", ".table", ".match")
    return {part for part in parts if page.locator(f"{part}:visible").count()}


def alphas(page: Any) -> Any:
    """How opaque every pixel of the page is, as a streaming program gets it."""
    picture = np.frombuffer(page.screenshot(omit_background=True), np.uint8)
    return cv2.imdecode(picture, cv2.IMREAD_UNCHANGED)[..., 3]


def test_each_layout_shows_what_was_asked_for_on_nothing(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.broadcaster.post(timed(replace(moment.PLAYED.value, seq=20), 3727, 200))
    always = {".name", ".score", ".match"}
    page = visit("/overlay", (960, 540), color_scheme="dark", reduced_motion="reduce")
    url = page.url
    for query, shows, covered in (
        ("?layout=corner&clock=off", {".play"}, 0.12),
        ("?layout=board", {".clock", ".play", ".table"}, 0.45),
        ("?layout=board&board=off&play=off", {".clock"}, 0.2),
        ("?board=left&turn=1", {".clock", ".play", ".table"}, 0.45),
        ("?layout=<b>&board=up&clock=&play=no&turn=yes&theme=pink&layout=corner", {".clock", ".play"}, 0.2),
    ):
        page.goto(url + query)
        page.wait_for_selector("html[data-seq='20']", state="attached")
        assert seen(page) == always | shows, query
        for element in ("html", "body", ".stage"):
            ground = page.evaluate(f"getComputedStyle(document.querySelector('{element}')).backgroundColor")
            assert ground == "rgba(0, 0, 0, 0)", (query, element)
        if "board=off" in query or "turn" in query:
            continue  # these are the same plates
        opaque = alphas(page) > 0
        assert 0.02 < opaque.mean() < covered, query
        assert not opaque[:10].any() and not opaque[:, :10].any() and not opaque[:, -10:].any(), query
    chosen = page.evaluate("({...document.querySelector('.stage').dataset})")
    assert chosen == {
        "layout": "lower", "board": "off", "clock": "on", "play": "on", "turn": "0", "theme": "dark"
    }  # fmt: skip


def test_it_follows_the_table(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    page = visit("/overlay?layout=board", STREAM)
    pin_up(page, table, timed(moment.THROWN.value, 727, 200))
    white = page.locator(".side[data-side=W]")
    assert white.locator(".dice .pip").count() == 4
    assert page.locator(".on-turn").count() == 1
    assert white.locator(".clock-time").text_content() == "12:07"
    assert not page.is_visible(".play")
    pin_up(page, table, replace(moment.BROKEN.value, match=moment.THROWN.value.match))
    # An illegal play is red around the picture, and told in letters that are read from afar.
    assert page.locator(".mark").count() == 1 and page.locator(".arrow").count() == 0
    assert page.inner_text(".alarm p") == "Not legal\nBar/20 is illegal: Ben holds that point."
    alarm = page.locator(".alarm")
    assert alarm.bounding_box() == {"x": 0, "y": 0, "width": STREAM[0], "height": STREAM[1]}
    assert alarm.evaluate("each => getComputedStyle(each).borderColor") == "rgb(179, 32, 27)"
    assert (
        float(alarm.locator("p").evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))
        > STREAM[1] / 25
    )
    assert page.locator(".side:visible .score").all_text_contents() == ["2", "1"]
    assert not page.is_visible(".clock >> nth=0")
    assert " ".join(page.inner_text(".play").split()) == "Ben 4-1: 8/4* 5/4"
    assert page.text_content(".numbers text:first-child") == "1"  # in Anna's numbers, for hers is the fault
    pin_up(page, table, replace(moment.MENDED.value, seq=7))
    assert not page.is_visible(".alarm")
    assert page.text_content(".numbers text:first-child") == "1"
    pin_up(page, table, moment.DOUBLED.value)
    assert white.locator(".cube.offered").get_attribute("aria-label") == "cube 2"
    assert page.locator(".side .duty").all_text_contents() == ["take or pass?", "doubles to 2"]
    illegal = replace(moment.TAKEN.value.last_play, illegal="That is not possible.")
    pin_up(page, table, replace(moment.TAKEN.value, last_play=illegal))
    assert white.locator(".cube:not(.offered)").get_attribute("aria-label") == "cube 2"
    assert page.is_visible(".illegal")


def test_the_fullest_moment_fits_and_can_be_read(
    visit: Callable[..., Any], table: Any, moment: Any, contrast: str
) -> None:
    thrown = moment.BEARING_OFF.value
    match = replace(thrown.match, length=15, crawford=Crawford.EXPIRED, **LONG_NAMES)
    full = timed(replace(thrown, match=match, score=Score(14, 13), cube=Cube(128, Side.WHITE)), 3727, 3727)
    table.broadcaster.post(full)
    page = visit("/overlay?theme=light", STREAM, reduced_motion="reduce")
    for size, theme in ((STREAM, "light"), ((1280, 720), "dark")):
        page.evaluate("theme => document.querySelector('.stage').dataset.theme = theme", theme)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for layout in ("lower", "corner", "board"):
            page.evaluate("layout => document.querySelector('.stage').dataset.layout = layout", layout)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], (size, layout)
            assert page.evaluate(OUTSIDE) == [], (size, layout)
            assert page.evaluate(CROWDED) == [], (size, layout)
            assert page.evaluate(contrast) == [], (size, layout)
            name = page.locator(".name >> nth=0").evaluate(
                "each => parseFloat(getComputedStyle(each).fontSize)"
            )
            assert name >= size[1] / 45, (size, layout)


def test_what_is_kept_back_is_not_on_the_stream_whoever_sends_it(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    full = replace(moment.PLAYED.value, profile="tournament", pips=False)
    table.broadcaster.post(replace(full, position=None, last_play=None, kept_back=True))
    table.desk.post(full)
    page = visit("/overlay?layout=board", STREAM)
    answer = page.request.post(
        page.url.replace("/overlay?layout=board", "/api/login"),
        data={"pin": "4711"},
        headers={"X-Tableside": "1"},
    )
    assert answer.ok
    page.reload()
    page.wait_for_selector("body[data-connection=live]")
    assert "8/5 6/5" in page.evaluate("fetch('/api/state?desk').then((answer) => answer.text())")
    assert "8/5 6/5" not in page.content() and "24(2)" not in page.content()
    assert seen(page) == {".name", ".score", ".match"} and page.locator(".checker").count() == 0
    pin_up(page, table, moment.FINISHED.value)
    assert seen(page) == {".name", ".score", ".match", ".play", ".table"}


def test_a_dead_connection_is_a_mark_and_no_message(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.broadcaster.post(timed(moment.THROWN.value, 727, 200, time.monotonic()))
    server = serve(table)
    page = visit("about:blank", STREAM, at=server.url, pardon="net::ERR_", reduced_motion="reduce")
    page.clock.install()
    page.goto(server.url + "/overlay")
    page.wait_for_selector("body[data-connection=live]")
    parts = seen(page)
    assert not page.is_visible(".unheard")
    server.stop()
    page.clock.run_for(14_000)
    page.wait_for_selector("body[data-connection=stale]")
    assert page.is_visible(".unheard") and page.locator(".unheard").bounding_box()["height"] < 50
    assert page.locator(".clock[data-state=unsure]").count() == 1
    assert seen(page) == parts and page.text_content("[data-field=connection]") == ""
    later = type(table)()
    later.broadcaster.post(replace(moment.PLAYED.value, seq=table.broadcaster.latest().seq))
    serve(later, server.port)
    page.clock.run_for(11_000)
    page.wait_for_selector("body[data-connection=live]")
    page.wait_for_selector(".notation:has-text('8/5 6/5')")
    assert not page.is_visible(".unheard")


def test_it_is_chosen_over_a_picture_of_the_camera_and_its_address_copied(
    visit: Callable[..., Any], table: Any, moment: Any, client: Any
) -> None:
    table.show(moment.PLAYED)
    page = visit("/stream", (1280, 800), reduced_motion="reduce", pardon="401")
    for name, value in (("layout", "board"), ("board", "left"), ("clock", "off"), ("theme", "light")):
        page.check(f"[name={name}][value={value}]", force=True)
    frame = page.frame_locator(".film iframe")
    frame.locator(".stage[data-layout=board][data-board=left][data-clock=off][data-theme=light]").wait_for()
    frame.locator(".notation:has-text('8/5 6/5')").wait_for()
    chosen = page.input_value("[name=address]")
    assert chosen.endswith("/overlay?layout=board&board=left&clock=off&theme=light&lang=en")
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # as over HTTP
    page.click("text=Copy the address")
    page.wait_for_selector("[data-field=copied]:has-text('Copied.')")
    page.click("text=Over a picture of the camera")
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-field=still]:has-text('The camera has given no picture yet.')")
    at_least = "frame-ancestors 'none'"
    for path, framed in (("/overlay", True), ("/stream", False), ("/desk", False), ("/", False)):
        headers = client.get(path).headers
        assert (at_least not in headers["Content-Security-Policy"]) == framed, path
        assert headers["X-Frame-Options"] == ("SAMEORIGIN" if framed else "DENY"), path


def test_an_upright_overlay_is_laid_out_by_its_own_rules_alone(visit: Callable[..., Any]) -> None:
    page = visit("/overlay?layout=board", (1080, 1920))
    laid = page.evaluate(
        "() => [getComputedStyle(document.querySelector('.stage')).maxHeight, getComputedStyle(document.querySelector('#board')).order]"
    )
    assert laid == ["none", "0"]
