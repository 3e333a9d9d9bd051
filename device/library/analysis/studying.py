"""What makes an analysis a study: the phase and the name of every play, what is lost in each phase, and take points.

It follows from the match and what any engine found, so that it is the same for all of them.
"""

from collections import Counter
from dataclasses import replace

from device.library.analysis.analysis_values import (
    Analysis,
    GameJudged,
    MistakeGrade,
    Totals,
    TurnJudged,
    mark_of,
)
from device.library.analysis.money_stakes import Stakes, stakes_of
from engine.board import Side
from engine.match.equity import chance_after
from engine.match.game_phase import phase_of
from engine.match.match import CheckerTurn, Game, Match
from engine.match.opening_play import opening_of
from engine.position import Position

MONEY = 0.25
"""The take point of a game for its own sake: to lose two points or one, or to win two."""


def studied(match: Match, analysis: Analysis) -> Analysis:
    """An analysis with what follows from it and from the match."""
    numbers = tuple(each.number for each in analysis.games)
    games = (
        _game(match.games[judged.number - 1], judged, stakes)
        for judged, stakes in zip(analysis.games, stakes_of(match, numbers), strict=True)
    )
    return replace(analysis, games=tuple(games))


def take_point(stakes: Stakes, doubler: Side) -> float | None:
    """What chances to win the game who is doubled needs to take, if no gammon is won and the cube is not turned again;
    None where the table ends.
    """
    length, score, crawford = stakes.length, stakes.score, stakes.crawford
    if not length:
        return MONEY
    found = [
        chance_after(length, score, crawford, winner, points)
        for winner, points in (
            (doubler, stakes.cube),
            (doubler, 2 * stakes.cube),
            (doubler.other, 2 * stakes.cube),
        )
    ]
    chances = [each if doubler is Side.BLACK else 1 - each for each in found if each is not None]
    if len(chances) < len(found) or chances[2] == chances[1]:
        return None
    passed, lost, won = chances
    return (passed - lost) / (won - lost)


def _game(each: Game, judged: GameJudged, stakes: Stakes) -> GameJudged:
    known = {turn.turn: turn for turn in judged.turns}
    position: Position = each.start
    turns: list[TurnJudged] = []
    for number, turn in enumerate(each.turns, 1):
        found = known.get(number)
        if isinstance(turn, CheckerTurn):
            if found is not None:
                opening = opening_of(position, turn.after, turn.side) if number == 1 else None
                needed = take_point(stakes, turn.side) if found.cube is not None and found.cube.loss else None
                phase = phase_of(position, turn.side, number)
                turns.append(replace(found, phase=phase, opening=opening, take_point=needed))
            position = turn.after
            continue
        if found is not None:
            turns.append(replace(found, take_point=take_point(stakes, turn.side)))
        stakes = stakes.turned(turn)
    players = {side: _by_phase(totals, side, turns) for side, totals in judged.players.items()}
    return replace(judged, turns=tuple(turns), players=players)


def _by_phase(totals: Totals, side: Side, turns: list[TurnJudged]) -> Totals:
    """A player's sums with those of their plays, phase by phase."""
    plays, lost, blunders = Counter[str](), Counter[str](), Counter[str]()
    for turn in turns:
        if turn.side is side and turn.play is not None and turn.phase is not None:
            plays[turn.phase.value] += 1
            lost[turn.phase.value] += turn.play.loss  # type: ignore[assignment]
            blunders[turn.phase.value] += mark_of(turn.play.loss) is MistakeGrade.BLUNDER
    return replace(totals, plays_by_phase=plays, lost_by_phase=lost, blunders_by_phase=blunders)
