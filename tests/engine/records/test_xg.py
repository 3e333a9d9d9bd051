"""eXtreme Gammon's .xg files, written by their description, are read as they were played; damage is told in a sentence."""

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidRecord
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.match.terms import Terms
from engine.records.replay import replay
from engine.records.xg.archive import files_of
from engine.records.xg.xg import read_xg_record

sys.path.insert(0, str(Path(__file__).parents[1]))
from played_games import played
from written_matches import ILLEGAL, PLAIN
from xg_files import RECORD, archive, xg_file

MOVE = 3
"""The kind of a record that is a play."""


def plain(match: Match) -> Match:
    """What such a file can tell of a match: no turn without a roll, no cube as it was left."""
    games = []
    for game in match.games:
        turns = tuple(
            replace(turn, before=None, fault=None, frame=0)
            if isinstance(turn, CheckerTurn)
            else replace(turn, before=None)
            for turn in game.turns
        )
        games.append(Game(game.start, game.score, game.crawford, turns, game.result))
    return Match(match.length, match.white, match.black, tuple(games), match.game_id)


def main_file(data: bytes) -> bytes:
    return files_of(data)["temp.xg"]


@given(st.integers(0, 10**6), st.sampled_from(("backgammon", "nackgammon", "hypergammon")))
@settings(max_examples=25, deadline=None)
def test_a_match_is_read_as_it_was_played(seed: int, game_id: str) -> None:
    dice = Random(seed)
    games = tuple(played(dice, game_id, Score(number, 0)) for number in range(2))
    match = Match(dice.choice((0, 7)), "Anna", "Ben", games, game_id)
    assert read_xg_record(xg_file(match)).match == match


def test_names_and_tags_are_read() -> None:
    named = replace(PLAIN, white="Κώστας", black="Björn")
    record = read_xg_record(xg_file(named, event="Club night"))
    assert (record.match.white, record.match.black) == ("Κώστας", "Björn")
    assert record.tags == (("Event", "Club night"), ("EventDate", "2025.11.04"))
    assert record.notes == ()


def test_what_was_agreed_on_for_money_is_read() -> None:
    money = replace(PLAIN, length=0, terms=Terms(jacoby=True, beaver=True))
    assert read_xg_record(xg_file(money)).match.terms == money.terms


def test_an_illegal_play_is_kept_as_it_was_made() -> None:
    read = read_xg_record(xg_file(ILLEGAL)).match
    assert [game.position for game in read.games] == [game.position for game in ILLEGAL.games]


def test_a_board_that_contradicts_the_moves_is_not_guessed_at() -> None:
    main = bytearray(main_file(xg_file(PLAIN)))
    first = next(at for at in range(0, len(main), RECORD) if main[at + 8] == 3)
    main[first + 9 + 26 + 6] += 1
    main[first + 9 + 26 + 8] -= 1
    with pytest.raises(InvalidRecord, match="cannot be read with certainty"):
        read_xg_record(archive({"temp.xg": bytes(main)}))


def test_the_board_after_a_play_is_as_the_mover_sees_it() -> None:
    main = bytearray(main_file(xg_file(PLAIN)))
    second = [at for at in range(0, len(main), RECORD) if main[at + 8] == MOVE][1]
    end = slice(second + 35, second + 61)
    counts = [each - 256 if each > 127 else each for each in main[end]]
    assert (counts[18], counts[24], counts[11], counts[13]) == (1, 1, 1, 4), (
        "Ben's 24/18 13/11 in his own numbering"
    )
    main[end] = bytes(-count & 0xFF for count in reversed(counts))
    with pytest.raises(InvalidRecord, match="cannot be read with certainty"):
        read_xg_record(archive({"temp.xg": bytes(main)}))


