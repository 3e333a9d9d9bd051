"""What is asked of any game, with dice or without, is answered for both kinds."""

import pytest

from engine.board import Kind, Occupancy, Seating, Shape, Side
from engine.dice import Roll
from engine.errors import IllegalPlay, InvalidOption, InvalidPosition
from engine.faults.explain import explain, likely_play
from engine.games import all_games, find_game
from engine.i18n import Translator
from engine.match.cube import Cube
from engine.match.match import CheckerTurn, Game, Match, Score, first_to_play, next_to_play, result_of
from engine.match.terms import Stake, Terms
from engine.match_formats import find_match_format, length_fault
from engine.plays.chains import play_text
from engine.plays.legal import can_play, completable, legal_plays, listed_plays
from engine.plays.notation import made, parse_play, played_out, written
from engine.plays.turn_end import after_turn, win_of
from engine.position import Position
from engine.position_parsing import parse_position
from engine.records.mat.mat_writer import write_mat
from engine.records.replay import replay
from engine.rules import Rules
from engine.tafl.tafl_game import TaflGame
from engine.turn.appearance import as_position, seen_as
from engine.turn.turn_reading import is_closed_out

W, B = Side.WHITE, Side.BLACK
TABLUT, BACKGAMMON = find_game("tablut"), find_game("backgammon")


@pytest.mark.parametrize("game", all_games(), ids=[game.id for game in all_games()])
def test_every_game_answers_what_the_referee_asks(game: Rules) -> None:
    assert game.shape is game.start.shape
    assert len(game.rolls) > 0 or game.dice == 0
    assert (first_to_play(game) is W) is (game.decide.value == "white_first")
    assert next_to_play(game, None) is None
    assert game.with_options({}) is game
    for near in Kind if isinstance(game, TaflGame) or game.points == 24 else ():
        seen = seen_as(game, game.start, Seating(near))
        assert as_position(game, seen, Seating(near), game.start) == game.start
        assert seen.shape is game.shape


def test_a_game_without_dice_is_played_without_a_roll() -> None:
    assert isinstance(TABLUT, TaflGame)
    assert find_game("Tafl") is TABLUT
    plays = legal_plays(TABLUT, TABLUT.start, W, None)
    assert len(plays) == len(listed_plays(TABLUT, TABLUT.start, W, None)) == 56
    assert can_play(TABLUT, TABLUT.start, B, None)
    assert {each.position for each in plays} < completable(TABLUT, TABLUT.start, W, None)
    assert TABLUT.units(None) == TABLUT.units(Roll.of(3, 1)) == ()
    assert not is_closed_out(TABLUT, TABLUT.start, W)
    found = parse_play(TABLUT, TABLUT.start, W, None, "c5-c1")
    assert play_text(found.play) == written(TABLUT, TABLUT.start, W, found.play) == "c5-c1"
    assert found in plays
    assert played_out(TABLUT, TABLUT.start, W, "c5-c1").position == found.position
    assert made(TABLUT, TABLUT.start, W, found.play) == found.position
    assert win_of(TABLUT, parse_position("W: Kc1 B: i9", TABLUT), W) == (W, 1, "escape")


def test_without_a_throw_nothing_is_played_where_there_are_dice() -> None:
    (only,) = legal_plays(BACKGAMMON, BACKGAMMON.start, W, None)
    assert (only.position, only.play.moves) == (BACKGAMMON.start, ())
    assert completable(BACKGAMMON, BACKGAMMON.start, W, None) == {BACKGAMMON.start}
    with pytest.raises(IllegalPlay, match="without a throw"):
        parse_play(BACKGAMMON, BACKGAMMON.start, W, None, "8/5")


def test_positions_of_either_shape_are_written_and_read() -> None:
    text = "W: Kc3 d4 B: a1 i9"
    position = parse_position(text, TABLUT)
    assert str(position) == text
    assert position.shape is Shape.TAFL
    assert BACKGAMMON.start.shape is Shape.TABLES
    with pytest.raises(InvalidPosition, match="is no square"):
        parse_position("W: 24(2) B: 6(5)", TABLUT)
    assert Occupancy((0,) * 81, (0,) * 81).shape is Shape.TAFL


def test_an_illegal_board_is_explained_in_either() -> None:
    seen = played_out(TABLUT, TABLUT.start, W, "c5-d6").position
    fault = explain(TABLUT, TABLUT.start, W, None, seen)
    assert fault.rule == "R.straight"
    assert play_text(likely_play(TABLUT, TABLUT.start, W, seen)) == "c5-d6"
    stands = after_turn(TABLUT, TABLUT.start, W, None, seen)
    assert stands == seen
    assert len(stands.past.history) == 2


def test_a_record_without_dice_is_replayed() -> None:
    position, turns, side = TABLUT.start, [], W
    for text in ("c5-c1", "a4-b3", "e3-c3"):
        outcome = played_out(TABLUT, position, side, text)
        turns.append(CheckerTurn(side, None, outcome.play, outcome.position))
        position, side = outcome.position, side.other
    game = Game(TABLUT.start, Score(), turns=tuple(turns))
    match = Match(0, "Anna", "Ben", (game,), "tablut")
    (found,) = replay(match)
    assert (found.game, found.turn, found.fault.rule) == (1, 2, "R.straight")
    assert "not written, because this format knows only backgammon, not Tablut" in write_mat(match)


def test_stakes_for_each_man_count_those_on_the_squares() -> None:
    position = parse_position("W: Ke6 e3 B: d6 e7 f6", TABLUT)
    terms = Terms(stake=Stake.PER_MAN)
    assert result_of(terms, Cube(in_play=False), position, W, 1, "escape").points == 3
    assert result_of(terms, Cube(in_play=False), position, None, 0, "repetition").points == 0


def test_games_on_different_boards_make_no_match() -> None:
    with pytest.raises(InvalidOption, match="^Backgammon, Tablut, Hypergammon are not played on one board"):
        find_match_format("backgammon, tablut")


def test_a_game_is_found_by_a_name_that_has_commas_in_it() -> None:
    assert find_match_format("Seis, Dos e As").is_one_game


def test_what_is_refused_is_called_as_in_the_readers_language() -> None:
    refused = length_fault(find_match_format("brade_match"), 5)
    assert refused is not None and "in Brädematch all" in refused.in_language(Translator("sv"))
    assert "in Swedish Tables match all" in refused.in_language(Translator("fi"))


@pytest.mark.parametrize("game", all_games(), ids=[game.id for game in all_games()])
def test_both_stand_on_a_point_where_it_is_the_very_same_one(game: Rules) -> None:
    """Where checkers are met that stand straight across, those do not share a point with them."""
    if isinstance(game, TaflGame):
        return
    assert game.landing.shares or game.shared_points(game.start) == []
    here = tuple(int(point == 3) for point in range(len(game.start.white)))
    for theirs in range(1, game.bar):
        there = tuple(int(point == theirs) for point in range(len(game.start.black)))
        shared = game.shared_points(Position(here, there))
        assert shared == ([3] if theirs == game.same_place(W)[3] else [])
