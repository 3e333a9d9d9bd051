"""The naive generator against the vectors of the rules (8.1 and the movement of 8.2)."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import naive
from naive_games import GAMES, Rules, rules_of
from naive_moment import Men, opposite

NEVER = {"turns": (9, 9)}
"""A past in which the first turns are long over."""

VECTORS = """
BG-1 | backgammon | W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5) | 6-5 | 24/18/13; 24/13 | 24/19 13/7 | 2 | 7
BG-2 | backgammon | W: 20(1) B: 16(2) 6(1) | 6-5 | 20/14 | 20/15 | 1 | 1
BG-3 | backgammon | W: bar(1) 6(5) 8(3) B: 4(2) 6(5) 24(1) | 4-2 | bar/23 6/2; bar/23 8/4 | bar/21 6/4; 8/4 6/4 | 2 | 2
BG-4 | backgammon | W: 5(2) B: 24(2) | 6-5 | 5/off(2) | 5/off | 2 | 1
BG-5 | backgammon | W: 6(1) 3(1) B: 24(2) | 6-1 | 6/off 3/2; 6/5/off | 3/2 6/5 | 2 | 2
BG-6 | backgammon | W: 6(2) 4(1) B: 13(2) | 5-5 | 6/1(2) 4/off 1/off | 6/1(2) 4/off | 4 | 1
PO-1 | portes | W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5) | 6-6 | 24/18(2) 13/7(2); 24/18(2) 8/2(2) | 24/12 | 4 | 11
PK-1 | plakoto | W: 24(15) B: 24(15) | 6-3 | 24/15; 24/18 24/21 | 24/17 | 2 | 2
PK-2 | plakoto | W: 24(13) 11(1) 10(1) B: 24(14) 15(1) | 1-1 | 24/20; 24/23(4); 24/22(2) | 11/10 24/23(3); 10/9 24/23(3) | 4 | 5
PK-3 | plakoto | W: 24(14) 16(1) B: 24(14) 13(1) | 4-1 | 16/12@ 24/23; 16/12@/11 | 16/12@ 12/10 | 2 | 5
PN-1 | persian_nard | W: 8(2) 6(3) 13(5) 24(2) 7(3) B: 20(1) 24(2) 13(5) 8(2) 6(5) | 3-2 | 8/5* 8/6; 8/5* 13/11; 7/5* 8/5 | 8/5*/3 | 2 | 27
PN-2 | persian_nard | W: 13(5) 8(3) 6(5) 24(2) B: 17(1) 24(2) 13(5) 8(2) 6(5) | 5-3 | 13/8*/5 |  | 2 | 10
FV-1 | fevga | W: 24(15) B: 24(15) | 6-6 | 24/18 | 24/18(2); 24/12 | 1 | 1
FV-2 | fevga | W: 24(15) B: 24(15) | 5-4 | 24/15 | 24/19 24/20 | 2 | 1
FV-3 | fevga | W: 24(14) 14(1) B: 24(14) 21(1) | 6-1 | 14/7; 14/8 24/23 | 14/13 24/18 | 2 | 2
FV-4 | fevga | W: 24(8) 23(1) 22(1) 21(1) 20(1) 3(3) B: 24(14) 18(1) | 5-1 | 24/19/18; 24/19 20/19 | 24/19 24/23 | 2 | 25
FV-5 | fevga | W: 24(13) 11(1) 10(1) B: 24(14) 20(1) | 3-2 | 24/21 24/22; 11/9 10/7 | 11/8 24/22 | 2 | 7
LN-1 | long_nardy | W: 24(15) B: 24(15) | 6-6 | 24/18(2) | 24/18 | 2 | 1
LN-2 | long_nardy | W: 24(15) B: 24(15) | 4-4 | 24/16(2) | 24/16 | 4 | 1
LN-3 | long_nardy | W: 24(15) B: 24(15) | 3-3 | 24/15 24/21; 24/18(2) | 24/21(3) 21/18 | 4 | 2
LN-4 | long_nardy | W: 24(15) B: 24(15) | 5-4 | 24/15 | 24/19 24/20 | 2 | 1
LN-5 | long_nardy | W: 24(13) 18(1) 15(1) B: 24(13) 17(2) | 6-4 | 24/14; 24/18 18/14; 24/18 15/11 | 24/18 24/20 | 2 | 5
LN-6 | long_nardy | W: 24(9) 16(1) 11(1) 10(1) 9(1) 8(1) 7(1) B: 24(15) | 6-4 | 24/18 11/7; 24/18 10/6 | 16/6 | 2 | 36
LN-7 | long_nardy | W: 24(9) 16(1) 11(1) 10(1) 9(1) 8(1) 7(1) B: 24(14) 10(1) | 6-4 | 16/6 |  | 2 | 37
KH-1 | khachapuri | W: 24(4) 6(11) B: 24(4) 6(11) | 6-5 | 24/19/13 | 6/off 24/19; 24/18 24/19 | 2 | 1
KH-2 | khachapuri | W: 24(4) 6(11) B: 24(4) 6(11) | 5-4 | 24/19 24/20; 24/15 |  | 2 | 5
GB-1 | gul_bara | W: 24(12) 20(1) 15(2) B: 24(14) 23(1) | 4-2 | 24/20 24/22; 24/18 | 15/11 24/22 | 2 | 7
DU-1 | dutch | W: hand(15) B: 4(1) 8(2) hand(12) | 4-3 | hand/22 | hand/21* hand/22 | 1 | 1
DU-2 | dutch | W: hand(2) 5(1) 13(12) B: 4(1) 8(2) 13(12) | 4-3 | hand/21* hand/22 |  | 2 | 1
DU-3 | dutch | W: hand(1) 5(1) 13(13) B: 8(2) 13(13) | 4-3 | hand/21 13/10; hand/22 13/9; hand/18 | 13/9 13/10 | 2 | 5
RU-1 | russian_backgammon | W: hand(13) 20(1) 22(1) B: hand(14) 21(1) | 4-3 | hand/21* hand/22; hand/21* 22/19 |  | 2 | 10
AM-1 | american_nardy | W: 24(2) 23(2) 22(2) hand(9) B: 22(2) 21(5) 20(3) 19(5) | 6-5 | hand/19 hand/20; 24/18 hand/20; 24/19 24/18 | 22/16 hand/20 | 2 | 14
SN-1 | snake | W: 24(2) 23(2) 22(2) hand(9) B: 24(2) 13(5) 8(3) 6(5) | 6-1 | hand/24 | 24/23 24/18; hand/19 hand/24 | 1 | 1
SN-2 | snake | W: 24(2) 23(2) 22(2) hand(9) B: 24(2) 13(5) 8(3) 6(5) | 6-6 |  | 24/18 | 0 | 1
JQ-1 | jacquet | W: 24(15) B: 24(15) | 6-6 | 24/18 | 24/18(2) | 1 | 1
JQ-2 | jacquet | W: 24(14) 8(1) B: 24(14) 14(1) | 2-1 | 8/5; 8/6 24/23 | 8/7 24/22 | 2 | 2
JQ-3 | jacquet | W: 24(14) 14(1) B: 24(14) 11(1) | 5-4 | 14/5 | 14/9 24/20 | 2 | 1
ST-1 | swedish_tables | W: 24(15) B: 24(15) | 6-6 | 24/18 | 24/18(2) | 1 | 1
ST-2 | swedish_tables | W: 24(15) B: 24(15) | 4-4 | 24/16 24/20 | 24/20(2) 20/16(2); 24/16 | 3 | 1
ST-3 | swedish_tables | W: bar(1) 24(10) 13(4) B: 24(10) 13(5) | 3-1 | bar/22 24/23; bar/22/21 | bar/22 13/12; bar/24 13/10 | 2 | 2
ST-4 | swedish_tables | W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5) | 6-2 | bar/19* bar/23 | bar/23 | 2 | 1
ST-5 | swedish_tables | W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5) | 5-3 | bar/20* bar/22* |  | 2 | 1
ST-6 | swedish_tables | W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5) | 6-5 | bar/19* | bar/20*; bar/19* bar/20* | 1 | 1
ST-7 | swedish_tables | W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5) | 2-1 | bar/23 | bar/24 bar/23 | 1 | 1
ST-8 | swedish_tables | W: 4(2) 3(2) 2(2) B: 24(15) | 3-2 | 4/1 4/2; 4/1 3/1 | 3/off 2/off; 4/1 2/off | 2 | 2
ST-9 | swedish_tables | W: 3(1) 1(4) B: 24(15) | 5-2 | 3/off 1/off | 3/1/off | 2 | 1
ST-10 | swedish_tables | W: 5(1) 4(2) B: 24(9) 13(6) | 4-4 |  | 4/off | 0 | 1
LP-1 | lautapeli | W: 4(2) 3(2) 2(2) B: 24(15) | 3-2 | 3/off 2/off; 4/1 2/off |  | 2 | 6
LP-2 | lautapeli | W: 20(1) 24(9) 13(5) B: 7(2) 6(2) 5(2) 4(2) 3(2) 2(2) 24(3) | 5-3 | 20/15* 24/21; 24/19* 24/21 | 20/17* 24/19* | 2 | 9
VK-1 | verkehren | W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5) | 6-5 |  | bar/19* | 0 | 1
VK-2 | verkehren | W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5) | 6-2 | bar/23 |  | 1 | 1
KO-1 | kotra | W: 24(12) 20(1) 18(1) 14(1) B: 24(13) 23(1) 20(1) | 5-1 | 20/15 24/23; 18/17 20/15 | 18/13 24/23 | 2 | 8
PU-1 | puff_contrary | W: hand(15) B: hand(15) | 4-2 | hand/23 hand/21 |  | 2 | 1
PU-2 | puff_contrary | W: hand(15) B: 2(2) hand(13) | 5-2 |  | hand/20 | 0 | 1
PU-3 | puff_contrary | W: hand(15) B: 5(2) hand(13) | 5-2 | hand/23 |  | 1 | 1
HG-1 | hypergammon | W: 24(1) 23(1) 22(1) B: 24(1) 23(1) 22(1) | 2-1 | 24/22 23/22; 24/21 |  | 2 | 6
MU-1 | moultezim | W: 24(15) B: 24(15) | 5-3 | 24/16 | 24/19 24/21 | 2 | 1
"""
"""Id, game, position, roll, legal plays, illegal plays, most numbers used, number of results; White is to play.

