"""The dice: which faces are up, and whether they lie flat on the board."""

from collections.abc import Sequence

from vision.observation import Die


def flat_dice(dice: Sequence[Die]) -> tuple[Die, ...]:
    """The dice that count: those that lie flat on the playing surface."""
    return tuple(die for die in dice if die.flat)
