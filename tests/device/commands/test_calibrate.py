"""The commands that set a board up: the model without corners given, and the sheet of markers."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli.main import main
from vision.board_model import BoardModel

SHARED = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[4] / "shared"))


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, result.output


def test_a_board_is_calibrated_without_its_corners(tmp_path: Path) -> None:
    folder = SHARED / "boards" / "board00"
    if not folder.is_dir():
        pytest.skip(f"NO RENDERED BOARDS: {folder} is absent, so no board is found in a picture")
    out = tmp_path / "board.json"
    status, said = run("calibrate", str(folder / "start.jpg"), "-o", str(out))
    assert status == 0, said
    assert "The corners were found at" in said and "near side is taken to be" in said
    true = json.loads((folder / "truth.json").read_text())["images"]["start.jpg"]["corners"]
    assert np.abs(np.array(BoardModel.load(out).corners) - np.array(true)).max() < 8


def test_where_no_board_is_seen_it_says_what_to_do(tmp_path: Path) -> None:
    picture = tmp_path / "wall.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 130, np.uint8))
    status, said = run("calibrate", str(picture), "-o", str(tmp_path / "board.json"))
    assert status == 1
    assert "give the corners with --corners" in said
    assert not (tmp_path / "board.json").exists()


def test_squares_still_want_their_corners(tmp_path: Path) -> None:
    picture = tmp_path / "wall.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 130, np.uint8))
    status, said = run("calibrate", str(picture), "--game", "tablut", "-o", str(tmp_path / "board.json"))
    assert status == 2 and "give --corners" in said


def test_a_sheet_of_markers_is_written(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    status, said = run("markers", "-o", str(out), "--paper", "letter", "--side", "20")
    assert status == 0 and "print it at 100 %" in said
    assert out.read_bytes().startswith(b"%PDF-1.4")
    status, said = run("markers", "-o", str(out), "--side", "nan")
    assert status == 2 and "choose 12 to 50 mm" in said and "error in Tableside" not in said
    status, said = run("markers", "-o", str(tmp_path / "none" / "sheet.pdf"))
    assert status == 2 and "cannot be written" in said
