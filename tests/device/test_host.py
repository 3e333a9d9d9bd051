"""The computer that Tableside runs on: what is read of it, and what of that is told."""

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hand_clock import HandClock
from hypothesis import given
from hypothesis import strategies as st

from device.clock import SYNCHRONISED, SystemClock, boot_id, has_battery_clock
from device.finding import Health
from device.io.host import Concern, Host, HostReading, HostReport, HostWatch, concerns, take_reading
from device.io.host import host_reading as reading_module
from device.io.host.concerns import (
    FULL,
    LAST,
    LINGER_SECONDS,
    LITTLE,
    READ_ONLY,
    SLOWED,
    UNSET,
    WARM,
    WEAK,
    ToldConcerns,
    lost,
)
from device.io.host.disk import disk_of, mount_of
from device.io.host.host_reading import (
    Heat,
    Throttled,
    Throttling,
    capped_speed,
    heat_of,
    throttling,
    throttling_of,
)
from device.io.host.sources import output_of
from engine.i18n import ENGLISH

MB = 10**6
FINE = HostReading(0.0, 1.75e9, True, 9000 * MB, False, Heat(50.0, "cpu-thermal"), Throttling())


@dataclass
class Tree:
    """A computer made of files, with programs that answer as they are told."""

    root: Path
    answers: dict[str, str] = field(default_factory=dict)

    def put(self, **files: str) -> "Tree":
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return self

    @property
    def host(self) -> Host:
        return Host(self.root, self._ask)

    def _ask(self, command: Sequence[str]) -> str | None:
        return self.answers.get(" ".join(command))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    (tmp_path / "root").mkdir()
    return Tree(tmp_path / "root")


@pytest.mark.parametrize(
    ("bits", "now", "since"),
    [
        (0x0, Throttled.NOTHING, Throttled.NOTHING),
        (
            0x50005,
            Throttled.UNDER_VOLTAGE | Throttled.THROTTLED,
            Throttled.UNDER_VOLTAGE | Throttled.THROTTLED,
        ),
        (0x80008, Throttled.SOFT_LIMIT, Throttled.SOFT_LIMIT),
        (0x20000, Throttled.NOTHING, Throttled.CAPPED),
    ],
)
def test_the_bits_of_throttling(bits: int, now: Throttled, since: Throttled) -> None:
    assert throttling_of(bits) == Throttling(now, since)


