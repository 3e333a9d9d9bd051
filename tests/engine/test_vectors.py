"""The movement vectors of the rules: legal plays, illegal ones with the rule they break, how many numbers can be used.

A vector that contradicts the text of the rules is changed to what the text says, with a note beside it.
"""

from dataclasses import dataclass, replace

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play, played_out, written
from engine.position import Position
from engine.position_parsing import parse_position
from engine.words.wording import Names, reason


@dataclass(frozen=True, slots=True)
class Vector:
    """A situation with White to play: legal plays, (illegal play, rule), the most numbers used, how many results."""

    name: str
    game: str
    position: str
    roll: str
    legal: tuple[str, ...]
    illegal: tuple[tuple[str, str], ...]
    most: int
    count: int


VECTORS = (
    Vector(
        "BG-1", "backgammon", "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)", "6-5",
        ("24/18/13", "24/13"), (("24/19 13/7", "R.block"),), 2, 7,
    ),
    Vector(
        "TC-1", "tourne_case", "W: hand(1) 22(1) 20(1) B: hand(1) 18(1) 13(1)", "5-2",
        ("20/18*", "hand/23"), (("22/20", "R.file"), ("20/15", "R.dice")), 1, 2,
    ),
    Vector(
        "TC-2", "tourne_case", "W: 15(1) 14(1) 13(1) B: hand(3)", "6-2",
        ("",), (("14/12", "R.file"), ("15/13", "R.file")), 0, 1,
    ),
    Vector(
        "TC-3", "tourne_case", "W: bar(1) 22(1) 20(1) B: hand(1) 18(1) 13(1)", "2-2",
        ("bar/23",), (("20/18*", "R.bar_first"),), 1, 1,
    ),
    Vector(
        "TC-4", "tourne_case", "W: 14(1) 13(2) B: 24(1) 18(1) 13(1)", "3-1",
        ("14/13",), (("14/11", "R.dice"),), 1, 1,
    ),
    Vector(
        "FA-1", "fallas", "W: bar(1) 6(14) B: 24(4) 6(3) 5(2) 3(2) 2(2) 1(2)", "4-1-1",
        ("bar/21 6/5(2)", "bar/21 6/4"), (("bar/21", "R.must_use"),), 3, 2,
    ),
    Vector(
        "BG-2", "backgammon", "W: 20(1) B: 16(2) 6(1)", "6-5",
        ("20/14",), (("20/15", "R.higher_die"),), 1, 1,
    ),
    Vector(
        "BG-3", "backgammon", "W: bar(1) 6(5) 8(3) B: 4(2) 6(5) 24(1)", "4-2",
        ("bar/23 6/2", "bar/23 8/4"), (("bar/21 6/4", "R.block"), ("8/4 6/4", "R.bar_first")), 2, 2,
    ),
    Vector(
        "BG-4", "backgammon", "W: 5(2) B: 24(2)", "6-5",
        ("5/off(2)",), (("5/off", "R.must_use"),), 2, 1,
    ),
    Vector(
        "BG-5", "backgammon", "W: 6(1) 3(1) B: 24(2)", "6-1",
        ("6/off 3/2", "6/5/off"), (("3/2 6/5", "R.dice"),), 2, 2,
    ),
    Vector(
        "BG-6", "backgammon", "W: 6(2) 4(1) B: 13(2)", "5-5",
        ("6/1(2) 4/off 1/off",), (("6/1(2) 4/off", "R.must_use"),), 4, 1,
    ),
    Vector(
        "PO-1", "portes", "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)", "6-6",
        ("24/18(2) 13/7(2)", "24/18(2) 8/2(2)"), (("24/12", "R.block"),), 4, 11,
    ),
    Vector(
        "PK-1", "plakoto", "W: 24(15) B: 24(15)", "6-3",
        ("24/15", "24/18 24/21"), (("24/17", "R.dice"),), 2, 2,
    ),
    Vector(
        "PK-2", "plakoto", "W: 24(13) 11(1) pin(10) B: 24(14) 15(1)", "1-1",
        ("24/20", "24/23(4)", "24/22(2)"), (("11/10 24/23(3)", "R.block"), ("10/9 24/23(3)", "R.pinned")), 4, 5,
    ),
    Vector(
        "PK-3", "plakoto", "W: 24(14) 16(1) B: 24(14) 13(1)", "4-1",
        ("16/12@ 24/23", "16/12@/11"), (("16/12@ 12/10", "R.dice"),), 2, 5,
    ),
    Vector(
        "PN-1", "persian_nard", "W: 8(2) 6(3) 13(5) 24(2) 7(3) B: 20(1) 24(2) 13(5) 8(2) 6(5)", "3-2",
        ("8/5* 8/6", "8/5* 13/11", "7/5* 8/5"), (("8/5*/3", "R.hit_run"),), 2, 27,
    ),
    Vector(
        # The rules give White three checkers on 8, which is Black's 17: they stand on 9 here, and there are 11 results.
        "PN-2", "persian_nard", "W: 13(5) 9(3) 6(5) 24(2) B: 17(1) 24(2) 13(5) 8(2) 6(5)", "5-3",
        ("13/8*/5",), (), 2, 11,
    ),
    Vector(
        "FV-1", "fevga", "W: 24(15) B: 24(15)", "6-6",
        ("24/18",), (("24/18(2)", "R.runner"), ("24/12", "R.block")), 1, 1,
    ),
    Vector(
        "FV-2", "fevga", "W: 24(15) B: 24(15)", "5-4",
        ("24/15",), (("24/19 24/20", "R.runner"),), 2, 1,
    ),
    Vector(
        "FV-3", "fevga", "W: 24(14) 14(1) B: 24(14) 21(1)", "6-1",
        ("14/7", "14/8 24/23"), (("14/13 24/18", "R.runner"),), 2, 2,
    ),
    Vector(
        "FV-4", "fevga", "W: 24(8) 23(1) 22(1) 21(1) 20(1) 3(3) B: 24(14) 18(1)", "5-1",
        ("24/19/18", "24/19 20/19"), (("24/19 24/23", "R.gap"),), 2, 25,
    ),
    Vector(
        "FV-5", "fevga", "W: 24(13) 11(1) 10(1) B: 24(14) 20(1)", "3-2",
        ("24/21 24/22", "11/9 10/7"), (("11/8 24/22", "R.block"),), 2, 7,
    ),
    Vector(
        "LN-1", "long_nardy", "W: 24(15) B: 24(15)", "6-6",
        ("24/18(2)",), (("24/18", "R.must_use"),), 2, 1,
    ),
    Vector(
        "LN-2", "long_nardy", "W: 24(15) B: 24(15)", "4-4",
        ("24/16(2)",), (("24/16", "R.must_use"),), 4, 1,
    ),
    Vector(
        "LN-3", "long_nardy", "W: 24(15) B: 24(15)", "3-3",
        ("24/15 24/21", "24/18(2)"), (("24/21(3) 21/18", "R.head"),), 4, 2,
    ),
    Vector(
        "LN-4", "long_nardy", "W: 24(15) B: 24(15)", "5-4",
        ("24/15",), (("24/19 24/20", "R.head"),), 2, 1,
    ),
    Vector(
        "LN-5", "long_nardy", "W: 24(13) 18(1) 15(1) B: 24(13) 17(2)", "6-4",
        ("24/14", "24/18 18/14", "24/18 15/11"), (("24/18 24/20", "R.head"),), 2, 5,
    ),
    Vector(
        "LN-6", "long_nardy", "W: 24(9) 16(1) 11(1) 10(1) 9(1) 8(1) 7(1) B: 24(15)", "6-4",
        ("24/18 11/7", "24/18 10/6"), (("16/6", "R.prime"),), 2, 36,
    ),
    Vector(
        "LN-7", "long_nardy", "W: 24(9) 16(1) 11(1) 10(1) 9(1) 8(1) 7(1) B: 24(14) 10(1)", "6-4",
        ("16/6",), (), 2, 37,
    ),
    Vector(
        "KH-1", "khachapuri", "W: 24(4) 6(11) B: 24(4) 6(11)", "6-5",
        ("24/19/13",), (("6/off 24/19", "R.bearoff"), ("24/18 24/19", "R.block")), 2, 1,
    ),
    Vector(
        "KH-2", "khachapuri", "W: 24(4) 6(11) B: 24(4) 6(11)", "5-4",
        ("24/19 24/20", "24/15"), (), 2, 5,
    ),
    Vector(
        "GB-1", "gul_bara", "W: 24(12) 20(1) 15(2) B: 24(14) 23(1)", "4-2",
        ("24/20 24/22", "24/18"), (("15/11 24/22", "R.block"),), 2, 7,
    ),
    Vector(
        "DU-1", "dutch", "W: hand(15) B: 4(1) 8(2) hand(12)", "4-3",
        ("hand/22",), (("hand/21* hand/22", "R.no_hit_yet"),), 1, 1,
    ),
    Vector(
        "DU-2", "dutch", "W: hand(2) 5(1) 13(12) B: 4(1) 8(2) 13(12)", "4-3",
        ("hand/21* hand/22",), (), 2, 1,
    ),
    Vector(
        "DU-3", "dutch", "W: hand(1) 5(1) 13(13) B: 8(2) 13(13)", "4-3",
        ("hand/21 13/10", "hand/22 13/9", "hand/18"), (("13/9 13/10", "R.bar_first"),), 2, 5,
    ),
    Vector(
        "RU-1", "russian_backgammon", "W: hand(13) 20(1) 22(1) B: hand(14) 21(1)", "4-3",
        ("hand/21* hand/22", "hand/21* 22/19"), (), 2, 10,
    ),
    Vector(
        "AM-1", "american_nardy", "W: 24(2) 23(2) 22(2) hand(9) B: 22(2) 21(5) 20(3) 19(5)", "6-5",
        ("hand/19 hand/20", "24/18 hand/20", "24/19 24/18"), (("22/16 hand/20", "R.block"),), 2, 14,
    ),
    Vector(
        "SN-1", "snake", "W: 24(2) 23(2) 22(2) hand(9) B: 24(2) 13(5) 8(3) 6(5)", "6-1",
        ("hand/24",), (("24/23 24/18", "R.bar_first"), ("hand/19 hand/24", "R.block")), 1, 1,
    ),
    Vector(
        "SN-2", "snake", "W: 24(2) 23(2) 22(2) hand(9) B: 24(2) 13(5) 8(3) 6(5)", "6-6",
        ("",), (("24/18", "R.bar_first"),), 0, 1,
    ),
    Vector(
        "JQ-1", "jacquet", "W: 24(15) B: 24(15)", "6-6",
        ("24/18",), (("24/18(2)", "R.runner"),), 1, 1,
    ),
    Vector(
        "JQ-2", "jacquet", "W: 24(14) 8(1) B: 24(14) 14(1)", "2-1",
        ("8/5", "8/6 24/23"), (("8/7 24/22", "R.runner"),), 2, 2,
    ),
    Vector(
        "JQ-3", "jacquet", "W: 24(14) 14(1) B: 24(14) 11(1)", "5-4",
        ("14/5",), (("14/9 24/20", "R.runner"),), 2, 1,
    ),
    Vector(
        "ST-1", "swedish_tables", "W: 24(15) B: 24(15)", "6-6",
        ("24/18",), (("24/18(2)", "R.band"),), 1, 1,
    ),
    Vector(
        "ST-2", "swedish_tables", "W: 24(15) B: 24(15)", "4-4",
        ("24/16 24/20",), (("24/20(2) 20/16(2)", "R.band"), ("24/16", "R.must_use")), 3, 1,
    ),
    Vector(
        "ST-3", "swedish_tables", "W: bar(1) 24(10) 13(4) B: 24(10) 13(5)", "3-1",
        ("bar/22 24/23", "bar/22/21"), (("bar/22 13/12", "R.block"), ("bar/24 13/10", "R.entry")), 2, 2,
    ),
    Vector(
        "ST-4", "swedish_tables", "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "6-2",
        ("bar/19* bar/23",), (("bar/23", "R.must_use"),), 2, 1,
    ),
    Vector(
        "ST-5", "swedish_tables", "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "5-3",
        ("bar/20* bar/22*",), (), 2, 1,
    ),
    Vector(
        "ST-6", "swedish_tables", "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "6-5",
        ("bar/19*",), (("bar/20*", "R.higher_die"), ("bar/19* bar/20*", "R.break")), 1, 1,
    ),
    Vector(
        "ST-7", "swedish_tables", "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "2-1",
        ("bar/23",), (("bar/24 bar/23", "R.entry"),), 1, 1,
    ),
    Vector(
        "ST-8", "swedish_tables", "W: 4(2) 3(2) 2(2) B: 24(15)", "3-2",
        ("4/1 4/2", "4/1 3/1"), (("3/off 2/off", "R.bearoff"), ("4/1 2/off", "R.bearoff")), 2, 2,
    ),
    Vector(
        "ST-9", "swedish_tables", "W: 3(1) 1(4) B: 24(15)", "5-2",
        ("3/off 1/off",), (("3/1/off", "R.waste"),), 2, 1,
    ),
    Vector(
        "ST-10", "swedish_tables", "W: 5(1) 4(2) B: 24(9) 13(6)", "4-4",
        ("",), (("4/off", "R.bearoff"),), 0, 1,
    ),
    Vector(
        "LP-1", "lautapeli", "W: 4(2) 3(2) 2(2) B: 24(15)", "3-2",
        ("3/off 2/off", "4/1 2/off"), (), 2, 6,
    ),
    Vector(
        "LP-2", "lautapeli", "W: 20(1) 24(9) 13(5) B: 7(2) 6(2) 5(2) 4(2) 3(2) 2(2) 24(3)", "5-3",
        ("20/15* 24/21", "24/19* 24/21"), (("20/17* 24/19*", "R.break"),), 2, 9,
    ),
    Vector(
        "VK-1", "verkehren", "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "6-5",
        ("",), (("bar/19*", "R.block"),), 0, 1,
    ),
    Vector(
        "VK-2", "verkehren", "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "6-2",
        ("bar/23",), (), 1, 1,
    ),
    Vector(
        "KO-1", "kotra", "W: 24(12) 20(1) 18(1) 14(1) B: 24(13) 23(1) 20(1)", "5-1",
        ("20/15 24/23", "18/17 20/15"), (("18/13 24/23", "R.huk"),), 2, 8,
    ),
    Vector(
        "PU-1", "puff_contrary", "W: hand(15) B: hand(15)", "4-2",
        ("hand/23 hand/21",), (), 2, 1,
    ),
    Vector(
        "PU-2", "puff_contrary", "W: hand(15) B: 2(2) hand(13)", "5-2",
        ("",), (("hand/20", "R.low_first"),), 0, 1,
    ),
    Vector(
        "PU-3", "puff_contrary", "W: hand(15) B: 5(2) hand(13)", "5-2",
        ("hand/23",), (), 1, 1,
    ),
    Vector(
        "TW-1", "tawula", "W: bar(1) 24(14) B: 24(15)", "1-1",
        ("bar/24/23",), (), 2, 1,
    ),
    Vector(
        "TW-2", "tawula", "W: bar(1) 24(1) 23(1) 13(12) B: 22(15)", "2-1",
        ("bar/24 13/11", "bar/24/22"), (("bar/23 13/12", "R.entry"),), 2, 3,
    ),
    Vector(
        "HG-1", "hypergammon", "W: 24(1) 23(1) 22(1) B: 24(1) 23(1) 22(1)", "2-1",
        ("24/22 23/22", "24/21"), (), 2, 6,
    ),
    Vector(
        "MU-1", "moultezim", "W: 24(15) B: 24(15)", "5-3",
        ("24/16",), (("24/19 24/21", "R.runner"),), 2, 1,
    ),
)  # fmt: skip
LATER = {"LN-5", "LN-6", "LN-7"}
"""Vectors about a turn that is not the side's first."""


