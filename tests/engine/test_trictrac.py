"""Trictrac, toccategli and toc: the vectors of the rules, the whole tariff, a naive generator
as the judge, and the sentences.
"""

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import Side
from engine.dice import ALL_ROLLS, Roll
from engine.games import find_game
from engine.play import Fault, Outcome
from engine.plays.chains import play_text
from engine.plays.legal import completable, legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame
from engine.trictrac import EntryObstacle, JanScore, Marks, ScoringEvent, marks_of, score_sentence, scored
from engine.trictrac.jans import JanThrow, Tariff
from engine.trictrac.marks import Count, tally_of
from engine.trictrac.movement import Turn
from engine.words.wording import Names, reason

sys.path.insert(0, str(Path(__file__).parent))

from naive_families import trictrac_boards, trictrac_hits

W, B = Side.WHITE, Side.BLACK
NAMES = Names("Anna", "Ben")
TRICTRAC, TOCCATEGLI, TOKKADILLE, TOC = (
    find_game(name) for name in ("trictrac", "toccategli", "tokkadille_1853", "toc")
)
HOME = "B: 24(15)"
AWAY = "B: 12(3) 6(6) 5(6)"
"""Black can fill nothing any more and stands in nobody's way."""


def at(text: str, marks: Marks = Marks()) -> Position:  # noqa: B008  (frozen)
    position = parse_position(text)
    return replace(position, past=replace(position.past, tally=tally_of(marks)))


def texts(game: TablesGame, position: Position, *dice: int, side: Side = W) -> set[str]:
    return {play_text(found.play) for found in legal_plays(game, position, side, Roll.of(*dice))}


def result(game: TablesGame, position: Position, roll: Roll, play: str, side: Side = W) -> Outcome:
    return next(found for found in legal_plays(game, position, side, roll) if play_text(found.play) == play)


def scores(game: TablesGame, position: Position, *dice: int, play: str | None = None) -> list[JanScore]:
    """What White's throw scores, by the play that is named or, if none is, by the first legal one with moves."""
    roll = Roll.of(*dice)
    outcomes = legal_plays(game, position, W, roll)
    outcome = (
        next((found for found in outcomes if found.play.moves), outcomes[0])
        if play is None
        else result(game, position, roll, play)
    )
    return list(scored(game, position, W, roll, outcome))


def explain(game: TablesGame, position: Position, roll: Roll, seen: Position, side: Side = W) -> Fault:
    assert game.family is not None
    return game.family.explain(game, position, side, roll, seen)


def test_tt_1_sixes_stop_before_the_corner() -> None:
    assert texts(TRICTRAC, TRICTRAC.start, 6, 6) == {"24/18(2)"}


def test_tt_2_nobody_takes_the_corner_alone() -> None:
    assert texts(TRICTRAC, TRICTRAC.start, 6, 5) == {"24/19 24/18"}
    fault = explain(TRICTRAC, TRICTRAC.start, Roll.of(6, 5), at("W: 24(14) 13(1) " + HOME))
    assert fault.rule == "R.coin"


def test_tt_3_filling_in_two_ways() -> None:
    """The corner is hit too, by the checkers on 18 and 17: the vector speaks of the filling alone."""
    position = at("W: 24(2) 20(1) 19(1) 18(2) 17(2) 16(2) 15(2) 14(1) 13(2) " + HOME)
    assert scores(TRICTRAC, position, 6, 5) == [
        JanScore(ScoringEvent.CORNER, 1, 4, W),
        JanScore(ScoringEvent.FILL_BIG, 2, 8, W),
    ]
    found = legal_plays(TRICTRAC, position, W, Roll.of(6, 5))
    kept = [outcome for outcome in found if outcome.play.moves]
    assert all(outcome.position.white[14] >= 2 for outcome in kept)


BLOT_4 = "W: 24(13) 13(2) B: 24(14) 21(1)"


def test_tt_4_a_true_hit_by_both_dice() -> None:
    assert scores(TRICTRAC, at(BLOT_4), 5, 4) == [JanScore(ScoringEvent.HIT_SMALL, 1, 4, W)]


def test_tt_5_a_false_hit_scores_for_the_opponent() -> None:
    position = at("W: 24(13) 13(2) B: 24(10) 21(1) 17(2) 16(2)")
    assert scores(TRICTRAC, position, 5, 4) == [JanScore(ScoringEvent.FALSE_SMALL, 1, 4, B)]
    after = legal_plays(TRICTRAC, position, W, Roll.of(5, 4))[0].position
    assert marks_of(after.past).points == (0, 4)
    open_8 = at("W: 24(13) 13(2) B: 24(12) 21(1) 16(2)")
    assert scores(TRICTRAC, open_8, 5, 4) == [JanScore(ScoringEvent.HIT_SMALL, 1, 4, W)]


