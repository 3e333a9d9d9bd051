"""Every rule of every game has a sentence; illegal boards of all games are explained, legal ones never."""

import ast
import inspect
import random
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import illegal_plays

from engine.board import Side
from engine.dice import Roll, parse_roll
from engine.errors import InvalidPlay, InvalidPosition, InvalidRoll, TooManyPlays
from engine.faults.explain import explain, likely_play
from engine.games import all_games, find_game
from engine.play import Fault, Outcome
from engine.plays.legal import legal_plays
from engine.plays.membership import reached
from engine.plays.notation import made, parse_legs, played_out
from engine.plays.ordered import explorations
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.restrictions import PrimeNeedsPasserAtOnce
from engine.tables.tables_game import Landing, OptionValue, TablesGame
from engine.words.texts import TEXTS
from engine.words.wording import Names, reason, sentences

NAMES = Names("Anna", "Ben")
GAMES = [game for game in all_games() if isinstance(game, TablesGame) and game.family is None]

NEEDED = {"point", "points", "region", "count", "needed", "left"}
"""What sentences need to know, by name."""

# game, options, turns of each side before this one, position, roll, play as made, rule, sentence
SAID: list[tuple[str, dict[str, OptionValue], int, str, str, str, str, str]] = [
    (
        "kotra", {"start_side_max": 2}, 5, "W: 24(12) 20(2) 10(1) B: 24(15)", "4-1", "24/20 10/9",
        "R.band", "24/20 is illegal: before the 12 at most two of Anna's stand on a point.",
    ),
    (
        "tourne_case", {}, 5, "W: hand(2) 18(1) B: hand(2) 14(1)", "5-2", "18/13",
        "R.dice", "18/13 is illegal: only the lower number is played, the 2.",
    ),
    (
        "hui_hui", {}, 5, "W: 6(2) 5(2) 4(2) off(9) B: 13(2) off(13)", "2-1", "6/4 5/4",
        "R.bearoff", "6/4 is illegal: with all checkers home, every number bears one off.",
    ),
    (
        "tabula", {}, 5, "W: 5(2) 2(1) off(12) B: 24(3) off(12)", "6-4-1", "5/off 5/1 2/1",
        "R.bearoff", "5/off with a 6 is illegal: only the exact number bears off.",
    ),
    (
        "short_nardy", {"bearoff_start": "next_turn"}, 5, "W: 8(1) 3(14) B: 24(2) 13(13)", "5-3", "8/3 3/off",
        "R.bearoff", "3/off is illegal: the turn must begin with all checkers home.",
    ),
    (
        "plakoto", {}, 5, "W: 24(13) 11(1) pin(10) B: 24(14) 15(1)", "2-1", "10/8 24/23",
        "R.pinned", "10/8 is illegal: Ben pins the checker on 10.",
    ),
    (
        "plakoto", {}, 5, "W: 24(13) 11(1) pin(10) B: 24(14) 15(1)", "2-1", "11/10 24/22",
        "R.block", "11/10 is illegal: Ben pins Anna's checker on 10.",
    ),
    (
        "swedish_tables", {}, 5, "W: 4(2) 3(2) 2(2) off(9) B: 24(15)", "3-2", "4/1 2/off",
        "R.bearoff", "2/off is illegal: the hindmost checker, the one on 4, goes first.",
    ),
    (
        "swedish_tables", {}, 5, "W: 3(1) 1(4) off(10) B: 24(15)", "5-2", "3/1/off",
        "R.waste", "3/off 1/off wastes less: as little as possible may be wasted.",
    ),
    (
        "swedish_tables", {}, 5, "W: bar(3) 24(5) 21(1) 13(6) B: 8(2) 7(2) 10(1) 24(5) 13(5)", "6-5", "bar/19** bar/20**",
        "R.break", "Bar/20 is illegal: Ben's made point, 20, may not be broken now.",
    ),
    (
        "swedish_tables", {}, 5, "W: bar(1) 24(10) 13(4) B: 24(10) 13(5)", "3-1", "bar/24 13/10",
        "R.entry", "Bar/24 is illegal: Anna's own checkers stand on 24.",
    ),
    (
        "swedish_tables", {}, 5, "W: 24(15) B: 24(15)", "6-6", "24/18(2)",
        "R.band", "24/18 is illegal: before the 13 Anna's checkers stand singly.",
    ),
    (
        "kotra", {}, 5, "W: bar(1) 24(9) 13(5) B: 24(13) 9(1) 8(1)", "4-3", "bar/21* 24/21",
        "R.entry", "Bar/21 is illegal: only empty points are entered, and Ben is on 21.",
    ),
    (
        "kotra", {}, 5, "W: 24(12) 20(1) 18(1) 14(1) B: 24(13) 23(1) 20(1)", "5-1", "18/13 24/23",
        "R.huk", "18/13 is illegal: before the 13 five must have left the head, four have.",
    ),
    (
        "fevga", {}, 5, "W: 24(8) 23(1) 22(1) 21(1) 20(1) 3(3) B: 24(14) 18(1)", "5-1", "24/19 24/23",
        "R.gap", "Anna may not fill 24, 23, 22, 21, 20 and 19: one of them must stay open.",
    ),
    (
        "fevga", {}, 5, "W: 24(5) 5(2) 4(2) 3(3) 2(3) B: 18(15)", "2-1", "3/1 24/23",
        "R.prime", "Anna may not hold 5, 4, 3, 2, 1, 24 and 23: all of Ben's stand right behind.",
    ),
    (
        "fevga", {}, 5, "W: 24(14) 14(1) B: 24(14) 21(1)", "6-1", "14/13 24/18",
        "R.runner", "The checker on 13 must first come to the 12 point or beyond.",
    ),
    (
        "long_nardy", {}, 5, "W: 24(9) 16(1) 11(1) 10(1) 9(1) 8(1) 7(1) B: 24(15)", "6-4", "16/6",
        "R.prime", "Anna may not hold 11, 10, 9, 8, 7 and 6: no checker of Ben's has passed.",
    ),
    (
        "long_nardy", {"prime_check": "step"}, 5, "W: 24(9) 16(1) 11(1) 10(1) 9(1) 8(1) 7(1) B: 24(15)", "6-4", "16/6",
        "R.prime", "Anna may not hold 11, 10, 9, 8, 7 and 6: no checker of Ben's has passed.",
    ),
    (
        "long_nardy", {}, 5, "W: 24(13) 18(1) 15(1) B: 24(13) 17(2)", "6-4", "24/18 24/20",
        "R.head", "Only one checker may leave the head in a turn.",
    ),
    (
        "long_nardy", {}, 0, "W: 24(15) B: 24(15)", "3-3", "24/21(3) 21/18",
        "R.head", "Only two checkers may leave the head in this turn.",
    ),
    (
        "jacquet_versailles", {}, 5, "W: 24(7) 23(2) 22(1) 5(5) B: 24(14) 5(1)", "2-1", "24/22 5/4",
        "R.band", "Anna may make two points of the first quarter, not 24, 23 and 22.",
    ),
    (
        "verkehren", {"bands": "five"}, 5, "W: 13(1) 12(2) 11(2) 10(2) 9(2) 8(2) 7(1) 5(3) B: 4(2) off(13)", "6-1", "13/7 5/4",
        "R.prime", "At most five made points in a row are allowed: Anna has 12, 11, 10, 9, 8 and 7.",
    ),
    (
        "dutch", {}, 5, "W: hand(15) B: 4(1) 8(2) hand(12)", "4-3", "hand/21* hand/22",
        "R.no_hit_yet", "Hand/21 is illegal: Anna may not hit before one checker is home.",
    ),
    (
        "dutch", {}, 5, "W: hand(1) 5(1) 13(13) B: 8(2) 13(13)", "4-3", "13/9 13/10",
        "R.bar_first", "Anna's checker in the hand must come in first.",
    ),
    (
        "persian_nard", {}, 5, "W: 8(2) 6(3) 13(5) 24(2) 7(3) off(0) B: 20(1) 24(2) 13(5) 8(2) 6(5)", "3-2", "8/5*/3",
        "R.hit_run", "The checker that hit on Anna's 5 may not move on in this turn.",
    ),
    (
        "russian_backgammon", {}, 5, "W: hand(14) 20(1) B: hand(15)", "6-2", "20/14/12",
        "R.bar_first", "Anna must first bring in one more checker.",
    ),
    (
        "russian_backgammon", {}, 5, "W: 19(1) 1(14) B: 24(13) 3(2)", "4-4", "19/16",
        "R.low_first", "All four 4s have to be played before any 3.",
    ),
    (
        "snake", {}, 5, "W: 24(2) 23(2) 22(2) hand(9) B: 24(2) 13(5) 8(3) 6(5)", "6-1", "24/23 24/18",
        "R.bar_first", "Anna's nine checkers in the hand must come in first.",
    ),
    (
        "puff_contrary", {}, 5, "W: hand(15) B: 2(2) hand(13)", "5-2", "hand/20",
        "R.low_first", "The 2 comes first; as it cannot be played, the 5 is lost too.",
    ),
    (
        "puff_contrary", {}, 5, "W: hand(15) B: hand(15)", "5-2", "hand/20",
        "R.low_first", "The 2, the smaller number, must be played before the 5.",
    ),
    (
        "puff_contrary", {}, 5, "W: hand(15) B: hand(15)", "3-3", "hand/22 hand/21",
        "R.low_first", "Both 3s have to be played before any 4.",
    ),
    (
        "gul_bara", {}, 5, "W: 20(2) 13(2) 1(11) B: 24(12) 18(1) 17(1) 16(1)", "4-4", "20/16(2) 16/11",
        "R.low_first", "All four 4s have to be played before any 5.",
    ),
    (
        "fo", {}, 5, "W: hand(10) 23(1) 21(1) B: hand(10) 24(1) 20(1)", "5-2", "hand/20/18",
        "R.entry", "20/18 is illegal: 24, 23, 22, 21, 20 and 19 must be made first.",
    ),
    (
        "fo", {}, 5, "W: hand(9) 23(2) 21(1) B: hand(12)", "5-2", "hand/23 hand/20",
        "R.entry", "Hand/23 is illegal: 23 has its two checkers, and other points lack theirs.",
    ),
    (
        "fo", {}, 5, "W: hand(11) 21(1) B: hand(11) 2(1)", "4-2", "hand/23* hand/21",
        "R.entry", "Hand/23 is illegal: nothing is hit before the first six points are made.",
    ),
    (
        "tabula", {}, 5, "W: hand(15) B: hand(15)", "6-5-4", "hand/10",
        "R.entry", "14/10 is illegal: none passes the middle before all are in.",
    ),
    (
        "san_liang", {}, 5, "W: 24(5) 12(5) 7(5) B: 24(5) 12(5) 7(5)", "6-2-1", "12/6",
        "R.must_use", "Three numbers can be played: 24/21 12/6 uses 6, 2 and 1.",
    ),
    (
        "american_nardy", {}, 5, "W: 24(2) 23(2) 22(2) hand(9) B: 22(2) 21(5) 20(3) 19(5)", "6-5", "22/16 hand/20",
        "R.block", "22/16 is illegal: Ben holds that point.",
    ),
    (
        "ban_sugoroku", {}, 5, "W: 6(14) 7(1) B: 24(2) 13(13)", "6-1", "6/off 7/6",
        "R.bearoff", "6/off is illegal: nothing is borne off in this game.",
    ),
    (
        "khachapuri", {}, 5, "W: 24(4) 6(11) B: 24(4) 6(11)", "6-5", "6/off 24/19",
        "R.bearoff", "6/off is illegal: Anna still has a checker on 24.",
    ),
    (
        "gulbar_s4", {}, 5, "W: 24(15) B: 24(15)", "2-2", "24/22(5)",
        "R.too_many", "Five moves were made, but a doublet gives only four: 24/22(5).",
    ),
    (
        "plakoto", {}, 5, "W: 6(7) 5(7) pin(3) B: 22(2) 24(13)", "6-4", "6/off 6/2",
        "R.bearoff", "6/off is illegal while Anna's checker on 3 is pinned.",
    ),
    (
        "acey_deucey", {}, 5, "W: hand(15) B: hand(15)", "2-1", "hand/23 hand/19(4)",
        "R.low_first", "The 2 and 1 have to be played before any 6.",
    ),
    (
        "san_liang", {}, 5, "W: 20(1) off(14) B: 16(2) 15(2) off(11)", "6-5-5", "20/15",
        "R.higher_die", "Only one number can be played, and it must be the highest, the 6: 20/14.",
    ),
    (
        "jacquet", {}, 5, "W: 24(3) 11(3) 10(2) 9(2) 8(3) 7(2) B: 24(15)", "2-1", "24/23 8/6",
        "R.prime", "Anna may hold 11, 10, 9, 8, 7 and 6 in a row only with checkers on 2 and 1.",
    ),
    (
        "gul_bara", {}, 5, "W: 24(15) B: 24(15)", "4-4", "24/20(2)",
        "R.must_use", "Twelve numbers can be played: 24/20(4) 24/19(4) 24/18(4).",
    ),
    (
        "acey_deucey", {}, 5, "W: hand(2) 6(13) B: hand(15)", "6-5", "hand/20 6/off",
        "R.bearoff", "6/off is illegal: Anna still has checkers in the hand.",
    ),
    (
        "backgammon", {}, 5, "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)", "6-5", "24/18 13/8 8/bar",
        "R.direction", "Anna's checker from 13 was not hit, but put on the bar.",
    ),
    (
        "gul_bara", {}, 1, "W: 24(15) B: 24(15)", "4-4", "24/20(2) 24/19",
        "R.dice", "24/19 needs a 5: only 4s were thrown.",
    ),
]  # fmt: skip


