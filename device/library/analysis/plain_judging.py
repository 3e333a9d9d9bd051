"""Judging with the plain player: the clear mistakes of games that no other program knows."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from device.errors import AnalysisError
from device.library.analysis.analysis_values import (
    Analysis,
    GameJudged,
    PlayJudged,
    Totals,
    TurnJudged,
    missed,
)
from device.library.analysis.gentle_process import Progress, Stopped
from device.library.analysis.gnubg import LIMIT
from device.library.analysis.plain_player import PlainPlayer, players
from engine.board import Side
from engine.i18n import phrase
from engine.match.match import CheckerTurn, Game, Match
from engine.plays.legal import legal_plays
from engine.plays.notation import written
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.records.format_limits import is_known
from engine.records.replay import fault_of
from engine.tables.tables_game import TablesGame

PROGRAM = "Tableside's plain player"
PLY = 1
"""It looks one throw ahead, whatever is asked for."""
CLEAR = 0.3
"""A play that loses as many points is a clear mistake, of less it says nothing: one throw ahead, and where it and the
better one are played out often with the same dice.
"""
PLAYED_OUT = 72
"""So often, and no more often than it takes: after every batch it is asked whether the difference is plain."""
BATCH = 18
SURE = 3.5
"""So many standard errors the difference has to be; where it is as many beyond `CLEAR` no more is played out."""
FUTILE = 2
"""Where the difference would be too small at the end even if it were so many standard errors larger than it seems, no
more is played out either: to say nothing is never wrong.
"""
_LOOKED_AT = 3
"""So many of the plays that look best are looked at one throw ahead, beside the one that was made."""
WEAKER = phrase(
    "Tableside's own player is far weaker than the programs for backgammon: it tells clear mistakes alone, and what it "
    "does not tell need not be good."
)

NO_CHOICE = phrase("--engine and --ply do not count for the games that Tableside's own player judges.")


def plain_games(match: Match) -> tuple[int, ...]:
    """The numbers of the games that it knows and no program does, and that were played, from 1."""
    return tuple(
        number
        for number, each in enumerate(match.games, 1)
        if match.rules(each).id in players() and not is_known(match.rules(each)) and each.turns
    )


@dataclass(frozen=True, slots=True)
class PlainEngine:
    """The plain player, as an engine that has one ply and one thread."""

    def judge(
        self,
        match: Match,
        numbers: tuple[int, ...],
        *,
        limit: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
        clock: Callable[[], float] = time.thread_time,
    ) -> Analysis:
        """What it thinks of those games of a match, by their numbers from 1; `limit` in seconds of processor,
        `progress` is told of every turn. Raises AnalysisError where it takes longer, and Stopped within two games
        played out.
        """
        total = sum(len(match.games[number - 1].turns) for number in numbers)
        until = clock() + (LIMIT if limit is None else limit)

        def go_on() -> None:
            if stop():
                raise Stopped
            if clock() > until:
                raise AnalysisError(phrase("{name} took too long with it, and was stopped", name=PROGRAM))

        games, notes, before = [], [WEAKER], 0
        for number in numbers:
            each = match.games[number - 1]

            def turn_done(turn: int, before: int = before) -> None:
                if progress is not None:
                    progress(before + turn, total)

            judged, unknown = _judged(match, each, number, go_on, turn_done)
            games.append(judged)
            if unknown:
                notes.append(phrase("Game {number}: {why}", number=number, why=missed(unknown)))
            before += len(each.turns)
        return Analysis(PROGRAM, PLY, tuple(games), tuple(notes))


def _judged(
    match: Match, each: Game, number: int, go_on: Callable[[], None], turn_done: Callable[[int], None]
) -> tuple[GameJudged, list[int]]:
    """A game with its clear mistakes, and the turns of which nothing is told; `go_on` raises where it is to end."""
    rules = match.rules(each)
    assert isinstance(rules, TablesGame)
    player, position = players()[rules.id], each.start
    turns: list[TurnJudged] = []
    unknown: list[int] = []
    for at, turn in enumerate(each.turns, 1):
        go_on()
        if isinstance(turn, CheckerTurn):
            if turn.roll is None or fault_of(rules, position, turn) is not None:
                unknown.append(at)
            elif (play := _of_play(player, rules, position, turn, go_on)) is not None:
                turns.append(TurnJudged(at, turn.side, play=play))
            position = turn.after
        turn_done(at)
    totals = {side: _totals(side, turns, len(each.turns)) for side in Side}
    return GameJudged(number, totals, tuple(turns)), unknown


def _of_play(
    player: PlainPlayer,
    rules: TablesGame,
    position: Position,
    turn: CheckerTurn,
    go_on: Callable[[], None],
) -> PlayJudged | None:
    """A play beside the best one, where that is clearly better; None where there was nothing to choose."""
    assert turn.roll is not None
    outcomes = legal_plays(rules, position, turn.side, turn.roll)
    if len(outcomes) < 2:
        return None
    worths = player.worths(rules, [each.position for each in outcomes], turn.side)
    made = next((index for index, each in enumerate(outcomes) if each.position == turn.after), None)
    if made is None:
        return None
    told = written(rules, position, turn.side, turn.play)
    own = float(worths[made])
    if worths.max() - own < CLEAR / 2:
        return PlayJudged(turn.roll.dice, told, own, None, own, 0.0)
    own = player.ahead(rules, turn.after, turn.side)
    best, worth = made, own
    for index in worths.argsort()[::-1][:_LOOKED_AT]:
        found = player.ahead(rules, outcomes[int(index)].position, turn.side)
        if found > worth:
            best, worth = int(index), found
    lost = 0.0
    if worth - own >= CLEAR:
        lost = _surely_lost(player, rules, turn.side, turn.after, outcomes[best].position, go_on)
    if lost < CLEAR:
        return PlayJudged(turn.roll.dice, told, own, None, own, 0.0)
    play = outcomes[best].play
    better = written(rules, position, turn.side, play)
    moves = tuple((move.origin, move.target) for move in play.moves)
    return PlayJudged(turn.roll.dice, told, worth - lost, better, worth, lost, moves)


def _surely_lost(
    player: PlainPlayer,
    rules: TablesGame,
    side: Side,
    made: Position,
    better: Position,
    go_on: Callable[[], None],
) -> float:
    """The points that a board loses beside another one, both played out; 0 where that is not sure."""
    ends = [_ended(rules, each, side) for each in (better, made)]
    differences: list[int] = []
    for seed in range(PLAYED_OUT):
        go_on()
        points = [
            player.played_out(rules, each, side, Random(seed)) if end is None else end
            for each, end in zip((better, made), ends, strict=True)
        ]
        differences.append(points[0] - points[1])
        if len(differences) % BATCH == 0 and (lost := lost_by(differences)) is not None:
            return lost
    raise AssertionError("the last batch decides")


def lost_by(differences: Sequence[int]) -> float | None:
    """The points lost by so many pairs of games played out; 0 where that is not sure, None while more are to tell."""
    mean, spread = fmean(differences), stdev(differences)
    error = spread / sqrt(len(differences))
    if len(differences) >= PLAYED_OUT:
        return mean if mean >= max(CLEAR, SURE * error) else 0.0
    if mean >= CLEAR + SURE * error:
        return mean
    least = max(CLEAR, SURE * spread / sqrt(PLAYED_OUT))
    return 0.0 if mean + FUTILE * error < least else None


def _ended(rules: TablesGame, position: Position, side: Side) -> int | None:
    """What a side has won with a board that ends the game; None where it goes on."""
    won = win_of(rules, position, side)
    return None if won is None else 0 if won[0] is None else won[1] * (1 if won[0] is side else -1)


def _totals(side: Side, turns: list[TurnJudged], count: int) -> Totals:
    """A player's sums; every clear mistake counts as a blunder."""
    plays = [turn.play for turn in turns if turn.side is side and turn.play is not None]
    lost = [each.loss for each in plays if each.loss]
    return Totals(
        moves=len(plays), turns=count, decisions=len(plays), error_play=sum(lost), blunders=len(lost)
    )
