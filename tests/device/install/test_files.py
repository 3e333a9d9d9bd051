"""What the installer lays down, as far as it can be tested without installing."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = ROOT / "device" / "ops" / "install"
UNIT, HUB = FILES / "tableside.service", FILES / "tableside-hub.service"
MOST_EXPOSED = 22
"""Tenths of what systemd-analyze calls exposure: 0 is a service in a safe, 100 one that may do all that root may."""


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not installed: the unit file is not tested")
    return found


@pytest.mark.parametrize("laid", [UNIT, HUB], ids=lambda path: path.stem)
def test_the_unit_file_is_right(analyze: str, tmp_path: Path, laid: Path) -> None:
    unit = tmp_path / laid.name
    # The command is not installed here, which is all that may be wrong.
    unit.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", laid.read_text(encoding="utf-8")))
    done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]) == (0, [])


@pytest.mark.parametrize("unit", [UNIT, HUB], ids=lambda path: path.stem)
def test_the_service_may_do_little(analyze: str, unit: Path) -> None:
    words = [analyze, "security", "--no-pager", "--offline=yes", f"--threshold={MOST_EXPOSED}", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


def test_the_service_may_ask_whether_the_clock_is_set(analyze: str) -> None:
    words = [analyze, "security", "--no-pager", "--offline=yes", str(UNIT)]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    (clock,) = (line for line in told.splitlines() if "SystemCallFilter=~@clock" in line)
    assert "adjtimex is allowed" in clock


def test_the_service_gets_no_device_but_those_it_needs() -> None:
    text = UNIT.read_text(encoding="utf-8")
    assert "DevicePolicy=closed" in text
    allowed = set(re.findall(r"(?m)^DeviceAllow=(\S+) rw$", text))
    assert allowed == {
        "char-video4linux",
        "char-media",
        "char-dma_heap",
        "/dev/vchiq",
        "/dev/vcio",
        "char-gpiochip",
        "/dev/gpiomem",
        "char-spi",
        "char-i2c",
    }


def test_user_rules_and_unit_speak_of_the_same_groups() -> None:
    unit, users, rules = (
        (FILES / name).read_text(encoding="utf-8") for name in (UNIT.name, "sysusers.conf", "udev.rules")
    )
    made = set(re.findall(r"(?m)^g (\w+)", users))
    assert set(re.findall(r"(?m)^m tableside (\w+)", users)) == made
    supplementary = re.search(r"(?m)^SupplementaryGroups=(.*)$", unit)
    assert supplementary is not None and set(supplementary[1].split()) == made
    assert set(re.findall(r'GROUP="(\w+)"', rules)) == made


@pytest.mark.parametrize("word", ["", "remove"])
def test_the_script_says_what_it_wants(word: str) -> None:
    script = FILES / "pi.sh"
    done = subprocess.run(["sh", str(script), word], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "install, back, or uninstall" in done.stderr


def test_the_script_says_how_analysis_is_left_out() -> None:
    done = subprocess.run(
        ["sh", str(FILES / "pi.sh"), "install", "--quickly"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "--without-analysis" in done.stderr or "needs root" in done.stderr


@pytest.mark.parametrize(("given", "words"), [("", "install"), ("ANALYSIS=no", "install --without-analysis")])
def test_make_hands_the_wish_on(given: str, words: str) -> None:
    done = subprocess.run(
        ["make", "-n", "--no-print-directory", "install-pi", *filter(None, [given])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip().endswith(f"device/ops/install/pi.sh {words}")


def test_every_system_that_is_known_has_its_constraints() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for suite in ("bookworm", "trixie"):
        lines = (FILES / f"constraints-{suite}.txt").read_text(encoding="utf-8").splitlines()
        bound = {re.split(r"[<>=]", line)[0] for line in lines if not line.startswith("#")}
        assert bound == {"numpy", "opencv-python"}
    # apt's are built for the system's own libcamera and kernel; an index's are not.
    asked = {re.split(r"[<>=]", each)[0] for each in wanted["optional-dependencies"]["pi"]}
    assert not asked & {"picamera2", "lgpio"}


@pytest.mark.parametrize(
    ("broker", "there", "status"),
    [("conf", True, 0), ("former", True, 0), ("conf", True, 1), ("conf", False, 0)],
)
def test_an_upgrade_tells_a_broker_that_was_set_up_before_what_it_is_to_do_today(
    tmp_path: Path, *, broker: str, there: bool, status: int
) -> None:
    script = (FILES / "pi.sh").read_text(encoding="utf-8")
    found = re.search(r"^broker\(\) \{\n.*?^\}$", script, re.MULTILINE | re.DOTALL)
    assert found is not None and script.index("  broker\n") < script.index("  service\n")
    command = tmp_path / "bin" / "tableside"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\nexit {status}\n', encoding="utf-8")
    command.chmod(0o755)
    for name in (broker, "secret", "known") if there else (broker, "secret"):
        (tmp_path / name).touch()
    told = f'set -eu\nVENV={tmp_path} BROKER={tmp_path}/conf FORMER_BROKER={tmp_path}/former ADMITTED={tmp_path}/secret KNOWN={tmp_path}/known\nSETTINGS=s DATA=d\nsay() {{ echo "$*"; }}\n'
    done = subprocess.run(
        ["sh"], input=f"{told}{found[0]}\nbroker\n", capture_output=True, text=True, check=True
    )
    assert (tmp_path / "asked").exists() is there and ("left as it was" in done.stdout) is bool(status)
    assert (
        not there or (tmp_path / "asked").read_text(encoding="utf-8") == "hub --setup --config s --data d\n"
    )