PN-2 cannot be on a board, Black's 17 being White's 8 where White has men; its numbers hold all the same, as a
landing looks at the enemy's men only.
"""

PAST = {"PK-2": {"pinned": ({10}, set())}, **{f"LN-{number}": {"turns": (0, 0)} for number in range(1, 5)}}
ROWS = [[part.strip() for part in line.split("|")] for line in VECTORS.strip().splitlines()]


def men_of(rules: Rules, text: str) -> tuple[tuple[int, ...], int]:
    """One side's men, and how many of them are in the hand; men that are not listed are off."""
    counts = [0] * (rules.points + 2)
    hand = 0
    for site, number in re.findall(r"(\w+)\((\d+)\)", text):
        index = rules.points + 1 if site in ("bar", "hand") else 0 if site == "off" else int(site)
        counts[index] += int(number)
        hand += int(number) if site == "hand" else 0
    counts[0] = rules.men - sum(counts[1:])
    return tuple(counts), hand


def at(rules: Rules, text: str, past: dict[str, object]) -> tuple[Men, Men, dict[str, object]]:
    """A position written as in the rules, and its past."""
    white, black = (men_of(rules, part) for part in text.removeprefix("W:").split("B:"))
    return white[0], black[0], {**NEVER, "hand": (white[1], black[1]), **past}


