"""The .mat files of this world: odd spacing, names, words and endings; never anything but a match or one sentence."""

import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1]))
from played_matches import played
from written_matches import ILLEGAL, PLAIN, START, B, W, turns_from

from engine.board import BAR
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.position_parsing import parse_position
from engine.records.mat.headings import players_of
from engine.records.mat.mat_grid import is_grid
from engine.records.mat.mat_reader import read_mat, read_mat_record
from engine.records.mat.mat_writer import write_mat
from engine.records.mat.snowie import read_snowie_record, write_snowie
from engine.records.replay import replay

HEAD = " 3 point match\n\n Game 1\n Anna : 0                          Ben : 0\n"
BLOT = " 3 point match\n\n Game 1\n Anna : 0                          Ben : 0\n; Set Pos=-b----E-C---eE---c-d--a-B-/0\n"
"""White to play: Black has a blot on their 3, which White counts as 22."""
OPENING = turns_from(START, (W, "31", "8/5 6/5"), (B, "62", "24/18 13/11"))


def game(rows: str, head: str = HEAD) -> Game:
    """The one game of some rows."""
    (found,) = read_mat(head + rows).games
    return found


@given(st.integers(0, 10_000), st.sampled_from((0.0, 0.1)))
@settings(max_examples=25, deadline=None)
def test_every_match_comes_back_from_the_grid(seed: int, illegal: float) -> None:
    match = played(seed, illegal=illegal, turns=25)
    for back in (read_mat(write_mat(match)), read_snowie_record(write_snowie(match)).match):
        assert (back.length, back.white, back.black) == (match.length, match.white, match.black)
        for ours, theirs in zip(match.games, back.games, strict=True):
            assert [_gist(turn) for turn in ours.turns] == [_gist(turn) for turn in theirs.turns]
            assert (ours.score, ours.crawford, ours.result) == (theirs.score, theirs.crawford, theirs.result)


def _gist(turn: CheckerTurn | CubeTurn) -> tuple[object, ...]:
    if isinstance(turn, CheckerTurn):
        return turn.side, turn.roll, turn.after
    return turn.side, turn.value, turn.answer


@pytest.mark.parametrize(
    "rows",
    [
        "  1) 31: 8/5 6/5                   62: 24/18 13/11\n",
        "  1) 31: 8/5 6/5  62: 24/18 13/11\n",
        "1)\t31: 8/5 6/5\t\t\t62: 24/18 13/11\r\n",
        "  1)31: 8/5 6/5 62: 24/18 13/11",
        "  1) 31: 8/5, 6/5                  62: 24/18, 13/11\n",
        "  1) 31: 6/5 8/5                   62: 24/18,13/11\n".replace(",", " "),
        "  1) 31: 8/5 6/5!                  62: 24/18 13/11??\n",
        "  1) 31: 8/5 6/5\n                                   62: 24/18 13/11\n",
        "  1) 31: 8/5 6/5\n 62: 24/18 13/11\n",
        "\n\n101) 31: 8/5 6/5                   62: 24/18 13/11\n\n",
        "  1) 13: 8/5 6/5                   26: 24/18 13/11\n",
        "  1) 31: 8-5 6-5                   62: 24-18 13-11\n",
        "  1) 31: 8/5 6/5 0/0               62: 24/18 13/11 (book)\n",
    ],
)
def test_spacing_and_signs_do_not_matter(rows: str) -> None:
    assert game(rows).turns == OPENING


@pytest.mark.parametrize(
    "play", ["24/22*/20", "24/*22/20", "24/22* 22/20", "24/22** 22/20", "*24/22 22/20", "24/22 * 22/20"]
)
def test_hits_are_marked_in_many_ways(play: str) -> None:
    # Black's blot on their own 3 is hit on the way
    row = f"  1) 22: {play} 6/4(2)\n"
    (hit,) = game(row, BLOT).turns
    assert isinstance(hit, CheckerTurn)
    assert hit.after.black[BAR] == 1 and not replay(read_mat(BLOT + row))


