"""How games end: who has won, how much and by what name, by playing the turn that ends them; and the twin's opinion."""

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import make_perft
import naive
import naive_results
from naive_games import rules_of
from naive_positions import nearly_shut_in, thrown_together

from engine.board import Side
from engine.dice import Roll
from engine.games import all_games, find_game
from engine.past import Past
from engine.play import Outcome
from engine.plays.legal import every_play, legal_plays
from engine.plays.notation import parse_play
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import OptionValue, TablesGame

Options = dict[str, OptionValue]
Worked = tuple[str, str, Options, str, str, str, tuple[Side, int, str] | None]
"""What a turn is an example of, its game and options, the board, the roll and the play; who wins by it, how much and how."""


def game_of(name: str, options: Options | None = None) -> TablesGame:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    return game.with_options(options or {})


def played(game: TablesGame, position: Position, side: Side, roll: str, play: str) -> Outcome:
    return parse_play(game, position, side, Roll.parse(roll), play)


SW_15 = "W: bar(3) 24(1) 23(1) 22(1) 5(9) B: bar(1) 9(2) 8(2) 7(2) 24(4) 23(1) 22(1) 21(1) 20(1)"
"""Black has one on the bar and one open point; their made points stand in White's first quarter."""
FIVE_POINTS = "W: bar(1) 6(14) B: 24(4) 6(3) 5(2) 3(2) 2(2) 1(2)"
"""Black has made five of the six points on which White enters."""
AS_IT_IS: Options = {}
PLAYED: tuple[Worked, ...] = (
    ("SW-15", "swedish_tables", {}, SW_15, "5-4", "bar/20**", (Side.WHITE, 6, "sprängjan")),
    ("SW-15 Finnish", "lautapeli", {}, SW_15, "5-4", "bar/20**", (Side.WHITE, 2, "murtojanne")),
    ("SW-15 Wilson", "wilson_1888", {}, SW_15, "5-4", "bar/20**", (Side.WHITE, 2, "sprängjan")),
    ("only", "lautapeli", {"murtojanne_only": True}, SW_15, "5-4", "bar/20**", (Side.WHITE, 2, "murtojanne")),
    ("levels", "swedish_tables", {"munk_levels": True}, SW_15, "5-4", "bar/20**", (Side.WHITE, 1, "sprängjan")),
    (
        "uppspel and munk", "lautapeli", {"munk_points": True},
        "W: 2(1) 1(14) B: bar(1) 24(14)", "6-1", "2/1", (Side.WHITE, 2, "maalipeli"),
    ),
    ("no munk", "lautapeli", {}, "W: 2(1) 1(14) B: bar(1) 24(14)", "6-1", "2/1", (Side.WHITE, 1, "maalipeli")),
    (
        "Wilson and munk", "wilson_1888", {"munk_points": True},
        "W: 1(1) off(14) B: bar(2) 24(13)", "6-1", "1/off", (Side.WHITE, 2, "hemspel"),
    ),
    (
        "dubbelmunk", "wilson_1888", {"munk_levels": True},
        "W: 1(1) off(14) B: bar(2) 24(13)", "6-1", "1/off", (Side.WHITE, 1, "dubbelmunk"),
    ),
    (
        "kronspel and munk", "swedish_tables", {"munk_levels": True},
        "W: 6(1) 5(3) 4(3) 3(3) 2(3) 1(2) B: bar(1) 24(14)", "5-2", "6/1", (Side.WHITE, 1, "enkelt kronspel + munk"),
    ),
    ("hemspel", "swedish_tables", {}, "W: 1(1) off(14) B: bar(1) 24(14)", "6-1", "1/off", (Side.WHITE, 2, "hemspel")),
    ("B11 threes", "si_jia_ba", {}, "W: 6(1) 5(3) 4(3) 3(3) 2(3) 1(2) B: 6(15)", "5-2", "6/1",
     (Side.WHITE, 2, "three by three")),
    (
        "prime", "emperador", {},
        "W: 24(14) 19(1) B: bar(1) 24(8) 23(1) 22(1) 21(1) 20(1) 12(1) 4(1)", "6-5-4", "19/13*", (Side.WHITE, 2, "prime"),
    ),
    ("six pairs", "doze_canes", {},
     "W: 8(1) 6(1) 5(2) 4(2) 3(2) 2(2) 1(2) B: 1(12)", "6-2", "8/6", (Side.WHITE, 1, "six pairs")),
    ("and not with three on a point", "doze_canes", {},
     "W: 8(1) 6(1) 5(3) 4(2) 3(2) 2(2) 1(1) B: 1(12)", "2-1", "8/6 5/4", None),
    ("three at the end", "tourne_case", {}, "W: 14(1) 13(2) B: hand(2) 13(1)", "6-1", "14/13", (Side.WHITE, 1, "single")),
    ("and none of theirs", "tourne_case", {"double": True},
     "W: 15(1) 13(2) B: hand(2) 14(1)", "2-2", "15/13", (Side.WHITE, 2, "double")),
    ("but one", "tourne_case", {"double": True},
     "W: 15(1) 13(2) B: hand(2) 13(1)", "5-2", "15/13", (Side.WHITE, 1, "single")),
    ("not yet", "tourne_case", {"double": True}, "W: 15(1) 13(2) B: hand(3)", "6-1", "15/14", None),
    ("fails", "fallas", {}, FIVE_POINTS, "6-5-3", "", (Side.BLACK, 1, "fails")),
    ("all played", "fallas", {}, FIVE_POINTS, "4-1-1", "bar/21 6/5(2)", None),
    ("off with numbers left", "fallas", {}, "W: 2(1) off(14) B: 6(15)", "6-5-4", "2/off", (Side.WHITE, 1, "single")),
    ("nor while one is on its way", "doze_canes", {},
     "W: 13(1) 6(1) 5(2) 4(2) 3(2) 2(2) 1(2) B: 1(12)", "4-2", "13/7", None),
    ("B11 gammon", "si_jia_ba", {}, "W: 1(1) off(14) B: 6(15)", "6-1", "1/off", (Side.WHITE, 2, "gammon")),
    ("B11 single", "si_jia_ba", {}, "W: 1(1) off(14) B: 6(14)", "6-1", "1/off", (Side.WHITE, 1, "single")),
    ("B13 gammon", "da_shi", {}, "W: 1(1) off(14) B: 6(15)", "6-2-1", "1/off", (Side.WHITE, 2, "gammon")),
    ("B13 single", "da_shi", {}, "W: 1(1) off(14) B: 6(14)", "6-2-1", "1/off", (Side.WHITE, 1, "single")),
    ("B13 a triplet too", "da_shi", {}, "W: 1(1) off(14) B: 6(14)", "2-2-2", "1/off", (Side.WHITE, 2, "single")),
    (
        "B2 the odd pattern ends it", "da_jian", {},
        "W: 11(3) 9(3) 7(3) 5(2) 3(2) 2(1) 1(1) B: 1(15)", "6-1", "2/1", (Side.WHITE, 1, "interval"),
    ),
    ("B2 the even one does not", "da_jian", {},
     "W: 13(1) 12(2) 10(3) 8(3) 6(2) 4(2) 2(2) B: 1(15)", "3-1", "13/12", None),
    (
        "B2 unless that is agreed", "da_jian", {"second_pattern": "off"},
        "W: 13(1) 12(2) 10(3) 8(3) 6(2) 4(2) 2(2) B: 1(15)", "3-1", "13/12", (Side.WHITE, 1, "interval"),
    ),
    (
        "B2 or the point behind is taken", "da_jian", {},
        "W: 13(1) 12(2) 10(3) 8(3) 6(2) 4(2) 2(2) B: 24(1) 1(14)", "3-1", "13/12", (Side.WHITE, 1, "interval"),
    ),
    ("all home", "ban_sugoroku", {}, "W: 7(1) 6(14) B: 8(15)", "5-1", "7/6", (Side.WHITE, 1, "all home")),
    ("closed out", "ban_sugoroku", {},
     "W: 24(3) 7(1) 6(2) 5(2) 4(2) 3(2) 2(2) 1(1) B: bar(1) 13(14)", "6-5", "7/1", (Side.WHITE, 1, "closed out")),
    ("with nobody on the bar", "ban_sugoroku", {},
     "W: 24(3) 7(1) 6(2) 5(2) 4(2) 3(2) 2(2) 1(1) B: 13(15)", "6-5", "24/19 7/1", None),
    ("not all home", "ban_sugoroku", {}, "W: 24(1) 6(14) B: 8(15)", "2-1", "24/21", None),
    ("both lifted", "dames_rabattues", {}, "W: 6(1) 3(1) off(13) B: 6(3)", "6-3", "6/off 3/off", (Side.WHITE, 1, "single")),
    ("laid down and lifted", "dames_rabattues", {}, "W: 12(1) off(14) B: 6(3)", "6-6", "12/6/off", (Side.WHITE, 1, "single")),
    ("one is left", "dames_rabattues", {}, "W: 6(2) off(13) B: 6(3)", "6-3", "6/off", None),
    ("both lifted", "kiz_tavlasi", {}, "W: 6(1) 3(1) off(13) B: 6(3)", "6-3", "6/off 3/off", (Side.WHITE, 1, "single")),
    ("a doublet does one thing", "kiz_tavlasi", {}, "W: 12(1) off(14) B: 6(3)", "6-6", "12/6", None),
    ("four of a number", "kiz_tavlasi", {}, "W: 6(3) off(12) B: 6(3)", "6-6", "6/off(3)", (Side.WHITE, 1, "single")),
    *(
        row
        for name in ("ad_elta_stelpur", "chase_nardy")
        for row in (
            ("the last one on a corner", name, AS_IT_IS,
             "W: 12(1) 3(1) off(4) B: 18(1) off(5)", "6-2", "12/18*", (Side.WHITE, 1, "single")),
            ("one of two", name, AS_IT_IS, "W: 12(1) 3(1) off(4) B: 18(1) 9(1) off(4)", "6-2", "12/18*", None),
            ("the last one on no corner is safe", name, AS_IT_IS, "W: 3(1) 5(1) off(4) B: 9(1) off(5)", "6-2", "5/11", None),
        )
    ),
    *(
        row
        for name in ("icelandic_nardy", "icelandic_nardy_s4")
        for row in (
            ("the last one on a corner", name, AS_IT_IS,
             "W: 12(1) 3(1) off(4) B: 18(1) off(5)", "6-2", "12/18*", (Side.WHITE, 1, "single")),
            ("the last one anywhere", name, AS_IT_IS,
             "W: 3(1) 5(1) off(4) B: 9(1) off(5)", "6-2", "3/9*", (Side.WHITE, 1, "single")),
            ("one of two", name, AS_IT_IS, "W: 12(1) 3(1) off(4) B: 18(1) 9(1) off(4)", "6-2", "12/18* 3/5", None),
        )
    ),
    ("who is off loses", "giveaway", {"equaliser": False},
     "W: 1(1) off(14) B: 1(2) off(13)", "6-1", "1/off", (Side.BLACK, 1, "single")),
    ("not before", "giveaway", {"equaliser": False}, "W: 1(2) off(13) B: 1(2) off(13)", "6-1", "1/off(2)", (Side.BLACK, 1, "single")),
    ("one is left", "giveaway", {"equaliser": False}, "W: 1(3) off(12) B: 1(2) off(13)", "6-1", "1/off(2)", None),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "options", "position", "roll", "play", "expected"),
    [each[1:] for each in PLAYED],
    ids=[each[0] for each in PLAYED],
)
def test_a_turn_that_ends_a_game(
    name: str,
    options: Options,
    position: str,
    roll: str,
    play: str,
    expected: tuple[Side | None, int, str] | None,
) -> None:
    game = game_of(name, options)
    start = parse_position(position, game)
    outcome = played(game, start, Side.WHITE, roll, play)
    assert win_of(game, outcome.position, Side.WHITE) == expected
    mirrored = played(game, start.mirrored(), Side.BLACK, roll, play)
    black = None if expected is None else (expected[0] and expected[0].other, *expected[1:])
    assert win_of(game, mirrored.position, Side.BLACK) == black


