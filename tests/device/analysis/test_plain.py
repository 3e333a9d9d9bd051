"""The plain player of games that no program knows: clear mistakes, and that it says how weak it is."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

sys.path[:0] = [str(Path(__file__).parents[2] / "engine"), str(Path(__file__).parents[2] / "bench")]
from plain_players import at_random, played
from schemas_checked import conforms
from written_matches import match_of

from device.cli.main import main
from device.errors import AnalysisError
from device.library.analysis import engines
from device.library.analysis.analysing import analyse
from device.library.analysis.analysis_values import Analysis
from device.library.analysis.gentle_process import Stopped
from device.library.analysis.plain_judging import (
    BATCH,
    NO_CHOICE,
    PLAYED_OUT,
    PROGRAM,
    WEAKER,
    PlainEngine,
    lost_by,
)
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
    (game,) = match.games
    twice = replace(match, games=(replace(game, turns=game.turns * 2),))
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


def run(path: Path, match: Match, *words: str) -> tuple[int, str, str]:
    path.write_bytes(write_json(Record(match), {}).encode())
    told = CliRunner().invoke(main, ["analyse", str(path), *words])
    return told.exit_code, " ".join(told.stdout.split()), " ".join(told.stderr.split())


def test_on_the_command_line_a_game_that_no_program_knows_is_its(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, fevga = tmp_path / "fevga.json", ended_with("6/5 5/off")
    status, out, _ = run(path, fevga)
    assert status == 0 and "clear mistakes 1 in 1 plays" in out
    assert "better 6/off 1/off" in out and "far weaker" in out and str(NO_CHOICE) not in out
    status, out, _ = run(path, fevga, "--ply", "1")
    assert status == 0 and str(NO_CHOICE) in out
    # In a match of several games it judges those that no program knows; what is not installed is no fault of the file.
    portes = ended_with("6/off 1/off", "portes")
    order = (Chosen("fevga"), Chosen("portes"))
    tavli = replace(
        fevga, games=(*fevga.games, *portes.games), match_format=MatchFormat("tavli_match", order)
    )
    monkeypatch.setattr(engines, "find_gnubg", lambda: None)
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    status, out, _ = run(path, tavli)
    assert status == 0 and "clear mistakes 1 in 1 plays" in out and "Game 2: nothing is installed" in out
    status, out, err = run(path, tavli, "--engine", "gnubg")
    assert status == 2 and "is not installed" in err and path.name not in err
    monkeypatch.setattr(engines, "find_spec", lambda _: True)
    judged = Analysis("Open Sage", 2, (), ())
    monkeypatch.setattr(engines.SageEngine, "judge", lambda *_, **__: judged)
    status, out, _ = run(path, tavli, "--json")
    told = json.loads(out)
    conforms("analyse", told)
    assert status == 0 and (told["program"], told["notes"]) == ("Open Sage", [])
    assert [game["number"] for game in told["plain"]["games"]] == [1]
    assert told["plain"]["program"] == PROGRAM and told["plain"]["notes"] == [str(WEAKER)]


def test_it_beats_who_plays_at_random() -> None:
    """`python tests/bench/plain_players.py measure` measures it in all games."""
    assert set(players()) == {"plakoto", "fevga", "portes", "long_nardy"}
    game, random, dice = find_game("long_nardy"), at_random(1), Random(5)
    assert isinstance(game, TablesGame)

    def best(rules: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
        return players()["long_nardy"].best(rules, position, side, roll)[0].position

    assert all(played(game, (best, random), dice) > 0 for _ in range(2))
