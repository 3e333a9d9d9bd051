"""One moment of a turn, for the naive generator, and where its points lie."""

from dataclasses import dataclass

from naive_games import Rules

Men = tuple[int, ...]
Points = frozenset[int]


@dataclass(frozen=True, slots=True)
class Stage:
    """Numbers to be played in any order; the next stage begins when all of them are (1.2 step 7)."""

    units: tuple[int, ...]
    lower: bool = False
    """The lower faces of a doublet in puff (A28)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What does not change during a turn."""

    rules: Rules
    side: int
    roll: tuple[int, ...]
    first_turn: bool
    head_limit: int
    all_home_before: bool
    patience: int | None = None
    """How many moments may be looked at before giving up with TooMany."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a turn."""

    mine: Men
    theirs: Men
    my_pinned: Points
    their_pinned: Points
    hand: int
    """How many of the mover's men at the last index have never been on the board."""
    rest: tuple[Stage, ...]
    used: tuple[int, ...] = ()
    """The numbers used, without those that are optional."""
    skipped: bool = False
    """A stage was left before all its numbers were used (a lenient matador)."""
    left_head: int = 0
    hitters: tuple[int, ...] = ()
    """Where the men stand that have hit in the last quarter this turn."""
    waste: int = 0
    over: bool = False
    """The game has ended."""


# ---- geometry (0.1)


def opposite(rules: Rules, side: int, point: int) -> int:
    """The other side's number of a point that has this number for `side`."""
    if rules.relation == "contrary":
        return rules.points + 1 - point
    if rules.relation == "parallel_same":
        return point
    if rules.relation == "across":
        return point if point > 13 else 0  # straight across; at the end of the way nobody is met
    if rules.relation == "parallel_opposite":
        return point + 12 if point <= 12 else point - 12
    k = 6 if side == 0 else -6  # offset(6), and its inverse
    return (point - 1 + k) % 24 + 1


def all_home(rules: Rules, men: Men) -> bool:
    """Whether every man is in the last quarter or off."""
    return not any(men[rules.home + 1 :])


def runs(points: set[int]) -> list[list[int]]:
    """The unbroken series of points, each from low to high; they do not wrap round the ends of the path."""
    found: list[list[int]] = []
    for point in sorted(points):
        if found and found[-1][-1] == point - 1:
            found[-1].append(point)
        else:
            found.append([point])
    return found