def played(rules: Rules, white: Men, black: Men, play: str) -> tuple[Men, Men]:
    """White's play made without asking whether it is legal; a star sends all men there to the bar."""
    mine, theirs = list(white), list(black)
    outside = rules.points + 1
    names = {"bar": outside, "hand": outside, "off": 0}
    for word in play.split():
        line, times = re.fullmatch(r"([^(]+)(?:\((\d)\))?", word).groups()
        for _ in range(int(times or 1)):
            sites = [part.rstrip("*@") for part in line.split("/")]
            numbers = [names.get(site) if site in names else int(site) for site in sites]
            mine[numbers[0]] -= 1
            mine[numbers[-1]] += 1
            for part, number in zip(line.split("/"), numbers, strict=True):
                if part.endswith("*"):
                    there = opposite(rules, 0, number)
                    theirs[outside] += theirs[there]
                    theirs[there] = 0
    assert min(mine) >= 0, play
    return tuple(mine), tuple(theirs)


def positions(
    game: str,
    text: str,
    roll: str,
    past: dict[str, object] | None = None,
    side: int = 0,
    carried: bool = False,
    **options: object,
) -> set[tuple[Men, Men]]:
    """The positions that a roll can lead to."""
    return {result[:2] for result in results(game, text, roll, past, side, carried, **options)}