def test_sw_15b_a_point_broken_elsewhere() -> None:
    """No legal play comes to it: whoever breaks a row leaves ten checkers in it, too many
    for a jan; but a play may stand.
    """
    before = "W: 20(1) 5(14) B: bar(2) 24(1) 23(1) 22(1) 21(1) 3(2) 2(7)"
    after = "W: 15(1) 5(14) B: bar(4) 24(1) 23(1) 22(1) 21(1) 2(7)"
    for name, expected in (
        ("lautapeli", (Side.WHITE, 2, "murtojanne")),
        ("wilson_1888", (Side.WHITE, 2, "sprängjan")),
        ("swedish_tables", (Side.WHITE, 4, "jan")),
    ):
        game = game_of(name)
        start, seen = parse_position(before, game), parse_position(after, game)
        assert win_of(game, start, Side.BLACK) is None
        stood = after_turn(game, start, Side.WHITE, Roll.of(5, 1), seen)
        assert win_of(game, stood, Side.WHITE) == expected


def test_sw_13_a_jan_without_breaking() -> None:
    game = game_of("swedish_tables")
    start = parse_position("W: 20(1) 5(14) B: bar(2) 24(1) 23(1) 22(1) 21(1) 3(1) 2(8)", game)
    outcome = played(game, start, Side.WHITE, "5-2", "20/15*")
    assert win_of(game, outcome.position, Side.WHITE) == (Side.WHITE, 4, "jan")


