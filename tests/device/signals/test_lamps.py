"""One contract over all lamps, and what a snapshot lights."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.errors import LightsError
from device.signals.gpio_port import LampPins
from device.signals.lamps import DARK, LAMPS, MEANINGS, Lamps, LampState, lamps_of, rhythm_of
from device.signals.rhythm import Rhythm
from device.signals.signal_opening import BACKENDS, open_signals
from device.signals.simulated_port import SimulatedLamps
from device.status.snapshot.table_snapshot import Snapshot
from device.store.settings import LightSettings, Settings
from device.store.settings.declared import declared_settings
from device.store.settings.setting_checks import OneOf
from engine.board import Side, View
from engine.match.cube import Cube
from engine.state.match_state import Phase, Question
from engine.words.reasons import CubeReason, ThrowReason

SETTINGS = LightSettings()
TO_THROW: dict[str, Any] = {"phase": Phase.TO_THROW, "side": Side.WHITE}


def opened(settings: LightSettings) -> Lamps:
    (signal,) = open_signals(replace(Settings(), lights=settings))
    assert isinstance(signal, Lamps)
    return signal


def levels(lamps: Lamps, factory: MockFactory) -> dict[str, float]:
    """How brightly each lamp is lit, as what it hangs on tells."""
    if isinstance(lamps._port, SimulatedLamps):
        return lamps._port.levels
    return {lamp: float(factory.pin(getattr(SETTINGS, lamp)).state) for lamp in LAMPS}


CONTRACT = ("gpio", "simulated")
"""What the lamps of these tests hang on; `levels` knows how each tells what is lit."""


@pytest.fixture(params=CONTRACT)
def lamps(request: pytest.FixtureRequest, factory: MockFactory) -> Iterator[Lamps]:
    made = opened(replace(SETTINGS, backend=str(request.param), brightness=40))
    yield made
    made.close()


def test_the_contract_covers_every_backend(factory: MockFactory) -> None:
    assert set(BACKENDS["lights"]) == {"auto", *CONTRACT, "off"}, "a new one belongs in CONTRACT, too"
    assert opened(SETTINGS).name == opened(replace(SETTINGS, backend="gpio")).name == "GPIO pins"
    assert open_signals(Settings(lights=replace(SETTINGS, backend="off"))) == ()


def test_the_settings_offer_and_explain_what_signals_may_hang_on() -> None:
    for group in (each for each in declared_settings() if each.name in BACKENDS):
        backend = group.find("backend")
        assert backend is not None and isinstance(backend.check, OneOf)
        told = f"`backend` of [{group.name}] in device/store/settings/pin_settings.py"
        assert set(backend.check.values) == set(BACKENDS[group.name]), told
        assert set(backend.check.values) <= set(re.findall(r"\w+", backend.sentence)), told


def test_what_is_lit_is_as_bright_as_set_and_all_else_is_dark(lamps: Lamps, factory: MockFactory) -> None:
    for bits in range(32):
        lit = {lamp for n, lamp in enumerate(LAMPS) if bits >> n & 1}
        lamps.light(lit)
        assert levels(lamps, factory) == {lamp: 0.4 if lamp in lit else 0.0 for lamp in LAMPS}


def test_closing_puts_them_out_and_they_can_be_lit_again(lamps: Lamps, factory: MockFactory) -> None:
    lamps.light(set(LAMPS))
    port = lamps._port
    lamps.close()
    lamps.close()
    if isinstance(port, SimulatedLamps):
        assert set(port.levels.values()) == {0.0}
    lamps.light({"legal"})
    assert levels(lamps, factory)["legal"] == 0.4 and levels(lamps, factory)["ask"] == 0.0


def test_a_fault_flashes_twice_a_second_and_a_question_is_slow(
    lamps: Lamps, factory: MockFactory, shown: Callable[..., Snapshot]
) -> None:
    snapshot = shown(**TO_THROW, cocked=ThrowReason.LEANS, questions=(Question(1, "play", Side.BLACK, ()),))
    seen, now = [], 100.0
    while now < 102.0:
        wait = lamps.show(snapshot, now)
        lit = levels(lamps, factory)
        seen.append((round(now, 2), lit["illegal"] > 0, lit["ask"] > 0, lit["white"] > 0, lit["legal"] > 0))
        assert wait is not None
        now += wait
    assert [(at, illegal) for at, illegal, *_ in seen] == [
        (100.0, True), (100.12, False), (100.24, True), (100.36, False),
        (101.0, True), (101.12, False), (101.24, True), (101.36, False),
    ]  # fmt: skip
    assert [ask for _, _, ask, *_ in seen] == [True] * 4 + [False] * 4
    assert all(white and not legal for *_, white, legal in seen)


def test_steady_lamps_wait_for_the_next_notice(lamps: Lamps, shown: Callable[..., Snapshot]) -> None:
    assert lamps.show(shown(**TO_THROW), 1.0) is None


def test_a_missing_lamp_is_left_out(factory: MockFactory) -> None:
    lamps = opened(replace(SETTINGS, backend="gpio", ask=0))
    lamps.light({"ask", "legal"})
    assert SETTINGS.ask not in {pin.info.name for pin in factory.pins.values()}
    lamps.close()


def test_a_pin_in_use_is_told_and_the_others_are_let_go(factory: MockFactory) -> None:
    first = LampPins(replace(SETTINGS, legal=1, illegal=2, ask=3, white=4, black=26), LAMPS)
    with pytest.raises(LightsError, match="cannot be used"):
        LampPins(replace(SETTINGS, black=26), LAMPS)
    LampPins(SETTINGS, LAMPS).close()
    first.close()


def test_full_brightness_needs_no_pulses(factory: MockFactory) -> None:
    port = LampPins(SETTINGS, LAMPS)
    port.light({"legal": 1.0})
    assert factory.pin(SETTINGS.legal).frequency is None and factory.pin(SETTINGS.legal).state
    port.close()


def test_without_pins_auto_is_simulated_and_gpio_says_why(no_pins: None) -> None:
    assert opened(SETTINGS).name == "simulated"
    with pytest.raises(LightsError, match=r"no pins here.*python3-lgpio"):
        opened(replace(SETTINGS, backend="gpio")).light(set())


def test_unknown_lights_are_told() -> None:
    with pytest.raises(LightsError, match="no lights 'disco', only auto, gpio, .*off"):
        opened(replace(SETTINGS, backend="disco"))


def test_no_two_lamps_are_told_apart_by_colour_alone() -> None:
    everything = LampState(*[True] * len(LAMPS))
    rhythms = {lamp: rhythm_of(lamp, everything) for lamp in LAMPS}
    # Whose turn it is is told by where the lamp is.
    status = [rhythms[lamp] for lamp in ("legal", "illegal", "ask")]
    assert len(set(status)) == 3 and {rhythms["white"], rhythms["black"]} == {Rhythm.STEADY}
    assert all(rhythm_of(lamp, DARK) is Rhythm.DARK for lamp in LAMPS) and set(MEANINGS) == set(LAMPS)


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, DARK),
        (TO_THROW, LampState(legal=True, white=True)),
        ({"phase": Phase.TO_MOVE, "side": Side.BLACK}, LampState(legal=True, black=True)),
        (
            {"phase": Phase.DOUBLED, "side": Side.WHITE, "cube": Cube(1, None, Side.WHITE)},
            LampState(legal=True, black=True),
        ),
        ({"phase": Phase.OVER}, DARK),
        ({**TO_THROW, "cocked": ThrowReason.LEANS}, LampState(illegal=True, white=True)),
        ({**TO_THROW, "cube_fault": CubeReason.NOT_NOW}, LampState(illegal=True, white=True)),
        ({**TO_THROW, "view": View.HAND}, LampState(legal=True, white=True)),
        ({**TO_THROW, "view": View.COVERED}, LampState(ask=True, white=True)),
        ({"view": View.LOST}, LampState(ask=True)),
        (
            {**TO_THROW, "questions": (Question(1, "play", Side.BLACK, ()),)},
            LampState(ask=True, white=True),
        ),
    ],
)
def test_what_a_notice_lights(
    changes: dict[str, Any], state: LampState, shown: Callable[..., Snapshot]
) -> None:
    assert lamps_of(shown(**changes)) == state


def test_trouble_is_asked_about(shown: Callable[..., Snapshot]) -> None:
    snapshot = replace(shown(**TO_THROW), trouble="the disk is full")
    assert lamps_of(snapshot) == LampState(ask=True, white=True)
