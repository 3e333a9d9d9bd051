"""The referee's page in a browser: everything can be put right by thumb, and nothing without the PIN."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.status.board_problem import Why
from device.status.snapshot.repair_view import RepairView, StepView
from device.store.access import Access
from device.store.log.store import LogEntry, Source
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import Reference
from device.table.gallery.picture_gallery import Gallery
from engine.board import Kind, Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import Match, Score
from engine.match.terms import ClockKind, Stake, Terms
from engine.match_formats import find_match_format
from engine.plays.notation import parse_play
from engine.position_parsing import parse_position
from engine.profile import profile_of
from engine.state.events import Corrected, Event, GameStarted, MatchStarted, Played, Thrown
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    Command,
    Done,
    NewGame,
    Resign,
    SetCube,
    SetNames,
    SetPlay,
    SetPosition,
    SetRoll,
    SetScore,
    SetSeating,
    SetTurn,
    Undo,
)
from engine.state.reducer import reduce
from engine.words.wording import Names
from vision.eye import Shot, Sight
from vision.frame import Frame
from vision.labelled_pictures import load_labelled
from vision.reading import read_picture

KEPT = Path(__file__).parents[1] / "vision" / "kept"
BACKGAMMON = find_game("backgammon")
HYPERGAMMON = find_game("hypergammon")
SHEETS = ("play", "roll", "turn", "position", "cube", "score", "names", "seating", "resign", "game", "match")
SMALL = """
() => [...document.querySelectorAll("button, input, summary, a, .area")]
  .map((each) => (each.matches(".pick input") ? each.parentElement : each.matches(".tick input") ? each.closest("label") : each))
  .filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""


def choose(page: Any, sheet: str, *values: str) -> None:
    """Opens a sheet and taps values in it, each `field=value`."""
    page.click(f"[data-sheet={sheet}]")
    for value in values:
        name, _, chosen = value.partition("=")
        label = f"label:has(input[name={name}][value='{chosen}'])"
        folded = page.locator(f"#sheet-{sheet} details:not([open]):has({label})")
        if folded.count():
            folded.locator("summary").click()
        page.locator(f"#sheet-{sheet} {label}").click()


def test_looking_is_free_and_changing_needs_the_pin(visit: Callable[..., Any], table: Any) -> None:
    page = visit("/desk", pardon="401")
    page.click("text=Undo")
    page.fill("[name=pin]", "1234")
    page.click("text=Let me in")
    page.wait_for_selector("text=That is not the referee's PIN.")
    assert not table.told
    page.fill("[name=pin]", "4711")
    page.keyboard.press("Enter")
    assert table.hears(Undo(turns=0))
    page.wait_for_selector(".told:has-text('Taken down.')")
    assert page.evaluate("document.activeElement.dataset.send") == "undo", "focus stays where it was"
    page.click("[data-action=leave]")
    page.wait_for_selector("[data-action=pin]")
    page.click("text=Done")
    page.wait_for_selector("#sheet-pin[open]")
    page.keyboard.press("Escape")
    assert table.told == [Undo(turns=0)]


TAPS: list[tuple[str, list[str], str, Command]] = [
    ("roll", ["side=B", "first=6", "second=2"], "", SetRoll(Side.BLACK, Roll.of(6, 2))),
    ("turn", ["side=W"], "", SetTurn(Side.WHITE)),
    ("cube", ["owner=B", "value=4"], "Set the cube", SetCube(Cube(4, Side.BLACK))),
    ("cube", ["owner=middle"], "Set the cube", SetCube(Cube())),
    ("seating", ["near=dark", "home=left"], "Set the seats", SetSeating(Kind.DARK, False)),
    ("resign", ["side=W", "grade=2"], "End the game", Resign(Side.WHITE, 2)),
    ("game", [], "Begin a new game", NewGame()),
    ("match", ["points=7"], "Begin a new match", NewGame(new_match=True, length=7)),
    (
        "match",
        ["points=7", "profile=ukbgf"],
        "Begin a new match",
        NewGame(True, 7, profile=profile_of("ukbgf"), terms=Terms(clock=ClockKind.DELAY)),
    ),
    (
        "match",
        ["points=7", "profile=ukbgf", "profile=home"],
        "Begin a new match",
        NewGame(True, 7, profile=profile_of("home")),
    ),
]


