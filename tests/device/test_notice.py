"""The notice: its JSON, and the one sentence that the referee says."""

import json
from dataclasses import replace
from typing import Any

import pytest

from device.notice import notice_of
from engine.board import Kind, Seating, Side, View
from engine.cube import Cube, CubeAction
from engine.dice import Roll
from engine.events import Candidate
from engine.explain import explain, likely_play
from engine.fault import Fault
from engine.games import find_game
from engine.ledger import Ledger, Phase, Question, new_ledger
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.play import Move, Play
from engine.position import Position, parse_position

BACKGAMMON = find_game("backgammon")
START = BACKGAMMON.start
BLANK = new_ledger(Match(5, "Anna", "Ben"))
PLAY = Play((Move(8, 5), Move(6, 5)))
AFTER = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
WRONG = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(4) 4(1)")


def playing(**changes: Any) -> Ledger:
    """A game in which Anna has played 3-1 and Ben is to throw, changed."""
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), PLAY, AFTER)
    usual = {
        "phase": Phase.TO_THROW, "side": Side.BLACK, "position": AFTER, "seating": Seating(Kind.DARK, False),
        "game": Game(START, Score(1, 2), turns=(turn,)), "score": Score(1, 2), "match_number": 2, "seq": 17,
    }  # fmt: skip
    return replace(BLANK, **{**usual, **changes})


def fault_of(side: Side, roll: Roll, seen: Position) -> tuple[Play, Fault]:
    return likely_play(BACKGAMMON, START, side, seen, roll), explain(BACKGAMMON, START, side, roll, seen)


def test_the_json_of_a_game_in_progress() -> None:
    notice = notice_of(playing(), "red").as_json()
    assert json.loads(json.dumps(notice)) == notice
    position = notice.pop("position")
    assert isinstance(position, dict)
    assert position["text"] == str(AFTER)
    assert position["points"]["6"] == {"W": 4, "B": 0}
    assert position["points"]["1"] == {"W": 0, "B": 2}
    assert position["points"]["24"] == {"W": 2, "B": 0}
    assert (position["bar"], position["off"]) == ({"W": 0, "B": 0}, {"W": 0, "B": 0})
    assert position["pips"] == {"W": 163, "B": 167}
    assert notice == {
        "table": "red",
        "seq": 17,
        "match": {"number": 2, "length": 5, "white": "Anna", "black": "Ben", "crawford": "pending", "winner": None},
        "game": {"number": 1, "id": "backgammon", "phase": "to throw", "result": None, "men": 15},
        "seen": None,
        "seating": {"near": "dark", "home_right": False},
        "to_play": "B",
        "roll": None,
        "cube": {"value": 1, "owner": None, "offered_by": None, "in_play": True},
        "score": {"W": 1, "B": 2},
        "last_play": {
            "side": "W", "roll": [3, 1], "notation": "8/5 6/5", "moves": [[8, 5], [6, 5]], "illegal": None,
            "inferred": False,
        },
        "says": "Ben to throw.",
        "fault": None,
        "cocked": None,
        "cube_fault": None,
        "question": None,
        "questions": 0,
        "clock": None,
        "camera": {"view": "clear", "text": "The view is clear."},
    }  # fmt: skip


def test_before_anything_has_happened() -> None:
    notice = notice_of(new_ledger(Match(0, "", ""))).as_json()
    assert notice["position"] is notice["to_play"] is notice["last_play"] is notice["seating"] is None
    assert notice["match"] == {
        "number": 0, "length": 0, "white": "White", "black": "Black", "crawford": "pending", "winner": None
    }  # fmt: skip
    assert notice["game"] == {"number": 0, "id": "backgammon", "phase": "no game", "result": None, "men": 15}


def test_a_provisional_fault_of_black_is_told_in_whites_numbering() -> None:
    _, fault = fault_of(Side.BLACK, Roll.of(6, 5), WRONG)
    ledger = playing(
        phase=Phase.TO_MOVE,
        roll=Roll.of(6, 5),
        fault=fault,
        seen=WRONG,
        game=Game(START, Score()),
        position=START,
    )
    notice = notice_of(ledger)
    assert notice.fault is not None
    assert (notice.fault.side, notice.fault.provisional) == (Side.BLACK, True)
    assert notice.says == notice.fault.text
    assert set(notice.fault.points) == {25 - point for point in fault.points}
    seen = notice.as_json()["seen"]
    assert isinstance(seen, dict) and seen["points"]["21"] == {"W": 0, "B": 1}


def test_a_fault_that_stood_is_the_last_plays() -> None:
    play, fault = fault_of(
        Side.WHITE, Roll.of(3, 1), replace(AFTER, white=AFTER.white[:5] + (3,) + AFTER.white[6:])
    )
    turn = CheckerTurn(Side.WHITE, Roll.of(3, 1), play, AFTER, fault)
    notice = notice_of(playing(fault=fault, seen=AFTER, game=Game(START, Score(), turns=(turn,))))
    assert notice.fault is not None and notice.last_play is not None
    assert (notice.fault.side, notice.fault.provisional) == (Side.WHITE, False)
    assert notice.last_play.illegal == notice.fault.text == notice.says


