"""Two hundred random illegal plays over all games, each as a line with what is said of it: the golden file's maker.

`python tests/engine/illegal_plays.py` writes `tests/engine/golden/illegal_plays.txt` anew. Plays are spoilt as people spoil
them: one number is not played, or played as another one, or by a checker that may not move so; what was hit is left.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.board import Shape, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.faults.explain import explain, likely_play
from engine.games import all_games
from engine.play import Move, Outcome, Play
from engine.plays.legal import every_play
from engine.plays.notation import play_text, written
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import Landing, TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import tafl_plays
from engine.words.wording import Names, sentence

FILE = Path(__file__).with_name("golden") / "illegal_plays.txt"
NAMES = Names("Anna", "Ben")
EACH = 3
"""So many illegal plays of every game are told."""
_MOST = 3_000
"""Turns with more moments are passed over."""


def lines() -> Iterator[str]:
    """A line for every illegal play: game, position, throw, the play, the rule, the sentence."""
    for game in all_games():
        yield from _squares(game) if isinstance(game, TaflGame) else _points(game)


def _points(game: Rules) -> Iterator[str]:
    assert isinstance(game, TablesGame)
    chance, told = random.Random(game.id), 0
    position, side, turn = game.start, Side.WHITE, 0
    while told < EACH:
        owed = position.past.owed
        roll = position.past.owed_roll if owed else chance.choice(game.rolls)
        try:
            outcomes = every_play(game, position, side, roll, _MOST)
        except TooManyPlays:
            position, side = game.start, Side.WHITE
            continue
        turn += 1
        if turn % 7 == 3:
            seen = spoilt(game, position, side, roll, chance.choice(outcomes), chance)
            if seen not in {each.position for each in outcomes} and seen != position:
                told += 1
                yield _line(game, position, side, roll, seen)
        position = chance.choice(outcomes).position
        if win_of(game, position, side) is not None:
            position, side = game.start, Side.WHITE
        elif not position.past.again and (not owed or position.past.thrower_again):
            side = side.other


def spoilt(
    game: TablesGame, position: Position, side: Side, roll: Roll, outcome: Outcome, chance: random.Random
) -> Position:
    """The board after a play with one of its moves left out, or made by a number or a checker that does not fit."""
    moves = list(outcome.play.moves)
    kind = chance.randrange(4)
    if kind == 0 and moves:
        del moves[chance.randrange(len(moves))]
    elif moves and kind == 1:
        index = chance.randrange(len(moves))
        moves[index] = Move(moves[index].origin, max(0, moves[index].target + chance.choice((-1, 1))))
    own, theirs = list(position.of(side)), list(position.of(side.other))
    if kind >= 2 or not moves:
        number = chance.choice(roll.dice)
        standing = [site for site in range(game.bar, 0, -1) if own[site]]
        origin = chance.choice(standing)
        step = number if not game.upward else -number
        target = max(0, origin - step) if not game.upward else (origin + number - 1) % game.points + 1
        moves = [*moves[: max(0, len(moves) - 1)], Move(origin, target)]
    for move in moves:
        if not own[move.origin]:
            continue
        own[move.origin] -= 1
        own[move.target] += 1
        there = game.facing(side)[move.target]
        if move.target and theirs[there] == 1 and game.landing in (Landing.HIT, Landing.CAPTURE):
            theirs[there] = 0
            theirs[-1 if game.landing is Landing.HIT else 0] += 1
    white, black = (own, theirs) if side is Side.WHITE else (theirs, own)
    return Position(tuple(white), tuple(black), position.past)


def _squares(game: TaflGame) -> Iterator[str]:
    chance, position, side, told = random.Random(game.id), game.start, Side.WHITE, 0
    while told < EACH:
        outcomes = tafl_plays(game, position, side)
        own = list(position.of(side))
        origin = chance.choice([square for square, man in enumerate(own) if man])
        target = chance.choice(
            [square for square in range(81) if not position.white[square] + position.black[square]]
        )
        own[origin], own[target] = 0, own[origin]
        white, black = (tuple(own), position.black) if side is Side.WHITE else (position.white, tuple(own))
        seen = Position(white, black, position.past)
        if all(each.position != seen for each in outcomes):
            told += 1
            fault = explain(game, position, side, None, seen)
            yield f"{game.id} | {position} | {side.value} | {play_text(Play((Move(origin, target),), (), Shape.TAFL))} | {fault.rule} | {sentence(fault, NAMES)}"
        position = chance.choice(outcomes).position
        side = side.other
        if win_of(game, position, side.other) is not None:
            position, side = game.start, Side.WHITE


def _line(game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> str:
    fault = explain(game, position, side, roll, seen)
    play = written(game, position, side, likely_play(game, position, side, seen, roll))
    said = sentence(fault, NAMES)
    return f"{game.id} | {position} | {side.value} {roll} | {play or 'nothing'} | {fault.rule} | {said}"


def main() -> None:
    """Writes the file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