@pytest.mark.parametrize(
    "written",
    ["", "Cannot Move", "cannot move", "Can't move", "No move", "(no play)", "dances", "-", "0/0", "Fans"],
)
def test_a_dance_is_told_in_many_words(written: str) -> None:
    rows = "  1) 61: 13/7 8/7                  11: 24/23 6/5(2) 23/22\n  2) 62: 24/18 7/1*                "
    begun = game(rows + f"66: {written}\n  3) 21: 6/4 18/17\n")
    dance = begun.turns[3]
    assert isinstance(dance, CheckerTurn)
    assert (dance.side, dance.roll) == (B, Roll.of(6, 6))


@pytest.mark.parametrize(
    ("line", "names", "score"),
    [
        (" Anna : 0                          Ben : 0", ("Anna", "Ben"), (0, 0)),
        ("Anna: 3 Ben: 2", ("Anna", "Ben"), (3, 2)),
        (" Team 3: 4 ever : 1                Ben : 2", ("Team 3: 4 ever", "Ben"), (1, 2)),
        (" Anna : 1                          R2:D2 : 12", ("Anna", "R2:D2"), (1, 12)),
        (" : 0                          : 0", ("", ""), (0, 0)),
        (" 12 : 0                          7) 31: : 0", ("12", "7) 31:"), (0, 0)),
        (
            " somebody with a very long name indeed : 0 Ben : 0",
            ("somebody with a very long name indeed", "Ben"),
            (0, 0),
        ),
        (" Anna,1650.23 : 0                 Ben,1500 : 4", ("Anna", "Ben"), (0, 4)),
        (" Smith, John : 0                 O'Neill, Ann : 4", ("Smith, John", "O'Neill, Ann"), (0, 4)),
    ],
)
def test_names_are_what_people_call_themselves(
    line: str, names: tuple[str, str], score: tuple[int, int]
) -> None:
    found = players_of(line)
    assert found is not None
    assert (found.names, found.score) == (names, score)


def test_names_that_are_known_settle_what_a_line_says() -> None:
    known = [("a : 1", "b : 2 c")]
    found = players_of(" a : 1 : 3  b : 2 c : 4", known)
    assert found is not None and (found.names, found.score) == (known[0], (3, 4))


@pytest.mark.parametrize(
    ("rows", "last", "result"),
    [
        ("  2) Double => 2    Take\n  3) 11: 8/7(2) 6/5(2)\n", None, None),
        ("  2)  Doubles => 2                  Drops\n      Wins 1 point\n", "pass", Result(W, 1, "passed")),
        (
            "  2)  Doubles to 2                  Passes Wins 1 points and the match\n",
            "pass",
            Result(W, 1, "passed"),
        ),
        ("  2)  Doubles                       Rejects\n", "pass", Result(W, 1, "passed")),
        ("  2)                                 Wins 2 points\n", None, Result(B, 2, "resigned")),
        ("  2)  Concedes\n", None, Result(B, 1, "resigned")),
        ("  2) Concedes                       Wins 2 points\n", None, Result(B, 2, "resigned")),
        (
            "  2)  Concedes\n                                   Wins 2 points\n",
            None,
            Result(B, 2, "resigned"),
        ),
        ("  2) 11: 8/7(2) 6/5(2)              Concedes\n", None, Result(W, 1, "resigned")),
        ("                                    Concedes\n", None, Result(W, 1, "resigned")),
        ("  2)  Concedes game\n", None, Result(B, 1, "resigned")),
        ("  2)  Concedes gammon\n", None, Result(B, 2, "resigned")),
        ("  2)  Conceded the match\n", None, Result(B, 3, "resigned")),
        ("  2) Resigns\n                                   Wins 2 points\n", None, Result(B, 2, "resigned")),
        ("  2)  Doubles => 2                  Concedes\n", "pass", Result(W, 1, "passed")),
        ("  2) 2)  Losses 3 point              Wins 3 point\n", None, Result(B, 3, "resigned")),
        (
            "  1) 31: 8/5 6/5                    Losses 3 point\n      Wins 3 point\n",
            None,
            Result(W, 3, "resigned"),
        ),
        ("  2)  Losses 2 point               Wins 2 points and the match\n", None, Result(B, 2, "resigned")),
        ("  2) 61: ????\n                                  Wins 1 point\n", None, Result(B, 1, "resigned")),
        ("WINS 2 POINTS\n", None, Result(W, 2, "resigned")),
        (
            "  2)                                Resigned Game\n      Wins 2 points\n",
            None,
            Result(W, 2, "resigned"),
        ),
        ("  2) Resign gammon                 Wins 2 points\n", None, Result(B, 2, "resigned")),
        ("  2) Ben Wins 2 points and the match\n", None, Result(B, 2, "resigned")),
    ],
)
def test_doubles_and_endings_in_many_words(rows: str, last: str | None, result: Result | None) -> None:
    found = game("  1) 31: 8/5 6/5                   62: 24/18 13/11\n" + rows)
    assert found.result == result
    if last is not None:
        assert found.turns[-1] == CubeTurn(W, 2, CubeAction(last))


