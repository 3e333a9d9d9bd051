"""A photograph becomes a standing: what is read, guessed, refused, and drawn."""

import json
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.library.positions.asked_standing import asked_standing, caption, score_line
from device.library.positions.board_svg import board_svg
from device.library.positions.photo_process import read_apart
from device.library.positions.photo_reading import PhotoDie, PhotoReading, backgammon, reading_of, unpacked
from device.simulator.virtual_table import VirtualTable
from engine.board import CubePlace, Kind, Occupancy, Seating, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.i18n import ENGLISH
from engine.match.match import Score
from engine.match_formats import find_match_format
from engine.position_parsing import parse_position
from engine.records.codes.position_codes import read_code
from vision.draw import corners, draw, preset
from vision.errors import PictureError
from vision.frame import Picture

START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


@cache
def photograph() -> Picture:
    look = preset("club")
    scene = VirtualTable(find_match_format("backgammon"), 5, look.sizes, 1).scene_at(0.0)
    assert scene is not None
    return draw(scene, look, 0)


def test_a_photograph_is_read_by_the_command(tmp_path: Path, without_lens: None) -> None:
    file, drawn = tmp_path / "board.jpg", tmp_path / "board.svg"
    cv2.imwrite(str(file), photograph())
    asked = [
        "position",
        "--photo",
        str(file),
        "--json",
        "--svg",
        str(drawn),
        "--to-play",
        "B",
        "--roll",
        "6-4",
        "--length",
        "5",
        "--score",
        "2-4",
    ]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["position"] == START
    assert (told["to_play"], told["roll"], told["crawford"]) == ("B", [6, 4], True)
    assert "taken so, unless you say otherwise: --near light --home right\n" in done.stderr
    assert told["codes"]["xgid"].startswith("XGID=-b----E-C---eE---c-e----B-:0:0:-1:64:2:4:1:5")
    places = np.array(told["photo"]["corners"])
    assert np.abs(places - np.array(corners(preset("club")))).max() < 0.02 * photograph().shape[1]
    assert ET.fromstring(drawn.read_text()).tag.endswith("svg")


def test_a_strangers_picture_is_read_apart_and_what_is_none_is_refused() -> None:
    found = read_apart(bytes(cv2.imencode(".png", photograph()[:40, :40])[1]), niceness=0)
    assert (found.width, found.height, found.occupancy) == (40, 40, None)
    with pytest.raises(PictureError, match="no picture that can be opened"):
        read_apart(b"GIF89a" + bytes(50), niceness=0)
    with pytest.raises(PictureError, match="two megabytes"):
        read_apart(bytes(2**21 + 1), niceness=0)


def test_a_picture_that_takes_too_long_is_not_called_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = tmp_path / "python"
    ended.write_text("#!/bin/sh\nkill -XCPU $$\n")
    ended.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(ended))
    with pytest.raises(PictureError, match="could not be read"):
        read_apart(b"RIFF", niceness=0)


def test_pictures_larger_than_memory_are_not_unpacked() -> None:
    # a PNG of nothing packs 17 megapixels into some kilobytes
    bomb = bytes(cv2.imencode(".png", np.zeros((4097, 4096), np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 9])[1])
    assert len(bomb) < 2**20
    with pytest.raises(PictureError, match="16 megapixels"):
        read_apart(bomb, niceness=0)


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xff", b"RIFF....WEBP", b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_what_only_begins_like_a_picture_is_none(data: bytes) -> None:
    with pytest.raises(PictureError):
        unpacked(data)


