"""Prints what the referee makes of games that are joined anywhere: `python tests/bench/joined.py --games 20`.

As `tests/bench/doubts.py`, only that the camera is switched on in the middle of a game, with what the near player has told
rightly, wrongly (`--near wrong`) or with the picture mirrored (`--mirrored`), and that heaps are read short (`--heaps`).
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "bench")]

from doubts import Doubtful, Eye, Faults, Turn, compared, played

from engine.board import BAR, POINTS, Kind, Occupancy, Seating, Side
from engine.dice import Roll
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.state.messages import Answer
from engine.turn.appearance import seen_as
from vision.observation import Chance, Observation, Site


@dataclass
class HeapEye(Eye):
    """An eye that cannot count a heap of more than seven: it takes it for too few, each time it is changed anew."""

    heaps: bool = False

    def board(self, seen: Occupancy) -> Observation:
        """What it says of a board."""
        found = super().board(seen)
        if not self.heaps:
            return found
        sites = [self._heap(site, seen.light[site.index], seen.dark[site.index]) for site in found.sites]
        return Observation(tuple(sites))

    def _heap(self, site: Site, light: int, dark: int) -> Site:
        men = max(light, dark)
        if men < 8 or site.index == BAR:
            return site
        rng = Random(f"{self.rng.random()}")
        centre = men - rng.choice((0, 0, 1, 1, 2, 3))
        width = rng.uniform(0.6, 1.6)
        odds = {count: 2.718281828 ** (-((count - centre) ** 2) / (2 * width**2)) for count in range(5, 16)}
        total = sum(odds.values())
        chances = [
            Chance(count if light else 0, count if dark else 0, max(p / total, 1e-5))
            for count, p in odds.items()
        ]
        return Site(site.index, tuple(sorted(chances, key=lambda chance: -chance.p)))


@dataclass(frozen=True)
class Joining:
    """How a game is joined: after how many turns, how people sit, what is said of it, whether the picture is mirrored."""

    after: int
    truth: Seating
    near: Kind
    mirrored: bool = False
    heaps: bool = False
    answered: int | None = None
    """After how many turns people say which board it was, if they are asked and it is among those drawn."""


def answer(table: Doubtful, board: Position) -> None:
    """People say which board it was that the game was joined with."""
    for question in table.match_state.questions:
        if question.what == "unseen" and not question.turns:
            boards = [(each.position.white, each.position.black) for each in question.candidates]
            if (board.white, board.black) in boards:
                table.tell(Answer(question.number, boards.index((board.white, board.black))))


def evening(
    seed: int, faults: Faults, game_id: str, turns: int, joining: Joining, verbose: bool = False
) -> tuple[list[Turn], Doubtful, list[Turn]]:
    """The turns that were seen, the referee's evening, and the turns before them."""
    rng = Random(seed)
    eye = HeapEye(Random(seed + 1), faults, heaps=joining.heaps)
    table = Doubtful(eye, game_id, verbose)
    side = rng.choice(list(Side))
    unseen: list[Turn] = []
    while len(unseen) < joining.after:
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        after, _ = played(rng, table, side, roll, False)
        if win_of(table.game, after, side):
            break
        unseen.append(Turn(side, roll, after, True))
        table.position, side = after, side.other
    table.tracker = replace(table.tracker, join=True, near=joining.near)
    table.seating = joining.truth
    table.see(1.0)
    if verbose:
        print("joined at", table.position, "with", side.value, "to throw")
    truth: list[Turn] = []
    board = table.position
    for _ in range(turns):
        if len(truth) == joining.answered:
            answer(table, board)
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        right = (side is Side.WHITE) is not joining.mirrored
        half, u = ("right", 0.62) if right else ("left", 0.12)
        u += rng.uniform(0, 0.2)
        table.hand()
        first, second = roll.dice[0], roll.dice[1]
        table.dice = (eye.die(first, half, u, 0.3), eye.die(second, half, u + 0.1, 0.7))
        table.see(2.0 + rng.uniform(0, 2))
        after, is_legal = played(rng, table, side, roll, rng.random() < faults.illegal)
        truth.append(Turn(side, roll, after, is_legal))
        won = win_of(table.game, after, side)
        table.hand()
        table.position = after
        eye.turn_over(seen_as(table.game, after, table.seating))
        if verbose:
            print(f"  {len(truth) - 1}: {side.value} {roll} {after}{'' if is_legal else ' ILLEGAL'}")
            for site in (*POINTS, BAR):
                if (error := eye.errors.get(site)) is not None:
                    print(f"      site {site}: {error.truth} taken for {error.taken}, p {error.p:.2f}")
        table.shown = None
        table.see(2.0 + rng.uniform(0, 4))
        table.hand()
        table.dice = ()
        table.see(4.0 if won else 1.0)
        if won:
            break
        side = side.other
    table.close()
    return truth, table, unseen


def main() -> None:
    """Reads the command line, plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--turns", type=int, default=12, help="turns of a game that are seen at most")
    parser.add_argument("--after", type=int, default=None, help="turns before it is joined; else 2 to 40")
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--sure", action="store_true", help="an eye without faults")
    parser.add_argument("--heaps", action="store_true", help="an eye that reads heaps short")
    parser.add_argument("--near", choices=("right", "wrong"), default="right")
    parser.add_argument("--mirrored", action="store_true", help="the picture is the wrong way round")
    parser.add_argument(
        "--boards", type=float, default=1.0, help="how many times as often it misreads a site"
    )
    parser.add_argument(
        "--backwards", action="store_true", help="read each game backwards, too, as a film is"
    )
    parser.add_argument("--answered", type=int, help="after so many turns people say which board it was")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    usual = Faults(unseen=0)
    faults = replace(usual, pile=usual.pile * given.boards, site=usual.site * given.boards)
    faults = Faults(0, 0, 0, 0, usual.illegal) if given.sure else faults
    total: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.games):
        rng = Random(seed)
        after = rng.randint(2, 40) if given.after is None else given.after
        truth = Seating(rng.choice(list(Kind)), home_right=not given.mirrored)
        near = truth.near.other if given.near == "wrong" else truth.near
        joining = Joining(after, truth, near, given.mirrored, given.heaps, given.answered)
        seen, table, _ = evening(seed, faults, given.game, given.turns, joining, given.verbose)
        if given.backwards:
            table.read_backwards()
        found = compared(seen, table)
        total += found
        print(seed, after, dict(found), flush=True)
    print("total", dict(total))


if __name__ == "__main__":
    main()
