"""Plays as text, both ways."""

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.errors import AmbiguousPlay, IllegalPlay, InvalidPlay
from engine.games import find_game
from engine.play import Move, Play
from engine.plays.notation import made, parse_play, play_text, played_out
from engine.position_parsing import parse_position
from engine.tables.tables_game import TablesGame


def play(*moves: tuple[int, int] | tuple[int, int, bool]) -> Play:
    return Play(tuple(Move(*move) for move in moves))


TEXTS = [
    (play(), ""),
    (play((8, 5), (6, 5)), "8/5 6/5"),
    (play((6, 5), (8, 5)), "8/5 6/5"),
    (play((24, 18), (18, 14)), "24/14"),
    (play((24, 18, True), (18, 14)), "24/18*/14"),
    (play((24, 18, True), (18, 14, True)), "24/18*/14*"),
    (play((13, 7, True), (13, 7)), "13/7*(2)"),
    (play((13, 8), (13, 8), (8, 3), (8, 3)), "13/3(2)"),
    (play((24, 18), (24, 18), (13, 7, True), (13, 7)), "24/18(2) 13/7*(2)"),
    (play((25, 20, True), (6, 0)), "bar/20* 6/off"),
    (play((25, 23), (23, 17)), "bar/17"),
]


@pytest.mark.parametrize(("made_play", "text"), TEXTS, ids=[text or "dance" for _, text in TEXTS])
def test_play_text(made_play: Play, text: str) -> None:
    assert play_text(made_play) == text


SAME = ["8/5 6/5", "6/5 8/5", " 8/5  6/5 ", "8-5 6-5", "8>5 6>5"]


@pytest.mark.parametrize("text", SAME)
def test_many_ways_to_write_one_play(backgammon: TablesGame, text: str) -> None:
    outcome = parse_play(backgammon, backgammon.start, Side.WHITE, Roll.of(3, 1), text)
    assert play_text(outcome.play) == "8/5 6/5"


@pytest.mark.parametrize("text", ["24/18 18/13", "24/18/13", "24/13"])
def test_a_chain_can_be_written_at_any_length(backgammon: TablesGame, text: str) -> None:
    outcome = parse_play(backgammon, backgammon.start, Side.WHITE, Roll.of(6, 5), text)
    assert play_text(outcome.play) == "24/13"


@pytest.mark.parametrize("text", ["Bar/20*", "bar/20", "25/20", "BAR/20*"])
def test_hits_need_not_be_marked(backgammon: TablesGame, text: str) -> None:
    position = parse_position("W: bar(1) 7(2) B: 5(1) 11(2) 24(2) 6(2) 1(8)")
    outcome = parse_play(backgammon, position, Side.WHITE, Roll.of(6, 5), text)
    assert play_text(outcome.play) == "bar/20*"


def test_points_between_decide_which_checker_is_hit(backgammon: TablesGame) -> None:
    position, roll = parse_position("W: 24(1) 1(14) B: 7(1) 23(2) 3(12)"), Roll.of(6, 4)
    assert parse_play(backgammon, position, Side.WHITE, roll, "24/14").position.black[25] == 0
    assert parse_play(backgammon, position, Side.WHITE, roll, "24/18*/14").position.black[25] == 1
    assert parse_play(backgammon, position, Side.WHITE, roll, "24/18/14").position.black[25] == 1


def test_a_text_that_two_plays_fit_is_ambiguous(backgammon: TablesGame) -> None:
    position = parse_position("W: 24(1) 1(14) B: 7(1) 5(1) 23(2) 3(11)")
    with pytest.raises(AmbiguousPlay, match=r"24/18\*/14 or 24/20\*/14|24/20\*/14 or 24/18\*/14"):
        parse_play(backgammon, position, Side.WHITE, Roll.of(6, 4), "24/14")


@pytest.mark.parametrize("text", ["8/3", "8/5", "", "24/18*/15", "8/5* 6/5", "6/off"])
def test_illegal_plays_are_refused(backgammon: TablesGame, text: str) -> None:
    with pytest.raises(IllegalPlay):
        parse_play(backgammon, backgammon.start, Side.WHITE, Roll.of(3, 1), text)


@pytest.mark.parametrize("text", ["hello", "8", "8/", "26/20", "8/5(0)", "8/5(99)", "8/5 and 6/5"])
def test_what_is_no_play_is_invalid(backgammon: TablesGame, text: str) -> None:
    with pytest.raises(InvalidPlay) as caught:
        parse_play(backgammon, backgammon.start, Side.WHITE, Roll.of(3, 1), text)
    assert type(caught.value) is InvalidPlay


@pytest.mark.parametrize("text", ["", "-", "Cannot Move", "dance"])
def test_a_dance(backgammon: TablesGame, text: str) -> None:
    position = parse_position("W: bar(1) 6(5) B: 6(2) 5(2) 4(2) 3(2) 2(2) 1(2)")
    assert parse_play(backgammon, position, Side.WHITE, Roll.of(6, 6), text).play == Play()


def test_a_play_made_as_written_may_break_the_rules(backgammon: TablesGame) -> None:
    outcome = played_out(backgammon, backgammon.start, Side.WHITE, "24/19 24/23 3/2")
    assert outcome.play.moves == (Move(24, 19), Move(24, 23), Move(3, 2))
    assert outcome.position.white[19] == outcome.position.white[23] == 1
    assert outcome.position.white[2] == 0
    assert made(backgammon, backgammon.start, Side.WHITE, outcome.play) == outcome.position


def test_to_go_is_read_where_a_hole_was_made() -> None:
    game = find_game("trictrac")
    with pytest.raises(IllegalPlay, match="that needs a hole"):
        parse_play(game, game.start, Side.WHITE, Roll.of(6, 6), "go")


@pytest.mark.parametrize("text", ["24/19/15", "24/19 19/15", "19/15 24/19", "24/21/15"])
def test_who_writes_a_stop_on_a_held_or_a_lone_point_means_no_play_that_passes_it_by(text: str) -> None:
    game = find_game("backgammon")
    board = parse_position("W: 24(2) 6(13) B: 6(5) 5(1) 4(1) 3(8)")
    assert parse_play(game, board, Side.WHITE, Roll.of(5, 4), "24/15").play.moves[0].hit
    with pytest.raises(IllegalPlay):
        parse_play(game, board, Side.WHITE, Roll.of(5, 4), text)
