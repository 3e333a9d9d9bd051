"""Positions thrown together at random, as play at random seldom leads to what is remarkable about a game."""

import random
from typing import Any

from naive_games import Rules
from naive_moment import Men, Moment, Turn, opposite
from naive_predicates import game_over

State = tuple[tuple[Men, Men], int, dict[str, Any]]
"""The men, the side to throw, and the past."""

PATTERNS = {
    "uppspel": {1: 15},
    "trappspel": {3: 3, 2: 5, 1: 7},
    "dubbelt_kronspel": {3: 5, 2: 5, 1: 5},
    "enkelt_kronspel": {5: 3, 4: 3, 3: 3, 2: 3, 1: 3},
    "any_five": {6: 3, 5: 3, 4: 3, 2: 3, 1: 3},
    "twelve_at_home": dict.fromkeys(range(1, 7), 2),
    "six_pairs": {12: 3, 10: 2, 8: 3, 6: 3, 4: 2, 2: 2},
    "three_at_the_end": {13: 3},
    "all_home": {6: 4, 4: 3, 3: 3, 2: 5},
    "closed_out": {6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 4},
}


def thrown_together(rules: Rules, chance: random.Random) -> State:
    """A possible position of a game, both sides' men on a few points, often in a row; the game is not over."""
    outside = rules.points + 1
    side = chance.randrange(2)
    sides: list[list[int]] = [[0] * (outside + 1), [0] * (outside + 1)]
    hands, pinned = [0, 0], [set[int](), set[int]()]
    for mover in (side, 1 - side):
        men, theirs = sides[mover], sides[1 - mover]
        pattern = chance.choice([PATTERNS.get(win, {}) for win in rules.wins] or [{}])
        if mover == side and pattern and chance.random() < 0.6:
            for point, number in pattern.items():
                men[point] = number
            for _ in range(chance.randint(1, 2)):
                origin = chance.choice(list(pattern))
                men[origin] -= 1
                men[origin + chance.choice(rules.faces)] += 1
            continue
        left = rules.men
        if chance.random() < 0.3 and not rules.file_end:
            men[0] = chance.randrange(rules.men)
        elif rules.landing == "hit" and chance.random() < 0.5:
            men[outside] = min(chance.choice((1, 1, 2, 3, 4, 5)), left)
        if rules.setup[mover].get(outside) and men[0] == 0 and chance.random() < 0.5:
            hands[mover] = chance.randint(0, left - men[outside])
            men[outside] += hands[mover]
        left -= men[0] + men[outside]
        first = chance.randint(1, rules.points)
        points = [point for point in range(first, first - chance.choice((6, 7, 8, 12, 24)), -1) if point > 0]
        points = (
            chance.sample(points, min(len(points), chance.randint(3, 9))) if chance.random() < 0.5 else points
        )
        points += chance.sample(range(1, rules.points + 1), 4)
        if chance.random() < 0.5:
            points = [*(point for point in range(rules.points, rules.points - 6, -1)), *points]
        for point in points:
            if rules.file_end > point:
                continue
            there = opposite(rules, mover, point)
            if theirs[there] and rules.landing != "coexist":
                on_top = theirs[there] == 1 and there not in pinned[1 - mover]
                start = 24 if on_top else 1  # nobody comes back to their start to stand upon another
                if rules.landing != "pin" or left == 0 or men[point] or point == start:
                    continue
                if on_top:
                    pinned[1 - mover].add(there)
                else:
                    pinned[mover].add(point)
                    men[point] += 1
                    left -= 1
                    continue
            alone = rules.single_down_to <= point < 24 or point > rules.file_end > 0
            number = 1 if alone else chance.choice((1, 2, 2, 3))
            if men[point] == 0:
                men[point] = min(number, left)
                left -= men[point]
        spare = [point for point in range(1, rules.points + 1) if men[point] and point not in pinned[mover]]
        spare = [point for point in spare if point == 24 or point < rules.single_down_to]
        if rules.file_end:
            hands[mover] += left
            men[outside] += left
        elif left and spare:
            men[chance.choice(spare)] += left
        else:
            men[0] += left
    white, black = (tuple(men) for men in sides)
    turns = chance.choice(((4, 4), (0, 0))) if rules.delay else (4, 4) if rules.head_first else (0, 0)
    past = {
        "hand": tuple(hands),
        "turns": turns,
        "doublets": chance.choice(((0, 0), (2, 2))) if rules.low_first else (0, 0),
        "pinned": tuple(frozenset(points) for points in pinned),
    }
    state = (white, black), side, past
    return thrown_together(rules, chance) if over_already(rules, state) else state


def over_already(rules: Rules, state: State) -> bool:
    """Whether either side has won before anybody throws."""
    (white, black), _, past = state
    pins = past["pinned"]
    moments = [
        Moment(white, black, pins[0], pins[1], 0, ()),
        Moment(black, white, pins[1], pins[0], 0, ()),
    ]
    return any(
        game_over(Turn(rules, side, (), False, 15, False), moment) for side, moment in enumerate(moments)
    )


def nearly_shut_in(chance: random.Random) -> State:
    """A position of the Swedish family in which one side is to enter against bands, and the other is near to a jan."""
    men, theirs = [0] * 26, [0] * 26
    for point in chance.sample(range(7, 13), chance.randint(3, 5)):
        theirs[point] = 2
    for point in chance.sample(range(20, 24), chance.randint(2, 4)):
        theirs[point] = 1
    theirs[25] = chance.randint(0, 2)
    theirs[24] = 15 - sum(theirs)
    men[25] = chance.randint(1, 3)
    for point in chance.sample([point for point in range(19, 25) if not theirs[point - 12]], 1):
        men[point] = 1
    men[5] = 15 - sum(men)
    return (tuple(men), tuple(theirs)), 0, {"hand": (0, 0), "turns": (0, 0), "doublets": (0, 0)}