def situation(
    name: str, options: dict[str, OptionValue], turns: int, text: str
) -> tuple[TablesGame, Position]:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    game = game.with_options(options)
    position = parse_position(text, game)
    return game, Position(position.white, position.black, replace(position.past, turns=(turns, turns)))


@pytest.mark.parametrize(
    ("name", "options", "turns", "text", "dice", "play", "rule", "said"),
    SAID,
    ids=[f"{case[0]} {case[4]} {case[5]}" for case in SAID],
)
def test_what_is_said(
    name: str,
    options: dict[str, OptionValue],
    turns: int,
    text: str,
    dice: str,
    play: str,
    rule: str,
    said: str,
) -> None:
    game, position = situation(name, options, turns, text)
    roll = parse_roll(dice, game)
    seen = played_out(game, position, Side.WHITE, play).position
    fault = explain(game, position, Side.WHITE, roll, seen)
    assert (fault.rule, reason(fault, NAMES)) == (rule, said)
    try:
        legal = {outcome.position for outcome in legal_plays(game, position, Side.WHITE, roll)}
    except TooManyPlays:
        legal = set()
    assert seen not in legal
    assert fault.nearest is not None
    after = made(game, position, Side.WHITE, fault.nearest)
    assert after in legal or (not legal and reached(game, position, Side.WHITE, roll, after) is not None)


