"""A position: where each side's checkers stand, in that side's own numbering."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.board import BAR, OFF, Shape, Side
from engine.errors import InvalidPosition
from engine.past import NOTHING_PAST, Past
from engine.tafl.board import SQUARES, squares_text
from engine.tongue import Saying, saying, together

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.tables.tables import TablesGame

SITES = 26


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both sides, each in its owner's own numbering (distance to go).

    Tuples of 26 counts: index 0 the checkers borne off, 1-24 the points, 25 the bar or the hand; on a board of squares
    of 81, row by row from a1 (a man 1, the king 2). Two positions are
    equal when the same checkers stand on the same sites, whatever their `past`.
    """

    white: tuple[int, ...]
    black: tuple[int, ...]
    past: Past = field(default=NOTHING_PAST, compare=False)

    def of(self, side: Side) -> tuple[int, ...]:
        """The checkers of one side in its own numbering."""
        return self.white if side is Side.WHITE else self.black

    def pip_count(self, side: Side) -> int:
        """The points that a side's checkers have still to travel, the bar counted as 25."""
        return sum(point * men for point, men in enumerate(self.of(side)))

    def mirrored(self) -> "Position":
        """The same position with the players exchanged."""
        return Position(self.black, self.white, self.past.mirrored())

    @property
    def shape(self) -> Shape:
        """The shape of the board on which it stands."""
        return Shape.TAFL if len(self.white) == SQUARES else Shape.TABLES

    def __str__(self) -> str:
        if self.shape is Shape.TAFL:
            return squares_text(self.white, self.black)
        hand, pinned = self.past.hand, self.past.pinned
        white = side_text(self.white, hand[0], pinned[0])
        return f"W: {white} B: {side_text(self.black, hand[1], pinned[1])}"


def side_text(men: tuple[int, ...], hand: int = 0, pinned: int = 0) -> str:
    """One side's checkers as text, bar first, then points from 24 down, those pinned, and those borne off.

    So many of those on the bar are in the hand; `pinned` is a set of bits. A pinned checker is not told with its point.
    """
    return " ".join(f"{name}({number})" for name, number in side_parts(men, hand, pinned))


def side_parts(men: tuple[int, ...], hand: int = 0, pinned: int = 0) -> Iterator[tuple[str | int, int]]:
    """The parts of that text: where, and how many; behind `pin` the point."""
    bar = len(men) - 1
    hand = min(hand, men[bar])
    free = [men[point] - (pinned >> point & 1) for point in range(bar)]
    if men[bar] > hand:
        yield "bar", men[bar] - hand
    if hand:
        yield "hand", hand
    yield from ((point, free[point]) for point in range(bar - 1, 0, -1) if free[point] > 0)
    yield from (("pin", point) for point in range(bar - 1, 0, -1) if pinned >> point & 1)
    if men[OFF]:
        yield "off", men[OFF]


_PART = re.compile(r"(bar|hand|off|[0-9]{1,3})\(([0-9]{1,6})\)")
_PINNED = re.compile(r"pin\(([0-9]{1,3}(?:,[0-9]{1,3})*)\)")
_SHARING = ("pin", "coexist")
"""The landing rules under which checkers of both sides may stand on one point."""


def parse_position(text: str, game: "Rules | int" = 15) -> Position:
    """The position written like `W: bar(1) 24(2) 6(5) B: hand(3) 24(2) 13(5) off(3)`, each side in its own numbering.

    For a game, or for any contrary game with so many checkers. A side whose checkers do not add up has borne off the
    rest, unless it says `off`. `pin(10)` is the side's checker that lies on its 10 under the opponent's; where a
    single one shares a point with several, 10(1) will do. On squares: `W: Ke5 e3 e4 B: d1 e1`. Raises
    InvalidPosition with all that is wrong.
    """
    # The games are made of positions, so that they are known only later.
    from engine.tafl.game import TaflGame
    from engine.tafl.notation import parse_tafl_position

    if isinstance(game, TaflGame):
        return parse_tafl_position(game, text)
    match = re.fullmatch(r"\s*W:(.*?)B:(.*)", text, re.DOTALL)
    if match is None:
        raise InvalidPosition(
            saying(
                "{text} is not a position; write it like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) ...'",
                text=repr(text),
            )
        )
    ground = _Ground(game)
    white, black = (
        _Written(name, part, ground) for name, part in zip(("White", "Black"), match.groups(), strict=True)
    )
    faults = [*white.faults, *black.faults, *ground.shared(white, black)]
    if faults:
        raise InvalidPosition(together(faults))
    hand, pinned = (white.hand, black.hand), (white.pinned, black.pinned)
    past = Past(hand=hand, pinned=pinned) if any((*hand, *pinned)) else NOTHING_PAST
    return Position(white.counts, black.counts, past)


