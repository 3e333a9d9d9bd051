"""Numbers: what a throw gives to play, as stages, and whether the thrower throws again (rules sections 1.1, 1.2).

Each class is a rule object that a game declares; `plans` gives every plan that a throw leaves to choose from.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from engine.dice import Roll


class ThrowsAgain(Enum):
    """Whether the same side throws once more after its play."""

    NEVER = "never"
    ALWAYS = "always"
    IF_PLAYED = "if all compulsory numbers were played"


@dataclass(frozen=True, slots=True)
class PlanStage:
    """Numbers that may be played in any order, all of them before the next stage begins; highest first.

    `optional`: they may be left unplayed.
    """

    numbers: tuple[int, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ThrowPlan:
    """What a throw gives to play, stage after stage; a stage is reached only if the one before was played whole.

    `lenient`: a stage is reached also where the one before could be played no further. `earning`: so many numbers must
    be played for another throw, where it depends on that (None: all compulsory ones).
    """

    stages: tuple[PlanStage, ...]
    again: ThrowsAgain = ThrowsAgain.NEVER
    lenient: bool = False
    earning: int | None = None

    @property
    def compulsory(self) -> int:
        """How many numbers must be played if they can be."""
        return sum(len(stage.numbers) for stage in self.stages if not stage.optional)

    def throws_again(self, unplayed: int) -> bool:
        """Whether the thrower throws again, so many compulsory numbers having been left."""
        if self.again is not ThrowsAgain.IF_PLAYED:
            return self.again is ThrowsAgain.ALWAYS
        return self.compulsory - unplayed >= (self.compulsory if self.earning is None else self.earning)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All numbers of all stages."""
        return tuple(number for stage in self.stages for number in stage.numbers)


class Numbers(Protocol):
    """How a throw is turned into numbers to play."""

    @property
    def remembers(self) -> bool:
        """Whether it depends on, or decides about, more than the throw: earlier turns, another throw."""

    def is_doublet(self, roll: Roll) -> bool:
        """Whether the throw counts as a doublet."""

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """The plans to choose from, after so many turns and doublets of this side."""


def _one(*stages: tuple[int, ...], again: ThrowsAgain = ThrowsAgain.NEVER) -> tuple[ThrowPlan, ...]:
    return (ThrowPlan(tuple(PlanStage(numbers) for numbers in stages), again),)


@dataclass(frozen=True, slots=True)
class Plain:
    """Each die is played once; `again` says whether a doublet gives another throw (three dice: any two alike)."""

    again: ThrowsAgain = ThrowsAgain.NEVER

    @property
    def remembers(self) -> bool:
        """Only if doublets give another throw."""
        return self.again is not ThrowsAgain.NEVER

    def is_doublet(self, roll: Roll) -> bool:
        """Two dice alike, among however many."""
        return len(set(roll.dice)) < len(roll.dice)

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """The dice as they lie."""
        return _one(roll.dice, again=self.again if self.is_doublet(roll) else ThrowsAgain.NEVER)


PLAIN = Plain()
"""Each die once."""


@dataclass(frozen=True, slots=True)
class EachOnce:
    """Every number that shows is played once, a doublet too; with `lowest` the lowest alone."""

    lowest: bool = True
    remembers: bool = False

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """The lowest number, or every different one."""
        return _one((min(roll.dice),) if self.lowest else tuple(dict.fromkeys(roll.dice)))


@dataclass(frozen=True, slots=True)
class Sum:
    """A doublet n-n gives as many moves of n as its dice show points: 4-4 eight of them."""

    remembers: bool = False

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """Two moves of 1-1, twelve of 6-6."""
        return _one((roll.dice[0],) * sum(roll.dice) if roll.is_doublet else roll.dice)


@dataclass(frozen=True, slots=True)
class Twice:
    """A doublet is played twice over; `again` says whether it gives another throw too."""

    again: ThrowsAgain = ThrowsAgain.NEVER

    @property
    def remembers(self) -> bool:
        """Only if doublets give another throw."""
        return self.again is not ThrowsAgain.NEVER

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """Four moves of a doublet, else the dice as they lie."""
        if roll.is_doublet:
            return _one(roll.dice * 2, again=self.again)
        return _one(roll.dice)


TWICE = Twice()
"""Four moves of a doublet, as in backgammon."""


@dataclass(frozen=True, slots=True)
class Product:
    """A doublet n-n gives n moves of n; if `only` is given just these doublets do, the others four moves."""

    only: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    remembers: bool = False

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """One ace of 1-1, six sixes of 6-6."""
        number = roll.dice[0]
        if not roll.is_doublet:
            return _one(roll.dice)
        return _one((number,) * (number if number in self.only else 4))


