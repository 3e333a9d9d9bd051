"""Commands: what the pages may say, and what is refused with a sentence."""

from http import HTTPStatus

import pytest

from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed, ChouetteTerms
from engine.match.cube import Cube, Progression
from engine.match.match import Score
from engine.match.terms import Stake, Terms, terms_of
from engine.match_formats import find_match_format
from engine.position_parsing import parse_position
from engine.profile import profile_of
from engine.state.events import Retention
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    AnswerResign,
    ClaimPoints,
    Command,
    DemandRethrow,
    DoInChouette,
    Done,
    JoinGame,
    NewGame,
    OfferCube,
    OfferResign,
    PauseClock,
    RaccoonCube,
    Resign,
    ResumeClock,
    SetClock,
    SetCube,
    SetKept,
    SetNames,
    SetPlay,
    SetPosition,
    SetRoll,
    SetScore,
    SetSeating,
    SetTurn,
    StartChouette,
    Undo,
)
from webui.commands.command_parsing import LONGEST_NAME, parse_command
from webui.problem import Refused

START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"

SAID: list[tuple[dict[str, object], Command]] = [
    ({"type": "done"}, Done(0.0)),
    ({"type": "done", "side": "B"}, Done(0.0, Side.BLACK)),
    ({"type": "pause_clock"}, PauseClock()),
    ({"type": "resume_clock"}, ResumeClock()),
    ({"type": "set_clock", "white": 600, "black": 59}, SetClock(600.0, 59.0)),
    ({"type": "set_roll", "side": "W", "roll": [3, 1]}, SetRoll(Side.WHITE, Roll.of(3, 1))),
    ({"type": "set_roll", "side": "B", "roll": [1, 6]}, SetRoll(Side.BLACK, Roll.of(6, 1))),
    ({"type": "set_position", "position": START}, SetPosition(parse_position(START))),
    ({"type": "set_turn", "side": "B"}, SetTurn(Side.BLACK)),
    ({"type": "join_game", "position": START, "to_play": "B"}, JoinGame(parse_position(START), Side.BLACK)),
    (
        {
            "type": "join_game",
            "position": START,
            "to_play": "W",
            "score": {"W": 3, "B": 0},
            "cube": {"value": 2, "owner": "B"},
            "seating": {"near": "dark", "home_right": False},
        },
        JoinGame(
            parse_position(START), Side.WHITE, Score(3, 0), Cube(2, Side.BLACK), Seating(Kind.DARK, False)
        ),
    ),
    ({"type": "set_score", "score": {"W": 3, "B": 0}}, SetScore(Score(3, 0))),
    ({"type": "set_cube", "value": 1, "owner": None}, SetCube(Cube())),
    ({"type": "set_cube", "value": 4, "owner": "B"}, SetCube(Cube(4, Side.BLACK))),
    ({"type": "set_cube", "value": 1, "owner": None, "in_play": False}, SetCube(Cube(in_play=False))),
    ({"type": "offer_cube"}, OfferCube()),
    ({"type": "take_cube"}, AnswerCube(take=True)),
    ({"type": "pass_cube"}, AnswerCube(take=False)),
    ({"type": "beaver_cube"}, AnswerCube(take=True, beaver=True)),
    ({"type": "raccoon_cube"}, RaccoonCube()),
    ({"type": "set_names", "white": " Anna ", "black": "Jörg"}, SetNames("Anna", "Jörg")),
    ({"type": "set_seating", "near": "dark", "home_right": False}, SetSeating(Kind.DARK, False)),
    ({"type": "set_kept", "kept": "off"}, SetKept(Retention.OFF)),
    ({"type": "answer", "question": 7, "choice": 0}, Answer(7, 0)),
    ({"type": "accept_play"}, AcceptPlay()),
    ({"type": "resign", "side": "W", "grade": 2}, Resign(Side.WHITE, 2)),
    ({"type": "offer_resign", "side": "B", "grade": 3}, OfferResign(Side.BLACK, 3)),
    ({"type": "accept_resign"}, AnswerResign(accept=True)),
    ({"type": "refuse_resign"}, AnswerResign(accept=False)),
    ({"type": "demand_rethrow"}, DemandRethrow()),
    ({"type": "claim", "side": "B", "points": 6}, ClaimPoints(Side.BLACK, 6)),
    ({"type": "undo"}, Undo()),
    ({"type": "undo", "to": 3}, Undo(3)),
    ({"type": "undo", "turns": 5}, Undo(turns=5)),
    ({"type": "set_play", "side": "W", "notation": "8/5 6/5"}, SetPlay(Side.WHITE, "8/5 6/5")),
    ({"type": "set_play", "side": "B", "notation": "", "stands": True}, SetPlay(Side.BLACK, "", stands=True)),
    ({"type": "set_play", "side": "W", "notation": "8/5", "turn": 4}, SetPlay(Side.WHITE, "8/5", turn=4)),
    (
        {
            "type": "start_chouette",
            "players": ["Anna", " Ben", "Cleo"],
            "terms": {"jacoby": True},
            "extras": True,
        },
        StartChouette(("Anna", "Ben", "Cleo"), Terms(jacoby=True), ChouetteTerms(extras=True)),
    ),
    (
        {"type": "chouette", "act": "settle", "player": "Cleo", "points": -2},
        DoInChouette(ChouetteDeed(ChouetteAct.SETTLE, "Cleo", points=-2)),
    ),
    ({"type": "chouette", "act": "undo"}, DoInChouette(ChouetteDeed(ChouetteAct.UNDO, ""))),
    ({"type": "new_game"}, NewGame()),
    ({"type": "new_match", "length": 7}, NewGame(new_match=True, length=7)),
    ({"type": "new_match", "length": 0}, NewGame(new_match=True, length=0)),
    (
        {"type": "new_match", "length": 3, "dice": " red precision "},
        NewGame(new_match=True, length=3, dice="red precision"),
    ),
    (
        {"type": "new_match", "length": 7, "profile": "ukbgf"},
        NewGame(
            new_match=True,
            length=7,
            profile=profile_of("ukbgf"),
            terms=terms_of({"clock": "delay", "clock_delay": 12, "clock_minutes": 2}, 7),
        ),
    ),
    (
        {"type": "new_match", "length": 3, "kept": "anonymous"},
        NewGame(new_match=True, length=3, retention=Retention.ANONYMOUS),
    ),
    (
        {"type": "new_match", "length": 5, "game": "Tavli", "options": {"order": "fevga-portes-plakoto"}},
        NewGame(True, 5, match_format=find_match_format("tavli_match", {"order": "fevga-portes-plakoto"})),
    ),
    (
        {"type": "new_match", "length": 0, "terms": {"beaver": True, "stake": "per_man"}},
        NewGame(True, 0, terms=Terms(beaver=True, stake=Stake.PER_MAN)),
    ),
]


