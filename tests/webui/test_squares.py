"""Tablut on the pages, in a browser: the board of squares, its faults and questions, and putting it right."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))

from sure_squares import observation

from device.status.snapshot.table_snapshot import Circumstances, Snapshot, snapshot_of
from engine.board import Seating, View
from engine.match.match import Match
from engine.match_format import MatchFormat, chosen
from engine.plays.notation import played_out
from engine.position import Position
from engine.position_parsing import parse_position
from engine.referee.judge import judge
from engine.state.match_state import MatchState, new_match_state
from engine.state.messages import Look, SetPosition
from engine.state.reducer import reduce
from engine.turn.appearance import seen_as
from engine.turn.tracker import TurnTracker

RED = "rgb(179, 32, 27)"
SIZES = {"small phone": (320, 640), "phone": (390, 844), "desktop": (1280, 800)}


class Game:
    """A game of Tablut, played before the real referee; every snapshot has a number of its own."""

    def __init__(self, **options: bool) -> None:
        game = chosen("tablut", options)
        self.rules = game.rules()
        match = Match(0, "Anna", "Ben", (), "tablut", MatchFormat("tablut", (game,)))
        self.match_state: MatchState = new_match_state(match)
        self.tracker, self.time = TurnTracker(), 0.0
        self.show(self.rules.start)

    def show(self, position: Position | str) -> None:
        board = parse_position(position, self.rules) if isinstance(position, str) else position
        for _ in range(10):
            self.time += 0.2
            look = Look(
                self.time, int(self.time * 5), View.CLEAR, observation(seen_as(self.rules, board, Seating()))
            )
            judgement = judge(self.match_state, self.tracker, look)
            for event in judgement.events:
                self.match_state = reduce(self.match_state, event)
            self.tracker = judgement.tracker

    def play(self, *texts: str) -> "Game":
        for text in texts:
            assert self.match_state.side is not None and self.match_state.position is not None
            self.show(played_out(self.rules, self.match_state.position, self.match_state.side, text).position)
        return self

    def snapshot(self, seq: int) -> Snapshot:
        return snapshot_of(self.match_state, seq=seq)


def pin_up(page: Any, table: Any, snapshot: Snapshot) -> None:
    table.broadcaster.post(snapshot)
    table.desk.post(snapshot)
    page.wait_for_selector(f"html[data-seq='{snapshot.seq}']", state="attached")


@pytest.fixture
def game() -> Game:
    return Game()


def test_the_board_of_squares_is_drawn(visit: Callable[..., Any], table: Any, game: Game) -> None:
    page = visit(reduced_motion="reduce")
    assert page.locator(".checker").count() == 30
    pin_up(page, table, game.snapshot(101))
    assert page.locator("#board .checker.man.light").count() == 8
    assert page.locator("#board .checker.man.dark").count() == 16
    assert page.locator("#board .checker.king.light").get_attribute("data-square") == "e5"
    assert page.locator("#board use[href='#throne']").count() == 1
    assert page.locator(".die, .cube-value").count() == 0
    assert page.text_content(".says") == "Anna to move."
    assert page.text_content(".player[data-side=W] .duty") == "to move"
    assert not page.is_visible(".player[data-side=B] .duty")
    assert page.text_content(".player[data-side=W] .pips") == "king and 8 men"
    assert page.text_content(".player[data-side=B] .pips") == "16 men"
    assert page.text_content("[data-field=cube-line]") == ""
    near, far = (page.locator(f"[data-square={square}]").bounding_box() for square in ("e3", "e7"))
    assert near["y"] > far["y"]
    page.click("#board")
    near, far = (page.locator(f"[data-square={square}]").bounding_box() for square in ("e3", "e7"))
    assert near["y"] < far["y"]


def test_a_move_and_its_captures_are_traced(visit: Callable[..., Any], table: Any, game: Game) -> None:
    page = visit(reduced_motion="reduce")
    game.play("c5-c3", "d1-d3", "e3-f3", "d3-d2", "c3-c2", "a4-a3")
    pin_up(page, table, game.snapshot(111))
    man = page.locator("[data-square=c2]").element_handle()
    game.play("c2-c6")
    pin_up(page, table, game.snapshot(112))
    assert page.text_content(".notation") == "c2-c6"
    assert page.locator(".arrow.head").count() == 1 and page.locator(".ghost").count() == 1
    assert man.get_attribute("data-square") == "c6"
    assert page.text_content("[data-field=announce]") == "Anna played c2-c6. Ben to move."
    assert "king and 8 men: e5, " in page.text_content("[data-field=position-W]")


def test_a_captured_man_is_crossed_out(visit: Callable[..., Any], table: Any, game: Game) -> None:
    page = visit(reduced_motion="reduce")
    game.play("e3-d3", "e2-d2", "c5-c7", "a4-d4")
    pin_up(page, table, game.snapshot(121))
    assert page.text_content(".notation") == "a4-d4xd3"
    assert page.locator(".captured").count() == 1
    assert page.text_content(".player[data-side=W] .pips") == "king and 7 men"


def test_a_fault_marks_its_squares(visit: Callable[..., Any], table: Any, game: Game) -> None:
    page = visit(reduced_motion="reduce")
    game.play("e4-c4")
    pin_up(page, table, game.snapshot(131))
    game.play("a4-d6")
    pin_up(page, table, game.snapshot(132))
    assert page.locator("#board .mark").count() == 1
    assert page.locator("#board .frame").evaluate("each => getComputedStyle(each).fill") == RED
    assert page.text_content(".says") == "a4-d6 is illegal: it is not in a straight line; a4-b4 is legal."


def test_the_end_is_told(visit: Callable[..., Any], table: Any, game: Game) -> None:
    page = visit(reduced_motion="reduce")
    game.play("e4-c4", "a4-a3", "e5-e4", "a3-a4", "e4-h4", "a4-a3", "h4-h1")
    pin_up(page, table, game.snapshot(141))
    assert page.text_content(".says") == (
        "The king has escaped: Anna wins 1 point. Set up the starting position for the next game."
    )
    assert page.text_content(".player[data-side=W] .duty") == "wins the game"


def test_corners_are_marked_where_they_matter(visit: Callable[..., Any], table: Any) -> None:
    page = visit(reduced_motion="reduce")
    pin_up(page, table, Game(corner_escape=True).snapshot(151))
    assert page.locator("#board use[href='#throne']").count() == 5


def test_open_ways_are_announced(visit: Callable[..., Any], table: Any) -> None:
    page = visit(reduced_motion="reduce")
    game = Game(announce=True).play("e4-c4", "a4-a3", "e5-e4", "a3-a4")
    pin_up(page, table, game.snapshot(152))
    assert page.text_content(".says") == "Anna to move."
    game.play("e4-h4")
    pin_up(page, table, game.snapshot(153))
    assert page.text_content(".says") in ("Raichi! Ben to move.", "Tuichu! Ben to move.")


def test_a_camera_that_reads_no_squares_says_so(visit: Callable[..., Any], table: Any, game: Game) -> None:
    page = visit()
    pin_up(page, table, snapshot_of(game.match_state, Circumstances(reads=False), seq=161))
    said = "The camera does not read this board: tell the referee every move on their page."
    assert page.text_content("[data-field=camera]") == said


def test_the_referee_moves_a_man_on_the_page(visit: Callable[..., Any], table: Any, game: Game) -> None:
    table.broadcaster.post(game.snapshot(171))
    table.desk.post(game.snapshot(171))
    page = visit("/desk", pardon="401")
    assert not page.is_visible("[data-sheet=roll]") and not page.is_visible("[data-sheet=cube]")
    page.click("[data-sheet=position]")
    assert page.get_attribute("#editor [data-site=e5]", "aria-label") == "e5: The king"
    page.click("#editor [data-site=c5]")
    assert page.text_content("#editor-says") == "Anna's man is in your hand: tap where he belongs."
    page.click("#editor [data-site=d5]")
    assert page.text_content("#editor-says") == "Somebody stands on that square."
    page.click("#editor [data-site=c1]")
    page.focus("#editor [data-site=a4]")
    page.keyboard.press("Enter")
    page.click("#editor [data-site='off B']")
    assert page.get_attribute("#editor [data-site='off B']", "aria-label") == "Off the board: 1 of Ben"
    page.click("#sheet-position form .big[type=submit], #sheet-position form .big:not(.plain)")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet-position", state="hidden")
    wanted = "W: Ke5 e3 e4 e6 e7 c1 d5 f5 g5 B: d1 e1 f1 e2 d9 e9 f9 e8 a5 a6 b5 i4 i5 i6 h5"
    assert table.hears(SetPosition(parse_position(wanted, game.rules)))


def test_the_king_is_moved_by_taps_on_the_board_itself(
    visit: Callable[..., Any], table: Any, game: Game
) -> None:
    table.broadcaster.post(game.snapshot(172))
    table.desk.post(game.snapshot(172))
    page = visit("/desk", pardon="401")

    def tap(right: int, up: int) -> None:
        """A square so far from the throne."""
        page.evaluate("scrollTo(0, 0)")
        board = page.locator("#board").bounding_box()
        step = board["height"] / 1266 * 1126 / 9
        x, y = board["x"] + board["width"] / 2 + right * step, board["y"] + board["height"] / 2 - up * step
        page.mouse.click(x, y)

    tap(0, 0)
    assert page.text_content("#touch-title") == "e5"
    page.click(".touch-row[data-key=K] button >> nth=0")
    assert page.text_content("[data-field=touch-says]") == "The king is in your hand: tap where he belongs."
    assert page.is_disabled("[data-touch=stands]")
    tap(1, 0)
    assert page.text_content("[data-field=touch-says]").startswith("Somebody stands on that square.")
    tap(-2, -4)
    page.click("[data-touch=stands]")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.keyboard.press("Enter")
    page.wait_for_selector(".touch", state="hidden")
    wanted = "W: Kc1 e3 e4 e6 e7 c5 d5 f5 g5 B: d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5"
    assert table.hears(SetPosition(parse_position(wanted, game.rules)))


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_it_fits_every_screen(
    visit: Callable[..., Any], table: Any, game: Game, scheme: str, tmp_path: Path
) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    game.play("e3-d3", "e2-d2", "c5-c7", "a4-d4")
    played = game.snapshot(181)
    game.play("e4-f3")
    for index, snapshot in enumerate((played, game.snapshot(182))):
        pin_up(page, table, replace(snapshot, seq=1800 + index))
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            for part in ("#board", ".says", ".player[data-side=W]", ".player[data-side=B]"):
                box = page.locator(part).bounding_box()
                assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, (name, part)
            page.screenshot(path=tmp_path / f"{scheme}-{name}-{index}.png")
