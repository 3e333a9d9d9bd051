"""The pages of the library, in a browser, over the log of matches that were refereed with perfect eyes."""

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from device.library.match_library import Library
from device.simulator.slips import Mistakes
from device.simulator.virtual_table import VirtualTable
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import Reference
from device.store.settings import Settings, WebSettings
from device.table.service.table_service import Service
from device.table.watch.film import Scribe
from engine.board import Kind, View
from engine.match.match import Match
from engine.match_formats import find_match_format
from engine.state.match_state import new_match_state
from engine.state.messages import Look
from engine.state.reducer import reduce
from vision.eye import Shot, Sight
from vision.frame import Frame
from vision.labelled_pictures import load_labelled
from webui.app import create_app

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE / "golden"))

from perfect_sight import cube_seen, die_seen, perfect

PIN = "4711"
FPS = 4
MATCHES = (
    ("backgammon", 13, 3, ("Anna", "Ben"), 1.7812e9),
    ("hypergammon", 3, 1, ("Chloe", "Ben"), 1.7813e9),
    ("hypergammon", 5, 1, ("Anna", "Chloe"), 1.7838e9),
)
"""Game, seed, length, names, and when it began."""
SMALL = """
() => [...document.querySelectorAll("button, summary, select, a:not(.plays a), input:not([type=hidden])")]
  .filter((each) => each.checkVisibility() && !each.closest(".unseen, .menu"))
  .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 37.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)
"""


