"""The sentence for every kind of illegal play."""

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.faults.explain import explain, likely_play
from engine.games import find_game
from engine.i18n import Translator
from engine.play import Fault
from engine.plays.chains import play_text
from engine.plays.notation import played_out
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, reason

NAMES = Names("Anna", "Ben")
START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
BAR = "W: bar(1) 6(5) 8(3) B: 4(2) 6(5) 24(1)"
HOME = "W: 6(2) 4(1) 3(2) B: 13(2)"
BLOT = "W: 24(2) 13(5) 8(3) 6(5) B: 24(1) 20(1) 13(5) 8(3) 6(5)"

# position, roll, play as made, rule, sentence
MADE = [
    (START, "65", "24/19 13/7", "R.block", "24/19 is illegal: Ben holds that point."),
    (START, "66", "24/12", "R.block", "24/12 is illegal: Ben holds that point."),
    (
        "W: 24(1) B: 6(2) 7(2)", "65", "24/13",
        "R.block", "24/13 is illegal: Ben holds 19 and 18 on the way.",
    ),
    (BAR, "42", "bar/21 6/4", "R.block", "Bar/21 is illegal: Ben holds that point."),
    (BAR, "42", "8/4 6/4", "R.bar_first", "Anna's checker on the bar must enter first."),
    (
        "W: bar(2) 8(3) B: 4(2) 6(5) 24(1)", "42", "8/4 8/6",
        "R.bar_first", "Anna's two checkers on the bar must enter first.",
    ),
    (
        "W: 20(1) B: 16(2) 6(1)", "65", "20/15",
        "R.higher_die", "Only one number can be played, and it must be the higher, the 6.",
    ),
    (START, "51", "13/8", "R.must_use", "Both numbers can be played: 24/23 13/8 uses the 5 and the 1."),
    ("W: 5(2) B: 24(2)", "65", "5/off", "R.must_use", "Both numbers can be played: 5/off(2) uses the 6 and the 5."),
    (START, "55", "13/8(2) 8/3", "R.must_use", "All four 5s can be played: 13/8(2) 13/3."),
    ("W: 20(1) B: 16(2) 6(1)", "65", "", "R.must_use", "The 6 can be played: 20/14."),
    ("W: 18(1) B: 19(2)", "44", "18/14", "R.must_use", "Two of the 4s can be played: 18/10."),
    (START, "54", "8/2", "R.dice", "8/2 needs a 6: only the 5 and the 4 were thrown."),
    (START, "44", "8/2", "R.dice", "8/2 needs a 6: only 4s were thrown."),
    (START, "64", "24/10", "R.dice", "24/10 needs 14 points: only the 6 and the 4 were thrown."),
    (HOME, "21", "4/off", "R.dice", "4/off needs a 4: only the 2 and the 1 were thrown."),
    (
        "W: 6(1) 3(1) B: 24(2)", "61", "3/2 6/5",
        "R.dice", "The 1 was thrown once, but 6/5 3/2 uses it twice.",
    ),
    (
        "W: 18(1) 4(1) 3(3) 2(4) 1(6) B: 20(1) 11(3) 8(2) 6(5) 4(1) 2(2) 1(1)", "31", "4/off 2/1",
        "R.bearoff", "4/off is illegal: Anna still has a checker on 18.",
    ),
    (START, "41", "24/23 13/8", "R.too_many", "Three moves were made with two numbers: 24/23 13/9 9/8."),
    (START, "22", "24/16 6/5", "R.dice", "6/5 needs a 1: only 2s were thrown."),
    (START, "61", "13/7 8/6", "R.dice", "8/6 needs a 2: only the 6 and the 1 were thrown."),
    (START, "31", "8/5 6/5 13/12", "R.too_many", "Three moves were made with two numbers: 13/12 8/5 6/5."),
    (
        START, "11", "6/5(2) 8/7(2) 24/23", "R.too_many",
        "Five moves were made, but a doublet gives only four: 24/23 8/7(2) 6/5(2).",
    ),
    (START, "31", "8/11 6/5", "R.direction", "8/11 goes backwards."),
    (
        START, "61", "6/off 8/7",
        "R.bearoff", "6/off is illegal: Anna still has a checker on 24.",
    ),
    (HOME, "51", "4/off 3/2", "R.bearoff", "4/off with a 5 is illegal: a checker stands behind it, on 6."),
    (START, "64", "24/off", "R.conservation", "A checker of Anna's has vanished from 24."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "dice", "play", "rule", "said"), MADE, ids=[f"{m[2]} {m[1]}" for m in MADE])
