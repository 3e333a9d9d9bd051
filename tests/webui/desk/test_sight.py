"""What the camera sees and saw: for the referee alone, live and decision by decision, on any screen."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.store.log.store import LogEntry, Source
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import Reference
from device.table.gallery.picture_gallery import Gallery
from engine.board import Side, View
from engine.dice import Roll
from engine.state.events import Thrown
from engine.words.wording import Names
from vision.eye import Shot, Sight
from vision.frame import Frame, Picture
from vision.labelled_pictures import load_labelled
from vision.reading import read_picture
from webui.desk.sight import FULL_AT_ONCE

KEPT = Path(__file__).parents[2] / "vision" / "kept"
EVENTS = (Thrown(Side.BLACK, Roll.of(5, 4)), Thrown(Side.WHITE, Roll.of(3, 1)))
PATHS = (
    "/api/sight",
    "/api/sight.jpg",
    "/api/sight/full.jpg",
    "/api/decisions",
    "/api/decisions/1",
    "/api/frames/1-1",
    "/api/frames/1-1.jpg",
)
PATIENCE = 20.0
SMALL = """
() => [...document.querySelectorAll("button, summary, a, .tick")].filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""


@pytest.fixture(scope="module")
def shots() -> tuple[Shot, Shot]:
    """A picture that was not read, and one that was."""
    kept = load_labelled(KEPT, "1-124-34ba067c")
    seen = Sight(View.CLEAR, read_picture(kept.model, kept.picture), (2,))
    blurred = np.asarray(cv2.blur(kept.picture, (25, 25)), np.uint8)
    return Shot(Frame(blurred, 0.2, 1), Sight(View.MOVING), kept.model), Shot(
        Frame(kept.picture, 0.4, 2), seen, kept.model
    )


@pytest.fixture
def pictures(tmp_path: Path) -> Iterator[Pictures]:
    made = Pictures(tmp_path, 10**9)
    made.start()
    yield made
    made.close()


class Told:
    """What is to be seen at a table: events happen as a test has them happen."""

    def __init__(self, pictures: Pictures, shots: tuple[Shot, Shot]) -> None:
        self.pictures, self.shots = pictures, shots
        self.entries: tuple[LogEntry, ...] = ()
        self.shot: Shot | None = shots[1]
        self.full: Picture | None = None
        self.taking: Callable[[], object] = lambda: None
        self.gallery = Gallery(
            pictures,
            lambda: self.shot,
            lambda: self.entries,
            lambda translator: Names("Anna", "Ben", translator),
            self.taken,
        )

    def taken(self) -> Picture | None:
        """The full picture, after what happens while it is `taking`."""
        self.taking()
        return self.full

    def happen(self) -> None:
        """The next event, read from the second picture."""
        for shot in self.shots:
            self.pictures.offer(shot)
        event, seq = EVENTS[len(self.entries)], len(self.entries) + 1
        self.entries += (LogEntry("1", seq, 1, 1, 1.75e9 + seq, 0.0, True, Source.CAMERA, (2,), event),)
        self.pictures.keep(Reference(seq, 1.75e9 + seq), (2,))
        assert self.pictures.settle(PATIENCE)


@pytest.fixture
def told(table: Any, pictures: Pictures, shots: tuple[Shot, Shot]) -> Told:
    made = Told(pictures, shots)
    table.gallery = made.gallery
    return made


def size_of(data: bytes) -> tuple[int, ...]:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.shape


@pytest.mark.parametrize("path", PATHS)
def test_pictures_are_for_who_has_given_the_pin(desk: Any, told: Told, path: str) -> None:
    told.happen()
    refused = desk.client.get(path)
    assert (refused.status_code, refused.content_type) == (401, "application/problem+json")
    assert "give the PIN" in refused.json["detail"]
    desk.login()
    assert desk.client.get(path).status_code == 200


def test_the_api_tells_what_is_read_now(desk: Any, told: Told) -> None:
    desk.login()
    now = desk.client.get("/api/sight").json
    assert (now["frame"], now["view"], now["newest"]) == (2, "clear", None)
    assert now["lines"][0] == "light: 24(2) 13(4) 8(3) 6(4) 4(2)"
    assert now["reading"]["points"]["24"]["light"] == 2
    drawn, plain = (desk.client.get(f"/api/sight.jpg{query}").data for query in ("", "?plain"))
    assert size_of(drawn) == size_of(plain) == (720, 960, 3) and drawn != plain
    assert desk.client.get("/api/sight/full.jpg").data == plain, "no camera takes a larger one"
    told.full = np.zeros((1440, 1920, 3), np.uint8)
    assert size_of(desk.client.get("/api/sight/full.jpg").data) == (1440, 1920, 3)
    answers: list[Any] = []
    told.taking = lambda: answers.append(desk.client.get("/api/sight/full.jpg"))
    assert desk.client.get("/api/sight/full.jpg").status_code == 200
    assert [each.status_code for each in answers] == [409, *[200] * (FULL_AT_ONCE - 1)]
    assert "try again in a few seconds" in answers[0].get_json(force=True)["detail"]
    told.taking = lambda: None
    told.shot = None
    assert desk.client.get("/api/sight").json["frame"] is None
    assert desk.client.get("/api/sight.jpg").status_code == 404


