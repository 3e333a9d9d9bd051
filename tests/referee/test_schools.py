"""Schools: in trictrac with the option ecole players claim their points, and pay for what they claim wrongly."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from device.status.text.refusal_text import refusal
from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.i18n import ENGLISH
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.state.events import PointsClaimed
from engine.state.messages import ClaimPoints, JoinGame, Undo
from engine.tables.tables_game import TablesGame
from engine.trictrac import Marks, claimed, marks_of, score_sentence, scored
from engine.trictrac.marks import tally_of
from engine.words.wording import Names

W, B = Side.WHITE, Side.BLACK
TRICTRAC: TablesGame = find_game("trictrac")  # type: ignore[assignment]
GAME = TRICTRAC.with_options({"ecole": True})
TRUE_HIT = "W: 24(13) 13(2) B: 24(14) 21(1)"
"""With 5-4 White scores 4."""
FALSE_HIT = "W: 24(13) 13(2) B: 24(10) 21(1) 17(2) 16(2)"
"""With 5-4 Black scores 4."""


def at(text: str, marks: Marks = Marks()) -> Position:  # noqa: B008  (frozen)
    position = parse_position(text)
    return replace(position, past=replace(position.past, tally=tally_of(marks)))


def played(position: Position, side: Side, *dice: int, of: TablesGame = GAME) -> tuple[Marks, list[str]]:
    """The marks after a throw, by the first play that moves, and what is told of it."""
    roll = Roll.of(*dice)
    outcome = next(each for each in legal_plays(of, position, side, roll) if each.play.moves)
    said = [
        score_sentence(of, each, Names("Anna", "Ben")) for each in scored(of, position, side, roll, outcome)
    ]
    return marks_of(outcome.position.past), said


@pytest.mark.parametrize(
    ("claim", "points", "said"),
    [
        (4, (4, 0), ["Anna scores 4 points: a hit in a small jan."]),
        (
            2,
            (2, 2),
            ["Anna scores 2 points: as claimed.", "Ben scores 2 points: sending the opponent to school."],
        ),
        (
            10,
            (4, 6),
            ["Anna scores 4 points: as claimed.", "Ben scores 6 points: sending the opponent to school."],
        ),
        (0, (0, 4), ["Ben scores 4 points: sending the opponent to school."]),
    ],
)
def test_the_thrower_claims_before_playing(claim: int, points: tuple[int, int], said: list[str]) -> None:
    position = claimed(at(TRUE_HIT), W, claim, thrown=True)
    marks, heard = played(position, W, 5, 4)
    assert (marks.points, heard) == (points, said)
    assert (marks.claimed, marks.due) == (0, (0, 0))


def test_nobody_claims_where_the_referee_marks() -> None:
    marks, heard = played(at(TRUE_HIT), W, 5, 4, of=TRICTRAC)
    assert (marks.points, heard) == ((4, 0), ["Anna scores 4 points: a hit in a small jan."])


@pytest.mark.parametrize(("claim", "points"), [(4, (0, 4)), (2, (2, 2)), (6, (2, 4)), (0, (4, 0))])
def test_the_opponent_claims_before_throwing(claim: int, points: tuple[int, int]) -> None:
    roll = Roll.of(5, 4)
    (after, *_) = (each.position for each in legal_plays(GAME, at(FALSE_HIT), W, roll))
    assert (marks_of(after.past).points, marks_of(after.past).due) == ((0, 0), (0, 4))
    once = claimed(after, B, claim, thrown=False)
    assert marks_of(once.past).points == points
    assert claimed(once, B, 12, thrown=False) == once, "a claim of what the opponent brought is made once"


def test_what_the_opponent_does_not_claim_before_throwing_is_a_school() -> None:
    (after, *_) = (each.position for each in legal_plays(GAME, at(FALSE_HIT), W, Roll.of(5, 4)))
    marks, said = played(after, B, 2, 1)
    assert marks.points == (4, 0)
    assert said == ["Anna scores 4 points: sending the opponent to school."]


def test_only_points_that_were_claimed_make_a_hole_to_go_with() -> None:
    for claim, gone in ((4, 1), (0, 0)):
        position = claimed(at(TRUE_HIT, Marks((10, 2))), W, claim, thrown=True)
        outcomes = legal_plays(GAME, position, W, Roll.of(5, 4))
        assert sum(each.position == GAME.start for each in outcomes) == gone


def test_a_school_may_win_the_game() -> None:
    position = claimed(at(TRUE_HIT, Marks((2, 8), (0, 11), hole_run=B)), W, 10, thrown=True)
    outcome = next(each for each in legal_plays(GAME, position, W, Roll.of(5, 4)) if not each.play.moves)
    assert win_of(GAME, outcome.position, W) == (B, 2, "grand bredouille")


def refused(table: Any, side: Side) -> str:
    """What is said to a side that claims points now; empty where it is done."""
    return refusal(table.match_state, table.tracker, ClaimPoints(side, 4), ENGLISH) or ""


def test_claims_at_the_table(evening: Callable[..., Any]) -> None:
    """Claimed before a checker is touched and before the dice are thrown; at any other time nothing comes of it, and it is said why."""
    table = evening(game_id="trictrac", options=(("ecole", True),))
    table.see()
    table.position = parse_position(FALSE_HIT)
    table.tell(JoinGame(table.position, W))
    table.throw(W, 5, 4)
    assert refused(table, B) and not refused(table, W)
    assert table.tell(ClaimPoints(B, 4)) == []
    assert table.tell(ClaimPoints(W, 2)) == [PointsClaimed(W, 2)]
    assert table.tell(ClaimPoints(W, 0)) == [PointsClaimed(W, 0)], (
        "it may be changed until a checker is touched"
    )
    table.play("W: 24(11) 20(1) 19(1) 13(2) B: 24(10) 21(1) 17(2) 16(2)")
    assert table.tell(ClaimPoints(W, 4)) == []
    assert "until a checker is touched" in refused(table, W)
    assert [type(event).__name__ for event in table.lift()] == ["Played"]
    assert table.tell(ClaimPoints(W, 4)) == []
    assert refused(table, W) and not refused(table, B)
    assert table.tell(ClaimPoints(B, 6)) == [PointsClaimed(B, 6)]
    assert "once before the throw" in refused(table, B)
    assert table.tell(ClaimPoints(B, 6)) == []
    assert marks_of(table.match_state.position.past).points == (2, 4)
    table.tell(Undo())
    assert marks_of(table.match_state.position.past).points == (0, 0)
    plain = evening(game_id="trictrac")
    plain.see()
    plain.tell(JoinGame(parse_position(TRUE_HIT), W))
    plain.position = parse_position(TRUE_HIT)
    plain.throw(W, 5, 4)
    assert plain.tell(ClaimPoints(W, 4)) == [], "the referee marks"
    assert "Nobody claims" in refused(plain, W)
