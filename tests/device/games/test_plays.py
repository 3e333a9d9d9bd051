"""Questions about legal plays, in JSON and as values."""

import re

import pytest
from schemas_checked import conforms

from device.library.games import plays_query
from device.library.games.catalogue import game_json, game_lines, game_text
from device.library.games.plays_query import PlaysQuestion, answer_json, option_of, playable
from device.library.games.situation import remembered
from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidOption
from engine.games import all_games, find_game
from engine.plays.membership import reached, sampled
from engine.position_parsing import parse_position
from engine.tables.options import typed
from engine.tables.tables_game import TablesGame

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
        "notation": "8/5 6/5",
        "result": "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)",
        "state": {},
    } in plays


def test_black_plays_in_his_own_numbering() -> None:
    white, black = (answer_json({**OPENING, "to_play": side}) for side in "WB")
    assert white["count"] == black["count"]


def test_a_dance_is_one_play_that_changes_nothing() -> None:
    text = "W: bar(1) 5(14) B: 6(3) 5(2) 4(2) 3(3) 2(3) 1(2)"
    (dance,) = playable(PlaysQuestion("bg", text, Roll.of(3, 1))).plays
    assert (dance.notation, str(dance.result), dance.ends) == ("", text, None)


def test_what_has_lost_the_game_is_owed_to_nobody() -> None:
    text = "W: bar(1) 6(14) B: 7(3) 6(2) 5(2) 4(2) 3(2) 2(2) 1(2)"
    asked = PlaysQuestion("fallas", text, Roll.of(6, 5, 4))
    (lost,) = (each.as_json() for each in playable(asked).plays)
    assert (lost["ends"], lost["winner"], lost["points"], "owed" in lost) == ("fails", "B", 1, False)


def test_whether_piles_are_laid_down_or_piled_up_again_is_told_and_asked() -> None:
    lying = "W: 9(2) 8(2) 7(2) 6(3) 5(3) 4(3) B: 12(3) 11(3) 10(3) 9(2) 8(2) 7(2)"
    asked = {"game": "yahoudieh", "position": lying, "to_play": "W", "roll": [6, 3]}
    (laid,), (again,) = (
        answer_json({**asked, **more})["plays"] for more in ({}, {"state": {"stages": [1, 0]}})
    )
    assert (laid["notation"], again["notation"]) == ("9/3", "6/12")
    assert again["state"]["stages"] == {"W": 1, "B": 0}
    off = {**asked, "position": "W: 12(1) 11(2) B: 12(3) 11(3) 10(3) 9(2) 8(2) 7(2)", "roll": [6, 5]}
    (only,) = answer_json(off)["plays"]
    assert only["notation"] == "12/off 11/off", "who has borne off a checker has piled up all again"
    assert "'stages' are 0" in str(answer_json({**asked, "state": {"stages": [3, 0]}})["error"])


def test_who_throws_once_numbers_owed_are_played_is_told_and_asked() -> None:
    asked = {"game": "dames_rabattues", "position": "W: 9(1) off(14) B: 12(2) 8(1) off(12)", "roll": [6, 6]}
    (thrown,) = answer_json(asked)["plays"]
    assert (thrown["state"]["owed"], thrown["state"]["throws_next"]) == ([6, 6], "W")
    after = {"game": "dames_rabattues", "position": thrown["result"], "to_play": "B"}
    (played,) = answer_json({**after, "state": thrown["state"]})["plays"]
    assert (played["notation"], played.get("again")) == ("12/6(2)", None), "White throws again"
    (usual,) = answer_json({**after, "state": {"owed": [6, 6]}})["plays"]
    assert usual["again"], "Black throws, having played what was owed"
    wrong = answer_json({**asked, "state": {"throws_next": "B"}})
    assert "'throws_next' is the side to play, unless numbers are 'owed'" in str(wrong["error"])


def test_a_throw_that_is_owed_in_part_and_gives_another_one_gives_that_afterwards() -> None:
    agreed = {"unused": "opponent_plays", "rethrow_always": True}
    asked = {"game": "puff_contrary", "options": agreed, "state": {"doublets": [3, 3]}, "roll": [5, 5]}
    (only,) = answer_json({**asked, "position": "W: 24(2) 13(1) off(12) B: 24(11) 6(2) 22(2)"})["plays"]
    assert (only["notation"], only["owed"], only.get("again")) == ("13/8", [5, 5, 5], None)
    assert only["state"]["throws_next"] == "W"


