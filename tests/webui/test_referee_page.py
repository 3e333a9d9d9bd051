"""The referee's page in a browser: everything can be put right by thumb, and nothing without the PIN."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.board import Kind, Side
from engine.cube import Cube, CubeAction
from engine.dice import Roll
from engine.games import find_game
from engine.match import Score
from engine.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    Command,
    Done,
    NewGame,
    Resign,
    SetCube,
    SetNames,
    SetPosition,
    SetRoll,
    SetScore,
    SetSeating,
    SetTurn,
    Undo,
)
from engine.position import parse_position
from engine.programmes import find_programme
from engine.terms import Stake, Terms

HYPERGAMMON = find_game("hypergammon")
SHEETS = ("roll", "turn", "position", "cube", "score", "names", "seating", "resign", "game", "match")
SMALL = """
() => [...document.querySelectorAll("button, input, summary, a, .area")]
  .map((each) => (each.matches(".pick input") ? each.parentElement : each.matches(".tick input") ? each.closest("label") : each))
  .filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""


@pytest.fixture
def referee(visit: Callable[..., Any]) -> Callable[..., Any]:
    """Opens the page for somebody who has given the PIN."""

    def begin(**options: Any) -> Any:
        page = visit("/referee", **options)
        page.evaluate(
            "() => fetch('/api/login', {method: 'POST', body: JSON.stringify({pin: '4711'}),"
            " headers: {'Content-Type': 'application/json', 'X-Tableside': '1'}})"
        )
        return page

    return begin


def choose(page: Any, sheet: str, *values: str) -> None:
    """Opens a sheet and taps values in it, each `field=value`."""
    page.click(f"[data-sheet={sheet}]")
    for value in values:
        name, _, chosen = value.partition("=")
        page.locator(f"#sheet-{sheet} label:has(input[name={name}][value='{chosen}'])").click()


def test_looking_is_free_and_changing_needs_the_pin(visit: Callable[..., Any], table: Any) -> None:
    page = visit("/referee", pardon="401")
    page.click("text=Undo")
    page.fill("[name=pin]", "1234")
    page.click("text=Let me in")
    page.wait_for_selector("text=That is not the referee's PIN.")
    assert not table.told
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    assert table.hears(Undo())
    page.wait_for_selector(".told:has-text('Told the referee.')")
    page.click("[data-action=leave]")
    page.wait_for_selector("[data-action=pin]")
    page.click("text=Done")
    page.wait_for_selector("#sheet-pin[open]")
    page.keyboard.press("Escape")
    assert table.told == [Undo()]


TAPS: list[tuple[str, list[str], str, Command]] = [
    ("roll", ["side=B", "first=6", "second=2"], "", SetRoll(Side.BLACK, Roll.of(6, 2))),
    ("turn", ["side=W"], "", SetTurn(Side.WHITE)),
    ("cube", ["owner=B", "value=4"], "Set the cube", SetCube(Cube(4, Side.BLACK))),
    ("cube", ["owner=middle"], "Set the cube", SetCube(Cube())),
    ("seating", ["near=dark", "home=left"], "Set the seats", SetSeating(Kind.DARK, False)),
    ("resign", ["side=W", "grade=2"], "End the game", Resign(Side.WHITE, 2)),
    ("game", [], "Begin a new game", NewGame()),
    ("match", ["points=7"], "Begin a new match", NewGame(new_match=True, length=7)),
]


