"""The terms of a match: what can be agreed on, what goes together, and what a game that ends so counts."""

import pytest

from engine.board import Side
from engine.errors import InvalidOption, UnknownGame
from engine.games import find_game
from engine.match.cube import Cube, Progression
from engine.match.match import Crawford, Result, Score, first_crawford, match_winner, passed, result_of
from engine.match.terms import TERMS, Stake, Terms, faults_of, terms_of
from engine.match_format import Chosen, MatchFormat
from engine.match_formats import all_series, find_match_format, find_series
from engine.plays.turn_end import win_of
from engine.position_parsing import parse_position

W, B = Side.WHITE, Side.BLACK
WON = parse_position("W: off(15) B: bar(1) 6(12) off(2)")
TAKEN = Cube().offered(B).taken()


def test_the_defaults_are_what_holds_where_nothing_is_said() -> None:
    assert {option.name: option.default for option in TERMS} == Terms().values
    assert Terms().agreed == {}
    assert all(option.sentence.endswith(".") for option in TERMS)


@pytest.mark.parametrize(
    ("option", "value"), [(option.name, choice.value) for option in TERMS for choice in option.choices]
)
def test_every_value_of_every_term_can_be_written_and_is_read_again(option: str, value: object) -> None:
    needed = {"holland": {"crawford": True}, "raccoon": {"beaver": True}}.get(option, {})
    length = 5 if option == "holland" else 0
    assert terms_of({**needed, option: value}, length).values[option] == value


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(InvalidOption) as told:
        terms_of({"jacobi": True, "stake": "men", "auto_doubles": True, "beaver": True, "raccoon": True}, 7)
    for words in (
        "there is no term 'jacobi' to agree on; did you mean 'jacoby'?",
        "stake can be point or game or per_man, not men",
        "auto_doubles can be 0 or 1",
        "not true",
        "Beaver is for single games only",
        "Raccoon is for single games only",
    ):
        assert words in str(told.value)


