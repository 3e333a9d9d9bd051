"""A board that was taken as it stood after nobody had seen how it came about, and was misread: it accuses nobody."""

import pytest

from engine.board import Side, View
from engine.dice import Roll
from engine.match.match import CheckerTurn
from engine.position_parsing import parse_position
from engine.state.events import FaultSeen
from tests.referee.test_turn_revision import Mistaken, begun

W, B = Side.WHITE, Side.BLACK
TRUE = "W: 24(1) 18(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 13(3) 11(1) 10(1) 9(1) 8(3) 6(5)"
"""As it stands once the board is seen again; White's 13 and 8 are read as three and four."""
AFTER_21 = "W: 24(1) 18(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 13(3) 11(1) 9(2) 8(2) 6(6)"
TOO_LITTLE = "W: 24(1) 18(1) 13(2) 8(4) 7(1) 6(4) 5(2) B: 24(1) 13(3) 11(1) 9(2) 8(2) 6(6)"
"""White's 6-5, 13/7 and 13/8: from the board as it was taken only the 6 seems to have been played."""
IMPOSSIBLE = "W: 18(1) 13(5) 8(3) 6(4) 5(2) B: 24(1) 13(3) 11(1) 9(2) 8(2) 6(6)"
"""White's 6-5, 24/13: a checker seems to have moved back, too, which is flagged beside the dice."""


def taken(p: float) -> Mistaken:
    """Black's 2-1 has been played from the board as it was taken: the eye is so sure of what it misreads."""
    table = begun()
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift()
    table.see(12.0, View.COVERED)
    table.wrong = {"p13": ((3, 0), p), "p8": ((4, 0), p)}
    table.position = parse_position(TRUE)
    table.see(2.0)
    table.throw(B, 2, 1)
    table.play(AFTER_21)
    table.lift()
    return table


def last(table: Mistaken) -> CheckerTurn:
    """The last turn on record."""
    assert table.match_state.game is not None
    turn = table.match_state.game.turns[-1]
    assert isinstance(turn, CheckerTurn)
    return turn


@pytest.mark.parametrize("after", [TOO_LITTLE, IMPOSSIBLE], ids=["too little", "impossible"])
@pytest.mark.parametrize("p", [0.6, 0.9])
def test_what_was_misread_of_it_makes_no_later_play_illegal(p: float, after: str) -> None:
    table = taken(p)
    table.throw(W, 6, 5)
    table.wrong = {}
    table.play(after)
    table.lift()
    table.see(4.0)
    table.throw(B, 6, 3)
    assert not any(isinstance(event, FaultSeen) for event in table.events)
    turn = last(table)
    assert (turn.side, turn.roll, turn.fault) == (W, Roll.of(6, 5), None)
    board = parse_position(after)
    assert (turn.after.white, turn.after.black) == (board.white, board.black)


@pytest.mark.parametrize("after", [TOO_LITTLE, IMPOSSIBLE], ids=["too little", "impossible"])
def test_what_was_plainly_seen_of_it_is_no_excuse(after: str) -> None:
    table = taken(0.9995)
    table.throw(W, 6, 5)
    table.wrong = {}
    table.play(after)
    table.lift()
    table.see(4.0)
    assert last(table).fault is not None
