"""Matches played at random by the rules, and against them: doubles, dances, resignations, illegal plays that stood."""

import random

from engine.board import BAR, POINTS, Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    Crawford,
    CubeTurn,
    Game,
    Match,
    Result,
    Score,
    Turn,
    crawford_next,
)
from engine.play import Outcome
from engine.plays.legal import legal_plays
from engine.plays.notation import played_out
from engine.plays.turn_end import win_of
from engine.position import Position

BACKGAMMON = find_game("backgammon")
NAMES = ("Anna", "Ben", "Jean-Luc", "Käthe B.", "x", "12 o'clock", "Game", "O. (old)")


def played(seed: int, *, illegal: float = 0.0, turns: int = 40) -> Match:
    """A match of one to three games; `illegal`: how often a play is an illegal one that stood."""
    dice = random.Random(seed)
    length = dice.choice((0, 1, 3, 5, 7))
    white, black = dice.sample(NAMES, 2)
    games: list[Game] = []
    score, crawford = Score(), Crawford.PENDING if length > 1 else Crawford.OFF
    for _ in range(dice.randint(1, 3)):
        crawford = crawford_next(crawford, length, score)
        each = _Playing(dice, score, crawford is Crawford.ACTIVE, length, illegal).game(turns)
        games.append(each)
        ended_by_beaver = isinstance(each.turns[-1], CubeTurn) and each.turns[-1].answer is CubeAction.BEAVER
        if each.result is None or ended_by_beaver:
            break
        score = score.plus(each.result.winner, each.result.points)
        if length and max(score.white, score.black) >= length:
            break
    return Match(length, white, black, tuple(games))


class _Playing:
    def __init__(
        self, dice: random.Random, score: Score, crawford: bool, length: int, illegal: float
    ) -> None:
        self.dice, self.score, self.crawford, self.illegal = dice, score, crawford, illegal
        self.money = not length
        self.position = BACKGAMMON.start
        self.turns: list[Turn] = []
        self.cube = Cube(in_play=not crawford and length != 1)

    def game(self, turns: int) -> Game:
        side = self.dice.choice(tuple(Side))
        result = None
        for _ in range(self.dice.randint(1, turns)):
            if (
                self.turns
                and self.cube.may_double(side)
                and self.cube.value < 64
                and self.dice.random() < 0.06
            ):
                result = self._double(side)
            if result is None:
                result = self._play(side)
            if result is not None:
                break
            side = side.other
        else:
            if self.dice.random() < 0.5:
                points = self.cube.value * self.dice.randint(1, 3)
                result = Result(self.dice.choice(tuple(Side)), points, "resigned")
        return Game(BACKGAMMON.start, self.score, self.crawford, tuple(self.turns), result)

    def _double(self, side: Side) -> Result | None:
        value = self.cube.next_value
        answers = [CubeAction.TAKE, CubeAction.TAKE, CubeAction.PASS]
        answer = self.dice.choice(
            [*answers, CubeAction.BEAVER, CubeAction.RACCOON] if self.money else answers
        )
        self.turns.append(CubeTurn(side, value, answer))
        if answer is CubeAction.PASS:
            return Result(side, self.cube.value, "passed")
        offered = self.cube.offered(side)
        self.cube = offered.taken() if answer is CubeAction.TAKE else offered.beavered()
        if answer is CubeAction.RACCOON:
            self.cube = self.cube.raised()
        if answer is CubeAction.BEAVER and self.dice.random() < 0.3:
            return Result(side.other, value, "passed")
        return None

    def _play(self, side: Side) -> Result | None:
        roll = Roll.of(self.dice.randint(1, 6), self.dice.randint(1, 6))
        outcome = self.dice.choice(legal_plays(BACKGAMMON, self.position, side, roll))
        if self.dice.random() < self.illegal:
            outcome = self._illegal(side, roll) or outcome
        self.turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        self.position = outcome.position
        won = win_of(BACKGAMMON, self.position, side)
        return None if won is None else Result(won[0], won[1] * self.cube.value, won[2])

    def _illegal(self, side: Side, roll: Roll) -> Outcome | None:
        """A play that the roll does not give, on a board that can stand."""
        own = self.position.of(side)
        men = [site for site in (*POINTS, BAR) for _ in range(own[site])]
        moved = self.dice.sample(men, min(len(men), self.dice.randint(1, 3)))
        words = [f"{origin}/{self.dice.randint(1, max(1, origin - 1))}" for origin in moved]
        found = played_out(BACKGAMMON, self.position, side, " ".join(words))
        legal = {each.position for each in legal_plays(BACKGAMMON, self.position, side, roll)}
        return None if found.position in legal or not stands(found.position) else found


def stands(position: Position) -> bool:
    """Whether no point has checkers of both sides."""
    return all(not (position.white[point] and position.black[BAR - point]) for point in POINTS)
