"""A table without a camera, the moments of an evening to pin up on it, and a browser to look at them with."""

import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from device.finding import Finding, Health
from device.signals.buttons import Button, Buttons
from device.signals.panel import ButtonsView, Panel
from device.signals.signal_follower import Signals
from device.signals.signal_opening import open_signals
from device.status.board_problem import Why
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.fault_view import FaultView
from device.status.snapshot.question_view import ChoiceView, QuestionView
from device.status.snapshot.repair_view import RepairView, StepView
from device.status.snapshot.table_snapshot import Snapshot
from device.status.snapshot.views import CameraView, GameView, MatchView, PlayView
from device.status.text.refusal_text import refusal
from device.store.access import Access
from device.store.log.logbook import Logbook
from device.store.log.store import LogEntry
from device.store.settings import ButtonSettings, parse_settings
from device.table.gallery.picture_gallery import Gallery
from engine.board import Kind, Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.i18n import Translator, phrase
from engine.match.cube import Cube, CubeAction
from engine.match.match import Crawford, Match, Result, Score
from engine.play import Move
from engine.position import Position
from engine.position_parsing import parse_position
from engine.records.record import Record
from engine.rules import Rules
from engine.state.match_state import MatchState, Phase, new_match_state
from engine.state.messages import Command
from engine.turn.tracker import TurnTracker
from tests.ports import kept_port
from tests.webui.waitress_here import Waitress
from webui.app import THREADS, create_app
from webui.table import Box, Table

CHROMIUM = Path(shutil.which("chromium-headless-shell") or "/usr/bin/chromium")
"""The browser; the same without windows to draw on takes half the processor's time for a page."""
PIN = "4711"
PATIENCE = 30
"""Seconds after which a test gives up that waits for a page, whatever else the computer does."""

CONTRAST = """
() => {
  // Colours that fade into one another are read as they will be.
  for (const each of document.getAnimations())
    if (each.effect.getComputedTiming().endTime !== Infinity) each.finish();
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *:not(svg *, script)")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!says || !element.checkVisibility()) continue;
    const [one, two] = [rgb(getComputedStyle(element).color), background(element)].map(luminance).sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    if (ratio < 4.5) poor.push(`${element.className} ${element.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return poor;
}
"""
"""Every text on the page that stands out from its background by less than 4.5 to 1."""

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BARRED = """
async (tags) => {
  const { violations } = await axe.run(document, {
    runOnly: tags, rules: { "color-contrast": { enabled: false } }, resultTypes: ["violations"], preload: false,
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}: ${failureSummary}`));
}
"""
"""What bars somebody from a page, by axe-core, but for contrast: `CONTRAST` is stricter of that, and takes a tenth."""

