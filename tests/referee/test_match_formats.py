"""Games in turn on one score, and who begins each: tavli, mixed matches, and the rules of single games."""

from collections.abc import Callable

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.match.match import Result, Score, match_winner
from engine.match.terms import Terms
from engine.match_formats import find_match_format
from engine.position_parsing import parse_position
from engine.state.events import Decided, GameOver, GameStarted, MatchStarted, Thrown
from engine.state.match_state import Phase
from engine.state.messages import JoinGame, NewGame, Resign, SetPosition, SetRoll, SetTurn, Undo
from tests.referee.conftest import kinds

W, B = Side.WHITE, Side.BLACK


def begun(evening: Callable, game_id: str, length: int = 0, terms: Terms | None = None):
    """An evening of a game at which the starting position has been set up."""
    table = evening(length, game_id=game_id, terms=terms)
    table.cube = None
    table.see()
    assert kinds(table.events) == ["MatchStarted", "GameStarted"]
    return table


def test_po_2_the_dice_that_decide_who_begins_are_not_played(evening: Callable) -> None:
    table = begun(evening, "portes")
    assert table.opening(5, 2) == [Decided(W, (5, 2))]
    assert (table.match_state.phase, table.match_state.side, table.match_state.roll) == (
        Phase.TO_THROW,
        W,
        None,
    )
    assert table.lift() == []
    assert table.throw(W, 4, 4) == [Thrown(W, Roll.of(4, 4))]
    assert table.match_state.phase is Phase.TO_MOVE


def test_the_first_play_after_a_throw_afresh_can_be_undone(evening: Callable) -> None:
    table = begun(evening, "portes")
    table.opening(2, 5)
    table.lift()
    table.throw(B, 3, 1)
    table.play("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 6(4) 5(2)")
    table.lift()
    assert table.match_state.last_play.fault is None and table.match_state.side is W
    table.tell(Undo())
    assert (table.match_state.phase, table.match_state.side, table.match_state.roll) == (
        Phase.TO_MOVE,
        B,
        Roll.of(3, 1),
    )


def test_sh_1_the_opening_dice_are_played_in_short_nardy(evening: Callable) -> None:
    table = begun(evening, "short_nardy")
    assert table.opening(3, 6) == [Thrown(B, Roll.of(6, 3), opening=True)]


def test_sw_18_the_lower_die_begins_in_swedish_tables_and_all_dice_are_thrown(evening: Callable) -> None:
    table = begun(evening, "swedish_tables")
    assert table.opening(2, 5) == [Decided(W, (5, 2))]
    assert table.match_state.side is W and table.match_state.phase is Phase.TO_THROW


def test_vk_3_the_higher_die_begins_in_verkehren(evening: Callable) -> None:
    table = begun(evening, "verkehren")
    (event,) = table.opening(2, 5)
    assert event.side is B


def test_am_4_white_begins_american_nardy_without_dice(evening: Callable) -> None:
    table = begun(evening, "american_nardy")
    assert (table.match_state.side, table.match_state.phase) == (W, Phase.TO_THROW)
    assert kinds(table.throw(W, 6, 4)) == ["Thrown"]


@pytest.mark.parametrize(
    ("game_id", "starter"), [("portes", B), ("swedish_tables", W), ("backgammon", None), ("long_nardy", B)]
)
def test_the_winner_the_loser_or_the_dice_begin_the_next_game(
    evening: Callable, game_id: str, starter: Side | None
) -> None:
    table = begun(evening, game_id)
    table.tell(Resign(W, 1))
    table.see(1.0)
    table.tell(NewGame())
    assert table.match_state.side is starter
    assert table.match_state.game.place == 1


def test_a_game_begun_anew_is_begun_by_the_same_player(evening: Callable) -> None:
    table = begun(evening, "portes")
    table.tell(Resign(W, 1))
    table.tell(NewGame())
    table.tell(NewGame())
    assert (table.match_state.side, table.match_state.game.place) == (B, 1)


def test_who_won_an_untold_game_begins_the_next(evening: Callable) -> None:
    table = begun(evening, "portes")
    table.opening(5, 2)
    table.lift()
    table.throw(W, 3, 1)
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift()
    table.throw(B, 6, 4)
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)")
    table.lift()
    table.position = table.game.start
    table.see(3.0)
    assert [each.what for each in table.match_state.questions] == ["resigned"]
    assert table.match_state.side is None
    table.tell(Resign(W, 1))
    assert (table.match_state.side, table.match_state.score) == (B, Score(0, 1))
    assert kinds(table.throw(B, 6, 6)) == ["Thrown"]


@pytest.mark.parametrize(("place", "asked"), [(0, []), (1, ["resigned"])])
def test_in_tavli_the_board_set_up_anew_says_which_game_begins(
    evening: Callable, place: int, asked: list[str]
) -> None:
    table = begun(evening, "tavli_match", 5)
    table.opening(5, 2)
    table.lift()
    for side, dice, after in (
        (W, (3, 1), "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"),
        (B, (6, 4), "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 14(1) 13(5) 8(3) 6(5)"),
    ):
        table.throw(side, *dice)
        table.play(after)
        table.lift()
    table.game = table.match_state.match.agreed.game(place).rules()
    table.position = table.game.start
    table.see(3.0)
    assert (table.match_state.game.place, table.match_state.game.turns) == (place, ())
    assert [each.what for each in table.match_state.questions] == asked