def test_every_restriction_of_every_game_has_a_sentence() -> None:
    for game in GAMES:
        varied = [
            game.with_options({option.name: each.value}) for option in game.options for each in option.choices
        ]
        for rule in {rule for each in (game, *varied) for rule in (*each.step_rules, *each.turn_rules)}:
            said = ast.parse(textwrap.dedent(inspect.getsource(type(rule).broken)))
            words = {each.value for each in ast.walk(said) if isinstance(each, ast.Constant)}
            told = {each for each in words if isinstance(each, str) and each.isidentifier()} - NEEDED
            assert told <= set(TEXTS), (
                f"{type(rule).__name__} says {told - set(TEXTS)}: write it into engine/words/texts.py"
            )
            assert told or isinstance(rule, PrimeNeedsPasserAtOnce)


def test_several_rules_are_told_the_most_telling_first() -> None:
    game, position = situation("plakoto", {}, 5, "W: 6(7) 5(7) pin(3) B: 22(2) 24(13)")
    seen = played_out(game, position, Side.WHITE, "6/off 6/1").position
    fault = explain(game, position, Side.WHITE, Roll.of(6, 5), seen)
    assert [fault.rule, *(each.rule for each in fault.also)] == ["R.block", "R.bearoff"]
    assert sentences(fault, NAMES) == (
        "6/1 is illegal: Ben holds that point.",
        "6/off is illegal while Anna's checker on 3 is pinned.",
    )