def test_what_stands_around_the_games_is_left_out_with_a_note() -> None:
    record = read_mat_record(
        "\ufeff# exported\r\n; a remark\r\n7 Points Match\r\n Game\r\n Anna : 0   Ben : 0\r\n"
        "  1) 31: 8/5 6/5                   62: 24/18 13/11\r\n      Wins 1 point\r\n\r\n"
        "Statistics\r\nError rate 12: good\r\n Total time used: 00:12:31\r\n"
    )
    assert record.match.games[0].turns == OPENING
    assert record.match.games[0].result == Result(W, 1, "resigned")
    assert len(record.notes) == 3 and "'Statistics' is no part of a game" in str(record.notes[0])


def test_a_file_that_is_cut_off_is_read_up_to_there() -> None:
    text = HEAD + "  1) 31: 8/5 6/5                   62: 24/18 13/11\n  2) 66: 24/18(2) 1"
    record = read_mat_record(text)
    assert record.match.games[0].turns == OPENING
    assert tuple(map(str, record.notes)) == (
        "game 1, line 6: the file is cut off in the middle of '24/18(2) 1'",
    )
    with pytest.raises(InvalidRecord, match="line 6: '1' is no move"):
        read_mat(text + "\n")


def test_a_second_match_in_the_file_is_not_mixed_in() -> None:
    record = read_mat_record(write_mat(PLAIN) + "\n" + write_mat(PLAIN))
    assert record.match == PLAIN
    assert "a second match begins here" in str(record.notes[0])


def test_money_sessions_and_a_match_that_is_only_a_head() -> None:
    assert read_mat("Money session\n Game 1\n a : 0   b : 0\n").length == 0
    only = read_mat_record('; [Player 1 "Anna"]\n; [Player 2 "Ben"]\n 5 point match\n').match
    assert (only.white, only.black, only.length, only.games) == ("Anna", "Ben", 5, ())


def test_a_board_that_cannot_be_put_up_ends_the_game_with_a_comment() -> None:
    text = write_mat(read_mat(HEAD + "  1) 31: 8/5 6/5                   21: 24/20\n      Wins 1 point\n"))
    assert "nothing is written from turn 2 on, because Ben played 2-1 as 24/20, which was illegal" in text
    assert "Illegal play" not in text and "21:" not in text and "Wins" not in text


