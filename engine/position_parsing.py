"""Positions as people write them, read for a game or for any that has so many checkers."""

import re

from engine.board import BAR, OFF, Side
from engine.errors import InvalidPosition
from engine.i18n import Phrase, phrase, together
from engine.past import NOTHING_PAST, Past
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_notation import parse_tafl_position

_PART = re.compile(r"(bar|hand|off|[0-9]{1,3})\(([0-9]{1,6})\)")
_PINNED = re.compile(r"pin\(([0-9]{1,3}(?:,[0-9]{1,3})*)\)")
_SHARING = ("pin", "coexist")
"""The landing rules under which checkers of both sides may stand on one point."""


def parse_position(text: str, game: Rules | int = 15) -> Position:
    """The position written like `W: bar(1) 24(2) 6(5) B: hand(3) 24(2) 13(5) off(3)`, each side in its own numbering.

    For a game, or for any contrary game with so many checkers. A side whose checkers do not add up has borne off the
    rest, unless it says `off`. `pin(10)` is the side's checker that lies on its 10 under the opponent's; where a
    single one shares a point with several, 10(1) will do. On squares: `W: Ke5 e3 e4 B: d1 e1`. Raises
    InvalidPosition with all that is wrong.
    """
    if isinstance(game, TaflGame):
        return parse_tafl_position(game, text)
    match = re.fullmatch(r"\s*W:(.*?)B:(.*)", text, re.DOTALL)
    if match is None:
        raise InvalidPosition(
            phrase(
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
    """What a game says of positions: how many checkers and points, how the sides face
    each other, who may share a point.
    """

    def __init__(self, game: TablesGame | int) -> None:
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

    def shared(self, white: "_Written", black: "_Written") -> list[Phrase]:
        """What is wrong with points that both sides stand on; tells the sides which of their checkers are pinned."""
        faults: list[Phrase] = []
        for point in range(1, self.bar):
            there = self.facing[point]
            ours, theirs = white.counts[point], black.counts[there]
            under_white, under_black = white.pinned >> point & 1, black.pinned >> there & 1
            where = phrase("point {point} of White is the {there} of Black", point=point, there=there)
            if not (ours and theirs):
                if under_white or under_black:
                    faults.append(
                        phrase("{where}: a checker is pinned only where both sides stand", where=where)
                    )
            elif self.landing not in _SHARING:
                faults.append(phrase("{where}: both stand on it", where=where))
            elif self.landing == "pin":
                faults += [
                    phrase("{where}: {wrong}", where=where, wrong=wrong)
                    for wrong in self._pin(white, black, point, there)
                ]
        return faults

    @staticmethod
    def _pin(white: "_Written", black: "_Written", point: int, there: int) -> list[Phrase]:
        ours, theirs = white.counts[point], black.counts[there]
        under_white, under_black = white.pinned >> point & 1, black.pinned >> there & 1
        if ours > 1 and theirs > 1:
            return [phrase("only a single checker can be pinned, but both have several there")]
        if under_white and under_black:
            return [phrase("only one side's checker can be the pinned one")]
        if ours == theirs == 1 and not (under_white or under_black):
            return [
                phrase(
                    "write pin({point}) for White or pin({there}) for Black, whose checker lies under",
                    point=point,
                    there=there,
                )
            ]
        if (under_white and ours > 1) or (under_black and theirs > 1):
            return [phrase("it is the single checker that is pinned")]
        if under_white or (ours == 1 and not under_black):
            white.pinned |= 1 << point
        else:
            black.pinned |= 1 << there
        return []


class _Written:
    """One side's checkers as they are written, and all that is wrong with them."""

    def __init__(self, name: str, text: str, ground: _Ground) -> None:
        self.faults: list[Phrase] = []
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
                    phrase(
                        "{name}: {word}: the points are 1 to {points}",
                        name=name,
                        word=repr(word),
                        points=ground.points,
                    )
                )
            elif under is not None and ground.landing != "pin":
                self.faults.append(
                    phrase(
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
                    phrase(
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
                        phrase(
                            "{name}: {word}: {name2} begins with no checkers in the hand",
                            name=name,
                            word=repr(word),
                            name2=ground.name,
                        )
                    )
                if part[1] == "bar" and men and not ground.has_bar:
                    self.faults.append(
                        phrase(
                            "{name}: {word}: nothing is hit in {name2}, so none is on the bar",
                            name=name,
                            word=repr(word),
                            name2=ground.name,
                        )
                    )
        total = sum(counts)
        if total > ground.men:
            self.faults.append(
                phrase(
                    "{name}: {total} checkers, but {name2} has {men}",
                    name=name,
                    total=total,
                    name2=ground.name,
                    men=ground.men,
                )
            )
        elif told_off and total != ground.men:
            self.faults.append(
                phrase(
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