def test_a_new_match_is_of_games_in_turn_on_terms_of_its_own(
    referee: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.show(moment.FINISHED)
    page = referee(size=(320, 640))
    page.click("[data-sheet=match]")
    page.check("#sheet-match [name=points][value='0']", force=True)
    page.fill("#sheet-match [name=game]", "tavli")
    page.click("text=What else is agreed on")
    page.select_option("[data-term=beaver]", label="yes")
    page.select_option("[data-term=stake]", label="per man")
    page.click("text=Begin a new match")
    terms = Terms(beaver=True, stake=Stake.PER_MAN)
    assert table.hears(NewGame(True, 0, programme=find_programme("tavli_match"), terms=terms))


def test_what_can_be_done_with_the_cube_is_offered(
    referee: Callable[..., Any], table: Any, moment: Any
) -> None:
    may = (CubeAction.TAKE, CubeAction.PASS, CubeAction.BEAVER)
    table.noticeboard.post(replace(moment.DOUBLED.value, cube_may=may))
    page = referee()
    page.click("[data-send=beaver_cube]")
    assert table.hears(AnswerCube(take=True, beaver=True))
    assert page.is_hidden("[data-send=raccoon_cube]") and page.is_hidden("[data-send=offer_cube]")


def test_everything_can_be_put_right_by_thumb(referee: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.BROKEN)
    page = referee(size=(320, 640))
    for sheet, values, button, command in TAPS:
        choose(page, sheet, *values)
        if button:
            page.click(f"text={button}")
        assert table.hears(command), sheet
        page.wait_for_selector(f"#sheet-{sheet}", state="hidden")

    page.click("[data-sheet=score]")
    page.click("[data-of=W][data-step='1']")
    page.click("[data-of=B][data-step='-1']")
    page.click("[data-of=B][data-step='-1']")
    page.click("text=Set the score")
    assert table.hears(SetScore(Score(3, 0)))
    page.click("[data-sheet=names]")
    page.fill("[name=black]", "Bela")
    page.click("text=Set the names")
    assert table.hears(SetNames("Anna", "Bela"))
    page.click("text=The play stands")
    assert table.hears(AcceptPlay())
    page.click("text=Done")
    assert table.hears(Done(0.0))


def test_a_question_is_answered_by_a_tap(referee: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.ASKED)
    page = referee()
    page.click(".candidate >> nth=1")
    assert table.hears(Answer(7, 1))


def test_the_position_is_put_right_point_by_point(
    referee: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.show(moment.PLAYED)
    page = referee(size=(320, 640))

    def tap(site: int, side: str = "") -> None:
        page.click(f"#editor .area[data-site='{site}'][data-side='{side}']")

    page.click("[data-sheet=position]")
    assert page.text_content("[data-field=total-W]") == "Anna 15"
    tap(13)
    assert page.text_content("[data-field=total-W]") == "Anna 14, 1 in hand"
    assert page.is_disabled("text=So it stands")
    tap(19)
    assert page.text_content("#editor-says") == "Ben holds that point."
    tap(11)
    assert page.text_content("[data-field=total-W]") == "Anna 15"
    page.focus("#editor .area[data-site='24']")
    page.keyboard.press("Enter")
    page.focus("#editor .area[data-site='0'][data-side='W']")
    page.keyboard.press(" ")
    assert page.get_attribute("#editor .area[data-site='24']", "aria-label") == "Point 24: 1 of Anna"
    tap(1)
    tap(24)
    assert page.text_content("#editor-says") == "Anna's checker went to the bar."
    page.click("text=So it stands")
    wanted = "W: bar(1) 13(4) 11(1) 8(2) 6(4) 5(2) off(1) B: 24(1) 13(5) 8(3) 6(5) 1(1)"
    assert table.hears(SetPosition(parse_position(wanted)))


def test_the_editor_has_the_men_of_the_game(referee: Callable[..., Any], table: Any, moment: Any) -> None:
    notice = moment.NO_GAME.value
    table.noticeboard.post(
        replace(notice, game=replace(notice.game, id="hypergammon", men=3, rules=HYPERGAMMON))
    )
    page = referee()
    page.click("[data-sheet=position]")
    assert page.text_content("[data-field=total-W]") == "White 3"
    page.click("text=So it stands")
    assert table.hears(SetPosition(parse_position("W: B:", HYPERGAMMON)))


def test_the_editor_offers_what_the_camera_sees(referee: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.BROKEN)
    page = referee()
    page.click("[data-sheet=position]")
    page.click("text=From the record")
    assert (
        page.get_attribute("#editor .area[data-site='25'][data-side='W']", "aria-label") == "Bar: 1 of Anna"
    )
    page.click("text=As the camera sees it")
    assert (
        page.get_attribute("#editor .area[data-site='25'][data-side='W']", "aria-label") == "Bar: 0 of Anna"
    )


def test_what_the_table_refuses_is_said(
    referee: Callable[..., Any], table: Any, moment: Any, visit: Callable[..., Any]
) -> None:
    table.show(moment.BROKEN)  # both on one point: no position
    page = referee(pardon="400")
    page.click("[data-sheet=position]")
    page.click("text=So it stands")
    page.wait_for_selector("#sheet-position .trouble:has-text('both stand on it')")
    assert not table.told


def test_everything_is_large_enough_for_a_thumb(referee: Callable[..., Any], table: Any, moment: Any) -> None:
    table.show(moment.ASKED)
    page = referee(size=(320, 640))
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for sheet in SHEETS:
        page.click(f"[data-sheet={sheet}]")
        assert page.evaluate(SMALL) == [], sheet
        page.click(f"#sheet-{sheet} [data-close]")


def test_the_cameras_picture(referee: Callable[..., Any], table: Any) -> None:
    done, data = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))
    assert done
    table.picture = data.tobytes()
    page = referee()
    page.click("text=What the camera sees")
    page.wait_for_selector("#picture", state="visible")
    assert page.evaluate("document.getElementById('picture').naturalWidth") == 64