@pytest.mark.parametrize(("body", "command"), SAID, ids=lambda value: str(value)[:50])
def test_understood(body: dict[str, object], command: Command) -> None:
    assert parse_command(body) == command


def test_a_position_has_the_men_of_the_game() -> None:
    text = "W: 24(1) 23(1) B: 24(1) 23(1) 22(1)"
    assert parse_command({"type": "set_position", "position": text}, 3) == SetPosition(
        parse_position(text, 3)
    )
    with pytest.raises(Refused) as refused:
        parse_command({"type": "set_position", "position": START}, 3)
    assert "15 checkers, but the game has 3" in refused.value.detail


def test_every_command_can_be_said() -> None:
    assert {type(command) for _, command in SAID} == set(Command.__args__)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, "'type' is missing"),
        ({"type": "explode"}, "'type' must be one of done, pause_clock"),
        ({"type": ["done"]}, "'type' must be one of"),
        ({"type": "done", "time": 3}, "'time' does not belong"),
        ({"type": "set_roll", "roll": [3, 1]}, "'side' is missing"),
        ({"type": "set_roll", "side": "White", "roll": [3, 1]}, "'side' must be one of W, B"),
        ({"type": "set_roll", "side": None, "roll": [3, 1]}, "'side' must be one of W, B"),
        ({"type": "set_roll", "side": "W", "roll": [7, 1]}, "'roll' must be a whole number from 1 to 6"),
        ({"type": "set_roll", "side": "W", "roll": [True, 1]}, "'roll' must be a whole number"),
        ({"type": "set_roll", "side": "W", "roll": [3.0, 1]}, "'roll' must be a whole number"),
        ({"type": "set_roll", "side": "W", "roll": [3]}, "two dice"),
        ({"type": "set_roll", "side": "W", "roll": "31"}, "two dice"),
        ({"type": "set_position", "position": "24(2)"}, "is not a position"),
        ({"type": "set_position", "position": 5}, "'position' must be text"),
        ({"type": "set_position", "position": "W: 6(16) B: 6(15)"}, "16 checkers, but the game has 15"),
        ({"type": "set_position", "position": "W: 6(15) B: 19(15)"}, "both stand on it"),
        ({"type": "set_score", "score": {"W": 3}}, "'score' must be like"),
        ({"type": "set_score", "score": {"W": -1, "B": 0}}, "'score' must be a whole number"),
        ({"type": "set_cube", "value": 3, "owner": "W"}, "doubled each time"),
        ({"type": "set_cube", "value": 2, "owner": None}, "say who has it"),
        ({"type": "set_cube", "value": 1, "owner": "W"}, "nobody owns it"),
        ({"type": "set_cube", "value": 2, "owner": "W", "in_play": 1}, "'in_play' must be true or false"),
        ({"type": "set_clock", "white": -1, "black": 59}, "'white' must be a whole number from 0"),
        ({"type": "set_names", "white": "A\nB", "black": ""}, "on one line"),
        ({"type": "set_names", "white": "A" * (LONGEST_NAME + 1), "black": ""}, "at most 40 letters"),
        ({"type": "set_seating", "near": "red", "home_right": True}, "'near' must be one of light, dark"),
        ({"type": "answer", "question": 0, "choice": 0}, "'question' must be"),
        ({"type": "answer", "question": 7, "choice": "0"}, "'choice' must be"),
        ({"type": "resign", "side": "W", "grade": 4}, "'grade' must be a whole number from 1 to 3"),
        ({"type": "set_kept", "kept": "secret"}, "'kept' must be one of full, anonymous, off"),
        ({"type": "start_chouette", "players": ["Anna", "Ben"]}, "'players' must be 3 to 10 names"),
        ({"type": "new_match", "length": 1000}, "'length' must be a whole number from 0 to 99"),
        ({"type": "new_match", "length": 5, "options": {}}, "'options' belong to a 'game'"),
        ({"type": "new_match", "length": 5, "game": "chess"}, "no game called 'chess'"),
        (
            {"type": "new_match", "length": 5, "game": "brade_match"},
            "in Swedish Tables match all games are played",
        ),
        ({"type": "new_match", "length": 5, "terms": {"jacoby": True}}, "Jacoby is for single games only"),
        ({"type": "new_match", "length": 5, "terms": [1]}, "'terms' must be an object"),
    ],
    ids=str,
)
def test_refused_with_a_sentence(body: dict[str, object], told: str) -> None:
    with pytest.raises(Refused, match=".") as refused:
        parse_command(body)
    assert told in refused.value.detail
    assert refused.value.status is HTTPStatus.BAD_REQUEST


def test_what_the_cube_can_stand_at_depends_on_the_terms() -> None:
    body = {"type": "set_cube", "value": 3, "owner": "W"}
    steps = Terms(stake_progression=Progression.ARITHMETIC)
    assert parse_command(body, terms=steps) == SetCube(Cube(3, Side.WHITE))
    assert parse_command(
        {"type": "set_cube", "value": 2, "owner": None}, terms=Terms(auto_doubles=1)
    ) == SetCube(Cube(2))
    with pytest.raises(Refused):
        parse_command(body)