def test_an_illegal_play_is_told_by_the_board_after_it() -> None:
    text = write_mat(ILLEGAL)
    assert read_mat(text).games[0].position == ILLEGAL.games[0].position
    # other names, or the same twice: as GNU Backgammon, it is the opponent's turn then
    assert read_mat(text.replace("Ben;Anna", "x;y")).games[0].position == ILLEGAL.games[0].position
    same = text.replace("Ben", "Anna")
    assert read_mat(same).games[0].position == ILLEGAL.games[0].position
    damaged = read_mat_record(text.replace("(5;0;0;", "(5;0;0;0;"))
    assert damaged.lost == ((1, 5),) and "a position of Snowie's has 40 fields, not 41" in " ".join(
        map(str, damaged.notes)
    )
    plain = game("  1) 31: illegal play (8/4 6/5)\n")
    assert [fault.rule for _, _, fault in replay(read_mat(HEAD + "  1) 31: Illegal play (8/4 6/5)\n"))]
    assert isinstance(plain.turns[0], CheckerTurn)


def test_nackgammon_of_dailygammon_begins_with_a_board() -> None:
    dump = "1;0;1;0;1;Anna;Ben;0;0;0;1;0;0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0;6;4;"
    record = read_mat_record(
        f"{HEAD}  1)                                 12: Illegal play ({dump})\n"
        "  2) 64: 24/18 18/14                 43: 24/20 23/20\n"
    )
    assert record.match.games[0].start == find_game("nackgammon").start
    assert len(record.match.games[0].turns) == 2 and not replay(record.match)
    assert tuple(map(str, record.notes)) == ("game 1, line 5: the game begins as Nackgammon does",)


def test_a_board_that_extreme_gammon_puts_up_begins_the_game() -> None:
    rows = "; Set Pos=ab----E-C---eD---b-e----BA/-1\n  1) 31: bar/24 8/5\n"
    found = game(rows)
    assert found.start == parse_position("W: bar(1) 13(4) 8(3) 6(5) 24(2) B: bar(1) 24(2) 13(5) 8(2) 6(5)")
    assert not replay(read_mat(HEAD + rows))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("  1) 31: 8/5 9x\n", "line 5: '9x' is no move"),
        ("  1) 31: hello\n", "line 5: 'hello' is no move"),
        ("  1) hello 31: 8/5\n", "line 5: '1\\) hello 31: 8/5' is neither"),
        ("; Set Pos=-bz-ACEA---aB---cAd---AbbA/-1\n", "line 5: an XGID begins with 26 places"),
        ("; Set Pos=-bO-ACEA---aB---cAd---AbbA/-1\n", "line 5: White has 30 checkers"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(rows: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match=said):
        read_mat(HEAD + rows)


SOURCES = [write_mat(PLAIN), write_mat(ILLEGAL), write_snowie(ILLEGAL)]
SCRAPS = st.text("0123456789/*():;=> \n\tGameWinsDoublsTkpoithbrf-?", max_size=6)


@given(
    st.one_of(
        st.text(max_size=100).map(lambda text: HEAD + text),
        st.text("0123456789/*():; \n", max_size=100).map(lambda text: f"{HEAD}  1) 31: {text}"),
        st.sampled_from(SOURCES).flatmap(
            lambda text: st.tuples(st.integers(0, len(text)), st.integers(0, 10), SCRAPS).map(
                lambda change: text[: change[0]] + change[2] + text[change[0] + change[1] :]
            )
        ),
    )
)
@settings(max_examples=60, deadline=None)
@example(HEAD + "  1) 31: 8/19 6/5                   62: 24/18 13/11\n  2) 66: \n")
@example(" 1 point match\n Game 1\n" + ": 1 " * 50_000)
@example("; [" + " " * 50_000)
@example(HEAD + "  1) 31: " + "8/5* " * 20_000)
@example(HEAD + "wins " * 20_000)
def test_whatever_it_is_it_is_read_or_refused(text: str) -> None:
    try:
        record = read_mat_record(text)
    except InvalidRecord as error:
        assert "\n" not in str(error)
        return
    replay(record.match)
    write_mat(record.match)
    assert record.match.length >= 0 and all(isinstance(each.score, Score) for each in record.match.games)


def test_a_single_position_of_snowies_is_a_game_that_goes_on_from_it() -> None:
    line = "3;0;0;0;0;Alice;Bob;0;1;0;2;1;0;0;-2;2;0;0;5;2;3;0;0;0;-4;1;0;-1;0;-2;2;-1;-3;-2;0;0;0;0;0;0;\n"
    record = read_snowie_record(line)
    (each,) = record.match.games
    assert (record.match.white, record.match.black, record.match.length) == ("Alice", "Bob", 3)
    assert (each.score, each.cube) == (Score(1, 0), Cube(2, W))
    assert tuple(map(str, record.notes)) == ("the file is a single position; Alice is to play",)


@pytest.mark.parametrize(
    ("line", "names", "score"),
    [
        (" Gwendolyn and Bartholomew : 0Johan : 0", ("Gwendolyn and Bartholomew", "Johan"), (0, 0)),
        (" Gwendolyn and Bartholomew : 12Johan : 3", ("Gwendolyn and Bartholomew", "Johan"), (12, 3)),
    ],
)
def test_a_long_name_that_gnu_backgammon_writes_touches_the_next(
    line: str, names: tuple[str, str], score: tuple[int, int]
) -> None:
    found = players_of(line)
    assert found is not None and (found.names, found.score) == (names, score)


def test_a_game_that_begins_on_the_line_of_an_unfinished_one() -> None:
    rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n  2) 66: 24/18 24/18 13/7* 13/7   Game 2\n"
    one, two = read_mat(HEAD + rows + " Anna : 1                      Ben : 0\n  1) 31: 8/5 6/5\n").games
    assert (len(one.turns), len(two.turns), two.score) == (3, 1, Score(1, 0))
    assert one.result == Result(W, 1, "resigned")