def test_tt_6_ways_of_hitting_in_a_big_quarter() -> None:
    blot = "B: 24(14) 15(1)"
    assert scores(TRICTRAC, at("W: 24(12) 13(2) 20(1) " + blot), 2, 1) == [
        JanScore(ScoringEvent.HIT_BIG, 1, 2, W)
    ]
    two = at("W: 24(11) 13(2) 20(1) 11(1) B: 24(14) 15(1)")
    assert JanScore(ScoringEvent.HIT_BIG, 2, 4, W) in scores(TRICTRAC, two, 2, 1)
    by_doublet = at("W: 24(11) 14(1) 12(1) 13(2) B: 24(14) 15(1)")
    assert JanScore(ScoringEvent.HIT_BIG, 2, 8, W) in scores(TRICTRAC, by_doublet, 2, 2)


def test_tt_7_what_cannot_be_played_scores_for_the_opponent() -> None:
    position = at("W: 24(1) off(14) B: 24(11) 11(2) 5(2)")
    assert texts(TRICTRAC, position, 6, 4) == {"24/18"}
    assert scores(TRICTRAC, position, 6, 4) == [JanScore(ScoringEvent.UNPLAYABLE, 1, 2, B)]


def test_tt_8_bredouille() -> None:
    marks = Marks((8, 0), run=W).scored([JanScore(ScoringEvent.FILL_BIG, 1, 6, W)], Count.HOLES)
    assert (marks.holes, marks.points) == ((2, 0), (2, 0))
    plain = Marks((8, 2)).scored([JanScore(ScoringEvent.FILL_BIG, 1, 6, W)], Count.HOLES)
    assert (plain.holes, plain.points) == ((1, 0), (2, 0))
    second = Marks((8, 0), run=W).scored([JanScore(ScoringEvent.FALSE_BIG, 3, 12, B)], Count.HOLES)
    assert (second.holes, second.points) == ((0, 2), (0, 0))
    regained = Marks((8, 2)).scored([JanScore(ScoringEvent.FILL_BIG, 3, 18, W)], Count.HOLES)
    assert (regained.holes, regained.points, regained.run) == ((3, 0), (2, 0), W)


def test_tt_9_only_the_own_throw_lets_one_go() -> None:
    position = at("W: 24(13) 13(2) B: 24(10) 21(1) 17(2) 16(2)", Marks((0, 10), run=B))
    after = legal_plays(TRICTRAC, position, W, Roll.of(5, 4))
    assert all(outcome.position != TRICTRAC.start for outcome in after)
    assert {marks_of(outcome.position.past).holes for outcome in after} == {(0, 2)}
    own = at(BLOT_4, Marks((10, 0), run=W))
    going = [out for out in legal_plays(TRICTRAC, own, W, Roll.of(5, 4)) if out.position == TRICTRAC.start]
    (gone,) = going
    marks = marks_of(gone.position.past)
    assert (marks.holes, marks.points, marks.throws) == ((2, 0), (0, 0), (0, 0))
    assert (gone.play.moves, gone.position.past.again) == ((), True)
    assert scored(TRICTRAC, own, W, Roll.of(5, 4), gone) == (JanScore(ScoringEvent.HIT_SMALL, 1, 4, W),)
    held = [out for out in legal_plays(TRICTRAC, own, W, Roll.of(5, 4)) if out.position != TRICTRAC.start]
    assert {marks_of(out.position.past).points for out in held} == {(2, 0)}
    assert not any(out.position.past.again for out in held)


def test_tt_10_the_last_two_leave_the_corner_together() -> None:
    position = at("W: 13(2) off(13) B: 15(2) 20(2) 6(6) 5(5)")
    assert texts(TRICTRAC, position, 5, 3) == {""}
    seen = at("W: 13(1) 8(1) off(13) B: 15(2) 20(2) 6(6) 5(5)")
    fault = explain(TRICTRAC, position, Roll.of(5, 3), seen)
    assert (fault.rule, fault.message) == ("R.coin", "trictrac_coin")


