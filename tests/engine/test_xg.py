"""eXtreme Gammon's .xg files, written by their description, are read as they were played; damage is told in a sentence."""

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Side
from engine.cube import CubeAction
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.legal import legal_plays
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn
from engine.records.xg import read_xg_record
from engine.records.xg_archive import files_of
from engine.result import win_of

sys.path.insert(0, str(Path(__file__).parent))
from written_matches import ILLEGAL, PLAIN
from xg_files import RECORD, archive, xg_file


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


def played(dice: Random, game_id: str, score: Score) -> Game:
    """A game of up to 60 turns, dances and the cube among them."""
    rules = find_game(game_id)
    position, side, cube = rules.start, dice.choice(tuple(Side)), 1
    turns: list[Turn] = []
    for _ in range(dice.randint(1, 60)):
        if cube < 64 and dice.random() < 0.05:
            answer = dice.choice(tuple(CubeAction)[1:])
            turns.append(CubeTurn(side, cube * 2, answer))
            if answer is CubeAction.PASS:
                return Game(rules.start, score, False, tuple(turns), Result(side, cube, "passed"))
            cube *= {CubeAction.TAKE: 2, CubeAction.BEAVER: 4, CubeAction.RACCOON: 8}[answer]
        roll = Roll.of(dice.randint(1, 6), dice.randint(1, 6))
        outcome = dice.choice(legal_plays(rules, position, side, roll))
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position = outcome.position
        if (won := win_of(rules, position, side)) is not None:
            return Game(rules.start, score, False, tuple(turns), Result(won[0], won[1] * cube, won[2]))
        side = side.other
    result = dice.choice((None, Result(side, cube, "resigned")))
    return Game(rules.start, score, False, tuple(turns), result)


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


def test_an_archive_that_is_not_compressed_is_read() -> None:
    assert read_xg_record(archive({"temp.xg": main_file(xg_file(PLAIN))}, plain=True)).match == plain(PLAIN)


def test_a_part_that_grows_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.records.xg_archive.MOST_BYTES", 10_000)
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