@pytest.mark.parametrize("name", ["lautapeli", "wilson_1888", "swedish_tables", "verkehren_s0"])
def test_entering_by_breaking(name: str) -> None:
    """Two open points for one checker: broken all the same, where only the number is asked; never from the board."""
    position = "W: bar(1) 13(10) 3(4) B: 12(2) 11(2) 24(11)"
    by_number = name in ("lautapeli", "wilson_1888")
    for value, breaks in ((None, by_number), ("cannot_enter", True), ("more_than_points", False)):
        game = game_of(name, {} if value is None else {"entry_breaking": value})
        start = parse_position(position, game)
        found = legal_plays(game, start, Side.WHITE, Roll.of(2, 1))
        assert {each.position.black[25] > 0 for each in found} == {breaks}
        assert any(each.play.moves for each in found) is breaks
        lone = parse_position("W: bar(1) off(14) B: 12(2) 11(2) 24(11)", game)
        (outcome,) = legal_plays(game, lone, Side.WHITE, Roll.of(2, 1))
        assert not outcome.play.moves


def test_wilson_five_in_a_row_unless_the_last_on_the_board_is_hit() -> None:
    game = game_of("wilson_1888")
    row = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(1) 13(1) 5(3)"
    sixth = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(2) 5(2) 4(1)"

    def may(theirs: str) -> bool:
        start = parse_position(f"{row} B: {theirs}", game)
        seen = parse_position(f"{sixth} B: {theirs}", game)
        return seen in {each.position for each in legal_plays(game, start, Side.WHITE, Roll.of(6, 1))}

    assert not may("4(2) 6(13)")
    assert not may("bar(2) 6(1) off(12)")
    assert may("bar(2) off(13)")
    assert may("bar(1) off(14)")