def walk(
    game: TablesGame, seed: str, count: int
) -> Iterator[tuple[Position, Side, Roll, tuple[Outcome, ...]]]:
    """Turns of games played at random, those with too many results to list left out."""
    chance = random.Random(seed)
    position, side = game.start, Side.WHITE
    while count:
        owed = position.past.owed
        roll = position.past.owed_roll if owed else chance.choice(game.rolls)
        try:
            outcomes = legal_plays(game, position, side, roll)
            explorations(game, position, side, roll)
        except TooManyPlays:
            position, side = game.start, Side.WHITE
            continue
        count -= 1
        yield position, side, roll, outcomes
        position = chance.choice(outcomes).position
        if win_of(game, position, side) is not None:
            position, side = game.start, Side.WHITE
        elif not position.past.again and (not owed or position.past.thrower_again):
            side = side.other


def spoilt(
    game: TablesGame, chance: random.Random, side: Side, position: Position, outcome: Outcome, roll: Roll
) -> Position:
    """A board as it can look after a mistake: a checker put wrong, moved back, moved
    too often, the opponent's moved.
    """
    kind = chance.randrange(6)
    start = position if kind in (0, 1) else outcome.position
    own, theirs = list(start.of(side)), list(start.of(side.other))
    standing = [site for site in range(1, game.bar + 1) if own[site]]
    numbers = list(game.units(roll, position.past, side))
    if kind == 4:
        others = [site for site in range(1, game.bar + 1) if theirs[site]]
        theirs[chance.choice(others)] -= 1
        theirs[chance.randint(1, game.bar)] += 1
    elif kind == 5 and standing:
        origin = chance.choice(standing)
        own[origin] -= 1
        own[min(game.bar - 1, origin + chance.randint(1, 6))] += 1
    else:
        for number in numbers[: chance.randint(1, 3)] if kind else numbers[:1]:
            standing = [site for site in range(1, game.bar + 1) if own[site]]
            if standing:
                origin = chance.choice(standing)
                target = max(0, origin - (number if kind < 3 else chance.randint(1, 7)))
                own[origin] -= 1
                own[target] += 1
                there = game.facing(side)[target]
                if target and theirs[there] == 1 and game.landing is Landing.HIT:
                    theirs[there], theirs[-1] = 0, theirs[-1] + 1
    white, black = (own, theirs) if side is Side.WHITE else (theirs, own)
    return Position(tuple(white), tuple(black), position.past)


