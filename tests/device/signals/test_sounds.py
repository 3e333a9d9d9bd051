"""What is heard: what happens between two snapshots, once, one thing after another."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.errors import LightsError
from device.signals.buzzer import Buzzer
from device.signals.signal_opening import BACKENDS, open_signals
from device.signals.simulated_port import SimulatedBuzzer
from device.signals.sounds import Sound, sounds_of
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from device.store.settings import BuzzerSettings, Settings
from engine.board import Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.chess_clock import ChessClock
from engine.match.match import CheckerTurn, Game, Match, Result, Score
from engine.match.terms import ClockKind, Terms
from engine.play import Fault, Play
from engine.profile import SILENT
from engine.state.events import ResignOffered
from engine.state.match_state import MatchState, Phase, Question, new_match_state
from engine.words.reasons import CubeReason, ThrowReason

START = find_game("backgammon").start
TURN = CheckerTurn(Side.WHITE, Roll.of(3, 1), Play(), START, before=START)
MATCH_STATE = replace(
    new_match_state(Match(5, "Anna", "Ben", terms=Terms(clock=ClockKind.DELAY))),
    phase=Phase.TO_MOVE,
    side=Side.WHITE,
    position=START,
    match_number=1,
    game=Game(START, Score(), turns=(TURN,)),
    clock=ChessClock(9.0, 9.0),
)
FAULT = Fault("R.dice", "unreachable", (("roll", "3-1"), ("play", "8/5 6/5")))
WON = replace(MATCH_STATE.game, result=Result(Side.WHITE, 1, "single"))  # type: ignore[type-var]


def seen(match_state: MatchState = MATCH_STATE, **changes: Any) -> Snapshot:
    return snapshot_of(replace(match_state, **changes))


@pytest.mark.parametrize(
    ("changes", "sounds"),
    [
        ({}, ()),
        ({"fault": FAULT, "seen": START}, (Sound.ILLEGAL,)),
        ({"cube_fault": CubeReason.NOT_NOW}, (Sound.ILLEGAL,)),
        ({"cocked": ThrowReason.LEANS}, (Sound.COCKED,)),
        ({"questions": (Question(3, "play", Side.WHITE, ()),)}, (Sound.ASK,)),
        ({"resigning": ResignOffered(Side.WHITE, 1)}, (Sound.ASK,)),
        ({"view": View.COVERED}, ()),
        ({"game": replace(MATCH_STATE.game, turns=(TURN, TURN))}, (Sound.DONE,)),  # type: ignore[type-var]
        ({"game": WON, "phase": Phase.OVER}, (Sound.GAME_OVER,)),
        ({"game": WON, "phase": Phase.OVER, "winner": Side.WHITE}, (Sound.MATCH_OVER, Sound.GAME_OVER)),
        ({"clock": ChessClock(0.0, 9.0, fallen=(Side.WHITE,))}, (Sound.FLAG,)),
    ],
)
def test_what_is_heard_of_what_happens(changes: dict[str, Any], sounds: tuple[Sound, ...]) -> None:
    before, after = seen(), seen(**changes)
    assert sounds_of(before, after) == sounds
    assert sounds_of(after, after) == (), "once it has been heard it is not heard again"


def test_what_is_put_right_or_taken_back_is_not_heard() -> None:
    for changes in (
        {"fault": FAULT, "seen": START},
        {"cocked": ThrowReason.LEANS},
        {"game": replace(MATCH_STATE.game, turns=(TURN, TURN))},  # type: ignore[type-var]
        {"game": WON, "phase": Phase.OVER},
    ):
        assert sounds_of(seen(**changes), seen()) == ()


def test_a_fault_that_now_stands_is_not_heard_twice() -> None:
    moving = seen(fault=FAULT, seen=START)
    assert moving.fault is not None
    standing = replace(moving, fault=replace(moving.fault, provisional=False))
    assert sounds_of(moving, standing) == ()


def test_under_silence_nothing_is_heard_but_that_the_game_is_over() -> None:
    quiet = replace(MATCH_STATE, profile=SILENT)
    for changes in (
        {"fault": FAULT, "seen": START},
        {"cocked": ThrowReason.LEANS},
        {"clock": ChessClock(0, 9, fallen=(Side.WHITE,))},
        {"game": replace(MATCH_STATE.game, turns=(TURN, TURN))},  # type: ignore[type-var]
    ):
        assert sounds_of(seen(quiet), seen(quiet, **changes)) == ()
    assert sounds_of(seen(quiet), seen(quiet, game=WON, phase=Phase.OVER)) == (Sound.GAME_OVER,)


def test_no_two_sounds_have_the_same_rhythm() -> None:
    rhythms = [
        tuple((tone is not None, round(seconds, 3)) for tone, seconds in sound.tones) for sound in Sound
    ]
    assert len(set(rhythms)) == len(rhythms)
    assert all(0.04 <= sound.seconds <= 1.5 and sound.says for sound in Sound)


CONTRACT = ("gpio", "simulated")
"""What the buzzer of these tests hangs on."""


@pytest.fixture(params=CONTRACT)
def buzzer(request: pytest.FixtureRequest, factory: MockFactory) -> Iterator[Buzzer]:
    signals = open_signals(Settings(buzzer=BuzzerSettings(backend=str(request.param))))
    made = next(each for each in signals if isinstance(each, Buzzer))
    yield made
    made.close()


def tone(buzzer: Buzzer, factory: MockFactory) -> float | None:
    """What sounds now, as what it hangs on tells."""
    if isinstance(buzzer._port, SimulatedBuzzer):
        return buzzer._port.tone
    pin = factory.pin(BuzzerSettings().pin)
    return None if not pin.state else float(pin.frequency)


def heard(
    buzzer: Buzzer, factory: MockFactory, snapshot: Snapshot, now: float
) -> list[tuple[float, float | None]]:
    """What sounds until it is over, and from when."""
    found: list[tuple[float, float | None]] = []
    for _ in range(50):
        wait = buzzer.show(snapshot, now)
        found.append((round(now, 3), tone(buzzer, factory)))
        if wait is None:
            return found
        now += wait
    raise AssertionError("it never ends")


def test_the_contract_covers_every_backend() -> None:
    assert set(BACKENDS["buzzer"]) == {*CONTRACT, "off"}, "a new one belongs in CONTRACT, too"


def test_a_fault_growls_three_times_and_no_more(buzzer: Buzzer, factory: MockFactory) -> None:
    assert heard(buzzer, factory, seen(), 10.0) == [(10.0, None)]
    fault = seen(fault=FAULT, seen=START)
    assert heard(buzzer, factory, fault, 10.0) == [
        (10.0, 440.0), (10.08, None), (10.16, 440.0), (10.24, None), (10.32, 440.0), (10.4, None)
    ]  # fmt: skip
    assert heard(buzzer, factory, fault, 11.0) == [(11.0, None)]
    assert [each.sound for each in buzzer.heard] == [Sound.ILLEGAL]


def test_what_happens_while_it_sounds_is_heard_afterwards(buzzer: Buzzer, factory: MockFactory) -> None:
    buzzer.show(seen(), 0.0)
    buzzer.show(seen(cocked=ThrowReason.LEANS), 0.0)
    told = heard(buzzer, factory, seen(questions=(Question(3, "play", Side.WHITE, ()),)), 0.1)
    assert [each.sound for each in buzzer.heard] == [Sound.COCKED, Sound.ASK]
    assert told == [(0.1, 440.0), (0.4, None), (0.6, 880.0), (0.75, 1318.5), (1.0, None)]


def test_of_what_happens_at_once_the_weightiest_is_heard(buzzer: Buzzer) -> None:
    buzzer.show(seen(), 0.0)
    buzzer.show(seen(game=WON, phase=Phase.OVER, winner=Side.WHITE), 0.0)
    assert [each.sound for each in buzzer.heard] == [Sound.MATCH_OVER]


def test_silence_cuts_a_sound_short(buzzer: Buzzer, factory: MockFactory) -> None:
    buzzer.show(seen(), 0.0)
    buzzer.show(seen(cocked=ThrowReason.LEANS), 0.0)
    assert tone(buzzer, factory) is not None
    assert buzzer.show(seen(replace(MATCH_STATE, profile=SILENT)), 0.1) is None
    assert tone(buzzer, factory) is None


def test_every_sound_can_be_played_on_a_pin(factory: MockFactory, shown: Callable[..., Snapshot]) -> None:
    (_, buzzer) = open_signals(Settings(buzzer=BuzzerSettings(backend="gpio")))
    assert isinstance(buzzer, Buzzer)
    for number, sound in enumerate(Sound):
        buzzer.play(sound, 10.0 * number)
        assert heard(buzzer, factory, shown(), 10.0 * number)[-1][1] is None
    buzzer.close()


def test_a_buzzer_without_pins_says_why(no_pins: None, shown: Callable[..., Snapshot]) -> None:
    (_, buzzer) = open_signals(Settings(buzzer=BuzzerSettings(backend="gpio")))
    with pytest.raises(LightsError, match=r"the buzzer's pin cannot be used \(no pins here\).*python3-lgpio"):
        buzzer.show(shown(), 0.0)