def results(
    game: str,
    text: str,
    roll: str,
    past: dict[str, object] | None = None,
    side: int = 0,
    carried: bool = False,
    **options: object,
) -> set[naive.Result]:
    """The results that a roll can have."""
    white, black, full = at(rules_of(game, options), text, past or {})
    dice = tuple(map(int, roll.split("-")))
    return naive.results(game, options, (white, black), side, dice, full, carried)


def after(game: str, text: str, play: str) -> tuple[Men, Men]:
    """The position after a play of White."""
    white, black, _ = at(GAMES[game], text, {})
    return played(GAMES[game], white, black, play)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_vectors_of_the_rules(row: list[str]) -> None:
    name, game, text, roll, legal, illegal, most, count = row
    rules = GAMES[game]
    white, black, past = at(rules, text, PAST.get(name, {}))
    dice = tuple(map(int, roll.split("-")))
    found = naive.ends(game, {}, (white, black), 0, dice, past)
    reached = {(end.mine, end.theirs) for end, _, _ in found}
    assert len(reached) == int(count)
    assert {len(end.used) for end, _, _ in found} == {int(most)}
    for play in filter(None, legal.split("; ")):
        assert played(rules, white, black, play) in reached, play
    for play in filter(None, illegal.split("; ")):
        assert played(rules, white, black, play) not in reached, play


# ---- section 8.2, as far as it is about movement


def most_used(
    game: str, text: str, roll: str, past: dict[str, object] | None = None, **options: object
) -> int:
    """The most numbers that White can use."""
    white, black, full = at(rules_of(game, options), text, past or {})
    found = naive.ends(game, options, (white, black), 0, tuple(map(int, roll.split("-"))), full)
    return max(len(end.used) for end, _, _ in found)


def test_a_man_that_hit_is_covered_or_was_outside_home() -> None:
    pn3 = "W: 8(2) 7(3) 13(10) B: 20(1) 24(14)"
    assert after("persian_nard", pn3, "8/5* 7/5") in positions("persian_nard", pn3, "3-2")
    pn4 = "W: bar(1) 6(14) B: 2(1) 24(14)"
    assert after("persian_nard", pn4, "bar/23*/22") in positions("persian_nard", pn4, "2-1")


def test_hit_and_run_only_away_from_safety() -> None:
    text = "W: 8(1) 7(2) 3(12) B: 20(1) 24(14)"
    onto_three, alone = after("persian_nard", text, "8/5*/3"), after("persian_nard", text, "8/5*/4")
    assert onto_three not in positions("persian_nard", text, "3-2", hit_and_run="only_to_safety")
    assert alone in positions("persian_nard", text, "3-1", hit_and_run="only_to_safety")
    assert alone not in positions("persian_nard", text, "3-1")


