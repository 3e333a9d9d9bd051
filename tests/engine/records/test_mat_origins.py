"""What the .mat files of many sites, programs and transcribers have in them: each reads as its author meant it."""

import pytest

from engine.board import Side
from engine.errors import InvalidRecord
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Result
from engine.position_parsing import parse_position
from engine.records.mat.mat_grid import is_grid
from engine.records.mat.mat_reader import read_mat_record
from engine.records.record import Record
from engine.records.record_audit import audit

W, B = Side.WHITE, Side.BLACK
PLAYERS = " Anna : 0                          Ben : 0\n"
ROWS = (
    "  1) 31: 8/5 6/5                     62: 24/18 13/11\n  2) 53: 8/3 6/3                     55: 13/3(2)\n"
)


def read(text: str) -> Record:
    """The record of a text, in which nothing is against the rules."""
    assert is_grid(text)
    record = read_mat_record(text)
    assert audit(record, in_rows=True).faults == ()
    return record


def one(rows: str, head: str = "") -> Game:
    """The one game of such rows."""
    (game,) = read(f"{head} 5 point match\n\n Game 1\n{PLAYERS}{rows}").match.games
    return game


PLAIN = one(ROWS)


@pytest.mark.parametrize(
    "rows",
    [
        ROWS.replace("1) 31", "1. 31").replace("2) 53", "2. 53"),
        ROWS + "3.\n",
        ROWS.replace("8/3 6/3", "8/3,6/3 (-0.021)").replace("8/5 6/5", "8 / 5 6 / 5 [3.1%]"),
        ROWS.replace("8/3 6/3", "8/3; 6/3 {2 roofs}").replace("13/3(2)", "13/3 (2) = 20"),
        ROWS.replace(
            "55:", "\n Drops in the ocean of backgammon\n Takes a sip of water\n\n" + " " * 30 + "55:"
        ),
        ROWS + " 3) \n\n1. Anna played well.\nAnna doubles too late, says Ben.\n",
    ],
)
def test_rows_are_numbered_as_people_like_and_talked_over(rows: str) -> None:
    assert one(rows).turns == PLAIN.turns


@pytest.mark.parametrize(
    "heading", ["Game 1 (Crawford)", "Game 1: Crawford game", " Game #1 of 9", "GAME 1."]
)
def test_a_heading_says_more_than_the_number(heading: str) -> None:
    assert read(f"5 point match\n{heading}\n{PLAYERS}{ROWS}").match.games == (PLAIN,)


@pytest.mark.parametrize(
    ("players", "noted"),
    [
        (" Anna(SUI) : 0\n Ben(FIN) : 0\n", 0),
        ("", 1),
    ],
)
def test_players_stand_on_two_lines_or_only_in_the_tags(players: str, noted: int) -> None:
    tags = '; [Player 1 "Anna(SUI)"]\n; [Player 2 "Ben(FIN)"]\n'
    record = read(f"{tags}5 point match\nGame 1\n{players}{ROWS}")
    assert (record.match.white, record.match.black) == ("Anna(SUI)", "Ben(FIN)")
    assert record.match.games == (PLAIN,) and len(record.notes) == noted


def test_the_length_may_stand_before_every_game_of_a_match() -> None:
    first = f" 5 point match\n\n Game 1\n{PLAYERS}{ROWS}      Wins 2 points\n\n"
    second = f" 5 point match\n\n Game 2\n{PLAYERS.replace('Anna : 0', 'Anna : 2')}{ROWS}"
    record = read(first + second)
    assert len(record.match.games) == 2 and record.notes == ()
    for other in (
        second.replace("Game 2", "Game 1"),
        second.replace("Ben", "Carl"),
        second.replace("5 p", "7 p"),
    ):
        stopped = read(first + other)
        assert len(stopped.match.games) == 1 and "a second match begins here" in str(stopped.notes[0])


def test_a_match_whose_length_is_not_written_is_single_games() -> None:
    record = read(f"Game 1\n{PLAYERS}{ROWS}")
    assert (record.match.length, record.match.games) == (0, (PLAIN,))
    assert "how many points" in str(record.notes[0])


def test_words_about_a_match_are_no_match() -> None:
    with pytest.raises(InvalidRecord, match="line 2: this is no .mat file: no game begins"):
        read_mat_record("7 point match\nAnna leads 3-2.\n")


