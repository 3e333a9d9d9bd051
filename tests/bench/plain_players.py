"""Trains and measures the players of `device/library/analysis/plain_player.py`:

    python tests/bench/plain_players.py measure [GAMES]            games won of so many (200) against random, greedy and itself
    python tests/bench/plain_players.py train SECONDS WEIGHTS.npz  self-play on all processors, four processes a game

A player learns by TD(lambda) from its own games: after each one every board is worth what came of it, and what it then
thought of the boards that followed. The processes of a game take the mean of their weights every few seconds. In a
match of so many games both sides get the same dice once each.
"""

import sys
import time
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.library.analysis.plain_player import INPUTS, WORTH, PlainPlayer, inputs_of, players
from engine.board import Side
from engine.dice import Roll
from engine.games import find_game
from engine.plays.legal import forget_plays, legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame

GAMES = ("plakoto", "fevga", "portes", "long_nardy")
HIDDEN, LAMBDA, LONGEST, WORKERS = 40, 0.7, 400, 4
ROUND_SECONDS = 10.0
RATE = 3e-3
"""The step of Adam, which falls to a tenth of that."""
Choose = Callable[[TablesGame, Position, Side, Roll], Position]


def fresh(seed: int) -> list[np.ndarray]:
    dice = np.random.default_rng(seed)
    first = dice.normal(0, 0.1, (INPUTS, HIDDEN))
    second = dice.normal(0, 0.1, (HIDDEN, 4))
    return [each.astype(np.float32) for each in (first, np.zeros(HIDDEN), second, np.zeros(4))]


def thrown(dice: Random) -> Roll:
    return Roll.of(dice.randint(1, 6), dice.randint(1, 6))


def played(game: TablesGame, choose: tuple[Choose, Choose], dice: Random, kept: list | None = None) -> int:
    """The points that White wins; `kept` gets every board, with who had just played it."""
    position, side = game.start, dice.choice(list(Side))
    for _ in range(LONGEST):
        position = choose[side is Side.BLACK](game, position, side, thrown(dice))
        if kept is not None:
            kept.append((position, side))
        won = win_of(game, position, side)
        if won is not None:
            return 0 if won[0] is None else won[1] * (1 if won[0] is Side.WHITE else -1)
        side = side.other
    return 0


def learned(
    arguments: tuple[str, list[np.ndarray], list[np.ndarray], int, int, float, float],
) -> tuple[list[np.ndarray], list[np.ndarray], int]:
    """Weights and Adam's moments after some seconds of play, two games of three against itself, else the greedy one."""
    name, weights, moments, steps, seed, rate, seconds = arguments
    game, dice, number = find_game(name), Random(seed), 0
    assert isinstance(game, TablesGame)
    weights, moments = [each.copy() for each in weights], [each.copy() for each in moments]
    player = PlainPlayer(*weights)

    def choose(game: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
        return player.best(game, position, side, roll)[0].position

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        kept: list[tuple[Position, Side]] = []
        pair = ((choose, choose), (choose, choose), (choose, greedily), (greedily, choose))[dice.randrange(4)]
        points = played(game, pair, dice, kept)
        number += 1
        if number % 50 == 0:
            forget_plays()
        if not points:
            continue
        inputs = np.concatenate([inputs_of([position], side) for position, side in kept])
        chances = player.chances(inputs)
        targets = np.zeros_like(chances)
        for at in range(len(kept) - 1, -1, -1):
            side = kept[at][1]
            mine = points if side is Side.WHITE else -points
            if at == len(kept) - 1:
                targets[at, {-2: 0, -1: 1, 1: 2, 2: 3}[max(-2, min(2, mine))]] = 1
            else:
                then = (1 - LAMBDA) * chances[at + 1] + LAMBDA * targets[at + 1]
                targets[at] = then if kept[at + 1][1] is side else then[::-1]
        hidden = np.tanh(inputs @ weights[0] + weights[1])
        slope = (chances - targets) / len(kept)
        back = (slope @ weights[2].T) * (1 - hidden**2)
        slopes = (inputs.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0))
        warm = 1 - 0.999 ** (steps + number)
        for part, each in enumerate(slopes):
            moments[part] += 0.1 * (each - moments[part])
            moments[part + 4] += 0.001 * (each**2 - moments[part + 4])
            weights[part] -= rate * moments[part] / (np.sqrt(moments[part + 4] / warm) + 1e-6)
    return weights, moments, number