def test_tt_11_the_corner_by_force() -> None:
    position = at("W: 24(13) 18(1) 17(1) " + HOME)
    assert "18/13 17/13" in texts(TRICTRAC, position, 6, 5)
    directly = at("W: 24(11) 19(1) 18(2) 17(1) " + HOME)
    found = texts(TRICTRAC, directly, 6, 5)
    assert "19/13 18/13" in found
    assert "18/13 17/13" not in found
    seen = at("W: 24(11) 19(1) 18(1) 13(2) " + HOME)
    assert explain(TRICTRAC, directly, Roll.of(6, 5), seen).message == "trictrac_force"
    held = at("W: 24(13) 18(1) 17(1) B: 24(13) 13(2)")
    assert "18/13 17/13" not in texts(TRICTRAC, held, 6, 5)


def test_tt_12_jan_of_six_tables() -> None:
    position, other = TRICTRAC.start, Roll.of(6, 6)
    for dice, play in (((6, 1), "24/23 24/18"), ((5, 2), "24/22 24/19")):
        position = result(TRICTRAC, position, Roll.of(*dice), play).position
        position = replace(legal_plays(TRICTRAC, position, B, other)[0].position, black=TRICTRAC.start.black)
    position = replace(position, past=replace(position.past, tally=(0, 0, *position.past.tally[2:])))
    found = scores(TRICTRAC, position, 4, 3)
    assert JanScore(ScoringEvent.SIX_TABLES, 1, 4, W) in found
    late = replace(position, past=replace(position.past, tally=tally_of(Marks(throws=(3, 3), first=-1))))
    assert not scores(TRICTRAC, late, 4, 3)
    assert not scores(TRICTRAC, position, 4, 2)


# position, dice, what is scored
TARIFF = [
    ("W: 24(13) 19(1) 17(1) " + HOME, (6, 5), [(ScoringEvent.TWO_TABLES, 1, 4, W)]),
    ("W: 24(13) 18(1) 17(1) " + HOME, (5, 5), [(ScoringEvent.TWO_TABLES, 1, 6, W)]),
    ("W: 24(13) 19(1) 17(1) B: 24(13) 13(2)", (6, 5), [(ScoringEvent.COUNTER_TWO_TABLES, 1, 4, B)]),
    ("W: 24(13) 13(2) " + HOME, (6, 1), [(ScoringEvent.MEZEAS, 1, 4, W)]),
    ("W: 24(13) 13(2) " + HOME, (1, 1), [(ScoringEvent.MEZEAS, 1, 6, W)]),
    ("W: 24(13) 13(2) B: 24(13) 13(2)", (6, 1), [(ScoringEvent.COUNTER_MEZEAS, 1, 4, B)]),
    ("W: 24(11) 18(2) 13(2) " + HOME, (6, 6), [(ScoringEvent.CORNER, 1, 6, W)]),
    ("W: 24(11) 18(1) 20(1) 13(2) " + HOME, (6, 1), []),
    ("W: 24(10) 18(1) 20(1) 13(3) " + HOME, (6, 1), [(ScoringEvent.CORNER, 1, 4, W)]),
    ("W: 24(4) 23(2) 22(2) 21(2) 20(2) 19(2) 18(1) " + HOME, (6, 5), [(ScoringEvent.KEEP_SMALL, 1, 4, W)]),
    ("W: 24(5) 23(2) 22(2) 21(2) 20(2) 19(1) 18(1) " + HOME, (5, 5), [(ScoringEvent.FILL_SMALL, 1, 6, W)]),
    ("W: 24(4) 23(3) 22(2) 21(2) 20(2) 19(1) 18(1) " + HOME, (4, 1), [(ScoringEvent.FILL_SMALL, 2, 8, W)]),
    ("W: 2(1) 1(1) off(13) " + AWAY, (6, 5), [(ScoringEvent.FINISH, 1, 4, W)]),
    ("W: 1(1) off(14) " + AWAY, (6, 6), [(ScoringEvent.FINISH, 1, 6, W)]),
    ("W: 24(13) 14(1) 10(1) B: 18(1) 6(7) 5(7)", (4, 3), [(ScoringEvent.HIT_BIG, 2, 4, W)]),
    ("W: 24(13) 14(1) 11(1) B: 21(1) 6(7) 5(7)", (6, 1), [(ScoringEvent.HIT_SMALL, 1, 4, W)]),
    ("W: 24(14) 23(1) B: 6(1) 12(2) 10(6) 9(6)", (4, 1), [(ScoringEvent.HIT_SMALL, 2, 8, W)]),
]