def truly_broken(
    game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position, fault: Fault
) -> bool:
    """Whether the boards alone show that the rule was broken, where they can."""
    own, after = position.of(side), seen.of(side)
    match fault.rule:
        case "R.bar_first":
            (plan, *_) = game.plans(roll, position.past, side)
            return own[-1] > 0 and (after[-1] > 0 or len(plan.stages) > 1)
        case "R.head":
            return own[-2] - after[-2] > 1
        case "R.pinned":
            held = position.past.pinned[0 if side is Side.WHITE else 1]
            return any(held >> point & 1 and after[point] < own[point] for point in range(1, game.bar))
        case "R.opponent_man":
            return position.of(side.other) != seen.of(side.other) or fault.message == "hit_not_on_bar"
        case "R.huk":
            return after[13] > own[13] or any(
                before > now for before, now in zip(own[14:], after[14:], strict=True)
            )
        case "R.bearoff":
            return after[0] > own[0] or fault.message == "bearoff_any"
    return True


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_random_illegal_boards(game: TablesGame) -> None:
    chance = random.Random(game.id)
    ends = {rule.rule for rule in game.turn_rules}
    for position, side, roll, outcomes in walk(game, game.id, 5):
        legal = {outcome.position for outcome in outcomes}
        ways = explorations(game, position, side, roll)
        passed = {way.position_at(node) for way in ways for node in way.parents}
        for _ in range(4):
            seen = spoilt(game, chance, side, position, chance.choice(outcomes), roll)
            if seen in legal:
                continue
            fault = explain(game, position, side, roll, seen)
            assert reason(fault, NAMES)
            assert all(reason(each, NAMES) for each in fault.also)
            assert fault.message != "unreachable"
            assert fault.nearest is not None
            assert made(game, position, side, fault.nearest) in legal
            # Only how the throw is used is wrong exactly where allowed moves lead to the board.
            of_usage = fault.rule in ("R.must_use", "R.higher_die", "R.waste") or fault.message in (
                "gap",
                "made_in_first_quarter",
                "prime_trapped",
                "prime_passer",
                "prime_needs",
                "prime_most",
            )
            if not any(rule.rule == "R.prime" for rule in game.step_rules):
                assert of_usage == (seen in passed), (str(position), str(roll), str(seen), fault)
            assert fault.rule not in ends or of_usage or game.step_rules
            assert truly_broken(game, position, side, roll, seen, fault), (
                str(position),
                str(roll),
                str(seen),
                fault,
            )
            likely = likely_play(game, position, side, seen, roll)
            if fault.rule not in ("R.conservation", "R.opponent_man"):
                assert made(game, position, side, likely).of(side) == seen.of(side)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_shuffled_board_is_explained_too(game: TablesGame) -> None:
    chance = random.Random(game.id)
    for position, side, roll, outcomes in walk(game, game.id, 2):
        own, theirs = list(position.of(side)), list(position.of(side.other))
        chance.shuffle(own)
        chance.shuffle(theirs)
        white, black = (own, theirs) if side is Side.WHITE else (theirs, own)
        seen = Position(tuple(white), tuple(black), position.past)
        if seen not in {outcome.position for outcome in outcomes}:
            assert reason(explain(game, position, side, roll, seen), NAMES)