def test_the_api_tells_of_decisions_and_their_pictures(desk: Any, told: Told) -> None:
    desk.login()
    assert desk.client.get("/api/decisions").json == {"trouble": None, "decisions": []}
    told.happen()
    told.happen()
    newest, first = desk.client.get("/api/decisions").json["decisions"]
    assert (newest["seq"], newest["says"], newest["source"]) == (2, "Anna threw 3-1.", "camera")
    assert first == desk.client.get("/api/decisions/1").json
    assert [(each["id"], each["read"]) for each in first["frames"]] == [("1-1", False), ("1-2", True)]
    frame = desk.client.get("/api/frames/1-2").json
    assert frame["events"] == [1, 2] and frame["lines"][2].startswith("dice:")
    assert desk.client.get("/api/frames/1-1").json["lines"] == []
    drawn, plain = (desk.client.get(f"/api/frames/1-2.jpg{query}") for query in ("", "?plain"))
    assert drawn.content_type == "image/jpeg" and size_of(drawn.data) == size_of(plain.data)
    assert drawn.data != plain.data == (told.pictures.folder / "1-2.jpg").read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/api/decisions/9",
        "/api/decisions/x",
        "/api/frames/9-9",
        "/api/frames/..%2f1.jpg",
        "/api/frames/9-9.jpg",
    ],
)
def test_what_is_not_there_is_a_problem(desk: Any, told: Told, path: str) -> None:
    told.happen()
    desk.login()
    answer = desk.client.get(path)
    assert (answer.status_code, answer.content_type) == (404, "application/problem+json")
    assert answer.json["title"] == "Not Found"


def test_a_picture_that_has_gone_or_lost_its_model_is_no_error(desk: Any, told: Told) -> None:
    told.happen()
    desk.login()
    for model in told.pictures.folder.glob("*.board"):
        model.unlink()
    assert desk.client.get("/api/frames/1-2.jpg").data == (told.pictures.folder / "1-2.jpg").read_bytes()
    (told.pictures.folder / "1-2.jpg").unlink()
    (told.pictures.folder / "1-2.json").unlink()
    assert desk.client.get("/api/frames/1-2.jpg").status_code == 404
    assert desk.client.get("/api/frames/1-2").json["lines"] == []


def test_without_a_ring_the_page_says_so(desk: Any) -> None:
    desk.login()
    answer = desk.client.get("/api/decisions").json
    assert answer["decisions"] == [] and "the settings allow them no room" in answer["trouble"]


def let_in(page: Any) -> None:
    page.click("[data-action=open]")
    page.fill("[name=pin]", "4711")
    page.click("text=Let me in")
    page.wait_for_selector(".now .shot img[src]", state="visible")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((320, 640), "dark"), pytest.param((320, 640), "light", marks=pytest.mark.long), ((1280, 800), "light")],
)
def test_the_page_shows_what_is_seen_and_what_was(
    visit: Callable[..., Any], told: Told, size: tuple[int, int], scheme: str
) -> None:
    told.happen()
    page = visit("/sight", size=size, color_scheme=scheme)
    assert page.is_hidden(".now")
    let_in(page)
    page.wait_for_selector(".decision:has-text('Ben threw 5-4.')")
    assert page.text_content(".now .lines").startswith("light: 24(2) 13(4)")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(SMALL) == []
    told.happen()
    page.wait_for_selector(".decision:has-text('Anna threw 3-1.')")
    assert page.locator(".decision").count() == 2


def test_a_decisions_pictures_one_by_one_with_and_without_the_drawing(
    visit: Callable[..., Any], told: Told
) -> None:
    told.happen()
    page = visit("/sight")
    let_in(page)
    card = page.locator(".decision").first
    image = card.locator("img")
    assert image.get_attribute("src") == "/api/frames/1-2.jpg"
    image.scroll_into_view_if_needed()
    page.wait_for_selector(".decision img[style*='960 / 720']")
    card.locator(".tick").click()
    assert image.get_attribute("src") == "/api/frames/1-2.jpg?plain"
    card.locator("summary").click()
    page.wait_for_selector(".decision .lines:has-text('dice:')")
    card.locator("text=Before").click()
    assert image.get_attribute("src") == "/api/frames/1-1.jpg?plain"
    page.wait_for_selector(".decision .lines:has-text('Nothing was read of it.')")
    assert card.locator("code").text_content() == "tableside keep 1-1"
    assert card.locator("[aria-pressed=true]").text_content() == "Before"


def test_pictures_that_cannot_be_kept_are_told_of_on_the_open_page(
    visit: Callable[..., Any], told: Told
) -> None:
    told.happen()
    page = visit(
        "/sight", pardon="404"
    )  # the first decision's picture, where the page is not done fetching it
    let_in(page)
    page.wait_for_selector(".decision:has-text('Ben threw 5-4.')")
    shutil.rmtree(told.pictures.folder)
    told.pictures.folder.write_text("no folder")
    told.happen()
    page.wait_for_selector("[data-field=trouble]:has-text('no more pictures are kept')")


def test_a_page_that_nobody_looks_at_asks_for_nothing(visit: Callable[..., Any], told: Told) -> None:
    page = visit("/sight")
    let_in(page)
    page.evaluate("() => Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})")
    page.wait_for_selector(".now[data-state=paused]")
    asked = page.evaluate("() => performance.getEntriesByType('resource').length")
    told.happen()
    assert page.evaluate("() => performance.getEntriesByType('resource').length") == asked
    page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
    page.wait_for_selector(".now[data-state=live]")
    page.wait_for_selector(".decision:has-text('Ben threw 5-4.')")


def test_leaving_shuts_the_pictures_away(visit: Callable[..., Any], told: Told) -> None:
    page = visit("/sight")
    let_in(page)
    page.click("[data-action=leave]")
    page.wait_for_selector("[data-action=open]", state="visible")
    assert page.is_hidden(".now")


def test_the_referees_page_leads_there(visit: Callable[..., Any], told: Told) -> None:
    page = visit("/desk", pardon="404")
    page.click("text=What the camera sees")
    page.click("text=Larger, with what past decisions were read from")
    page.wait_for_url("**/sight")