def settled(game: TablesGame, start: Position, turns: int) -> Position:
    """The position after so many turns in which nobody moved."""
    side = Side.WHITE
    for _ in range(turns):
        start = after_turn(game, start, side, Roll.of(6, 6), start)
        side = side.other
    return start


def test_b2_the_second_pattern_is_won_too_and_the_first_only_once() -> None:
    game = game_of("da_jian")
    start = parse_position("W: 13(1) 12(2) 10(3) 8(3) 6(2) 4(2) 2(2) B: 1(15)", game)
    first = played(game, start, Side.WHITE, "3-1", "13/12").position
    assert (first.past.tally, win_of(game, first, Side.WHITE)) == ((1, 0), None)
    spare = played(game, first, Side.WHITE, "2-2", "12/10(2)").position
    assert spare.past.tally == (1, 0)
    again = played(game, first, Side.WHITE, "4-2", "12/10 10/6").position
    assert again.past.tally == (1, 0)
    near = parse_position("W: 11(3) 9(3) 7(3) 5(2) 3(2) 2(1) 1(1) B: 1(15)", game)
    near = Position(near.white, near.black, first.past)
    assert win_of(game, played(game, near, Side.WHITE, "6-1", "2/1").position, Side.WHITE) == (
        Side.WHITE,
        2,
        "interval",
    )
    black = Position(near.black, near.white, first.past)
    level = played(game, black, Side.BLACK, "6-1", "2/1").position
    assert win_of(game, level, Side.BLACK) == (None, 0, "draw")