@pytest.mark.parametrize(("text", "dice", "expected"), TARIFF, ids=[f"{t[0]} {t[1]}" for t in TARIFF])
def test_tariff(
    text: str, dice: tuple[int, int], expected: list[tuple[ScoringEvent, int, int, Side]]
) -> None:
    assert scores(TRICTRAC, at(text), *dice) == [JanScore(*each) for each in expected]


def test_no_way_is_counted_for_a_filling_that_breaks_the_quarter() -> None:
    """By 24/19, but not by 23/19; and not at all if the other number breaks the quarter again."""
    position = at("W: 24(4) 23(2) 22(2) 21(2) 20(2) 19(1) 13(2) " + HOME)
    assert scores(TRICTRAC, position, 5, 4) == [JanScore(ScoringEvent.FILL_SMALL, 1, 4, W)]
    in_passing = at("W: 24(3) 23(2) 22(2) 21(2) 20(2) 19(1) 13(3) " + HOME)
    assert scores(TRICTRAC, in_passing, 5, 4) == []


def test_old_jans_are_off_unless_agreed() -> None:
    started = result(TRICTRAC, TRICTRAC.start, Roll.of(6, 5), "24/19 24/18").position
    roll = Roll.of(6, 5)

    def second(game: TablesGame) -> tuple[JanScore, ...]:
        return scored(game, started, B, roll, legal_plays(game, started, B, roll)[0])

    meeting = JanScore(ScoringEvent.MEETING, 1, 4, B)
    assert meeting not in second(TRICTRAC)
    assert meeting in second(TRICTRAC.with_options({"jan_de_rencontre": True}))
    pile = at("W: 13(14) 15(1) B: 24(3) 20(2) 19(2) 18(2) 17(2) 16(2) 15(2)")
    misery = TRICTRAC.with_options({"pile_de_misere": True})
    assert texts(TRICTRAC, pile, 2, 1) == {"15/13"}
    assert JanScore(ScoringEvent.MISERY, 1, 4, W) in scores(misery, pile, 2, 1)
    assert ScoringEvent.MISERY not in {each.event for each in scores(TRICTRAC, pile, 2, 1)}
    split = at("W: 24(13) 13(2) B: 24(13) 17(1) 15(1)")
    margot = TRICTRAC.with_options({"margot": True})
    assert JanScore(ScoringEvent.MARGOT, 1, 2, B) in scores(margot, split, 4, 3)
    assert ScoringEvent.MARGOT not in {each.event for each in scores(TRICTRAC, split, 4, 3)}


def test_provincial_bearing_off() -> None:
    position = at("W: 6(1) 4(2) 2(1) off(11) " + AWAY)
    assert "6/2 2/off" not in texts(TRICTRAC.with_options({"provincial": True}), position, 4, 2)
    assert "6/4 4/off" in texts(TRICTRAC, position, 4, 2) or "6/off" in texts(TRICTRAC, position, 4, 2)
    provincial = texts(TRICTRAC.with_options({"provincial": True}), position, 4, 2)
    assert provincial != texts(TRICTRAC, position, 4, 2)


def test_a_checker_may_rest_on_either_point_on_its_way() -> None:
    way = completable(TRICTRAC, TRICTRAC.start, W, Roll.of(3, 1))
    assert {at("W: 24(14) 21(1) " + HOME), at("W: 24(14) 23(1) " + HOME)} <= way


def test_guard_of_the_jans() -> None:
    small = at("W: 24(12) 14(3) B: 24(12) 12(3)")
    assert all(not any(out.position.white[1:13]) for out in legal_plays(TRICTRAC, small, W, Roll.of(6, 5)))
    seen = at("W: 24(11) 14(2) 18(1) 9(1) B: 24(12) 12(3)")
    assert explain(TRICTRAC, small, Roll.of(6, 5), seen).rule == "R.guard"
    big = at("W: 24(12) 14(3) B: 18(12) 12(3)")
    found = texts(TRICTRAC, big, 6, 5)
    assert "14/3" in found
    assert not any("14/8" in text or "14/9" in text for text in found)
    assert explain(
        TRICTRAC, big, Roll.of(6, 5), at("W: 24(11) 14(2) 18(1) 9(1) B: 18(12) 12(3)")
    ).message == ("trictrac_big")
    free = at("W: 24(12) 14(3) B: 18(11) 12(4)")
    assert "24/18 14/9" in texts(TRICTRAC, free, 6, 5)


