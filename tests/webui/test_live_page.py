"""The live page in a browser: what it shows of each moment, on every screen."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from device.finding import Health
from device.io.host.concerns import Concern
from device.status.snapshot.clock_view import ClockView
from engine.board import Side, View
from engine.dice import Roll
from engine.i18n import phrase
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.terms import ClockKind

SIZES = {"small phone": (320, 640), "phone": (390, 844), "tablet": (1024, 768), "television": (1920, 1080)}
RED = "rgb(179, 32, 27)"
UNLIKE = """
async () => {
  const first = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  const drawn = [".player", ".last-play", ".question", "[data-field=match-line]", "[data-field=cube-line]"];
  const fields = (within) => drawn.flatMap((part) => [...within.querySelectorAll(part)]).flatMap((part) =>
    [part, ...(part.hidden ? [] : part.querySelectorAll("[data-field]:not(.candidates, .question-text)"))].map((each) =>
      [each.dataset.field ?? each.classList[0], each.hidden, each.dataset.field ? each.textContent.trim() : each.className]));
  const [served, now] = [fields(first), fields(document)];
  const seen = (each) => JSON.stringify(each[1] ? each.slice(0, 2) : each);
  return now.filter((each, index) => seen(each) !== seen(served[index])).map((each, index) => JSON.stringify(each));
}
"""
"""What the page shows of the snapshot that is not in the page as the server sends it."""


OUT_OF_SIGHT = """
() => [...document.querySelectorAll(".player :is(.name, [data-field=score], .clock-time)")].filter((each) => {
  if (!each.checkVisibility()) return false;
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const whole = each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 2;
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !each.parentElement.contains(there) ||
    (each.matches(".name") && !whole);
}).map((each) => `${each.closest(".player").dataset.side} ${each.className} ${JSON.stringify(each.getBoundingClientRect())}`)
"""
"""What of the players is not wholly to be seen, without scrolling: name, score and clock."""


class NoSetup:
    """A set-up that is only led to."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def wait_for(page: Any, moment: Any) -> None:
    page.wait_for_selector(f"html[data-seq='{moment.value.seq}']", state="attached")


def duty(page: Any, side: str) -> str:
    return str(page.text_content(f".player[data-side={side}] .duty"))


