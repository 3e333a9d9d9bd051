"""A position analysed: by the real GNU Backgammon, from either side, and what is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from schemas_checked import conforms
from small_match import HAND

from device.cli.main import main
from device.errors import AnalysisError
from device.library.analysis import engines
from device.library.analysis.analysis_values import CubeDecision
from device.library.analysis.engines import GnubgEngine
from device.library.analysis.gnubg import may_double
from device.library.analysis.position_analysis import analyse_position, withheld
from device.library.analysis.script import BEGIN, END
from engine.board import Side
from engine.dice import Roll
from engine.match.cube import Cube
from engine.match.match import Match
from engine.profile import HOME, TOURNAMENT
from engine.records.codes.position_codes import read_code
from engine.state.match_state import MatchState, Phase, new_match_state

CODE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
OPENING = read_code(CODE)


def test_the_best_plays_are_told_from_either_side(gnubg: Path) -> None:
    found = analyse_position(OPENING, GnubgEngine(gnubg), ply=0)
    best, second, *_ = found.plays
    assert found.program.startswith("GNU Backgammon 1.") and len(found.plays) == 5
    assert (best.play, best.loss) == ("8/5 6/5", 0.0) and second.loss > 0.1
    assert 0.5 < best.chances.win < 0.6 and found.chances is None and found.cube is None
    mirrored = replace(OPENING, position=OPENING.position.mirrored(), to_play=Side.BLACK)
    assert analyse_position(mirrored, GnubgEngine(gnubg), ply=0).plays == found.plays


def test_doubling_and_taking_are_told_where_one_may_double(gnubg: Path) -> None:
    # Ten checkers at home against fifteen that are on their way: far ahead in the race.
    ahead = read_code("XGID=-BBBBB-ccccc--------------:0:0:1:00:0:0:0:0:10")
    black = replace(ahead, position=ahead.position.mirrored(), to_play=Side.BLACK)
    for standing in (ahead, black, replace(ahead, offered=True)):
        found = analyse_position(standing, GnubgEngine(gnubg), ply=0)
        assert found.cube is not None and found.chances is not None
        assert found.chances.win > 0.99 and found.cube.takes is False and found.plays == ()
    assert analyse_position(replace(ahead, cube=2, owner=Side.BLACK), GnubgEngine(gnubg), ply=0).cube is None
    assert not may_double(replace(ahead, length=7, crawford=True))


@pytest.mark.parametrize(
    ("equities", "right"),
    [
        ((0.3, 0.2, 1.0), (False, True, False)),
        ((0.6, 0.8, 1.0), (True, True, False)),
        ((0.8, 1.2, 1.0), (True, False, False)),
        ((1.1, 1.4, 1.0), (False, False, True)),
    ],
)
def test_what_is_right_follows_from_the_equities(
    equities: tuple[float, float, float], right: tuple[bool, bool, bool]
) -> None:
    cube = CubeDecision(*equities)
    assert (cube.doubles, cube.takes, cube.too_good) == right


def test_the_command_line_tells_it(gnubg: Path) -> None:
    told = CliRunner().invoke(main, ["position", CODE, "--analyse", "--json"])
    conforms("position", json.loads(told.stdout))
    assert json.loads(told.stdout)["analysis"]["plays"][0]["play"] == "8/5 6/5"
    told = CliRunner().invoke(main, ["position", CODE.replace(":31:", ":00:"), "--analyse", "--json"])
    conforms("position", json.loads(told.stdout))
    assert json.loads(told.stdout)["analysis"]["cube"]["doubles"] is False
    told = CliRunner().invoke(main, ["position", CODE, "--analyse"])
    assert "1. 8/5 6/5" in told.stdout and "2-ply" in told.stdout


@pytest.mark.parametrize("words", [["position", CODE, "--analyse"], ["analyse", "hand.mat"]])
def test_the_command_line_asks_the_engine_of_the_settings_or_that_which_it_is_told(
    words: list[str], pretender: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hand.mat").write_text(HAND)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    Path("tableside").mkdir()
    Path("tableside/tableside.toml").write_text('[analysis]\nengine = "sage"\n')
    program = pretender("echo WARNING: gnubg was asked")
    monkeypatch.setattr(engines, "find_gnubg", lambda: program)
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    for more, says in (([], "Open Sage is to analyse"), (["--engine", "auto"], "gnubg was asked")):
        told = CliRunner().invoke(main, [*words, *more])
        assert told.exit_code == 2 and says in told.stderr, told.output


def test_what_cannot_be_analysed_is_said(pretender: Callable[[str], Path]) -> None:
    over = replace(OPENING, position=replace(OPENING.position, white=(15, *(0,) * 25)))
    with pytest.raises(AnalysisError, match="nothing here to analyse"):
        analyse_position(over, engine=GnubgEngine(Path("gnubg")))
    for said in ("[]", "[{}]", '[{"plays": [["8/5", 1]]}]', "[7]"):
        program = pretender(f"echo '{BEGIN}'; echo '{said}'; echo '{END}'")
        with pytest.raises(AnalysisError, match="nobody can read"):
            analyse_position(OPENING, engine=GnubgEngine(program))
    nothing = pretender(f"echo '{BEGIN}'; echo '[{{\"plays\": []}}]'; echo '{END}'")
    assert analyse_position(replace(OPENING, roll=Roll.of(6, 6)), engine=GnubgEngine(nothing)).plays == ()


def test_no_aid_is_given_to_who_plays_where_the_profile_forbids_it() -> None:
    idle = new_match_state(Match(5, "Anna", "Ben"), TOURNAMENT)
    playing = replace(idle, phase=Phase.TO_MOVE)
    assert isinstance(playing, MatchState) and Cube() == playing.cube
    assert withheld(idle) is None and withheld(playing) is not None
    assert withheld(replace(playing, profile=HOME)) is None