def test_either_of_two_numbers_left_is_told_and_asked() -> None:
    asked = {"game": "icelandic_nardy", "position": "W: 3(1) off(5) B: 10(1) 15(1) off(4)", "roll": [5, 2]}
    shift = next(each for each in answer_json(asked)["plays"] if each["notation"] == "3/6")
    assert (shift["owed"], shift["owed_one"]) == ([5, 2], True)
    after = {"game": "icelandic_nardy", "position": shift["result"], "to_play": "B"}
    assert answer_json({**after, "state": shift["state"]})["count"] == 4
    assert answer_json({**after, "state": {"owed": [2]}})["count"] == 2, "who has heard which can say so"
    assert "'owed_one'" in str(answer_json({**after, "state": {"owed": [5, 2], "owed_one": 1}})["error"])


SPRUNG = "W: bar(3) 24(1) 23(1) 22(1) 5(9) B: bar(1) 9(2) 8(2) 7(2) 24(4) 23(1) 22(1) 21(1) 20(1)"
EVEN = "W: 13(1) 12(2) 10(3) 8(3) 6(2) 4(2) 2(2) B: 1(15)"
ODD = "W: 11(3) 9(3) 7(3) 5(2) 3(2) 2(1) 1(1) B: 1(15)"


@pytest.mark.parametrize(
    ("game", "position", "roll", "play", "state", "ends"),
    [
        ("bg", "W: 1(1) B: 6(15)", "2-1", "1/off", {}, ("gammon", "W", 2)),
        ("swedish_tables", SPRUNG, "5-4", "bar/20**", {}, ("sprängjan", "W", 6)),
        ("lautapeli", SPRUNG, "5-4", "bar/20**", {}, ("murtojanne", "W", 2)),
        ("da_jian", ODD, "6-1", "2/1", {"chips": {"W": 1, "B": 0}}, ("interval", "W", 2)),
        ("da_jian", ODD, "6-1", "2/1", {"chips": [0, 1]}, ("draw", None, 0)),
        ("da_jian", ODD, "2-2", "11/9(2)", {"chips": [0, 3], "idle": 19}, ("stuck", "B", 3)),
        ("da_shi", "W: 1(1) B: 6(15)", "2-2-2", "1/off", {"chips": [1, 0]}, ("gammon", "W", 4)),
        ("qi_liang", "W: 1(1) B: 6(15)", "2-1", "1/off", {"chips": [-3, 0]}, ("gammon", "B", 1)),
        ("long_nardy", "W: 1(1) B: 1(1)", "2-1", "1/off", {"opener": "B"}, ("oin", "W", 1)),
    ],
)
def test_a_play_that_ends_the_game_says_how_who_has_won_and_what_it_counts(
    game: str, position: str, roll: str, play: str, state: dict[str, object], ends: tuple[object, ...]
) -> None:
    answer = answer_json({"game": game, "position": position, "roll": roll, "state": state})
    assert isinstance(answer["plays"], list)
    (found,) = [each for each in answer["plays"] if each["notation"] == play]
    assert (found["ends"], found["winner"], found["points"]) == ends
    conforms("plays", answer)


def test_chips_won_on_the_way_are_told_and_asked_with() -> None:
    answer = answer_json({"game": "da_jian", "position": EVEN, "roll": "3-1"})
    assert isinstance(answer["plays"], list)
    (first,) = [each for each in answer["plays"] if each["notation"] == "13/12"]
    assert first["state"] == {"chips": {"W": 1, "B": 0}, "idle": 0} and "ends" not in first