class _Ground:
    """What a game says of positions: how many checkers and points, how the sides face each other, who may share a point."""

    def __init__(self, game: "TablesGame | int") -> None:
        if isinstance(game, int):
            self.men, self.points, self.name = game, 24, "the game"
            self.facing: tuple[int, ...] = (OFF, *range(24, 0, -1), BAR)
            self.has_hand = self.has_bar = True
            self.landing = "hit"
        else:
            self.men, self.points, self.name = game.men, game.points, game.name
            self.facing = game.facing(Side.WHITE)
            self.has_hand = any(game.start.past.hand)
            self.landing = game.landing.value
            self.has_bar = self.landing == "hit" or game.family is not None
        self.bar = self.points + 1

    def shared(self, white: "_Written", black: "_Written") -> list[Saying]:
        """What is wrong with points that both sides stand on; tells the sides which of their checkers are pinned."""
        faults: list[Saying] = []
        for point in range(1, self.bar):
            there = self.facing[point]
            ours, theirs = white.counts[point], black.counts[there]
            under_white, under_black = white.pinned >> point & 1, black.pinned >> there & 1
            where = saying("point {point} of White is the {there} of Black", point=point, there=there)
            if not (ours and theirs):
                if under_white or under_black:
                    faults.append(
                        saying("{where}: a checker is pinned only where both sides stand", where=where)
                    )
            elif self.landing not in _SHARING:
                faults.append(saying("{where}: both stand on it", where=where))
            elif self.landing == "pin":
                faults += [
                    saying("{where}: {wrong}", where=where, wrong=wrong)
                    for wrong in self._pin(white, black, point, there)
                ]
        return faults

    @staticmethod
    def _pin(white: "_Written", black: "_Written", point: int, there: int) -> list[Saying]:
        ours, theirs = white.counts[point], black.counts[there]
        under_white, under_black = white.pinned >> point & 1, black.pinned >> there & 1
        if ours > 1 and theirs > 1:
            return [saying("only a single checker can be pinned, but both have several there")]
        if under_white and under_black:
            return [saying("only one side's checker can be the pinned one")]
        if ours == theirs == 1 and not (under_white or under_black):
            return [
                saying(
                    "write pin({point}) for White or pin({there}) for Black, whose checker lies under",
                    point=point,
                    there=there,
                )
            ]
        if (under_white and ours > 1) or (under_black and theirs > 1):
            return [saying("it is the single checker that is pinned")]
        if under_white or (ours == 1 and not under_black):
            white.pinned |= 1 << point
        else:
            black.pinned |= 1 << there
        return []


class _Written:
    """One side's checkers as they are written, and all that is wrong with them."""

    def __init__(self, name: str, text: str, ground: _Ground) -> None:
        self.faults: list[Saying] = []
        self.hand = self.pinned = 0
        counts = [0] * (ground.bar + 1)
        told_off = False
        for word in re.sub(r"\s*,\s*", ",", text).split():
            under, part = _PINNED.fullmatch(word), _PART.fullmatch(word)
            numbers = [int(each) for each in under[1].split(",")] if under else []
            if part is not None and part[1].isdigit():
                numbers = [int(part[1])]
            if any(not 1 <= number <= ground.points for number in numbers):
                self.faults.append(
                    saying(
                        "{name}: {word}: the points are 1 to {points}",
                        name=name,
                        word=repr(word),
                        points=ground.points,
                    )
                )
            elif under is not None and ground.landing != "pin":
                self.faults.append(
                    saying(
                        "{name}: {word}: nothing is pinned in {name2}",
                        name=name,
                        word=repr(word),
                        name2=ground.name,
                    )
                )
            elif under is not None:
                self.pinned |= sum(1 << number for number in set(numbers))
                for number in numbers:
                    counts[number] += 1
            elif part is None:
                self.faults.append(
                    saying(
                        "{name}: {word} is no point with its checkers, like 13(5), bar(1), hand(3) or off(2)",
                        name=name,
                        word=repr(word),
                    )
                )
            else:
                men = int(part[2])
                counts[
                    {"bar": ground.bar, "hand": ground.bar, "off": OFF}.get(part[1]) or (numbers or [OFF])[0]
                ] += men
                self.hand += men if part[1] == "hand" else 0
                told_off = told_off or part[1] == "off"
                if part[1] == "hand" and men and not ground.has_hand:
                    self.faults.append(
                        saying(
                            "{name}: {word}: {name2} begins with no checkers in the hand",
                            name=name,
                            word=repr(word),
                            name2=ground.name,
                        )
                    )
                if part[1] == "bar" and men and not ground.has_bar:
                    self.faults.append(
                        saying(
                            "{name}: {word}: nothing is hit in {name2}, so none is on the bar",
                            name=name,
                            word=repr(word),
                            name2=ground.name,
                        )
                    )
        total = sum(counts)
        if total > ground.men:
            self.faults.append(
                saying(
                    "{name}: {total} checkers, but {name2} has {men}",
                    name=name,
                    total=total,
                    name2=ground.name,
                    men=ground.men,
                )
            )
        elif told_off and total != ground.men:
            self.faults.append(
                saying(
                    "{name}: {total} checkers with those borne off, but {name2} has {men}",
                    name=name,
                    total=total,
                    name2=ground.name,
                    men=ground.men,
                )
            )
        if not told_off:
            counts[OFF] = max(0, ground.men - total)
        self.counts = tuple(counts)
