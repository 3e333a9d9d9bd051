"""`tableside watch`: several films of one match, and a film of which nothing can be recorded."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cli.commands import watch as module
from device.cli.output import AnswerIsNo

CORNERS = "60,40 260,40 270,200 50,200"


@pytest.fixture
def film(tmp_path: Path) -> Callable[[str, int], Path]:
    """Writes a film of a room in so many grey levels."""

    def written(name: str, level: int) -> Path:
        path = tmp_path / name
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, (320, 240))
        for number in range(6):
            grain = np.random.default_rng(number).integers(-3, 4, (240, 320, 3))
            writer.write((grain + level).clip(0, 255).astype(np.uint8))
        writer.release()
        return path

    return written


def test_what_cannot_be_recorded_is_said_and_no_record_is_written(
    film: Callable[[str, int], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    films, record = [str(film("a.mp4", 6)), str(film("b.mp4", 6))], tmp_path / "match.mat"
    arguments = [*films, "--corners", CORNERS, "--json", "-o", str(record)]
    with pytest.raises(AnswerIsNo, match="nothing could be recorded: it is too dark to see the board"):
        module.watch.main(arguments, standalone_mode=False)
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["nothing"]["why"] == "too_dark"
    assert (told["games"], told["frames"]) == ([], 12)
    assert not record.exists()
