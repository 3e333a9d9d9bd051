"""Judging with the plain player: the clear mistakes of games that no other program knows."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from device.library.analysis.analysis_values import (
    Analysis,
    GameJudged,
    PlayJudged,
    Totals,
    TurnJudged,
    missed,
)
from device.library.analysis.gentle_process import Progress
from device.library.analysis.plain_player import PlainPlayer, players
from engine.board import Side
from engine.i18n import phrase
from engine.match.match import CheckerTurn, Game, Match
from engine.plays.legal import legal_plays
from engine.plays.notation import written
from engine.plays.result import win_of
from engine.position import Position
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
"""So often."""
SURE = 3.5
"""So many standard errors the difference has to be."""
_LOOKED_AT = 3
"""So many of the plays that look best are looked at one throw ahead, beside the one that was made."""
WEAKER = phrase(
    "Tableside's own player is far weaker than the programs for backgammon: it tells clear mistakes alone, and what it "
    "does not tell need not be good."
)


def plain_games(match: Match) -> tuple[int, ...]:
    """The numbers of the games that the plain player knows and that were played, from 1."""
    return tuple(
        number
        for number, each in enumerate(match.games, 1)
        if match.rules(each).id in players() and each.turns
    )


@dataclass(frozen=True, slots=True)
class PlainEngine:
    """The plain player, as an engine."""

    def judge(
        self,
        match: Match,
        numbers: tuple[int, ...],
        *,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
    ) -> Analysis:
        """What it thinks of those games of a match, by their numbers from 1."""
        total = sum(len(match.games[number - 1].turns) for number in numbers)
        games, notes, done = [], [WEAKER], 0
        for number in numbers:
            each = match.games[number - 1]
            judged, unknown = _judged(match, each, number, stop)
            games.append(judged)
            if unknown:
                notes.append(phrase("Game {number}: {why}", number=number, why=missed(unknown)))
            done += len(each.turns)
            if progress is not None:
                progress(done, total)
        return Analysis(PROGRAM, PLY, tuple(games), tuple(notes))


def _judged(match: Match, each: Game, number: int, stop: Callable[[], bool]) -> tuple[GameJudged, list[int]]:
    """A game with its clear mistakes, and the turns of which nothing is told."""
    rules = match.rules(each)
    assert isinstance(rules, TablesGame)
    player, position = players()[rules.id], each.start
    turns: list[TurnJudged] = []
    unknown: list[int] = []
    for at, turn in enumerate(each.turns, 1):
        if stop() or not isinstance(turn, CheckerTurn):
            continue
        if turn.roll is None or fault_of(rules, position, turn) is not None:
            unknown.append(at)
        elif (play := _of_play(player, rules, position, turn)) is not None:
            turns.append(TurnJudged(at, turn.side, play=play))
        position = turn.after
    totals = {side: _totals(side, turns, len(each.turns)) for side in Side}
    return GameJudged(number, totals, tuple(turns)), unknown


def _of_play(
    player: PlainPlayer, rules: TablesGame, position: Position, turn: CheckerTurn
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
        lost = _surely_lost(player, rules, turn.side, turn.after, outcomes[best].position)
    if lost < CLEAR:
        return PlayJudged(turn.roll.dice, told, own, None, own, 0.0)
    play = outcomes[best].play
    better = written(rules, position, turn.side, play)
    moves = tuple((move.origin, move.target) for move in play.moves)
    return PlayJudged(turn.roll.dice, told, worth - lost, better, worth, lost, moves)


def _surely_lost(
    player: PlainPlayer, rules: TablesGame, side: Side, made: Position, better: Position
) -> float:
    """The points that a board loses beside another one, both played out; 0 where that is not sure."""
    found = [_ended(rules, each, side) for each in (made, better)]
    differences = [
        (_points(player, rules, better, side, seed) if found[1] is None else found[1])
        - (_points(player, rules, made, side, seed) if found[0] is None else found[0])
        for seed in range(PLAYED_OUT)
    ]
    mean = fmean(differences)
    return mean if mean >= SURE * stdev(differences) / sqrt(PLAYED_OUT) else 0.0


def _ended(rules: TablesGame, position: Position, side: Side) -> int | None:
    """What a side has won with a board that ends the game; None where it goes on."""
    won = win_of(rules, position, side)
    return None if won is None else 0 if won[0] is None else won[1] * (1 if won[0] is side else -1)


def _points(player: PlainPlayer, rules: TablesGame, position: Position, side: Side, seed: int) -> int:
    return player.played_out(rules, position, side, Random(seed))


def _totals(side: Side, turns: list[TurnJudged], count: int) -> Totals:
    """A player's sums; every clear mistake counts as a blunder."""
    plays = [turn.play for turn in turns if turn.side is side and turn.play is not None]
    lost = [each.loss for each in plays if each.loss]
    return Totals(
        moves=len(plays), turns=count, decisions=len(plays), error_play=sum(lost), blunders=len(lost)
    )