def test_a_vast_turn_is_explained() -> None:
    game, position = situation("gul_bara", {}, 5, "W: 24(9) 20(6) B: 24(9) 20(6)")
    roll = Roll.of(3, 3)
    seen = played_out(game, position, Side.WHITE, "24/21(4) 21/17(4)").position
    with pytest.raises(TooManyPlays):
        legal_plays(game, position, Side.WHITE, roll)
    fault = explain(game, position, Side.WHITE, roll, seen)
    assert (fault.rule, fault.message) == ("R.must_use", "must_use_many")
    assert fault.nearest is not None
    after = made(game, position, Side.WHITE, fault.nearest)
    assert reached(game, position, Side.WHITE, roll, after) is not None


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        (
            "backgammon",
            "W: 24(16) B: 1(1) 25(2)",
            ["16 checkers", "'25(2)': the points are 1 to 24", "both stand on it"],
        ),
        ("plakoto", "W: 24(14) bar(1) B: 24(13) hand(2)", ["none is on the bar", "no checkers in the hand"]),
        ("plakoto", "W: 24(14) 10(1) B: 24(14) 15(1)", ["pin(10) for White or pin(15) for Black"]),
        ("plakoto", "W: 24(13) 10(2) B: 24(13) 15(2)", ["only a single checker can be pinned"]),
        ("plakoto", "W: 24(14) 10(1) pin(9) B: 24(15)", ["pinned only where both sides stand"]),
        ("plakoto", "W: 24(14) pin(10) B: 24(14) pin(15)", ["only one side's checker"]),
        ("plakoto", "W: 24(13) 10(1) pin(10) B: 24(14) 15(1)", ["it is the single checker"]),
        ("hypergammon", "W: pin(24) off(1) B: 24(3)", ["nothing is pinned", "with those borne off"]),
        (
            "backgammon",
            "W: twenty B: 24(15) hand(1)",
            ["'twenty' is no point", "Black: 16 checkers", "in the hand"],
        ),
        ("backgammon", "24(15)", ["is not a position"]),
    ],
)
def test_a_bad_position_is_told_all_that_is_wrong(name: str, text: str, wrong: list[str]) -> None:
    game = find_game(name)
    with pytest.raises(InvalidPosition) as caught:
        parse_position(text, game)
    assert all(each in str(caught.value) for each in wrong), str(caught.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plakoto", "W: 24(13) 11(1) pin(10) B: 24(14) 15(1)"),
        ("snake", "W: bar(1) hand(8) 24(2) 23(2) 22(2) B: 24(2) 13(5) 8(3) 6(5)"),
        ("bu_da", "W: 24(2) 1(13) B: 24(13) 1(2)"),
        ("duodecim_scripta", "W: hand(10) 36(2) 30(3) B: hand(15)"),
    ],
)
def test_positions_are_written_as_they_are_read(name: str, text: str) -> None:
    position = parse_position(text, find_game(name))
    assert str(position) == text
    again = parse_position(str(position), find_game(name))
    assert (again, again.past) == (position, position.past)


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("backgammon", "7-0-1", ["2 dice, not 3", "not 7, 0"]),
        ("tabula", "3-1", ["3 dice, not 2"]),
        ("nan_pi", "61", ["2, 3, 4, 5, not 6, 1"]),
        ("tabula", "abc", ["write it like 3-2-1"]),
    ],
)
def test_a_bad_roll_is_told_all_that_is_wrong(name: str, text: str, wrong: list[str]) -> None:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    with pytest.raises(InvalidRoll) as caught:
        parse_roll(text, game)
    assert all(each in str(caught.value) for each in wrong), str(caught.value)