def test_b2_a_game_that_nobody_gets_on_with_is_over_after_twenty_turns() -> None:
    game = game_of("da_jian")
    start = parse_position("W: 5(8) 4(7) B: 5(8) 4(7)", game)
    assert win_of(game, settled(game, start, 19), Side.WHITE) is None
    assert win_of(game, settled(game, start, 20), Side.BLACK) == (None, 0, "stuck")
    ahead = Position(start.white, start.black, Past(tally=(0, 1)))
    assert win_of(game, settled(game, ahead, 20), Side.BLACK) == (Side.BLACK, 1, "stuck")
    late = settled(game, start, 19)
    nearer = played(game, late, Side.BLACK, "3-1", "5/1").position
    assert win_of(game, nearer, Side.BLACK) is None
    assert nearer.past.idle == 0
    beside = parse_position("W: 24(1) 12(3) 10(3) 8(2) 6(2) 4(2) 2(2) B: 5(8) 4(7)", game)
    assert played(game, beside, Side.WHITE, "6-5", "24/13").position.past.idle == 1
    assert played(game, beside, Side.WHITE, "6-6", "24/12").position.past.idle == 0


def test_b13_five_triples_and_a_triplet_are_chips() -> None:
    game = game_of("da_shi")
    start = parse_position("W: 6(1) 5(3) 4(3) 3(3) 2(3) 1(2) B: 6(15)", game)
    outcome = played(game, start, Side.WHITE, "5-4-3", "6/1 5/1 5/2")
    assert outcome.position.past.tally == (0, 0)
    start = parse_position("W: 7(1) 5(3) 4(3) 3(3) 2(3) 1(2) B: 6(15)", game)
    tidy = {each.position.past.tally for each in legal_plays(game, start, Side.WHITE, Roll.parse("2-2-2"))}
    assert tidy <= {(1, 0), (2, 0)}


COMPARED: tuple[tuple[str, Options], ...] = (
    ("swedish_tables", {}),
    ("swedish_tables", {"munk_levels": True}),
    ("swedish_tables", {"entry_breaking": "cannot_enter"}),
    ("lautapeli", {}),
    ("lautapeli", {"munk_points": True}),
    ("lautapeli", {"murtojanne_only": True}),
    ("lautapeli", {"entry_breaking": "more_than_points", "munk_levels": True}),
    ("wilson_1888", {}),
    ("wilson_1888", {"munk_points": True}),
    ("verkehren", {}),
    ("verkehren", {"uppspel_double": True}),
    ("verkehren_s0", {}),
    ("rencontrat", {}),
    ("kotra", {"jan": 4}),
    ("emperador", {}),
    ("doze_canes", {}),
    ("tourne_case", {}),
    ("tourne_case", {"double": True}),
    ("mughrabieh", {}),
    ("si_jia_ba", {}),
    ("si_jia_ba", {"any_five": True}),
    ("da_jian", {}),
    ("da_jian", {"second_pattern": "off"}),
    ("da_jian", {"bearoff": "std", "second_pattern": "off"}),
    ("ban_sugoroku", {}),
    *(
        (name, {})
        for name in (
            "backgammon",
            "nackgammon",
            "longgammon",
            "dutch",
            "portes",
            "ping_bei",
            "san_liang",
            "nan_pi",
        )
    ),
)


BROKEN = {
    "swedish_tables": ("sprängjan", "jan"),
    "lautapeli": ("murtojanne", "janne"),
    "wilson_1888": ("sprängjan", "jan"),
}
"""Jans that must have come up, so that the comparison bites."""


