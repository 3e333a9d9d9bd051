"""Deliberately naive generators of the games that have code of their own; they share nothing with it.

Everything is tried in every order, on plain lists and sets, straight from the text of the rules.
"""

from collections.abc import Iterator
from itertools import permutations

Slots = frozenset[int]

CHASE_CORNERS = [1, 6, 7, 12, 13, 18, 19, 24]


def chase_results(
    own: Slots, theirs: Slots, dice: tuple[int, int], every_number: bool
) -> set[tuple[Slots, Slots]]:
    """Chase games, in slots counted along the way: where a throw can lead, a last checker's shift included."""
    high, low = dice
    alone = len(own) == 1
    on_corner = alone and next(iter(own)) in CHASE_CORNERS
    if high == low:
        numbers = [high] * (4 if every_number or high == 6 else 2)
        if alone and (on_corner or not every_number):
            numbers = [high] * 2
    else:
        numbers = [high, low] if every_number else [die for die in dice if die in (1, 6)]
    if alone and (on_corner or not every_number):
        numbers = [number for number in numbers if number in (1, 6)]
    lines: list[list[tuple[int, tuple[Slots, Slots]]]] = []
    starts = [(own, theirs)]
    extra: set[tuple[Slots, Slots]] = set()
    if alone and not on_corner:
        slot = next(iter(own))
        corner = min(CHASE_CORNERS, key=lambda c: (c - slot) % 24)
        shifted = (frozenset({corner}), theirs - {corner})
        if every_number:
            extra.add(shifted)
        else:
            starts = [shifted]

    def go(
        state: tuple[Slots, Slots], rest: tuple[int, ...], line: list[tuple[int, tuple[Slots, Slots]]]
    ) -> None:
        lines.append(line)
        mine, others = state
        if not rest or not others:
            return
        for slot in mine:
            landing = _chase_landing(slot, rest[0], mine, others, len(own) == 1, every_number)
            if landing is not None:
                after = (mine - {slot} | {landing}, others - {landing})
                go(after, rest[1:], [*line, (rest[0], after)])

    for start in starts:
        for order in set(permutations(numbers)):
            go(start, order, [(0, start)])
    most = max(len(line) for line in lines)
    best = [line for line in lines if len(line) == most]
    if most == 2:
        highest = max(line[-1][0] for line in best)
        best = [line for line in best if line[-1][0] == highest]
    best += [line for line in lines if not line[-1][1][1]]
    return {line[-1][1] for line in best} | extra


def _chase_landing(
    slot: int, number: int, mine: Slots, others: Slots, alone: bool, every_number: bool
) -> int | None:
    if alone and slot in CHASE_CORNERS:
        if number not in (1, 6):
            return None
        place = CHASE_CORNERS.index(slot) + (1 if number == 1 else 2)
        landing = CHASE_CORNERS[place % 8]
    else:
        landing = slot
        for _ in range(number):
            landing = landing % 24 + 1
        while landing in mine:
            if landing == slot:
                return None
            landing = landing % 24 + 1
    if others == {landing}:
        if landing not in CHASE_CORNERS:
            return landing if every_number else None
        before, behind = landing % 24 + 1, (landing + 22) % 24 + 1
        if before in mine and behind in mine:
            return None
    return landing


def rabattues_result(
    piles: dict[int, int], laid: dict[int, int], dice: tuple[int, ...], does_one: bool = False
) -> tuple[dict[int, int], dict[int, int], tuple[int, ...]]:
    """Dames rabattues: what is piled and what is laid after a throw, and the numbers that could not be used."""
    best = None
    for order in permutations(dice):
        stacked, lying, unused = dict(piles), dict(laid), []
        for number in order:
            pile = stacked if sum(stacked.values()) else lying
            if not pile[number]:
                unused.append(number)
            elif pile is stacked:
                stacked[number] -= 1
                lying[number] += 1
                if does_one and not sum(stacked.values()):
                    break
            else:
                lying[number] -= 1
        if best is None or len(unused) < len(best[2]):
            best = (stacked, lying, tuple(unused))
    assert best is not None
    return best


