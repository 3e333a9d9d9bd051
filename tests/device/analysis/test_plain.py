"""The plain player of games that no program knows: clear mistakes, and that it says how weak it is."""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

sys.path[:0] = [str(Path(__file__).parents[2] / "engine"), str(Path(__file__).parents[2] / "bench")]
from plain_players import at_random, played
from written_matches import match_of

from device.cli.main import main
from device.errors import AnalysisError
from device.library.analysis.analysing import analyse
from device.library.analysis.gentle_process import Stopped
from device.library.analysis.plain_judging import BATCH, PLAYED_OUT, PROGRAM, WEAKER, PlainEngine, lost_by
from device.library.analysis.plain_player import players
from device.library.records.tableside_json import write_json
from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import CheckerTurn, Game, Match, Result, Score
from engine.match_format import Chosen, MatchFormat
from engine.plays.notation import parse_play
from engine.position import Position
from engine.position_parsing import parse_position
from engine.records.record import Record
from engine.tables.tables_game import TablesGame

LAST = "W: 6(1) 1(1) off(13) B: 1(1) off(14)"


def ended_with(text: str, name: str = "fevga") -> Match:
    """A game in which White, to play 6-1, could have won at once."""
    rules = find_game(name)
    assert isinstance(rules, TablesGame)
    start = parse_position(LAST, rules)
    made = parse_play(rules, start, Side.WHITE, Roll.of(6, 1), text)
    turn = CheckerTurn(Side.WHITE, Roll.of(6, 1), made.play, made.position)
    game = Game(start, Score(), turns=(turn,), result=Result(Side.BLACK, 1, "resigned"), chosen=Chosen(name))
    match = match_of(game, length=0)
    return replace(match, game_id=name, match_format=MatchFormat(name, (Chosen(name),)))


def test_a_clear_mistake_is_told_with_the_better_play_and_all_else_is_not() -> None:
    (game,) = analyse(ended_with("6/5 5/off"), 2, engine=PlainEngine()).games
    play = game.turns[0].play
    assert play is not None and (play.best, play.loss) == ("6/off 1/off", pytest.approx(2, abs=0.01))
    assert (game.players[Side.WHITE].blunders, game.players[Side.BLACK].decisions) == (1, 0)
    well = analyse(ended_with("6/off 1/off"), 2, engine=PlainEngine())
    told = well.games[0].turns[0].play
    assert told is not None and (told.best, told.loss) == (None, 0)
    assert (well.program, well.notes) == (PROGRAM, (WEAKER,))


def test_it_tells_every_turn_and_ends_where_it_is_told_to_or_takes_too_long() -> None:
    match, told = ended_with("6/5 5/off"), list[tuple[int, int]]()
    twice = replace(match, games=match.games * 2)
    analyse(twice, 2, engine=PlainEngine(), progress=lambda *done: told.append(done))
    assert told == [(1, 2), (2, 2)]
    # The second time it is asked is in the middle of a turn, before the first pair of games is played out.
    asked = iter((False, True))
    with pytest.raises(Stopped):
        analyse(match, 2, engine=PlainEngine(), stop=lambda: next(asked))
    with pytest.raises(AnalysisError, match="took too long"):
        analyse(match, 2, engine=PlainEngine(), limit=-1)


def test_no_more_is_played_out_than_it_takes() -> None:
    assert lost_by([2, 3] * (BATCH // 2)) == 2.5 and lost_by([0, -1] * (BATCH // 2)) == 0
    unsure = [3, -1, 1] * (BATCH // 3)
    assert lost_by(unsure) is None and lost_by(unsure * (PLAYED_OUT // BATCH)) == 1
    assert lost_by([3, -3, 1] * (PLAYED_OUT // 3)) == 0


def test_on_the_command_line_a_game_that_no_program_knows_is_its(tmp_path: Path) -> None:
    path = tmp_path / "fevga.json"
    path.write_bytes(write_json(Record(ended_with("6/5 5/off")), {}).encode())
    told = CliRunner().invoke(main, ["analyse", str(path)])
    assert told.exit_code == 0 and "clear mistakes  1 in 1 plays" in told.output
    assert "better 6/off 1/off" in told.output and "far weaker" in " ".join(told.output.split())


def test_it_beats_who_plays_at_random() -> None:
    """`python tests/bench/plain_players.py measure` measures it in all games."""
    assert set(players()) == {"plakoto", "fevga", "portes", "long_nardy"}
    game, random, dice = find_game("portes"), at_random(1), Random(5)
    assert isinstance(game, TablesGame)

    def best(rules: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
        return players()["portes"].best(rules, position, side, roll)[0].position

    assert sum(played(game, (best, random), dice) for _ in range(3)) >= 3