@pytest.mark.parametrize(("name", "options"), COMPARED, ids=str)
def test_results_are_those_of_the_naive_twin(name: str, options: Options) -> None:
    """Every end of turns from positions thrown together is a result for both, or for neither; some are."""
    game, rules, chance = game_of(name, options), rules_of(name, options), random.Random(f"{name} {options}")
    rolls, ended = make_perft.all_rolls(name, rules), set[str]()
    thrown = (thrown_together(rules, chance) for _ in range(100 if rules.wins else 500))
    jans = (nearly_shut_in(chance) for _ in range(100 if name in BROKEN else 0))
    for (white, black), side, past in (*thrown, *jans):
        mover = (Side.WHITE, Side.BLACK)[side]
        start = Position(
            white, black, Past(hand=past["hand"], turns=past["turns"], doublets=past["doublets"])
        )
        for outcome in every_play(game, start, mover, Roll(chance.choice(rolls))):
            after = outcome.position.white, outcome.position.black
            won = win_of(game, outcome.position, mover)
            found = (
                None
                if won is None
                else (None if won[0] is None else (Side.WHITE, Side.BLACK).index(won[0]), *won[1:])
            )
            assert found == naive_results.result(name, options, (white, black), after, side), str(start)
            ended.add("" if won is None else won[2])
    assert len(ended) > 1
    assert set(BROKEN.get(name, ())) <= ended


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("da_shi", {}),
        ("da_shi", {"all_home": True}),
        ("qi_liang", {}),
        ("qi_liang", {"consecutive": True}),
        ("qi_liang", {"exposing_head": True}),
        ("da_jian", {}),
    ],
    ids=str,
)
def test_chips_are_those_of_the_naive_twin(name: str, options: Options) -> None:
    """From boards a move or two from what wins chips, or just before it is made anew."""
    game, chance = game_of(name, options), random.Random(f"{name} {options}")
    rolls = make_perft.all_rolls(name, rules_of(name, options))
    told = set[int]()
    for _ in range(60):
        white = nearly(name, chance)
        black = nearly(name, chance) if chance.random() < 0.5 else (*[0] * 24, 15, 0)
        if any(white[point] and black[25 - point] for point in range(1, 25)):
            black = (0, 15, *[0] * 24) if not white[24] else (*[0] * 25, 15)
        start = Position(white, black)
        roll = chance.choice(rolls)
        for outcome in every_play(game, start, Side.WHITE, Roll(roll)):
            after = outcome.position.white, outcome.position.black
            found = (outcome.position.past.tally or (0, 0))[0]
            assert found == naive_results.chips(name, options, (white, black), after, 0, roll), str(start)
            told.add(found)
    assert len(told) > 1


def nearly(name: str, chance: random.Random) -> tuple[int, ...]:
    """What wins chips of that game, one or two checkers standing up to six points before their places."""
    men = [0] * 26
    shift = chance.randint(0, 1 if name == "da_shi" else 5)
    places = {
        "da_shi": [point + shift for point in range(1, 6) for _ in range(3)],
        "qi_liang": [*(point + shift for point in range(1, 8) for _ in range(2)), 1 + shift],
        "da_jian": [*(point for point in range(2, 13, 2) for _ in range(2)), 2, 4, 4],
    }[name]
    for point in places:
        men[point] += 1
    for point in chance.sample(places, chance.randint(0, 2)):
        men[point] -= 1
        men[point + chance.randint(1, 6)] += 1
    return tuple(men)


def test_who_cannot_play_a_number_of_fallas_has_lost_says_the_naive_twin_too() -> None:
    game, rules, chance = game_of("fallas"), rules_of("fallas", {}), random.Random("fallas")
    failed = 0
    for number in range(90):
        men, side, past = thrown_together(rules, chance)
        if number % 3:
            waiting, made, side = chance.randint(1, 2), chance.sample(range(1, 7), 5), 0
            theirs = [2 if point in made else 0 for point in range(26)]
            theirs[24] = 15 - sum(theirs)
            men = ((0, 0, 0, 0, 0, 0, 15 - waiting, *[0] * 18, waiting), tuple(theirs))
        mover, roll = (Side.WHITE, Side.BLACK)[side], chance.choice(make_perft.all_rolls("fallas", rules))
        ends = naive.ends("fallas", {}, men, side, roll, past)
        left = {
            ((end.mine, end.theirs) if side == 0 else (end.theirs, end.mine)): owed for end, owed, _ in ends
        }
        outcomes = every_play(game, Position(*men), mover, Roll(roll))
        assert {(each.position.white, each.position.black) for each in outcomes} == set(left)
        for each in outcomes:
            won = win_of(game, each.position, mover)
            assert (won == (mover.other, 1, "fails")) is bool(left[each.position.white, each.position.black])
            failed += won is not None and won[2] == "fails"
    assert failed > 20


TOGETHER = sorted(set(naive_results.WORTH) - {name for name, _ in COMPARED})
"""Games that are won by bearing off alone: compared where one side is about to."""