def entries_of(
    number: int, first: int, game: str, seed: int, length: int, names: tuple[str, str], wall: float
) -> list[LogEntry]:
    """The log of a simulated match: its numbers in the log begin with `first`."""
    match_format = find_match_format(game)
    table = VirtualTable(match_format, seed, match_length=length, mistakes=Mistakes(0.06, 0.04, 0.0, 0.0))
    scribe = Scribe(Match(length, *names, (), match_format.id, match_format), Kind.LIGHT)
    match_state = replace(new_match_state(Match(length, *names)), match_number=number - 1)
    entries: list[LogEntry] = []
    before, seen, frame = None, None, 0
    while not scribe.over and (scene := table.scene_at(frame / FPS)) is not None:
        known = len(scribe.happenings)
        if scene.hands or scene != before:
            seen = None
            scribe.hear(Look(frame / FPS, frame, View.HAND if scene == before else View.MOVING))
        else:
            seen = seen or perfect(scene, table.sizes)
            dice = tuple(die_seen(die, table.sizes) for die in scene.dice)
            scribe.hear(Look(frame / FPS, frame, View.CLEAR, seen, dice, cube_seen(scene, table.sizes)))
        for each in scribe.happenings[known:]:
            match_state = reduce(match_state, each.event, each.frame)
            entries.append(
                LogEntry(
                    "1",
                    first + len(entries),
                    number,
                    len(match_state.record.games),
                    wall + frame / FPS,
                    frame / FPS,
                    True,
                    Source.CAMERA,
                    (each.frame,),
                    each.event,
                )
            )
        before, frame = scene, frame + 1
    return entries


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with three matches, and a picture of the first turn of the first."""
    folder = tmp_path_factory.mktemp("played")
    store, seq = Store(sqlite_url(folder / "log.db")), 1
    pictures = Pictures(folder, 10**9)
    pictures.start()
    kept = load_labelled(HERE / "vision" / "kept", "1-124-34ba067c")
    for number, told in enumerate(MATCHES, 1):
        entries = entries_of(number, seq, *told)
        store.append(entries)
        seq += len(entries)
        if number == 1:
            turn = next(each for each in entries if type(each.event).__name__ == "Played")
            pictures.offer(Shot(Frame(kept.picture, 0.2, turn.frames[0]), Sight(View.CLEAR), kept.model))
            pictures.keep(Reference(turn.seq, turn.wall), turn.frames)
    pictures.close()
    store.close()
    return folder


@pytest.fixture
def shelved(played: Path, tmp_path: Path) -> Iterator[tuple[Service, Library]]:
    """A service over a copy of that folder, and its library."""
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    pictures = Pictures(folder, 10**9)
    pictures.start()
    # Nothing more happens at the table: the service reads its log, and is not begun.
    service = Service(
        Settings(web=WebSettings(pin=PIN)), None, Store(sqlite_url(folder / "log.db")), pictures=pictures
    )
    library = Library(service)
    yield service, library
    library.close()
    service.stop()


@pytest.fixture
def look(
    shelved: tuple[Service, Library], serve: Callable[..., Any], visit: Callable[..., Any]
) -> Callable[..., Any]:
    """Opens a page of the library."""
    url = serve(shelved[0], library=shelved[1]).url
    return lambda path="/matches", **options: visit(path, at=url, **options)


def let_in(page: Any) -> None:
    """Gives the PIN; the page comes anew."""
    page.click("[data-action=pin]")
    page.fill("[name=pin]", PIN)
    with page.expect_navigation():
        page.click("text=Let me in")


def seq_of(page: Any) -> int:
    return int(page.evaluate("document.documentElement.dataset.seq"))


def test_a_match_is_found_as_one_types(look: Callable[..., Any]) -> None:
    page = look()
    assert page.locator(".match-card").count() == 4
    assert page.locator(".evening h2").first.text_content() is not None
    page.fill("[name=search]", "anna ben")
    page.wait_for_selector(".total:has-text('1 match')")
    assert page.url.endswith("/matches?search=anna+ben")
    with page.expect_navigation():
        page.click("text=Show all")
    page.select_option("[name=player]", "Chloe")
    page.wait_for_selector(".chosen-pill:has([name=player])")
    # Hers of the log, and the new one, which has the names of the last.
    assert page.locator(".match-card").count() == 3
    page.fill("[name=search]", "nobody")
    page.wait_for_selector("text=No match is like that.")
    assert page.locator("[data-delete]").count() == 0


def test_a_match_is_deleted_brought_back_and_gone(look: Callable[..., Any]) -> None:
    page = look()
    let_in(page)
    # The seconds to think better of it do not run out, however long a test takes.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    card = page.locator("[data-match='2']")
    card.locator("[data-delete]").click()
    undo = page.locator("[data-undo]")
    undo.wait_for()
    assert undo.evaluate("(each) => each === document.activeElement")
    page.keyboard.press("Enter")
    card.locator("[data-delete]").wait_for()
    card.locator("[data-delete]").click()
    page.wait_for_selector("text=Match 2 was deleted.")
    page.click("a[href='/matches?deleted=1']")
    page.wait_for_url("**/matches?deleted=1")
    page.click("[data-destroy]")
    page.click("[data-destroy-now]")
    page.wait_for_selector(".match-card", state="detached")
    page.goto(urljoin(page.url, "/matches"))
    assert page.locator("[data-match='2']").count() == 0
    # What is being played is there, and cannot be deleted.
    assert page.locator(".match-card.open").count() == 1
    assert page.locator(".open [data-delete]").count() == 0


def test_a_match_is_replayed_by_keys_slider_and_score_sheet(look: Callable[..., Any]) -> None:
    page = look("/matches/1", reduced_motion="reduce")
    start = seq_of(page)
    assert page.url.endswith(f"#{start}")
    page.keyboard.press("ArrowRight")
    second = seq_of(page)
    assert second > start
    assert page.text_content(".plays [aria-current=step]").strip() != ""
    assert page.text_content("[data-field=announce]") == page.text_content(".replay [data-field=says]")
    assert page.get_attribute("#slider", "aria-valuetext") == page.text_content(".replay [data-field=says]")
    page.click(".code summary")
    assert page.text_content("[data-field=xgid]").startswith("XGID=")
    page.click("[data-action=copy-code]")
    assert page.evaluate("String(getSelection())") == page.text_content("[data-field=xgid]")
    page.keyboard.press("End")
    last = seq_of(page)
    assert "wins" in page.text_content(".replay [data-field=says]")
    page.keyboard.press("Home")
    assert seq_of(page) == start
    page.click("[data-go=mark]")
    assert page.get_attribute(".replay .voice", "data-mood") == "fault"
    assert page.locator("#board.faulty .mark").count() > 0
    marked = seq_of(page)
    page.evaluate(
        "() => { const s = document.getElementById('slider'); s.value = s.max; s.dispatchEvent(new Event('input')); }"
    )
    assert seq_of(page) == last
    page.click(f".plays [data-seq='{second}']")
    page.wait_for_selector(f"html[data-seq='{second}']")
    # The address can be shared: it carries the step.
    page.evaluate(f"location.hash = '#{marked}'")
    page.wait_for_selector(f"html[data-seq='{marked}']")
    page.select_option("[data-field=pace]", "900")
    page.keyboard.press(" ")
    played = seq_of(page)
    page.wait_for_selector(f"html:not([data-seq='{marked}'], [data-seq='{played}'])")
    page.keyboard.press(" ")
    assert page.get_attribute("[data-go=play]", "aria-pressed") == "false"
    assert page.text_content("[data-field=position-W]").startswith("Anna")


def test_pictures_are_for_the_referee(look: Callable[..., Any]) -> None:
    page = look("/matches/1", pardon="404")
    assert '"frames": ["' not in page.content()
    let_in(page)
    while page.locator(".still").count() == 0:
        before = seq_of(page)
        page.keyboard.press("ArrowRight")
        assert seq_of(page) > before, "no step has a picture"
    page.click(".still")
    assert (
        page.locator(".picture img").evaluate("(image) => image.decode().then(() => image.naturalWidth)")
        > 300
    )
    page.keyboard.press("Escape")
    assert not page.is_visible("#sheet-picture")


def test_paper_has_every_game_and_no_controls(look: Callable[..., Any]) -> None:
    page = look("/matches/1")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for hidden in (".deck", ".head", ".games", ".replay > .table", ".replay > .voice"):
        assert not page.is_visible(hidden)
    games = page.locator(".game-sheet").count()
    assert games == page.locator(".game-sheet:visible").count() >= 1
    assert page.locator(".diagram svg .checker").count() > games * 10
    background = page.evaluate("getComputedStyle(document.body).getPropertyValue('--paper')")
    assert background.strip() == "#fff"


def test_a_player_has_a_line_and_the_same_as_a_table(look: Callable[..., Any]) -> None:
    page = look("/players")
    page.click("text=Chloe")
    page.wait_for_selector("#chart .path")
    games = len(page.evaluate("JSON.parse(document.getElementById('line').textContent)"))
    assert page.locator("#chart .dot:not(.chosen)").count() == games > 0
    page.click("text=All results as a table")
    assert page.locator(".all-results tbody tr").count() == games
    total = page.locator(".all-results tbody tr td").nth(4).text_content()
    assert page.text_content("#chart .last-figure") == total
    page.locator("#chart").hover()
    assert "against" in page.text_content("[data-field=point]")


def test_everything_can_be_read_and_tapped_on_a_small_phone(look: Callable[..., Any], contrast: str) -> None:
    page = look(size=(320, 640), color_scheme="dark")
    for path in ("/matches", "/matches/1", "/players", "/players/Anna", "/statistics"):
        page.goto(urljoin(page.url, path))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(contrast) == [], path
        assert page.evaluate(SMALL) == [], path
    # in German what steers the replay takes more room than in any other language
    page = look("/matches/1", size=(360, 780), locale="de")
    page.evaluate(
        "document.querySelector('.legend').innerHTML ="
        " ['Regelverstoß', 'von jemandem berichtigt', 'erschlossen, nicht gesehen'].map((each) => `<span>${each}</span>`).join('')"
    )
    box = page.locator(".pace").bounding_box()
    assert (
        page.locator(".pace option:checked").inner_text() == "gleichmäßig" and box["x"] + box["width"] < 355
    )


def test_pages_tell_it_all_without_a_script(shelved: tuple[Service, Library]) -> None:
    client = create_app(shelved[0], library=shelved[1]).test_client()
    listed = client.get("/matches?lang=de").text
    assert "Juni 2026" in listed or "Juli 2026" in listed
    match = shelved[1].story(1, admitted=False)
    assert match is not None
    page = client.get("/matches/1").text
    for turn in match.story.games[0].game.turns[:4]:
        told = getattr(turn, "play", None)
        assert told is None or str(turn.roll) in page
    assert 'http-equiv="refresh"' not in page
    assert "data-match=" not in client.get("/matches?search=nobody").text
    figures = client.get("/statistics?lang=en").text
    assert 'role="img" aria-label="Seen, and expected in brackets: 1: ' in figures and "rolls" in figures
    assert client.get("/matches/99").status_code == 404


MODULES = """
async () => {
  const { Replay } = await import("/static/replay.js");
  const { placed } = await import("/static/ticks.js");
  const { apart, laidOut, rounds, stepped } = await import("/static/chart.js");
  const { worthDrawing } = await import("/static/diagrams.js");
  const step = (seq, ...marks) => ({ seq, marks });
  const match = { games: [{ steps: [step(3), step(5, "fault"), step(6)] }, { steps: [step(9), step(11, "inferred", "question")] }] };
  const replay = new Replay(match);
  const went = (moved) => [moved, replay.step.seq];
  const walked = [
    went(replay.back()), went(replay.next()), went(replay.leap(-1)), went(replay.leap(1)), went(replay.leap(1)), went(replay.leap(-1)),
    went(replay.nextMark()), went(replay.nextMark()), went(replay.find(10)), went(replay.find(1)), went(replay.end()), went(replay.goTo(1)),
    went(replay.home()),
  ];
  const crowd = Array.from({ length: 100 }, (_, n) => step(n, n === 50 ? "fault" : "inferred"));
  const plan = laidOut([[2, -3]], ["2026-06-12", "2026-06-13"], 400, 200);
  return {
    walked, placed: placed(match.games[1].steps), crowded: placed(crowd, 10), rounds: [rounds(-3, 2), rounds(0, 0), rounds(-40, 55), rounds(-0.25, 0.2, 5, 0.01)],
    apart: apart([50, 40, 41, 90], 18), years: laidOut([[2, -3, 1]], ["2025-12-30", "2026-01-02", null], 400, 200).days.map(({ year }) => year),
    zero: plan.lines[0][0].y < plan.zero && plan.lines[0][1].y > plan.zero, days: plan.days.length, path: stepped({ x: 0, y: 9 }, [{ x: 4, y: 2 }]),
    drawn: worthDrawing(match.games[0].steps).map(({ seq }) => seq), none: new Replay({ games: [match.games[0]] }).nextMark(),
  };
}
"""


def test_what_the_pages_reckon(look: Callable[..., Any]) -> None:
    told = look("/players").evaluate(MODULES)
    assert told["apart"] == [76, 40, 58, 94]
    assert told["years"] == ["2025", "2026", ""]
    assert told["walked"] == [
        [False, 3], [True, 5], [True, 3], [True, 9], [True, 11], [True, 9],
        [True, 11], [True, 5], [True, 9], [True, 3], [True, 6], [True, 5], [True, 3],
    ]  # fmt: skip
    assert told["placed"] == [[1, "question"]]
    assert len(told["crowded"]) == 10
    assert [50, "fault"] in told["crowded"]
    assert told["rounds"] == [
        [-3, -2, -1, 0, 1, 2],
        [0],
        [-40, -20, 0, 20, 40, 60],
        pytest.approx([-0.3, -0.2, -0.1, 0, 0.1, 0.2]),
    ]
    assert (told["zero"], told["days"], told["path"]) == (True, 2, "M0 9H4.0V2.0")
    assert told["drawn"] == [5, 6]
    assert told["none"] is True
