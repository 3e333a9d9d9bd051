"""The set-up in a browser: by thumb and by keyboard from a blank box to the first game, on two phones at once."""

import math
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.locate import Located
from device.io.cameras.phone_camera import PhoneCamera, PhoneLine
from device.ops.assembly.table_assembly import Running, start_table
from device.ops.setup.wizard import Wizard
from device.simulator.virtual_table import VirtualTable
from device.store.settings import CameraSettings, LightSettings, Settings, TableSettings
from engine.match_formats import find_match_format
from vision.draw import corners, draw, preset
from vision.frame import Picture
from vision.scene import Scene

PATIENCE = 30_000
FULL = 1.5
"""So many times as large, each way, the phone takes a photograph."""
CORNERS = corners(preset("club"))
STRAIGHT = (
    "door",
    "pin",
    "camera",
    "view",
    "corners",
    "empty",
    "start",
    "colours",
    "signals",
    "match",
    "done",
)
"""The steps of the straight path."""
AT_THE_PHONE = 1
"""The tap at the phone above the board, which gives it the PIN; `test_a_board_is_read_from_a_phones_browser` makes it."""
MOST_TAPS = 12
MAIN = ".acts .big:not(.plain):not([aria-disabled=true])"
CROSS = """
() => {
  const { width, height } = document.querySelector(".loupe");
  const { data } = document.querySelector(".loupe").getContext("2d").getImageData(0, 0, width, height);
  const lit = Array.from({ length: width * height }, (_, at) => at).filter((at) => data[4 * at + 2] > 150);
  const between = (all) => (Math.min(...all) + Math.max(...all) + 1) / 2;
  return [between(lit.map((at) => at % width)), between(lit.map((at) => Math.floor(at / width)))];
}
"""
"""Where in a loupe over darkness the white cross lies that marks the corner, in its own pixels."""
SMALL = """
() => [...document.querySelectorAll("button, input, summary, a, select")]
  .map((each) => (each.matches(".pick input, .camera-card input") ? each.parentElement : each.matches(".tick input") ? each.closest("label") : each))
  .filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""


def at_the_corners(picture: Picture) -> Located:
    """Finds what `calibration.find` finds in five seconds, which tests of its own see to."""
    larger = picture.shape[1] / preset("club").camera.size[0]
    a, b, c, d = (((x + 1.5) * larger, (y - 1.0) * larger) for x, y in CORNERS)
    return Located((a, b, c, d), 0.6, True)


class PhoneAbove:
    """A phone above the board, which sends what it sees until it is stopped: the bare board, or one at the start."""

    def __init__(self, line: PhoneLine) -> None:
        appearance = preset("club")
        start = VirtualTable(find_match_format("backgammon"), 5, appearance.sizes, 1).scene_at(0.0)
        assert start is not None
        self._bare, self._start = (
            cv2.imencode(".jpg", draw(scene, appearance, 0))[1].tobytes() for scene in (Scene(), start)
        )
        self._is_bare = False
        self._line, self._stopping = line, threading.Event()
        self._thread = threading.Thread(target=self._send, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def sees_the_bare_board(self, is_bare: bool) -> None:
        """Sends pictures of it, or of the start, from now on; some have arrived when this ends."""
        if is_bare is not self._is_bare:
            self._is_bare, enough = is_bare, self._line.number + 4
            while self._line.number < enough:
                assert self._line.take(self._line.number, PATIENCE / 1000, self._stopping.is_set)

    def _send(self) -> None:
        while not self._stopping.wait(0.1):
            seen = self._bare if self._is_bare else self._start
            self._line.offer("above", seen)
            if self._line.wants_full:
                small = cv2.imdecode(np.frombuffer(seen, np.uint8), cv2.IMREAD_COLOR)
                full = cv2.resize(small, None, fx=FULL, fy=FULL)
                self._line.offer_full("above", cv2.imencode(".jpg", full)[1].tobytes())


@pytest.fixture
def above(monkeypatch: pytest.MonkeyPatch) -> Iterator[PhoneAbove]:
    line = PhoneLine()
    monkeypatch.setattr("device.io.cameras.PhoneCamera", partial(PhoneCamera, line=line))
    phone = PhoneAbove(line)
    yield phone
    phone.stop()


@pytest.fixture
def blank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_lens: None) -> Iterator[Running]:
    """A table out of the box, before the simulated board."""
    monkeypatch.setattr("device.ops.assembly.table_assembly.Wizard", partial(Wizard, find=at_the_corners))
    monkeypatch.setattr("device.ops.setup.signal_trials.SECONDS", 0.0)
    settings = Settings(
        table=TableSettings(data=tmp_path),
        camera=CameraSettings(source="simulated:club:3:0.5x"),
        lights=LightSettings("simulated"),
    )
    running = start_table(settings)
    yield running
    running.stop()


class Person:
    """Somebody who sets the table up on a page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)

    def sees(self, step: str) -> None:
        self.page.wait_for_selector(f".task[data-step={step}]:not([hidden])")

    def reads(self, words: str) -> None:
        self.page.wait_for_selector(f"text={words}")

    def fills(self, name: str, text: str) -> None:
        self.page.fill(f".task:not([hidden]) [name={name}]", text)

    def taps(self, words: str = "") -> None:
        """Presses the large button, or what bears the words; by the mouse, as a slow
        machine takes a tap for a long one.
        """
        self.page.click(f"button:has-text('{words}'):not([aria-disabled=true])" if words else MAIN)

    def goes_on(self) -> None:
        self.taps("Go on")

    def gives(self, pin: str) -> None:
        self.fills("pin", pin)
        self.taps()

    def drags(self, corner: int, dx: float, dy: float) -> None:
        """Moves a corner by a finger; the loupe shows it, beside the finger and not under it."""
        touch = self.page.context.new_cdp_session(self.page)
        box = self.page.locator(f".handle[data-corner='{corner}']").bounding_box()
        x, y = box["x"] + box["width"] / 2 + 6, box["y"] + box["height"] / 2 + 6
        fingers = [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers})
        for part in (0.5, 1.0):
            fingers = [{"x": x + dx * part, "y": y + dy * part}]
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": fingers})
        loupe = self.page.locator(".loupe").bounding_box()
        ratio = self.page.evaluate("devicePixelRatio")
        pixels = self.page.evaluate(
            "(({ width, height }) => [width, height])(document.querySelector('.loupe'))"
        )
        assert pixels == [ratio * loupe["width"], ratio * loupe["height"]]
        aside = (loupe["x"] + loupe["width"] / 2 - x - dx, loupe["y"] + loupe["height"] / 2 - y - dy)
        assert (aside[0] ** 2 + aside[1] ** 2) ** 0.5 > loupe["width"] / 2 + 10
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.wait_for_selector(".loupe", state="hidden")

    def corner(self, corner: int) -> tuple[int, int]:
        """Where a corner is said to be, in pixels of the picture; it stays there."""
        handle = self.page.locator(f".handle[data-corner='{corner}']")
        handle.press("ArrowLeft")
        handle.press("ArrowRight")
        words = self.page.text_content("[data-field=corner-says]").replace(",", "").split()
        x, y = (int(word) for word in words if word.isdigit())
        return x, y

    def puts_back(self, corner: int, place: tuple[int, int]) -> None:
        """Moves a corner by the arrow keys."""
        handle = self.page.locator(f".handle[data-corner='{corner}']")
        x, y = self.corner(corner)
        for far, less, more in (
            (place[0] - x, "ArrowLeft", "ArrowRight"),
            (place[1] - y, "ArrowUp", "ArrowDown"),
        ):
            tens, ones = divmod(abs(far), 10)
            for _ in range(tens):
                handle.press(f"Shift+{more if far > 0 else less}")
            for _ in range(ones):
                handle.press(more if far > 0 else less)
        assert self.corner(corner) == place

    def goes_by_keys_to(self, words: str) -> None:
        """Goes to a button by the tab key, and presses it."""
        self.page.wait_for_selector(f"button:has-text('{words}'):not([aria-disabled=true])")
        for _ in range(12):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.textContent") == words:
                break
        assert self.page.evaluate("document.activeElement.textContent") == words
        self.page.keyboard.press("Enter")

    def nothing_is_small(self) -> None:
        assert self.page.evaluate(SMALL) == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_from_a_blank_box_to_the_first_game(
    blank: Running, serve: Callable[..., Any], visit: Callable[..., Any], barred: Callable[..., Any]
) -> None:
    url = serve(blank.service, box=blank, setup=blank.setup).url
    page = visit(
        "/setup",
        at=url,
        size=(320, 640),
        has_touch=True,
        device_scale_factor=2,
        pardon="Failed to load resource",
    )
    anna = Person(page)
    code = blank.service.access.code
    assert code is not None

    anna.sees("door")
    anna.gives("000000" if code != "000000" else "111111")
    anna.reads("That is not the code that the box shows.")
    anna.gives(code)
    anna.sees("pin")
    anna.gives("12")
    anna.reads("A PIN has 6 to 12 digits, or is a phrase of at least 10 letters.")
    anna.gives("471147")
    anna.sees("camera")

    page.wait_for_selector(".camera-card[data-seen=yes]")
    anna.nothing_is_small()
    # A step that builds on others is not open, and an address that leads nowhere is refused in words.
    page.tap(".way-toggle")
    assert page.get_attribute("[data-go=empty]", "aria-disabled") == "true"
    page.keyboard.press("Escape")
    page.tap("summary:has-text('Another camera')")
    anna.fills("url", "ftp://camera.test/picture")
    anna.taps("Take this camera")
    page.wait_for_selector(".acts .trouble:not(:empty)")
    anna.fills("url", "")
    anna.taps("Take this camera")
    anna.sees("view")
    anna.reads("The picture is sharp.")
    anna.goes_on()

    # A corner is dragged where it makes no board, which is said, then back, and is put right by the keys.
    anna.sees("corners")
    page.wait_for_selector(".editor[data-ready]")
    there = anna.corner(0)
    picture = page.locator(".editor-picture").bounding_box()
    across, down = 0.5 * picture["width"], 0.5 * picture["height"]
    anna.drags(0, across, down)
    anna.taps("These are the corners")
    anna.reads("Four corners that lie so make no board")
    page.wait_for_selector("button:has-text('These are right all the same')")
    assert page.locator(".acts button").all_inner_texts() == [
        "Look again",
        "These are right all the same",
        "Another side is near",
    ]
    anna.nothing_is_small()
    assert barred(page) == []
    anna.drags(0, 4 - across, 3 - down)
    anna.puts_back(0, there)
    anna.taps("These are the corners")
    anna.sees("empty")
    kept = page.evaluate("async () => (await (await fetch('/api/setup')).json()).corners")
    assert kept["confirmed"]
    assert all(
        abs(a - b) < 4
        for one, two in zip(kept["places"], CORNERS, strict=True)
        for a, b in zip(one, two, strict=True)
    )

    # Somebody else looks on; and where a page is loaded anew, it goes on where it was.
    anna.sees("empty")
    page.reload()
    anna.sees("empty")
    ben = Person(visit("/setup", at=url, has_touch=True, pardon="Failed to load resource"))
    ben.reads("Whoever sets it up gives the referee's PIN.")
    # A page that was loaded before there was a PIN asks for it once the code is refused.
    ben.page.eval_on_selector("[data-step=door] form", "(form) => { form.dataset.asks = 'code'; }")
    ben.gives(code)
    ben.page.wait_for_selector("[data-step=door] form[data-asks=pin]")
    ben.gives("471147")
    ben.sees("empty")
    anna.taps("Skip this")
    for each in (anna, ben):
        each.sees("start")
    ben.page.close()
    assert page.evaluate("document.activeElement.textContent") == "Set up the starting position"

    anna.goes_by_keys_to("It stands so")
    anna.sees("colours")
    anna.fills("white", "Anna")
    anna.fills("black", "Ben")
    anna.reads("Anna plays the light checkers.")
    anna.reads("Ben plays the dark checkers.")
    anna.taps("So it is")

    anna.sees("signals")
    page.tap("[data-trial='lamps:legal']")
    anna.taps("All works")
    anna.sees("match")
    page.tap("text=Rules of Backgammon")
    anna.reads("Each player has fifteen checkers")
    page.tap("label:has([name=points][value='3'])")
    anna.nothing_is_small()
    assert barred(page) == []
    anna.taps("This is played")

    anna.sees("done")
    anna.reads("to 3 points")
    anna.taps("Begin the match")
    anna.reads("The game can begin")
    page.wait_for_selector("[data-field=drawn] .checker")
    assert page.evaluate("document.querySelector('[data-field=qr]').decode().then(() => true)")
    anna.nothing_is_small()
    anna.taps("To the live board")
    page.wait_for_selector(".live .match-line:has-text('Match to 3')")
    assert page.text_content("#name-W") == "Anna" and page.text_content("#name-B") == "Ben"
    page.wait_for_selector("#board .checker")


