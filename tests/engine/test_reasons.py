"""What is said of plays that are wrong: always with a reason, and in the words of the game."""

import random

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.plays.legal import legal_plays
from engine.plays.notation import parse_play, played_out, written
from engine.position import Position
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, reason, sentence

NAMES = Names("Anna", "Ben")


def told(name: str, text: str | None, roll: str, play: str) -> str:
    game = find_game(name)
    assert isinstance(game, TablesGame)
    start = game.start if text is None else parse_position(text, game)
    seen = played_out(game, start, Side.WHITE, play).position
    return reason(explain(game, start, Side.WHITE, Roll.parse(roll), seen), NAMES)


@pytest.mark.parametrize(
    ("text", "play"),
    [("W: hand(14) 20(1) B: hand(15)", "20/14 14/12"), ("W: hand(13) 20(1) 24(1) B: hand(15)", "")],
)
def test_those_that_are_in_are_counted(text: str, play: str) -> None:
    expected = "Anna must first bring in one more checker." if play else "Both numbers can be played"
    assert told("russian_backgammon", text, "6-2", play).startswith(expected)


def test_a_first_of_fifteen_leaves_fourteen() -> None:
    game = find_game("russian_backgammon").with_options({"hand_min": 15})
    start = parse_position("W: hand(12) 20(3) B: hand(15)", game)
    seen = played_out(game, start, Side.WHITE, "20/14 20/18").position
    assert reason(explain(game, start, Side.WHITE, Roll.of(6, 2), seen), NAMES) == (
        "Anna must first bring in twelve checkers."
    )


def test_nothing_is_thrown_where_numbers_are_given() -> None:
    assert told("bu_da", None, "6-1", "13/10") == "13/10 needs a 3: only the 6 and the 1 were given."
    assert told("bu_da", None, "6-1", "24/9") == "24/9 needs 15 points: only the 6 and the 1 were given."
    assert told("bu_da", None, "6-1", "8/2 13/7") == "The 6 was given once, but 13/7 8/2 uses it twice."
    assert told("backgammon", None, "6-1", "13/10") == "13/10 needs a 3: only the 6 and the 1 were thrown."


GAMES = (
    "ad_elta_stelpur",
    "chase_nardy",
    "icelandic_nardy",
    "trictrac",
    "toccategli",
    "backgammon",
    "khachapuri",
)
COSTLY = {"toccategli", "icelandic_nardy"}
"""The code of their families is another's, too: trictrac, chase nardy."""


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.long if each in COSTLY else ()) for each in GAMES]
)
def test_every_fault_has_a_reason(name: str) -> None:
    """Checkers are moved at random by the numbers of the throw, and by others."""
    game, chance = find_game(name), random.Random(name)
    assert isinstance(game, TablesGame)
    start, side = game.start, Side.WHITE
    tried = 0
    for _ in range(40):
        roll = Roll.of(chance.randint(1, 6), chance.randint(1, 6))
        found = legal_plays(game, start, side, roll)
        legal = {each.position for each in found}
        own = list(start.of(side))
        for number in chance.choices((*roll.dice, *roll.dice, chance.randint(1, 6)), k=chance.randint(1, 3)):
            origin = chance.choice([point for point in range(1, 25) if own[point]])
            target = (origin + number - 1) % 24 + 1 if game.upward else origin - number
            if target > 0:
                own[origin] -= 1
                own[target] += 1
        theirs = start.of(side.other)
        seen = Position(tuple(own), theirs) if side is Side.WHITE else Position(theirs, tuple(own))
        if seen not in legal:
            fault = explain(game, start, side, roll, seen)
            assert fault.message != "unreachable"
            assert reason(fault, NAMES)
            remedy = str(dict(fault.args).get("legal", "no move"))
            assert remedy == "no move" or remedy.lower() in sentence(fault, NAMES).lower()
            tried += 1
        start, side = chance.choice(found).position, side.other
        if any(each.of(s)[0] for each in (start,) for s in Side):
            start = game.start
    assert tried > 15


def test_who_must_play_the_higher_is_told_how() -> None:
    game = find_game("backgammon")
    start = parse_position("W: 20(1) B: 16(2) 6(1)", game)
    seen = played_out(game, start, Side.WHITE, "20/15").position
    fault = explain(game, start, Side.WHITE, Roll.of(6, 5), seen)
    said = "Only one number can be played, and it must be the higher, the 6; 20/14 is legal."
    assert sentence(fault, NAMES) == said


@pytest.mark.parametrize("name", ["ad_elta_stelpur", "chase_nardy", "icelandic_nardy"])
def test_the_chase_counts_its_points_one_way(name: str) -> None:
    """Along the way: in what is told of the rules, in plays as they are written, and on the board of a page."""
    game = find_game(name)
    assert isinstance(game, TablesGame)
    prose = " ".join((game.rules or "").split())
    assert "after point 24 comes point 1" in prose
    for side, colour in ((Side.WHITE, "White"), (Side.BLACK, "Black")):
        points = [point for point in range(1, 25) if game.start.of(side)[point]]
        span = f"{points[0]} to {points[-1]}"
        assert any(
            f"{colour}{between}{span}" in prose
            for between in (
                " on ",
                " on the points ",
                " has one checker on each of the points ",
                " has one on each of the points ",
            )
        ), span
        assert len({game.lying(side)[point] for point in points}) == 6
        assert game.lying(side) == (0, *range(24, 0, -1), 25)
    start = (
        parse_position("W: 23(1) off(5) B: 12(1) off(5)", game) if name == "icelandic_nardy" else game.start
    )
    if name == "icelandic_nardy":
        played = {
            written(game, start, Side.WHITE, each.play)
            for each in legal_plays(game, start, Side.WHITE, Roll.of(6, 5))
        }
        assert "23/10" in played
    else:
        assert parse_play(game, start, Side.WHITE, Roll.of(6, 4), "1/7").play.moves
