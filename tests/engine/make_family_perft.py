"""Writes `perft/families.toml`: numbers of results in the games with code of their own, by the naive generators alone.

Run it as `python tests/engine/make_family_perft.py`. Chase games: positions are the slots of either
side. Trictrac: ways of moving, filling and keeping apart, from boards of White's counts against
Black's, both as White counts. Ketch-dolt: what lies in either table, and in either hand. Dames rabattues and its
kin: one side's throws, each with how many results it has and the first of them, as piles and as laid, by number.
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from naive_families import (
    chase_results,
    doublets_results,
    ketch_results,
    rabattues_result,
    trictrac_boards,
    yahoudieh_result,
)

FILE = Path(__file__).parent / "perft" / "families.toml"
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
NARROW = [(high, low) for high, low in ROLLS if high != low]
"""Throws whose trees are not too wide for a naive generator."""

FIRST, LAST = frozenset(range(1, 7)), frozenset(range(19, 25))
CHASES = {
    "ad_elta_stelpur": (FIRST, frozenset(range(13, 19)), False),
    "chase_nardy": (FIRST, LAST, False),
    "icelandic_nardy": (LAST, FIRST, True),
}
"""White's slots, Black's, and whether every number is played."""


def chase(name: str) -> str:
    """The table of a chase game: the start, two plies from it, and positions with fewer checkers."""
    own, theirs, every = CHASES[name]
    rng = Random(name)
    first = {roll: chase_results(own, theirs, roll, every) for roll in NARROW}
    second = sum(
        len(chase_results(after, mine, roll, every))
        for mine, after in sorted(first[6, 1], key=lambda pair: sorted(pair[0]))
        for roll in NARROW
    )
    lines = [
        f"[{name}]",
        f"start = {len_of(first)}",
        f"plies = [{sum(map(len, first.values()))}, {second}]",
        "cases = [",
    ]
    for _ in range(40):
        slots = rng.sample(range(1, 25), 12)
        mine, others = slots[: rng.randint(1, 6)], slots[6 : 6 + rng.randint(1, 6)]
        high, low = rng.choice(NARROW)
        count = len(chase_results(frozenset(mine), frozenset(others), (high, low), every))
        lines.append(f"  [{sorted(mine)}, {sorted(others)}, [{high}, {low}], {count}],")
    return "\n".join([*lines, "]"])


def len_of(found: dict[tuple[int, int], set[tuple[frozenset[int], frozenset[int]]]]) -> str:
    """The numbers of results by throw."""
    return "{" + ", ".join(f'"{high}-{low}" = {len(each)}' for (high, low), each in found.items()) + "}"


def trictrac(name: str, pairs: bool) -> str:
    """The table of a kind of trictrac: the start by every throw, and random boards."""
    rng = Random(name)
    start, theirs = (*[0] * 24, 15, 0), (0, 15, *[0] * 24)
    found = {(high, low): len(trictrac_boards(start, theirs, (high, low), pairs)) for high, low in ROLLS}
    lines = [
        f"[{name}]",
        "start = {" + ", ".join(f'"{high}-{low}" = {count}' for (high, low), count in found.items()) + "}",
        "cases = [",
    ]
    for _ in range(40):
        own, others = [0] * 26, [0] * 26
        free = rng.sample(range(1, 25), 24)
        for _ in range(15):
            own[rng.choice([point for point in free[:9] if point != 12])] += 1
            others[rng.choice([point for point in free[9:18] if point != 13])] += 1
        roll = rng.choice(ROLLS)
        count = len(trictrac_boards(tuple(own), tuple(others), roll, pairs))
        lines.append(f"  [{own}, {others}, {list(roll)}, {count}],")
    return "\n".join([*lines, "]"])


def ketch(name: str) -> str:
    """The table of ketch-dolt: three plies from the start, and random boards, last checkers of the hand among them."""
    rng, nothing = Random(name), dict.fromkeys(range(1, 7), 0)
    boards = [((nothing, nothing), (15, 15))]
    plies = []
    for _ in range(3):
        # The thrower's table and hand come first: the opponent throws next.
        found = [
            ((dict(zip(nothing, theirs, strict=True)), dict(zip(nothing, own, strict=True))), (heap2, heap))
            for tables, heaps in boards
            for roll in ROLLS
            for own, theirs, heap, heap2 in sorted(ketch_results(tables, heaps, roll))
        ]
        plies.append(len(found))
        boards = found
    lines = [f"[{name}]", f"plies = {plies}", "cases = ["]
    for number in range(40):
        tables = tuple({point: rng.randint(0, 2) for point in nothing} for _ in range(2))
        heaps = (1 if number % 2 else rng.randint(0, 3), rng.randint(0, 3))
        roll = rng.choice(ROLLS)
        told = sorted(map(list, ketch_results(tables, heaps, roll)))
        results = [[list(own), list(theirs), heap, heap2] for own, theirs, heap, heap2 in told]
        boards_told = [list(table.values()) for table in tables]
        lines.append(f"  [{boards_told}, {list(heaps)}, {list(roll)}, {results}],")
    return "\n".join([*lines, "]"])


def rabattues(name: str) -> str:
    """The table of a game of laying down and lifting: throws until all are off, for three sides that play alone."""
    lines = [f"[{name}]", "cases = ["]
    for game in range(3):
        rng = Random(f"{name} {game}")
        piles, laid, stage = (2, 2, 2, 3, 3, 3), (0,) * 6, 0
        steps = []
        while any(piles) or any(laid):
            roll = rng.choice(ROLLS)
            found = rabattues_ends(name, piles, laid, stage, roll)
            piles, laid, stage = min(found)
            steps.append([list(roll), len(found), list(piles), list(laid)])
        lines.append(f"  {steps},")
    return "\n".join([*lines, "]"])


Numbered = tuple[int, ...]


def rabattues_ends(
    name: str, piles: Numbered, laid: Numbered, stage: int, roll: tuple[int, int]
) -> set[tuple[Numbered, Numbered, int]]:
    """What is piled and laid after a throw, and the stage that yahoudieh knows."""
    stacked, lying = (dict(zip(range(1, 7), each, strict=True)) for each in (piles, laid))
    double = roll[0] == roll[1]
    if name == "doublets" and double:
        return {(*each, 0) for each in doublets_results(stacked, lying, roll[0])}
    if name == "yahoudieh":
        stacked, lying, stage = yahoudieh_result(stacked, lying, stage, roll)
    else:
        whole = double and name == "kiz_tavlasi"
        stacked, lying, _ = rabattues_result(stacked, lying, roll * 2 if whole else roll, does_one=whole)
    return {(tuple(stacked.values()), tuple(lying.values()), stage)}


def main() -> None:
    """Writes the file."""
    tables = [
        *map(chase, CHASES),
        trictrac("trictrac", False),
        trictrac("toccategli", True),
        ketch("ketch_dolt"),
        *map(rabattues, ("dames_rabattues", "doublets", "kiz_tavlasi", "yahoudieh")),
    ]
    FILE.write_text("\n\n".join(tables) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