@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_the_loupe_has_the_screens_own_pixels(visit: Callable[..., Any], ratio: int) -> None:
    page = visit("/api/problems", device_scale_factor=ratio, pardon="404")
    page.evaluate(
        """
        async () => {
          document.body.innerHTML = `<canvas class="loupe" hidden></canvas>`;
          const { Loupe } = await import("/static/setup-loupe.js");
          const picture = await createImageBitmap(new ImageData(640, 480));
          const loupe = new Loupe(document.querySelector(".loupe"));
          loupe.of(picture, 640, null);
          const places = [[100, 100], [500, 110], [520, 400], [90, 390]];
          loupe.show(places, 0, { x: 200, y: 300 }, { left: 0, top: 0, width: 390, height: 292 });
        }
        """
    )
    pixels = page.evaluate("(({ width, height }) => [width, height])(document.querySelector('.loupe'))")
    assert pixels == [150 * ratio, 150 * ratio]
    assert math.dist(page.evaluate(CROSS), (75 * ratio, 75 * ratio)) <= ratio


def test_the_straight_path_takes_few_taps(
    above: PhoneAbove, blank: Running, serve: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """From a blank box to the first game by one tap a step, the code and the PIN typed; a step that found all well goes
    on by itself. The camera is a phone, which is chosen by itself once it sends.
    """
    url = serve(blank.service, box=blank, setup=blank.setup).url
    page = visit("/setup", at=url, pardon="Failed to load resource")
    anna, typed = Person(page), {"door": str(blank.service.access.code), "pin": "471147"}
    assert len(STRAIGHT) + AT_THE_PHONE <= MOST_TAPS
    for step in STRAIGHT:
        anna.sees(step)
        above.sees_the_bare_board(step == "empty")
        if step == "camera":
            page.wait_for_selector("[name=camera][value=phone]:checked", state="attached")
        if step in typed:
            anna.fills("pin", typed[step])
        if step == "done":
            page.wait_for_selector("[data-field=sum] dd:has-text('a phone above the board')")
        anna.taps()
    anna.reads("The game can begin")
    told = page.evaluate("async () => (await fetch('/api/setup')).json()")
    assert told["camera"]["id"] == "phone"
    # the corners were found in a photograph, and hold for the film
    assert told["corners"]["width"] == FULL * told["camera"]["width"]
    shot = blank.service.watcher.shot
    assert shot is not None and shot.model is not None
    assert np.abs(np.array(shot.model.corners) - CORNERS).max() < 4