@dataclass(frozen=True, slots=True)
class Ascending:
    """A doublet is played four times, then the next higher number four times, and so on to the sixes.

    In a side's first `delay` turns a doublet is four moves and no more.
    """

    delay: int = 3
    remembers: bool = True

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """The ladder from the number thrown to six."""
        if not roll.is_doublet:
            return _one(roll.dice)
        top = roll.dice[0] if turns < self.delay else 6
        return _one(*((number,) * 4 for number in range(roll.dice[0], top + 1)))


@dataclass(frozen=True, slots=True)
class Complement:
    """A doublet n-n is played four times, then the faces below it, 7-n, four times; all eight give another throw."""

    remembers: bool = True

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """Upper faces, then lower faces."""
        number = roll.dice[0]
        if not roll.is_doublet:
            return _one(roll.dice)
        return _one((number,) * 4, (7 - number,) * 4, again=ThrowsAgain.IF_PLAYED)


@dataclass(frozen=True, slots=True)
class UnderFaces:
    """Puff: the smaller number first; a doublet is played by its upper faces, then, if
    the player likes, its lower ones.

    A side's first doublet of a game counts once (two moves and two), the later ones twice, with another throw.
    `two_one`: 2-1 is a doublet too, played 1, 2, 5, 6. `generalpasch`: so is the throw that decided who begins,
    whatever it is; in those numbers, which `opening` gives, `every` throw is one.
    """

    lower_optional: bool = True
    first_again: bool = False
    always_again: bool = False
    two_one: bool = False
    generalpasch: bool = False
    every: bool = False
    remembers: bool = True

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice, and 2-1 where that is agreed."""
        return roll.is_doublet or self.every or (self.two_one and roll.dice == (2, 1))

    def opening(self) -> "UnderFaces":
        """The numbers of the throw that decided who begins."""
        return replace(self, every=self.generalpasch)

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """The dice in ascending order, or the faces of a doublet."""
        low, high = roll.dice[-1], roll.dice[0]
        if not self.is_doublet(roll):
            return _one((low,), (high,))
        times = 2 if doublets else 1
        if roll.is_doublet:
            faces: tuple[tuple[int, ...], ...] = ((low,) * 2 * times, (7 - low,) * 2 * times)
            stages: tuple[PlanStage, ...] = (PlanStage(faces[0]), PlanStage(faces[1], self.lower_optional))
        else:
            upper_faces = tuple(PlanStage((number,) * times) for number in (low, high))
            lower = tuple(PlanStage((7 - number,) * times, self.lower_optional) for number in (high, low))
            stages = upper_faces + lower
        if not doublets and not self.first_again:
            return (ThrowPlan(stages),)
        upper = 2 * times
        return (
            ThrowPlan(
                stages, ThrowsAgain.ALWAYS if self.always_again else ThrowsAgain.IF_PLAYED, earning=upper
            ),
        )


@dataclass(frozen=True, slots=True)
class Bonus:
    """One throw of two different numbers earns any doublet that the player names, and if all is played another throw.

    `european`: a doublet is played four times, then the faces below it four times, then thrown again.
    `lenient`: the doublet follows even if the throw itself could not be played whole.
    """

    roll: tuple[int, int]
    european: bool = False
    lenient: bool = False
    remembers: bool = True

    def is_doublet(self, roll: Roll) -> bool:
        """Equal dice."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """Six plans for the throw that earns a doublet."""
        number = roll.dice[0]
        if roll.dice == self.roll:
            fours = [(named,) * 4 for named in range(1, 7)]
            again = ThrowsAgain.ALWAYS if self.lenient else ThrowsAgain.IF_PLAYED
            return tuple(
                ThrowPlan((PlanStage(roll.dice), PlanStage(four)), again, self.lenient) for four in fours
            )
        if not roll.is_doublet:
            return _one(roll.dice)
        if self.european:
            return _one((number,) * 4, (7 - number,) * 4, again=ThrowsAgain.IF_PLAYED)
        return _one(roll.dice * 2)


@dataclass(frozen=True, slots=True)
class Garanguet:
    """Three dice: a triplet is played nine times; a pair above the third die twice over; all else as it lies."""

    remembers: bool = False

    def is_doublet(self, roll: Roll) -> bool:
        """A triplet."""
        return roll.is_doublet

    def plans(self, roll: Roll, turns: int, doublets: int) -> tuple[ThrowPlan, ...]:
        """The numbers of three dice."""
        high, middle, low = roll.dice
        if high == low:
            return _one((high,) * 9)
        if high == middle:
            return _one((high,) * 4 + (low,))
        return _one(roll.dice)