def test_after_bearing_off_all_the_points_are_kept_and_the_finisher_throws() -> None:
    position = at("W: 2(1) 1(1) off(13) " + AWAY, Marks((2, 4), holes=(1, 0)))
    (after,) = legal_plays(TRICTRAC, position, W, Roll.of(6, 5))
    assert after.position == TRICTRAC.start
    assert after.position.past.again
    assert marks_of(after.position.past).points == (6, 4)
    assert marks_of(after.position.past).throws == (0, 0)
    way = completable(TRICTRAC, position, W, Roll.of(6, 5))
    assert at("W: off(15) " + AWAY) in way


def test_twelve_holes_win_and_grand_bredouille_doubles() -> None:
    def played(holes: tuple[int, int], run: Side | None) -> Position:
        position = at(BLOT_4, Marks((10, 0), holes, run=W, hole_run=run))
        return legal_plays(TRICTRAC, position, W, Roll.of(5, 4))[0].position

    assert win_of(TRICTRAC, played((10, 0), W), W) == (W, 2, "grand bredouille")
    assert win_of(TRICTRAC, played((11, 3), None), W) == (W, 1, "single")
    assert win_of(TRICTRAC, played((9, 0), W), W) is None
    six = TRICTRAC.with_options({"hole_target": 6})
    assert win_of(six, played((4, 1), None), W) == (W, 1, "single")


def test_who_has_won_by_his_throw_need_not_play_it() -> None:
    position = at(BLOT_4, Marks((10, 0), (10, 0), run=W, hole_run=W))
    outcomes = legal_plays(TRICTRAC, position, W, Roll.of(5, 4))
    assert position in {outcome.position for outcome in outcomes}
    assert len(outcomes) > 1
    assert all(win_of(TRICTRAC, outcome.position, W) for outcome in outcomes)


def test_to_1_the_set_counts_by_the_points_of_the_loser() -> None:
    position = at("W: 24(12) 13(2) 20(1) B: 24(14) 21(1)", Marks((11, 5)))
    outcome = legal_plays(TOCCATEGLI, position, W, Roll.of(5, 4))[0]
    assert win_of(TOCCATEGLI, outcome.position, W) == (W, 2, "double")
    for points, grade in ((0, 4), (1, 3), (3, 3), (4, 2), (6, 2), (7, 1), (11, 1)):
        assert Marks((12, points)).grade(W, Count.SET, 12)[0] == grade


def test_toccategli_scores() -> None:
    assert scores(TOCCATEGLI, at(BLOT_4), 5, 4) == [JanScore(ScoringEvent.HIT_SMALL, 1, 2, W)]
    false = at("W: 24(13) 13(2) B: 24(10) 21(1) 17(2) 16(2)")
    assert scores(TOCCATEGLI, false, 5, 4) == []
    last = at("W: 2(1) 1(1) off(13) " + AWAY, Marks((3, 8)))
    (after,) = legal_plays(TOCCATEGLI, last, W, Roll.of(6, 5))
    assert win_of(TOCCATEGLI, after.position, W) == (W, 1, "single")


def test_toccategli_enters_the_other_side_in_pairs() -> None:
    position = at("W: 24(11) 17(2) 16(2) " + HOME)
    found = texts(TOCCATEGLI, position, 6, 5)
    assert "17/11 16/11" in found
    assert not any("17/11" in text and "16/11" not in text for text in found)
    relieved = at("W: 24(11) 16(1) 11(2) 9(1) " + HOME)
    assert "16/9" in texts(TOCCATEGLI, relieved, 5, 2)
    others = at("W: 24(12) 16(1) 11(2) " + HOME)
    boards = {found.position.white for found in legal_plays(TOCCATEGLI, others, W, Roll.of(5, 2))}
    assert at("W: 24(12) 11(2) 9(1) " + HOME).white in boards
    seen = at("W: 24(10) 19(1) 17(1) 16(2) 11(1) " + HOME)
    assert explain(TOCCATEGLI, position, Roll.of(6, 5), seen).rule == "R.band"


def test_tokkadille_scores_hits_and_bearing_off_alone() -> None:
    position = at("W: 24(4) 23(3) 22(2) 21(2) 20(2) 19(1) 18(1) " + HOME)
    assert scores(TOKKADILLE, position, 4, 1) == []
    assert scores(TOKKADILLE, at(BLOT_4), 5, 4) == [JanScore(ScoringEvent.HIT_SMALL, 1, 1, W)]
    last = at("W: 2(1) 1(1) off(13) " + AWAY, Marks((9, 8)))
    (after,) = legal_plays(TOKKADILLE, last, W, Roll.of(6, 5))
    assert (after.position, marks_of(after.position.past).points) == (TOKKADILLE.start, (11, 8))
    won = at("W: 2(1) 1(1) off(13) " + AWAY, Marks((10, 8)))
    assert {
        win_of(TOKKADILLE, each.position, W) for each in legal_plays(TOKKADILLE, won, W, Roll.of(6, 5))
    } == {(W, 1, "single")}
    for points, result_of in ((10, None), (11, (W, 1, "single"))):
        hit = at(BLOT_4, Marks((points, 3)))
        ends = legal_plays(TOKKADILLE, hit, W, Roll.of(5, 4))
        assert {win_of(TOKKADILLE, each.position, W) for each in ends} == {result_of}
    assert win_of(TOKKADILLE, after.position, W) is None
    sixteen = TOKKADILLE.with_options({"men": 16})
    assert sum(sixteen.start.white) == 16