def test_an_illegal_play_whose_moves_are_not_told_is_known_by_the_boards_around_it() -> None:
    main = bytearray(main_file(xg_file(ILLEGAL)))
    (fault, *_) = replay(ILLEGAL)
    assert fault.game == 1
    doubles = sum(isinstance(turn, CubeTurn) for turn in ILLEGAL.games[0].turns[: fault.turn])
    moves = [at for at in range(0, len(main), RECORD) if main[at + 8] == MOVE]
    at = moves[fault.turn - doubles - 1]
    main[at + 68 : at + 100] = b"\xff" * 32
    record = read_xg_record(archive({"temp.xg": bytes(main)}))
    assert [game.position for game in record.match.games] == [game.position for game in ILLEGAL.games]
    assert [each.turn for each in replay(record.match)] == [each.turn for each in replay(ILLEGAL)]
    assert record.notes == (f"game 1: turn {fault.turn}: only the board that the play left is told",)
    with pytest.raises(InvalidRecord, match="do not lead to the board after it"):
        read_xg_record(archive({"temp.xg": bytes(main[: at + RECORD])}))


def test_moves_that_do_not_lead_to_the_legal_board_after_them_are_not_passed_over_in_silence() -> None:
    main = bytearray(main_file(xg_file(PLAIN)))
    at = next(at for at in range(0, len(main), RECORD) if main[at + 8] == MOVE)
    main[at + 68 : at + 100] = b"\xff" * 32
    record = read_xg_record(archive({"temp.xg": bytes(main)}))
    assert record.match == plain(PLAIN)
    assert record.notes == ("game 1: turn 1: only the board that the play left is told",)


def test_a_cube_that_the_turns_do_not_account_for_is_not_guessed_at() -> None:
    main = bytearray(main_file(xg_file(PLAIN)))
    at = next(at for at in range(0, len(main), RECORD) if main[at + 8] == MOVE)
    main[at + 108] = 1
    with pytest.raises(InvalidRecord, match="its cube is not what"):
        read_xg_record(archive({"temp.xg": bytes(main)}))


def test_a_cube_that_ties_at_the_opening_have_doubled_begins_higher() -> None:
    turns = (
        *PLAIN.games[0].turns[:2],
        CubeTurn(PLAIN.games[0].turns[0].side, 8, CubeAction.TAKE, before=Cube(4)),
    )
    record = read_xg_record(xg_file(replace(PLAIN, games=(replace(PLAIN.games[0], turns=turns),))))
    assert record.match.games[0].turns[2] == turns[2]
    assert isinstance(last := record.match.games[0].turns[2], CubeTurn) and last.before == Cube(4)
    assert record.notes == ("game 1: the cube began at 4, after ties at the opening",)


def test_points_beyond_all_measure_are_refused() -> None:
    game = replace(PLAIN.games[0], result=Result(PLAIN.games[0].turns[0].side, 10**6, "resigned"))
    with pytest.raises(InvalidRecord, match="was won by 1000000 points"):
        read_xg_record(xg_file(replace(PLAIN, games=(game,))))


def test_an_archive_that_is_not_compressed_is_read() -> None:
    assert read_xg_record(archive({"temp.xg": main_file(xg_file(PLAIN))}, plain=True)).match == plain(PLAIN)


def test_a_part_that_grows_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.records.xg.archive.MOST_BYTES", 10_000)
    with pytest.raises(InvalidRecord, match="larger than any match"):
        read_xg_record(xg_file(PLAIN))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_damage_is_told_and_nothing_else_goes_wrong(data: st.DataObject) -> None:
    whole = xg_file(PLAIN)
    if data.draw(st.booleans()):
        broken = bytearray(whole)
        for _ in range(data.draw(st.integers(1, 4))):
            broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
        damaged = bytes(broken[: data.draw(st.integers(0, len(broken)))])
    else:
        # with right sums, so that the records themselves are met
        broken = bytearray(main_file(whole))
        for _ in range(data.draw(st.integers(1, 6))):
            record = data.draw(st.integers(0, len(broken) // RECORD - 1)) * RECORD
            broken[record + data.draw(st.integers(0, 140))] = data.draw(st.integers(0, 255))
        damaged = archive({"temp.xg": bytes(broken)})
    with suppress(InvalidRecord):
        read_xg_record(damaged)
