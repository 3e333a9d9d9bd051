"""The build guide's figures."""

import re
from math import ceil, radians, tan
from pathlib import Path

GUIDE = Path(__file__).parents[3] / "docs" / "hardware.md"
MARGIN = 5.0


def test_the_camera_hangs_high_enough_and_no_higher() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    boards = [(float(width), float(depth)) for width, depth in re.findall(r"board of (\d+) × (\d+) cm", text)]
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([\d.]+)° × ([\d.]+)° \| (.+) \|$", text)
    assert len(rows) >= 5 and len(boards) == 3
    for camera, across, down, told in rows:
        heights = [
            max(
                (width / 2 + MARGIN) / tan(radians(float(across)) / 2),
                (depth / 2 + MARGIN) / tan(radians(float(down)) / 2),
            )
            for width, depth in boards
        ]
        assert told == " | ".join(f"{ceil(height)} cm" for height in heights), camera
        # "In all of them it is the depth that decides."
        assert heights[0] == (boards[0][1] / 2 + MARGIN) / tan(radians(float(down)) / 2), camera


def test_every_command_of_the_guide_exists() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    makefile = (GUIDE.parents[1] / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake ([a-z-]+)", text)):
        assert re.search(rf"(?m)^{target}:", makefile), target
