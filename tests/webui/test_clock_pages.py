"""The chess clock in a browser: it runs on by itself, can be put right by thumb, and is pressed beside the board."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from device.status.snapshot.clock_view import ClockView, clock_sentence
from engine.board import Side
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.terms import ClockKind, FlagCosts, Terms
from engine.state.messages import Done, NewGame, PauseClock, ResumeClock, SetClock
from engine.words.wording import Names

SIZES = ((320, 640), (390, 844), (1024, 768), (1920, 1080))
DELAY = TimeControl(ClockKind.DELAY, 12.0)


class Told(ClockView):
    """A clock that runs and is told as it is, however long a test takes."""

    __slots__ = ()

    def at(self, now: float) -> ChessClock:
        """The clock as it was made."""
        return self.clock


@pytest.fixture
def timed(table: Any, moment: Any) -> Callable[..., int]:
    """Pins up a moment with a clock: the seconds of White, who has thrown, of Black, and what is free; its number."""
    seq = 3000

    def pin_up(white: float, black: float, free: float = 0.0, of: Any = moment.THROWN, **more: Any) -> int:
        nonlocal seq
        seq += 1
        clock = ChessClock(white, black, free, Side.WHITE, **more)
        shown = Told(clock, DELAY, 0.0, clock_sentence(clock, Names("Anna", "Ben")))
        match = replace(of.value.match, terms=Terms(clock=ClockKind.DELAY))
        snapshot = replace(of.value, seq=seq, clock=shown, match=match)
        table.broadcaster.post(snapshot)
        table.desk.post(snapshot)
        return seq

    return pin_up


def wait_for(page: Any, seq: int) -> None:
    page.wait_for_selector(f"html[data-seq='{seq}']", state="attached")


def face(page: Any, side: str, part: str = "time") -> str:
    return str(page.text_content(f".player[data-side={side}] [data-field=clock-{part}]"))


def state(page: Any, side: str) -> str:
    return str(page.get_attribute(f".player[data-side={side}] .clock", "data-state"))


def test_a_clock_runs_on_by_itself_while_the_table_is_heard(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, timed: Callable[..., int]
) -> None:
    timed(727, 3727, 8)
    server = serve(table)
    page = visit("about:blank", at=server.url, pardon="net::ERR_", reduced_motion="reduce")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(server.url)
    page.wait_for_selector("body[data-connection=live]")
    assert (face(page, "W"), face(page, "W", "free"), state(page, "W")) == ("12:07", "8", "runs")
    assert (face(page, "B"), face(page, "B", "free"), state(page, "B")) == ("1:02:07", "", "rests")
    page.clock.run_for(3050)
    assert (face(page, "W"), face(page, "W", "free")) == ("12:07", "5")
    page.clock.run_for(6000)
    assert (face(page, "W"), face(page, "W", "free")) == ("12:06", "")
    assert face(page, "W", "spoken") == "12 minutes 6 seconds left, running"
    assert face(page, "B") == "1:02:07" and page.text_content("[data-field=clock-announce]") == ""

    for left, after, called in ((60.5, 600, "1 minute"), (10.2, 300, "10 seconds")):
        wait_for(page, timed(left, 90))
        page.clock.run_for(after)
        assert page.text_content("[data-field=clock-announce]") == f"Anna has {called} left."
    assert page.locator(".clock.low").count() == 1
    page.clock.run_for(11_000)
    assert face(page, "W") == "0:00"
    wait_for(page, timed(0, 90, fallen=(Side.WHITE,)))
    assert (face(page, "W"), state(page, "W")) == ("time is up", "fallen")
    assert (
        page.text_content(".says") == page.text_content("[data-field=clock-announce]") == "Anna's time is up."
    )
    wait_for(page, timed(40, 90, 5, paused=True, stopped=True))
    page.clock.run_for(2000)
    assert (face(page, "W"), face(page, "W", "free"), state(page, "W")) == ("0:40", "5", "held")
    assert page.text_content("[data-field=clock-says]") == "The clock is stopped."

    wait_for(page, timed(300, 90))
    server.stop()
    page.clock.run_for(14_000)
    page.wait_for_selector("body[data-connection=stale]")
    assert state(page, "W") == "unsure"
    shown = face(page, "W")
    page.clock.run_for(5000)
    assert face(page, "W") == shown > "4:40"


def test_it_fits_every_screen_and_can_be_read(
    visit: Callable[..., Any], moment: Any, timed: Callable[..., int], contrast: str
) -> None:
    timed(727, 3727, 8)
    page = visit(reduced_motion="reduce")
    times = page.locator(".clock-time")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for of, left in ((moment.BROKEN, 727), (moment.ASKED, 9)):
            wait_for(page, timed(left, 3727, 8, of))
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, of.name)
            for part in (".says", ".player[data-side=W] .clock", ".player[data-side=B] .clock"):
                box = page.locator(part).bounding_box()
                assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, (width, of.name, part)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert page.evaluate(contrast) == [], (width, of.name, scheme)
    # Across a room: nothing but the board is larger than the clock.
    wait_for(page, timed(727, 664, 8))
    letters = "each => parseFloat(getComputedStyle(each).fontSize)"
    assert times.first.evaluate(letters) > 1080 / 12


def test_the_referee_stops_and_sets_the_clock_by_thumb(
    visit: Callable[..., Any], table: Any, moment: Any, timed: Callable[..., int]
) -> None:
    page = visit("/desk", size=(320, 640), pardon="401")
    assert page.is_hidden("[data-sheet=clock]")
    page.click("[data-sheet=match]")
    page.click("text=A chess clock")
    assert page.is_hidden("[data-term=flag]") and page.is_hidden("[data-term=clock_minutes]")
    page.select_option("[data-term=clock]", label="plain")
    assert page.is_visible("[data-term=flag]") and page.is_hidden("[data-term=clock_delay]")
    page.select_option("[data-term=flag]", label="match")
    page.locator("#sheet-match label:has(input[name=points][value='7'])").click()
    page.click("text=Begin a new match")
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    terms = Terms(clock=ClockKind.PLAIN, flag=FlagCosts.MATCH)
    assert table.hears(NewGame(True, 7, terms=terms))

    wait_for(page, timed(727, 90, 8))
    page.click("[data-sheet=clock]")
    assert page.text_content("[data-field=clock-hint]") == "Anna's time runs."
    page.click("text=Stop the clock")
    assert table.hears(PauseClock())
    wait_for(page, timed(727, 90, 8, paused=True, stopped=True))
    assert page.text_content("[data-field=clock-hint]") == "The clock is stopped."
    page.fill("[name=black-minutes]", "4")
    page.click("text=Set both times")
    assert table.hears(SetClock(727.0, 270.0))
    page.click("[data-sheet=clock]")
    page.click("text=Let it run on")
    assert table.hears(ResumeClock())


def test_each_player_presses_his_own_half(
    visit: Callable[..., Any], serve: Callable[..., Any], table: Any, timed: Callable[..., int], contrast: str
) -> None:
    timed(727, 9, 8)
    page = visit("about:blank", at=(url := serve(table).url), pardon="401", reduced_motion="reduce")
    page.add_init_script(
        "window.awake = 0; const request = WakeLock.prototype.request;"
        "WakeLock.prototype.request = function (...kind) { window.awake += 1; return request.apply(this, kind); };"
    )
    page.goto(url + "/clock")
    near, far = (page.locator(f".half[data-side={side}]") for side in "WB")
    assert page.evaluate("window.awake") == 1
    assert [half.evaluate("each => getComputedStyle(each).rotate") for half in (near, far)] == [
        "none",
        "180deg",
    ]
    assert near.locator("[data-field=clock-time]").text_content() == "12:07"
    far.click()
    assert far.locator("[data-field=task]").text_content() == "It is Anna's turn."
    assert not table.told
    near.click()
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    assert table.hears(Done(0.0, Side.WHITE))
    page.click("[data-action=pause]")
    assert table.hears(PauseClock())
    snapshot = table.broadcaster.latest()
    table.desk.post(replace(snapshot, seq=5000, says="For the referee alone."))
    table.broadcaster.post(replace(snapshot, seq=5000, says="For everybody."))
    wait_for(page, 5000)
    assert near.locator("[data-field=words]").text_content() == "For everybody.", "both players see it"
    assert "referee alone" not in page.request.get(url + "/clock").text()
    page.click("[data-action=turn]")
    assert near.evaluate("each => getComputedStyle(each).rotate") == "180deg"
    for width, height in ((320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(contrast) == [], (width, scheme)
        for half in (near, far):
            box, time = half.bounding_box(), half.locator(".time").bounding_box()
            assert box["height"] > height / 3 and box["x"] + box["width"] <= width
            assert time["width"] < box["width"] and time["height"] > height / 10


def test_an_illegal_play_is_red_from_end_to_end_and_read_from_afar(
    visit: Callable[..., Any], moment: Any, timed: Callable[..., int], contrast: str
) -> None:
    timed(727, 664, 8, moment.MENDING)
    page = visit("/clock", reduced_motion="reduce")
    red = "rgb(179, 32, 27)"
    for width, height in ((320, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        grounds = page.evaluate(
            "[document.body, ...document.querySelectorAll('.half')].map((each) => getComputedStyle(each).backgroundColor)"
        )
        assert grounds == [red, red, red], (width, height)
        assert page.evaluate(contrast) == [], (width, height)
        for half in (page.locator(f".half[data-side={side}]") for side in "WB"):
            assert half.locator("[data-field=words]").text_content() == moment.MENDING.value.fault.text
            # At two metres a letter is read that is a twelfth of a phone's width high.
            heading = half.locator(".wrong").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
            assert heading > min(width, height) / 9, (width, height)
            whole = half.bounding_box()
            parts = [half.locator(part).bounding_box() for part in (".name", ".wrong", ".words", ".time")]
            for box in parts:
                assert box["x"] >= whole["x"] and box["x"] + box["width"] <= whole["x"] + whole["width"]
                assert box["y"] >= whole["y"] and box["y"] + box["height"] <= whole["y"] + whole["height"]
            down = sorted(parts, key=lambda box: box["y"])
            for one, other in pairwise(down):
                assert one["y"] + one["height"] <= other["y"] + 1, (width, height, down)