def doublets_results(
    piles: dict[int, int], laid: dict[int, int], number: int
) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Doublets: what is piled and what is laid, by number, after a doublet, which acts on so many checkers of any number."""
    found = {(tuple(piles[n] for n in range(1, 7)), tuple(laid[n] for n in range(1, 7)))}
    for _ in range(2 * number):
        after = set()
        for stacked, lying in found:
            down = sum(stacked) > 0
            for index in range(6):
                if (stacked if down else lying)[index]:
                    step = tuple(int(each == index) for each in range(6))
                    minus = tuple(a - b for a, b in zip(stacked if down else lying, step, strict=True))
                    plus = tuple(a + b for a, b in zip(lying, step, strict=True))
                    after.add((minus, plus) if down else (stacked, minus))
        found = after or found
    return found


def yahoudieh_result(
    piles: dict[int, int], laid: dict[int, int], stage: int, dice: tuple[int, ...]
) -> tuple[dict[int, int], dict[int, int], int]:
    """Yahoudieh: what is piled and laid after a throw, and the stage: 0 laying down, 1 piling up again, 2 bearing off."""
    found = []
    for order in permutations(dice):
        stacked, lying, now, used = dict(piles), dict(laid), stage, 0
        for number in order:
            pile = lying if now == 1 else stacked
            if not pile[number]:
                continue
            used += 1
            pile[number] -= 1
            if now < 2:
                (stacked if now == 1 else lying)[number] += 1
            if now == 0 and not any(stacked.values()):
                now = 1
            elif now == 1 and not any(lying.values()):
                now = 2
        found.append((used, (stacked, lying, now)))
    return max(found, key=lambda each: each[0])[1]


def trictrac_boards(
    own: tuple[int, ...], theirs: tuple[int, ...], dice: tuple[int, int], pairs: bool
) -> set[tuple[int, ...]]:
    """Trictrac: the mover's counts after every way of moving by the throw, filling and keeping apart.

    `theirs` are the opponent's counts in the mover's numbering. `pairs`: instead of the guard of the jans,
    who enters the opponent's side must not stand there alone.
    """
    small_possible = sum(theirs[1:7]) >= 12 and not pairs
    big_possible = sum(theirs[1:13]) >= 12 and not pairs
    found: list[tuple[int, int, tuple[int, ...]]] = []

    def free(point: int) -> bool:
        return theirs[point] == 0

    def may_stop(point: int) -> bool:
        if point == 0:
            return True
        if point == 12 or not free(point):
            return False
        if point < 7 and small_possible:
            return False
        return not (7 <= point < 12 and big_possible)

    def steps(men: list[int], die: int) -> Iterator[tuple[int, int]]:
        for point in range(24, 0, -1):
            if not men[point]:
                continue
            if point > die:
                yield point, point - die
            elif not any(men[7:]) and (point == die or not any(men[point + 1 :])):
                yield point, 0

    def moved(men: list[int], origin: int, target: int) -> list[int]:
        after = list(men)
        after[origin] -= 1
        after[target] += 1
        return after

    def alone(last: list[int], entered: list[int]) -> bool:
        return pairs and any(last[point] == 1 for point in entered)

    def crossing(origin: int, target: int) -> list[int]:
        return [target] if origin > 12 >= target > 0 else []

    start = list(own)
    found.append((0, 0, own))
    for first, second in {dice, dice[::-1]}:
        for origin, target in steps(start, first):
            after = moved(start, origin, target)
            if may_stop(target) and after[13] != 1 and not alone(after, crossing(origin, target)):
                found.append((1, first, tuple(after)))
            for origin2, target2 in steps(after, second):
                last = moved(after, origin2, target2)
                if last[13] == 1:
                    continue
                if not may_stop(target2):
                    continue
                rests = free(target) and not (target < 13 and small_possible)
                if origin2 == target and rests and not alone(last, crossing(origin, target2)):
                    found.append((2, 0, tuple(last)))
                two = crossing(origin, target) + crossing(origin2, target2)
                another = origin2 != target or start[target] > 0
                if another and may_stop(target) and not alone(last, two):
                    found.append((2, 0, tuple(last)))
    high, low = dice
    if own[13] == 0 and free(12):
        reach = [12 + high, 12 + low]
        direct = [13 + high, 13 + low]

        def have(points: list[int]) -> bool:
            return all(own[point] >= points.count(point) and point != 13 for point in points)

        if have(reach) and not have(direct):
            men = list(own)
            for point in reach:
                men[point] -= 1
                men[13] += 1
            found.append((2, 0, tuple(men)))
    done = [each for each in found if each[2][0] == 15]
    most = max(each[0] for each in found)
    best = [each for each in found if each[0] == most]
    if most == 1:
        highest = max(each[1] for each in best)
        best = [each for each in best if each[1] == highest]
    return {each[2] for each in (*best, *done)}


def trictrac_hits(
    own: tuple[int, ...], theirs: tuple[int, ...], dice: tuple[int, int]
) -> dict[int, tuple[int, bool]]:
    """Trictrac: for every single opponent reached, in how many ways truly and whether falsely, by walking to it."""
    found: dict[int, tuple[int, bool]] = {}
    for blot in (point for point in range(1, 25) if theirs[point] == 1):
        walks: set[tuple[int, bool]] = set()
        for origin in (point for point in range(1, 25) if own[point]):
            for first, second in permutations(dice):
                rest = origin - first
                if rest == blot:
                    walks.add((first, True))
                if rest - second == blot:
                    walks.add((first + second, theirs[rest] < 2))
        true = {length for length, open_way in walks if open_way}
        if walks:
            found[blot] = (len(true), not true)
    return found


def ketch_results(
    tables: tuple[dict[int, int], dict[int, int]],
    heaps: tuple[int, int],
    dice: tuple[int, ...],
    full: bool = False,
) -> set[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
    """Ketch-dolt: both tables, the thrower's first, and both heaps after a throw; `full`: full tables are drawn from."""
    lines = []
    for order in permutations(dice):
        mine, others = dict(tables[0]), dict(tables[1])
        heap, heap2, used = heaps[0], heaps[1], 0
        for number in order:
            if heap:
                if others[number] and (heap2 or full):
                    others[number] -= 1
                    heap2 += 1
                heap -= 1
                mine[number] += 1
                used += 1
            elif mine[number]:
                mine[number] -= 1
                used += 1
        points = range(1, 7)
        lines.append((used, (tuple(mine[n] for n in points), tuple(others[n] for n in points), heap, heap2)))
    most = max(used for used, _ in lines)
    return {line for used, line in lines if used == most}