def test_mother() -> None:
    rules = GAMES["plakoto"]
    pk4, pk5 = "W: 24(1) 6(14) B: 3(1) 5(14)", "W: 24(1) 6(14) B: 3(1) 24(2) 5(12)"
    assert men_of(rules, "1(1) 5(14)")[0] in {black for _, black in positions("plakoto", pk4, "4-2", side=1)}
    black = {black for _, black in positions("plakoto", pk5, "4-2", side=1)}
    assert men_of(rules, "1(1) 24(2) 5(12)")[0] not in black  # the game goes on, so the 4 must be played too
    assert men_of(rules, "1(1) 24(1) 20(1) 5(12)")[0] in black
    pinned = {"pinned": ({24}, set())}
    last = positions("plakoto", "W: 24(1) 6(14) B: 1(1) 24(1) 5(13)", "4-2", pinned, side=1)
    assert men_of(rules, "1(1) 20(1) 5(13)")[0] in {
        black for _, black in last
    }  # won with the 4: the 2 is not played
    pk6 = "W: 5(14) 24(1) B: 1(1) 24(1) 6(13)"
    assert after("plakoto", pk6, "5/1@") in positions("plakoto", pk6, "4-1", pinned)  # drawn with the 4


def test_pinned_men() -> None:
    pk7 = "W: 3(1) 4(14) B: 22(1) 13(14)"
    assert most_used("plakoto", pk7, "6-5", {"pinned": ({3}, set())}) == 0
    assert most_used("plakoto", pk7, "6-5", {"pinned": ({3}, set())}, bearoff_need="all_in_Q4") == 2
    pk8 = "W: 10(1) 12(14) B: 15(1) 1(14)"
    assert after("plakoto", pk8, "12/10") not in positions("plakoto", pk8, "2-1", {"pinned": ({10}, set())})


def test_trapping_all_men_is_forbidden_if_any_play_avoids_it() -> None:
    text = "W: 24(1) 5(2) 4(2) 3(2) 2(2) 7(2) 9(4) B: 18(15)"
    trap = after("fevga", text, "7/1")
    found = positions("fevga", text, "6-5")
    assert all(position[0][1] == 0 or position[0][5] == 0 or position[0][24] == 0 for position in found)
    assert trap[0][1] == 1


def test_long_nardy_head() -> None:
    text = "W: 24(15) B: 24(13) 7(1) 9(1)"
    assert most_used("long_nardy", text, "5-3", {"turns": (0, 0)}) == 0  # LN-8
    start = "W: 24(15) B: 24(15)"
    assert len(positions("long_nardy", start, "3-3", {"turns": (0, 0)}, head_exception="rolls")) == 2
    assert (
        len(positions("long_nardy", start, "2-1", {"turns": (0, 0)}, head_exception="any_first_throw")) == 2
    )


def test_ladder_of_gul_bara() -> None:
    open_board = "W: 24(15) B: 12(15)"
    assert most_used("gul_bara", open_board, "3-3", {"turns": (1, 1)}) == 4  # GB-2
    running = "W: 24(2) 23(2) off(11) B: 12(1) off(14)"
    assert most_used("gul_bara", running, "4-4", {"turns": (3, 3)}) == 12  # GB-3
    gb4 = "W: 24(2) off(13) B: 24(14) 18(1)"
    found = results("gul_bara", gb4, "4-4", {"turns": (3, 3)})
    assert {result[3] for result in found} == {(6, 6, 6, 6, 5, 5)}  # GB-4
    assert {result[0] for result in found} == {men_of(GAMES["gul_bara"], "11(2) off(13)")[0]}
    lost = results("gul_bara", gb4, "4-4", {"turns": (3, 3)}, unused="lost")
    assert {result[3] for result in lost} == {()}
    carried = results(
        "gul_bara", "W: 24(15) B: 24(15)", "6-6-6-6-5-5", {"turns": (3, 3)}, side=1, carried=True
    )
    assert all(result[3:] == ((), False) for result in carried)


def test_units_left_for_the_opponent() -> None:
    gb6 = "W: 24(14) 5(1) B: 24(14) 10(1)"
    (left,) = {result[3:] for result in results("gulbar_s4", gb6, "2-2")}
    assert left == ((2, 2), False)
    assert {result[3:] for result in results("gulbar_s4", "W: 24(15) B: 24(15)", "2-2")} == {
        ((), True)
    }  # GB-5


