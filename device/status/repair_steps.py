"""The steps, a checker each, from a board as seen to the board as it should stand, in a list that ticks itself off."""

from collections import Counter
from dataclasses import dataclass, replace

from engine.board import OFF, Seating, Side
from engine.position import Position
from engine.rules import Rules
from engine.squares import KING, SIZE
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import on_board

BESIDE = -1
"""The place beside the board, where checkers lie that are borne off, taken, or still in
hand: no camera tells these apart.
"""
Heap = Counter[int]
"""How many checkers are on each place, those beside the board left out."""


@dataclass(frozen=True, slots=True)
class RepairStep:
    """One checker to be moved, in its side's own numbering: from a site to a site, or from or to BESIDE the board."""

    side: Side
    origin: int
    target: int
    king: bool = False


@dataclass(frozen=True, slots=True)
class Ticked:
    """A step of a list, done or not."""

    step: RepairStep
    done: bool = False


def steps(
    rules: Rules, should: Position, seen: Position, seating: Seating | None = None
) -> tuple[RepairStep, ...]:
    """The fewest steps from a board as seen to the board as it should stand, in an order in which they can be made.

    A checker is not put where one of the opponent's still stands that has to go; every checker goes the shortest way.
    """
    found = [
        step
        for side in Side
        for king in (False, True)
        for step in _matched(
            rules, side, king, _heap(rules, should, side, king), _heap(rules, seen, side, king)
        )
    ]
    return _in_order(rules, seen, found)


def mended(rules: Rules, seen: Position, made: tuple[RepairStep, ...]) -> dict[tuple[Side, bool], Heap]:
    """What stands on the board once steps have been made on what is seen: for each side's men, and kings."""
    heaps = {(side, king): _heap(rules, seen, side, king) for side in Side for king in (False, True)}
    for step in made:
        heap = heaps[step.side, step.king]
        if step.origin != BESIDE:
            heap[step.origin] -= 1
        if step.target != BESIDE:
            heap[step.target] += 1
    return {key: +heap for key, heap in heaps.items()}


def heaps_of(rules: Rules, position: Position) -> dict[tuple[Side, bool], Heap]:
    """What stands on the board in a position."""
    return mended(rules, position, ())


def ticked(before: tuple[Ticked, ...], needed: tuple[RepairStep, ...]) -> tuple[Ticked, ...]:
    """A list after one more look at the board: what is still needed stays, what is not any more is ticked off.

    Where a checker was put elsewhere than a step said, another step takes that one's place; what else has become needed
    is added at the end.
    """
    left = Counter(needed)
    rows: list[Ticked | None] = []
    for row in before:
        stays = left[row.step] > 0
        left[row.step] -= stays
        rows.append(Ticked(row.step) if stays else None)
    for step in needed:
        if left[step] <= 0:
            continue
        left[step] -= 1
        place = _replaced(before, rows, step)
        if place is None:
            rows.append(Ticked(step))
        else:
            rows[place] = Ticked(step)
    done = tuple(row or replace(old, done=True) for row, old in zip(rows, before, strict=False))
    return (*done, *(row for row in rows[len(before) :] if row is not None))


def _replaced(before: tuple[Ticked, ...], rows: list[Ticked | None], step: RepairStep) -> int | None:
    """The row that a new step takes the place of: one with the same end, or else with the same beginning."""
    for same in ("target", "origin"):
        for index, (old, row) in enumerate(zip(before, rows, strict=False)):
            alike = getattr(old.step, same) == getattr(step, same) != BESIDE
            if row is None and not old.done and old.step.side is step.side and alike:
                return index
    return None


def _heap(rules: Rules, position: Position, side: Side, king: bool) -> Heap:
    men = position.of(side)
    if not isinstance(rules, TablesGame):
        return Counter({site: 1 for site, piece in enumerate(men) if piece and (piece == KING) is king})
    if king:
        return Counter()
    bar = rules.bar
    heap = Counter({site: men[site] for site in range(OFF + 1, bar) if men[site]})
    on_bar = on_board(position, side) - heap.total()
    return heap + Counter({bar: on_bar})


def _matched(rules: Rules, side: Side, king: bool, should: Heap, seen: Heap) -> list[RepairStep]:
    """The steps for one kind of men of a side: what is too many goes where one is
    missing, all in all the shortest way.
    """
    many, few = sorted((seen - should).elements()), sorted((should - seen).elements())
    pairs: list[tuple[int, int]] = []
    if isinstance(rules, TablesGame):
        # Along a line, the checkers that are the farthest go to the farthest places.
        spare = len(many) - len(few)
        if spare > 0:
            many, out = many[spare:], many[:spare]
            pairs += [(site, BESIDE) for site in out]
        elif spare < 0:
            few, come = few[-spare:], few[:-spare]
            pairs += [(BESIDE, site) for site in come]
        pairs += zip(many, few, strict=True)
    else:
        while many and few:
            pair = min(((a, b) for a in many for b in few), key=lambda pair: (_squares_apart(*pair), pair))
            pairs.append(pair)
            many.remove(pair[0])
            few.remove(pair[1])
        pairs += [(site, BESIDE) for site in many] + [(BESIDE, site) for site in few]
    return [RepairStep(side, origin, target, king) for origin, target in sorted(pairs, reverse=True)]


def _squares_apart(a: int, b: int) -> int:
    return abs(a % SIZE - b % SIZE) + abs(a // SIZE - b // SIZE)


def _in_order(rules: Rules, seen: Position, found: list[RepairStep]) -> tuple[RepairStep, ...]:
    """The steps so that no checker is put upon one of the opponent's that goes later, where that can be had."""
    lying = {
        side: rules.lying(side) if isinstance(rules, TablesGame) else range(SIZE * SIZE) for side in Side
    }
    bar = rules.bar if isinstance(rules, TablesGame) else SIZE * SIZE
    left, ordered = list(found), []
    while left:
        going = {(step.side, lying[step.side][step.origin]) for step in left if 0 <= step.origin < bar}
        free = (
            step
            for step in left
            if not 0 <= step.target < bar or (step.side.other, lying[step.side][step.target]) not in going
        )
        first = next(free, left[0])
        left.remove(first)
        ordered.append(first)
    return tuple(ordered)
