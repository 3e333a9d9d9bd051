"""Open Sage as the engine: the same questions as to GNU Backgammon, in a process of its own."""

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from small_match import HAND

from device.errors import AnalysisError
from device.library.analysis import engines
from device.library.analysis.analysing import analyse
from device.library.analysis.analysis_values import Analysis, PositionAnalysis
from device.library.analysis.engines import GNUBG, SAGE, GnubgEngine, SageEngine, find_engine
from device.library.analysis.gentle_process import Stopped
from device.library.analysis.sage_process import MatchAsked, PositionAsked, answer
from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import CheckerTurn, Match, Turn
from engine.position import Position
from engine.records.codes.game_standing import GameStanding
from engine.records.mat.mat_reader import read_mat

pytestmark = pytest.mark.skipif(
    find_spec("bgsage") is None, reason="NO OPEN SAGE: pip install 'tableside[analysis]'"
)
OPENING = GameStanding(find_game("backgammon").start, length=7)


@pytest.fixture(scope="module")
def sages(request: pytest.FixtureRequest) -> Analysis:

    told: list[tuple[int, int]] = []
    found = analyse(read_mat(HAND), 0, engine=SageEngine(), progress=lambda *done: told.append(done))
    assert told == sorted(told) and {total for _, total in told} <= {11}
    return found


def test_it_thinks_of_a_match_as_gnu_backgammon_does(sages: Analysis, hand: Match, gnubg: Path) -> None:
    theirs = analyse(hand, 0, engine=GnubgEngine(gnubg))
    assert sages.program.startswith("Open Sage 2") and sages.ply == 0 and sages.notes == theirs.notes
    for own, other in zip(sages.games, theirs.games, strict=True):
        assert own.chance == other.chance
        assert [each.turn for each in own.turns] == [each.turn for each in other.turns]
        for mine, its in zip(own.turns, other.turns, strict=True):
            for what in ("equity", "luck"):
                one, two = getattr(mine, what), getattr(its, what)
                assert (one is None) is (two is None) and (one is None or abs(one - two) < 0.2), (
                    what,
                    mine,
                    its,
                )
            for part in ("play", "cube", "answer"):
                one, two = getattr(mine, part), getattr(its, part)
                assert (one is None) is (two is None), (part, mine, its)
                assert one is None or (one.made == two.made and abs(one.loss - two.loss) < 0.2)
        for side in Side:
            mine, its = own.players[side], other.players[side]
            assert (mine.moves, mine.turns) == (its.moves, its.turns)
            assert abs(mine.decisions - its.decisions) <= 1 and abs(mine.error - its.error) < 0.2
            assert mine.chance_lost is not None and abs(mine.chance_lost - (its.chance_lost or 0)) < 0.1


def test_a_session_for_money_and_a_board_that_is_ended(hand: Match) -> None:
    money = replace(hand, length=0, games=hand.games[:1])
    found = answer(MatchAsked(money, (1,), 0, 1), lambda *_: None)
    assert isinstance(found, Analysis) and found.players[Side.WHITE].chance_lost is None
    assert all(turn.chance is None for turn in found.games[0].turns)


def test_a_throw_opens_a_game_that_begins_with_it_from_the_start_alone(hand: Match) -> None:
    first = hand.games[0]
    opening, second = first.turns[:2]
    assert isinstance(opening, CheckerTurn)

    def judged(*turns: Turn, start: Position = first.start) -> list[tuple[int, bool, float | None]]:
        """Each turn's number, whether its side was asked about doubling, and its luck."""
        games = (replace(first, start=start, turns=turns),)
        found = answer(MatchAsked(replace(hand, length=0, games=games), (1,), 0, 1), lambda *_: None)
        assert isinstance(found, Analysis)
        return [(turn.turn, turn.cube is not None, turn.luck) for turn in found.games[0].turns]

    whole = judged(opening, second)
    assert [asked for _, asked, _ in whole] == [False, True]
    assert judged(replace(opening, roll=None), second) == whole[1:]
    assert [asked for _, asked, _ in judged(second, start=opening.after)] == [True]


def test_a_position_is_looked_at() -> None:
    def asked(standing: GameStanding) -> PositionAnalysis:
        found = answer(PositionAsked(standing, 0, 5), lambda *_: None)
        assert isinstance(found, PositionAnalysis)
        return found

    thrown = asked(replace(OPENING, roll=Roll.of(3, 1)))
    assert thrown.plays[0].play == "8/5 6/5" and len(thrown.plays) == 5 and thrown.plays[0].loss == 0
    mirrored = asked(replace(OPENING, roll=Roll.of(3, 1), to_play=Side.BLACK))
    assert [each.play for each in mirrored.plays] == [each.play for each in thrown.plays]
    before = asked(OPENING)
    assert before.cube is not None and not before.cube.doubles and before.cube.takes
    assert before.chances is not None and 0.5 < before.chances.win < 0.55
    assert asked(replace(OPENING, owner=Side.BLACK, cube=2)).cube is None


def test_what_goes_wrong_is_said_and_what_is_stopped_ends(
    hand: Match, pretender: Callable[[str], Path]
) -> None:
    with pytest.raises(AnalysisError, match="gave no analysis \\(exit status 1\\)"):
        analyse(hand, 0, engine=SageEngine("/bin/false"))
    with pytest.raises(AnalysisError, match="gave no analysis \\(exit status 9\\)"):
        analyse(hand, 0, engine=SageEngine(str(pretender("printf '\\200\\004' > found; exit 9"))))
    with pytest.raises(AnalysisError, match="3 plies"):
        analyse(hand, 4, engine=SageEngine())
    with pytest.raises(Stopped):
        analyse(hand, 3, engine=SageEngine(), stop=lambda: True)


def test_it_is_taken_where_there_is_no_other_or_where_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(find_engine(SAGE), SageEngine)
    monkeypatch.setattr(engines, "find_gnubg", lambda: None)
    assert isinstance(find_engine(), SageEngine) and find_engine(GNUBG) is None
    none: Callable[[str], None] = lambda _: None
    monkeypatch.setattr(engines, "find_spec", none)
    assert find_engine() is None and find_engine(SAGE) is None