def situation(vector: Vector) -> Position:
    """The position of a vector, on the turn that it speaks of."""
    position = parse_position(vector.position, find_game(vector.game))
    turns = (5, 5) if vector.name in LATER else (0, 0)
    return Position(position.white, position.black, replace(position.past, turns=turns))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector.name for vector in VECTORS])
def test_movement_vectors(vector: Vector) -> None:
    game, roll = find_game(vector.game), Roll.parse(vector.roll)
    position = situation(vector)
    outcomes = legal_plays(game, position, Side.WHITE, roll)
    assert len(outcomes) == vector.count, [
        written(game, position, Side.WHITE, each.play) for each in outcomes
    ]
    assert {len(outcome.play.moves) for outcome in outcomes} == {vector.most}
    for play in vector.legal:
        outcome = parse_play(game, position, Side.WHITE, roll, play)
        assert outcome in outcomes
        again = written(game, position, Side.WHITE, outcome.play)
        assert parse_play(game, position, Side.WHITE, roll, again) == outcome


ILLEGAL = [(vector, play, rule) for vector in VECTORS for play, rule in vector.illegal]


@pytest.mark.parametrize(
    ("vector", "play", "rule"), ILLEGAL, ids=[f"{v.name} {play}" for v, play, _ in ILLEGAL]
)
def test_illegal_plays_name_the_rule(vector: Vector, play: str, rule: str) -> None:
    game, roll = find_game(vector.game), Roll.parse(vector.roll)
    position = situation(vector)
    seen = played_out(game, position, Side.WHITE, play).position
    legal = legal_plays(game, position, Side.WHITE, roll)
    assert seen not in {outcome.position for outcome in legal}
    fault = explain(game, position, Side.WHITE, roll, seen)
    assert fault.rule == rule, reason(fault, Names("Anna", "Ben"))
    assert fault.nearest in [outcome.play for outcome in legal]
