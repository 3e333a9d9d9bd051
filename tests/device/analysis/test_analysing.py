"""Analysing a match with GNU Backgammon: the real one, and programs that hang, die or talk rubbish."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from small_match import HAND

from device.errors import AnalysisError
from device.finding import Health
from device.library.analysis import engines, gentle_process
from device.library.analysis.analysing import analyse
from device.library.analysis.engines import GnubgEngine
from device.library.analysis.gentle_process import GENTLE, Stopped, gently, run_gently
from device.library.analysis.gnubg import ask, find_gnubg
from device.library.analysis.script import BEGIN, DONE, END
from device.ops.doctor.software_checks import check_analysis
from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Score
from engine.match.terms import CubeUse, Terms
from engine.play import Play
from engine.plays.notation import played_out
from engine.position_parsing import parse_position
from engine.records.mat.mat_reader import read_mat

SHARED = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[4] / "shared"))


def own_statistics(program: Path, folder: Path, record: str) -> list[tuple[float, ...]]:
    """Of each player what `show statistics match` prints at 0-ply: error, its rate, Snowie's, and luck."""
    (folder / "m.mat").write_text(record)
    lines = ["set automatic game off", "set display off"]
    lines += [f"set analysis {kind} evaluation plies 0" for kind in ("chequerplay", "cubedecision")]
    lines += ["import mat m.mat", "analyse match", "show statistics match"]
    (folder / "c").write_text("\n".join(lines) + "\n")
    said = subprocess.run(
        [program, "-t", "-q", "-r", "-c", "c"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    first, last = said.split("Overall statistics")

    def told(name: str, text: str, step: int = 2) -> list[float]:
        (line,) = re.findall(rf"^{re.escape(name)} +(.*)$", text, re.MULTILINE)
        return [float(each) for each in re.findall(r"[+-]\d+\.\d+", line)[::step]]

    error, rate = told("Error total EMG (MWC)", last), told("Error rate mEMG (MWC)", last)
    snowie, luck = told("Snowie error rate", last), told("Luck total EMG (MWC)", first)
    return [(-error[n], -rate[n], -snowie[n], luck[n]) for n in (0, 1)]


def agrees(match: Match, record: str, program: Path, folder: Path) -> None:
    analysis = analyse(match, 0, engine=GnubgEngine(program))
    for side, theirs in zip(Side, own_statistics(program, folder, record), strict=True):
        sums = analysis.players[side]
        assert sums.rate is not None and sums.snowie is not None
        assert (sums.error, sums.luck) == pytest.approx((theirs[0], theirs[3]), abs=0.0011)
        assert (sums.rate, sums.snowie) == pytest.approx(theirs[1:3], abs=0.11)
    assert sum(len(game.turns) for game in analysis.games) == sum(len(game.turns) for game in match.games)
    assert analysis.notes == ()


def test_every_turn_is_judged_and_the_sums_are_its_own(hand: Match, gnubg: Path, tmp_path: Path) -> None:
    agrees(hand, HAND, gnubg, tmp_path)


@pytest.mark.long
def test_the_sums_of_real_matches_are_its_own(gnubg: Path, tmp_path: Path) -> None:
    records = sorted((SHARED / "records" / "real").glob("*.txt"))
    if not records:
        pytest.skip(f"NO RECORDS of real matches in {SHARED}")
    for path in records:
        text = path.read_text(encoding="utf-8-sig")
        agrees(read_mat(text), text, gnubg, tmp_path)


def test_what_was_lost_is_told_beside_what_is_better(hand: Match, gnubg: Path) -> None:
    first, second = analyse(hand, 0, engine=GnubgEngine(gnubg)).games
    play, double = first.turns[2].play, first.turns[4]
    assert play is not None and (play.made, play.best) == ("24/18(2) 13/7*(2)", "13/7*/1* 13/1")
    assert play.loss == pytest.approx(0.1433, abs=1e-4)
    assert play.best_moves == ((13, 7), (13, 7), (7, 1), (7, 1))
    assert double.cube is not None and (double.cube.made, double.cube.right) == ("double", "too good")
    assert double.answer is not None and (double.answer.made, double.answer.loss) == ("pass", 0)
    assert double.chance == pytest.approx(0.59947)
    taken = second.turns[4]
    assert taken.cube is not None and taken.cube.right == "no double"
    assert taken.cube.loss == pytest.approx(0.2791, abs=1e-4)
    opening = first.turns[0].as_json()
    assert opening["cube"] is None and opening["luck"] == pytest.approx(0.2433, abs=1e-4)


def test_a_game_without_a_cube_is_judged_without_one(hand: Match, gnubg: Path) -> None:
    played = replace(hand.games[1], turns=hand.games[1].turns[:4])
    analysis = analyse(
        replace(hand, games=(played,), terms=Terms(cube=CubeUse.OFF)), 0, engine=GnubgEngine(gnubg)
    )
    assert all(turn.cube is None for turn in analysis.games[0].turns) and len(analysis.games[0].turns) == 4
    assert all(totals.error_cube == 0 for totals in analysis.players.values())


def test_an_illegal_play_that_stood_is_left_out_and_what_follows_is_judged(gnubg: Path) -> None:
    match = read_mat(HAND.replace("43: bar/22 13/9", "43: bar/22 13/8"))
    analysis = analyse(match, 0, engine=GnubgEngine(gnubg))
    assert [turn.turn for turn in analysis.games[0].turns] == [1, 2, 3, 5]
    assert tuple(map(str, analysis.notes)) == (
        "Game 1: nothing is told of turn 4: an illegal play that stood, or a roll that nobody saw.",
    )


def test_a_game_that_was_followed_from_its_middle_is_judged_from_there(gnubg: Path) -> None:
    start = parse_position("W: 8(3) 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) B: bar(1) 13(5) 8(4) 6(5)")
    outcome = played_out(find_game("backgammon"), start, Side.WHITE, "8/6 8/7")
    turns = (
        CheckerTurn(Side.BLACK, Roll.of(6, 6), Play(), start),
        CheckerTurn(Side.WHITE, Roll.of(2, 1), outcome.play, outcome.position),
    )
    analysis = analyse(Match(5, "", "", (Game(start, Score(), turns=turns),)), 0, engine=GnubgEngine(gnubg))
    assert [turn.turn for turn in analysis.games[0].turns] == [1, 2] and analysis.notes == ()
    assert analysis.games[0].turns[0].luck is not None


@pytest.mark.parametrize(("answer", "cube"), [(CubeAction.BEAVER, 4), (CubeAction.RACCOON, 8)])
def test_after_a_beaver_and_automatic_doubles_the_cube_is_what_it_was(
    hand: Match, gnubg: Path, answer: CubeAction, cube: int
) -> None:
    first = hand.games[0]
    double = CubeTurn(Side.WHITE, 4, answer, before=Cube(2))
    turns = (*first.turns[:2], double, *first.turns[2:4])
    session = replace(hand, length=0, games=(replace(first, score=Score(), turns=turns, result=None),))
    analysis = analyse(session, 0, engine=GnubgEngine(gnubg))
    assert [turn.turn for turn in analysis.games[0].turns] == [1, 2, 3, 4, 5]
    for turn, value in zip(analysis.games[0].turns, (2, 2, None, 2 * cube, 2 * cube), strict=True):
        assert turn.points == (None if value is None else pytest.approx(value * (turn.equity or 0)))


def test_what_it_does_not_know_is_not_asked(hand: Match) -> None:
    other = replace(hand, game_id="plakoto", games=())
    with pytest.raises(AnalysisError, match="only backgammon"):
        analyse(other, 0, engine=GnubgEngine(Path("/nowhere")))


@pytest.mark.parametrize(
    ("named", "other", "told"),
    [
        (engines.AUTO, None, r"apt install gnubg.*pip install tableside\[analysis\]"),
        (engines.GNUBG, "find_spec", "GNU Backgammon is to analyse.*apt install gnubg"),
        (engines.SAGE, "find_gnubg", r"Open Sage is to analyse.*pip install tableside\[analysis\]"),
    ],
)
def test_of_an_engine_that_there_is_not_one_is_told_what_to_install(
    named: str, other: str | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for finds in ("find_gnubg", "find_spec"):
        found = Path("/there") if finds == other else None
        monkeypatch.setattr(engines, finds, lambda *_, found=found: found)
    with pytest.raises(AnalysisError, match=told):
        engines.engine_named(named)
    if other is not None:
        assert engines.find_engine() is not None, "the other one is there, and is not taken in its place"
        finding = check_analysis(named)
        assert finding.health is Health.WARNING and finding.advice == engines.MISSING[named]


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("exit 3", "gave no analysis \\(exit status 3\\); its last words: nothing"),
        ("echo 'Segmentation fault'; kill -9 $$", "Segmentation fault"),
        (f"echo '{BEGIN}'; echo '[{{'; echo '{END}'", "nobody can read"),
        (f"echo '{BEGIN}'; echo '[1, 2]'; echo '{END}'", "another shape"),
        (f"echo '{BEGIN}'; echo '[]'; echo '{END}'", "found 0 games where there are 2"),
        ("echo 'WARNING: Invalid move: \"8/3\" encountered'; exit 0", "does not take it as it is"),
        ("exec sleep 60", "took too long"),
    ],
)
def test_a_program_that_misbehaves_is_survived(
    hand: Match, pretender: Callable[[str], Path], does: str, told: str
) -> None:
    with pytest.raises(AnalysisError, match=told):
        analyse(hand, 0, engine=GnubgEngine(pretender(does)), limit=0.2 if "sleep" in does else 20.0)


def test_on_a_busy_computer_it_is_given_the_processor_that_it_may_have(tmp_path: Path) -> None:
    work = "import time\nwhile time.process_time() < 0.3: pass"
    # The clock of a computer on which it has no more than half of the processor.
    clock = lambda: 2 * time.monotonic()
    assert run_gently([sys.executable, "-c", work], tmp_path, {}, 0.4, name="It", clock=clock) == ("", 0)


def test_records_of_another_match_are_not_taken_for_this_one(
    hand: Match, pretender: Callable[[str], Path]
) -> None:
    other = [{"info": {}, "game": [{"action": "move", "player": "X", "dice": [6, 5], "move": [], "board": "4HPwATDgc/ABMA"}], "stats": _NOTHING}] * 2  # fmt: skip
    program = pretender(f"echo '{BEGIN}'; echo '{json.dumps(other)}'; echo '{END}'")
    analysis = analyse(hand, 0, engine=GnubgEngine(program))
    assert [game.turns for game in analysis.games] == [(), ()]
    assert "from turn 1 on, which GNU Backgammon has otherwise" in str(analysis.notes[0])


def test_how_far_it_has_come_is_told_game_by_game(pretender: Callable[[str], Path]) -> None:
    told: list[tuple[int, int]] = []
    program = pretender(
        f"for n in 3 9; do echo '{DONE}' $n 9; sleep 0.5; done; echo '{BEGIN}'; echo '[]'; echo '{END}'"
    )
    ask(program, "", 0, progress=lambda done, total: told.append((done, total)))
    assert told == [(3, 9), (9, 9)]


def test_it_ends_as_soon_as_it_is_told_to(pretender: Callable[[str], Path], tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = pretender(f"echo $$ > {pid}; exec sleep 60")
    with pytest.raises(Stopped):
        ask(program, "", 2, stop=lambda: pid.exists() and pid.read_text().strip() != "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


@pytest.fixture
def gentle(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As it is at a table, not in tests."""
    monkeypatch.setattr(gentle_process, "GENTLE", GENTLE)
    gently.cache_clear()
    yield
    gently.cache_clear()


def test_it_waits_for_all_others(pretender: Callable[[str], Path], tmp_path: Path, gentle: None) -> None:
    said = tmp_path / "said"
    program = pretender(
        f"(nice; grep -E '^policy' /proc/$$/sched; ionice) > {said}; echo '{BEGIN}'; echo '[]'; echo '{END}'"
    )
    ask(program, "", 0)
    assert {"nice", "ionice", "chrt"} <= {*gently()}, "Debian has them all"
    nice, policy, disk = said.read_text(encoding="utf-8").splitlines()
    assert (nice, policy.split()[-1], disk) == ("19", "5", "idle"), "5 is SCHED_IDLE"


def test_what_a_container_forbids_is_gone_without(
    pretender: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gentle: None
) -> None:
    pretender("echo 'ionice: ioprio_set failed: Operation not permitted' >&2; exit 1").rename(
        tmp_path / "ionice"
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert "nice" in gently() and "ionice" not in gently()


def test_it_is_found_where_debian_puts_games_though_a_service_does_not_look_there(
    gnubg: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/sbin:/usr/bin")
    assert find_gnubg() == gnubg


_MOVES = {"total-moves": 0, "unforced-moves": 0, "error-skill": 0.0, "error-cost": 0.0}
_NOTHING = {side: {"moves": _MOVES, "cube": {"close-cube": 0}, "dice": {"luck": 0.0}} for side in "XO"}
