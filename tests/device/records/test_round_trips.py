"""Who won, for how many points and at what score outlasts every conversion, whatever a format can hold of the game."""

import os
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))
from played_matches import played
from written_matches import CLOSED, ILLEGAL, MIDDLE, MONEY, PLAIN, match_of

from device.library.records.converting import converted
from device.library.records.record_format import Read
from device.library.records.record_formats import WRITTEN, read_record, record_of
from engine.board import Side
from engine.match.match import CheckerTurn, Game, Match, Result, Score
from engine.records.record import Record

RECORDS = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[4] / "shared")) / "records"
FILES = [
    *sorted((RECORDS / "real").glob("*.txt")),
    *sorted((RECORDS / "samples").glob("*.*")),
    *sorted((RECORDS / "xg").glob("test.*")),
]
LONGEST = 15_000
"""Bytes of a file that is tried each time."""
SOME = [
    file if number % 3 == 0 and file.stat().st_size < LONGEST else pytest.param(file, marks=pytest.mark.long)
    for number, file in enumerate(FILES)
]
"""Every third of them is tried each time, unless it is long."""
BOTH_WAYS = list(permutations(WRITTEN, 2))


def told(match: Match) -> tuple[object, ...]:
    """Who won each game, the points and the score before it, and to how many points it was played."""
    return match.length, [(each.score, each.result) for each in match.games]


def boards(match: Match) -> list[list[object]]:
    """The board after each play, and the doubles between."""
    return [
        [turn.after if isinstance(turn, CheckerTurn) else (turn.value, turn.answer) for turn in each.turns]
        for each in match.games
    ]


def through(read: Read, formats: tuple[str, ...]) -> Match:
    """A match after it was written and read in these formats, one after the other."""
    for to in formats:
        read = record_of(converted(read, to).data)
    return read.record.match


def read_as(match: Match) -> Read:
    return Read(Record(match), "json")


def with_odd_points(seed: int) -> Match:
    """A match played at random whose points somebody capped, forgot or agreed on, and
    whose games need not have ended so.
    """
    dice, games, score = Random(seed), list[Game](), Score()
    match = played(seed)
    for each in match.games:
        result = each.result
        if result is not None and dice.random() < 0.6:
            points = dice.choice((0, 1, 2, 3, 5, 64, 1004, 999_999))
            winner = dice.choice((result.winner, Side.WHITE, Side.BLACK, None))
            how = dice.choice((result.how, "resigned", "flag", "draw"))
            result = Result(winner, points if winner else 0, how)
        games.append(replace(each, score=score, result=dice.choice((result, result, None))))
        if result is not None:
            score = score.plus(result.winner, result.points)
    return replace(match, games=tuple(games))


@given(st.integers(0, 10**6), st.sampled_from(BOTH_WAYS))
@settings(max_examples=45, deadline=None)
def test_a_result_outlasts_every_conversion_whatever_the_points(seed: int, formats: tuple[str, str]) -> None:
    match = with_odd_points(seed)
    assert told(through(read_as(match), formats)) == told(match)


@pytest.mark.parametrize("formats", BOTH_WAYS, ids="-".join)
@pytest.mark.parametrize(
    "match", [PLAIN, MONEY, MIDDLE, ILLEGAL], ids=["plain", "money", "middle", "illegal"]
)
def test_a_game_that_a_format_cannot_hold_keeps_its_winner(match: Match, formats: tuple[str, str]) -> None:
    assert told(through(read_as(match), formats)) == told(match)


@pytest.mark.parametrize("seed", [387, 419])
def test_an_illegal_play_that_stood_is_put_up_as_it_stood_as_often_as_it_is_written(seed: int) -> None:
    match = played(seed, illegal=0.05)
    for formats in (("mat", "mat"), ("mat", "txt"), ("txt", "mat")):
        assert boards(through(read_as(match), formats)) == boards(match), formats


@pytest.mark.parametrize("to", WRITTEN)
def test_a_game_without_a_turn_keeps_its_winner(to: str) -> None:
    won = Game(CLOSED, Score(), result=Result(Side.BLACK, 1004, "flag"))
    match = match_of(won, replace(won, score=Score(0, 1004)), length=1005)
    assert told(through(read_as(match), (to,))) == told(match)


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.name)
def test_the_winners_of_a_real_match_outlast_every_format(file: Path) -> None:
    read = read_record(file)
    want = told(read.record.match)
    assert read.record.match.games
    for to in WRITTEN:
        assert told(through(read, (to,))) == want, to


@pytest.mark.long
@pytest.mark.parametrize("formats", BOTH_WAYS, ids="-".join)
@pytest.mark.parametrize("file", SOME, ids=lambda file: file.name)
def test_the_winners_of_a_real_match_outlast_everything_through_everything(
    file: Path, formats: tuple[str, str]
) -> None:
    read = read_record(file)
    assert told(through(read, formats)) == told(read.record.match)


def test_there_are_real_matches_to_try() -> None:
    if not FILES:
        pytest.skip(f"NOT TESTED: no records at {RECORDS}; set TABLESIDE_SHARED to the folder above")
    assert any(file.suffix == ".xg" for file in FILES)
