"""What glows on the strip, where, and how it gets there over SPI."""

import errno
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.errors import LightsError
from device.signals.rhythm import Rhythm
from device.signals.signal_opening import open_signals
from device.signals.spi_port import SpiStrip
from device.signals.strip import (
    ASKED,
    BEGAN,
    ENDED,
    SHOULD,
    WRONG,
    Perimeter,
    Strip,
    colours_at,
    ends_of_file,
    glows_of,
)
from device.signals.ws2812 import HERTZ, encoded, milliamps
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from device.store.settings import Settings, StripSettings
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.games import find_game
from engine.match.match import CheckerTurn, Game, Match, Score
from engine.position_parsing import parse_position
from engine.profile import HOME, SILENT, TOURNAMENT, Profile
from engine.state.events import Candidate
from engine.state.match_state import MatchState, Phase, Question, new_match_state
from engine.tafl.tafl_notation import parse_tafl_position

BACKGAMMON, ROLL = find_game("backgammon"), Roll.of(3, 1)
START = BACKGAMMON.start
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
WRONG_BOARD = parse_position("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
SETTINGS = StripSettings(backend="simulated", first=1, clockwise=True, brightness=100)
LATER = 0.15
"""When double flashes are dark and slow blinking is lit."""


def opened(settings: StripSettings) -> Strip:
    strip = next(each for each in open_signals(Settings(strip=settings)) if each.kind == "strip")
    assert isinstance(strip, Strip)
    return strip


def at(profile: Profile = HOME, **changes: Any) -> Snapshot:
    """White has thrown 3-1 and played 8/3 instead of 8/4."""
    fault = explain(BACKGAMMON, START, Side.WHITE, ROLL, WRONG_BOARD)
    match_state: MatchState = replace(
        new_match_state(Match(5, "Anna", "Ben"), profile),
        phase=Phase.TO_MOVE,
        seating=Seating(),
        position=START,
        side=Side.WHITE,
        roll=ROLL,
        game=Game(START, Score()),
        fault=fault,
        seen=WRONG_BOARD,
        match_number=1,
    )
    return snapshot_of(replace(match_state, **changes))


def played(side: Side, notation_after: str) -> dict[str, Any]:
    after = parse_position(notation_after)
    turn = CheckerTurn(side, ROLL, likely_play(BACKGAMMON, START, side, after, ROLL), after, before=START)
    game = Game(START, Score(), turns=(turn,))
    return {
        "fault": None,
        "seen": None,
        "game": game,
        "phase": Phase.TO_THROW,
        "side": side.other,
        "position": after,
    }


def test_red_where_the_illegal_checker_stands_green_where_it_should_go() -> None:
    snapshot = at()
    assert snapshot.fault is not None and (snapshot.fault.stands, snapshot.fault.should) == ((3,), (4,))
    assert glows_of(snapshot) == {3: WRONG, 4: SHOULD}
    assert snapshot.as_json()["fault"]["should"] == [4]  # type: ignore[index]


def test_of_a_fault_that_stands_it_is_told_against_the_board_before_it() -> None:
    wrong = played(Side.WHITE, str(WRONG_BOARD))
    fault = explain(BACKGAMMON, START, Side.WHITE, ROLL, WRONG_BOARD)
    turn = replace(wrong["game"].turns[0], fault=fault)
    game = replace(wrong["game"], turns=(turn,))
    snapshot = at(**{**wrong, "game": game, "fault": fault, "seen": WRONG_BOARD, "roll": None})
    assert snapshot.fault is not None and not snapshot.fault.provisional
    assert glows_of(snapshot) == {3: WRONG, 4: SHOULD}


def test_what_keeps_hints_back_shows_neither() -> None:
    snapshot = at(TOURNAMENT)
    assert (
        snapshot.fault is not None
        and snapshot.fault.points == snapshot.fault.stands == snapshot.fault.should == ()
    )
    assert glows_of(snapshot) == {}
    assert glows_of(at(SILENT)) == {}


def test_the_last_play_is_traced_dimly_from_and_brighter_to() -> None:
    white = at(**played(Side.WHITE, str(AFTER)))
    assert glows_of(white) == {8: BEGAN, 6: BEGAN, 5: ENDED}
    black = at(**played(Side.BLACK, "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 6(4) 5(2)"))
    assert glows_of(black) == {17: BEGAN, 19: BEGAN, 20: ENDED}
    assert sum(BEGAN.colour) < sum(ENDED.colour) and BEGAN.rhythm is ENDED.rhythm is Rhythm.STEADY


def test_a_board_the_other_way_round_is_lit_the_other_way_round() -> None:
    assert glows_of(at(seating=Seating(home_right=False))) == {10: WRONG, 9: SHOULD}


def test_the_points_of_a_question_blink_slowly() -> None:
    both = tuple(
        Candidate(ROLL, likely_play(BACKGAMMON, START, Side.WHITE, board, ROLL), board, True, 0.5)
        for board in (AFTER, parse_position("W: 24(2) 13(5) 8(2) 7(1) 6(4) 4(1) B: 24(2) 13(5) 8(3) 6(5)"))
    )
    question = Question(1, "play", Side.WHITE, both, turns=1)
    snapshot = at(**played(Side.WHITE, str(AFTER)), questions=(question,))
    assert glows_of(snapshot) == {8: BEGAN, 6: BEGAN, 5: ASKED, 7: ASKED, 4: ASKED}


def test_nothing_glows_where_nothing_is_seen_or_played() -> None:
    for view in (View.COVERED, View.MOVED, View.DARK, View.LOST):
        assert glows_of(at(view=view)) == {}
    assert glows_of(at(phase=Phase.OVER)) == {} == glows_of(at(phase=Phase.NO_GAME))


def test_on_a_board_of_squares_the_file_is_lit_at_both_edges() -> None:
    game = find_game("tablut")
    seen = parse_tafl_position(game, "W: Ke5 e3 B: d1")  # type: ignore[arg-type]
    match_state = new_match_state(Match(5, "Anna", "Ben"))
    match_state = replace(match_state, match=replace(match_state.match), phase=Phase.TO_MOVE, side=Side.BLACK)
    snapshot = snapshot_of(match_state)
    fault = replace(at().fault, points=("a1", "i5"), stands=("a1",), should=("i5",))  # type: ignore[type-var]
    lit = glows_of(replace(snapshot, fault=fault, game=replace(snapshot.game, rules=game), seen=seen))
    assert lit == {12: WRONG, 13: WRONG, 1: SHOULD, 24: SHOULD}


def test_the_files_of_squares_spread_over_both_edges_from_left_to_right() -> None:
    near, far = zip(*(ends_of_file(f"{file}1") for file in "abcdefghi"), strict=True)
    assert list(near) == sorted(set(near), reverse=True) and list(far) == sorted(set(far))
    assert ends_of_file("e5") in {(6, 19), (7, 18)}


@given(st.integers(24, 60), st.integers(1, 24), st.booleans())
def test_every_point_has_an_led_and_every_led_a_point(leds: int, first: int, clockwise: bool) -> None:
    points = Perimeter(leds, first, clockwise).points
    counts = Counter(points)
    assert len(points) == leds and set(counts) == set(range(1, 25)) and points[0] == first
    assert set(counts.values()) <= {leds // 24, -(-leds // 24)}
    step = 1 if clockwise else -1
    assert all((here - before) % 24 in (0, step % 24) for before, here in pairwise(points))


def test_a_red_checker_flashes_while_green_is_steady() -> None:
    strip = opened(SETTINGS)
    glows = strip.glows(at())
    lit, dark = colours_at(glows, 0.0), colours_at(glows, LATER)
    assert lit[2] == (255, 0, 0) and dark[2] == (0, 0, 0)
    assert lit[3] == dark[3] == SHOULD.colour
    assert len({WRONG.rhythm, SHOULD.rhythm, ASKED.rhythm}) == 3
    assert strip.show(at(), 0.0) == pytest.approx(0.12)
    assert strip.show(at(**played(Side.WHITE, str(AFTER))), 0.0) is None


def test_the_strip_gets_its_bytes_over_spi(spi: Any) -> None:
    strip = opened(replace(SETTINGS, backend="spi", device="/dev/spidev1.0"))
    strip.show(at(), 0.0)
    assert (spi.path, spi.hertz, spi.mode) == ("/dev/spidev1.0", HERTZ, 0)
    colours = [(0, 0, 0)] * 24
    colours[2], colours[3] = (255, 0, 0), SHOULD.colour
    assert spi.sent == [encoded(colours)]
    strip.show(at(), 0.01)
    assert len(spi.sent) == 1, "what has not changed is not sent again"
    strip.close()
    strip.close()
    assert spi.sent[-1] == encoded([(0, 0, 0)] * 24)
    strip.show(at(), 0.0)
    assert spi.opened == 2 and spi.sent[-1] == encoded(colours)


def test_all_leds_white_keep_within_the_current_of_a_pi(spi: Any) -> None:
    strip = opened(replace(SETTINGS, backend="spi", leds=60))
    strip.light([(255, 255, 255)] * 60)
    level = 255 * 440 // (60 * 60)
    assert spi.sent == [encoded([(level, level, level)] * 60)]
    assert milliamps([(level, level, level)] * 60) <= 500


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FileNotFoundError(2, "No such file or directory"), "switch SPI on with raspi-config"),
        (PermissionError(13, "Permission denied"), "usermod -aG spi"),
        (OSError(25, "Inappropriate ioctl for device"), "name another device"),
    ],
)
def test_without_spi_it_is_told_what_to_do(spi: Any, error: OSError, says: str) -> None:
    spi.wrong = error
    with pytest.raises(LightsError, match=says):
        opened(replace(SETTINGS, backend="spi")).show(at(), 0.0)


