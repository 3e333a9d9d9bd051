"""A moment of a turn, and the rule objects that look at it: on steps, on ends of turns, on made points, on wins."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engine.dice import Roll


class Moment(NamedTuple):
    """A moment of a turn: each side's counts in its own numbering, as the turn began and now.

    `facing[p]` is the opponent's number of the mover's point p; `hand` of the mover's checkers that
    are not on the board have never been on it; `first` says that it is the mover's first turn of the
    game, `doublet` that two of their dice are alike. `broken` are the points, a set of bits in the
    mover's numbering, on which the turn before this moment broke made ones. `won`: the chips that the
    mover has won in the turns before.
    """

    before: tuple[int, ...]
    before_theirs: tuple[int, ...]
    own: tuple[int, ...]
    theirs: tuple[int, ...]
    facing: tuple[int, ...]
    hand: int = 0
    first: bool = False
    doublet: bool = False
    broken: int = 0
    won: int = 0

    @property
    def bar(self) -> int:
        """The site of the bar and the hand."""
        return len(self.own) - 1

    @property
    def men(self) -> int:
        """How many checkers a side has."""
        return sum(self.own)

    def standing(self, at_least: int = 1) -> int:
        """The points on which the mover has so many checkers, as a set of bits in their own numbering."""
        return bits(self.own, at_least)

    def facing_theirs(self, at_least: int = 1, at_most: int = 99) -> int:
        """The points on which the opponent has so many checkers, as a set of bits in the mover's own numbering."""
        found = 0
        for point in range(1, self.bar):
            if at_least <= self.theirs[self.facing[point]] <= at_most:
                found |= 1 << point
        return found

    def broken_here(self) -> int:
        """The points on which made ones have been broken in this turn, or in the one
        before, in the mover's numbering.
        """
        return self.broken | self.lost_here(2)

    def lost_here(self, at_least: int = 1) -> int:
        """The points from which this turn has put so many of the opponent's checkers on the
        bar, in the mover's numbering.
        """
        found = 0
        for point in range(1, self.bar):
            theirs = self.facing[point]
            if self.before_theirs[theirs] - self.theirs[theirs] >= at_least:
                found |= 1 << point
        return found


def bits(men: tuple[int, ...], at_least: int = 1) -> int:
    """The points on which so many checkers stand, as a set of bits; the bar and those off are left out."""
    found = 0
    for point in range(1, len(men) - 1):
        if men[point] >= at_least:
            found |= 1 << point
    return found


class Broken(NamedTuple):
    """What a rule says when it is broken: the id of its sentence, the points concerned in the mover's numbering, and
    what the sentence needs beyond the move and the players' names.
    """

    message: str
    points: tuple[int, ...]
    args: tuple[tuple[str, str | int], ...] = ()


def points_named(points: Iterable[int]) -> str:
    """Several points as a sentence names them: `19, 18 and 17`."""
    words = [str(point) for point in points]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


class StepRule(Protocol):
    """A restriction that every single move must satisfy (kind S in rules section 1.4)."""

    @property
    def rule(self) -> str:
        """The id of the rule, such as `R.hit_run`."""

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Those of the origins, a set of bits, from which a checker may be moved by the die at this moment."""

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """What there is to say of a move that it does not allow, from one moment to the one after."""


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """What a step rule becomes on a side's first turn, if under `rule` the whole roll cannot be played.

    `rolls`: only with these (none: with any). `always`: even if the whole roll can be played.
    """

    rule: StepRule
    instead: StepRule
    rolls: tuple[tuple[int, ...], ...] = ()
    always: bool = False


class ChipRule(Protocol):
    """What wins chips in the course of a game."""

    def chips(self, moment: Moment, roll: Roll | None) -> int:
        """The chips that the mover wins with a turn that ends at this moment; less than 0: that they lose."""

    def stops(self, moment: Moment) -> bool:
        """Whether the mover's turn is over at this moment, though numbers be left."""


class TurnRule(Protocol):
    """A restriction on the position at the end of a turn (kind T in rules section 1.4)."""

    @property
    def rule(self) -> str:
        """The id of the rule, such as `R.gap`."""

    def allows(self, moment: Moment) -> bool:
        """Whether the turn may end so."""

    def broken(self, moment: Moment) -> Broken:
        """What there is to say of a turn that ends so where it may not."""


class BreakRule(Protocol):
    """When a made point may be hit like a blot, all its checkers going to the bar (rules section 1.4)."""

    def breakable(self, moment: Moment, origins: int, die: int) -> int:
        """Those of the origins, all of which would land on made points by the die, from
        which a checker may break one.
        """


class Win(Protocol):
    """A way to win other than by bearing off the last checker, looked for after every move."""

    @property
    def how(self) -> str:
        """What it is called."""

    def points(self, moment: Moment) -> int | None:
        """What it counts for the mover, if it is met at this moment; 0 is a draw, less
        than 0 a win of the opponent's.
        """


class Deadlock(Protocol):
    """When a game in which nobody gets on is given up: whoever has more chips wins the
    difference, else it is a draw.
    """

    @property
    def turns(self) -> int:
        """After how many turns, of both sides, without progress."""

    def progress(self, moment: Moment) -> bool:
        """Whether the turn that ends at this moment has brought the mover nearer to their aim."""


class Term(Protocol):
    """A word of a game's tradition that is told when what it means happens."""

    @property
    def message(self) -> str:
        """The id of its sentence in engine.words.texts."""

    def count(self, moment: Moment, unplayed: int) -> int:
        """How much of it there is in a turn that ends at this moment with so many
        numbers unplayed; 0: nothing to tell.
        """