def test_who_alone_has_points_is_in_bredouille_unless_the_state_says_otherwise() -> None:
    question = {"game": "trictrac", "position": TALON, "roll": [1, 1]}

    def holes(**state: object) -> set[int]:
        plays = answer_json(question | {"state": state})["plays"]
        assert isinstance(plays, list)
        return {each["state"]["holes"]["W"] for each in plays}

    assert holes(points=[10, 0]) == {2}
    assert holes(points=[10, 2]) == {1}
    assert holes(points=[10, 2], bredouille="W") == {2}
    assert "'bredouille' is W or B" in str(answer_json(question | {"state": {"bredouille": 3}})["error"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "bridge"}, "no game called 'bridge'"),
        ({"game": 7}, "'game' must be"),
        ({"position": "nowhere"}, "is not a position"),
        ({"position": ["W"]}, "'position' must be"),
        ({"roll": [7, 1]}, "1 to 6"),
        ({"roll": [3]}, "2 dice, not 1"),
        ({"roll": [3, 1, 7]}, "2 dice, not 3.*1 to 6|1 to 6"),
        ({"roll": [3, True]}, "two dice"),
        ({"roll": "x"}, "not a roll"),
        ({"roll": None}, "is played with dice: say what each of them shows"),
        ({"to_play": "G"}, "must be W or B"),
        ({"options": {"nosuch": True}}, "has no option 'nosuch'"),
        ({"options": {"nosuch": []}}, "not so nosuch"),
        ({"options": 1}, "must be an object"),
        ({"state": {"nonsense": True, "turns": "x", "owed": [7]}}, "no 'nonsense'.*'turns' is.*'owed' are"),
        ({"state": 1}, "'state' must be an object"),
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


def test_a_state_that_the_game_does_not_ask_for_changes_nothing() -> None:
    assert answer_json({**OPENING, "state": {"first_turn": False}}) == answer_json(OPENING)


HEAD = {"game": "long_nardy", "position": "W: 24(15) B: 24(15)", "roll": [6, 6]}
PUFF = {"game": "puff_contrary", "position": "W: hand(15) B: hand(15)", "roll": [3, 3]}
LADDER = {"game": "gul_bara", "position": "W: 24(12) 20(1) 15(2) B: 24(14) 23(1)", "roll": [5, 5]}


def results(question: dict[str, object]) -> list[str]:
    plays = answer_json(question)["plays"]
    assert isinstance(plays, list)
    return [play["result"] for play in plays]


def test_a_side_that_stands_as_it_began_is_at_its_first_turn_unless_the_state_says_otherwise() -> None:
    assert results(HEAD) == ["W: 24(13) 18(2) B: 24(15)"]
    assert results({**HEAD, "state": {"first_turn": False}}) == ["W: 24(14) 18(1) B: 24(15)"]


def test_in_the_middle_of_a_game_a_doublet_of_gul_bara_runs_on_to_the_sixes() -> None:
    assert "W: 24(4) 20(1) 19(4) 18(4) 15(2) B: 24(14) 23(1)" in results(LADDER)
    early = results({**LADDER, "state": {"turns": {"W": 1, "B": 1}}})
    assert "W: 24(8) 20(1) 19(4) 15(2) B: 24(14) 23(1)" in early


def test_a_second_doublet_of_puff_counts_twice_and_is_thrown_again() -> None:
    first, second = answer_json(PUFF), answer_json({**PUFF, "state": {"doublets": 1}})
    assert isinstance(first["plays"], list) and isinstance(second["plays"], list)
    assert {play.get("again") for play in first["plays"]} == {None}
    assert {play.get("again") for play in second["plays"]} == {True}
    assert second["plays"][0]["state"]["doublets"] == {"W": 2, "B": 0}


def test_numbers_owed_are_told_and_played_without_a_roll() -> None:
    blocked = {
        "game": "gulbar_s4",
        "position": "W: 24(12) 20(1) 15(2) B: 24(14) 23(1)",
        "state": {"owed": [5, 5]},
    }
    assert "W: 24(10) 20(1) 19(2) 15(2) B: 24(14) 23(1)" in results(blocked)
    assert "before the throw" in str(answer_json({**blocked, "roll": [6, 1]})["error"])
    left = answer_json({"game": "gul_bara", "position": "W: 24(15) B: 6(15)", "roll": [6, 6]})
    assert isinstance(left["plays"], list)
    assert left["plays"][0]["owed"] == [6, 6, 6, 6]


def test_a_pinned_checker_is_written_and_read_as_the_manual_says() -> None:
    answer = results(
        {"game": "plakoto", "position": "W: 24(13) 11(1) pin(10) B: 24(14) 15(1)", "roll": [1, 1]}
    )
    assert len(answer) == 5
    assert all("pin(10)" in result for result in answer)


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


def test_every_value_of_every_option_can_be_typed() -> None:
    for game in all_games():
        for option in game.options:
            for choice in option.choices:
                written = dict([option_of(f"{option.name}={typed(choice.value)}")])
                assert game.with_options(written) is game.with_options({option.name: choice.value})


@pytest.mark.parametrize("text", ["true", "=1", ""])
def test_what_is_no_option_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption):
        option_of(text)


