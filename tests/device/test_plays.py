"""Questions about legal plays, in JSON and as values."""

import re

import pytest

from device.catalogue import game_json, game_lines, game_text
from device.plays import Asked, answer_json, option_of, playable
from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidOption
from engine.games import all_games, find_game

START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
OPENING = {
    "game": "backgammon",
    "position": START,
    "to_play": "W",
    "roll": [3, 1],
    "state": {},
    "options": {},
}


def test_the_sixteen_openings_with_3_1() -> None:
    answer = answer_json(OPENING)
    assert answer["count"] == 16
    plays = answer["plays"]
    assert isinstance(plays, list)
    assert {
        "notation": "8/5 6/5", "result": "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)", "state": {}
    } in plays  # fmt: skip


def test_black_plays_in_his_own_numbering() -> None:
    white, black = (answer_json({**OPENING, "to_play": side}) for side in "WB")
    assert white["count"] == black["count"]


def test_a_dance_is_one_play_that_changes_nothing() -> None:
    text = "W: bar(1) 5(14) B: 6(3) 5(2) 4(2) 3(3) 2(3) 1(2)"
    (dance,) = playable(Asked("bg", text, Roll.of(3, 1)))
    assert (dance.notation, str(dance.result), dance.ends) == ("", text, None)


def test_a_play_that_ends_the_game_says_how() -> None:
    answer = answer_json({"game": "bg", "position": "W: 1(1) B: 6(15)", "roll": "2-1"})
    plays = answer["plays"]
    assert isinstance(plays, list) and plays[0]["ends"] == "gammon"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "bridge"}, "no game called 'bridge'"),
        ({"game": 7}, "'game' must be"),
        ({"position": "nowhere"}, "is not a position"),
        ({"position": ["W"]}, "'position' must be"),
        ({"roll": [7, 1]}, "1 to 6"),
        ({"roll": [3]}, "two dice"),
        ({"roll": [3, True]}, "two dice"),
        ({"roll": "x"}, "not a roll"),
        ({"roll": None}, "two dice"),
        ({"to_play": "G"}, "must be W or B"),
        ({"options": {"nosuch": True}}, "has no option 'nosuch'"),
        ({"options": {"nosuch": []}}, "not so nosuch"),
        ({"options": 1}, "must be an object"),
        ({"state": {"first_turn": True}}, "leave out first_turn"),
        ({"state": 1}, "leave out 1"),
        ({"position": f"W: {'9' * 5000}(1) B: 6(15)"}, "digits|no point"),
    ],
)
def test_a_question_that_makes_no_sense_is_an_error(change: dict[str, object], words: str) -> None:
    answer = answer_json({**OPENING, **change})
    assert list(answer) == ["error"]
    assert re.search(words, str(answer["error"]))


@pytest.mark.parametrize("question", [None, 3, [], "x", {}, {"game": "backgammon"}])
def test_what_is_no_question_is_an_error(question: object) -> None:
    assert list(answer_json(question)) == ["error"]


def test_a_state_of_defaults_is_as_good_as_none() -> None:
    assert answer_json({**OPENING, "state": {"first_turn": False}}) == answer_json(OPENING)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("count_gammons=true", ("count_gammons", True)),
        ("a = No", ("a", False)),
        ("n=-3", ("n", -3)),
        ("first_roll=use_both", ("first_roll", "use_both")),
    ],
)
def test_options_as_typed(text: str, option: tuple[str, object]) -> None:
    assert option_of(text) == option


@pytest.mark.parametrize("text", ["true", "=1", ""])
def test_what_is_no_option_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption):
        option_of(text)


def test_options_change_the_game() -> None:
    (name, plain), varied = (
        ("hypergammon", playable(Asked("hypergammon", "W: 1(1) B: 6(3)", Roll.of(2, 1)))),
        playable(Asked("hypergammon", "W: 1(1) B: 6(3)", Roll.of(2, 1), Side.WHITE, {"count_gammons": True})),
    )
    assert find_game(name).options[0].name == "count_gammons"
    assert (plain[0].ends, varied[0].ends) == ("single", "gammon")


def test_the_catalogue_tells_every_game() -> None:
    lines = game_lines(all_games()).splitlines()
    assert [line.split()[0] for line in lines] == [game.id for game in all_games()]
    for game in all_games():
        told = game_json(game, with_rules=True)
        assert told["rules"] and told["family"] and str(told["rules"]) in game_text(game)
        assert "rules" not in game_json(game)
