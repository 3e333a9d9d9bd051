"""What follows from a match and its analysis: openings by name, phases and what is lost in each, take points."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))
from written_matches import B, W, match_of, turns_from

from device.library.analysis.analysis_values import (
    Analysis,
    CubeJudged,
    GameJudged,
    PlayJudged,
    Totals,
    TurnJudged,
)
from device.library.analysis.money_stakes import Stakes
from device.library.analysis.studying import studied, take_point
from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import CubeAction
from engine.match.game_phase import GamePhase, phase_of
from engine.match.match import Crawford, CubeTurn, Game, Score
from engine.match.opening_play import opening_of
from engine.plays.notation import parse_play
from engine.position_parsing import parse_position

BACKGAMMON = find_game("backgammon")
START = BACKGAMMON.start  # type: ignore[union-attr]
USUAL = """
21 13/11 6/5 slot 5, 24/23 13/11 split, 13/10 build
31 8/5 6/5 point 5, 24/23 13/10 split
41 24/23 13/9 split, 13/9 6/5 slot 5, 13/8 none
51 13/8 24/23 split, 13/8 6/5 slot 5
61 13/7 8/7 point 7
32 24/21 13/11 split, 13/11 13/10 build
42 8/4 6/4 point 4
52 13/11 13/8 build, 24/22 13/8 split
62 24/18 13/11 split, 24/16 run, 13/5 slot 5
43 24/20 13/10 split, 13/10 13/9 build
53 8/3 6/3 point 3
63 24/18 13/10 split, 24/15 run
54 24/20 13/8 split, 13/8 13/9 build
64 24/14 run, 24/18 13/9 split, 8/2 6/2 point 2
65 24/13 run
"""


@pytest.mark.parametrize("side", Side)
def test_the_usual_openings_have_their_usual_names(side: Side) -> None:
    tried = 0
    for line in USUAL.split("\n"):
        dice, _, plays = line.partition(" ")
        for each in plays.split(", ") if plays else ():
            words = each.split()
            text = " ".join(word for word in words if "/" in word)
            outcome = parse_play(BACKGAMMON, START, side, Roll.parse(dice), text)
            found = opening_of(START, outcome.position, side)
            told = (
                "none"
                if found is None
                else " ".join(str(part) for part in (found.idea.value, found.point) if part)
            )
            assert told == " ".join(word for word in words if "/" not in word), (dice, each)
            tried += 1
    assert tried == 30
    assert opening_of(parse_position("W: 6(2) B: 6(2)"), START, side) is None


@pytest.mark.parametrize(
    "text, number, phase",
    [
        (str(START), 6, GamePhase.OPENING),
        (str(START), 7, GamePhase.MIDDLE),
        ("W: 8(2) 6(3) B: 13(5) 6(2)", 30, GamePhase.RACE),
        ("W: bar(1) 6(3) B: 6(2)", 30, GamePhase.MIDDLE),
        ("W: 13(1) 6(3) B: 13(1) 6(2)", 30, GamePhase.MIDDLE),
        ("W: 6(3) 1(2) B: bar(1) 6(2)", 3, GamePhase.BEAR_OFF),
        ("W: 20(2) 13(3) 8(3) 6(4) 5(3) B: 13(2) 8(3) 6(4) 4(3) 3(3)", 20, GamePhase.HOLDING),
        ("W: 18(2) 8(3) 6(4) 5(4) 4(2) B: 13(3) 8(2) 6(4) 5(4) 3(2)", 20, GamePhase.HOLDING),
        ("W: 13(2) 8(3) 6(4) 4(3) 3(3) B: 20(2) 13(3) 8(3) 6(4) 5(3)", 20, GamePhase.HOLDING),
        ("W: 20(2) 13(3) 8(3) 6(4) 5(3) B: 24(1) 13(2) 8(2) 6(4) 4(3) 3(3)", 20, GamePhase.MIDDLE),
        ("W: 24(2) 20(2) 13(3) 6(4) 5(4) B: 13(2) 8(3) 6(4) 4(3) 3(3)", 20, GamePhase.MIDDLE),
        ("W: 23(2) 13(3) 8(3) 6(4) 5(3) B: 13(2) 8(3) 6(4) 4(3) 3(3)", 20, GamePhase.MIDDLE),
        ("W: 20(2) 6(4) 5(4) 4(3) 3(2) B: 13(5) 8(4) 6(4) 4(2)", 20, GamePhase.MIDDLE),
    ],
)
def test_the_phase_is_seen_from_the_board(text: str, number: int, phase: GamePhase) -> None:
    assert phase_of(parse_position(text), Side.WHITE, number) is phase


@pytest.mark.parametrize("doubler", Side)
def test_who_is_doubled_takes_with_what_the_score_asks_for(doubler: Side) -> None:
    assert take_point(Stakes(0, Score(), Crawford.OFF), doubler) == 0.25
    # two away each: who passes needs two where the other needs one, who takes plays for the match
    assert take_point(Stakes(5, Score(3, 3), Crawford.PENDING), doubler) == pytest.approx(0.32264, abs=0.001)
    assert take_point(Stakes(99, Score(), Crawford.PENDING), doubler) is None


def test_an_analysis_tells_openings_phases_and_take_points() -> None:
    turns = turns_from(
        START,
        (W, "31", "8/5 6/5"),
        (B, "62", "24/18 13/11"),
        CubeTurn(W, 2, CubeAction.TAKE),
        (W, "21", "13/11 6/5"),
    )
    match = match_of(Game(START, Score(), turns=turns), length=0)
    lost = [0.0, 0.2, 0.05]
    judged = [
        TurnJudged(turn, side, play=PlayJudged((), "", 0.0, None, 0.0, loss))
        for turn, side, loss in zip((1, 2, 4), (W, B, W), lost, strict=True)
    ]
    double = TurnJudged(3, W, cube=CubeJudged("double", "no double", 0.3, 0.1, 1.0, 0.2))
    game = GameJudged(1, {side: Totals() for side in Side}, (*judged[:2], double, judged[2]))
    found = studied(match, Analysis("x", 0, (game,)))
    told = found.as_json()["games"][0]["turns"]
    assert [(each["phase"], each["opening"], each["take_point"]) for each in told] == [
        ("opening", {"idea": "point", "point": 5}, None),
        ("opening", None, None),
        (None, None, 0.25),
        ("opening", None, None),
    ]
    assert found.summary_json()["players"]["B"]["phases"] == {
        "opening": {"plays": 1, "error": 0.2, "blunders": 1}
    }
    assert found.players[W].plays_by_phase == {"opening": 2}