def test_throttling_is_told_by_a_file_or_a_program_or_a_voltmeter(tree: Tree) -> None:
    assert throttling(tree.host) is None
    tree.put(**{"sys/class/hwmon/hwmon1/name": "rpi_volt\n", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"})
    assert throttling(tree.host) == Throttling(Throttled.UNDER_VOLTAGE, Throttled.UNDER_VOLTAGE)
    tree.answers["vcgencmd get_throttled"] = "throttled=0x20002\n"
    assert throttling(tree.host) == Throttling(Throttled.CAPPED, Throttled.CAPPED)
    tree.put(**{"sys/devices/platform/soc/soc:firmware/get_throttled": "40000\n"})
    assert throttling(tree.host) == Throttling(since=Throttled.THROTTLED)
    tree.put(**{"sys/devices/platform/soc/soc:firmware/get_throttled": "error=1"})
    assert throttling(tree.host) == Throttling(Throttled.CAPPED, Throttled.CAPPED)


def test_a_processor_that_is_held_down(tree: Tree) -> None:
    assert capped_speed(tree.host) is None
    folder = "sys/devices/system/cpu/cpu0/cpufreq"
    tree.put(**{f"{folder}/scaling_max_freq": "600000\n", f"{folder}/cpuinfo_max_freq": "2400000\n"})
    assert capped_speed(tree.host) == 0.25


def test_the_processors_own_thermometer_is_believed(tree: Tree) -> None:
    assert heat_of(tree.host) is None
    zone = "sys/class/thermal/thermal_zone"
    tree.put(**{f"{zone}0/temp": "91000\n", f"{zone}0/type": "acpitz\n", f"{zone}1/temp": "-273000\n"})
    assert heat_of(tree.host) == Heat(91.0, "acpitz")
    tree.put(**{f"{zone}2/temp": "48312\n", f"{zone}2/type": "cpu-thermal\n", f"{zone}3/temp": "broken"})
    heat = heat_of(tree.host)
    assert heat == Heat(48.312, "cpu-thermal") and heat.is_small


def test_a_disk_and_what_it_lies_on(tree: Tree, tmp_path: Path) -> None:
    folder = tmp_path / "data here"
    folder.mkdir()
    number = os.stat(folder).st_dev
    block = f"sys/dev/block/{os.major(number)}:{os.minor(number)}"
    point = str(folder).replace(" ", "\\040")
    tree.put(
        **{
            "proc/mounts": f"/dev/root / ext4 rw 0 0\nnonsense\n/dev/mmcblk0p2 {point} ext4 ro,noatime 0 0\n",
            f"{block}/device/type": "SD\n",
            f"{block}/device/name": "SC64G\n",
            f"{block}/device/date": "03/2023\n",
            "sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes": "1000\n",
            "sys/fs/ext4/mmcblk0p2/errors_count": "2\n",
        }
    )
    disk = disk_of(folder / "not" / "yet", tree.host)
    assert disk.read_only and disk.card == "SD card SC64G of 03/2023" and disk.worn is None
    assert (disk.written, disk.errors, disk.forgets) == (1024000, 2, False)
    assert 0 < disk.free <= disk.total
    tree.put(**{f"{block}/device/type": "MMC\n", f"{block}/device/life_time": "0x02 0x0b\n"})
    assert disk_of(folder, tree.host).worn == 100
    outside = mount_of(tmp_path, tree.host)
    assert outside is not None and outside.device == "/dev/root" and not outside.read_only


@pytest.mark.parametrize(("kind", "line"), [("tmpfs", ""), ("overlay", "console=tty1 boot=overlay root=x")])
def test_a_disk_that_forgets(tree: Tree, tmp_path: Path, kind: str, line: str) -> None:
    tree.put(**{"proc/mounts": f"x / {kind} rw 0 0\n", "proc/cmdline": line})
    assert disk_of(tmp_path, tree.host).forgets
    tree.put(**{"proc/mounts": "overlay / overlay rw 0 0\n", "proc/cmdline": "root=y"})
    assert not disk_of(tmp_path, tree.host).forgets


def test_programs_that_are_not_there_or_fail_say_nothing() -> None:
    assert output_of(("no-such-program-at-all",)) is None
    assert output_of(("false",)) is None
    assert output_of(("echo", "hello")) == "hello\n"


def test_a_reading_of_this_computer_never_fails(tmp_path: Path) -> None:
    reading = take_reading(tmp_path, Host(), SystemClock())
    assert reading.free is not None and reading.monotonic > 0


def told(*readings: HostReading) -> tuple[Concern, ...]:
    state = ToldConcerns()
    for reading in readings:
        state = concerns(reading, state)
    return state.now


def test_a_well_computer_is_not_talked_about() -> None:
    assert told(FINE) == ()
    assert told(HostReading(0.0, 0.0, True)) == ()


def free(megabytes: float) -> HostReading:
    return replace(FINE, free=int(megabytes * MB))


def test_a_full_disk_is_told_by_degrees_and_does_not_flap() -> None:
    assert told(free(499)) == (LITTLE,)
    assert told(free(499), free(599)) == (LITTLE,) and told(free(499), free(601)) == ()
    assert told(free(49)) == (FULL,) and told(free(49), free(79)) == (FULL,)
    assert told(free(49), free(81)) == (LITTLE,) and told(free(49), free(81), free(79)) == (LITTLE,)
    assert told(free(9)) == (LAST,) and told(free(9), free(19)) == (LAST,)
    assert told(free(9), free(21), free(60)) == (FULL,)
    assert told(replace(FINE, read_only=True)) == (READ_ONLY,)


def warm(celsius: float, zone: str = "cpu-thermal", at: float = 0.0) -> HostReading:
    return replace(FINE, heat=Heat(celsius, zone), monotonic=at)


def test_heat_lingers_and_a_pc_may_be_hotter() -> None:
    assert told(warm(79.9)) == () and told(warm(80.0)) == (WARM,)
    assert told(warm(81), warm(76, at=30)) == (WARM,)
    assert told(warm(81), warm(74, at=30)) == (WARM,)
    assert told(warm(81), warm(74, at=LINGER_SECONDS)) == ()
    assert told(warm(92, "x86_pkg_temp")) == () and told(warm(97, "x86_pkg_temp")) == (WARM,)
    slow = replace(warm(70), throttling=Throttling(Throttled.SOFT_LIMIT))
    assert told(slow) == (SLOWED,)


def test_a_weak_supply_is_told_even_if_it_was_weak_between_two_readings() -> None:
    weak, was = Throttling(Throttled.UNDER_VOLTAGE), Throttling(since=Throttled.UNDER_VOLTAGE)
    assert told(replace(FINE, throttling=weak)) == (WEAK,)
    # of before the service began: the doctor tells that
    assert told(replace(FINE, throttling=was)) == ()
    later = replace(FINE, throttling=was, monotonic=30.0)
    assert told(FINE, later) == (WEAK,)
    assert told(FINE, later, replace(later, monotonic=60.0)) == (WEAK,)
    assert told(FINE, later, replace(later, monotonic=30.0 + LINGER_SECONDS)) == ()


def test_the_gravest_comes_first() -> None:
    bad = replace(free(5), clock_set=False, heat=Heat(85.0, "cpu-thermal"))
    found = told(bad)
    assert found[0] is LAST and set(found) == {LAST, WARM, UNSET}
    assert str(HostReport(found).grave) == f"{LAST.text} {LAST.advice}"
    assert HostReport((WARM,)).grave is None
    assert found[0].as_json() == {
        "what": "disk",
        "health": "failure",
        "text": str(LAST.text),
        "advice": str(LAST.advice),
    }


@given(st.lists(st.floats(0, 700), min_size=2, max_size=40))
def test_what_is_told_of_the_disk_is_never_worse_than_it_was_nor_better_than_it_is(
    levels: list[float],
) -> None:
    marks = {LAST: (10, 20), FULL: (50, 80), LITTLE: (500, 600)}
    state = ToldConcerns()
    for level in levels:
        state = concerns(free(level), state)
        concern = next(iter(state.now), None)
        least = next((each for each, (low, _) in marks.items() if level < low), None)
        most = next((each for each, (_, high) in marks.items() if level < high), None)
        order = [LAST, FULL, LITTLE, None]
        assert order.index(most) <= order.index(concern) <= order.index(least)


def test_the_watch_tells_changes_once_and_asks_for_room(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {"bytes": 9000 * MB}
    monkeypatch.setattr(reading_module, "free_bytes", lambda _: left["bytes"])
    heard: list[HostReport] = []
    asked: list[int] = []
    clock = HandClock()
    watch = HostWatch(tmp_path, heard.append, lambda: asked.append(1), host=tree.host, clock=clock)
    watch.look()
    assert heard == [] and asked == []
    left["bytes"] = 100 * MB
    for _ in range(3):
        clock.now += 30
        watch.look()
    assert heard == [HostReport((LITTLE,))] and len(asked) == 3
    clock.right = False
    watch.look()
    left["bytes"], clock.right = 9000 * MB, True
    watch.look()
    assert [report.concerns for report in heard] == [(LITTLE,), (LITTLE, UNSET), ()]


def test_a_loss_is_told_from_the_next_look_on(tree: Tree, tmp_path: Path) -> None:
    heard: list[HostReport] = []
    clock = HandClock()
    watch = HostWatch(tmp_path, heard.append, host=tree.host, clock=clock)
    gone = lost(42, "/data/damaged-2026-09-01-2010")
    watch.add((gone,))
    watch.look()
    watch.look()
    clock.right = False
    watch.look()
    assert [report.concerns for report in heard] == [(gone,), (gone, UNSET)]
    # where it lies is nobody's business who was not let in
    public, desk = gone.in_language(ENGLISH), gone.in_language(ENGLISH, desk=True)
    assert "42" in str(gone.text) and "/data" not in str(public.as_json())
    assert "are kept in /data/damaged-2026-09-01-2010." in desk.as_json()["advice"]
    assert str(lost(0, "/data").text) != str(gone.text) and not gone.is_grave


def test_the_watch_is_a_thread_that_ends(tree: Tree, tmp_path: Path) -> None:
    heard: list[HostReport] = []
    watch = HostWatch(tmp_path, heard.append, host=tree.host, clock=HandClock(right=False))
    watch.start()
    watch.stop()
    assert [report.concerns for report in heard] == [(UNSET,)]


def test_once_a_phone_has_lent_the_time_nobody_is_told_that_it_is_missing(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.io.host.host_watch.UNSET_SECONDS", 0.001)
    clock, heard, is_told = HandClock(right=False), list[HostReport](), threading.Event()

    def hear(report: HostReport) -> None:
        heard.append(report)
        clock.right = True
        if len(heard) > 1:
            is_told.set()

    watch = HostWatch(tmp_path, hear, host=tree.host, clock=clock)
    watch.start()
    assert is_told.wait(10)
    watch.stop()
    assert [report.concerns for report in heard] == [(UNSET,), ()]


def test_a_clock_that_is_set_is_logged(tree: Tree, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "device.io.host.host_watch")
    clock = HandClock()
    watch = HostWatch(tmp_path, lambda _: None, host=tree.host, clock=clock)
    watch.look()
    clock.ahead += 1
    watch.look()
    assert not caplog.records
    clock.ahead += 3600
    watch.look()
    assert "set on by 3600 s" in caplog.text


def test_what_keeps_the_clock(tmp_path: Path) -> None:
    assert not has_battery_clock(tmp_path)
    epoch = tmp_path / "sys/class/rtc/rtc0/since_epoch"
    epoch.parent.mkdir(parents=True)
    for text, kept in (("12\n", False), ("nothing", False), ("1790000000\n", True)):
        epoch.write_text(text)
        assert has_battery_clock(tmp_path) is kept
    assert SystemClock(tmp_path).is_set()
    epoch.unlink()
    (tmp_path / SYNCHRONISED).parent.mkdir(parents=True)
    (tmp_path / SYNCHRONISED).touch()
    assert SystemClock(tmp_path).is_set()
    assert boot_id() == boot_id()


def test_every_concern_says_what_to_do() -> None:
    for concern in (
        READ_ONLY,
        LAST,
        FULL,
        LITTLE,
        WARM,
        SLOWED,
        WEAK,
        UNSET,
        lost(1, "/data"),
        lost(0, "/data"),
    ):
        assert all(str(said).endswith(".") for said in (concern.text, concern.advice))
        assert concern.health is not Health.OK
