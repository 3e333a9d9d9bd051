"""Positions as people write them, read for a game or for any that has so many checkers."""

import re

from engine.board import BAR, OFF, Side
from engine.errors import InvalidPosition
from engine.i18n import Called, Phrase, phrase, together
from engine.past import NOTHING_PAST, Past
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import Landing, TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_notation import parse_tafl_position

_PART = re.compile(r"(bar|hand|off|[0-9]{1,3})\(([0-9]{1,6})\)")
_PINNED = re.compile(r"pin\(([0-9]{1,3}(?:,[0-9]{1,3})*)\)")


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
        _Written(name, part, ground)
        for name, part in zip((phrase("White"), phrase("Black")), match.groups(), strict=True)
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
            self.men, self.points = game, 24
            self.called: Called | Phrase = phrase("the game")
            self.facing: tuple[int, ...] = (OFF, *range(24, 0, -1), BAR)
            self.has_hand = self.has_bar = True
            self.landing = Landing.HIT
        else:
            self.men, self.points, self.called = game.men, game.points, game.called
            self.facing = game.same_place(Side.WHITE)
            self.has_hand = any(game.start.past.hand)
            self.landing = game.landing
            self.has_bar = self.landing is Landing.HIT or game.family is not None
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
            elif not self.landing.shares:
                faults.append(phrase("{where}: both stand on it", where=where))
            elif self.landing is Landing.PIN:
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

    def __init__(self, name: Phrase, text: str, ground: _Ground) -> None:
        self._name, self._ground = name, ground
        self._counts = [0] * (ground.bar + 1)
        self._told_off = False
        self.hand = self.pinned = 0
        words = ",".join(part.strip() for part in text.split(",")).split()
        faults = [*(self._read(word) for word in words), self._wrong_total()]
        self.faults = [fault for fault in faults if fault is not None]
        if not self._told_off:
            self._counts[OFF] = max(0, ground.men - sum(self._counts))
        self.counts = tuple(self._counts)

    def _read(self, word: str) -> Phrase | None:
        """Count the checkers of a word; what is wrong with it."""
        under, part = _PINNED.fullmatch(word), _PART.fullmatch(word)
        if under is not None:
            return self._lie_under(word, [int(each) for each in under[1].split(",")])
        if part is None:
            return phrase(
                "{name}: {word} is no point with its checkers, like 13(5), bar(1), hand(3) or off(2)",
                name=self._name,
                word=repr(word),
            )
        place, men = part[1], int(part[2])
        if place.isdigit():
            return self._stand(word, int(place), men)
        if place == "off":
            self._counts[OFF] += men
            self._told_off = True
            return None
        self._counts[self._ground.bar] += men
        if place == "hand":
            self.hand += men
        return self._wrong_beside(word, place) if men else None

    def _lie_under(self, word: str, points: list[int]) -> Phrase | None:
        """One on each of these points lies under one of the opponent's."""
        if not all(1 <= point <= self._ground.points for point in points):
            return self._no_point(word)
        if self._ground.landing is not Landing.PIN:
            return phrase(
                "{name}: {word}: nothing is pinned in {name2}",
                name=self._name,
                word=repr(word),
                name2=self._ground.called,
            )
        for point in points:
            self.pinned |= 1 << point
            self._counts[point] += 1
        return None

    def _stand(self, word: str, point: int, men: int) -> Phrase | None:
        if not 1 <= point <= self._ground.points:
            return self._no_point(word)
        self._counts[point] += men
        return None

    def _no_point(self, word: str) -> Phrase:
        return phrase(
            "{name}: {word}: the points are 1 to {points}",
            name=self._name,
            word=repr(word),
            points=self._ground.points,
        )

    def _wrong_beside(self, word: str, place: str) -> Phrase | None:
        """What is wrong with checkers in the hand or on the bar."""
        if place == "hand" and not self._ground.has_hand:
            return phrase(
                "{name}: {word}: {name2} begins with no checkers in the hand",
                name=self._name,
                word=repr(word),
                name2=self._ground.called,
            )
        if place == "bar" and not self._ground.has_bar:
            return phrase(
                "{name}: {word}: nothing is hit in {name2}, so none is on the bar",
                name=self._name,
                word=repr(word),
                name2=self._ground.called,
            )
        return None

    def _wrong_total(self) -> Phrase | None:
        total, men = sum(self._counts), self._ground.men
        if total > men:
            return phrase(
                "{name}: {total} checkers, but {name2} has {men}",
                name=self._name,
                total=total,
                name2=self._ground.called,
                men=men,
            )
        if self._told_off and total != men:
            return phrase(
                "{name}: {total} checkers with those borne off, but {name2} has {men}",
                name=self._name,
                total=total,
                name2=self._ground.called,
                men=men,
            )
        return None