def test_a_game_without_dice_is_asked_about_without_a_roll() -> None:
    question = {"game": "tablut", "position": "W: Kc3 B: d3 i9"}
    told = answer_json(question)
    assert told["count"] == 10
    plays = {play["notation"]: play for play in told["plays"]}  # type: ignore[attr-defined]
    assert (plays["c3-c1"]["result"], plays["c3-c1"]["ends"]) == ("W: Kc1 B: d3 i9", "escape")
    assert "ends" not in plays["c3-c2"]
    assert answer_json(question | {"to_play": "B", "roll": None})["count"] == 29
    assert "Tablut has no dice" in str(answer_json(question | {"roll": [3, 1]})["error"])
    assert "is no square" in str(answer_json(question | {"position": "W: 24(2) B: 13(5)"})["error"])
    corner = answer_json(question | {"position": "W: Kc3 B: d3 i8", "options": {"corner_escape": True}})
    assert not any("ends" in play for play in corner["plays"])  # type: ignore[attr-defined]


def test_options_change_the_game() -> None:
    (name, plain), varied = (
        ("hypergammon", playable(PlaysQuestion("hypergammon", "W: 1(1) B: 6(3)", Roll.of(2, 1)))),
        playable(
            PlaysQuestion(
                "hypergammon", "W: 1(1) B: 6(3)", Roll.of(2, 1), Side.WHITE, {"count_gammons": True}
            )
        ),
    )
    assert find_game(name).options[0].name == "count_gammons"
    assert (plain.plays[0].ends, varied.plays[0].ends) == ("single", "gammon")


def test_the_catalogue_tells_every_game() -> None:
    told_of = {line.split()[0] for line in game_lines(all_games()).splitlines() if line.strip()}
    assert told_of >= {game.id for game in all_games()}
    for game in all_games():
        told = game_json(game, with_rules=True)
        assert told["rules"] and told["family"]
        assert all(part in game_text(game) for part in str(told["rules"]).split("\n\n"))
        assert "rules" not in game_json(game)


def test_all_that_is_wrong_with_a_question_is_told_at_once() -> None:
    question = {
        "game": "backgammon", "position": "W: 24(16) 26(1) B: 6(15)", "to_play": "Q", "roll": [9, 1],
        "options": {"nosuch": True, "first_roll": 3}, "state": {"nonsense": 1},
    }  # fmt: skip
    told = str(answer_json(question)["error"])
    for words in (
        "1 to 6, not 9",
        "must be W or B",
        "no option 'nosuch'",
        "not 3",
        "points are 1 to 24",
        "16 checkers",
        "'nonsense'",
    ):
        assert words in told
    assert told.count("to remember") == 1


def test_owed_numbers_are_not_asked_for_when_the_position_is_wrong() -> None:
    told = answer_json({"game": "gul_bara", "position": "W: 24(16) B: 24(15)", "state": {"owed": [5]}})
    assert told == {"error": "White: 16 checkers, but Gul Bara has 15"}


def test_a_series_is_asked_about_game_by_game() -> None:
    told = answer_json({**OPENING, "game": "tavli"})
    assert "one of them, Portes, Plakoto, Fevga" in str(told["error"])


def test_the_secret_number_comes_with_its_complement() -> None:
    question = {**OPENING, "game": "bu_da"}
    assert "only 6-1, 5-2, 4-3" in str(answer_json({**question, "roll": [6, 2]})["error"])
    assert "plays" in answer_json({**question, "roll": [2, 5]})


def test_digits_of_other_scripts_are_no_numbers() -> None:
    assert "is no point" in str(answer_json({**OPENING, "position": "W: 24(\u0663) B: 6(5)"})["error"])
    assert option_of("n=--5") == ("n", "--5")


def test_a_board_of_36_points_has_a_point_25_and_a_bar_behind_36() -> None:
    question = {"game": "duodecim_scripta", "position": "W: hand(14) 26(1) B: hand(15)", "roll": [6, 1, 1]}
    plays = answer_json(question)["plays"]
    assert isinstance(plays, list)
    written = [play["notation"] for play in plays]
    assert "hand/36 hand/31 26/25" in written and not any("bar" in each for each in written)


TALON = "W: 24(7) 22(1) 20(1) 18(1) 15(1) 14(1) 13(2) 6(1) B: 24(7) 23(1) 22(1) 20(1) 16(1) 14(1) 13(2) 4(1)"


