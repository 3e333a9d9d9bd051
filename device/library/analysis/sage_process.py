"""Open Sage in a process of its own: `python -m device.library.analysis.sage_process` in a folder in which lies what is
asked, and in which it lays what it has found.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.library.analysis.analysis_values import Analysis, GameJudged, PositionAnalysis, of_analysed
from device.library.analysis.money_stakes import stakes_of
from device.library.analysis.sage_judging import Sage, judge_game, judge_position
from device.library.analysis.script import DONE
from device.packages import installed_version
from engine.i18n import Phrase
from engine.match.match import Match
from engine.match.terms import CubeUse
from engine.records.codes.game_standing import GameStanding

ASKED, FOUND = "asked", "found"
"""The files; both are written and read by ourselves alone."""


@dataclass(frozen=True, slots=True)
class MatchAsked:
    """Some games of a match, by their numbers from 1."""

    match: Match
    numbers: tuple[int, ...]
    ply: int
    threads: int


@dataclass(frozen=True, slots=True)
class PositionAsked:
    """A position, of whose plays so many are wanted."""

    standing: GameStanding
    ply: int
    most: int


def program() -> str:
    """What it calls itself."""
    return f"Open Sage {installed_version('bgsage')}".rstrip()


def answer(
    asked: MatchAsked | PositionAsked, tell: Callable[[int, int], object]
) -> Analysis | PositionAnalysis:
    """What is thought of what is asked; `tell` hears how many turns are done, and of how many."""
    if isinstance(asked, PositionAsked):
        return judge_position(Sage(asked.ply), asked.standing, asked.ply, program(), asked.most)
    match, numbers = asked.match, asked.numbers
    sage = Sage(asked.ply, threads=asked.threads, cube=match.terms.cube is not CubeUse.OFF)
    total, done = sum(len(match.games[number - 1].turns) for number in numbers), 0

    def one_more() -> None:
        nonlocal done
        done += 1
        tell(done, total)

    games: list[GameJudged] = []
    notes: list[Phrase] = []
    for number, stakes in zip(numbers, stakes_of(match, numbers), strict=True):
        judged, remarks = judge_game(sage, match, match.games[number - 1], number, stakes, one_more)
        games.append(judged)
        notes += [of_analysed(number, remark) for remark in remarks]
    return Analysis(program(), asked.ply, tuple(games), tuple(notes))


def main() -> None:
    """Answers what lies in the folder."""
    asked = pickle.loads(Path(ASKED).read_bytes())
    found = answer(asked, lambda done, total: print(DONE, done, total, flush=True))
    # whole or not there, should it be ended meanwhile
    part = Path(f"{FOUND}.part")
    part.write_bytes(pickle.dumps(found))
    part.replace(FOUND)


if __name__ == "__main__":
    main()
