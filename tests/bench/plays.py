"""Prints how fast legal plays are found, beside the naive generator of the tests, in one run:
`python tests/bench/plays.py`. Then what looks at turns cost, in games of every kind: `python tests/bench/plays.py --looks
[GAME ...]` prints that alone.

The two are timed in turns on the same positions, and all in time of the processor, so that what else the machine does
says nothing; nothing is remembered of a turn.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "engine"), str(ROOT / "tests")]

import naive
from sure_evidence import Sure

from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.faults.explain import explain, likely_play
from engine.games import all_games, find_game
from engine.plays.legal import completable, legal_plays, listed_plays
from engine.plays.membership import forget_searches, sampled
from engine.plays.ordered import explorations
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import seen_as
from engine.turn.turn_reading import read_turn

TURNS = 120
"""Turns of random games that every game is timed on."""
LOOKED_AT = 40
"""Turns of them that are looked at."""


def main() -> None:
    """A line for the oracle's rows, one for the kernel without its short cut, and one for every game; then the looks."""
    if sys.argv[1:2] == ["--looks"]:
        dearest_looks([each for each in looked_games() if not sys.argv[2:] or each.id in sys.argv[2:]])
        return
    rows = oracle()
    game = find_game("backgammon")
    print(f"{'':28}{'mean us':>10}{'median':>10}{'worst':>10}   worst roll")
    fast: list[float] = []
    slow: list[float] = []
    whole: list[float] = []
    for position, roll in rows:
        fast.append(timed(lambda p=position, r=roll: legal_plays(game, p, Side.WHITE, r)))
        whole.append(timed(lambda p=position, r=roll: explored(game, p, Side.WHITE, r)))
        slow.append(
            timed(lambda p=position, r=roll: naive.results(game.id, {}, (p.white, p.black), 0, r.dice, {}))
        )
    rolls = [str(roll) for _, roll in rows]
    line("oracle, standard rows", fast, rolls)
    line("  the same, every order", whole, rolls)
    line("  the naive generator", slow, rolls)
    print(
        f"the kernel takes 1/{statistics.mean(slow) / statistics.mean(fast):.1f} of the naive generator's time,",
        end=" ",
    )
    print(f"1/{statistics.mean(slow) / statistics.mean(whole):.1f} where every order is looked at")
    worst: list[tuple[float, str, str]] = []
    for each in games():
        times, thrown = games_turns(each)
        line(each.id, times, thrown)
        dearest = max(times)
        worst.append((dearest, each.id, thrown[times.index(dearest)]))
    print("\nthe ten dearest turns:")
    for spent, name, roll in sorted(worst, reverse=True)[:10]:
        print(f"{name:28}{spent / 1e3:10.0f} ms   {roll}")
    dearest_looks(looked_games())


def looked_games() -> list[TablesGame]:
    """All games with dice that the eye sees, those with code of their own among them."""
    return [each for each in all_games() if isinstance(each, TablesGame) and each.points == 24]


def games() -> list[TablesGame]:
    """The games that the kernel plays on 24 points."""
    return [
        each
        for each in all_games()
        if isinstance(each, TablesGame) and each.family is None and each.points == 24
    ]


def dearest_looks(played: list[TablesGame]) -> None:
    """The ten games with the dearest looks at a turn, and of how many looks at how many turns these are."""
    worst = sorted((max(looks_at(each)), each.id) for each in played)[::-1][:10]
    print(f"\nthe ten dearest looks, of {LOOKED_AT} turns of each of {len(played)} games:")
    for (spent, what, roll), name in worst:
        print(f"{name:28}{spent * 1e3:10.0f} ms   {roll:8} {what}")


