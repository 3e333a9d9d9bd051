"""Signals follow the broadcaster, whatever becomes of one of them; and the panel shows what they show."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.errors import CameraError, LightsError
from device.io.cameras import Camera
from device.signals import Signal
from device.signals.panel import Panel
from device.signals.signal_follower import FIRST_RETRY, LAST_RETRY, SignalFollower, Signals
from device.signals.signal_opening import open_signals
from device.signals.sounds import Sound
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import Snapshot
from device.store.log.store import Source, Store, sqlite_url
from device.store.settings import (
    BuzzerSettings,
    DisplaySettings,
    LightSettings,
    ProfileSettings,
    Settings,
    StripSettings,
)
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Side, View
from engine.dice import Roll
from engine.position_parsing import parse_position
from engine.state.match_state import Phase
from engine.state.messages import Command, NewGame, Resign, SetPosition, SetRoll
from engine.words.reasons import ThrowReason

PATIENCE = 20.0
EVERYTHING = Settings(
    lights=LightSettings(backend="simulated"),
    strip=StripSettings(backend="simulated", first=24),
    display=DisplaySettings(backend="simulated"),
    buzzer=BuzzerSettings(backend="simulated"),
)
ROLL = Roll.of(3, 1)
AFTER_31 = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
ILLEGAL = parse_position("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
PLAYED = (NewGame(), SetRoll(Side.WHITE, ROLL), SetPosition(AFTER_31), SetRoll(Side.BLACK, Roll.of(6, 4)))


class Wire:
    """A signal that fails while `wrong` says so, and tells when it has shown something."""

    kind, name = "lamps", "a wire"

    def __init__(self, wait: float | None = None) -> None:
        self.wrong = ""
        self.asked = 0
        self.closed = 0
        self.seqs: list[int] = []
        self.went, self.out = threading.Event(), threading.Event()
        self._wait = wait

    def show(self, snapshot: Snapshot, now: float) -> float | None:
        self.asked += 1
        if self.wrong:
            raise LightsError(self.wrong)
        self.seqs.append(snapshot.seq)
        self.went.set()
        return self._wait

    def close(self) -> None:
        self.closed += 1
        self.out.set()


class Blind(Camera):
    """A camera that gives no pictures."""

    name = "none"

    def read(self) -> None:
        raise CameraError("there is no camera")

    def close(self) -> None:
        pass


def test_a_notice_is_shown_by_every_signal_until_the_board_is_closed(shown: Callable[..., Snapshot]) -> None:
    board = Broadcaster(shown(seq=1))
    wires = (Wire(), Wire())
    signals = Signals(board, wires)
    signals.start()
    for wire in wires:
        assert wire.seqs == [1], "the notice that hangs there is shown before anything else begins"
        wire.went.clear()
    board.post(shown(seq=2))
    assert all(wire.went.wait(PATIENCE) for wire in wires)
    signals.stop()
    assert all(wire.seqs == [1, 2] and wire.closed == 1 for wire in wires)
    signals.stop()


def test_what_blinks_is_asked_again_without_a_notice(shown: Callable[..., Snapshot]) -> None:
    wire = Wire(wait=0.001)
    signals = Signals(Broadcaster(shown(seq=1)), (wire,))
    signals.start()
    wire.went.clear()
    assert wire.went.wait(PATIENCE)
    signals.stop()
    assert set(wire.seqs) == {1} and len(wire.seqs) > 1


def test_a_signal_that_hangs_holds_up_no_other(
    shown: Callable[..., Snapshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.signals.signal_follower.STOP_SECONDS", 0.01)
    board, let_go, wire, hanging = Broadcaster(shown(seq=1)), threading.Event(), Wire(), Wire()
    signals = Signals(board, (hanging, wire))
    signals.start()
    wire.went.clear()
    hangs = threading.Event()

    def hang(*_: object) -> None:
        hangs.set()
        let_go.wait(PATIENCE)

    monkeypatch.setattr(hanging, "show", hang)
    board.post(shown(seq=2))
    assert wire.went.wait(PATIENCE) and hangs.wait(PATIENCE)
    signals.stop()
    assert wire.out.wait(PATIENCE)
    assert wire.closed == 1 and hanging.closed == 0
    let_go.set()


def test_a_failure_is_told_once_and_tried_again_ever_less_often(
    clock: Any, shown: Callable[..., Snapshot], caplog: pytest.LogCaptureFixture
) -> None:
    wire, other = Wire(), Wire()
    wire.wrong = "a wire is loose"
    signals = Signals(Broadcaster(shown(seq=1)), (wire, other), clock)
    waits = []
    with caplog.at_level("INFO"):
        for _ in range(8):
            wait = signals.step()
            assert wait is not None
            waits.append(wait)
            assert signals.step() == pytest.approx(wait), "no other notice makes it be tried sooner"
            clock.now += wait
    assert waits[:3] == [FIRST_RETRY, 2 * FIRST_RETRY, 4 * FIRST_RETRY] and waits[-1] == LAST_RETRY
    assert wire.asked == wire.closed == 8 and other.asked == 16
    assert caplog.text.count("a wire is loose") == 1 and signals.missing == ("a wire is loose",)
    wire.wrong = ""
    assert signals.step() is None and signals.missing == ()
    wire.wrong = "a wire is loose"
    assert signals.step() == FIRST_RETRY


def test_any_other_error_is_survived_too(clock: Any, shown: Callable[..., Snapshot]) -> None:
    wire = Wire()
    wire.show = lambda *_: 1 / 0  # type: ignore[method-assign, assignment]
    follower = SignalFollower(wire, Broadcaster(shown(seq=1)), clock)
    assert follower.step(shown(seq=1)) == FIRST_RETRY
    assert follower.complaint == "division by zero"


@pytest.fixture
def service(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    profile = ProfileSettings(getattr(request, "param", "home"))
    made = Service(Settings(profile=profile), Blind(), Store(sqlite_url(tmp_path / "log.db")))
    yield made
    made.stop()


def say(service: Service, signals: Signals, *commands: Command) -> list[Panel]:
    """What is shown after each command, and while it blinks."""
    panels = []
    for command in commands:
        service.handle(Envelope(command, Source.PERSON))
        for _ in range(6):
            signals.step()
            signals.clock.now += 0.3  # type: ignore[attr-defined]
            panels.append(signals.panel())
    return panels


def dark(panel: Panel, signals: tuple[Signal, ...]) -> bool:
    """Whether nothing at all is shown: by the panel, and by what went to lamps, strip, display and buzzer."""
    lamps, buzzer, strip, display = (signal._port for signal in signals)  # type: ignore[attr-defined]
    assert panel.lamps and panel.strip and panel.display and panel.buzzer
    told = any(lamp.lit for lamp in panel.lamps.lamps) or any(led.lit for led in panel.strip.leds)
    told |= bool(panel.display.lines) or any(int(row, 16) for row in panel.display.rows)
    sent = any(lamps.levels.values()) or b"\xdb" in strip.sent or any(display.device.image.tobytes())
    return not (told or sent or buzzer.tone)


@pytest.mark.parametrize("service", ["silent"], indirect=True)
def test_under_silence_nothing_at_all_is_shown_during_play(service: Service, clock: Any) -> None:
    everything = open_signals(EVERYTHING)
    signals = Signals(service.broadcaster, everything, clock)
    signals.step()
    assert not dark(signals.panel(), everything), "before the game it is told to set the board up"
    panels = say(service, signals, *PLAYED, SetPosition(ILLEGAL))
    assert len(panels) == 30 and all(dark(panel, everything) and panel.silent for panel in panels)
    assert panels[-1].buzzer is not None and panels[-1].buzzer.heard == ()
    over = say(service, signals, Resign(Side.BLACK, 1))[-1]
    assert not dark(over, everything) and over.buzzer is not None
    assert [each.name for each in over.buzzer.heard] == [Sound.GAME_OVER.value]
    signals.stop()


def test_at_home_an_evening_is_shown_and_heard(service: Service, clock: Any) -> None:
    everything = open_signals(EVERYTHING, lambda: "board.local")
    signals = Signals(service.broadcaster, everything, clock)
    panel = say(service, signals, *PLAYED)[-1]
    assert panel.lamps is not None and panel.strip is not None and panel.display is not None
    assert {lamp.name for lamp in panel.lamps.lamps if lamp.lit} == {"legal", "black"}
    assert {led.point for led in panel.strip.leds if led.lit} == {8, 6, 5}
    assert panel.display.lines == ("Black", "to play 6-4", "White 0  Black 0 of 5", "board.local")
    assert panel.buzzer is not None and [each.name for each in panel.buzzer.heard] == ["done"]
    ports = [signal._port for signal in everything]  # type: ignore[attr-defined]
    signals.stop()
    assert not any(ports[0].levels.values()) and ports[1].tone is None and b"\xdb" not in ports[2].sent
    assert not any(ports[3].device.image.tobytes())


def test_the_panel_is_what_goes_to_the_hardware(
    spi: Any, i2c: Any, factory: Any, clock: Any, shown: Callable[..., Snapshot]
) -> None:
    real = replace(
        EVERYTHING,
        lights=LightSettings(backend="gpio", brightness=50),
        strip=replace(EVERYTHING.strip, backend="spi"),
    )
    snapshot = shown(phase=Phase.TO_THROW, side=Side.WHITE, cocked=ThrowReason.LEANS, seq=3)
    signals = Signals(Broadcaster(snapshot), open_signals(real), clock)
    for step in range(40):
        clock.now = 100.0 + step / 40
        signals.step()
        panel = signals.panel()
        assert panel.lamps is not None and panel.strip is not None
        for lamp in panel.lamps.lamps:
            pin = factory.pin(getattr(real.lights, lamp.name))
            assert pin.state == (0.5 if lamp.lit else 0.0)
    signals.stop()


def test_the_json_of_a_panel(clock: Any, shown: Callable[..., Snapshot]) -> None:
    snapshot = shown(phase=Phase.TO_THROW, side=Side.WHITE, view=View.COVERED)
    signals = Signals(Broadcaster(snapshot), open_signals(EVERYTHING, lambda: "board.local"), clock)
    signals.step()
    told = signals.panel().as_json()
    assert list(told) == [
        "at",
        "silent",
        "lamps",
        "strip",
        "display",
        "buzzer",
        "buttons",
        "missing",
        "rhythms",
        "sounds",
    ]
    assert told["lamps"]["lamps"][2] == {  # type: ignore[index]
        "name": "ask", "rhythm": "slow", "lit": True, "says": "the referee asks, or cannot see",
    }  # fmt: skip
    assert told["strip"]["leds"][0] == {  # type: ignore[index]
        "point": 24, "colour": "#000000", "rhythm": "dark", "lit": False, "sent": [0, 0, 0],
    }  # fmt: skip
    assert told["strip"]["milliamps"] == 24.0  # type: ignore[index]
    display = told["display"]
    assert isinstance(display, dict) and len(display["rows"]) == 64 and display["width"] == 128
    assert display["lines"][:2] == ["Anna", "Board is hidden"]
    assert told["rhythms"]["double flash"] == {"period": 1.0, "lit": [[0.0, 0.12], [0.24, 0.36]]}  # type: ignore[index]
    assert told["buzzer"] == {"on": "simulated", "heard": []} and told["buttons"] is None
    off = Settings(lights=LightSettings(backend="off"))
    assert Signals(Broadcaster(snapshot), open_signals(off), clock).panel().lamps is None
    signals.stop()


def test_a_signal_is_lent_and_shows_the_notice_again_after_that(shown: Callable[..., Snapshot]) -> None:
    wire = Wire()
    signals = Signals(Broadcaster(shown(seq=1)), (wire,))
    signals.start()
    with signals.lent("lamps") as lent:
        assert lent is wire and wire.closed == 1
    assert wire.seqs == [1, 1] and wire.closed == 2
    with pytest.raises(LightsError, match="wire is loose"), signals.lent("lamps"):
        raise LightsError("the wire is loose")
    assert wire.seqs == [1, 1, 1], "whatever was wrong with the trial"
    with pytest.raises(LightsError, match="no buzzer to try"):
        signals.lent("buzzer")
    signals.stop()
