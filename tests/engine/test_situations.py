"""The situations of the rules that no single play shows: staged throws, numbers handed
on, special wins (section 8.2).
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.play import Outcome
from engine.plays.legal import legal_plays
from engine.plays.membership import reached
from engine.plays.notation import parse_play, played_out
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import Decide, OptionValue, TablesGame


def game_of(name: str, options: Mapping[str, OptionValue] | None = None) -> TablesGame:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    return game.with_options(options or {})


def at(game: TablesGame, text: str, *, turns: int = 5, doublets: int = 0) -> Position:
    """The position written so, after so many turns and doublets of both sides."""
    position = parse_position(text, game)
    past = replace(position.past, turns=(turns, turns), doublets=(doublets, doublets))
    return Position(position.white, position.black, past)


def results(game: TablesGame, position: Position, roll: str, side: Side = Side.WHITE) -> tuple[Outcome, ...]:
    return legal_plays(game, position, side, Roll.parse(roll))


def numbers(game: TablesGame, position: Position, roll: str) -> list[tuple[int, ...]]:
    (plan,) = game.plans(Roll.parse(roll), position.past, Side.WHITE)
    return [stage.numbers for stage in plan.stages]


def allowed(game: TablesGame, position: Position, roll: str, *plays: str) -> None:
    for play in plays:
        parse_play(game, position, Side.WHITE, Roll.parse(roll), play)


def forbidden(game: TablesGame, position: Position, roll: str, play: str) -> tuple[str, str]:
    """The rule and the message of an illegal play."""
    seen = played_out(game, position, Side.WHITE, play).position
    dice = Roll.parse(roll)
    assert seen not in {outcome.position for outcome in legal_plays(game, position, Side.WHITE, dice)}
    fault = explain(game, position, Side.WHITE, dice, seen)
    return fault.rule, fault.message


def ended(game: TablesGame, text: str, *, by: Side = Side.WHITE) -> tuple[Side | None, int] | None:
    won = win_of(game, at(game, text), by)
    return None if won is None else won[:2]


@pytest.mark.parametrize("name", ["portes", "tavla"])
def test_po_3_and_tv_1_no_backgammon(name: str) -> None:
    assert ended(game_of(name), "W: off(15) B: bar(1) 6(14)") == (Side.WHITE, 2)


def test_sh_2_and_3() -> None:
    game = game_of("short_nardy")
    back = "W: off(15) B: 24(1) 6(14)"
    assert ended(game, back) == (Side.WHITE, 2)
    assert ended(game_of("short_nardy", {"koks": True}), back) == (Side.WHITE, 3)
    won = win_of(game, at(game, "W: off(15) B: 6(15)"), Side.WHITE)
    assert won is not None
    assert (won[1], won[2]) == (2, "home mars")


def test_pn_3_another_checker_may_cover() -> None:
    game = game_of("persian_nard")
    position = at(game, "W: 24(2) 13(5) 8(2) 7(3) 6(3) B: 24(2) 20(1) 13(5) 8(2) 6(5)")
    allowed(game, position, "3-2", "8/5* 7/5")


def test_pn_4_a_hit_outside_home_leaves_the_checker_free() -> None:
    game = game_of("persian_nard")
    allowed(game, at(game, "W: bar(1) 13(5) 8(4) 6(5) B: 13(5) 8(4) 6(5) 2(1)"), "2-1", "bar/23*/22")


def test_pk_4_to_6_mother() -> None:
    game = game_of("plakoto")
    assert ended(game, "W: pin(24) 10(14) B: 1(1) 3(14)", by=Side.BLACK) == (Side.BLACK, 2)
    assert ended(game, "W: pin(24) 10(14) B: 1(1) 24(2) 3(12)", by=Side.BLACK) is None
    both = "W: pin(24) 1(1) 10(13) B: pin(24) 1(1) 3(13)"
    assert ended(game, both) == (None, 0)
    position = at(game, "W: 24(1) 10(14) B: 2(1) 3(14)")
    black = legal_plays(game, position, Side.BLACK, Roll.of(1, 1))
    assert any(win_of(game, outcome.position, Side.BLACK) == (Side.BLACK, 2, "mother") for outcome in black)


def test_pk_7_and_8_pinned_checkers() -> None:
    game = game_of("plakoto")
    position = at(game, "W: 6(7) 5(7) pin(3) B: 22(2) 24(13)")
    assert all(not outcome.position.white[0] for outcome in results(game, position, "6-5"))
    assert forbidden(game, position, "6-5", "6/off 5/off") == ("R.bearoff", "bearoff_pinned")
    position = at(game, "W: 24(13) 11(1) pin(10) B: 24(14) 15(1)")
    assert forbidden(game, position, "2-1", "11/10 24/22") == ("R.block", "block_pinned")


def test_fv_6_all_trapped() -> None:
    game = game_of("fevga")
    position = at(game, "W: 24(5) 5(2) 4(2) 3(3) 2(3) B: 18(15)")
    assert forbidden(game, position, "2-1", "3/1 24/23") == ("R.prime", "prime_trapped")


def test_ln_8_and_9() -> None:
    game = game_of("long_nardy")
    position = at(game, "W: 24(15) B: 24(13) 9(1) 7(1)", turns=0)
    (outcome,) = results(game, position, "5-3")
    assert outcome.play.moves == ()
    assert ended(game, "W: off(15) B: 24(1) 6(14)") == (Side.WHITE, 2)


@pytest.mark.parametrize(("off", "points"), [(4, 11), (0, 30)])
def test_kh_3_and_4(off: int, points: int) -> None:
    assert ended(game_of("khachapuri"), f"W: off(15) B: 6({15 - off}) off({off})") == (Side.WHITE, points)


def test_gb_2_and_3_the_ladder_begins_with_the_fourth_turn() -> None:
    game = game_of("gul_bara")
    early, late = "W: 24(15) B: 24(15)", "W: 24(9) 20(6) B: 24(15)"
    assert numbers(game, at(game, early, turns=1), "3-3") == [(3,) * 4]
    assert numbers(game, at(game, late, turns=3), "4-4") == [(4,) * 4, (5,) * 4, (6,) * 4]


def test_gb_4_what_cannot_be_played_is_handed_on() -> None:
    game = game_of("gul_bara")
    position = at(game, "W: 20(2) 13(2) 1(11) B: 24(12) 18(1) 17(1) 16(1)")
    (outcome,) = results(game, position, "4-4")
    assert len(outcome.play.moves) == 6
    assert outcome.position.past.owed == (6, 6, 6, 6, 5, 5)
    carried = Roll(outcome.position.past.owed, carried=True)
    played = legal_plays(game, outcome.position, Side.BLACK, carried)
    assert all(each.position.past.owed == () for each in played)
    fault = explain(game, outcome.position, Side.BLACK, carried, outcome.position)
    assert (fault.rule, fault.message) == ("R.must_use", "must_use_carried")


def test_gb_4_a_later_number_has_to_wait() -> None:
    game = game_of("gul_bara")
    position = at(game, "W: 20(2) 13(2) 1(11) B: 24(12) 18(1) 17(1) 16(1)")
    assert forbidden(game, position, "4-4", "20/16(2) 16/11") == ("R.low_first", "stage_first")


def test_gb_5_and_6() -> None:
    game = game_of("gulbar_s4")
    position = at(game, "W: 24(15) B: 24(15)")
    assert all(
        len(each.play.moves) == 4 and each.position.past.again for each in results(game, position, "2-2")
    )
    position = at(game, "W: 11(1) 1(14) B: 24(13) 15(2)")
    (outcome,) = results(game, position, "2-2")
    assert len(outcome.play.moves) == 3
    assert (outcome.position.past.owed, outcome.position.past.again) == ((2,), False)


@pytest.mark.parametrize(("options", "points"), [({}, 1), ({"count_gammons": True}, 2)])
def test_hg_2(options: dict[str, OptionValue], points: int) -> None:
    assert ended(game_of("hypergammon", options), "W: off(3) B: 6(3)") == (Side.WHITE, points)


def test_ad_1_to_4() -> None:
    game = game_of("acey_deucey")
    allowed(game, at(game, "W: hand(15) B: hand(15)"), "4-2", "hand/21 hand/23")
    position = at(game, "W: hand(15) B: hand(15)")
    whole = parse_play(game, position, Side.WHITE, Roll.of(2, 1), "hand/24 hand/23 hand/19(4)")
    assert whole.position.past.again
    position = at(game, "W: 20(1) 1(14) B: 13(11) 8(2) 6(2)")
    (outcome,) = results(game, position, "2-1")
    assert [(move.origin, move.target) for move in outcome.play.moves] == [(20, 18)]
    assert not outcome.position.past.again
    start = at(game, "W: hand(15) B: hand(15)")
    assert forbidden(game, start, "2-1", "hand/23 hand/19(4)") == ("R.low_first", "stage_first_mixed")


def test_ad_4_a_doublet_that_cannot_be_finished_ends_the_turn() -> None:
    game = game_of("acey_deucey")
    position = at(game, "W: 24(1) 2(14) B: 24(2) 13(13)")
    outcome = parse_play(game, position, Side.WHITE, Roll.of(2, 1), "24/6")
    assert (len(outcome.play.moves), outcome.position.past.again) == (5, False)


def test_ru_2_and_3() -> None:
    game = game_of("russian_backgammon")
    assert numbers(game, at(game, "W: hand(15) B: hand(15)"), "4-4") == [(4,) * 4, (3,) * 4]
    position = at(game, "W: hand(15) B: hand(15)")
    whole = played_out(game, position, Side.WHITE, "hand/21(4) hand/22(4)").position
    found = reached(game, position, Side.WHITE, Roll.of(4, 4), whole)
    assert found is not None
    assert found.position.past.again
    position = at(game, "W: 19(1) 1(14) B: 24(13) 3(2)")
    (outcome,) = results(game, position, "4-4")
    assert (len(outcome.play.moves), outcome.position.past.again) == (3, False)


def test_ru_4_two_must_come_in_first() -> None:
    game = game_of("russian_backgammon")
    position = at(game, "W: hand(14) 20(1) B: hand(15)")
    allowed(game, position, "6-2", "hand/19 hand/23", "hand/19 20/18", "hand/23 20/14")
    assert forbidden(game, position, "6-2", "20/14 14/12") == ("R.bar_first", "hand_first_more")
    # Who moves on the one that came in, three times, has done one thing wrong.
    position = at(game, "W: hand(15) B: hand(15)")
    assert forbidden(game, position, "3-3", "hand/22/19/16/13") == ("R.bar_first", "hand_first_more")


def test_am_2_to_4() -> None:
    game = game_of("american_nardy")
    assert ended(game, "W: 6(1) off(14) B: off(15)", by=Side.BLACK) == (Side.BLACK, 1)
    assert ended(game, "W: off(15) B: 6(1) off(14)") == (Side.WHITE, 3)
    assert game.decide is Decide.WHITE_FIRST


def test_sk_3_the_last_one_in_sets_the_others_free() -> None:
    game = game_of("snake")
    position = at(game, "W: hand(1) 24(2) 23(2) 22(10) B: 24(2) 13(5) 8(3) 6(5)")
    allowed(game, position, "4-3", "hand/21 24/21", "hand/22 22/18", "hand/18")


@pytest.mark.parametrize(
    ("name", "roll", "count"),
    [
        ("jacquet_versailles", "2-2", 2),
        ("jacquet_versailles", "6-6", 6),
        ("jacquet_triple_three", "3-3", 3),
        ("jacquet_triple_three", "4-4", 4),
    ],
)
def test_jv_1_and_2_and_j3_1(name: str, roll: str, count: int) -> None:
    game = game_of(name)
    dice = Roll.parse(roll)
    assert game.units(dice) == (dice.dice[0],) * count


def test_jv_3_three_made_points_in_the_first_quarter() -> None:
    game = game_of("jacquet_versailles")
    position = at(game, "W: 24(7) 23(2) 22(1) 5(5) B: 24(14) 5(1)")
    assert forbidden(game, position, "2-1", "24/22 5/4") == ("R.band", "made_in_first_quarter")


def test_mt_1_and_2() -> None:
    game = game_of("matador")
    position = at(game, "W: 24(9) 10(1) 9(1) 5(4) B: 24(14) 5(1)")
    whole = played_out(game, position, Side.WHITE, "10/6 9/6 24/18(4)").position
    found = reached(game, position, Side.WHITE, Roll.of(4, 3), whole)
    assert found is not None
    assert found.position.past.again
    # Black's checkers keep the 4 from being played, first and last.
    position = at(game, "W: 22(1) 1(14) B: 24(13) 6(1) 3(1)")
    (outcome,) = results(game, position, "4-3")
    assert [(move.origin, move.target) for move in outcome.play.moves] == [(22, 19)]
    assert not outcome.position.past.again


def test_sw_11_and_12_a_pattern_ends_the_game_at_once() -> None:
    game = game_of("swedish_tables")
    position = at(game, "W: 6(1) 5(3) 4(3) 3(3) 2(3) 1(2) B: 24(15)")
    won = parse_play(game, position, Side.WHITE, Roll.of(5, 2), "6/1")
    result = win_of(game, won.position, Side.WHITE)
    assert (result is not None, result and result[:2]) == (True, (Side.WHITE, 2))
    assert ended(game, "W: 5(3) 4(3) 3(3) 2(3) 1(3) B: bar(1) 24(14)") == (Side.WHITE, 3)
    assert ended(game, "W: 5(3) 4(3) 3(3) 2(3) 1(2) off(1) B: 24(15)") is None


def test_sw_13_and_14_jan() -> None:
    game = game_of("swedish_tables")
    assert ended(game, "W: 10(15) B: bar(4) 24(5) 23(1) 21(1) 13(4)") == (Side.WHITE, 4)
    assert ended(game, "W: 10(15) B: bar(3) 24(5) 23(1) 21(1) 13(5)") is None


def test_sw_16_a_lone_checker_breaks_nothing() -> None:
    game = game_of("swedish_tables")
    position = at(game, "W: 12(3) 11(3) 10(3) 9(2) 8(2) 7(2) B: bar(1) off(14)")
    (outcome,) = results(game, position, "6-5", Side.BLACK)
    assert outcome.play.moves == ()


def test_sw_17_the_closing_turn_is_free() -> None:
    game = game_of("swedish_tables")
    position = at(game, "W: 6(1) off(14) B: 16(1) 1(14)")
    outcome = parse_play(game, position, Side.WHITE, Roll.of(6, 2), "6/4*/off")
    won = win_of(game, outcome.position, Side.WHITE)
    assert won is not None
    assert won[:2] == (Side.WHITE, 2)


def test_lp_3() -> None:
    game = game_of("lautapeli")
    assert ended(game, "W: 10(15) B: bar(4) 24(5) 23(1) 21(1) 13(4)") == (Side.WHITE, 2)
    assert ended(game, "W: off(15) B: 24(15)") == (Side.WHITE, 1)


def test_vk_4_and_5_five_in_a_row_at_most() -> None:
    game = game_of("verkehren", {"bands": "five"})
    row = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(1) 13(1) 5(3)"
    position = at(game, f"{row} B: 4(2) off(13)")
    assert forbidden(game, position, "6-1", "13/7 5/4") == ("R.prime", "prime_most")
    allowed(game, at(game, f"{row} B: bar(1) off(14)"), "6-1", "13/7 5/4")


def test_ko_2_and_3() -> None:
    game = game_of("kotra")
    position = at(game, "W: 24(10) 23(1) 20(1) 18(1) 17(1) 14(1) B: 24(15)")
    allowed(game, position, "5-1", "18/13 14/13")
    position = at(game, "W: bar(1) 24(9) 13(5) B: 24(13) 9(1) 8(1)")
    assert forbidden(game, position, "4-3", "bar/21* 24/21") == ("R.entry", "entry_enemy")


@pytest.mark.parametrize(
    ("name", "roll", "doublets", "stages"),
    [
        ("puff_contrary", "3-3", 0, [(3, 3), (4, 4)]),
        ("puff_contrary", "3-3", 1, [(3,) * 4, (4,) * 4]),
        ("tricktrack", "2-1", 0, [(1,), (2,), (5,), (6,)]),
    ],
)
def test_pu_4_to_6(name: str, roll: str, doublets: int, stages: list[tuple[int, ...]]) -> None:
    game = game_of(name)
    position = at(game, "W: hand(15) B: hand(15)", doublets=doublets)
    assert numbers(game, position, roll) == stages
    (plan,) = game.plans(Roll.parse(roll), position.past, Side.WHITE)
    assert (plan.again.name == "IF_PLAYED") == bool(doublets)


def test_gv_1_and_2() -> None:
    game = game_of("giveaway", {"equaliser": False})
    assert ended(game, "W: off(15) B: 2(2) off(13)") == (Side.BLACK, 1)
    game = game_of("giveaway")
    position = at(game, "W: 1(1) off(14) B: 2(2) off(13)")
    (first,) = results(
        game, Position(position.white, position.black, replace(position.past, opener=Side.WHITE)), "2-1"
    )
    assert win_of(game, first.position, Side.WHITE) is None
    (second,) = results(game, first.position, "3-2", Side.BLACK)
    won = win_of(game, second.position, Side.BLACK)
    assert won is not None
    assert won[:2] == (None, 0)


def counted(game: TablesGame, position: Position, roll: str) -> tuple[int, int]:
    """How many numbers of a throw are played at most, and to how many boards they lead."""
    found = results(game, position, roll)
    return max(len(each.play.moves) for each in found), len(found)


@pytest.mark.parametrize(
    ("roll", "most", "boards"),
    [
        (
            "6-6",
            1,
            1,
        ),  # the first six stops on 18: behind it stands the opponent's pile, and no second may join it
        ("4-4", 3, 1),  # 24/20/16 and 24/20
        ("5-5", 4, 2),  # one to the 4, or one to the 9 and one to the 19
    ],
)
def test_the_first_doublets_of_verkehren(roll: str, most: int, boards: int) -> None:
    game = game_of("verkehren")
    assert counted(game, game.start, roll) == (most, boards)


def test_verkehren_enters_on_none_of_its_own_and_breaks_nothing() -> None:
    game = game_of("verkehren")
    own = at(game, "W: bar(1) 24(8) 13(6) B: 6(15)")
    assert counted(game, own, "1-1")[0] == 0
    assert counted(game, own, "2-1") == (2, 2)
    allowed(game, own, "2-1", "bar/23 13/12", "bar/23/22")
    assert forbidden(game, own, "2-1", "bar/23 24/23") == ("R.band", "band")
    shut = "W: bar(2) 13(13) B: 12(2) 11(2) 10(2) 9(2) 8(2) 7(2) 6(3)"
    assert counted(game, at(game, shut), "6-5")[0] == 0
    assert counted(game_of("verkehren_s0"), at(game, shut), "6-5")[0] == 2


def test_a_jan_of_verkehren_ends_the_game_with_the_hit_that_makes_it() -> None:
    game = game_of("verkehren")
    position = at(game, "W: 18(1) 13(14) B: bar(1) 24(9) 23(1) 22(1) 21(1) 20(1) 5(1)")
    outcome = parse_play(game, position, Side.WHITE, Roll.of(6, 1), "18/17*")
    assert win_of(game, outcome.position, Side.WHITE) == (Side.WHITE, 2, "jan")
    # One of theirs fewer in the quarter leaves two points to the two that wait.
    free = at(game, "W: 18(1) 13(14) B: bar(1) 24(10) 23(1) 22(1) 21(1) 5(1)")
    assert forbidden(game, free, "6-1", "18/17*") == ("R.must_use", "must_use_both")


def test_who_bears_off_in_verkehren_need_not_begin_behind() -> None:
    game = game_of("verkehren")
    allowed(game, at(game, "W: 6(1) 2(1) off(13) B: 1(15)"), "2-1", "6/5 2/off", "6/4/3")


def test_the_fifth_that_leaves_in_kotra_opens_the_huk_in_the_same_turn() -> None:
    game = game_of("kotra")
    four = at(game, "W: 24(11) 23(1) 21(1) 20(1) 16(1) B: 24(15)")
    allowed(game, four, "6-5", "24/18/13")
    allowed(game, four, "3-2", "24/22 16/13")
    assert forbidden(game, four, "3-2", "16/13 23/21") == ("R.band", "band")
    assert forbidden(game, four, "3-1", "16/13 20/19") == ("R.huk", "huk")


def test_a_single_checker_of_either_side_shuts_a_point_of_entry_in_kotra() -> None:
    game = game_of("kotra")
    shut = at(game, "W: bar(1) 24(9) 22(1) 20(1) 13(3) B: 11(1) 9(1) 7(1) 5(12)")
    assert all(counted(game, shut, str(roll))[0] == 0 for roll in game.rolls)
    assert counted(game_of("verkehren"), shut, "6-4")[0] == 2


@pytest.mark.parametrize(
    ("roll", "given"),
    [("5-5-2", (5, 5, 5, 5, 2)), ("5-2-2", (5, 2, 2)), ("3-3-3", (3,) * 9), ("6-2-1", (6, 2, 1))],
)
def test_what_three_dice_give_in_garanguet(roll: str, given: tuple[int, ...]) -> None:
    game = game_of("garanguet")
    assert numbers(game, game.start, roll) == [given]


def test_garanguet_plays_its_numbers_in_any_order_and_enters_first() -> None:
    game = game_of("garanguet")
    # Three steps of six at most for one checker: nine of them are shared out in twelve ways.
    assert counted(game, game.start, "6-6-6") == (9, 12)
    # The first four is shut until the one has been played.
    assert counted(game, at(game, "W: 20(1) off(14) B: 9(2) 24(13)"), "4-4-1") == (5, 1)
    # The sixes are shut, and only the one brings a checker in: the other waits.
    assert counted(game, at(game, "W: bar(2) 13(13) B: 6(2) 24(13)"), "6-6-1") == (1, 1)
