"""Violations: what can be wrong with the way in which checkers were moved."""

from dataclasses import dataclass

from engine.board import OFF

Args = tuple[tuple[str, str | int], ...]
"""What a sentence needs beyond the names of the players."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing wrong with the way the checkers were moved: a rule, its message, and what the message needs.

    `points` are in the mover's own numbering.
    """

    rule: str
    message: str
    args: Args = ()
    points: tuple[int, ...] = ()

    @property
    def weight(self) -> float:
        """How unlikely it is beside others: more is less likely."""
        return _WEIGHT.get(self.rule, RESTRICTION)

    @property
    def telling(self) -> tuple[int, int]:
        """The order in which violations are told, the most telling first."""
        rank = _TELLING.index(self.rule if self.rule in _TELLING else _OTHERS)
        return rank, -max(self.points, default=0)


RESTRICTION = 6.0
"""The weight of breaking a rule about a single move."""
BACKWARDS = 12.0
VANISHED = 30.0
UNTHROWN = 10.0
STRAYED = 12.0
_WEIGHT = {
    "R.conservation": VANISHED,
    "R.opponent_man": STRAYED,
    "R.direction": BACKWARDS,
    "R.too_many": 9.0,
    "R.dice": UNTHROWN,
}
_OTHERS = "the other rules of a game"
_TELLING = (
    "R.conservation",
    "R.opponent_man",
    "R.direction",
    "R.too_many",
    "R.bar_first",
    "R.pinned",
    "R.block",
    "R.break",
    "R.bearoff",
    "R.low_first",
    _OTHERS,
    "R.dice",
)


def place(site: int, bar: int, *, hand: bool = False) -> str:
    """A site as a sentence names it."""
    if site == bar:
        return "the hand" if hand else "the bar"
    return "the tray" if site == OFF else str(site)
