"""The position command: any code in, board, sentence and every code out; nonsense is refused in one sentence."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def position(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["position", *words], input=stdin)


def test_a_code_is_shown_as_a_board_with_every_other_code() -> None:
    told = position(XGID).output
    assert " | X           O     |   | O              X  |" in told
    assert "White (X) to play 3-1. Cube 1, in the middle.\nmatch to 7, score 0:0\n" in told
    assert f"\n{XGID}\n" in told
    assert "GNU Backgammon ID: 4HPwATDgc/ABMA:cInlAAAAAAAE" in told
    assert "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:7:0" in told


@pytest.mark.parametrize(
    ("to", "code"),
    [
        ("gnubg", "4HPwATDgc/ABMA:cInlAAAAAAAE"),
        ("ogid", "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:7:0"),
        ("xgid", XGID),
    ],
)
def test_one_code_is_turned_into_another_and_back(to: str, code: str) -> None:
    assert position(XGID, "--to", to).output == f"{code}\n"
    assert position("-", "--to", "xgid", stdin=code).output == f"{XGID}\n"


def test_programs_get_it_all() -> None:
    told = json.loads(position("4HPwATDgc/ABMA", "QYkqASAAIAAE", "--to", "json").output)
    assert told["position"] == "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
    assert told["cube"] == {"value": 2, "owner": "B", "offered": False, "limit": 1024}
    assert (told["to_play"], told["roll"], told["score"], told["length"]) == (
        "W",
        [5, 2],
        {"W": 4, "B": 2},
        9,
    )
    assert set(told["codes"]) == {"xgid", "gnubg", "ogid"}


def test_what_stands_high_on_the_bar_and_off_is_shown() -> None:
    told = position("W: bar(1) 6(9) off(5) B: bar(2) 1(3) off(10)").output
    assert "| X |" in told and "  10 off" in told and "  5 off" in told
    assert "9" in told.splitlines()[7]


def test_offers_are_told() -> None:
    told = position("XGID=-b----E-C---eE---c-e----B-:1:1:1:D:2:3:0:7:10").output
    assert "White (X) has doubled to 4. Cube 2, owned by White (X)." in told
    resigning = position("4HPwATDgc/ABMA:cKnoAAAAAAAE").output
    assert "offers to resign" in resigning


def test_a_game_with_fewer_checkers() -> None:
    hyper = position(
        "W: 24(1) 23(1) 22(1) B: 24(1) 23(1) 22(1)", "--game", "hypergammon", "--to", "xgid"
    ).output
    assert hyper == "XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:0:10\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{XGID}\n\nX:Anna   O:Ben\nScore is X:0 O:0. Unlimited Game\n +13-14-15-16-17-18--\n",
        f"Anna asks: what is right here?\r\n{XGID}\r\n",
        " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkFAAAAAAAE\n +13-14-15-\n",
        "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)\n",
        "4HPwATDgc/ABMA:cIkFAAAAAAAE\n",
    ],
    ids=["XG", "a remark", "GNU Backgammon", "text", "ids"],
)
def test_what_check_calls_a_position_is_read_from_its_file_or_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_bytes(text.encode())
    refused = CliRunner().invoke(main, ["check", str(file)])
    assert refused.exit_code == 2
    assert (
        "this is a position, not a match: `tableside position` with the name of this file" in refused.stderr
    )
    shown = position(str(file))
    assert shown.exit_code == 0 and "+13-14-15-16-17-18-" in shown.output
    assert position(text).output == shown.output == position("-", stdin=text).output


def test_of_several_positions_in_a_text_none_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{XGID}\n{XGID.replace(':31:', ':21:')}\n")
    assert "these are positions" in CliRunner().invoke(main, ["check", str(file)]).stderr
    assert position(str(file)).exit_code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hello",), "no position code"),
        (("XGID=1:2",), "no XGID, which looks like XGID=-b"),
        (("4HPwATDgc/ABMA", "--game", "plakoto"), "not for Plakoto"),
        (("4HPwATDgc/ABMA", "--game", "tablut"), "not for"),
        (("4HPwATDgc/ABMA", "--game", "backgamon"), "did you mean Backgammon"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    refused = position(*words)
    assert refused.exit_code == 2
    assert said in refused.stderr and refused.stderr.count("\n") == 1
