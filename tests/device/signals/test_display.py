"""What the display says, how it is drawn, and how it gets to an SSD1306."""

import errno
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.errors import LightsError
from device.signals.display import ADDRESS_SECONDS, CODE_SECONDS, Display
from device.signals.display_drawing import WIDTH, drawn, rows_of
from device.signals.display_face import NOTHING, DisplayFace, face_of, seconds_to_next
from device.signals.oled_port import DummyDisplay, OledDisplay
from device.signals.panel import panel_of
from device.signals.signal_opening import BACKENDS, open_signals
from device.status.snapshot.clock_view import ClockView
from device.status.snapshot.table_snapshot import Circumstances, Snapshot, snapshot_of
from device.status.snapshot.views import GameView
from device.status.text.labels import labels_of
from device.store.access import BoxCode
from device.store.settings import DisplaySettings, Settings
from engine.board import Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.chess_clock import ChessClock, TimeControl
from engine.match.cube import Cube
from engine.match.match import Game, Match, Result, Score
from engine.match.terms import ClockKind, Terms
from engine.play import Fault
from engine.profile import SILENT
from engine.state.events import Counts, PrematureThrow, ResignOffered, ThrownTooSoon
from engine.state.match_state import MatchState, Phase, Question, new_match_state
from engine.words.reasons import CubeReason, ThrowReason

pytest.importorskip("luma.core", reason="luma.oled is not installed: pip install 'tableside[dev]'")

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
"""luma.oled 3.16 asks Pillow for pixels in a way that Pillow 14 will not know any more."""
START = find_game("backgammon").start
MATCH_STATE = replace(
    new_match_state(Match(5, "Anna", "Ben")),
    phase=Phase.TO_MOVE,
    side=Side.WHITE,
    roll=Roll.of(6, 4),
    position=START,
    match_number=1,
    game=Game(START, Score()),
    score=Score(1, 2),
)
FAULT = Fault("R.dice", "unreachable", (("roll", "3-1"), ("play", "8/5 6/5")))
PAGE = "192.168.1.7:8080"


def at(match_state: MatchState = MATCH_STATE, **changes: Any) -> Snapshot:
    return snapshot_of(replace(match_state, **changes))


def timed(**changes: Any) -> Snapshot:
    """A match with a clock that was at five minutes, and two for Black, at second 100."""
    match = Match(5, "Anna", "Ben", terms=Terms(clock=ClockKind.DELAY))
    clock = ChessClock(300.0, 120.0, 0.0, Side.WHITE)
    return snapshot_of(
        replace(MATCH_STATE, match=match, clock=replace(clock, **changes)), Circumstances(clocked=100.0)
    )


@pytest.mark.parametrize(
    ("changes", "lines", "alarm"),
    [
        ({}, ("Anna", "to play 6-4"), False),
        ({"phase": Phase.TO_THROW, "side": Side.BLACK, "roll": None}, ("Ben", "to throw"), False),
        ({"phase": Phase.TO_THROW, "side": None, "roll": None}, ("Tableside", "Throw a die each"), False),
        (
            {"phase": Phase.DOUBLED, "cube": Cube(2, Side.WHITE, Side.WHITE)},
            ("Ben", "take a cube of 4?"),
            False,
        ),
        ({"phase": Phase.NO_GAME, "game": None, "position": None}, ("Tableside", "Set the board up"), False),
        (
            {"phase": Phase.OVER, "game": Game(START, Score(), result=Result(Side.BLACK, 1, "single"))},
            ("Ben wins", "the game"),
            False,
        ),
        ({"fault": FAULT, "seen": START}, ("Anna", "Illegal play"), True),
        ({"cocked": ThrowReason.LEANS}, ("Anna", "Cocked: throw again"), True),
        ({"cube_fault": CubeReason.NOT_NOW}, ("Anna", "The cube is wrong"), True),
        ({"setup": START}, ("Anna", "Set-up is wrong"), True),
        (
            {"premature": ThrownTooSoon(Side.BLACK, Roll.of(1, 2), PrematureThrow.UNFINISHED, Counts.NO)},
            ("Anna", "Too soon: throw again"),
            True,
        ),
        ({"resigning": ResignOffered(Side.BLACK, 1)}, ("Anna", "Gives up: accept?"), True),
        ({"questions": (Question(1, "play", Side.WHITE, ()),)}, ("Anna", "Which was it? See page"), True),
        ({"view": View.COVERED}, ("Anna", "Board is hidden"), True),
    ],
)
def test_what_it_says(changes: dict[str, Any], lines: tuple[str, str], alarm: bool) -> None:
    face = face_of(at(**changes), 0.0, PAGE)
    assert (face.headline, face.task, face.alarm, face.page) == (*lines, alarm, PAGE)
    assert (face.score, face.names) == ("1-2 of 5", "Anna 1  Ben 2 of 5")


