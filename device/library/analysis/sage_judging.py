"""Judging with Open Sage (bgsage): each decision of a match put to it, in the process that has loaded it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from device.library.analysis.analysis_values import (
    CandidatePlay,
    CubeDecision,
    CubeJudged,
    GameJudged,
    OutcomeChances,
    PlayJudged,
    PositionAnalysis,
    TurnJudged,
    missed,
)
from device.library.analysis.cube_analysis import answered, doubled, is_close, no_double
from device.library.analysis.money_stakes import NOT_TOLD, Stakes, as_whites
from device.library.analysis.sums import GameTally
from engine.board import Side
from engine.i18n import Phrase
from engine.match.cube import CubeAction
from engine.match.equity import chance_at
from engine.match.match import CheckerTurn, Crawford, CubeTurn, Game, Match
from engine.match.terms import CubeUse
from engine.play import Outcome
from engine.plays.legal import legal_plays
from engine.plays.notation import written
from engine.position import Position
from engine.records.codes.game_standing import GameStanding
from engine.records.replay import fault_of
from engine.tables.tables_game import TablesGame

Board = list[int]
"""As Open Sage has a board: points 1 to 24 as who is on turn counts them, their checkers positive, 25 their bar, 0 the
other's.
"""
_ALIKE = 1e-6


@dataclass(frozen=True, slots=True)
class AskedAt:
    """The cube and score at which something is asked, and on what terms."""

    stakes: Stakes
    owner: Side | None
    jacoby: bool
    beaver: bool

    def told(self, side: Side) -> dict[str, Any]:
        """The same as Open Sage takes it, for the side on turn."""
        length, score = self.stakes.length, self.stakes.score
        away = {"away1": length - score.of(side), "away2": length - score.of(side.other)} if length else {}
        owner = "centered" if self.owner is None else "player" if self.owner is side else "opponent"
        return {
            "cube_value": self.stakes.cube,
            "cube_owner": owner,
            "is_crawford": self.stakes.crawford is Crawford.ACTIVE,
            "jacoby": self.jacoby and not length,
            # a take is asked for, whatever the other side could do instead
            "beaver": False,
            **away,
        }

    def may_double(self, side: Side) -> bool:
        """Whether a side may double, and has something to gain by it."""
        stakes = self.stakes
        dead = stakes.length and stakes.score.of(side) + stakes.cube >= stakes.length
        return self.owner in (None, side) and stakes.crawford is not Crawford.ACTIVE and not dead


class Sage:
    """Open Sage at a ply, 0 being a look at the board alone; with the cube, or without. Loading it takes a second."""

    def __init__(self, ply: int, *, threads: int = 1, cube: bool = True) -> None:
        import bgsage

        level = f"{ply + 1}ply"
        self._judge = bgsage.create_analyzer(level, cubeful=cube, parallel_threads=threads)
        # what each throw is worth is asked of the board alone, as GNU Backgammon does
        self._rolls = bgsage.create_analyzer("2ply", cubeful=cube, parallel_threads=threads)
        self._luck = bgsage.roll_luck

    def plays(self, position: Position, side: Side, roll: tuple[int, int], asked: AskedAt) -> list[Any]:
        """Every play of a throw by the board after it, the best first."""
        found = self._judge.checker_play(board_of(position, side), *roll, **asked.told(side))
        return list(found.moves)

    def luck(
        self, position: Position, side: Side, roll: tuple[int, int], asked: AskedAt, *, opens: bool
    ) -> float | None:
        """What a throw was worth above an average one."""
        board = board_of(position, side)
        rolls = self._rolls.cube_action(board, incl_2ply_details=True, **asked.told(side))
        found = self._luck(rolls, *roll, is_opening_roll=opens)
        return None if found is None else float(found.luck)

    def cube(self, position: Position, side: Side, asked: AskedAt) -> Any:
        """What no double, a take and a pass are worth, and the chances before a throw."""
        return self._judge.cube_action(board_of(position, side), **asked.told(side))


def board_of(position: Position, side: Side) -> Board:
    """A position as Open Sage has it."""
    own, others = position.of(side), position.of(side.other)
    return [others[25], *(own[point] - others[25 - point] for point in range(1, 25)), own[25]]


def judge_game(
    sage: Sage,
    match: Match,
    each: Game,
    number: int,
    stakes: Stakes,
    done: Callable[[], object] = lambda: None,
) -> tuple[GameJudged, list[Phrase]]:
    """What Open Sage thinks of a game, and what is to be noted; `done` is called after every turn."""
    rules = match.rules(each)
    assert isinstance(rules, TablesGame)
    terms = match.terms
    game = _Walk(
        sage, rules, each.start, AskedAt(stakes, None, terms.jacoby, terms.beaver), cube=_has_cube(match)
    )
    for turn_number, turn in enumerate(each.turns, 1):
        if isinstance(turn, CubeTurn):
            game.double(turn_number, turn)
        else:
            game.play(turn_number, turn)
        done()
    notes = [missed(game.missed)] if game.missed else []
    begun = chance_at(stakes.length, stakes.score, stakes.crawford)
    return GameJudged(number, game.tally.totals(stakes.length), tuple(game.tally.turns), begun), notes


def judge_position(sage: Sage, standing: GameStanding, ply: int, program: str, most: int) -> PositionAnalysis:
    """What Open Sage thinks of a position."""
    crawford = Crawford.ACTIVE if standing.crawford else Crawford.OFF
    stakes = Stakes(standing.length, standing.score, crawford, standing.cube)
    asked = AskedAt(stakes, standing.owner, standing.jacoby, standing.beaver)
    side, position = standing.to_play, standing.position
    if standing.roll is None:
        found = sage.cube(position, side, asked)
        may = not standing.crawford and standing.owner in (None, side)
        cube = CubeDecision(found.equity_nd, found.equity_dt, found.equity_dp) if may else None
        return PositionAnalysis(program, ply, (), _chances(found.probs), cube)
    rules = _backgammon()
    first, second = standing.roll.dice
    results = _results(rules, position, side, standing.roll)
    moves = sage.plays(position, side, (first, second), asked)
    plays = tuple(
        CandidatePlay(
            written(rules, position, side, results[tuple(each.board)].play),
            each.equity,
            moves[0].equity - each.equity,
            _chances(each.probs),
        )
        for each in moves[:most]
        if tuple(each.board) in results
    )
    return PositionAnalysis(program, ply, plays)


def _backgammon() -> TablesGame:
    from engine.games import find_game

    found = find_game("backgammon")
    assert isinstance(found, TablesGame)
    return found


def _has_cube(match: Match) -> bool:
    return match.terms.cube is not CubeUse.OFF


def _chances(probs: Any) -> OutcomeChances:
    return OutcomeChances(
        probs.win, probs.gammon_win, probs.backgammon_win, probs.gammon_loss, probs.backgammon_loss
    )


def _results(rules: TablesGame, position: Position, side: Side, roll: Any) -> dict[tuple[int, ...], Outcome]:
    """Every legal result of a throw, by its board."""
    outcomes = legal_plays(rules, position, side, roll)
    return {tuple(board_of(each.position, side)): each for each in outcomes}


@dataclass(slots=True)
class _Walk:
    """Where one is in a game: the board, the cube, and what was found of the turns so far."""

    sage: Sage
    rules: TablesGame
    position: Position
    asked: AskedAt
    cube: bool
    tally: GameTally = field(default_factory=GameTally)
    missed: list[int] = field(default_factory=list)

    def double(self, number: int, turn: CubeTurn) -> None:
        """A double, and its answer."""
        side, stakes = turn.side, self.asked.stakes
        found = self.sage.cube(self.position, side, self.asked)
        nothing, take = float(found.equity_nd), float(found.equity_dt)
        judged = TurnJudged(number, side, cube=doubled(nothing, take))
        self.tally.decisions[side] += 1
        self.tally.lose(side, stakes, judged.cube.loss if judged.cube else 0.0)
        after = NOT_TOLD
        if turn.answer in (CubeAction.TAKE, CubeAction.PASS):
            answer = answered(take, took=turn.answer is CubeAction.TAKE)
            judged = replace(judged, answer=answer)
            self.tally.decisions[side.other] += 1
            self.tally.lose(side.other, stakes, answer.loss)
        then = stakes.turned(turn)
        if then != stakes:
            self.asked = replace(self.asked, stakes=then, owner=side.other)
            if turn.answer is CubeAction.TAKE:
                after = stakes.taken(as_whites(side, take), then)
        elif turn.answer is CubeAction.PASS:
            after = stakes.passed(side)
        equity, chance, points = after
        self.tally.turns.append(replace(judged, equity=equity, chance=chance, points=points))

    def play(self, number: int, turn: CheckerTurn) -> None:
        """A throw, and what was played with it."""
        before, side = self.position, turn.side
        self.position = turn.after
        if turn.roll is None or turn.fault or fault_of(self.rules, before, turn):
            self.missed.append(number)
            return
        first, second = turn.roll.dice
        self.tally.moves[side] += 1
        opens = number == 1 and before == self.rules.start
        luck = self.sage.luck(before, side, (first, second), self.asked, opens=opens)
        cube = None if opens else self._not_doubled(before, side)
        judged = TurnJudged(number, side, luck=luck, cube=cube)
        results = _results(self.rules, before, side, turn.roll)
        found = [
            each
            for each in self.sage.plays(before, side, (first, second), self.asked)
            if tuple(each.board) in results
        ]
        made = next((each for each in found if each.board == board_of(turn.after, side)), None)
        if made is not None:
            judged = self._judged(judged, turn, before, found[0], made, results)
            self.tally.decisions[side] += len(results) > 1
        self.tally.turns.append(judged)

    def _judged(
        self,
        judged: TurnJudged,
        turn: CheckerTurn,
        before: Position,
        best: Any,
        made: Any,
        results: dict[tuple[int, ...], Outcome],
    ) -> TurnJudged:
        side, stakes = turn.side, self.asked.stakes
        lost = max(0.0, float(best.equity) - float(made.equity))
        loss = lost if lost > _ALIKE else 0.0
        better = results[tuple(best.board)].play if loss else None
        assert turn.roll is not None
        play = PlayJudged(
            tuple(turn.roll.dice),
            written(self.rules, before, side, turn.play),
            float(made.equity),
            None if better is None else written(self.rules, before, side, better),
            float(best.equity),
            loss,
            () if better is None else tuple((move.origin, move.target) for move in better.moves),
        )
        self.tally.lose(side, stakes, loss)
        equity, chance, points = stakes.after(as_whites(side, float(made.equity)))
        return replace(judged, play=play, equity=equity, chance=chance, points=points)

    def _not_doubled(self, position: Position, side: Side) -> CubeJudged | None:
        """What not doubling was worth; None where there was nothing to decide."""
        if not self.cube or not self.asked.may_double(side):
            return None
        found = self.sage.cube(position, side, self.asked)
        judged = no_double(float(found.equity_nd), float(found.equity_dt))
        self.tally.decisions[side] += is_close(judged)
        self.tally.lose(side, self.asked.stakes, judged.loss)
        return judged