@pytest.mark.parametrize(
    "told",
    [
        "; |  Remarks: Game 1, Move 2 of Ben --> 55: 13/3 13/8 was illegal  |\n",
        "; Game 1, move 2 -> this play was illegal\n",
        '; [IllegalPlay "Game 1, Move 2 of BEN"]\n',
    ],
)
def test_an_illegal_play_that_the_transcriber_owns_up_to_is_noted(told: str) -> None:
    rows = ROWS.replace("13/3(2)", "13/3 13/8")
    record = read(f"{told} 5 point match\n\n Game 1\n{PLAYERS}{rows}")
    assert (1, 4) in record.known
    assert any("itself calls this play illegal" in str(note) for note in audit(record, in_rows=True).notes)
    elsewhere = read_mat_record(
        f"{told.replace('Move 2', 'Move 3').replace('move 2', 'move 3')} 5 point match\n\n Game 1\n{PLAYERS}{rows}"
    )
    assert len(audit(elsewhere, in_rows=True).faults) == 1


@pytest.mark.parametrize("play", ["13/3 13/8 ????????", "13/3 ???????? 13/8", "13/3 13/8 ILLEGAL?"])
def test_an_illegal_move_that_is_marked_behind_it_is_noted(play: str) -> None:
    record = read(f" 5 point match\n\n Game 1\n{PLAYERS}{ROWS.replace('13/3(2)', play)}")
    assert record.known == ((1, 4),) and len(record.match.games[0].turns) == 4


def test_a_game_that_is_given_up_in_the_middle_of_a_play() -> None:
    game = one(ROWS + "  3) 64: 24/18\n                                    Wins 1 point\n")
    assert (game.turns, game.result) == (PLAIN.turns, Result(B, 1, "resigned"))
    # The winner's play is one like any other.
    won = read_mat_record(f" 5 point match\n Game 1\n{PLAYERS}{ROWS}  3) 64: 24/18\n      Wins 1 point\n")
    assert len(won.match.games[0].turns) == 5 and audit(won, in_rows=True).faults


LAST = "; Set Pos=a--A--------------------n-/0\n  1) 31: 3/off"
"""Anna bears off her last checker; Ben has one on the bar, and all the others at home."""


@pytest.mark.parametrize("thrown", ["66:", "00: ????", "52: ???"])
def test_what_is_thrown_after_the_end_is_no_turn(thrown: str) -> None:
    game = one(f"{LAST}                       {thrown}\n      Wins 3 points\n")
    assert len(game.turns) == 1 and game.result == Result(W, 3, "backgammon")


def test_a_result_without_points_is_what_the_board_says() -> None:
    assert one(f"{LAST}\n      Wins the match\n").result == Result(W, 3, "backgammon")


def test_a_board_may_be_put_up_before_the_players_are_named() -> None:
    text = f" 5 point match\n Game 1\n; Set Pos=-a----E-C---eE---c-e----B-/0\n{PLAYERS}  1) 31: 8/5 6/5\n"
    assert read(text).match.games[0].start == parse_position(
        "W: 24(2) 13(5) 8(3) 6(5) B: 24(1) 13(5) 8(3) 6(5)"
    )


def test_the_names_in_a_board_say_nothing() -> None:
    dump = "5;0;1;0;1;Anna Takes;Ben Drops;0;0;0;1;0;0;-2;0;0;0;2;4;0;2;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;6;2;"
    players = " Anna Takes : 0                          Ben Drops : 0\n"
    record = read(f" 5 point match\n Game 1\n{players}  1) 31: Illegal play ({dump})\n")
    (turn,) = record.match.games[0].turns
    assert isinstance(turn, CheckerTurn) and turn.after.white[5] == 2


@pytest.mark.parametrize("word", ["Refuses", "Declines", "Passed"])
def test_a_double_is_refused_in_many_words(word: str) -> None:
    game = one(ROWS + f"  3)  Doubles ==> 2                     {word}\n      Wins 1 point\n")
    assert (game.turns[-1], game.result) == (CubeTurn(W, 2, CubeAction.PASS), Result(W, 1, "passed"))


def test_a_variation_that_is_not_known_is_not_taken_for_backgammon_unsaid() -> None:
    head = '; [Variation "{}"]\n 5 point match\n Game 1\n' + PLAYERS + ROWS
    assert read(head.format("Standard")).notes == ()
    assert tuple(map(str, read(head.format("Blitz")).notes)) == (
        "the variation 'Blitz' is not known here; read as backgammon",
    )
    assert read('; [Variation "HyperGammon (1)"]\n 5 point match\n').match.game_id == "hypergammon_one"


def test_longgammon_begins_with_all_fifteen_on_the_24() -> None:
    head = '; [Variation "LongGammon"]\n 5 point match\n Game 1\n' + PLAYERS
    match = read(head + "  1) 31: 24/21 24/23            62: 24/18 24/22\n").match
    assert match.game_id == "longgammon"
    last = match.games[0].turns[-1]
    assert isinstance(last, CheckerTurn)
    assert (last.after.white[24], last.after.black[24]) == (13, 13)