def test_where_nothing_is_thrown_nobody_is_to_throw() -> None:
    game = GameView(1, "bu_da", Phase.TO_THROW, None, 15, rules=find_game("bu_da"))
    shown = replace(at(phase=Phase.TO_THROW, side=Side.BLACK, roll=None), game=game)
    assert face_of(shown, 0.0, PAGE).task == "to get a number"
    told = {**shown.as_json(), "game": {**shown.as_json()["game"], "source": "chance"}}
    assert labels_of(told)["B"]["duty"] == [["to get a number", {}]]


def test_under_silence_it_is_dark_unless_nothing_can_be_recorded() -> None:
    quiet = at(profile=SILENT)
    assert face_of(quiet, 0.0, PAGE) == NOTHING and NOTHING.lines == ()
    assert not any(drawn(NOTHING, 64).tobytes())
    assert face_of(at(profile=SILENT, view=View.COVERED), 0.0, PAGE) == DisplayFace(
        "Referee", "Board is hidden", alarm=True
    )
    assert face_of(replace(quiet, trouble="the disk is full"), 0.0).task == "See the page: trouble"


def test_a_clock_takes_the_room_of_the_names_and_wakes_every_second() -> None:
    snapshot = timed()
    face = face_of(snapshot, 103.5, PAGE)
    assert (face.score, face.names, face.clock) == ("1-2 of 5", "", "4:57 2:00")
    wait = seconds_to_next(snapshot, 103.5)
    assert wait is not None and 0.5 <= wait <= 0.52
    assert face_of(snapshot, 103.5 + wait, PAGE).clock == "4:56 2:00"
    assert seconds_to_next(timed(stopped=True), 103.5) is None
    assert seconds_to_next(at(), 103.5) is None
    bronstein = ClockView(
        ChessClock(296.1, 120.0, 5.8, Side.WHITE), TimeControl(ClockKind.BRONSTEIN, 12.0), 0.0
    )
    assert seconds_to_next(replace(at(), clock=bronstein), 0.0) == pytest.approx(0.11)


@pytest.mark.parametrize("height", [32, 64])
def test_every_line_is_drawn_in_its_own_place(height: int) -> None:
    whole = DisplayFace("Anna", "to play 6-4", "1-2 of 5", "Anna 1  Ben 2", "", PAGE)
    rows = rows_of(drawn(whole, height))
    assert len(rows) == height and all(len(row) == WIDTH // 4 for row in rows)
    for part, there in (("headline", range(20)), ("page", range(height - 12, height))):
        without = rows_of(drawn(replace(whole, **{part: ""}), height))
        if height == 32 and part == "page":
            continue
        changed = [number for number in range(height) if without[number] != rows[number]]
        assert changed and set(changed) <= {*there, *range(min(there), max(there) + 8)}


def test_an_alarm_is_a_bar_of_light_that_cannot_be_overlooked() -> None:
    quiet, alarm = (drawn(DisplayFace("Anna", "Illegal play", alarm=each), 64) for each in (False, True))
    lit = [sum(byte.bit_count() for byte in picture.tobytes()) for picture in (quiet, alarm)]
    assert lit[1] > lit[0] + 500


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from([32, 64]), st.booleans())
def test_any_name_can_be_drawn(headline: str, task: str, height: int, alarm: bool) -> None:
    picture = drawn(DisplayFace(headline, task, "0-0", "", "9:59:59 0:01", PAGE, alarm), height)
    assert picture.size == (WIDTH, height) and picture.mode == "1"


CONTRACT = ("i2c", "simulated")
"""What the display of these tests hangs on; `pixels` knows how each tells what is shown."""


@pytest.fixture(params=CONTRACT)
def display(request: pytest.FixtureRequest, i2c: Any) -> Iterator[Display]:
    made = opened(str(request.param))
    yield made
    made.close()


def opened(backend: str, **changes: Any) -> Display:
    wanted = Settings(display=DisplaySettings(backend=backend, **changes))
    made = next(each for each in open_signals(wanted, lambda: PAGE) if each.kind == "display")
    assert isinstance(made, Display)
    return made