def test_a_bad_play_is_told_all_that_is_wrong() -> None:
    with pytest.raises(InvalidPlay, match=r"'99/1' names a point.*'8/5\(20\)': 20 checkers.*'x' is no move"):
        parse_legs("99/1 8/5(20) x 13/8")


@pytest.mark.parametrize(
    ("name", "white"), [("icelandic_nardy", {24: 14}), ("chase_nardy", {25: 1}), ("ad_elta_stelpur", {25: 1})]
)
def test_play_goes_on_from_a_board_on_which_checkers_are_missing(name: str, white: dict[int, int]) -> None:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    men = tuple(white.get(site, 0) for site in range(26))
    position = replace(game.start, white=men)
    for roll in game.rolls:
        for outcome in legal_plays(game, position, Side.WHITE, roll):
            assert sum(outcome.position.white) == sum(men)
        assert explain(game, position, Side.WHITE, roll, game.start).rule.startswith("R.")


def test_two_hundred_illegal_plays_over_all_games_are_told_as_they_were_when_they_were_read() -> None:
    """`illegal_plays.py` writes the file: read it through, sentence by sentence, before it changes."""
    told = illegal_plays.FILE.read_text(encoding="utf-8").splitlines()
    assert list(illegal_plays.lines()) == told, (
        "run python tests/engine/illegal_plays.py, and read what has changed"
    )
    assert {line.split(" | ")[0] for line in told} == {game.id for game in all_games()}
    said = [line.split(" | ")[-1] for line in told]
    assert len(said) >= 200
    assert all(each.endswith(".") and ". " not in each for each in said)
    assert max(map(len, said)) <= 90
