"""The marks: points and holes, who is in bredouille, and what is needed to win (rules A29).

They travel in the past's tally.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from engine.board import Side
from engine.past import Pair, Past, one_of, with_one
from engine.trictrac.jans import JanScore

HOLE = 12
"""Points that make a hole."""
MOST_CLAIMED = 99
"""More points than that are not claimed at once."""
CLAIMED = -1
"""What is due to who has claimed already."""
_USUAL = 10
"""Numbers that a tally has where nothing is claimed."""
_SIDES = (None, Side.WHITE, Side.BLACK)
"""Sides by the number that a tally has for them."""


class Count(Enum):
    """How scores become a win."""

    HOLES = "twelve points are a hole, two if the opponent has scored nothing since"
    EVENTS = "every event is a hole, two if made twice or by a doublet"
    SET = "who has enough points wins; the fewer the loser has, the more it counts"
    RACE = "who has enough points wins"


@dataclass(frozen=True, slots=True)
class Marks:
    """The state of the marks; pairs are White's and Black's.

    `run`: whose points have not been interrupted by the opponent's since they began, `hole_run` the same of the
    holes. `throws` since the checkers were last set up; `first`: the first throw of the game as a number of two
    digits until the second is made, -1 from then on. `finished`: who has won the set by bearing off all.
    Where players claim their points: `claimed`, what who has thrown claims before they play; `due`, what each has
    coming from the opponent's last play, `CLAIMED` once they have said how much.
    """

    points: Pair = (0, 0)
    holes: Pair = (0, 0)
    run: Side | None = None
    hole_run: Side | None = None
    throws: Pair = (0, 0)
    first: int = 0
    finished: Side | None = None
    claimed: int = 0
    due: Pair = (0, 0)

    def thrown(self, side: Side, dice: tuple[int, ...]) -> "Marks":
        """The marks after one more throw."""
        first = -1 if self.first else dice[0] * 10 + dice[1]
        return replace(self, throws=with_one(self.throws, side, one_of(self.throws, side) + 1), first=first)

    def scored(
        self, scores: Iterable[JanScore], count: Count, *, double: bool = True, doublet: bool = False
    ) -> "Marks":
        """The marks after what one side has scored with a throw; its points are added before holes are made."""
        found = tuple(scores)
        if not found:
            return self
        side = found[0].to
        if count is Count.EVENTS:
            marks = self
            for each in found:
                marks = marks._hole(side, holes_for(each, double=double, doublet=doublet))
            return marks
        points = sum(each.points for each in found)
        if count is Count.HOLES:
            return self._with_points(side, points)
        return replace(self, points=with_one(self.points, side, one_of(self.points, side) + points))

    def waiting(self, side: Side, points: int) -> "Marks":
        """The marks while a side has yet to claim what it has coming from the opponent's play."""
        return replace(self, due=with_one((0, 0), side, points))

    def claimed_afterwards(self, side: Side, claimed: int) -> "Marks":
        """The marks once a side has claimed, or by throwing forgone, what it has coming from the opponent's play."""
        due = one_of(self.due, side)
        if due == CLAIMED:
            return self
        return replace(self.settled(side, due, claimed), due=with_one(self.due, side, CLAIMED))

    def settled(self, side: Side, due: int, claimed: int) -> "Marks":
        """The marks after a claim: no more than was due is marked for who claims, and as much as they
        were wrong by for the opponent, who sends them to school.
        """
        marks, (kept, school) = self, settlement(due, claimed)
        for who, points in ((side, kept), (side.other, school)):
            marks = marks._with_points(who, points) if points else marks
        return marks

    def gone(self) -> "Marks":
        """The marks after a side with a hole has chosen to begin anew: no points, and the checkers set up again."""
        return replace(self, points=(0, 0), run=None, throws=(0, 0))

    def set_up(self) -> "Marks":
        """The marks after the checkers are set up again and the points kept."""
        return replace(self, throws=(0, 0))

    def winner(self, count: Count, target: int) -> Side | None:
        """Who has enough, if anybody has."""
        pair = self.holes if count in (Count.HOLES, Count.EVENTS) else self.points
        reached = [side for side in Side if one_of(pair, side) >= target]
        return self.finished or (reached[0] if reached else None)

    def grade(self, winner: Side, count: Count, target: int) -> tuple[int, str]:
        """What a win counts, and what it is called."""
        match count:
            case Count.HOLES:
                return (2, "grand bredouille") if self.hole_run is winner else (1, "single")
            case Count.EVENTS:
                return (2, "double") if one_of(self.holes, winner) >= 2 * target else (1, "single")
            case Count.RACE:
                return 1, "single"
            case Count.SET:
                left = one_of(self.points, winner.other)
                grade = 1 if left >= 7 else 2 if left >= 4 else 3 if left else 4
                return grade, ("single", "double", "triple", "quadruple")[grade - 1]

    def _with_points(self, side: Side, points: int) -> "Marks":
        had = one_of(self.points, side)
        run = side if self.run is side or not had else None
        marks, total = replace(self, run=run), had + points
        while total >= HOLE:
            marks = marks._hole(side, 2 if marks.run is side else 1)
            marks = replace(marks, points=(0, 0), run=side)
            total -= HOLE
        run = marks.run if total else None
        return replace(marks, points=with_one(marks.points, side, total), run=run)

    def _hole(self, side: Side, holes: int) -> "Marks":
        had = one_of(self.holes, side)
        run = side if self.hole_run is side or not had else None
        return replace(self, holes=with_one(self.holes, side, had + holes), hole_run=run)


def holes_for(score: JanScore, *, double: bool, doublet: bool) -> int:
    """The holes that an event makes where events are counted."""
    return 2 if double and (score.ways > 1 or doublet) else 1


def settlement(due: int, claimed: int) -> tuple[int, int]:
    """What a claim brings who claims, no more than was due, and the other side: as much as it is wrong by."""
    return min(due, claimed), abs(due - claimed)


def marks_of(past: Past) -> Marks:
    """The marks that a past remembers."""
    if not past.tally:
        return Marks()
    tally, (claimed, *due) = past.tally[:_USUAL], past.tally[_USUAL:] or (0, 0, 0)
    white, black, holes_white, holes_black, run, hole_run, throws_white, throws_black, first, finished = tally
    return Marks(
        (white, black),
        (holes_white, holes_black),
        _SIDES[run],
        _SIDES[hole_run],
        (throws_white, throws_black),
        first,
        _SIDES[finished],
        claimed,
        (due[0], due[1]),
    )


def tally_of(marks: Marks) -> tuple[int, ...]:
    """The marks as a past remembers them; what is claimed and due only where something is."""
    claims = (marks.claimed, *marks.due)
    return (
        *marks.points,
        *marks.holes,
        _SIDES.index(marks.run),
        _SIDES.index(marks.hole_run),
        *marks.throws,
        marks.first,
        _SIDES.index(marks.finished),
        *(claims if any(claims) else ()),
    )
