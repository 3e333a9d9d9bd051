"""The commands of who installs a table."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from device.store.access import Access
from device.store.settings import parse_settings

CONFIG = '[web]\nhost = "192.168.1.20"\nport = 80\n'


@pytest.fixture
def config(tmp_path: Path) -> str:
    file = tmp_path / "tableside.toml"
    file.write_text(CONFIG)
    return str(file)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_the_address_is_told(config: str) -> None:
    done = call("address", "--config", config)
    assert (done.exit_code, done.output) == (0, "http://192.168.1.20/\n")
    assert json.loads(call("address", "--json", "--config", config).output) == {
        "addresses": ["http://192.168.1.20/"]
    }


def test_with_a_qr_code_for_phones(config: str) -> None:
    lines = call("address", "--qr", "--config", config).output.splitlines()
    assert lines[-1] == "http://192.168.1.20/"
    assert len(lines) > 12 and {len(line) for line in lines[:-1]} == {len(lines[0])}


def test_a_settings_file_is_written(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    assert call("settings", "--port", "80", "-o", str(file)).exit_code == 0
    assert parse_settings(file.read_text()).web.port == 80
    assert call("settings").output.startswith("# The settings of Tableside.")


def test_the_wiring_is_drawn_as_the_settings_say(config: str, tmp_path: Path) -> None:
    file = tmp_path / "wiring.svg"
    Path(config).write_text(CONFIG + "[lights]\nlegal = 26\n")
    assert call("wiring", "--config", config, "-o", str(file)).exit_code == 0
    assert "GPIO 26 (pin 37)" in file.read_text(encoding="utf-8")


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    done = call("settings", "-o", str(tmp_path / "none" / "x.toml"))
    assert done.exit_code == 2 and "cannot be written" in done.output


def test_the_pin_is_told_of_set_and_forgotten(tmp_path: Path, config: str) -> None:
    def pin(*words: str, said: str = "") -> Result:
        return CliRunner().invoke(
            main, ["pin", *words, "--data", str(tmp_path), "--config", config], input=said
        )

    serving = Access(tmp_path)
    assert "No PIN is set" in pin().output
    done = pin("--set", said="271828\n271828\n")
    assert done.exit_code == 0 and "271828" not in done.output
    assert serving.check("271828") and "A PIN is set" in pin().output
    assert pin("--set", said="12\n12\n").exit_code == 2 and serving.check("271828")
    assert "code" in pin("--forget").output and not serving.has_pin


def test_a_pin_of_the_settings_is_left_to_them(tmp_path: Path) -> None:
    file = tmp_path / "tableside.toml"
    file.write_text('[web]\npin = "4711"\n')
    for words, told in (
        ((), "in the settings"),
        (("--forget",), "take it out there"),
        (("--set",), "change it there"),
    ):
        done = CliRunner().invoke(
            main, ["pin", *words, "--data", str(tmp_path), "--config", str(file)], input="271828\n271828\n"
        )
        assert told in done.output
