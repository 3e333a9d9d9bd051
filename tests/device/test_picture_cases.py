"""A wrong reading becomes a test: with the answer that a person gave on the referee's page, or one that is typed."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

sys.path.insert(0, str(Path(__file__).parent))

from schemas_checked import conforms

from device.cli.main import main
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.pictures.ring import Reference, Ring, RingPicture, folder_of
from engine.board import CubePlace, Seating, Side
from engine.dice import Roll
from engine.match.cube import Cube
from engine.match.match import Match
from engine.play import Play
from engine.position_parsing import parse_position
from engine.state.events import Amended, Corrected, Event, GameStarted, MatchStarted, Played, Thrown
from vision.labelled_pictures import BoardTruth, faults_of, load_labelled
from vision.observation import Observation
from vision.reading import read_picture

KEPT = Path(__file__).parents[1] / "vision" / "kept"
NAME = "1-124-34ba067c"
"""A kept picture: the board below, Black's dice 5 and 4, the cube in the middle."""
BOARD = "W: 24(2) 13(4) 8(3) 6(4) 4(2) B: 24(2) 13(2) 8(2) 7(1) 6(4) 4(1) 3(2) 2(1)"
AS_SEEN = "light: 24(2) 13(4) 8(3) 6(4) 4(2) dark: 23(1) 22(2) 21(1) 19(4) 18(1) 17(2) 12(2) 1(2)"
POSITION = parse_position(BOARD)
OTHER = parse_position("W: 24(2) 13(4) 8(3) 6(4) 4(2) B: 24(2) 13(2) 8(2) 7(1) 6(5) 4(1) 3(2)")

LOG: tuple[tuple[Event, Source], ...] = (
    (MatchStarted.of(Match(1, "Anna", "Ben")), Source.CAMERA),
    (GameStarted(OTHER, Seating(), False, Cube()), Source.CAMERA),
    (Thrown(Side.BLACK, Roll.of(6, 4)), Source.CAMERA),
    (Thrown(Side.BLACK, Roll.of(5, 4)), Source.PERSON),
    (Played(Side.BLACK, Roll.of(5, 4), Play(), OTHER), Source.CAMERA),
    (Amended(Play(), POSITION, Roll.of(5, 4)), Source.PERSON),
    (Thrown(Side.WHITE, Roll.of(2, 1)), Source.CAMERA),
    (Played(Side.WHITE, Roll.of(2, 1), Play(), OTHER), Source.CAMERA),
    (Corrected("position", position=POSITION), Source.PERSON),
    (Corrected("cube", cube=Cube(2, Side.BLACK)), Source.PERSON),
)
PICTURED = (3, 5, 6, 7, 9, 10)


@cache
def read_once() -> Observation:
    """What is seen in the kept picture."""
    kept = load_labelled(KEPT, NAME)
    return read_picture(kept.model, kept.picture)


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder with a log, and one picture for several of its events."""
    entries = [
        LogEntry("1", seq, 1, 1, 100.0 + seq, float(seq), True, source, (seq,), event)
        for seq, (event, source) in enumerate(LOG, 1)
    ]
    store = Store(sqlite_url(tmp_path / "tableside.db"))
    store.append(entries)
    store.close()
    ring = Ring(folder_of(tmp_path, "1", simulated=False), 10**9)
    kept = load_labelled(KEPT, NAME)
    jpeg = (KEPT / f"{NAME}.jpg").read_bytes()
    seen = read_once()
    for seq in PICTURED:
        event = (Reference(seq, 100.0 + seq),)
        ring.add(RingPicture(1, 10 * seq - 1, 1.0, "moving", False, None, event, len(jpeg)), jpeg, None, None)
        ring.add(
            RingPicture(1, 10 * seq, 1.2, "clear", True, "1-0.board", event, len(jpeg)),
            jpeg,
            seen,
            kept.model,
        )
    yield tmp_path


def keep(data: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["keep", *words, "--data", str(data), "-o", str(data / "out")])


def kept_truth(data: Path, *words: str) -> BoardTruth:
    """The answer that was kept, which is found in the folder as the test reads it."""
    done = keep(data, *words, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    conforms("keep", told)
    path = Path(told["file"])
    truth = load_labelled(path.parent, path.stem).truth
    assert truth.as_json() == told["truth"]
    return truth


@pytest.mark.parametrize("what", ["3", "4", "1-30"])
def test_a_roll_that_a_person_told_is_the_answer(data: Path, what: str) -> None:
    assert kept_truth(data, what) == BoardTruth(dice=(5, 4))


@pytest.mark.parametrize("what", ["5", "6", "1-50", "9"])
def test_a_board_that_a_person_put_right_is_the_answer(data: Path, what: str) -> None:
    truth = kept_truth(data, what)
    assert truth.men is not None and (truth.men[24], truth.men[23], truth.men[19]) == ((2, 0), (0, 1), (0, 4))
    kept = load_labelled(KEPT, NAME)
    assert replace(truth, dice=(5, 4), cube=(64, CubePlace.CENTRE)) == kept.truth


def test_a_cube_that_a_person_put_right_is_the_answer(data: Path) -> None:
    assert kept_truth(data, "10") == BoardTruth(cube=(2, CubePlace.FAR))
    told = keep(data, "10").stdout
    assert "The cube is read as 64 centre, but is 2 far." in told
    assert "from No. 10: A person put the cube right." in told


def test_an_answer_can_be_typed_either_way(data: Path) -> None:
    whole = ("--dice", "4-5", "--cube", "64 centre")
    right = load_labelled(KEPT, NAME).truth
    assert kept_truth(data, "7", "--truth", AS_SEEN, *whole) == replace(right, dice=(4, 5))
    assert kept_truth(data, "7", "--truth", BOARD, *whole) == replace(right, dice=(4, 5))
    assert "It is read rightly now" in keep(data, "7", "--truth", BOARD).stdout


def test_what_is_kept_with_a_wrong_answer_is_told_and_fails(data: Path) -> None:
    told = keep(data, "1-70", "--truth", AS_SEEN.replace("13(4)", "13(5)"), "--dice", "none").stdout
    assert "Point 13 is read as 4 light (p " in told and "holds 5 light" in told
    assert "The dice are read as 5-4, but show none." in told
    (path,) = (data / "out").glob("*.json")
    kept = load_labelled(path.parent, path.stem)
    faults = faults_of(read_picture(kept.model, kept.picture), kept.truth)
    assert len(faults) == 2 and faults[0].startswith("Point 13 ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["7"], "nobody put 7 right"),
        (["1-69", "--dice", "none"], "nothing was read of 1-69"),
        (["77"], "there is no event 77"),
        (["1"], "there is no picture of 1,"),
        (["3-3"], "there is no picture of 3-3"),
        (["x"], "neither a picture"),
        (["7", "--dice", "9"], "like 3-1"),
        (["7", "--truth", "W: 24(2)"], "not a position"),
        (["7", "--truth", "24(2)"], "write it like"),
        (["7", "--simulated"], "there is no event 7"),
    ],
)
def test_what_cannot_be_kept_is_told_in_a_sentence(data: Path, words: list[str], says: str) -> None:
    done = keep(data, *words)
    assert done.exit_code == 2 and says in done.stderr and done.stderr.count("\n") == 1
    assert not (data / "out").exists() and not (data / "simulated.db").exists()
