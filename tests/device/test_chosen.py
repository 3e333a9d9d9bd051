"""What was chosen in the set-up, laid over the settings file."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.errors import SettingsError
from device.finding import Health
from device.ops.doctor.software_checks import check_chosen
from device.store.settings import Settings, TableSettings, parse_settings
from device.store.settings.chosen import FILE, keep_chosen, load_chosen, overridden, with_chosen


def test_what_is_chosen_counts_and_the_rest_stays() -> None:
    settings = parse_settings(
        '[match]\nlength = 7\nwhite = "Eva"\n[profile]\nname = "tournament"\nhints = "on"\n'
    )
    chosen = {
        "match": {"black": "Ben", "terms": {"clock": "bronstein"}},
        "profile": {"name": "nardy"},
        "camera": {"rotate": 180},
    }
    laid = overridden(settings, chosen)
    assert (laid.match.length, laid.match.white, laid.match.black) == (7, "Eva", "Ben")
    assert laid.profile.name == "nardy" and laid.profile.hints == "", "another profile as it is"
    assert laid.camera.rotate == 180 and laid.camera.source == settings.camera.source
    assert laid.web == settings.web


@pytest.mark.parametrize(
    "chosen",
    [
        {"web": {"pin": "1234"}},
        {"camera": {"board": "/etc/passwd"}},
        {"camera": {"rotate": 45}},
        {"match": {"game": "no such game"}},
        {"match": {"length": "five"}},
        {"table": {"database": "x"}},
    ],
)
def test_only_what_may_be_chosen_is(chosen: dict[str, dict[str, object]]) -> None:
    with pytest.raises(SettingsError):
        overridden(Settings(), chosen)


def test_it_is_kept_and_a_camera_named_elsewhere_leaves_it_out(tmp_path: Path) -> None:
    settings = Settings(table=TableSettings(data=tmp_path))
    assert load_chosen(tmp_path) == {} and with_chosen(settings) == settings
    assert "nothing was chosen" in str(check_chosen(tmp_path).found)
    keep_chosen(tmp_path, {"camera": {"source": "simulated", "mirror": True}, "match": {"white": "Anna"}})
    assert with_chosen(settings).camera.mirror and with_chosen(settings).match.white == "Anna"
    named = with_chosen(settings, camera=False)
    assert named.camera == settings.camera and named.match.white == "Anna"
    assert "camera, match as chosen" in str(check_chosen(tmp_path).found)


@pytest.mark.parametrize("text", ["{", "[1]", '{"camera": 3}', '{"camera": {"source": 3}}'])
def test_a_damaged_file_is_told_of(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(SettingsError, match="set-up once more"):
        with_chosen(Settings(table=TableSettings(data=tmp_path)))
    found = check_chosen(tmp_path)
    assert found.health is Health.WARNING and "/setup" in str(found.advice)


def test_the_settings_command_tells_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "tableside").mkdir()
    (tmp_path / "tableside" / "tableside.toml").write_text(f'[table]\ndata = "{tmp_path}"\n')
    keep_chosen(tmp_path, {"match": {"white": "Anna"}})
    result = CliRunner().invoke(main, ["settings"])
    assert f"{tmp_path / FILE}, and counts before this file" in result.stderr