def test_tavli_is_portes_plakoto_and_fevga_on_one_score(evening: Callable) -> None:
    table = begun(evening, "tavli_match", 5)
    played = []
    for loser, grade in ((W, 2), (B, 1), (W, 2)):
        played.append(table.match_state.match.chosen(table.match_state.game).game_id)
        table.tell(Resign(loser, grade))
        assert table.match_state.winner is None
        rules = table.match_state.match.agreed.game(len(played)).rules()
        table.game, table.position = rules, rules.start
        table.see()
        assert table.match_state.side is loser.other
    assert played == ["portes", "plakoto", "fevga"]
    assert table.match_state.score == Score(1, 4)
    assert table.match_state.match.chosen(table.match_state.game).game_id == "portes"
    table.tell(Resign(W, 1))
    assert table.match_state.winner is B


def test_a_mixed_match_that_is_level_is_decided_by_one_more_game(evening: Callable) -> None:
    table = begun(evening, "hypergammon, portes")
    table.tell(Resign(W, 1))
    table.tell(NewGame())
    table.tell(Resign(B, 1))
    assert table.match_state.winner is None and table.match_state.score == Score(1, 1)
    table.tell(NewGame())
    assert table.match_state.match.chosen(table.match_state.game).game_id == "hypergammon"
    table.tell(Resign(B, 1))
    assert table.match_state.winner is W


def test_a_person_chooses_what_is_played_next(evening: Callable) -> None:
    table = begun(evening, "backgammon", 5)
    tavli = find_match_format("tavli")
    started, game = table.tell(
        NewGame(new_match=True, length=3, match_format=tavli, terms=Terms(last_turn_equaliser=True))
    )
    assert isinstance(started, MatchStarted) and isinstance(game, GameStarted)
    assert (started.match_format, started.length, started.by_hand) == (tavli, 3, True)
    assert table.match_state.match.terms.last_turn_equaliser
    table.tell(NewGame(new_match=True, length=0))
    assert table.match_state.match.agreed == tavli and table.match_state.by_hand


@pytest.mark.parametrize(("last", "winner", "points"), [(False, B, 1), (True, None, 0)])
def test_gv_1_and_2_who_is_off_first_loses_unless_the_other_follows(
    evening: Callable, last: bool, winner: Side | None, points: int
) -> None:
    table = begun(evening, "giveaway")
    black = "1(1) off(14)" if last else "6(2) off(13)"
    before = parse_position(f"W: 1(1) off(14) B: {black}")
    table.tell(SetRoll(W, Roll.of(6, 5)))
    table.tell(SetPosition(before))
    table.tell(SetTurn(W))
    table.tell(SetRoll(W, Roll.of(6, 5)))
    table.tell(SetPosition(parse_position(f"W: off(15) B: {black}")))
    table.tell(SetRoll(B, Roll.of(2, 1)))
    table.tell(
        SetPosition(parse_position("W: off(15) B: off(15)" if last else "W: off(15) B: 5(1) 4(1) off(13)"))
    )
    result = table.match_state.game.result
    assert (result.winner, result.points) == (winner, points)
    assert result == Result(winner, points, result.how)


def test_b2_both_agree_that_nobody_gets_on_by_beginning_the_next_game(evening: Callable) -> None:
    table = begun(evening, "da_jian")
    nearer = "W: 12(3) 10(3) 8(3) 6(2) 4(2) 2(2)"
    table.position = parse_position("W: 13(1) 12(2) 10(3) 8(3) 6(2) 4(2) 2(2) B: 1(15)", table.game)
    table.tell(JoinGame(table.position, W))
    for side, dice, board in (
        (W, (3, 1), f"{nearer} B: 1(15)"),
        (B, (2, 1), f"{nearer} B: 1(15)"),
        (W, (2, 2), "W: 12(1) 10(5) 8(3) 6(2) 4(2) 2(2) B: 1(15)"),
    ):
        table.throw(side, *dice)
        table.play(board)
        table.lift()
    over, started = table.tell(NewGame())
    assert over == GameOver(Result(W, 1, "stuck")) and isinstance(started, GameStarted)
    (began,) = table.tell(NewGame())
    assert isinstance(began, GameStarted) and table.match_state.score == Score(1, 0)


def test_a_swedish_match_that_is_level_is_won_by_the_best_single_win(evening: Callable) -> None:
    table = begun(evening, "brade_match")
    table.tell(NewGame(True, 3))
    assert table.match_state.match.length == 0, "it is played through whatever length is chosen"
    for side, grade in ((B, 2), (W, 1), (W, 1)):
        assert table.match_state.winner is None
        table.tell(NewGame())
        table.tell(Resign(side, grade))
    assert table.match_state.score == Score(2, 2) and table.match_state.winner is W
    format_of = find_match_format("trappspel tournament", {"games": 5})
    assert [each.game_id for each in format_of.games] == ["swedish_tables"] * 5
    alike = [Result(W, 4, "jan"), Result(B, 4, "jan"), Result(None, 0, "draw")]
    assert match_winner(0, Score(4, 4), find_match_format("brade_match"), 3, alike) is None
    more = [*alike, Result(W, 3, ""), Result(B, 2, ""), Result(B, 1, "")]
    assert match_winner(0, Score(7, 7), find_match_format("brade_match"), 6, more) is W