def test_illegal_plays(backgammon: TablesGame, text: str, dice: str, play: str, rule: str, said: str) -> None:
    position, roll = parse_position(text), Roll.parse(dice)
    seen = played_out(backgammon, position, Side.WHITE, play).position
    fault = explain(backgammon, position, Side.WHITE, roll, seen)
    assert (fault.rule, reason(fault, NAMES)) == (rule, said)
    mirrored = explain(backgammon, position.mirrored(), Side.BLACK, roll, seen.mirrored())
    assert (mirrored.rule, reason(mirrored, Names("Ben", "Anna"))) == (rule, said)
    assert (mirrored.points, mirrored.nearest) == (fault.points, fault.nearest)


# position, roll, board as seen, rule, sentence
SEEN = [
    (
        BLOT, "31", "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 13(5) 8(3) 6(5)",
        "R.opponent_man", "Ben's checker on 5 was hit and belongs on the bar.",
    ),
    (
        BLOT, "31", "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 22(1) 13(5) 8(3) 6(5)",
        "R.opponent_man", "Ben's checker on 5 was hit and belongs on the bar.",
    ),
    (
        BLOT, "31", "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: bar(1) 24(1) 13(4) 11(1) 8(3) 6(5)",
        "R.opponent_man", "Ben's checker was moved from 12 to 14, as Anna counts.",
    ),
    (
        BLOT, "43", "W: 24(2) 13(3) 10(1) 9(1) 8(3) 6(5) B: bar(1) 24(1) 13(5) 8(3) 6(5)",
        "R.opponent_man", "Ben's checker on 5 was not hit, but put on the bar.",
    ),
    (
        BLOT, "43", "W: 24(2) 13(3) 10(1) 9(1) 8(3) 6(5) B: 24(1) 20(1) 13(5) 8(2) 6(5)",
        "R.conservation", "A checker of Ben's has vanished from 17.",
    ),
    (
        HOME, "43", "W: 6(2) 4(1) 3(2) 2(1) off(9) B: 13(2)",
        "R.direction", "A checker that was borne off has come back, to 2.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "dice", "seen", "rule", "said"), SEEN, ids=[s[4] for s in SEEN])
def test_boards_that_no_moves_explain(
    backgammon: TablesGame, text: str, dice: str, seen: str, rule: str, said: str
) -> None:
    fault = explain(backgammon, parse_position(text), Side.WHITE, Roll.parse(dice), parse_position(seen))
    assert (fault.rule, reason(fault, NAMES)) == (rule, said)


def test_a_checker_too_many(backgammon: TablesGame) -> None:
    start = backgammon.start
    white = tuple(men + (site == 10) for site, men in enumerate(start.white))
    fault = explain(backgammon, start, Side.WHITE, Roll.of(3, 1), Position(white, start.black))
    assert reason(fault, NAMES) == "There is one checker of Anna's too many on 10."


def test_the_nearest_legal_play_keeps_what_was_right(backgammon: TablesGame) -> None:
    position = parse_position(START)
    seen = played_out(backgammon, position, Side.WHITE, "13/7 24/19").position
    fault = explain(backgammon, position, Side.WHITE, Roll.of(6, 5), seen)
    assert fault.nearest is not None
    assert play_text(fault.nearest) == "13/8 13/7"
    assert fault.points == (19,)


# roll or None, play as made, moves as guessed
GUESSES = [
    ("31", "8/5 6/5", "8/5 6/5"),
    ("51", "13/7", "13/7"),
    (None, "8/5 6/5", "8/5 6/5"),
    (None, "24/18 13/11", "24/18 13/11"),
    (None, "13/7(2) 24/18(2)", "24/18(2) 13/7(2)"),
    (None, "8/2", "8/2"),
    ("54", "8/2", "8/2"),
    ("42", "8/11 6/4", "8/11 6/4"),
    ("64", "24/18 13/9", "24/18 13/9"),
    ("64", "13/9 24/18", "24/18 13/9"),
    (None, "", ""),
]


@pytest.mark.parametrize(("dice", "made", "guessed"), GUESSES)
def test_likely_play(backgammon: TablesGame, dice: str | None, made: str, guessed: str) -> None:
    seen = played_out(backgammon, backgammon.start, Side.WHITE, made).position
    roll = None if dice is None else Roll.parse(dice)
    assert play_text(likely_play(backgammon, backgammon.start, Side.WHITE, seen, roll)) == guessed


def test_a_language_says_it_in_its_own_words_with_figures_for_numbers() -> None:
    translator = Translator("xx", lambda text: f"<{text}>", lambda one, more, count: f"{{count}} of <{more}>")
    fault = Fault("R.bar_first", "bar_first_several", (("mover", "B"), ("count", 2)))
    assert (
        reason(fault, Names("Anna", "", translator))
        == "2 of <<Black>'s 2 checkers on the bar must enter first.>"
    )


@pytest.mark.parametrize(
    ("message", "args", "said"),
    [
        ("appeared", {"point": "5"}, "There is one checker of Anna's too many on 5."),
        ("appeared", {"point": "the bar"}, "There is one checker of Anna's too many on the bar."),
        ("vanished", {"point": "the hand"}, "A checker of Anna's has vanished from the hand."),
        (
            "opponent_moved",
            {"origin": "the bar", "target": "7"},
            "Ben's checker was moved from the bar to 7, as Anna counts.",
        ),
        (
            "opponent_moved",
            {"origin": "7", "target": "the bar"},
            "Ben's checker was moved from 7 to the bar, as Anna counts.",
        ),
        (
            "dice_doublet",
            {"high": 4, "move": "9/4", "need": "a 5"},
            "9/4 needs a 5: only 4s were thrown.",
        ),
        (
            "dice_doublet",
            {"high": 4, "move": "9/2", "need": "7 points"},
            "9/2 needs 7 points: only 4s were thrown.",
        ),
        (
            "gap",
            {"points": "24, 23 and 22"},
            "Anna may not fill 24, 23 and 22: one of them must stay open.",
        ),
    ],
)
def test_places_and_numbers_of_a_logged_fault_have_sentences_of_their_own(
    message: str, args: dict[str, str | int], said: str
) -> None:
    known = {"mover": "W", "opponent": "B", "owner": "W", **args}
    assert reason(Fault("R.some", message, tuple(known.items())), NAMES) == said


def test_a_restriction_of_a_game_has_its_own_sentence() -> None:
    game = find_game("persian_nard")
    position = parse_position("W: 8(2) 6(3) 13(5) 24(2) 7(3) B: 20(1) 24(2) 13(5) 8(2) 6(5)")
    seen = played_out(game, position, Side.WHITE, "8/5*/3").position
    fault = explain(game, position, Side.WHITE, Roll.of(3, 2), seen)
    assert reason(fault, NAMES) == ("The checker that hit on Anna's 5 may not move on in this turn.")


def test_other_games_are_explained_alike() -> None:
    game = find_game("hypergammon")
    seen = played_out(game, game.start, Side.BLACK, "24/22").position
    fault = explain(game, game.start, Side.BLACK, Roll.of(2, 1), seen)
    assert reason(fault, NAMES) == "Both numbers can be played: 24/22 23/22 uses the 2 and the 1."
