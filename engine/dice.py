"""Dice: a roll of two or more of them."""

from dataclasses import dataclass

from engine.errors import InvalidRoll


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """A roll of the dice, highest first; the order in which they were thrown does not matter.

    >>> Roll.of(1, 3)
    Roll(dice=(3, 1))
    >>> str(Roll.parse("6-6")), Roll.of(6, 6).is_doublet
    ('6-6', True)
    """

    dice: tuple[int, ...]

    @classmethod
    def of(cls, *dice: int) -> "Roll":
        """The roll of these dice. Raises InvalidRoll for a face that no die has."""
        wrong = [die for die in dice if not 1 <= die <= 6]
        if wrong or not dice:
            raise InvalidRoll(f"a die shows 1 to 6, not {', '.join(map(str, wrong)) or 'nothing'}")
        return cls(tuple(sorted(dice, reverse=True)))

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """The roll written as `3-1` or `31`. Raises InvalidRoll."""
        digits = text.strip().replace("-", "").replace(" ", "")
        if not digits.isascii() or not digits.isdigit() or len(digits) < 2:
            raise InvalidRoll(f"{text!r} is not a roll; write it like 3-1")
        return cls.of(*map(int, digits))

    @property
    def is_doublet(self) -> bool:
        """Whether all dice show the same."""
        return len(set(self.dice)) == 1

    def __str__(self) -> str:
        return "-".join(map(str, self.dice))


ALL_ROLLS = tuple(Roll((high, low)) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different rolls of two dice."""