def looks_at(game: TablesGame) -> list[tuple[float, str, str]]:
    """What looks at turns of games at random cost, in seconds, with what was looked at and the roll: the end of a turn,
    a board on its way, a wrong one, and what is then said of that. Turns too vast to list are among them, and every
    second throw is one of those that give most to play.
    """
    rng, seating = Random(3), Seating(Kind.LIGHT)
    position, side = game.start, Side.WHITE
    found: list[tuple[float, str, str]] = []
    most = max(len(game.units(roll)) for roll in game.rolls)
    dear = [roll for roll in game.rolls if len(game.units(roll)) == most]
    for turn in range(LOOKED_AT):
        roll = rng.choice(dear if turn % 2 else game.rolls)
        outcomes = listed_plays(game, position, side, roll) or sampled(game, position, side, roll, 20)
        end = rng.choice(outcomes)
        boards = {"end": end.position, "wrong": slipped(game, end.position, side, rng)}
        boards["way"] = on_the_way(game, position, side, roll, len(end.play.moves) // 2, rng)
        for what, board in boards.items():
            sure = Sure(seen_as(game, board, seating))
            forget_searches()
            before = time.process_time()
            read_turn(game, position, side, roll, seating, sure)
            found.append((time.process_time() - before, what, str(roll)))
        before = time.process_time()
        likely_play(game, position, side, boards["wrong"], roll)
        if not any(each.position == boards["wrong"] for each in outcomes):
            explain(game, position, side, roll, boards["wrong"])
        found.append((time.process_time() - before, "explained", str(roll)))
        position = end.position
        if win_of(game, position, side) is not None:
            position, side = game.start, Side.WHITE
        elif not position.past.again:
            side = side.other
    return found


def on_the_way(
    game: TablesGame, position: Position, side: Side, roll: Roll, moves: int, rng: Random
) -> Position:
    """A board in the middle of a turn, after so many moves at random."""
    if game.family is not None:
        return rng.choice(sorted(completable(game, position, side, roll), key=str))
    way, *_ = explorations(game, position, side, roll, None)
    node = way.start
    for _ in range(moves):
        node, _ = rng.choice(way.children(node) or [(node, None)])
    return way.position_at(node)


def slipped(game: TablesGame, position: Position, side: Side, rng: Random) -> Position:
    """The position with one checker of a side's put somewhere else."""
    men = list(position.of(side))
    origin = rng.choice([site for site in range(game.bar + 1) if men[site]])
    men[origin] -= 1
    men[rng.randrange(1, game.bar)] += 1
    white, black = (tuple(men), position.black) if side is Side.WHITE else (position.white, tuple(men))
    return Position(white, black, position.past)


def oracle() -> list[tuple[Position, Roll]]:
    """The standard rows of the shared oracle, White to play."""
    shared = Path(os.environ.get("TABLESIDE_SHARED", ROOT.parent / "shared"))
    lines = (shared / "oracle" / "backgammon_moves.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [(board(row["pos"]), Roll.of(*row["roll"])) for row in rows if row["variant"] == "standard"]


def board(text: str) -> Position:
    """A position from the oracle's 26 letters: its bar, points 1-24 and the opponent's
    bar; capitals are the mover's.
    """
    own, theirs = [0] * 26, [0] * 26
    for index, letter in enumerate(text):
        men = 0 if letter == "-" else ord(letter.casefold()) - ord("a") + 1
        if letter.isupper():
            own[index] = men
        elif men:
            theirs[25 - index] = men
    own[0], theirs[0] = 15 - sum(own), 15 - sum(theirs)
    return Position(tuple(own), tuple(theirs))


def timed(act: Callable[[], object]) -> float:
    """The microseconds of the processor that something takes, nothing being remembered of it."""
    forget_searches()
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1e6


def explored(game: TablesGame, position: Position, side: Side, roll: Roll) -> list[Position]:
    """The results found by looking at every order of the moves, as games with restrictions need it."""
    return [each.position_at(node) for each in explorations(game, position, side, roll) for node in each.ends]


def games_turns(game: TablesGame) -> tuple[list[float], list[str]]:
    """The times of the turns of games at random, and the rolls; turns too vast to list are left out, but told."""
    rng = Random(3)
    times: list[float] = []
    rolls: list[str] = []
    position, side = game.start, Side.WHITE
    while len(times) < TURNS:
        roll = rng.choice(game.rolls)
        try:
            spent = timed(lambda p=position, s=side, r=roll: legal_plays(game, p, s, r))
            outcomes = legal_plays(game, position, side, roll)
        except TooManyPlays:
            continue
        times.append(spent)
        rolls.append(str(roll))
        position = rng.choice(outcomes).position
        if win_of(game, position, side) is not None:
            position, side = game.start, Side.WHITE
        elif not position.past.again:
            side = side.other
    return times, rolls


def line(name: str, times: list[float], rolls: list[str]) -> None:
    """One line of the table."""
    worst = max(times)
    print(
        f"{name:28}{statistics.mean(times):10.0f}{statistics.median(times):10.0f}{worst:10.0f}"
        f"   {rolls[times.index(worst)]}"
    )


if __name__ == "__main__":
    main()
