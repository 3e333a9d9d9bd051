"""Grades: what bearing off the last checker is worth, by what is left of the loser."""

from dataclasses import dataclass
from enum import Enum

from engine.board import OFF


class Loser(Enum):
    """What the loser's checkers must show for a grade of win."""

    ANY = "any"
    NONE_OFF = "none off"
    NONE_OFF_ALL_HOME = "none off, all of them home"
    NONE_OFF_ONE_BACK = "none off, and one on the bar or in the winner's home"
    ONE_BACK = "one on the bar or in the winner's home"
    ON_BAR = "one on the bar"

    def shown_by(self, men: tuple[int, ...]) -> bool:
        """Whether the loser's counts, in their own numbering, show it."""
        quarter = (len(men) - 2) // 4
        none_off = men[OFF] == 0
        one_back = any(men[3 * quarter + 1 :])
        match self:
            case Loser.ANY:
                return True
            case Loser.NONE_OFF:
                return none_off
            case Loser.NONE_OFF_ALL_HOME:
                return none_off and not any(men[quarter + 1 :])
            case Loser.NONE_OFF_ONE_BACK:
                return none_off and one_back
            case Loser.ONE_BACK:
                return one_back
            case Loser.ON_BAR:
                return men[-1] > 0


@dataclass(frozen=True, slots=True)
class Grade:
    """A way to win, what it counts, and what the loser must show for it.

    `per_man`: it counts so much for each of the loser's checkers that is not off. `black`: what it counts if
    Black wins, where that differs. `munk`: what it counts more if the loser has a checker on the bar.
    `levels`: what it is called by how many they have there, the last name for all that are more.
    """

    how: str
    points: int
    loser: Loser = Loser.ANY
    per_man: bool = False
    black: int | None = None
    munk: int = 0
    levels: tuple[str, ...] = ()

    def called(self, men: tuple[int, ...]) -> str:
        """What it is called where the loser's checkers stand so."""
        return self.levels[min(men[-1], len(self.levels) - 1)] if self.levels else self.how


SINGLE = Grade("single", 1)
GAMMON = Grade("gammon", 2, Loser.NONE_OFF)
BACKGAMMON = Grade("backgammon", 3, Loser.NONE_OFF_ONE_BACK)