@pytest.mark.parametrize("name", TOGETHER)
def test_bearing_off_counts_what_the_twin_says(name: str) -> None:
    game, rules, chance = game_of(name), rules_of(name, {}), random.Random(name)
    rolls, ended = make_perft.all_rolls(name, rules), set[object]()
    for _ in range(40):
        side = chance.randrange(2)
        mine, theirs = [0] * (rules.points + 2), [0] * (rules.points + 2)
        for point in chance.sample(range(1, 5), chance.randint(1, min(2, rules.men))):
            mine[point] = 1
        mine[0] = rules.men - sum(mine)
        mover = (Side.WHITE, Side.BLACK)[side]
        facing = game.facing(mover)
        taken = {facing[point] for point in range(1, 5)}
        home = chance.random() < 0.4
        free = [
            point for point in range(1, rules.home + 1 if home else rules.points + 1) if point not in taken
        ]
        if not free:
            continue
        theirs[0] = chance.choice((0, 0, min(1, rules.men - 1), rules.men - 1))
        for _ in range(rules.men - theirs[0]):
            theirs[chance.choice(free)] += 1
        men = (tuple(mine), tuple(theirs)) if side == 0 else (tuple(theirs), tuple(mine))
        roll = chance.choice(rolls)
        for outcome in every_play(game, Position(*men, Past(turns=(9, 9))), mover, Roll(roll)):
            won = win_of(game, outcome.position, mover)
            found = won and ((Side.WHITE, Side.BLACK).index(won[0]) if won[0] else None, *won[1:])
            after = outcome.position.white, outcome.position.black
            counted = naive_results.result(name, {}, men, after, side)
            if counted and name in ("da_shi", "qi_liang"):
                winner, points, how = counted
                counted = winner, points + naive_results.chips(name, {}, men, after, side, roll), how
            assert found == counted, (men, str(outcome.position))
            ended.add(found and found[1:])
    assert len(ended) > 1 or name == "giveaway"


BORNE_OFF = {
    "backgammon nackgammon longgammon dutch dutch_s4 snake garanguet": (
        ("6(14) off(1)", 1, "single"), ("6(15)", 2, "gammon"), ("19(1) 6(14)", 3, "backgammon"),
    ),
    "portes tavla persian_nard persian_nard_s0 russian_backgammon toute_table ping_bei north_china_tables hui_hui luo_ying"
    " xia_zan san_liang san_dui nan_pi ssang_ryuk jacquet_hit": (
        ("6(14) off(1)", 1, "single"), ("6(15)", 2, "gammon"), ("24(1) 6(14)", 2, "gammon"),
    ),
    "fevga moultezim_s0 gul_bara gulbar_s4 jacquet jacquet_s0 jacquet_triple_three jacquet_versailles matador plakoto esir_hapis bu_da": (
        ("6(14) off(1)", 1, "single"), ("6(15)", 2, "gammon"), ("12(5) 6(10)", 2, "gammon"),
    ),
    "short_nardy long_nardy": (("6(14) off(1)", 1, "oin"), ("7(1) 6(14)", 2, "mars"), ("6(15)", 2, "home mars")),
    "puff_contrary puff_long puff_s0 tricktrack": (
        ("6(14) off(1)", 1, "single"), ("6(15)", 2, "schneider"), ("12(5) 6(10)", 2, "schneider"),
    ),
    "acey_deucey acey_deucey_s0 irish moultezim tabula ludus_anglicorum provincial imperial emperador laquet"
    " fallas quinze_tablas tawula seis_dos_e_as pareia_de_entrada": (
        ("6(14) off(1)", 1, "single"), ("6(15)", 1, "single"), ("12(5) 6(10)", 1, "single"),
    ),
    "khachapuri": (("6(1) off(14)", 1, "men left"), ("6(11) off(4)", 11, "men left"), ("6(15)", 30, "none off")),
    "mughrabieh": (("6(1) off(14)", 1, "men left"), ("6(11) off(4)", 11, "men left"), ("6(15)", 15, "men left")),
    "american_nardy": (("6(14) off(1)", 3, "single"), ("6(15)", 3, "single"), ("12(5) 6(10)", 3, "single")),
    "kotra kotra_s0": (("6(14) off(1)", 2, "single"), ("6(15)", 2, "single"), ("12(5) 6(10)", 2, "single")),
    "verkehren verkehren_s0": (("6(14) off(1)", 1, "single"), ("6(15)", 1, "single"), ("12(5) 6(10)", 1, "single")),
    "qi_liang da_shi si_jia_ba rencontrat": (
        ("6(14) off(1)", 1, "single"), ("6(15)", 2, "gammon"), ("12(5) 6(10)", 2, "gammon"),
    ),
    "hypergammon": (("6(2) off(1)", 1, "single"), ("6(3)", 1, "single"), ("24(1) 6(2)", 1, "single")),
    "hypergammon_one": (("6(1)", 1, "single"), ("12(1)", 1, "single"), ("24(1)", 1, "single")),
    "hypergammon_two": (("6(1) off(1)", 1, "single"), ("6(2)", 1, "single"), ("24(1) 6(1)", 1, "single")),
    "fo": (("6(11) off(1)", 1, "single"), ("6(12)", 2, "gammon"), ("12(5) 6(7)", 2, "gammon")),
    "duodecim_scripta": (("6(14) off(1)", 1, "single"), ("6(15)", 1, "single"), ("30(5) 6(10)", 1, "single")),
}  # fmt: skip
"""Worked by hand from the rules: what the loser has left when White bears off the last checker, and what that counts."""


