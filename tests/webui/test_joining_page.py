"""A game under way is begun at the referee's desk: is this the board? Two taps where it is."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.table.gallery.picture_gallery import Gallery
from engine.board import Kind, Seating, Side, View
from engine.games import find_game
from engine.match.cube import Cube
from engine.match.match import Score
from engine.position import Position
from engine.position_parsing import parse_position
from engine.referee.seats import EVERY, likely_seating
from engine.state.messages import JoinGame
from engine.turn.appearance import as_position, seen_as
from vision.eye import Shot, Sight
from vision.frame import Frame
from vision.labelled_pictures import load_labelled
from vision.reading import read_picture

KEPT = Path(__file__).parents[1] / "vision" / "kept"
BACKGAMMON = find_game("backgammon")
SMALL = """
() => [...document.querySelectorAll(".underway :is(button, summary, label), .touch button")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""
YES = "text=Yes, this is the board"


@pytest.fixture
def seen(table: Any) -> Position:
    """What the camera of a table sees on which no game is on."""
    kept = load_labelled(KEPT, "1-124-34ba067c")
    found = read_picture(kept.model, kept.picture)
    shot = Shot(Frame(kept.picture, 1.0, 1), Sight(View.CLEAR, found, (1,)), kept.model)
    table.gallery = Gallery(None, lambda: shot)
    position = table.gallery.under_way(table.match_state).position
    assert position is not None
    return position


def desk_of(visit: Callable[..., Any], **options: Any) -> Any:
    """The desk for somebody who has given the PIN."""
    page = visit("/desk", pardon="status of 40", **options)
    page.click("[data-action=open]")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.click("text=Let me in")
    page.wait_for_selector("#sheet-pin", state="hidden")
    return page


def tap(page: Any, column: int, row: float) -> None:
    """A point of the drawn board by its column from the left, at a height of the board."""
    page.evaluate("scrollTo(0, 0)")
    board = page.locator("#board").bounding_box()
    x = (34 + column * 100 + 50 + (116 if column > 5 else 0)) / 1534
    page.mouse.click(board["x"] + board["width"] * x, board["y"] + board["height"] * row)


@pytest.mark.parametrize(
    ("size", "ratio"),
    [
        ((320, 640), 2),
        ((1280, 800), 1),
        pytest.param((320, 640), 1, marks=pytest.mark.long),
        pytest.param((1280, 800), 2, marks=pytest.mark.long),
    ],
)
def test_a_game_under_way_is_begun_by_two_taps(
    visit: Callable[..., Any],
    table: Any,
    moment: Any,
    seen: Position,
    contrast: str,
    barred: Any,
    size: tuple[int, int],
    ratio: int,
) -> None:
    table.show(moment.NO_GAME)
    page = desk_of(visit, size=size, device_scale_factor=ratio, reduced_motion="reduce")
    page.wait_for_selector("text=A game is under way: is this the board?")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert barred(page) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(contrast) == []
    page.click(".underway label:has([name=to_play][value=B])")
    page.click(YES)
    assert table.hears(JoinGame(seen, Side.BLACK, Score(), Cube(), Seating()))
    page.wait_for_selector(".underway", state="hidden")


def test_what_is_wrong_is_put_right_before_it(
    visit: Callable[..., Any], table: Any, moment: Any, seen: Position
) -> None:
    table.show(moment.NO_GAME)
    page = desk_of(visit, size=(320, 640))
    page.wait_for_selector(".underway")
    # The near player's 10-point is empty there: a checker is put on it, and turns out to be the opponent's.
    tap(page, 2, 0.9)
    title = page.text_content("#touch-title")
    page.click(".touch-row[data-key=W] button >> nth=1")
    page.click("text=The other colour")
    assert page.text_content(".touch-row[data-key=B] output") == "1" and title == "Point 10"
    assert page.evaluate(SMALL) == []
    page.click("[data-touch=close]")
    assert page.text_content("[data-field=joining-counts]") == "Black: 16 of 15 checkers seen."
    page.click("text=As the camera sees it >> visible=true")
    page.wait_for_selector("[data-field=joining-counts]:empty", state="attached")
    tap(page, 0, 0.9)
    page.click(".touch-row[data-key=B] button >> nth=0")
    page.click("[data-touch=close]")
    tap(page, 2, 0.9)
    page.click(".touch-row[data-key=B] button >> nth=1")
    page.click("[data-touch=close]")
    page.click("text=Score, cube and seats")
    page.click(".underway [data-of=W][data-step='1']")
    page.click(".underway label:has([name=owner][value=B])")
    page.click(".underway label:has([name=value][value='4'])")
    page.click(".underway label:has([name=near][value=dark])")
    assert page.evaluate(SMALL) == []
    page.click(".underway label:has([name=to_play][value=W])")
    page.click(YES)
    # Who sits near has the dark checkers now, one of which is on the near player's 10-point, and not on their 12-point.
    men = list(seen.black)
    men[25 - 10] += 1
    men[25 - 12] -= 1
    board = seen_as(BACKGAMMON, replace(seen, black=tuple(men)), Seating())
    seating = Seating(Kind.DARK)
    wanted = as_position(BACKGAMMON, board, seating, BACKGAMMON.start)
    assert table.hears(JoinGame(wanted, Side.WHITE, Score(1, 0), Cube(4, Side.BLACK), seating))


def test_too_many_checkers_are_told_of(
    visit: Callable[..., Any], table: Any, moment: Any, seen: Position
) -> None:
    table.show(moment.NO_GAME)
    page = desk_of(visit, size=(320, 640))
    page.wait_for_selector(".underway")
    tap(page, 2, 0.9)
    for _ in range(16 - sum(seen.white[1:])):
        page.click(".touch-row[data-key=W] button >> nth=1")
    page.click("[data-touch=close]")
    page.click(".underway label:has([name=to_play][value=W])")
    page.click(YES)
    page.wait_for_selector(".underway .trouble:has-text('16')")
    assert not table.told


def test_it_can_be_asked_for_while_a_game_is_on(
    visit: Callable[..., Any], table: Any, moment: Any, seen: Position
) -> None:
    table.show(moment.PLAYED)
    page = desk_of(visit)
    assert page.is_hidden(".underway")
    page.click("text=Game under way")
    page.wait_for_selector(".underway")
    page.click("text=Not now")
    assert page.is_hidden(".underway") and page.is_visible("text=Done")
    page.click("text=Game under way")
    page.click(".underway label:has([name=to_play][value=W])")
    page.click(YES)
    assert table.hears(JoinGame(seen, Side.WHITE, Score(), Cube(), Seating()))


def test_without_the_pin_the_camera_tells_nothing(client: Any) -> None:
    assert client.get("/api/joining").status_code == 401


@pytest.mark.parametrize("seating", EVERY)
def test_who_sits_where_is_told_by_how_far_the_checkers_have_come(seating: Seating) -> None:
    board = seen_as(
        BACKGAMMON, parse_position("W: 13(3) 8(3) 6(5) 5(2) 4(2) B: 24(1) 13(4) 8(3) 7(2) 6(5)"), seating
    )
    found = {each: as_position(BACKGAMMON, board, each, BACKGAMMON.start) for each in EVERY}
    assert likely_seating(BACKGAMMON, found) == seating
