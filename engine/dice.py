"""Dice: a roll of two or more of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Protocol

from engine.errors import InvalidRoll
from engine.i18n import Called, Phrase, phrase, together


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """A roll of the dice, highest first; the order in which they were thrown does not matter.

    `carried`: no throw at all, but the numbers that the opponent could not play and this
    side is to play before it throws; `either`: one of them, whichever the opponent has left, which no board shows.

    >>> Roll.of(1, 3)
    Roll(dice=(3, 1), carried=False, either=False)
    >>> str(Roll.parse("6-6")), Roll.of(6, 6).is_doublet
    ('6-6', True)
    """

    dice: tuple[int, ...]
    carried: bool = False
    either: bool = False

    @classmethod
    def of(cls, *dice: int) -> "Roll":
        """The roll of these dice. Raises InvalidRoll for a face that no die has."""
        wrong = [die for die in dice if not 1 <= die <= 6]
        if wrong or not dice:
            raise InvalidRoll(
                phrase("a die shows 1 to 6, not {numbers}", numbers=", ".join(map(str, wrong)) or "nothing")
            )
        return cls(tuple(sorted(dice, reverse=True)))

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """The roll written as `3-1` or `31`. Raises InvalidRoll."""
        digits = text.strip().replace("-", "").replace(" ", "")
        if not digits.isascii() or not digits.isdigit() or len(digits) < 2:
            raise InvalidRoll(phrase("{text} is not a roll; write it like 3-1", text=repr(text)))
        return cls.of(*map(int, digits))

    @property
    def is_doublet(self) -> bool:
        """Whether all dice show the same."""
        return len(set(self.dice)) == 1 and not self.carried

    def __str__(self) -> str:
        return "-".join(map(str, self.dice))


@cache
def all_rolls(dice: int = 2, faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> tuple[Roll, ...]:
    """Every different roll of so many dice with these faces."""
    falling = sorted(faces, reverse=True)
    return tuple(sorted(Roll(each) for each in combinations_with_replacement(falling, dice)))


ALL_ROLLS = all_rolls()
"""The 21 different rolls of two dice."""


class DiceSet(Protocol):
    """What a game says of its dice: how many, and which faces they have."""

    @property
    def called(self) -> Called:
        """What the game is called."""

    @property
    def dice(self) -> int:
        """How many dice are thrown."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The numbers that each of them can show."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll that there can be."""


def roll_in(game: DiceSet, dice: Sequence[int]) -> Roll:
    """The roll that these dice are in a game. Raises InvalidRoll with all that is wrong with them."""
    wrong = [str(die) for die in dice if die not in game.faces]
    faults: list[Phrase] = []
    if len(dice) != game.dice:
        faults.append(
            phrase(
                "{game} is played with {count} dice, not {number}",
                game=game.called,
                count=game.dice,
                number=len(dice),
            )
        )
    if wrong:
        faces, numbers = ", ".join(map(str, game.faces)), ", ".join(dict.fromkeys(wrong))
        faults.append(phrase("its dice show {faces}, not {numbers}", faces=faces, numbers=numbers))
    if faults:
        raise InvalidRoll(together(faults))
    roll = Roll(tuple(sorted(dice, reverse=True)))
    if roll not in game.rolls:
        raise InvalidRoll(
            phrase(
                "there is no {roll} in {game}, only {rolls}",
                roll=roll,
                game=game.called,
                rolls=", ".join(map(str, game.rolls)),
            )
        )
    return roll


def parse_roll(text: str, game: DiceSet) -> Roll:
    """The roll written as `3-1` or `31` in a game. Raises InvalidRoll with all that is wrong with it."""
    words = text.replace("-", " ").split()
    if not words or not all(word.isascii() and word.isdigit() for word in words):
        example = "-".join(map(str, sorted(game.faces[: game.dice], reverse=True)))
        raise InvalidRoll(
            phrase("{text} is not a roll; write it like {example}", text=repr(text), example=example)
        )
    return roll_in(game, [int(word) for word in (words[0] if len(words) == 1 else words)])
