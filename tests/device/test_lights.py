"""One contract over all lights, and what a notice lights."""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.errors import LightsError
from device.lights import DARK, LampState, Lights, backends, lamps_of, open_lights
from device.lights.gpio import GpioLights
from device.lights.simulated import SimulatedLights
from device.notice import Notice, notice_of
from device.settings import LightSettings
from engine.board import Side, View
from engine.cube import Cube
from engine.ledger import Ledger, Phase, Question, new_ledger
from engine.match import Match

SETTINGS = LightSettings()
EVERY_STATE = [LampState(*(bool(bits >> n & 1) for n in range(5))) for bits in range(32)]


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", made)
    yield made
    made.reset()


def of_gpio(lights: Lights) -> LampState:
    factory = Device.pin_factory
    assert factory is not None
    lit = {each.name: factory.pin(getattr(SETTINGS, each.name)).state for each in fields(LampState)}
    return LampState(**{name: bool(state) for name, state in lit.items()})


def of_simulated(lights: Lights) -> LampState:
    assert isinstance(lights, SimulatedLights)
    return lights.state


BACKENDS: dict[str, Callable[[Lights], LampState]] = {"gpio": of_gpio, "simulated": of_simulated}


@pytest.fixture(params=sorted(BACKENDS))
def backend(request: pytest.FixtureRequest, factory: MockFactory) -> str:
    return str(request.param)


def test_the_contract_covers_every_backend() -> None:
    assert set(backends()) == set(BACKENDS)


def test_what_is_shown_is_lit_and_nothing_else(backend: str) -> None:
    lights, lit = open_lights(replace(SETTINGS, backend=backend)), BACKENDS[backend]
    assert lit(lights) == DARK
    for state in EVERY_STATE:
        lights.show(state)
        assert lit(lights) == state
    lights.close()


def test_closing_puts_the_lamps_out_and_may_be_repeated(backend: str) -> None:
    lights, lit = open_lights(replace(SETTINGS, backend=backend)), BACKENDS[backend]
    lights.show(LampState(True, True, True, True, True))
    lights.close()
    lights.close()
    assert lit(lights) == DARK
    with pytest.raises(LightsError, match="open them again"):
        lights.show(DARK)


def test_closed_lights_can_be_opened_again(backend: str) -> None:
    open_lights(replace(SETTINGS, backend=backend)).close()
    again = open_lights(replace(SETTINGS, backend=backend))
    again.show(LampState(legal=True))
    assert BACKENDS[backend](again) == LampState(legal=True)
    again.close()


def test_a_missing_lamp_is_left_out(factory: MockFactory) -> None:
    lights = GpioLights(replace(SETTINGS, ask=0))
    lights.show(LampState(ask=True, legal=True))
    assert sorted(factory.pins) != [] and SETTINGS.ask not in {pin.info.name for pin in factory.pins.values()}
    lights.close()


def test_a_pin_in_use_is_told_and_the_others_are_let_go(factory: MockFactory) -> None:
    first = GpioLights(replace(SETTINGS, legal=1, illegal=2, ask=3, white=4, black=26))
    with pytest.raises(LightsError, match="cannot be driven"):
        GpioLights(replace(SETTINGS, black=26))
    GpioLights(SETTINGS).close()
    first.close()


def test_without_pins_auto_is_simulated_and_gpio_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_factory() -> Any:
        raise RuntimeError("no pins here")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(no_factory))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isinstance(open_lights(SETTINGS), SimulatedLights)
    with pytest.raises(LightsError, match=r"no pins here.*python3-lgpio"):
        open_lights(replace(SETTINGS, backend="gpio"))


def test_unknown_lights_are_told() -> None:
    with pytest.raises(LightsError, match="no lights 'disco', only auto, gpio, simulated"):
        open_lights(replace(SETTINGS, backend="disco"))


def shown(**changes: Any) -> Notice:
    ledger: Ledger = replace(new_ledger(Match(5, "", "")), **changes)
    return notice_of(ledger)


TO_THROW = {"phase": Phase.TO_THROW, "side": Side.WHITE}


@pytest.mark.parametrize(
    ("notice", "state"),
    [
        (shown(), DARK),
        (shown(**TO_THROW), LampState(legal=True, white=True)),
        (shown(phase=Phase.TO_MOVE, side=Side.BLACK), LampState(legal=True, black=True)),
        (
            shown(phase=Phase.DOUBLED, side=Side.WHITE, cube=Cube(1, None, Side.WHITE)),
            LampState(legal=True, black=True),
        ),
        (shown(phase=Phase.OVER), DARK),
        (shown(**TO_THROW, cocked="a die leans"), LampState(illegal=True, white=True)),
        (shown(**TO_THROW, cube_fault="not his turn"), LampState(illegal=True, white=True)),
        (shown(**TO_THROW, view=View.HAND), LampState(legal=True, white=True)),
        (shown(**TO_THROW, view=View.COVERED), LampState(ask=True, white=True)),
        (shown(view=View.LOST), LampState(ask=True)),
        (
            shown(**TO_THROW, questions=(Question(1, "play", Side.BLACK, ()),)),
            LampState(ask=True, white=True),
        ),
        (replace(shown(**TO_THROW), trouble="the disk is full"), LampState(ask=True, white=True)),
    ],
)
def test_what_a_notice_lights(notice: Notice, state: LampState) -> None:
    assert lamps_of(notice) == state