def test_acey() -> None:
    start = "W: hand(15) B: hand(15)"
    assert positions("acey_deucey", start, "4-2") >= {after("acey_deucey", start, "hand/21 hand/23")}  # AD-1
    sixes = after("acey_deucey", start, "hand/23 hand/24 hand/19(4)")
    assert [r[4] for r in results("acey_deucey", start, "2-1") if r[:2] == sixes] == [True]  # AD-2
    no_one = "W: bar(1) 1(14) B: 1(2) 3(2) 4(11)"
    assert {r[4] for r in results("acey_deucey", no_one, "2-1")} == {False}  # AD-3
    assert positions("acey_deucey", no_one, "2-1") == {after("acey_deucey", no_one, "bar/23")}
    three = "W: 24(1) off(14) B: 24(2) 2(13)"
    fives = [
        r[4] for r in results("acey_deucey", three, "2-1") if r[:2] == after("acey_deucey", three, "24/6")
    ]
    assert fives == [False]  # AD-4: the fourth five is blocked, and the turn ends


def test_complement_doublets() -> None:
    start = "W: 24(4) 23(4) 22(7) B: off(15)"
    assert most_used("russian_backgammon", start, "4-4") == 8
    assert {r[4] for r in results("russian_backgammon", start, "4-4")} == {True}  # RU-2
    ru3 = "W: 24(1) 12(1) off(13) B: 16(15)"
    assert most_used("russian_backgammon", ru3, "4-4") == 3
    assert {r[4] for r in results("russian_backgammon", ru3, "4-4")} == {False}  # RU-3
    ru4 = "W: hand(14) 20(1) B: hand(15)"
    assert after("russian_backgammon", ru4, "20/14/12") not in positions("russian_backgammon", ru4, "6-2")
    assert after("russian_backgammon", ru4, "hand/19 20/18") in positions("russian_backgammon", ru4, "6-2")


def test_snake_moves_when_all_are_in() -> None:
    text = "W: 24(2) 23(2) 22(2) 20(8) hand(1) B: 24(2) 13(5) 8(3) 6(5)"
    assert after("snake", text, "hand/21 20/18") in positions("snake", text, "4-2")


def test_jacquet_doublets() -> None:
    text = "W: 24(4) 23(3) 22(4) 5(4) B: 24(15)"
    free = "W: 24(10) 5(5) B: 24(1) off(14)"
    assert most_used("jacquet_versailles", free, "2-2") == 2
    assert most_used("jacquet_versailles", "W: 24(5) 23(5) 5(5) B: 24(1) off(14)", "6-6") == 6
    assert most_used("jacquet_triple_three", free, "3-3") == 3
    assert most_used("jacquet_triple_three", free, "4-4") == 4
    ends = positions("jacquet_versailles", "W: 24(9) 20(2) 21(1) 5(3) B: 24(15)", "4-3")
    assert all(sum(men >= 2 for men in white[19:25]) <= 2 for white, _ in ends)  # JV-3
    assert positions("jacquet_versailles", text, "1-1")


def test_matador() -> None:
    free = "W: 24(10) 5(5) B: 24(1) off(14)"
    sixes = after("matador", free, "24/20 24/21 24/18(4)")
    assert [r[4] for r in results("matador", free, "4-3") if r[:2] == sixes] == [True]  # MT-1
    four_blocked = "W: 24(14) 3(1) B: 24(13) 8(1) 5(1)"
    assert {r[4] for r in results("matador", four_blocked, "4-3")} == {False}  # MT-2
    assert positions("matador", four_blocked, "4-3") == {after("matador", four_blocked, "24/21")}
    lenient = {r for r in results("matador", four_blocked, "4-3", matador_lenient=True)}
    assert after("matador", four_blocked, "24/21 24/18(4)") in {r[:2] for r in lenient}
    assert {r[4] for r in lenient} == {True}