def test_an_event_reaches_the_page(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    page = visit()
    assert page.text_content(".says") == "Throw a die each: who throws higher begins."
    assert page.locator(".checker").count() == 30
    table.show(moment.THROWN)
    wait_for(page, moment.THROWN)
    assert page.text_content(".says") == "Anna threw 3-1."
    assert duty(page, "W") == "to play 3-1" and page.locator(".player.on-turn").count() == 1
    assert [page.locator(f".die:nth-child({n}) .pip").count() for n in (1, 2)] == [3, 1]
    assert page.locator(".die.light").count() == 2
    table.show(moment.PLAYED)
    wait_for(page, moment.PLAYED)
    assert page.text_content(".notation") == "8/5 6/5"
    assert page.text_content("[data-field=announce]") == "Anna played 8/5 6/5 with 3-1. Ben to throw."
    assert page.locator(".ghost").count() == 2 and page.locator(".arrow.head").count() == 2
    assert page.locator(".trace-number").all_text_contents() == ["8", "5", "6"]  # as Anna counts, who played
    assert "point 5: 2" in page.text_content("[data-field=position-W]")
    assert page.text_content(".player[data-side=W] .pips") == "163 pips"
    assert page.text_content(".numbers text:first-child") == "1"  # as the play is written that is told
    assert page.text_content("[data-field=last-remark]") == ""
    table.broadcaster.post(
        replace(moment.PLAYED.value, seq=2004, game=moment.THROWN.value.game, roll=Roll.of(6, 5))
    )
    page.wait_for_selector("html[data-seq='2004']", state="attached")
    assert page.text_content(".numbers text:first-child") == "24"  # as Ben counts, whose play is next
    assert page.text_content("[data-field=last-remark]") == "Points as Anna counts them."


def test_a_roll_is_named_beside_its_dice(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    page = visit(reduced_motion="reduce")
    table.show(moment.THROWN)
    wait_for(page, moment.THROWN)
    assert page.locator(".roll-name").count() == 0
    named = replace(moment.THROWN.value, seq=2001, roll_name="tress-ess", says="Anna threw 3-1, tress-ess.")
    for turned in (False, True):
        if turned:
            page.click("#board")
        table.broadcaster.post(replace(named, seq=named.seq + turned))
        page.wait_for_selector(f"html[data-seq='{named.seq + turned}']", state="attached")
        assert page.text_content(".roll-name") == "tress-ess"
        name = page.locator(".roll-name").bounding_box()
        dice = [page.locator(".die").nth(index).bounding_box() for index in range(2)]
        assert all(die["y"] + die["height"] <= name["y"] + name["height"] / 4 for die in dice)
        assert min(die["x"] for die in dice) - name["width"] < name["x"] < max(die["x"] for die in dice)
    table.show(moment.PLAYED)
    page.wait_for_selector(".roll-name", state="detached")


def test_three_dice_lie_side_by_side(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    page = visit(reduced_motion="reduce")
    table.broadcaster.post(replace(moment.THROWN.value, seq=2003, roll=Roll.of(6, 4, 1)))
    page.wait_for_selector("html[data-seq='2003']", state="attached")
    assert page.locator(".die .pip").count() == 11
    boxes = [page.locator(".die").nth(index).bounding_box() for index in range(3)]
    assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(boxes))


def test_a_fault_turns_the_frame_red_until_it_is_put_right(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = visit(reduced_motion="reduce")
    frame = page.locator("#board .frame")
    assert frame.evaluate("each => getComputedStyle(each).fill") != RED
    table.show(moment.BROKEN)
    wait_for(page, moment.BROKEN)
    assert page.text_content(".says") == "Bar/20 is illegal: Ben holds that point."
    assert page.text_content("[role=alert][data-field=alert]") == page.text_content(".says")
    assert frame.evaluate("each => getComputedStyle(each).fill") == RED
    assert page.locator(".mark").count() == 1 and page.text_content(".mark-number") == "20"
    table.show(moment.MENDED)
    wait_for(page, moment.MENDED)
    assert frame.evaluate("each => getComputedStyle(each).fill") != RED
    assert page.locator(".mark").count() == 0
    assert page.text_content("[data-field=alert]") == ""
    assert page.text_content(".says") == "Ben to throw."


def test_the_cube_is_offered_and_taken(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    page = visit()
    assert page.text_content(".cube-value") == "64"
    table.show(moment.DOUBLED)
    wait_for(page, moment.DOUBLED)
    assert page.text_content(".cube-value") == "2"
    assert (duty(page, "B"), duty(page, "W")) == ("doubles to 2", "take or pass?")
    table.show(moment.TAKEN)
    wait_for(page, moment.TAKEN)
    assert page.text_content(".player[data-side=W] .chip") == "cube 2"
    assert page.text_content("[data-field=cube-line]") == "Anna has the cube at 2"


def test_bearing_off_and_the_end(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.BEARING_OFF)
    page = visit()
    assert page.locator("use[href='#slab-of-light']").count() == 8
    assert page.text_content(".checker.dark .count:not(:empty)") == "7"
    assert page.text_content("[data-field=camera]") == "A hand is over the board."
    table.show(moment.FINISHED)
    wait_for(page, moment.FINISHED)
    assert page.locator("use[href='#slab-of-light']").count() == 15
    assert duty(page, "W") == "wins the match"
    assert page.text_content(".player[data-side=W] .score [data-field]") == "6"
    table.show(moment.NO_GAME)
    wait_for(page, moment.NO_GAME)
    assert page.locator(".checker, .die, .cube-value").count() == 0
    assert page.text_content(".says") == "Set up the starting position."


@pytest.mark.parametrize("scripts", [True, False])
def test_what_the_camera_notes_is_told_while_it_sees(
    visit: Callable[..., Any], table: Any, moment: Any, scripts: bool
) -> None:
    doubled = moment.DOUBLED.value
    noted = replace(doubled, camera=replace(doubled.camera, note="I follow the board."))
    table.broadcaster.post(noted)
    page = visit(java_script_enabled=scripts)
    assert page.text_content("[data-field=camera]") == "I follow the board."
    if scripts:
        table.show(moment.TAKEN)
        wait_for(page, moment.TAKEN)
        assert page.text_content("[data-field=camera]") == ""


def test_a_question_shows_its_boards(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.ASKED)
    page = visit()
    assert page.locator(".candidate .board").count() == 2
    assert page.locator(".candidate").all_text_contents()[1].endswith("13/11 6/5 with 2-1")
    assert page.locator(".candidate >> nth=0 >> .differs").count() == 4
    table.show(moment.MENDED)
    wait_for(page, moment.MENDED)
    assert not page.is_visible(".question")


def test_the_board_turns_with_a_tap_and_stays_turned(visit: Callable[..., Any], moment: Any) -> None:
    page = visit()

    def lower() -> str:
        return str(
            page.evaluate(
                "() => [...document.querySelectorAll('.player')]"
                ".sort((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)[0].dataset.side"
            )
        )

    assert lower() == "W"
    page.click("#board")
    assert lower() == "B"
    page.reload()
    assert lower() == "B"
    page.click("#board")
    assert lower() == "W"


def test_who_sits_at_an_end_sees_it_from_there(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    page = visit(reduced_motion="reduce")
    table.show(moment.MENDED)
    wait_for(page, moment.MENDED)
    # The tray, the two checkers on the far player's ace point, and the far player's home, as they lie before them.
    ends = {
        "near": ("right", "top"), "left": ("top", "left"), "far": ("left", "bottom"), "right": ("bottom", "right"),
    }  # fmt: skip
    page.focus("[data-action=turn]")
    for seat, (tray, last_point) in ends.items():
        board = page.locator("#board .frame").bounding_box()
        where = {"left": board["x"], "top": board["y"]}
        where |= {"right": where["left"] + board["width"], "bottom": where["top"] + board["height"]}

        def nearest(box: Any, edges: tuple[str, ...], where: Any = where) -> str:
            middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            return min(edges, key=lambda edge: abs(where[edge] - middle["xy"[edge in ("top", "bottom")]]))

        across = ("left", "right") if tray in ("left", "right") else ("top", "bottom")
        along = ("top", "bottom") if across[0] == "left" else ("left", "right")
        assert page.get_attribute("body", "data-seat") == seat
        assert nearest(page.locator("#board use[href='#tray']").bounding_box(), across) == tray
        # Anna's play is told: her 24 is at the far edge.
        number = page.locator("#board .numbers text", has_text=re.compile("^24$")).bounding_box()
        assert nearest(number, along) == last_point and nearest(number, across) == tray
        assert number["width"] > number["height"]  # upright, whichever way the board lies
        page.keyboard.press("Enter")
    assert page.get_attribute("[data-action=turn]", "aria-label") == "Turn board: seen from the near side"


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_it_fits_every_screen_and_can_be_read(
    visit: Callable[..., Any], table: Any, moment: Any, contrast: str, scheme: str
) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for each in (moment.BROKEN, moment.ASKED, moment.DOUBLED, moment.FINISHED):
            table.show(each)
            wait_for(page, each)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, each.name)
            for part in ("#board", ".says", ".player[data-side=W]", ".player[data-side=B]"):
                box = page.locator(part).bounding_box()
                assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, (name, each.name, part)
            assert page.evaluate(contrast) == [], (name, each.name)
    # Across a room: letters of a television's height over 25 can be read at two metres and more.
    assert page.locator(".says").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > 1080 / 25
    background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert background == {"light": "rgb(244, 239, 229)", "dark": "rgb(20, 17, 14)"}[scheme]


@pytest.mark.parametrize("ratio", [1, pytest.param(2, marks=pytest.mark.long), 3])
def test_nobody_is_pushed_out_of_sight_by_a_fault(
    visit: Callable[..., Any], table: Any, moment: Any, ratio: int
) -> None:
    page = visit(reduced_motion="reduce", device_scale_factor=ratio)
    broken = moment.MENDING.value
    clock = ChessClock(727.0, 3727.0, 8.0, Side.WHITE)
    timed = ClockView(clock, TimeControl(ClockKind.DELAY, 12.0), None, "")
    sizes = ((320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080))
    for seq, snapshot in enumerate(
        (broken, replace(broken, clock=timed), replace(broken, clock=timed, simulated=True))
    ):
        table.broadcaster.post(replace(snapshot, seq=3000 + seq))
        page.wait_for_selector(f"html[data-seq='{3000 + seq}']", state="attached")
        for width, height in sizes if ratio == 1 else sizes[:3]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUT_OF_SIGHT) == [], (seq, width, height)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (seq, width, height)
            board = page.locator("#board .frame").bounding_box()
            assert board["y"] >= 0 and board["y"] + board["height"] <= height, (seq, width, height)
            if width > 1000:
                size = page.locator(".says").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
                assert size > height / 25, (seq, width, height)
                assert page.locator(".voice").evaluate("each => each.scrollHeight <= each.clientHeight"), (
                    seq,
                    width,
                )


def test_a_fault_is_said_once_and_marked_where_a_checker_has_to_go(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    illegal = replace(moment.BROKEN.value.last_play, side=Side.WHITE, illegal="Only 2s were thrown.")
    table.broadcaster.post(replace(moment.MENDING.value, last_play=illegal))
    page = visit(reduced_motion="reduce")
    wait_for(page, moment.MENDING)
    told = moment.MENDING.value.fault.text
    shown = page.locator("main :is(.voice, .last-play, .foot)").all_inner_texts()
    assert "".join(shown).count(told) == 1 and "Only 2s" not in "".join(shown)
    assert page.locator(".mark-number").all_text_contents() == [
        "20",
        "5",
    ]  # what is done already is not marked
    assert page.text_content(".numbers text:first-child") == "1"  # as White counts, who made the play
    starts = page.locator(".mending .arrow:not(.head)").evaluate_all(
        "all => all.map((each) => { const { x, y } = each.getPointAtLength(0); return [x, y]; })"
    )
    marks = page.locator(".mark").evaluate_all(
        "all => all.map((each) => { const { x, y, width, height } = each.getBBox(); return [x, y, x + width, y + height]; })"
    )
    for (x, y), (left, top, right, bottom) in zip(starts, marks, strict=True):
        assert left <= x <= right and top <= y <= bottom


def test_whoever_has_no_camera_or_no_board_is_led_to_the_set_up(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    says = "There is no camera: plug one in, or use a phone."
    camera = replace(moment.NO_GAME.value.camera, view=View.LOST, text=says, ready=False)
    table.broadcaster.post(replace(moment.NO_GAME.value, says=says, camera=camera))
    page = visit(at=serve(table, setup=NoSetup()).url)
    assert page.text_content(".says") == says and not page.is_visible(".made-up")
    assert page.locator("[data-field=to-setup]:visible").get_attribute("href") == "/setup"
    table.show(moment.MENDING)
    wait_for(page, moment.MENDING)
    assert not page.is_visible("[data-field=to-setup]")


def test_every_page_of_a_simulated_match_says_so(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any, contrast: str
) -> None:
    url, page = serve(table).url, visit("about:blank")
    for path in ("/sight", "/api", "/desk", "/", "/clock", "/overlay"):
        seq = table.broadcaster.latest().seq
        table.broadcaster.post(replace(moment.THROWN.value, seq=seq + 1, simulated=True))
        width, height = (1920, 1080) if path == "/overlay" else (390, 844)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(url + path)
        assert page.inner_text(".made-up").startswith("Simulated"), path
        box = page.locator(".made-up").bounding_box()
        assert box["y"] >= 0 and box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] > 12, (
            path
        )
        assert page.evaluate(contrast) == [], path
        if path in ("/", "/clock", "/overlay"):
            table.broadcaster.post(replace(moment.PLAYED.value, seq=seq + 2))
            page.wait_for_selector(f"html[data-seq='{seq + 2}']", state="attached")
            assert not page.is_visible(".made-up"), path


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_checkers_glide_unless_that_is_not_wanted(
    visit: Callable[..., Any], table: Any, moment: Any, motion: str, moves: bool
) -> None:
    page = visit(reduced_motion=motion)
    page.evaluate(
        "() => { window.glides = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...args) { window.glides += 1; return animate.apply(this, args); } }"
    )
    table.show(moment.PLAYED)
    wait_for(page, moment.PLAYED)
    assert page.evaluate("window.glides") == (2 if moves else 0)


def test_what_the_server_draws_first_is_what_the_script_draws(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = visit()
    for each in moment:
        table.show(each)
        wait_for(page, each)
        assert page.evaluate(UNLIKE) == [], each.name


def test_without_scripts_there_is_the_text(visit: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.BROKEN)
    page = visit(java_script_enabled=False)
    assert page.text_content(".says") == "Bar/20 is illegal: Ben holds that point."
    assert "13(4)" in page.text_content("#position")


def test_it_says_when_nothing_is_heard_and_finds_its_way_back(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    server = serve(table)
    page = visit("about:blank", at=server.url, pardon="net::ERR_")
    page.clock.install()
    announcer = "**/static/announcer-sheet.js"
    page.route(announcer, lambda route: route.abort())
    page.goto(server.url)
    page.wait_for_selector("body[data-connection=live]")
    server.stop()
    page.clock.run_for(14_000)
    page.wait_for_selector("body[data-connection=stale]")
    assert "Nothing heard from the table for" in page.text_content(".connection")

    later = type(table)()
    # A table that was started again may give the same number to another snapshot.
    later.broadcaster.post(replace(moment.PLAYED.value, seq=table.broadcaster.latest().seq))
    serve(later, server.port)
    page.unroute(announcer)
    with page.expect_response(announcer):
        page.clock.run_for(11_000)
    page.wait_for_selector("body[data-connection=live]")
    page.wait_for_selector(".says:has-text('Ben to throw.')")
    assert not page.is_visible(".connection")


def test_a_page_that_finds_no_place_asks_now_and_then(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = visit("about:blank", at=(url := serve(table).url), pardon="503")
    page.route(
        "**/api/events?*", lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, body="{}")
    )
    page.goto(url)
    page.wait_for_selector("body[data-connection=polling]")
    table.show(moment.THROWN)
    wait_for(page, moment.THROWN)
    assert "many are watching" in page.text_content("[data-field=connection-state]")


def test_what_ails_the_computer_is_for_everybody_only_once_it_is_bad(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    warm = Concern("temperature", Health.WARNING, phrase("The computer is warm."), phrase("Give it air."))
    hot = replace(warm, health=Health.FAILURE, text=phrase("The computer is too hot."))
    page = visit()
    table.broadcaster.post(replace(moment.THROWN.value, seq=50, host=(warm,)))
    page.wait_for_selector("html[data-seq='50']", state="attached")
    assert page.text_content("[data-field=host]") == ""
    table.broadcaster.post(replace(moment.THROWN.value, seq=51, host=(warm, hot)))
    page.wait_for_selector("html[data-seq='51']", state="attached")
    assert page.text_content("[data-field=host]") == "The computer is too hot."
