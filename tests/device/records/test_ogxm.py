"""OGXM: what is in a file comes back, and what is damaged, strange or without its codec is told in a sentence."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))
from written_matches import ILLEGAL, MIDDLE, MONEY, PLAIN

from device.errors import RecordError
from device.library.records.record_formats import parts_of, record_of, write_record
from engine.errors import InvalidRecord
from engine.match.match import CheckerTurn, CubeTurn, Game, Match
from engine.records.ogxm.ogxm_reader import read_ogxm_document
from engine.records.record import Record

ogxm = pytest.importorskip("ogxm", reason="NO OGXM: pip install 'tableside[ogxm]'")
TAGS = (("Event", "Åbo Open"), ("Site", "Club " + "x" * 6000), ("Round", "3"))


def told(game: Game) -> list[object]:
    """Its turns by what they led to, and its cube."""
    return [
        (turn.side, turn.after) if isinstance(turn, CheckerTurn) else (turn.side, turn.value, turn.answer)
        for turn in game.turns
        if isinstance(turn, CheckerTurn | CubeTurn)
    ]


@pytest.mark.parametrize(
    "match", [PLAIN, MONEY, MIDDLE, ILLEGAL], ids=["plain", "money", "middle", "illegal"]
)
def test_all_that_it_can_hold_comes_back(match: Match) -> None:
    written = write_record(Record(match, tags=TAGS), "ogxm")
    assert all(str(each).startswith("game 1: in turn") for each in written.remarks)
    assert bool(written.remarks) is (match in (MIDDLE, ILLEGAL))
    back = record_of(written.data)
    assert back.format == "ogxm" and back.record.tags == TAGS
    assert (back.record.match.length, back.record.match.white) == (match.length, match.white)
    for one, other in zip(match.games, back.record.match.games, strict=True):
        assert (one.start, one.score, one.crawford, one.result) == (
            other.start,
            other.score,
            other.crawford,
            other.result,
        )
        assert told(one) == told(other)
    assert ogxm.verify(written.data) == (None, True), "as the format's own codec has it"


def test_a_play_written_with_two_numbers_in_one_move_is_told_move_by_move() -> None:
    read = record_of(
        b" 3 point match\n\n Game 1\n A : 0    B : 0\n  1) 63: 24/15                    55: 8/3(2) 6/1*(2)\n"
    )
    document = ogxm.binary_to_json(write_record(read, "ogxm").data)
    assert document["replay_complete"] and [len(ply["moves"]) for ply in document["games"][0]["plies"]] == [
        2,
        4,
    ]


def test_a_stream_holds_many_and_a_strange_file_none(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (write_record(Record(replace(PLAIN, white=name)), "ogxm").data for name in ("Anna", "Carla"))
    assert [record_of(each).record.match.white for each in parts_of(one + two)] == ["Anna", "Carla"]
    for damaged in (one[:60], one[:-9] + b"\\0" * 9, b"OGXM"):
        with pytest.raises(RecordError, match="damaged"):
            record_of(damaged)
    monkeypatch.setitem(sys.modules, "ogxm", None)
    with pytest.raises(RecordError, match="pip install"):
        record_of(one)
    assert parts_of(one + two) == (one + two,)


@pytest.mark.parametrize(
    "changes",
    [
        {"games": None},
        {"games": [7]},
        {"variant": "chess"},
        {"games": [{"plies": [{"action_id": 2}]}]},
        {"games": [{"plies": [{"action_id": 31, "set_position": [99] * 26}]}]},
        {"games": [{"plies": [{"action_id": 2, "d1": 1, "d2": 3, "moves": [{"from": "x"}]}]}]},
        {"annotations": [{"key": "x-tableside/0", "value": "["}]},
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, object]) -> None:
    document = {"match_length": 3, "player_white": "", "player_black": "", "games": []}
    with pytest.raises(InvalidRecord):
        read_ogxm_document(json.dumps(document | changes))