START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
OPENING = Snapshot(
    table="1",
    seq=1,
    match=MatchView(1, 5, "Anna", "Ben", Crawford.PENDING, None),
    game=GameView(1, "backgammon", Phase.TO_THROW, None, 15),
    position=parse_position(START),
    seen=None,
    seating=Seating(Kind.LIGHT, True),
    to_play=None,
    roll=None,
    cube=Cube(),
    score=Score(),
    last_play=None,
    says="Throw a die each: who throws higher begins.",
    fault=None,
    cocked=None,
    cube_fault=None,
    question=None,
    questions=0,
    camera=CameraView(View.CLEAR, "The view is clear."),
)
THROWN = replace(
    OPENING,
    seq=2,
    game=replace(OPENING.game, phase=Phase.TO_MOVE),
    to_play=Side.WHITE,
    roll=Roll.of(3, 1),
    says="Anna threw 3-1.",
)
PLAYED = replace(
    THROWN,
    seq=3,
    game=replace(OPENING.game, phase=Phase.TO_THROW),
    to_play=Side.BLACK,
    roll=None,
    position=parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"),
    last_play=PlayView(Side.WHITE, Roll.of(3, 1), "8/5 6/5", (Move(8, 5), Move(6, 5)), None, False),
    says="Ben to throw.",
)
MIDDLE = "W: bar(1) 13(4) 8(3) 7(1) 6(4) 5(2) B: 24(2) 13(4) 8(3) 6(3) 5(2) 4(1)"
BROKEN = replace(
    PLAYED,
    seq=4,
    game=replace(OPENING.game, phase=Phase.TO_MOVE, number=3),
    score=Score(2, 1),
    to_play=Side.WHITE,
    roll=Roll.of(5, 2),
    position=parse_position(MIDDLE),
    seen=Position(
        parse_position("W: 20(1) 13(4) 8(3) 7(1) 6(4) 5(2) B:").white, parse_position(MIDDLE).black
    ),
    says="Bar/20 is illegal: Ben holds that point.",
    fault=FaultView(Side.WHITE, "R.block", "Bar/20 is illegal: Ben holds that point.", (20,), True),
    last_play=PlayView(Side.BLACK, Roll.of(4, 1), "8/4* 5/4", (Move(8, 4, True), Move(5, 4)), None, False),
)
MENDED = replace(
    BROKEN,
    seq=5,
    game=replace(BROKEN.game, phase=Phase.TO_THROW),
    to_play=Side.BLACK,
    roll=None,
    position=parse_position("W: 23(1) 13(4) 8(2) 7(1) 6(4) 5(2) 3(1) B: 24(2) 13(4) 8(3) 6(3) 5(2) 4(1)"),
    seen=None,
    fault=None,
    says="Ben to throw.",
    last_play=PlayView(Side.WHITE, Roll.of(5, 2), "Bar/23 8/3", (Move(25, 23), Move(8, 3)), None, False),
)
_BACKGAMMON = find_game("backgammon")
_SPLIT = parse_position("W: 24(1) 23(1) 13(4) 11(1) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
_SLOT = parse_position("W: 24(2) 13(4) 11(1) 8(3) 6(4) 5(1) B: 24(2) 13(5) 8(3) 6(5)")
ASKED = replace(
    PLAYED,
    seq=6,
    position=_SPLIT,
    last_play=PlayView(Side.WHITE, Roll.of(2, 1), "24/23 13/11", (Move(24, 23), Move(13, 11)), None, False),
    says="Anna: 24/23 13/11 or 13/11 6/5?",
    question=QuestionView(
        7,
        "Anna: 24/23 13/11 or 13/11 6/5?",
        (
            ChoiceView(_SPLIT, "24/23 13/11", Roll.of(2, 1), True, "24/23 13/11 with 2-1", _BACKGAMMON),
            ChoiceView(_SLOT, "13/11 6/5", Roll.of(2, 1), True, "13/11 6/5 with 2-1", _BACKGAMMON),
        ),
        of_last_play=True,
    ),
    questions=1,
)
DOUBLED = replace(
    MENDED,
    seq=8,
    game=replace(MENDED.game, phase=Phase.DOUBLED),
    to_play=Side.BLACK,
    cube=Cube(1, None, Side.BLACK),
    cube_may=(CubeAction.TAKE, CubeAction.PASS),
    says="Ben doubles to 2: take or pass?",
)
TAKEN = replace(
    DOUBLED,
    seq=9,
    game=replace(MENDED.game, phase=Phase.TO_THROW),
    cube=Cube(2, Side.WHITE),
    cube_may=(),
    says="Ben to throw.",
)
BEARING_OFF = replace(
    TAKEN,
    seq=10,
    to_play=Side.WHITE,
    game=replace(TAKEN.game, phase=Phase.TO_MOVE),
    roll=Roll.of(6, 6),
    position=parse_position("W: 6(4) 5(2) 3(1) off(8) B: bar(2) 13(7) 6(2) 5(2) 3(1) 2(1)"),
    last_play=PlayView(Side.BLACK, Roll.of(6, 6), "", (), None, False),
    says="Ben cannot play. Anna threw 6-6.",
    camera=CameraView(View.HAND, "A hand is over the board."),
)
FINISHED = replace(
    TAKEN,
    seq=11,
    to_play=None,
    game=GameView(3, "backgammon", Phase.OVER, Result(Side.WHITE, 4, "gammon"), 15),
    match=replace(OPENING.match, winner=Side.WHITE),
    score=Score(6, 1),
    position=parse_position("W: off(15) B: 13(7) 6(2) 5(4) 3(1) 2(1)"),
    last_play=PlayView(Side.WHITE, Roll.of(6, 5), "2/off(2)", (Move(2, 0), Move(2, 0)), None, False),
    says="Anna wins a gammon: 4 points. Anna wins the match, 6 to 1.",
)
BLIND = replace(
    PLAYED,
    seq=12,
    says="The board or the camera has been moved too far to follow: put it back as it was, or calibrate again.",
    camera=CameraView(
        View.MOVED,
        "The board or the camera has been moved too far to follow: put it back as it was, or calibrate again.",
    ),
)
NO_GAME = replace(
    OPENING,
    seq=13,
    match=MatchView(0, 0, "White", "Black", Crawford.OFF, None),
    game=GameView(0, "backgammon", Phase.NO_GAME, None, 15),
    position=None,
    seating=None,
    says="Set up the starting position.",
)


_TOLD = "The 5 was thrown once, but 18/13 7/2 uses it twice; 18/13 10/6 is legal."
MENDING = replace(
    BROKEN,
    seq=14,
    match=replace(BROKEN.match, white="Alexandra Papadopoulou", black="Maximilian Oberhuber-Lindqvist"),
    says=_TOLD,
    fault=FaultView(Side.WHITE, "R.dice", _TOLD, (18, 13, 7, 2), True, (2,), (7,)),
    mend=RepairView(
        Why.FAULT,
        "To put the play right:",
        "Points as Alexandra Papadopoulou counts them.",
        Side.WHITE,
        (
            StepView("Put a light checker from 20 on the bar.", Side.WHITE, False, 20, 25),
            StepView("Put a light checker from 5 back on 7.", Side.WHITE, False, 5, 7),
            StepView("Put a dark checker from 17 back on 12.", Side.BLACK, True, 17, 12),
        ),
        over=False,
        told=False,
    ),
)


class Moment(Enum):
    """The moments of an evening, as notices; each has a number of its own."""

    OPENING = OPENING
    THROWN = THROWN
    PLAYED = PLAYED
    BROKEN = BROKEN
    MENDED = MENDED
    ASKED = ASKED
    DOUBLED = DOUBLED
    TAKEN = TAKEN
    BEARING_OFF = BEARING_OFF
    FINISHED = FINISHED
    BLIND = BLIND
    NO_GAME = NO_GAME
    MENDING = MENDING


@dataclass
class StillTable:
    """A table at which nothing happens but what a test pins up; it keeps what it is told."""

    broadcaster: Broadcaster = field(default_factory=lambda: Broadcaster(OPENING))
    desk: Broadcaster = field(default_factory=lambda: Broadcaster(OPENING))
    told: list[Command] = field(default_factory=list)
    picture: bytes | None = None
    gallery: Gallery = field(default_factory=Gallery)
    access: Access = field(default_factory=lambda: Access(None, PIN))
    logbook: Logbook = field(default_factory=Logbook)
    heard: threading.Condition = field(default_factory=threading.Condition)

    match_state: MatchState = field(default_factory=lambda: new_match_state(Match(5, "Anna", "Ben")))
    entries: tuple[LogEntry, ...] = ()
    names: list[str] = field(default_factory=list)
    own_games: tuple[Rules, ...] = ()
    overlooked: int = 0
    followed: Record | None = None

    def tell(self, command: Command, who: str = "") -> None:
        with self.heard:
            self.told.append(command)
            self.names.append(who)
            self.heard.notify_all()

    def refusal(self, command: Command, translator: Translator) -> str | None:
        return refusal(self.match_state, TurnTracker(), command, translator)

    def overlook(self) -> None:
        self.overlooked += 1

    def hears(self, command: Command) -> bool:
        """Whether that is what it is told last, now or soon."""
        with self.heard:
            return self.heard.wait_for(lambda: self.told[-1:] == [command], PATIENCE)

    def camera_jpeg(self) -> bytes | None:
        return self.picture

    def record_text(self, *, finished: bool = False) -> str:
        return " 5 point match\n" + ("" if finished else "\n Game 1\n Anna : 0    Ben : 0\n")

    def feed_record(self) -> Record | None:
        return self.followed

    def show(self, moment: Moment) -> None:
        """Pins up a moment."""
        self.broadcaster.post(moment.value)
        self.desk.post(moment.value)


SIMULATED = "\n".join(f'[{each}]\nbackend = "simulated"' for each in ("lights", "strip", "display", "buzzer"))


@dataclass
class StillBox:
    """Simulated signals that follow a table's broadcaster when they are told to, and buttons that remember."""

    table: StillTable
    pressed: list[Button] = field(default_factory=list)
    looked: int = 0
    missing: tuple[str, ...] = ("there is no /dev/spidev0.0 for the strip: switch SPI on with raspi-config",)

    def __post_init__(self) -> None:
        opened = open_signals(parse_settings(SIMULATED), lambda: "table.local:8080")
        self.signals = Signals(self.table.broadcaster, opened)
        self.buttons = Buttons(ButtonSettings(), self.pressed.append)
        self.signals.step()

    def show(self, moment: Moment) -> None:
        """Pins up a moment, and has the signals follow."""
        self.table.show(moment)
        self.signals.step()

    def panel(self) -> Panel:
        buttons = ButtonsView(self.buttons.name, tuple(each.value for each in Button))
        return replace(self.signals.panel(), buttons=buttons, missing=self.missing)

    def press(self, button: Button) -> None:
        self.buttons.press(button)

    def findings(self) -> tuple[Finding, ...]:
        self.looked += 1
        return (
            Finding("disk", Health.OK, "12000 MB free"),
            Finding("port", Health.OK, phrase("{port} is free", port=8080)),
            Finding("pins", Health.WARNING, "no pins", "sudo apt install python3-lgpio"),
            Finding("database", Health.FAILURE, "it cannot be read", "bring a backup back"),
        )


class Desk:
    """A client of the API that talks as our own pages do."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def post(self, path: str, body: object, **more: Any) -> TestResponse:
        return self.client.post(path, json=body, headers={"X-Tableside": "1"}, **more)

    def login(self, pin: str = PIN, address: str = "192.0.2.1") -> TestResponse:
        return self.post("/api/login", {"pin": pin}, environ_base={"REMOTE_ADDR": address})


class Server(Waitress):
    """A table served as in earnest."""

    def __init__(self, table: Table, port: int = 0, box: Box | None = None, **parts: Any) -> None:
        def hush() -> None:
            table.broadcaster.close()
            table.desk.close()

        app = create_app(table, box, **parts)
        # What no test changes is fetched once by each of the browser's windows.
        app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
        super().__init__(app, port, THREADS, hush)


@pytest.fixture
def moment() -> type[Moment]:
    return Moment


@pytest.fixture(scope="session")
def contrast() -> str:
    """A script that lists what can hardly be read."""
    return CONTRAST


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def barred(axe: str) -> Callable[[Any], list[str]]:
    """Tells by what a page bars somebody, as axe-core sees it, and which texts hardly stand out."""

    def look(page: Any) -> list[str]:
        # A page's own policy would not let the script in as an element, but it may be evaluated there.
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(axe)
        return [*page.evaluate(BARRED, TAGS), *page.evaluate(CONTRAST)]

    return look


@pytest.fixture
def table() -> StillTable:
    return StillTable()


@pytest.fixture
def box(table: StillTable) -> StillBox:
    return StillBox(table)


@pytest.fixture
def client(table: StillTable) -> FlaskClient:
    return create_app(table).test_client()


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    return Desk(client)


@pytest.fixture(scope="session")
def usual_port() -> Iterator[int]:
    """The port of the first server of every test: at one address the browser keeps what it has fetched."""
    with kept_port() as port:
        yield port


@pytest.fixture
def serve(usual_port: int) -> Iterator[Callable[..., Server]]:
    """Serves a table until the test ends."""
    servers: list[Server] = []

    def begin(table: Table, port: int = 0, box: Box | None = None, **parts: Any) -> Server:
        servers.append(Server(table, port or (0 if servers else usual_port), box, **parts))
        return servers[-1]

    yield begin
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if not CHROMIUM.exists():
        pytest.skip(
            f"NO BROWSER: the pages are not tested, for {CHROMIUM} is not installed (apt install chromium)"
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox"], timeout=4 * PATIENCE * 1000
        )
        yield chromium
        chromium.close()


CLOSING = pytest.StashKey[list[Callable[[], None]]]()
"""What closes the windows that a test has opened."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Windows are closed before anything that their pages look at is taken down: they would complain of that."""
    for close in item.stash.get(CLOSING, []):
        close()
    return (yield)


@pytest.fixture(scope="session")
def windows(browser: Any) -> Any:
    """The browser's windows, which are lent."""
    from tests.webui.windows import Windows

    return Windows(browser, PATIENCE)


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, windows: Any, serve: Callable[..., Server], table: StillTable
) -> Iterator[Callable[..., Any]]:
    """Opens a page in a window of its own; whatever it complains of, but what it is pardoned, fails the test."""
    closing = request.node.stash.setdefault(CLOSING, [])
    complaints: list[str] = []
    pardons: list[str] = []
    server: list[Server] = []

    def open_page(
        path: str = "/", size: tuple[int, int] = (390, 844), at: str = "", pardon: str = "", **options: Any
    ) -> Any:
        if not at and not server:
            server.append(serve(table))
        pardons.extend([pardon] if pardon else [])
        page = windows.lend(size, {"service_workers": "block", **options}, hears)
        closing.append(lambda: windows.give_back(page, hears))
        page.goto(path if path.startswith("about:") else (at or server[0].url) + path)
        return page

    hears: dict[str, Callable[[Any], None]] = {
        "console": lambda message: complaints.append(message.text) if message.type == "error" else None,
        "pageerror": lambda error: complaints.append(str(error)),
    }
    with windows.watched():
        yield open_page
    assert [each for each in complaints if not any(pardon in each for pardon in pardons)] == []


@pytest.fixture
def referee(visit: Callable[..., Any]) -> Callable[..., Any]:
    """Opens the referee's page for somebody who has given the PIN."""

    def begin(**options: Any) -> Any:
        page = visit("/desk", **options)
        page.evaluate(
            "() => fetch('/api/login', {method: 'POST', body: JSON.stringify({pin: '4711'}),"
            " headers: {'Content-Type': 'application/json', 'X-Tableside': '1'}})"
        )
        return page

    return begin
