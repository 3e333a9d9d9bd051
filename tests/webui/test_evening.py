"""An evening from end to end: the real service without a camera, its pages in a browser,
a person who puts things right.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.store.log.store import Store, sqlite_url
from device.store.settings import MatchSettings, Settings, WebSettings
from device.table.service.table_service import Service
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.position_parsing import parse_position
from engine.state.messages import DieSeen, Look, NewGame, SetPosition, SetRoll
from engine.turn.appearance import seen_as
from tests.sure_evidence import Sure
from vision.frame import Frame

SETTINGS = Settings(match=MatchSettings(white="Anna", black="Ben"), web=WebSettings(pin="4711"))
START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
LEGAL = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
ILLEGAL = "W: 24(2) 13(5) 8(2) 6(5) 2(1) B: 24(2) 13(5) 8(3) 6(5)"


class NoPictures(Camera):
    """A camera that gives none, and fails when it is closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def read(self) -> Frame | None:
        self._closed.wait()
        raise CameraError("it is closed")

    def close(self) -> None:
        self._closed.set()


class Eye:
    """Tells the service what a camera would: ten looks at a board, two seconds long."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.number = 0

    def see(self, position: str, *dice: int) -> None:
        board = Sure(seen_as(find_game("backgammon"), parse_position(position), Seating()))
        shown = tuple(DieSeen(faces(die), "right", True, u) for die, u in zip(dice, (0.7, 0.8), strict=False))
        for _ in range(10):
            self.number += 1
            look = Look(self.number / 5, self.number, View.CLEAR, board, shown)
            self.service.tell(look)  # type: ignore[arg-type]


def faces(value: int) -> tuple[float, float, float, float, float, float]:
    a, b, c, d, e, f = (0.99 if face == value else 0.002 for face in range(1, 7))
    return a, b, c, d, e, f


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    camera = NoPictures()
    made = Service(SETTINGS, camera, Store(sqlite_url(tmp_path / "log.db")))
    made.start()
    yield made
    camera.close()
    made.stop()


def test_a_turn_with_a_fault_from_the_first_throw_to_the_record(
    service: Service, serve: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    eye = Eye(service)
    url = serve(service).url
    referee = visit("/desk", at=url, pardon="401")
    live = visit(at=url)

    def says(words: str) -> None:
        live.wait_for_selector(f".says:has-text('{words}')")

    says("Set up the starting position.")
    referee.click("[data-sheet=game]")
    referee.click("text=Begin a new game")
    referee.fill("[name=pin]", "4711")
    referee.click("text=Let me in")
    says("Throw a die each: who throws higher begins.")
    referee.click("[data-sheet=roll]")
    for name, value in (("side", "W"), ("first", "3"), ("second", "1")):
        referee.locator(f"#sheet-roll label:has(input[name={name}][value='{value}'])").click()
    says("Anna threw 3-1.")

    eye.see(START, 3, 1)
    eye.see(ILLEGAL, 3, 1)
    live.wait_for_selector("#board.faulty")
    assert live.text_content("[data-field=alert]") == service.broadcaster.latest().fault.text  # type: ignore[union-attr]
    assert live.locator(".mark").count() > 0
    live.wait_for_selector(".mend li[data-done=no]:has-text('Put a light checker from 2 back on 8.')")
    eye.see(LEGAL, 3, 1)
    live.wait_for_selector("#board:not(.faulty)")
    live.wait_for_selector(".mend-says:has-text('The board has been put right.')")
    referee.click("text=Done")
    live.wait_for_selector(".notation:has-text('8/5 6/5')")
    says("Ben to throw.")
    assert "8/5 6/5" in live.evaluate("async () => (await fetch('/api/record.mat')).text()")


def test_a_turn_told_by_thumb_alone(
    service: Service, serve: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    for command in (NewGame(), SetRoll(Side.BLACK, Roll.of(6, 5))):
        service.tell(command)
    page = visit("/desk", at=serve(service).url, pardon="401")
    page.wait_for_selector(".says:has-text('Ben threw 6-5.')")
    page.click("[data-sheet=position]")
    for site in (1, 7, 7, 12):
        page.click(f"#editor .area[data-site='{site}'][data-side='']")
    page.click("text=So it stands")
    page.fill("[name=pin]", "4711")
    page.click("text=Let me in")
    page.wait_for_selector(".notation:has-text('24/13')")
    page.wait_for_selector("#sheet-position", state="hidden")
    page.click("text=Undo")
    page.wait_for_selector(".says:has-text('Ben threw 6-5.')")


def test_a_chouette_is_begun_and_told_by_thumb(
    service: Service, serve: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    url = serve(service).url
    page = visit("/desk", at=url, pardon="401")
    live = visit(at=url)
    page.click("[data-sheet=chouette]")
    page.fill("[name=players]", "Anna\nBen\n Cleo ")
    page.click("text=Begin the chouette")
    page.fill("[name=pin]", "4711")
    page.click("text=Let me in")
    page.wait_for_selector("#sheet-chouette", state="hidden")
    for command in (
        SetRoll(Side.WHITE, Roll.of(3, 1)),
        SetPosition(parse_position(LEGAL)),
    ):
        service.tell(command)

    def of(name: str, where: Any = page) -> Any:
        return where.locator(f".chouette li:has(b:text-is('{name}'))")

    of("Cleo").get_by_text("Doubles the box").click()
    of("Cleo").get_by_role("button", name="Take").click()
    of("Cleo", live).get_by_text("the box has the cube at 2").wait_for()
    of("Ben").get_by_text("Doubles the box").click()
    of("Ben").get_by_role("button", name="Pass").click()
    of("Ben", live).get_by_text("out, +1").wait_for()
    live.wait_for_selector(".player[data-side=B] .name:text-is('Cleo')")
    page.fill("[name=joins]", "Dora")
    page.get_by_role("button", name="Joins").click()
    of("Dora").wait_for()
    of("Dora").get_by_text("More").click()
    of("Dora").get_by_role("button", name="Leaves").click()
    of("Dora").get_by_text("has left").wait_for()
    page.click("text=Take back the last of these")
    of("Dora").get_by_text("has left").wait_for(state="detached")
    of("Cleo").get_by_text("More").click()
    of("Cleo").locator("input").fill("-3")
    of("Cleo").get_by_role("button", name="Settle").click()
    live.wait_for_selector(".match-line:text-is('Chouette · Anna +2 · Ben +1 · Cleo −3 · Dora 0')")
    for sheet in ("names", "score"):
        assert page.locator(f"[data-sheet={sheet}][hidden]").count() == 1, "they are those of the chouette"
    assert page.locator("[data-of-score][hidden]").count() == 2
    rows = live.evaluate(
        """async () => {
          const { drawChouette } = await import("/static/chouette.js");
          const { chouette } = await (await fetch("/api/state")).json();
          const stakes = chouette.last.map((stake) => ({ ...stake, points: null }));
          drawChouette({ ...chouette, stakes, one_cube: true });
          return [...document.querySelectorAll(".chouette li")].map((each) => each.textContent);
        }"""
    )
    assert [row.count("cube") for row in rows] == [0, 1, 0, 0], (
        "in a consultation the captain's cube is told once"
    )
