"""What GNU Backgammon thinks of a single position: the best plays of a throw, or whether to double and to take."""

import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from device.errors import AnalysisError, NotNow
from device.library.analysis.analysis_values import mark_of
from device.library.analysis.gnubg import MISSING, find_gnubg, told_by
from device.library.analysis.script import POSITION_SCRIPT
from device.shape import Json
from engine.i18n import Phrase, phrase
from engine.records.codes.game_standing import MEN, GameStanding
from engine.records.codes.position_codes import WRITERS
from engine.state.match_state import MatchState

PLY = 2
"""So many plies it looks ahead, as at night with matches."""
MOST_PLAYS = 5
"""So many plays are told."""
SECONDS = 120.0
"""How long it may take at its low priority."""
WAITING = 3
"""Positions that wait while one is looked at."""

_waiting = threading.Semaphore(WAITING + 1)
_looking = threading.Lock()


@dataclass(frozen=True, slots=True)
class OutcomeChances:
    """How likely the side to play wins, wins and loses gammons and backgammons, the higher among the lower; 0 to 1."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float

    def __str__(self) -> str:
        return f"wins {self.win:.1%}, gammons {self.gammon:.1%}; loses gammons {self.lose_gammon:.1%}"

    def as_json(self) -> Json:
        """The `chances` of a play, or of the position."""
        return {name: round(getattr(self, name), 4) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class CandidatePlay:
    """A play, its equity, normalised, for who makes it, and how much less that is than the best one's."""

    play: str
    equity: float
    loss: float
    chances: OutcomeChances

    def as_json(self) -> Json:
        """One of the `plays`."""
        mark = mark_of(self.loss)
        told = {"equity": round(self.equity, 4), "loss": round(self.loss, 4)}
        return {"play": self.play, **told, "mark": mark and mark.value, "chances": self.chances.as_json()}


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """Whether to double and to take; equities, normalised, for who may double, after each."""

    no_double: float
    take: float
    passed: float

    @property
    def doubles(self) -> bool:
        """Whether to double is right."""
        return min(self.take, self.passed) > self.no_double

    @property
    def takes(self) -> bool:
        """Whether to take a double is right."""
        return self.take < self.passed

    @property
    def too_good(self) -> bool:
        """Whether it is wrong to double since more than the cube can be won."""
        return not self.doubles and self.no_double > self.passed

    def as_json(self) -> Json:
        """The `cube` of the analysis."""
        equities = {"no_double": self.no_double, "take": self.take, "pass": self.passed}
        right = {"doubles": self.doubles, "takes": self.takes, "too_good": self.too_good}
        return {**{name: round(value, 4) for name, value in equities.items()}, **right}


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """What is thought of a position, by which program and at what ply.

    Of a throw there are `plays`, the best first, none where nothing can be played; without a throw the `chances`,
    and the `cube` where the side to play may double.
    """

    program: str
    ply: int
    plays: tuple[CandidatePlay, ...] = ()
    chances: OutcomeChances | None = None
    cube: CubeDecision | None = None

    def as_json(self) -> Json:
        """The analysis of a position as docs/analysis.md has it."""
        return {
            "program": self.program,
            "ply": self.ply,
            "plays": [each.as_json() for each in self.plays],
            "chances": self.chances and self.chances.as_json(),
            "cube": self.cube and self.cube.as_json(),
        }

    def lines(self) -> list[str]:
        """The same for people at a terminal."""
        lines = [
            f"{number}. {each.play or 'no play':<24} {each.equity:+.3f} ({-each.loss:+.3f})  {each.chances}"
            for number, each in enumerate(self.plays, 1)
        ]
        if self.chances is not None:
            lines.append(f"Chances: {self.chances}")
        if self.cube is not None:
            cube = self.cube
            double = "double" if cube.doubles else "too good to double" if cube.too_good else "no double"
            lines.append(f"No double {cube.no_double:+.3f}, take {cube.take:+.3f}, pass {cube.passed:+.3f}")
            lines.append(f"Right: {double}, {'take' if cube.takes else 'pass'}")
        return [*lines, f"{self.program}, {self.ply}-ply"]


def analyse_position(standing: GameStanding, ply: int = PLY, program: Path | None = None) -> PositionAnalysis:
    """What GNU Backgammon thinks of a position; one at a time, from any thread.

    Raises AnalysisError, and NotNow where too many wait.
    """
    found = program or find_gnubg()
    if found is None:
        raise AnalysisError(MISSING)
    if standing.men != MEN or standing.position.white[0] == MEN or standing.position.black[0] == MEN:
        raise AnalysisError(
            "there is nothing here to analyse: GNU Backgammon knows games of backgammon under way"
        )
    if not _waiting.acquire(blocking=False):
        raise NotNow(phrase("Other positions are being analysed: try again in a few seconds."))
    try:
        with _looking:
            return _asked(found, standing, ply)
    finally:
        _waiting.release()


def may_double(standing: GameStanding) -> bool:
    """Whether the side to play may double before its throw."""
    return not standing.crawford and standing.owner in (None, standing.to_play)


def withheld(match_state: MatchState) -> Phrase | None:
    """Why no position is analysed now at a table: what is best is an aid to who plays; None where it may be told."""
    if match_state.playing and not match_state.profile.tells_chances:
        return phrase(
            "An analysis is an aid, which the referee's profile does not allow before the game is over."
        )
    return None


def _asked(program: Path, standing: GameStanding, ply: int) -> PositionAnalysis:
    # A double that was offered is told by the equities of who may double.
    plain = replace(standing, offered=False, resigned=0, resigner=None)
    told = {
        "TABLESIDE_POSITION": WRITERS["xgid"](plain),
        "TABLESIDE_ROLL": str(standing.roll or ""),
        "TABLESIDE_PLY": str(ply),
        "TABLESIDE_MOST": str(MOST_PLAYS),
    }
    answer = told_by(program, POSITION_SCRIPT, told, SECONDS, soon=True)
    try:
        return _read(answer.program, ply, answer.games[0], doubles=may_double(standing))
    except (LookupError, TypeError, ValueError) as error:
        raise AnalysisError("GNU Backgammon gave an analysis that nobody can read") from error


def _read(program: str, ply: int, found: dict[str, Any], *, doubles: bool) -> PositionAnalysis:
    if "plays" in found:
        best = max((float(equity) for _, equity, *_ in found["plays"]), default=0.0)
        plays = tuple(
            CandidatePlay(
                str(play), float(equity), best - float(equity), OutcomeChances(*map(float, chances))
            )
            for play, equity, *chances in found["plays"]
        )
        return PositionAnalysis(program, ply, plays)
    _, no_double, take, passed = map(float, found["cube"])
    cube = CubeDecision(no_double, take, passed) if doubles else None
    return PositionAnalysis(program, ply, (), OutcomeChances(*map(float, found["chances"])), cube)
