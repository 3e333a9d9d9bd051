"""Pins, an SPI device and an I2C bus that are not there, as their libraries see them."""

import errno
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from engine.match.match import Match
from engine.state.match_state import new_match_state


@dataclass
class HandClock:
    """A stopwatch that a test sets by hand."""

    now: float = 100.0

    def monotonic(self) -> float:
        return self.now

    def wall(self) -> float:
        return self.now

    def is_set(self) -> bool:
        return True


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def shown() -> Callable[..., Snapshot]:
    """The snapshot of a new match state with some changes."""
    return lambda **changes: snapshot_of(replace(new_match_state(Match(5, "Anna", "Ben")), **changes))


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", made)
    yield made
    made.reset()


@pytest.fixture
def no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_factory() -> Any:
        raise RuntimeError("no pins here")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(no_factory))


@dataclass
class SpiBus:
    """What went over SPI, and how; `wrong` is raised by whatever touches the device next."""

    path: str = ""
    wrong: OSError | None = None
    sent: list[bytes] = field(default_factory=list)
    hertz: int = 0
    mode: int = -1
    opened: int = 0


@pytest.fixture
def spi(monkeypatch: pytest.MonkeyPatch) -> SpiBus:
    """spidev as version 3.8 behaves: `open_path` raises the system's errors, a device that is closed has errno 9."""
    bus = SpiBus()

    class SpiDev:
        def __init__(self) -> None:
            self._open = False

        def open_path(self, path: str) -> None:
            self._touch(opening=True)
            bus.path, self._open, bus.opened = path, True, bus.opened + 1

        def _touch(self, *, opening: bool = False) -> None:
            if bus.wrong is not None:
                raise bus.wrong
            if not (self._open or opening):
                raise OSError(errno.EBADF, "Bad file descriptor")

        @property
        def mode(self) -> int:
            return bus.mode

        @mode.setter
        def mode(self, mode: int) -> None:
            self._touch()
            bus.mode = mode

        @property
        def max_speed_hz(self) -> int:
            return bus.hertz

        @max_speed_hz.setter
        def max_speed_hz(self, hertz: int) -> None:
            self._touch()
            bus.hertz = hertz

        def writebytes2(self, values: bytes) -> None:
            self._touch()
            bus.sent.append(bytes(values))

        def xfer2(self, values: list[int]) -> list[int]:
            self._touch()
            bus.sent.append(bytes(values))
            return [0] * len(values)

        def close(self) -> None:
            self._open = False

    module = ModuleType("spidev")
    module.SpiDev = SpiDev  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", module)
    return bus


@dataclass
class I2cBus:
    """What an SSD1306 on a bus was told; `wrong` is raised by whatever touches it next."""

    wrong: OSError | None = None
    commands: list[list[int]] = field(default_factory=list)
    memory: bytes = b""
    closed: int = 0


@pytest.fixture
def i2c(monkeypatch: pytest.MonkeyPatch) -> I2cBus:
    """A bus beneath the real luma.oled, instead of the kernel's."""
    smbus2 = pytest.importorskip("smbus2", reason="luma.oled is not installed: pip install 'tableside[dev]'")
    bus = I2cBus()

    class SMBus:
        def __init__(self, port: int) -> None:
            self._touch()

        def _touch(self) -> None:
            if bus.wrong is not None:
                raise bus.wrong

        def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
            self._touch()
            bus.commands.append([address, register, *data])

        def i2c_rdwr(self, message: Any) -> None:
            self._touch()
            # The first byte says that what follows is for the display's memory.
            bus.memory = bytes(list(message))[1:]

        def close(self) -> None:
            bus.closed += 1

    monkeypatch.setattr(smbus2, "SMBus", SMBus)
    return bus