def test_tc_1_toc_doubles() -> None:
    position = at("W: 24(2) 20(1) 19(1) 18(2) 17(2) 16(2) 15(2) 14(1) 13(2) B: 24(13) 13(2)")
    outcome = legal_plays(TOC, position, W, Roll.of(6, 5))[0]
    assert win_of(TOC, outcome.position, W) == (W, 2, "double")
    plain = TOC.with_options({"double": False})
    assert win_of(plain, legal_plays(plain, position, W, Roll.of(6, 5))[0].position, W) == (W, 1, "single")
    longer = TOC.with_options({"hole_target": 5})
    outcomes = legal_plays(longer, position, W, Roll.of(6, 5))
    assert win_of(longer, outcomes[0].position, W) is None
    assert longer.start in {found.position for found in outcomes}


@pytest.mark.parametrize(
    ("position", "dice", "won"),
    [
        (BLOT_4, (5, 4), (W, 1, "single")),  # a hit in one way
        ("W: 24(11) 13(2) 20(1) 11(1) B: 24(14) 15(1)", (2, 1), (W, 2, "double")),  # in two
        ("W: 24(11) 14(1) 12(1) 13(2) B: 24(14) 15(1)", (2, 2), (W, 2, "double")),  # by a doublet
        ("W: 24(13) 13(2) B: 24(10) 21(1) 17(2) 16(2)", (5, 4), (B, 1, "single")),  # a false one
        ("W: 24(1) off(14) B: 24(11) 11(2) 5(2)", (6, 4), (B, 1, "single")),  # a number that cannot be played
    ],
)
def test_what_ends_a_game_of_toc(position: str, dice: tuple[int, int], won: tuple[Side, int, str]) -> None:
    outcomes = legal_plays(TOC, at(position), W, Roll.of(*dice))
    assert {win_of(TOC, each.position, W) for each in outcomes} == {won}
    longer = TOC.with_options({"hole_target": 5})
    outcomes = legal_plays(longer, at(position), W, Roll.of(*dice))
    assert {win_of(longer, each.position, W) for each in outcomes} == {None}
    # Who has made the hole by their own throw may go; the other player may not.
    assert (longer.start in {each.position for each in outcomes}) is (won[0] is W)


@pytest.mark.parametrize("event", ScoringEvent)
def test_every_event_has_a_name(event: ScoringEvent) -> None:
    said = score_sentence(TRICTRAC, JanScore(event, 1, 4, B), NAMES)
    assert said.startswith("Ben scores 4 points: ")
    assert said.endswith(".")


def test_scores_are_told() -> None:
    position = at("W: 24(2) 20(1) 19(1) 18(2) 17(2) 16(2) 15(2) 14(1) 13(2) B: 24(13) 13(2)")
    assert [score_sentence(TOC, each, NAMES) for each in scores(TOC, position, 6, 5)] == [
        "Anna makes 2 holes: filling the big jan."
    ]
    both = JanScore(ScoringEvent.UNPLAYABLE, 2, 4, B)
    assert score_sentence(TRICTRAC, both, NAMES) == "Ben scores 4 points: two numbers that cannot be played."
    backgammon = find_game("backgammon")
    outcome = legal_plays(backgammon, backgammon.start, W, Roll.of(3, 1))[0]
    assert scored(backgammon, backgammon.start, W, Roll.of(3, 1), outcome) == ()