def test_a_new_match_is_of_games_in_turn_on_terms_of_its_own(
    referee: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.show(moment.FINISHED)
    page = referee(size=(320, 640))
    page.click("[data-sheet=match]")
    page.fill("#sheet-match [name=white]", "Anna")
    page.fill("#sheet-match [name=black]", "anna ")
    page.check("#sheet-match [name=points][value='7']", force=True)
    page.fill("#sheet-match [name=game]", "swedish match")
    page.wait_for_selector("#sheet-match label:has([value='0']:checked):has-text('All its games')")
    lengths = page.locator("#sheet-match label:has([name=points]:enabled)")
    assert [each.strip() for each in lengths.all_inner_texts()] == ["All its games"], "no other can be chosen"
    page.fill("#sheet-match [name=game]", "backgammon")
    page.wait_for_selector("#sheet-match [name=points][value='7']:checked", state="attached")
    assert lengths.count() == 12
    page.click("text=What else is agreed on")
    assert page.is_hidden("[data-term=beaver]") and page.is_visible("[data-term=holland]")
    page.check("#sheet-match [name=points][value='0']", force=True)
    page.fill("#sheet-match [name=game]", "tavli")
    page.fill("#sheet-match [name=dice]", "red precision")
    page.select_option("[data-term=beaver]", label="yes")
    page.select_option("[data-term=stake]", label="per man")
    page.click("text=Begin a new match")
    page.wait_for_selector("#sheet-match .trouble:has-text('Both players are called Anna.')")
    assert not table.told, "two of one name are asked about"
    page.fill("#sheet-match [name=black]", "Anna Berg")
    page.click("text=Begin a new match")
    terms = Terms(beaver=True, stake=Stake.PER_MAN)
    assert table.hears(SetNames("Anna", "Anna Berg"))
    assert table.told == [
        NewGame(True, 0, match_format=find_match_format("tavli_match"), terms=terms, dice="red precision"),
        SetNames("Anna", "Anna Berg"),
    ]
    page.wait_for_selector("#sheet-match", state="hidden")
    page.click("[data-sheet=names]")
    known = page.locator("#known-names option").evaluate_all("(all) => all.map((each) => each.value)")
    assert known == ["Anna", "Anna Berg"], "a name that was typed is offered the next time"
    page.fill("#sheet-names [name=black]", "ANNA")
    page.click("text=Set the names")
    page.wait_for_selector("#sheet-names .trouble:has-text('Both players')")
    page.click("text=Set the names")
    assert table.hears(SetNames("Anna", "ANNA")), "whoever insists has it so"

    swedish = replace(moment.FINISHED.value, seq=10**6)
    swedish = replace(
        swedish, match=replace(swedish.match, length=0, agreed=find_match_format("brade_match"))
    )
    for told in (table.broadcaster, table.desk):
        told.post(swedish)
    page.wait_for_selector("html[data-seq='1000000']", state="attached")
    page.click("[data-sheet=match]")
    page.wait_for_selector("#sheet-match label:has([value='0']:checked):has-text('All its games')")


def test_the_clock_of_a_profile_goes_with_it_on_a_form_that_is_filled_anew_too(
    visit: Callable[..., Any],
) -> None:
    clocks = visit("/desk").evaluate(
        """async () => {
          const { chosenTerms, fillTerms, takeTerms } = await import("/static/match-form.js");
          const form = document.querySelector("form[data-command=new_match]");
          const choose = (name) => (form.querySelector(`[name=profile][value=${name}]`).checked = true);
          choose("ukbgf");
          form.elements.points.value = "0";
          fillTerms(form, { ...chosenTerms(form), clock: "delay", beaver: true });
          choose("home");
          takeTerms(form);
          return chosenTerms(form);
        }"""
    )
    assert (clocks["clock"], clocks["beaver"]) == ("off", True)


def test_what_can_be_done_with_the_cube_is_offered(
    referee: Callable[..., Any], table: Any, moment: Any
) -> None:
    may = (CubeAction.TAKE, CubeAction.PASS, CubeAction.BEAVER)
    table.broadcaster.post(replace(moment.DOUBLED.value, cube_may=may))
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
    page.click("#sheet-score [data-of=W][data-step='1']")
    page.click("#sheet-score [data-of=B][data-step='-1']")
    page.click("#sheet-score [data-of=B][data-step='-1']")
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
    snapshot = moment.NO_GAME.value
    table.broadcaster.post(
        replace(snapshot, game=replace(snapshot.game, id="hypergammon", men=3, rules=HYPERGAMMON))
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
    page.click("[data-editor=seen]")
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


def test_everything_is_large_enough_for_a_thumb_and_to_be_read(
    referee: Callable[..., Any], table: Any, moment: Any, contrast: str
) -> None:
    table.show(moment.ASKED)
    page = referee(size=(320, 640), reduced_motion="reduce")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(contrast) == [], scheme
    for sheet in SHEETS:
        page.click(f"[data-sheet={sheet}]")
        assert page.evaluate(SMALL) == [], sheet
        page.click(f"#sheet-{sheet} [data-close]")


@pytest.fixture
def looking(table: Any, tmp_path: Path) -> Iterator[None]:
    """A table whose camera sees something, with a turn on record of which there are pictures."""
    kept = load_labelled(KEPT, "1-124-34ba067c")
    seen = read_picture(kept.model, kept.picture)
    shots = tuple(
        Shot(Frame(kept.picture, number / 5, number), Sight(View.CLEAR, seen, (number,)), kept.model)
        for number in (1, 2)
    )
    roll = Roll.of(6, 3)
    played = parse_play(BACKGAMMON, BACKGAMMON.start, Side.WHITE, roll, "13/4")
    events: tuple[Event, ...] = (
        MatchStarted.of(Match(5, "Anna", "Ben")),
        GameStarted(BACKGAMMON.start, Seating(), False, Cube()),
        Thrown(Side.WHITE, roll),
        Played(Side.WHITE, roll, played.play, played.position),
        Corrected("cube", cube=Cube(2, Side.BLACK)),
    )
    pictures = Pictures(tmp_path, 10**9)
    pictures.start()
    for number, event in enumerate(events, 1):
        table.match_state = reduce(table.match_state, event)
        by_hand = isinstance(event, Corrected)
        source, who = (Source.PERSON, "Maria") if by_hand else (Source.CAMERA, "")
        table.entries += (
            LogEntry("1", number, 1, 1, 1.75e9 + number, 0.0, True, source, (), event, who=who),
        )
    for shot, seq in zip(shots, (3, 4), strict=True):
        pictures.offer(shot)
        pictures.keep(Reference(seq, 1.75e9 + seq), (shot.frame.number,))
    assert pictures.settle(20.0)
    table.gallery = Gallery(pictures, lambda: shots[1], lambda: table.entries, lambda _: Names("Anna", "Ben"))
    yield
    pictures.close()


def let_in(page: Any, name: str = "") -> None:
    page.click("[data-action=open]")
    page.fill("#sheet-pin [name=pin]", "4711")
    page.fill("#sheet-pin [name=who]", name)
    page.click("text=Let me in")
    page.wait_for_selector("#sheet-pin", state="hidden")


def test_the_camera_and_the_board_as_believed_lie_side_by_side(
    visit: Callable[..., Any], table: Any, moment: Any, looking: None
) -> None:
    board = replace(moment.PLAYED.value, position=table.match_state.position)
    table.broadcaster.post(board)
    table.desk.post(board)
    page = visit("/desk", size=(1280, 800), pardon="401")
    assert "give the PIN" in page.text_content("[data-field=camera-says]")
    undo = page.locator("[data-send=undo]").bounding_box()
    assert undo["y"] + undo["height"] <= 800, "in sight, though the PIN is asked for above it"
    let_in(page, "Maria")
    page.wait_for_selector("#picture", state="visible")
    shot, drawn = (page.locator(each).bounding_box() for each in (".camera-picture .shot", "#board"))
    assert abs(shot["width"] - drawn["width"]) < 2 and abs(shot["height"] - drawn["height"]) < 2
    page.wait_for_selector("#board .differing")
    for place in ("#board .differing", ".shot-marks"):
        assert page.locator(f"{place} g.missing circle").count() == 4, "what is missing is marked round"
        assert page.locator(f"{place} g.too-much rect").count() == 5, "what is too much square"
    assert page.text_content("[data-field=differences]").startswith("The camera sees 9 places otherwise")
    page.evaluate("() => Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})")
    page.wait_for_selector(".camera-picture[data-state=paused]", state="attached")
    asked = page.evaluate("() => performance.getEntriesByType('resource').length")
    page.click("text=What was put right, who and when")
    page.wait_for_selector(".corrections li:has-text('Maria: The cube is at 2: Ben has it.')")
    assert page.evaluate("() => performance.getEntriesByType('resource').length") == asked + 1


def test_a_dispute_shows_the_board_before_and_after_and_leads_back(
    visit: Callable[..., Any], table: Any, moment: Any, looking: None
) -> None:
    table.show(moment.PLAYED)
    page = visit("/desk")
    let_in(page, "Maria")
    page.click("text=Look at it again")
    page.wait_for_selector(".dispute .shot img[src='/api/frames/1-2.jpg']", state="attached")
    assert page.text_content("[data-field=dispute-says]") == "Anna, 6-3: 13/4"
    assert page.get_attribute(".dispute img", "alt") == "The board after this turn: Anna, 6-3: 13/4"
    page.focus("[data-dispute=compare]")
    page.keyboard.down(" ")
    assert page.get_attribute(".dispute img", "src") == "/api/frames/1-1.jpg"
    page.keyboard.up(" ")
    assert page.get_attribute(".dispute img", "src") == "/api/frames/1-2.jpg"
    page.keyboard.press("ArrowLeft")
    page.locator("[data-dispute=drawn]").uncheck()
    assert page.get_attribute(".dispute img", "src") == "/api/frames/1-1.jpg?plain"
    assert page.evaluate(SMALL) == []
    page.click("text=This is what was played")
    page.wait_for_selector("#sheet-play .list label:has-text('24/15')")
    page.locator("#sheet-play .list label:has-text('24/15')").click()
    assert page.get_attribute("[data-part=play-board]", "aria-label") == "The board after 24/15"
    assert page.evaluate(SMALL) == []
    page.click("text=So it was played")
    assert table.hears(SetPlay(Side.WHITE, "24/15", turn=0)) and table.names[-1] == "Maria"
    page.wait_for_selector("#sheet-play", state="hidden")
    page.click("text=Undo back to here")
    page.click("text=Yes, take back 1 turn")
    assert table.hears(Undo(0, turns=1))


def test_an_illegal_play_is_refused_with_its_rule_unless_one_insists(
    visit: Callable[..., Any], table: Any, moment: Any, looking: None
) -> None:
    table.show(moment.PLAYED)
    page = visit("/desk", size=(320, 640), pardon="409")
    let_in(page)
    page.click("[data-sheet=play]")
    page.wait_for_selector("#sheet-play .list label")
    page.fill("#sheet-play [name=notation]", "13/5")
    page.click("text=So it was played")
    page.wait_for_selector("#sheet-play .trouble:has-text('13/5 needs 8 points')")
    page.click("text=It is illegal, and stands")
    assert table.hears(SetPlay(Side.WHITE, "13/5", stands=True, turn=0))


def test_a_site_is_put_right_by_a_tap_on_the_board(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    table.show(moment.PLAYED)
    page = visit("/desk", size=(320, 640))
    let_in(page)
    page.evaluate("scrollTo(0, 0)")

    def tap(column: int, row: float) -> None:
        """A point by its column from the left, at a height of the board."""
        board = page.locator("#board").bounding_box()
        x = (34 + column * 100 + 50 + (116 if column > 5 else 0)) / 1534
        page.mouse.click(board["x"] + board["width"] * x, board["y"] + board["height"] * row)

    tap(4, 0.8)
    # Anna's play is told, so that points are counted as she does.
    assert page.text_content("#touch-title") == "Point 8"
    page.click("[data-touch=on]")
    page.click("[data-touch=back]")
    page.click("text=\u2212 >> visible=true >> nth=0")
    assert page.text_content("[data-field=touch-says]") == "Anna: 1 checker in hand. Tap where it goes."
    assert page.is_disabled("[data-touch=stands]")
    assert page.evaluate(SMALL) == []
    tap(0, 0.9)
    assert page.text_content("[data-field=touch-says]").startswith("Ben holds that point.")
    tap(3, 0.9)
    assert page.text_content(".touch-row[data-key=W] output") == "1"
    page.click("[data-touch=stands]")
    wanted = "W: 24(2) 13(5) 9(1) 8(1) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
    assert table.hears(SetPosition(parse_position(wanted)))
    page.wait_for_selector(".touch", state="hidden")
    tap(4, 0.8)
    page.click("[data-touch=close]")
    assert page.is_hidden("[data-part=editing]"), "nothing was changed"


def test_the_steps_are_told_and_ticked_and_one_may_say_that_the_board_is_right(
    visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    todo = tuple(StepView(f"Put a dark checker from {n} back on 8.", Side.BLACK, False, n, 8) for n in (7, 5))
    mend = RepairView(
        Why.TOLD, "The board does not match.", "Points as Ben counts them.", Side.BLACK, todo, False, True
    )
    snapshot = replace(moment.PLAYED.value, mend=mend)
    table.broadcaster.post(snapshot)
    table.desk.post(snapshot)
    page = visit("/desk")
    let_in(page)
    assert page.locator(".mend li").all_text_contents() == [step.text for step in todo]
    page.click("text=The board is right")
    page.wait_for_selector(".told:has-text('Taken down.')")
    assert table.overlooked == 1
    done = replace(mend, steps=(replace(todo[0], done=True), todo[1]))
    for board in (table.broadcaster, table.desk):
        board.post(replace(snapshot, seq=90, mend=done))
    page.wait_for_selector(".mend li[data-done=yes]:has-text('from 7')")
    assert page.locator(".mend li[data-done=no]").count() == 1
    assert page.locator(".acts > *").count() == 3, "three acts lie under the thumb"


def test_who_comes_first_gives_the_code_and_sets_the_pin(visit: Callable[..., Any], table: Any) -> None:
    table.access = Access(None)
    page = visit("/desk")
    page.click("[data-action=open]")
    page.wait_for_selector("#sheet-pin .hint:has-text('give the code that the box shows')")
    page.fill("#sheet-pin [name=pin]", table.access.code)
    page.click("text=Let me in")
    page.fill("[data-new-pin] [name=pin]", "271828")
    page.click("text=Set the PIN")
    page.wait_for_selector("#sheet-pin", state="hidden")
    assert table.access.has_pin and table.access.check("271828")
    assert page.is_hidden("[data-part=shut]")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.send") == "done", (
        "one goes on where the PIN was asked for"
    )


def test_the_old_address_leads_to_the_desk(client: Any) -> None:
    answer = client.get("/referee?lang=de&x=1")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/desk?lang=de&x=1")


def test_who_corrects_is_known_by_the_name_he_gave(desk: Any, table: Any) -> None:
    for path in ("/api/corrections", "/api/turns", "/api/plays"):
        assert desk.client.get(path).status_code == 401, path
    desk.login()
    assert desk.post("/api/name", {"name": "x" * 41}).status_code == 400
    assert desk.post("/api/name", {"name": " Maria "}).status_code == 204
    desk.post("/api/command", {"type": "undo"})
    assert table.names == ["Maria"] and desk.client.get("/api/corrections").json["who"] == "Maria"
    assert desk.client.get("/api/plays").json is None
    assert desk.client.get("/api/plays?side=X").status_code == 400
    assert desk.client.get("/api/turns").json["turns"] == []
    refused = desk.post("/api/command", {"type": "set_play", "side": "W", "notation": "8/5"})
    assert refused.status_code == 409 and "no turn of Anna" in refused.get_json(force=True)["detail"]