@pytest.mark.parametrize(
    ("values", "length", "words"),
    [
        ({"raccoon": True}, 0, "Raccoon needs Beaver"),
        ({"holland": True}, 0, "Holland needs Crawford"),
        ({"holland": True, "crawford": False}, 5, "Holland needs Crawford"),
        ({"cube": "off", "jacoby": True}, 0, "Jacoby needs the cube"),
        ({"cube": "off", "auto_doubles": 2}, 5, "Auto doubles needs the cube"),
    ],
)
def test_what_does_not_go_together_is_refused(values: dict[str, object], length: int, words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        terms_of(values, length)


def test_money_terms_are_off_in_a_match_that_follows_single_games() -> None:
    money = terms_of({"jacoby": True, "beaver": True, "raccoon": True, "auto_doubles": 2}, 0)
    assert money.for_length(7) == Terms()
    assert money.for_length(0) == money
    assert faults_of(terms_of({"auto_doubles": 1}, 7), 7) == []
    assert terms_of({"holland": True}, 7).for_length(0) == Terms()


def test_crawford_holds_in_matches_unless_people_do_without() -> None:
    assert first_crawford(7, Terms()) is Crawford.PENDING
    assert first_crawford(7, Terms(crawford=False)) is first_crawford(0, Terms()) is Crawford.OFF


@pytest.mark.parametrize(
    ("terms", "cube", "grade", "points"),
    [
        (Terms(), Cube(4, W), 2, 8),  # CU-3
        (Terms(jacoby=True), Cube(), 3, 1),  # CU-4
        (Terms(jacoby=True), TAKEN, 3, 6),
        (Terms(jacoby=True), Cube(4), 2, 4),
        (Terms(jacoby=True), Cube(in_play=False), 2, 2),
        (Terms(stake=Stake.GAME), Cube(2, W), 3, 2),
        (Terms(stake=Stake.PER_MAN), Cube(), 1, 13),
        (Terms(stake=Stake.PER_MAN), Cube(2, W), 2, 52),
        (Terms(stake=Stake.PER_MAN, jacoby=True), Cube(), 2, 13),
    ],
)
def test_what_a_win_counts(terms: Terms, cube: Cube, grade: int, points: int) -> None:
    assert result_of(terms, cube, WON, W, grade, "won") == Result(W, points, "won")


def test_a_draw_counts_nothing() -> None:
    assert result_of(Terms(), Cube(4, W), WON, None, 0, "draw") == Result(None, 0, "draw")
    assert Score(3, 2).plus(None, 0) == Score(3, 2)


def test_a_pass_counts_what_the_cube_stood_at() -> None:
    assert passed(Terms(), Cube(2, B, B), WON, B) == Result(B, 2, "passed")  # CU-2


def test_the_stake_grows_by_doubling_or_by_one() -> None:
    assert Cube().offered(W).beavered() == Cube(4, B)  # CU-6
    assert Cube().offered(W).beavered().raised() == Cube(8, B)  # CU-7
    steps = Cube(progression=Progression.ARITHMETIC)
    assert [steps.value, steps.offered(W).taken().value, steps.offered(W).beavered().value] == [1, 2, 3]
    assert (Cube(8).raises, Cube(4, progression=Progression.ARITHMETIC).raises) == (3, 3)


def test_tavli_is_played_in_turn_to_five() -> None:
    tavli = find_match_format("Tavli")
    assert [tavli.game(place).game_id for place in range(4)] == ["portes", "plakoto", "fevga", "portes"]
    assert find_series("tavli") is not None and find_series("tavli").length == 5  # type: ignore[union-attr]
    order = find_match_format("tavli_match", {"order": "fevga-portes-plakoto"})
    assert [each.game_id for each in order.games] == ["fevga", "portes", "plakoto"]


def test_a_mixed_match_is_decided_by_hypergammon_when_level() -> None:
    mixed = find_match_format("mixed_match")
    assert [mixed.game(place).game_id for place in (0, 1, 2, 3, 4)] == [
        "hypergammon",
        "long_nardy",
        "short_nardy",
        "hypergammon",
        "hypergammon",
    ]
    assert match_winner(0, Score(1, 0), mixed, 2) is None
    assert match_winner(0, Score(2, 1), mixed, 3) is W
    assert match_winner(0, Score(2, 2), mixed, 3) is None
    assert match_winner(0, Score(2, 3), mixed, 4) is B
    assert match_winner(3, Score(3, 0), mixed, 1) is W


def test_any_game_and_any_list_of_games_is_a_match_format() -> None:
    assert find_match_format("Hyper-Backgammon") == MatchFormat("hypergammon", (Chosen("hypergammon"),))
    pair = find_match_format("portes, hyper", {"count_gammons": True})
    assert [each.game_id for each in pair.games] == ["portes", "hypergammon"]
    assert dict(pair.games[1].options) == {"count_gammons": True} and pair.games[0].options == ()
    with pytest.raises(UnknownGame, match=r"'nonsuch'.*'neither'"):
        find_match_format("portes, nonsuch, neither")
    with pytest.raises(InvalidOption, match=r"order of Tavli.*'colour'"):
        find_match_format("tavli", {"order": "up", "colour": 1})


@pytest.mark.parametrize("series", all_series(), ids=lambda each: each.id)
def test_every_series_names_games_that_exist(series: object) -> None:
    match_format = find_match_format(series.id)  # type: ignore[attr-defined]
    for place in range(len(match_format.games) + 1):
        assert match_format.game(place).rules().id == match_format.game(place).game_id


def test_tv_1_there_is_no_triple_win_in_tavla() -> None:
    won = win_of(find_game("tavla"), parse_position("W: off(15) B: bar(1) 6(14)"), W)
    assert won is not None and won[:2] == (W, 2)


def test_a_game_that_counts_the_checkers_left_does_not_count_them_twice() -> None:
    game, stake = find_game("khachapuri"), Terms(stake=Stake.PER_MAN)
    end = parse_position("W: off(15) B: 24(11) off(4)", game)
    winner, grade, how = win_of(game, end, W) or (None, 0, "")
    assert result_of(stake, Cube(2, W), end, winner, grade, how, game) == Result(W, 22, "men left")


def test_where_the_loser_has_none_left_the_winners_count() -> None:
    game, stake = find_game("giveaway"), Terms(stake=Stake.PER_MAN)
    end = parse_position("W: off(15) B: 24(2) off(13)", game)
    assert result_of(stake, Cube(), end, B, 1, "single", game) == Result(B, 2, "single")
