"""Plain text: a match as people read it, whatever was played."""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from written_matches import ILLEGAL, PLAIN, UNSEEN

from engine.board import Side
from engine.games import find_game
from engine.match.match import CheckerTurn, Game, Match, Result, Score
from engine.plays.notation import parse_play
from engine.records.listing.listing_text import write_text
from engine.records.replay import fault_of
from engine.words.wording import Names


def text_of(match: Match) -> str:
    names = Names(match.white, match.black)
    return write_text(match, [("EventDate", "2026.11.20")], names, lambda result: f"Over: {result.how}.")


def test_a_match_is_listed_turn_by_turn() -> None:
    lines = text_of(PLAIN).splitlines()
    assert lines[:4] == [
        "Tableside record, text 1",
        "White: Anna, Black: Ben",
        "Match to 5 points [backgammon]",
        "Date: 2026.11.20",
    ]
    assert "   3. Anna  6-6: 24/18(2) 13/7*(2)" in lines
    assert "   5. Anna  doubles to 2; Ben passes" in lines
    assert "Game 3, Backgammon, score 1:4, Crawford game [backgammon]" in lines
    assert "  Over: passed. [W 1 passed]" in lines
    assert lines[-1] == "  The game was not finished."


def test_illegal_plays_stay_in_the_list() -> None:
    first = ILLEGAL.games[0]
    fault = None
    for turn in first.turns:
        if isinstance(turn, CheckerTurn) and turn.roll is not None and str(turn.roll) == "6-1":
            fault = fault_of(find_game("backgammon"), first.turns[3].after, turn)  # type: ignore[union-attr]
            first = replace(first, turns=(*first.turns[:4], replace(turn, fault=fault), *first.turns[5:]))
    assert fault is not None
    lines = text_of(replace(ILLEGAL, games=(first,))).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("   5."))
    assert lines[at] == "   5. Anna  6-1: 8/1* 6/5"
    assert lines[at + 1].startswith("      ! Illegal, and stood: ")
    assert lines[at + 2].startswith("   6. Ben   3-1:")


def test_a_roll_that_nobody_saw_is_left_out() -> None:
    assert "   5. Anna  8/7" in text_of(UNSEEN)


def test_tablut_is_written_in_its_own_notation() -> None:
    game = find_game("tablut")
    outcome = parse_play(game, game.start, Side.BLACK, None, "e8-f8")
    turn = CheckerTurn(Side.BLACK, None, outcome.play, outcome.position)
    match = Match(
        0,
        "",
        "",
        (Game(game.start, Score(), turns=(turn,), result=Result(Side.BLACK, 1, "escape")),),
        "tablut",
    )
    lines = text_of(match).splitlines()
    assert lines[2] == "Single games [tablut]"
    assert "   1. Black  e8-f8" in lines