def test_winning_patterns_end_the_turn() -> None:
    sw11 = "W: 5(3) 4(3) 3(3) 2(3) 1(2) 6(1) B: 24(15)"
    assert after("swedish_tables", sw11, "6/1") in positions("swedish_tables", sw11, "5-2")
    sw12 = "W: 5(3) 4(3) 3(3) 2(2) 1(2) 6(1) off(1) B: 24(15)"
    assert after("swedish_tables", sw12, "6/1") not in positions("swedish_tables", sw12, "5-2")
    jan = "W: 18(1) 24(14) B: 24(1) 23(1) 22(1) 4(1) bar(3) 1(8)"
    assert after("swedish_tables", jan, "18/16*") in positions("swedish_tables", jan, "2-1")  # SW-13
    no_jan = "W: 18(1) 24(14) B: 24(1) 23(1) 22(1) 4(1) bar(2) 1(9)"
    assert after("swedish_tables", no_jan, "18/16*") not in positions(
        "swedish_tables", no_jan, "2-1"
    )  # SW-14


def test_junker_passes() -> None:
    text = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(2) 3(3) B: bar(1) off(14)"
    assert len(positions("swedish_tables", text, "6-5", side=1)) == 1  # SW-16
    two = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(2) 3(3) B: bar(1) 1(1) off(13)"
    found = positions("swedish_tables", two, "6-5", side=1)
    assert {(white[25], black[14]) for white, black in found} == {(2, 1)}  # a band of either number is broken
    assert len(found) == 2


def test_the_last_turn_may_waste() -> None:
    text = "W: 6(1) off(14) B: 16(1) 24(14)"
    assert len(positions("swedish_tables", text, "6-2")) == 2  # SW-17: 6/off, and 6/4*/off


def test_entry_by_one_when_the_pile_is_gone() -> None:
    text = "W: bar(1) 5(13) off(1) B: 24(15)"
    assert most_used("lautapeli", text, "1-1") >= 1  # LP-4


def test_six_bands_in_five_band_verkehren() -> None:
    vk4 = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(1) 13(1) 3(3) B: 24(1) 20(1) off(13)"
    vk5 = "W: 12(2) 11(2) 10(2) 9(2) 8(2) 7(1) 13(1) 3(3) B: bar(1) off(14)"
    made = after("verkehren", vk4, "13/7 3/2")
    assert made not in positions("verkehren", vk4, "6-1", bands="five")
    assert made in positions("verkehren", vk4, "6-1")
    assert after("verkehren", vk5, "13/7 3/2") in positions("verkehren", vk5, "6-1", bands="five")


def test_kotra_huk_and_entry() -> None:
    ko2 = "W: 24(10) 20(1) 18(1) 17(1) 16(1) 14(1) B: 24(15)"
    assert after("kotra", ko2, "18/13 24/23") in positions("kotra", ko2, "5-1")
    ko3 = "W: bar(1) 24(14) B: 8(1) 24(14)"
    assert len(positions("kotra", ko3, "5-5")) == 1
    assert most_used("kotra", ko3, "5-5") == 0


def test_lower_faces_of_puff() -> None:
    start = "W: hand(15) B: hand(15)"
    first = {
        (white[22], white[21]): again for white, _, _, _, again in results("puff_contrary", start, "3-3")
    }
    assert first == {(2, 0): False, (2, 1): False, (2, 2): False}  # PU-4
    second = {
        (white[22], white[21]): again
        for white, _, _, _, again in results("puff_contrary", start, "3-3", {"doublets": (1, 0)})
    }
    assert second == {(4, number): True for number in range(5)}  # PU-5
    tricktrack = {tuple(white[19:25]) for white, _ in positions("tricktrack", start, "2-1")}
    assert tricktrack == {(0, 0, 0, 0, 1, 1), (0, 1, 0, 0, 1, 1), (1, 1, 0, 0, 1, 1)}  # PU-6
    compulsory = positions("puff_contrary", start, "3-3", lower_compulsory=True)
    assert len(compulsory) == 1


def test_hui_hui_takes_off_any_two() -> None:
    text = "W: 6(1) 3(1) 1(1) B: 24(15)"
    expected = {after("hui_hui", text, play) for play in ("6/off 3/off", "6/off 1/off", "3/off 1/off")}
    assert positions("hui_hui", text, "2-1") == expected