def train(seconds: float, path: Path) -> None:
    """Weights of all games, written after every round."""
    weights = {name: fresh(index) for index, name in enumerate(GAMES)}
    moments = {name: [0 * each for each in weights[name] * 2] for name in GAMES}
    total, began, round_number = dict.fromkeys(GAMES, 0), time.monotonic(), 0
    with Pool(WORKERS * len(GAMES)) as pool:
        while (gone := time.monotonic() - began) < seconds:
            rate = RATE * (1 - 0.9 * gone / seconds)
            asked = [
                (
                    name,
                    weights[name],
                    moments[name],
                    total[name] // WORKERS,
                    1000 * round_number + 10 * index + worker,
                    rate,
                    ROUND_SECONDS,
                )
                for index, name in enumerate(GAMES)
                for worker in range(WORKERS)
            ]
            answers = pool.map(learned, asked, chunksize=1)
            for index, name in enumerate(GAMES):
                mine = answers[index * WORKERS : (index + 1) * WORKERS]
                weights[name], moments[name] = (
                    [np.mean(parts, 0).astype(np.float32) for parts in zip(*told, strict=True)]
                    for told in ([each[0] for each in mine], [each[1] for each in mine])
                )
                total[name] += sum(each[2] for each in mine)
            round_number += 1
            np.savez_compressed(
                path,
                **{
                    f"{name}/{part}": each.astype(np.float16)
                    for name in GAMES
                    for part, each in zip(PlainPlayer.__slots__, weights[name], strict=True)
                },
            )
            print(f"{gone:.0f} s", total, flush=True)


def at_random(seed: int) -> Choose:
    dice = Random(seed)

    def choose(game: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
        return dice.choice(legal_plays(game, position, side, roll)).position

    return choose


def greedily(game: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
    """Ahead in the race, with checkers borne off and pinned, and with points made rather than blots left."""

    def worth(after: Position) -> float:
        own, pins = after.of(side), after.past.pinned[side is Side.WHITE].bit_count()
        made, blots = sum(men > 1 for men in own[1:25]), sum(men == 1 for men in own[1:25])
        safe = made - blots if game.block_at > 1 else made + blots
        return after.pip_count(side.other) - after.pip_count(side) + 4 * own[0] + 20 * pins + 2 * safe

    return max((each.position for each in legal_plays(game, position, side, roll)), key=worth)


def match(arguments: tuple[str, str, int]) -> tuple[int, int]:
    """Games won and points of two games with the same dice, the sides swapped."""
    name, other, seed = arguments
    game = find_game(name)
    assert isinstance(game, TablesGame)

    def choose(game: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
        return players()[name].best(game, position, side, roll)[0].position

    def far(game: TablesGame, position: Position, side: Side, roll: Roll) -> Position:
        return players()[name].looking_ahead(game, position, side, roll).position

    if other == "one throw ahead, greedy":
        choose, other = far, "greedy"  # type: ignore[assignment]
    against = {"random": at_random(seed), "greedy": greedily, "itself": choose}[other]
    found = [played(game, (choose, against), Random(seed)), -played(game, (against, choose), Random(seed))]
    forget_plays()
    return sum(each > 0 for each in found), sum(found)


def measure(games: int) -> None:
    """A line for each game and opponent."""
    with Pool() as pool:
        for name in GAMES:
            for other in ("random", "greedy", "one throw ahead, greedy", "itself"):
                found = pool.map(match, [(name, other, seed) for seed in range(games // 2)], chunksize=2)
                won, points = (sum(each[part] for each in found) for part in range(2))
                print(f"{name} against {other}: {won} of {games} won, {points:+d} points", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "train":
        train(float(sys.argv[2]), Path(sys.argv[3]))
    else:
        measure(int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    assert len(WORTH) == 4