@pytest.mark.parametrize(
    ("name", "left", "points", "how"),
    [(name, *row) for names, rows in BORNE_OFF.items() for name in names.split() for row in rows],
)
def test_what_bearing_off_counts(name: str, left: str, points: int, how: str) -> None:
    game = game_of(name)
    position = parse_position(f"W: off({game.men}) B: {left}", game)
    assert win_of(game, position, Side.WHITE) == (Side.WHITE, points, how)
    black = 1 if name == "american_nardy" else points
    assert win_of(game, position.mirrored(), Side.BLACK) == (Side.BLACK, black, how)


ELSEWHERE = frozenset(
    ["doublets", "ketch_dolt", "yahoudieh", "tablut", "toc", "toccategli", "tokkadille_1853", "trictrac"]
)
"""Games whose results by hand stand in the tests of their families."""


def test_every_game_has_three_results_worked_by_hand() -> None:
    counted = Counter(row[1] for row in PLAYED)
    for names, rows in BORNE_OFF.items():
        counted.update({name: len(rows) for name in names.split()})
    lacking = {game.id for game in all_games() if counted[game.id] < 3} - ELSEWHERE
    assert not lacking, (
        f"{lacking}: work three results by hand, into PLAYED or BORNE_OFF (CONTRIBUTING.md, 'Add a game')"
    )


def test_a30_who_is_off_first_loses_unless_the_other_is_off_in_the_next_turn() -> None:
    game = game_of("giveaway")
    start = parse_position("W: 1(1) off(14) B: 1(2) off(13)", game)
    first = played(game, start, Side.WHITE, "6-1", "1/off").position
    assert win_of(game, first, Side.WHITE) is None
    drawn = played(game, first, Side.BLACK, "5-4", "1/off(2)").position
    assert win_of(game, drawn, Side.BLACK) == (None, 0, "draw")
    more = parse_position("W: 1(1) off(14) B: 1(4) off(11)", game)
    first = played(game, more, Side.WHITE, "6-1", "1/off").position
    lost = played(game, first, Side.BLACK, "5-4", "1/off(2)").position
    assert win_of(game, lost, Side.BLACK) == (Side.BLACK, 1, "single")


def test_b5_seven_points_are_two_chips_or_one_where_the_opponent_has_his() -> None:
    game = game_of("qi_liang")
    near = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(2) 6(1) 13(2) B:"
    for theirs, chips in (("24(5) 6(5) 5(5)", 2), ("7(2) 6(2) 5(2) 4(2) 3(2) 2(2) 1(3)", 1)):
        start = parse_position(f"{near} {theirs}", game)
        found = {each.position.past.tally for each in legal_plays(game, start, Side.WHITE, Roll.of(6, 1))
                 if each.position.white[6] >= 2 and sum(men >= 2 for men in each.position.white[1:13]) >= 7}  # fmt: skip
        assert found == {(chips, 0)}


@pytest.mark.parametrize(
    "name, shut",
    [("ludus_anglicorum", "bar(1) 24(9) 23(1) 22(1) 21(1) 20(1) 19(1)"), ("doze_canes", "2(2) 1(10)")],
)
def test_a_game_in_which_nobody_moves_is_drawn_after_twenty_turns(name: str, shut: str) -> None:
    game = game_of(name)
    start = parse_position(f"W: {shut} B: {shut}", game)
    position, side, roll = start, Side.WHITE, Roll.of(*(6, 5, 2)[: game.dice])
    for turn in range(20):
        assert win_of(game, position, side.other) is None, turn
        (only,) = legal_plays(game, position, side, roll)
        position, side = after_turn(game, position, side, roll, only.position), side.other
    assert position.white == start.white and win_of(game, position, side.other) == (None, 0, "stuck")