def pixels(display: Display, i2c: Any) -> bytes:
    """The picture that is shown, as rows of bits, as what it hangs on tells."""
    if isinstance(display._port, DummyDisplay):
        return bytes(display._port.device.image.tobytes())
    lit = [[False] * WIDTH for _ in range(display.height)]
    # The display's memory holds columns of eight pixels, the uppermost the lowest bit.
    for at_byte, byte in enumerate(i2c.memory):
        page, column = divmod(at_byte, WIDTH)
        for bit in range(8):
            lit[8 * page + bit][column] = bool(byte >> bit & 1)
    bits = "".join("1" if each else "0" for row in lit for each in row)
    return int(bits, 2).to_bytes(len(bits) // 8)


def test_the_contract_covers_every_backend() -> None:
    assert set(BACKENDS["display"]) == {*CONTRACT, "off"}, "a new one belongs in CONTRACT, too"


def test_the_picture_arrives_pixel_for_pixel(display: Display, i2c: Any) -> None:
    wait = display.show(at(), 0.0)
    assert wait == CODE_SECONDS
    assert pixels(display, i2c) == drawn(face_of(at(), 0.0, PAGE), 64).tobytes()
    display.show(at(fault=FAULT, seen=START), 1.0)
    assert pixels(display, i2c) == drawn(face_of(at(fault=FAULT, seen=START), 1.0, PAGE), 64).tobytes()
    display.show(at(profile=SILENT), 2.0)
    assert not any(pixels(display, i2c))


def test_what_has_not_changed_is_not_drawn_again_and_the_end_is_dark(i2c: Any) -> None:
    display = opened("i2c", height=32, rotate=180, address=61)
    display.show(at(), 0.0)
    sent = len(i2c.commands)
    assert {command[0] for command in i2c.commands} == {61} and len(i2c.memory) == 32 * WIDTH // 8
    display.show(at(), 1.0)
    assert len(i2c.commands) == sent
    display.close()
    display.close()
    off = 0xAE
    assert not any(i2c.memory) and i2c.commands[-1][-1] == off and i2c.closed == 1


def test_a_display_unplugged_is_told_and_comes_back(i2c: Any) -> None:
    display = opened("i2c")
    display.show(at(), 0.0)
    i2c.wrong = OSError(errno.EREMOTEIO, "Remote I/O error")
    with pytest.raises(LightsError, match="does not answer any more.*look at its wires"):
        display.show(at(fault=FAULT, seen=START), 1.0)
    display.close()
    with pytest.raises(LightsError, match="look at its wires|raspi-config"):
        display.show(at(), 2.0)
    i2c.wrong = None
    display.show(at(), 3.0)
    assert pixels(display, i2c) == drawn(face_of(at(), 3.0, PAGE), 64).tobytes()


def test_without_a_bus_it_is_told_what_to_do(i2c: Any) -> None:
    i2c.wrong = FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")
    with pytest.raises(LightsError, match=r"no I2C bus 1 .*/dev/i2c-1.*switch I2C on with raspi-config"):
        opened("i2c").show(at(), 0.0)


@pytest.mark.parametrize("backend", [OledDisplay, DummyDisplay])
def test_without_luma_it_is_told_what_to_install(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("luma.core.interface.serial", "luma.core.device", "luma.oled.device"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(LightsError, match=r"luma.oled is missing: pip install 'tableside\[pi\]'"):
        backend(DisplaySettings())


def test_the_address_is_asked_for_again_since_it_may_come_late() -> None:
    pages = ["board.local:8080", PAGE]
    (_, display) = open_signals(Settings(display=DisplaySettings(backend="simulated")), lambda: pages.pop(0))
    assert isinstance(display, Display)
    assert display.face(at(), 0.0).page == "board.local:8080" == display.face(at(), ADDRESS_SECONDS / 2).page
    assert display.face(at(), ADDRESS_SECONDS).page == PAGE


def test_without_pillow_the_panel_still_tells_the_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    display = opened("simulated")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(LightsError, match=r"Pillow is missing: pip install 'tableside\[pi\]'"):
        display.show(at(), 0.0)
    told = panel_of((display,), at(), 0.0).display
    assert told is not None and told.rows == () and told.lines[0] == "Anna"


def test_the_code_is_for_who_stands_before_it_and_on_no_page() -> None:
    code: list[BoxCode | None] = [BoxCode("271828", sets_pin=True)]
    simulated = Settings(display=DisplaySettings(backend="simulated"))
    (_, display) = open_signals(simulated, lambda: PAGE, lambda: code[0])
    assert isinstance(display, Display)
    free = replace(at(), game=replace(at().game, phase=Phase.NO_GAME))
    display.show(free, 0.0)
    assert display._drawn is not None and display._drawn.lines[:2] == ("Code 271828", "to set a PIN")
    assert PAGE in display._drawn.lines
    told = panel_of((display,), free, 0.0).display
    assert told is not None and "271828" not in " ".join(told.lines)
    assert told.rows != rows_of(drawn(display._drawn, 64))
    # not while a game is on, nor once there is a PIN
    display.show(at(), 1.0)
    assert "Code" not in display._drawn.headline
    # how a new phone is let in is told during a game, too, and takes nobody's turn away
    code[0] = BoxCode("314159", sets_pin=False)
    display.show(at(), 1.5)
    assert display._drawn.headline == "Anna" and display._drawn.page == "Code 314159"
    display.show(free, 1.6)
    assert display._drawn.lines[:2] == ("Code 314159", "for a new phone")
    code[0] = None
    display.show(free, 2.0)
    assert "Code" not in display._drawn.headline