def test_the_bar_and_the_tray_are_the_same_for_both() -> None:
    fault = Fault("R.bar_first", "bar_first", (("mover", "B"),), (25, 0, 24))
    notice = notice_of(playing(phase=Phase.TO_MOVE, roll=Roll.of(3, 1), fault=fault, seen=START))
    assert notice.fault is not None and notice.fault.points == (25, 0, 1)


def test_the_latest_question_is_asked() -> None:
    options = (
        Candidate(Roll.of(3, 1), PLAY, AFTER, True, 0.7),
        Candidate(Roll.of(3, 1), Play((Move(24, 18),)), WRONG, False, 0.2),
        Candidate(None, None, START, True, 0.1),
    )
    ledger = playing(questions=(Question(4, "missed", None, ()), Question(5, "play", Side.WHITE, options)))
    notice = notice_of(ledger).as_json()
    question = notice["question"]
    assert isinstance(question, dict)
    assert (notice["questions"], question["number"]) == (2, 5)
    assert question["text"] == notice["says"] == "Which of these did Anna play?"
    texts = [choice["text"] for choice in question["candidates"]]
    assert texts == ["8/5 6/5 with 3-1", "24/18 with 3-1 (illegal)", str(START)]
    assert question["candidates"][0]["notation"] == "8/5 6/5"
    assert question["candidates"][2]["roll"] is None


def over(how: str, points: int, **changes: Any) -> Ledger:
    game = Game(START, Score(), result=Result(Side.WHITE, points, how))
    return playing(**{"phase": Phase.OVER, "side": None, "game": game, **changes})


NEXT = "Set up the starting position for the next game."


@pytest.mark.parametrize(
    ("ledger", "says"),
    [
        (BLANK, "Set up the starting position."),
        (playing(side=None), "Throw a die each: who throws higher begins."),
        (playing(side=Side.WHITE), "Anna to throw."),
        (playing(phase=Phase.TO_MOVE, side=Side.WHITE, roll=Roll.of(4, 6)), "Anna threw 6-4."),
        (
            playing(
                game=Game(START, Score(), turns=(CheckerTurn(Side.WHITE, Roll.of(6, 6), Play(), START),))
            ),
            "Anna cannot play. Ben to throw.",
        ),
        (
            playing(
                game=Game(START, Score(), turns=(CubeTurn(Side.WHITE, 2, CubeAction.TAKE),)), side=Side.WHITE
            ),
            "Anna to throw.",
        ),
        (playing(phase=Phase.DOUBLED, cube=Cube(1, None, Side.BLACK)), "Ben doubles to 2: take or pass?"),
        (playing(cocked="a die leans"), "The dice are cocked: throw again."),
        (
            playing(cube_fault="the cube belongs to the opponent"),
            "Put the cube back: the cube belongs to the opponent.",
        ),
        (playing(view=View.HAND), "Ben to throw."),
        (playing(view=View.COVERED), "Something covers the board: take it away."),
        (
            playing(questions=(Question(1, "missed", Side.BLACK, ()),)),
            "Nobody saw what Ben threw: which of these was it?",
        ),
        (
            playing(questions=(Question(1, "resigned", None, ()),)),
            "The board was set up anew: who gave the last game up, and for how much? Say so under Resign.",
        ),
        (over("single", 1), f"Anna wins: 1 point. {NEXT}"),
        (over("gammon", 4), f"Anna wins a gammon: 4 points. {NEXT}"),
        (over("backgammon", 3), f"Anna wins a backgammon: 3 points. {NEXT}"),
        (over("passed", 2), f"Ben passes: Anna wins 2 points. {NEXT}"),
        (over("resigned", 1), f"Ben resigns: Anna wins 1 point. {NEXT}"),
        (over("flag", 1), f"Ben's time is up: Anna wins 1 point. {NEXT}"),
        (
            over("gammon", 4, winner=Side.WHITE, score=Score(5, 2)),
            "Anna wins a gammon: 4 points. Anna wins the match, 5 to 2.",
        ),
    ],
)
def test_what_the_referee_says(ledger: Ledger, says: str) -> None:
    assert notice_of(ledger).says == says


def test_trouble_comes_before_all() -> None:
    notice = notice_of(playing(view=View.DARK), trouble="The disk is full.", camera="It is night.", seq=99)
    assert (notice.says, notice.camera.text, notice.seq) == ("The disk is full.", "It is night.", 99)


def test_what_ails_the_camera_is_said_where_nothing_can_be_seen() -> None:
    assert notice_of(playing(view=View.LOST), camera="Its cable is out.").says == "Its cable is out."
    assert notice_of(playing(), camera="Its cable is out.").says == "Ben to throw."


@pytest.mark.parametrize("view", list(View))
def test_every_view_has_its_sentence(view: View) -> None:
    assert notice_of(playing(view=view)).camera.text.endswith(".")
