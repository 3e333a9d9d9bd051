"""OGXM: what is in a file comes back, and what is damaged, strange or without its codec is told in a sentence."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))
from written_matches import ILLEGAL, MIDDLE, MONEY, PLAIN

from device.errors import RecordError
from device.library.records.converting import UNJUDGED, converted
from device.library.records.record_format import Read
from device.library.records.record_formats import parts_of, record_of, write_record
from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Score
from engine.match.terms import ClockKind
from engine.plays.legal import legal_plays
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


def judged(number: int, turns: list[dict[str, object]]) -> dict[str, object]:
    return {"number": number, "turns": turns}


OPINION = {
    "program": "GNU Backgammon 1.07.001",
    "ply": 2,
    "games": [
        judged(
            1,
            [
                {
                    "turn": 1,
                    "luck": 0.125,
                    "play": {
                        "equity": 0.1,
                        "best": "24/23 13/10",
                        "best_equity": 0.15,
                        "best_moves": [[24, 23], [13, 10]],
                    },
                },
                {
                    "turn": 2,
                    "luck": -0.25,
                    "play": {"equity": -0.2, "best": None, "best_equity": -0.2, "best_moves": []},
                    "cube": {"right": "double", "no_double": 0.5, "take": 0.75},
                },
                {
                    "turn": 5,
                    "cube": {"right": "too good", "no_double": 1.25, "take": 1.5},
                    "answer": {"right": "pass"},
                },
            ],
        )
    ],
}
"""What a program thinks of PLAIN, in the shape of docs/analysis.md, as far as it is written."""
HEAD = (
    ("Event", "Åbo Open"),
    ("Site", "Åbo"),
    ("Round", "3"),
    ("EventDate", "2026.11.20"),
    ("Player 1 Elo", "1523.47/400"),
    ("Comment", "the fifth turn is worth a look"),
)


def test_an_analysis_a_clock_and_the_head_go_into_the_fields_that_there_are_for_them() -> None:
    match = replace(PLAIN, terms=replace(PLAIN.terms, clock=ClockKind.DELAY))
    clocks = [{"game": 1, "turn": turn, "W": 600.0, "B": 600.0, "time": 1e9 + 7 * turn} for turn in (1, 2, 3)]
    read = Read(Record(match, tags=HEAD), "json", {"analysis": OPINION, "clocks": clocks})
    document = ogxm.binary_to_json(write_record(read, "ogxm").data)
    assert (document["event"], document["city"], document["round"]) == ("Åbo Open", "Åbo", 3)
    assert (document["date_precision"], document["white_profile"]["rating"]) == ("day", 1523.47)
    assert document["annotations"][-1]["value"] == HEAD[-1][1] and document["source"] == 3
    assert document["clock_info"] == {
        "reserve_ms": 600_000,
        "delay_ms": 12_000,
        "increment_ms": 0,
        "start_timestamp": 1_000_000_007,
    }
    plies = document["games"][0]["plies"]
    assert [each["timestamp_ms"] for each in plies[:4]] == [0, 7000, 14000, 14000]
    assert [each.get("termination") for each in document["games"]] == ["dropped", "resigned", None]
    again = record_of(write_record(read, "ogxm").data)
    assert (again.record.match.terms, again.beside["clocks"][2]) == (
        replace(match.terms, clock_delay=12),
        {"game": 1, "turn": 3, "time": 1e9 + 21},
    )
    back = again.beside["analysis"]
    first, second, double = back["games"][0]["turns"]
    assert (back["program"], back["ply"]) == (OPINION["program"], 2)
    assert (first["luck"], first["play"]["equity"], first["play"]["loss"]) == (0.125, 0.1, 0.05)
    assert (first["play"]["best"], first["play"]["best_moves"]) == ("24/23 13/10", [[13, 10], [24, 23]])
    assert (second["cube"]["made"], second["cube"]["right"], second["cube"]["no_double"]) == (
        "no double",
        "double",
        0.5,
    )
    assert (double["cube"]["right"], double["cube"]["take"], double["answer"]["right"]) == (
        "too good",
        1.5,
        "pass",
    )
    vast = {"games": [{"number": 1, "turns": [{"turn": 1, "luck": 10**400}]}]}
    unclear = {"games": [{"number": 1, "turns": [{"turn": 1, "play": {}}]}]}
    for nonsense, time in ((unclear, 10**400), (vast, 1e308), ({"games": 3}, [1]), ([1], None)):
        odd = replace(read, beside={"analysis": nonsense, "clocks": [{"game": 1, "turn": 1, "time": time}]})
        document = ogxm.binary_to_json(write_record(odd, "ogxm").data)
        assert "analysis_info" not in document and (time == 1e308 or "clock_info" not in document)


def test_what_another_program_wrote_is_written_again_whole_while_the_match_is_the_same() -> None:
    read = Read(Record(PLAIN), "json", {"analysis": OPINION})
    document = ogxm.binary_to_json(write_record(read, "ogxm").data)
    info = document["analysis_info"]
    document |= {
        "analyses_info": [info, info | {"analysis_id": "c0a80101-0000-4000-8000-000000000001"}],
        "video_info": {"url": "https://example.com/film", "kind": "youtube"},
        "annotations": [
            {"scope": "game", "ref": 1, "key": "x-example", "value": "not for people"},
            {"scope": "game", "ref": 1, "value": "the long one"},
            {"scope": "ply", "ref": 2, "value": "bold", "author": "Bo"},
        ],
        "event": "Nordic Open",
    }
    plies = document["games"][0]["plies"]
    for ply in (each for each in plies if "analysis" in each):
        ply["analyses"] = [ply["analysis"] | {"analysis_index": at} for at in (0, 1)]
    plies[0]["video_ms"] = 5000
    game = document["games"][1]
    game |= {"initial_cube_value": 2, "initial_cube_owner": "black"}
    game["plies"] = game["plies"][:1]
    for name in ("winner", "points_won", "termination"):
        del game[name]
    data = ogxm.json_to_binary(document)
    found = record_of(data)
    assert found.record.tags == (
        ("Event", "Nordic Open"),
        ("Comment", "Game 2: the long one"),
        ("Comment", "Game 1, turn 3: bold"),
    )
    assert converted(found, "ogxm").data == data
    assert converted(record_of(converted(found, "json").data), "ogxm").data == data
    assert UNJUDGED in converted(found, "mat").remarks and not converted(found, "json").remarks
    changed = replace(found, record=replace(found.record, match=replace(found.record.match, white="Carla")))
    again = ogxm.binary_to_json(converted(changed, "ogxm").data)
    assert "video_info" not in again and again["player_white"] == "Carla" and "analysis_info" in again


def test_where_a_session_of_single_games_began_is_not_taken_from_the_limit_of_its_cube() -> None:
    document = {"match_length": 0, "white_score_start": 64, "games": [{"plies": []}]}
    assert read_ogxm_document(document).record.match.games[0].score == Score()


@pytest.mark.parametrize("game", ["nackgammon", "longgammon"])
def test_games_that_it_knows_beside_backgammon_are_converted(game: str) -> None:
    rules = find_game(game)
    (outcome, *_) = legal_plays(rules, rules.start, Side.WHITE, Roll.of(3, 1))
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), outcome.play, outcome.position)
    match = Match(3, "Anna", "Ben", (Game(rules.start, Score(), False, (turn,), None),), game)
    back = record_of(converted(Read(Record(match), "json"), "ogxm").data).record.match
    assert (back.agreed.id, told(back.games[0])) == (game, told(match.games[0]))


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
        read_ogxm_document(document | changes)
