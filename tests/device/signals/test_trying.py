"""The wiring tried out: every lamp, LED, tone and line in turn."""

import json
from pathlib import Path

from click.testing import CliRunner

from device.cli.main import main
from device.signals.lamps import LAMPS, Lamps
from device.signals.signal_opening import open_signals
from device.signals.signal_trial import tried
from device.signals.sounds import Sound
from device.signals.strip import Strip
from device.signals.ws2812 import encoded
from device.store.settings import (
    BuzzerSettings,
    DisplaySettings,
    LightSettings,
    Settings,
    StripSettings,
)

EVERYTHING = Settings(
    lights=LightSettings(backend="simulated"),
    strip=StripSettings(backend="simulated", brightness=100),
    display=DisplaySettings(backend="simulated"),
    buzzer=BuzzerSettings(backend="simulated"),
)
FILE = """
[lights]
backend = "gpio"
[strip]
backend = "simulated"
[buzzer]
backend = "simulated"
"""


def test_everything_is_tried_in_turn() -> None:
    told: list[str] = []
    paused: list[float] = []
    signals = open_signals(EVERYTHING)
    lit: list[set[str]] = []
    frames: list[bytes] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        for signal in signals:
            if isinstance(signal, Lamps) and signal._port is not None:
                lit.append({lamp for lamp, level in signal._port.levels.items() if level})  # type: ignore[attr-defined]
            if isinstance(signal, Strip) and signal._port is not None:
                frames.append(signal._port.sent)  # type: ignore[attr-defined]

    found = tried(signals, pause, told.append, "board.local")
    assert [(each.kind, each.wrong) for each in found] == [
        ("lamps", ""),
        ("buzzer", ""),
        ("strip", ""),
        ("display", ""),
    ]
    assert lit == [*({lamp} for lamp in LAMPS), set(LAMPS)]
    one_by_one = [
        encoded([(255, 255, 255) if each == led else (0, 0, 0) for each in range(24)]) for led in range(24)
    ]
    assert frames[:24] == one_by_one and frames[24] == encoded([(255 * 476 // 480, 0, 0)] * 24)
    for says in (*(f"lamp {lamp}" for lamp in LAMPS), *(f"sound {sound.value}" for sound in Sound)):
        assert any(line.startswith(says) for line in told), says
    assert sum(paused) > 10 and all(signal._port is None for signal in signals)  # type: ignore[attr-defined]


def test_the_command_says_what_is_wrong_and_tries_the_rest(no_pins: None, tmp_path: Path) -> None:
    config = tmp_path / "tableside.toml"
    config.write_text(FILE)
    run = CliRunner().invoke(main, ["signals", "--seconds", "0", "--config", str(config)])
    assert run.exit_code == 1 and "!!  lamps    the lamps' pins cannot be used (no pins here)" in run.output
    assert "ok  strip    simulated" in run.output and "LED 1 at the near player's 1" in run.output
    told = CliRunner().invoke(main, ["signals", "--seconds", "0", "--config", str(config), "--json"])
    works = {each["kind"]: each["works"] for each in map(json.loads, told.output.splitlines())}
    assert works == {"lamps": False, "buzzer": True, "strip": True}


def test_with_nothing_to_try_it_says_so(tmp_path: Path) -> None:
    config = tmp_path / "tableside.toml"
    config.write_text('[lights]\nbackend = "off"\n')
    run = CliRunner().invoke(main, ["signals", "--config", str(config)])
    assert run.exit_code == 0 and "There is nothing to try" in run.output