def test_a_double_without_an_answer_that_won_the_game_was_passed() -> None:
    found = game("  1) 31: 8/5 6/5\n  2)                               Doubles => 2\n  3)  Loses 1 point\n")
    assert (found.turns[-1], found.result) == (CubeTurn(B, 2, CubeAction.PASS), Result(B, 1, "passed"))


def test_what_a_site_writes_of_somebody_who_left_is_no_play() -> None:
    record = read_mat_record(
        HEAD + "  1) 31: 8/5 6/5                   62: left the game\n  2)  Wins 1 point\n"
    )
    assert len(record.match.games[0].turns) == 1
    assert str(record.notes[0]) == "game 1, line 5: 'left the game' is no play"


def test_players_who_change_sides_between_games_are_told() -> None:
    more = "  1)  Wins 1 point\n Game 2\n Ben : 0                          Anna : 1\n"
    assert "game 2: the players stand the other way round than in game 1" in map(
        str, read_mat_record(HEAD + more).notes
    )


@pytest.mark.parametrize("length", ["3 points match", "3-point match", "Money session"])
def test_hard_blanks_and_other_words_for_the_length(length: str) -> None:
    text = HEAD.replace("3 point match", length).replace("      ", "\xa0" * 6)
    assert is_grid(text) and read_mat(text).white == "Anna"


def test_what_was_resigned_for_a_pass_is_a_pass_for_programs() -> None:
    turns = (*OPENING, CubeTurn(W, 2))
    one = Match(3, "Anna", "Ben", (Game(START, Score(0, 0), turns=turns, result=Result(W, 1, "resigned")),))
    (back,) = read_mat(write_mat(one)).games
    assert back.turns[-1] == CubeTurn(W, 2, CubeAction.PASS)


def test_a_resignation_beside_the_result_leaves_the_points_to_the_result() -> None:
    record = read_mat_record(
        HEAD
        + "  1) 31: 8/5 6/5                   62: 24/18 13/11\n  2) Resigns                         Wins 2 points\n"
    )
    assert (record.match.games[0].result, record.notes) == (Result(B, 2, "resigned"), ())
