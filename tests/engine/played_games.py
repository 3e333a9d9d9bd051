"""Games that are played at random by the rules, for the tests of what keeps records."""

from random import Random

from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Result, Score, Turn
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of

ANSWERS = tuple(CubeAction)[1:]
_WORTH = {CubeAction.TAKE: 2, CubeAction.BEAVER: 4, CubeAction.RACCOON: 8}


def played(dice: Random, game_id: str, score: Score, answers: tuple[CubeAction, ...] = ANSWERS) -> Game:
    """A game of up to 60 turns, dances and the cube among them."""
    rules = find_game(game_id)
    position, side, cube = rules.start, dice.choice(tuple(Side)), 1
    turns: list[Turn] = []
    for _ in range(dice.randint(1, 60)):
        if cube < 64 and dice.random() < 0.05:
            answer = dice.choice(answers)
            turns.append(CubeTurn(side, cube * 2, answer))
            if answer is CubeAction.PASS:
                return Game(rules.start, score, False, tuple(turns), Result(side, cube, "passed"))
            cube *= _WORTH[answer]
        roll = Roll.of(dice.randint(1, 6), dice.randint(1, 6))
        outcome = dice.choice(legal_plays(rules, position, side, roll))
        turns.append(CheckerTurn(side, roll, outcome.play, outcome.position))
        position = outcome.position
        if (won := win_of(rules, position, side)) is not None:
            return Game(rules.start, score, False, tuple(turns), Result(won[0], won[1] * cube, won[2]))
        if not position.past.again:
            side = side.other
    result = dice.choice((None, Result(side, cube, "resigned")))
    return Game(rules.start, score, False, tuple(turns), result)
