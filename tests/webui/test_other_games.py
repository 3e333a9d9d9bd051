"""The pages with other games of the tables family: other ways round the board, checkers in hand, pins, three dice."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from device.library.games.catalogue import in_prose
from device.status.board_json import position_json, tables_json
from device.status.snapshot.table_snapshot import Snapshot
from device.status.snapshot.views import MarksView
from engine.board import Side
from engine.dice import Roll
from engine.games import all_games, find_game
from engine.i18n import ENGLISH
from engine.match_formats import find_match_format
from engine.position_parsing import parse_position
from engine.state.match_state import Phase, new_match_state
from engine.state.messages import ClaimPoints, NewGame, SetPosition, SetRoll
from engine.tables.tables_game import TablesGame

PHONE, DESKTOP = (320, 640), (1280, 800)
COLUMNS = """
(kind) => [...document.querySelectorAll(`#board .checkers .checker.${kind}`)].map((each) => {
  const {e, f} = each.transform.baseVal.consolidate().matrix;
  return [Math.round(e), Math.round(f)];
})
"""


@pytest.fixture
def stand(table: Any, moment: Any) -> Callable[..., Snapshot]:
    """Pins up a snapshot of a game that stands so; at the start unless a position is given."""

    def post(name: str, text: str | None = None, **changes: Any) -> Snapshot:
        game, opening = find_game(name), moment.OPENING.value
        assert isinstance(game, TablesGame)
        position = game.start if text is None else parse_position(text, game)
        phase = changes.pop("phase", Phase.TO_THROW)
        shown = replace(opening.game, id=game.id, name=game.name, men=game.men, rules=game, phase=phase)
        snapshot: Snapshot = replace(
            opening, **{"game": shown, "position": position, "to_play": Side.BLACK, **changes}
        )
        table.broadcaster.post(snapshot)
        table.desk.post(snapshot)
        return snapshot

    return post


def editing(page: Any) -> Callable[..., None]:
    page.click("[data-sheet=position]")

    def tap(site: int, side: str = "") -> None:
        page.click(f"#editor .area[data-site='{site}'][data-side='{side}']")

    return tap


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_blacks_head_of_long_nardy_lies_across_the_board(
    visit: Callable[..., Any], table: Any, stand: Any, size: tuple[int, int]
) -> None:
    stand("long_nardy")
    page = visit(size=size)
    light, dark = page.evaluate(COLUMNS, "light"), page.evaluate(COLUMNS, "dark")
    (white,), (black,) = {x for x, _ in light}, {x for x, _ in dark}
    assert white > 1200 and black < 100, "White's 24 is far right, Black's 24 is White's 12, near left"
    assert max(y for _, y in light) < 633 < min(y for _, y in dark)
    numbers = page.eval_on_selector_all("#board .numbers text", "all => all.map((each) => each.textContent)")
    assert (numbers[11], numbers[23], numbers[0]) == ("24", "12", "13")
    assert "point 24: 15" in page.text_content("[data-field=position-B]")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_editor_writes_blacks_own_numbers(referee: Callable[..., Any], table: Any, stand: Any) -> None:
    stand("long_nardy")
    page = referee(size=PHONE)
    tap = editing(page)
    tap(12)
    tap(6)
    tap(24)
    tap(6)
    assert page.text_content("#editor-says") == "Ben holds that point."
    tap(23)
    page.click("text=So it stands")
    game = find_game("long_nardy")
    assert table.hears(SetPosition(parse_position("W: 24(14) 23(1) B: 24(14) 18(1)", game)))


def test_an_offset_game_comes_back_from_the_editor_as_it_was(
    referee: Callable[..., Any], table: Any, stand: Any
) -> None:
    text = "W: hand(5) 24(3) 19(2) 7(5) B: 24(5) 18(3) 10(7)"
    snapshot = stand("american_nardy", text)
    page = referee()
    page.click("[data-sheet=position]")
    page.click("text=So it stands")
    assert table.hears(SetPosition(snapshot.position))
    assert table.told[-1].position.past == snapshot.position.past


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_checkers_in_hand_are_not_on_the_bar(
    referee: Callable[..., Any], table: Any, stand: Any, size: tuple[int, int]
) -> None:
    game = find_game("dutch")
    stand("dutch", "W: hand(13) 21(2) B: bar(1) hand(12) 20(2)")
    page = referee(size=size)
    assert "13\u00a0in\u00a0hand" in page.text_content(".player[data-side=W] .facts")
    told = page.text_content("[data-field=position-B]")
    assert "bar 1" in told and "in hand 12" in told
    counts = page.eval_on_selector_all("#board .hand-count", "all => all.map((each) => each.textContent)")
    assert counts == ["13", "12"]
    tap = editing(page)
    label = "#editor .area[data-site='-1'][data-side='W']"
    assert page.get_attribute(label, "aria-label") == "In hand: 13 of Anna"
    tap(-1, "W")
    tap(19)
    page.click("text=So it stands")
    wanted = parse_position("W: hand(12) 21(2) 19(1) B: bar(1) hand(12) 20(2)", game)
    assert table.hears(SetPosition(wanted)) and table.told[-1].position.past == wanted.past


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_who_is_pinned_lies_lowest(
    referee: Callable[..., Any], table: Any, stand: Any, size: tuple[int, int]
) -> None:
    game = find_game("plakoto")
    text = "W: 24(13) 18(1) 10(1) B: 24(11) 15(2) 3(1) pin(7)"
    stand("plakoto", text)
    page = referee(size=size)
    assert "point 10: 1, pinned under 2 of Ben's" in page.text_content("[data-field=position-W]")
    assert "point 15: 2, on 1 of Anna's" in page.text_content("[data-field=position-B]")
    light, dark = page.evaluate(COLUMNS, "light"), page.evaluate(COLUMNS, "dark")
    lowest = max(y for x, y in light if x < 400)
    assert all(y < lowest for x, y in dark if x < 400 and y > 633)
    tap = editing(page)
    label = "#editor .area[data-site='10'][data-side='']"
    assert page.get_attribute(label, "aria-label") == "Point 10: 1 of Anna under 2 of Ben"
    tap(10)
    tap(22)
    page.click("text=So it stands")
    wanted = parse_position("W: 24(13) 18(1) pin(10) B: 24(11) 15(1) 3(2) pin(7)", game)
    assert table.hears(SetPosition(wanted)) and table.told[-1].position.past == wanted.past


def test_both_may_share_a_point_where_nothing_is_hit(
    referee: Callable[..., Any], table: Any, stand: Any
) -> None:
    snapshot = stand("bu_da", "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 19(1) 13(5) 8(3) 6(4)")
    page = referee()
    assert "point 6: 5, with 1 of Ben's" in page.text_content("[data-field=position-W]")
    page.click("[data-sheet=position]")
    page.click("text=So it stands")
    assert table.hears(SetPosition(snapshot.position))


def test_three_dice_are_told_with_three_taps(referee: Callable[..., Any], table: Any, stand: Any) -> None:
    stand("garanguet")
    page = referee(size=PHONE)
    page.click("[data-sheet=roll]")
    for value in ("side=W", "first=5", "second=3", "third=6"):
        name, chosen = value.split("=")
        page.locator(f"#sheet-roll label:has(input[name={name}][value='{chosen}'])").click()
    assert table.hears(SetRoll(Side.WHITE, Roll.of(6, 5, 3)))


def test_numbers_that_were_carried_over_are_no_dice(
    visit: Callable[..., Any], table: Any, stand: Any
) -> None:
    carried = Roll((5, 5), carried=True)
    stand("gul_bara", roll=carried, phase=Phase.TO_MOVE, says="Ben plays Anna's 5 and 5 first.")
    page = visit()
    assert page.text_content(".player[data-side=B] .duty") == "to play Anna's 5 and 5"
    assert page.locator("#board .die").count() == 0
    assert page.locator("#board .owed").count() == 2


def test_marks_and_chips_are_shown(visit: Callable[..., Any], table: Any, stand: Any) -> None:
    stand("trictrac", marks=MarksView((4, 0), (1, 3)))
    page = visit(size=PHONE)
    assert page.text_content(".player[data-side=W] .pips").endswith("1 hole · 4 points")
    assert page.text_content(".player[data-side=B] .pips").endswith("3 holes · 0 points")
    stand("da_shi", marks=MarksView((1, 0), None), seq=2)
    page.wait_for_selector(".player[data-side=W] .pips:has-text('1 chip')")


def test_points_are_claimed_where_players_claim_them(
    referee: Callable[..., Any], table: Any, stand: Any
) -> None:
    stand("trictrac", marks=MarksView((4, 0), (1, 3)))
    page = referee(size=PHONE, pardon="409")
    assert page.locator("[data-sheet=claim]").is_hidden()
    stand("trictrac", marks=MarksView((4, 0), (1, 3), claims=True), seq=2)
    page.click("[data-sheet=claim]")
    assert page.is_checked("#sheet-claim [name=side][value=B]")
    rows = page.eval_on_selector_all(
        "#sheet-claim [name=points]",
        "(all) => all.map((each) => each.parentElement.getBoundingClientRect().top)",
    )
    assert [rows.count(row) for row in sorted(set(rows))] == [1, 6, 6], "none, then two rows that are full"
    page.locator("#sheet-claim label:has(input[value='6'])").click()
    page.click("#sheet-claim button.big")
    page.wait_for_selector("#sheet-claim [role=alert]:has-text('Nobody claims points in this game')")
    match_format = find_match_format("trictrac", {"ecole": True})
    match = replace(table.match_state.match, game_id="trictrac", match_format=match_format)
    table.match_state = replace(
        new_match_state(match), side=Side.BLACK, phase=Phase.TO_THROW, position=find_game("trictrac").start
    )
    page.locator("#sheet-claim label:has(input[value='0'])").click()
    page.click("#sheet-claim button.big")
    assert table.hears(ClaimPoints(Side.BLACK, 0)), "a claim is taken back"


def test_captured_checkers_are_told_as_taken(visit: Callable[..., Any], table: Any, stand: Any) -> None:
    stand("chase_nardy", "W: 24(2) 19(1) off(3) B: 12(4) 7(2)")
    page = visit()
    assert page.text_content(".player[data-side=W] .pips") == "3 taken"
    assert "taken 3" in page.text_content("[data-field=position-W]")


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_three_rows_of_points(
    referee: Callable[..., Any], table: Any, stand: Any, size: tuple[int, int]
) -> None:
    snapshot = stand("duodecim_scripta", "W: hand(9) 36(2) 30(1) 13(2) 1(1) B: bar(1) hand(10) 25(3) 12(1)")
    page = referee(size=size)
    assert len(page.query_selector_all("#board .numbers text")) == 36
    page.click("[data-sheet=position]")
    page.click("text=So it stands")
    assert table.hears(SetPosition(snapshot.position))


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_a_game_is_found_by_any_of_its_names(
    referee: Callable[..., Any], table: Any, size: tuple[int, int]
) -> None:
    page = referee(size=size)
    page.click("[data-sheet=match]")
    page.check("#sheet-match [name=points][value='5']", force=True)
    page.fill("#sheet-match [name=game]", "nardy")
    shown = "all => all.filter((each) => each.checkVisibility()).map((each) => each.dataset.game)"
    found = page.eval_on_selector_all("[data-game]", shown)
    assert {"long_nardy", "short_nardy", "chase_nardy"} <= set(found) and "backgammon" not in found
    page.click("[data-game=long_nardy]")
    assert page.input_value("#sheet-match [name=game]") == "Long Nardy"
    page.click("text=Rules of Long Nardy")
    assert page.is_visible(".chosen p >> nth=0")
    game = find_game("long_nardy")
    option = game.options[0]
    assert page.text_content(".chosen label >> nth=0").endswith(
        in_prose(option.sentence, (choice.value for choice in option.choices), ENGLISH)
    )
    page.select_option(f"[data-option={option.name}]", index=1)
    assert page.evaluate("document.querySelector('#sheet-match').scrollWidth") <= size[0]
    page.click("text=Begin a new match")
    match_format = find_match_format("long_nardy", {option.name: option.choices[1].value})
    assert table.hears(NewGame(True, 5, match_format=match_format))


def test_a_game_from_a_file_is_chosen_by_its_name_and_never_shown_as_its_declaration(
    referee: Callable[..., Any], table: Any
) -> None:
    own = find_game(
        '{"like":"portes","name":"Sunday / tables","numbers":"Plain","rules":"No doublets; as {so}."}'
    )
    table.own_games = (own,)
    page = referee()
    page.click("[data-sheet=match]")
    page.check("#sheet-match [name=points][value='5']", force=True)
    page.fill("#sheet-match [name=game]", "sunday")
    page.click("button:has-text('Sunday / tables')")
    assert page.input_value("#sheet-match [name=game]") == "Sunday / tables"
    page.click("text=Rules of Sunday / tables")
    assert page.is_visible("text=No doublets; as {so}.") and page.is_visible("text=All else is as follows.")
    page.click("text=Begin a new match")
    assert table.hears(NewGame(True, 5, match_format=find_match_format(own.id)))


def test_what_no_game_is_called_is_said_at_once(referee: Callable[..., Any], table: Any) -> None:
    page = referee()
    page.click("[data-sheet=match]")
    page.fill("#sheet-match [name=game]", "ΠΛΑΚΩΤΟ")
    page.wait_for_selector(".chosen h3:has-text('Plakoto')")
    page.fill("#sheet-match [name=game]", "bridge")
    assert page.is_visible("text=No game is called that.")
    page.fill("#sheet-match [name=game]", "")
    assert page.is_hidden("[data-field=no-game]")


def test_the_rules_of_a_game_are_for_everybody(client: Any) -> None:
    told = client.get("/api/games/plakoto").get_json()
    assert told["rules"] and told["options"]
    answer = client.get("/api/games/bridge")
    assert answer.status_code == 404 and "no game called 'bridge'" in answer.get_json()["detail"]


def test_a_number_that_is_picked_brings_its_complement(
    referee: Callable[..., Any], table: Any, stand: Any
) -> None:
    stand("bu_da", to_play=Side.BLACK)
    page = referee()
    assert page.text_content(".player[data-side=W] .duty") == "to pick a number"
    page.click("[data-sheet=roll]")
    page.locator("#sheet-roll label:has(input[name=first][value='2'])").click()
    assert table.hears(SetRoll(Side.BLACK, Roll.of(5, 2)))


EDITED = """
async (starts) => {
  const {Editor} = await import("/static/editor.js");
  const editor = new Editor(document.getElementById("editor"), () => {});
  return starts.map(({position, game}) => {
    editor.open(position, {W: "Anna", B: "Ben"}, null, false, game);
    return editor.text();
  });
}
"""


def test_the_editor_writes_every_start_as_the_table_reads_it(referee: Callable[..., Any], table: Any) -> None:
    games = [game for game in all_games() if isinstance(game, TablesGame)]
    starts = [
        {"position": position_json(game.start, game), "game": {**tables_json(game), "men": game.men}}
        for game in games
    ]
    texts = referee().evaluate(EDITED, starts)
    for game, text in zip(games, texts, strict=True):
        found = parse_position(text, game)
        assert (found, found.past.hand) == (game.start, game.start.past.hand), game.id
