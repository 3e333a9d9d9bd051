"""The match equity table, and what is reckoned from it."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Side
from engine.match.equity import at_stake, chance_after, chance_at, chance_of, equity_of
from engine.match.match import Crawford, Score

THEIRS = Path("/usr/share/gnubg/met/Kazaross-XG2.xml")
AWAY = st.integers(1, 25)
STATES = st.sampled_from(Crawford)


def test_the_table_is_that_of_gnu_backgammon() -> None:
    if not THEIRS.exists():
        pytest.skip(f"NO TABLE TO COMPARE: {THEIRS} is not there (apt install gnubg-data)")
    met = ET.parse(THEIRS).getroot()
    rows = met.findall("pre-crawford-table/row")
    for white, row in enumerate(rows, 1):
        for black, cell in enumerate(row, 1):
            found = chance_at(25, Score(25 - white, 25 - black), Crawford.PENDING)
            assert found == pytest.approx(float(str(cell.text)), abs=1e-9), (white, black)
    (after,) = met.findall("post-crawford-table/row")
    for black, cell in enumerate(after, 1):
        trailing = float(str(cell.text))
        assert chance_at(25, Score(25 - black, 24), Crawford.EXPIRED) == pytest.approx(trailing, abs=1e-9)
        assert chance_at(25, Score(24, 25 - black), Crawford.OFF) == pytest.approx(1 - trailing, abs=1e-9)
    assert len(rows) == len(after) == 25


@given(AWAY, AWAY, STATES)
def test_what_one_has_the_other_lacks(white: int, black: int, state: Crawford) -> None:
    there = chance_at(25, Score(25 - white, 25 - black), state)
    turned = chance_at(25, Score(25 - black, 25 - white), state)
    assert there is not None and turned is not None
    assert there + turned == pytest.approx(1) and 0 < there < 1


@given(AWAY, AWAY, STATES, st.sampled_from((1, 2, 4)), st.floats(-1, 1))
def test_equities_and_chances_are_two_ways_to_say_the_same(
    white: int, black: int, state: Crawford, cube: int, equity: float
) -> None:
    score = Score(25 - white, 25 - black)
    chance = chance_of(equity, 25, score, state, cube)
    assert chance is not None
    again = equity_of(chance, 25, score, state, cube)
    assert again == pytest.approx(equity, abs=1e-6)


def test_a_won_match_is_won_and_what_the_table_does_not_know_is_not_guessed() -> None:
    assert chance_after(3, Score(2, 0), Crawford.ACTIVE, Side.WHITE, 4) == 1
    assert chance_after(3, Score(0, 2), Crawford.ACTIVE, Side.BLACK, 1) == 0
    assert chance_at(0, Score(), Crawford.OFF) is None
    assert chance_at(27, Score(1, 1), Crawford.PENDING) is None
    assert at_stake(27, Score(1, 1), Crawford.PENDING, 1) == ()


def test_the_game_after_the_crawford_game_is_another() -> None:
    before = chance_after(5, Score(3, 2), Crawford.PENDING, Side.WHITE, 1)
    after = chance_after(5, Score(4, 1), Crawford.ACTIVE, Side.BLACK, 1)
    assert before == 0.75076 and after == pytest.approx(1 - 0.32264)


def test_at_stake_is_what_a_game_can_bring_and_no_more_than_is_needed() -> None:
    found = [(each.winner.value, each.points) for each in at_stake(5, Score(3, 0), Crawford.PENDING, 2)]
    assert found == [("W", 2), ("B", 2), ("B", 4)]