def test_to_go_after_a_hole_is_written_and_the_last_hole_ends_the_game_without_a_move() -> None:
    question = {"game": "trictrac", "position": TALON, "roll": [1, 1], "state": {"points": {"W": 10, "B": 0}}}
    plays = answer_json(question)["plays"]
    assert isinstance(plays, list)
    (gone,) = [play for play in plays if play["notation"] == "go"]
    assert (gone["result"], gone["again"]) == ("W: 24(15) B: 24(15)", True)
    state = {"points": {"W": 10, "B": 0}, "holes": {"W": 11, "B": 0}}
    (still,) = [play for play in answer_json(question | {"state": state})["plays"] if not play["notation"]]  # type: ignore[attr-defined]
    assert still["ends"]


def test_a_last_turn_in_which_nothing_can_be_played_ends_the_game() -> None:
    question = {
        "game": "giveaway", "position": "W: bar(1) 6(1) B: off(15)", "roll": [6, 5], "state": {"last_turn": "W"},
    }  # fmt: skip
    plays = answer_json(question)["plays"]
    assert isinstance(plays, list)
    assert {play.get("ends") for play in plays} == {"single"}


MANY = {
    "game": "puff_long",
    "position": "W: 24(2) 22(6) 20(2) 15(2) 11(1) 4(1) 3(1) B: hand(9) 23(1) 21(2) 19(3)",
    "roll": "3-3",
    "state": {"doublets": [1, 1]},
}
VAST = {"game": "gul_bara", "position": "W: 24(9) 20(6) B: 24(9) 20(6)", "roll": "3-3"}


def test_of_many_results_the_first_thousand_are_told_and_all_are_counted() -> None:
    answer = answer_json(MANY)
    plays = answer["plays"]
    assert isinstance(plays, list)
    assert (answer["count"], len(plays), answer["truncated"]) == (7487, 1000, True)
    assert "truncated" not in answer_json(OPENING)


@pytest.mark.long
def test_a_throw_that_cannot_be_listed_is_sampled_and_every_sample_is_legal() -> None:
    answer = answer_json(VAST)
    plays = answer["plays"]
    assert isinstance(plays, list)
    assert (answer["count"], answer["at_least"], answer["truncated"]) == (1000, True, True)
    assert len({play["result"] for play in plays}) == 1000
    for play in plays[::600]:
        found = answer_json({**VAST, "legal": play["result"]})
        assert (found["legal"], found["result"]) == (True, play["result"])


def test_a_throw_that_chance_plays_badly_has_one_result_at_least() -> None:
    text = "W: 24(3) 18(1) 12(1) 6(1) 5(1) 4(2) 3(2) 2(2) 1(2) B: 4(5) 3(2) 2(4) 1(2) off(2)"
    game = find_game("gul_bara")
    assert isinstance(game, TablesGame)
    position = remembered(game, parse_position(text, game), Side.WHITE, {})
    for count in (1, 2):
        (only,) = sampled(game, position, Side.WHITE, Roll.of(2, 2), count)
        assert reached(game, position, Side.WHITE, Roll.of(2, 2), only.position)


@pytest.mark.parametrize(
    ("question", "legal", "other", "why"),
    [
        (OPENING, "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)", "W: 24(2) 13(5) 8(2) 6(5) 5(1) B: 24(2) 13(5) 8(3) 6(5)", "Both numbers"),
        (VAST, None, "W: 24(9) 20(5) 17(1) B: 24(9) 20(6)", "numbers can be played"),
        ({"game": "trictrac", "position": "W: 24(15) B: 24(15)", "roll": "6-5"}, "W: 24(13) 19(1) 18(1) B: 24(15)", "W: 24(14) 13(1) B: 24(15)", "rest corner"),
        ({"game": "tablut", "position": str(find_game("tablut").start)}, None, "W: Ke5 e3 B: d1", "vanished"),
    ],
)  # fmt: skip
def test_whether_one_board_is_a_result(
    question: dict[str, object], legal: str | None, other: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plays_query, "MOMENTS", 10_000)  # a vast turn is given up sooner
    if legal is not None:
        assert answer_json({**question, "legal": legal})["legal"] is True
    answer = answer_json({**question, "legal": other})
    assert answer["legal"] is False and why in str(answer["text"])
    assert "error" in answer_json({**question, "legal": "nowhere"})
