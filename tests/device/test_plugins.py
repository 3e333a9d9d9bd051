"""Plugins: the package that docs/plugins.md shows is put on the path as pip would, and does all that it says."""

import logging
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import CameraError, HookError
from device.hooks.hook_follower import check_hooks, deliver
from device.hooks.samples import sample
from device.io.cameras import open_camera
from device.packages import plugins
from device.signals.signal_opening import open_signals
from device.store.settings import HookSettings, Settings, TableSettings

DOCS = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")
RECORD = """ 3 point match

 Game 1
 Anna : 0                          Ben : 0
  1) 31: 8/5 6/5
"""


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)
    return found


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path in which the example is installed."""
    project = tomllib.loads(block("toml"))["project"]
    folder = tmp_path / "site"
    info = folder / f"tableside_example-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (folder / "tableside_example.py").write_text(block("python"), encoding="utf-8")
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    groups = (
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in points.items())
        for group, points in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    plugins.cache_clear()
    yield folder
    plugins.cache_clear()
    sys.modules.pop("tableside_example", None)


def table(folder: Path) -> Settings:
    return replace(Settings(), table=TableSettings(data=folder))


def test_a_camera_of_another_package_is_opened_by_its_name(site: Path, tmp_path: Path) -> None:
    grey = np.full((30, 40, 3), 128, np.uint8)
    cv2.imwrite(str(tmp_path / "board.png"), grey)
    with_it = open_camera(f"still:{tmp_path / 'board.png'}", Settings())
    frame = with_it.read()
    assert frame is not None and (frame.picture == grey).all()
    assert (with_it.name, with_it.source) == ("board.png", f"still:{tmp_path / 'board.png'}")
    with pytest.raises(CameraError, match="does the camera upload it"):
        open_camera("still:nowhere.png", Settings()).read()


def test_a_signal_of_another_package_is_shown_on(site: Path, tmp_path: Path) -> None:
    kinds = [each.kind for each in open_signals(table(tmp_path))]
    assert kinds == ["lamps", "ticker"]


def test_a_hook_of_another_package_is_told_or_missed(site: Path, tmp_path: Path) -> None:
    module = site / "tableside_example.py"
    module.write_text(module.read_text("utf-8").replace("/srv/ftp", str(tmp_path)), encoding="utf-8")
    diary = HookSettings(on=("all",), plugin="diary")
    told = sample("game_over", "1")
    deliver(diary, told)
    assert (tmp_path / "diary.txt").read_text("utf-8") == f"{told['time']} {told['text']}\n"
    with pytest.raises(HookError, match="diary failed: KeyError: 'time'"):
        deliver(diary, {})
    finding = check_hooks(replace(table(tmp_path), hooks=(diary, replace(diary, plugin="speech"))))
    assert "there is no hook speech: install the package" in str(finding.found)


def test_a_format_of_another_package_is_written(site: Path, tmp_path: Path) -> None:
    # The formats are read once, as a program starts: here that is another program.
    (tmp_path / "match.mat").write_text(RECORD, encoding="utf-8")
    command = [sys.executable, "-m", "device.cli", "convert", str(tmp_path / "match.mat"), "--to", "plays"]
    environment = {"PYTHONPATH": f"{site}:{Path(__file__).parents[2]}", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout.splitlines() == ["game,turn,player,play", "1,1,W,8/5 6/5"], done.stderr


def test_a_plugin_that_cannot_be_loaded_is_left_out(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    (site / "tableside_example.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    with caplog.at_level(logging.ERROR):
        assert plugins("cameras") == {}
    assert "still of cameras cannot be used" in caplog.text