def random_board(rng: random.Random) -> Position:
    """A board as it may come about: no point held by both, no lone checker on a corner, nobody on the other's."""
    while True:
        shift = rng.choice((0, 0, 6, 12))
        mine = [max(1, 24 - shift - min(23 - shift, int(rng.expovariate(0.13)))) for _ in range(15)]
        back = rng.choice((0, 0, 6, 12))
        theirs = [max(1, 24 - back - min(23 - back, int(rng.expovariate(0.13)))) for _ in range(15)]
        white, black = [0] * 26, [0] * 26
        for point in mine:
            white[point] += 1
        for point in theirs:
            if not white[25 - point]:
                black[point] += 1
        for side in (white, black):
            side[12] = 0
            side[13] = 0 if side[13] == 1 else side[13]
            side[0] = 15 - sum(side)
        if not (white[0] and any(white[7:])) and not (black[0] and any(black[7:])):
            return Position(tuple(white), tuple(black))
        if rng.random() < 0.3:
            return Position(tuple(white), tuple(black))


def against(position: Position) -> tuple[int, ...]:
    return tuple(position.black[25 - site] if 1 <= site <= 24 else 0 for site in range(26))


def test_movement_as_a_naive_generator() -> None:
    rng = random.Random(29)
    for _ in range(300):
        position, roll = random_board(rng), rng.choice(ALL_ROLLS)
        for entry in EntryObstacle:
            turn = Turn(position.white, against(position), roll.dice, entry)
            expected = trictrac_boards(
                position.white, against(position), roll.dice, entry is EntryObstacle.PAIRS
            )
            assert {way.own for way in turn.usable()} == expected, (str(position), roll, entry)


def test_hits_as_a_naive_walker() -> None:
    rng = random.Random(30)
    true, false = (
        {ScoringEvent.HIT_BIG, ScoringEvent.HIT_SMALL},
        {ScoringEvent.FALSE_BIG, ScoringEvent.FALSE_SMALL},
    )
    for _ in range(150):
        position, roll = random_board(rng), rng.choice(ALL_ROLLS)
        reached = trictrac_hits(position.white, against(position), roll.dice)
        won = lost = 0
        for blot, (ways, is_false) in reached.items():
            price = (2 if 7 <= blot <= 18 else 4) + 2 * roll.is_doublet
            won += ways * price
            lost += price * is_false
        throw = JanThrow(Turn(position.white, against(position), roll.dice), Tariff(), W, 5)
        way = throw.turn.legal()[0]
        assert sum(each.points for each in throw.at_once() if each.event in true) == won
        assert sum(each.points for each in throw.afterwards(way) if each.event in false) == lost


def test_mirrored_positions_have_mirrored_results() -> None:
    rng = random.Random(4)
    for _ in range(5):
        position, roll = random_board(rng), rng.choice(ALL_ROLLS)
        there = {
            (out.position, marks_of(out.position.past).points)
            for out in legal_plays(TRICTRAC, position, W, roll)
        }
        back = {
            (out.position.mirrored(), marks_of(out.position.past).points[::-1])
            for out in legal_plays(TRICTRAC, position.mirrored(), B, roll)
        }
        assert there == back


@pytest.mark.parametrize(
    "game", [TRICTRAC, TOCCATEGLI, TOKKADILLE, TOC.with_options({"hole_target": 3})], ids=lambda game: game.id
)
def test_playouts_end(game: TablesGame) -> None:
    rng = random.Random(12)
    for _ in range(3):
        position, side = game.start, W
        for _ in range(6000):
            roll = rng.choice(ALL_ROLLS)
            outcomes = legal_plays(game, position, side, roll)
            assert outcomes
            chosen = rng.choice(outcomes)
            if rng.random() < 0.1:
                way = completable(game, position, side, roll)
                assert {position, *(outcome.position for outcome in outcomes)} <= way
                before, after = marks_of(position.past), marks_of(chosen.position.past)
                found = scored(game, position, side, roll, chosen)
                if after.holes == before.holes and chosen.position != game.start and game is not TOC:
                    gained = sum(each.points for each in found)
                    assert sum(after.points) - sum(before.points) == gained
            position = chosen.position
            assert sum(position.white) == sum(position.black) == 15
            assert not any(position.white[point] and position.black[25 - point] for point in range(1, 25))
            for men in (position.white, position.black):
                assert men[13] != 1 and not men[12]
            if win_of(game, position, side):
                break
            side = side if position.past.again else side.other
        else:
            pytest.fail("no result")


