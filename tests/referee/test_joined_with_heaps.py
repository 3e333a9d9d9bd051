"""Games that are joined with heaps which the eye counts short, each time otherwise: the referee finds out, or asks."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

from doubts import Faults, compared
from joined import Joining, evening

from engine.board import Kind, Seating

TURNS = 12


@pytest.mark.parametrize(
    ("seed", "after", "near"),
    [
        # ten on the ace point are taken for eight, and two borne off seven turns later for none moved
        pytest.param(320, 55, Kind.DARK, id="counted after seven turns"),
        pytest.param(326, 55, Kind.LIGHT, id="nine on the ace point", marks=pytest.mark.long),
        # what is put right is a roll alone, after which the board is as unlike as before
        pytest.param(227, 27, Kind.DARK, id="a roll put right"),
        # eight on the ace point are taken for seven again and again, and nobody says which it was
        pytest.param(619, 55, Kind.LIGHT, id="eight on the ace point", marks=pytest.mark.long),
    ],
)
def test_what_a_heap_hides_is_found_by_how_the_game_goes_on(seed: int, after: int, near: Kind) -> None:
    joining = Joining(after, Seating(near, home_right=True), near, heaps=True)
    truth, table, _ = evening(seed, Faults(unseen=0), "backgammon", TURNS, joining)
    found = compared(truth, table)
    assert len(truth) >= TURNS - 1
    assert not found["silent"] and not found["called"] and not found["missing"]