def reading(text: str, seating: Seating, **more: object) -> PhotoReading:
    position = parse_position(text, backgammon())
    sites: dict[Kind, list[int]] = {kind: [0] * 26 for kind in Kind}
    for side in Side:
        for own, men in enumerate(position.of(side)):
            if own:
                point = own if side is Side.WHITE or own == 25 else 25 - own
                sites[seating.kind(side)][seating.slot(point)] += men
    occupancy = Occupancy(tuple(sites[Kind.LIGHT]), tuple(sites[Kind.DARK]))
    return PhotoReading(100, 100, None, False, occupancy, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("near", Kind)
@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("text", [START, "W: 13(2) 8(3) 6(5) 5(3) 4(2) B: 24(1) 13(4) 8(4) 6(5) 1(1)"])
def test_who_sits_where_is_guessed_by_how_far_the_checkers_have_come(
    near: Kind, home_right: bool, text: str
) -> None:
    seating = Seating(near, home_right)
    found = reading(text, seating)
    assert found.seating() == seating
    assert found.position(seating) == parse_position(text, backgammon())
    assert reading_of(json.loads(json.dumps(found.as_json()))) == found


def test_dice_and_cube_tell_what_they_can() -> None:
    right = (PhotoDie(3, "right"), PhotoDie(1, "right"))
    thrown = PhotoReading(1, 1, dice=right, cube=(4, CubePlace.FAR))
    assert (thrown.roll, thrown.thrower, thrown.cube_held) == (Roll.of(3, 1), Side.WHITE, (4, Side.BLACK))
    left = PhotoReading(1, 1, dice=(PhotoDie(2, "left"), PhotoDie(2, "left")), cube=(64, CubePlace.CENTRE))
    assert (left.thrower, left.cube_held) == (Side.BLACK, (1, None))
    for dice in ((), right[:1], (right[0], PhotoDie(1, "left")), (*right, *right)):
        assert PhotoReading(1, 1, dice=dice).thrower is None


@pytest.mark.parametrize(
    ("score", "length", "cube", "crawford"),
    [
        ((6, 2), 7, (1, None), True),
        ((6, 6), 7, (1, None), False),
        ((6, 2), 7, (2, Side.BLACK), False),
        ((0, 0), 0, (1, None), False),
    ],
)
def test_the_crawford_game_is_told_by_the_score(
    score: tuple[int, int], length: int, cube: tuple[int, Side | None], crawford: bool
) -> None:
    standing = asked_standing(
        parse_position(START, backgammon()), Side.WHITE, None, cube, Score(*score), length
    )
    assert standing.crawford is crawford


def test_a_match_that_is_over_is_no_standing() -> None:
    with pytest.raises(InvalidRecord, match="is over"):
        asked_standing(parse_position(START, backgammon()), Side.WHITE, None, (1, None), Score(7, 0), 7)


def test_words_and_drawing_name_the_checkers_as_they_lay_there() -> None:
    standing = read_code(OPENING)
    assert caption(standing, Kind.DARK, ENGLISH) == "The dark checkers to play 3-1."
    assert (
        score_line(read_code(OPENING.replace(":0:0:0:7", ":3:1:0:7")), Kind.DARK, ENGLISH)
        == "Match to 7: light 1, dark 3."
    )
    light, dark = (ET.fromstring(board_svg(standing, near, ("a < b",))) for near in (Kind.LIGHT, Kind.DARK))
    assert [each.text for each in light.iter() if each.text == "a < b"]
    fills = [[each.get("fill") for each in svg.iter() if each.get("r") == "29.5"] for svg in (light, dark)]
    assert len(fills[0]) == len(fills[1]) == 30
    assert fills[0][:15] == fills[1][15:] != fills[1][:15]


@pytest.mark.parametrize(
    "code",
    [
        "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
        "XGID=a-CBB---------------bbbb-B:1:1:1:D:0:0:0:7:10",
        "XGID=g----------------------h-G:3:1:-1:66:0:0:0:0:10",
    ],
)
def test_every_checker_is_drawn_or_counted(code: str) -> None:
    standing = read_code(code)
    svg = ET.fromstring(board_svg(standing))
    drawn = sum(each.get("r") == "29.5" for each in svg.iter())
    for men in (standing.position.white, standing.position.black):
        drawn += sum(max(0, count - 5) for count in men[1:25]) + max(0, men[25] - 4)
    assert drawn == sum(sum(men[1:]) for men in (standing.position.white, standing.position.black))