FAULTS = [
    ("W: 24(15) " + HOME, (6, 5), "W: 24(14) 18(1) " + HOME, "R.must_use",
     "Both numbers can be played: 24/19 24/18 uses the 6 and the 5."),
    ("W: 24(15) " + HOME, (6, 6), "W: 24(14) 12(1) " + HOME, "R.coin",
     "24/12 is illegal: Ben's rest corner may never be taken."),
    ("W: 24(15) " + HOME, (6, 5), "W: 24(14) 13(1) " + HOME, "R.coin",
     "24/13 is illegal: only two together take or leave the rest corner."),
    ("W: 24(13) 18(2) B: 24(13) 12(2)", (5, 2), "W: 24(13) 18(1) 16(1) B: 24(13) 12(2)", "R.must_use",
     "Both numbers can be played"),
    ("W: 24(4) 23(2) 22(2) 21(2) 20(2) 19(2) 18(1) " + HOME, (6, 5),
     "W: 24(3) 23(1) 22(2) 21(2) 20(2) 19(3) 18(1) 17(1) " + HOME, "R.keep", "The filled quarter can be kept and must be:"),
    ("W: 24(5) 23(2) 22(2) 21(2) 20(2) 19(1) 18(1) " + HOME, (5, 4),
     "W: 24(4) 23(2) 22(1) 21(2) 20(3) 19(1) 18(1) 17(1) " + HOME, "R.fill", "A quarter can be filled and must be:"),
    ("W: 7(1) 6(2) 4(1) off(11) " + AWAY, (6, 5), "W: 7(1) 6(1) 4(1) off(12) " + AWAY, "R.bearoff",
     "6/off is illegal: this throw cannot bear that checker off."),
    ("W: 24(15) " + HOME, (3, 1), "W: 24(14) 22(1) " + HOME, "R.dice", "24/22 needs a 2: only the 3 and the 1 were thrown."),
    ("W: 24(14) 20(1) " + HOME, (3, 1), "W: 24(14) 22(1) " + HOME, "R.direction", "20/22 goes backwards."),
    ("W: 24(15) " + HOME, (3, 1), "W: 24(12) 23(2) 21(1) " + HOME, "R.too_many",
     "Three moves, the throw gives two: 24/23(2) 24/21."),
    ("W: 24(15) " + HOME, (3, 1), "W: 24(14) 20(1) B: 24(14) 20(1)", "R.opponent_man",
     "Ben's checker was moved from 1 to 5, as Anna counts."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "dice", "seen", "rule", "said"), FAULTS, ids=[f"{f[2]}" for f in FAULTS])
def test_faults(text: str, dice: tuple[int, int], seen: str, rule: str, said: str) -> None:
    fault = explain(TRICTRAC, at(text), Roll.of(*dice), at(seen))
    assert fault.rule == rule, reason(fault, NAMES)
    assert reason(fault, NAMES).startswith(said)


def test_a_checker_put_down_beside_an_opponent() -> None:
    position = at("W: 24(13) 18(2) B: 24(12) 9(1) 12(2)")
    white = at("W: 24(13) 17(1) 16(1) B: 24(15)").white
    fault = explain(TRICTRAC, position, Roll.of(2, 1), Position(white, position.black))
    assert (fault.rule, reason(fault, NAMES)) == (
        "R.block",
        "18/16 is illegal: Ben has a checker there.",
    )


def test_several_rules_broken_at_once() -> None:
    """The rule about the corner is told; that a number was left unplayed is noted too."""
    position, seen = at("W: 24(13) 19(2) " + HOME), at("W: 24(13) 19(1) 13(1) " + HOME)
    fault = explain(TRICTRAC, position, Roll.of(6, 2), seen)
    assert fault.rule == "R.coin"
    assert [other.rule for other in fault.also] == ["R.must_use"]


@pytest.mark.parametrize("seed", [6, pytest.param(7, marks=pytest.mark.long)])
def test_every_wrong_board_is_explained(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(7):
        position, roll = random_board(rng), rng.choice(ALL_ROLLS)
        seen = rng.choice(legal_plays(TRICTRAC, position, W, rng.choice(ALL_ROLLS))).position
        if rng.random() < 0.3:
            seen = random_board(rng)
        outcomes = legal_plays(TRICTRAC, position, W, roll)
        if seen not in {outcome.position for outcome in outcomes}:
            fault = explain(TRICTRAC, position, roll, seen)
            assert reason(fault, NAMES)
            assert fault.nearest in [outcome.play for outcome in outcomes]


def test_an_illegal_play_that_stands_is_scored_all_the_same() -> None:
    position = at(BLOT_4)
    seen = at("W: 24(12) 18(1) 13(2) B: 24(14) 21(1)")
    assert TRICTRAC.family is not None
    stands = TRICTRAC.family.stands(TRICTRAC, position, W, Roll.of(5, 4), seen)  # type: ignore[attr-defined]
    assert (stands, marks_of(stands.past).points) == (seen, (4, 0))
