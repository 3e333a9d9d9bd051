"""SGF files as they are read: GNU Backgammon's, others', boards that are put up, and what is no record."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1]))
from played_matches import played
from written_matches import BACKGAMMON, CLOSED, ILLEGAL, MIDDLE, MONEY, PLAIN, START, B, W, turns_from

from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.match.terms import CubeUse, Terms
from engine.position_parsing import parse_position
from engine.records.mat.mat_reader import read_mat
from engine.records.replay import replay
from engine.records.sgf.sgf_reader import read_sgf, read_sgf_record
from engine.records.sgf.sgf_writer import write_sgf

HEAD = "(;FF[4]GM[6]PW[Anna]PB[Ben]MI[length:5][game:0][ws:0][bs:0]RU[Crawford]"


def game(text: str) -> Game:
    """The one game of an SGF text that begins after the usual head."""
    return read_sgf(HEAD + text).games[0]


@given(st.integers(0, 10_000), st.sampled_from((0.0, 0.1)))
@settings(max_examples=25, deadline=None)
@example(104, 0.08)
def test_every_match_comes_back_as_it_was(seed: int, illegal: float) -> None:
    match = played(seed, illegal=illegal, turns=25)
    back = read_sgf(write_sgf(match))
    assert [each.turns for each in back.games] == [each.turns for each in match.games]
    assert [(each.score, each.crawford) for each in back.games] == [
        (each.score, each.crawford) for each in match.games
    ]
    assert [each.result for each in back.games] == [each.result for each in match.games]
    assert replace(back, games=()) == replace(match, games=())


def test_illegal_plays_come_back_with_their_rolls_and_moves() -> None:
    back = read_sgf(write_sgf(ILLEGAL))
    assert [each.turns for each in back.games] == [each.turns for each in ILLEGAL.games]
    assert [(number, turn) for number, turn, _ in replay(back)] == [(1, 5), (1, 6)]


def test_a_game_from_the_middle_begins_there() -> None:
    back = read_sgf(write_sgf(MIDDLE)).games[0]
    assert back.start == CLOSED
    assert back.position == MIDDLE.games[0].position


def test_a_sample_of_gnu_backgammon_is_what_its_mat_file_is(shared: Path) -> None:
    samples = shared / "records" / "samples"
    record = read_sgf_record((samples / "hand3.sgf").read_text(encoding="utf-8"))
    assert record.match == read_mat((samples / "hand3.mat").read_text(encoding="utf-8"))
    assert record.tags == (
        ("EventDate", "2026.11.20"),
        ("Event", "Hand-written test"),
        ("Site", "Club board 1"),
    )
    assert tuple(map(str, record.notes)) == ()


def test_the_examples_of_the_specification() -> None:
    found = game("RE[W+4];W[31hefe];B[61ab];B[66];W[double];B[double];W[take];W[66fzezdzcz])")
    assert found.turns[0] == turns_from(START, (W, "31", "8/5 6/5"))[0]
    assert found.turns[3] == CubeTurn(W, 2, CubeAction.BEAVER)
    assert found.result == Result(W, 4, "resigned")
    last = found.turns[-1]
    assert isinstance(last, CheckerTurn) and last.roll == Roll.of(6, 6)


def test_a_board_put_up_in_the_middle_is_a_turn_that_is_not_written() -> None:
    put = "AE[a:y]AW[x][x][m:m][m][m][m][m][h][h][h][f][f][f][f][f]AB[b][b][l][l][l][n][q][q][q][q][s][s][s][s][s]"
    found = game(f";B[52lnlq];{put};B[31qtst])")
    turn = found.turns[1]
    assert isinstance(turn, CheckerTurn)
    assert (turn.side, turn.roll, turn.inferred) == (W, None, True)
    assert turn.after == parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 23(2) 13(3) 11(1) 8(4) 6(5)")
    assert not replay(Match(5, "", "", (found,)))
    # White stands on their 24, which is the black checkers' 1
    with pytest.raises(InvalidRecord, match="node 2: both sides are put on White's point 24"):
        game(f";B[52lnlq];{put.replace('[b][b]', '[x][x]')};W[31hefe])")


def test_dice_and_a_board_are_an_illegal_play() -> None:
    put = "AE[a:y]AW[x][x][m][m][m][m][m][h][h][f][f][f][f][f][b]AB[a][a][l][l][l][n][q][q][q][q][s][s][s][s][s]"
    found = game(f";B[52lnlq];PL[W]DI[31];PL[B]{put}C[he played 8/2];B[31qtst])")
    turn = found.turns[1]
    assert isinstance(turn, CheckerTurn)
    assert (turn.side, turn.roll) == (W, Roll.of(3, 1))
    assert [(move.origin, move.target) for move in turn.play.moves] == [(8, 2)]
    assert [(number, turn) for number, turn, _ in replay(Match(5, "", "", (found,)))] == [(1, 2)]


def test_the_cube_is_put_where_the_file_has_it() -> None:
    found = game("CV[2];W[31hefe];B[double];W[take])")
    assert found.turns[-1] == CubeTurn(B, 4, CubeAction.TAKE)
    assert isinstance(found.turns[-1], CubeTurn) and found.turns[-1].before == Cube(2)
    owned = game(";CV[4];CP[w];W[double];B[drop])")
    assert owned.turns == (CubeTurn(W, 8, CubeAction.PASS),)
    assert owned.result == Result(W, 4, "passed")
    assert game(";CV[4]CO[b];W[31hefe];B[double])").turns[-1] == CubeTurn(B, 8)


def test_rules_variations_and_comments() -> None:
    text = "(;GM[6]MI[length:0]RU[Jacoby:NoCube:Nackgammon]PW[a\\]b]PB[]C[a (; comment \\] here];W[31hefe]C[x];B[])"
    match = read_sgf(text)
    assert (match.game_id, match.white, match.black) == ("nackgammon", "a]b", "")
    assert match.terms == Terms(jacoby=True, cube=CubeUse.OFF)
    nack = find_game("nackgammon")
    assert read_sgf(write_sgf(match)) == replace(match, white="a]b", black="Black")
    assert match.games[0].start == nack.start
    assert read_sgf("(;GM[6]RU[Hypergammon1])").game_id == "hypergammon_one"


def test_only_the_main_line_is_read_and_a_file_may_be_cut_off() -> None:
    found = game(";W[31hefe](;B[52lnlq](;W[11fefefefe])(;W[66]))(;B[66ag]))")
    assert [str(turn.roll) for turn in found.turns if isinstance(turn, CheckerTurn)] == ["3-1", "5-2", "1-1"]
    record = read_sgf_record(f"{HEAD};W[31hefe];B[62")
    assert record.match.games[0].turns[0] == turns_from(START, (W, "31", "8/5 6/5"))[0]
    assert tuple(map(str, record.notes)) == ("game 1, at its end: the file is cut off here",)


def test_games_without_a_score_are_added_up() -> None:
    one = "(;GM[6]MI[length:3]RE[B+1R];W[31hefe])"
    assert [each.score for each in read_sgf(one + one).games] == [Score(), Score(0, 1)]


def test_other_games_in_the_file_are_left_out() -> None:
    record = read_sgf_record("(;GM[1]SZ[19];B[dd])(;GM[6];W[31hefe])(;GM[6]MI[length:9];W[31hefe])")
    assert len(record.match.games) == 1
    assert len(record.notes) == 2


def test_a_roll_without_a_play_and_a_result_without_a_winner_are_notes() -> None:
    record = read_sgf_record(f"{HEAD}RE[Void];W[31hefe];PL[B]DI[62])")
    assert record.match.games[0].result is None
    assert tuple(map(str, record.notes)) == (
        "game 1, at its end: 6-2 was thrown, but no play is written",
        "game 1, its result: 'Void' says of nobody that they won",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no SGF file"),
        ("(;GM[1])", "no game of backgammon"),
        ("()", "no game of backgammon"),
        ("(;GM[6];W[hello])", "node 1: 'hello' is neither a play nor the cube"),
        ("(;GM[6];W[31h])", "node 1: '31h' is neither"),
        ("(;GM[6];W[31??])", "neither a play"),
        ("(;GM[6];AE[a:y]AW[a][a][a][a][a][a][a][a][a][a][a][a][a][a][a][a])", "White has 16 checkers"),
        ("(;GM[6] 17)", "line 1: '1' has no place"),
    ],
)
def test_what_is_no_record_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match=said.replace("(", r"\(").replace("?", r"\?")):
        read_sgf(text)


SOURCES = [write_sgf(PLAIN), write_sgf(MONEY), write_sgf(ILLEGAL), write_sgf(MIDDLE)]


@given(
    st.one_of(
        st.text("(;)[]\\GMWBAEPLDICVXU6314defaz:xy \n", max_size=120).map(lambda text: f"(;GM[6]{text}"),
        st.sampled_from(SOURCES).flatmap(
            lambda text: st.tuples(
                st.integers(0, len(text)), st.integers(0, 12), st.text("()[];:abyz16WBAE\\", max_size=4)
            ).map(lambda change: text[: change[0]] + change[2] + text[change[0] + change[1] :])
        ),
    )
)
@settings(max_examples=50, deadline=None)
@example("(" * 5000 + ";GM[6]")
@example("(;GM[6]" + "[" * 5000)
@example("(;GM[6]C[" + "\\" * 5001)
def test_whatever_it_is_it_is_read_or_refused(text: str) -> None:
    try:
        record = read_sgf_record(text)
    except InvalidRecord as error:
        assert "\n" not in str(error)
        return
    replay(record.match)
    assert BACKGAMMON is find_game("backgammon")


def test_what_tableside_wrote_says_by_silence_that_there_is_no_crawford_rule() -> None:
    last = replace(PLAIN.games[2], crawford=False)
    match = replace(PLAIN, games=(*PLAIN.games[:2], last), terms=Terms(crawford=False))
    assert "RU[" not in write_sgf(match)
    back = read_sgf(write_sgf(match))
    assert not back.games[2].crawford and not back.terms.crawford


def test_a_length_with_strange_blanks_about_it_is_read() -> None:
    assert read_sgf("(;GM[6]MI[length:7\x1f\x1c])").length == 7