def test_a_device_that_fails_is_told_and_comes_back(spi: Any) -> None:
    strip = opened(replace(SETTINGS, backend="spi"))
    strip.show(at(), 0.0)
    spi.wrong = OSError(errno.EIO, "Input/output error")
    with pytest.raises(LightsError, match="Input/output error"):
        strip.show(at(), LATER)
    strip.close()
    spi.wrong = None
    strip.show(at(), LATER)
    assert spi.opened == 2


def test_without_spidev_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(LightsError, match=r"spidev is missing: pip install 'tableside\[pi\]'"):
        SpiStrip(SETTINGS)


def test_the_pretended_spidev_is_like_the_real_one(spi: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended = sys.modules["spidev"].SpiDev
    monkeypatch.delitem(sys.modules, "spidev")
    real = pytest.importorskip("spidev", reason="spidev is not installed: pip install spidev").SpiDev
    names = {name for name in dir(pretended) if not name.startswith("_")}
    assert names <= set(dir(real))
    for device in (pretended(), real()):
        with pytest.raises(OSError, match="Bad file descriptor"):
            device.max_speed_hz = HERTZ
        with pytest.raises(OSError, match="Bad file descriptor"):
            device.writebytes2(b"abc")
        assert device.close() is None
    spi.wrong = FileNotFoundError(2, "No such file or directory")
    for device in (pretended(), real()):
        with pytest.raises(FileNotFoundError):
            device.open_path("/dev/there-is-no-such-spi")


def test_simulated_and_real_strips_get_the_same_bytes(spi: Any, shown: Callable[..., Snapshot]) -> None:
    simulated, real = opened(SETTINGS), opened(replace(SETTINGS, backend="spi"))
    for snapshot in (shown(), at(), at(**played(Side.WHITE, str(AFTER)))):
        for now in (0.0, LATER, 0.5):
            assert simulated.show(snapshot, now) == real.show(snapshot, now)
            assert simulated._port is not None and simulated._port.sent == spi.sent[-1]  # type: ignore[attr-defined]
